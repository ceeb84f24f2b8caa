//! Finds a file that a profile names, and keeps it inside the profile's own folder.
//!
//! Uses nothing of the other modules.

use std::path::{Component, Path, PathBuf};

/// Why a file that a profile names cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathFault {
    /// Its path leads out of the profile's folder, by `..`, as an absolute path or through a
    /// symbolic link.
    Outside,
    /// It is not there.
    Missing,
    /// Its path is empty.
    Empty,
    /// It is no file, or cannot be read.
    Unreadable(String),
}

/// The real path of the file `written` in a profile of `folder`.
///
/// # Errors
/// It is not inside the folder, or is no file.
pub fn find(written: &str, folder: Option<&Path>) -> Result<PathBuf, PathFault> {
    let path = Path::new(written);
    let folder = folder.ok_or(PathFault::Missing)?;
    if written.trim().is_empty() {
        return Err(PathFault::Empty);
    }
    let inward = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    if !path.components().all(inward) {
        return Err(PathFault::Outside);
    }
    let unreadable = |error: std::io::Error| PathFault::Unreadable(error.to_string());
    let folder = folder.canonicalize().map_err(unreadable)?;
    let real = folder
        .join(path)
        .canonicalize()
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => PathFault::Missing,
            _ => unreadable(error),
        })?;
    if !real.starts_with(&folder) {
        return Err(PathFault::Outside);
    }
    if real.is_file() {
        Ok(real)
    } else {
        Err(PathFault::Unreadable("it is a folder".to_owned()))
    }
}
