//! Reads the text of a profile.

use std::ffi::OsStr;
#[cfg(feature = "native")]
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Source, rule};
#[cfg(feature = "native")]
use crate::file::or_current;
use crate::profile::files::ProfileFiles;
#[cfg(feature = "native")]
use crate::profile::input_file;

/// The name of standard input in messages.
pub const STDIN: &str = "<stdin>";

/// What a profile is instead of a file of another program.
const IS_TEXT: &str = "a profile is a text file; `cvpress new NAME` writes one to begin with";

/// A file format, told by the first bytes of a file.
struct FileStart {
    start: &'static [u8],
    name: &'static str,
    hint: &'static str,
}

/// The formats of files that people give instead of a profile.
const FILE_STARTS: [FileStart; 9] = [
    FileStart {
        start: b"%PDF-",
        name: "a PDF",
        hint: "give the profile that it was made from; `cvpress text` shows the text of a PDF",
    },
    FileStart {
        start: b"PK\x03\x04",
        name: "a ZIP archive or an office document",
        hint: IS_TEXT,
    },
    FileStart {
        start: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        name: "an office document",
        hint: IS_TEXT,
    },
    FileStart {
        start: b"{\\rtf",
        name: "an RTF document",
        hint: IS_TEXT,
    },
    FileStart {
        start: b"\x1f\x8b",
        name: "a gzip archive",
        hint: "unpack it first",
    },
    FileStart {
        start: b"\x89PNG",
        name: "a PNG image",
        hint: IS_TEXT,
    },
    FileStart {
        start: b"\xff\xd8\xff",
        name: "a JPEG image",
        hint: IS_TEXT,
    },
    FileStart {
        start: b"GIF8",
        name: "a GIF image",
        hint: IS_TEXT,
    },
    FileStart {
        start: b"\x7fELF",
        name: "a program",
        hint: IS_TEXT,
    },
];

/// Where the text of a profile comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A file.
    #[cfg(feature = "native")]
    File(PathBuf),
    /// Bytes that were read already, such as standard input.
    Bytes {
        /// The name for messages.
        name: String,
        /// The files that the profile can name.
        files: ProfileFiles,
        /// The bytes.
        bytes: Arc<[u8]>,
    },
}

impl Input {
    /// Returns the name for messages.
    pub fn name(&self) -> String {
        match self {
            #[cfg(feature = "native")]
            Self::File(path) => path.display().to_string(),
            Self::Bytes { name, .. } => name.clone(),
        }
    }

    /// Returns the name that its outputs begin with: the file name without its extension.
    pub fn stem(&self) -> String {
        let stem = match self {
            #[cfg(feature = "native")]
            Self::File(path) => path.file_stem(),
            Self::Bytes { .. } => None,
        };
        let stem = stem.map(|stem: &OsStr| stem.to_string_lossy().into_owned());
        // The stem of `...toml` would be the folder above.
        stem.filter(|stem| !stem.chars().all(|c| c == '.'))
            .unwrap_or_else(|| "profile".to_owned())
    }

    /// Returns the folder that contains the images and bibliographies of the profile.
    #[cfg(feature = "native")]
    pub fn folder(&self) -> &Path {
        or_current(match self {
            Self::File(path) => path.parent(),
            Self::Bytes { files, .. } => files.folder(),
        })
    }

    /// Returns the files that the profile can name.
    pub fn files(&self) -> ProfileFiles {
        match self {
            #[cfg(feature = "native")]
            Self::File(_) => ProfileFiles::Folder(self.folder().to_path_buf()),
            Self::Bytes { files, .. } => files.clone(),
        }
    }
}

/// Reads the text of a profile, without a byte order mark.
///
/// # Errors
/// The file does not exist, cannot be read, is too large, is of another format, or is not UTF-8.
pub fn text(input: &Input) -> Result<String, Diagnostic> {
    let name = input.name();
    let bytes = bytes(input)?;
    if let Some(format) = FILE_STARTS
        .iter()
        .find(|format| bytes.starts_with(format.start))
    {
        let message = format!("`{name}` is {}, not a profile", format.name);
        return Err(unreadable(message).hint(format.hint));
    }
    let text = decoded(&name, &bytes)?;
    // The parser of TOML would accept a second one.
    if text.starts_with('\u{feff}') {
        let message = format!("`{name}` starts with two byte order marks");
        return Err(unreadable(message).hint("save it as UTF-8 without a mark"));
    }
    Ok(text.to_owned())
}

/// Returns bytes as text, without a byte order mark. `name` is their name for messages.
///
/// # Errors
/// They are not UTF-8.
pub fn decoded<'b>(name: &str, bytes: &'b [u8]) -> Result<&'b str, Diagnostic> {
    if let Some(encoding) = wide_encoding(bytes) {
        return Err(unreadable(format!("`{name}` is {encoding} text")).hint("save it as UTF-8"));
    }
    let text = utf8(name, bytes)?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Returns bytes as text.
///
/// # Errors
/// They are not UTF-8.
pub fn utf8<'b>(name: &str, bytes: &'b [u8]) -> Result<&'b str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        // The invalid bytes are shown as U+FFFD, which has three bytes.
        let source = Arc::new(Source::new(name, String::from_utf8_lossy(bytes)));
        unreadable(format!("`{name}` is not UTF-8 text"))
            .at(&source, start..start + 3, "")
            .hint("save it as UTF-8")
    })
}

/// Returns the encoding of text whose characters have two or four bytes: with a byte order mark, or
/// with NUL in the other bytes of the first ASCII characters.
fn wide_encoding(bytes: &[u8]) -> Option<&'static str> {
    let has_mark = |mark: &[u8]| bytes.starts_with(mark);
    if has_mark(b"\xff\xfe\0\0") || has_mark(b"\0\0\xfe\xff") || is_wide(bytes, 4) {
        Some("UTF-32")
    } else if has_mark(b"\xff\xfe") || has_mark(b"\xfe\xff") || is_wide(bytes, 2) {
        Some("UTF-16")
    } else {
        None
    }
}

/// Returns whether the first characters have this number of bytes, of which the first or the last is
/// not NUL.
fn is_wide(bytes: &[u8], width: usize) -> bool {
    let characters: Vec<&[u8]> = bytes.chunks_exact(width).take(8).collect();
    let is_ascii_at = |place: usize| {
        characters.iter().all(|character| {
            let mut bytes = character.iter().enumerate();
            bytes.all(|(index, byte)| (*byte != 0) == (index == place))
        })
    };
    characters.len() > 1 && (is_ascii_at(0) || is_ascii_at(width - 1))
}

fn unreadable(message: String) -> Diagnostic {
    Diagnostic::error(rule::UNREADABLE_FILE, message)
}

/// Returns the bytes of a profile. It may come through a pipe, as in `cvpress render <(make-cv)`.
fn bytes(input: &Input) -> Result<Vec<u8>, Diagnostic> {
    match input {
        #[cfg(feature = "native")]
        Input::File(path) => input_file::bytes(path),
        Input::Bytes { bytes, .. } => Ok(bytes.to_vec()),
    }
}
