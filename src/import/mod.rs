//! Imports the files of other tools: they become profiles.
//!
//! A file is read as a tree with places ([`source`]), whatever its syntax. The module of its tool
//! takes the values of the tree one by one ([`fields`]) and puts them into a profile ([`draft`]).
//! What is not taken is reported as a warning at its place and as a comment in the profile.
//!
//! Documents without fields, such as those of Word, are read as lines, and [`document`] finds out what they are.
//!
//! Uses `diagnostic`, `profile`, `content` and `pdf`.

mod archive;
mod carried;
mod color;
mod dates;
mod document;
mod draft;
mod escape;
mod europass;
mod fields;
#[cfg(feature = "native")]
mod folder;
mod html;
mod imported_file;
mod input;
#[cfg(feature = "native")]
mod input_file;
mod json_resume;
mod levels;
mod linkedin;
mod links;
mod localize;
mod map;
mod markdown;
mod notes;
mod orcid;
mod origin;
mod period;
mod reactive_resume;
mod rendercv;
mod source;
mod text;
mod word;
mod yaml_resume;

use std::collections::BTreeMap;
#[cfg(feature = "native")]
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::ProfileFiles;

pub use imported_file::ImportedFile;
pub use input::{ImportContent, ImportInput};
pub use origin::Origin;

use archive::{Archive, ArchiveFault};
use draft::Draft;
use fields::Fields;
use input::text_source;
use localize::localize;
use notes::{Markup, Notes};
use origin::{Syntax, of_tree, syntax};
use source::{SourceNode, json, xml, yaml};

/// A profile that was imported.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The tool that it came from.
    pub origin: Origin,
    /// The text of the profile, in the form of `cvpress fmt`.
    pub profile: String,
    /// The name of the person, if the source has one.
    pub person: Option<String>,
    /// The photo, a file that the profile names. It belongs beside the profile.
    pub photo: Option<ImportedFile>,
    /// The warnings: what has no place in a profile, and what was changed.
    pub problems: Diagnostics,
}

impl Imported {
    /// Returns the profile without its photo, where no file can be beside it.
    pub fn profile_alone(&self) -> String {
        let Some(photo) = &self.photo else {
            return self.profile.clone();
        };
        let names = |line: &str| line.starts_with("photo") && line.contains(&photo.name);
        let lines = self.profile.split_inclusive('\n').map(|line| {
            if names(line) {
                format!("# {line}")
            } else {
                line.to_owned()
            }
        });
        lines.collect()
    }
}

/// What a source became: the profile that is being written, and the warnings about it.
struct Drafted {
    origin: Origin,
    draft: Draft,
    photo: Option<ImportedFile>,
    problems: Diagnostics,
}

/// Returns whether a folder is one source, and not a folder of sources.
#[cfg(feature = "native")]
pub fn is_source(folder: &Path) -> bool {
    folder::has(folder, linkedin::is_read)
}

/// Imports a file or a folder. Without an origin, it is detected from the content.
///
/// # Errors
/// The origin is not known, or the source is not what it should be.
pub fn import(input: &ImportInput, origin: Option<Origin>) -> Result<Imported, Diagnostics> {
    let asked = origin;
    let drafted = match &input.content {
        #[cfg(feature = "native")]
        ImportContent::Folder(folder) => import_folder(input, folder, origin)?,
        ImportContent::Bytes(bytes) => import_bytes(input, bytes, origin)?,
    };
    let Drafted {
        origin,
        mut draft,
        photo,
        problems,
    } = drafted;
    localize(&mut draft);
    if draft.person.is_empty() && draft.sections.is_empty() {
        let message = format!("`{}` has nothing for a profile", input.name);
        let error = Diagnostic::error(rule::IMPORT_FORMAT, message);
        return Err(error
            .hint("it has no name, no contacts and no entries")
            .into());
    }
    let is_left_out = |problem: &&Diagnostic| problem.rule == rule::IMPORT_LEFT_OUT;
    let left_out = problems.iter().filter(is_left_out).count();
    if chosen_by_content(origin, asked)
        && draft.person.is_empty()
        && left_out > draft.sections.len()
    {
        return Err(unknown(&input.name).into());
    }
    let person = draft.person.text("name").map(str::to_owned);
    let files = match &photo {
        Some(ImportedFile { name, bytes }) => {
            ProfileFiles::Memory(Arc::new(BTreeMap::from([(name.clone(), bytes.clone())])))
        }
        None => input.files.clone(),
    };
    let profile = draft.into_profile(&input.name, &files)?;
    Ok(Imported {
        origin,
        profile,
        person,
        photo,
        problems,
    })
}

