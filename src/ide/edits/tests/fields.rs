//! Fields of parts, as a form shows and sets them.

use serde_json::{Value as Json, json};
use toml::Value;

use super::{assert_edit, comments, edited, refusal, texts, value};
use crate::ide::edits::{EditStep, FormInput, OutlineNode, PartForm, form, outline};

/// Returns the forms of the person and of all sections and entries.
fn forms(text: &str) -> Vec<PartForm> {
    fn add(nodes: &[OutlineNode], starts: &mut Vec<usize>) {
        for node in nodes.iter().filter(|node| node.kind != "bullet") {
            starts.push(node.start);
            add(&node.children, starts);
        }
    }
    let mut starts = vec![0];
    add(&outline("", text).expect("an outline"), &mut starts);
    let forms = starts.into_iter();
    forms
        .filter_map(|start| form("", text, start).expect("TOML"))
        .collect()
}

fn set(path: &[EditStep], value: &Json) -> Json {
    json!({ "kind": "set-field", "path": path, "value": value })
}

fn field_path(form: &PartForm, name: &str) -> Vec<EditStep> {
    [form.path.as_slice(), &[EditStep::Key(name.to_owned())]].concat()
}

/// Returns the value at a path of a profile in the long form of sections.
fn at<'v>(value: &'v Value, path: &[EditStep]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match step {
        EditStep::Key(key) => value.get(key),
        EditStep::Index(index) => value.get(index),
    })
}

#[test]
fn setting_and_emptying_a_field_changes_nothing() {
    let mut count = 0;
    for text in texts() {
        for form in forms(&text) {
            let is_free = |input| matches!(input, FormInput::Line | FormInput::Paragraphs);
            let free = form
                .fields
                .iter()
                .find(|field| field.value.is_none() && is_free(field.input));
            let Some(field) = free else {
                continue;
            };
            let path = field_path(&form, field.name);
            let request: crate::ide::edits::ProfileEdit =
                serde_json::from_value(set(&path, &json!("a\"b"))).expect("an edit");
            // A section in the short form has no table of its own.
            let Ok(found) = crate::ide::edits::apply("", &text, &request) else {
                assert_eq!(form.kind, "section");
                continue;
            };
            assert_eq!(comments(&found.text), comments(&text));
            assert!(
                found.text[found.selection.clone()].contains("a\\\"b")
                    || found.text[found.selection].contains("a\"b")
            );
            assert_edit(&found.text, set(&path, &Json::Null), &text);
            assert_edit(&found.text, set(&path, &json!(" ")), &text);
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn every_value_that_a_form_shows_can_be_changed_and_nothing_else_changes() {
    let mut count = 0;
    for text in texts() {
        for form in forms(&text).iter().step_by(4) {
            for field in &form.fields {
                let Some(Json::String(shown)) = &field.value else {
                    continue;
                };
                let path = field_path(form, field.name);
                let written = format!("{shown}\n\nÄ \"quoted\" \\ text");
                let found = edited(&text, set(&path, &json!(written))).text;
                assert_eq!(comments(&found), comments(&text));
                // Set back, it is the same profile.
                let back = edited(&found, set(&path, &json!(shown))).text;
                let before = value(&text);
                if at(&before, &path).is_some_and(Value::is_str) {
                    assert_eq!(value(&back), before, "{path:?}");
                    assert_eq!(
                        at(&value(&found), &path).and_then(Value::as_str),
                        Some(&*written.replace("nan", "1.5"))
                    );
                }
                count += 1;
            }
        }
    }
    assert!(count > 150, "{count}");
}

#[test]
fn a_form_has_the_fields_of_its_part_those_of_a_new_one_first() {
    let text = "[person]\nname = \"Ada\"\n\n[[education]]\ninstitution = \"Example\"\n\
                highlights = [\"One\", \"Two\"]\nmeta = { GPA = \"4\" }\n";
    let person = form("", text, 0).expect("TOML").expect("a form");
    assert_eq!((person.kind, person.fields[0].name), ("person", "name"));
    assert_eq!(person.fields[0].value, Some(json!("Ada")));
    let place = text.find("Two").expect("a bullet");
    let entry = form("", text, place).expect("TOML").expect("a form");
    let names: Vec<&str> = entry.fields.iter().map(|field| field.name).collect();
    assert_eq!(names[..3], ["institution", "degree", "area"], "{names:?}");
    let bullets = entry.bullets.expect("bullets");
    let bullets: Vec<_> = bullets
        .iter()
        .map(|bullet| (bullet.value.as_deref(), bullet.is_at))
        .collect();
    assert_eq!(bullets, [(Some("One"), false), (Some("Two"), true)]);
    let meta = entry.fields.iter().find(|field| field.name == "meta");
    let meta = meta.expect("a field");
    assert_eq!((meta.input, &meta.value), (FormInput::Text, &None));
}

#[test]
fn a_bullet_is_set_and_a_table_is_not_replaced_by_a_value() {
    let text = "[[experience]]\norganization = \"A\"\nhighlights = [\n  \"One\", # first\n  \"Two\",\n]\n[experience.meta]\na = \"1\"\n";
    let path = json!(["section", 0, "entry", 0, "highlights", 0]);
    assert_edit(
        text,
        json!({ "kind": "set-field", "path": path, "value": "Three" }),
        &text.replace("One", "Three"),
    );
    let path = json!(["section", 0, "entry", 0, "meta"]);
    let refused = refusal(
        text,
        json!({ "kind": "set-field", "path": path, "value": "x" }),
    );
    assert!(refused.contains("meta"), "{refused}");
    let path = json!(["section", 3, "entry", 0, "position"]);
    let refused = refusal(
        text,
        json!({ "kind": "set-field", "path": path, "value": "x" }),
    );
    assert!(refused.contains("section[3]"), "{refused}");
}

#[test]
fn a_letter_is_added_in_the_language_of_the_profile_and_has_a_form() {
    let text = "locale = \"de\"\n\n[person]\nname = \"Ada\"\n\n[[skill]]\nname = \"Rust\"\n";
    let found = edited(text, json!({ "kind": "add-letter" }));
    assert!(
        found
            .text
            .contains("opening = \"Sehr geehrte Damen und Herren,\"")
    );
    let form = form("", &found.text, found.selection.end);
    let form = form.expect("TOML").expect("a form");
    assert_eq!(
        (form.kind, form.path),
        ("letter", vec![EditStep::Key("letter".to_owned())])
    );
    let refused = refusal(&found.text, json!({ "kind": "add-letter" }));
    assert!(refused.contains("already"), "{refused}");
    for text in texts() {
        if value(&text).get("letter").is_none() {
            let found = edited(&text, json!({ "kind": "add-letter" })).text;
            assert_eq!(comments(&found), comments(&text));
            let mut after = value(&found);
            let letter = after.as_table_mut().expect("a table").remove("letter");
            assert!(letter.is_some_and(|letter| letter.get("body").is_some()));
            assert_eq!(after, value(&text));
        }
    }
}

#[test]
fn forms_lead_from_each_part_to_the_next_and_back() {
    for text in texts() {
        let mut place = 0;
        let mut seen = Vec::new();
        while let Some(form) = form("", &text, place).expect("TOML") {
            assert!(!seen.contains(&form.path), "{:?} again", form.path);
            seen.push(form.path);
            match form.next {
                Some(next) => place = next,
                None => break,
            }
        }
        for section in outline("", &text).expect("an outline") {
            let mut entries = section.children.iter().filter(|node| node.kind == "entry");
            assert!(entries.all(|entry| seen.contains(&entry.path)), "{seen:?}");
        }
    }
}
