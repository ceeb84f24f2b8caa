//! Paths of the files that a profile names, and what can be wrong with them.

use std::path::{Component, Path};

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

/// Returns whether a path does not lead out of a folder.
pub fn stays_inside(written: &str) -> bool {
    let mut components = Path::new(written).components();
    components.all(|component| matches!(component, Component::Normal(_) | Component::CurDir))
}
