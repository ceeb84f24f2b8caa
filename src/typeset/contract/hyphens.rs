//! Where hyphens may improve the lines of a text that is not justified.
//!
//! Typst weighs each syllable of such a text as an end of a line, and shapes the line up to it, which
//! costs more than everything else about the text; but it hyphenates only where a line would end far
//! before its edge. In most columns none does, and then a template need not hyphenate the text.

use crate::typeset::contract::runs::{Run, Runs, Surrounding};
use crate::typeset::contract::width::Widths;

/// The columns that are considered, in em. Narrower ones always hyphenate, wider ones never.
const NARROWEST: u16 = 20;
const WIDEST: u16 = 72;

/// How much wider and narrower than estimated a column may be, in em.
const DOUBT: f64 = 1.5;

/// What a hyphen costs in ragged text of the shared templates, by Typst's measure.
const HYPHEN: f64 = 20.0 * 135.0;

/// The part of the cost of a hyphen from which on it may be the better choice.
const CAUTION: f64 = 0.7;

/// How far a space stretches without a cost beyond the usual, as a part of its width.
const STRETCH_OF_SPACE: f64 = 0.5;

/// How far a letter stretches, in em.
const STRETCH_OF_LETTER: f64 = 0.012;

/// The range of widths of a column, in em.
pub type Columns = [f64; 2];

/// A piece of a text that stays on one line. Lengths in em.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Piece {
    /// Where it begins in the text on one line.
    start: f64,
    /// Where it ends.
    end: f64,
    /// The letters of the text before its end.
    letters: f64,
    /// The spaces of the text before it.
    spaces: f64,
}

/// The pieces of a text.
#[derive(Debug, Default)]
struct Pieces {
    found: Vec<Piece>,
    width: f64,
    letters: f64,
    spaces: f64,
    /// The width of all spaces.
    blank: f64,
    /// Whether the next letter begins a piece.
    is_between: bool,
}

impl Pieces {
    /// Adds a text on one line.
    fn push(&mut self, width: f64, letters: f64) {
        let (start, spaces) = (self.width, self.spaces);
        self.width += width;
        self.letters += letters;
        match self.found.last_mut() {
            Some(last) if !self.is_between => (last.end, last.letters) = (self.width, self.letters),
            _ => self.found.push(Piece {
                start,
                end: self.width,
                letters: self.letters,
                spaces,
            }),
        }
        self.is_between = false;
    }

    fn push_space(&mut self, width: f64) {
        self.width += width;
        self.blank += width;
        self.spaces += 1.0;
        self.is_between = true;
    }

