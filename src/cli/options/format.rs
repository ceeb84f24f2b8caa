//! The formats of files to write.

use clap::Args;
use strum::IntoEnumIterator;

use crate::cli::options::value::one_of;
use crate::export::Format;

/// The formats of files to write.
#[derive(Debug, Clone, Args)]
pub struct FormatArgs {
    /// Formats to write; PNG and SVG have one file per page, and docx, html, md, txt and json (JSON
    /// Resume) have no layout [default: the extension of the output, or pdf]
    #[arg(
        long,
        value_name = "FORMAT",
        value_delimiter = ',',
        value_parser = one_of(Format::iter(), Format::extension)
    )]
    pub format: Vec<Format>,
}

impl FormatArgs {
    /// Returns the formats in their order, each once.
    pub fn formats(&self) -> Vec<Format> {
        let mut formats = self.format.clone();
        formats.sort();
        formats.dedup();
        formats
    }
}
