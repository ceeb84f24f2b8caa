//! Which elements of a document get other tags.
//!
//! The line that heads an entry becomes a heading, so that screen readers jump from job to job: the
//! template marks it with its level. A date beside the line, which is read before it, belongs to the
//! heading; otherwise it would be heard at the end of the job before. Grids, which only arrange, are
//! left out; their cells with text become paragraphs. Facts such as skills, awards and publications are
//! the items of a list, so that their number is heard; the shared code marks where they start and end.
//! Where the first cell of a table is empty, the first cells of its rows are their headers.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::num::{NonZeroU32, NonZeroUsize};

use typst::foundations::{Content, Label, NativeElement, Packed, Smart, StyleChain, Value};
use typst::introspection::{Location, MetadataElem, Tag};
use typst::layout::{Frame, FrameItem, GridCell, GridChild, GridElem};
use typst::model::{
    EmphElem, EnumElem, HeadingElem, ListElem, ParElem, StrongElem, TableCell, TableElem, TitleElem,
};
use typst::pdf::{ArtifactElem, PdfMarkerTag, TableCellKind, TableHeaderScope};
use typst::text::TextElem;
use typst_layout::PagedDocument;

use crate::typeset::readable;

/// The label of the level of an entry's head, which precedes its lead.
const LEVEL_LABEL: &str = "cvpress-heading";

/// The label of the lead of an entry.
const LEAD_LABEL: &str = "cvpress-lead";

/// The label of what is beside a line of text, and read before it.
const BESIDE_LABEL: &str = "cvpress-beside";

/// The label of the marks of a list: `list`, and for each entry `item` and `item-end`; `list-end`.
const LIST_LABEL: &str = "cvpress-list";

/// How the tags of an element change.
pub enum TagChange {
    /// It has none; what is in it has.
    Omit,
    /// Another element, which ends later, starts instead of it.
    Open(Content),
    /// The element at this place, which has started before, ends with it.
    Close(Location),
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
    /// A heading or the title.
    Heading,
    /// A table, or what is not read.
    Fixed,
    List,
    Grid,
    /// A cell of a grid that is omitted.
    Cell,
    /// Content of an element that is elsewhere.
    Elsewhere,
    /// What is beside a line of text.
    Beside,
}

struct Open {
    location: Option<Location>,
    kind: Kind,
}

impl Open {
    /// Returns whether what is in it is on lines.
    fn is_line(&self) -> bool {
        matches!(self.kind, Kind::Paragraph | Kind::Heading | Kind::Fixed)
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

/// A paragraph, and those beside it, which are read before it.
struct Accompanied {
    paragraph: Location,
    beside: Vec<Location>,
}

/// The marks of a list: where it starts, and the starts and ends of its items.
struct ListMarks {
    start: Location,
    items: Vec<Location>,
}

#[derive(Default)]
struct Survey {
    /// The elements that are open, from the outermost.
    open: Vec<Open>,
    /// The elements with content elsewhere, such as cells that go on on the next page.
    divided: HashSet<Location>,
    cells: HashMap<Location, CellContent>,
    awaited: Option<Awaited>,
    list: Option<ListMarks>,
    /// Whether the rows of the table have headers.
    has_row_headers: bool,
    /// The paragraphs beside a line that has not started.
    beside: Vec<Location>,
    /// The last paragraph that had some.
    accompanied: Option<Accompanied>,
    /// The level of the heading before; 0 before the first one.
    last_level: usize,
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
            if has_label(content, LEVEL_LABEL) {
                self.level(metadata);
            } else if has_label(content, LIST_LABEL) {
                self.list_mark(metadata, location);
            }
        } else if content.is::<StrongElem>() || content.is::<EmphElem>() {
            self.emphasis(content, location);
        } else if let Some(kind) = self.kind(content, location) {
            self.note_order(kind, location);
            self.open.push(Open {
                location: Some(location),
                kind,
            });
        }
    }

    /// Notes which paragraphs are beside which line.
    fn note_order(&mut self, kind: Kind, location: Location) {
        if kind == Kind::Paragraph && self.open.iter().any(|open| open.kind == Kind::Beside) {
            self.beside.push(location);
        } else if kind == Kind::Paragraph && !self.beside.is_empty() {
            self.accompanied = Some(Accompanied {
                paragraph: location,
                beside: mem::take(&mut self.beside),
            });
        } else if matches!(kind, Kind::Heading | Kind::Fixed | Kind::List) {
            self.beside.clear();
        }
    }

