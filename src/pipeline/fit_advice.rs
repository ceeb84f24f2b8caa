//! Advice for a CV that exceeds its pages: its longest sections and bullets, and limits that a
//! variant may set.

use std::cmp::Reverse;
use std::ops::Range;

use strum::IntoEnumIterator;

use crate::content::resume::{Resume, ResumeEntry, ResumeSection};
use crate::content::section_lengths;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::pipeline::document::Document;

/// The number of sections and bullets to name.
const NAMED: usize = 3;

/// A bullet of fewer characters takes little more than a line, so shortening it saves little.
const LONG: usize = 120;

/// The share of the excess that a limit must remove by its characters to be worth a try. Bullets and
/// entries take up gaps and unfinished lines as well, so a limit may suffice that removes less.
const WORTHWHILE: f64 = 0.7;

/// A limit that a variant may set.
#[derive(Clone, Copy, PartialEq, strum::EnumIter)]
enum Limit {
    Highlights,
    Entries,
}

impl Limit {
    /// Returns its key in a variant.
    fn key(self) -> &'static str {
        match self {
            Self::Highlights => "max-highlights",
            Self::Entries => "max-entries",
        }
    }

    /// Returns the lowest value worth advising: less than half of the entries would be another CV.
    fn lowest(self, longest: usize) -> usize {
        match self {
            Self::Highlights => 1,
            Self::Entries => (longest / 2).max(2),
        }
    }

    /// Returns the CV under the limit.
    fn apply(self, resume: &Resume, limit: usize) -> Resume {
        let mut resume = resume.clone();
        for section in &mut resume.sections {
            self.cut(section, limit);
        }
        resume
    }

    fn cut(self, section: &mut ResumeSection, limit: usize) {
        match self {
            Self::Highlights => {
                for entry in &mut section.entries {
                    cut_highlights(entry, limit);
                }
            }
            Self::Entries => section.entries.truncate(limit),
        }
        for subsection in &mut section.sections {
            self.cut(subsection, limit);
        }
    }

    /// Returns the length of the longest list that it limits.
    fn longest(self, section: &ResumeSection) -> usize {
        let own = match self {
            Self::Highlights => section.entries.iter().map(most_highlights).max(),
            Self::Entries => Some(section.entries.len()),
        };
        let nested = section.sections.iter().map(|nested| self.longest(nested));
        nested.chain(own).max().unwrap_or(0)
    }
}

fn cut_highlights(entry: &mut ResumeEntry, limit: usize) {
    entry.highlights.truncate(limit);
    for role in &mut entry.roles {
        cut_highlights(role, limit);
    }
}

fn most_highlights(entry: &ResumeEntry) -> usize {
    entry
        .roles
        .iter()
        .map(most_highlights)
        .fold(entry.highlights.len(), usize::max)
}

fn characters(resume: &Resume) -> usize {
    section_lengths(resume)
        .iter()
        .map(|section| section.characters)
        .sum()
}

/// Returns the highest limits under which the CV fits, as a profile writes them.
///
/// The first try of each is estimated from `excess`, the share of the text that is too much. All
/// limits returned have been tried with `fits`.
///
/// # Errors
/// The CV cannot be typeset.
pub fn limits(
    resume: &Resume,
    excess: f64,
    fits: &mut dyn FnMut(&Resume) -> Result<bool, Diagnostics>,
) -> Result<Vec<String>, Diagnostics> {
    let mut found = Vec::new();
    for limit in Limit::iter() {
        let longest = resume
            .sections
            .iter()
            .map(|section| limit.longest(section))
            .max()
            .unwrap_or(0);
        let values = limit.lowest(longest)..longest;
        let Some(guess) = estimate(limit, values.clone(), resume, excess) else {
            continue;
        };
        if let Some(value) = highest(limit, values, guess, resume, excess, fits)? {
            found.push(format!("{} = {value}", limit.key()));
        }
    }
    Ok(found)
}

/// Returns the highest value that removes the excess share of the characters.
fn estimate(limit: Limit, values: Range<usize>, resume: &Resume, excess: f64) -> Option<usize> {
    let all = characters(resume);
    values.rev().find(|value| {
        let left = characters(&limit.apply(resume, *value));
        removed_share(left, all) >= excess
    })
}

#[expect(clippy::cast_precision_loss, reason = "no CV has 2^52 characters")]
fn removed_share(left: usize, all: usize) -> f64 {
    1.0 - left as f64 / all as f64
}

