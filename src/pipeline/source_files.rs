//! The files that documents are made from, which no output may replace.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::Output;
use crate::file::or_current;
use crate::profile;

/// The files that a document is made from.
#[derive(Debug, Clone, Default)]
pub struct SourceFiles(Vec<PathBuf>);

impl SourceFiles {
    /// Returns a profile's file, and the images and bibliographies that its text names. Without a
    /// folder it names none.
    pub fn of_profile(text: &str, folder: Option<&Path>, file: Option<&Path>) -> Self {
        let named = folder.map(|folder| profile::referenced_files(text, or_current(Some(folder))));
        let named = named.into_iter().flatten().map(|named| named.path);
        Self::new(named.chain(file.map(Path::to_owned)))
    }

    /// Returns these files as far as they exist, each by its name without links.
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let existing = files
            .into_iter()
            .filter_map(|file| file.canonicalize().ok());
        Self(existing.collect())
    }

    /// Returns the output unless it would replace one of the files.
    ///
    /// # Errors
    /// The output is one of the files.
    pub fn refuse(&self, output: Output) -> Result<Output, Diagnostics> {
        match &output {
            Output::File(path) if self.contains(path) => {
                let message = format!("`{}` is a file of the profile", output.name());
                let error = Diagnostic::error(rule::UNWRITABLE_FILE, message);
                Err(error.hint("choose another name with `--output`").into())
            }
            _ => Ok(output),
        }
    }

    /// Returns whether a path leads to one of the files.
    pub fn contains(&self, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|path| self.0.contains(&path))
    }
}
