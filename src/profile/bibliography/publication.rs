//! A publication of a bibliography, and what readers of every format need to make one.

use crate::profile::bibliography::reporter::Reporter;
use crate::profile::date::DateText;
use crate::profile::doi::bare;
use crate::profile::language::is_east_asian;
use crate::profile::link::link_fault;

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
    /// A manuscript that is not published, such as a paper under review.
    Manuscript,
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
    /// The mark after the name, such as `*` for an equal contribution.
    pub mark: Option<char>,
}

/// A publication's copy in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveLink {
    /// The archive with the identifier of the publication, such as `arXiv:1706.03762`.
    pub label: String,
    /// The address; `None` if the archive is not known.
    pub url: Option<String>,
}

/// A publication. In its texts, [marks](super::markup) are around raised, lowered and linked parts.
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
    /// Whether the venue is a book that contains it.
    pub is_in_book: bool,
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
    /// Whether it has not appeared.
    pub is_forthcoming: bool,
    /// The state of publication: a name of `BibLaTeX`, or other words.
    pub status: Option<String>,
    /// The name of its type, such as `Habilitation`.
    pub type_name: Option<String>,
    /// The digital object identifier.
    pub doi: Option<String>,
    /// The address.
    pub url: Option<String>,
    /// Its copies in archives.
    pub links: Vec<ArchiveLink>,
    /// The remarks.
    pub notes: Vec<String>,
    /// The keywords, by which a profile selects it.
    pub keywords: Vec<String>,
}

impl Publication {
    /// Returns a publication without content.
    pub fn new(key: &str, kind: PublicationKind) -> Self {
        Self {
            key: key.to_owned(),
            kind,
            ..Self::default()
        }
    }
}

impl ArchiveLink {
    /// Returns the link to the publication `id`, which may be an address, of an archive.
    pub fn new(archive: Option<&str>, id: &str) -> Self {
        let in_arxiv = ["arxiv.org/abs/", "arxiv.org/pdf/"]
            .iter()
            .find_map(|address| Some(id.split_once(address)?.1));
        if let Some(id) = in_arxiv {
            return Self::new(Some("arXiv"), id.trim_end_matches(".pdf"));
        }
        if id.contains("://") {
            return Self {
                label: id.to_owned(),
                url: link_fault(id).is_none().then(|| id.to_owned()),
            };
        }
        let Some(archive) = archive else {
            let archive = [("arXiv", is_arxiv(id)), ("doi", bare(id).is_some())];
            return match archive.iter().find(|(_, is_of_archive)| *is_of_archive) {
                Some((archive, _)) => Self::new(Some(archive), id),
                None => Self {
                    label: id.to_owned(),
                    url: None,
                },
            };
        };
        match archive.to_lowercase().as_str() {
            "arxiv" => {
                let id = id.trim_start_matches("arXiv:").trim_start_matches("arxiv:");
                Self::known("arXiv", "https://arxiv.org/abs/", id)
            }
            "doi" => Self::known("doi", "https://doi.org/", bare(id).unwrap_or(id)),
            "hal" => Self::known("HAL", "https://hal.science/", id),
            "pubmed" => Self::known("PubMed", "https://pubmed.ncbi.nlm.nih.gov/", id),
            "jstor" => Self::known("JSTOR", "https://www.jstor.org/stable/", id),
            _ => Self {
                label: format!("{archive}:{id}"),
                url: None,
            },
        }
    }

    fn known(name: &str, address: &str, id: &str) -> Self {
        Self {
            label: format!("{name}:{id}"),
            url: Some(format!("{address}{id}")),
        }
    }
}

/// Returns whether an identifier is one of arXiv: `2101.00001v2`, `hep-th/9901001`.
fn is_arxiv(id: &str) -> bool {
    let is_number = |text: &str, signs: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text
                .chars()
                .all(|c| c.is_ascii_digit() || signs.contains(c))
    };
    let id = id.trim_start_matches("arXiv:").trim_start_matches("arxiv:");
    match id.split_once('/') {
        Some((field, number)) => {
            field.starts_with(|c: char| c.is_ascii_lowercase()) && is_number(number, "v")
        }
        None => id.contains('.') && is_number(id, ".v"),
    }
}

/// Reports what an entry lacks. `at` is the place of its key.
pub fn report_missing(publication: &Publication, at: usize, reporter: &mut Reporter) {
    let key = &publication.key;
    let span = at..at + key.len();
    if publication.title.is_none() {
        let message = format!("the entry `{key}` has no title");
        reporter.warn(span.clone(), message, "add `title = {…}`");
    }
    if let Some(written) = &publication.doi
        && bare(written).is_none()
    {
        let message =
            format!("`{written}`, the DOI of `{key}`, is not one, and shown without a link");
        let hint = "a DOI begins with `10.`, as `10.5555/12345678`";
        reporter.warn(span.clone(), message, hint);
    }
    let Some(url) = &publication.url else { return };
    if let Some(fault) = link_fault(url) {
        let why = fault.message(url);
        let message = format!("the address of `{key}` is shown without a link: {why}");
        reporter.warn(span, message, "expected `https://…` or `http://…`");
    }
}

/// Returns a full name: a Chinese, Japanese or Korean one with the family name first and without
/// a space.
pub fn full_name(given: &str, prefix: &str, family: &str, suffix: &str) -> String {
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
