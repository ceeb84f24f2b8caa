//! `check` and `render` say the same about a profile, from a file and from standard input; `check`
//! adds what it reads from the pages. An error in a variant stops only that variant.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::support::rendering::layouts;
use crate::support::sandbox::Sandbox;

/// A message: its rule, its text and its place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Told {
    file: String,
    line: u64,
    column: u64,
    rule: String,
    message: String,
    severity: String,
}

/// Rules about what parsers and people read of the pages, which only `check` reads.
const OF_PAGES: [&str; 25] = [
    "date-not-recognized",
    "email-not-recognized",
    "font-without-text",
    "heading-not-standard",
    "hyphen-at-line-end",
    "keep-leaves-space",
    "letters-read-twice",
    "link-without-text",
    "list-split-across-pages",
    "long-bullet",
    "low-contrast",
    "missing-text",
    "mixed-directions",
    "name-not-recognized",
    "organization-not-recognized",
    "overflowing-line",
    "phone-not-recognized",
    "short-last-line",
    "small-text",
    "space-not-plain",
    "text-in-other-order",
    "text-needs-replacement",
    "text-not-in-tags",
    "text-out-of-order",
    "wrapped-date",
];

/// Reads messages in the format JSON.
fn told(messages: &str) -> BTreeSet<Told> {
    let lines = messages.lines().filter(|line| line.starts_with('{'));
    let values = lines.map(|line| serde_json::from_str(line).expect("JSON"));
    values.map(|value: Json| told_in(&value)).collect()
}

fn told_in(value: &Json) -> Told {
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let place = &value["place"];
    Told {
        file: text(&place["file"]),
        line: place["line"].as_u64().unwrap_or_default(),
        column: place["column"].as_u64().unwrap_or_default(),
        rule: text(&value["rule"]),
        message: text(&value["message"]),
        severity: text(&value["severity"]),
    }
}

/// Returns what is wrong about the messages of a render, compared with those of a check.
fn differences(check: &BTreeSet<Told>, render: &BTreeSet<Told>) -> Vec<String> {
    let mut differences = Vec::new();
    for message in render.difference(check) {
        let as_error = Told {
            severity: "error".to_owned(),
            ..message.clone()
        };
        // The error of a variant that was not rendered.
        if message.severity != "warning" || !check.contains(&as_error) {
            differences.push(format!("only told by render: {message:?}"));
        }
    }
    for message in check.difference(render) {
        let as_warning = Told {
            severity: "warning".to_owned(),
            ..message.clone()
        };
        if !OF_PAGES.contains(&message.rule.as_str()) && !render.contains(&as_warning) {
            differences.push(format!("only told by check: {message:?}"));
        }
    }
    differences
}

/// Returns the profiles in a folder of the project.
fn profiles_in(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files
}

/// Returns whether the profile has other documents that a check looks at: variants, letters and
/// languages.
fn has_one_document(profile: &Path) -> bool {
    let text = std::fs::read_to_string(profile).unwrap_or_default();
    let parts = ["variant", "[letter", "{ en =", "{ de =", "{en", "zh ="];
    !parts.iter().any(|part| text.contains(part))
}