    /// Adds runs; returns `None` if a width is unknown, or if a line breaks in them.
    fn add(&mut self, runs: &Runs, around: Surrounding, widths: &Widths) -> Option<()> {
        for run in &runs.0 {
            match run {
                Run::Text(text) => {
                    for c in text.chars() {
                        let width = widths.of_character(c, around)?;
                        if c == ' ' {
                            self.push_space(width);
                        } else {
                            self.push(width, 1.0);
                        }
                    }
                }
                Run::Long { pieces } => {
                    for piece in pieces {
                        for c in piece.chars() {
                            self.push(widths.of_character(c, around)?, 1.0);
                        }
                        self.is_between = true;
                    }
                }
                Run::Whole { pieces } => {
                    for c in pieces.iter().flat_map(|piece| piece.chars()) {
                        self.push(widths.of_character(c, around)?, 0.0);
                    }
                }
                Run::Box { content }
                | Run::Ltr { content }
                | Run::Super { content }
                | Run::Sub { content } => {
                    self.push(widths.of_runs(content, around)?, 0.0);
                }
                Run::Strong { content } | Run::StrongEmph { content } => {
                    self.add(content, Surrounding::Strong, widths)?;
                }
                Run::Emph { content } => self.add(content, Surrounding::Emph, widths)?,
                Run::Strike { content } | Run::Link { content, .. } => {
                    self.add(content, around, widths)?;
                }
                // A fraction of a letter.
                Run::Hang { .. } => {}
                Run::Seam
                | Run::Wide
                | Run::Code { .. }
                | Run::Level { .. }
                | Run::Picture { .. }
                | Run::Break => {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Returns the widths of columns in which hyphens may improve the lines.
    fn columns_with_hyphens(&self) -> Vec<Columns> {
        let mut found: Vec<Columns> = Vec::new();
        if self.width + DOUBT > f64::from(NARROWEST) {
            found.push([0.0, f64::from(NARROWEST)]);
        }
        for column in NARROWEST..=WIDEST {
            let column = f64::from(column);
            if column > self.width + DOUBT {
                break;
            }
            if self.gain_from_hyphens(column) {
                let [from, to] = [column - DOUBT, column + DOUBT];
                match found.last_mut() {
                    Some(last) if last[1] >= from => last[1] = to,
                    _ => found.push([from, to]),
                }
            }
        }
        found
    }

    /// Returns whether hyphens may improve the lines in a column of this width: whether lines that
    /// are filled one after the other cost about as much as a hyphen.
    fn gain_from_hyphens(&self, column: f64) -> bool {
        let space = self.blank / self.spaces.max(1.0);
        let most = CAUTION * (1.0 + HYPHEN).powi(2);
        let mut cost = 0.0;
        let mut first = 0;
        while let Some(start) = self.found.get(first) {
            let edge = start.start + column;
            let fitting = self.found[first..].partition_point(|piece| piece.end <= edge);
            let Some(last) = fitting.checked_sub(1) else {
                return true;
            };
            let last = first + last;
            if last + 1 == self.found.len() {
                // Typst may fill the last line, if it is one word or two that stay together.
                return last - first <= 1 && first > 0;
            }
            let end = self.found[last];
            let spaces = end.spaces - start.spaces;
            let letters = end.letters - start.letters;
            let stretch = STRETCH_OF_SPACE * space * spaces + STRETCH_OF_LETTER * letters;
            cost += cost_of_line(edge - end.end, stretch, spaces);
            if cost > most {
                return true;
            }
            first = last + 1;
        }
        false
    }
}

/// Returns the cost of a line that lacks this width, as Typst counts it.
fn cost_of_line(lack: f64, stretch: f64, spaces: f64) -> f64 {
    let ratio = if lack <= stretch {
        lack / stretch.max(f64::MIN_POSITIVE)
    } else {
        1.0 + 2.0 * (lack - stretch) / spaces.max(1.0)
    };
    (1.0 + 100.0 * ratio.powi(3)).powi(2)
}

/// Returns the widths of columns in which hyphens may improve the lines of a text; `None` if that is
/// unknown. `label` is in strong text before it.
pub fn columns_with_hyphens(
    label: Option<&Runs>,
    text: &Runs,
    widths: &Widths,
) -> Option<Vec<Columns>> {
    let mut pieces = Pieces::default();
    if let Some(label) = label {
        pieces.add(label, Surrounding::Strong, widths)?;
        pieces.push_space(widths.of_character(' ', Surrounding::Plain)?);
    }
    pieces.add(text, Surrounding::Plain, widths)?;
    Some(pieces.columns_with_hyphens())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pieces of words of so many letters, each half an em wide.
    fn words(letters: &[u8]) -> Pieces {
        let mut pieces = Pieces::default();
        for word in letters {
            if pieces.width > 0.0 {
                pieces.push_space(0.2);
            }
            for _ in 0..*word {
                pieces.push(0.5, 1.0);
            }
        }
        pieces
    }

    #[test]
    fn words_are_pieces() {
        let pieces = words(&[2, 3]);
        assert_eq!(pieces.found.len(), 2);
        let last = pieces.found[1];
        assert!((last.start - 1.2).abs() < 1e-9 && (last.end - 2.7).abs() < 1e-9);
        assert!((last.letters - 5.0).abs() < 1e-9 && (last.spaces - 1.0).abs() < 1e-9);
    }

    #[test]
    fn text_of_one_line_needs_no_hyphens() {
        assert_eq!(words(&[4; 5]).columns_with_hyphens(), Vec::<Columns>::new());
        // 21.8 em.
        let columns = words(&[4; 10]).columns_with_hyphens();
        let widest = columns.last().map_or(0.0, |[_, to]| *to);
        assert!(widest < 24.0, "{columns:?}");
    }

    #[test]
    fn short_words_need_no_hyphens_in_a_wide_column() {
        // Lines of at most 50 em lack at most 2.2 em.
        let pieces = words(&[4; 42]);
        assert!(!pieces.gain_from_hyphens(50.0));
        assert!(!pieces.gain_from_hyphens(40.0));
    }

    #[test]
    fn long_word_that_moves_to_the_next_line_may_be_broken() {
        // 5 words of 7 em, and one of 12 em.
        let mut letters = vec![14; 5];
        letters.push(24);
        letters.extend([14; 4]);
        let pieces = words(&letters);
        assert!(pieces.gain_from_hyphens(46.0));
        // It ends at 48 em.
        assert!(!pieces.gain_from_hyphens(48.5));
        let columns = pieces.columns_with_hyphens();
        let hyphenates = |width: f64| {
            columns
                .iter()
                .any(|[from, to]| *from <= width && width <= *to)
        };
        assert!(hyphenates(46.0) && hyphenates(10.0), "{columns:?}");
    }

    #[test]
    fn last_line_of_one_word_may_be_another_with_hyphens() {
        // Twelve words end at 51.4 em, thirteen at 55.7 em.
        let pieces = words(&[8; 13]);
        assert!(pieces.gain_from_hyphens(52.0));
        assert!(!pieces.gain_from_hyphens(56.0));
    }

    #[test]
    fn word_wider_than_the_column_is_broken() {
        assert!(words(&[60, 4, 4]).gain_from_hyphens(25.0));
    }
}
