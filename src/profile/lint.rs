//! Warns about questionable style: duplicate links, dates in the future, bullets that end
//! differently, mixed quotation marks, and spaces that are not needed.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::profile::date::{dates_of, moment_of};
use crate::profile::fields::Field;
use crate::profile::link::bare;
use crate::profile::moment::{Moment, PartialDate};
use crate::profile::network;
use crate::profile::role::Role;
use crate::profile::tree::{Node, TomlTree, Value};
use crate::profile::visit::{Visitor, visit};

/// Checks the style of the valid part of a profile. `today` is the date after which a date is in
/// the future, unless the profile has a date itself.
pub fn check(tree: &TomlTree, today: Option<PartialDate>, problems: &mut Diagnostics) {
    let root = tree.root();
    let date = match moment_of(root, "date") {
        Some(Moment::Date(date)) => Some(date),
        _ => None,
    };
    let mut linter = Linter {
        tree,
        today: date.or(today),
        is_dated: date.is_some(),
        locale: root.string("locale").unwrap_or_default(),
        quotes: BTreeMap::new(),
        problems,
    };
    if let Some(person) = root.get("person") {
        linter.person_links(person);
    }
    visit(root, &mut linter);
    // Those of the language replace straight ones.
    if root.string("quotes") == Some("as-typed") {
        linter.mixed_quotes();
    }
    for section in root.list("section") {
        linter.section(section);
    }
}

/// The double quotation marks in the texts of one language.
#[derive(Default)]
struct Quotes {
    straight: Vec<Range<usize>>,
    curly: Vec<Range<usize>>,
}

struct Linter<'a> {
    tree: &'a TomlTree,
    today: Option<PartialDate>,
    /// Whether the document has a date of its own, by which the end of an entry is in the future.
    is_dated: bool,
    /// The language of the document, of texts in one language.
    locale: &'a str,
    /// The quotation marks by language; the language of a text in one language is empty.
    quotes: BTreeMap<String, Quotes>,
    problems: &'a mut Diagnostics,
}

impl<'t> Visitor<'t> for Linter<'_> {
    fn visit_string(&mut self, string: &'t str, node: &'t Node, field: &Field, language: &'t str) {
        if field.role.is_prose() {
            self.collect_quotes(string, node, language);
            let language = if language.is_empty() {
                self.locale
            } else {
                language
            };
            self.spacing(string, node, language);
        } else if field.role == Role::Phone {
            self.spacing(string, node, "");
        }
    }

    fn visit_list(&mut self, members: &'t [Node], field: &Field) {
        if matches!(field.name, "highlights" | "items") {
            self.bullets(members);
        }
    }
}

