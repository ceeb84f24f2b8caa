//! What the files of a CV are called.

use std::path::{Path, PathBuf};

use crate::pipeline::document::DEFAULT_LAYOUT;
use crate::profile::ParsedProfile;
use crate::selection::Choices;

/// The files that the CVs wanted of a profile go to; `stem` is their path without what tells them
/// apart.
pub fn outputs_of(
    reading: &ParsedProfile,
    stem: &Path,
    choices: &Choices,
    layouts: &[String],
) -> Vec<PathBuf> {
    let name = stem
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut files = Vec::new();
    for choice in choices.of(reading) {
        let own = [reading
            .layout(choice.variant.as_deref())
            .unwrap_or(DEFAULT_LAYOUT)
            .to_owned()];
        let file = stem.with_file_name(choice.name(&name, reading));
        let layouts = if layouts.is_empty() { &own } else { layouts };
        files.extend(layouts.iter().map(|layout| output_path(&file, layout)));
    }
    files
}

/// `out/ada` and `compact` → `out/ada-compact.pdf`.
pub fn output_path(stem: &Path, layout: &str) -> PathBuf {
    let mut name = stem
        .file_name()
        .map(std::ffi::OsStr::to_os_string)
        .unwrap_or_default();
    name.push(format!("-{layout}.pdf"));
    stem.with_file_name(name)
}
