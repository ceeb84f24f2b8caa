//! PDFs that carry their data as JSON Resume: what the file holds, and that it is no more than the
//! pages show.

use cvpress::import::{ImportInput, import};
use lopdf::{Dictionary, Document, Object};
use serde_json::Value as Json;

use crate::support::sandbox::Sandbox;

const ADA: &str = r#"attach = "json-resume"
date = "2026-03"
private = ["phone"]
[person]
name = "Ada Brandt"
phone = "+1 551 555 0100"
residence = { street = "1 Any Street", postal-code = "0150", city = "Oslo" }
[[section]]
kind = "experience"
[[section.entry]]
organization = "Example Works"
position = "Engineer"
start = "2020-02"
end = "2023-05"
[[section]]
kind = "text"
title = "Hobby horses"
tags = ["long"]
body = "Choirs."
[letter]
opening = "Dear team,"
body = "I write to apply."
closing = "Sincerely,"
[variant.short]
hide = ["long"]
"#;

fn ada() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", ADA);
    sandbox
}

fn dictionary<'a>(document: &'a Document, object: &'a Object) -> &'a Dictionary {
    let (_, object) = document.dereference(object).expect("an object");
    object.as_dict().expect("a dictionary")
}

/// Returns the files of a PDF, with the relationship of each, by lopdf.
fn files(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let document = Document::load_mem(bytes).expect("a PDF");
    let catalog = document.catalog().expect("a catalog");
    let Ok(files) = catalog.get(b"AF") else {
        return Vec::new();
    };
    let (_, files) = document.dereference(files).expect("an object");
    let files = files.as_array().expect("a list").iter();
    files
        .map(|file| {
            let file = dictionary(&document, file);
            let relationship = file.get(b"AFRelationship").and_then(Object::as_name);
            let relationship = String::from_utf8_lossy(relationship.expect("a name"));
            let content = dictionary(&document, file.get(b"EF").expect("content"));
            let (_, stream) = document
                .dereference(content.get(b"F").expect("a stream"))
                .expect("a stream");
            let stream = stream.as_stream().expect("a stream");
            let bytes = stream.get_plain_content().expect("content");
            (relationship.into_owned(), bytes)
        })
        .collect()
}

/// Renders a CV as PDF and returns the data that it carries.
fn carried(sandbox: &Sandbox, options: &str) -> String {
    let arguments = format!("render ada.toml --output cv.pdf {options}");
    sandbox.run(&arguments).succeeds();
    let files = files(&sandbox.bytes("cv.pdf"));
    let [(relationship, bytes)] = files.as_slice() else {
        panic!("{} files", files.len());
    };
    assert_eq!(relationship, "Data");
    String::from_utf8(bytes.clone()).expect("text")
}

#[test]
fn pdf_carries_what_the_export_writes() {
    let sandbox = ada();
    let data = carried(&sandbox, "");
    sandbox.run("render ada.toml --output cv.json").succeeds();
    assert_eq!(data, sandbox.read("cv.json"));
    let first = sandbox.bytes("cv.pdf");
    carried(&sandbox, "");
    assert_eq!(sandbox.bytes("cv.pdf"), first, "same input, same bytes");
    let checked = sandbox.run("check ada.toml");
    assert!(
        checked.text().contains("PDF/A-3a, PDF/UA-1"),
        "{}",
        checked.text()
    );
}

#[test]
fn pdf_carries_no_more_than_its_pages() {
    let sandbox = ada();
    let complete = carried(&sandbox, "");
    for text in ["555 0100", "Any Street", "Hobby horses", "Ada Brandt"] {
        assert!(complete.contains(text), "{text}");
    }
    let public = carried(&sandbox, "--public");
    assert!(
        !public.contains("555 0100") && !public.contains("Any Street"),
        "{public}"
    );
    let anonymous = carried(&sandbox, "--anonymous");
    assert!(!anonymous.contains("Brandt"), "{anonymous}");
    let short = carried(&sandbox, "--variant short");
    assert!(!short.contains("Hobby horses"), "{short}");
    sandbox
        .run("letter ada.toml --output letter.pdf")
        .succeeds();
    assert!(files(&sandbox.bytes("letter.pdf")).is_empty());
    let without = ADA.replacen("attach", "#", 1);
    sandbox.write("ada.toml", &without);
    sandbox.run("render ada.toml --output cv.pdf").succeeds();
    assert!(files(&sandbox.bytes("cv.pdf")).is_empty());
}

#[test]
fn data_of_a_pdf_is_imported() {
    let sandbox = ada();
    let data: Json = serde_json::from_str(&carried(&sandbox, "")).expect("JSON");
    let input = ImportInput::of_bytes("cv.pdf", sandbox.bytes("cv.pdf"));
    let imported = import(&input, None).expect("a profile");
    sandbox.write("ada.toml", &imported.profile);
    sandbox.run("render ada.toml --output back.json").succeeds();
    let back: Json = serde_json::from_str(&sandbox.read("back.json")).expect("JSON");
    for key in ["basics", "work"] {
        assert_eq!(back[key], data[key], "{key}");
    }
}

#[test]
fn pdf_without_data_is_told() {
    let sandbox = ada();
    sandbox.write("ada.toml", &ADA.replacen("attach", "#", 1));
    sandbox.run("render ada.toml --output cv.pdf").succeeds();
    let input = ImportInput::of_bytes("cv.pdf", sandbox.bytes("cv.pdf"));
    let problems = import(&input, None).expect_err("no data");
    let [problem] = problems.iter().collect::<Vec<_>>()[..] else {
        panic!("{problems:?}");
    };
    assert_eq!(problem.message, "`cv.pdf` carries no data");
    assert!(
        problem.hints[0].contains("Europass XML"),
        "{:?}",
        problem.hints
    );
}

#[test]
fn broken_pdfs_end_in_one_message() {
    let sandbox = ada();
    carried(&sandbox, "");
    let bytes = sandbox.bytes("cv.pdf");
    for length in (0..bytes.len()).step_by(bytes.len() / 40 + 1) {
        let input = ImportInput::of_bytes("cv.pdf", bytes[..length].to_vec());
        if let Err(problems) = import(&input, None) {
            assert_eq!(problems.iter().count(), 1, "{length}: {problems:?}");
        }
    }
}

#[test]
fn appended_pages_leave_the_data() {
    let sandbox = ada();
    sandbox.write("ada.toml", &ADA.replacen("attach", "#", 1));
    sandbox.run("render ada.toml --output other.pdf").succeeds();
    sandbox.write("ada.toml", &format!("append = [\"other.pdf\"]\n{ADA}"));
    let data = carried(&sandbox, "");
    assert!(data.contains("Example Works"), "{data}");
}

#[test]
fn files_are_found_by_their_names_alone() {
    let sandbox = ada();
    let expected = carried(&sandbox, "");
    let mut document = Document::load_mem(&sandbox.bytes("cv.pdf")).expect("a PDF");
    document.catalog_mut().expect("a catalog").remove(b"AF");
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).expect("a PDF");
    let from_pdf = import(&ImportInput::of_bytes("cv.pdf", bytes), None).expect("a profile");
    let from_json = import(
        &ImportInput::of_bytes("cv.json", expected.into_bytes()),
        None,
    );
    assert_eq!(from_pdf.profile, from_json.expect("a profile").profile);
}
