//! Imports of Reactive Resume: every text of a document is in the profile, in its field.

use serde_json::Value as Json;
use toml::{Table, Value};

use crate::support::imports::long_tables;
use crate::support::sandbox::Sandbox;

/// What only the pages of Reactive Resume have.
const OF_PAGES: [&str; 6] = ["id", "icon", "layout", "page", "template", "borderColor"];

fn corpus(file: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/import");
    std::fs::read_to_string(format!("{folder}/{file}")).expect("a document")
}

/// Returns the profile of a document.
fn profile(file: &str) -> String {
    let sandbox = Sandbox::new();
    sandbox.write("cv.json", &corpus(file));
    let run = sandbox.run("import cv.json -o cv.toml").code(0);
    assert!(
        run.stderr.contains("Reactive Resume") || !run.stderr.contains("error"),
        "{}",
        run.stderr
    );
    sandbox.run("render cv.toml --layout sidebar").succeeds();
    sandbox.read("cv.toml")
}

/// Adds the words of the texts of a document.
fn add_words(node: &Json, words: &mut Vec<String>) {
    match node {
        Json::String(text) => {
            let mut is_tag = false;
            let plain: String = text
                .chars()
                .map(|c| match c {
                    '<' => {
                        is_tag = true;
                        ' '
                    }
                    '>' => {
                        is_tag = false;
                        ' '
                    }
                    _ if is_tag => ' ',
                    c => c,
                })
                .collect();
            let parts = plain.split(|c: char| !c.is_alphanumeric());
            words.extend(parts.filter(|part| part.len() > 2).map(str::to_owned));
        }
        Json::Array(members) => members.iter().for_each(|member| add_words(member, words)),
        Json::Object(members) => {
            for (key, member) in members {
                if !OF_PAGES.contains(&key.as_str()) && key != "type" {
                    add_words(member, words);
                }
            }
        }
        _ => {}
    }
}

/// Words that a profile has in another form: dates, networks with their addresses, and the headings of
/// kinds.
const CONVERTED: [&str; 13] = [
    "March",
    "Present",
    "April",
    "May",
    "June",
    "December",
    "GitHub",
    "com",
    "Experience",
    "Skills",
    "Languages",
    "Projects",
    "lena-fischer-example",
];

#[test]
fn no_text_of_a_document_is_lost() {
    for file in ["reactive-resume-5.json", "reactive-resume-4.json"] {
        let document: Json = serde_json::from_str(&corpus(file)).expect("JSON");
        let profile = profile(file);
        let mut words = Vec::new();
        add_words(&document, &mut words);
        assert!(words.len() > 50, "{words:?}");
        for word in words {
            let is_there = profile.contains(&word) || CONVERTED.contains(&word.as_str());
            assert!(is_there, "{file}: {word}\n{profile}");
        }
    }
}

/// Returns the section of a kind.
fn section<'t>(profile: &'t Table, kind: &str) -> &'t Table {
    let mut sections = sections(profile).iter().filter_map(Value::as_table);
    let found = sections.find(|section| section["kind"].as_str() == Some(kind));
    found.unwrap_or_else(|| panic!("a section of kind {kind}"))
}

fn sections(profile: &Table) -> &[Value] {
    profile["section"].as_array().expect("sections")
}

fn kinds(profile: &Table) -> Vec<&str> {
    sections(profile)
        .iter()
        .filter_map(|section| section["kind"].as_str())
        .collect()
}

fn entry(section: &Table, index: usize) -> &Table {
    section["entry"][index].as_table().expect("an entry")
}

/// Returns the members of a table that are texts, in TOML.
fn has(table: &Table, key: &str, expected: &str) {
    let found = table.get(key).map(ToString::to_string);
    assert_eq!(found.as_deref(), Some(expected), "{key} of {table}");
}

