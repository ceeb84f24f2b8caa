//! Reads the text of a profile.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Source, nearest, rule};

/// The maximum size of a profile, in bytes. The longest CVs have about 100 kB.
const MAX_SIZE: u64 = 64 << 20;

/// Where the text of a profile comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input. Its folder is the working folder.
    Stdin,
}

impl Input {
    /// Returns the name for messages.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Stdin => "<stdin>".to_owned(),
        }
    }

    /// Returns the name that its outputs begin with: the file name without its extension.
    pub fn stem(&self) -> String {
        let stem = match self {
            Self::File(path) => path.file_stem(),
            Self::Stdin => None,
        };
        stem.map_or_else(
            || "profile".to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        )
    }

    /// Returns the folder that contains the images and bibliographies of the profile.
    pub fn folder(&self) -> &Path {
        let parent = match self {
            Self::File(path) => path.parent(),
            Self::Stdin => None,
        };
        match parent {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }
}

/// Reads the text of a profile, without a byte order mark.
///
/// # Errors
/// The file does not exist, cannot be read, is too large, or is not UTF-8.
pub fn text(input: &Input) -> Result<String, Diagnostic> {
    let name = input.name();
    let bytes = bytes(input)?;
    if bytes.len() as u64 > MAX_SIZE {
        return Err(unreadable(format!("`{name}` is larger than 64 MiB")));
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(unreadable(format!("`{name}` is UTF-16 text")).hint("save it as UTF-8"));
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            // The invalid bytes are shown as U+FFFD, which has three bytes.
            let text = String::from_utf8_lossy(error.as_bytes());
            let source = Arc::new(Source::new(&*name, text));
            return Err(unreadable(format!("`{name}` is not UTF-8 text"))
                .at(&source, start..start + 3, "")
                .hint("save it as UTF-8"));
        }
    };
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

fn unreadable(message: String) -> Diagnostic {
    Diagnostic::error(rule::UNREADABLE_FILE, message)
}

/// Reads the bytes of a profile, up to one more than the maximum size.
fn bytes(input: &Input) -> Result<Vec<u8>, Diagnostic> {
    let name = input.name();
    let mut bytes = Vec::new();
    let result = match input {
        Input::File(path) if path.is_dir() => {
            return Err(unreadable(format!("`{name}` is a folder"))
                .hint("name a profile in it, or render all of its profiles with `cvpress batch`"));
        }
        Input::File(path) => {
            File::open(path).and_then(|file| file.take(MAX_SIZE + 1).read_to_end(&mut bytes))
        }
        Input::Stdin => std::io::stdin()
            .lock()
            .take(MAX_SIZE + 1)
            .read_to_end(&mut bytes),
    };
    match (result, input) {
        (Ok(_), _) => Ok(bytes),
        (Err(error), Input::File(path)) if error.kind() == ErrorKind::NotFound => {
            let error = unreadable(format!("there is no file `{name}`"));
            Err(match similar_file(path) {
                Some(similar) => error.hint(format!("did you mean `{similar}`?")),
                None => error,
            })
        }
        (Err(error), _) => Err(unreadable(format!("cannot read `{name}`: {error}"))),
    }
}

/// Returns the file in the folder of a missing file that has the most similar name.
fn similar_file(path: &Path) -> Option<String> {
    let input = Input::File(path.to_owned());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(input.folder()).ok()?.flatten() {
        names.extend(entry.file_name().into_string());
    }
    names.sort();
    let name = path.file_name()?.to_str()?;
    let similar = nearest(name, names.iter().map(String::as_str))?;
    Some(path.with_file_name(similar).display().to_string())
}
