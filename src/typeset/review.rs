//! What a reader would find wanting on the finished pages, told of the text in the profile that
//! makes it so.
//!
//! Lines are those of Typst's own frames. A bullet is found again among them by its letters alone,
//! so that a layout need not mark it; one whose letters are set in another order, as in a line that
//! mixes directions, is passed over. Uses `diagnostic`, `content` and the runs of this stage.

use std::ops::Range;

use typst_layout::PagedDocument;

use crate::content::Bullet;
use crate::diagnostic::{Diagnostic, rule};
use crate::typeset::Typeset;
use crate::typeset::extent::text_area;
use crate::typeset::text_runs::{TextRun, runs};

/// The most lines of a bullet. Recruiters' guides ask for one or two; four are a paragraph.
const MOST_LINES: usize = 3;

/// A last line of at most so many letters and of at most two words is hardly worth its room.
const SHORT_LINE: usize = 14;

/// The least fill of a last page that does not look forgotten.
const LEAST_FILL: f64 = 1.0 / 3.0;

/// The least size of text, in pt, that a photocopy keeps readable.
const LEAST_SIZE: f64 = 8.5;

/// The least white between text and the edge of the paper, in pt: what office printers cannot print
/// on, 5 mm.
const LEAST_MARGIN: f64 = 5.0 / 25.4 * 72.0;

/// Something that a reader would find wanting.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What it is.
    pub diagnostic: Diagnostic,
    /// Where in the profile it comes from; nothing where it is about the CV as a whole.
    pub span: Option<Range<usize>>,
}

/// A line of a text: its page, its baseline, and what of the text stands on it.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    page: usize,
    y: f64,
    text: String,
}

/// Looks the pages over. The findings about bullets come in the order of the profile.
pub fn review(typeset: &Typeset, bullets: &[Bullet]) -> Vec<Finding> {
    let document = &typeset.document;
    let all = runs(document);
    let body = body(document, &all);
    let mut findings = Vec::new();
    let mut whole = |diagnostic: Diagnostic| {
        findings.push(Finding {
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
                .hint("leave out a little, or print it closer"),
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
            "`{}` on page {} comes to the edge of the paper",
            run.text.trim(),
            run.page
        );
        whole(
            Diagnostic::warning(rule::OVERFLOWING_LINE, message)
                .hint("give it places where it can break, or shorten it"),
        );
    }
    for date in wrapped_dates(&body) {
        let message = format!("the date `{date}` takes more than one line");
        whole(
            Diagnostic::warning(rule::WRAPPED_DATE, message)
                .hint("a shorter style of dates may do, as in `dates = \"numeric\"`"),
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

/// The text between the upper and the lower margin.
fn body<'a>(document: &PagedDocument, all: &'a [TextRun]) -> Vec<&'a TextRun> {
    let (top, bottom) = text_area(document).unwrap_or((0.0, f64::MAX));
    let is_inside =
        |run: &&TextRun| run.y > top && run.y <= bottom + run.size && !run.text.trim().is_empty();
    all.iter().filter(is_inside).collect()
}

/// Whether a run says something, as marks and separators do not.
fn speaks(run: &TextRun) -> bool {
    run.text.chars().any(char::is_alphanumeric)
}

/// The smallest text that is too small, but for raised and lowered figures beside larger letters.
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

/// Dates of one period that stand on more than one line.
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
    // Several periods may stand below each other, and so may a date and the word that it lies in
    // the future.
    let is_one = |text: &String| !text.contains([',', '、', '،', '(', '（']);
    dates
        .into_iter()
        .filter(is_wrapped)
        .map(text)
        .filter(is_one)
        .collect()
}

fn of_bullet(bullet: &Bullet, lines: &[Line]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut tell = |diagnostic| {
        findings.push(Finding {
            diagnostic,
            span: Some(bullet.span.clone()),
        });
    };
    if lines.len() > MOST_LINES {
        let message = format!("this bullet takes {} lines", lines.len());
        let hint = format!("{MOST_LINES} are what a reader takes in; shorten it, or make it two");
        tell(Diagnostic::note(rule::LONG_BULLET, message).hint(hint));
    }
    if let [_, .., last] = lines {
        let text = last.text.trim();
        let length = text.chars().filter(|c| c.is_alphanumeric()).count();
        if length <= SHORT_LINE && text.split_whitespace().count() <= 2 && length > 0 {
            let message = format!("the last line of this bullet is `{text}`");
            let hint = format!(
                "about {} characters less, and it takes a line less",
                text.chars().count() + 1
            );
            tell(Diagnostic::note(rule::SHORT_LAST_LINE, message).hint(hint));
        }
    }
    findings
}

/// A last bullet of one line alone on a page, away from the others.
fn left_over(
    before: &Bullet,
    its_lines: &[Line],
    bullet: &Bullet,
    lines: &[Line],
) -> Option<Finding> {
    let [line] = lines else { return None };
    let parted =
        its_lines.last().is_some_and(|other| other.page < line.page) && before.list == bullet.list;
    let message = format!(
        "the last bullet stands alone at the top of page {}",
        line.page
    );
    let warning = Diagnostic::warning(rule::PARTED_BULLET, message);
    let hint = "`keep = true` in the entry keeps it in one piece";
    parted.then(|| Finding {
        diagnostic: warning.hint(hint),
        span: Some(bullet.span.clone()),
    })
}

/// The letters of the pages in the order in which they are set, without white space and hyphens,
/// which a line end may add.
struct Letters<'a> {
    text: String,
    /// For each run, where its letters begin.
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

    /// Where a text stands, from some place on or, where a layout has moved it, anywhere.
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

    /// The lines that the letters of a range stand on, each with what of its runs lies in the
    /// range.
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
                // Raised and lowered figures stay on their line.
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
