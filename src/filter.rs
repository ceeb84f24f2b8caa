//! The program without the feature `native`: a filter from a profile to its PDF.
//!
//! Uses `pipeline`. Reads no file, argument or variable of the environment.

use std::io::{self, Read, Write};

use crate::diagnostic::{Diagnostic, Diagnostics, plain, rule};
use crate::file;
use crate::pipeline::{RenderOptions, RenderedDocument, guarded, render_document};
use crate::profile::{Input, MAX_SIZE, ProfileFiles, STDIN};
use crate::typeset::Engine;

/// Reads a profile, and writes its PDF, or else its errors. Returns whether there were none.
///
/// # Errors
/// The PDF or the messages cannot be written.
pub fn run(input: impl Read, mut output: impl Write, mut messages: impl Write) -> io::Result<bool> {
    let (files, problems) = match guarded(|| rendered(input)) {
        Ok(document) => (document.files, document.warnings),
        Err(errors) => (Vec::new(), errors),
    };
    for problem in problems.iter() {
        writeln!(messages, "{}\n", plain(problem))?;
    }
    for file in &files {
        output.write_all(&file.bytes)?;
    }
    output.flush()?;
    Ok(!files.is_empty())
}

fn rendered(input: impl Read) -> Result<RenderedDocument, Diagnostics> {
    let bytes = file::read_all(input, MAX_SIZE).map_err(|error| {
        let message = format!("cannot read `{STDIN}`: {error}");
        Diagnostic::error(rule::UNREADABLE_FILE, message)
    })?;
    let input = Input::Bytes {
        name: STDIN.to_owned(),
        files: ProfileFiles::None,
        bytes: bytes.into(),
    };
    render_document(&input, &RenderOptions::default(), &Engine::built_in()?)
}
