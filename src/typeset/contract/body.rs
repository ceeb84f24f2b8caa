//! The text of sections and entries: blocks, bullets and labeled blocks.

use serde::Serialize;

use crate::content::resume::{Align, Block, ResumeDetail, ResumeEntry, ResumeItem};
use crate::typeset::contract::parts::text_of;
use crate::typeset::contract::runs::{Runs, Surrounding, ready};
use crate::typeset::contract::weight::Weight;
use crate::typeset::contract::width::Widths;
use crate::typeset::contract::words;

/// The greatest width of a text that may fit on one line, in em.
const WIDEST_LINE: f64 = 80.0;

/// The signs after which a label needs no colon.
const ENDS_OF_LABELS: [char; 8] = ['.', ':', '?', '!', '。', '：', '？', '！'];

/// A block of text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case"
)]
pub enum BodyBlock {
    /// A paragraph.
    Paragraph {
        /// Its text.
        content: Runs,
        /// Its width in one line, in em, if it may fit on one.
        #[serde(skip_serializing_if = "Option::is_none")]
        width: Option<f64>,
    },
    /// A list of Markdown.
    List {
        /// Whether it is numbered.
        numbered: bool,
        /// The number of its first item.
        start: u64,
        /// Its items.
        items: Vec<ListItem>,
        /// Whether a paragraph follows it.
        before_paragraph: bool,
    },
    /// A quotation.
    Quote {
        /// The quoted blocks.
        blocks: Vec<BodyBlock>,
    },
    /// Code.
    Code {
        /// The code.
        text: String,
        /// The pieces of its long words, if it has any.
        #[serde(skip_serializing_if = "is_false")]
        long: bool,
    },
    /// A table.
    Table {
        /// The alignment of each column.
        align: Vec<Option<Align>>,
        /// The header cells, in strong text.
        header: Vec<Runs>,
        /// Whether the header may be drawn as one that is not broken.
        short_header: bool,
        /// The cells of each row.
        rows: Vec<Vec<Runs>>,
        /// Whether it is the first block.
        first: bool,
    },
    /// A thematic break.
    Rule,
    /// A labeled block of an entry.
    Detail(LabeledBlock),
    /// Bullets of a profile, which may contain bullets.
    Bullets {
        /// The bullets.
        items: Vec<BulletItem>,
        /// Whether they are numbered.
        numbered: bool,
    },
}

/// A labeled block of an entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LabeledBlock {
    /// Its label, in strong text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Runs>,
    /// The colon after the label, if it does not end with a sign of its own.
    pub colon: String,
    /// The space between the colon and the text.
    pub space: String,
    /// Its blocks.
    pub body: Vec<BodyBlock>,
    /// The number of bytes of its text.
    pub length: usize,
}

/// An item of a list of Markdown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ListItem {
    /// One paragraph.
    Line {
        /// Its text.
        content: Runs,
    },
    /// Other blocks.
    Blocks {
        /// The blocks.
        blocks: Vec<BodyBlock>,
    },
}

/// A bullet.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BulletItem {
    /// Its text.
    pub content: Runs,
    /// Its width in one line, in em, if it may fit on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// The bullets inside it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<BulletItem>,
}

/// Returns whether a flag is off, so that it can be left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "Serde passes references")]
pub fn is_false(value: &bool) -> bool {
    !*value
}

/// Prepares blocks.
pub struct BodyWriter<'a> {
    /// The separator after labels.
    pub label: &'a str,
    /// The widths in the font of the text.
    pub widths: &'a Widths<'a>,
}

impl BodyWriter<'_> {
    fn width(&self, runs: &Runs) -> Option<f64> {
        self.widths
            .of_runs(runs, Surrounding::Plain)
            .filter(|width| *width < WIDEST_LINE)
    }

    /// Prepares blocks of text.
    pub fn blocks(&self, blocks: &[Block]) -> Vec<BodyBlock> {
        let mut written = Vec::with_capacity(blocks.len());
        for (index, block) in blocks.iter().enumerate() {
            let next = blocks.get(index + 1);
            written.push(self.block(block, index == 0, next));
        }
        written
    }

    fn block(&self, block: &Block, is_first: bool, next: Option<&Block>) -> BodyBlock {
        match block {
            Block::Paragraph { content } => {
                let content = ready(content, Surrounding::Plain);
                BodyBlock::Paragraph {
                    width: self.width(&content),
                    content,
                }
            }
            Block::List {
                numbered,
                start,
                items,
            } => BodyBlock::List {
                numbered: *numbered,
                start: *start,
                items: items.iter().map(|blocks| self.item(blocks)).collect(),
                before_paragraph: matches!(next, Some(Block::Paragraph { .. })),
            },
            Block::Quote { blocks } => BodyBlock::Quote {
                blocks: self.blocks(blocks),
            },
            Block::Code { text } => BodyBlock::Code {
                text: text.clone(),
                long: words::code_pieces(text).len() > 1,
            },
            Block::Table {
                align,
                header,
                rows,
            } => BodyBlock::Table {
                align: align.clone(),
                short_header: header.weight() < 600,
                header: header
                    .iter()
                    .map(|cell| ready(cell, Surrounding::Strong))
                    .collect(),
                rows: rows.iter().map(|row| cells(row)).collect(),
                first: is_first,
            },
            Block::Rule => BodyBlock::Rule,
        }
    }

    fn item(&self, blocks: &[Block]) -> ListItem {
        match blocks {
            // A single paragraph needs no element of its own.
            [Block::Paragraph { content }] => ListItem::Line {
                content: ready(content, Surrounding::Plain),
            },
            blocks => ListItem::Blocks {
                blocks: self.blocks(blocks),
            },
        }
    }

    /// Prepares bullets.
    pub fn bullets(&self, items: &[ResumeItem]) -> Vec<BulletItem> {
        let mut bullets = Vec::with_capacity(items.len());
        for item in items {
            let content = ready(&item.content, Surrounding::Plain);
            bullets.push(BulletItem {
                width: self.width(&content),
                content,
                items: self.bullets(&item.items),
            });
        }
        bullets
    }

    /// Prepares the text of an entry: its prose, its labeled blocks, its bullets.
    pub fn entry(&self, entry: &ResumeEntry) -> Vec<BodyBlock> {
        let mut body = self.blocks(&entry.summary);
        body.extend(
            entry
                .details
                .iter()
                .map(|detail| BodyBlock::Detail(self.detail(detail))),
        );
        if !entry.highlights.is_empty() {
            body.push(BodyBlock::Bullets {
                items: self.bullets(&entry.highlights),
                numbered: false,
            });
        }
        body
    }

    fn detail(&self, detail: &ResumeDetail) -> LabeledBlock {
        let label = detail
            .label
            .as_ref()
            .map(|label| ready(label, Surrounding::Strong));
        let ends = label.as_ref().is_some_and(|label| {
            let text = text_of(label);
            text.trim().ends_with(ENDS_OF_LABELS)
        });
        let mut body = self.blocks(&detail.body);
        if !detail.items.is_empty() {
            body.push(BodyBlock::Bullets {
                items: self.bullets(&detail.items),
                numbered: detail.numbered,
            });
        }
        LabeledBlock {
            colon: if ends {
                String::new()
            } else {
                self.label.trim().to_owned()
            },
            space: if self.label.ends_with(' ') { " " } else { "" }.to_owned(),
            label,
            body,
            length: detail.body.weight() + detail.items.weight(),
        }
    }
}

fn cells(row: &[Vec<crate::content::resume::Inline>]) -> Vec<Runs> {
    row.iter()
        .map(|cell| ready(cell, Surrounding::Plain))
        .collect()
}
