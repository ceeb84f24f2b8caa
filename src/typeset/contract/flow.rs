//! The sections as a flow: a sequence of headings, texts and entries, with the decisions that need no
//! layout: the kind of the gap above, page breaks, what stays together.

use serde::Serialize;

use crate::content::plain;
use crate::content::resume::{Inline, Inlines, ResumeEntry, ResumeSection, Separators};
use crate::profile::SectionKind;
use crate::typeset::contract::body::{
    BodyBlock, BodyWriter, BulletItem, introduce, is_false, is_whole,
};
use crate::typeset::contract::entry_date::EntryDate;
use crate::typeset::contract::header::{PartsWriter, header_text, titles, upright};
use crate::typeset::contract::history::{History, history};
use crate::typeset::contract::parts::{Cefr, Leads, Parts};
use crate::typeset::contract::runs::{Runs, Surrounding, has_link, ready, text_of};
use crate::typeset::contract::shape::{
    Shape, has_body, has_few_lines, has_text, is_bare, is_bullets_only, is_keywords_only, is_label,
    is_light, shape,
};
use crate::typeset::contract::weight::{Weight, header_weight};

/// The most bytes of a language with its level that shares its line with others.
const SHORT: usize = 60;
/// The most bytes of a subsection beside another.
const COLUMN: usize = 1000;
/// The most bytes of an entry that is not broken across pages.
const UNBROKEN_ENTRY: usize = 600;
/// The least bytes of a header that may be the last of a page.
const LONG_HEADER: usize = 1500;
/// The most bytes of all entries of a section that fits into a side panel, and of each.
const PANEL: usize = 1000;
/// The most bytes of all sections in the box of a form for motives and skills.
const BOX: usize = 2200;
/// The greatest width of a period that one line beside an entry has room for, in em.
const WIDEST_PERIOD: f64 = 13.0;
/// The most bytes of an entry in a side panel.
const PANEL_ENTRY: usize = 320;

