//! What a profile can say: the types that the file is read into.
//!
//! These types are the one source of the format: the shape that a file is checked against is
//! generated from them, and so are the names that an error suggests. Doc comments here are read by
//! people who write profiles. Uses only the value types of this module.

pub mod parts;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::date::{DateText, Dates};
use crate::profile::kind::SectionKind;
use crate::profile::model::parts::{
    Detail, EntryLink, Highlight, Letter, Meta, OneOrMany, Project, RoleField,
};
use crate::profile::text::{Plain, Prose, Text};

/// One person's CV: everything that it can say, in the order in which it is to be printed.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Profile {
    /// The layout to print in when the command line names none. `cvpress layouts` lists them.
    #[schemars(example = &"compact", example = &"narrative")]
    pub layout: Option<String>,
    /// The language of the CV as a BCP 47 tag. It decides the headings that have no title, the form
    /// of dates, hyphenation and the forms of letters.
    #[schemars(example = &"en", example = &"de-CH", example = &"zh-Hans")]
    pub locale: Option<String>,
    /// The title of the page where it is not the person's name.
    #[schemars(example = &"Experience")]
    pub title: Option<Text>,
    /// The date of the document. It is printed where a layout has a place for it, and stands in the
    /// PDF.
    #[schemars(example = &"2026-03")]
    pub date: Option<DateText>,
    /// Small print at the end, such as a consent clause or a remark on references.
    #[schemars(example = &"I agree to the storage of this CV for the current application.")]
    pub footer: Option<Text>,
    /// What `--public` leaves out of the pages and of the file: fields of the person, networks, or
    /// tags.
    #[schemars(example = ["phone", "location"])]
    pub private: Vec<String>,
    /// Warnings not to be told, by the names of their rules. `cvpress explain` tells what each is
    /// about.
    #[schemars(example = ["mistyped-date"])]
    pub allow: Vec<String>,
    /// Who it is, and how to reach them.
    pub person: Person,
    /// The parts of the CV. They print in the order written.
    #[serde(rename = "section")]
    pub sections: Vec<Section>,
    /// The cover letter that goes with it. `cvpress letter` prints it in the style of the CV, which
    /// does not show it.
    pub letter: Option<Letter>,
    /// How it is to look: options of the layout, and tables of options for one layout alone,
    /// `[design.compact]`. `cvpress layouts` lists the options of each.
    #[schemars(with = "BTreeMap<String, serde_json::Value>", example = serde_json::json!({ "paper": "us-letter" }))]
    pub design: BTreeMap<String, toml::Value>,
    /// Other CVs out of the same profile, each under a name of its own. `--variant` prints them.
    #[serde(rename = "variant")]
    pub variants: BTreeMap<String, Variant>,
}

/// A CV for one purpose: which tagged parts it shows, in which order, and what it says otherwise.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Variant {
    /// The tags to show. What has tags shows only if one of them is here; what has none shows in
    /// any case.
    #[schemars(example = ["backend"])]
    pub show: Vec<String>,
    /// The tags to hide, even where another tag of the same part is shown.
    #[schemars(example = ["early", "personal"])]
    pub hide: Vec<String>,
    /// The sections to begin with, in this order: kinds, titles or tags. The others follow in the
    /// order written.
    #[schemars(example = ["text", "experience", "skill"])]
    pub order: Vec<String>,
    /// The most bullets of an entry. Those that come first in the profile are kept.
    #[schemars(range(min = 0, max = 1000), example = 3)]
    pub max_highlights: Option<usize>,
    /// The most entries of a section. Those that come first in the CV are kept.
    #[schemars(range(min = 0, max = 1000), example = 5)]
    pub max_entries: Option<usize>,
    /// The layout to print in, in place of the profile's.
    #[schemars(example = &"compact", example = &"narrative")]
    pub layout: Option<String>,
    /// The language to print in as a BCP 47 tag, in place of the profile's.
    #[schemars(example = &"en", example = &"de-CH", example = &"zh-Hans")]
    pub locale: Option<String>,
    /// The title of the page, in place of the profile's.
    #[schemars(example = &"Engineering Experience")]
    pub title: Option<Text>,
    /// The person's headline, in place of the profile's.
    #[schemars(example = &"Staff backend engineer")]
    pub headline: Option<Text>,
    /// The body of the first `text` section, in place of the profile's.
    #[schemars(example = &"Nine years of **ledgers and streams**, the last three as the one who is called at night.")]
    pub summary: Option<Prose>,
    /// Small print at the end, in place of the profile's.
    #[schemars(example = &"References on request.")]
    pub footer: Option<Text>,
    /// Fields of the person that it says otherwise; the others stay as they are.
    pub person: Person,
    /// Fields of the cover letter that it says otherwise; the others stay as they are.
    pub letter: Option<Letter>,
    /// Options of the layout that it sets otherwise; the others stay as they are.
    #[schemars(with = "BTreeMap<String, serde_json::Value>", example = serde_json::json!({ "accent": "#7a3b00" }))]
    pub design: BTreeMap<String, toml::Value>,
}

