//! Finds typographic flaws of typeset pages, and the text of the profile that causes them.
//!
//! Lines are those of Typst's frames. A bullet is found among them by its letters, so that layouts
//! need not mark it; bullets whose letters are in another order, as in lines of mixed direction, are
//! skipped.

use std::ops::Range;

use typst_layout::PagedDocument;

use crate::content::Bullet;
use crate::diagnostic::{Diagnostic, rule};
use crate::typeset::document::Typeset;
use crate::typeset::extent::text_area;
use crate::typeset::text_runs::{TextRun, runs};

/// The maximum number of lines of a bullet. Recruiters' guides ask for one or two; four are a
/// paragraph.
const MOST_LINES: usize = 3;

/// A last line of at most this many letters, in at most two words, is worth saving.
const SHORT_LINE: usize = 14;

/// The least fill of a last page; with less it looks forgotten.
const LEAST_FILL: f64 = 1.0 / 3.0;

/// The least text size in pt; smaller text is unreadable on photocopies.
const LEAST_SIZE: f64 = 8.5;

/// The least distance of text from the edge of the paper, in pt: the 5 mm that office printers cannot
/// print on.
const LEAST_MARGIN: f64 = 5.0 / 25.4 * 72.0;

/// A typographic flaw.
#[derive(Debug, Clone)]
pub struct ReviewFinding {
    /// The problem.
    pub diagnostic: Diagnostic,
    /// The place in the profile that causes it; `None` if it concerns the whole document.
    pub span: Option<Range<usize>>,
}

/// A line of a text: its page, its baseline, and the part of the text that is on it.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    page: usize,
    y: f64,
    text: String,
}

/// Returns the flaws of the pages. Those of bullets are in the order of the profile.
pub fn review(typeset: &Typeset, bullets: &[Bullet]) -> Vec<ReviewFinding> {
    let document = &typeset.document;
    let all = runs(document);
    let body = body(document, &all);
    let mut findings = Vec::new();
    let mut whole = |diagnostic: Diagnostic| {
        findings.push(ReviewFinding {
            diagnostic,
            span: None,
        });
    };
    let extent = typeset.extent;
    if let Some(fill) = extent
        .fill
        .filter(|fill| *fill < LEAST_FILL && extent.pages > 1)
    {
        let message = format!(
            "page {}, the last, is {:.0} % full",
            extent.pages,
            fill * 100.0
        );
        whole(
            Diagnostic::warning(rule::SHORT_LAST_PAGE, message)
                .hint("shorten the text a little, or lower `density`"),
        );
    }
    if let Some(run) = small(&body) {
        let message = format!("`{}` is set in {:.1} pt", run.text.trim(), run.size);
        let hint =
            format!("text of less than {LEAST_SIZE} pt is hard to read; choose a larger `size`");
        whole(Diagnostic::warning(rule::SMALL_TEXT, message).hint(hint));
    }
    for run in all.iter().filter(|run| is_at_the_edge(document, run)) {
        let message = format!(
            "`{}` on page {} reaches the edge of the paper",
            run.text.trim(),
            run.page
        );
        whole(
            Diagnostic::warning(rule::OVERFLOWING_LINE, message)
                .hint("shorten it, or add spaces where it can break"),
        );
    }
    for date in wrapped_dates(&body) {
        let message = format!("the date `{date}` takes more than one line");
        whole(
            Diagnostic::warning(rule::WRAPPED_DATE, message)
                .hint("try a shorter date style, as in `dates = \"numeric\"`"),
        );
    }
    let letters = Letters::new(&body);
    let mut from = 0;
    let mut last: Option<(&Bullet, Vec<Line>)> = None;
    for (index, bullet) in bullets.iter().enumerate() {
        let Some(found) = letters.find(&bullet.text, from) else {
            continue;
        };
        from = found.end;
        let lines = letters.lines(found);
        findings.extend(of_bullet(bullet, &lines));
        let is_last = bullets
            .get(index + 1)
            .is_none_or(|next| next.list != bullet.list);
        if let Some((before, its_lines)) =
            last.filter(|(before, _)| is_last && before.list == bullet.list)
        {
            findings.extend(left_over(before, &its_lines, bullet, &lines));
        }
        last = Some((bullet, lines));
    }
    findings
}

/// Returns the text between the upper and the lower margin.
fn body<'a>(document: &PagedDocument, all: &'a [TextRun]) -> Vec<&'a TextRun> {
    let (top, bottom) = text_area(document).unwrap_or((0.0, f64::MAX));
    let is_inside =
        |run: &&TextRun| run.y > top && run.y <= bottom + run.size && !run.text.trim().is_empty();
    all.iter().filter(is_inside).collect()
}

