//! The language server, as an editor meets it. `.ci/lsp_client.py` has more, in another language.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value as Json, json};

use crate::suite::faults::{ENDLESS, write_layout};
use crate::support::sandbox::Sandbox;

const ADA: &str = "[person]\nname = \"Ada\"\n\n[[section]]\nkind = \"text\"\nbody = \"Text.\"\n";

/// A session with the server.
struct Editor {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: i32,
}

impl Editor {
    /// Starts the server in a folder, with further arguments.
    fn start(sandbox: &Sandbox, arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_cvpress"))
            .arg("lsp")
            .args(arguments)
            .current_dir(sandbox.path("."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let input = process.stdin.take().expect("an input");
        let output = BufReader::new(process.stdout.take().expect("an output"));
        Self {
            process,
            input,
            output,
            next: 0,
        }
    }

    /// Starts a session in a folder.
    fn open_session(sandbox: &Sandbox) -> Self {
        Self::open_session_with(sandbox, &[])
    }

    /// Starts a session in a folder, with further arguments.
    fn open_session_with(sandbox: &Sandbox, arguments: &[&str]) -> Self {
        let mut editor = Self::start(sandbox, arguments);
        let result = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: impl Into<Message>) {
        let sent = message.into().write(&mut self.input);
        sent.expect("a server that reads");
    }

    fn tell(&mut self, method: &str, params: Json) {
        self.send(Notification::new(method.to_owned(), params));
    }

    fn receive(&mut self) -> Message {
        let message = Message::read(&mut self.output).expect("a message");
        message.expect("a server that goes on")
    }

    /// Returns the answer to a request: the result, or the error.
    fn ask(&mut self, method: &str, params: Json) -> Json {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.send(Request::new(id.clone(), method.to_owned(), params));
        loop {
            if let Message::Response(answer) = self.receive() {
                assert_eq!(answer.id, id);
                return answer
                    .response_result
                    .unwrap_or_else(|error| json!({ "error": error.code }));
            }
        }
    }

    /// Waits for the problems of a version of the text; returns the names of their rules.
    fn rules(&mut self, version: i32) -> Vec<String> {
        loop {
            if let Message::Notification(message) = self.receive()
                && message.params["version"] == version
            {
                let found = message.params["diagnostics"].as_array().expect("a list");
                let names = found.iter().filter_map(|found| found["code"].as_str());
                return names.map(str::to_owned).collect();
            }
        }
    }

    /// Replaces the text, and returns when the new one is saved.
    fn save(&mut self, uri: &Json, version: i32, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
        self.tell(
            "textDocument/didSave",
            json!({ "textDocument": { "uri": uri } }),
        );
    }

    fn open(&mut self, text: &str) -> Json {
        let uri = "file:///not/on/the/disk/ada.toml";
        let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        json!({ "uri": uri })
    }

    /// Ends the input and returns the exit code.
    fn exit_code(mut self) -> Option<i32> {
        drop(self.input);
        self.process.wait().expect("an end").code()
    }
}

#[test]
fn unsaved_text_is_checked_and_not_written() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", ADA);
    let mut editor = Editor::open_session(&sandbox);
    let uri = format!("file://{}", sandbox.path("ada.toml").display());
    let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": ADA });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(editor.rules(1), [""; 0]);
    let start = json!({ "line": 1, "character": 0 });
    let end = json!({ "line": 1, "character": 4 });
    let change = json!({ "range": { "start": start, "end": end }, "text": "nmae" });
    let document = json!({ "uri": uri, "version": 2 });
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": document, "contentChanges": [change] }),
    );
    assert_eq!(editor.rules(2), ["unknown-key"]);
    assert_eq!(sandbox.read("ada.toml"), ADA);
    assert_eq!(sandbox.files("."), ["ada.toml"]);
}

#[test]
fn a_text_larger_than_a_profile_is_one_problem() {
    let sandbox = Sandbox::new();
    let mut editor = Editor::open_session(&sandbox);
    let large = format!("{ADA}{}", "# comment\n".repeat(1_100_000));
    let uri = format!("file://{}", sandbox.path("ada.toml").display());
    let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": large });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(editor.rules(1), ["unreadable-file"]);
    editor.save(&json!(uri), 2, ADA);
    assert_eq!(editor.rules(2), [""; 0]);
}

