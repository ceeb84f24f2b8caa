//! The record of ORCID: every text is in the profile.

use cvpress::import::{Imported, Origin};
use serde_json::Value;

use crate::support::imports::{
    assert_profile, assert_renders, import_bytes, long_tables, missing_lines,
};
use crate::support::rendering::short_messages;

const RECORD: &str = include_str!("../corpus/import/orcid.json");

/// Keys of what ORCID notes about items, which `docs/from-orcid.md` lists.
const ABOUT_ITEMS: [&str; 14] = [
    "created-date",
    "disambiguated-organization",
    "display-index",
    "external-id-normalized",
    "external-id-relationship",
    "history",
    "host",
    "language-code",
    "last-modified-date",
    "path",
    "preferences",
    "put-code",
    "source",
    "visibility",
];

/// Returns the texts of a record. The parts of a date are one text.
fn texts(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::String(text) => all.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, all)),
        Value::Object(members) if members.contains_key("year") => {
            let parts = ["year", "month", "day"].map(|part| members[part]["value"].as_str());
            all.push(parts.into_iter().flatten().collect::<Vec<_>>().join("-"));
        }
        Value::Object(members) => {
            for (key, value) in members {
                if !ABOUT_ITEMS.contains(&key.as_str()) {
                    texts(value, all);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[track_caller]
fn imported(text: &str) -> Imported {
    import_bytes("record.json", text.as_bytes())
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

#[track_caller]
fn tables(imported: &Imported) -> toml::Table {
    long_tables(&imported.profile)
}

#[test]
fn every_text_is_in_the_profile() {
    let imported = imported(RECORD);
    assert_eq!(imported.origin, Origin::Orcid);
    assert_eq!(imported.person.as_deref(), Some("Solveig Anand-Pierce"));
    let mut all = Vec::new();
    texts(&serde_json::from_str(RECORD).expect("JSON"), &mut all);
    assert!(all.len() > 100, "{}", all.len());
    for text in all {
        // The address of an account is its user name.
        let text = text
            .replace("https://orcid.org/", "")
            .replace("https://github.com/", "");
        let text = text.replace("https://doi.org/", "");
        let missing = missing_lines(&imported.profile, &text);
        assert_eq!(missing, Vec::<&str>::new(), "{}", imported.profile);
    }
    assert_profile(&imported);
}

#[test]
fn all_layouts_show_it() {
    assert_renders(&imported(RECORD));
}

/// Another version of a work and another review are compared with the first.
#[test]
fn only_differences_are_left_out() {
    let imported = imported(RECORD);
    let messages: Vec<&str> = imported
        .problems
        .iter()
        .map(|problem| problem.message.as_str())
        .collect();
    let ends = [
        "journal-title` has no place in a profile",
        "external-ids` has no place in a profile",
        "hosts` has no place in a profile",
    ];
    assert_eq!(messages.len(), ends.len(), "{messages:#?}");
    for end in ends {
        assert!(
            messages.iter().any(|message| message.ends_with(end)),
            "{messages:#?}"
        );
    }
}

#[test]
fn works_are_publications() {
    let profile = tables(&imported(RECORD));
    let sections = profile["section"].as_array().expect("sections");
    let is_works = |section: &&toml::Value| section["kind"].as_str() == Some("publication");
    let works = sections.iter().find(is_works).expect("works");
    let entries = works["entry"].as_array().expect("entries");
    assert_eq!(entries.len(), 2);
    let work = &entries[0];
    for (key, expected) in [
        ("title", "What the Drawing Cannot Hear: Rooms Below 200 Hz"),
        ("type", "Journal article"),
        ("venue", "Journal of Example Acoustics"),
        ("date", "2021-04-01"),
        ("doi", "10.5555/jexa.2021.0417"),
        ("url", "https://papers.example.org/417"),
    ] {
        assert_eq!(work[key].as_str(), Some(expected));
    }
    assert_eq!(
        entries[1]["meta"]["ISBN"].as_str(),
        Some("978-0-00-000000-2")
    );
}

#[test]
fn positions_without_an_end_are_ongoing() {
    let profile = tables(&imported(RECORD));
    let jobs = &profile["section"][0];
    assert_eq!(jobs["kind"].as_str(), Some("experience"));
    let job = &jobs["entry"][0];
    assert_eq!(job["organization"].as_str(), Some("Example University"));
    assert_eq!(job["location"].as_str(), Some("Bergen, Vestland, NO"));
    assert_eq!(job["start"].as_str(), Some("2019-08"));
    assert_eq!(job["end"].as_str(), Some("present"));
    assert_eq!(jobs["entry"][1]["end"].as_str(), Some("2019-07"));
}

#[test]
fn identifiers_that_no_item_has_are_left() {
    for (item, is_left) in [
        (
            r#"{"external-ids": {"external-id": [{"external-id-value": "nrc 771"}]}}"#,
            false,
        ),
        (r#"{"title": {"title": {"value": "Rooms"}}}"#, true),
    ] {
        let group = format!(
            r#"{{"external-ids": {{"external-id": [{{"external-id-value": "NRC 771"}}]}}, "funding-summary": [{item}]}}"#
        );
        let record = format!(
            r#"{{"person": {{"name": {{"given-names": {{"value": "Ada"}}}}}},
                "activities-summary": {{"fundings": {{"group": [{group}]}}}}}}"#
        );
        let imported = import_bytes("record.json", record.as_bytes()).expect("a profile");
        let comment = "fundings.group[0].external-ids.external-id[0].external-id-value: NRC 771";
        assert_eq!(
            imported.profile.contains(comment),
            is_left,
            "{}",
            imported.profile
        );
    }
}

/// A value that is not what ORCID sends becomes a warning, not a fault.
#[test]
fn records_of_other_shapes_are_imported() {
    let mut value: Value = serde_json::from_str(RECORD).expect("JSON");
    let mut paths = Vec::new();
    pointers(&value, "", &mut paths);
    for path in paths.iter().step_by(7) {
        let original = value.pointer(path).expect("a value").clone();
        for other in [
            Value::Null,
            Value::from(7),
            Value::from("x"),
            Value::from(vec![1]),
        ] {
            *value.pointer_mut(path).expect("a value") = other;
            if let Ok(imported) = import_bytes("record.json", value.to_string().as_bytes()) {
                assert_profile(&imported);
            }
        }
        *value.pointer_mut(path).expect("a value") = original;
    }
}

fn pointers(value: &Value, path: &str, all: &mut Vec<String>) {
    match value {
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                all.push(format!("{path}/{index}"));
                pointers(value, &format!("{path}/{index}"), all);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                all.push(format!("{path}/{key}"));
                pointers(value, &format!("{path}/{key}"), all);
            }
        }
        _ => {}
    }
}