/// A top-level section.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FlowSection {
    /// Whether it has nothing but short facts, which may stand in a side panel.
    pub facts: bool,
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
    /// The widths of the parts of its groups, in em. A group whose widths are unknown is missing.
    #[serde(serialize_with = "as_map")]
    pub widths: Vec<(&'static str, Vec<f64>)>,
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
    fn of(entry: &ResumeEntry) -> Option<Self> {
        let name = entry.organization.as_ref().or(entry.title.as_ref());
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

fn as_map<S: serde::Serializer>(
    pairs: &[(&'static str, Vec<f64>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, widths)| (name, widths)))
}

/// What matters of the entry before another.
#[derive(Clone)]
struct Previous {
    is_bullets: bool,
    is_light: bool,
    facts: PreviousEntry,
}

impl Previous {
    fn new(entry: &ResumeEntry) -> Self {
        Self {
            is_bullets: is_bullets_only(entry),
            is_light: is_light(entry),
            facts: PreviousEntry {
                has_body: has_body(entry),
                text: entry.text.is_some(),
                bare: is_bare(entry),
            },
        }
    }
}

/// The position of content in the flow.
#[derive(Clone, Default)]
struct Place {
    /// The headings directly above, with nothing between.
    heads: Vec<HeadingAbove>,
    /// The entry before.
    previous: Option<Previous>,
    /// Whether it is in content that stays on one page.
    contained: bool,
    /// Whether it is in one of two columns.
    cell: bool,
    /// Whether the section has content other than titles.
    begun: bool,
}

/// The languages that have a line of their own; the others share lines if they are short.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SeparateLanguages {
    /// All.
    All,
    /// Those of a section with numeric levels: a drawing needs room, and from right to left, digits
    /// beside Latin words change places.
    WithLevels,
    /// None.
    None,
}

/// Builds the flow.
pub struct FlowWriter<'a> {
    /// Prepares the headers.
    pub parts: &'a PartsWriter<'a>,
    /// Prepares the texts.
    pub body: BodyWriter<'a>,
    /// Whether subsections are never side by side.
    pub single_column: bool,
    /// Which languages have a line of their own.
    pub separate_languages: SeparateLanguages,
    /// Whether the layout has tables by year and month.
    pub history: bool,
    /// The number of sections so far.
    pub sections: usize,
}

impl FlowWriter<'_> {
    /// Prepares the top-level sections.
    pub fn sections(&mut self, sections: &[ResumeSection]) -> Vec<FlowSection> {
        let around = Place {
            begun: true,
            ..Place::default()
        };
        let mut written = Vec::with_capacity(sections.len());
        let mut room = if self.history { BOX } else { 0 };
        for section in sections {
            let boxed = is_for_box(section) && section.weight() <= room;
            if boxed {
                room -= section.weight();
            }
            let mut flow = Vec::new();
            self.section(section, 1, &around, &mut flow);
            written.push(FlowSection {
                facts: is_facts(section),
                untitled: section.title.is_none(),
                history: self.history.then(|| history(section, self.parts)).flatten(),
                boxed,
                flow,
            });
        }
        written
    }

    fn section(
        &mut self,
        section: &ResumeSection,
        level: usize,
        around: &Place,
        flow: &mut Vec<FlowItem>,
    ) {
        if starts_page(section) && around.begun && !around.contained {
            flow.push(FlowItem::PageBreak);
        }
        let few = !section.keep && has_few_lines(section);
        if (section.keep || few) && !around.contained {
            let mut inner = Vec::new();
            let place = Place {
                contained: around.contained || section.keep,
                begun: false,
                ..around.clone()
            };
            self.content(section, level, place, &mut inner);
            flow.push(FlowItem::Keep(Keep {
                above: if level == 1 {
                    GapName::Section
                } else {
                    GapName::Subsection
                },
                few,
                flow: inner,
            }));
        } else {
            let place = Place {
                contained: around.contained || section.keep,
                begun: false,
                ..around.clone()
            };
            self.content(section, level, place, flow);
        }
    }

    fn content(
        &mut self,
        section: &ResumeSection,
        level: usize,
        mut place: Place,
        flow: &mut Vec<FlowItem>,
    ) {
        let mut inner = level;
        if let Some(title) = &section.title {
            let ready_title = ready(title, Surrounding::Strong);
            flow.push(FlowItem::Heading(FlowHeading {
                level,
                title: ready_title.clone(),
                length: title.weight(),
                follows: !place.heads.is_empty(),
                cell: place.cell,
                empty: section.body.is_empty()
                    && section.highlights.is_empty()
                    && section.entries.is_empty()
                    && section.sections.is_empty(),
            }));
            place.heads.push(HeadingAbove {
                level,
                title: ready_title,
                length: title.weight(),
            });
            inner += 1;
        } else if level == 1 {
            flow.push(FlowItem::Space);
        }
        let bullets = self.body.bullets(&section.highlights);
        let mut body = self.body.blocks(&section.body);
        if !bullets.is_empty() {
            introduce(&mut body);
        }
        add_prose(body, section.body.weight(), &mut place, flow);
        add_prose(
            as_blocks(bullets, section.highlights.weight()),
            section.highlights.weight(),
            &mut place,
            flow,
        );
        self.entries(section, inner, &mut place, flow);
        place.previous = None;
        if !self.single_column && is_side_by_side(section) {
            let cell = Place {
                heads: Vec::new(),
                contained: true,
                cell: true,
                ..place.clone()
            };
            let mut cells = Vec::with_capacity(section.sections.len());
            for part in &section.sections {
                let mut content = Vec::new();
                self.section(part, inner, &cell, &mut content);
                cells.push(content);
            }
            flow.push(FlowItem::Columns(Columns {
                follows: !place.heads.is_empty(),
                cells,
            }));
        } else {
            for part in &section.sections {
                self.section(part, inner, &place, flow);
                place.heads.clear();
                place.begun = true;
            }
        }
    }

    fn entries(
        &mut self,
        section: &ResumeSection,
        depth: usize,
        place: &mut Place,
        flow: &mut Vec<FlowItem>,
    ) {
        self.sections += 1;
        let is_separate = match self.separate_languages {
            SeparateLanguages::All => true,
            SeparateLanguages::WithLevels => has_numbers(section),
            SeparateLanguages::None => false,
        };
        let entries = run_in(section, &self.parts.resume.separators, is_separate);
        let facts = section_facts(section, &entries, self.sections);
        for entry in entries {
            if entry.break_before && place.begun && !place.contained {
                flow.push(FlowItem::PageBreak);
            }
            let label = section.keywords_label.as_ref();
            let written = self.entry(&entry, label, &facts, place, depth, false);
            flow.push(FlowItem::Entry(Box::new(written)));
            place.heads.clear();
            place.begun = true;
            place.previous = Some(Previous::new(&entry));
        }
    }

    fn entry(
        &self,
        entry: &ResumeEntry,
        keywords_label: Option<&Inlines>,
        facts: &SectionFacts,
        place: &Place,
        depth: usize,
        is_role: bool,
    ) -> FlowEntry {
        let leads = self.parts.leads(entry, is_role);
        let parts = self.parts.parts(entry, keywords_label);
        let keep = entry.keep && !place.contained;
        let length = entry.weight() - entry.roles.weight();
        let label_weight = keywords_label.map_or(0, Weight::weight);
        FlowEntry {
            shape: shape(entry),
            section: facts.clone(),
            above: gap_above(entry, place, is_role),
            sticky: has_body(entry) && header_weight(entry) + label_weight < LONG_HEADER,
            breakable: entry.weight() + label_weight > UNBROKEN_ENTRY,
            keep,
            role: is_role,
            cell: place.cell,
            heads: place.heads.clone(),
            previous: place
                .previous
                .as_ref()
                .map(|previous| previous.facts.clone()),
            depth,
            heading: is_headed(entry, facts).then_some(depth + usize::from(is_role)),
            length,
            has_body: has_body(entry),
            has_text: has_text(entry),
            bare: is_bare(entry),
            number: entry.number,
            logo: Logo::of(entry),
            widths: self.parts.widths(&parts),
            leads,
            parts,
            upright: upright(entry),
            ragged: self.body.justify.is_ragged(&header_text(entry)),
            short_notes: entry.notes.weight() < 40,
            cefr: self.parts.cefr(entry),
            date: self.parts.dates.date(entry),
            body: self.body.entry(entry),
            roles: self.roles(entry, keywords_label, facts, place, depth),
            break_before: false,
        }
    }

    fn roles(
        &self,
        entry: &ResumeEntry,
        keywords_label: Option<&Inlines>,
        facts: &SectionFacts,
        place: &Place,
        depth: usize,
    ) -> Vec<FlowEntry> {
        let mut inner = Place {
            heads: Vec::new(),
            previous: has_text(entry).then(|| Previous::new(entry)),
            contained: place.contained || entry.keep,
            ..place.clone()
        };
        let mut roles = Vec::with_capacity(entry.roles.len());
        for role in &entry.roles {
            let starts_page = role.break_before && inner.previous.is_some() && !inner.contained;
            let mut written = self.entry(role, keywords_label, facts, &inner, depth, true);
            written.break_before = starts_page;
            roles.push(written);
            inner.previous = Some(Previous::new(role));
        }
        roles
    }
}

/// Returns the width of the widest single period that is at the side of an entry, in em.
pub fn widest_date(flow: &[FlowItem]) -> f64 {
    let widths = flow.iter().map(|item| match item {
        FlowItem::Entry(entry) => widest_date_of(entry),
        FlowItem::Keep(keep) => widest_date(&keep.flow),
        FlowItem::Columns(_)
        | FlowItem::Heading(_)
        | FlowItem::Prose(_)
        | FlowItem::Space
        | FlowItem::PageBreak => 0.0,
    });
    widths.fold(0.0, f64::max)
}

fn widest_date_of(entry: &FlowEntry) -> f64 {
    let own = entry.date.as_ref().map_or(0.0, |date| date.width);
    let own = if own <= WIDEST_PERIOD { own } else { 0.0 };
    entry.roles.iter().map(widest_date_of).fold(own, f64::max)
}

/// Returns whether the head of an entry is a heading: readers jump from job to job, but not from line
/// to line of a list.
fn is_headed(entry: &ResumeEntry, facts: &SectionFacts) -> bool {
    let is_employed = matches!(facts.kind, SectionKind::Education | SectionKind::Experience);
    shape(entry) == Shape::Entry
        && facts.kind != SectionKind::Publication
        && (is_employed || facts.bodies)
}

/// Adds text before the entries of a section.
fn add_prose(body: Vec<BodyBlock>, length: usize, place: &mut Place, flow: &mut Vec<FlowItem>) {
    if body.is_empty() {
        return;
    }
    flow.push(FlowItem::Prose(SectionProse {
        body,
        length,
        heads: std::mem::take(&mut place.heads),
        cell: place.cell,
    }));
    place.begun = true;
}

fn as_blocks(items: Vec<BulletItem>, weight: usize) -> Vec<BodyBlock> {
    if items.is_empty() {
        return Vec::new();
    }
    vec![BodyBlock::Bullets {
        whole: is_whole(items.len(), weight),
        items,
        numbered: false,
    }]
}

/// Returns whether the first content of a section starts a page, with the title of the section.
fn starts_page(section: &ResumeSection) -> bool {
    if section.break_before {
        return true;
    }
    if !section.body.is_empty() || !section.highlights.is_empty() {
        return false;
    }
    match section.entries.first() {
        Some(entry) => entry.break_before,
        None => section.sections.first().is_some_and(starts_page),
    }
}

/// Returns whether the subsections stand side by side: neither column may exceed a page.
fn is_side_by_side(section: &ResumeSection) -> bool {
    section.columns == 2
        && section.sections.len() > 1
        && section.sections.iter().all(|part| part.weight() < COLUMN)
}

fn gap_above(entry: &ResumeEntry, place: &Place, is_role: bool) -> GapName {
    if !place.heads.is_empty() {
        return GapName::Auto;
    }
    let Some(previous) = &place.previous else {
        return match () {
            () if is_role => GapName::Title,
            () if is_light(entry) => GapName::Paragraph,
            () => GapName::Entry,
        };
    };
    if is_bullets_only(entry) && previous.is_bullets {
        GapName::Item
    } else if is_light(entry) && previous.is_light {
        if entry.dates.is_empty() {
            GapName::Line
        } else {
            GapName::Dated
        }
    } else if is_role {
        GapName::Role
    } else {
        GapName::Entry
    }
}

/// Returns whether a level of a section is a number.
fn has_numbers(section: &ResumeSection) -> bool {
    let levels = section
        .entries
        .iter()
        .filter_map(|entry| entry.level.as_ref());
    let mut inlines = levels.flatten();
    inlines.any(|inline| matches!(inline, Inline::Level { .. }))
}

/// Joins adjacent entries that are only names into one line of text, `Sailing, chess`, and languages
/// with their levels, `German (native) · English (C2)`. Keywords without a name are text too. With
/// `has_lines`, each language has its own line.
fn run_in(section: &ResumeSection, separators: &Separators, has_lines: bool) -> Vec<ResumeEntry> {
    if let Some(line) = languages(section, separators).filter(|_| !has_lines) {
        return vec![as_text(&section.entries[0], line)];
    }
    let mut joined: Vec<ResumeEntry> = Vec::with_capacity(section.entries.len());
    let mut is_open = false;
    for entry in &section.entries {
        let keywords = keywords_of(section, entry, separators);
        let name = match &keywords {
            Some(_) => keywords
                .clone()
                .filter(|_| entry.kind == SectionKind::Interest),
            None => short_of(entry, separators).filter(|_| entry.level.is_none()),
        };
        let is_name = name.is_some();
        match name {
            Some(name) if is_open => {
                if let Some(line) = joined.last_mut().and_then(|last| last.text.as_mut()) {
                    line.push(Inline::Text(separators.list.clone()));
                    line.extend(name);
                }
            }
            Some(name) => joined.push(as_text(entry, name)),
            None => joined.push(match keywords {
                Some(text) => as_text(entry, text),
                None => entry.clone(),
            }),
        }
        is_open = is_name;
    }
    joined
}

/// Returns several languages with their levels as one line, if all of them are short.
fn languages(section: &ResumeSection, separators: &Separators) -> Option<Inlines> {
    let entries = &section.entries;
    let is_language = |entry: &ResumeEntry| entry.kind == SectionKind::Language;
    let has_level = entries.iter().any(|entry| entry.level.is_some());
    if entries.len() < 2 || !has_level || !entries.iter().all(is_language) {
        return None;
    }
    let mut line = Inlines::new();
    for entry in entries {
        let text = short_of(entry, separators).filter(|text| text.weight() <= SHORT)?;
        if !line.is_empty() {
            line.push(Inline::Text("\u{a0}· ".to_owned()));
        }
        line.extend(text);
    }
    Some(line)
}

/// Returns an entry whose text replaces its name, level and keywords.
fn as_text(entry: &ResumeEntry, text: Inlines) -> ResumeEntry {
    ResumeEntry {
        title: None,
        level: None,
        keywords: Vec::new(),
        url: None,
        text: Some(text),
        ..entry.clone()
    }
}

/// Returns an entry that is only a name, with its link, or a name with its level.
fn short_of(entry: &ResumeEntry, separators: &Separators) -> Option<Inlines> {
    let title = entry.title.as_ref()?;
    let is_short = is_label(entry)
        && entry.keywords.is_empty()
        && entry.cefr.is_none()
        && !entry.keep
        && !entry.break_before
        && !has_link(title);
    if !is_short {
        return None;
    }
    let mut text = match &entry.url {
        Some(url) => vec![Inline::Link {
            url: url.clone(),
            content: title.clone(),
        }],
        None => title.clone(),
    };
    if let Some(level) = &entry.level {
        let space = if separators.open == "(" { " " } else { "" };
        text.push(Inline::Text(format!("{space}{}", separators.open)));
        text.extend(level.iter().cloned());
        text.push(Inline::Text(separators.close.clone()));
    }
    Some(text)
}

/// Returns the keywords of an entry that has nothing else.
fn keywords_of(
    section: &ResumeSection,
    entry: &ResumeEntry,
    separators: &Separators,
) -> Option<Inlines> {
    if entry.keywords.is_empty() || !is_keywords_only(entry) {
        return None;
    }
    let mut text = Inlines::new();
    if let Some(label) = &section.keywords_label {
        text.extend(label.iter().cloned());
        text.push(Inline::Text(separators.label.clone()));
    }
    for (index, keyword) in entry.keywords.iter().enumerate() {
        if index > 0 {
            text.push(Inline::Text(separators.list.clone()));
        }
        text.extend(keyword.iter().cloned());
    }
    Some(text)
}

fn is_dated(entry: &ResumeEntry) -> bool {
    !entry.dates.is_empty() || entry.expected || entry.roles.iter().any(is_dated)
}

fn section_facts(section: &ResumeSection, entries: &[ResumeEntry], index: usize) -> SectionFacts {
    let any = |test: fn(&ResumeEntry) -> bool| entries.iter().any(test);
    SectionFacts {
        kind: section.kind,
        index,
        count: entries.len(),
        bodies: any(has_body),
        dated: any(is_dated),
        roles: any(|entry| !entry.roles.is_empty()),
        details: any(|entry| entry.details.iter().any(|detail| detail.label.is_some())),
        keywords: any(|entry| !entry.keywords.is_empty()),
        short_labels: entries
            .iter()
            .filter(|entry| is_label(entry))
            .all(has_short_label),
    }
}

/// Returns whether each word of a label fits a narrow column, and all of them a few lines.
fn has_short_label(entry: &ResumeEntry) -> bool {
    let label = titles(entry)
        .map(|title| text_of(&ready(title, Surrounding::Plain)))
        .next()
        .unwrap_or_default();
    let is_break = |c: char| {
        c.is_whitespace() || crate::typeset::contract::script::is_ideograph(c) && !is_hangul(c)
    };
    label.len() < 60 && label.split(is_break).all(|word| word.chars().count() < 18)
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7ff}')
}

