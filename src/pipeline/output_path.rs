//! The names of output files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::export::Format;
use crate::pipeline::options::{DEFAULT_LAYOUT, RenderOptions};
use crate::profile::ParsedProfile;

/// Returns the PDFs that the requested documents of a profile are written to. `stem` is their
/// common path, without variant, language, layout and extension. Files of other formats have the
/// same names up to the extension and the layout, so that they conflict if these do.
pub fn outputs_of(parsed: &ParsedProfile, stem: &Path, options: &RenderOptions) -> Vec<PathBuf> {
    let name = stem
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut files = Vec::new();
    for choice in options.choices.of(parsed) {
        let file = stem.with_file_name(choice.name(&name, parsed));
        if options.layouts.is_empty() {
            let own = parsed.layout(choice.variant.as_deref());
            files.push(output_path(&file, own.unwrap_or(DEFAULT_LAYOUT)));
        }
        for layout in &options.layouts {
            files.push(output_path(&file, layout));
        }
    }
    files
}

/// A file that two documents would be written to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedOutput {
    /// The file.
    pub file: PathBuf,
    /// The index of the profile that has it first.
    pub first: usize,
}

/// Returns the first file of a profile that it shares with an earlier one, or that two of its own
/// documents share, by the index of the profile.
pub fn shared_outputs(
    outputs: impl IntoIterator<Item = Vec<PathBuf>>,
) -> BTreeMap<usize, SharedOutput> {
    let mut taken: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut shared = BTreeMap::new();
    for (index, files) in outputs.into_iter().enumerate() {
        for file in files {
            if let Some(first) = taken.insert(file.clone(), index) {
                shared.entry(index).or_insert(SharedOutput { file, first });
            }
        }
    }
    shared
}

/// Returns the path of a file without pages, which has no layout: `out/ada` gives `out/ada.docx`.
pub fn content_path(stem: &Path, format: Format) -> PathBuf {
    let mut name = stem.file_name().map(OsString::from).unwrap_or_default();
    name.push(format!(".{}", format.extension()));
    stem.with_file_name(name)
}

/// Returns the path of a PDF: `out/ada` and `compact` give `out/ada-compact.pdf`.
pub fn output_path(stem: &Path, layout: &str) -> PathBuf {
    let mut name = stem.file_name().map(OsString::from).unwrap_or_default();
    name.push(format!("-{layout}.pdf"));
    stem.with_file_name(name)
}
