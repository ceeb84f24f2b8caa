//! Words that stay on one line: ranges, a short prefix and its word, a number and what it counts.
//!
//! Layouts may request the same of addresses: a program that reads the text of a page takes an
//! address that is broken across lines for two words. Headings and tables are left as they are.

mod ranges;

use crate::typeset::contract::body::{BodyBlock, BulletItem, LabeledBlock, ListItem};
use crate::typeset::contract::contacts::ReadyContact;
use crate::typeset::contract::flow::{FlowEntry, FlowItem};
use crate::typeset::contract::parts::{HeaderProject, Lead, Part, Parts};
use crate::typeset::contract::runs::{Run, Runs, whole};
use crate::typeset::contract::script::is_upright;
use crate::typeset::contract::unbroken::ranges::{
    Edges, addresses, email_pieces, is_email, unbroken_words, united,
};

pub use ranges::Kept;

/// The most characters of an email address in a text; a longer one may break before its signs.
const LONGEST_EMAIL: usize = 32;

/// The most characters of a last word that is not broken: it fits narrow columns.
const LONGEST_LAST: usize = 20;

/// Content with words in it.
pub trait Unbroken {
    /// Keeps each word that must not break on one line.
    fn keep_together(&mut self, kept: Kept);
}

impl<T: Unbroken> Unbroken for [T] {
    fn keep_together(&mut self, kept: Kept) {
        for part in self.iter_mut() {
            part.keep_together(kept);
        }
    }
}

impl<T: Unbroken> Unbroken for Vec<T> {
    fn keep_together(&mut self, kept: Kept) {
        self.as_mut_slice().keep_together(kept);
    }
}

impl<T: Unbroken> Unbroken for Option<T> {
    fn keep_together(&mut self, kept: Kept) {
        for part in self.iter_mut() {
            part.keep_together(kept);
        }
    }
}

impl Unbroken for Runs {
    fn keep_together(&mut self, kept: Kept) {
        let mut boxed = Self::default();
        let mut runs = std::mem::take(&mut self.0).into_iter().peekable();
        while let Some(mut run) = runs.next() {
            match &mut run {
                Run::Text(text) => {
                    let edges = Edges {
                        start: boxed.0.last().is_none_or(starts_line),
                        end: runs.peek().is_none_or(|run| *run == Run::Break),
                    };
                    boxed.append(divided(text, kept, edges));
                    continue;
                }
                Run::Code { pieces } if pieces.len() == 1 && kept.addresses => {
                    boxed.append(divided_code(&pieces[0]));
                    continue;
                }
                Run::Strong { content }
                | Run::Emph { content }
                | Run::StrongEmph { content }
                | Run::Strike { content }
                | Run::Super { content }
                | Run::Sub { content }
                | Run::Link { content, .. }
                | Run::Picture { content, .. } => content.keep_together(kept),
                // Each of these is on one line anyway, or has breaks of its own.
                Run::Box { .. }
                | Run::Ltr { .. }
                | Run::Code { .. }
                | Run::Long { .. }
                | Run::Whole { .. }
                | Run::Level { .. }
                | Run::Hang { .. }
                | Run::Seam
                | Run::Wide
                | Run::Break => {}
            }
            boxed.push(run);
        }
        *self = boxed;
    }
}

/// Returns whether what follows a run is at the start of a line.
fn starts_line(run: &Run) -> bool {
    matches!(run, Run::Break | Run::Hang { .. })
}

/// Returns a text as runs, of which each word that must not break stays on one line.
fn divided(text: &str, kept: Kept, edges: Edges) -> Runs {
    let mut found = unbroken_words(text, edges, kept);
    if kept.addresses {
        found.extend(addresses(text));
    }
    let mut runs = Runs::default();
    let mut done = 0;
    for range in united(found) {
        runs.push_text(&text[done..range.start]);
        let word = &text[range.clone()];
        if is_email(word) && word.chars().count() > LONGEST_EMAIL {
            for piece in email_pieces(word) {
                runs.push(Run::Box {
                    content: Runs::text(piece),
                });
            }
        } else {
            runs.push(whole(word));
        }
        done = range.end;
    }
    runs.push_text(&text[done..]);
    runs
}

/// Returns code as runs, of which each address is in a box.
fn divided_code(code: &str) -> Runs {
    let mut runs = Runs::default();
    let mut done = 0;
    for range in addresses(code) {
        if done < range.start {
            runs.push(code_run(&code[done..range.start]));
        }
        runs.push(Run::Box {
            content: Runs(vec![code_run(&code[range.clone()])]),
        });
        done = range.end;
    }
    if done < code.len() {
        runs.push(code_run(&code[done..]));
    }
    runs
}

fn code_run(text: &str) -> Run {
    Run::Code {
        pieces: vec![text.to_owned()],
    }
}

/// Keeps the last word of a hyphenated text whole: Typst avoids a last line of a single word, but takes a
/// word with syllables for several.
fn keep_last_word(runs: &mut Runs, kept: Kept) {
    match runs.0.last_mut() {
        Some(Run::Text(text)) if kept.capitals => {
            let word = text.split_off(text.rfind(' ').map_or(0, |space| space + 1));
            if text.is_empty() {
                runs.0.pop();
            }
            let is_short = word.chars().count() <= LONGEST_LAST && !word.chars().any(is_upright);
            runs.push(if is_short {
                Run::Whole { pieces: vec![word] }
            } else {
                Run::Text(word)
            });
        }
        Some(
            Run::Strong { content }
            | Run::Emph { content }
            | Run::StrongEmph { content }
            | Run::Link { content, .. },
        ) => keep_last_word(content, kept),
        _ => {}
    }
}

