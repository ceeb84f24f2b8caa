//! Headings in the structure tree of a tagged PDF (ISO 32000-1, 14.7).

use std::collections::BTreeMap;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, Name, Object, ObjectIdentifier};
use serde::Serialize;

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

/// Returns the headings of a file with this document catalog, in reading order.
pub fn headings(pdf: &Pdf, catalog: &Dict<'_>, pages: &[PageText]) -> Vec<Heading> {
    let Some(root) = catalog.get::<Dict>("StructTreeRoot") else {
        return Vec::new();
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
        pages,
        elements_left: MAX_ELEMENTS,
        headings: Vec::new(),
    };
    walk.children(&root, Context::default());
    let headings = walk.headings.iter();
    headings
        .map(|heading| Heading {
            level: heading.level,
            text: joined(&heading.glyphs),
        })
        .collect()
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
    pages: &'a [PageText],
    elements_left: usize,
    headings: Vec<HeadingGlyphs>,
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

    /// Adds the glyphs of marked content to the current heading.
    fn marked_content(&mut self, mcid: Option<i32>, context: Context) {
        let page = context.page.and_then(|page| self.pages.get(page));
        let (Some(page), Some(heading)) = (page, context.heading) else {
            return;
        };
        let glyphs = page.glyphs.iter().filter(|glyph| glyph.mcid == mcid);
        self.headings[heading].glyphs.extend(glyphs.cloned());
    }
}

/// Parses a structure type `H1` to `H6`.
fn parse_heading(role: &str) -> Option<u8> {
    role.strip_prefix('H')?.parse().ok()
}
