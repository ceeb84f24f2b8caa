//! Reads files of a disk.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::file::{read_all, too_large};

/// Returns the bytes of a regular file.
///
/// # Errors
/// The file is missing, not a regular file, larger than `most` bytes, or cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    check(path, most)?;
    read_all(File::open(path)?, most)
}

/// Checks that a file is regular and not too large, without opening it.
fn check(path: &Path, most: u64) -> io::Result<()> {
    let metadata = path.metadata()?;
    if let Some(what) = irregular(&metadata) {
        return Err(io::Error::other(what));
    }
    if metadata.len() > most {
        return Err(too_large(most));
    }
    Ok(())
}

/// Returns why something is not a regular file; `None` if it is one.
pub fn irregular(metadata: &std::fs::Metadata) -> Option<&'static str> {
    if metadata.is_dir() {
        Some("it is a folder")
    } else if metadata.is_file() {
        None
    } else {
        Some("it is not a regular file")
    }
}

/// Returns the folder of a file; that of a plain name is the current one.
pub fn folder_of(file: &Path) -> &Path {
    or_current(file.parent())
}

/// Returns a folder, or the current one in place of none or an empty path.
pub fn or_current(folder: Option<&Path>) -> &Path {
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Returns whether links lead from a path in a folder to another folder, or to what is hidden in this
/// one, such as the settings of a repository.
pub fn leads_outside(path: &Path, folder: &Path) -> bool {
    // The folder of a plain name is empty.
    let folder = Path::new(".").join(folder).canonicalize();
    let real = folder.and_then(|folder| Ok((path.canonicalize()?, folder)));
    let Ok((file, folder)) = real else {
        return true;
    };
    let Ok(inside) = file.strip_prefix(folder) else {
        return true;
    };
    let mut names = inside.iter();
    names.any(|name| name.as_encoded_bytes().starts_with(b"."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_only_regular_files_up_to_a_size() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        std::fs::write(&file, b"12345").expect("a file");
        assert_eq!(read(&file, 5).expect("a file"), b"12345");
        assert_eq!(reading_error(&file), "it is larger than 4 bytes");
        assert_eq!(reading_error(folder.path()), "it is a folder");
        #[cfg(unix)]
        assert_eq!(
            reading_error(Path::new("/dev/zero")),
            "it is not a regular file"
        );
    }

    fn reading_error(path: &Path) -> String {
        read(path, 4).expect_err("an error").to_string()
    }
}
