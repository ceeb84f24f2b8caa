"""Talks to `cvpress lsp` as an editor does, and checks the answers.

    python3 .ci/lsp_client.py PROGRAM

Uses Python's standard library only, and counts positions itself.
"""

import http.client
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())


class Client:
    """A session with the server."""

    def __init__(self, folder, capabilities=None, starts=True):
        self.folder = pathlib.Path(folder)
        self.process = subprocess.Popen(
            [PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
        )
        self.next = 0
        self.notifications = []
        self.responses = {}
        if starts:
            self.capabilities = self.ask(
                "initialize", {"processId": None, "rootUri": None, "capabilities": capabilities or {}}
            )["result"]["capabilities"]
            self.tell("initialized", {})

    def send_bytes(self, body):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def send(self, message):
        message = {"jsonrpc": "2.0", **message}
        self.send_bytes(json.dumps(message, ensure_ascii=False).encode())

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        self.next += 1
        self.send({"id": self.next, "method": method, "params": params})
        return self.next

    def receive(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            assert line, "the server has closed its output"
            if line == b"\r\n":
                break
            name, value = line.decode("ascii").split(":")
            if name.lower() == "content-length":
                length = int(value)
        message = json.loads(self.process.stdout.read(length))
        assert message["jsonrpc"] == "2.0", message
        return message

    def answer(self, number):
        """Returns the answer to a request, and keeps what comes before it."""
        while number not in self.responses:
            message = self.receive()
            if "method" in message:
                self.notifications.append(message)
            else:
                self.responses[message["id"]] = message
        return self.responses.pop(number)

    def ask(self, method, params):
        return self.answer(self.request(method, params))

    def result(self, method, params):
        answer = self.ask(method, params)
        assert "result" in answer, answer
        return answer["result"]

    def diagnostics(self, uri, version, wanted=lambda found: True):
        """Waits for the diagnostics of a version that meet a condition."""
        while True:
            for message in self.notifications:
                params = message["params"]
                is_it = params.get("uri") == uri and params.get("version") == version
                if is_it and wanted(params["diagnostics"]):
                    return params["diagnostics"]
            self.notifications = []
            message = self.receive()
            if "method" in message:
                self.notifications.append(message)
            else:
                self.responses[message["id"]] = message

    def open(self, name, text, version=1):
        uri = (self.folder / name).as_uri()
        document = {"uri": uri, "languageId": "toml", "version": version, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, uri, version, *changes):
        document = {"uri": uri, "version": version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def at(self, uri, text, mark):
        """Returns the parameters for the place of a mark in a text."""
        return {"textDocument": {"uri": uri}, "position": position(text, text.index(mark))}

    def end(self):
        assert self.result("shutdown", None) is None
        self.tell("exit", None)
        self.process.stdin.close()
        return self.process.wait()


def position(text, offset):
    """Returns the line and the UTF-16 column of an offset."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    line = before.count("\n")
    column = len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2
    return {"line": line, "character": column}


def offset(text, place):
    """Returns the offset of a line and a UTF-16 column."""
    lines = text.splitlines(keepends=True)
    before = "".join(lines[: place["line"]])
    line = lines[place["line"]] if place["line"] < len(lines) else ""
    units = line.encode("utf-16-le")[: 2 * place["character"]]
    return len(before) + len(units.decode("utf-16-le"))


def quoted(text, found):
    """Returns the text that a range covers."""
    return text[offset(text, found["start"]) : offset(text, found["end"])]


def edited(text, edits):
    """Returns a text after edits, the last of which is made first."""
    for edit in sorted(edits, key=lambda edit: offset(text, edit["range"]["start"]), reverse=True):
        start, end = (offset(text, edit["range"][side]) for side in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


def codes(diagnostics):
    return [diagnostic["code"] for diagnostic in diagnostics]


ADA = '[person]\nname = "Ada"\n\n[[section]]\nkind = "text"\nbody = "Text."\n'


def all_problems_at_their_places(client):
    text = '﻿[person]\r\nname = "😀 成泽"\r\nemial = "a@example.org" # 履歴\r\n\r\n[[section]]\r\nkind = "txt"\r\nbody = 7\r\n'
    uri = client.open("places.toml", text)
    found = client.diagnostics(uri, 1)
    places = {diagnostic["code"]: quoted(text, diagnostic["range"]) for diagnostic in found}
    assert places["unknown-key"] == "emial", found
    assert places["unknown-value"] == '"txt"', found
    assert places["wrong-type"] == "7", found
    assert all(diagnostic["source"] == "cvpress" for diagnostic in found)
    assert any("email" in diagnostic["message"] for diagnostic in found), found


def problems_after_each_change(client):
    text = ADA
    uri = client.open("change.toml", text)
    assert codes(client.diagnostics(uri, 1)) == []
    # An emoji before the change: columns count UTF-16 code units.
    client.change(uri, 2, {"text": text.replace("Ada", "😀 Ada")})
    text = text.replace("Ada", "😀 Ada")
    start, end = position(text, text.index("name")), position(text, text.index("name") + 4)
    client.change(uri, 3, {"range": {"start": start, "end": end}, "text": "nmae"})
    found = client.diagnostics(uri, 3)
    assert "unknown-key" in codes(found), found
    client.change(uri, 4, {"range": {"start": start, "end": end}, "text": "name"})
    assert codes(client.diagnostics(uri, 4)) == []
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert client.diagnostics(uri, None) == []


def half_typed_texts_are_completed(client):
    broken = "layout = \n[person]\nname = \"A\nlinks = [\n  { network = \"git, username = \"x\"\n"
    for tail, mark, label in [
        ('[[section]]\nkind = "edu', "edu", "education"),
        ("[[sec", "[sec", "[[section.entry]]"),
        ('[variant.a]\nlayout = "', 'ut = "', "compact"),
        ("[person]\npho", "pho", "phone"),
        ("[design]\npaper = ", "er = ", "a4"),
    ]:
        text = broken + tail
        uri = client.open("half.toml", text)
        place = {"textDocument": {"uri": uri}, "position": position(text, len(text))}
        items = client.result("textDocument/completion", place)
        item = next((item for item in items if item["label"] == label), None)
        assert item, (tail, label, [item["label"] for item in items])
        after = edited(text, [item["textEdit"]])
        assert after.startswith(broken) and label.strip("[]") in after[len(broken) :], after


def completion_stays_on_the_line(client):
    text = 'layout = "compact"\n# 😀\n\n'
    uri = client.open("line.toml", text)
    for end in range(len(text) + 1):
        place = {"textDocument": {"uri": uri}, "position": position(text, end)}
        for item in client.result("textDocument/completion", place):
            found = item["textEdit"]["range"]
            assert found["start"]["line"] == found["end"]["line"] == place["position"]["line"]


def words_are_described(client):
    text = 'layout = "compact"\n[person]\nname = "😀 A" # x\n[[section]]\nkind = "education"\n[design]\npaper = "a4"\n'
    uri = client.open("hover.toml", text)
    for mark, word in [("layout", "layout"), ("compact", "Papers"), ("kind", "section"), ("education", "degree")]:
        found = client.result("textDocument/hover", client.at(uri, text, mark))
        assert word in found["contents"]["value"], (mark, found)
        assert mark in quoted(text, found["range"]), (mark, found)
    assert client.result("textDocument/hover", client.at(uri, text, "# x")) is None


def fixes_are_offered_and_right(client):
    text = '[person]\nname = "😀"\n\n[[section]]\nkind = "experience"\n\n[[section.entry]]\ncompany = "Ferrum"\njob = "Clerk"\n'
    uri = client.open("fix.toml", text)
    client.diagnostics(uri, 1)
    everything = {"start": {"line": 0, "character": 0}, "end": position(text, len(text))}
    params = {"textDocument": {"uri": uri}, "range": everything, "context": {"diagnostics": []}}
    actions = client.result("textDocument/codeAction", params)
    titles = [action["title"] for action in actions]
    assert "Change `company` to `organization`" in titles, titles
    fix = next(action for action in actions if action["title"] == "Change `company` to `organization`")
    assert fix["kind"] == "quickfix" and fix["diagnostics"][0]["code"] == "unknown-key", fix
    after = edited(text, fix["edit"]["changes"][uri])
    assert after == text.replace("company", "organization"), after
    params["context"]["only"] = ["source.fixAll"]
    (action,) = client.result("textDocument/codeAction", params)
    assert action["kind"] == "source.fixAll", action
    after = edited(text, action["edit"]["changes"][uri])
    assert 'organization = "Ferrum"' in after and 'position = "Clerk"' in after, after
    params["context"]["only"] = ["refactor"]
    assert client.result("textDocument/codeAction", params) == []


def formats_as_the_command_does(client):
    text = '[person]\nemail="a@example.org"\nname   =    "😀"\n[[section]]\nbody="x" # note\nkind="text"\n'
    uri = client.open("format.toml", text)
    params = {"textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": True}}
    after = edited(text, client.result("textDocument/formatting", params))
    command = subprocess.run([PROGRAM, "fmt", "-"], input=text.encode(), capture_output=True, check=True)
    assert after == command.stdout.decode(), after
    assert not (client.folder / "format.toml").exists()
    uri = client.open("broken.toml", "[person\n")
    params["textDocument"]["uri"] = uri
    assert client.result("textDocument/formatting", params) == []


def sections_are_listed(client):
    text = '[person]\nname = "A"\n\n[[section]]\nkind = "experience"\n[[section.entry]]\norganization = "Ferrum"\nposition = "Engineer\n'
    uri = client.open("symbols.toml", text)
    symbols = client.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [symbol["name"] for symbol in symbols] == ["person", "experience"], symbols
    (entry,) = symbols[1]["children"]
    assert (entry["name"], entry["detail"]) == ("Ferrum", "Engineer"), entry
    assert quoted(text, entry["selectionRange"]) == "[[section.entry]]", entry


def rendering_finds_more(client):
    """A saved text is rendered, which shows what the text alone does not."""
    text = '[person]\nname = "Ada"\n\n[design]\nfit = "1"\n\n[[section]]\nkind = "text"\nbody = """\n' + "Word. " * 3000 + '"""\n'
    uri = client.open("long.toml", text)
    found = client.diagnostics(uri, 1, lambda found: found)
    assert found, found


def other_files_are_left_alone(client):
    client.open("Cargo.toml", '[package]\nname = "x"\n')
    uri = client.open("late.toml", ADA)
    client.diagnostics(uri, 1)
    assert not any("Cargo" in message["params"]["uri"] for message in client.notifications)


def photos_outside_the_folder_are_not_read(client):
    outside = pathlib.Path(client.folder).parent / "outside.png"
    text = f'[person]\nname = "Ada"\nphoto = "../{outside.name}"\n'
    uri = client.open("photo.toml", text)
    found = client.diagnostics(uri, 1)
    assert any(quoted(text, diagnostic["range"]) == f'"../{outside.name}"' for diagnostic in found), found


def wrong_messages_are_refused(client):
    client.send_bytes(b'{"jsonrpc": "2.0", "id": 1, "meth')
    assert client.answer(None)["error"]["code"] == -32700
    client.send_bytes(b"[]")
    assert client.answer(None)["error"]["code"] == -32600
    assert client.ask("textDocument/rename", {})["error"]["code"] == -32601
    assert client.ask("cvpress/unknown", None)["error"]["code"] == -32601
    assert client.ask("textDocument/hover", {"x": 1})["error"]["code"] == -32602
    not_open = {"textDocument": {"uri": "file:///not/open.toml"}, "position": {"line": 0, "character": 0}}
    assert client.ask("textDocument/hover", not_open)["error"]["code"] == -32602
    assert client.ask("initialize", {"capabilities": {}})["error"]["code"] == -32600
    client.tell("$/unknown", {})
    client.tell("textDocument/didChange", {"nonsense": True})
    client.tell("textDocument/didSave", {"textDocument": {"uri": "file:///not/open.toml"}})


def wrong_places_are_moved_into_the_text(client):
    text = "a = 😀\n"
    uri = client.open("wrong.toml", text)
    for line, character in [(0, 5), (0, 999), (99, 0), (4294967295, 4294967295)]:
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        client.result("textDocument/completion", place)
        client.result("textDocument/hover", place)
    backwards = {"start": {"line": 9, "character": 0}, "end": {"line": 0, "character": 0}}
    client.change(uri, 2, {"range": backwards, "text": "[person]\n"})
    symbols = client.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [symbol["name"] for symbol in symbols] == ["person"], symbols


def requests_are_canceled(client):
    text = "\n".join(f"key{number} = [" for number in range(200))
    uri = client.open("cancel.toml", text)
    first = client.request("textDocument/completion", client.at(uri, text, "key0"))
    canceled = client.request("textDocument/hover", client.at(uri, text, "key0"))
    client.tell("$/cancelRequest", {"id": canceled})
    last = client.request("textDocument/hover", client.at(uri, text, "key1"))
    client.answer(first)
    answer = client.answer(canceled)
    assert "result" in answer or answer["error"]["code"] == -32800, answer
    client.answer(last)


def pages_are_shown_while_typing(client):
    path = client.folder / "shown.toml"
    path.write_text(ADA)
    uri = client.open("shown.toml", ADA)
    params = {"textDocument": {"uri": uri}, "range": {side: {"line": 5, "character": 8} for side in ("start", "end")}}
    params["context"] = {"diagnostics": [], "only": ["source.showInPreview"]}
    (action,) = client.result("textDocument/codeAction", params)
    arguments = action["command"]["arguments"]
    address = client.result(
        "workspace/executeCommand", {"command": "cvpress.preview", "arguments": [uri, None, False]}
    )["address"]
    page = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection(page.hostname, page.port)
    connection.request("GET", f"{page.path}?{page.query}")
    cookie = connection.getresponse().getheader("Set-Cookie").split(";")[0]
    connection = http.client.HTTPConnection(page.hostname, page.port)
    connection.request("GET", "/events", headers={"Cookie": cookie})
    events = server_events(connection.getresponse())
    typed = ADA.replace("Ada", "😀 Typed")
    source = None
    for event, data in events:
        if event == "state" and data["pages"] and not data["stale"]:
            if source is None:
                source = data["source"]
                client.change(uri, 2, {"text": typed})
            elif data["source"] != source:
                break
            if client.folder.joinpath("shown.toml").read_text() != ADA:
                raise AssertionError("the text was written")
    arguments += [False]
    again = client.result("workspace/executeCommand", {"command": action["command"]["command"], "arguments": arguments})
    assert again["address"] == address
    for event, data in events:
        if event == "reveal":
            assert len(typed[: typed.index("Text.")].encode("utf-16-le")) // 2 == data["start"], data
            break
    answer = client.ask("workspace/executeCommand", {"command": "cvpress.unknown", "arguments": []})
    assert answer["error"]["code"] == -32602, answer
    untitled = client.ask("workspace/executeCommand", {"command": "cvpress.preview", "arguments": ["untitled:x"]})
    assert "error" in untitled, untitled
    path.unlink()


def server_events(response):
    """Yields the events of a stream, with their data."""
    event, data = None, ""
    while True:
        line = response.readline().decode().rstrip("\n")
        if line.startswith("event:"):
            event = line[6:].strip()
        elif line.startswith("data:"):
            data += line[5:]
        elif line == "" and event:
            yield event, json.loads(data)
            event, data = None, ""


def nothing_is_written(client):
    names = sorted(path.name for path in client.folder.iterdir())
    assert names == [], names


CAPABILITIES = {
    "textDocument": {
        "completion": {"completionItem": {"snippetSupport": False}},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
    }
}

CHECKS = [
    all_problems_at_their_places,
    problems_after_each_change,
    half_typed_texts_are_completed,
    completion_stays_on_the_line,
    words_are_described,
    fixes_are_offered_and_right,
    formats_as_the_command_does,
    sections_are_listed,
    rendering_finds_more,
    other_files_are_left_alone,
    photos_outside_the_folder_are_not_read,
    wrong_messages_are_refused,
    wrong_places_are_moved_into_the_text,
    requests_are_canceled,
    pages_are_shown_while_typing,
    nothing_is_written,
]


def starts_and_ends():
    """Checks the exit codes, and what may come before and after a session."""
    with tempfile.TemporaryDirectory() as folder:
        client = Client(folder, starts=False)
        assert client.ask("textDocument/hover", {})["error"]["code"] == -32002
        client.tell("textDocument/didOpen", {"textDocument": {}})
        client.tell("exit", None)
        assert client.process.wait() == 1
        client = Client(folder)
        assert client.capabilities["positionEncoding"] == "utf-16"
        client.result("shutdown", None)
        assert client.ask("textDocument/hover", {})["error"]["code"] == -32600
        client.tell("exit", None)
        assert client.process.wait() == 0
        client = Client(folder)
        client.process.stdin.close()
        assert client.process.wait() == 1
    print("ok starts_and_ends")


def main():
    starts_and_ends()
    with tempfile.TemporaryDirectory() as folder:
        client = Client(pathlib.Path(folder).resolve(), CAPABILITIES)
        for check in CHECKS:
            check(client)
            print("ok", check.__name__)
        assert client.end() == 0


main()
