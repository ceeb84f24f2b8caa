//! Edits of sections in the short form.

use serde_json::json;

use super::{assert_edit, edited, refusal};
use crate::ide::edits::{in_short_form, outline};

/// Entries of two kinds, interleaved, around a section in the long form.
const MIXED: &str = r#"[person]
name = "A"

# First.
[[experience]]
organization = "a"

[[experience.role]]
position = "r"

[[education]]
institution = "e"

[[section]]
kind = "list"

[[section.entry]]
text = "l"

[[experience]] # second
organization = "b"
"#;

fn titles(text: &str) -> Vec<String> {
    let sections = outline("", text).expect("TOML");
    let children = sections.into_iter().flat_map(|section| {
        assert!(text[section.start..section.end].starts_with("[["));
        let entries = section.children.into_iter().map(|entry| {
            assert!(text[entry.start..entry.end].contains(&entry.title));
            format!("  {}", entry.title)
        });
        std::iter::once(section.title)
            .chain(entries)
            .collect::<Vec<_>>()
    });
    children.collect()
}

#[test]
fn the_outline_shows_sections_in_the_order_of_their_first_entries() {
    assert_eq!(
        titles(MIXED),
        [
            "Experience",
            "  a",
            "  b",
            "Education",
            "  e",
            "Further Information",
            "  l"
        ]
    );
    let words = format!("{MIXED}[words]\nexperience = \"Jobs\"\n");
    assert_eq!(titles(&words)[0], "Jobs");
}

#[test]
fn sections_move_with_all_their_entries() {
    let moved = edited(
        MIXED,
        json!({ "kind": "move", "path": ["section", 0], "to": 2 }),
    );
    assert_eq!(
        titles(&moved.text),
        [
            "Education",
            "  e",
            "Further Information",
            "  l",
            "Experience",
            "  a",
            "  b"
        ]
    );
    assert!(
        moved
            .text
            .contains("# First.\n[[experience]]\norganization = \"a\"")
    );
    assert!(moved.text.contains("[[experience]] # second\n"));
    let moved = edited(
        MIXED,
        json!({ "kind": "move", "path": ["section", 1], "to": 0 }),
    );
    assert_eq!(titles(&moved.text)[0], "Education");
    assert!(moved.text[moved.selection].starts_with("[[education]]"));
}

#[test]
fn entries_move_and_take_their_tables_along() {
    let edit = json!({ "kind": "move", "path": ["section", 0, "entry", 0], "to": 1 });
    let moved = edited(MIXED, edit).text;
    assert_eq!(titles(&moved)[..3], ["Experience", "  b", "  a"]);
    assert!(moved.ends_with("organization = \"a\"\n\n[[experience.role]]\nposition = \"r\"\n"));
}

#[test]
fn parts_are_removed() {
    assert_edit(
        "[[experience]]\nposition = \"a\"\n\n[[skill]]\nname = \"b\"\n\n[[experience]]\nposition = \"c\"\n",
        json!({ "kind": "remove", "path": ["section", 0] }),
        "[[skill]]\nname = \"b\"\n",
    );
    assert_edit(
        "[[skill]]\nname = \"b\"\n\n[[skill]]\nname = \"c\"\n",
        json!({ "kind": "remove", "path": ["section", 0, "entry", 0] }),
        "[[skill]]\nname = \"c\"\n",
    );
    assert_edit(
        "skill = [{ name = \"b\" }]\nlocale = \"en\"\n",
        json!({ "kind": "remove", "path": ["section", 0, "entry", 0] }),
        "locale = \"en\"\n",
    );
}

#[test]
fn new_entries_stand_under_the_name_of_their_kind() {
    assert_edit(
        "[[interest]]\nname = \"b\"\n\n[letter]\nbody = \"c\"\n",
        json!({ "kind": "add", "what": "entry", "at": ["section", 0, "entry"] }),
        "[[interest]]\nname = \"b\"\n\n[[interest]]\nname = \"Name\"\n\n[letter]\nbody = \"c\"\n",
    );
    assert_edit(
        "interest = [{ name = \"b\" }]\n",
        json!({ "kind": "add", "what": "entry", "at": ["section", 0, "entry", 0] }),
        "interest = [{ name = \"Name\" }, { name = \"b\" }]\n",
    );
    assert_edit(
        "[[experience]]\nposition = \"a\"\n",
        json!({ "kind": "add", "what": "bullet", "at": ["section", 0, "entry", 0, "highlights"] }),
        "[[experience]]\nposition = \"a\"\nhighlights = [\n  \"What you did, and what came of it.\",\n]\n",
    );
}

