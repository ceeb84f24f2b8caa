//! Puts the glyphs of complex scripts in an order in which every program reads them.
//!
//! Typst has the glyphs of a run from left to right, and one text for all the glyphs of a letter with
//! its marks. Programs that read PDFs take the glyphs as they come, one text for each. So the glyphs
//! of right-to-left runs come in the order in which they are read, each placed where it was; and a
//! mark that has no glyph of its own, or that is drawn in several, gets one that draws nothing. A font that
//! is not TrueType gets none: there, the text of a letter is decomposed if each of its glyphs then has a
//! character.

use std::collections::BTreeSet;
use std::ops::Range;

use typst::layout::{Abs, Dir, Em, Frame, FrameItem, Point};
use typst::model::Document;
use typst::text::{Glyph, TextItem};
use typst_layout::PagedDocument;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::export::readable::with_pages;
use crate::pdf::is_joiner;
use crate::profile::is_right_to_left;

/// The distance of a mark from the letter before it in a right-to-left run: programs that order
/// letters by their position read it behind the letter.
const MARK_DISTANCE: f64 = 0.005;

/// The mark that is a letter from right to left, but for having no glyph.
const RIGHT_TO_LEFT_MARK: char = '\u{200f}';

/// The largest distance of words in pt that were shaped together.
const ADJACENT: f64 = 0.01;

/// Returns a document whose glyphs are in order; `None` if they all were.
pub fn in_logical_order(document: &PagedDocument) -> Option<PagedDocument> {
    let is_rtl = is_from_right_to_left(document);
    let mut changed = false;
    let reordered = with_pages(document, |frame| changed |= reorder(frame, is_rtl));
    changed.then_some(reordered)
}

/// Returns whether the lines of a document go from right to left.
pub fn is_from_right_to_left(document: &PagedDocument) -> bool {
    let locale = document.info().locale.custom();
    locale.is_some_and(|locale| locale.lang.dir() == Dir::RTL)
}

/// Returns whether the glyphs of a frame have changed.
fn reorder(frame: &mut Frame, is_rtl: bool) -> bool {
    // Frames are shared until they change.
    if !needs_reordering(frame) {
        return false;
    }
    let mut runs = runs(frame, is_rtl).into_iter();
    let items: Vec<(Point, FrameItem)> = frame.items().cloned().collect();
    frame.clear();
    for (position, mut item) in items {
        match &mut item {
            FrameItem::Group(group) => {
                reorder(&mut group.frame, is_rtl);
                frame.push(position, item);
            }
            FrameItem::Text(_) => {
                if let Some(run) = runs.next().flatten() {
                    frame.push(run.position, FrameItem::Text(run.item));
                }
            }
            _ => frame.push(position, item),
        }
    }
    true
}

fn needs_reordering(frame: &Frame) -> bool {
    let mut before = None;
    frame.items().any(|(_, item)| match item {
        FrameItem::Group(group) => needs_reordering(&group.frame),
        FrameItem::Text(text) => {
            let is_split = before.is_some_and(|before| shares_cluster(before, text));
            before = Some(text);
            is_split || is_complex(text)
        }
        _ => false,
    })
}

/// A run of text, and where it is drawn.
struct Run {
    position: Point,
    item: TextItem,
}

/// Returns a run for each of a frame, in order; `None` for those that became part of another.
fn runs(frame: &Frame, is_rtl: bool) -> Vec<Option<Run>> {
    let mut runs: Vec<Option<Run>> = Vec::new();
    // The runs after which something other than a run follows.
    let mut ends: BTreeSet<usize> = BTreeSet::new();
    for (position, item) in frame.items() {
        match item {
            FrameItem::Text(text) => {
                let run = Run {
                    position: *position,
                    item: text.clone(),
                };
                let before = runs.iter_mut().rev().flatten().next();
                match before.filter(|before| before.shares_letter(&run)) {
                    Some(before) => {
                        before.join(run);
                        runs.push(None);
                    }
                    None => runs.push(Some(run)),
                }
            }
            // What is drawn below or behind a word.
            FrameItem::Shape(..) => {}
            _ => {
                ends.extend(runs.len().checked_sub(1));
            }
        }
    }
    for series in series(&runs, &ends) {
        reverse(&mut runs, &series, is_rtl);
    }
    let runs = runs.into_iter();
    runs.map(|run| run.map(Run::in_order)).collect()
}

