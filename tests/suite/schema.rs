//! The schema for editors: it is current, describes every field, and rejects invalid profiles as
//! far as a schema can.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use boon::{Compiler, SchemaIndex, Schemas};
use cvpress::diagnostic::{Diagnostics, RULES, Severity, Source};
use cvpress::pipeline::{RenderOptions, check_profile};
use cvpress::profile::{self, Input, SectionKind};
use serde_json::Value as Json;

use crate::support::rendering::{ENGINE, shipped_profiles};

/// Path of the schema.
const FILE: &str = "schema/profile.schema.json";

/// A profile with four levels of sections.
const DEEP: &str = "[[section]]\n[[section.subsection]]\n[[section.subsection.subsection]]\n\
    [[section.subsection.subsection.subsection]]\nbody = 'a'";

/// Rules that a schema can check, each with a profile that breaks only this rule.
const BREACHES: &[(&str, &str)] = &[
    (
        "body-or-items",
        "[[section]]\nkind = 'list'\nentry = [{ text = 'a', details = [{ label = 'b' }] }]",
    ),
    (
        "body-or-items",
        "[[section]]\nkind = 'list'\nentry = [{ details = [{ body = 'b', items = ['c'] }] }]",
    ),
    (
        "date-and-period",
        "[[section]]\nkind = 'list'\nentry = [{ text = 'a', date = '2023', start = '2022' }]",
    ),
    (
        "date-and-period",
        "[[section]]\nkind = 'list'\nentry = [{ text = 'a', date = '2023', end = 'present' }]",
    ),
    ("empty-profile", "layout = 'compact'"),
    (
        "field-of-another-kind",
        "[[section]]\nkind = 'education'\nentry = [{ organization = 'a' }]",
    ),
    (
        "field-of-another-kind",
        "[[section]]\nkind = 'list'\n[[section.subsection]]\nentry = [{ degree = 'a' }]",
    ),
    (
        "field-of-another-kind",
        "[[section]]\nkind = 'experience'\nentry = [{ role = [{ organization = 'a' }] }]",
    ),
    (
        "field-of-another-kind",
        "[[section]]\nkind = 'experience'\nentry = [{ role = [{ role = [{ team = 'a' }] }] }]",
    ),
    (
        "incomplete-link",
        "[person]\nname = 'A'\nlinks = [{ network = 'github' }]",
    ),
    (
        "incomplete-link",
        "[person]\nname = 'A'\nlinks = [{ username = 'a', url = 'https://a.example' }]",
    ),
    ("incomplete-link", "[person]\nname = 'A'\nlinks = [{}]"),
    (
        "link-target",
        "[person]\nname = 'A'\nurl = 'javascript:alert(1)'",
    ),
    (
        "link-target",
        "[person]\nname = 'A'\nlinks = [{ label = 'a', url = 'a.example' }]",
    ),
    (
        "link-target",
        "[[section]]\nkind = 'list'\nentry = [{ text = 'a', url = 'https://a b' }]",
    ),
    (
        "link-target",
        "[[section]]\nkind = 'list'\nentry = [{ links = [{ label = 'a', url = 'https://' }] }]",
    ),
    (
        "link-target",
        "[[section]]\nkind = 'experience'\nentry = [{ project = { name = 'a', url = '' } }]",
    ),
    (
        "malformed-language",
        "[person]\nname = 'A'\nheadline = { en = 'b', german = 'c' }",
    ),
    (
        "malformed-language",
        "[[section]]\nkind = 'list'\nentry = [{ team = { en = 'b', 'de CH' = 'c' } }]",
    ),
    (
        "malformed-locale",
        "locale = 'in German'\n[person]\nname = 'A'",
    ),
    (
        "missing-key",
        "[[section]]\nkind = 'list'\nentry = [{ links = [{ url = 'https://a.example' }] }]",
    ),
    (
        "missing-key",
        "[person]\nname = 'A'\n[letter]\nopening = 'a'",
    ),
    (
        "missing-kind",
        "[[section]]\ntitle = 'a'\nentry = [{ text = 'b' }]",
    ),
    (
        "missing-kind",
        "[[section]]\ntitle = 'a'\n[[section.subsection]]\nentry = [{ text = 'b' }]",
    ),
    ("nested-too-deep", DEEP),
    ("out-of-range", "[[section]]\nbody = 'a'\ncolumns = 3"),
    (
        "out-of-range",
        "[person]\nname = 'A'\n[variant.a]\nmax-entries = -1",
    ),
    (
        "start-is-present",
        "[[section]]\nkind = 'list'\nentry = [{ text = 'a', start = 'Present' }]",
    ),
    ("unknown-key", "[person]\nname = 'A'\nnick = 'b'"),
    (
        "unknown-key",
        "[[section]]\nkind = 'list'\nhighlights = [{ text = 'a', colour = 'b' }]",
    ),
    (
        "unknown-network",
        "[person]\nname = 'A'\nlinks = [{ network = 'myspace', username = 'a' }]",
    ),
    (
        "unknown-user",
        "[person]\nname = 'A'\nlinks = [{ network = 'Mastodon', username = '@a' }]",
    ),
    ("unknown-value", "[[section]]\nkind = 'job'\nbody = 'a'"),
    (
        "unknown-value",
        "[[section]]\nkind = 'list'\nbody = 'a'\nsort = 'newest'",
    ),
    (
        "variant-name",
        "[person]\nname = 'A'\n[variant.all]\nshow = []",
    ),
    (
        "variant-name",
        "[person]\nname = 'A'\n[variant.'a/b']\nshow = []",
    ),
    ("wrong-type", "[person]\nname = 3"),
    (
        "wrong-type",
        "[person]\nname = 'A'\n[[section]]\nkind = 'list'\nentry = [{ text = 'a', end = 2.5 }]",
    ),
    ("wrong-type", "[section]\nkind = 'list'"),
];