/// Who it is, and how to reach them. Every field may be left out. Contacts print in the order
/// written.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Person {
    /// The name as it is to be printed.
    #[schemars(with = "Option<Plain>", example = &"Mira Okafor")]
    pub name: Option<String>,
    /// The name in its own script, printed beside the first.
    #[schemars(with = "Option<Plain>", example = &"成泽毅")]
    pub native_name: Option<String>,
    /// The family name, for layouts that set it apart or first. It is part of `name` as well.
    #[schemars(with = "Option<Plain>", example = &"Okafor")]
    pub family_name: Option<String>,
    /// Other spellings of the name, by which publications know the person. They are not printed.
    #[schemars(example = ["M. Okafor", "Okafor, M."])]
    pub other_names: Vec<String>,
    /// A profession, or a line about oneself.
    #[schemars(example = &"Compiler engineer")]
    pub headline: Option<Text>,
    /// A motto.
    #[schemars(example = &"Measure the room, then listen to it.")]
    pub epigraph: Option<Text>,
    /// The e-mail address. One that was made unreadable to robots, `mira [AT] example.org`, prints
    /// as typed and is no link.
    #[schemars(with = "Option<Plain>", example = &"mira@example.org")]
    pub email: Option<String>,
    /// The phone number, in any country's form.
    #[schemars(with = "Option<Plain>", example = &"+1 551 555 0100")]
    pub phone: Option<String>,
    /// Where the person is.
    #[schemars(example = &"New York, US")]
    pub location: Option<Text>,
    /// The address of the person's own web page.
    #[schemars(with = "Option<Plain>", example = &"https://mira.example.org")]
    pub url: Option<String>,
    /// Availability, visa, notice period, or another short note.
    #[schemars(example = &"Open to full-time roles from January 2026")]
    pub status: Option<Text>,
    /// The path of a photo inside the profile's own folder: PNG, JPEG, GIF, WebP or SVG. It prints
    /// in layouts that have a place for it.
    #[schemars(example = &"mira.jpg")]
    pub photo: Option<String>,
    /// Accounts and other pages.
    #[schemars(example = [serde_json::json!({ "network": "github", "username": "miraokafor-example" })])]
    pub links: Vec<PersonLink>,
}

/// An account on a network, which prints its address; or a page under a label, which prints the
/// label.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PersonLink {
    /// The network that the account is on. It goes with `username`.
    #[schemars(example = &"github")]
    pub network: Option<String>,
    /// The user's name on the network; on Mastodon with the server, `mira@social.example`.
    #[schemars(example = &"miraokafor-example")]
    pub username: Option<String>,
    /// The words to print. They go with `url`; without one they print plain.
    #[schemars(example = &"Google Scholar")]
    pub label: Option<Text>,
    /// The address of the page.
    #[schemars(with = "Option<Plain>", example = &"https://scholar.example.org/mira")]
    pub url: Option<String>,
}

