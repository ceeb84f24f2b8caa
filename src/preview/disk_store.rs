//! The file of the profile on the disk: read, and written only if no one else has changed it.

use std::io;
use std::path::PathBuf;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::{self, Output, content_hash};
use crate::file;
use crate::profile::{self, Input, MAX_SIZE, ProfileFiles};
use crate::session::{Condition, ProfileStore, SaveError};

/// The byte order mark, which editors in browsers do not show.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The file that a session shows. It is the only one that it replaces.
#[derive(Debug)]
pub struct DiskStore {
    path: PathBuf,
}

impl DiskStore {
    /// Names a file, which need not exist.
    pub fn new(path: PathBuf) -> Self {
        Self { path }
    }

    fn input(&self) -> Input {
        Input::File(self.path.clone())
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        file::read(&self.path, MAX_SIZE)
    }

    fn create(&self, text: &str) -> Result<String, SaveError> {
        match export::create(&self.path, text.as_bytes()) {
            Ok(true) => Ok(content_hash(text.as_bytes())),
            Ok(false) => Err(SaveError::Changed),
            Err(problems) => Err(SaveError::Failed(problems)),
        }
    }
}

impl ProfileStore for DiskStore {
    fn name(&self) -> String {
        self.input().name()
    }

    fn stem(&self) -> String {
        self.input().stem()
    }

    fn files(&self) -> ProfileFiles {
        self.input().folder().to_path_buf().into()
    }

    fn text(&self) -> Result<String, Diagnostic> {
        // A pipe in place of the file would hold every request.
        if let Ok(metadata) = self.path.metadata()
            && !metadata.is_dir()
            && let Some(what) = file::irregular(&metadata)
        {
            let message = format!("cannot read `{}`: {what}", self.name());
            return Err(Diagnostic::error(rule::UNREADABLE_FILE, message));
        }
        profile::input_text(&self.input())
    }

    fn exists(&self) -> bool {
        self.path.symlink_metadata().is_ok()
    }

    fn etag(&self) -> Option<String> {
        let bytes = self.bytes().ok()?;
        Some(content_hash(bytes.as_slice()))
    }

    /// A byte order mark stays, and a link to the file is followed.
    fn save(&self, text: &str, condition: &Condition) -> Result<String, SaveError> {
        if text.len() as u64 > MAX_SIZE {
            return Err(SaveError::TooLarge);
        }
        let Condition::Matches(etag) = condition else {
            return self.create(text);
        };
        let old = self.bytes().map_err(|_| SaveError::Changed)?;
        if content_hash(old.as_slice()) != *etag {
            return Err(SaveError::Changed);
        }
        // What could not be read was never shown: it is not replaced.
        self.text()
            .map_err(|problem| SaveError::Failed(problem.into()))?;
        let mut bytes = Vec::with_capacity(text.len() + MARK.len());
        if old.starts_with(MARK) {
            bytes.extend(MARK);
        }
        bytes.extend(text.as_bytes());
        let path = self.path.canonicalize();
        let path = path.unwrap_or_else(|_| self.path.clone());
        export::write(&Output::File(path), &bytes).map_err(SaveError::Failed)?;
        Ok(content_hash(bytes.as_slice()))
    }

    fn add_file(&self, name: &str, bytes: &[u8]) -> Result<bool, Diagnostics> {
        let path = self.input().folder().join(name);
        let is_new = export::create(&path, bytes)?;
        Ok(is_new || file::read(&path, bytes.len() as u64).is_ok_and(|known| known == bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(file: &DiskStore, text: &str, condition: &Condition) -> Option<String> {
        file.save(text, condition).ok()
    }

    #[test]
    fn only_the_expected_contents_are_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = DiskStore::new(folder.path().join("a.toml"));
        assert_eq!(file.etag(), None);
        let first = saved(&file, "a = 1", &Condition::Absent).expect("a new file");
        assert_eq!(file.etag().as_ref(), Some(&first));
        assert_eq!(saved(&file, "b = 1", &Condition::Absent), None);
        let other = Condition::Matches("0".to_owned());
        assert_eq!(saved(&file, "b = 1", &other), None);
        assert_eq!(file.text().expect("a text"), "a = 1");
        let second = saved(&file, "b = 1", &Condition::Matches(first)).expect("a file");
        assert_eq!(file.etag(), Some(second));
        assert_eq!(file.text().expect("a text"), "b = 1");
    }

    #[test]
    fn a_file_that_is_not_a_profile_is_never_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in [
            ("old.docx", b"PK\x03\x04 an office document".as_slice()),
            ("old.jpg", b"\xff\xd8\xff\xe0"),
            ("latin.toml", b"name = \"M\xfcller\""),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("a file");
            let file = DiskStore::new(path.clone());
            let etag = file.etag().expect("bytes");
            assert_eq!(
                saved(&file, "a = 1", &Condition::Matches(etag)),
                None,
                "{name}"
            );
            assert_eq!(saved(&file, "a = 1", &Condition::Absent), None, "{name}");
            assert_eq!(std::fs::read(path).expect("a file"), bytes, "{name}");
        }
        let new = DiskStore::new(folder.path().join("new.toml"));
        let long = "#".repeat(usize::try_from(MAX_SIZE).expect("a size") + 1);
        assert!(matches!(
            new.save(&long, &Condition::Absent),
            Err(SaveError::TooLarge)
        ));
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_in_place_of_the_file_is_not_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.toml");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo").success());
        let problem = DiskStore::new(path).text().expect_err("a problem");
        assert!(problem.message.ends_with("it is not a regular file"));
    }

    #[test]
    #[cfg(unix)]
    fn byte_order_mark_link_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("target.toml");
        let link = folder.path().join("link.toml");
        std::fs::write(&target, "\u{feff}a = 1").expect("a file");
        let private = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(&target, private).expect("permissions");
        symlink(&target, &link).expect("a link");
        let file = DiskStore::new(link.clone());
        let etag = file.etag().expect("a file");
        saved(&file, "b = 1", &Condition::Matches(etag)).expect("a file");
        assert_eq!(
            std::fs::read(&target).expect("a file"),
            "\u{feff}b = 1".as_bytes()
        );
        let metadata = std::fs::symlink_metadata(&link).expect("a link");
        assert!(metadata.file_type().is_symlink());
        let mode = target.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
