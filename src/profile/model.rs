//! What a profile can say: the types that the file is read into.
//!
//! These types are the one source of the format: the shape that a file is checked against is generated from them, and so
//! are the names that an error suggests. Doc comments here are read by people who write profiles. Uses only the value types
//! of this module.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::date::{DateText, Dates};
use super::kind::Kind;
use super::parts::{Detail, EntryLink, Highlight, Meta, OneOrMany, Project, RoleField};
use super::text::{Plain, Prose, Text};

/// One person's CV: everything that it can say, in the order in which it is to be printed.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Profile {
    /// The style to print in when the command line names none.
    pub layout: Option<String>,
    /// The language of the CV as a BCP 47 tag: default headings, dates, hyphenation, glyph forms.
    pub locale: Option<String>,
    /// The page's own title where it is not the name.
    pub title: Option<Text>,
    /// The date of the document.
    pub date: Option<DateText>,
    /// Small print at the end, such as a consent clause.
    pub footer: Option<Text>,
    /// What `--public` leaves out: fields of the person, networks, or tags.
    pub private: Vec<String>,
    /// Warnings not to be told, by the names of their rules.
    pub allow: Vec<String>,
    /// Who it is.
    pub person: Person,
    /// The parts of the CV.
    #[serde(rename = "section")]
    pub sections: Vec<Section>,
    /// How it is to look: options of the layout, and tables of options for one layout.
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub design: BTreeMap<String, toml::Value>,
    /// Other CVs out of the same profile, by their names.
    #[serde(rename = "variant")]
    pub variants: BTreeMap<String, Variant>,
}

/// A CV for one purpose: which tagged parts it shows, in which order, and what it says otherwise.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Variant {
    /// The tags to show. What has tags shows only if one of them is here; what has none shows in any case.
    pub show: Vec<String>,
    /// The tags to hide, even where another tag of the same part is shown.
    pub hide: Vec<String>,
    /// The sections to begin with, in this order: kinds, titles or tags. The others follow in the order written.
    pub order: Vec<String>,
    /// The most bullets of an entry.
    #[schemars(range(min = 0, max = 1000))]
    pub max_highlights: Option<usize>,
    /// The most entries of a section.
    #[schemars(range(min = 0, max = 1000))]
    pub max_entries: Option<usize>,
    /// The style to print in.
    pub layout: Option<String>,
    /// The language to print in, as a BCP 47 tag.
    pub locale: Option<String>,
    /// The page's own title.
    pub title: Option<Text>,
    /// The person's headline.
    pub headline: Option<Text>,
    /// The body of the first `text` section.
    pub summary: Option<Prose>,
    /// Small print at the end.
    pub footer: Option<Text>,
    /// Fields of the person that it says otherwise.
    pub person: Person,
    /// Options that it sets otherwise.
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub design: BTreeMap<String, toml::Value>,
}

/// Who it is, and how to reach them. Contacts print in the order written.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Person {
    /// The name as it is to be printed.
    #[schemars(with = "Option<Plain>")]
    pub name: Option<String>,
    /// The name in its own script.
    #[schemars(with = "Option<Plain>")]
    pub native_name: Option<String>,
    /// The family name, for layouts that set it apart or first.
    #[schemars(with = "Option<Plain>")]
    pub family_name: Option<String>,
    /// Other spellings of the name, by which publications know the person. They are not printed.
    pub other_names: Vec<String>,
    /// A profession or a line about oneself.
    pub headline: Option<Text>,
    /// A motto.
    pub epigraph: Option<Text>,
    /// The e-mail address; one made unreadable to robots prints as typed.
    #[schemars(with = "Option<Plain>")]
    pub email: Option<String>,
    /// The phone number, in any country's form.
    #[schemars(with = "Option<Plain>")]
    pub phone: Option<String>,
    /// Where the person is.
    pub location: Option<Text>,
    /// The person's own web page.
    #[schemars(with = "Option<Plain>")]
    pub url: Option<String>,
    /// Availability, or another short note.
    pub status: Option<Text>,
    /// The path of a photo inside the profile's own folder: PNG, JPEG, GIF, WebP or SVG.
    pub photo: Option<String>,
    /// Accounts and other pages.
    pub links: Vec<PersonLink>,
}

/// An account on a network, or a page under a label.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PersonLink {
    /// The network, such as `github`; goes with `username`.
    pub network: Option<String>,
    /// The user's name on the network.
    pub username: Option<String>,
    /// The words to print; goes with `url`.
    pub label: Option<Text>,
    /// The address.
    #[schemars(with = "Option<Plain>")]
    pub url: Option<String>,
}

