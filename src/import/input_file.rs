//! Reads what is imported: a file, standard input or a folder, within limits.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use crate::diagnostic::{Diagnostic, rule};
use crate::file::{self, folder_of};
use crate::import::input::{ImportContent, ImportInput};
use crate::profile::ProfileFiles;
use crate::progress;

/// The size of a text file to accept, in bytes.
const MAX_TEXT_FILE: u64 = 10_000_000;

/// The size of an archive or a PDF to accept, in bytes. Archives contain pictures.
const MAX_BINARY_FILE: u64 = 256 << 20;

/// The bytes by which archives and PDFs are known.
const BINARY_STARTS: [&[u8; 4]; 2] = [b"PK\x03\x04", b"%PDF"];

impl ImportInput {
    /// Reads a file, or names a folder.
    ///
    /// # Errors
    /// The file is missing, too large, or cannot be read.
    pub fn read(path: &Path) -> Result<Self, Diagnostic> {
        let name = path.display().to_string();
        if path.is_dir() {
            return Ok(Self {
                name,
                files: ProfileFiles::default(),
                content: ImportContent::Folder(path.to_owned()),
            });
        }
        match File::open(path).and_then(read_file) {
            Ok(bytes) => Ok(Self::of_bytes(name, bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(unreadable(format!("there is no file `{name}`")))
            }
            Err(error) => Err(unreadable(format!("cannot read `{name}`: {error}"))),
        }
    }

    /// Sets where the profile goes. Files that the source names can be in the profile if it is in
    /// the same folder.
    #[must_use]
    pub fn beside(mut self, profile: &Path) -> Self {
        let folder = folder_of(profile);
        let own = folder_of(Path::new(&self.name));
        if own.canonicalize().ok() == folder.canonicalize().ok() {
            self.files = ProfileFiles::Folder(folder.to_owned());
        }
        self
    }

    /// Lets the profile have the files beside the source that this names, if they are copied with the
    /// profile.
    #[must_use]
    pub fn with_its_files(mut self) -> Self {
        if matches!(self.content, ImportContent::Bytes { .. }) && self.name != crate::profile::STDIN
        {
            self.files = ProfileFiles::Folder(folder_of(Path::new(&self.name)).to_owned());
        }
        self
    }

    /// Reads standard input.
    ///
    /// # Errors
    /// It is too large, or cannot be read.
    pub fn stdin() -> Result<Self, Diagnostic> {
        let name = crate::profile::STDIN;
        match progress::waiting(|| read_within_limits(std::io::stdin().lock())) {
            Ok(bytes) => Ok(Self::of_bytes(name, bytes)),
            Err(error) => Err(unreadable(format!("cannot read `{name}`: {error}"))),
        }
    }
}

fn unreadable(message: String) -> Diagnostic {
    Diagnostic::error(rule::UNREADABLE_FILE, message)
}

/// Reads a file. Of a regular one that is too large, no byte is read.
fn read_file(file: File) -> std::io::Result<Vec<u8>> {
    if file.metadata()?.len() > MAX_BINARY_FILE {
        return Err(file::too_large(MAX_BINARY_FILE));
    }
    read_within_limits(file)
}

fn read_within_limits(mut reader: impl Read) -> std::io::Result<Vec<u8>> {
    let mut start = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut start)?;
    let is_binary = BINARY_STARTS.iter().any(|known| start == *known);
    let most = if is_binary {
        MAX_BINARY_FILE
    } else {
        MAX_TEXT_FILE
    };
    file::read_all(start.as_slice().chain(reader), most)
}