/// Returns the highest value under which the CV fits, of a guess and the value above it, or below
/// it if the guess is too high. The CV was typeset twice to learn that it does not fit; two tries
/// for each of two limits make it six times, so a higher value is only tried if it removes most of
/// the excess.
fn highest(
    limit: Limit,
    values: Range<usize>,
    guess: usize,
    resume: &Resume,
    excess: f64,
    fits: &mut dyn FnMut(&Resume) -> Result<bool, Diagnostics>,
) -> Result<Option<usize>, Diagnostics> {
    let fits_guess = fits(&limit.apply(resume, guess))?;
    let neighbor = if fits_guess { guess + 1 } else { guess - 1 };
    if !values.contains(&neighbor) {
        return Ok(fits_guess.then_some(guess));
    }
    let limited = limit.apply(resume, neighbor);
    let removed = removed_share(characters(&limited), characters(resume));
    let is_worthwhile = removed >= WORTHWHILE * excess;
    if is_worthwhile && fits(&limited)? {
        return Ok(Some(neighbor));
    }
    Ok(fits_guess.then_some(guess))
}

/// Adds advice to the warning that a document exceeds its pages.
pub fn with_advice(warning: Diagnostic, document: &Document, limits: &[String]) -> Diagnostic {
    let mut warning = point_at_long_bullets(warning, document);
    if let Some(sections) = longest_sections(&document.resume) {
        warning = warning.hint(format!("most of the text is in {sections}"));
    }
    if !limits.is_empty() {
        let variant = match document.variant() {
            Some(name) => format!("`[variant.{name}]`"),
            None => "a variant".to_owned(),
        };
        let limits: Vec<String> = limits.iter().map(|limit| format!("`{limit}`")).collect();
        let limits = limits.join(" or ");
        warning = warning.hint(format!("it fits with {limits} in {variant}"));
    }
    warning
}

/// Returns the titles of the longest sections, each with its share of the text; `None` unless there
/// are several. Sections without a title cannot be named.
fn longest_sections(resume: &Resume) -> Option<String> {
    let mut sections = section_lengths(resume);
    let all = characters(resume).max(1);
    sections.retain(|section| !section.title.is_empty());
    sections.sort_by_key(|section| Reverse(section.characters));
    let longest = sections.iter().take(NAMED);
    let named: Vec<String> = longest
        .map(|section| {
            let percent = (section.characters * 100 + all / 2) / all;
            format!("`{}` ({percent} %)", section.title)
        })
        .collect();
    (named.len() > 1).then(|| named.join(", "))
}

