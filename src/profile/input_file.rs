//! Reads the files of profiles.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use crate::diagnostic::{Diagnostic, nearest, rule};
use crate::file::{self, folder_of};
use crate::profile::bounds::MAX_SIZE;
use crate::progress;

/// Returns the bytes of a file.
///
/// # Errors
/// It does not exist, is a folder or too large, or cannot be read.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let name = path.display();
    if path.is_dir() {
        return Err(unreadable(format!("`{name}` is a folder"))
            .hint("name a profile in it, or render all of its profiles with `cvpress batch`"));
    }
    let opened = progress::opening(name.to_string(), || File::open(path));
    match opened.and_then(|file| file::read_all(file, MAX_SIZE)) {
        Ok(bytes) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let error = unreadable(format!("there is no file `{name}`"));
            Err(match similar_file(path) {
                Some(similar) => error.hint(format!("did you mean `{similar}`?")),
                None => error,
            })
        }
        Err(error) => Err(unreadable(format!("cannot read `{name}`: {error}"))),
    }
}

/// Returns the file in the folder of a missing file that has the most similar name.
fn similar_file(path: &Path) -> Option<String> {
    let mut names = Vec::new();
    for entry in folder_of(path).read_dir().ok()?.flatten() {
        names.extend(entry.file_name().into_string());
    }
    names.sort();
    let name = path.file_name()?.to_str()?;
    let similar = nearest(name, names.iter().map(String::as_str))?;
    Some(path.with_file_name(similar).display().to_string())
}

fn unreadable(message: String) -> Diagnostic {
    Diagnostic::error(rule::UNREADABLE_FILE, message)
}