/// Returns the series of runs that were shaped together and have no left-to-right letters.
fn series(runs: &[Option<Run>], ends: &BTreeSet<usize>) -> Vec<Vec<usize>> {
    let mut series: Vec<Vec<usize>> = Vec::new();
    let mut before: Option<&Run> = None;
    for (index, run) in runs.iter().enumerate() {
        if let Some(run) = run {
            let continues = before.is_some_and(|before| before.touches(run));
            before = Some(run).filter(|run| !is_left_to_right(&run.item));
            match series.last_mut() {
                _ if before.is_none() => {}
                Some(last) if continues => last.push(index),
                _ => series.push(vec![index]),
            }
        }
        if ends.contains(&index) {
            before = None;
        }
    }
    series
}

/// Reverses runs of a right-to-left text, which Typst has from left to right.
fn reverse(runs: &mut [Option<Run>], part: &[usize], is_rtl: bool) {
    let has_letters = |at: &usize| {
        let run = runs[*at].as_ref();
        run.is_some_and(|run| run.item.text.contains(is_right_to_left))
    };
    let ends = part
        .iter()
        .position(has_letters)
        .zip(part.iter().rposition(has_letters));
    let Some((first, last)) = ends else {
        return;
    };
    // Signs at the ends have the direction of the page.
    let part = if is_rtl { part } else { &part[first..=last] };
    for (left, right) in part.iter().zip(part.iter().rev()).take(part.len() / 2) {
        runs.swap(*left, *right);
    }
}

impl Run {
    /// Returns whether a run begins where this one ends.
    fn touches(&self, next: &Self) -> bool {
        let up = (next.position.y - self.position.y).abs();
        self.distance(next) < ADJACENT && up.to_pt() < ADJACENT
    }

    /// Returns whether a run continues the letter that this one ends with: Typst has marks that are
    /// moved up or down in runs of their own.
    fn shares_letter(&self, next: &Self) -> bool {
        self.distance(next) < ADJACENT && shares_cluster(&self.item, &next.item)
    }

    fn distance(&self, next: &Self) -> f64 {
        let end = self.position.x + self.item.width();
        (next.position.x - end).abs().to_pt()
    }

    /// Appends a run that has glyphs of the same letter.
    fn join(&mut self, mut next: Self) {
        // The text is where most of it is.
        let y = if next.item.width() > self.item.width() {
            next.position.y
        } else {
            self.position.y
        };
        self.lower_to(y);
        next.lower_to(y);
        let (Some(last), Some(first)) = (self.item.glyphs.last(), next.item.glyphs.first()) else {
            return;
        };
        let (last, first) = (last.range(), first.range());
        // In a right-to-left run, the text on the right comes first.
        let (text, own, others) = if is_rtl_run(&self.item) {
            let text = [&next.item.text, &self.item.text[last.end..]].concat();
            (text, first.start, 0)
        } else {
            let text = [&self.item.text[..last.start], &next.item.text].concat();
            (text, 0, last.start)
        };
        shift(&mut self.item.glyphs, own);
        shift(&mut next.item.glyphs, others);
        self.item.text = text.into();
        self.item.glyphs.append(&mut next.item.glyphs);
    }

    /// Returns the run with its glyphs in order. It begins at the first of them: PDF 1.4 has no
    /// distance of a glyph from the one before above 32,767 thousandths of the size.
    fn in_order(mut self) -> Self {
        if is_complex(&self.item) {
            reorder_glyphs(&mut self.item);
            let first = self.item.glyphs.first();
            let first = first.map_or(Em::zero(), |glyph| glyph.x_offset);
            self.position.x += first.at(self.item.size);
            for glyph in &mut self.item.glyphs {
                glyph.x_offset -= first;
            }
        }
        self
    }

    /// Draws the run where it is from another height.
    fn lower_to(&mut self, y: Abs) {
        let down = Em::from_abs(self.position.y - y, self.item.size);
        for glyph in &mut self.item.glyphs {
            glyph.y_offset -= down;
        }
        self.position.y = y;
    }
}

/// Moves the texts of glyphs back.
fn shift(glyphs: &mut [Glyph], bytes: usize) {
    let bytes = u16::try_from(bytes).unwrap_or(u16::MAX);
    for glyph in glyphs {
        let Range { start, end } = glyph.range;
        glyph.range = start.saturating_add(bytes)..end.saturating_add(bytes);
    }
}

/// Returns whether the last glyph of a run and the first of the next belong to the same letter.
fn shares_cluster(before: &TextItem, after: &TextItem) -> bool {
    let (Some(last), Some(first)) = (before.glyphs.last(), after.glyphs.first()) else {
        return false;
    };
    // Only a letter with marks is drawn in several runs: equal letters beside each other are two.
    let cluster = before.text.get(last.range()).unwrap_or_default();
    cluster.chars().count() > 1
        && last.span == first.span
        && before.font == after.font
        && before.size == after.size
        && before.fill == after.fill
        && after.text.get(first.range()) == Some(cluster)
}

