//! Tells a PDF from a profile, where a command takes either.

use std::io::Read;

use crate::profile::Input;
use crate::verify::is_pdf;

/// The bytes of a PDF: of a file that is one, or is called so.
pub fn read_pdf(input: &Input) -> Option<Vec<u8>> {
    let Input::File(path) = input else {
        return None;
    };
    let is_called = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"));
    let mut file = std::fs::File::open(path).ok()?;
    let mut bytes = Vec::new();
    let beginning = (&mut file).take(1024).read_to_end(&mut bytes);
    if beginning.is_err() || !(is_called || is_pdf(&bytes)) {
        return None;
    }
    file.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
