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

impl PathFault {
    /// Returns the message about the path `written` of a `photo` or another file.
    pub fn message(&self, kind: &str, written: &str) -> String {
        match self {
            Self::Outside => format!("the {kind} `{written}` is outside the profile's folder"),
            Self::Missing => format!("the {kind} `{written}` does not exist"),
            Self::Empty => format!("the {kind} has an empty path"),
            Self::Unreadable(why) => format!("cannot read the {kind} `{written}`: {why}"),
        }
    }

    /// Returns the remedy.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Outside => "copy it into the profile's folder",
            Self::Missing => "write its path relative to the profile's folder",
            Self::Empty => "write its path, or remove the key",
            Self::Unreadable(_) => "check the path and the permissions of the file",
        }
    }
}

/// Returns whether a path does not lead out of a folder.
pub fn stays_inside(written: &str) -> bool {
    let mut components = Path::new(written).components();
    components.all(|component| matches!(component, Component::Normal(_) | Component::CurDir))
}
