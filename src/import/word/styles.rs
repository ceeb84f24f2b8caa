//! The styles and the lists of a Word document.

use std::collections::HashMap;

use roxmltree::Node;

use crate::diagnostic::Diagnostics;
use crate::import::document::line::ItemPlace;
use crate::import::source::xml;
use crate::import::word::package::Package;

/// The longest chain of styles that are based on one another.
const MOST_BASES: usize = 20;

/// The most characters of the name of a style that are read.
const LONGEST_NAME: usize = 100;

/// The size of text without one, in half points.
const USUAL_SIZE: u16 = 20;

/// The look of characters.
#[derive(Debug, Clone, Default)]
pub struct RunLook {
    /// Whether they are bold.
    pub bold: Option<bool>,
    /// Whether they are italic.
    pub italic: Option<bool>,
    /// Whether they are shown as capitals.
    pub capital: Option<bool>,
    /// The size in half points.
    pub size: Option<u16>,
}

/// A style.
#[derive(Debug, Clone, Default)]
pub struct ParagraphStyle {
    /// The name in lower case.
    pub name: String,
    /// The level of a heading.
    pub outline: Option<u8>,
    /// The list, and the level in it.
    pub list: (Option<u32>, Option<u8>),
    /// The look of its text.
    pub look: RunLook,
    base: Option<String>,
}

/// The styles and the lists.
#[derive(Debug, Default)]
pub struct Styles {
    /// The styles by their codes.
    by_code: HashMap<String, ParagraphStyle>,
    /// The style of paragraphs without one.
    usual: Option<String>,
    /// The kind of each list.
    lists: HashMap<u32, u32>,
    /// Whether each level of each kind of list is numbered; `None` if it has no sign.
    kinds: HashMap<u32, HashMap<u8, Option<bool>>>,
    /// The size of text without one, in half points.
    pub size: u16,
    /// The language of text without one.
    pub language: Option<String>,
}

/// Returns the first element in another with a name.
pub fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children()
        .find(|child| child.tag_name().name() == name)
}

/// Returns the value of an attribute, whatever its namespace.
pub fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let mut attributes = node.attributes();
    attributes
        .find(|attribute| attribute.name() == name)
        .map(|attribute| attribute.value())
}

/// Returns the value of an element in another.
pub fn value<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    attribute(child(node, name)?, "val")
}

impl RunLook {
    /// Reads the properties of a run.
    pub fn read(properties: Option<Node>) -> Self {
        let Some(node) = properties else {
            return Self::default();
        };
        let switch = |name: &str| {
            let element = child(node, name)?;
            Some(!matches!(
                attribute(element, "val"),
                Some("0" | "false" | "off" | "none")
            ))
        };
        Self {
            bold: switch("b"),
            italic: switch("i"),
            capital: switch("caps"),
            size: value(node, "sz").and_then(|size| size.parse().ok()),
        }
    }

    /// Returns the look where another look leaves it open.
    pub fn or(self, other: &Self) -> Self {
        Self {
            bold: self.bold.or(other.bold),
            italic: self.italic.or(other.italic),
            capital: self.capital.or(other.capital),
            size: self.size.or(other.size),
        }
    }
}

impl Styles {
    /// Reads the styles and the lists.
    ///
    /// # Errors
    /// They are not XML.
    pub fn read(package: &Package) -> Result<Self, Diagnostics> {
        let mut styles = Self {
            size: USUAL_SIZE,
            ..Self::default()
        };
        if let Some(source) = package.part("word/styles.xml")? {
            styles.read_styles(xml::document(&source)?.root_element());
        }
        if let Some(source) = package.part("word/numbering.xml")? {
            styles.read_lists(xml::document(&source)?.root_element());
        }
        Ok(styles)
    }

