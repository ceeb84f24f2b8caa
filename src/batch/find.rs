//! Finds the profiles in a folder.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics};

/// Every `*.toml` in a folder and the folders in it, sorted, each with its path relative to the folder.
///
/// Hidden files and folders are passed over. A file given in place of a folder is the one profile found.
///
/// # Errors
/// The folder is not there or cannot be read, or there is no profile in it.
pub fn profiles_in(folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>, Diagnostics> {
    let fail = |error: &dyn std::fmt::Display| {
        Diagnostic::error("unreadable-folder", format!("cannot read `{}`: {error}", folder.display()))
    };
    let hidden = |entry: &walkdir::DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
    let mut found = Vec::new();
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(|entry| !hidden(entry)) {
        let entry = entry.map_err(|error| match error.io_error() {
            Some(io) => fail(io),
            None => fail(&error),
        })?;
        let path = entry.path();
        let is_profile = path.extension().is_some_and(|ending| ending == "toml");
        if path.is_file() && (is_profile || entry.depth() == 0) {
            let relative = match path.strip_prefix(folder) {
                Ok(relative) if !relative.as_os_str().is_empty() => relative.to_path_buf(),
                _ => path.file_name().map(PathBuf::from).unwrap_or_default(),
            };
            found.push((path.to_path_buf(), relative));
        }
    }
    if found.is_empty() {
        let error = Diagnostic::error("no-profiles", format!("there is no profile in `{}`", folder.display()));
        return Err(error.hint("a profile is a file that ends in `.toml`").into());
    }
    Ok(found)
}
