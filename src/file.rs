//! Reads files that others may have made: only regular ones, and only up to a size. A pipe or a
//! device may have no end, or never begin.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Returns the bytes of a regular file.
///
/// # Errors
/// The file is missing, not a regular file, larger than `most` bytes, or cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    check(path, most)?;
    read_all(File::open(path)?, most)
}

/// Checks that a file is regular and not too large, without opening it.
///
/// # Errors
/// It is missing, not a regular file, or larger than `most` bytes.
pub fn check(path: &Path, most: u64) -> io::Result<()> {
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

/// Reads everything, as of a pipe.
///
/// # Errors
/// There are more than `most` bytes, or they cannot be read.
pub fn read_all(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

/// Returns the error that a file is larger than `most` bytes.
pub fn too_large(most: u64) -> io::Error {
    io::Error::other(format!("it is larger than {}", size(most)))
}

/// Returns a size in the unit that makes it a whole number: `10 MB`, `512 MiB`.
pub fn size(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else if bytes.is_multiple_of(1_000_000) {
        format!("{} MB", bytes / 1_000_000)
    } else {
        format!("{bytes} bytes")
    }
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

    #[test]
    fn sizes_have_units() {
        assert_eq!(size(10_000_000), "10 MB");
        assert_eq!(size(512 << 20), "512 MiB");
    }
}