/// Returns whether a character is a mark that letters of Latin, Greek or Cyrillic have.
fn is_diacritic(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

fn is_rtl_run(item: &TextItem) -> bool {
    item.text.contains(is_right_to_left)
}

/// Returns whether a run has letters or digits that are read from left to right.
fn is_left_to_right(item: &TextItem) -> bool {
    let mut characters = item.text.chars();
    characters.any(|c| c.is_alphanumeric() && !is_right_to_left(c))
}

/// Returns whether a run goes to the left, or has letters with marks, or drawn in several glyphs.
fn is_complex(item: &TextItem) -> bool {
    let mut pairs = item.glyphs.windows(2);
    item.text.contains(|c| is_combining_mark(c) || is_joiner(c))
        || pairs.any(|pair| pair[1].range.start <= pair[0].range.start)
}

/// The glyphs of a letter with its marks, in the order of their positions.
struct Cluster {
    range: Range<usize>,
    glyphs: Vec<Glyph>,
    /// Where each glyph is drawn.
    positions: Vec<Em>,
    start: Em,
    advance: Em,
}

impl Cluster {
    /// Returns the glyph of the letter, which is the widest.
    fn letter(&self) -> &Glyph {
        let others = self.glyphs.iter().skip(1);
        others.fold(&self.glyphs[0], |widest, glyph| {
            if glyph.x_advance > widest.x_advance {
                glyph
            } else {
                widest
            }
        })
    }
}

fn clusters(item: &TextItem) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut cursor = Em::zero();
    for glyph in &item.glyphs {
        let position = cursor + glyph.x_offset;
        match clusters.last_mut() {
            Some(last) if last.range == glyph.range() => {
                last.glyphs.push(glyph.clone());
                last.positions.push(position);
                last.advance += glyph.x_advance;
            }
            _ => clusters.push(Cluster {
                range: glyph.range(),
                glyphs: vec![glyph.clone()],
                positions: vec![position],
                start: cursor,
                advance: glyph.x_advance,
            }),
        }
        cursor += glyph.x_advance;
    }
    clusters
}

/// Decomposes the letters with marks whose glyphs are as many as their characters then are.
fn decompose(item: &mut TextItem, clusters: &mut [Cluster]) {
    let mut text = String::with_capacity(item.text.len());
    let mut end = 0;
    for cluster in clusters {
        let Range { start, end: next } = cluster.range;
        text.push_str(&item.text[end..start]);
        let own = &item.text[start..next];
        let start = text.len();
        let decomposed: String = own.nfd().collect();
        if own.contains(is_diacritic) && decomposed.chars().count() == cluster.glyphs.len() {
            text.push_str(&decomposed);
        } else {
            text.push_str(own);
        }
        cluster.range = start..text.len();
        end = next;
    }
    text.push_str(&item.text[end..]);
    item.text = text.into();
}

/// Reorders the glyphs of a run.
fn reorder_glyphs(item: &mut TextItem) {
    let mut clusters = clusters(item);
    let is_rtl = clusters
        .windows(2)
        .any(|pair| pair[1].range.start < pair[0].range.start)
        || item
            .text
            .contains(|c| is_right_to_left(c) || c == RIGHT_TO_LEFT_MARK);
    if is_rtl {
        clusters.sort_by_key(|cluster| cluster.range.start);
    }
    let has_outlines = item.font.ttf().tables().glyf.is_some();
    let blank = item.font.ttf().glyph_index(' ').filter(|_| has_outlines);
    let are_apart = clusters
        .windows(2)
        .all(|pair| pair[0].range.end <= pair[1].range.start);
    if blank.is_none() && !is_rtl && are_apart {
        decompose(item, &mut clusters);
    }
    let mut line = Line {
        text: item.text.as_str(),
        blank: blank.map(|glyph| glyph.0),
        cursor: Em::zero(),
        glyphs: Vec::with_capacity(item.glyphs.len()),
    };
    for cluster in clusters {
        if is_rtl {
            line.push_right_to_left(cluster);
        } else {
            line.push_left_to_right(cluster);
        }
    }
    item.glyphs = line.glyphs;
}

/// The glyphs of a run in their new order.
struct Line<'a> {
    text: &'a str,
    /// A glyph that draws nothing.
    blank: Option<u16>,
    cursor: Em,
    glyphs: Vec<Glyph>,
}

