//! Reads the publications of a profile from a bibliography: `BibTeX`, `BibLaTeX`, or hayagriva's
//! YAML.
//!
//! `biblatex` is used directly, because hayagriva's conversion drops keywords, short journal
//! titles, states of publication and annotations. Errors point into the bibliography itself. Uses
//! the value types of `profile`.

mod guard;
mod tex;
mod yaml;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path as FilePath;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::date::DateText;
use crate::profile::language::is_east_asian;
use crate::profile::link::link_fault;
use crate::profile::path::{self, PathFault};

/// The size of a file to accept, in bytes.
const MAX_FILE_SIZE: u64 = 32 << 20;

/// The publications of each bibliography of a profile, by its path as written.
pub type Bibliographies = BTreeMap<String, Vec<Publication>>;

/// A kind of publication, in the order of their groups.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum PublicationKind {
    /// A journal article.
    Article,
    /// A conference paper.
    Conference,
    /// A part of a book.
    Chapter,
    /// A book, written or edited.
    Book,
    /// A thesis of any degree.
    Thesis,
    /// A doctoral thesis.
    DoctoralThesis,
    /// A master's thesis.
    MastersThesis,
    /// A report or a manual.
    Report,
    /// A preprint in an archive.
    Preprint,
    /// A patent.
    Patent,
    /// A dataset.
    Dataset,
    /// A program.
    Software,
    /// A talk.
    Talk,
    /// A web page or a post.
    Web,
    /// Anything else.
    #[default]
    Other,
}

impl PublicationKind {
    /// Returns its name, which is the key of its words in each language.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the kind of a name.
    pub fn named(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// Returns the kind that groups it: all theses form one group.
    pub fn group(self) -> Self {
        match self {
            Self::DoctoralThesis | Self::MastersThesis => Self::Thesis,
            other => other,
        }
    }
}

/// The name of an author, editor or translator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name as shown.
    pub text: String,
    /// Whether the bibliography marks an equal contribution.
    pub is_equal: bool,
}

/// A publication, in plain text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Publication {
    /// The citation key.
    pub key: String,
    /// The kind.
    pub kind: PublicationKind,
    /// The title with the subtitle.
    pub title: Option<String>,
    /// The authors.
    pub authors: Vec<Name>,
    /// Whether there are more authors.
    pub has_more_authors: bool,
    /// The editors of it, or of the book that contains it.
    pub editors: Vec<Name>,
    /// The translators.
    pub translators: Vec<Name>,
    /// The journal, the book, the event or the institution.
    pub venue: Option<String>,
    /// The short name of the venue.
    pub venue_short: Option<String>,
    /// The volume.
    pub volume: Option<String>,
    /// The issue, or the number of a report or patent.
    pub number: Option<String>,
    /// The pages, or the number of an article without pages.
    pub pages: Option<String>,
    /// The edition.
    pub edition: Option<String>,
    /// Series, event, publisher, place, ISBN and the like, in this order.
    pub imprint: Vec<String>,
    /// The date of publication: a point in time, or start and end of a period.
    pub date: Option<(DateText, Option<DateText>)>,
    /// The state of publication: a name of `BibLaTeX`, or other words.
    pub status: Option<String>,
    /// The name of its type, such as `Habilitation`.
    pub type_name: Option<String>,
    /// The digital object identifier.
    pub doi: Option<String>,
    /// The address.
    pub url: Option<String>,
    /// Links to archives: label and address.
    pub links: Vec<(String, Option<String>)>,
    /// The remarks.
    pub notes: Vec<String>,
    /// The keywords, by which a profile selects it.
    pub keywords: Vec<String>,
}

impl Publication {
    fn new(key: &str, kind: PublicationKind) -> Self {
        Self {
            key: key.to_owned(),
            kind,
            ..Self::default()
        }
    }
}

/// Why a bibliography cannot be used.
#[derive(Debug)]
pub enum BibliographyFault {
    /// An error of the path, to report where the profile names the file.
    Path(Diagnostic),
    /// Errors at places in the file.
    File(Diagnostics),
}

/// Parses the text of a bibliography, and reports entries that lack something.
type Parse = fn(&Arc<Source>, &mut Diagnostics) -> Result<Vec<Publication>, Diagnostics>;

