//! Edits of the shipped profiles and samples, and of texts in every style.

use std::path::{Path, PathBuf};

use serde_json::json;
use toml::Value;

use super::*;

fn edited(text: &str, edit: serde_json::Value) -> EditedText {
    let edit: ProfileEdit = serde_json::from_value(edit).expect("an edit");
    apply(text, &edit).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

#[track_caller]
fn assert_edit(text: &str, edit: serde_json::Value, expected: &str) {
    let found = edited(text, edit).text;
    assert!(
        found == expected,
        "\n--- expected\n{expected}\n--- found\n{found}"
    );
}

fn refusal(text: &str, edit: serde_json::Value) -> String {
    let edit: ProfileEdit = serde_json::from_value(edit).expect("an edit");
    match apply(text, &edit) {
        Ok(edited) => panic!("{}", edited.text),
        Err(problems) => problems
            .iter()
            .map(|problem| problem.message.clone())
            .collect(),
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect();
    files.sort();
    files
}

/// The shipped profiles, the samples, and a profile with every kind of value.
fn texts() -> Vec<String> {
    let folders = [
        "profiles",
        "src/ide/samples/en",
        "src/ide/samples/zh-Hans",
        "tests/corpus/profile",
    ];
    let paths = folders.iter().flat_map(|folder| files(folder));
    paths
        .map(|path| std::fs::read_to_string(path).expect("a text"))
        .collect()
}

/// Returns the values of a text, with a number for `nan`, which is not equal to itself.
fn value(text: &str) -> Value {
    let text = text.trim_start_matches('\u{feff}').replace("nan", "1.5");
    text.parse::<toml::Table>().expect("TOML").into()
}

fn at<'v>(root: &'v mut Value, path: &[EditStep]) -> &'v mut Value {
    path.iter().fold(root, |value, step| match step {
        EditStep::Key(key) => value.get_mut(key.as_str()).expect("a key"),
        EditStep::Index(index) => value.get_mut(*index).expect("a member"),
    })
}

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

fn comments(text: &str) -> Vec<&str> {
    let tokens = toml_parser::Source::new(text).lex().into_vec();
    let comments = tokens
        .into_iter()
        .filter(|token| token.kind() == toml_parser::lexer::TokenKind::Comment);
    let mut comments: Vec<&str> = comments
        .map(|token| text[token.span().start()..token.span().end()].trim_end())
        .collect();
    comments.sort_unstable();
    comments
}

