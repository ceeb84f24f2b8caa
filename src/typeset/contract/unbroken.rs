//! Words that stay on one line: ranges, a short prefix and its word, a number and what it counts.
//!
//! Layouts may request the same of addresses: a program that reads the text of a page takes an
//! address that is broken across lines for two words. Headings and tables are left as they are.

use std::ops::Range;

use crate::typeset::contract::body::{BodyBlock, BulletItem, LabeledBlock, ListItem};
use crate::typeset::contract::contacts::ReadyContact;
use crate::typeset::contract::flow::{FlowEntry, FlowItem, FlowSection};
use crate::typeset::contract::parts::{HeaderProject, Lead, Part, Parts};
use crate::typeset::contract::runs::{Run, Runs, whole};
use crate::typeset::contract::runts::keep_end;
use crate::typeset::contract::script::{is_digit, is_ideograph, is_latin_letter};

/// The most characters of a word that stays on one line.
const LONGEST: usize = 24;
/// The most characters of a first name and a second one, or of a double name.
const LONGEST_NAME: usize = 18;
/// The most characters of a word with a slash, such as `TCP/IP`.
const LONGEST_PAIR: usize = 7;
/// The most characters of an email address in a text; a longer one may break before its signs.
const LONGEST_EMAIL: usize = 32;

/// Abbreviations that stay with the number after them, without their full stop.
const BEFORE_NUMBERS: [&str; 42] = [
    "p", "pp", "vol", "vols", "no", "nos", "nr", "fig", "figs", "ch", "chap", "sec", "eq", "tab",
    "art", "ref", "pt", "s", "bd", "abb", "kap", "abs", "pág", "págs", "pag", "pagg", "núm", "num",
    "n.º", "blz", "t", "str", "rys", "с", "т", "рис", "вып", "табл", "гл", "cap", "tav", "sp",
];
/// The same without a full stop.
const SIGNS_BEFORE_NUMBERS: [&str; 8] = ["§", "§§", "№", "n°", "nº", "Nr", "No", "#"];

/// What stays on one line besides short words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Nothing else.
    Words,
    /// Addresses with a path.
    Addresses,
}

/// Content with words in it.
pub trait Unbroken {
    /// Puts each word that must not break into a box.
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
                        start: boxed.0.last().is_none_or(|run| *run == Run::Break),
                        end: runs.peek().is_none_or(|run| *run == Run::Break),
                    };
                    boxed.append(divided(text, kept, edges));
                    continue;
                }
                Run::Code { pieces } if pieces.len() == 1 && kept == Kept::Addresses => {
                    boxed.append(divided_code(&pieces[0]));
                    continue;
                }
                Run::Strong { content }
                | Run::Emph { content }
                | Run::StrongEmph { content }
                | Run::Strike { content }
                | Run::Super { content }
                | Run::Sub { content }
                | Run::Link { content, .. } => content.keep_together(kept),
                // Each of these is on one line anyway, or has breaks of its own.
                Run::Box { .. }
                | Run::Ltr { .. }
                | Run::Code { .. }
                | Run::Long { .. }
                | Run::Whole { .. }
                | Run::Level { .. }
                | Run::Seam
                | Run::Wide
                | Run::Break => {}
            }
            boxed.push(run);
        }
        *self = boxed;
    }
}

/// Whether a text starts and ends a paragraph, and not beside other elements of it.
#[derive(Clone, Copy)]
struct Edges {
    start: bool,
    end: bool,
}

/// Returns a text as runs, of which each word that must not break is in a box.
fn divided(text: &str, kept: Kept, edges: Edges) -> Runs {
    let mut found = unbroken_words(text, edges);
    if kept == Kept::Addresses {
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
    let piece = |text: &str| Run::Code {
        pieces: vec![text.to_owned()],
    };
    let mut runs = Runs::default();
    let mut done = 0;
    for range in addresses(code) {
        if done < range.start {
            runs.push(piece(&code[done..range.start]));
        }
        runs.push(Run::Box {
            content: Runs(vec![piece(&code[range.clone()])]),
        });
        done = range.end;
    }
    if done < code.len() {
        runs.push(piece(&code[done..]));
    }
    runs
}

/// Returns ranges in order, joining those that overlap.
fn united(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut united: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match united.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => united.push(range),
        }
    }
    united
}

