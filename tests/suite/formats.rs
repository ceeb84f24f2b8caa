//! Which files the formats make: their names, how often they are written, and where.

use serde_json::{Value as Json, json};

use crate::support::sandbox::Sandbox;

/// A CV with a letter and a variant.
const ADA: &str = r#"date = "2026"
[person]
name = "Ada Brandt"
[[section]]
kind = "experience"
title = "Work"
[[section.entry]]
organization = "Example Works"
position = "Engineer"
start = "2020-02"
end = "2023-05"
[letter]
opening = "Dear team,"
body = "I write to apply."
closing = "Sincerely,"
[variant.short]
max-entries = 1
"#;

const CONTENT: &str = "docx,html,md,txt,json";

fn ada() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("cvs/ada.toml", ADA);
    sandbox
}

#[test]
fn content_is_written_once_for_all_layouts() {
    let sandbox = ada();
    let arguments = format!("render cvs/ada.toml --layout vita,ats --format pdf,{CONTENT}");
    sandbox.run(&arguments).succeeds();
    assert_eq!(
        sandbox.files("out"),
        [
            "ada-ats.pdf",
            "ada-vita.pdf",
            "ada.docx",
            "ada.html",
            "ada.json",
            "ada.md",
            "ada.txt"
        ]
    );
}

#[test]
fn extension_of_the_output_names_the_format() {
    let sandbox = ada();
    for name in ["cv.docx", "cv.html", "cv.md", "cv.txt", "cv.json"] {
        let arguments = format!("render cvs/ada.toml --output {name}");
        sandbox.run(&arguments).succeeds();
    }
    assert!(sandbox.bytes("cv.docx").starts_with(b"PK"));
    for name in ["cv.html", "cv.md", "cv.txt", "cv.json"] {
        assert!(sandbox.read(name).contains("Ada Brandt"), "{name}");
    }
}

#[test]
fn named_file_is_the_stem_of_several_formats() {
    let sandbox = ada();
    let arguments = "render cvs/ada.toml --format pdf,docx,txt --output out/cv.pdf";
    sandbox.run(arguments).succeeds();
    assert_eq!(sandbox.files("out"), ["cv.docx", "cv.pdf", "cv.txt"]);
}

#[test]
fn variants_have_files_of_their_own() {
    let sandbox = ada();
    sandbox.run("render cvs/ada.toml --format md").succeeds();
    let short = "render cvs/ada.toml --format md --variant short";
    sandbox.run(short).succeeds();
    assert_eq!(sandbox.files("out"), ["ada-short.md", "ada.md"]);
}

