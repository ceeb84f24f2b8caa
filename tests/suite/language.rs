//! Completion, hover and format for the editor in the browser.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use crate::support::browser::Preview;
use crate::support::sandbox::Sandbox;

const TEXT: &str = "[person]\nname = \"😀\"\n[[section]]\nkind = \"edu";

#[test]
fn the_editor_in_the_browser_gets_answers_in_utf16() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", "[person]\nname = \"Ada\"\n");
    let preview = Preview::start(&sandbox, "edit a.toml", &[]);
    let end = TEXT.encode_utf16().count();
    let place = json!({ "text": TEXT, "offset": end });
    let found = preview.post("/complete", &place).json();
    let start = end - "edu".len();
    assert_eq!((&found["from"], &found["to"]), (&json!(start), &json!(end)));
    let items = found["items"].as_array().expect("a list");
    let education = items.iter().find(|item| item["label"] == "education");
    let education = education.expect("a kind");
    assert_eq!(education["kind"], "value");
    assert_eq!(education["cursor"], "education".len());
    let described = preview.post("/hover", &place).json();
    let shown = described["markdown"].as_str().expect("a text");
    assert!(shown.contains("**kind**"), "{shown}");
    assert_eq!(described["start"], start - 1);
    let nothing = json!({ "text": TEXT, "offset": 9 + 4 + 1 });
    assert_eq!(preview.post("/hover", &nothing).json(), Json::Null);
}

#[test]
fn the_editor_in_the_browser_formats_what_is_toml() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", "[person]\nname = \"Ada\"\n");
    let preview = Preview::start(&sandbox, "edit a.toml", &[]);
    let untidy = json!({ "text": "[person]\nname   =   \"Ada\"" });
    let tidy = preview.post("/format", &untidy).json();
    assert_eq!(tidy["text"], "[person]\nname = \"Ada\"\n");
    let refused = preview.post("/format", &json!({ "text": "[person" }));
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("cannot be formatted"),
        "{}",
        refused.text()
    );
}

#[test]
fn new_sections_have_the_kinds_of_the_format() {
    let sandbox = Sandbox::new();
    let text = "[person]\nname = \"😀\"\n[[section]]\nkind = \"news\"\n";
    sandbox.write("a.toml", text);
    let preview = Preview::start(&sandbox, "edit a.toml", &[]);
    let outline = preview.post("/outline", &json!({ "text": text })).json();
    let section = &outline["sections"][0];
    let start = text.split_once("[[section").expect("a section").0;
    assert_eq!(section["start"], start.encode_utf16().count());
    assert_eq!(section["path"], json!(["section", 0]));
    let kinds = outline["kinds"].as_array().expect("a list");
    let kinds: BTreeSet<&str> = kinds.iter().filter_map(Json::as_str).collect();
    let expected = [
        "experience",
        "education",
        "project",
        "skill",
        "language",
        "publication",
        "certificate",
        "award",
        "interest",
        "reference",
        "news",
        "text",
        "list",
    ];
    assert_eq!(kinds, BTreeSet::from(expected));
    for kind in kinds {
        let edit = json!({ "kind": "add", "what": "section", "at": ["section"], "template": kind });
        let edited = preview
            .post("/edit", &json!({ "text": text, "edit": edit }))
            .json();
        let written = edited["text"].as_str().expect("a text");
        let added = written.matches(&format!("kind = \"{kind}\"")).count();
        assert_eq!(added, if kind == "news" { 2 } else { 1 }, "{written}");
    }
}

#[test]
fn a_page_that_only_shows_has_no_such_answers() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", "[person]\nname = \"Ada\"\n");
    let preview = Preview::start(&sandbox, "preview a.toml", &[]);
    for path in ["/complete", "/hover", "/format"] {
        assert_eq!(preview.post(path, &json!({ "text": "" })).status, 404);
    }
}
