//! Reads chosen members of a ZIP archive.
//!
//! An archive is hostile input: the number of its members, the size of each and of all together have
//! limits, which hold for what is really decompressed and not for what the archive says. Names only
//! choose members; nothing is ever written. Uses `zip`.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::diagnostic::size;

/// The most members of an archive, or files of a folder.
pub(super) const MAX_MEMBERS: usize = 10_000;

/// The largest member that is read, in bytes after decompression.
pub(super) const MAX_MEMBER_SIZE: u64 = 16 << 20;

/// The most bytes of all members that are read, after decompression.
pub(super) const MAX_TOTAL_SIZE: u64 = 64 << 20;

/// The bytes at the start of each entry of the list of members.
const ENTRY_SIGNATURE: &[u8] = b"PK\x01\x02";

/// A member that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveMember {
    /// Its path in the archive, with `/` between the parts.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// What is in an archive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Archive {
    /// The chosen members, in the order of their paths.
    pub members: Vec<ArchiveMember>,
    /// The paths of the others, sorted.
    pub others: Vec<String>,
}

/// Why an archive or a folder cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArchiveFault {
    /// The list of members is damaged or not there.
    Damaged,
    /// There are more members than the limit.
    TooMany,
    /// A member is encrypted.
    Encrypted(String),
    /// A member is compressed in a way that is not supported.
    Compression(String),
    /// A member is larger than the limit.
    TooLarge(String),
    /// The members together are larger than the limit.
    TooLargeInAll,
    /// A member cannot be read.
    Unreadable {
        /// Its path.
        path: String,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for ArchiveFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Damaged => f.write_str("the ZIP archive is damaged or incomplete"),
            Self::TooMany => write!(f, "there are more than {MAX_MEMBERS} files"),
            Self::Encrypted(path) => write!(f, "`{path}` is encrypted"),
            Self::Compression(path) => write!(
                f,
                "`{path}` is compressed with a method that is not supported"
            ),
            Self::TooLarge(path) => {
                write!(f, "`{path}` is larger than {}", size(MAX_MEMBER_SIZE))
            }
            Self::TooLargeInAll => write!(
                f,
                "the files to read are together larger than {}",
                size(MAX_TOTAL_SIZE)
            ),
            Self::Unreadable { path, reason } => write!(f, "`{path}` cannot be read: {reason}"),
        }
    }
}

/// Returns the last part of the path of a member, which may have been written on Windows.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Reads the members of a ZIP archive whose paths are wanted.
///
/// # Errors
/// The archive is damaged or exceeds the limits, or a wanted member cannot be read.
pub fn read_zip(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<Archive, ArchiveFault> {
    // The reader makes a list of all members before it shows how many there are.
    if has_too_many_entries(bytes) {
        return Err(ArchiveFault::TooMany);
    }
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| ArchiveFault::Damaged)?;
    let mut archive = Archive::default();
    let mut remaining = MAX_TOTAL_SIZE;
    for index in 0..zip.len() {
        let entry = zip
            .by_index_data(index)
            .map_err(|_| ArchiveFault::Damaged)?;
        let path = printable(&String::from_utf8_lossy(entry.name_raw()));
        if entry.is_dir() {
            continue;
        }
        if !is_wanted(&path) {
            archive.others.push(path);
            continue;
        }
        if entry.encrypted() {
            return Err(ArchiveFault::Encrypted(path));
        }
        let bytes = decompress(&mut zip, index, &path)?;
        archive.push(path, bytes, &mut remaining)?;
    }
    archive.sort();
    Ok(archive)
}

/// Returns the paths of the members of a ZIP archive; none if it cannot be read.
pub fn names(bytes: &[u8]) -> Vec<String> {
    if has_too_many_entries(bytes) {
        return Vec::new();
    }
    let Ok(zip) = ZipArchive::new(Cursor::new(bytes)) else {
        return Vec::new();
    };
    let names = zip.file_names().filter_map(Result::ok);
    names.map(Cow::into_owned).collect()
}

impl Archive {
    pub(super) fn push(
        &mut self,
        path: String,
        bytes: Vec<u8>,
        remaining: &mut u64,
    ) -> Result<(), ArchiveFault> {
        *remaining = remaining
            .checked_sub(bytes.len() as u64)
            .ok_or(ArchiveFault::TooLargeInAll)?;
        self.members.push(ArchiveMember { path, bytes });
        Ok(())
    }

    /// The order of an archive is that of the program that packed it.
    pub(super) fn sort(&mut self) {
        self.members.sort_by(|a, b| a.path.cmp(&b.path));
        self.others.sort();
    }
}

fn has_too_many_entries(bytes: &[u8]) -> bool {
    let entries = bytes
        .windows(ENTRY_SIGNATURE.len())
        .filter(|window| *window == ENTRY_SIGNATURE);
    entries.take(MAX_MEMBERS + 1).count() > MAX_MEMBERS
}

