//! Reads the publications of a profile out of a file beside it: `BibTeX` or `BibLaTeX` by the
//! parser of hayagriva, or hayagriva's own YAML.
//!
//! `biblatex` is used directly and not by way of hayagriva's conversion, which drops keywords,
//! short journal titles, states of publication and annotations. Uses the value types of `profile`;
//! faults point into the file itself.

mod guard;
mod tex;
mod yaml;

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path as FilePath;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::date::DateText;
use crate::profile::language::is_east_asian;
use crate::profile::link::link_fault;
use crate::profile::path::{self, PathFault};

/// The size from which a file is refused, in bytes.
const LARGEST: u64 = 32 << 20;

/// The publications of each file that a profile names, by its path as written.
pub type Bibliographies = BTreeMap<String, Vec<Publication>>;

/// What sort of publication it is, in the order in which groups of them are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PublicationKind {
    /// In a journal.
    Article,
    /// At a conference.
    Conference,
    /// A part of a book.
    Chapter,
    /// A book, written or edited.
    Book,
    /// A thesis of any degree.
    Thesis,
    /// A thesis for a doctorate.
    DoctoralThesis,
    /// A thesis for a master's degree.
    MastersThesis,
    /// A report or a manual.
    Report,
    /// Not reviewed, in an archive.
    Preprint,
    /// A patent.
    Patent,
    /// Data.
    Dataset,
    /// A program.
    Software,
    /// A talk.
    Talk,
    /// A page or a post.
    Web,
    /// Anything else.
    #[default]
    Other,
}

impl PublicationKind {
    /// Its name, by which languages have words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Conference => "conference",
            Self::Chapter => "chapter",
            Self::Book => "book",
            Self::Thesis => "thesis",
            Self::DoctoralThesis => "doctoral-thesis",
            Self::MastersThesis => "masters-thesis",
            Self::Report => "report",
            Self::Preprint => "preprint",
            Self::Patent => "patent",
            Self::Dataset => "dataset",
            Self::Software => "software",
            Self::Talk => "talk",
            Self::Web => "web",
            Self::Other => "other",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.name() == name)
    }

    /// All of them, in the order in which groups of them are printed.
    pub fn all() -> impl Iterator<Item = Self> {
        use PublicationKind as SectionKind;
        [
            SectionKind::Article,
            SectionKind::Conference,
            SectionKind::Chapter,
            SectionKind::Book,
            SectionKind::Thesis,
            SectionKind::DoctoralThesis,
            SectionKind::MastersThesis,
            SectionKind::Report,
            SectionKind::Preprint,
            SectionKind::Patent,
            SectionKind::Dataset,
            SectionKind::Software,
            SectionKind::Talk,
            SectionKind::Web,
            SectionKind::Other,
        ]
        .into_iter()
    }

    /// The kind under whose heading it stands: all theses stand together.
    pub fn group(self) -> Self {
        match self {
            Self::DoctoralThesis | Self::MastersThesis => Self::Thesis,
            other => other,
        }
    }
}

/// Somebody who wrote, edited or translated it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name as it is printed.
    pub text: String,
    /// Whether it stands among those who contributed equally.
    pub is_equal: bool,
}

/// A publication, its texts as they are to be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Publication {
    /// The key by which it is cited.
    pub key: String,
    /// What it is.
    pub kind: PublicationKind,
    /// Its title with the subtitle.
    pub title: Option<String>,
    /// Who wrote it.
    pub authors: Vec<Name>,
    /// Whether there were others.
    pub has_more_authors: bool,
    /// Who edited it, or the book around it.
    pub editors: Vec<Name>,
    /// Who translated it.
    pub translators: Vec<Name>,
    /// The journal, the book, the event or the institution.
    pub venue: Option<String>,
    /// The short name of the venue.
    pub venue_short: Option<String>,
    /// Volume.
    pub volume: Option<String>,
    /// Issue, or the number of a report or patent.
    pub number: Option<String>,
    /// Pages, or the number of an article that has none.
    pub pages: Option<String>,
    /// The edition.
    pub edition: Option<String>,
    /// Series, event, publisher, place, ISBN and the like, in the order in which they are printed.
    pub imprint: Vec<String>,
    /// When it was published: a point in time, or the beginning and the end of a period.
    pub date: Option<(DateText, Option<DateText>)>,
    /// How far it is, by the names that `BibLaTeX` has for that, or in any words.
    pub status: Option<String>,
    /// What it calls itself, such as `Habilitation`.
    pub type_name: Option<String>,
    /// The digital object identifier.
    pub doi: Option<String>,
    /// The address of its page.
    pub url: Option<String>,
    /// Archives: the words and the address.
    pub links: Vec<(String, Option<String>)>,
    /// Remarks.
    pub notes: Vec<String>,
    /// The words by which it is chosen.
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

