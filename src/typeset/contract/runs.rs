//! Runs of text that need no further decision by a template: quantities are kept together, long
//! words can break, and emphasis is resolved against the style around it.

use serde::ser::{Serialize, SerializeSeq, Serializer};

use crate::content::resume::{Direction, Inline, Separators};
use crate::typeset::contract::script::{has_ltr_edge, has_rtl_letters, is_ideograph, is_upright};
use crate::typeset::contract::words::{self, Piece};

const NO_BREAK_SPACE: char = '\u{a0}';
const WIDE_SPACE: char = '\u{3000}';

/// The most characters of a text that keeps its place.
const IN_PLACE: usize = 40;

/// A run of text, or text with a property.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Run {
    /// Strong emphasis.
    Strong {
        /// The emphasized text.
        content: Runs,
    },
    /// Emphasis.
    Emph {
        /// The emphasized text.
        content: Runs,
    },
    /// Both at once, which is not bold italic.
    StrongEmph {
        /// The emphasized text.
        content: Runs,
    },
    /// Struck-out text.
    Strike {
        /// The struck-out text.
        content: Runs,
    },
    /// Superscript.
    Super {
        /// The raised text.
        content: Runs,
    },
    /// Subscript.
    Sub {
        /// The lowered text.
        content: Runs,
    },
    /// Text that stays on one line.
    Box {
        /// The unbroken text.
        content: Runs,
    },
    /// Words that stay on one line, in the line of text around them.
    Whole {
        /// Its pieces; a line could otherwise break between them.
        pieces: Vec<String>,
    },
    /// Text from left to right that stays on one line, in a document from right to left.
    Ltr {
        /// The unbroken text.
        content: Runs,
    },
    /// A link.
    Link {
        /// The target.
        url: String,
        /// The linked text.
        content: Runs,
    },
    /// A level out of several.
    Level {
        /// The level, from 1.
        level: u8,
        /// The number of levels.
        levels: u8,
        /// The same in words.
        content: Runs,
    },
    /// A picture, followed by its text.
    Picture {
        /// The path.
        path: String,
        /// What it shows.
        content: Runs,
    },
    /// A code span.
    Code {
        /// Its pieces; a line may break between them.
        pieces: Vec<String>,
    },
    /// A word that may break between its pieces.
    Long {
        /// Its pieces.
        pieces: Vec<String>,
    },
    /// A shift toward the margin: a quotation mark at the start of a text hangs, so that its first
    /// letter is at the edge.
    Hang {
        /// The distance, in thousandths of an em.
        thousandths: u16,
    },
    /// The space between a Han character and a number.
    Seam,
    /// A space as wide as a Han character.
    Wide,
    /// A line break.
    Break,
    /// Plain text, serialized as a string.
    #[serde(untagged)]
    Text(String),
}

impl Run {
    /// Returns the runs inside; `None` for text, code, spaces and breaks.
    pub fn content(&self) -> Option<&Runs> {
        match self {
            Self::Strong { content }
            | Self::Emph { content }
            | Self::StrongEmph { content }
            | Self::Strike { content }
            | Self::Super { content }
            | Self::Sub { content }
            | Self::Box { content }
            | Self::Ltr { content }
            | Self::Link { content, .. }
            | Self::Level { content, .. }
            | Self::Picture { content, .. } => Some(content),
            Self::Text(_)
            | Self::Code { .. }
            | Self::Long { .. }
            | Self::Whole { .. }
            | Self::Hang { .. }
            | Self::Seam
            | Self::Wide
            | Self::Break => None,
        }
    }
}

/// A sequence of runs, serialized as a string if it is plain text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Runs(pub Vec<Run>);

impl Runs {
    /// Returns plain text as one run.
    pub fn text(text: impl Into<String>) -> Self {
        let mut runs = Self::default();
        runs.push_text(text.into());
        runs
    }

    /// Appends plain text. Words with no-break spaces between them stay on one line, and wide spaces are
    /// runs: most fonts have no glyph for them.
    pub fn push_text(&mut self, text: impl AsRef<str>) {
        for part in text.as_ref().split_inclusive(WIDE_SPACE) {
            let words = part.strip_suffix(WIDE_SPACE);
            self.push_words(words.unwrap_or(part));
            self.0.extend(words.map(|_| Run::Wide));
        }
    }