#[test]
fn text_goes_to_standard_output() {
    let sandbox = ada();
    let output = sandbox.run("render cvs/ada.toml --format txt --output - --quiet");
    let text = output.text();
    output.succeeds();
    assert!(
        text.contains("Ada Brandt") && text.contains("Example Works"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn device_takes_any_format() {
    let sandbox = ada();
    let output = sandbox.run("render cvs/ada.toml --format txt --output /dev/stdout --quiet");
    let text = output.text();
    output.succeeds();
    assert!(text.contains("Ada Brandt"), "{text}");
}

#[test]
fn dates_follow_the_options_of_the_layout() {
    let sandbox = ada();
    let iso = "render cvs/ada.toml --format txt --set dates=iso --output iso.txt";
    sandbox.run(iso).succeeds();
    let long = "render cvs/ada.toml --format txt --set dates=long --output long.txt";
    sandbox.run(long).succeeds();
    assert!(sandbox.read("iso.txt").contains("2020-02"));
    assert!(sandbox.read("long.txt").contains("February 2020"));
}

#[test]
fn letter_has_no_json_resume() {
    let sandbox = ada();
    let letter = "letter cvs/ada.toml --format docx,html,md,txt";
    sandbox.run(letter).succeeds();
    assert_eq!(
        sandbox.files("out"),
        [
            "ada-letter.docx",
            "ada-letter.html",
            "ada-letter.md",
            "ada-letter.txt"
        ]
    );
    let refused = sandbox.run("letter cvs/ada.toml --format json").code(2);
    assert!(refused.stderr.contains("JSON Resume has no letters"));
}

#[test]
fn appended_pages_are_only_in_the_pdf() {
    let sandbox = ada();
    sandbox
        .run("render cvs/ada.toml --output cvs/certificate.pdf")
        .succeeds();
    let profile = ADA.replacen("date =", "append = [\"certificate.pdf\"]\ndate =", 1);
    sandbox.write("cvs/ada.toml", &profile);
    let run = sandbox.run("render cvs/ada.toml --format txt").code(0);
    let message = "warning[append-left-out]: only a PDF has the pages of the files in `append`";
    assert!(run.stderr.contains(message), "{}", run.stderr);
    let denied = "render cvs/ada.toml --format md --deny append-left-out";
    drop(sandbox.run(denied).code(1));
    assert_eq!(sandbox.files("out"), ["ada.txt"]);
}

#[test]
fn private_values_are_in_no_format() {
    let sandbox = Sandbox::new();
    let profile = ADA.replacen("date =", "private = [\"phone\"]\ndate =", 1);
    let profile = profile.replacen("[[section]]", "phone = \"+47 555 0100\"\n[[section]]", 1);
    sandbox.write("ada.toml", &profile);
    let shown = "render ada.toml --format html,md,txt,json --output shown/";
    sandbox.run(shown).succeeds();
    let public = "render ada.toml --public --format html,md,txt,json --output public/";
    sandbox.run(public).succeeds();
    for ending in ["html", "md", "txt", "json"] {
        let shown = sandbox.read(&format!("shown/ada.{ending}"));
        let public = sandbox.read(&format!("public/ada-public.{ending}"));
        assert!(shown.contains("555"), "{shown}");
        assert!(public.contains("Ada Brandt"), "{public}");
        assert!(!public.contains("555"), "{public}");
    }
}

#[test]
fn batch_writes_content_once_and_only_when_it_changes() {
    let sandbox = ada();
    sandbox.write("cvs/bob.toml", &ADA.replace("Ada Brandt", "Bob Lind"));
    let arguments = "batch cvs --layout vita,ats --format pdf,md,docx";
    sandbox.run(arguments).succeeds();
    let files = [
        "ada-ats.pdf",
        "ada-vita.pdf",
        "ada.docx",
        "ada.md",
        "bob-ats.pdf",
        "bob-vita.pdf",
        "bob.docx",
        "bob.md",
    ];
    let mut visible = sandbox.files("out");
    visible.retain(|name| !name.starts_with('.'));
    assert_eq!(visible, files);
    let again = sandbox.run(&format!("{arguments} --report json"));
    let text = again.text();
    again.succeeds();
    let summary: Json = serde_json::from_str(text.lines().last().unwrap_or_default())
        .unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(
        (&summary["rendered"], &summary["unchanged"]),
        (&json!(0), &json!(8))
    );
}

#[test]
fn gallery_adds_content() {
    let sandbox = ada();
    let arguments = "gallery cvs/ada.toml --layout vita,ats --ppi 20 --format docx,json";
    sandbox.run(arguments).succeeds();
    assert_eq!(
        sandbox.files("out"),
        ["ada-gallery.pdf", "ada-gallery.png", "ada.docx", "ada.json"]
    );
}

#[test]
#[cfg(target_os = "linux")]
fn names_of_standard_output_are_standard_output() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", "[person]\nname = \"Ada Berg\"\n");
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let run = sandbox.run(&format!("render ada.toml --output {name}"));
        assert_eq!(run.code, Some(0), "{name}: {}", run.stderr);
        assert!(run.stdout.starts_with(b"%PDF"), "{name}");
    }
}
