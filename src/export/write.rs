//! Writes files atomically: a reader never sees a part of a file. Devices and pipes are written to as
//! they are.

use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};

use tempfile::NamedTempFile;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::file::folder_of;
use crate::progress;

/// Held for reading while a file is written.
static WRITES: RwLock<()> = RwLock::new(());

/// The start of the names of temporary files.
const TEMPORARY_PREFIX: &str = ".cvpress-";

/// The end of the names of temporary files.
const TEMPORARY_SUFFIX: &str = ".tmp";

/// The destination of output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// A file. Missing folders are created.
    File(PathBuf),
    /// Standard output.
    Stdout,
}

impl Output {
    /// Returns the name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Stdout => "<stdout>".to_owned(),
        }
    }
}

/// Returns whether a file name is that of a temporary file, which an interrupted run may leave.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(TEMPORARY_PREFIX) && name.ends_with(TEMPORARY_SUFFIX)
}

/// Waits until no file is being written, and lets none be begun, for a process that ends.
pub fn hold_writes() -> RwLockWriteGuard<'static, ()> {
    WRITES.write().unwrap_or_else(PoisonError::into_inner)
}

/// Writes bytes. An existing file is replaced once all bytes are written.
///
/// # Errors
/// The file or its folder cannot be written.
pub fn write(output: &Output, bytes: &[u8]) -> Result<(), Diagnostics> {
    let written = match output {
        Output::File(path) => replace(path, bytes),
        Output::Stdout => progress::waiting(|| write_stdout(bytes)),
    };
    written.map_err(|error| {
        let message = format!("cannot write `{}`: {error}", output.name());
        Diagnostic::error(rule::UNWRITABLE_FILE, message).into()
    })
}

/// Writes a file whole if there is none of this name; returns whether there was none.
///
/// # Errors
/// The file or its folder cannot be written.
pub fn create(path: &Path, bytes: &[u8]) -> Result<bool, Diagnostics> {
    let _writes = WRITES.read().unwrap_or_else(PoisonError::into_inner);
    let created =
        temporary(path, bytes, None).and_then(|file| match file.persist_noclobber(path) {
            Ok(_) => Ok(true),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error.error),
        });
    created.map_err(|error| {
        let message = format!("cannot write `{}`: {error}", path.display());
        Diagnostic::error(rule::UNWRITABLE_FILE, message).into()
    })
}

/// Writes to standard output. A reader may close the pipe early.
fn write_stdout(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Writes to a device or a pipe.
fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let open = || std::fs::OpenOptions::new().write(true).open(path);
    let mut file = progress::opening(path.display().to_string(), open)?;
    progress::waiting(|| {
        file.write_all(bytes)?;
        file.flush()
    })
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    let existing = std::fs::metadata(path).ok();
    if existing
        .as_ref()
        .is_some_and(|existing| !existing.is_file())
    {
        return write_through(path, bytes);
    }
    if existing
        .as_ref()
        .is_some_and(|existing| existing.permissions().readonly())
    {
        return Err(io::Error::other("it is read-only"));
    }
    let _writes = WRITES.read().unwrap_or_else(PoisonError::into_inner);
    let file = temporary(path, bytes, existing.as_ref())?;
    if let Some(existing) = existing {
        keep_owner(file.as_file(), &existing);
        file.as_file().set_permissions(existing.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Gives a file the owner of the one that it replaces, where the system lets the program.
#[cfg(unix)]
fn keep_owner(file: &File, existing: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};

    let (owner, group) = (existing.uid(), existing.gid());
    let is_own = file
        .metadata()
        .is_ok_and(|own| (own.uid(), own.gid()) == (owner, group));
    if !is_own {
        // Only an administrator may give files away.
        drop(fchown(file, Some(owner), Some(group)));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Writes a temporary file into the folder of `path`. At no time can others read more of it than of
/// the file that it replaces.
fn temporary(path: &Path, bytes: &[u8], existing: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    std::fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX);
    // By default, only the owner may read a temporary file.
    #[cfg(unix)]
    builder.permissions(match existing {
        Some(existing) => existing.permissions(),
        None => std::os::unix::fs::PermissionsExt::from_mode(0o666),
    });
    // The error contains the name of the temporary file, which would confuse the user.
    let mut file = builder
        .tempfile_in(folder)
        .map_err(|error| io::Error::from(error.kind()))?;
    file.as_file_mut().write_all(bytes)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(error: Diagnostics) -> String {
        let messages: Vec<String> = error.into_iter().map(|error| error.message).collect();
        messages.join("\n")
    }

    #[test]
    fn replaces_existing_file_and_leaves_no_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a/b/cv.pdf");
        let output = Output::File(path.clone());
        write(&output, b"one").expect("a file");
        write(&output, b"two").expect("a file");
        assert_eq!(std::fs::read(&path).expect("a file"), b"two");
        let parent = path.parent().expect("a folder");
        let files = std::fs::read_dir(parent).expect("a folder");
        assert_eq!(files.count(), 1);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn devices_stay_devices() {
        use std::os::unix::fs::FileTypeExt;

        write(&Output::File("/dev/null".into()), b"x").expect("a device");
        let kind = std::fs::metadata("/dev/null")
            .expect("a device")
            .file_type();
        assert!(kind.is_char_device());
        let full = message(write(&Output::File("/dev/full".into()), b"x").expect_err("full"));
        assert!(full.starts_with("cannot write `/dev/full`"), "{full}");
    }

    #[test]
    #[cfg(unix)]
    fn a_file_keeps_its_mode_and_owner_and_read_only_ones_stay() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cv.toml");
        let output = Output::File(path.clone());
        write(&output, b"one").expect("a file");
        let mode = |mode| std::fs::set_permissions(&path, PermissionsExt::from_mode(mode));
        let found = || std::fs::metadata(&path).expect("a file");
        mode(0o600).expect("a mode");
        // No one else may read what is written, not even for a moment.
        let existing = found();
        let temporary = temporary(&path, b"two", Some(&existing)).expect("a file");
        let permissions = temporary
            .as_file()
            .metadata()
            .expect("a file")
            .permissions();
        assert_eq!(permissions.mode() & 0o777, 0o600);
        // An administrator alone can give files away.
        let is_given = chown(&path, Some(12345), Some(12345)).is_ok();
        write(&output, b"two").expect("a file");
        assert_eq!(found().mode() & 0o777, 0o600);
        assert!(!is_given || (found().uid(), found().gid()) == (12345, 12345));
        mode(0o444).expect("a mode");
        let message = message(write(&output, b"three").expect_err("an error"));
        assert!(message.ends_with("it is read-only"), "{message}");
        assert_eq!(std::fs::read(&path).expect("a file"), b"two");
    }

    #[test]
    fn rejects_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let output = Output::File(folder.path().to_owned());
        let message = message(write(&output, b"x").expect_err("an error"));
        assert!(message.ends_with("it is a folder"), "{message}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn message_names_the_file_and_not_the_temporary_one() {
        let output = Output::File("/proc/a.pdf".into());
        let message = message(write(&output, b"x").expect_err("an error"));
        assert_eq!(message, "cannot write `/proc/a.pdf`: entity not found");
    }

    #[test]
    fn recognizes_temporary_files() {
        assert!(is_temporary(".cvpress-a1b2.tmp"));
        assert!(!is_temporary("cvpress.tmp") && !is_temporary(".cvpress-record"));
    }
}
