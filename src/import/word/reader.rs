//! Reads the text of a Word document as lines, in the order in which it is read.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::import::document::line::{Line, LinePiece, LineShape};
use crate::import::document::table::row_lines;
use crate::import::source::{MAX_DEPTH, xml};
use crate::import::text::clean;
use crate::import::word::package::{Package, Relations};
use crate::import::word::styles::{
    ParagraphStyle, RunLook, Styles, attribute, child, list, outline, value,
};

/// Spaces that people write in place of a tab.
const WIDE_GAP: &str = "   ";

/// The longest address of a link, in bytes. A profile has no longer one.
const LONGEST_LINK: usize = 8_000;

/// A picture in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The code of its relation.
    pub code: String,
    /// The width and the height at which it is shown.
    pub size: (u64, u64),
}

/// A field, such as the number of a page.
struct Field {
    instruction: String,
    is_result: bool,
}

impl Field {
    fn is_page(&self) -> bool {
        let name = self.instruction.split_whitespace().next();
        matches!(name, Some("PAGE" | "NUMPAGES" | "SECTIONPAGES"))
    }

    fn link(&self) -> Option<String> {
        let rest = self.instruction.trim().strip_prefix("HYPERLINK")?;
        let link = rest.split('"').nth(1)?;
        (link.len() <= LONGEST_LINK).then(|| link.to_owned())
    }
}

/// Reads the parts of one document.
pub struct PartReader<'p> {
    styles: &'p Styles,
    relations: Relations,
    notes: &'p HashMap<String, String>,
    lines: Vec<Line>,
    /// The lines of text boxes, which follow the paragraph that they are in.
    boxes: Vec<Line>,
    fields: Vec<Field>,
    has_gap: bool,
    depth: usize,
    /// The notes that are in the text already.
    noted: HashSet<String>,
    /// The pictures that were met.
    pub pictures: Vec<Picture>,
}

/// The paragraph that is being read.
struct Paragraph {
    style: ParagraphStyle,
    shape: LineShape,
    pieces: Vec<LinePiece>,
    has_plain: bool,
    has_small: bool,
}

impl<'p> PartReader<'p> {
    /// Creates a reader of a part with its relations and the notes at the feet of pages.
    pub fn new(
        styles: &'p Styles,
        relations: Relations,
        notes: &'p HashMap<String, String>,
    ) -> Self {
        Self {
            styles,
            relations,
            notes,
            lines: Vec::new(),
            boxes: Vec::new(),
            fields: Vec::new(),
            has_gap: false,
            depth: 0,
            noted: HashSet::new(),
            pictures: Vec::new(),
        }
    }

    /// Reads the paragraphs and tables in an element.
    ///
    /// # Errors
    /// They are nested too deep.
    pub fn lines(&mut self, root: Node) -> Result<Vec<Line>, Diagnostic> {
        self.blocks(root)?;
        Ok(std::mem::take(&mut self.lines))
    }

    /// Returns where the relation of a picture leads.
    pub fn target(&self, code: &str) -> Option<&String> {
        self.relations.get(code)
    }

