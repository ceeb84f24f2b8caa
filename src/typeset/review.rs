//! Finds typographic flaws of typeset pages, and the text of the profile that causes them.
//!
//! Reads lines from Typst's frames. Finds bullets in them by their letters, so that layouts need no
//! markup for bullets. Skips bullets whose letters are in another order, as in lines of mixed
//! direction.

use std::ops::Range;

use typst_layout::PagedDocument;

use crate::content::{Bullet, KeptPart, Resume};
use crate::diagnostic::{Diagnostic, rule};
use crate::typeset::document::Typeset;
use crate::typeset::extent::{Extent, height, text_area};
use crate::typeset::overlaps::overlaps;
use crate::typeset::text_runs::{TextRun, runs};

/// The maximum number of lines of a bullet. Guides of recruiters recommend one or two; four are a
/// paragraph.
const MAX_LINES: usize = 3;

/// The maximum number of letters and digits of a short last line, which has at most two words.
const SHORT_LINE: usize = 14;

/// The number of further bullets with a short last line from which one note stands for all.
const MANY_SHORT_LINES: usize = 3;

/// The minimum fill of the last of several pages, from 0 to 1; a page with less looks unfinished.
pub const MIN_LAST_FILL: f64 = 0.4;

/// The minimum fill of a single page, which rounds to that of a page that looks full.
const MIN_FILL: f64 = 0.875;

/// A single page with less fill is a draft, which no density makes a page.
pub const DRAFT: f64 = 0.3;

/// The fill of a single page that looks full.
const FULL_PAGE: f64 = 0.88;

/// The part of a page that a part with `keep` may leave empty at its foot, from 0 to 1. What would
/// begin there also leaves lines empty where it has no room.
const MAX_EMPTY: f64 = 0.12;

/// The distance of lines of one column from their edge, as bullets have it, in pt.
const COLUMN: f64 = 40.0;

/// The minimum text size in pt; smaller text is hard to read on photocopies.
const MIN_SIZE: f64 = 8.5;

/// The same of an address, in pt.
const MIN_ADDRESS_SIZE: f64 = 7.5;

/// The smallest size that rounds to the minimum, in pt.
pub const LEGIBLE_SIZE: f64 = MIN_SIZE - 0.05;

/// The minimum distance of text from the edge of the paper in pt: 5 mm, where office printers
/// cannot print.
const MIN_MARGIN: f64 = 5.0 / 25.4 * 72.0;

/// The lowest contrast of text that people with low vision can read (WCAG 2.1, 1.4.3, level AA).
const MIN_CONTRAST: f32 = 4.5;

/// The lowest contrast of large text.
const MIN_CONTRAST_OF_LARGE: f32 = 3.0;

/// The least size of large text, in pt.
const LARGE: f64 = 18.0;

/// The least size of large text in bold letters, in pt.
const LARGE_BOLD: f64 = 14.0;

/// The contrast below which text cannot be seen, while parsers read it.
const UNSEEN: f32 = 1.5;

/// A typographic flaw.
#[derive(Debug, Clone)]
pub struct ReviewFinding {
    /// The problem.
    pub diagnostic: Diagnostic,
    /// The part of the profile that causes the flaw; `None` if it concerns the whole document.
    pub span: Option<Range<usize>>,
}

impl ReviewFinding {
    fn of_document(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostic,
            span: None,
        }
    }

    fn of_bullet(diagnostic: Diagnostic, bullet: &Bullet) -> Self {
        Self {
            diagnostic,
            span: Some(bullet.span.clone()),
        }
    }
}

/// A line of a text.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    /// The number of the page, from 1.
    page: usize,
    /// The baseline in pt.
    y: f64,
    /// The part of the text that is on this line.
    text: String,
}