    fn push_words(&mut self, mut rest: &str) {
        while let Some(at) = rest.find(NO_BREAK_SPACE) {
            let start = rest[..at].rfind(' ').map_or(0, |space| space + 1);
            let end = rest[at..].find(' ').map_or(rest.len(), |space| at + space);
            self.push_plain(&rest[..start]);
            let words = rest[start..end].split_inclusive(NO_BREAK_SPACE);
            let mut pieces: Vec<String> = words
                .map(|word| word.replace(NO_BREAK_SPACE, " "))
                .collect();
            // No line breaks after a space at the end, either.
            if rest[..end].ends_with(NO_BREAK_SPACE) {
                pieces.push(String::new());
            }
            self.push(Run::Whole { pieces });
            rest = &rest[end..];
        }
        self.push_plain(rest);
    }

    fn push_plain(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Run::Text(last)) = self.0.last_mut() {
            last.push_str(text);
        } else {
            self.0.push(Run::Text(text.to_owned()));
        }
    }

    /// Appends a run.
    pub fn push(&mut self, run: Run) {
        match run {
            Run::Text(text) => self.push_text(text),
            run => self.0.push(run),
        }
    }

    /// Appends the runs of another sequence.
    pub fn append(&mut self, other: Self) {
        for run in other.0 {
            self.push(run);
        }
    }

    /// Encloses the runs in a box.
    pub fn boxed(self) -> Self {
        Self(vec![Run::Box { content: self }])
    }

    /// Encloses the runs in a link, if there is a target.
    pub fn linked(self, url: Option<&str>) -> Self {
        match url {
            Some(url) => Self(vec![Run::Link {
                url: url.to_owned(),
                content: self,
            }]),
            None => self,
        }
    }
}

impl Serialize for Runs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [] => serializer.serialize_str(""),
            [Run::Text(text)] => serializer.serialize_str(text),
            runs => {
                let mut sequence = serializer.serialize_seq(Some(runs.len()))?;
                for run in runs {
                    sequence.serialize_element(run)?;
                }
                sequence.end()
            }
        }
    }
}

/// The emphasis of the text around some runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surrounding {
    /// None.
    Plain,
    /// Strong emphasis.
    Strong,
    /// Emphasis.
    Emph,
}

/// Prepares a text of one paragraph.
pub fn ready(inlines: &[Inline], around: Surrounding) -> Runs {
    let mut runs = Runs::default();
    for (index, inline) in inlines.iter().enumerate() {
        if index > 0 && has_seam(&inlines[index - 1], inline) {
            runs.push(Run::Seam);
        }
        add(&mut runs, inline, around);
    }
    runs
}

/// Prepares plain text, in which only words and quantities matter.
pub fn ready_text(text: &str) -> Runs {
    let mut runs = Runs::default();
    add_text(&mut runs, text);
    runs
}

/// Keeps a short text from exchanging its place with a number or a word beside it: words from right to
/// left on a page from left to right, and on one from right to left a text with a number or a Latin
/// word at its edge.
pub fn kept_in_place(text: &str, runs: Runs, direction: Direction) -> Runs {
    let can_move = has_rtl_letters(text) && (direction == Direction::Ltr || has_ltr_edge(text));
    if can_move && text.chars().count() <= IN_PLACE {
        runs.boxed()
    } else {
        runs
    }
}

/// Returns a text that stays on one line. Word joiners do not divide the line for programs that read
/// it, as a box would. They could divide the syllables of some scripts, and do not prevent the breaks
/// of addresses that Typst recognizes.
pub fn whole(text: &str) -> Run {
    let text = text.replace(NO_BREAK_SPACE, " ");
    if text.chars().any(is_upright) || text.contains("www.") || text.contains("://") {
        return Run::Box {
            content: Runs::text(text),
        };
    }
    let pieces = text.split_inclusive(is_breaking).map(str::to_owned);
    Run::Whole {
        pieces: pieces.collect(),
    }
}

/// Returns whether a line may break after a character.
fn is_breaking(c: char) -> bool {
    !c.is_alphanumeric()
}

fn add_text(runs: &mut Runs, text: &str) {
    for piece in words::divided(text) {
        match piece {
            Piece::Text(text) => runs.push_text(text),
            Piece::Quantity(text) => runs.push(whole(text)),
            Piece::Seam => runs.push(Run::Seam),
            Piece::LongWord(pieces) => {
                let pieces = pieces.into_iter().map(str::to_owned).collect();
                add_pieces(runs, pieces, |pieces| Run::Long { pieces });
            }
        }
    }
}

