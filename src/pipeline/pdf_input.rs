//! Distinguishes PDFs from profiles, for commands that accept both.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::diagnostic::{Diagnostic, rule};
use crate::file;
use crate::pdf::{MAX_PDF_SIZE, is_pdf};
use crate::profile::Input;

/// The number of bytes that precede a PDF's header at most, with the header.
const HEADER: u64 = 1024;

/// Returns the bytes of a file that is a PDF by its content or its name; `None` for other inputs,
/// for pipes, which can be read only once, and for files that cannot be read, whose error the
/// profile's reader reports.
///
/// # Errors
/// The PDF is too large.
pub fn read_pdf(input: &Input) -> Result<Option<Vec<u8>>, Diagnostic> {
    let Input::File(path) = input else {
        return Ok(None);
    };
    if !path.is_file() || !(has_pdf_extension(path) || starts_as_pdf(path)) {
        return Ok(None);
    }
    let bytes = file::read(path, MAX_PDF_SIZE).map_err(|error| {
        let message = format!("cannot read `{}`: {error}", path.display());
        Diagnostic::error(rule::UNREADABLE_FILE, message)
    })?;
    Ok(Some(bytes))
}

fn starts_as_pdf(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEADER).read_to_end(&mut start));
    read.is_ok() && is_pdf(&start)
}

fn has_pdf_extension(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}