#[test]
fn changes_are_counted_in_utf16() {
    let sandbox = Sandbox::new();
    let mut editor = Editor::open_session(&sandbox);
    let text = "person = { location = \"😀\", nmae = \"Ada\" }\n";
    let document = editor.open(text);
    assert_eq!(editor.rules(1), ["unknown-key"]);
    let before = text.split_once("nmae").expect("a key").0;
    let start = before.encode_utf16().count();
    let range = json!({
        "start": { "line": 0, "character": start },
        "end": { "line": 0, "character": start + "nmae".len() },
    });
    editor.tell(
        "textDocument/didChange",
        json!({
            "textDocument": { "uri": document["uri"], "version": 2 },
            "contentChanges": [{ "range": range, "text": "name" }],
        }),
    );
    assert_eq!(editor.rules(2), [""; 0]);
}

#[test]
fn pages_of_an_opened_text_are_checked() {
    let sandbox = Sandbox::new();
    let mut editor = Editor::open_session(&sandbox);
    let text = ADA.replace("Text.", &"A word. ".repeat(2000)) + "\n[design]\nfit = \"1\"\n";
    editor.open(&text);
    // The text alone shows nothing; that it fits no page shows when it is rendered.
    assert_eq!(editor.rules(1), [""; 0]);
    assert!(!editor.rules(1).is_empty());
}

#[test]
fn pages_that_are_never_finished_do_not_hold_up_the_session() {
    let sandbox = Sandbox::new();
    write_layout(&sandbox, "endless", ENDLESS);
    let text = format!("layout = \"endless\"\n{ADA}");
    let mut editor = Editor::open_session_with(&sandbox, &["--templates", "own", "--timeout", "1"]);
    let document = editor.open(&text);
    assert_eq!(editor.rules(1), [""; 0]);
    assert_eq!(editor.rules(1), ["time-limit"]);
    editor.save(&document["uri"], 2, "[person]\nnmae = \"Ada\"\n");
    assert_eq!(editor.rules(2), ["unknown-key"]);

    // Without a limit, the next version of the text ends it.
    let mut editor =
        Editor::open_session_with(&sandbox, &["--templates", "own", "--timeout", "off"]);
    let document = editor.open(&text);
    assert_eq!(editor.rules(1), [""; 0]);
    editor.save(&document["uri"], 2, "[person]\nnmae = \"Ada\"\n");
    assert_eq!(editor.rules(2), ["unknown-key"]);
}

#[test]
fn problems_have_fixes_and_go_when_the_text_is_closed() {
    let sandbox = Sandbox::new();
    let mut editor = Editor::open_session(&sandbox);
    let document = editor.open("[person]\nemail   = \"a@example.org\"\nnmae = \"Ada\"\n");
    assert_eq!(editor.rules(1), ["unknown-key"]);
    let place = json!({ "line": 2, "character": 0 });
    let mut params = json!({
        "textDocument": document,
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [], "only": ["quickfix"] },
    });
    let actions = editor.ask("textDocument/codeAction", params.clone());
    let actions = actions.as_array().expect("a list");
    let [action] = &actions[..] else {
        panic!("{actions:?}");
    };
    let uri = document["uri"].as_str().expect("an address");
    let end = json!({ "line": 2, "character": 4 });
    assert_eq!(
        action["edit"]["changes"][uri],
        json!([{ "range": { "start": place, "end": end }, "newText": "name" }])
    );
    // Elsewhere there is nothing to fix.
    let other = json!({ "line": 1, "character": 0 });
    params["range"] = json!({ "start": other, "end": other });
    assert_eq!(editor.ask("textDocument/codeAction", params), json!([]));
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let formatted = editor.ask(
        "textDocument/formatting",
        json!({ "textDocument": document, "options": options }),
    );
    assert_eq!(formatted[0]["range"]["start"]["line"], 1);
    editor.tell("textDocument/didClose", json!({ "textDocument": document }));
    let shown = loop {
        if let Message::Notification(message) = editor.receive()
            && message.params.get("version").is_none()
        {
            break message.params;
        }
    };
    assert_eq!(shown, json!({ "uri": uri, "diagnostics": [] }));
}

