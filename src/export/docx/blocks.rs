//! Blocks of text: paragraphs, lists, quotations, code and tables.

use crate::content::resume::{Align, Block, Direction, Inline, Inlines, ResumeItem};
use crate::export::docx::look::Look;
use crate::export::docx::numbering::{self, BULLETS, LEVELS};
use crate::export::docx::paragraph::{Alignment, ListLevel, Paragraph};
use crate::export::docx::styles::Style;
use crate::export::docx::writer::DocxWriter;
use crate::export::docx::xml::Xml;

/// The indent of a quotation, in twentieths of a point.
const QUOTE_INDENT: usize = 284;

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
                paragraph.indent = (place.indent > 0).then_some(place.indent);
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
                paragraph.has_line_below = true;
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
            width: self.text_width as usize / columns,
        };
        let mut table = Xml::default();
        table.element("w:tbl", &[], |xml| {
            write_table_properties(xml, self.direction, place.indent);
            xml.element("w:tblGrid", &[], |xml| {
                let width = grid.width.to_string();
                for _ in 0..columns {
                    xml.empty("w:gridCol", &[("w:w", &width)]);
                }
            });
            if header.iter().any(|cell| !cell.is_empty()) {
                self.row(xml, header, &grid, true);
            }
            for row in rows {
                self.row(xml, row, &grid, false);
            }
        });
        self.xml.append(&table);
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
        paragraph.alignment = grid.alignment(column);
        paragraph.keep_next = is_header;
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
        paragraph.indent = (self.indent > 0).then_some(self.indent);
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
    paragraph.list = Some(ListLevel {
        list: numbered.unwrap_or(BULLETS),
        level,
    });
    paragraph
}

fn write_table_properties(xml: &mut Xml, direction: Direction, indent: usize) {
    xml.element("w:tblPr", &[], |xml| {
        xml.value("w:tblStyle", "TableGrid");
        if direction == Direction::Rtl {
            xml.empty("w:bidiVisual", &[]);
        }
        xml.empty("w:tblW", &[("w:w", "0"), ("w:type", "auto")]);
        if indent > 0 {
            let indent = indent.to_string();
            xml.empty("w:tblInd", &[("w:w", &indent), ("w:type", "dxa")]);
        }
        xml.empty(
            "w:tblLook",
            &[
                ("w:val", "0020"),
                ("w:firstRow", "1"),
                ("w:lastRow", "0"),
                ("w:firstColumn", "0"),
                ("w:lastColumn", "0"),
                ("w:noHBand", "1"),
                ("w:noVBand", "1"),
            ],
        );
    });
}