impl Line<'_> {
    /// A letter takes the text up to its first diacritical mark; the marks come behind it. Syllables of
    /// other scripts stay whole: pdfium drops their signs if they have no width of their own.
    fn push_left_to_right(&mut self, cluster: Cluster) {
        let Range { start, end } = cluster.range;
        let text = &self.text[start..end];
        let mut marks = text
            .char_indices()
            .skip(1)
            .filter(|(_, c)| is_diacritic(*c));
        let marks = marks.next().map(|(at, _)| start + at);
        let behind = cluster.start + cluster.advance;
        let first = cluster.letter().clone();
        match (marks, self.blank) {
            (Some(marks), Some(_)) => {
                self.push_all(cluster, start..marks);
                self.push_blank(&first, marks..end, behind);
            }
            // Without a glyph that draws nothing, each mark takes the next of the glyphs.
            (Some(_), None) if text.chars().count() == cluster.glyphs.len() => {
                let ends = text
                    .char_indices()
                    .map(|(at, c)| start + at..start + at + c.len_utf8());
                let placed = cluster.glyphs.into_iter().zip(cluster.positions);
                for ((glyph, position), range) in placed.zip(ends) {
                    self.push(&glyph, range, position);
                }
            }
            _ => self.push_all(cluster, start..end),
        }
    }

    /// Of a ligature, the last letter takes the glyphs, which are where it is.
    fn push_right_to_left(&mut self, cluster: Cluster) {
        let Range { mut start, end } = cluster.range;
        let (left, advance) = (cluster.start, cluster.advance);
        let first = cluster.letter().clone();
        let text = &self.text[start..end];
        let joiners = text.len() - text.trim_start_matches(is_joiner).len();
        if self.blank.is_some() && joiners > 0 && joiners < text.len() {
            let right = left + advance - Em::new(MARK_DISTANCE);
            self.push_blank(&first, start..start + joiners, right);
            start += joiners;
        }
        let letters = letters(&self.text[start..end]);
        if self.blank.is_none() || letters.is_empty() {
            return self.push_all(cluster, start..end);
        }
        let count = letters.len();
        let mut cluster = Some(cluster);
        for (index, letter) in letters.into_iter().enumerate() {
            let behind = count - 1 - index;
            #[expect(clippy::cast_precision_loss, reason = "ligatures have few letters")]
            let position = left + advance * (behind as f64 / count as f64);
            let range = start + letter.start..start + letter.start + letter.length;
            let mut at = range.end;
            match cluster.take_if(|_| behind == 0) {
                Some(cluster) => self.push_all(cluster, range),
                None => self.push_blank(&first, range, position),
            }
            let marks = self.text[at..start + letter.end].chars();
            for (number, mark) in (1_u32..).zip(marks) {
                let moved = position - Em::new(MARK_DISTANCE * f64::from(number));
                self.push_blank(&first, at..at + mark.len_utf8(), moved);
                at += mark.len_utf8();
            }
        }
    }

    /// Adds the glyphs of a cluster with one text.
    fn push_all(&mut self, cluster: Cluster, range: Range<usize>) {
        for (glyph, position) in cluster.glyphs.into_iter().zip(cluster.positions) {
            self.push(&glyph, range.clone(), position);
        }
    }

    /// Adds a glyph that draws nothing. Where it comes from is where `like` comes from.
    fn push_blank(&mut self, like: &Glyph, range: Range<usize>, position: Em) {
        let Some(id) = self.blank else {
            return;
        };
        let blank = Glyph {
            id,
            x_advance: Em::zero(),
            y_advance: Em::zero(),
            ..like.clone()
        };
        self.push(&blank, range, position);
    }

    fn push(&mut self, glyph: &Glyph, range: Range<usize>, position: Em) {
        let number = |at| u16::try_from(at).unwrap_or(u16::MAX);
        let x_offset = position - self.cursor;
        self.cursor += glyph.x_advance;
        self.glyphs.push(Glyph {
            x_offset,
            range: number(range.start)..number(range.end),
            ..glyph.clone()
        });
    }
}

/// A letter in a text, with its marks.
struct Letter {
    start: usize,
    length: usize,
    /// Where its marks end.
    end: usize,
}

fn letters(text: &str) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for (start, c) in text.char_indices() {
        let end = start + c.len_utf8();
        match letters.last_mut() {
            Some(letter) if is_combining_mark(c) || is_joiner(c) => letter.end = end,
            _ => letters.push(Letter {
                start,
                length: c.len_utf8(),
                end,
            }),
        }
    }
    letters
}
