//! The text of sections and entries: blocks, bullets and labeled blocks.

use serde::Serialize;

use crate::content::plain;
use crate::content::resume::{Align, Block, Direction, ResumeDetail, ResumeEntry, ResumeItem};
use crate::typeset::contract::hanging::hang_quote;
use crate::typeset::contract::hyphens::{Columns, columns_with_hyphens};
use crate::typeset::contract::justify::{Justify, letters};
use crate::typeset::contract::runs::{Run, Runs, Surrounding, kept_in_place, ready, text_of};
use crate::typeset::contract::weight::Weight;
use crate::typeset::contract::width::Widths;
use crate::typeset::contract::words;

/// The least number of items of a list with two items on each side of a page break.
const LONG_LIST: usize = 4;

/// The most bytes of an item that stays on one page with the next one.
const LONGEST_PAIRED: usize = 350;

/// A width of several lines in any column, in em.
const WIDE: f64 = 999.0;

/// The most bytes of a list or a table that stays on one page.
const LONGEST_WHOLE: usize = 400;

/// The most rows of a table that stays on one page.
const MOST_ROWS: usize = 8;

/// The most letters of a text of an entry, of two lines or so, that stays with the bullets below it.
const SHORT_SUMMARY: usize = 160;

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
        /// The widths of columns in which hyphens may improve its lines, in em; missing if unknown.
        #[serde(skip_serializing_if = "Option::is_none")]
        hyphens: Option<Vec<Columns>>,
        /// Whether it ends with a colon and introduces the list, table or code after it.
        #[serde(skip_serializing_if = "is_false")]
        introduces: bool,
        /// Whether it is justified although other texts are not.
        #[serde(skip_serializing_if = "is_false")]
        justify: bool,
        /// Whether it is ragged although other texts are justified.
        #[serde(skip_serializing_if = "is_false")]
        ragged: bool,
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
        /// Whether it is so short that a page break would leave one item.
        #[serde(skip_serializing_if = "is_false")]
        whole: bool,
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
        /// Whether it is so short that it stays on one page.
        #[serde(skip_serializing_if = "is_false")]
        whole: bool,
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
        /// Whether there are so few that a page break would leave one of them.
        #[serde(skip_serializing_if = "is_false")]
        whole: bool,
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
#[serde(untagged, rename_all_fields = "kebab-case")]
pub enum ListItem {
    /// One paragraph.
    Line {
        /// Its text.
        content: Runs,
        /// Whether it is ragged although other texts are justified.
        #[serde(skip_serializing_if = "is_false")]
        ragged: bool,
        /// The width of the next item, if both stay on one page.
        #[serde(skip_serializing_if = "Option::is_none")]
        with_next: Option<f64>,
    },
    /// Other blocks.
    Blocks {
        /// The blocks.
        blocks: Vec<BodyBlock>,
    },
}

/// A bullet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct BulletItem {
    /// Its text.
    pub content: Runs,
    /// Whether it is ragged although other texts are justified.
    #[serde(skip_serializing_if = "is_false")]
    pub ragged: bool,
    /// The width of the next bullet, if both stay on one page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_next: Option<f64>,
    /// The widths of columns in which hyphens may improve its lines, in em; missing if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hyphens: Option<Vec<Columns>>,
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
    /// The direction of the document.
    pub direction: Direction,
    /// The widths in the font of the text.
    pub widths: &'a Widths<'a>,
    /// The texts that are justified.
    pub justify: Justify,
    /// Whether opening quotation marks hang: in scripts where they are not as wide as a character.
    pub hangs: bool,
}

