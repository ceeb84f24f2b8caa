//! Text: lines with emphasis and links, and blocks of them.

use serde::Serialize;

/// Text of one paragraph.
pub type Inlines = Vec<Inline>;

/// An element of a line of text: text, or text with a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Strong emphasis.
    Strong {
        /// The emphasized text.
        content: Inlines,
    },
    /// Emphasis.
    Emph {
        /// The emphasized text.
        content: Inlines,
    },
    /// Struck-out text.
    Strike {
        /// The struck-out text.
        content: Inlines,
    },
    /// Superscript.
    Super {
        /// The raised text.
        content: Inlines,
    },
    /// Subscript.
    Sub {
        /// The lowered text.
        content: Inlines,
    },
    /// A link.
    Link {
        /// The target.
        url: String,
        /// The linked text.
        content: Inlines,
    },
    /// A level out of several, which layouts may draw.
    Level {
        /// The level, from 1.
        level: u8,
        /// The number of levels.
        levels: u8,
        /// The same in words: `4 of 5`.
        content: Inlines,
    },
    /// A picture, followed by its text.
    Picture {
        /// The path for the template.
        path: String,
        /// What it shows.
        content: Inlines,
    },
    /// A code span.
    Code {
        /// The code.
        text: String,
    },
    /// A line break.
    Break,
    /// Plain text, serialized as a string.
    Text(String),
}

impl Inline {
    /// Returns the elements inside this one, if its kind has any.
    pub fn content(&self) -> Option<&Inlines> {
        match self {
            Self::Strong { content }
            | Self::Emph { content }
            | Self::Strike { content }
            | Self::Super { content }
            | Self::Sub { content }
            | Self::Link { content, .. }
            | Self::Level { content, .. }
            | Self::Picture { content, .. } => Some(content),
            Self::Code { .. } | Self::Break | Self::Text(_) => None,
        }
    }

    /// Returns the elements inside this one for modification, if its kind has any.
    pub fn content_mut(&mut self) -> Option<&mut Inlines> {
        match self {
            Self::Strong { content }
            | Self::Emph { content }
            | Self::Strike { content }
            | Self::Super { content }
            | Self::Sub { content }
            | Self::Link { content, .. }
            | Self::Level { content, .. }
            | Self::Picture { content, .. } => Some(content),
            Self::Code { .. } | Self::Break | Self::Text(_) => None,
        }
    }

    /// Returns whether an element of a text, or one inside it, has a property.
    pub fn any(content: &[Self], has: &impl Fn(&Self) -> bool) -> bool {
        content.iter().any(|inline| {
            has(inline)
                || inline
                    .content()
                    .is_some_and(|inside| Self::any(inside, has))
        })
    }
}

/// Returns whether a text contains a link.
pub fn has_link(content: &[Inline]) -> bool {
    Inline::any(content, &|inline| matches!(inline, Inline::Link { .. }))
}

/// A block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph {
        /// Its text.
        content: Inlines,
    },
    /// A list.
    List {
        /// Whether it is numbered.
        numbered: bool,
        /// The number of its first item.
        start: u64,
        /// Its items.
        items: Vec<Vec<Block>>,
    },
    /// A quotation.
    Quote {
        /// The quoted blocks.
        blocks: Vec<Block>,
    },
    /// Code.
    Code {
        /// The code.
        text: String,
    },
    /// A table.
    Table {
        /// The alignment of each column.
        align: Vec<Option<Align>>,
        /// The header cells.
        header: Vec<Inlines>,
        /// The cells of each row.
        rows: Vec<Vec<Inlines>>,
    },
    /// A thematic break.
    Rule,
}

/// A text in a block.
pub enum BlockText<'a> {
    /// A paragraph, or a cell of a table.
    Line(&'a mut Inlines),
    /// Code.
    Code(&'a mut String),
}

impl Block {
    /// Returns the texts in blocks, and in the blocks inside them, in reading order.
    pub fn texts_mut(blocks: &mut [Self]) -> Vec<BlockText<'_>> {
        let mut texts = Vec::new();
        for block in blocks {
            match block {
                Self::Paragraph { content } => texts.push(BlockText::Line(content)),
                Self::List { items, .. } => {
                    texts.extend(items.iter_mut().flat_map(|item| Self::texts_mut(item)));
                }
                Self::Quote { blocks } => texts.extend(Self::texts_mut(blocks)),
                Self::Code { text } => texts.push(BlockText::Code(text)),
                Self::Table { header, rows, .. } => {
                    let cells = header.iter_mut().chain(rows.iter_mut().flatten());
                    texts.extend(cells.map(BlockText::Line));
                }
                Self::Rule => {}
            }
        }
        texts
    }
}

/// The alignment of a column, in the writing direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Align {
    /// At the start edge.
    Start,
    /// In the middle.
    Center,
    /// At the end edge.
    End,
}

/// A bullet with its nested bullets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeItem {
    /// Its text.
    pub content: Inlines,
    /// The nested bullets.
    pub items: Vec<ResumeItem>,
}
