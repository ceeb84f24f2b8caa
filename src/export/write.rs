//! Bytes become a file, whole or not at all.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};

/// How the names of temporary files begin and end.
pub const TEMPORARY: (&str, &str) = (".cvpress-", ".tmp");

/// Where bytes go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// A file; its folder is made where there is none.
    File(PathBuf),
    /// Standard output.
    Stdout,
}

impl Output {
    /// What messages call it.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Stdout => "<stdout>".to_owned(),
        }
    }
}

/// Writes the bytes. A file that was there stays as it was until all of the new one is written.
///
/// # Errors
/// The folder, or the file in it, cannot be written.
pub fn write(output: &Output, bytes: &[u8]) -> Result<(), Diagnostics> {
    let written = match output {
        Output::File(path) => replace(path, bytes),
        Output::Stdout => stdout(bytes),
    };
    let fail = |error: io::Error| {
        Diagnostic::error(
            rule::UNWRITABLE_FILE,
            format!("cannot write `{}`: {error}", output.name()),
        )
        .into()
    };
    written.map_err(fail)
}

/// A reader that has seen enough and closed the pipe is no error.
fn stdout(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    // A temporary file is its owner's alone; a finished one has the permissions that any new file
    // has.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Its own name, which the error has, is nobody's concern.
    let mut file = builder
        .tempfile_in(folder)
        .map_err(|error| io::Error::from(error.kind()))?;
    file.as_file_mut().write_all(bytes)?;
    // One that takes the place of another has that one's.
    if let Ok(known) = std::fs::metadata(path) {
        file.as_file().set_permissions(known.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a/b/cv.pdf");
        write(&Output::File(path.clone()), b"one").expect("written");
        write(&Output::File(path.clone()), b"two").expect("written");
        assert_eq!(std::fs::read(&path).expect("a file"), b"two");
        assert_eq!(
            std::fs::read_dir(path.parent().expect("a folder"))
                .expect("a folder")
                .count(),
            1
        );
    }

    #[test]
    fn a_folder_in_the_way_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let found = write(&Output::File(folder.path().to_owned()), b"x").expect_err("a folder");
        let message = found
            .iter()
            .next()
            .map(|d| d.message.clone())
            .expect("a problem");
        assert!(message.ends_with("it is a folder"), "{message}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_message_names_the_file_and_no_other() {
        let error =
            write(&Output::File("/proc/a.pdf".into()), b"x").expect_err("no folder for files");
        let messages: Vec<String> = error.into_iter().map(|error| error.message).collect();
        assert_eq!(messages, ["cannot write `/proc/a.pdf`: entity not found"]);
    }
}