/// Moves members of every list there and back.
fn check_moves(text: &str) {
    let before = value(text);
    let mut found = Vec::new();
    lists(&before, &[], &mut found);
    for (path, count) in found {
        let member = |index| [path.as_slice(), &[EditStep::Index(index)]].concat();
        let mut moves = vec![(0, count - 1), (count - 1, 0)];
        moves.extend((count > 2).then_some((1, count - 1)));
        for (from, to) in moves {
            let there = edited(
                text,
                json!({ "kind": "move", "path": member(from), "to": to }),
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
                json!({ "kind": "move", "path": member(to), "to": from }),
            );
            assert!(back.text == text, "{path:?} {from} {to}\n{}", back.text);
        }
    }
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
fn setting_and_unsetting_an_option_changes_nothing() {
    for text in texts() {
        let before = value(&text);
        for (layout, name) in [
            (Some("compact"), "zeal"),
            (None, "zeal"),
            (Some("vita"), "zeal"),
        ] {
            let set =
                json!({ "kind": "set-option", "layout": layout, "name": name, "value": "a\"b" });
            let found = edited(&text, set).text;
            let mut expected = before.clone();
            let root = expected.as_table_mut().expect("a table");
            let design = root
                .entry("design")
                .or_insert_with(|| toml::Table::new().into());
            let mut table = design.as_table_mut().expect("a table");
            if let Some(layout) = layout {
                let own = table
                    .entry(layout)
                    .or_insert_with(|| toml::Table::new().into());
                table = own.as_table_mut().expect("a table");
            }
            table.insert(name.to_owned(), "a\"b".into());
            assert_eq!(value(&found), expected, "{found}");
            assert_eq!(comments(&found), comments(&text));
            let unset =
                json!({ "kind": "set-option", "layout": layout, "name": name, "value": null });
            assert_edit(&found, unset, &text);
        }
    }
}

#[test]
fn an_option_is_set_where_it_is_set_already() {
    let set = |value| json!({ "kind": "set-option", "layout": "compact", "name": "dates", "value": value });
    for (before, after) in [
        (
            "[design]\ndates = \"long\" # why\n",
            "[design]\ndates = \"iso\" # why\n",
        ),
        (
            "design.dates = 'long'\n[person]\n",
            "design.dates = \"iso\"\n[person]\n",
        ),
        (
            "design = { dates = 1, compact = { dates = 'long' } }\n",
            "design = { dates = 1, compact = { dates = \"iso\" } }\n",
        ),
        (
            "[design]\ndates = 1\n[design.compact]\ndates = 'long'\n",
            "[design]\ndates = 1\n[design.compact]\ndates = \"iso\"\n",
        ),
    ] {
        assert_edit(before, set("iso"), after);
    }
}

#[test]
fn tables_of_options_are_made_where_they_belong() {
    let set = |layout: Option<&str>| json!({ "kind": "set-option", "layout": layout, "name": "dates", "value": "iso" });
    let compact = set(Some("compact"));
    for (edit, before, after) in [
        (&compact, "", "[design.compact]\ndates = \"iso\"\n"),
        (
            &compact,
            "# A.\n",
            "# A.\n\n[design.compact]\ndates = \"iso\"\n",
        ),
        (
            &compact,
            "layout = 'ats'",
            "layout = 'ats'\n\n[design.compact]\ndates = \"iso\"",
        ),
        (
            &compact,
            "[person]\nname = \"a\"\n\n# Sections.\n[[section]]\ntitle = \"b\"\n",
            "[person]\nname = \"a\"\n\n[design.compact]\ndates = \"iso\"\n\n# Sections.\n[[section]]\ntitle = \"b\"\n",
        ),
        (
            &compact,
            "[design]\nfont = 'x'\n\n[design.ats]\nmono = true\n\n[letter]\n",
            "[design]\nfont = 'x'\n\n[design.ats]\nmono = true\n\n[design.compact]\ndates = \"iso\"\n\n[letter]\n",
        ),
        (
            &compact,
            "design.compact.font = 'x'\n[person]\n",
            "design.compact.font = 'x'\ndesign.compact.dates = \"iso\"\n[person]\n",
        ),
        (
            &compact,
            "design.font = 'x'\n[person]\n",
            "design.font = 'x'\ndesign.compact = { dates = \"iso\" }\n[person]\n",
        ),
        (
            &compact,
            "design = {}\n",
            "design = { compact = { dates = \"iso\" } }\n",
        ),
        (
            &compact,
            "design = { font = 'x' }\n",
            "design = { font = 'x', compact = { dates = \"iso\" } }\n",
        ),
        (
            &set(None),
            "[design.compact]\nmono = true\n",
            "[design]\ndates = \"iso\"\n\n[design.compact]\nmono = true\n",
        ),
        (
            &set(None),
            "  [design] # a\n  font = 'x' # b\n\n[[section]]\n",
            "  [design] # a\n  font = 'x' # b\n  dates = \"iso\"\n\n[[section]]\n",
        ),
    ] {
        assert_edit(before, edit.clone(), after);
    }
}

#[test]
fn an_option_of_a_variant_is_set_in_the_variant() {
    let text =
        "[design]\ndates = \"long\"\n\n[variant.a]\ndesign = { dates = \"iso\" }\nlayout = 'ats'\n";
    assert_edit(
        text,
        json!({ "kind": "set-option", "layout": "ats", "variant": "a", "name": "dates", "value": "short" }),
        "[design]\ndates = \"long\"\n\n[variant.a]\ndesign = { dates = \"short\" }\nlayout = 'ats'\n",
    );
    assert_edit(
        text,
        json!({ "kind": "set-option", "layout": "ats", "variant": "a", "name": "dates", "value": null }),
        "[design]\ndates = \"long\"\n\n[variant.a]\nlayout = 'ats'\n",
    );
    assert_edit(
        text,
        json!({ "kind": "set-layout", "layout": "vita", "variant": "a" }),
        "[design]\ndates = \"long\"\n\n[variant.a]\ndesign = { dates = \"iso\" }\nlayout = \"vita\"\n",
    );
}

#[test]
fn the_layout_comes_first() {
    let set = json!({ "kind": "set-layout", "layout": "vita" });
    for (before, after) in [
        ("", "layout = \"vita\"\n"),
        ("layout = 'ats' # a\n", "layout = \"vita\" # a\n"),
        (
            "#:schema a\n# A.\nlocale = 'de'\n",
            "#:schema a\nlayout = \"vita\"\n# A.\nlocale = 'de'\n",
        ),
        (
            "# Top.\n\n[person]\nname = 'a'\n",
            "# Top.\n\nlayout = \"vita\"\n\n[person]\nname = 'a'\n",
        ),
        ("[person]\n", "layout = \"vita\"\n\n[person]\n"),
    ] {
        assert_edit(before, set.clone(), after);
    }
}

#[test]
fn values_are_written_as_toml() {
    let set = |value: serde_json::Value| {
        let edit = json!({ "kind": "set-option", "layout": null, "name": "x", "value": value });
        edited("", edit).text
    };
    assert_eq!(set(json!(true)), "[design]\nx = true\n");
    assert_eq!(set(json!(0.96)), "[design]\nx = 0.96\n");
    assert_eq!(set(json!(2)), "[design]\nx = 2\n");
    assert_eq!(set(json!(["a", "b"])), "[design]\nx = [\"a\", \"b\"]\n");
    for hostile in [
        "\"\n[person]\n",
        "'''",
        "\\",
        "\u{0}",
        "é\u{202e}",
        "\"\"\"\\",
    ] {
        let text = set(json!(hostile));
        assert_eq!(
            value(&text)["design"]["x"].as_str(),
            Some(hostile),
            "{text}"
        );
    }
}

#[test]
fn keys_that_are_not_bare_are_quoted() {
    let edit = json!({ "kind": "set-option", "layout": "a.b\"]\n", "name": "x y", "value": 1 });
    let text = edited("", edit).text;
    assert_eq!(
        value(&text)["design"]["a.b\"]\n"]["x y"].as_integer(),
        Some(1),
        "{text}"
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

#[test]
fn new_parts_have_placeholders_in_the_language_of_the_profile() {
    assert_edit(
        "locale = \"de\"\n\n[person]\nname = \"A\"\n\n# Brief.\n[letter]\nbody = \"b\"\n",
        json!({ "kind": "add", "what": "section", "at": ["section"], "template": "skill" }),
        "locale = \"de\"\n\n[person]\nname = \"A\"\n\n[[section]]\nkind = \"skill\"\n\n[[section.entry]]\nname = \
         \"Name\"\nkeywords = [\"Stichwort\"]\n\n# Brief.\n[letter]\nbody = \"b\"\n",
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
    let add = |index: Option<usize>| match index {
        Some(index) => {
            json!({ "kind": "add", "what": "bullet", "at": ["section", 0, "highlights", index] })
        }
        None => json!({ "kind": "add", "what": "bullet", "at": ["section", 0, "highlights"] }),
    };
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
            add(index),
            &format!("[[section]]\n{after}\n\n[letter]\n"),
        );
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
    let outline = outline(text).expect("TOML");
    let mut lines = Vec::new();
    show(&outline, text, 0, &mut lines);
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
        for node in flat(&super::outline(&text).expect("TOML")) {
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