    /// Returns what matters of an element, and notes it.
    fn kind(&mut self, content: &Content, location: Location) -> Option<Kind> {
        if has_label(content, BESIDE_LABEL) {
            return Some(Kind::Beside);
        }
        if let Some(cell) = content.to_packed::<TableCell>() {
            self.table_cell(cell, location);
            return None;
        }
        if content.is::<GridCell>() {
            let is_in_grid = matches!(self.open.last(), Some(open) if open.kind == Kind::Grid);
            if !is_in_grid {
                return None;
            }
            self.cells.insert(location, CellContent::default());
            return Some(Kind::Cell);
        }
        let kind = if let Some(heading) = content.to_packed::<HeadingElem>() {
            self.heading(heading, location);
            Kind::Heading
        } else if let Some(title) = content.to_packed::<TitleElem>() {
            self.title(title, location);
            Kind::Heading
        } else if content.is::<ParElem>() {
            if matches!(self.open.last(), Some(open) if open.kind == Kind::Heading) {
                self.changes.insert(location, TagChange::Omit);
            }
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

    /// Makes an empty header of a table data, and the first cell of a row its header.
    fn table_cell(&mut self, cell: &Packed<TableCell>, location: Location) {
        let is_zero = |place: &Option<Smart<usize>>| *place == Some(Smart::Custom(0));
        let is_first = is_zero(cell.x.as_option());
        let is_header = matches!(
            cell.kind.as_option(),
            Some(Smart::Custom(TableCellKind::Header(..)))
        );
        let is_empty = is_header && cell.body.plain_text().trim().is_empty();
        if is_first && is_zero(cell.y.as_option()) {
            self.has_row_headers = is_empty;
        }
        let kind = if is_empty {
            TableCellKind::Data
        } else if is_first && !is_header && self.has_row_headers {
            TableCellKind::Header(NonZeroU32::MIN, TableHeaderScope::Row)
        } else {
            return;
        };
        let mut cell = cell.clone();
        cell.kind.set(Smart::Custom(kind));
        self.replace(location, cell.pack(), Vec::new());
    }

    /// Makes the title of the page, the name, a heading above all others.
    fn title(&mut self, title: &Packed<TitleElem>, location: Location) {
        let Some(Smart::Custom(name)) = title.body.as_option() else {
            return;
        };
        let name = readable(&name.plain_text());
        if self.last_level > 0 || name.trim().is_empty() {
            return;
        }
        self.titles = 1;
        self.last_level = 1;
        let heading = unlisted_heading(TextElem::packed(name), NonZeroUsize::MIN);
        self.replace(location, heading, Vec::new());
    }

    /// Puts a heading below the name: that of a section, or the head of an entry.
    fn heading(&mut self, heading: &Packed<HeadingElem>, location: Location) {
        let level = heading.resolve_level(StyleChain::default());
        let level = level.saturating_add(self.titles);
        self.last_level = level.get();
        let mut heading = heading.clone();
        let beside = if heading
            .label()
            .is_some_and(|label| is_named(label, LEAD_LABEL))
        {
            mem::take(&mut self.beside)
        } else {
            Vec::new()
        };
        heading.level.set(Smart::Custom(level));
        self.replace(location, heading.pack(), beside);
    }

    /// Replaces an element by another, which also contains the paragraphs before it.
    fn replace(&mut self, location: Location, element: Content, before: Vec<Location>) {
        let element = at(element, location);
        let mut before = before.into_iter();
        let Some(first) = before.next() else {
            self.changes.insert(location, TagChange::Become(element));
            return;
        };
        self.changes.insert(first, TagChange::Open(element));
        self.changes.insert(location, TagChange::Close(location));
        let others = before.map(|location| (location, TagChange::Omit));
        self.changes.extend(others);
    }

    /// Returns whether a grid has no headers, which repeat, and is not within a line.
    fn only_arranges(&self, grid: &Packed<GridElem>) -> bool {
        grid.children.iter().all(is_item) && !self.open.iter().any(Open::is_line)
    }

    fn level(&mut self, metadata: &Packed<MetadataElem>) {
        let Value::Int(level) = metadata.value else {
            return;
        };
        let is_within = |kinds: &[Kind]| self.open.iter().any(|open| kinds.contains(&open.kind));
        if is_within(&[Kind::Heading, Kind::Fixed, Kind::List]) {
            return;
        }
        let mut paragraphs = self.open.iter().filter(|open| open.kind == Kind::Paragraph);
        self.awaited = Some(Awaited {
            level: usize::try_from(level).unwrap_or_default(),
            paragraph: paragraphs.next().and_then(|open| open.location),
        });
    }

    fn list_mark(&mut self, metadata: &Packed<MetadataElem>, location: Location) {
        let Value::Str(mark) = &metadata.value else {
            return;
        };
        if mark.as_str() == "list" {
            let items = Vec::new();
            self.list = Some(ListMarks {
                start: location,
                items,
            });
        } else if mark.as_str() != "list-end" {
            self.list
                .iter_mut()
                .for_each(|list| list.items.push(location));
        } else if let Some(list) = self.list.take() {
            self.enclose(
                PdfMarkerTag::Bibliography(false, Content::empty()),
                list.start,
                location,
            );
            for item in list.items.chunks_exact(2) {
                self.enclose(
                    PdfMarkerTag::ListItemBody(Content::empty()),
                    item[0],
                    item[1],
                );
            }
        }
    }

    /// Makes what is between two marks an element.
    fn enclose(&mut self, element: Content, start: Location, end: Location) {
        self.changes
            .insert(start, TagChange::Open(at(element, start)));
        self.changes.insert(end, TagChange::Close(start));
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
        let level = (level + self.titles).clamp(1, self.last_level + 1);
        let Some(number) = NonZeroUsize::new(level).filter(|_| !title.trim().is_empty()) else {
            return;
        };
        self.last_level = level;
        let heading = unlisted_heading(TextElem::packed(title.trim()), number);
        let location = paragraph.unwrap_or(location);
        let accompanied = self.accompanied.take();
        let beside = accompanied.filter(|accompanied| accompanied.paragraph == location);
        let beside = beside.map(|accompanied| accompanied.beside);
        self.replace(location, heading, beside.unwrap_or_default());
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
    content.label().is_some_and(|label| is_named(label, name))
}

fn is_named(label: Label, name: &str) -> bool {
    label.resolve().as_str() == name
}

/// Returns a heading that the bookmarks do not have.
fn unlisted_heading(title: Content, level: NonZeroUsize) -> Content {
    let heading = HeadingElem::new(title).with_level(Smart::Custom(level));
    let heading = heading.with_outlined(false);
    heading.with_bookmarked(Smart::Custom(false)).pack()
}

fn at(mut content: Content, location: Location) -> Content {
    content.set_location(location);
    content
}
