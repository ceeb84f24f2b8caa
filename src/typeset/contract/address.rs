//! Addresses that stay on one line, for layouts that request it: a program that reads the
//! text of a page takes an address that is broken across lines for two words.
//!
//! Headings and tables are left as they are.

use std::ops::Range;

use crate::typeset::contract::body::{BodyBlock, BulletItem, LabeledBlock, ListItem};
use crate::typeset::contract::flow::{FlowEntry, FlowItem, FlowSection};
use crate::typeset::contract::parts::{HeaderProject, Lead, Part, Parts, ReadyContact};
use crate::typeset::contract::runs::{Run, Runs};
use crate::typeset::contract::script::{is_digit, is_latin_letter};

/// Content with addresses in it.
pub trait Addresses {
    /// Puts each address in a box.
    fn box_addresses(&mut self);
}

impl<T: Addresses> Addresses for [T] {
    fn box_addresses(&mut self) {
        self.iter_mut().for_each(Addresses::box_addresses);
    }
}

impl<T: Addresses> Addresses for Vec<T> {
    fn box_addresses(&mut self) {
        self.as_mut_slice().box_addresses();
    }
}

impl<T: Addresses> Addresses for Option<T> {
    fn box_addresses(&mut self) {
        self.iter_mut().for_each(Addresses::box_addresses);
    }
}

impl Addresses for Runs {
    fn box_addresses(&mut self) {
        let mut boxed = Self::default();
        for mut run in std::mem::take(&mut self.0) {
            match &mut run {
                Run::Text(text) => {
                    boxed.append(divided(text, Run::Text));
                    continue;
                }
                Run::Code { pieces } if pieces.len() == 1 => {
                    let code = |text| Run::Code { pieces: vec![text] };
                    boxed.append(divided(&pieces[0], code));
                    continue;
                }
                Run::Strong { content }
                | Run::Emph { content }
                | Run::StrongEmph { content }
                | Run::Strike { content }
                | Run::Super { content }
                | Run::Sub { content }
                | Run::Link { content, .. } => content.box_addresses(),
                // Each of these is on one line anyway, or has breaks of its own.
                Run::Box { .. }
                | Run::Ltr { .. }
                | Run::Code { .. }
                | Run::Long { .. }
                | Run::Seam
                | Run::Break => {}
            }
            boxed.push(run);
        }
        *self = boxed;
    }
}

/// Returns a text as runs, of which each address is in a box.
fn divided(text: &str, run: impl Fn(String) -> Run) -> Runs {
    let mut runs = Runs::default();
    let mut done = 0;
    for found in unbroken(text) {
        if done < found.start {
            runs.push(run(text[done..found.start].to_owned()));
        }
        let content = Runs(vec![run(text[found.clone()].to_owned())]);
        runs.push(Run::Box { content });
        done = found.end;
    }
    if done < text.len() {
        runs.push(run(text[done..].to_owned()));
    }
    runs
}

/// Returns the parts of a text that stay on one line: addresses with a path, and words like
/// `e-mail`, whose single letter would be left at the end of a line. Other words with a hyphen may
/// break: some programs drop the spaces next to a box.
fn unbroken(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !text.contains(['/', '-']) {
        return found;
    }
    let mut start = 0;
    while start < text.len() {
        let length = text[start..]
            .find(|c| c != '/' && !is_of_address(c))
            .unwrap_or(text.len() - start);
        let end = start + length;
        let address = address_start(&text[start..end]).map_or(end, |offset| start + offset);
        add_letters_with_hyphen(text, start..address, &mut found);
        if address < end {
            found.push(address..end);
        }
        start = end + text[end..].chars().next().map_or(0, char::len_utf8);
    }
    found
}

/// Returns where an address starts in a sequence of its characters: at the first part with a dot or
/// an at sign, then another character, a slash, and something after it.
fn address_start(text: &str) -> Option<usize> {
    let mut start = 0;
    for (slash, _) in text.match_indices('/') {
        let part = &text[start..slash];
        let is_host = part.find(['.', '@']).is_some_and(|at| at + 1 < part.len());
        if is_host && slash + 1 < text.len() {
            return Some(start);
        }
        start = slash + 1;
    }
    None
}

/// Appends the words in a range that are one letter or digit, a hyphen, and more.
fn add_letters_with_hyphen(text: &str, within: Range<usize>, found: &mut Vec<Range<usize>>) {
    let mut free_from = within.start;
    for (hyphen, _) in text[within.clone()].match_indices('-') {
        let hyphen = within.start + hyphen;
        let Some(first) = text[free_from..hyphen].chars().next_back() else {
            continue;
        };
        let start = hyphen - first.len_utf8();
        let continues = text[..start]
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() || c == '_');
        let rest = &text[hyphen + 1..within.end];
        let length = rest.find(|c| !is_letter_or_digit(c)).unwrap_or(rest.len());
        if is_letter_or_digit(first) && !continues && length > 0 {
            free_from = hyphen + 1 + length;
            found.push(start..free_from);
        }
    }
}

