//! The elements of the flow, as templates receive them.

use serde::Serialize;

use crate::content::plain;
use crate::content::resume::{EntryField, ResumeEntry};
use crate::profile::SectionKind;
use crate::typeset::contract::body::{BodyBlock, is_false};
use crate::typeset::contract::entry_date::EntryDate;
use crate::typeset::contract::history::History;
use crate::typeset::contract::parts::{Cefr, Leads, PartWidths, Parts};
use crate::typeset::contract::runs::Runs;
use crate::typeset::contract::shape::Shape;

/// A top-level section.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the contract"
)]
pub struct FlowSection {
    /// Whether it has nothing but short facts, which may be in a side panel.
    pub facts: bool,
    /// Whether it is as brief as that, and may be there if that saves a page.
    #[serde(skip_serializing_if = "is_false")]
    pub brief: bool,
    /// Whether it has no title.
    pub untitled: bool,
    /// Its rows of a table by year and month, for a layout that asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
    /// Whether it is in the box of such a layout for motives and skills.
    #[serde(skip_serializing_if = "is_false")]
    pub boxed: bool,
    /// Its content.
    pub flow: Vec<FlowItem>,
}

/// An element of the flow.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FlowItem {
    /// A heading.
    Heading(FlowHeading),
    /// The gap above a section without a heading.
    Space,
    /// A page break.
    PageBreak,
    /// Text before the entries of a section.
    Prose(SectionProse),
    /// An entry.
    Entry(Box<FlowEntry>),
    /// Content that stays on one page if it fits.
    Keep(Keep),
    /// Subsections side by side.
    Columns(Columns),
}

/// A heading of a section.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FlowHeading {
    /// Its level, from 1.
    pub level: usize,
    /// Its text, in strong text.
    pub title: Runs,
    /// Its width, in em; missing if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// The number of bytes of its text.
    pub length: usize,
    /// Whether it directly follows another heading.
    pub follows: bool,
    /// Whether it is in one of two columns.
    pub cell: bool,
    /// Whether nothing follows in its section.
    pub empty: bool,
}

/// A heading directly above.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeadingAbove {
    /// Its level.
    pub level: usize,
    /// Its text.
    pub title: Runs,
    /// Its width, in em; missing if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// The number of bytes of its text.
    pub length: usize,
}

/// Text before the entries of a section.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SectionProse {
    /// Its blocks.
    pub body: Vec<BodyBlock>,
    /// The number of bytes of its text.
    pub length: usize,
    /// The headings directly above.
    pub heads: Vec<HeadingAbove>,
    /// Whether it is in one of two columns.
    pub cell: bool,
}

/// Content that stays on one page if it fits.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Keep {
    /// The name of the gap above.
    pub above: GapName,
    /// Whether the profile does not ask for it, but the section has only a few lines.
    pub few: bool,
    /// The content.
    pub flow: Vec<FlowItem>,
}

/// Subsections side by side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Columns {
    /// Whether a heading is directly above.
    pub follows: bool,
    /// The content of each.
    pub cells: Vec<Vec<FlowItem>>,
}

/// A gap between two elements, by name. A layout gives each its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GapName {
    /// As the heading above decides.
    Auto,
    /// Above a section.
    Section,
    /// Above a subsection.
    Subsection,
    /// Above an entry.
    Entry,
    /// Above a position at the same employer.
    Role,
    /// Above a line with a date.
    Dated,
    /// Above a line.
    Line,
    /// Below the title of an entry.
    Title,
    /// Between paragraphs.
    Paragraph,
    /// Between bullets.
    Item,
}

/// An entry of a section.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the contract"
)]
pub struct FlowEntry {
    /// Its shape.
    pub shape: Shape,
    /// What it has in common with the other entries of its section.
    pub section: SectionFacts,
    /// The gap above.
    pub above: GapName,
    /// Whether its header stays with what follows.
    pub sticky: bool,
    /// Whether its header may break across pages.
    pub breakable: bool,
    /// Whether all of it stays on one page if it fits.
    pub keep: bool,
    /// Whether it is a position at the employer of the entry around it.
    pub role: bool,
    /// Whether it is in one of two columns.
    pub cell: bool,
    /// The headings directly above.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub heads: Vec<HeadingAbove>,
    /// The entry before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<PreviousEntry>,
    /// The level that a heading of its own would have.
    pub depth: usize,
    /// The level of its head among the headings, for screen readers, if entries of its section have
    /// text below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<usize>,
    /// The number of bytes of its text and header, without its roles.
    pub length: usize,
    /// Whether it has text or roles below its header.
    pub has_body: bool,
    /// Whether it has text of its own below its header.
    pub has_text: bool,
    /// Whether it is a publication of which nothing but the title is known.
    pub bare: bool,
    /// The number of a publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// Its logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<Logo>,
    /// The texts that may lead it.
    pub leads: Leads,
    /// The groups of parts of its header.
    pub parts: Parts,
    /// The groups with letters of scripts without italics.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub upright: Vec<&'static str>,
    /// Whether its header is ragged although other texts are justified.
    #[serde(skip_serializing_if = "is_false")]
    pub ragged: bool,
    /// The widths of the parts of its groups.
    pub widths: PartWidths,
    /// Whether its remarks are short.
    pub short_notes: bool,
    /// The parts of the level of a language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cefr: Option<Cefr>,
    /// Its date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<EntryDate>,
    /// The text below its header.
    pub body: Vec<BodyBlock>,
    /// The positions at this employer.
    pub roles: Vec<FlowEntry>,
    /// Whether it starts a page, as a role.
    #[serde(skip_serializing_if = "is_false")]
    pub break_before: bool,
}

/// The logo of an employer or a school.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Logo {
    /// The path of the image.
    pub path: String,
    /// What it shows: whose logo it is.
    pub alt: String,
}

impl Logo {
    /// Returns the logo of an entry.
    pub fn of(entry: &ResumeEntry) -> Option<Self> {
        let names = [EntryField::Organization, EntryField::Title];
        let name = entry.texts.of(names).next();
        Some(Self {
            path: entry.logo.clone()?,
            alt: name.map(|name| plain(name)).unwrap_or_default(),
        })
    }
}

/// What the entries of a section have in common.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the contract"
)]
pub struct SectionFacts {
    /// The kind of the section.
    pub kind: SectionKind,
    /// A number that no other section of the document has.
    pub index: usize,
    /// The number of its entries.
    pub count: usize,
    /// Whether any entry has text or roles.
    pub bodies: bool,
    /// Whether any entry has a date, or a role with a date.
    pub dated: bool,
    /// Whether any entry has roles.
    pub roles: bool,
    /// Whether any entry has a labeled block with a label.
    pub details: bool,
    /// Whether any entry has keywords.
    pub keywords: bool,
    /// Whether all labels of lists are short enough for a narrow column.
    pub short_labels: bool,
    /// The width of the widest label of a list, in em; missing if it is unknown, or there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<f64>,
    /// The width that each entry needs for one line, in em, if all are facts without text, and neither
    /// jobs nor courses; missing if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<f64>,
    /// The width of the widest place beside a date, in em; missing if one is unknown, or there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<f64>,
}

/// The entry before another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PreviousEntry {
    /// Whether it has text or roles below its header.
    pub has_body: bool,
    /// Whether it is a flowing text.
    pub text: bool,
    /// Whether it is a publication of which nothing but the title is known.
    pub bare: bool,
}
