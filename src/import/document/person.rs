//! Writes the person: the name, and contacts and personal details by their labels and shapes.

use toml_edit::{Array, Value};

use crate::import::dates::{DateForm, form_of};
use crate::import::document::body::is_sentence;
use crate::import::document::line::{Line, LinePart, is_shown};
use crate::import::document::words::{label, says};
use crate::import::draft::DraftTable;
use crate::import::escape::escaped;
use crate::import::links::{account_of, add_account, add_link, add_page, labeled};
use crate::import::text;
use crate::profile::{find_network, is_email};

/// The most words of a name.
const MOST_OF_NAME: usize = 6;

/// The most words of a headline, and of a place.
const MOST_OF_HEADLINE: usize = 14;
const MOST_OF_PLACE: usize = 5;

/// The fewest digits of a phone number.
const DIGITS_OF_PHONE: usize = 6;

/// What is found about a person.
#[derive(Default)]
pub struct PersonLines {
    /// The table of the person.
    pub table: DraftTable,
    /// The name of the document, such as *Lebenslauf*.
    pub title: Option<String>,
    /// What fields say in other words: a label, or the date of birth as it is written.
    pub said: String,
    emails: Vec<Value>,
    phones: Vec<Value>,
    address: Vec<String>,
    prose: Vec<String>,
}

impl PersonLines {
    /// Reads the lines above the first heading.
    pub fn read_head(&mut self, lines: &[&Line]) {
        let name = name_of(lines);
        for (at, line) in lines.iter().enumerate() {
            match &name {
                Some(name) if name.contains(&at) => {
                    if at == name.start {
                        self.set_name(&lines[name.clone()]);
                    }
                }
                _ => self.read_line(line, true),
            }
        }
    }

    /// Reads lines below a heading for contacts and personal details.
    pub fn read_details(&mut self, lines: &[&Line]) {
        for line in lines {
            self.read_line(line, false);
        }
    }

    /// Returns the table of the person.
    pub fn finish(mut self) -> DraftTable {
        for (key, mut values) in [("email", self.emails), ("phone", self.phones)] {
            match values.pop() {
                Some(Value::String(only)) if values.is_empty() => {
                    self.table.set_value(key, Value::String(only));
                }
                Some(last) => {
                    values.push(last);
                    self.table.set_value(key, Array::from_iter(values));
                }
                None => {}
            }
        }
        self.table
            .set("postal-address", Some(self.address.join(", ")));
        self.table.set("summary", Some(self.prose.join("\n\n")));
        self.table
    }

    fn set_name(&mut self, lines: &[&Line]) {
        let mut parts = lines.iter().flat_map(|line| line.parts(None));
        let mut name = parts.next().unwrap_or_default().text;
        let rest: Vec<LinePart> = if lines.len() > 1 {
            name = lines
                .iter()
                .map(|line| line.text())
                .collect::<Vec<_>>()
                .join(" ");
            Vec::new()
        } else {
            parts.collect()
        };
        let name = text::one_line(&name);
        // A name in two scripts is two names.
        let is_latin = |c: char| c < '\u{250}' || ('\u{2000}'..'\u{2070}').contains(&c);
        let at = name.find(|c| !is_latin(c)).unwrap_or(name.len());
        let (latin, native) = name.split_at(at);
        if latin.trim().is_empty() || native.contains(|c: char| c.is_ascii_alphabetic()) {
            self.table.set("name", Some(&name));
        } else {
            self.table.set(
                "name",
                Some(latin.trim().trim_end_matches(['(', '/', ',']).trim()),
            );
            self.table
                .set("native-name", Some(native.trim().trim_end_matches(')')));
        }
        self.read_parts(&rest, true);
    }

    fn read_line(&mut self, line: &Line, is_head: bool) {
        let text = line.text();
        if label(&text) == Some("title") && self.title.is_none() {
            self.title = Some(text::one_line(&text).trim().to_owned());
            return;
        }
        if line.shape.style.contains("quote") && !self.table.has("epigraph") {
            return self.table.set("epigraph", Some(line.markdown()));
        }
        let parts = line.parts(None);
        let is_contact = parts
            .iter()
            .any(|part| shape_of(part) != PartShape::Words || name_of_label(&part.text).is_some());
        if !is_contact {
            let is_short = parts.len() == 1 && text.split_whitespace().count() <= MOST_OF_HEADLINE;
            let is_line = is_short && !is_sentence(&text) && !text.contains([':', '：']);
            if is_line && is_head && !self.table.has("headline") && !line.is_item() {
                return self.table.set("headline", Some(line.unmarked()));
            }
            if is_sentence(&text) || !text.contains(['\t', ':', '：', '|']) {
                return self.prose.push(line.paragraph());
            }
        }
        self.read_parts(&parts, is_contact);
    }