/// Adds the pieces of a long word. A line breaks beside a box, but not at each space beside a sign.
fn add_pieces(runs: &mut Runs, pieces: Vec<String>, run: fn(Vec<String>) -> Run) {
    let mut together = Vec::new();
    for piece in pieces {
        if !words::is_glued(&piece) {
            together.push(piece);
            continue;
        }
        if !together.is_empty() {
            runs.push(run(std::mem::take(&mut together)));
        }
        runs.push(Run::Box {
            content: Runs(vec![run(vec![piece])]),
        });
    }
    if !together.is_empty() {
        runs.push(run(together));
    }
}

fn add(runs: &mut Runs, inline: &Inline, around: Surrounding) {
    match inline {
        Inline::Text(text) => add_text(runs, text),
        Inline::Strong { content } => {
            let content = ready(content, Surrounding::Strong);
            match around {
                Surrounding::Strong => runs.append(content),
                // Emphasis within emphasis is upright again.
                Surrounding::Emph => runs.push(Run::StrongEmph {
                    content: Runs(vec![Run::Emph { content }]),
                }),
                Surrounding::Plain => runs.push(Run::Strong { content }),
            }
        }
        Inline::Emph { content } => runs.push(match around {
            Surrounding::Strong => Run::StrongEmph {
                content: ready(content, Surrounding::Strong),
            },
            Surrounding::Emph => Run::Emph {
                content: ready(content, Surrounding::Plain),
            },
            Surrounding::Plain => Run::Emph {
                content: ready(content, Surrounding::Emph),
            },
        }),
        Inline::Strike { content } => runs.push(Run::Strike {
            content: ready(content, around),
        }),
        Inline::Super { content } => runs.push(Run::Super {
            content: ready(content, around),
        }),
        Inline::Sub { content } => runs.push(Run::Sub {
            content: ready(content, around),
        }),
        Inline::Link { url, content } => runs.push(Run::Link {
            url: url.clone(),
            content: ready(content, around),
        }),
        Inline::Level {
            level,
            levels,
            content,
        } => runs.push(Run::Level {
            level: *level,
            levels: *levels,
            content: Runs(vec![whole(&crate::content::plain(content))]),
        }),
        Inline::Picture { path, content } => runs.push(Run::Picture {
            path: path.clone(),
            content: ready(content, around),
        }),
        Inline::Code { text } => {
            add_pieces(runs, words::code_pieces(text), |pieces| Run::Code {
                pieces,
            });
        }
        Inline::Break => runs.push(Run::Break),
    }
}

/// Returns whether a Han character and a quantity meet between two elements. Typst adds the space
/// between them itself, but not at the box of a quantity.
fn has_seam(one: &Inline, other: &Inline) -> bool {
    let (before, after) = (plain(one), plain(other));
    let (last, first) = (before.chars().next_back(), after.chars().next());
    (last.is_some_and(is_ideograph) && words::starts_with_quantity(&after))
        || (first.is_some_and(is_ideograph) && words::ends_with_quantity(&before))
}

fn plain(inline: &Inline) -> String {
    crate::content::plain(std::slice::from_ref(inline))
}

/// Returns whether a text contains emphasis, whose look depends on the text around it.
pub fn has_emphasis(inlines: &[Inline]) -> bool {
    let is_emphasis = |inline: &_| matches!(inline, Inline::Strong { .. } | Inline::Emph { .. });
    Inline::any(inlines, &is_emphasis)
}

/// Encloses text in the parentheses of the language.
pub fn parenthesized(separators: &Separators, runs: Runs) -> Runs {
    let mut text = Runs::text(&separators.open);
    text.append(runs);
    text.push_text(&separators.close);
    text
}

/// Returns the text of runs.
pub fn text_of(runs: &Runs) -> String {
    let mut text = String::new();
    for run in &runs.0 {
        match run {
            Run::Text(part) => text.push_str(part),
            Run::Code { pieces } | Run::Long { pieces } | Run::Whole { pieces } => {
                text.extend(pieces.iter().cloned());
            }
            Run::Break => text.push(' '),
            Run::Wide => text.push(WIDE_SPACE),
            Run::Seam | Run::Hang { .. } => {}
            _ => text.extend(run.content().map(text_of)),
        }
    }
    text
}