fn decompress(
    zip: &mut ZipArchive<Cursor<&[u8]>>,
    index: usize,
    path: &str,
) -> Result<Vec<u8>, ArchiveFault> {
    let member = match zip.by_index(index) {
        Err(ZipError::CompressionMethodNotSupported(_) | ZipError::UnsupportedArchive(_)) => {
            return Err(ArchiveFault::Compression(path.to_owned()));
        }
        member => member.map_err(|_| ArchiveFault::Damaged)?,
    };
    let mut bytes = Vec::new();
    member
        .take(MAX_MEMBER_SIZE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > MAX_MEMBER_SIZE {
        return Err(ArchiveFault::TooLarge(path.to_owned()));
    }
    Ok(bytes)
}

/// Replaces the control characters of a name, which would change how a terminal shows it.
pub(super) fn printable(name: &str) -> String {
    name.replace(char::is_control, "\u{fffd}")
}

pub(super) fn unreadable(path: &str, error: &io::Error) -> ArchiveFault {
    ArchiveFault::Unreadable {
        path: path.to_owned(),
        reason: printable(&error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::Path;

    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    use super::*;

    fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, bytes) in members {
            let options =
                SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
            writer.start_file(*path, options).expect("a member");
            writer.write_all(bytes).expect("its bytes");
        }
        writer.finish().expect("an archive").into_inner()
    }

    fn is_csv(path: &str) -> bool {
        Path::new(path)
            .extension()
            .is_some_and(|extension| extension == "csv")
    }

    fn message(bytes: &[u8]) -> String {
        read_zip(bytes, is_csv).expect_err("a fault").to_string()
    }

    #[test]
    fn reads_wanted_members_only() {
        let bytes = zip_of(&[
            ("b/x.csv", b"2"),
            ("a.csv", b"1"),
            ("messages.txt", b"secret"),
            ("../../up.csv", b"3"),
        ]);
        let archive = read_zip(&bytes, is_csv).expect("an archive");
        let read: Vec<(&str, &[u8])> = archive
            .members
            .iter()
            .map(|member| (member.path.as_str(), member.bytes.as_slice()))
            .collect();
        let expected: [(&str, &[u8]); 3] =
            [("../../up.csv", b"3"), ("a.csv", b"1"), ("b/x.csv", b"2")];
        assert_eq!(read, expected);
        assert_eq!(archive.others, ["messages.txt"]);
    }

    #[test]
    fn a_member_that_expands_is_refused() {
        let zeros = vec![0; 20 << 20];
        let bytes = zip_of(&[("bomb.csv", &zeros)]);
        assert!(bytes.len() < 100_000);
        assert_eq!(message(&bytes), "`bomb.csv` is larger than 16 MiB");
        // Where it is not read, it does no harm.
        let bytes = zip_of(&[("bomb.txt", &zeros), ("a.csv", b"1")]);
        let archive = read_zip(&bytes, is_csv).expect("an archive");
        assert_eq!(archive.members.len(), 1);
    }

    #[test]
    fn members_are_limited_together() {
        let zeros = vec![0; 15 << 20];
        let names: Vec<String> = (0..5).map(|index| format!("{index}.csv")).collect();
        let members: Vec<(&str, &[u8])> = names
            .iter()
            .map(|name| (name.as_str(), zeros.as_slice()))
            .collect();
        assert_eq!(
            message(&zip_of(&members)),
            "the files to read are together larger than 64 MiB"
        );
    }

    #[test]
    fn too_many_members_are_refused_before_they_are_listed() {
        let bytes = [&b"PK\x05\x06"[..], &b"PK\x01\x02".repeat(MAX_MEMBERS + 1)].concat();
        assert_eq!(message(&bytes), "there are more than 10000 files");
    }

    #[test]
    fn a_truncated_archive_is_refused_at_any_length() {
        let bytes = zip_of(&[("a.csv", b"Name\nRust\n"), ("b.csv", &[b'x'; 3000])]);
        let message = message(&bytes[..bytes.len() / 2]);
        assert_eq!(message, "the ZIP archive is damaged or incomplete");
        for length in 0..bytes.len() {
            assert!(read_zip(&bytes[..length], is_csv).is_err(), "{length}");
        }
    }

    #[test]
    fn a_damaged_member_is_refused() {
        let mut bytes = zip_of(&[("a.csv", &b"Name,Skill\n".repeat(100))]);
        let at = bytes.windows(5).position(|window| window == b"a.csv");
        bytes[at.expect("its name") + 9] ^= 0xff;
        let message = message(&bytes);
        assert!(message.starts_with("`a.csv` cannot be read: "), "{message}");
    }

    #[test]
    fn an_encrypted_member_is_refused() {
        let mut bytes = zip_of(&[("a.csv", b"1")]);
        // The flags of the member and of the list of members (APPNOTE.TXT, 4.3.7 and 4.3.12).
        let listed = bytes
            .windows(4)
            .position(|window| window == ENTRY_SIGNATURE);
        bytes[6] |= 1;
        bytes[listed.expect("the list") + 8] |= 1;
        assert_eq!(message(&bytes), "`a.csv` is encrypted");
    }

    #[test]
    fn names_cannot_control_the_terminal() {
        let bytes = zip_of(&[("a\u{1b}[31m.csv", b"1")]);
        let archive = read_zip(&bytes, is_csv).expect("an archive");
        assert_eq!(archive.members[0].path, "a\u{fffd}[31m.csv");
    }
}
