//! Reads chosen files of a folder that an archive was unpacked into, within the limits of archives.
//! Uses `walkdir`.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::file;
use crate::import::archive::{
    Archive, ArchiveFault, MAX_MEMBER_SIZE, MAX_MEMBERS, MAX_TOTAL_SIZE, printable, unreadable,
};

/// The deepest folder that is searched.
const MAX_DEPTH: usize = 4;

/// Reads the files in a folder and in those inside it whose paths are wanted.
///
/// # Errors
/// There are too many files, or a wanted member cannot be read.
pub fn read(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Result<Archive, ArchiveFault> {
    let mut archive = Archive::default();
    let mut remaining = MAX_TOTAL_SIZE;
    for path in files_in(folder)? {
        let name = name_in(folder, &path);
        if !is_wanted(&name) {
            archive.others.push(name);
            continue;
        }
        let bytes =
            file::read(&path, MAX_MEMBER_SIZE).map_err(|error| unreadable(&name, &error))?;
        archive.push(name, bytes, &mut remaining)?;
    }
    archive.sort();
    Ok(archive)
}

/// Returns whether a file in a folder or in those inside it is wanted.
pub fn has(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> bool {
    files_in(folder).is_ok_and(|files| files.iter().any(|file| is_wanted(&name_in(folder, file))))
}

/// Returns the name of a file in a folder as an archive would have it.
fn name_in(folder: &Path, file: &Path) -> String {
    let relative = file.strip_prefix(folder).unwrap_or(file);
    let parts = relative.iter().map(|part| part.to_string_lossy());
    printable(&parts.collect::<Vec<_>>().join("/"))
}

/// Returns the regular files in a folder and in those inside it. Links are not followed, as they can
/// lead anywhere.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, ArchiveFault> {
    let mut files = Vec::new();
    let entries = WalkDir::new(folder)
        .max_depth(MAX_DEPTH)
        .sort_by_file_name();
    for (index, entry) in entries.into_iter().enumerate() {
        if index > MAX_MEMBERS {
            return Err(ArchiveFault::TooMany);
        }
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).display().to_string();
            let reason = error.io_error().map(ToString::to_string);
            ArchiveFault::Unreadable {
                path,
                reason: reason.unwrap_or_default(),
            }
        })?;
        if entry.file_type().is_file() {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_read_like_an_archive() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("sub")).expect("a folder");
        std::fs::write(folder.path().join("sub/a.csv"), b"1").expect("a file");
        std::fs::write(folder.path().join("b.txt"), b"2").expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.csv")).expect("a link");
        let archive = read(folder.path(), |path| path.contains(".csv")).expect("a folder");
        assert_eq!(archive.members.len(), 1);
        assert_eq!(archive.members[0].path, "sub/a.csv");
        assert_eq!(archive.others, ["b.txt"]);
    }
}