impl Linter<'_> {
    fn warn(&mut self, warning: Diagnostic, span: Range<usize>) {
        self.problems.push(warning.at(self.tree.source(), span, ""));
    }

    fn person_links(&mut self, person: &Node) {
        let mut seen = BTreeMap::new();
        self.own_url(person, &mut seen);
        for link in person.list("links") {
            if let Some(address) = address_of(link) {
                self.link(&address, link.span.clone(), &mut seen);
            }
        }
    }

    fn section(&mut self, section: &Node) {
        // The end of a certificate is the end of its validity.
        let can_be_in_future = section.string("kind") == Some("certificate");
        for entry in section.list("entry") {
            self.entry(entry, can_be_in_future);
        }
        for subsection in section.list("subsection") {
            self.section(subsection);
        }
    }

    fn entry(&mut self, entry: &Node, can_be_in_future: bool) {
        let mut seen = BTreeMap::new();
        self.own_url(entry, &mut seen);
        for link in entry.list("links") {
            if let Some(url) = first_string(link, "url") {
                self.link(&url, link.span.clone(), &mut seen);
            }
        }
        // A work with a status is not published yet.
        if !can_be_in_future && !entry.is_true("expected") && !entry.has("status") {
            for key in ["date", "start", "end"] {
                self.future_dates(entry, key);
            }
        }
        for role in entry.list("role") {
            self.entry(role, can_be_in_future);
        }
    }

    fn future_dates(&mut self, entry: &Node, key: &str) {
        for written in dates_of(entry, key) {
            let (Moment::Date(date), Some(today)) = (written.date.moment(), self.today) else {
                continue;
            };
            if date.order(today).is_gt() {
                let message = format!("`{key}` is in the future");
                let hint = if key == "end" && self.is_dated {
                    "it is followed by \"(expected)\"; add `expected = true` if that is right"
                } else {
                    "add `expected = true` to show \"(expected)\" after the date"
                };
                let warning = Diagnostic::warning(rule::FUTURE_DATE, message).hint(hint);
                self.warn(warning, written.span);
            }
        }
    }

    fn own_url(&mut self, table: &Node, seen: &mut BTreeMap<String, Range<usize>>) {
        if let Some(url) = first_string(table, "url") {
            self.link(&url, table.span_of("url"), seen);
        }
    }

    /// Warns about a link that was seen before. `seen` has the addresses that were linked, and where.
    fn link(
        &mut self,
        address: &str,
        span: Range<usize>,
        seen: &mut BTreeMap<String, Range<usize>>,
    ) {
        if address.trim().is_empty() {
            return;
        }
        let bare = bare(address).to_lowercase();
        let Some(first) = seen.get(&bare).cloned() else {
            seen.insert(bare, span);
            return;
        };
        let message = format!("`{address}` is linked twice");
        let warning = Diagnostic::warning(rule::DUPLICATE_LINK, message)
            .also(self.tree.source(), first, "first linked here")
            .hint("remove one of the links");
        self.warn(warning, span);
    }

    /// Warns about bullets that end with a full stop, or without one, unlike most of the list.
    fn bullets(&mut self, items: &[Node]) {
        let mut by_language: BTreeMap<&str, BulletEnds> = BTreeMap::new();
        for item in items {
            // A bullet with nested bullets often ends with a colon or leads on to them.
            if item.has("items") {
                continue;
            }
            let text = item.get("text").unwrap_or(item);
            for (language, text) in texts_of(text) {
                let ends = by_language.entry(language).or_default();
                match text.as_str().and_then(ends_with_full_stop) {
                    Some(true) => ends.with_full_stop.push(text.span.clone()),
                    Some(false) => ends.without.push(text.span.clone()),
                    None => {}
                }
            }
        }
        for ends in by_language.into_values() {
            self.uneven_bullets(ends);
        }
    }

    fn uneven_bullets(&mut self, ends: BulletEnds) {
        let BulletEnds {
            with_full_stop,
            without,
        } = ends;
        let (few, many, end) = if with_full_stop.len() < without.len() {
            (with_full_stop, without, "with")
        } else {
            (without, with_full_stop, "without")
        };
        if few.len() * 2 > many.len() {
            return;
        }
        for span in few {
            let message = format!("the bullet ends {end} a full stop, unlike its siblings");
            let warning = Diagnostic::warning(rule::UNEVEN_BULLETS, message);
            self.warn(warning.hint("end all bullets the same way"), span);
        }
    }

    /// Warns about double spaces and spaces before punctuation.
    fn spacing(&mut self, text: &str, node: &Node, language: &str) {
        for stray in stray_spaces(text, is_french(language)) {
            let message = match stray.before {
                Some(mark) => format!("there is a space before `{mark}`"),
                None => "there are several spaces between two words".to_owned(),
            };
            let span = self.tree.span_in(node, stray.span);
            let warning = Diagnostic::warning(rule::STRAY_SPACE, message)
                .hint("remove it; `cvpress fmt --fix` does")
                .fix(span.clone(), if stray.before.is_some() { "" } else { " " });
            self.warn(warning, span);
        }
    }

    fn collect_quotes(&mut self, text: &str, node: &Node, language: &str) {
        let mut in_code = false;
        let mut previous = ' ';
        for (offset, c) in text.char_indices() {
            in_code ^= c == '`';
            // After a digit it means inches or seconds.
            let is_straight = c == '"' && !previous.is_ascii_digit();
            let is_curly = matches!(c, '“' | '”' | '„');
            previous = c;
            if in_code || !(is_straight || is_curly) {
                continue;
            }
            let span = self.tree.span_in(node, offset..offset + c.len_utf8());
            let quotes = self.quotes.entry(language.to_owned()).or_default();
            if is_straight {
                quotes.straight.push(span);
            } else {
                quotes.curly.push(span);
            }
        }
    }

    fn mixed_quotes(&mut self) {
        for Quotes { straight, curly } in std::mem::take(&mut self.quotes).into_values() {
            let (Some(first_straight), Some(first_curly)) = (straight.first(), curly.first())
            else {
                continue;
            };
            let (span, hint) = if straight.len() < curly.len() {
                (first_straight, "most are curly: write `“…”`")
            } else {
                (first_curly, "most are straight: write `\"…\"`")
            };
            let message = "straight and curly quotation marks are mixed";
            let warning = Diagnostic::warning(rule::MIXED_QUOTES, message).hint(hint);
            self.warn(warning, span.clone());
        }
    }
}

/// Spaces that are not needed.
#[derive(Debug, PartialEq, Eq)]
struct StraySpace {
    /// The byte range of the spaces in the text.
    span: Range<usize>,
    /// The punctuation mark that follows.
    before: Option<char>,
}

