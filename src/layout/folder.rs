//! Reads the layouts in a folder of the user.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::file;
use crate::layout::edition::{self, FormerPath};
use crate::layout::file::{LayoutFile, MANIFEST, TEMPLATE};

/// The size of a file of a layout to accept, in bytes.
const MAX_FILE_SIZE: u64 = 32 << 20;

/// The number of files in a folder of layouts to accept.
const MAX_FILES: usize = 1000;

/// Reads all files of the user's folder.
///
/// # Errors
/// A file cannot be read, there are too many, or none declares a layout.
pub fn files(folder: &Path) -> Result<BTreeMap<String, LayoutFile>, Diagnostics> {
    let root = folder
        .canonicalize()
        .map_err(|error| unreadable(folder, &error))?;
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(&root).sort_by_file_name() {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        // A symbolic link may point outside of the folder.
        if !entry.file_type().is_file() {
            continue;
        }
        let relative = entry.path().strip_prefix(&root).unwrap_or(entry.path());
        let key = relative
            .components()
            .map(|c| c.as_os_str().to_string_lossy())
            .collect::<Vec<_>>()
            .join("/");
        if files.len() == MAX_FILES {
            let why = format!("it has more than {MAX_FILES} files");
            return Err(unreadable(folder, &why).into());
        }
        let shown: PathBuf = folder.join(relative);
        let bytes =
            file::read(entry.path(), MAX_FILE_SIZE).map_err(|error| unreadable(&shown, &error))?;
        let bytes = Cow::Owned(bytes);
        let name = shown.display().to_string();
        let file = LayoutFile { name, bytes };
        files.insert(key, file);
    }
    if let Some(path) = files.keys().find(|path| edition::is_misplaced(path)) {
        let file = folder.join(path);
        let message = format!("`{}` is not in the folder of an edition", file.display());
        let error = Diagnostic::error(rule::UNKNOWN_EDITION, message);
        let hint = "expected a folder for the layout in one for the year: `editions/2026/compact`";
        return Err(error.hint(hint).into());
    }
    if !files.keys().any(|path| {
        let path = FormerPath::parse(path).map_or(path.as_str(), |former| former.path);
        path.split_once('/')
            .is_some_and(|(_, file)| file == MANIFEST)
    }) {
        let error = Diagnostic::error(
            rule::NO_LAYOUTS,
            format!("no layout in `{}`", folder.display()),
        );
        return Err(error
            .hint(format!(
                "layouts are folders with `{MANIFEST}` and `{TEMPLATE}`"
            ))
            .into());
    }
    Ok(files)
}

fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> Diagnostic {
    let message = format!("cannot read `{}`: {error}", path.display());
    Diagnostic::error(rule::UNREADABLE_LAYOUT, message)
}
