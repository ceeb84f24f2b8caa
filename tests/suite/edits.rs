//! Edits of profiles as the editor in the browser makes them: what is new can be rendered.

use std::path::Path;
use std::sync::Arc;

use cvpress::diagnostic::Severity;
use cvpress::ide::edits::{AddedPart, EditStep, EditedText, ProfileEdit, apply};
use cvpress::ide::samples::{Sample, SampleRequest, text as sample_text};
use cvpress::pipeline::{RenderOptions, check_profile};
use cvpress::profile::{Input, SectionKind};

use crate::support::rendering::{ENGINE, short_messages};

/// The languages of the samples, and one that they do not have.
const LANGUAGES: [&str; 6] = ["en", "de", "fr", "es", "zh-Hans", "nl"];

fn add(text: &str, what: AddedPart, at: &[EditStep], template: Option<&str>) -> EditedText {
    let edit = ProfileEdit::Add {
        what,
        at: at.to_vec(),
        template: template.map(str::to_owned),
    };
    apply("cv.toml", text, &edit).unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

fn path(steps: &[(&str, usize)]) -> Vec<EditStep> {
    let mut path = Vec::new();
    for (key, index) in steps {
        path.extend([EditStep::Key((*key).to_owned()), EditStep::Index(*index)]);
    }
    path
}

/// Returns the errors and warnings of a text, as messages.
fn problems(text: &str) -> Vec<String> {
    let input = Input::Bytes {
        name: "cv.toml".to_owned(),
        files: Path::new(".").to_path_buf().into(),
        bytes: Arc::from(text.as_bytes()),
    };
    let found = check_profile(&input, &RenderOptions::default(), &ENGINE);
    let found = found
        .iter()
        .filter(|problem| problem.severity <= Severity::Warning);
    found.map(|problem| problem.message.clone()).collect()
}

#[test]
fn new_parts_of_every_kind_pass_check() {
    for language in LANGUAGES {
        let mut text = format!("locale = \"{language}\"\n\n[person]\nname = \"Ada Lovelace\"\n");
        for (index, kind) in SectionKind::names().enumerate() {
            text = add(
                &text,
                AddedPart::Section,
                &path(&[("section", index)]),
                Some(kind),
            )
            .text;
            let entry = path(&[("section", index), ("entry", 0)]);
            if kind != "text" {
                text = add(&text, AddedPart::Entry, &entry, None).text;
            }
        }
        let bullet = path(&[("section", 0), ("highlights", 0)]);
        text = add(&text, AddedPart::Bullet, &bullet, None).text;
        assert_eq!(problems(&text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn every_sample_passes_check_without_a_schema_beside_it() {
    for sample in Sample::all() {
        let made = sample_text(&SampleRequest {
            sample: *sample,
            locale: "de-CH",
            layout: "com\"\npact",
            name: "Ada \"A\\\n\" Lovelace",
            schema: None,
            today: None,
        });
        assert!(!made.text.contains("#:"), "{}", made.text);
        assert!(
            made.text.contains("name = \"Ada A Lovelace\""),
            "{}",
            made.text
        );
        assert_eq!(problems(&made.text), Vec::<String>::new(), "{}", made.text);
    }
}

#[test]
fn edits_of_missing_parts_are_refused() {
    let edit = ProfileEdit::Remove {
        path: path(&[("section", 3)]),
    };
    let refusal = apply("cv.toml", "[person]\nname = \"Ada\"\n", &edit).expect_err("a refusal");
    assert_eq!(
        short_messages(&refusal),
        "error[impossible-edit]: the profile has no `section[3]`\n"
    );
}
