//! Blocks of text: paragraphs, lists, quotations, code and tables.

use crate::content::resume::{Align, Block, Inline, Inlines, ResumeItem};
use crate::export::docx::look::{Alignment, LineBelow, ListLevel, Look};
use crate::export::docx::numbering::{self, BULLETS, LEVELS};
use crate::export::docx::paragraph::Paragraph;
use crate::export::docx::style::Style;
use crate::export::docx::writer::DocxWriter;
use crate::export::docx::xml::Xml;

/// The indent of a quotation, in twentieths of a point.
const QUOTE_INDENT: usize = 284;

/// The line of a thematic break.
const RULE: LineBelow = LineBelow {
    thickness: 4,
    color: "7F7F7F",
};

/// Where blocks are.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The number of lists around them.
    depth: usize,
    /// The indent at the start.
    indent: usize,
    /// The style of paragraphs.
    style: Style,
}

impl DocxWriter<'_> {
    /// Writes blocks whose paragraphs have a style.
    pub fn blocks(&mut self, blocks: &[Block], style: Style) {
        let place = Place {
            depth: 0,
            indent: 0,
            style,
        };
        self.blocks_in(blocks, place);
    }

    /// Writes bullets.
    pub fn bullets(&mut self, items: &[ResumeItem]) {
        self.items(items, None, 0);
    }

    /// Writes a numbered list.
    pub fn numbered_items(&mut self, items: &[ResumeItem]) {
        let list = self.lists.add_numbered(0, 1);
        self.items(items, Some(list), 0);
    }

    fn items(&mut self, items: &[ResumeItem], numbered: Option<usize>, depth: usize) {
        for item in items {
            let mut paragraph = list_paragraph(numbered, depth);
            paragraph.add_inlines(&item.content, Look::PLAIN, None);
            self.paragraph(paragraph);
            self.items(&item.items, None, depth + 1);
        }
    }

    fn blocks_in(&mut self, blocks: &[Block], place: Place) {
        for block in blocks {
            self.block(block, place, None);
        }
    }

    /// Writes a block; a paragraph of `item` begins an item of a list.
    fn block(&mut self, block: &Block, place: Place, item: Option<Paragraph>) {
        match block {
            Block::Paragraph { content } => {
                let mut paragraph = item.unwrap_or_else(|| place.paragraph());
                paragraph.add_inlines(content, Look::PLAIN, None);
                self.paragraph(paragraph);
            }
            Block::List {
                numbered,
                start,
                items,
            } => self.list(numbered.then_some(*start), items, place),
            Block::Quote { blocks } => {
                let place = Place {
                    indent: place.indent + QUOTE_INDENT,
                    style: Style::Quote,
                    ..place
                };
                self.blocks_in(blocks, place);
            }
            Block::Code { text } => {
                let mut paragraph = Paragraph::new(Style::Code);
                paragraph.look.start = (place.indent > 0).then_some(place.indent);
                paragraph.add_text(text.trim_end_matches('\n'), Look::PLAIN, None);
                self.paragraph(paragraph);
            }
            Block::Table {
                align,
                header,
                rows,
            } => self.table(align, header, rows, place),
            Block::Rule => {
                let mut paragraph = place.paragraph();
                paragraph.look.line_below = Some(RULE);
                self.paragraph(paragraph);
            }
        }
    }

    fn list(&mut self, start: Option<u64>, items: &[Vec<Block>], place: Place) {
        let depth = place.depth.min(LEVELS - 1);
        let numbered = start.map(|start| self.lists.add_numbered(depth, start));
        let inner = Place {
            depth: place.depth + 1,
            indent: place.indent.max(numbering::indent(depth)),
            style: Style::ListContinue,
        };
        for item in items {
            let paragraph = list_paragraph(numbered, depth);
            let mut blocks = item.iter();
            match blocks.next() {
                Some(first @ Block::Paragraph { .. }) => self.block(first, inner, Some(paragraph)),
                first => {
                    self.paragraph(paragraph);
                    if let Some(first) = first {
                        self.block(first, inner, None);
                    }
                }
            }
            for block in blocks {
                self.block(block, inner, None);
            }
        }
    }

    fn table(
        &mut self,
        align: &[Option<Align>],
        header: &[Inlines],
        rows: &[Vec<Inlines>],
        place: Place,
    ) {
        let columns = rows.iter().map(Vec::len).chain([header.len(), 1]).max();
        let columns = columns.unwrap_or(1);
        let grid = Grid {
            align,
            columns,
            width: self.text_width / columns,
        };
        let mut columns = Xml::default();
        for _ in 0..grid.columns {
            columns.numbers("w:gridCol", [("w:w", Some(grid.width))]);
        }
        let mut written = Xml::default();
        if header.iter().any(|cell| !cell.is_empty()) {
            self.row(&mut written, header, &grid, true);
        }
        for row in rows {
            self.row(&mut written, row, &grid, false);
        }
        let mut direction = Xml::default();
        direction.toggle("w:bidiVisual", self.is_rtl().then_some(true));
        let mut indent = Xml::default();
        if place.indent > 0 {
            let attributes = [("w:w", &*place.indent.to_string()), ("w:type", "dxa")];
            indent.empty("w:tblInd", &attributes);
        }
        let parts = [
            ("direction", &direction),
            ("indent", &indent),
            ("columns", &columns),
            ("rows", &written),
        ];
        self.xml.fill(include_str!("parts/table.xml"), &[], &parts);
        // Between two tables, a paragraph keeps them apart.
        self.paragraph(Paragraph::new(Style::Cell));
    }

    fn row(&mut self, xml: &mut Xml, cells: &[Inlines], grid: &Grid, is_header: bool) {
        xml.element("w:tr", &[], |xml| {
            xml.element("w:trPr", &[], |xml| {
                xml.empty("w:cantSplit", &[]);
                if is_header {
                    xml.empty("w:tblHeader", &[]);
                }
            });
            for column in 0..grid.columns {
                let cell = cells.get(column).map_or(&[][..], Vec::as_slice);
                self.cell(xml, cell, grid, column, is_header);
            }
        });
    }

    fn cell(
        &mut self,
        xml: &mut Xml,
        content: &[Inline],
        grid: &Grid,
        column: usize,
        is_header: bool,
    ) {
        let mut paragraph = Paragraph::new(Style::Cell);
        paragraph.look.alignment = grid.alignment(column);
        paragraph.look.keep_next = is_header.then_some(true);
        let look = if is_header { Look::STRONG } else { Look::PLAIN };
        paragraph.add_inlines(content, look, None);
        let outer = std::mem::take(&mut self.xml);
        self.paragraph(paragraph);
        let written = std::mem::replace(&mut self.xml, outer);
        xml.element("w:tc", &[], |xml| {
            xml.element("w:tcPr", &[], |xml| {
                let width = grid.width.to_string();
                xml.empty("w:tcW", &[("w:w", &width), ("w:type", "dxa")]);
            });
            xml.append(&written);
        });
    }
}

/// The columns of a table.
struct Grid<'a> {
    align: &'a [Option<Align>],
    columns: usize,
    /// The width of each, in twentieths of a point.
    width: usize,
}

impl Grid<'_> {
    fn alignment(&self, column: usize) -> Option<Alignment> {
        match self.align.get(column).copied().flatten()? {
            Align::Start => None,
            Align::Center => Some(Alignment::Center),
            Align::End => Some(Alignment::End),
        }
    }
}

impl Place {
    fn paragraph(self) -> Paragraph {
        let mut paragraph = Paragraph::new(self.style);
        paragraph.look.start = (self.indent > 0).then_some(self.indent);
        paragraph
    }
}

fn list_paragraph(numbered: Option<usize>, depth: usize) -> Paragraph {
    let level = depth.min(LEVELS - 1);
    let style = match numbered {
        Some(_) => Style::Numbered(level),
        None => Style::Bullet(level),
    };
    let mut paragraph = Paragraph::new(style);
    paragraph.look.list = Some(ListLevel {
        list: numbered.unwrap_or(BULLETS),
        level,
    });
    paragraph
}
