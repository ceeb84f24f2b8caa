//! New parts, selections and the outline.

use serde_json::json;

use super::{assert_edit, at, edited, texts, value};
use crate::ide::edits::{OutlineNode, outline};

#[test]
fn new_parts_have_placeholders_in_the_language_of_the_profile() {
    assert_edit(
        "locale = \"de\"\n\n[person]\nname = \"A\"\n\n# Brief.\n[letter]\nbody = \"b\"\n",
        json!({ "kind": "add", "what": "section", "at": ["section"], "template": "skill" }),
        "locale = \"de\"\n\n[person]\nname = \"A\"\n\n[[skill]]\nname = \"Name\"\nkeywords = [\"Stichwort\"]\n\n# Brief.\n[letter]\nbody = \"b\"\n",
    );
    assert_edit(
        "locale = 'ja'\n",
        json!({ "kind": "add", "what": "section", "at": ["section", 0], "template": "text" }),
        "locale = 'ja'\n\n[[section]]\nkind = \"text\"\nbody = \"A few sentences about your work.\"\n",
    );
}

#[test]
fn new_entries_follow_the_kind_and_the_style_of_their_section() {
    let inline = "[[section]]\nkind = \"skill\"\nentry = [\n  { name = \"a\" }, # why\n]\n";
    assert_edit(
        inline,
        json!({ "kind": "add", "what": "entry", "at": ["section", 0, "entry", 1] }),
        "[[section]]\nkind = \"skill\"\nentry = [\n  { name = \"a\" }, # why\n  { name = \"Name\", keywords = \
         [\"keyword\"] },\n]\n",
    );
    assert_edit(
        inline,
        json!({ "kind": "add", "what": "entry", "at": ["section", 0, "entry", 0] }),
        "[[section]]\nkind = \"skill\"\nentry = [\n  { name = \"Name\", keywords = [\"keyword\"] },\n  { name = \"a\" }, \
         # why\n]\n",
    );
    assert_edit(
        "[[section]]\nkind = \"list\"\n[[section.subsection]]\n[[section.subsection.entry]]\ntext = \"a\"\n",
        json!({ "kind": "add", "what": "entry", "at": ["section", 0, "subsection", 0, "entry"] }),
        "[[section]]\nkind = \"list\"\n[[section.subsection]]\n[[section.subsection.entry]]\ntext = \"a\"\n\n\
         [[section.subsection.entry]]\ntext = \"A line of text.\"\n",
    );
    assert_edit(
        "[[section]]\nkind = \"list\"\n\n# Sub.\n[[section.subsection]]\ntitle = \"a\"\n",
        json!({ "kind": "add", "what": "entry", "at": ["section", 0, "entry"] }),
        "[[section]]\nkind = \"list\"\n\n[[section.entry]]\ntext = \"A line of text.\"\n\n# Sub.\n\
         [[section.subsection]]\ntitle = \"a\"\n",
    );
    assert_edit(
        "section = [{ kind = \"list\" }]\n",
        json!({ "kind": "add", "what": "entry", "at": ["section", 0, "entry"] }),
        "section = [{ kind = \"list\", entry = [{ text = \"A line of text.\" }] }]\n",
    );
}

#[test]
fn new_bullets_go_into_their_list_or_begin_one() {
    let bullet = "\"What you did, and what came of it.\"";
    for (index, before, after) in [
        (
            Some(1),
            "highlights = [\"a\", \"b\"]",
            format!("highlights = [\"a\", {bullet}, \"b\"]"),
        ),
        (
            None,
            "highlights = [\"a\"]",
            format!("highlights = [\"a\", {bullet}]"),
        ),
        (None, "highlights = []", format!("highlights = [{bullet}]")),
        (
            None,
            "highlights = [\n  \"a\" # a\n]",
            format!("highlights = [\n  \"a\", # a\n  {bullet}\n]"),
        ),
        (
            None,
            "title = \"a\" # a\ntags = [\"b\"]",
            format!("title = \"a\" # a\ntags = [\"b\"]\nhighlights = [\n  {bullet},\n]"),
        ),
        (
            None,
            "[[section.highlights]]\ntext = \"a\"",
            format!(
                "[[section.highlights]]\ntext = \"a\"\n\n[[section.highlights]]\ntext = {bullet}"
            ),
        ),
    ] {
        assert_edit(
            &format!("[[section]]\n{before}\n\n[letter]\n"),
            add_bullet(index),
            &format!("[[section]]\n{after}\n\n[letter]\n"),
        );
    }
}

fn add_bullet(index: Option<usize>) -> serde_json::Value {
    match index {
        Some(index) => {
            json!({ "kind": "add", "what": "bullet", "at": ["section", 0, "highlights", index] })
        }
        None => json!({ "kind": "add", "what": "bullet", "at": ["section", 0, "highlights"] }),
    }
}

#[test]
fn what_was_added_or_moved_is_selected() {
    let text = "\u{feff}# é\n\n[[section]]\ntitle = \"a\"\n\n# B.\n[[section]]\ntitle = \"b\"\n";
    let found = edited(
        text,
        json!({ "kind": "move", "path": ["section", 1], "to": 0 }),
    );
    assert_eq!(&found.text[found.selection], "[[section]]\ntitle = \"b\"");
    let found = edited(text, json!({ "kind": "set-layout", "layout": "vita" }));
    assert_eq!(&found.text[found.selection], "\"vita\"");
    let found = edited(text, json!({ "kind": "remove", "path": ["section", 0] }));
    assert_eq!(
        found.selection,
        found.text.find("# B").map(|at| at..at).expect("the rest")
    );
}

#[test]
fn outline_has_sections_with_entries_and_bullets() {
    let text = "\u{feff}locale = \"de\"\n[[section]]\nkind = \"experience\"\nhighlights = [\"**one**\"]\n\
        [[section.entry]]\nposition = { en = \"Cook\", de = \"Köchin\" }\norganization = \"Ñ\"\n\
        highlights = [{ text = \"two\", tags = [\"a\"] }]\n[[section.subsection]]\ntitle = \"Sub\"\n\
        entry = [{ text = \"three\" }, {}]\n";
    let found = outline("", text).expect("TOML");
    let mut lines = Vec::new();
    show(&found, text, 0, &mut lines);
    assert_eq!(
        lines,
        [
            "section Berufserfahrung",
            " bullet **one** = \"**one**\"",
            " entry Ñ, Köchin",
            "  bullet two = { text = \"two\", tags = [\"a\"] }",
            " section Sub",
            "  entry three = { text = \"three\" }",
            "  entry Berufserfahrung = {}",
        ]
    );
    for text in texts() {
        let root = value(&text);
        for node in flat(&outline("", &text).expect("TOML")) {
            at(&mut root.clone(), &node.path);
            assert!(!node.title.is_empty(), "{node:?}");
        }
    }
}

fn flat(nodes: &[OutlineNode]) -> Vec<OutlineNode> {
    let mut all = Vec::new();
    for node in nodes {
        all.push(node.clone());
        all.extend(flat(&node.children));
    }
    all
}

fn show(nodes: &[OutlineNode], text: &str, depth: usize, lines: &mut Vec<String>) {
    for node in nodes {
        let written = &text[node.start..node.end];
        let written = if written.contains('\n') {
            assert!(written.starts_with("[["), "{written}");
            String::new()
        } else {
            format!(" = {written}")
        };
        lines.push(format!(
            "{:depth$}{} {}{written}",
            "", node.kind, node.title
        ));
        show(&node.children, text, depth + 1, lines);
    }
}