fn point_at_long_bullets(mut warning: Diagnostic, document: &Document) -> Diagnostic {
    struct LongBullet {
        characters: usize,
        start: usize,
    }
    let tree = &document.selection.tree;
    let mut long: Vec<LongBullet> = document
        .resume
        .bullets
        .iter()
        .map(|bullet| LongBullet {
            characters: bullet.text.chars().count(),
            start: bullet.span.start,
        })
        .filter(|bullet| bullet.characters > LONG)
        .collect();
    long.sort_by_key(|bullet| (Reverse(bullet.characters), bullet.start));
    long.truncate(NAMED);
    long.sort_by_key(|bullet| bullet.start);
    for LongBullet { characters, start } in long {
        // The message shows the whole line for any span in it.
        let span = start..start + 1;
        warning = warning.also(
            tree.source(),
            span,
            format!("a bullet of {characters} characters"),
        );
    }
    warning
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content;
    use crate::content::resume::{Inline, Inlines, ResumeItem};
    use crate::diagnostic::Source;
    use crate::profile;
    use crate::selection::{Choice, select};

    fn text(characters: usize) -> Inlines {
        vec![Inline::Text("x".repeat(characters))]
    }

    fn entry(highlights: usize, roles: Vec<ResumeEntry>) -> ResumeEntry {
        let highlight = ResumeItem {
            content: text(10),
            items: Vec::new(),
        };
        ResumeEntry {
            highlights: vec![highlight; highlights],
            roles,
            ..ResumeEntry::default()
        }
    }

    fn section(entries: Vec<ResumeEntry>, sections: Vec<ResumeSection>) -> ResumeSection {
        ResumeSection {
            entries,
            sections,
            ..ResumeSection::default()
        }
    }

    #[test]
    fn longest_list_may_be_in_a_role_or_a_subsection() {
        let inner = section(vec![entry(1, vec![entry(4, Vec::new())])], Vec::new());
        let outer = section(
            vec![entry(3, Vec::new()), entry(0, Vec::new())],
            vec![inner],
        );
        assert_eq!(Limit::Highlights.longest(&outer), 4);
        assert_eq!(Limit::Entries.longest(&outer), 2);
        assert_eq!(Limit::Highlights.longest(&ResumeSection::default()), 0);
    }

    #[test]
    fn limit_cuts_entries_roles_and_subsections() {
        let inner = section(vec![entry(1, vec![entry(4, Vec::new())])], Vec::new());
        let whole = section(
            vec![entry(3, Vec::new()), entry(0, Vec::new())],
            vec![inner],
        );
        let mut cut = whole.clone();
        Limit::Highlights.cut(&mut cut, 2);
        assert_eq!(cut.entries[0].highlights.len(), 2);
        assert_eq!(cut.sections[0].entries[0].highlights.len(), 1);
        assert_eq!(cut.sections[0].entries[0].roles[0].highlights.len(), 2);
        let mut cut = whole;
        Limit::Entries.cut(&mut cut, 1);
        assert_eq!(cut.entries.len(), 1);
        assert_eq!(cut.entries[0].highlights.len(), 3);
    }

    /// Returns a CV with these sections.
    fn resume(sections: Vec<ResumeSection>) -> Resume {
        let parsed = profile::parse(Source::new("a.toml", ""), None, None).expect("a profile");
        let mut problems = Diagnostics::default();
        let selection = select(&parsed, &Choice::default(), &mut problems);
        Resume {
            sections,
            ..content::resume(&selection, "a", &mut problems)
        }
    }

    /// Returns the limits under which a CV has no more characters than a page takes.
    fn limits_for(resume: &Resume, page: usize) -> Vec<String> {
        let excess = removed_share(page, characters(resume));
        limits(resume, excess, &mut |cut| Ok(characters(cut) <= page)).expect("no errors")
    }

    #[test]
    fn highest_limit_is_found() {
        let one_entry = resume(vec![section(vec![entry(6, Vec::new())], Vec::new())]);
        for (page, found) in [
            (59, &["max-highlights = 5"][..]),
            (30, &["max-highlights = 3"]),
            (19, &["max-highlights = 1"]),
            (9, &[]),
        ] {
            assert_eq!(limits_for(&one_entry, page), found, "{page}");
        }
        let entries = vec![entry(1, Vec::new()); 5];
        let entries = resume(vec![section(entries, Vec::new())]);
        assert_eq!(limits_for(&entries, 25), ["max-entries = 2"]);
        assert_eq!(limits_for(&entries, 15), [] as [&str; 0]);
    }

    #[test]
    fn limits_beside_the_estimate_are_tried() {
        let resume = resume(vec![section(vec![entry(6, Vec::new())], Vec::new())]);
        for (excess, page, found, tried) in [
            (0.4, 40, Some("max-highlights = 4"), &[3, 4][..]),
            (0.4, 30, Some("max-highlights = 3"), &[3, 4]),
            (0.5, 40, Some("max-highlights = 3"), &[3]),
            (0.5, 20, Some("max-highlights = 2"), &[3, 2]),
            (0.5, 10, None, &[3, 2]),
        ] {
            let mut tries = Vec::new();
            let limits = limits(&resume, excess, &mut |cut| {
                tries.push(characters(cut) / 10);
                Ok(characters(cut) <= page)
            });
            let limits = limits.expect("no errors");
            assert_eq!(limits.first().map(String::as_str), found, "{page}");
            assert_eq!(tries, tried, "{page}");
        }
    }

    #[test]
    fn three_longest_sections_are_named() {
        let sections = [("A", 2), ("", 9), ("B", 4), ("C", 1), ("D", 1)];
        let sections = sections.map(|(title, highlights)| titled(title, highlights));
        assert_eq!(
            longest_sections(&resume(sections.to_vec())).as_deref(),
            Some("`B` (24 %), `A` (12 %), `C` (6 %)")
        );
        assert_eq!(longest_sections(&resume(sections[1..3].to_vec())), None);
    }

    fn titled(title: &str, highlights: usize) -> ResumeSection {
        ResumeSection {
            title: (!title.is_empty()).then(|| vec![Inline::Text(title.to_owned())]),
            ..section(vec![entry(highlights, Vec::new())], Vec::new())
        }
    }

    #[test]
    fn share_of_removed_text() {
        assert!((removed_share(25, 100) - 0.75).abs() < 1e-9);
        assert!(removed_share(7, 7).abs() < 1e-9);
    }
}