#[test]
fn fields_of_version_5_have_their_places() {
    let profile: Table = long_tables(&profile("reactive-resume-5.json"));
    has(&profile, "locale", "\"de-DE\"");
    has(
        profile["design"].as_table().expect("options"),
        "paper",
        "\"us-letter\"",
    );
    let person = profile["person"].as_table().expect("a person");
    has(person, "summary", "\"Ten years of **steel bridges**.\"");
    assert_eq!(person["links"].as_array().map(Vec::len), Some(2));
    // The order is that of the pages; what they do not show is the last.
    assert_eq!(
        kinds(&profile),
        [
            "education",
            "experience",
            "publication",
            "skill",
            "language",
            "award",
            "experience",
            "reference",
            "text"
        ]
    );
    has(
        section(&profile, "text"),
        "body",
        "\"\"\"\nRowing on the Elbe.\n\nRestoring clocks.\"\"\"",
    );
    let jobs = section(&profile, "experience");
    assert!(!jobs.contains_key("title"));
    let job = entry(jobs, 0);
    has(job, "start", "\"2019-03\"");
    has(job, "end", "\"present\"");
    has(job, "summary", "\"Head of a team of six.\"");
    has(
        job,
        "highlights",
        "[\"Cut the weight of a truss by 12 %\", \"Wrote the *fatigue* checks\"]",
    );
    has(entry(jobs, 1), "hidden", "true");
    let role = entry(jobs, 1)["role"][0].as_table().expect("a role");
    has(role, "start", "\"2014\"");
    has(section(&profile, "education"), "title", "\"Studies\"");
    has(section(&profile, "reference"), "hidden", "true");
    let titles = sections(&profile)
        .iter()
        .filter_map(|section| section.get("title"));
    let titles: Vec<&str> = titles.filter_map(Value::as_str).collect();
    assert_eq!(titles, ["Studies", "Talks", "Ehrenamt", "In my free time"]);
    let skill = entry(section(&profile, "skill"), 0);
    has(skill, "level", "5");
    has(skill, "notes", "[\"Expert\"]");
    has(skill, "keywords", "[\"SOFiSTiK\", \"Python\"]");
    has(entry(section(&profile, "skill"), 1), "level", "\"Good\"");
    let language = entry(section(&profile, "language"), 0);
    has(language, "fluency", "\"Conversational\"");
    has(language, "level", "3");
}

#[test]
fn fields_of_version_4_have_their_places() {
    let profile: Table = long_tables(&profile("reactive-resume-4.json"));
    assert_eq!(
        kinds(&profile),
        [
            "text",
            "experience",
            "experience",
            "project",
            "skill",
            "language"
        ]
    );
    has(section(&profile, "text"), "title", "\"About me\"");
    let market = entry(section(&profile, "experience"), 0);
    has(market, "organization", "\"Example Market\"");
    has(market, "position", "\"Stall\"");
    let project = entry(section(&profile, "project"), 0);
    has(project, "subtitle", "\"Founder\"");
    has(project, "date", "\"Summer 2019\"");
    has(entry(section(&profile, "language"), 0), "hidden", "true");
    has(entry(section(&profile, "skill"), 0), "level", "4");
    let details = profile["person"]["details"].as_table().expect("details");
    has(details, "Driving license", "\"B\"");
}

#[test]
fn json_resume_stays_json_resume() {
    let sandbox = Sandbox::new();
    sandbox.write("cv.json", &corpus("reactive-resume-5.json"));
    let run = sandbox
        .run("import cv.json --from json-resume -o cv.toml")
        .code(1);
    assert!(
        run.stderr.contains("it is a Reactive Resume file"),
        "{}",
        run.stderr
    );
}

#[test]
fn levels_and_courses_of_version_3_stay() {
    let sandbox = Sandbox::new();
    let text = r#"{"basics": {"name": "Ada"}, "sections": {
        "education": {"items": [{"institution": "X", "courses": ["A", "B"], "roles": [{"position": "P"}]}]},
        "skills": {"items": [{"name": "Rust", "level": "Expert", "levelNum": 8}, {"name": "Go", "level": "Novice", "levelNum": 0}]},
        "languages": {"items": [{"name": "Danish", "level": "Native", "levelNum": 10}]}}}"#;
    sandbox.write("cv.json", text);
    let run = sandbox.run("import cv.json -o cv.toml").code(0);
    assert_eq!(
        run.stderr.matches("has no place").count(),
        1,
        "{}",
        run.stderr
    );
    let profile = long_tables(&sandbox.read("cv.toml"));
    has(
        entry(section(&profile, "education"), 0),
        "keywords",
        "[\"A\", \"B\"]",
    );
    let skills = section(&profile, "skill");
    has(entry(skills, 0), "level", "8");
    has(entry(skills, 0), "levels", "10");
    has(entry(skills, 0), "notes", "[\"Expert\"]");
    has(entry(skills, 1), "level", "\"Novice\"");
    let language = entry(section(&profile, "language"), 0);
    has(language, "fluency", "\"Native\"");
    has(language, "level", "10");
}

#[test]
fn a_cover_letter_is_in_comments() {
    let sandbox = Sandbox::new();
    let text = r#"{"basics": {"name": "Ada"}, "sections": {}, "customSections": [{"id": "c", "type": "cover-letter",
        "title": "Letter", "items": [{"id": "1", "recipient": "<p>Bo</p>", "content": "<p>Dear Bo</p>"}]}]}"#;
    sandbox.write("cv.json", text);
    sandbox.run("import cv.json -o cv.toml").succeeds();
    let profile = sandbox.read("cv.toml");
    for comment in [
        "].title: Letter",
        "].recipient: <p>Bo</p>",
        "].content: <p>Dear Bo</p>",
    ] {
        assert!(profile.contains(comment), "{profile}");
    }
    assert!(
        !profile.contains("[[") && !profile.contains(".id:"),
        "{profile}"
    );
}
