//! JSON Resume: documents are valid by its schema, and nothing of a profile is lost in them.

use std::collections::BTreeSet;

use boon::{Compiler, SchemaIndex, Schemas};
use cvpress::content;
use cvpress::diagnostic::{Diagnostics, Source};
use cvpress::export::json_resume;
use cvpress::import::{ImportInput, import};
use cvpress::profile::{self, ParsedProfile};
use cvpress::selection::{Choice, select};
use pulldown_cmark::{Event, Options, Parser};
use serde_json::{Value as Json, json};

use crate::support::random::Random;
use crate::support::rendering::{shipped, short_messages};
use crate::support::sandbox::Sandbox;

/// Keys whose values no reader of a CV sees: choices, names that the program looks up, and dates,
/// which are written in another form.
const NOT_SHOWN: [&str; 25] = [
    "allow",
    "bibliography",
    "break-before",
    "columns",
    "date",
    "design",
    "end",
    "expected",
    "family-name",
    "group-by",
    "hidden",
    "image",
    "keep",
    "keys",
    "kind",
    "layout",
    "locale",
    "other-names",
    "private",
    "qr",
    "quotes",
    "sort",
    "start",
    "tags",
    "variant",
];

/// The official schema, as published by its project.
struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    fn new() -> Self {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/corpus/json-resume/schema.json"
        );
        let text = std::fs::read_to_string(path).expect("the schema");
        let schema: Json = serde_json::from_str(&text).expect("JSON");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.enable_format_assertions();
        compiler
            .add_resource("schema.json", schema)
            .expect("a schema");
        let index = compiler
            .compile("schema.json", &mut schemas)
            .expect("valid");
        Self { schemas, index }
    }

    fn check(&self, document: &Json, name: &str) {
        if let Err(error) = self.schemas.validate(document, self.index) {
            panic!("{name}: {error:#}");
        }
    }
}

/// Exports one CV of a profile.
fn export(reading: &ParsedProfile, choice: &Choice) -> String {
    let mut problems = Diagnostics::default();
    let selection = select(reading, choice, &mut problems);
    let resume = content::resume(&selection, "cv", &mut problems);
    assert!(!problems.has_errors(), "{}", short_messages(&problems));
    json_resume(&selection, &resume).expect("JSON Resume")
}

fn exported(text: &str, choice: &Choice) -> String {
    let reading = profile::parse(Source::new("cv.toml", text), None, None).expect("a profile");
    assert!(
        !reading.problems.has_errors(),
        "{}",
        short_messages(&reading.problems)
    );
    export(&reading, choice)
}

fn document(text: &str) -> Json {
    let json = exported(text, &Choice::default());
    serde_json::from_str(&json).expect("JSON")
}

fn add_strings(value: &Json, strings: &mut Vec<String>) {
    match value {
        Json::String(text) => strings.push(squeezed(text)),
        Json::Array(items) => items.iter().for_each(|item| add_strings(item, strings)),
        Json::Object(members) => members.values().for_each(|item| add_strings(item, strings)),
        _ => {}
    }
}

/// Returns a text without white space.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

fn is_translation(table: &toml::Table) -> bool {
    let is_tag = |key: &String| matches!(key.split('-').next(), Some(tag) if tag.len() == 2);
    !table.is_empty() && table.keys().all(is_tag)
}

/// Collects the texts below a value in one language, by the TOML alone.
fn add_texts(value: &toml::Value, locale: &str, texts: &mut Vec<String>) {
    match value {
        toml::Value::String(text) => texts.push(text.clone()),
        toml::Value::Array(items) => items.iter().for_each(|item| add_texts(item, locale, texts)),
        toml::Value::Table(table) if is_translation(table) => {
            let text = table.get(locale).or_else(|| table.values().next());
            add_texts(text.expect("a text"), locale, texts);
        }
        toml::Value::Table(table) => {
            for (key, inner) in table {
                if !NOT_SHOWN.contains(&key.as_str()) {
                    add_texts(inner, locale, texts);
                }
            }
        }
        _ => {}
    }
}

/// The names of emoji in the profiles.
const EMOJI: [&str; 2] = [":seedling:", ":telescope:"];

/// Returns the pieces of a text in Markdown that its markup leaves in one piece.
fn pieces(markdown: &str) -> Vec<String> {
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES;
    let events = Parser::new_ext(markdown, options);
    let texts = events.filter_map(|event| match event {
        // Beside Chinese characters, the program reads marks that CommonMark leaves.
        Event::Text(text) | Event::Code(text) => Some(squeezed(text.trim_matches('*'))),
        _ => None,
    });
    texts
        .map(|text| EMOJI.iter().fold(text, |text, name| text.replace(name, "")))
        .collect()
}

