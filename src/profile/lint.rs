//! What is questionable in how a profile is written: links that stand twice, dates that lie ahead,
//! bullets that end unlike their siblings, quotation marks of two sorts.
//!
//! All of it is told as warnings. Uses the model and the document.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::profile::date::{DateText, Dates, Moment, PartialDate};
use crate::profile::kind::SectionKind;
use crate::profile::link::bare;
use crate::profile::model::parts::RoleField;
use crate::profile::model::{Entry, Profile};
use crate::profile::network;
use crate::profile::tree::{Node, TomlPath, TomlTree, Value};

/// Keys whose texts are not read as prose.
const NO_PROSE: [&str; 19] = [
    "layout",
    "locale",
    "url",
    "design",
    "tags",
    "photo",
    "signature",
    "kind",
    "network",
    "username",
    "email",
    "phone",
    "doi",
    "bibliography",
    "private",
    "allow",
    "show",
    "hide",
    "order",
];

/// Tells it. `today` is the day after which a date lies ahead, where the profile has no date of its
/// own.
pub fn check(
    profile: &Profile,
    right: &TomlTree,
    today: Option<PartialDate>,
    found: &mut Diagnostics,
) {
    let own = profile.date.as_ref().and_then(|date| match date.moment() {
        Moment::Date(date) => Some(date),
        _ => None,
    });
    let mut style = Style {
        tree: right,
        now: own.or(today),
        quotes: BTreeMap::new(),
        found,
    };
    style.person_links(profile);
    style.node(right.root(), &TomlPath::ROOT, "");
    style.mixed_quotes();
    let sections = TomlPath::ROOT.key("section");
    style.sections(&profile.sections, &sections);
}

/// Quotation marks of one language: where the straight and the curly ones stand.
#[derive(Default)]
struct Quotes {
    straight: Vec<Range<usize>>,
    curly: Vec<Range<usize>>,
}

struct Style<'a> {
    tree: &'a TomlTree,
    now: Option<PartialDate>,
    /// By the language of the texts they stand in; texts of no language have none.
    quotes: BTreeMap<String, Quotes>,
    found: &'a mut Diagnostics,
}