/// Returns the flaws of the pages. Flaws of bullets are in the order of the profile.
pub fn review(typeset: &Typeset, resume: &Resume) -> Vec<ReviewFinding> {
    let bullets = &resume.bullets;
    let document = &typeset.document;
    let all = runs(document);
    let body = body(document, &all);
    let mut flaws = Vec::new();
    let is_told = |warning: &Diagnostic| warning.rule == rule::SHORT_LAST_PAGE;
    if typeset.extent.pages > 1 && !typeset.warnings.iter().any(is_told) {
        flaws.extend(last_page_flaw(typeset));
    }
    if let Some(run) = small(&body) {
        let message = format!("`{}` is set in {:.1} pt", run.text.trim(), run.size);
        let hint =
            format!("text of less than {MIN_SIZE} pt is hard to read; choose a larger `size`");
        flaws.push(Diagnostic::warning(rule::SMALL_TEXT, message).hint(hint));
    }
    flaws.extend(faintest(&all).map(low_contrast));
    flaws.extend(overlaps(document));
    for run in all.iter().filter(|run| is_at_the_edge(document, run)) {
        let message = format!(
            "`{}` on page {} reaches the edge of the paper",
            run.text.trim(),
            run.page
        );
        let hint = "shorten it, or add spaces where it can break";
        flaws.push(Diagnostic::warning(rule::OVERFLOWING_LINE, message).hint(hint));
    }
    for date in wrapped_dates(&body) {
        let message = format!("the date `{date}` takes more than one line");
        let hint = "try a shorter date style, as in `dates = \"numeric\"`";
        flaws.push(Diagnostic::warning(rule::WRAPPED_DATE, message).hint(hint));
    }
    let flaws = flaws.into_iter();
    let mut findings: Vec<ReviewFinding> = flaws.map(ReviewFinding::of_document).collect();
    findings.extend(
        resume
            .kept
            .iter()
            .filter_map(|part| empty_foot(document, &body, part)),
    );
    let letters = Letters::new(&body);
    let mut short_lines = Vec::new();
    let mut last: Option<(&Bullet, Vec<Line>)> = None;
    for (index, bullet, lines) in letters.bullets(bullets) {
        findings.extend(long_bullet(bullet, &lines));
        short_lines.extend(short_last_line(bullet, &lines));
        let is_last = bullets
            .get(index + 1)
            .is_none_or(|next| next.list != bullet.list);
        if let Some((before, lines_before)) =
            last.filter(|(before, _)| is_last && before.list == bullet.list)
        {
            findings.extend(lone_last_bullet(before, &lines_before, bullet, &lines));
        }
        last = Some((bullet, lines));
    }
    findings.extend(few_of(short_lines));
    findings
}

/// Returns how many bullets end in a line of a word or two.
pub fn short_last_lines(typeset: &Typeset, resume: &Resume) -> f64 {
    let all = runs(&typeset.document);
    let body = body(&typeset.document, &all);
    let letters = Letters::new(&body);
    let bullets = letters.bullets(&resume.bullets);
    let notes = bullets.filter_map(|(_, bullet, lines)| short_last_line(bullet, &lines));
    notes.map(|_| 1.0).sum()
}

/// Returns the notes on short lines, which cost space: the first of them stands for many.
fn few_of(mut notes: Vec<ReviewFinding>) -> Vec<ReviewFinding> {
    let others = notes.len().saturating_sub(1);
    if others >= MANY_SHORT_LINES {
        notes.truncate(1);
        for first in &mut notes {
            let hint = format!("{others} other bullets end like this");
            first.diagnostic.hints.push(hint);
        }
    }
    notes
}

/// Returns the text with too low a contrast to its background that lacks most of what it needs.
fn faintest(runs: &[TextRun]) -> Option<&TextRun> {
    let part = |run: &TextRun| contrast_of(run) / least_contrast(run);
    let faint = runs.iter().filter(|run| has_words(run) && part(run) < 1.0);
    faint.min_by(|a, b| part(a).total_cmp(&part(b)))
}

/// Returns the contrast that a text needs at its size.
fn least_contrast(run: &TextRun) -> f32 {
    if run.size >= LARGE || (run.is_bold && run.size >= LARGE_BOLD) {
        MIN_CONTRAST_OF_LARGE
    } else {
        MIN_CONTRAST
    }
}

fn low_contrast(run: &TextRun) -> Diagnostic {
    let contrast = contrast_of(run);
    let message = format!(
        "`{}` has a contrast of {:.1} : 1 to its background",
        run.text.trim(),
        // Not rounded up to what it lacks.
        (contrast * 10.0).floor() / 10.0
    );
    let problem = if contrast < UNSEEN {
        Diagnostic::error(rule::LOW_CONTRAST, message)
    } else {
        Diagnostic::warning(rule::LOW_CONTRAST, message)
    };
    problem.hint(format!(
        "choose a color with a contrast of {} : 1 or more",
        least_contrast(run)
    ))
}