/// Profiles with forms that only the lenient parser accepts.
const ODD: &[&str] = &[
    "[person]\nlinks = [{ network = 'GitHub', username = 'a' }, { network = 'google scholar', username = 'b' }]",
    "[person]\nlinks = [{ network = 'mastodon', username = '@a@b.example' }, { label = 'c' }]",
    "[person]\nlinks = [{ network = 'github', username = 'a', label = 'b', url = 'HTTPS://c.example' }]",
    "locale = 'zh-Hant-TW'\ndate = 2026-03-01\n[person]\nname = { zh-Hans = '成泽毅', en = 'A' }",
    "[[section]]\nkind = 'experience'\nentry = [{ organization = 'a', start = 2023, role = 'b', team = ['c', 'd'] }]",
    "[[section]]\n[[section.subsection]]\n[[section.subsection.subsection]]\nkind = 'list'\nentry = [{ text = 'a' }]",
    "[[section]]\nkind = 'skill'\n[[section.subsection]]\nkind = 'language'\nentry = [{ language = 'a' }]",
    "[[section]]\nkind = 'list'\nentry = [{ date = [2023, '2024-2025 Fall'], meta = [{ label = 'a', value = 'b' }] }]",
    "[person]\nname = 'A'\n[letter]\nbody = 'a'\nrecipient = [{ en = 'b' }]\n[variant.b.letter]\ndate = 2026-03-01",
    "[person]\nname = 'A'\n[variant.'für-Ämter_2']\nshow = []\n[design]\nrows = 3\n[design.compact]\nmono = true",
];

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Asserts that a generated file is current.
#[track_caller]
fn is_current(name: &str, text: String) {
    let expected = snapbox::Data::read_from(&file(name), None).raw();
    snapbox::Assert::new()
        .action_env("SNAPSHOTS")
        .eq(text, expected);
}

/// Returns a profile as JSON. Dates are strings, as in editors.
fn json(value: toml::Value) -> Json {
    match value {
        toml::Value::Table(members) => members
            .into_iter()
            .map(|(key, value)| (key, json(value)))
            .collect(),
        toml::Value::Array(members) => members.into_iter().map(json).collect(),
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(truth) => truth.into(),
        toml::Value::Datetime(date) => date.to_string().into(),
    }
}

static SCHEMA: LazyLock<(Schemas, SchemaIndex)> = LazyLock::new(|| {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler
        .add_resource(FILE, profile::schema())
        .expect("a schema");
    let index = compiler
        .compile(FILE, &mut schemas)
        .unwrap_or_else(|error| panic!("{error:#}"));
    (schemas, index)
});

