//! Reads job postings from files and from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::diagnostic::{Diagnostic, rule};
use crate::file;
use crate::pdf::{MAX_PDF_SIZE, is_pdf};
use crate::profile::{MAX_SIZE, STDIN};
use crate::progress;
use crate::verify::posting::Posting;

/// The number of bytes that tell a PDF.
const START: u64 = 1024;

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
        progress::waiting(|| read_all(io::stdin().lock()))
    } else if path.is_dir() {
        Err(io::Error::other("it is a folder"))
    } else {
        File::open(path).and_then(read_all)
    };
    let bytes = bytes.map_err(|error| {
        let message = format!("cannot read `{name}`: {error}");
        Diagnostic::error(rule::UNREADABLE_FILE, message)
    })?;
    Posting::read(&bytes, &name)
}

/// Reads all bytes, unless they are too many: a text has fewer than a PDF with pictures.
fn read_all(mut input: impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    let most = if is_pdf(&start) {
        MAX_PDF_SIZE
    } else {
        MAX_SIZE
    };
    file::read_all(start.as_slice().chain(input), most)
}