/// Returns whether a run has letters or digits, unlike marks and separators.
fn speaks(run: &TextRun) -> bool {
    run.text.chars().any(char::is_alphanumeric)
}

/// Returns the smallest text that is too small, except superscripts and subscripts beside larger
/// text.
fn small<'a>(body: &[&'a TextRun]) -> Option<&'a TextRun> {
    let beside_larger = |run: &TextRun| {
        let near = |other: &&&TextRun| other.page == run.page && (other.y - run.y).abs() < run.size;
        body.iter()
            .filter(near)
            .any(|other| other.size >= LEAST_SIZE)
    };
    let is_small = |run: &TextRun| (run.size * 10.0).round() / 10.0 < LEAST_SIZE;
    let small = body
        .iter()
        .filter(|run| speaks(run) && is_small(run) && !beside_larger(run));
    small.copied().min_by(|a, b| a.size.total_cmp(&b.size))
}

fn is_at_the_edge(document: &PagedDocument, run: &TextRun) -> bool {
    let Some(page) = document.pages().get(run.page - 1) else {
        return false;
    };
    speaks(run)
        && (run.x < LEAST_MARGIN - 0.1 || run.end > page.frame.width().to_pt() - LEAST_MARGIN + 0.1)
}

/// Returns the dates of one period that are broken into several lines.
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
    let is_wrapped = |date: &Vec<&TextRun>| date.iter().any(|run| (run.y - date[0].y).abs() > 1.0);
    let text = |date: Vec<&TextRun>| {
        date.iter()
            .map(|run| run.text.trim())
            .collect::<Vec<_>>()
            .join(" ")
    };
    // Several periods, or a date and its remark `expected`, may be below each other.
    let is_one = |text: &String| !text.contains([',', '、', '،', '(', '（']);
    dates
        .into_iter()
        .filter(is_wrapped)
        .map(text)
        .filter(is_one)
        .collect()
}

fn of_bullet(bullet: &Bullet, lines: &[Line]) -> Vec<ReviewFinding> {
    let mut findings = Vec::new();
    let mut tell = |diagnostic| {
        findings.push(ReviewFinding {
            diagnostic,
            span: Some(bullet.span.clone()),
        });
    };
    if lines.len() > MOST_LINES {
        let message = format!("this bullet has {} lines", lines.len());
        let hint = format!("readers take in up to {MOST_LINES}; shorten it, or split it in two");
        tell(Diagnostic::note(rule::LONG_BULLET, message).hint(hint));
    }
    if let [_, .., last] = lines {
        let text = last.text.trim();
        let length = text.chars().filter(|c| c.is_alphanumeric()).count();
        if length <= SHORT_LINE && text.split_whitespace().count() <= 2 && length > 0 {
            let message = format!("the last line of this bullet is `{text}`");
            let hint = format!(
                "cut about {} characters to save a line",
                text.chars().count() + 1
            );
            tell(Diagnostic::note(rule::SHORT_LAST_LINE, message).hint(hint));
        }
    }
    findings
}

/// Returns the warning that the last bullet of a list is a single line on the next page.
fn left_over(
    before: &Bullet,
    its_lines: &[Line],
    bullet: &Bullet,
    lines: &[Line],
) -> Option<ReviewFinding> {
    let [line] = lines else { return None };
    let parted =
        its_lines.last().is_some_and(|other| other.page < line.page) && before.list == bullet.list;
    let message = format!("the last bullet is alone at the top of page {}", line.page);
    let warning = Diagnostic::warning(rule::BULLET_SPLIT_ACROSS_PAGES, message);
    let hint = "set `keep = true` in the entry to keep it on one page";
    parted.then(|| ReviewFinding {
        diagnostic: warning.hint(hint),
        span: Some(bullet.span.clone()),
    })
}

/// The letters of the pages in typeset order, without white space and hyphens, which line breaks may
/// add.
struct Letters<'a> {
    text: String,
    /// For each run, the offset of its first letter.
    starts: Vec<usize>,
    runs: &'a [&'a TextRun],
}

fn is_letter(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '-' | '\u{ad}' | '\u{2010}' | '\u{200b}')
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

    /// Finds a text after an offset or, if the layout has moved it, anywhere.
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

    /// Returns the lines of the letters in a range, each with the part of its runs in the range.
    fn lines(&self, range: Range<usize>) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for (run, start) in self.runs.iter().zip(&self.starts) {
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
                    line.text += &inside;
                }
                _ => lines.push(Line {
                    page: run.page,
                    y: run.y,
                    text: inside,
                }),
            }
        }
        lines
    }
}
