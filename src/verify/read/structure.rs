//! The structure tree of a tagged PDF (ISO 32000-1, 14.7): its headings, and the text in its order.

use std::collections::{BTreeMap, HashMap};

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, Name, Object, ObjectIdentifier};
use serde::Serialize;

use crate::content::resume::Direction;
use crate::verify::read::glyphs::{PageText, PlacedGlyph};
use crate::verify::read::lines::joined;

/// The deepest nesting of structure elements that is followed.
const MAX_DEPTH: usize = 100;

/// The most structure elements that are read.
const MAX_ELEMENTS: usize = 1_000_000;

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// The level, from 1.
    pub level: u8,
    /// The text.
    pub text: String,
}

/// What the structure tree says.
#[derive(Debug, Clone, Default)]
pub struct Structure {
    /// The headings, in reading order.
    pub headings: Vec<Heading>,
    /// The glyphs in the order of the tree. A page appears as often as the tree returns to it.
    pub text: Vec<PageText>,
}

/// Reads the structure tree of a file with this document catalog.
pub fn structure(pdf: &Pdf, catalog: &Dict<'_>, pages: &[PageText]) -> Structure {
    let Some(root) = catalog.get::<Dict>("StructTreeRoot") else {
        return Structure::default();
    };
    let mut page_numbers = BTreeMap::new();
    for (index, page) in pdf.pages().iter().enumerate() {
        if let Some(id) = page.raw().obj_id() {
            page_numbers.insert(id, index);
        }
    }
    let mut walk = StructureWalk {
        roles: root.get::<Dict>("RoleMap").unwrap_or_default(),
        page_numbers,
        glyphs: pages.iter().map(by_marked_content).collect(),
        elements_left: MAX_ELEMENTS,
        headings: Vec::new(),
        direction: pages.first().map(|page| page.direction).unwrap_or_default(),
        last_page: None,
        text: Vec::new(),
    };
    walk.children(&root, Context::default());
    let headings = walk.headings.iter();
    let headings = headings.map(|heading| Heading {
        level: heading.level,
        text: joined(&heading.glyphs, walk.direction),
    });
    Structure {
        headings: headings.collect(),
        text: walk.text,
    }
}

/// Returns the glyphs of a page by their marked content.
fn by_marked_content(page: &PageText) -> HashMap<i32, Vec<PlacedGlyph>> {
    let mut glyphs: HashMap<i32, Vec<PlacedGlyph>> = HashMap::new();
    for glyph in &page.glyphs {
        if let Some(mcid) = glyph.mcid {
            glyphs.entry(mcid).or_default().push(glyph.clone());
        }
    }
    glyphs
}

/// Where a structure element is.
#[derive(Clone, Copy, Default)]
struct Context {
    /// The index of the page that holds its content.
    page: Option<usize>,
    /// The index of the heading that it belongs to.
    heading: Option<usize>,
    /// The number of elements around it.
    depth: usize,
}

struct HeadingGlyphs {
    level: u8,
    glyphs: Vec<PlacedGlyph>,
}

/// A walk through the structure tree.
struct StructureWalk<'a> {
    /// Maps custom structure types to standard ones.
    roles: Dict<'a>,
    page_numbers: BTreeMap<ObjectIdentifier, usize>,
    /// The glyphs of each page, without those already read: none is read twice.
    glyphs: Vec<HashMap<i32, Vec<PlacedGlyph>>>,
    elements_left: usize,
    headings: Vec<HeadingGlyphs>,
    /// The direction of the pages.
    direction: Direction,
    /// The page of the last glyphs.
    last_page: Option<usize>,
    text: Vec<PageText>,
}

impl StructureWalk<'_> {
    /// Visits the children of an element.
    fn children(&mut self, element: &Dict<'_>, context: Context) {
        let Some(children) = element.get::<Object>("K") else {
            return;
        };
        let context = Context {
            page: self.page_of(element).or(context.page),
            ..context
        };
        match children {
            Object::Array(children) => {
                for child in children.iter::<Object>() {
                    self.child(child, context);
                }
            }
            child => self.child(child, context),
        }
    }

    /// Visits a child: a structure element, or a reference to marked content.
    fn child(&mut self, child: Object<'_>, context: Context) {
        if context.depth > MAX_DEPTH || self.elements_left == 0 {
            return;
        }
        self.elements_left -= 1;
        if let Object::Number(number) = &child {
            self.marked_content(i32::try_from(number.as_i64()).ok(), context);
        }
        let Some(element) = child.into_dict() else {
            return;
        };
        if let Some(mcid) = element.get::<i32>("MCID") {
            let page = self.page_of(&element).or(context.page);
            self.marked_content(Some(mcid), Context { page, ..context });
            return;
        }
        let mut inner = Context {
            depth: context.depth + 1,
            ..context
        };
        if let Some(level) = self.heading_level(&element) {
            inner.heading = Some(self.headings.len());
            self.headings.push(HeadingGlyphs {
                level,
                glyphs: Vec::new(),
            });
        }
        self.children(&element, inner);
    }

    fn page_of(&self, element: &Dict<'_>) -> Option<usize> {
        let page = element.get_ref("Pg")?;
        self.page_numbers.get(&page.into()).copied()
    }

    /// Returns the level of a heading, from its type or from the standard type that it maps to.
    fn heading_level(&self, element: &Dict<'_>) -> Option<u8> {
        let role = element.get::<Name>("S")?;
        let level = parse_heading(role.as_str());
        level.or_else(|| parse_heading(self.roles.get::<Name>(role.as_str())?.as_str()))
    }

    /// Adds the glyphs of marked content to the text, and to the current heading.
    fn marked_content(&mut self, mcid: Option<i32>, context: Context) {
        let page = context.page;
        let glyphs = page.and_then(|page| self.glyphs.get_mut(page));
        let Some(glyphs) = glyphs.and_then(|glyphs| glyphs.remove(&mcid?)) else {
            return;
        };
        if let Some(heading) = context.heading {
            self.headings[heading].glyphs.extend(glyphs.iter().cloned());
        }
        if self.last_page != page {
            self.text.push(PageText {
                direction: self.direction,
                ..PageText::default()
            });
            self.last_page = page;
        }
        if let Some(text) = self.text.last_mut() {
            text.glyphs.extend(glyphs);
        }
    }
}

/// Parses a structure type `H1` to `H6`.
fn parse_heading(role: &str) -> Option<u8> {
    role.strip_prefix('H')?.parse().ok()
}