#[test]
fn shipped_profiles_are_valid_and_complete() {
    let schema = Schema::new();
    let mut count = 0;
    for cv in shipped() {
        let json = export(&cv.reading, &cv.choice);
        assert_eq!(json, export(&cv.reading, &cv.choice), "{}", cv.name);
        let document: Json = serde_json::from_str(&json).expect("JSON");
        schema.check(&document, &cv.name);
        if cv.choice.variant.is_some() {
            continue;
        }
        let mut strings = Vec::new();
        add_strings(&document, &mut strings);
        let all = strings.join("\n");
        let text = cv.reading.tree.source().text();
        let written: toml::Table = toml::from_str(text).expect("TOML");
        let own = written.get("locale").and_then(toml::Value::as_str);
        let locale = cv.choice.locale.as_deref().or(own).unwrap_or("en");
        for part in ["person", "section", "title", "footer", "signature"] {
            let Some(value) = written.get(part) else {
                continue;
            };
            let mut texts = Vec::new();
            add_texts(value, locale, &mut texts);
            for piece in texts.iter().flat_map(|text| pieces(text)) {
                count += 1;
                assert!(all.contains(&piece), "{}: {piece:?} is lost", cv.name);
            }
        }
    }
    assert!(count > 1000, "{count} texts");
}

#[test]
fn fields_have_their_names() {
    let text = r#"
date = "2026-03"
[person]
name = "Ada Brandt"
headline = "Engineer of *quiet* rooms"
email = "ada@example.org"
residence = { street = "1 Any Street", postal-code = "0150", city = "Oslo", country-code = "NO" }
links = [{ network = "github", username = "ada-example" }, { label = "Notes", url = "https://n.example.org" }]
[[section]]
kind = "experience"
[[section.entry]]
organization = "Example Works"
position = "Engineer"
start = "2020-2"
end = "present"
highlights = ["One **strong** word", { text = "Two", items = ["nested"] }]
[[section]]
kind = "education"
[[section.entry]]
institution = "Example University"
degree = "M.S."
area = "Acoustics"
date = "2019"
meta = { Score = "1.3", Thesis = "Rooms" }
keywords = ["Waves"]
[[section]]
kind = "certificate"
title = "Licenses"
entry = [{ title = "Radio", awarder = "Example Board", start = "2020", end = "2030" }]
[[section]]
kind = "text"
title = "Note"
body = "See [this](https://example.org/a)."
"#;
    let expected = json!({
        "$schema": "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json",
        "basics": {
            "name": "Ada Brandt",
            "label": "Engineer of quiet rooms",
            "email": "ada@example.org",
            "location": {
                "address": "1 Any Street", "postalCode": "0150", "city": "Oslo", "countryCode": "NO"
            },
            "profiles": [
                {
                    "network": "github", "username": "ada-example",
                    "url": "https://github.com/ada-example"
                },
                { "network": "Notes", "url": "https://n.example.org" },
            ],
        },
        "work": [{
            "name": "Example Works", "position": "Engineer", "startDate": "2020-02",
            "highlights": ["One strong word", "Two\n- nested"],
        }],
        "education": [{
            "institution": "Example University", "area": "Acoustics", "studyType": "M.S.",
            "startDate": "2019", "endDate": "2019", "score": "1.3", "courses": ["Waves"],
            "facts": [{ "label": "Thesis", "value": "Rooms" }],
        }],
        "certificates": [{
            "name": "Radio", "issuer": "Example Board", "date": "2020", "endDate": "2030",
            "section": "Licenses",
        }],
        "sections": [{ "name": "Note", "summary": "See this (https://example.org/a)." }],
        "meta": { "version": "v1.0.0", "lastModified": "2026-03" },
    });
    let document = document(text);
    assert_eq!(document, expected, "{document:#}");
    Schema::new().check(&document, "ada");
}