#[cfg(feature = "native")]
fn import_folder(
    input: &ImportInput,
    folder: &Path,
    origin: Option<Origin>,
) -> Result<Drafted, Diagnostics> {
    from_archive(input, folder::read(folder, linkedin::is_read), origin)
}

/// Imports an archive, or the folder that it was unpacked into.
fn from_archive(
    input: &ImportInput,
    archive: Result<Archive, ArchiveFault>,
    origin: Option<Origin>,
) -> Result<Drafted, Diagnostics> {
    let name = &input.name;
    if let Some(other) = origin.filter(|origin| *origin != Origin::LinkedIn) {
        return Err(mismatch(name, other).into());
    }
    let archive = archive.map_err(|fault| {
        Diagnostic::error(
            rule::IMPORT_ARCHIVE,
            format!("cannot read `{name}`: {fault}"),
        )
    })?;
    let mut problems = Diagnostics::default();
    let draft = linkedin::draft(&archive, name, &mut problems)?;
    problems.sort();
    Ok(Drafted {
        origin: Origin::LinkedIn,
        draft,
        photo: None,
        problems,
    })
}

fn import_bytes(
    input: &ImportInput,
    bytes: &[u8],
    origin: Option<Origin>,
) -> Result<Drafted, Diagnostics> {
    let name = &input.name;
    if let Some(error) = other_format(name).or_else(|| word::other_document(name, bytes)) {
        return Err(error.into());
    }
    match syntax(bytes) {
        Syntax::Json => {
            let source = text_source(name, bytes)?;
            if is_profile(&source) {
                return Err(already(name).into());
            }
            let root = json::parse(&source)?;
            let origin = chosen(name, origin, of_tree(&root))?;
            from_tree(input, source, root, origin)
        }
        Syntax::Xml => {
            let source = text_source(name, bytes)?;
            let root = xml::parse(&source)?;
            let found = europass::is_root(&root.key).then_some(Origin::Europass);
            let origin = chosen(name, origin, found)?;
            if found.is_none() {
                return Err(mismatch(name, origin).into());
            }
            let notes = Notes::new(source, Markup::Plain, &input.files);
            Ok(Drafted {
                origin,
                draft: europass::draft(root, &notes),
                photo: None,
                problems: notes.into_problems(),
            })
        }
        Syntax::Zip if word::is_word(bytes) => {
            let origin = chosen(name, origin, Some(Origin::Word))?;
            let word::WordDraft {
                draft,
                photo,
                problems,
            } = word::draft(input, bytes)?;
            Ok(Drafted {
                origin,
                draft,
                photo,
                problems,
            })
        }
        Syntax::Zip => from_archive(input, archive::read_zip(bytes, linkedin::is_read), origin),
        Syntax::Pdf => import_pdf(input, bytes, origin),
        Syntax::Text => {
            let source = text_source(name, bytes)?;
            if is_profile(&source) {
                return Err(already(name).into());
            }
            let root = match yaml::parse(&source) {
                Ok(root) => root,
                // A text that is nothing like YAML is of no known format.
                Err(error) if origin.is_some() || is_yaml_of_cv(&source) => {
                    return Err(error.into());
                }
                Err(_) => return Err(unknown(name).into()),
            };
            let origin = chosen(name, origin, of_tree(&root))?;
            from_tree(input, source, root, origin)
        }
    }
}

/// Imports the data that a PDF carries.
fn import_pdf(
    input: &ImportInput,
    bytes: &[u8],
    origin: Option<Origin>,
) -> Result<Drafted, Diagnostics> {
    let file = carried::data(&input.name, bytes)?;
    let inner = ImportInput {
        name: format!("{}/{}", input.name, file.name),
        files: input.files.clone(),
        content: input.content.clone(),
    };
    let origin = origin.filter(|origin| *origin != Origin::Pdf);
    // Data is JSON or XML, so that no PDF is in a PDF.
    import_bytes(&inner, &file.bytes, origin)
}