/// A part of the CV: a heading with text, bullets, entries or sections below it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Section {
    /// What its entries are, and with that which fields they have. A section in a section has the
    /// kind of the outer one, unless it says another.
    #[schemars(example = &"experience")]
    pub kind: Option<SectionKind>,
    /// The heading. Without it stands the language's word for the kind; an empty one prints no
    /// heading.
    #[schemars(example = &"Internships")]
    pub title: Option<Text>,
    /// Text before the entries.
    #[schemars(example = &"I study how music was copied, and **what the copying changed**.")]
    pub body: Option<Prose>,
    /// Bullets before the entries.
    #[schemars(example = ["Led **23 studio projects** in six countries."])]
    pub highlights: Vec<Highlight>,
    /// How many of its subsections stand side by side.
    #[schemars(range(min = 1, max = 2), extend("default" = 1))]
    pub columns: Option<u8>,
    /// The order of the entries, where it is not the order written.
    #[schemars(example = &"newest-first")]
    pub sort: Option<Sort>,
    /// A file of publications beside the profile: BibTeX or BibLaTeX (`.bib`), or Hayagriva
    /// (`.yml`).
    #[schemars(example = &"papers.bib")]
    pub bibliography: Option<Bibliography>,
    /// What the publications are grouped by, each group under a heading of its own.
    #[schemars(example = &"year")]
    pub group_by: Option<GroupBy>,
    /// Whether it begins a new page.
    pub break_before: bool,
    /// Whether each of its entries is kept on one page.
    pub keep: bool,
    /// Names by which variants choose it.
    #[schemars(example = ["teaching"])]
    pub tags: Vec<String>,
    /// The word before the keywords of its entries. Without it the layout decides.
    #[schemars(example = &"Technologies")]
    pub keywords_label: Option<Text>,
    /// What it lists: jobs, degrees, papers. They print in the order written.
    #[serde(rename = "entry")]
    pub entries: Vec<Entry>,
    /// Sections in it, to two further levels.
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

/// Which publications of a file are printed; all of them, where neither keys nor keywords are
/// named.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BibliographyChoice {
    /// The path of the file inside the profile's own folder.
    #[schemars(example = &"papers.bib")]
    pub path: String,
    /// The keys of publications to print.
    #[serde(default)]
    #[schemars(example = ["okafor2024", "okafor2025"])]
    pub keys: Vec<String>,
    /// Keywords: what has one of them is printed.
    #[serde(default)]
    #[schemars(example = ["selected"])]
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