/// Returns the contrast of a text to its background.
fn contrast_of(run: &TextRun) -> f32 {
    contrast(run.fill, run.ground)
}

/// Returns the contrast of two colors, from 1 to 21 (WCAG 2.2).
fn contrast(one: [f32; 3], other: [f32; 3]) -> f32 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the relative luminance of a color in sRGB, from 0 to 1.
fn luminance(color: [f32; 3]) -> f32 {
    let [red, green, blue] = color.map(|part| {
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns the warning that the last page, or a single page, looks unfinished.
pub fn last_page_flaw(typeset: &Typeset) -> Option<Diagnostic> {
    let Extent { pages, fill } = typeset.extent;
    let fill = fill?;
    let lines = |part: f64| {
        let height = height(&typeset.document)?;
        let number = (part * height / typeset.line?).ceil().max(1.0);
        let noun = if number > 1.0 { "lines" } else { "line" };
        Some(format!("about {number:.0} {noun}"))
    };
    let percent = fill * 100.0;
    if pages == 1 && (DRAFT..MIN_FILL).contains(&fill) {
        let message = format!("the page is {percent:.0} % full");
        let missing = lines(FULL_PAGE - fill).unwrap_or_else(some_lines);
        return Some(Diagnostic::warning(rule::SHORT_PAGE, message).hint(format!(
            "add {missing}, such as bullets of what you achieved, or choose a larger `size`"
        )));
    }
    if pages > 1 && fill < MIN_LAST_FILL {
        let message = format!("page {pages}, the last, is {percent:.0} % full");
        let excess = lines(fill).unwrap_or_else(some_lines);
        let missing = lines(MIN_LAST_FILL - fill).unwrap_or_else(some_lines);
        let warning = Diagnostic::warning(rule::SHORT_LAST_PAGE, message);
        return Some(warning.hint(format!("cut {excess} to save the page, or add {missing}")));
    }
    None
}

fn some_lines() -> String {
    "some lines".to_owned()
}

/// Returns the size of the smallest body text, in pt.
pub fn smallest_text(typeset: &Typeset, runs: &[TextRun]) -> Option<f64> {
    let body = body(&typeset.document, runs);
    let sizes = body
        .iter()
        .filter(|run| has_words(run) && !is_next_to_larger(run, &body))
        .map(|run| run.size);
    sizes.min_by(f64::total_cmp)
}

/// Returns the text between the upper and the lower margin.
fn body<'a>(document: &PagedDocument, all: &'a [TextRun]) -> Vec<&'a TextRun> {
    let (top, bottom) = text_area(document).unwrap_or((0.0, f64::MAX));
    all.iter()
        .filter(|run| run.y > top && run.y <= bottom + run.size && !run.text.trim().is_empty())
        .collect()
}

/// Returns whether a run has letters or digits, so is not a list marker or a separator.
pub fn has_words(run: &TextRun) -> bool {
    run.text.chars().any(char::is_alphanumeric)
}

/// Returns the smallest run of text below the minimum size, except superscripts and subscripts next
/// to larger text.
fn small<'a>(body: &[&'a TextRun]) -> Option<&'a TextRun> {
    let small = body
        .iter()
        .filter(|run| has_words(run) && is_small(run) && !is_next_to_larger(run, body));
    small.copied().min_by(|a, b| a.size.total_cmp(&b.size))
}

fn is_small(run: &TextRun) -> bool {
    // An address that is broken would be worse.
    let least = if !run.text.trim().contains(' ') && run.text.contains(['@', '/']) {
        MIN_ADDRESS_SIZE
    } else {
        MIN_SIZE
    };
    (run.size * 10.0).round() / 10.0 < least
}

fn is_next_to_larger(run: &TextRun, body: &[&TextRun]) -> bool {
    body.iter().any(|other| {
        let is_next_to = other.page == run.page && (other.y - run.y).abs() < run.size;
        is_next_to && other.size >= MIN_SIZE
    })
}

/// Returns whether a run is closer to the left or right edge of the paper than the minimum margin.
fn is_at_the_edge(document: &PagedDocument, run: &TextRun) -> bool {
    let Some(page) = document.pages().get(run.page - 1) else {
        return false;
    };
    has_words(run)
        && (run.x < MIN_MARGIN - 0.1 || run.end > page.frame.width().to_pt() - MIN_MARGIN + 0.1)
}

