//! Entries of sections, with their roles, projects and links.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::date::{DateText, Dates};
use crate::profile::kind::SectionKind;
use crate::profile::model::detail::{Detail, Highlight};
use crate::profile::model::keyword::Keyword;
use crate::profile::model::level::{CefrLevel, LevelField};
use crate::profile::model::meta::Meta;
use crate::profile::role::Role;
use crate::profile::text::{OneOrMany, Plain, Prose, Text};

// `x-kinds` lists the section kinds that have a field; a field without it belongs to all kinds. A
// field of several kinds has one example per kind, in the order of the kinds.
/// An entry of a section, such as a job, a degree or a project. Its fields depend on the kind of
/// the section.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of the format"
)]
pub struct Entry {
    /// The employer; of a referee, their place of work.
    #[schemars(
        extend(
            "x-role" = Role::Text,
            "x-kinds" = [SectionKind::Experience, SectionKind::Reference]
        ),
        example = &"Example Chips",
        example = &"Example University"
    )]
    pub organization: Option<Text>,
    /// The school or university.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Education]),
        example = &"Example University"
    )]
    pub institution: Option<Text>,
    /// The name of a project, skill, interest or referee.
    #[schemars(
        extend(
            "x-role" = Role::Text,
            "x-kinds" = [
                SectionKind::Project,
                SectionKind::Skill,
                SectionKind::Interest,
                SectionKind::Reference,
            ]
        ),
        example = &"Nautilus",
        example = &"Programming",
        example = &"Choir",
        example = &"Solveig Anand-Pierce"
    )]
    pub name: Option<Text>,
    /// The title of a publication, award or certificate.
    #[schemars(
        extend(
            "x-role" = Role::Text,
            "x-kinds" = [SectionKind::Publication, SectionKind::Award, SectionKind::Certificate]
        ),
        example = &"Kernel Scheduling for Idle Cores",
        example = &"Best Poster",
        example = &"Noise Control Engineer"
    )]
    pub title: Option<Text>,
    /// A subtitle after the name of a project.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Project]),
        example = &"A wave solver for rooms"
    )]
    pub subtitle: Option<Text>,
    /// The job title.
    #[schemars(
        extend(
            "x-role" = Role::Text,
            "x-kinds" = [SectionKind::Experience, SectionKind::Reference]
        ),
        example = &"Compiler engineer",
        example = &"Professor of Physics"
    )]
    pub position: Option<Text>,
    /// The degree. The area follows an abbreviated degree after a space, any other after the
    /// language's word for "in".
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Education]),
        example = &"M.S."
    )]
    pub degree: Option<Text>,
    /// The field of study.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Education]),
        example = &"Computer Science"
    )]
    pub area: Option<Text>,
    /// The language.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Language]),
        example = &"Greek"
    )]
    pub language: Option<Text>,
    /// The level of fluency.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Language]),
        example = &"native"
    )]
    pub fluency: Option<Text>,
    /// The CEFR level of listening.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Language]),
        example = &"C1"
    )]
    pub listening: Option<CefrLevel>,
    /// The CEFR level of reading.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Language]),
        example = &"C1"
    )]
    pub reading: Option<CefrLevel>,
    /// The CEFR level of conversation.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Language]),
        example = &"B2"
    )]
    pub spoken_interaction: Option<CefrLevel>,
    /// The CEFR level of speaking without a partner.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Language]),
        example = &"B2"
    )]
    pub spoken_production: Option<CefrLevel>,
    /// The CEFR level of writing.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Language]),
        example = &"B1"
    )]
    pub writing: Option<CefrLevel>,
    /// The level: of a skill or interest in your own words, or a number; of a language a number,
    /// beside `fluency`. Layouts draw a number as dots or bars, or write it as text.
    #[schemars(
        extend(
            "x-role" = Role::Text,
            "x-kinds" = [SectionKind::Skill, SectionKind::Interest, SectionKind::Language]
        ),
        example = &"expert",
        example = &"second alto",
        example = 4
    )]
    pub level: Option<LevelField>,
    /// The number of levels that a number in `level` is one of; 5 if not given.
    #[schemars(
        extend(
            "x-role" = Role::Setting,
            "x-kinds" = [SectionKind::Skill, SectionKind::Interest, SectionKind::Language]
        ),
        range(min = 2, max = 10),
        example = 5
    )]
    pub levels: Option<u8>,
    /// The URL of its page. The title of the entry links to it.
    #[schemars(
        extend("x-role" = Role::Url),
        with = "Option<Plain>",
        example = &"https://chipmaker.example.org"
    )]
    pub url: Option<String>,
    /// The path of a logo in the profile's folder, of an employer or a school: SVG, PNG, JPEG, GIF or
    /// WebP. Some layouts show it before the name.
    #[schemars(extend("x-role" = Role::Image), example = &"example-chips.svg")]
    pub logo: Option<String>,
    /// The place.
    #[schemars(extend("x-role" = Role::Text), example = &"New York, US")]
    pub location: Option<Text>,
    /// The kind of employment, such as full-time or by contract.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Experience]),
        example = &"Part-time"
    )]
    pub employment_type: Option<Text>,
    /// The team, or the path to it from the largest unit to the smallest.
    #[schemars(
        extend("x-role" = Role::Text),
        example = &"Compilers",
        example = serde_json::json!(["Engineering", "Compilers"])
    )]
    pub team: Option<OneOrMany>,
    /// The advisor or supervisor.
    #[schemars(extend("x-role" = Role::Text), example = &"Prof. Solveig Anand-Pierce")]
    pub advisor: Option<Text>,
    /// The authors. The person's own name is emphasized.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Publication]),
        example = serde_json::json!(["Mira Okafor", "Minh-Anh Delacroix"])
    )]
    pub authors: Vec<Text>,
    /// Where it was published: a journal with its volume, a conference, a publisher.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Publication]),
        example = &"Journal of Example Acoustics 41(3)"
    )]
    pub venue: Option<Text>,
    /// The abbreviated name of the venue.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Publication]),
        example = &"NeurIPS"
    )]
    pub venue_short: Option<Text>,
    /// The type of publication.
    #[serde(rename = "type")]
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Publication]),
        example = &"Journal article"
    )]
    pub publication_type: Option<Text>,
    /// The status of an unpublished work.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Publication]),
        example = &"under review"
    )]
    pub status: Option<Text>,
    /// The digital object identifier.
    #[schemars(
        extend("x-role" = Role::Contact, "x-kinds" = [SectionKind::Publication]),
        example = &"10.5555/jexa.2026.0417"
    )]
    pub doi: Option<String>,
    /// The institution that gave the award or certificate.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Award, SectionKind::Certificate]),
        example = &"Example Society for Room Acoustics",
        example = &"Example Board of Engineering"
    )]
    pub awarder: Option<Text>,
    /// The email address of a referee.
    #[schemars(
        extend("x-role" = Role::Contact, "x-kinds" = [SectionKind::Reference]),
        with = "Option<Plain>",
        example = &"s.anand-pierce@example.org"
    )]
    pub email: Option<String>,
    /// The phone number of a referee.
    #[schemars(
        extend("x-role" = Role::Phone, "x-kinds" = [SectionKind::Reference]),
        with = "Option<Plain>",
        example = &"+1 401 555 0188"
    )]
    pub phone: Option<String>,
    /// A point in time or a closed period, or a list of them. It replaces `start` and `end`.
    #[schemars(
        extend("x-role" = Role::Date),
        example = &"2024-2025 Fall",
        example = serde_json::json!(["2023-2024 Spring", "2024-2025 Fall"])
    )]
    pub date: Option<Dates>,
    /// The start. Without `end` it is the only date shown.
    #[schemars(extend("x-role" = Role::Date), example = &"2023-09")]
    pub start: Option<DateText>,
    /// The end, or `present` if it is ongoing.
    #[schemars(extend("x-role" = Role::Date), example = &"2025-12", example = &"present")]
    pub end: Option<DateText>,
    /// Whether the end is in the future. Adds "(expected)" in the language of the CV.
    #[schemars(extend("x-role" = Role::Setting))]
    pub expected: bool,
    /// A line of text that replaces the typed fields. Its strong part is emphasized.
    #[schemars(
        extend("x-role" = Role::Text),
        example = &"Keynote **“What the Drawing Cannot Hear”**, Example Conference"
    )]
    pub text: Option<Text>,
    /// A named project inside a job.
    #[schemars(
        extend("x-role" = Role::Table, "x-kinds" = [SectionKind::Experience]),
        example = serde_json::json!({ "name": "SweepBox", "url": "https://sweepbox.example.org" })
    )]
    pub project: Option<Project>,
    /// Technologies or topics; of a skill or interest, its parts, each with a level if it has one.
    #[schemars(extend("x-role" = Role::Text), example = serde_json::json!(["C++", "JAX", "MLIR"]))]
    pub keywords: Vec<Keyword>,
    /// Facts with a label, such as a grade or a number, in the order written.
    #[schemars(extend("x-role" = Role::Text), example = serde_json::json!({ "GPA": "3.9 / 4.0" }))]
    pub meta: Meta,
    /// Remarks, rendered in parentheses.
    #[schemars(extend("x-role" = Role::Text), example = serde_json::json!(["part-time until 2015"]))]
    pub notes: Vec<Text>,
    /// Links with a label.
    #[schemars(
        extend("x-role" = Role::Contact),
        example = serde_json::json!([serde_json::json!({ "label": "code", "url": "https://git.example.org/nautilus" })])
    )]
    pub links: Vec<EntryLink>,
    /// Prose below the header of the entry.
    #[schemars(
        extend("x-role" = Role::Text),
        example = &"Consultancy of forty people for performance spaces and public buildings."
    )]
    pub summary: Option<Prose>,
    /// Labeled blocks, each with prose or a list.
    #[schemars(
        extend("x-role" = Role::Table),
        example = serde_json::json!([serde_json::json!({
            "label": "Motivation",
            "body": "Ray tracing is blind to low tones."
        })])
    )]
    pub details: Vec<Detail>,
    /// Bullets. An entry with only this field is a list of bullets without a header.
    #[schemars(
        extend("x-role" = Role::Text),
        example = serde_json::json!(["Cut the start-up time from 14 s to **2 s**."])
    )]
    pub highlights: Vec<Highlight>,
    /// Names by which variants select it.
    #[schemars(extend("x-role" = Role::Tags), example = serde_json::json!(["compilers"]))]
    pub tags: Vec<String>,
    /// Whether it is left out of every document. Of a part that variants show or hide, the tags do
    /// not matter.
    #[schemars(extend("x-role" = Role::Setting))]
    pub hidden: bool,
    /// Whether to start the entry on a new page.
    #[schemars(extend("x-role" = Role::Setting))]
    pub break_before: bool,
    /// Whether to keep the entry on one page, if it fits on one.
    #[schemars(extend("x-role" = Role::Setting))]
    pub keep: bool,
    /// The role in a job, as text; or several positions under one employer, as tables.
    #[schemars(
        extend("x-role" = Role::Text, "x-kinds" = [SectionKind::Experience]),
        example = &"Lead of three"
    )]
    pub role: Option<RoleField>,
}