// A field that several kinds have shows an example for each of them, in the order in which the
// kinds are documented.
/// One thing of a section: a job, a degree, a project. Which fields belong to it follows from the
/// section's kind.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Entry {
    /// A point in time or a closed period, or a list of them. It stands in place of `start` and
    /// `end`.
    #[schemars(example = &"2024-2025 Fall", example = ["2023-2024 Spring", "2024-2025 Fall"])]
    pub date: Option<Dates>,
    /// When it began. Without an `end` it prints alone.
    #[schemars(example = &"2023-09")]
    pub start: Option<DateText>,
    /// When it ended, or `present` for what goes on.
    #[schemars(example = &"2025-12", example = &"present")]
    pub end: Option<DateText>,
    /// Whether the end lies in the future. It prints "(expected)" in the profile's language.
    pub expected: bool,
    /// A flowing line, printed in place of the typed fields. Its strong part stands out.
    #[schemars(example = &"Keynote **“What the Drawing Cannot Hear”**, Example Conference")]
    pub text: Option<Text>,
    /// The address of its page. The title of the entry is linked to it.
    #[schemars(with = "Option<Plain>", example = &"https://chipmaker.example.org")]
    pub url: Option<String>,
    /// Where it was.
    #[schemars(example = &"New York, US")]
    pub location: Option<Text>,
    /// The team, or the path to it from the outside in.
    #[schemars(example = &"Compilers", example = ["Engineering", "Compilers"])]
    pub team: Option<OneOrMany>,
    /// Who advised or supervised.
    #[schemars(example = &"Prof. Solveig Anand-Pierce")]
    pub advisor: Option<Text>,
    /// Technologies or topics; of a skill or an interest, what it consists of.
    #[schemars(example = ["C++", "JAX", "MLIR"])]
    pub keywords: Vec<Text>,
    /// Facts with a label, such as a grade or a number, in the order written.
    #[schemars(example = serde_json::json!({ "GPA": "3.9 / 4.0" }))]
    pub meta: Meta,
    /// Remarks, printed in parentheses.
    #[schemars(example = ["part-time until 2015"])]
    pub notes: Vec<Text>,
    /// Links with the words to print.
    #[schemars(example = [serde_json::json!({ "label": "code", "url": "https://git.example.org/nautilus" })])]
    pub links: Vec<EntryLink>,
    /// Prose about it, printed below its header.
    #[schemars(example = &"Consultancy of forty people for performance spaces and public buildings.")]
    pub summary: Option<Prose>,
    /// Blocks with a label, each of prose or of a list.
    #[schemars(example = [serde_json::json!({ "label": "Motivation", "body": "Ray tracing is blind to low tones." })])]
    pub details: Vec<Detail>,
    /// Bullets. An entry that has nothing else is a run of loose bullets at its place.
    #[schemars(example = ["Cut the start-up time from 14 s to **2 s**."])]
    pub highlights: Vec<Highlight>,
    /// Names by which variants choose it.
    #[schemars(example = ["compilers"])]
    pub tags: Vec<String>,
    /// Whether it begins a new page.
    pub break_before: bool,
    /// Whether it is kept on one page.
    pub keep: bool,

    /// The school.
    #[schemars(example = &"Example University")]
    pub institution: Option<Text>,
    /// The degree. After an abbreviation the area follows with a space, otherwise with the
    /// language's word for "in".
    #[schemars(example = &"M.S.")]
    pub degree: Option<Text>,
    /// The field of study.
    #[schemars(example = &"Computer Science")]
    pub area: Option<Text>,

    /// The employer; of a referee, where they work.
    #[schemars(example = &"Example Chips", example = &"Example University")]
    pub organization: Option<Text>,
    /// The title of the job.
    #[schemars(example = &"Compiler engineer", example = &"Professor of Physics")]
    pub position: Option<Text>,
    /// A named project inside a job.
    #[schemars(example = serde_json::json!({ "name": "SweepBox", "url": "https://sweepbox.example.org" }))]
    pub project: Option<Project>,
    /// The part played, as text; or several positions under one employer, as tables.
    #[schemars(example = &"Lead of three")]
    pub role: Option<RoleField>,

    /// The name of a project, skill, interest or referee.
    #[schemars(example = &"Nautilus", example = &"Programming", example = &"Choir", example = &"Solveig Anand-Pierce")]
    pub name: Option<Text>,
    /// What follows a project's name.
    #[schemars(example = &"A wave solver for rooms")]
    pub subtitle: Option<Text>,

    /// The title of a publication, award or certificate.
    #[schemars(example = &"Kernels That Wait for Nobody", example = &"Best Poster", example = &"Noise Control Engineer")]
    pub title: Option<Text>,
    /// Who wrote it. The person's own name is set off.
    #[schemars(example = ["Mira Okafor", "Minh-Anh Delacroix"])]
    pub authors: Vec<Text>,
    /// Where it was published: a journal with its volume, a conference, a publisher.
    #[schemars(example = &"Journal of Example Acoustics 41(3)")]
    pub venue: Option<Text>,
    /// The venue's short name.
    #[schemars(example = &"NeurIPS")]
    pub venue_short: Option<Text>,
    /// What sort of publication it is.
    #[serde(rename = "type")]
    #[schemars(example = &"Journal article")]
    pub publication_type: Option<Text>,
    /// How far it is on its way to being published.
    #[schemars(example = &"under review")]
    pub status: Option<Text>,
    /// The digital object identifier.
    #[schemars(example = &"10.5555/jexa.2026.0417")]
    pub doi: Option<String>,

    /// How well a skill is mastered, or how far an interest goes, in your own words.
    #[schemars(example = &"expert", example = &"second alto")]
    pub level: Option<Text>,
    /// The language.
    #[schemars(example = &"Greek")]
    pub language: Option<Text>,
    /// How well it is spoken.
    #[schemars(example = &"native")]
    pub fluency: Option<Text>,
    /// Who gave the award or certificate.
    #[schemars(example = &"Example Society for Room Acoustics", example = &"Example Board of Engineering")]
    pub awarder: Option<Text>,
    /// A referee's e-mail address.
    #[schemars(with = "Option<Plain>", example = &"s.anand-pierce@example.org")]
    pub email: Option<String>,
    /// A referee's phone number.
    #[schemars(with = "Option<Plain>", example = &"+1 401 555 0188")]
    pub phone: Option<String>,
}
