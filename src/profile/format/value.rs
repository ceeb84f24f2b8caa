//! Formats values: on one line if they fit, otherwise with each member of a list on its own line.

use toml_edit::{Array, InlineTable, Key, Repr, Value};
use unicode_width::UnicodeWidthStr;

use crate::profile::format::contents::{Contents, Pair};
use crate::profile::format::gap::{Gap, Members, gaps_of_array, gaps_of_table};
use crate::profile::format::order::KeyOrder;

/// The width up to which a value stays on one line.
const WIDTH: usize = 120;

/// The length up to which a string in a list is a word. A longer one is a sentence, which keeps its
/// own line if the author gave it one.
const WORD: usize = 40;

/// The width of the quotes around a string.
const QUOTES: usize = 2;

/// The indentation of the members of a list.
const INDENT: usize = 2;

/// Formats the values of a document.
pub struct Values<'a> {
    /// The text of the document.
    pub text: &'a str,
    /// The order of the keys of inline tables.
    pub order: KeyOrder<'a>,
}

impl<'a> Values<'a> {
    /// Returns a key as written, with dots between its parts.
    pub fn key(&self, parts: &[&Key]) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.key_part(part)).collect();
        parts.join(".")
    }

    fn key_part(&self, key: &Key) -> String {
        let span = key.as_repr().and_then(Repr::span);
        match span.and_then(|span| self.text.get(span)) {
            Some(written) => written.to_owned(),
            None => key.display_repr().into_owned(),
        }
    }

    /// Formats a key with its value at the start of a line.
    pub fn pair(&self, pair: &Pair<'a>) -> String {
        let start = self.start(pair);
        let value = self.free(pair.value, &pair.path, 0, width(&start));
        start + &value
    }

    fn start(&self, pair: &Pair) -> String {
        self.key(&pair.path[pair.base..]) + " = "
    }

    /// Formats a value outside inline tables, which may take several lines if it does not fit. It
    /// starts at `column`.
    fn free(&self, value: &'a Value, path: &[&'a Key], indent: usize, column: usize) -> String {
        match self.on_one_line(value, path, false) {
            Some(line) if !value.is_array() || column + width(&line) <= WIDTH => line,
            _ => self.on_several_lines(value, path, indent),
        }
    }

    /// Formats a key of an inline table with its value, which takes several lines only if it did.
    fn inner_pair(&self, pair: &Pair<'a>, indent: usize) -> String {
        let value = self.on_one_line(pair.value, &pair.path, true);
        self.start(pair)
            + &value.unwrap_or_else(|| self.on_several_lines(pair.value, &pair.path, indent))
    }

    /// Formats a value on one line, unless a part of it needs several lines or had them on purpose.
    fn on_one_line(&self, value: &'a Value, path: &[&'a Key], is_in_table: bool) -> Option<String> {
        match value {
            Value::Array(array) => self.joined_array(array, path, is_in_table),
            Value::InlineTable(table) => self.joined_table(table, path),
            _ => Some(self.scalar(value).to_owned()).filter(|scalar| !scalar.contains('\n')),
        }
    }

    fn joined_array(
        &self,
        array: &'a Array,
        path: &[&'a Key],
        is_in_table: bool,
    ) -> Option<String> {
        let gaps = gaps_of_array(array, self.text);
        let may_join = array.is_empty() || !is_in_table && self.is_list_of_words(array);
        let is_meant = gaps.iter().any(Gap::is_broken) && !may_join;
        if is_meant || gaps.iter().any(Gap::has_comment) {
            return None;
        }
        let members: Option<Vec<String>> = array
            .iter()
            .map(|member| self.on_one_line(member, path, is_in_table))
            .collect();
        Some(format!("[{}]", members?.join(", ")))
    }

    fn joined_table(&self, table: &'a InlineTable, path: &[&'a Key]) -> Option<String> {
        let pairs = Contents::of(table, path, self.order).pairs;
        let gaps = gaps_of_table(table, &pairs, self.text);
        if gaps.iter().any(Gap::has_comment) {
            return None;
        }
        let mut written = Vec::new();
        for pair in &pairs {
            let value = self.on_one_line(pair.value, &pair.path, true)?;
            written.push(self.start(pair) + &value);
        }
        Some(braced(&written))
    }

    fn on_several_lines(&self, value: &'a Value, path: &[&'a Key], indent: usize) -> String {
        match value {
            Value::Array(array) => self.broken_array(array, path, indent),
            Value::InlineTable(table) => self.broken_table(table, path, indent),
            _ => self.scalar(value).to_owned(),
        }
    }

    fn broken_array(&self, array: &'a Array, path: &[&'a Key], indent: usize) -> String {
        let inner = indent + INDENT;
        // The comma after a member needs space, too.
        let written = array
            .iter()
            .map(|member| self.free(member, path, inner, inner + 1))
            .collect();
        Members::new(written, gaps_of_array(array, self.text)).written(['[', ']'], indent, inner)
    }

    fn broken_table(&self, table: &'a InlineTable, path: &[&'a Key], indent: usize) -> String {
        let pairs = Contents::of(table, path, self.order).pairs;
        let gaps = gaps_of_table(table, &pairs, self.text);
        if !gaps.iter().any(Gap::has_comment) {
            return braced(
                &pairs
                    .iter()
                    .map(|pair| self.inner_pair(pair, indent))
                    .collect::<Vec<_>>(),
            );
        }
        // TOML 1.0 allows inline tables on one line only, but a comment ends with its line.
        let inner = indent + INDENT;
        let mut places: Vec<_> = pairs.iter().enumerate().collect();
        places.sort_by_key(|(_, pair)| pair.start);
        let written = places
            .iter()
            .map(|(_, pair)| self.inner_pair(pair, inner))
            .collect();
        let mut members = Members::new(written, gaps);
        members.reorder(places.iter().map(|(place, _)| *place));
        members.written(['{', '}'], indent, inner)
    }

    fn scalar(&self, value: &Value) -> &'a str {
        value
            .span()
            .and_then(|span| self.text.get(span))
            .unwrap_or_default()
    }

    fn is_list_of_words(&self, array: &Array) -> bool {
        array.iter().all(|value| {
            let is_list = value.is_array() || value.is_inline_table();
            !is_list && width(self.scalar(value)) <= WORD + QUOTES
        })
    }
}

fn braced(pairs: &[String]) -> String {
    if pairs.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {} }}", pairs.join(", "))
    }
}

/// Returns the number of columns that a text takes in an editor: a Han character takes two.
fn width(text: &str) -> usize {
    text.width()
}