/// Validates a text with the schema; `None` if the text is not TOML.
fn validated(text: &str) -> Option<Result<(), String>> {
    let profile = json(toml::Value::Table(toml::from_str(text).ok()?));
    let (schemas, index) = &*SCHEMA;
    Some(
        schemas
            .validate(&profile, *index)
            .map_err(|error| error.to_string()),
    )
}

/// Returns the rules of the errors.
fn errors(problems: &Diagnostics) -> Vec<&'static str> {
    problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .map(|problem| problem.rule.name())
        .collect()
}

/// Returns the errors of a profile without a folder.
fn errors_of(text: &str) -> Vec<&'static str> {
    match profile::parse(Source::new("test.toml", text), None, None) {
        Ok(reading) => {
            let in_variants = reading.variant_faults.values().flat_map(errors);
            let mut all = errors(&reading.problems);
            all.extend(in_variants);
            all
        }
        Err(problems) => errors(&problems),
    }
}

/// Returns the errors of a file at all stages.
fn errors_in(profile: &Path) -> Vec<&'static str> {
    errors(&check_profile(
        &Input::File(profile.to_path_buf()),
        &RenderOptions::default(),
        &ENGINE,
    ))
}

#[test]
fn schema_file_is_current() {
    let text = serde_json::to_string_pretty(&profile::schema()).expect("JSON");
    is_current(FILE, text + "\n");
}

#[test]
fn format_reference_is_current() {
    let page = profile::format_reference();
    assert!(!page.contains("{{"), "a table has no rows");
    assert!(
        !page.contains("|  |"),
        "a field is not described, or its value has no name"
    );
    is_current("docs/profile-format.md", page);
}

#[test]
fn every_shipped_profile_is_valid() {
    for path in shipped_profiles() {
        let text = std::fs::read_to_string(&path).expect("a profile");
        assert!(
            text.starts_with("#:schema ../schema/profile.schema.json\n"),
            "{}: no schema",
            path.display()
        );
        let validated = validated(&text).expect("TOML");
        assert_eq!(validated, Ok(()), "{}", path.display());
    }
}

#[test]
fn every_sample_is_valid() {
    let mut samples = 0;
    for language in std::fs::read_dir(file("src/ide/samples")).expect("the folder of samples") {
        let language = language.expect("a folder").path();
        if !language.is_dir() {
            continue;
        }
        for entry in std::fs::read_dir(&language).expect("the samples of a language") {
            let path = entry.expect("a file").path();
            let text = std::fs::read_to_string(&path)
                .expect("a sample")
                .replace("{locale}", "en");
            assert_eq!(validated(&text), Some(Ok(())), "{}", path.display());
            samples += 1;
        }
    }
    assert_eq!(samples, 28);
}

#[test]
fn each_schema_rule_alone_rejects() {
    for (rule, text) in BREACHES {
        let validated = validated(text).expect("TOML");
        assert!(validated.is_err(), "{rule} is not refused:\n{text}");
        // The language is validated where its headings are looked up.
        let messages = if *rule == "malformed-locale" {
            vec![*rule]
        } else {
            errors_of(text)
        };
        assert!(
            !messages.is_empty() && messages.iter().all(|messages| messages == rule),
            "told {messages:?}, not {rule}:\n{text}"
        );
    }
}

#[test]
fn lenient_forms_are_accepted() {
    for text in ODD {
        assert_eq!(errors_of(text), [""; 0], "{text}");
        assert_eq!(validated(text), Some(Ok(())), "{text}");
    }
}

#[test]
fn invalid_profiles_are_rejected_as_far_as_a_schema_can() {
    let mut seen = 0;
    for entry in
        std::fs::read_dir(file("tests/profiles/invalid")).expect("the folder of wrong profiles")
    {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let Some(validated) = validated(&std::fs::read_to_string(&path).expect("a text")) else {
            continue;
        };
        let messages = errors_in(&path);
        let is_for_schemas = messages
            .iter()
            .any(|messages| BREACHES.iter().any(|(rule, _)| rule == messages));
        assert_eq!(
            validated.is_err(),
            is_for_schemas,
            "{}: {messages:?}, and {validated:?}",
            path.display()
        );
        seen += 1;
    }
    assert!(seen > 40, "only {seen} profiles seen");
}

