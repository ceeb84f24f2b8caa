//! Predicts how long a CV is at another density, from the lines of its pages: which texts wrap, and
//! how much of the height is gaps.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::typeset::document::Typeset;
use crate::typeset::extent::text_area;
use crate::typeset::review::has_words;
use crate::typeset::text_runs::TextRun;

/// The distance at which two pieces of a line belong to different texts, relative to their size; a
/// wide space between words is half an em.
const APART: f64 = 0.6;

/// The difference of two positions that count as one, in pt.
const SAME: f64 = 0.3;

/// The part of a column that a line before the last of a text has at least.
const FULL_LINE: f64 = 0.85;

/// The part of a column that lines are filled to on average, as words do not fit exactly.
const AVERAGE_LINE: f64 = 0.97;

/// The width of a column relative to its longest line.
const BEYOND_LINES: f64 = 1.01;

/// The number of lines from which on the longest one tells where their column ends.
const SEVERAL: usize = 6;

/// The least width of a column of texts, relative to their size.
const LEAST_COLUMN: f64 = 20.0;

/// What another density changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// The factor on the text size and its leading.
    pub size: f64,
    /// The factor on the gaps.
    pub gaps: f64,
    /// The growth of the width of the text, in pt.
    pub width: f64,
    /// The growth of the height of a page's text area, in pt.
    pub height: f64,
}

/// The lines of a CV at one density. Lengths in pt.
#[derive(Debug)]
pub struct PageLines {
    texts: Vec<WrappedText>,
    /// The distance of two baselines in a text.
    line: f64,
    /// The height of all lines, without the gaps between them.
    lines: f64,
    /// The height of everything else, which is mostly gaps.
    gaps: f64,
    /// The height of the text area of a page.
    height: f64,
}

/// A text that is in one column.
#[derive(Debug, Clone, Copy, PartialEq)]
struct WrappedText {
    /// Its width in one line.
    width: f64,
    /// The width of its column.
    column: f64,
    /// The number of its lines.
    lines: f64,
}

/// A piece of a line without wide spaces.
#[derive(Debug, Clone, Copy)]
struct Piece {
    page: usize,
    y: f64,
    start: f64,
    end: f64,
    size: f64,
    /// Whether it is a mark without words, such as that of a bullet.
    is_mark: bool,
}

impl PageLines {
    /// Reads the lines of typeset pages. Returns `None` if the template does not report where its
    /// text area is, or where the text ends.
    pub fn new(typeset: &Typeset, runs: &[TextRun]) -> Option<Self> {
        let (top, bottom) = text_area(&typeset.document)?;
        let used = used_height(typeset, bottom - top)?;
        let pieces = in_reading_direction(pieces(runs, top, bottom));
        let line = usual_distance(&pieces)?;
        let lines = height_of_lines(&pieces, line);
        Some(Self {
            texts: texts(&pieces, line),
            line,
            lines: lines.min(used),
            gaps: (used - lines).max(0.0),
            height: bottom - top,
        })
    }

    /// Returns the expected length in pages.
    pub fn length(&self, change: Change) -> f64 {
        let more: f64 = self
            .texts
            .iter()
            .map(|text| text.lines_after(change) - text.lines)
            .sum();
        let lines = self.lines + more * self.line;
        change.size * (lines + self.gaps * change.gaps) / (self.height + change.height)
    }
}

impl WrappedText {
    /// Returns the number of its lines. That of one line wraps when it exceeds its column; that of
    /// several grows evenly, for its last line may end anywhere.
    fn lines_after(self, change: Change) -> f64 {
        let column = (self.column + change.width).max(1.0);
        let width = self.width * change.size;
        if self.lines < 1.5 {
            return if width > column { 2.0 } else { 1.0 };
        }
        let ratio = (width / column) / (self.width / self.column);
        // The last line, whose length counts less, is half of one on average.
        let filled = self.width / (self.column * AVERAGE_LINE);
        (self.lines + filled * (ratio - 1.0)).max(1.0)
    }
}