#[test]
fn check_and_render_say_the_same_in_every_layout() {
    let mut profiles = profiles_in("profiles");
    profiles.extend(profiles_in("tests/profiles/invalid"));
    profiles.extend(profiles_in("tests/profiles/habits"));
    profiles.retain(|profile| has_one_document(profile));
    assert!(profiles.len() > 90, "{}", profiles.len());
    let sandbox = Sandbox::new();
    let mut wrong = Vec::new();
    for (index, layout) in layouts().into_iter().enumerate() {
        // Each profile in one layout, each layout with many profiles.
        let every = layouts().len();
        let some = profiles.iter().skip(index).step_by(every);
        let files: Vec<String> = some.map(|path| path.display().to_string()).collect();
        let common = format!(
            "--message-format json --layout {layout} {}",
            files.join(" ")
        );
        let check = sandbox.run(&format!("check {common}"));
        let render = sandbox.run(&format!("render --output {layout}/ {common}"));
        assert_eq!(check.code, render.code, "{layout}: {}", check.stderr);
        let found = differences(&told(&check.stderr), &told(&render.stderr));
        wrong.extend(found.into_iter().map(|found| format!("{layout}: {found}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs a command on standard input, and returns its messages under the name of a file.
fn told_of_stdin(sandbox: &Sandbox, arguments: &str, text: &str) -> BTreeSet<Told> {
    let mut process = sandbox.start(arguments);
    let mut stdin = process.stdin.take().expect("a pipe");
    stdin.write_all(text.as_bytes()).expect("written");
    drop(stdin);
    let output = process.wait_with_output().expect("it ends");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    told(&messages.replace("<stdin>", "cv.toml"))
}

#[test]
fn standard_input_is_told_like_a_file() {
    let sandbox = Sandbox::new();
    for name in [
        "everything-at-once",
        "warning-style",
        "options",
        "languages",
    ] {
        sandbox.copy(&format!("tests/profiles/invalid/{name}.toml"), "cv.toml");
        let text = sandbox.read("cv.toml");
        for command in ["check", "render -o out/"] {
            let file = sandbox.run(&format!("{command} --message-format json cv.toml"));
            let file = told(&file.stderr);
            let arguments = format!("{command} --message-format json -");
            assert!(!file.is_empty(), "{name}");
            assert_eq!(told_of_stdin(&sandbox, &arguments, &text), file, "{name}");
        }
    }
}

const VARIANTS: &str = r#"
date = "2026"
[person]
name = "Ada Berg"

[[section]]
kind = "text"
body = "Chips, from drawings to wafers."

[variant.good]
headline = "Engineer"

[variant.wrong]
headlin = "Engineer"

[variant.lost]
layout = "nowhere"
"#;

#[test]
fn an_error_in_a_variant_stops_only_that_one() {
    let sandbox = Sandbox::new();
    sandbox.write("cvs/ada.toml", VARIANTS);

    // The CV itself is rendered, and the error told as a warning.
    let run = sandbox.run("render cvs/ada.toml --layout compact").code(0);
    assert!(
        run.stderr.contains("warning[unknown-key]"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .contains("only the variant `wrong` cannot be rendered"),
        "{}",
        run.stderr
    );
    assert_eq!(sandbox.files("out"), ["ada-compact.pdf"]);

    // Of all variants, the others are rendered.
    let run = sandbox
        .run("render cvs/ada.toml --variant all -o variants/")
        .code(1);
    assert!(run.stderr.contains("error[unknown-key]"), "{}", run.stderr);
    assert!(
        run.stderr.contains("error[unknown-layout]"),
        "{}",
        run.stderr
    );
    assert_eq!(sandbox.files("variants"), ["ada-good-compact.pdf"]);
    sandbox
        .run("render cvs/ada.toml --variant good -o one/")
        .succeeds();
    let _ = sandbox
        .run("render cvs/ada.toml --variant wrong -o one/")
        .code(1);
    assert_eq!(sandbox.files("one"), ["ada-good-compact.pdf"]);

    // A batch as well.
    sandbox.run("batch cvs -o batch").succeeds();
    assert_eq!(sandbox.files("batch"), ["ada-compact.pdf"]);
    let run = sandbox
        .run("batch cvs --variants -o batch-variants")
        .code(1);
    assert!(run.text().contains("2 CVs not rendered"), "{}", run.text());
    assert_eq!(sandbox.files("batch-variants"), ["ada-good-compact.pdf"]);

    // A check tells the errors, and reads the documents that have none.
    let run = sandbox.run("check cvs/ada.toml").code(1);
    assert!(run.stderr.contains("error[unknown-key]"), "{}", run.stderr);
    assert!(run.text().contains("2 errors"), "{}", run.text());
    assert!(
        run.text()
            .contains("texts found in the order of the content"),
        "{}",
        run.text()
    );
    let check = sandbox.run("check cvs/ada.toml --variant good").code(0);
    assert!(
        check.stderr.contains("warning[unknown-key]"),
        "{}",
        check.stderr
    );

    // A variant that is not a table.
    sandbox.write(
        "cvs/ada.toml",
        &VARIANTS.replace("[variant.lost]\nlayout", "[variant]\nlost"),
    );
    sandbox.run("render cvs/ada.toml -o again/").succeeds();
    let _ = sandbox
        .run("render cvs/ada.toml -o again/ --variant all")
        .code(1);
    assert_eq!(
        sandbox.files("again"),
        ["ada-compact.pdf", "ada-good-compact.pdf"]
    );
}

#[test]
fn denied_warnings_of_other_variants_fail_a_render() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", VARIANTS);
    let run = sandbox.run("render ada.toml --deny warnings").code(1);
    assert!(run.stderr.contains("error[unknown-key]"), "{}", run.stderr);
}
