//! Editions: the looks of all layouts in a year.
//!
//! `editions/2026/compact` has the files that the layout `compact` had until the edition 2026, if they
//! have changed since, and `editions/2026/shared` those that layouts shared. A profile that is pinned
//! to an edition is rendered with the files that were kept for that edition or for a later one, or
//! else with the newest.

use std::fmt;

/// The editions of the built-in layouts, the oldest first. The last is that of the newest files.
pub const EDITIONS: &[&str] = &["2026"];

/// The folder of the former files.
pub const FOLDER: &str = "editions";

/// A path in the folder of an edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormerPath<'a> {
    /// The edition.
    pub edition: &'a str,
    /// The path in the folder of the edition.
    pub path: &'a str,
}

impl<'a> FormerPath<'a> {
    /// Reads a path among the files of all layouts; `None` if it is not in the folder of an edition.
    pub fn parse(path: &'a str) -> Option<Self> {
        let inside = path.strip_prefix(FOLDER)?.strip_prefix('/')?;
        let (edition, path) = inside.split_once('/')?;
        is_edition(edition).then_some(Self { edition, path })
    }
}

impl fmt::Display for FormerPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{FOLDER}/{}/{}", self.edition, self.path)
    }
}

/// Returns the path at which an edition has a file of the layouts.
pub fn path_in(edition: Option<&str>, path: &str) -> String {
    match edition {
        Some(edition) => FormerPath { edition, path }.to_string(),
        None => path.to_owned(),
    }
}

/// Returns whether a name is that of an edition: a year, so that editions sort by name.
fn is_edition(name: &str) -> bool {
    name.len() == 4 && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a file is in the folder of the editions, but not in that of one, where it would
/// never be found.
#[cfg(feature = "native")]
pub fn is_misplaced(path: &str) -> bool {
    let is_inside = path
        .split_once('/')
        .is_some_and(|(first, _)| first == FOLDER);
    is_inside && FormerPath::parse(path).is_none_or(|former| !former.path.contains('/'))
}

/// Returns whether a file of the user replaces a built-in file. It replaces those of the same folder.
/// A layout also replaces the former files of the built-in one of its name, which is another layout.
#[cfg(feature = "native")]
pub fn replaces(own: &str, built_in: &str) -> bool {
    match (FormerPath::parse(own), FormerPath::parse(built_in)) {
        (Some(own), Some(built_in)) => {
            own.edition == built_in.edition && first_folder(own.path) == first_folder(built_in.path)
        }
        (None, Some(built_in)) => first_folder(own) == first_folder(built_in.path),
        (None, None) => first_folder(own) == first_folder(built_in),
        (Some(_), None) => false,
    }
}

#[cfg(feature = "native")]
fn first_folder(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_are_years_in_order() {
        assert!(EDITIONS.iter().all(|name| is_edition(name)));
        assert!(EDITIONS.is_sorted());
    }

    #[test]
    fn paths_of_editions_are_read() {
        let path = "editions/2026/compact/template.typ";
        let former = FormerPath::parse(path).expect("a path");
        assert_eq!(former.edition, "2026");
        assert_eq!(former.path, "compact/template.typ");
        assert_eq!(former.to_string(), path);
        for other in [
            "compact/template.typ",
            "editions/compact/template.typ",
            "editions/20266/compact/template.typ",
            "editions/2026",
            "editionsx/2026/compact/template.typ",
        ] {
            assert_eq!(FormerPath::parse(other), None, "{other}");
        }
    }

    #[test]
    fn file_outside_of_an_edition_is_misplaced() {
        for path in [
            "editions/layout.toml",
            "editions/26/a/b",
            "editions/2026/a.typ",
        ] {
            assert!(is_misplaced(path), "{path}");
        }
        for path in [
            "editions/2026/a/b.typ",
            "compact/editions/b.typ",
            "editions",
        ] {
            assert!(!is_misplaced(path), "{path}");
        }
    }

    #[test]
    fn own_layout_replaces_all_editions_of_the_built_in_one() {
        let [newest, former] = ["compact/a.typ", "editions/2026/compact/a.typ"];
        assert!(replaces("compact/b.typ", newest) && replaces("compact/b.typ", former));
        assert!(!replaces("vita/b.typ", newest) && !replaces("vita/b.typ", former));
        let own = "editions/2026/compact/b.typ";
        assert!(replaces(own, former) && !replaces(own, newest));
        assert!(!replaces("editions/2025/compact/b.typ", former));
    }
}