/// The role in a job, `role = "…"`; or several positions under one employer,
/// `[[section.entry.role]]`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RoleField {
    /// The role in a job.
    Text(Text),
    /// Several positions under one employer. They have the fields of experience, except those of
    /// the employer.
    Roles(Vec<Entry>),
}

/// A named project inside a job.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Project {
    /// The name of the project.
    #[schemars(extend("x-role" = Role::Text), example = &"SweepBox")]
    pub name: Option<Text>,
    /// The URL of its page. The name links to it.
    #[schemars(
        extend("x-role" = Role::Url),
        with = "Option<Plain>",
        example = &"https://sweepbox.example.org"
    )]
    pub url: Option<String>,
    /// Links with a label.
    #[schemars(
        extend("x-role" = Role::Contact),
        example = serde_json::json!([serde_json::json!({
            "label": "manual",
            "url": "https://sweepbox.example.org/manual"
        })])
    )]
    pub links: Vec<EntryLink>,
}

/// A link with a label.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EntryLink {
    /// The text of the link.
    #[schemars(extend("x-role" = Role::Text), example = &"code")]
    pub label: Text,
    /// The URL. Without it, the label is plain text.
    #[serde(default)]
    #[schemars(
        extend("x-role" = Role::Url),
        with = "Option<Plain>",
        example = &"https://git.example.org/nautilus"
    )]
    pub url: Option<String>,
    /// Whether the address has a QR code at the end of the document.
    #[serde(default)]
    #[schemars(extend("x-role" = Role::Setting))]
    pub qr: bool,
}