#[test]
fn a_section_of_text_alone_is_the_summary_and_comes_back() {
    let text = "locale = 'de'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'text'\nbody = 'I build rooms.'\n\
                [[section]]\nkind = 'text'\ntitle = 'Note'\nbody = 'More.'\n";
    let document = document(text);
    assert_eq!(document["basics"]["summary"], "I build rooms.");
    assert_eq!(document["basics"]["summaryTitle"], "Profil");
    assert_eq!(document["sections"].as_array().map(Vec::len), Some(1));
    let sandbox = Sandbox::new();
    sandbox.write("cv.json", &document.to_string());
    let imported = sandbox.run("import cv.json -o -").code(0).text();
    let section = "[[section]]\nkind = \"text\"\ntitle = \"Profil\"\nbody = \"I build rooms.\"\n";
    assert!(imported.contains(section), "{imported}");
    // The summary of the person has its place already.
    let both = text.replace(
        "[[section]]\nkind = 'text'\nbody",
        "summary = 'Own.'\n[[section]]\nkind = 'text'\nbody",
    );
    let both = self::document(&both);
    assert_eq!(both["basics"]["summary"], "Own.");
    assert_eq!(both["sections"].as_array().map(Vec::len), Some(2));
}

#[test]
fn public_and_anonymous_copies_have_less() {
    let text = r#"
private = ["phone"]
[person]
name = "Ada Brandt"
phone = "+1 551 555 0100"
birth-date = "1991-07-24"
residence = { street = "1 Any Street", postal-code = "0150", city = "Oslo" }
url = "https://ada.example.org"
[[section]]
kind = "text"
body = "Ada Brandt builds rooms."
[[section]]
kind = "publication"
entry = [{ title = "Rooms", authors = ["A. Brandt", "B. Other"] }]
"#;
    let complete = exported(text, &Choice::default());
    let public = exported(
        text,
        &Choice {
            public: true,
            ..Choice::default()
        },
    );
    let anonymous = exported(
        text,
        &Choice {
            anonymous: true,
            ..Choice::default()
        },
    );
    for private in ["555", "1991", "Any Street", "0150"] {
        assert!(complete.contains(private), "{private}");
        assert!(!public.contains(private), "{private}: {public}");
        assert!(!anonymous.contains(private), "{private}: {anonymous}");
    }
    assert!(public.contains("Oslo") && public.contains("Ada Brandt"));
    for identifying in ["Ada", "Brandt", "ada.example.org"] {
        assert!(!anonymous.contains(identifying), "{anonymous}");
    }
    assert!(anonymous.contains("B. Other"), "{anonymous}");
}

/// Words of random texts: what Markdown, TOML, HTML and JSON read as markup, and several scripts.
const WORDS: [&str; 47] = [
    "quiet",
    "rooms",
    "*a",
    "b**",
    "_c_",
    "`d`",
    "[e](f)",
    "![g](h)",
    "|",
    "a|b",
    "\\",
    "\\n",
    "&amp;",
    "~~i~~",
    "#",
    "-",
    "--",
    "---",
    "+",
    ">",
    "1.",
    "2)",
    "===",
    "```",
    "***",
    "\"j\"",
    "'k'",
    "’",
    "…",
    "< 2",
    "& 3",
    "$x$",
    "^2",
    "{{y}}",
    "]",
    "[",
    "声学",
    "قياس",
    "é",
    "👩‍🔬",
    "a:",
    "@l",
    "C++",
    "C#",
    "n.o",
    "https://example.org/a_b_c",
    "(m)",
];

/// Makes random documents of the schema.
struct Generator {
    random: Random,
}

impl Generator {
    fn words(&mut self) -> String {
        let count = 1 + self.random.below(6);
        let words = (0..count).map(|_| WORDS[self.random.below(WORDS.len())]);
        words.collect::<Vec<_>>().join(" ")
    }

    /// Returns a text; `path` decides whether it can have several lines.
    fn text(&mut self, path: &str) -> String {
        match path {
            "basics.summary"
            | "work.summary"
            | "volunteer.summary"
            | "awards.summary"
            | "publications.summary"
            | "references.reference"
            | "projects.description" => {
                let separators = ["\n", "\n\n", " "];
                let separator = separators[self.random.below(3)];
                format!("{}{separator}{}", self.words(), self.words())
            }
            "basics.location.address" => format!("{}\n{}", self.words(), self.words()),
            "basics.profiles.network" => {
                ["GitHub", "LinkedIn", "Example Net"][self.random.below(3)].to_owned()
            }
            "basics.profiles.username" => format!("ada-{}", self.random.below(99)),
            "meta.version" => "v1.0.0".to_owned(),
            "meta.lastModified" => self.date(1950),
            _ => self.words(),
        }
    }

    fn date(&mut self, first: usize) -> String {
        let (year, month) = (first + self.random.below(90), 1 + self.random.below(12));
        match self.random.below(3) {
            0 => year.to_string(),
            1 => format!("{year}-{month:02}"),
            _ => format!("{year}-{month:02}-{:02}", 1 + self.random.below(28)),
        }
    }

