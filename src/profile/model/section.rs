//! Sections and the bibliographies that they show.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::kind::SectionKind;
use crate::profile::model::detail::Highlight;
use crate::profile::model::entry::Entry;
use crate::profile::role::Role;
use crate::profile::text::{Prose, Text};

/// A part of the CV: a heading with text, bullets, entries or subsections below it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of the format"
)]
pub struct Section {
    /// The kind of the entries, which determines their fields. The default for a subsection is the
    /// kind of the section around it.
    #[schemars(extend("x-role" = Role::Setting), example = &"experience")]
    pub kind: Option<SectionKind>,
    /// The heading. The default is the word for the kind in the language of the CV; an empty string
    /// removes the heading.
    #[schemars(extend("x-role" = Role::Label), example = &"Internships")]
    pub title: Option<Text>,
    /// Names by which variants select it.
    #[schemars(extend("x-role" = Role::Tags), example = serde_json::json!(["teaching"]))]
    pub tags: Vec<String>,
    /// Whether it is left out of every document. Of a part that variants show or hide, the tags do
    /// not matter.
    #[schemars(extend("x-role" = Role::Setting))]
    pub hidden: bool,
    /// The number of subsections that are placed side by side.
    #[schemars(extend("x-role" = Role::Setting, "default" = 1), range(min = 1, max = 2))]
    pub columns: Option<u8>,
    /// The order of the entries. The default is the order written.
    #[schemars(extend("x-role" = Role::Setting), example = &"newest-first")]
    pub sort: Option<Sort>,
    /// A file of publications in the profile's folder: BibTeX or BibLaTeX (`.bib`), or Hayagriva
    /// (`.yml`).
    #[schemars(extend("x-role" = Role::File), example = &"papers.bib")]
    pub bibliography: Option<Bibliography>,
    /// What the publications are grouped by. Each group has a heading.
    #[schemars(extend("x-role" = Role::Setting), example = &"year")]
    pub group_by: Option<GroupBy>,
    /// The direction in which a layout with numbers counts the publications. Counted down, a new one
    /// at the start does not change the others. The default for a subsection is that of the section
    /// around it.
    #[schemars(extend("x-role" = Role::Setting, "default" = "descending"), example = &"ascending")]
    pub numbering: Option<Numbering>,
    /// The most authors that a publication shows. The person's own name is always among them, and
    /// *et al.* stands for the others.
    #[schemars(extend("x-role" = Role::Setting), range(min = 1, max = 99), example = 5)]
    pub max_authors: Option<u8>,
    /// The order of the parts of a publication: one text, such as `Okafor, M. (2024). Title. Venue.`
    /// The default order, with the title first, is that of the layout.
    #[schemars(extend("x-role" = Role::Setting), example = &"author-date")]
    pub reference_style: Option<ReferenceStyle>,
    /// Whether the publications of the bibliography show their DOIs. Otherwise, the title is a link
    /// to the DOI.
    #[schemars(extend("x-role" = Role::Setting))]
    pub show_doi: bool,
    /// The word before the keywords of its entries. The default depends on the layout.
    #[schemars(extend("x-role" = Role::Label), example = &"Technologies")]
    pub keywords_label: Option<Text>,
    /// Whether to start the section on a new page.
    #[schemars(extend("x-role" = Role::Setting))]
    pub break_before: bool,
    /// Whether to keep the whole section on one page, if it fits on one.
    #[schemars(extend("x-role" = Role::Setting))]
    pub keep: bool,
    /// Text before the entries.
    #[schemars(
        extend("x-role" = Role::Text),
        example = &"I study how music was copied, and **what the copying changed**."
    )]
    pub body: Option<Prose>,
    /// Bullets before the entries.
    #[schemars(
        extend("x-role" = Role::Text),
        example = serde_json::json!(["Led **23 studio projects** in six countries."])
    )]
    pub highlights: Vec<Highlight>,
    /// The entries, such as jobs, degrees or papers. They are rendered in the order written.
    #[serde(rename = "entry")]
    #[schemars(extend("x-role" = Role::Table))]
    pub entries: Vec<Entry>,
    /// Sections inside it, up to two levels deep.
    #[serde(rename = "subsection")]
    #[schemars(extend("x-role" = Role::Table))]
    pub subsections: Vec<Section>,
}

/// An order of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// By end, then by start; ongoing entries come first. Entries without a date keep their places.
    NewestFirst,
}

/// What the publications of a section are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GroupBy {
    /// By the type of publication.
    Type,
    /// By year, the newest first.
    Year,
}

/// The direction in which publications are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// The first one has the highest number, the last one 1.
    Descending,
    /// The first one is 1.
    Ascending,
}

/// The order of the parts of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceStyle {
    /// Authors, year, title, venue, as in APA style.
    AuthorDate,
    /// Authors, title, venue, year, as in IEEE style.
    AuthorTitle,
}

/// A file of publications, or some of the publications in it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Bibliography {
    /// The path of the file in the profile's folder.
    Path(String),
    /// The path, and which publications to include.
    Choice(BibliographyChoice),
}

/// Which publications of a file to include; all but the excepted ones if neither keys nor keywords
/// are given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BibliographyChoice {
    /// The path of the file in the profile's folder.
    #[schemars(extend("x-role" = Role::File), example = &"papers.bib")]
    pub path: String,
    /// The citation keys of publications to include.
    #[serde(default)]
    #[schemars(extend("x-role" = Role::Selection), example = serde_json::json!(["okafor2024", "okafor2025"]))]
    pub keys: Vec<String>,
    /// Keywords: a publication with one of them is included.
    #[serde(default)]
    #[schemars(extend("x-role" = Role::Selection), example = serde_json::json!(["selected"]))]
    pub keywords: Vec<String>,
    /// The keywords of publications to leave out, such as those in a section of selected ones.
    #[serde(default)]
    #[schemars(extend("x-role" = Role::Selection), example = serde_json::json!(["selected"]))]
    pub except: Vec<String>,
}

impl Bibliography {
    /// Returns the path of the file.
    pub fn path(&self) -> &str {
        match self {
            Self::Path(path) => path,
            Self::Choice(choice) => &choice.path,
        }
    }

    /// Returns whether a publication with this citation key and these keywords is included.
    pub fn includes(&self, key: &str, keywords: &[String]) -> bool {
        let Self::Choice(choice) = self else {
            return true;
        };
        if share_keyword(keywords, &choice.except) {
            return false;
        }
        if choice.keys.is_empty() && choice.keywords.is_empty() {
            return true;
        }
        choice.keys.iter().any(|chosen| chosen == key) || share_keyword(keywords, &choice.keywords)
    }
}

/// Returns whether two lists of keywords share one.
fn share_keyword(keywords: &[String], chosen: &[String]) -> bool {
    keywords.iter().any(|keyword| {
        chosen
            .iter()
            .any(|chosen| keyword.eq_ignore_ascii_case(chosen))
    })
}
