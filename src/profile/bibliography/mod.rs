//! Reads the publications of a profile from a bibliography: `BibTeX`, `BibLaTeX`, or hayagriva's
//! YAML.
//!
//! `biblatex` is used directly, because hayagriva's conversion drops keywords, short journal
//! titles, states of publication and annotations. Errors point into the bibliography itself. Uses
//! the value types of `profile`.

mod fields;
mod guard;
mod markup;
mod publication;
mod reporter;
mod tex;
mod tex_commands;
mod tex_entries;
mod tex_html;
mod tex_math;
mod tex_names;
mod tex_publication;
mod tex_text;
mod yaml;

use std::collections::BTreeMap;
use std::path::Path as FilePath;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::bibliography::reporter::Reporter;
use crate::profile::bounds::MAX_SIZE;
use crate::profile::files::{NamedFile, ProfileFiles};
use crate::profile::path::PathFault;

pub use markup::{MarkedPart, marked_parts, unmarked};
pub use publication::{ArchiveLink, Name, Publication, PublicationKind};

/// The publications of each bibliography of a profile, by its path as written.
pub type Bibliographies = BTreeMap<String, Vec<Publication>>;

/// Why a bibliography cannot be used.
#[derive(Debug)]
pub enum BibliographyFault {
    /// An error of the path, to report where the profile names the file.
    Path(Diagnostic),
    /// Errors at places in the file.
    File(Diagnostics),
}

/// Parses the text of a bibliography, and reports entries that lack something.
type Parse = fn(&mut Reporter) -> Result<Vec<Publication>, Diagnostics>;

/// Reads a bibliography that a profile names. Entries that lack something are added to
/// `problems`.
///
/// # Errors
/// The file is not inside the folder, cannot be read, or is not what its extension says.
pub fn load(
    written: &str,
    files: &ProfileFiles,
    problems: &mut Diagnostics,
) -> Result<Vec<Publication>, BibliographyFault> {
    let file = files
        .find(written)
        .map_err(|fault| BibliographyFault::Path(path_error(written, fault)))?;
    let parse = parser(written).ok_or_else(|| {
        let message = format!("the bibliography `{written}` is not in a supported format");
        let error = Diagnostic::error(rule::BIBLIOGRAPHY_FORMAT, message);
        BibliographyFault::Path(error.hint("use a `.bib`, `.yml` or `.yaml` file"))
    })?;
    let text = read(written, &file).map_err(BibliographyFault::Path)?;
    let source = Arc::new(Source::new(shown_path(written, files), text));
    parse(&mut Reporter::new(&source, problems)).map_err(BibliographyFault::File)
}

fn path_error(written: &str, fault: PathFault) -> Diagnostic {
    let (rule, message, hint) = match fault {
        PathFault::Outside => (
            rule::BIBLIOGRAPHY_OUTSIDE,
            format!("the bibliography `{written}` is outside the profile's folder"),
            "copy it into the profile's folder",
        ),
        PathFault::Missing => (
            rule::BIBLIOGRAPHY_MISSING,
            format!("the bibliography `{written}` does not exist"),
            "write its path relative to the profile's folder",
        ),
        PathFault::Empty => (
            rule::BIBLIOGRAPHY_MISSING,
            "the bibliography has an empty path".to_owned(),
            "write its path, or remove the key",
        ),
        PathFault::Unreadable(why) => return unreadable(written, &why),
    };
    Diagnostic::error(rule, message).hint(hint)
}

fn unreadable(written: &str, why: &str) -> Diagnostic {
    let message = format!("cannot read the bibliography `{written}`: {why}");
    Diagnostic::error(rule::BIBLIOGRAPHY_UNREADABLE, message)
        .hint("check the path and the permissions of the file")
}

fn parser(written: &str) -> Option<Parse> {
    let extension = FilePath::new(written)
        .extension()?
        .to_string_lossy()
        .to_lowercase();
    match extension.as_str() {
        "bib" => Some(tex::parse),
        "yml" | "yaml" => Some(yaml::parse),
        _ => None,
    }
}

fn read(written: &str, file: &NamedFile) -> Result<String, Diagnostic> {
    let bytes = file
        .read(MAX_SIZE)
        .map_err(|error| unreadable(written, &error.to_string()))?;
    let text = String::from_utf8(bytes.into_owned()).map_err(|_| {
        let message = format!("the bibliography `{written}` is not UTF-8 text");
        Diagnostic::error(rule::BIBLIOGRAPHY_UNREADABLE, message).hint("save it as UTF-8")
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// Returns the path for messages, in the form in which the profile's own path was typed.
pub fn shown_path(written: &str, files: &ProfileFiles) -> String {
    let Some(folder) = files.folder() else {
        return written.to_owned();
    };
    let path = folder.join(written).display().to_string();
    match path.strip_prefix("./") {
        Some(path) => path.to_owned(),
        None => path,
    }
}
