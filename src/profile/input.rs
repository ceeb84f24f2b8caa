//! Reads the text of a profile.

use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Source, nearest, rule};
use crate::profile::Input;

/// The size from which a file is refused, in bytes. The longest CVs are some 100 kB.
const LARGEST: u64 = 64 << 20;

/// The text of a profile, without a byte order mark.
///
/// # Errors
/// It is not there, cannot be read, is too large, or is not UTF-8.
pub fn text(input: &Input) -> Result<String, Diagnostic> {
    let name = input.name();
    let wrong = |message: String| Diagnostic::error(rule::UNREADABLE_FILE, message);
    let mut bytes = Vec::new();
    let read = match input {
        Input::File(path) if path.is_dir() => {
            let hint = "name a profile in it, or print them all with `cvpress batch`";
            return Err(wrong(format!("`{name}` is a folder")).hint(hint));
        }
        Input::File(path) => std::fs::File::open(path)
            .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)),
        Input::Stdin => std::io::stdin()
            .lock()
            .take(LARGEST + 1)
            .read_to_end(&mut bytes),
    };
    match (read, input) {
        (Err(error), Input::File(path)) if error.kind() == ErrorKind::NotFound => {
            let error = wrong(format!("there is no file `{name}`"));
            return Err(match neighbour(path) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error,
            });
        }
        (Err(error), _) => return Err(wrong(format!("cannot read `{name}`: {error}"))),
        (Ok(size), _) if size as u64 > LARGEST => {
            return Err(wrong(format!("`{name}` is larger than 64 MiB")));
        }
        (Ok(_), _) => {}
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(wrong(format!("`{name}` is UTF-16 text")).hint("save it as UTF-8"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        // What cannot be read is shown as U+FFFD, three bytes long.
        let source = Arc::new(Source::new(
            &*name,
            String::from_utf8_lossy(error.as_bytes()),
        ));
        wrong(format!("`{name}` is not UTF-8 text"))
            .at(&source, at..at + 3, "")
            .hint("save it as UTF-8")
    })?;
    Ok(text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text))
}

/// The file beside one that is not there whose name is nearest to it.
fn neighbour(path: &Path) -> Option<String> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let near = nearest(
        path.file_name()?.to_str()?,
        names.iter().map(String::as_str),
    )?;
    Some(path.with_file_name(near).display().to_string())
}