impl Style<'_> {
    fn warn(&mut self, warning: Diagnostic, span: Range<usize>) {
        self.found.push(warning.at(self.tree.source(), span, ""));
    }

    fn person_links(&mut self, profile: &Profile) {
        let person = TomlPath::ROOT.key("person");
        let url = person.key("url");
        let links = person.key("links");
        let mut seen = Seen::default();
        if let Some(address) = &profile.person.url {
            seen.add(address, self.tree.span(&url), self);
        }
        for (index, link) in profile.person.links.iter().enumerate() {
            let path = links.index(index);
            let (network, username) = (link.network.as_deref(), link.username.as_deref());
            let account = network
                .zip(username)
                .and_then(|(network, username)| network::address(network, username));
            if let Some(address) = link.url.clone().or(account) {
                seen.add(&address, self.tree.span(&path), self);
            }
        }
    }

    fn sections(&mut self, sections: &[crate::profile::Section], path: &TomlPath) {
        for (index, section) in sections.iter().enumerate() {
            let path = path.index(index);
            let entries = path.key("entry");
            for (index, entry) in section.entries.iter().enumerate() {
                // A certificate says how long it is valid.
                let may_lie_ahead = section.kind == Some(SectionKind::Certificate);
                self.entry(entry, may_lie_ahead, &entries.index(index));
            }
            self.sections(&section.subsections, &path.key("subsection"));
        }
    }

    fn entry(&mut self, entry: &Entry, may_lie_ahead: bool, path: &TomlPath) {
        let mut seen = Seen::default();
        if let Some(url) = &entry.url {
            seen.add(url, self.tree.span(&path.key("url")), self);
        }
        let links = path.key("links");
        for (index, link) in entry.links.iter().enumerate() {
            if let Some(url) = &link.url {
                seen.add(url, self.tree.span(&links.index(index)), self);
            }
        }
        // What is still to appear lies ahead by its nature.
        if !entry.expected && !may_lie_ahead && entry.status.is_none() {
            let dates = path.key("date");
            for (index, date) in entry.date.iter().flat_map(Dates::as_slice).enumerate() {
                let member = dates.index(index);
                let at = if self.tree.node(&member).is_some() {
                    &member
                } else {
                    &dates
                };
                self.date(date, at, "date");
            }
            for (key, date) in [("start", &entry.start), ("end", &entry.end)] {
                if let Some(date) = date {
                    self.date(date, &path.key(key), key);
                }
            }
        }
        if let Some(RoleField::Roles(roles)) = &entry.role {
            let path = path.key("role");
            roles
                .iter()
                .enumerate()
                .for_each(|(index, role)| self.entry(role, may_lie_ahead, &path.index(index)));
        }
    }

    fn date(&mut self, date: &DateText, path: &TomlPath, key: &str) {
        let (Moment::Date(date), Some(now)) = (date.moment(), self.now) else {
            return;
        };
        if date.order(now).is_gt() {
            let warning =
                Diagnostic::warning(rule::FUTURE_DATE, format!("`{key}` lies in the future"));
            let hint = "add `expected = true`, which prints the word for it after the date";
            self.warn(warning.hint(hint), self.tree.span(path));
        }
    }

    /// Reads the prose of a value; `language` is that of the text, where it stands in several.
    fn node(&mut self, node: &Node, path: &TomlPath, language: &str) {
        match &node.value {
            Value::Table(members) => {
                for (key, member) in members
                    .iter()
                    .filter(|(key, _)| !NO_PROSE.contains(&&*key.name))
                {
                    self.node(member, &path.key(&key.name), language);
                }
            }
            Value::Languages(texts) => {
                for (key, text) in texts {
                    self.node(text, &path.key(&key.name), &key.name);
                }
            }
            Value::Array(items) => {
                if matches!(path.field(), Some("highlights" | "items")) {
                    self.bullets(items);
                }
                items
                    .iter()
                    .enumerate()
                    .for_each(|(index, item)| self.node(item, &path.index(index), language));
            }
            Value::String(text) => self.quotes(text, node, path, language),
            _ => {}
        }
    }

    /// Bullets end alike, in each language: all with a full stop, or none.
    fn bullets(&mut self, items: &[Node]) {
        let mut by_language: BTreeMap<&str, Vec<(&Node, bool)>> = BTreeMap::new();
        // One that leads to bullets of its own ends as that wants.
        for item in items.iter().filter(|item| item.get("items").is_none()) {
            let text = item.get("text").unwrap_or(item);
            let texts: Vec<(&str, &Node)> = match &text.value {
                Value::Languages(texts) => texts
                    .iter()
                    .map(|(key, text)| (key.name.as_str(), text))
                    .collect(),
                _ => vec![("", text)],
            };
            for (language, text) in texts {
                if let Some(ends) = text.as_str().and_then(ends_with_full_stop) {
                    by_language.entry(language).or_default().push((text, ends));
                }
            }
        }
        for ends in by_language.into_values() {
            let (with, without): (Vec<_>, Vec<_>) = ends.into_iter().partition(|(_, has)| *has);
            let (few, many, has) = if with.len() < without.len() {
                (with, without, true)
            } else {
                (without, with, false)
            };
            if few.len() * 2 > many.len() {
                continue;
            }
            for (text, _) in few {
                let message = if has {
                    "the bullet ends with a full stop"
                } else {
                    "the bullet ends without a full stop"
                };
                let warning = Diagnostic::warning(
                    rule::UNEVEN_BULLETS,
                    format!("{message}, unlike its siblings"),
                );
                self.warn(warning.hint("let all of them end alike"), text.span.clone());
            }
        }
    }

    fn quotes(&mut self, text: &str, node: &Node, path: &TomlPath, language: &str) {
        let mut in_code = false;
        let mut before = ' ';
        for (at, c) in text.char_indices() {
            in_code ^= c == '`';
            // After a figure it stands for inches or minutes.
            let is_straight = c == '"' && !before.is_ascii_digit();
            let is_curly = matches!(c, '“' | '”' | '„');
            if !in_code && (is_straight || is_curly) {
                let span = self.tree.span_within(path, at..at + c.len_utf8());
                let span = if self.tree.node(path).is_some() {
                    span
                } else {
                    node.span.clone()
                };
                let quotes = self.quotes.entry(language.to_owned()).or_default();
                if is_straight {
                    quotes.straight.push(span);
                } else {
                    quotes.curly.push(span);
                }
            }
            before = c;
        }
    }

    fn mixed_quotes(&mut self) {
        for quotes in std::mem::take(&mut self.quotes).into_values() {
            let Quotes { straight, curly } = quotes;
            let (few, hint) = if straight.len() < curly.len() {
                (&straight, "most of them are curly: write `“…”`")
            } else {
                (&curly, "most of them are straight: write `\"…\"`")
            };
            if let Some(first) = few
                .first()
                .filter(|_| !straight.is_empty() && !curly.is_empty())
            {
                let warning = Diagnostic::warning(
                    rule::MIXED_QUOTES,
                    "quotation marks are straight here and curly there",
                );
                self.warn(warning.hint(hint), first.clone());
            }
        }
    }
}