/// Returns whether a form has a section in its box for motives and skills, if there is room.
fn is_for_box(section: &ResumeSection) -> bool {
    let is_allowed = matches!(
        section.kind,
        SectionKind::Text | SectionKind::Skill | SectionKind::Language | SectionKind::Interest
    );
    is_allowed
        && section.sections.is_empty()
        && !section.keep
        && !section.break_before
        && section
            .entries
            .iter()
            .all(|entry| !entry.keep && !entry.break_before)
}

/// Returns whether a section has nothing but short facts: entries without text, `keep` and page
/// breaks, none of which would be tall in a narrow column.
fn is_facts(section: &ResumeSection) -> bool {
    let is_allowed = matches!(
        section.kind,
        SectionKind::Skill
            | SectionKind::Language
            | SectionKind::Interest
            | SectionKind::Certificate
            | SectionKind::Award
    );
    let length = |entry: &ResumeEntry| entry.weight() - entry.dates.weight();
    let is_short = |entry: &ResumeEntry| {
        !entry.keep && !entry.break_before && !has_body(entry) && length(entry) <= PANEL_ENTRY
    };
    is_allowed
        && section.title.is_some()
        && !section.entries.is_empty()
        && section.body.is_empty()
        && section.highlights.is_empty()
        && section.sections.is_empty()
        && !section.keep
        && !section.break_before
        && section.entries.iter().all(is_short)
        && section.entries.iter().map(length).sum::<usize>() <= PANEL
}