    /// Reads the parts of a line, a label before its value.
    fn read_parts(&mut self, parts: &[LinePart], is_contact: bool) {
        let mut rest = parts;
        while let Some((part, after)) = rest.split_first() {
            rest = after;
            let colon = part
                .text
                .find([':', '：'])
                .filter(|at| !part.text[*at..].starts_with("://"));
            let split = colon.map(|at| {
                let length = part.text[at..].chars().next().map_or(0, char::len_utf8);
                (part.text[..at].trim(), part.text[at + length..].trim())
            });
            match (split, after.split_first()) {
                (Some((name, "")), Some((value, others))) => {
                    rest = others;
                    self.set(name, value);
                }
                (Some((name, value)), _) if !value.is_empty() => {
                    let text = value.to_owned();
                    let link = part.link.clone();
                    self.set(name, &LinePart { text, link });
                }
                (None, Some((value, others)))
                    if label(&part.text).is_some() && name_of_label(&value.text).is_none() =>
                {
                    rest = others;
                    self.set(&part.text, value);
                }
                _ => match worded_label(&part.text) {
                    Some((name, value)) => {
                        let text = value.to_owned();
                        self.set(
                            name,
                            &LinePart {
                                text,
                                link: part.link.clone(),
                            },
                        );
                    }
                    None => self.set_by_shape(part, is_contact),
                },
            }
        }
    }

    /// Writes a value with a label.
    fn set(&mut self, name: &str, value: &LinePart) {
        if label(name).is_some() {
            self.say(name);
        }
        let escaped_value = escaped(&value.text);
        let known = label(name);
        let shape = shape_of(value);
        match known {
            Some("email") if shape == PartShape::Email => {
                self.emails.push(value.text.clone().into());
            }
            Some("phone") if shape == PartShape::Phone => {
                self.phones.push(value.text.clone().into());
            }
            _ if shape == PartShape::Email => {
                let text = value.text.clone();
                let table = toml_edit::InlineTable::from_iter([
                    ("label", escaped(name)),
                    ("address", text),
                ]);
                self.emails.push(table.into());
            }
            _ if shape == PartShape::Phone && known.is_none_or(|known| known == "mobile") => {
                self.phones
                    .push(labeled(Some(escaped(name)), value.text.clone()));
            }
            Some("url") if shape == PartShape::Address => self.add_address(value),
            None if shape == PartShape::Address => {
                let url = value.link.clone().or_else(|| text::url(&value.text));
                if let (Some(_), Some(url)) = (find_network(name), &url) {
                    add_account(&mut self.table, None, None, Some(url.clone()), false);
                } else {
                    add_link(&mut self.table, Some(&escaped(name)), url.as_deref());
                }
            }
            Some("name") if !self.table.has("name") => self.table.set("name", Some(&value.text)),
            Some("birth-date") => self.set_birth(&value.text),
            Some("postal-address") => self.address.push(escaped_value),
            Some(field)
                if !matches!(
                    field,
                    "name" | "title" | "email" | "phone" | "mobile" | "url"
                ) && !self.table.has(field) =>
            {
                self.table.set(field, Some(escaped_value));
            }
            _ => match find_network(name)
                .filter(|_| value.link.is_none() && !value.text.contains(' '))
            {
                Some(network) => {
                    let (network, user) = (Some(network.to_owned()), Some(value.text.clone()));
                    add_account(&mut self.table, network, user, None, false);
                }
                None => self.table.add_fact("details", name, &escaped_value),
            },
        }
    }

    /// Writes a date of birth, which may have the place after it.
    fn set_birth(&mut self, written: &str) {
        self.say(written);
        let words: Vec<&str> = written.split_whitespace().collect();
        let found = (1..=words.len()).rev().find_map(|count| {
            let date = words[..count].join(" ");
            match form_of(date.trim_end_matches(',')) {
                DateForm::Date(date) => Some((date, words[count..].join(" "))),
                _ => None,
            }
        });
        match found {
            Some((date, place)) if !self.table.has("birth-date") => {
                self.table.set("birth-date", Some(date));
                let place = place
                    .strip_prefix("in ")
                    .or(place.strip_prefix("à "))
                    .unwrap_or(&place);
                self.table.set("birth-place", Some(escaped(place)));
            }
            _ if self.table.has("birth-date") => self.prose.push(escaped(written)),
            _ => self.table.set("birth-date", Some(escaped(written))),
        }
    }

    fn say(&mut self, text: &str) {
        self.said.push(' ');
        self.said.push_str(text);
    }

    fn set_by_shape(&mut self, part: &LinePart, is_contact: bool) {
        match shape_of(part) {
            PartShape::Email => self.emails.push(part.text.clone().into()),
            PartShape::Phone => self.phones.push(part.text.clone().into()),
            PartShape::Address => self.add_address(part),
            PartShape::Place => self.address.push(escaped(&part.text)),
            PartShape::Words => {
                let is_place = part.text.split_whitespace().count() <= MOST_OF_PLACE;
                if is_contact && is_place && !self.table.has("location") && !is_sentence(&part.text)
                {
                    self.table.set("location", Some(escaped(&part.text)));
                } else {
                    self.prose.push(escaped(&part.text));
                }
            }
        }
    }