#[test]
fn new_sections_have_the_form_of_the_others() {
    let add =
        json!({ "kind": "add", "what": "section", "at": ["section"], "template": "interest" });
    let short = "[[interest]]\nname = \"Name\"\n";
    let long = "[[section]]\nkind = \"interest\"\n\n[[section.entry]]\nname = \"Name\"\n";
    let skill = "[[skill]]\nname = \"b\"\n";
    assert_edit("", add.clone(), short);
    assert_edit(skill, add.clone(), &format!("{skill}\n{short}"));
    let list = "[[section]]\nkind = \"list\"\n";
    assert_edit(list, add.clone(), &format!("{list}\n{long}"));
    // A second section of the kind needs a title.
    let titled = long.replace("\n\n[[", "\ntitle = \"Title\"\n\n[[");
    assert_edit(short, add, &format!("{short}\n{titled}"));
}

#[test]
fn what_the_short_form_cannot_have_is_refused() {
    for part in ["highlights", "subsection"] {
        let edit = json!({ "kind": "add", "what": "bullet", "at": ["section", 0, part] });
        refusal("skill = [{ name = \"a\" }]\n", edit.clone());
        refusal("[[skill]]\nname = \"a\"\n", edit);
    }
    for (name, line) in [
        ("skill", "skill = [{ name = \"a\" }]"),
        ("section", "section = [{ kind = \"list\" }]"),
    ] {
        assert_eq!(
            refusal(
                &format!("{line}\n[[interest]]\nname = \"b\"\n"),
                json!({ "kind": "move", "path": ["section", 0], "to": 1 }),
            ),
            format!("`{name}` is written in one line; write `[[{name}]]` for each of its tables")
        );
    }
}

#[test]
fn sections_with_nothing_but_entries_become_short() {
    let long = "# Top.\n[[section]] # a\nkind = \"experience\" # b\n# c\n\n# d\n[[section.entry]]\nposition = \"p\"\n\n\
        [section.entry.project]\nname = \"n\"\n\n[[section]]\nkind = \"skill\"\nentry = [\n  { name = \"a\", keywords = \
        [\"b\"] },\n  { name = \"c\" },\n]\n";
    assert_eq!(
        in_short_form("", long).expect("TOML"),
        "# Top.\n# a\n# b\n# c\n# d\n[[experience]]\nposition = \"p\"\n\n[experience.project]\nname = \"n\"\n\n\
         [[skill]]\nname = \"a\"\nkeywords = [\"b\"]\n\n[[skill]]\nname = \"c\"\n"
    );
    for more in [
        "[[section]]\nkind = \"skill\"\ncolumns = 1\n\n[[section.entry]]\nname = \"a\"\n",
        "[[section]]\nkind = \"skill\"\nentry = [\n  # why\n  { name = \"a\" },\n]\n",
        "[[section]]\nkind = \"none\"\nentry = [{ name = \"a\" }]\n",
        "[[section]]\nkind = \"skill\"\nentry = [{ name = \"a\" }]\n[[section]]\nkind = \"skill\"\nbody = \"b\"\n",
        "[[section]]\nkind = \"skill\"\nentry = [\"a\"]\n",
        "section = [{ kind = \"skill\", entry = [{ name = \"a\" }] }]\n",
    ] {
        assert_eq!(in_short_form("", more).expect("TOML"), more);
    }
}

#[test]
fn the_title_of_the_only_section_of_a_kind_becomes_its_word() {
    let long = "[[section]]\nkind = \"skill\"\ntitle = { de = \"Werkzeuge\", en = \"Tools\" } # t\n\n[[section.entry]]\n\
        name = \"a\"\n";
    let short =
        "[words]\nskill = { de = \"Werkzeuge\", en = \"Tools\" }\n\n# t\n[[skill]]\nname = \"a\"\n";
    assert_eq!(in_short_form("", long).expect("TOML"), short);
    let plain = long.replace("{ de = \"Werkzeuge\", en = \"Tools\" } # t", "'Tools'");
    let with_words = format!("[words]\npage = \"p\"\n\n{plain}");
    assert_eq!(
        in_short_form("", &with_words).expect("TOML"),
        "[words]\npage = \"p\"\nskill = 'Tools'\n\n[[skill]]\nname = \"a\"\n"
    );
    for more in [
        "[words]\nskill = \"Skills\"\n",
        "[variant.a]\nhide = [\"Tools\"]\n",
        "[[section]]\ntitle = \"More\"\n\n[[section.subsection]]\nkind = \"skill\"\n",
    ] {
        let text = format!("{plain}\n{more}");
        assert_eq!(in_short_form("", &text).expect("TOML"), text);
    }
    for other in ["\"*Tools*\"", "\"\"", "{ de = \"\" }", "4"] {
        let text = plain.replace("'Tools'", other);
        assert_eq!(in_short_form("", &text).expect("TOML"), text);
    }
}
