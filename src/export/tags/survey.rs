//! Which elements of a document get other tags.
//!
//! The line that heads an entry becomes a heading, so that screen readers jump from job to job: the
//! template marks it with its level. Grids, which only arrange, are left out; their cells with text
//! become paragraphs.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;

use typst::foundations::{Content, NativeElement, Packed, Smart, StyleChain, Value};
use typst::introspection::{Location, MetadataElem, Tag};
use typst::layout::{Frame, FrameItem, GridCell, GridChild, GridElem};
use typst::model::{
    EmphElem, EnumElem, HeadingElem, ListElem, ParElem, StrongElem, TableElem, TitleElem,
};
use typst::pdf::ArtifactElem;
use typst::text::TextElem;
use typst_layout::PagedDocument;

use crate::typeset::readable;

/// The label of the level of an entry's head, which precedes its lead.
const LEVEL_LABEL: &str = "cvpress-heading";

/// The label of the lead of an entry.
const LEAD_LABEL: &str = "cvpress-lead";

/// How the tags of an element change.
pub enum TagChange {
    /// It has none; what is in it has.
    Omit,
    /// Its tags are those of another element.
    Become(Content),
}

/// Returns the changes of a document.
pub fn survey(document: &PagedDocument) -> HashMap<Location, TagChange> {
    let mut survey = Survey::default();
    for page in document.pages() {
        survey.frame(&page.frame);
    }
    survey.finish()
}

/// What matters of an element that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A line of text or more.
    Paragraph,
    /// A heading or the title, a table, or what is not read.
    Fixed,
    List,
    Grid,
    /// A cell of a grid that is omitted.
    Cell,
    /// Content of an element that is elsewhere.
    Elsewhere,
}

struct Open {
    location: Option<Location>,
    kind: Kind,
}

impl Open {
    /// Returns whether what is in it is on lines.
    fn is_line(&self) -> bool {
        matches!(self.kind, Kind::Paragraph | Kind::Fixed)
    }
}

/// A cell of a grid that is omitted.
#[derive(Default)]
struct CellContent {
    has_text: bool,
    has_blocks: bool,
}

/// The level of the head of an entry, whose lead follows.
struct Awaited {
    level: usize,
    paragraph: Option<Location>,
}

#[derive(Default)]
struct Survey {
    /// The elements that are open, from the outermost.
    open: Vec<Open>,
    /// The elements with content elsewhere, such as cells that go on on the next page.
    divided: HashSet<Location>,
    cells: HashMap<Location, CellContent>,
    awaited: Option<Awaited>,
    /// The level of the heading before; 0 before the first one.
    level: usize,
    /// The levels above the sections: 1 if the page has a title.
    titles: usize,
    changes: HashMap<Location, TagChange>,
}

impl Survey {
    fn frame(&mut self, frame: &Frame) {
        for (_, item) in frame.items() {
            match item {
                FrameItem::Group(group) => {
                    if let Some(parent) = group.parent {
                        self.divided.insert(parent.location);
                        self.open.push(Open {
                            location: None,
                            kind: Kind::Elsewhere,
                        });
                        self.frame(&group.frame);
                        // What is in it may end elements that started before.
                        let mut open = self.open.iter();
                        if let Some(at) = open.rposition(|open| open.kind == Kind::Elsewhere) {
                            self.open.remove(at);
                        }
                    } else {
                        self.frame(&group.frame);
                    }
                }
                FrameItem::Text(text) if !text.text.trim().is_empty() => self.text(),
                FrameItem::Tag(Tag::Start(content, _)) => self.start(content),
                FrameItem::Tag(Tag::End(location, ..)) => {
                    self.open.retain(|open| open.location != Some(*location));
                }
                _ => {}
            }
        }
    }

    fn text(&mut self) {
        if let Some(Open {
            location: Some(location),
            kind: Kind::Cell,
        }) = self.open.last()
            && let Some(cell) = self.cells.get_mut(location)
        {
            cell.has_text = true;
        }
    }

    fn start(&mut self, content: &Content) {
        let Some(location) = content.location() else {
            return;
        };
        if let Some(metadata) = content.to_packed::<MetadataElem>() {
            self.metadata(content, metadata);
        } else if content.is::<StrongElem>() || content.is::<EmphElem>() {
            self.emphasis(content, location);
        } else if let Some(kind) = self.kind(content, location) {
            self.open.push(Open {
                location: Some(location),
                kind,
            });
        }
    }