/// Returns the words that must not break, with the punctuation around them: a line could otherwise
/// break between a box and its punctuation.
fn unbroken_words(text: &str, edges: Edges) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !text.contains(|c: char| c.is_ascii_digit() || matches!(c, '-' | '–' | '+' | '/' | '@')) {
        return found;
    }
    let mut joined_from = None;
    let mut number_from = None;
    let mut start = 0;
    for word in text.split(' ') {
        let range = start..start + word.len();
        start = range.end + 1;
        let touches_element =
            (range.start == 0 && !edges.start) || (range.end == text.len() && !edges.end);
        if word.is_empty() || touches_element || word.chars().any(is_ideograph) {
            joined_from = None;
            number_from = None;
            continue;
        }
        let counted = word.starts_with(|c: char| is_digit(c)) && word.chars().count() <= LONGEST;
        match joined_from.take() {
            Some(from) if counted => found.push(from..range.end),
            _ if stays_whole(word) => found.push(range.clone()),
            _ => {}
        }
        if precedes_number(word) {
            joined_from = Some(range.start);
        }
        if follows_number(word)
            && let Some(from) = number_from.take()
        {
            found.push(from..range.end);
        }
        number_from = word
            .starts_with(|c: char| is_digit(c))
            .then_some(range.start);
    }
    found
}

/// Returns whether a word stays with a number after it: `pp.`, `§`, `IEEE`.
fn precedes_number(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '[', '“', '„', '«']);
    if SIGNS_BEFORE_NUMBERS.contains(&word) {
        return true;
    }
    if let Some(abbreviation) = word.strip_suffix('.') {
        return BEFORE_NUMBERS.contains(&abbreviation.to_lowercase().as_str());
    }
    (2..=6).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Returns whether a word stays with a number before it: `2nd ed.`
fn follows_number(word: &str) -> bool {
    ["ed.", "éd.", "Auflage", "Aufl.", "druk", "baskı"]
        .iter()
        .any(|ending| word.starts_with(ending))
}

/// Returns whether a line must not break within a word.
fn stays_whole(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !is_letter_or_digit(c) && !matches!(c, '+' | '#'));
    let length = core.chars().count();
    if is_email(core) {
        return true;
    }
    if !(2..=LONGEST).contains(&length) || core.contains("://") {
        return false;
    }
    core.ends_with("++")
        || is_range(core)
        || has_short_prefix(core)
        || (length <= LONGEST_NAME && is_double_name(core))
        || (length <= LONGEST_PAIR && core.contains('/'))
}

/// Returns whether a word is a range or a number with hyphens: `297–335`, `2023-09`.
fn is_range(word: &str) -> bool {
    let starts_with_digit = word.starts_with(is_digit);
    starts_with_digit
        && word.split(['–', '-']).count() > 1
        && word
            .split(['–', '-'])
            .all(|end| end.starts_with(|c: char| is_digit(c)))
}

/// Returns whether what is before the first hyphen is too short to end a line: `18-bed`,
/// `KV-cache`, `T-shirt`.
fn has_short_prefix(word: &str) -> bool {
    let Some((prefix, rest)) = word.split_once(['-', '–']) else {
        return false;
    };
    let length = prefix.chars().count();
    let is_short = length <= 2
        || (length <= 4 && prefix.bytes().all(|byte| byte.is_ascii_digit()))
        || (length == 3 && prefix.bytes().all(|byte| byte.is_ascii_uppercase()));
    let is_last_joint = !rest.contains(['-', '/']) || rest.chars().count() <= 10;
    is_short && prefix.chars().all(is_letter_or_digit) && is_last_joint
}

/// Returns whether a word looks like a double name: `Jean-Pierre`, `Garcia-Lopez`.
fn is_double_name(word: &str) -> bool {
    let is_name = |part: &str| {
        let mut letters = part.chars();
        letters.next().is_some_and(char::is_uppercase)
            && letters.clone().next().is_some()
            && letters.all(char::is_lowercase)
    };
    word.contains('-') && word.split('-').count() == 2 && word.split('-').all(is_name)
}

fn is_email(word: &str) -> bool {
    let Some((user, host)) = word.split_once('@') else {
        return false;
    };
    !user.is_empty() && host.contains('.') && word.chars().all(|c| is_of_address(c) || c == '+')
}

/// Divides an email address before its signs.
fn email_pieces(address: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, _) in address.match_indices(['@', '.', '/']) {
        if start < at {
            pieces.push(&address[start..at]);
        }
        start = at;
    }
    pieces.push(&address[start..]);
    pieces
}

