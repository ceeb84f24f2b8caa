//! Compares the documents of a profile with a job posting.

use std::fs::File;
use std::path::Path;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::file;
use crate::pdf::MAX_PDF_SIZE;
use crate::pipeline::document::Document;
use crate::pipeline::options::RenderOptions;
use crate::profile::{self, Input, STDIN};
use crate::progress;
use crate::typeset::Engine;
use crate::verify::posting::{ComparedDocument, Posting, PostingReport, compare};

/// Reads a job posting: a file, a pipe, or standard input if the path is `-`.
///
/// # Errors
/// It cannot be read, is too large, of another format, or has no text.
pub fn read_posting(path: &Path) -> Result<Posting, Diagnostic> {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin {
        STDIN.to_owned()
    } else {
        path.display().to_string()
    };
    let bytes = if is_stdin {
        progress::waiting(|| file::read_all(std::io::stdin().lock(), MAX_PDF_SIZE))
    } else if path.is_dir() {
        Err(std::io::Error::other("it is a folder"))
    } else {
        File::open(path).and_then(|file| file::read_all(file, MAX_PDF_SIZE))
    };
    let bytes = bytes.map_err(|error| {
        let message = format!("cannot read `{name}`: {error}");
        Diagnostic::error(rule::UNREADABLE_FILE, message)
    })?;
    Posting::read(&bytes, &name)
}

/// Compares the requested CVs of a profile with a job posting. Those with errors are left out.
///
/// # Errors
/// The profile is not TOML.
pub fn compare_posting(
    input: &Input,
    options: &RenderOptions,
    posting: &Posting,
    engine: &Engine,
) -> Result<Vec<PostingReport>, Diagnostics> {
    let parsed = profile::load(input, options.today)?;
    let mut reports = Vec::new();
    for choice in options.choices.of(&parsed) {
        let document = Document::new(&parsed, &choice, &input.stem(), &options.deny, engine);
        if document.problems.has_errors() {
            continue;
        }
        reports.push(compare(
            posting,
            &ComparedDocument {
                profile: &input.name(),
                name: document.name(),
                resume: &document.resume,
                tree: &document.selection.tree,
            },
        ));
    }
    Ok(reports)
}
