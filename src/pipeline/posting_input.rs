//! Reads job postings from files and from standard input.

use std::fs::File;
use std::path::Path;

use crate::diagnostic::{Diagnostic, rule};
use crate::file;
use crate::pdf::MAX_PDF_SIZE;
use crate::profile::STDIN;
use crate::progress;
use crate::verify::posting::Posting;

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