/// Returns the dates that are broken into several lines and show a single period.
fn wrapped_dates(body: &[&TextRun]) -> Vec<String> {
    let mut dates: Vec<Vec<&TextRun>> = Vec::new();
    for run in body
        .iter()
        .filter(|run| run.within.contains("cvpress-date"))
    {
        match dates.last_mut() {
            Some(date) if date[0].element == run.element => date.push(run),
            _ => dates.push(vec![run]),
        }
    }
    dates
        .into_iter()
        .filter(|date| date.iter().any(|run| (run.y - date[0].y).abs() > 1.0))
        .map(|date| joined(&date))
        // A date with several periods or with the remark `expected` may have several lines.
        .filter(|text| !text.contains([',', '、', '،', '(', '（']))
        .collect()
}

fn joined(runs: &[&TextRun]) -> String {
    let texts: Vec<&str> = runs.iter().map(|run| run.text.trim()).collect();
    texts.join(" ")
}

fn long_bullet(bullet: &Bullet, lines: &[Line]) -> Option<ReviewFinding> {
    if lines.len() <= MAX_LINES {
        return None;
    }
    let message = format!("this bullet has {} lines", lines.len());
    let hint = format!("readers take in up to {MAX_LINES}; shorten it, or split it in two");
    let note = Diagnostic::note(rule::LONG_BULLET, message).hint(hint);
    Some(ReviewFinding::of_bullet(note, bullet))
}

/// Returns a note if the last of several lines has a word or two.
fn short_last_line(bullet: &Bullet, lines: &[Line]) -> Option<ReviewFinding> {
    let [_, .., last] = lines else { return None };
    let text = last.text.trim();
    let length = text.chars().filter(|c| c.is_alphanumeric()).count();
    if !(1..=SHORT_LINE).contains(&length) || text.split_whitespace().count() > 2 {
        return None;
    }
    let message = format!("the last line of this bullet is `{text}`");
    let hint = format!(
        "cut about {} characters to save a line",
        text.chars().count() + 1
    );
    let note = Diagnostic::note(rule::SHORT_LAST_LINE, message).hint(hint);
    Some(ReviewFinding::of_bullet(note, bullet))
}

/// Returns a warning if the last bullet of a list is a single line at the top of the next page.
fn lone_last_bullet(
    before: &Bullet,
    lines_before: &[Line],
    bullet: &Bullet,
    lines: &[Line],
) -> Option<ReviewFinding> {
    let [line] = lines else { return None };
    let last_page = lines_before.last()?.page;
    if last_page >= line.page || before.list != bullet.list {
        return None;
    }
    let message = format!("the last bullet is alone at the top of page {}", line.page);
    let warning = Diagnostic::warning(rule::LIST_SPLIT_ACROSS_PAGES, message);
    let hint = "set `keep = true` in the entry to keep it on one page";
    Some(ReviewFinding::of_bullet(warning.hint(hint), bullet))
}

/// Returns a warning if a part that stays on one page begins a page, and the page before it ends far
/// above its foot.
fn empty_foot(
    document: &PagedDocument,
    body: &[&TextRun],
    part: &KeptPart,
) -> Option<ReviewFinding> {
    let (top, bottom) = text_area(document)?;
    let mut firsts = body.iter().filter(|run| begins_page(run, body));
    let (first, title) = firsts.find_map(|run| Some((run, begun_title(run, part)?)))?;
    let before = body.iter().filter(|run| run.page + 1 == first.page);
    let above = before.filter(|run| are_in_one_column(run, first));
    let empty = bottom - above.map(|run| run.y).fold(top, f64::max);
    if empty < MAX_EMPTY * (bottom - top) {
        return None;
    }
    let message = format!(
        "`keep` leaves {:.0} mm empty at the foot of page {}",
        empty / 72.0 * 25.4,
        first.page - 1
    );
    let hint = format!(
        "`{title}` begins page {}; without `keep = true` it may be divided",
        first.page
    );
    Some(ReviewFinding {
        diagnostic: Diagnostic::warning(rule::KEEP_LEAVES_SPACE, message).hint(hint),
        span: Some(part.span.clone()),
    })
}

/// Returns whether a run is the highest of a page after the first.
fn begins_page(run: &TextRun, body: &[&TextRun]) -> bool {
    let mut others = body.iter().filter(|other| other.page == run.page);
    run.page > 1 && others.all(|other| other.y > run.y - 1.0)
}

