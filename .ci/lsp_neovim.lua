-- Uses `cvpress lsp` from Neovim, as a person who writes a profile would:
--
--     CVPRESS=target/debug/cvpress nvim --headless --clean -n -c 'luafile .ci/lsp_neovim.lua' PROFILE
--
-- PROFILE is written first. Works with Neovim 0.7 and later.

local PROFILE = {
  "[person]",
  'nmae = "😀 成泽"',
  "",
  "[[section]]",
  'kind = "experience"',
  "[[section.entry]]",
  'company = "Ferrum"',
}
local PATIENCE = 60000

local function check(truth, message)
  if not truth then
    io.stderr:write("neovim: " .. message .. "\n" .. vim.inspect(vim.diagnostic.get(0)) .. "\n")
    vim.cmd("cquit 1")
  end
end

local function messages()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, diagnostic.message)
  end
  return table.concat(found, "\n")
end

local function wait_for(what, condition)
  check(vim.wait(PATIENCE, condition, 20), "no " .. what)
end

local function request(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, PATIENCE) or {}) do
    check(answer.error == nil, method .. ": " .. vim.inspect(answer.error))
    return answer.result
  end
  check(false, method .. " has no answer")
end

local function place(line, column)
  return {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = line, character = column },
  }
end

local function lines()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

vim.api.nvim_buf_set_lines(0, 0, -1, false, PROFILE)
vim.cmd("silent write")
local config = { name = "cvpress", cmd = { vim.env.CVPRESS, "lsp" } }
local client
if vim.lsp.start then
  client = vim.lsp.start(config)
else
  client = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(0, client)
end
check(client, "no client")

wait_for("diagnostics", function()
  return messages():find("nmae", 1, true) and messages():find("company", 1, true)
end)
for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
  if diagnostic.message:find("nmae", 1, true) then
    check(diagnostic.lnum == 1 and diagnostic.col == 0 and diagnostic.end_col == 4, "wrong place")
  end
end

-- All fixes at once.
local whole = { start = { line = 0, character = 0 }, ["end"] = { line = 7, character = 0 } }
local actions = request("textDocument/codeAction", {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = whole,
  context = { diagnostics = {}, only = { "source.fixAll" } },
})
check(#actions == 1, "no action that fixes all")
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
check(lines():find('organization = "Ferrum"', 1, true), lines())

-- A guess is a fix of its own.
actions = request("textDocument/codeAction", {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = { line = 1, character = 2 }, ["end"] = { line = 1, character = 2 } },
  context = { diagnostics = {}, only = { "quickfix" } },
})
check(#actions == 1 and actions[1].title == "Change `nmae` to `name`", vim.inspect(actions))
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
check(lines():find('\nname = "😀 成泽"', 1, true), lines())
wait_for("end of the problems", function()
  return not messages():find("unknown key", 1, true)
end)

-- Typing in a line that is not whole.
vim.api.nvim_buf_set_lines(0, 7, 7, false, { "pos" })
local items = request("textDocument/completion", place(7, 3))
items = items.items or items
local found
for _, item in ipairs(items) do
  if item.label == "position" then
    found = item
  end
end
check(found, "no completion")
vim.lsp.util.apply_text_edits({ found.textEdit }, 0, "utf-16")
check(lines():find("\nposition = ", 1, true), lines())
wait_for("error of the missing value", function()
  return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) > 0
    or lines():find('position = ""', 1, true)
end)

local hover = request("textDocument/hover", place(1, 2))
check(hover.contents.value:find("**name**", 1, true), vim.inspect(hover))
local symbols = request("textDocument/documentSymbol", place(0, 0))
check(#symbols == 2 and symbols[2].children[1].name == "Ferrum", vim.inspect(symbols))

vim.api.nvim_buf_set_lines(0, 7, -1, false, { 'position   =   "Engineer"' })
vim.lsp.util.apply_text_edits(request("textDocument/formatting", {
  textDocument = vim.lsp.util.make_text_document_params(),
  options = { tabSize = 4, insertSpaces = true },
}), 0, "utf-16")
check(lines():find("\nposition%s+= \"Engineer\""), lines())

-- The file is still the one that was saved.
check(table.concat(vim.fn.readfile(vim.api.nvim_buf_get_name(0)), "\n") == table.concat(PROFILE, "\n"), "written")
vim.lsp.stop_client(client)
io.stdout:write("neovim: ok\n")
vim.cmd("qall!")