    fn enter(&mut self) -> Result<(), Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("the document is nested more than {MAX_DEPTH} levels deep");
            return Err(Diagnostic::error(rule::TOO_LARGE, message));
        }
        Ok(())
    }

    fn blocks(&mut self, node: Node) -> Result<(), Diagnostic> {
        self.enter()?;
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "p" => self.paragraph(child)?,
                "tbl" => self.table(child)?,
                "del" | "moveFrom" | "sdtPr" | "tcPr" | "sectPr" => {}
                "AlternateContent" => {
                    if let Some(chosen) = chosen(child) {
                        self.blocks(chosen)?;
                    }
                }
                _ => self.blocks(child)?,
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn table(&mut self, table: Node) -> Result<(), Diagnostic> {
        let before = std::mem::take(&mut self.lines);
        let mut rows: Vec<Line> = Vec::new();
        let is_row = |node: &Node| node.tag_name().name() == "tr";
        let inside = table.descendants().filter(is_row);
        // Rows can be in content controls; those of tables in cells are read with their cells.
        let own = inside.filter(|row| ancestor(*row, "tbl") == Some(table));
        for row in own {
            self.has_gap = true;
            let mut cells = Vec::new();
            let inside = row
                .descendants()
                .filter(|node| node.tag_name().name() == "tc");
            for cell in inside.filter(|cell| ancestor(*cell, "tr") == Some(row)) {
                self.blocks(cell)?;
                cells.push(std::mem::take(&mut self.lines));
            }
            rows.extend(row_lines(cells));
        }
        self.lines = before;
        self.lines.extend(rows);
        self.has_gap = true;
        Ok(())
    }

    fn paragraph(&mut self, node: Node) -> Result<(), Diagnostic> {
        let properties = child(node, "pPr");
        let style = self
            .styles
            .style(properties.and_then(|node| value(node, "pStyle")));
        let own = properties.map(list).unwrap_or_default();
        let code = own.0.or(style.list.0);
        let level = own.1.or(style.list.1).unwrap_or_default();
        let outline = properties.and_then(outline).or(style.outline);
        let mut paragraph = Paragraph {
            shape: LineShape {
                style: style.name.clone(),
                outline,
                list: code
                    .and_then(|code| self.styles.place(code, level))
                    .filter(|_| outline.is_none()),
                ..LineShape::default()
            },
            style,
            pieces: Vec::new(),
            has_plain: false,
            has_small: false,
        };
        self.inline(node, None, &mut paragraph)?;
        self.finish(paragraph);
        let boxes = std::mem::take(&mut self.boxes);
        self.lines.extend(boxes);
        Ok(())
    }

    /// Adds a paragraph, each of its lines as one, unless it is an item of a list.
    fn finish(&mut self, paragraph: Paragraph) {
        let mut shape = paragraph.shape;
        shape.is_bold = !paragraph.has_plain;
        shape.is_capital = !paragraph.has_small;
        let mut lines = vec![Line::default()];
        for piece in paragraph.pieces {
            let mut texts = piece.text.split('\n');
            let first = texts.next().unwrap_or_default().to_owned();
            let add = |line: &mut Line, text: String| {
                line.pieces.push(LinePiece {
                    text,
                    ..piece.clone()
                });
            };
            if shape.list.is_some() {
                if let Some(line) = lines.last_mut() {
                    add(line, piece.text.clone());
                }
                continue;
            }
            if let Some(line) = lines.last_mut() {
                add(line, first);
            }
            for text in texts {
                let mut line = Line::default();
                add(&mut line, text.to_owned());
                lines.push(line);
            }
        }
        for mut line in lines {
            if line.text().trim().is_empty() {
                self.has_gap = true;
                continue;
            }
            line.shape = shape.clone();
            line.shape.has_gap = std::mem::take(&mut self.has_gap);
            if line.shape.outline.is_none() {
                line.read_bullet();
            }
            self.lines.push(line);
        }
    }

    fn inline(
        &mut self,
        node: Node,
        link: Option<&str>,
        paragraph: &mut Paragraph,
    ) -> Result<(), Diagnostic> {
        self.enter()?;
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "r" => self.run(child, link, paragraph)?,
                "hyperlink" => {
                    let code = attribute(child, "id");
                    let target = code.and_then(|code| self.relations.get(code));
                    let target = target.filter(|link| link.len() <= LONGEST_LINK).cloned();
                    self.inline(child, target.as_deref().or(link), paragraph)?;
                }
                "fldSimple" => {
                    let instruction = attribute(child, "instr").unwrap_or_default().to_owned();
                    self.fields.push(Field {
                        instruction,
                        is_result: true,
                    });
                    self.inline(child, link, paragraph)?;
                    self.fields.pop();
                }
                "AlternateContent" => {
                    if let Some(chosen) = chosen(child) {
                        self.inline(chosen, link, paragraph)?;
                    }
                }
                "pPr" | "del" | "moveFrom" | "sdtPr" => {}
                _ => self.inline(child, link, paragraph)?,
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn run(
        &mut self,
        run: Node,
        link: Option<&str>,
        paragraph: &mut Paragraph,
    ) -> Result<(), Diagnostic> {
        let properties = child(run, "rPr");
        let named = properties.and_then(|node| value(node, "rStyle"));
        let of_style = named
            .map(|code| self.styles.style(Some(code)).look)
            .unwrap_or_default();
        let look = RunLook::read(properties)
            .or(&of_style)
            .or(&paragraph.style.look);
        let mut text = String::new();
        self.content(run, &mut text)?;
        // Marks of direction are not seen.
        let text = clean(&text)
            .text
            .replace(is_direction, "")
            .replace(WIDE_GAP, "\t");
        let is_number = text
            .trim()
            .chars()
            .all(|c| c.is_ascii_digit() || "ivxlcIVXLC".contains(c));
        if is_number && self.fields.iter().any(Field::is_page) {
            return Ok(());
        }
        if text.is_empty() {
            return Ok(());
        }
        let is_bold = look.bold.unwrap_or_default();
        if text.contains(char::is_alphanumeric) {
            paragraph.has_plain |= !is_bold;
            let is_small = |c: char| c.is_alphabetic() && !c.is_uppercase();
            paragraph.has_small |= text.chars().any(is_small) && look.capital != Some(true);
            paragraph.shape.size = paragraph
                .shape
                .size
                .max(look.size.unwrap_or(self.styles.size));
        }
        let field = self.fields.iter().find_map(Field::link);
        paragraph.pieces.push(LinePiece {
            text,
            is_bold: is_bold && paragraph.style.look.bold != Some(true),
            is_italic: look.italic.unwrap_or_default() && paragraph.style.look.italic != Some(true),
            link: link.map(str::to_owned).or(field),
        });
        Ok(())
    }

    /// Appends the text of a run, and reads the text boxes and pictures in it.
    fn content(&mut self, run: Node, text: &mut String) -> Result<(), Diagnostic> {
        self.enter()?;
        for child in run.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "t" => text.push_str(child.text().unwrap_or_default()),
                "tab" | "ptab" => text.push('\t'),
                "br" if attribute(child, "type").is_none_or(|kind| kind == "textWrapping") => {
                    text.push('\n');
                }
                "cr" => text.push('\n'),
                "noBreakHyphen" => text.push('-'),
                "sym" => text.push_str(symbol(child)),
                "instrText" => {
                    if let Some(field) = self.fields.last_mut() {
                        field.instruction.push_str(child.text().unwrap_or_default());
                    }
                }
                "fldChar" => self.field(attribute(child, "fldCharType")),
                "footnoteReference" | "endnoteReference" => {
                    let code = attribute(child, "id").unwrap_or_default();
                    let kind = child.tag_name().name().trim_end_matches("Reference");
                    let code = format!("{kind}{code}");
                    if let Some(note) = self.notes.get(&code)
                        && self.noted.insert(code)
                    {
                        text.push_str(&format!(" ({note})"));
                    }
                }
                "AlternateContent" => {
                    if let Some(chosen) = chosen(child) {
                        self.content(chosen, text)?;
                    }
                }
                "drawing" | "pict" | "object" => self.drawing(child)?,
                "rPr" | "delText" => {}
                _ => self.content(child, text)?,
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn field(&mut self, kind: Option<&str>) {
        match kind {
            Some("begin") if self.fields.len() < MAX_DEPTH => self.fields.push(Field {
                instruction: String::new(),
                is_result: false,
            }),
            Some("separate") => {
                if let Some(field) = self.fields.last_mut() {
                    field.is_result = true;
                }
            }
            Some("end") => {
                self.fields.pop();
            }
            _ => {}
        }
    }

    fn drawing(&mut self, node: Node) -> Result<(), Diagnostic> {
        let mut size = (0, 0);
        for inner in node.descendants() {
            match inner.tag_name().name() {
                "extent" => {
                    let length = |name| attribute(inner, name)?.parse().ok();
                    size = (length("cx").unwrap_or(0), length("cy").unwrap_or(0));
                }
                "blip" => {
                    if let Some(code) = attribute(inner, "embed") {
                        let code = code.to_owned();
                        self.pictures.push(Picture { code, size });
                    }
                }
                "txbxContent" if within(inner, node) => {
                    let before = std::mem::take(&mut self.lines);
                    let fields = std::mem::take(&mut self.fields);
                    let boxes = std::mem::take(&mut self.boxes);
                    self.has_gap = true;
                    self.blocks(inner)?;
                    let own = std::mem::replace(&mut self.lines, before);
                    self.boxes = boxes;
                    self.boxes.extend(own);
                    self.fields = fields;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns whether a text box of a drawing is in no other, and not the copy for older programs.
fn within(text_box: Node, drawing: Node) -> bool {
    let around = text_box
        .ancestors()
        .skip(1)
        .take_while(|node| *node != drawing);
    let mut names = around.map(|node| node.tag_name().name());
    names.all(|name| !matches!(name, "txbxContent" | "Fallback"))
}

/// Returns the nearest element with a name around another.
fn ancestor<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.ancestors()
        .skip(1)
        .find(|outer| outer.tag_name().name() == name)
}

/// Returns one of the forms that a document has for programs of several ages.
fn chosen<'a, 'i>(node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    child(node, "Choice").or_else(|| child(node, "Fallback"))
}

/// Returns the sign of a font of symbols: a bullet, or nothing for an icon.
fn symbol(node: Node) -> &'static str {
    let code = attribute(node, "char").unwrap_or_default().to_lowercase();
    match code.as_str() {
        "f0b7" | "f0a7" | "f0d8" | "f0fc" | "2022" => "•",
        _ => " ",
    }
}

/// Returns the texts of the notes at the feet of pages, or at the end, by their codes.
///
/// # Errors
/// The part is not XML, or nested too deep.
pub fn notes(package: &Package, styles: &Styles) -> Result<HashMap<String, String>, Diagnostics> {
    let mut notes = HashMap::new();
    for kind in ["footnote", "endnote"] {
        let path = format!("word/{kind}s.xml");
        let Some(source) = package.part(&path)? else {
            continue;
        };
        let none = HashMap::new();
        let mut reader = PartReader::new(styles, package.relations(&path)?, &none);
        let document = xml::document(&source)?;
        for note in document.root_element().children().filter(Node::is_element) {
            let lines = reader.lines(note)?;
            let texts: Vec<String> = lines.iter().map(Line::text).collect();
            if let Some(code) = attribute(note, "id").filter(|_| !texts.is_empty()) {
                notes.insert(format!("{kind}{code}"), texts.join(" ").trim().to_owned());
            }
        }
    }
    Ok(notes)
}

fn is_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
