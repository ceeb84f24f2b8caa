//! Words of other formats and languages lead to the fields of a profile: each word of
//! `src/profile/synonyms.toml` is written in its table, and the message must name the field.

use std::collections::BTreeMap;

use cvpress::diagnostic::Diagnostics;
use cvpress::pipeline::{RenderOptions, check_profile};
use cvpress::profile::Input;

use crate::support::rendering::ENGINE;

/// The words of each table: a field, or the TOML to write instead, and the words for it.
type Words = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The tables of words for kinds.
const KINDS: [&str; 2] = ["kind", "heading"];

const PERSON: &str = "[person]\nname = \"Mira Okafor\"\n";

/// Words that are fields of other kinds, where the message is another one.
const FIELD_OF_ANOTHER_KIND: &str = "field-of-another-kind";

fn words() -> Words {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/profile/synonyms.toml");
    let text = std::fs::read_to_string(path).expect("the synonyms");
    toml::from_str(&text).expect("lists of words")
}

/// Returns the start of a profile after which keys belong to a table of words.
fn header_of(table: &str) -> String {
    match table {
        "profile" => String::new(),
        "person" => PERSON.to_owned(),
        "account" => format!("{PERSON}[[person.links]]\n"),
        "residence" => format!("{PERSON}[person.residence]\n"),
        "section" => format!("{PERSON}[[section]]\nkind = \"project\"\n"),
        // Text has no fields of its own, so that the words of all kinds are meant.
        "entry" => format!("{PERSON}[[section]]\nkind = \"text\"\n[[section.entry]]\n"),
        "link" => format!("{PERSON}[[section]]\nkind = \"project\"\n[[section.entry.links]]\n"),
        "detail" => format!("{PERSON}[[section]]\nkind = \"project\"\n[[section.entry.details]]\n"),
        "bullet" => {
            format!("{PERSON}[[section]]\nkind = \"project\"\n[[section.entry.highlights]]\n")
        }
        "signature" => format!("{PERSON}[signature]\n"),
        "letter" => format!("{PERSON}[letter]\n"),
        "variant" => format!("{PERSON}[variant.short]\n"),
        "design" => format!("{PERSON}[design]\n"),
        kind => format!("{PERSON}[[section]]\nkind = \"{kind}\"\n[[section.entry]]\n"),
    }
}

fn problems(profile: String) -> Diagnostics {
    let input = Input::Bytes {
        name: "cv.toml".to_owned(),
        files: std::path::PathBuf::from(".").into(),
        bytes: profile.into_bytes().into(),
    };
    check_profile(&input, &RenderOptions::default(), &ENGINE)
}

/// Returns the hint for a key in a table of words, and whether it is a field of another kind.
fn hint_for(table: &str, word: &str) -> Option<String> {
    let profile = format!("{}\"{word}\" = \"x\"\n", header_of(table));
    let problems = problems(profile);
    let mut hints = problems.iter().filter(|problem| {
        let rule = problem.rule.to_string();
        let is_about_key =
            ["unknown-key", "unknown-option", FIELD_OF_ANOTHER_KIND].contains(&rule.as_str());
        is_about_key && problem.message.contains(&format!("`{word}`"))
    });
    hints
        .next()
        .and_then(|problem| problem.hints.first().cloned())
}

#[test]
fn each_word_leads_to_its_field() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (table, meanings) in words() {
        // The others have labels in the languages of profiles.
        if KINDS.contains(&table.as_str()) || table.starts_with(char::is_uppercase) {
            continue;
        }
        for (meant, words) in meanings {
            for word in words {
                count += 1;
                let hint = hint_for(&table, &word).unwrap_or_default();
                // A fact and half a name have the value of the profile, and so has advice in words.
                let with_value = match meant.split_once(" = ") {
                    _ if meant.contains('`') => meant.replace("\"…\"", "\"x\""),
                    Some((fact, _)) => format!("`{fact} = \"x"),
                    None => format!("`{meant}`"),
                };
                if !hint.contains(&format!("`{meant}`")) && !hint.contains(&with_value) {
                    wrong.push(format!("{table}.{word} → {meant}: {hint}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 250, "{count} words");
}

#[test]
fn each_word_for_a_kind_leads_to_it() {
    let mut words = words();
    let kinds = KINDS.map(|table| words.remove(table).expect("words for kinds"));
    for (kind, words) in kinds.into_iter().flatten() {
        for word in words {
            if word == kind {
                continue;
            }
            let profile = format!("{PERSON}[[section]]\nkind = \"{word}\"\n");
            let problems = problems(profile);
            let hint = problems
                .iter()
                .find_map(|problem| problem.hints.first().cloned());
            let hint = hint.unwrap_or_default();
            assert!(
                hint.contains(&format!("`{kind}`")),
                "{word} → {kind}: {hint}"
            );
        }
    }
}

#[test]
fn no_hint_offers_more_than_eight_names() {
    for table in words().into_keys() {
        if KINDS.contains(&table.as_str()) {
            continue;
        }
        let hint = hint_for(&table, "zzzzqqqq").unwrap_or_default();
        let names = hint.matches('`').count() / 2;
        assert!((1..=9).contains(&names), "{table}: {hint}");
    }
}
