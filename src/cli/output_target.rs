//! Where the command line writes documents: the folder, the file or standard output that `--output`
//! names.

use std::path::{MAIN_SEPARATOR, Path};

use strum::IntoEnumIterator;

use crate::cli::exit::CommandError;
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::{Format, Output};
use crate::pipeline::{PageNumber, RenderedFile};

/// The default folder for files.
const OUT: &str = "out";

/// Returns the format that the extension of a file names.
pub fn format_of(path: &Path) -> Option<Format> {
    Format::from_extension(&path.extension()?.to_string_lossy())
}

/// Where documents are written.
pub enum OutputTarget<'a> {
    /// A folder.
    Folder(&'a Path),
    /// A file.
    File(&'a Path),
    /// Standard output.
    Stdout,
}

impl<'a> OutputTarget<'a> {
    /// Returns the target at a path. It is a folder if it exists as one, ends in a slash, is for
    /// several documents, or is neither there nor has the ending of a file.
    ///
    /// # Errors
    /// Several documents would go to one file, or the extension is not that of a format.
    pub fn new(path: Option<&'a Path>, is_single: bool) -> Result<Self, CommandError> {
        let Some(path) = path else {
            return Ok(Self::Folder(Path::new(OUT)));
        };
        let is_stdout = is_stdout(path);
        if is_single && is_stdout {
            return Ok(Self::Stdout);
        }
        let has_slash = path
            .as_os_str()
            .to_string_lossy()
            .ends_with(['/', MAIN_SEPARATOR]);
        let is_new_name = path.extension().is_none() && !is_stdout && !path.exists();
        if path.is_dir() || has_slash || is_new_name {
            return Ok(Self::Folder(path));
        }
        if is_single {
            check_extension(path)?;
            return Ok(Self::File(path));
        }
        if is_stdout || path.is_file() || format_of(path).is_some() {
            return Err(CommandError::usage(
                "several CVs cannot be written to one file: choose a folder",
            ));
        }
        Ok(Self::Folder(path))
    }
}

/// Checks that the extension of a file is that of a format. A file without one, such as a device, is
/// a PDF.
fn check_extension(path: &Path) -> Result<(), CommandError> {
    if path.extension().is_none() || format_of(path).is_some() {
        return Ok(());
    }
    let message = format!("the ending of `{}` is not that of a format", path.display());
    let known = Format::iter().map(|format| format!("`.{}`", format.extension()));
    let known: Vec<String> = known.collect();
    let hint = format!("expected {}; a folder ends with `/`", known.join(", "));
    let error = Diagnostic::error(rule::USAGE, message).hint(hint);
    Err(CommandError::invalid_argument(error))
}

/// Returns whether a path is `-` or a name that the system gives standard output. Opened by its
/// name, a file that it is redirected to would be written from its start.
pub fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
        .iter()
        .any(|name| path == Path::new(name))
}

/// Returns whether a path is that of a device or a pipe, which is written to as it is.
pub fn is_device(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|file| !file.is_file() && !file.is_dir())
}

/// Returns where a file of a document is written. A document in a format with one file per page has
/// numbered files, unless its only page has a file name of its own.
///
/// # Errors
/// Several pages would go to standard output.
pub fn output_for(
    output: &Output,
    file: &RenderedFile,
    is_named: bool,
) -> Result<Output, Diagnostics> {
    let format = file.format;
    let path = match output {
        Output::File(path) => path,
        Output::Stdout if file.page.is_none_or(|page| page.total == 1) => {
            return Ok(Output::Stdout);
        }
        Output::Stdout => {
            let message = "only one page can be written to standard output in this format";
            let error = Diagnostic::error(rule::USAGE, message);
            return Err(error
                .hint("choose a folder, as in `--output pages/`")
                .into());
        }
    };
    // A PDF needs no extension if the user names a file that is there; no format does on a device.
    let keeps_extension = format_of(path) == Some(format)
        || (format == Format::Pdf && is_named && path.extension().is_none())
        || is_device(path);
    let path = if keeps_extension {
        path.clone()
    } else {
        path.with_extension(format.extension())
    };
    Ok(Output::File(match file.page {
        Some(PageNumber { number, total }) if total > 1 || !is_named => {
            format.page_path(&path, number)
        }
        _ => path,
    }))
}
