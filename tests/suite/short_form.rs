//! The short form of sections: the same documents as from the long form.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cvpress::export::Format;
use cvpress::ide::edits::in_short_form;
use cvpress::pipeline::{RenderOptions, render_document};
use cvpress::profile::{Input, formatted_text};

use crate::support::rendering::{ENGINE, on_all_cores, shipped_profiles, short_messages};

/// Returns the shipped profiles that have a shorter form, with both forms.
fn both_forms() -> Vec<(PathBuf, String, String)> {
    let mut found = Vec::new();
    for path in shipped_profiles() {
        let long = std::fs::read_to_string(&path).expect("a text");
        let short = in_short_form("cv.toml", &long).expect("TOML");
        if short != long {
            found.push((path, long, short));
        }
    }
    found
}

fn rendered(folder: &Path, text: &str, format: Format) -> Vec<u8> {
    let input = Input::Bytes {
        name: "cv.toml".to_owned(),
        files: folder.to_path_buf().into(),
        bytes: Arc::from(text.as_bytes()),
    };
    let options = RenderOptions {
        formats: vec![format],
        ..RenderOptions::default()
    };
    let document = render_document(&input, &options, &ENGINE);
    let document = document.unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let files = document.files.into_iter();
    files.flat_map(|file| file.bytes).collect()
}

#[test]
fn both_forms_give_the_same_bytes() {
    let forms = both_forms();
    assert!(forms.len() > 10, "{}", forms.len());
    on_all_cores(&forms, |(path, long, short)| {
        let folder = path.parent().expect("a folder");
        for format in [Format::Pdf, Format::Json, Format::Html] {
            let [long, short] = [long, short].map(|text| rendered(folder, text, format));
            assert!(!long.is_empty());
            assert!(long == short, "{} as {format:?}", path.display());
        }
    });
}

fn comments(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter_map(|line| line.split_once("# "));
    lines.map(|(_, comment)| comment.trim_end()).collect()
}

#[test]
fn the_short_form_keeps_comments_and_stays_as_it_is() {
    for (path, long, short) in both_forms() {
        let name = path.display().to_string();
        assert_eq!(comments(&long), comments(&short), "{name}");
        let formatted = formatted_text(name.clone(), &short).expect("TOML");
        let again = in_short_form(&name, &formatted).expect("TOML");
        assert_eq!(formatted, again, "{name}");
        assert_eq!(formatted, formatted_text(name, &again).expect("TOML"));
    }
}
