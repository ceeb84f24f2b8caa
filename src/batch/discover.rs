//! Finds the profiles in a folder or in a list, and divides them into shards.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::file;
use crate::profile::SETTINGS_FILE;

/// A file in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// The path.
    pub path: PathBuf,
    /// The path relative to the folder.
    pub relative: PathBuf,
}

/// Returns every `*.toml` in a folder and its subfolders, sorted, without hidden files and folders.
/// A file in place of a folder is the only profile found.
///
/// # Errors
/// The folder is missing, cannot be read, or contains no profile.
pub fn find_profiles(folder: &Path) -> Result<Vec<FoundFile>, Diagnostics> {
    let found = find_files(folder, is_profile)?;
    if found.is_empty() {
        let message = format!("no profile in `{}`", folder.display());
        let error = Diagnostic::error(rule::NO_PROFILES, message);
        return Err(error.hint("profiles are files that end in `.toml`").into());
    }
    Ok(found)
}

fn is_profile(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "toml")
        && path.file_name().is_none_or(|name| name != SETTINGS_FILE)
}

/// Returns the files in a folder and its subfolders whose paths are wanted, sorted, without hidden
/// files and folders. A file in place of a folder is the only one found.
///
/// # Errors
/// The folder is missing or cannot be read, or a file is a link to one outside: other people's folders
/// could show files of this machine.
pub fn find_files(
    folder: &Path,
    is_wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<FoundFile>, Diagnostics> {
    let mut found = Vec::new();
    let mut links = Diagnostics::default();
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| !is_hidden(entry)) {
        let entry = entry.map_err(|error| match error.io_error() {
            Some(io) => unreadable_folder(folder, io),
            None => unreadable_folder(folder, &error),
        })?;
        let path = entry.path();
        if !((entry.depth() == 0 || is_wanted(path)) && path.is_file()) {
            continue;
        }
        if entry.depth() > 0 && entry.path_is_symlink() && file::leads_outside(path, folder) {
            let message = format!(
                "`{}` is a link out of `{}`",
                path.display(),
                folder.display()
            );
            let error = Diagnostic::error(rule::UNREADABLE_FILE, message);
            links.push(
                error.hint("replace the link by a copy of the file, or name it in the command"),
            );
        } else {
            found.push(FoundFile {
                path: path.to_path_buf(),
                relative: relative(path, folder),
            });
        }
    }
    if links.is_empty() {
        Ok(found)
    } else {
        Err(links)
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
}

fn relative(path: &Path, folder: &Path) -> PathBuf {
    match path.strip_prefix(folder) {
        Ok(relative) if !relative.as_os_str().is_empty() => relative.to_path_buf(),
        _ => path.file_name().map(PathBuf::from).unwrap_or_default(),
    }
}

fn unreadable_folder(folder: &Path, error: &dyn Display) -> Diagnostic {
    let message = format!("cannot read `{}`: {error}", folder.display());
    Diagnostic::error(rule::UNREADABLE_FOLDER, message)
}

/// Returns the paths in a list: one per line or, if the list contains a NUL, each ended by a NUL.
pub fn parse_list(list: &[u8]) -> Vec<PathBuf> {
    let separator = if list.contains(&0) { 0 } else { b'\n' };
    list.split(|byte| *byte == separator)
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .filter(|line| !line.is_empty())
        .map(path)
        .collect()
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> PathBuf {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// One of several parts of any set of profiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// The number of the part, from 1.
    index: u64,
    count: u64,
}

impl Shard {
    /// Reads `1/8`, the first part of eight.
    pub fn parse(text: &str) -> Option<Self> {
        let (index, count) = text.split_once('/')?;
        let shard = Self {
            index: index.parse().ok()?,
            count: count.parse().ok()?,
        };
        (1..=shard.count).contains(&shard.index).then_some(shard)
    }

    /// Returns whether a profile belongs to it, which depends on the file's name only.
    pub fn has(self, profile: &Path) -> bool {
        // FNV-1a with 64 bits is the same on every machine and in every version.
        let name = profile.file_name().unwrap_or_default();
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for byte in name.as_encoded_bytes() {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        hash % self.count == self.index - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn list_is_split_at_line_breaks() {
        let list = parse_list(b"a.toml\r\nb c.toml\n\n");
        assert_eq!(list, paths(&["a.toml", "b c.toml"]));
    }

    #[test]
    fn list_with_nul_is_split_at_nul() {
        let list = parse_list(b"a\nb.toml\0c.toml\0");
        assert_eq!(list, paths(&["a\nb.toml", "c.toml"]));
    }

    fn shards(count: u64) -> Vec<Shard> {
        (1..=count).map(|index| Shard { index, count }).collect()
    }

    fn shards_of(name: &str, count: u64) -> Vec<u64> {
        let shards = shards(count).into_iter();
        let own = shards.filter(|shard| shard.has(Path::new(name)));
        own.map(|shard| shard.index).collect()
    }

    #[test]
    fn every_profile_belongs_to_one_shard() {
        let mut sizes = [0; 3];
        for number in 0..300 {
            let own = shards_of(&format!("cvs/p{number}.toml"), 3);
            assert_eq!(own.len(), 1, "p{number}");
            sizes[usize::try_from(own[0]).expect("small") - 1] += 1;
        }
        for size in sizes {
            assert!((70..130).contains(&size), "{sizes:?}");
        }
    }

    #[test]
    fn shard_depends_on_file_name_only() {
        assert_eq!(
            shards_of("cvs/p7.toml", 3),
            shards_of("elsewhere/p7.toml", 3)
        );
        assert_eq!(shards_of("ada.toml", 3), [3]);
        assert_eq!(shards_of("bob.toml", 3), [3]);
        assert_eq!(shards_of("cyd.toml", 3), [1]);
    }

    #[test]
    fn rejects_shard_out_of_range() {
        assert_eq!(Shard::parse("2/3"), Some(Shard { index: 2, count: 3 }));
        for wrong in ["0/3", "4/3", "1/0", "1", "a/b"] {
            assert_eq!(Shard::parse(wrong), None);
        }
    }
}