    fn add_address(&mut self, part: &LinePart) {
        let Some(url) = part.link.clone().or_else(|| text::url(&part.text)) else {
            return self.prose.push(escaped(&part.text));
        };
        let is_shown = is_shown(&part.text, &url);
        let is_named = find_network(&part.text).is_some();
        if account_of(&url).is_some() && (is_shown || is_named) {
            add_account(&mut self.table, None, None, Some(url), false);
        } else if is_shown {
            add_page(&mut self.table, &url);
        } else {
            add_link(&mut self.table, Some(&escaped(&part.text)), Some(&url));
        }
    }
}

/// What a part of a line is by its signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartShape {
    Email,
    Phone,
    /// An address on the web.
    Address,
    /// A postal address.
    Place,
    Words,
}

fn shape_of(part: &LinePart) -> PartShape {
    let text = part.text.trim();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let is_of_phone = |c: char| c.is_ascii_digit() || " +()-/.\u{a0}–‑".contains(c);
    let leads = |scheme: &str| {
        part.link
            .as_ref()
            .is_some_and(|link| link.starts_with(scheme))
    };
    if is_email(text) {
        PartShape::Email
    } else if digits >= DIGITS_OF_PHONE
        && text.chars().all(is_of_phone)
        && !matches!(form_of(text), DateForm::Date(_))
    {
        PartShape::Phone
    } else if leads("http") || is_address(text) {
        PartShape::Address
    } else if text.starts_with('〒') {
        PartShape::Place
    } else if digits > 0
        && text.contains(char::is_alphabetic)
        && !is_sentence(text)
        && !text.contains([':', '：'])
    {
        // A year alone is none of a street.
        let is_number = |word: &str| {
            let is_year = word.len() == 4 && word.starts_with(['1', '2']);
            word.starts_with(|c: char| c.is_ascii_digit()) && !is_year && !word.contains('年')
        };
        let mut words = text.split(|c: char| c.is_whitespace() || c == ',');
        if words.any(is_number)
            && text.split_whitespace().count() <= 12
            && matches!(form_of(text), DateForm::Words)
        {
            PartShape::Place
        } else {
            PartShape::Words
        }
    } else {
        PartShape::Words
    }
}

/// Returns whether a text is an address as people write it: `www.example.org`, `github.com/ada`.
fn is_address(text: &str) -> bool {
    let host = text.split_once("://").map_or(text, |(_, rest)| rest);
    let host = host.split(['/', '?']).next().unwrap_or_default();
    let end = host.rsplit('.').next().unwrap_or_default();
    text::url(text).is_some()
        && (text.contains("://") || says("domains", end))
        && !text.contains('@')
}

/// Returns the label at the start of a text: `Tel: 1`, `Tel. 1`.
fn name_of_label(text: &str) -> Option<&'static str> {
    let before = text.split([':', '：']).next()?;
    label(before)
        .or_else(|| label(worded_label(text)?.0))
        .filter(|field| *field != "title")
}

/// Returns a known label and the value after a space: `Tel. 030 1`, `geboren am 1.2.1990`.
fn worded_label(text: &str) -> Option<(&str, &str)> {
    let spaces = text.match_indices(' ').take(3);
    let found = spaces.filter_map(|(at, _)| {
        let (name, value) = (text[..at].trim(), text[at..].trim());
        let has_digit = value.starts_with(|c: char| c.is_ascii_digit() || "+(".contains(c));
        let is_value = has_digit || value.contains('@') && !value.contains(' ');
        (is_value && label(name).is_some()).then_some((name, value))
    });
    found.last()
}

/// Returns the lines of the name: the largest one, or the first that can be a name.
fn name_of(lines: &[&Line]) -> Option<std::ops::Range<usize>> {
    let can_be = |line: &Line| {
        let parts = line.parts(None);
        let words = parts
            .first()
            .map_or(0, |part| part.text.split_whitespace().count());
        let text = line.text();
        (1..=MOST_OF_NAME).contains(&words)
            && !text.contains(|c: char| c.is_ascii_digit() || "@:：".contains(c))
            && label(&text) != Some("title")
            && !line.is_item()
            && !is_sentence(&text)
    };
    let titled = lines
        .iter()
        .position(|line| line.shape.style == "title" && can_be(line));
    let largest = lines
        .iter()
        .filter(|line| can_be(line))
        .map(|line| line.shape.size)
        .max()?;
    let at = titled.or_else(|| {
        lines
            .iter()
            .position(|line| can_be(line) && line.shape.size == largest)
    })?;
    let is_same =
        |line: &&&Line| can_be(line) && line.shape == lines[at].shape && !line.shape.has_gap;
    let smallest = lines.iter().map(|line| line.shape.size).min()?;
    let words = |line: &Line| line.text().split_whitespace().count();
    let more = lines[at + 1..].iter().take_while(is_same).count();
    let is_large =
        largest > smallest && more == 1 && words(lines[at]) == 1 && words(lines[at + 1]) == 1;
    Some(at..at + 1 + usize::from(is_large))
}