    /// Returns a value of a schema, whose place is `path`.
    fn value(&mut self, schema: &Json, path: &str) -> Json {
        if schema.get("$ref").is_some() {
            // What ends before it starts is not a period.
            let first = if path.ends_with("endDate") {
                2040
            } else {
                1950
            };
            return self.date(first).into();
        }
        match schema["type"].as_str() {
            Some("object") => self.object(schema, path),
            Some("array") => {
                let count = 1 + self.random.below(3);
                (0..count)
                    .map(|_| self.value(&schema["items"], path))
                    .collect()
            }
            _ => match schema.get("format").and_then(Json::as_str) {
                Some("email") => format!("ada.{}@example.org", self.random.below(99)).into(),
                Some("uri") => format!("https://example.org/{}?b=c", self.random.below(99)).into(),
                _ => self.text(path).into(),
            },
        }
    }

    /// Returns an object with some of its members, and at least one.
    fn object(&mut self, schema: &Json, path: &str) -> Json {
        let properties = schema["properties"].as_object().expect("properties");
        let mut object = serde_json::Map::new();
        while object.is_empty() {
            for (key, schema) in properties {
                let path = match path {
                    "" => key.clone(),
                    path => format!("{path}.{key}"),
                };
                let is_needed = path == "basics.profiles.network" || path == "basics.profiles.url";
                if (is_needed || self.random.below(3) > 0) && !NOT_KEPT.contains(&path.as_str()) {
                    object.insert(key.clone(), self.value(schema, &path));
                }
            }
        }
        object.into()
    }
}

/// What does not come back, as docs/json-resume.md says.
const NOT_KEPT: [&str; 3] = ["$schema", "basics.image", "meta.canonical"];

/// Adds the places where two documents differ.
fn differences(written: &Json, exported: &Json, path: &str, wrong: &mut Vec<String>) {
    match (written, exported) {
        (Json::Object(first), Json::Object(second)) => {
            let keys: BTreeSet<&String> = first.keys().chain(second.keys()).collect();
            for key in keys {
                let (first, second) = (&written[key.as_str()], &exported[key.as_str()]);
                differences(first, second, &format!("{path}.{key}"), wrong);
            }
        }
        (Json::Array(first), Json::Array(second)) if first.len() == second.len() => {
            for (first, second) in first.iter().zip(second) {
                differences(first, second, path, wrong);
            }
        }
        _ if written != exported => wrong.push(format!("{path}: {written} became {exported}")),
        _ => {}
    }
}

/// Returns the profile of a document.
fn imported(document: &str) -> String {
    let input = ImportInput::of_bytes("resume.json", document.as_bytes().to_vec());
    let imported = import(&input, None);
    imported
        .unwrap_or_else(|problems| panic!("{}\n{document}", short_messages(&problems)))
        .profile
}

#[test]
fn facts_with_one_label_are_a_list() {
    let profile = imported(
        r#"{"basics": {"name": "Ada"}, "education": [{"institution": "X", "score": "1.3", "gpa": "4.0"}]}"#,
    );
    assert!(profile.contains("Score = \"1.3, 4.0\""), "{profile}");
}

#[test]
fn imported_documents_are_exported_unchanged() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/corpus/json-resume/schema.json"
    );
    let schema: Json =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("JSON");
    let valid = Schema::new();
    let mut generator = Generator {
        random: Random::new(),
    };
    let mut wrong = Vec::new();
    for _ in 0..500 {
        let mut written = generator.object(&schema, "");
        valid.check(&written, "generated");
        let profile = imported(&written.to_string());
        let mut exported = document(&profile);
        valid.check(&exported, "exported");
        // They are the same in all documents.
        for document in [&mut written, &mut exported] {
            let members = document.as_object_mut().expect("an object");
            members.remove("$schema");
            if let Some(meta) = members.get_mut("meta").and_then(Json::as_object_mut) {
                meta.remove("version");
                if meta.is_empty() {
                    members.remove("meta");
                }
            }
        }
        differences(&written, &exported, "", &mut wrong);
    }
    let count = wrong.len();
    assert!(
        wrong.is_empty(),
        "{count} differences:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn texts_cannot_leave_their_strings() {
    let hostile = "\"}], \\u0000 </script> \u{2028} \u{7f} {{x}}";
    let text = format!(
        "[person]\nname = {name}\nheadline = {name}\n",
        name = toml::Value::String(hostile.to_owned())
    );
    let document = document(&text);
    assert_eq!(document["basics"]["name"], *hostile);
}