/// Returns whether a language has a space before marks such as `!`.
fn is_french(language: &str) -> bool {
    language.split('-').next() == Some("fr")
}

/// Finds double spaces within a line, and spaces before a punctuation mark. In French, only a comma
/// and a full stop have none.
fn stray_spaces(text: &str, is_french: bool) -> Vec<StraySpace> {
    let mut found = Vec::new();
    if text.contains('`') || text.contains('|') {
        // Code and tables are aligned by spaces.
        return found;
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let words = line.trim_end();
        let mut at = indent;
        while let Some(space) = words.get(at..).and_then(|rest| rest.find(' ')) {
            let space = at + space;
            let rest = words[space..].trim_start_matches(' ');
            let end = words.len() - rest.len();
            let mut after = rest.chars();
            let mark = after.next().filter(|c| {
                matches!(c, ',' | '.') || !is_french && matches!(c, '!' | '?' | ';' | ':')
            });
            let before = mark.filter(|_| after.next().is_none_or(char::is_whitespace));
            if before.is_some() || end - space > 1 {
                let span = start + space..start + end;
                found.push(StraySpace { span, before });
            }
            at = end;
        }
        start += line.len();
    }
    found
}

/// The bullets of a list in one language, by their ends.
#[derive(Default)]
struct BulletEnds {
    with_full_stop: Vec<Range<usize>>,
    without: Vec<Range<usize>>,
}

/// Returns the address of a link of a person: its URL, or the address of the account.
fn address_of(link: &Node) -> Option<String> {
    let account = link.string("network").zip(link.string("username"));
    first_string(link, "url")
        .or_else(|| account.and_then(|(network, user)| network::address(network, user)))
}

fn first_string(table: &Node, key: &str) -> Option<String> {
    let strings = table.strings_of(key);
    strings.first().map(|text| (*text).to_owned())
}

/// Returns a text in each of its languages; the language of a text in one language is empty.
fn texts_of(node: &Node) -> Vec<(&str, &Node)> {
    match &node.value {
        Value::Languages(texts) => texts
            .iter()
            .map(|(key, text)| (key.name.as_str(), text))
            .collect(),
        _ => vec![("", node)],
    }
}

/// Abbreviations that end with a full stop in any position.
const ABBREVIATIONS: [&str; 9] = [
    "etc.", "inc.", "ltd.", "co.", "corp.", "al.", "jr.", "u.s.", "usw.",
];

/// Returns whether a text ends with a full stop; `None` if it ends with another punctuation mark,
/// an abbreviation or an address.
fn ends_with_full_stop(text: &str) -> Option<bool> {
    let last_word = text.split_whitespace().next_back().unwrap_or_default();
    let last_word = last_word.to_lowercase();
    if last_word.starts_with("http") || ABBREVIATIONS.contains(&last_word.trim_start_matches('(')) {
        return None;
    }
    let end = text.trim_end().trim_end_matches(CLOSING_MARKS);
    match end.chars().next_back()? {
        '.' | '。' | '．' | '۔' | '।' => Some(true),
        '!' | '?' | '！' | '？' | '؟' | ';' | '；' | '؛' | ':' | '：' | ',' | '，' | '、' | '،'
        | '…' | '/' => None,
        _ => Some(false),
    }
}

/// Marks that can follow a full stop: Markdown, quotation marks and brackets.
const CLOSING_MARKS: [char; 13] = [
    '*', '_', '~', '`', '"', '”', '’', '」', '』', '）', ')', ']', '»',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_spaces_that_are_not_needed() {
        fn spans(text: &str) -> Vec<Range<usize>> {
            stray_spaces(text, true)
                .into_iter()
                .map(|stray| stray.span)
                .collect()
        }
        assert_eq!(spans("one  two , three ."), [3..5, 8..9, 16..17]);
        assert!(spans("one\n  two").is_empty());
        assert!(spans("with .NET and `a  b`").is_empty());
        assert!(spans("with .NET, alors !").is_empty());
        assert_eq!(spans("die  Größe").first(), Some(&(3..5)));
        assert_eq!(stray_spaces("what , then !", false).len(), 2);
    }

    #[test]
    fn finds_the_full_stop_before_closing_marks() {
        assert_eq!(ends_with_full_stop("So **it is.**"), Some(true));
        assert_eq!(ends_with_full_stop("就是这样。"), Some(true));
        assert_eq!(
            ends_with_full_stop("see [it](https://a.example)"),
            Some(false)
        );
        assert_eq!(ends_with_full_stop("three things:"), None);
    }
}