impl Unbroken for Part {
    fn keep_together(&mut self, kept: Kept) {
        for runs in self.forms_mut() {
            runs.keep_together(kept);
        }
    }
}

impl Unbroken for Lead {
    fn keep_together(&mut self, kept: Kept) {
        self.content.keep_together(kept);
        self.after.keep_together(kept);
    }
}

impl Unbroken for HeaderProject {
    fn keep_together(&mut self, kept: Kept) {
        self.name.keep_together(kept);
        self.links.keep_together(kept);
    }
}

impl Unbroken for Parts {
    fn keep_together(&mut self, kept: Kept) {
        self.project.keep_together(kept);
        self.groups
            .values_mut()
            .for_each(|group| group.keep_together(kept));
    }
}

impl Unbroken for ReadyContact {
    fn keep_together(&mut self, kept: Kept) {
        // A layout puts a short contact into a box, and breaks a long one in a narrow column.
        if !kept.addresses {
            return;
        }
        self.content.keep_together(kept);
        self.value.keep_together(kept);
        if let Some(full) = &mut self.full {
            full.content.keep_together(kept);
        }
    }
}

impl Unbroken for BulletItem {
    fn keep_together(&mut self, kept: Kept) {
        self.content.keep_together(kept);
        keep_last_word(&mut self.content, kept);
        self.items.keep_together(kept);
    }
}

impl Unbroken for ListItem {
    fn keep_together(&mut self, kept: Kept) {
        match self {
            Self::Line { content, .. } => {
                content.keep_together(kept);
                keep_last_word(content, kept);
            }
            Self::Blocks { blocks } => blocks.keep_together(kept),
        }
    }
}

impl Unbroken for LabeledBlock {
    fn keep_together(&mut self, kept: Kept) {
        self.label.keep_together(kept);
        self.body.keep_together(kept);
    }
}

impl Unbroken for BodyBlock {
    fn keep_together(&mut self, kept: Kept) {
        match self {
            Self::Paragraph {
                content, justify, ..
            } => {
                content.keep_together(Kept {
                    compounds: kept.compounds && !*justify,
                    ..kept
                });
                keep_last_word(content, kept);
            }
            Self::List { items, .. } => items.keep_together(kept),
            Self::Quote { blocks } => blocks.keep_together(kept),
            Self::Detail(detail) => detail.keep_together(kept),
            Self::Bullets { items, .. } => items.keep_together(kept),
            Self::Code { .. } | Self::Table { .. } | Self::Rule => {}
        }
    }
}

impl Unbroken for FlowEntry {
    fn keep_together(&mut self, kept: Kept) {
        self.leads.organization.keep_together(kept);
        self.leads.title.keep_together(kept);
        self.leads.text.keep_together(kept);
        self.parts.keep_together(kept);
        self.body.keep_together(kept);
        self.roles.keep_together(kept);
    }
}

impl Unbroken for FlowItem {
    fn keep_together(&mut self, kept: Kept) {
        match self {
            Self::Prose(prose) => prose.body.keep_together(kept),
            Self::Entry(entry) => entry.keep_together(kept),
            Self::Keep(keep) => keep.flow.keep_together(kept),
            Self::Columns(columns) => columns.cells.keep_together(kept),
            Self::Heading(_) | Self::Space | Self::PageBreak => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Edges = Edges {
        start: true,
        end: true,
    };
    const WORDS: Kept = Kept {
        addresses: false,
        compounds: true,
        capitals: false,
    };

    #[test]
    fn long_email_addresses_break_before_their_signs() {
        let long = "an-extremely-long-user-name@department.example.org";
        assert_eq!(
            email_pieces(long).join("|"),
            "an-extremely-long-user-name|@department|.example|.org"
        );
        let runs = divided(long, WORDS, WHOLE);
        assert!(runs.0.len() == 4 && runs.0.iter().all(|run| matches!(run, Run::Box { .. })));
    }

    #[test]
    fn words_beside_other_elements_may_break() {
        let emph = Run::Emph {
            content: Runs::text("x"),
        };
        let mut runs = Runs(vec![text("an e-"), emph.clone(), text("18-bed ward")]);
        runs.keep_together(WORDS);
        assert_eq!(runs.0, [text("an e-"), emph, text("18-bed ward")]);
    }

    fn text(text: &str) -> Run {
        Run::Text(text.to_owned())
    }

    #[test]
    fn boxes_addresses_in_text_and_code() {
        let mut runs = Runs(vec![text("at a.b/c, "), code_run("x y.z/0")]);
        runs.keep_together(Kept {
            addresses: true,
            ..WORDS
        });
        let expected = vec![
            text("at "),
            Run::Whole {
                pieces: vec!["a.".to_owned(), "b/".to_owned(), "c,".to_owned()],
            },
            text(" "),
            code_run("x "),
            Run::Box {
                content: Runs(vec![code_run("y.z/0")]),
            },
        ];
        assert_eq!(runs.0, expected);
    }
}