/// Imports a tree that was JSON or YAML.
fn from_tree(
    input: &ImportInput,
    source: Arc<Source>,
    root: SourceNode,
    origin: Origin,
) -> Result<Drafted, Diagnostics> {
    let markup = match origin {
        Origin::RenderCv | Origin::YamlResume => Markup::Markdown,
        Origin::JsonResume | Origin::ReactiveResume => Markup::Mixed,
        _ => Markup::Plain,
    };
    let notes = Notes::new(source, markup, &input.files);
    let root = if origin == Origin::Orcid {
        orcid::tidy(root)
    } else {
        root
    };
    let fields = Fields::new(&notes, "", root).map_err(|_| mismatch(&input.name, origin))?;
    let draft = match origin {
        Origin::JsonResume => json_resume::draft(fields),
        Origin::Orcid => orcid::draft(fields),
        Origin::ReactiveResume => reactive_resume::draft(fields),
        Origin::RenderCv => rendercv::draft(fields),
        Origin::YamlResume => yaml_resume::draft(fields),
        Origin::LinkedIn | Origin::Europass | Origin::Word | Origin::Pdf => {
            return Err(mismatch(&input.name, origin).into());
        }
    };
    Ok(Drafted {
        origin,
        draft,
        photo: None,
        problems: notes.into_problems(),
    })
}

/// Returns the origin that was asked for, or else the one that was detected from the content.
fn chosen(name: &str, asked: Option<Origin>, found: Option<Origin>) -> Result<Origin, Diagnostic> {
    match (asked, found) {
        (Some(asked), Some(found)) if asked != found => {
            let hint = format!("it is {}; leave `--from` out", found.title());
            Err(mismatch(name, asked).hint(hint))
        }
        (Some(origin), _) | (None, Some(origin)) => Ok(origin),
        (None, None) => Err(unknown(name)),
    }
}

fn mismatch(name: &str, origin: Origin) -> Diagnostic {
    let message = format!("`{name}` is not {}", origin.title());
    Diagnostic::error(rule::IMPORT_FORMAT, message)
}

/// Returns whether a file was taken for JSON Resume by single members, which files of other schemes have,
/// too.
fn chosen_by_content(origin: Origin, asked: Option<Origin>) -> bool {
    origin == Origin::JsonResume && asked.is_none()
}

fn unknown(name: &str) -> Diagnostic {
    let message = format!("the format of `{name}` is not known");
    Diagnostic::error(rule::IMPORT_FORMAT, message).hint(format!("expected {}", Origin::titles()))
}

/// Returns the error for a file that people have and that is of none of the tools.
fn other_format(name: &str) -> Option<Diagnostic> {
    const HINT_OF_TABLE: &str = "*From a table* in the documentation makes a profile of each row";
    let ending = std::path::Path::new(name).extension()?.to_str()?;
    let file = std::path::Path::new(name).file_name()?.to_str()?;
    let hint_of_bibliography =
        format!("write `bibliography = {file:?}` in a section of the kind `publication`");
    let (what, hint) = match ending.to_ascii_lowercase().as_str() {
        "csv" | "tsv" => ("a table (CSV)", HINT_OF_TABLE),
        "xlsx" | "xls" | "ods" => ("a spreadsheet", HINT_OF_TABLE),
        "bib" => ("a bibliography", hint_of_bibliography.as_str()),
        _ => return None,
    };
    let message = format!("`{name}` is {what}, which is not imported");
    Some(Diagnostic::error(rule::IMPORT_FORMAT, message).hint(hint))
}

/// Returns whether a text is a profile.
fn is_profile(source: &Source) -> bool {
    let lines = source.text().lines().map(str::trim);
    let mut headers = lines.filter(|line| line.starts_with('['));
    headers.any(|line| matches!(line, "[person]" | "[[section]]"))
}

/// Returns whether a line of a text is the key that a CV in YAML starts with.
fn is_yaml_of_cv(source: &Source) -> bool {
    let mut lines = source.text().lines();
    lines.any(|line| line.starts_with("cv:") || line.starts_with("content:"))
}

fn already(name: &str) -> Diagnostic {
    let message = format!("`{name}` is a profile already");
    Diagnostic::error(rule::IMPORT_FORMAT, message)
        .hint(format!("render it with `cvpress render {name}`"))
}