/// Addresses that were met, and where.
#[derive(Default)]
struct Seen(Vec<(String, Range<usize>)>);

impl Seen {
    fn add(&mut self, address: &str, span: Range<usize>, style: &mut Style) {
        if address.trim().is_empty() {
            return;
        }
        let bare = bare(address).to_lowercase();
        match self.0.iter().find(|(known, _)| *known == bare) {
            Some((_, first)) => {
                let warning = Diagnostic::warning(
                    rule::DUPLICATE_LINK,
                    format!("`{address}` is linked twice"),
                );
                let source = style.tree.source();
                let warning = warning
                    .also(source, first.clone(), "here, too")
                    .hint("leave one of the two out");
                style.warn(warning, span);
            }
            None => self.0.push((bare, span)),
        }
    }
}

/// Words that end with a full stop of their own.
const ABBREVIATIONS: [&str; 9] = [
    "etc.", "inc.", "ltd.", "co.", "corp.", "al.", "jr.", "u.s.", "usw.",
];

/// Whether a text ends with a full stop; `None` where it ends in another mark that closes a
/// sentence, or leads on.
fn ends_with_full_stop(text: &str) -> Option<bool> {
    // An abbreviation ends with one in any case, and an address in none.
    let last = text.split_whitespace().next_back().unwrap_or_default();
    if last.starts_with("http")
        || ABBREVIATIONS.contains(&last.trim_start_matches('(').to_lowercase().as_str())
    {
        return None;
    }
    let end = text.trim_end().trim_end_matches([
        '*', '_', '~', '`', '"', '”', '’', '」', '』', '）', ')', ']', '»',
    ]);
    match end.chars().next_back()? {
        '.' | '。' | '．' | '۔' | '।' => Some(true),
        '!' | '?' | '！' | '？' | '؟' | ';' | '；' | '؛' | ':' | '：' | ',' | '，' | '、' | '،'
        | '…' | '/' => None,
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_bullet_is_seen_behind_its_marks() {
        assert_eq!(ends_with_full_stop("So **it is.**"), Some(true));
        assert_eq!(ends_with_full_stop("就是这样。"), Some(true));
        assert_eq!(
            ends_with_full_stop("see [it](https://a.example)"),
            Some(false)
        );
        assert_eq!(ends_with_full_stop("three things:"), None);
    }
}
