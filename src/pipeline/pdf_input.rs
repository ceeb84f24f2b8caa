//! Distinguishes PDFs from profiles, for commands that accept both.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::pdf::is_pdf;
use crate::profile::Input;

/// The number of bytes that precede a PDF's header at most, with the header.
const HEADER: u64 = 1024;

/// Returns the bytes of a file that is a PDF by its content or its name; `None` for other inputs,
/// and for files that cannot be read, whose error the profile's reader reports.
pub fn read_pdf(input: &Input) -> Option<Vec<u8>> {
    let Input::File(path) = input else {
        return None;
    };
    let mut file = File::open(path).ok()?;
    let mut bytes = Vec::new();
    (&mut file).take(HEADER).read_to_end(&mut bytes).ok()?;
    if !has_pdf_extension(path) && !is_pdf(&bytes) {
        return None;
    }
    file.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn has_pdf_extension(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}