    fn read_styles(&mut self, root: Node) {
        let usual = child(root, "docDefaults").and_then(|node| child(node, "rPrDefault"));
        if let Some(properties) = usual.and_then(|node| child(node, "rPr")) {
            self.size = RunLook::read(Some(properties)).size.unwrap_or(USUAL_SIZE);
            self.language = value(properties, "lang").map(str::to_owned);
        }
        for node in root
            .children()
            .filter(|node| node.tag_name().name() == "style")
        {
            let Some(code) = attribute(node, "styleId") else {
                continue;
            };
            if attribute(node, "type") == Some("paragraph")
                && attribute(node, "default").is_some_and(|value| value != "0")
            {
                self.usual = Some(code.to_owned());
            }
            let name = value(node, "name").unwrap_or(code).to_lowercase();
            let name: String = name.chars().take(LONGEST_NAME).collect();
            let properties = child(node, "pPr");
            let level = name
                .strip_prefix("heading ")
                .and_then(|level| level.parse::<u8>().ok());
            let outline = properties.and_then(outline);
            let style = ParagraphStyle {
                outline: outline.or(level.and_then(|level| level.checked_sub(1))),
                list: properties.map(list).unwrap_or_default(),
                look: RunLook::read(child(node, "rPr")),
                base: value(node, "basedOn").map(str::to_owned),
                name,
            };
            self.by_code.insert(code.to_owned(), style);
        }
        let codes = self.by_code.keys();
        self.by_code = codes
            .map(|code| (code.clone(), self.resolved(code)))
            .collect();
    }

    fn read_lists(&mut self, root: Node) {
        for node in root.children() {
            let number = |name| attribute(node, name)?.parse::<u32>().ok();
            match node.tag_name().name() {
                "abstractNum" => {
                    let Some(kind) = number("abstractNumId") else {
                        continue;
                    };
                    let levels = node.children().filter_map(|level| {
                        let depth = attribute(level, "ilvl")?.parse().ok()?;
                        let is_numbered = match value(level, "numFmt")? {
                            "none" => None,
                            "bullet" => Some(false),
                            _ => Some(true),
                        };
                        Some((depth, is_numbered))
                    });
                    self.kinds.insert(kind, levels.collect());
                }
                "num" => {
                    let kind = value(node, "abstractNumId").and_then(|kind| kind.parse().ok());
                    if let (Some(list), Some(kind)) = (number("numId"), kind) {
                        self.lists.insert(list, kind);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns a style with what it has from those that it is based on.
    fn resolved(&self, code: &str) -> ParagraphStyle {
        let mut next = Some(code);
        let mut style = ParagraphStyle::default();
        for _ in 0..MOST_BASES {
            let Some(base) = next.and_then(|code| self.by_code.get(code)) else {
                break;
            };
            if style.name.is_empty() {
                style.name.clone_from(&base.name);
            }
            style.outline = style.outline.or(base.outline);
            style.look = style.look.or(&base.look);
            style.list.0 = style.list.0.or(base.list.0);
            style.list.1 = style.list.1.or(base.list.1);
            next = base.base.as_deref();
        }
        style
    }

    /// Returns the style with a code, or that of paragraphs without one.
    pub fn style(&self, code: Option<&str>) -> ParagraphStyle {
        let code = code.or(self.usual.as_deref());
        let style = code.and_then(|code| self.by_code.get(code));
        style.cloned().unwrap_or_default()
    }

    /// Returns the place in a list; `None` if the list has no signs.
    pub fn place(&self, list: u32, level: u8) -> Option<ItemPlace> {
        let kind = self.kinds.get(self.lists.get(&list)?)?;
        let is_numbered = (*kind.get(&level)?)?;
        Some(ItemPlace { level, is_numbered })
    }
}

/// Returns the level of a heading by the properties of a paragraph; that of text is none.
pub fn outline(properties: Node) -> Option<u8> {
    let level = value(properties, "outlineLvl")?.parse().ok()?;
    (level < 9).then_some(level)
}

/// Returns the list of a paragraph and the level in it, by its properties.
pub fn list(properties: Node) -> (Option<u32>, Option<u8>) {
    let Some(node) = child(properties, "numPr") else {
        return (None, None);
    };
    let number = |name| value(node, name)?.parse::<u32>().ok();
    let level = number("ilvl").and_then(|level| level.try_into().ok());
    (number("numId"), level)
}