#[test]
fn schema_agrees_with_the_examples_of_the_rules() {
    for text in RULES.iter().flat_map(|rule| [&rule.wrong, &rule.right]) {
        if errors_of(text).is_empty() {
            let validated = validated(text).expect("TOML");
            assert_eq!(validated, Ok(()), "{text}");
        }
    }
}

/// Returns every field of every table, with its path.
fn properties(schema: &Json) -> Vec<(String, &Json)> {
    fn of_table<'a>((name, table): (&str, &'a Json)) -> Vec<(String, &'a Json)> {
        let properties = table
            .get("properties")
            .and_then(Json::as_object)
            .into_iter()
            .flatten();
        properties
            .map(|(key, property)| (format!("{name}.{key}"), property))
            .collect()
    }
    let definitions = schema["definitions"].as_object().expect("definitions");
    // Conditions by section kind repeat the names of the fields.
    let tables = definitions
        .iter()
        .filter(|(name, _)| !name.starts_with("SectionOf"));
    let tables = tables
        .map(|(name, table)| (name.as_str(), table))
        .chain([("", schema)]);
    tables.flat_map(of_table).collect()
}

/// Returns whether a property of the profile is the list of the entries of a kind.
fn is_kind(place: &str) -> bool {
    let name = place.strip_prefix('.');
    name.is_some_and(|name| SectionKind::names().any(|kind| kind == name))
}

#[test]
fn every_field_has_a_description_and_an_example() {
    let schema = profile::schema();
    for (name, definition) in schema["definitions"].as_object().expect("definitions") {
        assert!(
            definition["description"].is_string(),
            "{name} is not described"
        );
    }
    // Each of them is described in its own place.
    let tables = [
        ".person",
        ".letter",
        ".signature",
        "Variant.signature",
        ".section",
        ".variant",
        "Section.entry",
        "Section.subsection",
        "Variant.person",
        "Variant.letter",
    ];
    for (place, property) in properties(&schema) {
        let description = property["description"].as_str().unwrap_or_default();
        assert!(
            description.ends_with('.'),
            "{place} is not described in a sentence"
        );
        let shows = property
            .get("examples")
            .or(property.get("default"))
            .is_some();
        assert!(
            shows || tables.contains(&place.as_str()) || is_kind(&place),
            "{place} shows no value"
        );
    }
}

#[test]
fn every_example_is_valid() {
    let schema = profile::schema();
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler
        .add_resource(FILE, schema.clone())
        .expect("a schema");
    for (place, property) in properties(&schema) {
        let (table, key) = place.split_once('.').expect("a place");
        let table = if table.is_empty() {
            String::new()
        } else {
            format!("/definitions/{table}")
        };
        let index = compiler
            .compile(&format!("{FILE}#{table}/properties/{key}"), &mut schemas)
            .expect("a schema");
        for example in property["examples"].as_array().into_iter().flatten() {
            assert!(
                schemas.validate(example, index).is_ok(),
                "{place}: {example}"
            );
        }
    }
}

#[test]
fn schema_uses_only_what_editors_support() {
    fn walk(schema: &Json, found: &mut dyn FnMut(&str, &Json)) {
        match schema {
            Json::Object(members) => members.iter().for_each(|(key, member)| {
                found(key, member);
                walk(member, found);
            }),
            Json::Array(members) => members.iter().for_each(|member| walk(member, found)),
            _ => {}
        }
    }
    let schema = profile::schema();
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    walk(&schema, &mut |key, value| {
        assert!(
            !key.starts_with("x-") || key == "x-taplo",
            "{key} is for the reader of profiles"
        );
        assert!(
            !value.is_null() && value != "null",
            "TOML has no null: {key}"
        );
        if key == "$ref" {
            let target = value.as_str().expect("a name").trim_start_matches('#');
            assert!(schema.pointer(target).is_some(), "{target} is not defined");
        }
        // Other forms overflow the stack of Taplo's language server.
        if key == "allOf" {
            let target = value[0]["$ref"]
                .as_str()
                .expect("a reference")
                .trim_start_matches('#');
            assert!(
                schema.pointer(&format!("{target}/properties")).is_some(),
                "{target} is no table"
            );
        }
    });
}
