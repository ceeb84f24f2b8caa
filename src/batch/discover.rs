//! Finds the profiles in a folder or in a list, and parts them; tells a PDF from a profile.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};

/// Every `*.toml` in a folder and the folders in it, sorted, each with its path relative to the
/// folder.
///
/// Hidden files and folders are passed over. A file given in place of a folder is the one profile
/// found.
///
/// # Errors
/// The folder is not there or cannot be read, or there is no profile in it.
pub fn find_profiles(folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>, Diagnostics> {
    let fail = |error: &dyn std::fmt::Display| {
        Diagnostic::error(
            rule::UNREADABLE_FOLDER,
            format!("cannot read `{}`: {error}", folder.display()),
        )
    };
    let hidden = |entry: &walkdir::DirEntry| {
        entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
    };
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
        let error = Diagnostic::error(
            rule::NO_PROFILES,
            format!("there is no profile in `{}`", folder.display()),
        );
        return Err(error
            .hint("a profile is a file that ends in `.toml`")
            .into());
    }
    Ok(found)
}

/// The paths in a list: one a line, or, where there is a NUL in it, each up to the next.
pub fn listed(list: &[u8]) -> Vec<PathBuf> {
    let separator = if list.contains(&0) { 0 } else { b'\n' };
    let lines = list
        .split(|byte| *byte == separator)
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.filter(|line| !line.is_empty()).map(path).collect()
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// One of several parts that profiles fall into, whatever other profiles there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The part that is called so: `1/8` is the first of eight.
    pub fn parse(text: &str) -> Option<Self> {
        let (index, count) = text.split_once('/')?;
        let shard = Self {
            index: index.parse().ok()?,
            count: count.parse().ok()?,
        };
        (1..=shard.count).contains(&shard.index).then_some(shard)
    }

    /// Whether a profile falls into it; that depends on the name of its file alone.
    pub fn has(self, profile: &Path) -> bool {
        // FNV-1a, 64 bits, which is the same on every machine and in every version.
        let name = profile.file_name().unwrap_or_default().as_encoded_bytes();
        let step =
            |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        name.iter().fold(0xcbf2_9ce4_8422_2325, step) % self.count == self.index - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_lines_or_ends_of_strings() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(
            listed(b"a.toml\r\nb c.toml\n\n"),
            paths(&["a.toml", "b c.toml"])
        );
        assert_eq!(
            listed(b"a\nb.toml\0c.toml\0"),
            paths(&["a\nb.toml", "c.toml"])
        );
    }

    #[test]
    fn every_profile_falls_into_one_part_and_stays_there() {
        let shards: Vec<Shard> = (1..=3)
            .filter_map(|index| Shard::parse(&format!("{index}/3")))
            .collect();
        let part = |name: &str| shards.iter().position(|shard| shard.has(Path::new(name)));
        let parts: Vec<_> = (0..300)
            .map(|number| part(&format!("cvs/p{number}.toml")))
            .collect();
        for index in 0..3 {
            let size = parts.iter().filter(|part| **part == Some(index)).count();
            assert!((70..130).contains(&size), "{index}: {size}");
        }
        assert_eq!(part("elsewhere/p7.toml"), parts[7]);
        assert_eq!(
            [part("ada.toml"), part("bob.toml"), part("cyd.toml")],
            [Some(2), Some(2), Some(0)]
        );
        for wrong in ["0/3", "4/3", "1/0", "1", "a/b"] {
            assert_eq!(Shard::parse(wrong), None);
        }
    }
}