#[test]
fn the_outline_of_a_text_has_its_sections() {
    let sandbox = Sandbox::new();
    let mut editor = Editor::open_session(&sandbox);
    let document = editor.open("[person]\nname = \"😀\"\n[[section]]\ntitle = \"Work\"\n");
    let symbols = editor.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": document }),
    );
    let symbols = symbols.as_array().expect("a list");
    let names: Vec<&str> = symbols
        .iter()
        .filter_map(|symbol| symbol["name"].as_str())
        .collect();
    assert!(names.contains(&"Work"), "{names:?}");
}

#[test]
fn answers_about_half_typed_text() {
    let sandbox = Sandbox::new();
    let mut editor = Editor::open_session(&sandbox);
    let document = editor.open("links = [\n[person]\nname = \"😀\"\n[[section]]\nkind = \"edu");
    let position = json!({ "line": 4, "character": 11 });
    let place = json!({ "textDocument": document, "position": position });
    let items = editor.ask("textDocument/completion", place.clone());
    let items = items.as_array().expect("a list");
    let labels: Vec<&str> = items
        .iter()
        .filter_map(|item| item["label"].as_str())
        .collect();
    assert!(labels.contains(&"education"), "{labels:?}");
    let start = json!({ "line": 4, "character": 8 });
    assert_eq!(items[0]["textEdit"]["range"]["start"], start);
    let hover = editor.ask("textDocument/hover", place);
    let shown = hover["contents"]["value"].as_str().expect("a text");
    assert!(shown.contains("**kind**"), "{shown}");
    // The end of a key belongs to it, and what follows does not.
    let end = json!({ "line": 2, "character": 4 });
    let place = json!({ "textDocument": document, "position": end });
    let hover = editor.ask("textDocument/hover", place);
    let shown = hover["contents"]["value"].as_str().expect("a text");
    assert!(shown.contains("**name**"), "{shown}");
}

#[test]
fn a_session_has_a_start_and_an_end() {
    let sandbox = Sandbox::new();
    let mut editor = Editor::start(&sandbox, &[]);
    assert_eq!(
        editor.ask("textDocument/hover", json!({})),
        json!({ "error": -32002 })
    );
    editor.tell("exit", json!(null));
    assert_eq!(editor.exit_code(), Some(1));

    let mut editor = Editor::open_session(&sandbox);
    assert_eq!(editor.ask("shutdown", json!(null)), json!(null));
    assert_eq!(
        editor.ask("textDocument/hover", json!({})),
        json!({ "error": -32600 })
    );
    editor.tell("exit", json!(null));
    assert_eq!(editor.exit_code(), Some(0));

    let editor = Editor::open_session(&sandbox);
    assert_eq!(editor.exit_code(), Some(1));
}

#[test]
fn wrong_messages_do_not_end_the_session() {
    let sandbox = Sandbox::new();
    let mut editor = Editor::open_session(&sandbox);
    let body = "{\"jsonrpc\":";
    write!(editor.input, "Content-Length: {}\r\n\r\n{body}", body.len())
        .expect("a server that reads");
    editor.tell("textDocument/didChange", json!([1]));
    // The answer to what has no number has none, so that it is not a response of the crate.
    let mut lines = String::new();
    while !lines.ends_with("\r\n\r\n") {
        std::io::BufRead::read_line(&mut editor.output, &mut lines).expect("a header");
    }
    let length = lines
        .trim()
        .rsplit(' ')
        .next()
        .and_then(|length| length.parse().ok());
    let mut answer = vec![0; length.expect("a length")];
    std::io::Read::read_exact(&mut editor.output, &mut answer).expect("a body");
    let answer: Json = serde_json::from_slice(&answer).expect("JSON");
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&Json::Null, &json!(-32700))
    );
    assert_eq!(
        editor.ask("textDocument/rename", json!({})),
        json!({ "error": -32601 })
    );
    assert_eq!(
        editor.ask("textDocument/hover", json!({})),
        json!({ "error": -32602 })
    );
}