/// Returns the height of the content on all pages.
fn used_height(typeset: &Typeset, height: f64) -> Option<f64> {
    typeset.extent.fill?;
    Some(typeset.extent.length() * height)
}

/// Returns the pieces of all lines between the margins, in the order of the pages' frames.
fn pieces(runs: &[TextRun], top: f64, bottom: f64) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for run in runs {
        if run.y <= top || run.y > bottom || run.text.trim().is_empty() {
            continue;
        }
        let piece = Piece {
            page: run.page,
            y: run.y,
            start: run.x,
            end: run.end,
            size: run.size,
            is_mark: !has_words(run),
        };
        match pieces.last_mut() {
            Some(last) if last.continues(piece) => {
                last.start = last.start.min(piece.start);
                last.end = last.end.max(piece.end);
            }
            _ => pieces.push(piece),
        }
    }
    pieces
}

impl Piece {
    /// Returns whether the next run is a part of it, on either side.
    fn continues(&self, next: Self) -> bool {
        let between = (next.start - self.end).max(self.start - next.end);
        // Superscripts and subscripts belong to their line.
        !self.is_mark
            && self.page == next.page
            && (self.y - next.y).abs() < 0.5 * self.size
            && between < APART * self.size
    }
}

/// Returns the pieces, mirrored if more lines are aligned at their ends than at their starts, as
/// they are from right to left.
fn in_reading_direction(mut pieces: Vec<Piece>) -> Vec<Piece> {
    let aligned = |edge: fn(&Piece) -> f64| {
        let pairs = pieces.windows(2);
        pairs
            .filter(|pair| (edge(&pair[0]) - edge(&pair[1])).abs() < SAME)
            .count()
    };
    if aligned(|piece| piece.end) > aligned(|piece| piece.start) {
        for piece in &mut pieces {
            (piece.start, piece.end) = (-piece.end, -piece.start);
        }
    }
    pieces
}

/// Returns the most frequent distance between the baselines of two pieces, one after the other and
/// at the same edge.
fn usual_distance(pieces: &[Piece]) -> Option<f64> {
    let mut distances: Vec<f64> = pieces
        .windows(2)
        .filter(|pair| pair[0].page == pair[1].page && are_aligned(pair[0], pair[1]))
        .map(|pair| pair[1].y - pair[0].y)
        .filter(|distance| *distance > 4.0)
        .collect();
    distances.sort_by(f64::total_cmp);
    let mut best: Option<(usize, f64)> = None;
    for same in distances.chunk_by(|one, other| other - one < 0.02) {
        if best.is_none_or(|(count, _)| same.len() > count) {
            best = Some((same.len(), same[0]));
        }
    }
    best.map(|(_, distance)| distance)
}

/// Returns whether two pieces start at the same edge.
fn are_aligned(one: Piece, other: Piece) -> bool {
    (one.start - other.start).abs() < SAME
}

/// Returns the height of all lines: of those that are closer than a line, only the distance counts.
fn height_of_lines(pieces: &[Piece], line: f64) -> f64 {
    let mut baselines: Vec<(usize, f64)> =
        pieces.iter().map(|piece| (piece.page, piece.y)).collect();
    baselines.sort_by(|one, other| match one.0.cmp(&other.0) {
        Ordering::Equal => one.1.total_cmp(&other.1),
        order => order,
    });
    let mut height = 0.0;
    let mut last: Option<(usize, f64)> = None;
    for (page, y) in baselines {
        height += match last {
            Some((same, before)) if same == page => (y - before).min(line),
            _ => line,
        };
        last = Some((page, y));
    }
    height
}

