//! The sections as a flow: a sequence of headings, texts and entries, with the decisions that need no
//! layout: the kind of the gap above, page breaks, what stays together.

mod items;
mod run_in;
mod section_facts;

use crate::content::resume::{EntryField, Inlines, ResumeEntry, ResumeSection};
use crate::profile::SectionKind;
use crate::typeset::contract::body::{BodyBlock, BodyWriter, BulletItem, introduce, is_whole};
use crate::typeset::contract::flow::items::{
    Columns, FlowHeading, GapName, HeadingAbove, Keep, Logo, PreviousEntry, SectionFacts,
    SectionProse,
};
use crate::typeset::contract::flow::run_in::{has_numbers, run_in};
use crate::typeset::contract::flow::section_facts::{
    is_facts, is_for_box, section_facts, widest_label, widest_place, widest_row,
};
use crate::typeset::contract::header::{PartsWriter, header_text, upright};
use crate::typeset::contract::history::history;
use crate::typeset::contract::runs::{Surrounding, ready};
use crate::typeset::contract::shape::{
    Shape, has_body, has_few_lines, has_text, is_bare, is_bullets_only, is_light, shape,
};
use crate::typeset::contract::weight::{Weight, header_weight};

pub use items::{FlowEntry, FlowItem, FlowSection};
pub use section_facts::is_brief;

/// The most bytes of a subsection beside another.
const COLUMN: usize = 1000;
/// The most bytes of an entry that is not broken across pages.
const UNBROKEN_ENTRY: usize = 600;
/// The least bytes of a header that may be the last of a page.
const LONG_HEADER: usize = 1500;
/// The most rows of a section that stay on one page.
const FEW_ROWS: usize = 3;
/// The most bytes of all sections in the box of a form for motives and skills.
const BOX: usize = 2200;
/// The greatest width of a period that one line beside an entry has room for, in em.
const WIDEST_PERIOD: f64 = 13.0;

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
                text: entry.texts.has(EntryField::Text),
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
                brief: is_brief(section),
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
        let place = Place {
            contained: around.contained || section.keep,
            begun: false,
            ..around.clone()
        };
        if (section.keep || few) && !around.contained {
            let mut inner = Vec::new();
            self.content(section, level, place, &mut inner);
            flow.push(FlowItem::Keep(Keep {
                above: if level == 1 {
                    GapName::Section
                } else if around.heads.is_empty() {
                    GapName::Subsection
                } else {
                    GapName::Auto
                },
                few,
                flow: inner,
            }));
        } else {
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
            let widths = self.parts.widths;
            let width = widths.of_runs(&ready_title, Surrounding::Strong);
            flow.push(FlowItem::Heading(FlowHeading {
                level,
                title: ready_title.clone(),
                width,
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
                width,
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
        let first = flow.len();
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
        let rows = &mut flow[first..];
        let (label, row) = (widest_label(rows), widest_row(rows));
        let place = widest_place(rows);
        for item in &mut *rows {
            if let FlowItem::Entry(entry) = item {
                entry.section.label = label;
                entry.section.row = row;
                entry.section.place = place;
                for role in &mut entry.roles {
                    role.section.place = place;
                }
            }
        }
        pair_last_rows(rows);
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
            upright: upright(entry, self.parts.separate_subtitles),
            ragged: self.body.justify.is_ragged(&header_text(entry)),
            short_notes: entry.texts.all(EntryField::Notes).weight() < 40,
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

/// Makes the last row of a section stay on one page with the row before it, and those of two or three
/// with each other: a page does not begin with a single row.
fn pair_last_rows(rows: &mut [FlowItem]) {
    let is_row = |item: &FlowItem| matches!(item, FlowItem::Entry(row) if !row.has_body);
    if rows.len() < 2 || !rows.iter().all(is_row) {
        return;
    }
    let last = rows.len() - 1;
    let first = if rows.len() <= FEW_ROWS { 0 } else { last - 1 };
    for row in &mut rows[first..last] {
        if let FlowItem::Entry(row) = row {
            row.sticky |= !row.breakable;
        }
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