/// Why a bibliography cannot be used: a fault of its path, told where the profile writes that, or
/// faults in the file.
#[derive(Debug)]
pub enum BibliographyFault {
    /// To be told where the profile names the file.
    Path(Diagnostic),
    /// Told where they are in the file.
    File(Diagnostics),
}

/// Reads the file `written` in a profile of `folder`. Entries that lack something go into
/// `problems`.
///
/// # Errors
/// It is not inside the folder, cannot be read, or is not what its ending says.
pub fn load(
    written: &str,
    folder: Option<&FilePath>,
    problems: &mut Diagnostics,
) -> Result<Vec<Publication>, BibliographyFault> {
    let fault = |rule, message: String, hint: &str| {
        BibliographyFault::Path(Diagnostic::error(rule, message).hint(hint.to_owned()))
    };
    let unreadable = |why: String| {
        let message = format!("the bibliography `{written}` cannot be read: {why}");
        fault(
            rule::BIBLIOGRAPHY_UNREADABLE,
            message,
            "write the path of a file that you can open",
        )
    };
    let path = path::find(written, folder).map_err(|path_fault| match path_fault {
        PathFault::Outside => fault(
            rule::BIBLIOGRAPHY_OUTSIDE,
            format!("the bibliography `{written}` is outside the profile's folder"),
            "copy it into the folder of the profile",
        ),
        PathFault::Missing => fault(
            rule::BIBLIOGRAPHY_MISSING,
            format!("the bibliography `{written}` is not there"),
            "write its path as seen from the folder of the profile",
        ),
        PathFault::Empty => fault(
            rule::BIBLIOGRAPHY_MISSING,
            "the bibliography has no path".to_owned(),
            "write its path, or leave the key out",
        ),
        PathFault::Unreadable(why) => unreadable(why),
    })?;
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let parse: fn(&Arc<Source>, &mut Diagnostics) -> Result<Vec<Publication>, Diagnostics> =
        match &*ending {
            "bib" => tex::parse,
            "yml" | "yaml" => yaml::parse,
            _ => {
                let message =
                    format!("the bibliography `{written}` is in no format that can be read");
                return Err(fault(
                    rule::BIBLIOGRAPHY_FORMAT,
                    message,
                    "expected a file ending in `.bib`, `.yml` or `.yaml`",
                ));
            }
        };
    let mut bytes = Vec::new();
    let read =
        std::fs::File::open(&path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    let size = read.map_err(|error| unreadable(error.to_string()))?;
    if size as u64 > LARGEST {
        return Err(unreadable("it is larger than 32 MiB".to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        let message = format!("the bibliography `{written}` is not UTF-8 text");
        fault(rule::BIBLIOGRAPHY_UNREADABLE, message, "save it as UTF-8")
    })?;
    // Where the profile's messages show its path as it was typed, those of the file beside it do
    // so, too.
    let shown = folder
        .map(|folder| folder.join(written).display().to_string())
        .unwrap_or_default();
    let shown = shown.strip_prefix("./").unwrap_or(&shown);
    let text = text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text);
    let source = Arc::new(Source::new(shown, text));
    if let Some(place) = guard::too_deep(source.text()) {
        let error = Diagnostic::error(rule::BIBLIOGRAPHY_SYNTAX, "brackets are nested too deep")
            .at(&source, place, "");
        return Err(BibliographyFault::File(
            error.hint("close those before it").into(),
        ));
    }
    parse(&source, problems).map_err(BibliographyFault::File)
}

/// Tells what a reader of the list would miss in an entry. `at` is where its key stands.
fn tell_missing(
    publication: &Publication,
    source: &Arc<Source>,
    at: usize,
    problems: &mut Diagnostics,
) {
    let key = &publication.key;
    let mut tell = |message: String, hint: &str| {
        let warning = Diagnostic::warning(rule::BIBLIOGRAPHY_ENTRY, message).hint(hint);
        problems.push(warning.at(source, at..at + key.len(), ""));
    };
    if publication.title.is_none() {
        tell(
            format!("the entry `{key}` has no title"),
            "add `title = {…}`",
        );
    }
    if let Some(fault) = publication
        .url
        .as_deref()
        .and_then(|url| Some((url, link_fault(url)?)))
    {
        tell(
            format!(
                "the address of `{key}` is not linked: {}",
                fault.1.message(fault.0)
            ),
            "expected `https://…` or `http://…`",
        );
    }
}

/// The name as it is printed: Chinese, Japanese and Korean ones with the family name first and no
/// space between.
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

/// The words and the address of a publication in an archive.
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