/// Returns the texts that the pieces are lines of. A piece at the same edge, one line below a full
/// one, is its next line.
fn texts(pieces: &[Piece], line: f64) -> Vec<WrappedText> {
    let columns = Columns::new(pieces);
    let mut texts: Vec<WrappedText> = Vec::new();
    let mut last: Option<Piece> = None;
    for piece in pieces.iter().filter(|piece| !piece.is_mark) {
        let width = piece.end - piece.start;
        let is_next = last.is_some_and(|last| {
            let is_below = last.page != piece.page || (piece.y - last.y - line).abs() < SAME;
            let is_full = last.end - last.start > FULL_LINE * columns.width(last);
            is_below && is_full && are_aligned(last, *piece)
        });
        match texts.last_mut().filter(|_| is_next) {
            Some(text) => {
                text.width += width;
                text.lines += 1.0;
            }
            None => texts.push(WrappedText {
                width,
                column: columns.width(*piece).max(1.0),
                lines: 1.0,
            }),
        }
        last = Some(*piece);
    }
    texts
}

/// The ends of the columns of the pages.
struct Columns {
    /// The end of the longest line from each start of several lines, in whole points.
    ends: BTreeMap<i64, f64>,
    /// The end of the longest of all lines.
    end: f64,
}

impl Columns {
    fn new(pieces: &[Piece]) -> Self {
        let mut found: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
        for piece in pieces.iter().filter(|piece| !piece.is_mark) {
            found.entry(place(piece.start)).or_default().push(piece.end);
        }
        let longest = |ends: &[f64]| ends.iter().copied().fold(f64::MIN, f64::max);
        let several = found.iter().filter(|(_, ends)| ends.len() >= SEVERAL);
        Self {
            ends: several
                .map(|(start, ends)| (*start, longest(ends)))
                .collect(),
            end: pieces
                .iter()
                .map(|piece| piece.end)
                .fold(f64::MIN, f64::max),
        }
    }

    /// Returns the width of the column that a line is in. Lines end before the edge of their column,
    /// as words do not fit exactly.
    fn width(&self, piece: Piece) -> f64 {
        let end = self.ends.get(&place(piece.start)).unwrap_or(&self.end);
        let width = (end - piece.start) * BEYOND_LINES;
        // Dates and labels have lines of similar lengths, which do not tell how wide their column
        // is.
        if width < LEAST_COLUMN * piece.size {
            f64::MAX
        } else {
            width
        }
    }
}

/// Returns a position in points, as a key.
#[expect(clippy::cast_possible_truncation, reason = "a page has fewer points")]
fn place(position: f64) -> i64 {
    position.round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unchanged() -> Change {
        Change {
            size: 1.0,
            gaps: 1.0,
            width: 0.0,
            height: 0.0,
        }
    }

    fn page(texts: Vec<WrappedText>) -> PageLines {
        PageLines {
            texts,
            line: 12.0,
            lines: 360.0,
            gaps: 60.0,
            height: 700.0,
        }
    }

    #[test]
    fn gaps_and_lines_grow_by_their_factors() {
        let page = page(Vec::new());
        let close = |change, expected: f64| {
            let length = page.length(change);
            assert!((length - expected).abs() < 1e-9, "{length}, not {expected}");
        };
        close(unchanged(), 0.6);
        close(
            Change {
                gaps: 2.0,
                ..unchanged()
            },
            480.0 / 700.0,
        );
        close(
            Change {
                size: 1.1,
                ..unchanged()
            },
            462.0 / 700.0,
        );
        close(
            Change {
                height: -100.0,
                ..unchanged()
            },
            0.7,
        );
    }

    #[test]
    fn line_wraps_when_it_exceeds_its_column() {
        let text = WrappedText {
            width: 400.0,
            column: 420.0,
            lines: 1.0,
        };
        let page = page(vec![text]);
        let narrower = |width| Change {
            width,
            ..unchanged()
        };
        assert!((page.length(narrower(-10.0)) - 0.6).abs() < 1e-9);
        assert!((page.length(narrower(-30.0)) - 432.0 / 700.0).abs() < 1e-9);
    }

    #[test]
    fn longer_text_grows_evenly() {
        let text = WrappedText {
            width: 970.0,
            column: 100.0,
            lines: 10.0,
        };
        let page = page(vec![text]);
        let larger = Change {
            size: 1.05,
            ..unchanged()
        };
        // Ten lines become ten and a half.
        let expected = 1.05 * (366.0 + 60.0) / 700.0;
        assert!((page.length(larger) - expected).abs() < 1e-9);
    }
}