fn is_letter_or_digit(c: char) -> bool {
    is_latin_letter(c) || is_digit(c)
}

fn is_of_address(c: char) -> bool {
    is_letter_or_digit(c) || matches!(c, '.' | ':' | '_' | '~' | '@' | '#' | '-')
}

impl Addresses for Part {
    fn box_addresses(&mut self) {
        match self {
            Self::Same(runs) => runs.box_addresses(),
            Self::Styled {
                plain,
                strong,
                emph,
            } => [plain, strong, emph]
                .into_iter()
                .for_each(Runs::box_addresses),
        }
    }
}

impl Addresses for Lead {
    fn box_addresses(&mut self) {
        self.content.box_addresses();
        self.after.box_addresses();
    }
}

impl Addresses for HeaderProject {
    fn box_addresses(&mut self) {
        self.name.box_addresses();
        self.links.box_addresses();
    }
}

impl Addresses for Parts {
    fn box_addresses(&mut self) {
        self.project.box_addresses();
        self.groups_mut()
            .into_iter()
            .for_each(Addresses::box_addresses);
    }
}

impl Addresses for ReadyContact {
    fn box_addresses(&mut self) {
        self.content.box_addresses();
        if let Some(full) = &mut self.full {
            full.content.box_addresses();
        }
    }
}

impl Addresses for BulletItem {
    fn box_addresses(&mut self) {
        self.content.box_addresses();
        self.items.box_addresses();
    }
}

impl Addresses for ListItem {
    fn box_addresses(&mut self) {
        match self {
            Self::Line { content } => content.box_addresses(),
            Self::Blocks { blocks } => blocks.box_addresses(),
        }
    }
}

impl Addresses for LabeledBlock {
    fn box_addresses(&mut self) {
        self.label.box_addresses();
        self.body.box_addresses();
    }
}

impl Addresses for BodyBlock {
    fn box_addresses(&mut self) {
        match self {
            Self::Paragraph { content, .. } => content.box_addresses(),
            Self::List { items, .. } => items.box_addresses(),
            Self::Quote { blocks } => blocks.box_addresses(),
            Self::Detail(detail) => detail.box_addresses(),
            Self::Bullets { items, .. } => items.box_addresses(),
            Self::Code { .. } | Self::Table { .. } | Self::Rule => {}
        }
    }
}

impl Addresses for FlowEntry {
    fn box_addresses(&mut self) {
        self.leads.organization.box_addresses();
        self.leads.title.box_addresses();
        self.leads.text.box_addresses();
        self.parts.box_addresses();
        self.body.box_addresses();
        self.roles.box_addresses();
    }
}

impl Addresses for FlowItem {
    fn box_addresses(&mut self) {
        match self {
            Self::Prose(prose) => prose.body.box_addresses(),
            Self::Entry(entry) => entry.box_addresses(),
            Self::Keep(keep) => keep.flow.box_addresses(),
            Self::Columns(columns) => columns.cells.box_addresses(),
            Self::Heading(_) | Self::Space | Self::PageBreak => {}
        }
    }
}

impl Addresses for FlowSection {
    fn box_addresses(&mut self) {
        self.flow.box_addresses();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_addresses_and_letters_with_hyphens() {
        for (text, expected) in [
            (
                "see git.example.org/ada/x-y, there",
                vec!["git.example.org/ada/x-y"],
            ),
            ("ada@example.org/x", vec!["ada@example.org/x"]),
            ("a/b.c/d", vec!["b.c/d"]),
            ("example.org/ and/or ./src/x", vec![]),
            ("an e-mail, a T-shirt2", vec!["e-mail", "T-shirt2"]),
            ("1-800-555, well-known, x_y-z, -a, a-", vec!["1-800"]),
            ("e-mail/example.org/x-y", vec!["e-mail", "example.org/x-y"]),
            ("é-shop, über-x", vec!["é-shop"]),
        ] {
            let found: Vec<&str> = unbroken(text)
                .into_iter()
                .map(|range| &text[range])
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn boxes_addresses_in_text_and_code() {
        let code = |text: &str| Run::Code {
            pieces: vec![text.to_owned()],
        };
        let boxed = |run: Run| Run::Box {
            content: Runs(vec![run]),
        };
        let text = |text: &str| Run::Text(text.to_owned());
        let mut runs = Runs(vec![text("at a.b/c, "), code("x y.z/0")]);
        runs.box_addresses();
        let expected = vec![
            text("at "),
            boxed(text("a.b/c")),
            text(", "),
            code("x "),
            boxed(code("y.z/0")),
        ];
        assert_eq!(runs.0, expected);
    }
}