impl BodyWriter<'_> {
    /// Returns the columns in which hyphens may improve a ragged text; justified text needs them.
    fn hyphens(&self, label: Option<&Runs>, text: &Runs) -> Option<Vec<Columns>> {
        if self.justify == Justify::All {
            return None;
        }
        columns_with_hyphens(label, text, self.widths)
    }

    /// Prepares the text of a paragraph or an item, of which the first mark may hang.
    fn hung(&self, mut content: Runs) -> Runs {
        if self.hangs {
            hang_quote(&mut content, self.widths);
        }
        content
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
                    hyphens: self.hyphens(None, &content),
                    introduces: matches!(
                        next,
                        Some(Block::List { .. } | Block::Table { .. } | Block::Code { .. })
                    ) && ends_with_colon(&content),
                    justify: self.justify.is_justified(&content),
                    ragged: self.justify.is_ragged(&text_of(&content)),
                    content: self.hung(content),
                }
            }
            Block::List {
                numbered,
                start,
                items,
            } => BodyBlock::List {
                numbered: *numbered,
                start: *start,
                items: self.items(items),
                before_paragraph: matches!(next, Some(Block::Paragraph { .. })),
                whole: is_whole(items.len(), items.weight()),
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
                whole: rows.len() <= MOST_ROWS && header.weight() + rows.weight() <= LONGEST_WHOLE,
            },
            Block::Rule => BodyBlock::Rule,
        }
    }

    fn items(&self, items: &[Vec<Block>]) -> Vec<ListItem> {
        let mut written: Vec<ListItem> = items.iter().map(|blocks| self.item(blocks)).collect();
        for at in paired(items.len()) {
            let [this, next] = &mut written[at..at + 2] else {
                continue;
            };
            let width = match next {
                ListItem::Line { content, .. } => self.widths.of_runs(content, Surrounding::Plain),
                ListItem::Blocks { .. } => None,
            };
            if let ListItem::Line { with_next, .. } = this
                && items[at].weight() <= LONGEST_PAIRED
            {
                *with_next = Some(width.unwrap_or(WIDE));
            }
        }
        written
    }

    fn item(&self, blocks: &[Block]) -> ListItem {
        match blocks {
            // A single paragraph needs no element of its own.
            [Block::Paragraph { content }] => {
                let content = ready(content, Surrounding::Plain);
                ListItem::Line {
                    ragged: self.justify.is_ragged(&text_of(&content)),
                    with_next: None,
                    content: self.hung(content),
                }
            }
            blocks => ListItem::Blocks {
                blocks: self.blocks(blocks),
            },
        }
    }

    /// Prepares bullets.
    pub fn bullets(&self, items: &[ResumeItem]) -> Vec<BulletItem> {
        let mut bullets = self.bullets_within(items);
        for at in paired(items.len()) {
            let next = &bullets[at + 1].content;
            let width = self.widths.of_runs(next, Surrounding::Plain);
            if items[at].items.is_empty() && items[at].content.weight() <= LONGEST_PAIRED {
                bullets[at].with_next = Some(width.unwrap_or(WIDE));
            }
        }
        bullets
    }

    fn bullets_within(&self, items: &[ResumeItem]) -> Vec<BulletItem> {
        let mut bullets = Vec::with_capacity(items.len());
        for item in items {
            let content = ready(&item.content, Surrounding::Plain);
            bullets.push(BulletItem {
                ragged: self.justify.is_ragged(&text_of(&content)),
                with_next: None,
                hyphens: self.hyphens(None, &content),
                content: self.hung(content),
                items: self.bullets_within(&item.items),
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
            introduce(&mut body);
            body.push(BodyBlock::Bullets {
                items: self.bullets(&entry.highlights),
                numbered: false,
                whole: is_whole(entry.highlights.len(), entry.highlights.weight()),
            });
        }
        body
    }

    fn detail(&self, detail: &ResumeDetail) -> LabeledBlock {
        let label = detail.label.as_ref().map(|label| {
            let text = plain(label);
            kept_in_place(&text, ready(label, Surrounding::Strong), self.direction)
        });
        let ends = label.as_ref().is_some_and(|label| {
            let text = text_of(label);
            text.trim().ends_with(ENDS_OF_LABELS)
        });
        let mut body = self.blocks(&detail.body);
        // The label is on the first line.
        if let (
            Some(label),
            Some(BodyBlock::Paragraph {
                content, hyphens, ..
            }),
        ) = (&label, body.first_mut())
        {
            if let Some(Run::Hang { .. }) = content.0.first() {
                content.0.remove(0);
            }
            *hyphens = self.hyphens(Some(label), content);
        }
        if !detail.items.is_empty() {
            introduce(&mut body);
            body.push(BodyBlock::Bullets {
                items: self.bullets(&detail.items),
                numbered: detail.numbered,
                whole: is_whole(detail.items.len(), detail.items.weight()),
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

/// Marks a last paragraph before a list if it stays with it: it ends with a colon, or is so short that
/// a page must not end with it below a header.
pub fn introduce(body: &mut [BodyBlock]) {
    let is_only = body.len() == 1;
    if let Some(BodyBlock::Paragraph {
        content,
        introduces,
        ..
    }) = body.last_mut()
    {
        *introduces = ends_with_colon(content) || is_only && letters(content) <= SHORT_SUMMARY;
    }
}

fn ends_with_colon(content: &Runs) -> bool {
    text_of(content).trim_end().ends_with([':', '：'])
}

/// Returns whether a list stays on one page: two items belong on each side of a page break.
pub fn is_whole(items: usize, weight: usize) -> bool {
    (2..=3).contains(&items) && weight <= LONGEST_WHOLE
}

/// Returns the items of a list that stay on one page with the next one: a page break leaves two on
/// each side.
fn paired(items: usize) -> impl Iterator<Item = usize> {
    let is_long = items >= LONG_LIST;
    [0, items.saturating_sub(2)]
        .into_iter()
        .filter(move |_| is_long)
}

fn cells(row: &[Vec<crate::content::resume::Inline>]) -> Vec<Runs> {
    row.iter()
        .map(|cell| ready(cell, Surrounding::Plain))
        .collect()
}