/// Reads a bibliography that a profile in `folder` names. Entries that lack something are added to
/// `problems`.
///
/// # Errors
/// The file is not inside the folder, cannot be read, or is not what its extension says.
pub fn load(
    written: &str,
    folder: Option<&FilePath>,
    problems: &mut Diagnostics,
) -> Result<Vec<Publication>, BibliographyFault> {
    let file = path::find(written, folder)
        .map_err(|fault| BibliographyFault::Path(path_error(written, fault)))?;
    let parse = parser(&file).ok_or_else(|| {
        let message = format!("the bibliography `{written}` is not in a supported format");
        let error = Diagnostic::error(rule::BIBLIOGRAPHY_FORMAT, message);
        BibliographyFault::Path(error.hint("use a `.bib`, `.yml` or `.yaml` file"))
    })?;
    let text = read(written, &file).map_err(BibliographyFault::Path)?;
    let source = Arc::new(Source::new(shown_path(written, folder), text));
    if let Some(span) = guard::too_deep(source.text()) {
        let message = "brackets are nested too deep";
        let error = Diagnostic::error(rule::BIBLIOGRAPHY_SYNTAX, message)
            .at(&source, span, "")
            .hint("close the brackets before it");
        return Err(BibliographyFault::File(error.into()));
    }
    parse(&source, problems).map_err(BibliographyFault::File)
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

fn parser(file: &FilePath) -> Option<Parse> {
    let extension = file.extension()?.to_string_lossy().to_lowercase();
    match extension.as_str() {
        "bib" => Some(tex::parse),
        "yml" | "yaml" => Some(yaml::parse),
        _ => None,
    }
}

fn read(written: &str, file: &FilePath) -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|file| file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(written, &error.to_string()))?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(unreadable(written, "it is larger than 32 MiB"));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        let message = format!("the bibliography `{written}` is not UTF-8 text");
        Diagnostic::error(rule::BIBLIOGRAPHY_UNREADABLE, message).hint("save it as UTF-8")
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// Returns the path for messages, in the form in which the profile's own path was typed.
fn shown_path(written: &str, folder: Option<&FilePath>) -> String {
    let Some(folder) = folder else {
        return String::new();
    };
    let path = folder.join(written).display().to_string();
    match path.strip_prefix("./") {
        Some(path) => path.to_owned(),
        None => path,
    }
}

/// Reports what an entry lacks. `at` is the place of its key.
fn report_missing(
    publication: &Publication,
    source: &Arc<Source>,
    at: usize,
    problems: &mut Diagnostics,
) {
    let key = &publication.key;
    let span = at..at + key.len();
    if publication.title.is_none() {
        let message = format!("the entry `{key}` has no title");
        let warning = Diagnostic::warning(rule::BIBLIOGRAPHY_ENTRY, message)
            .at(source, span.clone(), "")
            .hint("add `title = {…}`");
        problems.push(warning);
    }
    let Some(url) = &publication.url else { return };
    if let Some(fault) = link_fault(url) {
        let why = fault.message(url);
        let message = format!("the address of `{key}` is shown without a link: {why}");
        let warning = Diagnostic::warning(rule::BIBLIOGRAPHY_ENTRY, message)
            .at(source, span, "")
            .hint("expected `https://…` or `http://…`");
        problems.push(warning);
    }
}

/// Returns a full name: a Chinese, Japanese or Korean one with the family name first and without
/// a space.
fn full_name(given: &str, prefix: &str, family: &str, suffix: &str) -> String {
    if !given.is_empty() && given.chars().chain(family.chars()).all(is_east_asian) {
        return format!("{family}{given}");
    }
    let parts = [given, prefix, family]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    match suffix {
        "" => parts,
        suffix => format!("{parts}, {suffix}"),
    }
}

/// Returns label and address of a publication in an archive.
fn archive_link(archive: &str, id: &str) -> (String, Option<String>) {
    match archive.to_lowercase().as_str() {
        "arxiv" => {
            let id = id.trim_start_matches("arXiv:").trim_start_matches("arxiv:");
            (
                format!("arXiv:{id}"),
                Some(format!("https://arxiv.org/abs/{id}")),
            )
        }
        "hal" => (
            format!("HAL:{id}"),
            Some(format!("https://hal.science/{id}")),
        ),
        "pubmed" => (
            format!("PubMed:{id}"),
            Some(format!("https://pubmed.ncbi.nlm.nih.gov/{id}")),
        ),
        "jstor" => (
            format!("JSTOR:{id}"),
            Some(format!("https://www.jstor.org/stable/{id}")),
        ),
        _ => (format!("{archive}:{id}"), None),
    }
}
