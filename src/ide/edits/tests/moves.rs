//! Moving and removing, there and back.

use serde_json::json;
use toml::Value;

use super::{assert_edit, at, comments, edited, refusal, texts, value};
use crate::ide::edits::EditStep;

/// The paths of all lists with several members.
fn lists(value: &Value, path: &[EditStep], found: &mut Vec<(Vec<EditStep>, usize)>) {
    match value {
        Value::Array(items) => {
            if items.len() > 1 && matches!(path.last(), Some(EditStep::Key(_))) {
                found.push((path.to_vec(), items.len()));
            }
            for (index, item) in items.iter().enumerate() {
                lists(item, &[path, &[EditStep::Index(index)]].concat(), found);
            }
        }
        Value::Table(table) => {
            for (key, member) in table {
                lists(
                    member,
                    &[path, &[EditStep::Key(key.clone())]].concat(),
                    found,
                );
            }
        }
        _ => {}
    }
}

/// Moves members of every list there and back.
fn check_moves(text: &str) {
    let before = value(text);
    let mut found = Vec::new();
    lists(&before, &[], &mut found);
    for (path, count) in found {
        let mut moves = vec![(0, count - 1), (count - 1, 0)];
        moves.extend((count > 2).then_some((1, count - 1)));
        for (from, to) in moves {
            let there = edited(
                text,
                json!({ "kind": "move", "path": member(&path, from), "to": to }),
            );
            let mut expected = before.clone();
            let list = at(&mut expected, &path).as_array_mut().expect("a list");
            let item = list.remove(from);
            list.insert(to, item);
            assert_eq!(
                value(&there.text),
                expected,
                "{path:?} {from} {to}\n{}",
                there.text
            );
            assert_eq!(
                comments(&there.text),
                comments(text),
                "{path:?} {from} {to}"
            );
            let back = edited(
                &there.text,
                json!({ "kind": "move", "path": member(&path, to), "to": from }),
            );
            assert!(back.text == text, "{path:?} {from} {to}\n{}", back.text);
        }
    }
}

fn member(path: &[EditStep], index: usize) -> Vec<EditStep> {
    [path, &[EditStep::Index(index)]].concat()
}

#[test]
fn moving_there_and_back_changes_nothing() {
    for text in texts() {
        check_moves(&text);
    }
}

#[test]
fn line_breaks_of_windows_and_byte_order_marks_stay() {
    for text in texts().iter().take(3) {
        let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let found = edited(
            &text,
            json!({ "kind": "move", "path": ["section", 0], "to": 1 }),
        )
        .text;
        assert!(found.starts_with('\u{feff}'));
        assert_eq!(found.matches("\r\n").count(), found.matches('\n').count());
        let back = edited(
            &found,
            json!({ "kind": "move", "path": ["section", 1], "to": 0 }),
        )
        .text;
        assert!(back == text);
    }
}

#[test]
fn sections_take_their_comments_along() {
    let text = "#:schema a\n# Top.\n\n[person]\nname = \"A\"\n# Below the name.\n\n# Work.\n\n\
        # The first.\n[[section]] # one\nkind = \"experience\"\n\n[[section.entry]]\nposition = \"a\" \
        # position\n\n[letter]\nbody = \"b\"\n\n# ----\n# News.\n\n[[section]]\nkind = \"news\"\n# Below.\n\n# End.\n";
    assert_edit(
        text,
        json!({ "kind": "move", "path": ["section", 0], "to": 1 }),
        "#:schema a\n# Top.\n\n[person]\nname = \"A\"\n# Below the name.\n\n# ----\n# News.\n\n[[section]]\nkind = \
         \"news\"\n# Below.\n\n[letter]\nbody = \"b\"\n\n# Work.\n\n# The first.\n[[section]] # one\nkind = \
         \"experience\"\n\n[[section.entry]]\nposition = \"a\" # position\n\n# End.\n",
    );
}

#[test]
fn a_comment_stays_apart_from_the_next_statement() {
    assert_edit(
        "[[section]]\ntitle = \"a\"\n# Below a.\n\n[[section]]\ntitle = \"b\"\n[[section]]\ntitle = \"c\"\n",
        json!({ "kind": "move", "path": ["section", 0], "to": 1 }),
        "[[section]]\ntitle = \"b\"\n\n[[section]]\ntitle = \"a\"\n# Below a.\n\n[[section]]\ntitle = \"c\"\n",
    );
    assert_edit(
        "[[section]]\ntitle = \"a\"\n[[section]]\ntitle = \"b\"\n\n# Loose.\n\n[[section]]\ntitle = \"c\"\n",
        json!({ "kind": "move", "path": ["section", 2], "to": 1 }),
        "[[section]]\ntitle = \"a\"\n\n# Loose.\n\n[[section]]\ntitle = \"c\"\n\n[[section]]\ntitle = \"b\"\n",
    );
}

#[test]
fn sections_in_several_places_are_joined() {
    let text = "[[section]]\ntitle = \"a\"\n[letter]\nbody = \"x\"\n[[section.entry]]\ntext = \"1\"\n\
        [[section]]\ntitle = \"b\"\n";
    assert_edit(
        text,
        json!({ "kind": "move", "path": ["section", 0], "to": 1 }),
        "[[section]]\ntitle = \"b\"\n[letter]\nbody = \"x\"\n[[section]]\ntitle = \"a\"\n\n[[section.entry]]\ntext = \"1\"\n",
    );
}