/// Returns the addresses with a path in a text.
fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !text.contains('/') {
        return found;
    }
    let mut start = 0;
    while start < text.len() {
        let length = text[start..]
            .find(|c| c != '/' && !is_of_address(c))
            .unwrap_or(text.len() - start);
        let end = start + length;
        if let Some(offset) = address_start(&text[start..end]) {
            found.push(start + offset..end);
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

fn is_letter_or_digit(c: char) -> bool {
    is_latin_letter(c) || is_digit(c)
}

fn is_of_address(c: char) -> bool {
    is_letter_or_digit(c) || matches!(c, '.' | ':' | '_' | '~' | '@' | '#' | '-')
}

impl Unbroken for Part {
    fn keep_together(&mut self, kept: Kept) {
        match self {
            Self::Same(runs) => runs.keep_together(kept),
            Self::Styled {
                plain,
                strong,
                emph,
            } => [plain, strong, emph]
                .into_iter()
                .for_each(|runs| runs.keep_together(kept)),
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
        self.groups_mut()
            .into_iter()
            .for_each(|group| group.keep_together(kept));
    }
}

impl Unbroken for ReadyContact {
    fn keep_together(&mut self, kept: Kept) {
        // A layout puts a short contact into a box, and breaks a long one in a narrow column.
        if kept == Kept::Words {
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
        keep_end(&mut self.content, self.hyphens.as_deref());
        self.items.keep_together(kept);
    }
}

impl Unbroken for ListItem {
    fn keep_together(&mut self, kept: Kept) {
        match self {
            Self::Line { content, .. } => {
                content.keep_together(kept);
                keep_end(content, None);
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
                content, hyphens, ..
            } => {
                content.keep_together(kept);
                keep_end(content, hyphens.as_deref());
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

impl Unbroken for FlowSection {
    fn keep_together(&mut self, kept: Kept) {
        self.flow.keep_together(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Edges = Edges {
        start: true,
        end: true,
    };

    fn kept(text: &str) -> Vec<&str> {
        united(unbroken_words(text, WHOLE))
            .into_iter()
            .map(|range| &text[range])
            .collect()
    }

    #[test]
    fn finds_addresses() {
        for (text, expected) in [
            (
                "see git.example.org/ada/x-y, there",
                vec!["git.example.org/ada/x-y"],
            ),
            ("ada@example.org/x", vec!["ada@example.org/x"]),
            ("a/b.c/d", vec!["b.c/d"]),
            ("example.org/ and/or ./src/x", vec![]),
            ("T-shirt/example.org/x-y", vec!["example.org/x-y"]),
        ] {
            let found: Vec<&str> = addresses(text)
                .into_iter()
                .map(|range| &text[range])
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn keeps_numbers_with_what_they_count() {
        for (text, expected) in [
            ("vol. 3, pp. 112–129 of", vec!["vol. 3,", "pp. 112–129"]),
            ("(Fig. 2) in § 5", vec!["(Fig. 2)", "§ 5"]),
            ("an IEEE 802.3bs link", vec!["IEEE 802.3bs"]),
            ("pages 297–335, 2023-09.", vec!["297–335,", "2023-09."]),
            ("the p. of a story", vec![]),
            ("the book, 2nd ed., of", vec!["2nd ed.,"]),
            ("Vol 3 in CPUs 3", vec![]),
        ] {
            assert_eq!(kept(text), expected, "{text}");
        }
    }

    #[test]
    fn keeps_short_prefixes_and_names() {
        for (text, expected) in [
            (
                "an 18-bed ward, KV-cache; T-shirt",
                vec!["18-bed", "KV-cache;", "T-shirt"],
            ),
            ("C++, TCP/IP and and/or", vec!["C++,", "TCP/IP", "and/or"]),
            (
                "with Jean-Pierre (Ann-Kathrin)",
                vec!["Jean-Pierre", "(Ann-Kathrin)"],
            ),
            ("well-known, long-term-plan, a - b, -x", vec![]),
            ("Software-Entwicklungsprozesse", vec![]),
            ("é-shop, 3-year-old", vec!["é-shop,", "3-year-old"]),
            ("到KV-cache层", vec![]),
        ] {
            assert_eq!(kept(text), expected, "{text}");
        }
    }

    #[test]
    fn long_email_addresses_break_before_their_signs() {
        let long = "an-extremely-long-user-name@department.example.org";
        assert_eq!(
            email_pieces(long).join("|"),
            "an-extremely-long-user-name|@department|.example|.org"
        );
        let runs = divided(long, Kept::Words, WHOLE);
        assert!(runs.0.len() == 4 && runs.0.iter().all(|run| matches!(run, Run::Box { .. })));
        assert_eq!(kept("to ada-b@example.org now"), ["ada-b@example.org"]);
    }

    #[test]
    fn words_beside_other_elements_may_break() {
        let text = |text: &str| Run::Text(text.to_owned());
        let emph = Run::Emph {
            content: Runs::text("x"),
        };
        let mut runs = Runs(vec![text("an e-"), emph.clone(), text("18-bed ward")]);
        runs.keep_together(Kept::Words);
        assert_eq!(runs.0, [text("an e-"), emph, text("18-bed ward")]);
    }

    #[test]
    fn boxes_addresses_in_text_and_code() {
        let code = |text: &str| Run::Code {
            pieces: vec![text.to_owned()],
        };
        let text = |text: &str| Run::Text(text.to_owned());
        let mut runs = Runs(vec![text("at a.b/c, "), code("x y.z/0")]);
        runs.keep_together(Kept::Addresses);
        let expected = vec![
            text("at "),
            Run::Whole {
                pieces: vec!["a.b/".to_owned(), "c,".to_owned()],
            },
            text(" "),
            code("x "),
            Run::Box {
                content: Runs(vec![code("y.z/0")]),
            },
        ];
        assert_eq!(runs.0, expected);
    }
}