    /// Returns what matters of an element, and notes it.
    fn kind(&mut self, content: &Content, location: Location) -> Option<Kind> {
        if content.is::<GridCell>() {
            let is_in_grid = matches!(self.open.last(), Some(open) if open.kind == Kind::Grid);
            if !is_in_grid {
                return None;
            }
            self.cells.insert(location, CellContent::default());
            return Some(Kind::Cell);
        }
        let kind = if let Some(heading) = content.to_packed::<HeadingElem>() {
            self.section(heading, location);
            Kind::Fixed
        } else if let Some(title) = content.to_packed::<TitleElem>() {
            self.title(title, location);
            Kind::Fixed
        } else if content.is::<ParElem>() {
            Kind::Paragraph
        } else if content.is::<ListElem>() || content.is::<EnumElem>() {
            Kind::List
        } else if content.is::<TableElem>() || content.is::<ArtifactElem>() {
            Kind::Fixed
        } else {
            let grid = content.to_packed::<GridElem>()?;
            if !self.only_arranges(grid) {
                return Some(Kind::Fixed);
            }
            self.changes.insert(location, TagChange::Omit);
            Kind::Grid
        };
        for open in &self.open {
            if let Some(cell) = open.location.and_then(|open| self.cells.get_mut(&open)) {
                cell.has_blocks = true;
            }
        }
        Some(kind)
    }

    /// Makes the title of the page, the name, a heading above all others.
    fn title(&mut self, title: &Packed<TitleElem>, location: Location) {
        let Some(Smart::Custom(name)) = title.body.as_option() else {
            return;
        };
        let name = readable(&name.plain_text());
        if self.level > 0 || name.trim().is_empty() {
            return;
        }
        self.titles = 1;
        self.level = 1;
        self.become_heading(location, TextElem::packed(name), NonZeroUsize::MIN);
    }

    /// Puts a heading of a section below the name.
    fn section(&mut self, heading: &Packed<HeadingElem>, location: Location) {
        let level = heading.resolve_level(StyleChain::default());
        let level = level.saturating_add(self.titles);
        self.level = level.get();
        if self.titles > 0 {
            let mut heading = heading.clone();
            heading.level.set(Smart::Custom(level));
            let heading = at(heading.pack(), location);
            self.changes.insert(location, TagChange::Become(heading));
        }
    }

    /// Makes an element a heading that the bookmarks do not have.
    fn become_heading(&mut self, location: Location, title: Content, level: NonZeroUsize) {
        let heading = HeadingElem::new(title)
            .with_level(Smart::Custom(level))
            .with_outlined(false)
            .with_bookmarked(Smart::Custom(false));
        let change = TagChange::Become(at(heading.pack(), location));
        self.changes.insert(location, change);
    }

    /// Returns whether a grid has no headers, which repeat, and is not within a line.
    fn only_arranges(&self, grid: &Packed<GridElem>) -> bool {
        grid.children.iter().all(is_item) && !self.open.iter().any(Open::is_line)
    }

    fn metadata(&mut self, content: &Content, metadata: &Packed<MetadataElem>) {
        if !has_label(content, LEVEL_LABEL) {
            return;
        }
        let Value::Int(level) = metadata.value else {
            return;
        };
        let is_within = |kinds: &[Kind]| self.open.iter().any(|open| kinds.contains(&open.kind));
        if is_within(&[Kind::Fixed, Kind::List]) {
            return;
        }
        let mut paragraphs = self.open.iter().filter(|open| open.kind == Kind::Paragraph);
        self.awaited = Some(Awaited {
            level: usize::try_from(level).unwrap_or_default(),
            paragraph: paragraphs.next().and_then(|open| open.location),
        });
    }

    /// Makes the paragraph of the lead of an entry a heading, or the lead alone.
    fn emphasis(&mut self, content: &Content, location: Location) {
        if !has_label(content, LEAD_LABEL) {
            return;
        }
        let Some(Awaited { level, paragraph }) = self.awaited.take() else {
            return;
        };
        let title = readable(&content.plain_text());
        // PDF/UA forbids to skip a level, and a heading without text.
        let level = (level + self.titles).clamp(1, self.level + 1);
        let Some(number) = NonZeroUsize::new(level).filter(|_| !title.trim().is_empty()) else {
            return;
        };
        self.level = level;
        let title = TextElem::packed(title.trim());
        self.become_heading(paragraph.unwrap_or(location), title, number);
    }

    fn finish(self) -> HashMap<Location, TagChange> {
        let mut changes = self.changes;
        let divided = &self.divided;
        let cells = self.cells.into_iter().filter(|(location, cell)| {
            cell.has_text && !cell.has_blocks && !divided.contains(location)
        });
        changes.extend(cells.map(|(location, _)| {
            let paragraph = ParElem::new(Content::empty()).pack();
            (location, TagChange::Become(at(paragraph, location)))
        }));
        changes
    }
}

fn is_item(child: &GridChild) -> bool {
    matches!(child, GridChild::Item(_))
}

fn has_label(content: &Content, name: &str) -> bool {
    content
        .label()
        .is_some_and(|label| label.resolve().as_str() == name)
}

fn at(mut content: Content, location: Location) -> Content {
    content.set_location(location);
    content
}