#[test]
fn bullets_take_their_comments_along() {
    let text = "[[section]]\nhighlights = [ # opening\n  # about one\n  \"one, 1\", # trailing one\n\n  \
        { text = \"two\", tags = [\"t\"] },\n  \"three\" # trailing three\n  # end\n]\n";
    assert_edit(
        text,
        json!({ "kind": "move", "path": ["section", 0, "highlights", 2], "to": 0 }),
        "[[section]]\nhighlights = [ # opening\n  \"three\", # trailing three\n\n  # about one\n  \"one, 1\", \
         # trailing one\n  { text = \"two\", tags = [\"t\"] }\n  # end\n]\n",
    );
    assert_edit(
        text,
        json!({ "kind": "remove", "path": ["section", 0, "highlights", 2] }),
        "[[section]]\nhighlights = [ # opening\n  # about one\n  \"one, 1\", # trailing one\n\n  \
         { text = \"two\", tags = [\"t\"] }\n  # end\n]\n",
    );
    assert_edit(
        text,
        json!({ "kind": "remove", "path": ["section", 0, "highlights", 0] }),
        "[[section]]\nhighlights = [ # opening\n  { text = \"two\", tags = [\"t\"] },\n  \"three\" # trailing three\n  \
         # end\n]\n",
    );
}

#[test]
fn members_on_one_line_move() {
    assert_edit(
        "[[section]]\nentry = [{ name = \"a\" }, { name = 'b', keywords = ['x', 'y'] }]\n",
        json!({ "kind": "move", "path": ["section", 0, "entry", 1], "to": 0 }),
        "[[section]]\nentry = [{ name = 'b', keywords = ['x', 'y'] }, { name = \"a\" }]\n",
    );
    assert_edit(
        "[[section]]\nhighlights = [\"a\", # about a\n \"b\"]\n",
        json!({ "kind": "move", "path": ["section", 0, "highlights", 0], "to": 1 }),
        "[[section]]\nhighlights = [\"b\",\n \"a\" # about a\n]\n",
    );
}

#[test]
fn the_last_member_takes_its_list_along() {
    assert_edit(
        "[[section]]\ntitle = \"a\"\nhighlights = [\"one\"] # bullets\n",
        json!({ "kind": "remove", "path": ["section", 0, "highlights", 0] }),
        "[[section]]\ntitle = \"a\"\n",
    );
    assert_edit(
        "section = [{ title = \"a\", highlights = [\"one\"] }, { entry = [{ highlights = [\"1\"] }] }]\n",
        json!({ "kind": "remove", "path": ["section", 0, "highlights", 0] }),
        "section = [{ title = \"a\" }, { entry = [{ highlights = [\"1\"] }] }]\n",
    );
}

#[test]
fn removing_a_section_takes_its_comments_along() {
    assert_edit(
        "layout = \"ats\"\n\n# A.\n[[section]]\ntitle = \"a\"\n\n# B.\n[[section]]\ntitle = \"b\"\n# Below b.\n\n# End.\n",
        json!({ "kind": "remove", "path": ["section", 1] }),
        "layout = \"ats\"\n\n# A.\n[[section]]\ntitle = \"a\"\n\n# End.\n",
    );
    assert_edit(
        "layout = \"ats\"\n\n# A.\n[[section]]\ntitle = \"a\"\n\n# B.\n[[section]]\ntitle = \"b\"\n",
        json!({ "kind": "remove", "path": ["section", 0] }),
        "layout = \"ats\"\n\n# B.\n[[section]]\ntitle = \"b\"\n",
    );
}

#[test]
fn parts_that_are_missing_are_refused() {
    let text = "[person]\nname = \"a\"\n[[section]]\nkind = \"text\"\n";
    for (edit, message) in [
        (
            json!({ "kind": "move", "path": ["section", 1], "to": 0 }),
            "the profile has no `section[1]`",
        ),
        (
            json!({ "kind": "move", "path": ["section", 0], "to": 1 }),
            "the profile has no `section[1]`",
        ),
        (
            json!({ "kind": "move", "path": ["section"], "to": 0 }),
            "the profile has no `section`",
        ),
        (
            json!({ "kind": "move", "path": [], "to": 0 }),
            "the profile has no ``",
        ),
        (
            json!({ "kind": "move", "path": [0, 0], "to": 0 }),
            "the profile has no `[0][0]`",
        ),
        (
            json!({ "kind": "remove", "path": ["person", "name", 0] }),
            "the profile has no `person.name[0]`",
        ),
        (
            json!({ "kind": "add", "what": "entry", "at": ["section", 4, "entry", 0] }),
            "the profile has no `section[4].entry[0]`",
        ),
        (
            json!({ "kind": "add", "what": "section", "at": ["section"], "template": "x" }),
            "there is no kind of section `x`",
        ),
        (
            json!({ "kind": "set-option", "layout": "name", "name": "x", "value": {} }),
            "`x` cannot be a table",
        ),
    ] {
        assert_eq!(refusal(text, edit), message);
    }
    assert!(refusal("a = ", json!({ "kind": "set-layout", "layout": "vita" })).contains("value"));
}
