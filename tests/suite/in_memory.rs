//! Profiles in memory: the same pages as from files, and errors at their places.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use cvpress::diagnostic::Diagnostics;
use cvpress::export::{Format, png};
use cvpress::filter;
use cvpress::layout::DesignOverrides;
use cvpress::pipeline::{RenderOptions, RenderedDocument, render_document};
use cvpress::profile::{self, Input, ProfileFiles};
use cvpress::selection::{Choice, Choices};

use crate::support::rendering::{ENGINE, open_choice, short_messages};

const ADA: &str = "[person]\nname = \"Ada Lovelace\"\nemail = \"ada@example.com\"\n";

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/profiles"))
}

fn in_memory(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> ProfileFiles {
    ProfileFiles::Memory(Arc::new(BTreeMap::from_iter(files)))
}

/// Returns all files beside the shipped profiles.
fn files_beside() -> ProfileFiles {
    let entries = std::fs::read_dir(folder()).expect("the profiles");
    let entries = entries.map(|entry| entry.expect("an entry"));
    let files = entries.filter(|entry| entry.path().is_file());
    in_memory(files.map(|entry| {
        let name = entry.file_name().into_string().expect("a name");
        (name, std::fs::read(entry.path()).expect("a file"))
    }))
}

fn render(
    text: &str,
    options: &RenderOptions,
    files: &ProfileFiles,
) -> Result<RenderedDocument, Diagnostics> {
    let input = Input::Bytes {
        name: "profile.toml".to_owned(),
        files: files.clone(),
        bytes: text.as_bytes().into(),
    };
    render_document(&input, options, &ENGINE)
}

fn rendered(text: &str, options: &RenderOptions, files: &ProfileFiles) -> RenderedDocument {
    render(text, options, files).unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

fn messages(text: &str, options: &RenderOptions, files: &ProfileFiles) -> String {
    short_messages(&render(text, options, files).expect_err("errors"))
}

#[test]
fn profile_in_memory_has_the_pages_of_its_file() {
    let files = files_beside();
    // With a photo, and with a bibliography.
    for name in ["sidebar-consultant", "bibliography-researcher"] {
        let path = folder().join(format!("{name}.toml"));
        let text = std::fs::read_to_string(&path).expect("a profile");
        let options = RenderOptions {
            formats: vec![Format::Png],
            ..RenderOptions::default()
        };
        let document = rendered(&text, &options, &files);

        let parsed = profile::load(&Input::File(path), None).expect("a profile");
        let from_file = open_choice(&parsed, &Choice::default());
        let layout = ENGINE.layouts().get(from_file.layout()).expect("a layout");
        let fitted = from_file
            .fit(layout, &DesignOverrides::default(), &ENGINE)
            .expect("pages");
        let pages = fitted.typeset.document.pages();
        assert_eq!(document.files.len(), pages.len(), "{name}");
        for (file, page) in document.files.iter().zip(pages) {
            assert!(file.bytes == png(page, 150.0).expect("an image"), "{name}");
        }
    }
}

#[test]
fn formats_and_choices_apply() {
    let text =
        format!("{ADA}[[section]]\nkind = \"text\"\nbody = {{ en = \"yes\", de = \"ja\" }}\n");
    let options = |locale: &str| RenderOptions {
        formats: vec![Format::Txt],
        choices: Choices {
            locales: vec![locale.to_owned()],
            ..Choices::default()
        },
        ..RenderOptions::default()
    };
    let files = rendered(&text, &options("de"), &ProfileFiles::None).files;
    assert_eq!(files.len(), 1);
    let plain = std::str::from_utf8(&files[0].bytes).expect("text");
    assert!(plain.contains("ja") && !plain.contains("yes"), "{plain}");
    let several = messages(&text, &options(profile::ALL), &ProfileFiles::None);
    assert!(
        several.contains("several variants or languages"),
        "{several}"
    );
}

#[test]
fn errors_have_their_places() {
    let options = RenderOptions::default();
    let text = format!("{ADA}photo = \"me.svg\"\n[[section]]\nkind = \"txt\"\n");
    let found = messages(&text, &options, &ProfileFiles::None);
    assert!(
        found.contains("profile.toml:4:9: error[photo-missing]")
            && found.contains("profile.toml:6:8: error"),
        "{found}"
    );
    let outside = format!("{ADA}photo = \"../me.svg\"\n");
    let files = in_memory([("me.svg".to_owned(), Vec::new())]);
    let found = messages(&outside, &options, &files);
    assert!(found.contains("error[photo-outside]"), "{found}");
    let options = RenderOptions {
        layouts: vec!["nothing".to_owned()],
        ..RenderOptions::default()
    };
    let found = messages(ADA, &options, &ProfileFiles::None);
    assert!(found.contains("unknown layout `nothing`"), "{found}");
}

#[test]
fn filter_writes_a_pdf_or_messages() {
    let (mut pdf, mut messages) = (Vec::new(), Vec::new());
    let dated = format!("date = \"2026-01\"\n{ADA}");
    assert!(filter::run(dated.as_bytes(), &mut pdf, &mut messages).expect("memory"));
    assert!(pdf.starts_with(b"%PDF-"));
    assert_eq!(String::from_utf8(messages).expect("text"), "");

    let (mut pdf, mut messages) = (Vec::new(), Vec::new());
    let wrong = ADA.replace("email", "emial");
    assert!(!filter::run(wrong.as_bytes(), &mut pdf, &mut messages).expect("memory"));
    assert!(pdf.is_empty());
    let messages = String::from_utf8(messages).expect("text");
    assert!(
        messages.contains("emial") && messages.contains("<stdin>:3:1"),
        "{messages}"
    );

    let (mut pdf, mut messages) = (Vec::new(), Vec::new());
    assert!(!filter::run(b"%PDF-1.7".as_slice(), &mut pdf, &mut messages).expect("memory"));
    assert!(String::from_utf8_lossy(&messages).contains("is a PDF, not a profile"));
}