/// A part of the CV.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Section {
    /// What its entries are.
    pub kind: Option<Kind>,
    /// The heading; by default the language's word for the kind. An empty one prints none.
    pub title: Option<Text>,
    /// Lead text.
    pub body: Option<Prose>,
    /// Bullets before the entries.
    pub highlights: Vec<Highlight>,
    /// How many of its subsections stand side by side.
    #[schemars(range(min = 1, max = 2))]
    pub columns: Option<u8>,
    /// The order of the entries, where it is not the order written.
    pub sort: Option<Sort>,
    /// A file of publications beside the profile: BibTeX or BibLaTeX (`.bib`), or Hayagriva (`.yml`).
    pub bibliography: Option<Bibliography>,
    /// What the publications are grouped by, each group under a heading of its own.
    pub group_by: Option<GroupBy>,
    /// Whether it begins a new page.
    pub break_before: bool,
    /// Whether each of its entries is kept on one page.
    pub keep: bool,
    /// Names by which variants choose it.
    pub tags: Vec<String>,
    /// The word before the keywords of its entries.
    pub keywords_label: Option<Text>,
    /// What it lists.
    #[serde(rename = "entry")]
    pub entries: Vec<Entry>,
    /// Sections in it, to two levels.
    #[serde(rename = "subsection")]
    pub subsections: Vec<Section>,
}

/// An order of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// By end, then by start; what goes on comes first. Entries without a date stay where they are.
    NewestFirst,
}

/// What the publications of a section are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GroupBy {
    /// By what sort of publication it is.
    Type,
    /// By year, the newest first.
    Year,
}

/// A file of publications, or some of those in it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Bibliography {
    /// The path of the file inside the profile's own folder.
    Path(String),
    /// The path, and which publications to print.
    Choice(BibliographyChoice),
}

/// Which publications of a file are printed; all of them, where neither keys nor keywords are named.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BibliographyChoice {
    /// The path of the file inside the profile's own folder.
    pub path: String,
    /// The keys of publications to print.
    #[serde(default)]
    pub keys: Vec<String>,
    /// Keywords: what has one of them is printed.
    #[serde(default)]
    pub keywords: Vec<String>,
}

impl Bibliography {
    /// The path of the file.
    pub fn path(&self) -> &str {
        match self {
            Self::Path(path) => path,
            Self::Choice(choice) => &choice.path,
        }
    }
}

/// One thing of a section: a job, a degree, a project. Which fields belong to it follows from the section's kind.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Entry {
    /// A closed point in time or a period, or a list of them.
    pub date: Option<Dates>,
    /// When it began.
    pub start: Option<DateText>,
    /// When it ended, or `present`.
    pub end: Option<DateText>,
    /// Whether the end lies in the future.
    pub expected: bool,
    /// A flowing line in place of the typed fields.
    pub text: Option<Text>,
    /// The address of its page.
    #[schemars(with = "Option<Plain>")]
    pub url: Option<String>,
    /// Where it was.
    pub location: Option<Text>,
    /// The team, or the path to it from the outside in.
    pub team: Option<OneOrMany>,
    /// Who advised.
    pub advisor: Option<Text>,
    /// Technologies, topics; of a skill or an interest, what it consists of.
    pub keywords: Vec<Text>,
    /// Facts with a label, in the order written.
    pub meta: Meta,
    /// Remarks, printed in parentheses.
    pub notes: Vec<Text>,
    /// Labelled links.
    pub links: Vec<EntryLink>,
    /// Prose about it.
    pub summary: Option<Prose>,
    /// Labelled blocks.
    pub details: Vec<Detail>,
    /// Bullets.
    pub highlights: Vec<Highlight>,
    /// Names by which variants choose it.
    pub tags: Vec<String>,
    /// Whether it begins a new page.
    pub break_before: bool,
    /// Whether it is kept on one page.
    pub keep: bool,

    /// The school.
    pub institution: Option<Text>,
    /// The degree.
    pub degree: Option<Text>,
    /// The field of study.
    pub area: Option<Text>,

    /// The employer; of a referee, where they work.
    pub organization: Option<Text>,
    /// The job's title.
    pub position: Option<Text>,
    /// A named project inside a job.
    pub project: Option<Project>,
    /// The part played.
    pub role: Option<RoleField>,

    /// The name of a project, skill, interest or referee.
    pub name: Option<Text>,
    /// What follows a project's name.
    pub subtitle: Option<Text>,

    /// The title of a publication, award or certificate.
    pub title: Option<Text>,
    /// Who wrote it.
    pub authors: Vec<Text>,
    /// Where it was published.
    pub venue: Option<Text>,
    /// The venue's short name, such as `NeurIPS`.
    pub venue_short: Option<Text>,
    /// What sort of publication it is.
    #[serde(rename = "type")]
    pub publication_type: Option<Text>,
    /// How far it is, such as "under review".
    pub status: Option<Text>,
    /// The digital object identifier, `10.…/…`.
    pub doi: Option<String>,

    /// How well a skill is mastered.
    pub level: Option<Text>,
    /// The language.
    pub language: Option<Text>,
    /// How well it is spoken.
    pub fluency: Option<Text>,
    /// Who gave the award or certificate.
    pub awarder: Option<Text>,
    /// A referee's e-mail address.
    #[schemars(with = "Option<Plain>")]
    pub email: Option<String>,
    /// A referee's phone number.
    #[schemars(with = "Option<Plain>")]
    pub phone: Option<String>,
}