/// Returns whether two runs start or end at the same edge. A column beside them may end elsewhere.
fn are_in_one_column(one: &TextRun, other: &TextRun) -> bool {
    (one.x - other.x).abs() < COLUMN || (one.end - other.end).abs() < COLUMN
}

/// Returns the title of a part that a run begins.
fn begun_title<'a>(run: &TextRun, part: &'a KeptPart) -> Option<&'a str> {
    if !run.within.contains("cvpress-lead") && !run.within.contains("heading") {
        return None;
    }
    let text = run.text.trim().to_lowercase();
    let mut titles = part.titles.iter().map(String::as_str);
    titles.find(|title| title.to_lowercase().starts_with(&text))
}

/// The letters of the pages in the order of typesetting, without white space and hyphens, because
/// line breaks can add these.
struct Letters<'a> {
    text: String,
    /// The offset of the first letter of each run.
    starts: Vec<usize>,
    runs: &'a [&'a TextRun],
}

fn is_letter(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '-' | '\u{ad}' | '\u{2010}' | '\u{200b}')
}

/// Returns whether there is a space between two runs of a line, which is in neither.
fn are_apart(a: &TextRun, b: &TextRun) -> bool {
    let has_own = a.text.ends_with(' ') || b.text.starts_with(' ');
    !has_own && (b.x - a.end).max(a.x - b.end) > 0.1 * b.size
}

impl<'a> Letters<'a> {
    fn new(runs: &'a [&'a TextRun]) -> Self {
        let (mut text, mut starts) = (String::new(), Vec::new());
        for run in runs {
            starts.push(text.len());
            text.extend(run.text.chars().filter(|c| is_letter(*c)));
        }
        Self { text, starts, runs }
    }

    /// Returns the bullets that are found, each with its index and its lines.
    fn bullets<'b>(
        &self,
        bullets: &'b [Bullet],
    ) -> impl Iterator<Item = (usize, &'b Bullet, Vec<Line>)> {
        let mut from = 0;
        bullets
            .iter()
            .enumerate()
            .filter_map(move |(index, bullet)| {
                let found = self.find(&bullet.text, from)?;
                from = found.end;
                Some((index, bullet, self.lines(found)))
            })
    }

    /// Returns the range of a text: after an offset or, if the layout moved the text, anywhere.
    fn find(&self, text: &str, from: usize) -> Option<Range<usize>> {
        let wanted: String = text.chars().filter(|c| is_letter(*c)).collect();
        if wanted.is_empty() {
            return None;
        }
        let after = self
            .text
            .get(from..)
            .and_then(|rest| rest.find(&wanted))
            .map(|at| at + from);
        let at = after.or_else(|| self.text.find(&wanted))?;
        Some(at..at + wanted.len())
    }

    /// Returns the lines that contain the letters of a range, with only the text of the range.
    fn lines(&self, range: Range<usize>) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut before: Option<&TextRun> = None;
        let first = self
            .starts
            .partition_point(|start| *start <= range.start)
            .saturating_sub(1);
        for (run, start) in self.runs.iter().zip(&self.starts).skip(first) {
            if *start >= range.end {
                break;
            }
            let mut at = *start;
            let inside: String = run
                .text
                .chars()
                .filter(|c| {
                    let is_inside = range.contains(&at);
                    at += if is_letter(*c) { c.len_utf8() } else { 0 };
                    is_inside
                })
                .collect();
            if !inside.chars().any(is_letter) {
                continue;
            }
            match lines.last_mut() {
                // Superscripts and subscripts belong to their line.
                Some(line)
                    if line.page == run.page
                        && (line.y - run.y).abs() < 0.6 * run.size.max(8.0) =>
                {
                    if before.is_some_and(|before| are_apart(before, run)) {
                        line.text.push(' ');
                    }
                    line.text += &inside;
                }
                _ => lines.push(Line {
                    page: run.page,
                    y: run.y,
                    text: inside,
                }),
            }
            before = Some(*run);
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        let white = [1.0; 3];
        // Black, white, and the lightest gray that fails at 4.5.
        for (gray, expected) in [(0.0, 21.0), (1.0, 1.0), (119.0 / 255.0, 4.48)] {
            let found = contrast([gray; 3], white);
            assert!((found - expected).abs() < 0.01, "{gray}: {found}");
        }
    }
}
