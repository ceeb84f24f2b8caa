//! Finds files that a profile names, only inside the profile's folder.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::file::irregular;

/// Why a file that a profile names cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathFault {
    /// The path leads out of the profile's folder: through `..`, as an absolute path, or through a
    /// symbolic link.
    Outside,
    /// There is no such file.
    Missing,
    /// The path is empty.
    Empty,
    /// It is not a regular file, or the system denies access.
    Unreadable(String),
}

/// Returns the canonical path of a file that a profile in `folder` names.
///
/// # Errors
/// The file is missing, outside the folder, or not a file.
pub fn find(written: &str, folder: &Path) -> Result<PathBuf, PathFault> {
    let path = Path::new(written);
    if written.trim().is_empty() {
        return Err(PathFault::Empty);
    }
    if !path.components().all(stays_inside) {
        return Err(PathFault::Outside);
    }
    let folder = folder.canonicalize().map_err(unreadable)?;
    let file = folder.join(path).canonicalize().map_err(not_found)?;
    if !file.starts_with(&folder) {
        return Err(PathFault::Outside);
    }
    if let Some(what) = irregular(&file.metadata().map_err(unreadable)?) {
        return Err(PathFault::Unreadable(what.to_owned()));
    }
    Ok(file)
}

/// Returns whether a part of a path does not lead out of the folder.
pub fn stays_inside(component: Component) -> bool {
    matches!(component, Component::Normal(_) | Component::CurDir)
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes the error")]
fn unreadable(error: io::Error) -> PathFault {
    PathFault::Unreadable(error.to_string())
}

fn not_found(error: io::Error) -> PathFault {
    if error.kind() == io::ErrorKind::NotFound {
        PathFault::Missing
    } else {
        unreadable(error)
    }
}
