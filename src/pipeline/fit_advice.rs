//! What would make a CV shorter that does not fit: its longest sections and bullets, and limits
//! that a variant may set.

use std::cmp::Reverse;

use crate::content::resume::{Resume, ResumeEntry, ResumeSection};
use crate::content::{Bullet, bullets, outline};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::pipeline::document::Document;

/// How many sections and bullets are named.
const NAMED: usize = 3;

/// A bullet of fewer characters takes a line or little more, and is not what makes a CV long.
const LONG: usize = 120;

/// How often each limit is tried: with the two times that a CV was set to learn that it does not
/// fit, it is set six times.
const TRIES: usize = 2;

/// A limit that a variant may set.
#[derive(Clone, Copy, PartialEq)]
enum Limit {
    Highlights,
    Entries,
}

impl Limit {
    const ALL: [Self; 2] = [Self::Highlights, Self::Entries];

    /// Its key in a variant.
    fn key(self) -> &'static str {
        match self {
            Self::Highlights => "max-highlights",
            Self::Entries => "max-entries",
        }
    }

    /// The least that is worth a variant.
    fn least(self) -> usize {
        match self {
            Self::Highlights => 1,
            Self::Entries => 2,
        }
    }

    /// The CV under the limit. What stands in groups is not cut, for a group has less than its
    /// section.
    fn apply(self, resume: &Resume, most: usize) -> Resume {
        let mut resume = resume.clone();
        resume
            .sections
            .iter_mut()
            .for_each(|section| self.cut(section, most));
        resume
    }

    fn cut(self, section: &mut ResumeSection, most: usize) {
        fn bullets(entry: &mut ResumeEntry, most: usize) {
            entry.highlights.truncate(most);
            entry.roles.iter_mut().for_each(|role| bullets(role, most));
        }
        match self {
            Self::Highlights => section
                .entries
                .iter_mut()
                .for_each(|entry| bullets(entry, most)),
            Self::Entries => section.entries.truncate(most),
        }
        section
            .sections
            .iter_mut()
            .for_each(|section| self.cut(section, most));
    }

    /// The most that it could limit anything to, and still do something.
    fn highest(self, section: &ResumeSection) -> usize {
        fn bullets(entry: &ResumeEntry) -> usize {
            entry
                .roles
                .iter()
                .map(bullets)
                .fold(entry.highlights.len(), usize::max)
        }
        let own = match self {
            Self::Highlights => section.entries.iter().map(bullets).max().unwrap_or(0),
            Self::Entries => section.entries.len(),
        };
        section
            .sections
            .iter()
            .map(|section| self.highest(section))
            .fold(own, usize::max)
    }
}

fn characters(resume: &Resume) -> usize {
    outline(resume)
        .into_iter()
        .map(|(_, characters)| characters)
        .sum()
}

/// The highest limits under which it fits, as they are written in a profile. Which may do it is
/// guessed from the share of the text that is too much; those that are named have been tried.
///
/// # Errors
/// The CV cannot be set.
pub fn limits(
    resume: &Resume,
    too_much: f64,
    holds: &mut dyn FnMut(&Resume) -> Result<bool, Diagnostics>,
) -> Result<Vec<String>, Diagnostics> {
    let mut found = Vec::new();
    let all = characters(resume);
    #[expect(clippy::cast_precision_loss, reason = "no CV has 2^52 characters")]
    let saves_enough = |limited: &Resume| 1.0 - characters(limited) as f64 / all as f64 >= too_much;
    for limit in Limit::ALL {
        let highest = resume
            .sections
            .iter()
            .map(|section| limit.highest(section))
            .max()
            .unwrap_or(0);
        let limits = limit.least()..highest;
        let Some(guess) = limits
            .clone()
            .rev()
            .find(|most| saves_enough(&limit.apply(resume, *most)))
        else {
            continue;
        };
        let mut best = None;
        let mut next = Some(guess);
        for _ in 0..TRIES {
            let Some(most) = next.filter(|most| limits.contains(most)) else {
                break;
            };
            if holds(&limit.apply(resume, most))? {
                best = best.max(Some(most));
                next = (most >= guess).then_some(most + 1);
            } else {
                next = (most <= guess).then(|| most - 1);
            }
        }
        found.extend(best.map(|most| format!("{} = {most}", limit.key())));
    }
    Ok(found)
}

/// The warning that a CV does not fit, with what would help.
pub fn advice(document: &Document, warning: Diagnostic, limits: &[String]) -> Diagnostic {
    let mut sections = outline(&document.resume);
    let all = sections
        .iter()
        .map(|(_, characters)| characters)
        .sum::<usize>()
        .max(1);
    sections.retain(|(title, _)| !title.is_empty());
    sections.sort_by_key(|(_, characters)| Reverse(*characters));
    let share = |(title, characters): &(String, usize)| {
        format!("`{title}` ({} %)", (characters * 100 + all / 2) / all)
    };
    let sections: Vec<String> = sections.iter().take(NAMED).map(share).collect();
    let mut warning = warning;
    let tree = &document.selection.tree;
    let length = |bullet: Bullet| (bullet.text.chars().count(), bullet.span);
    let mut bullets: Vec<_> = bullets(tree)
        .into_iter()
        .map(length)
        .filter(|(length, _)| *length > LONG)
        .collect();
    bullets.sort_by_key(|(characters, span)| (Reverse(*characters), span.start));
    bullets.truncate(NAMED);
    bullets.sort_by_key(|(_, span)| span.start);
    for (characters, span) in bullets {
        // The line is shown in any case.
        let start = span.start..span.start + 1;
        warning = warning.also(
            tree.source(),
            start,
            format!("a bullet of {characters} characters"),
        );
    }
    if sections.len() > 1 {
        warning = warning.hint(format!("most of the text is in {}", sections.join(", ")));
    }
    if !limits.is_empty() {
        let variant = document.variant().map_or_else(
            || "a variant".to_owned(),
            |name| format!("`[variant.{name}]`"),
        );
        let limits = limits
            .iter()
            .map(|limit| format!("`{limit}`"))
            .collect::<Vec<_>>()
            .join(" or ");
        warning = warning.hint(format!("with {limits} in {variant} it would fit"));
    }
    warning
}
