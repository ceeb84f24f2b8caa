//! Formats values: on one line if they fit, otherwise with each member of a list on its own line.

use unicode_width::UnicodeWidthStr;

use crate::profile::format::contents::{Pair, pairs};
use crate::profile::format::gap::{Gap, Members};
use crate::profile::format::order::KeyOrder;
use crate::profile::syntax::tree::{KeySyntax, MemberSyntax, ValueForm, ValueSyntax};

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
    pub fn key(&self, keys: &[KeySyntax]) -> String {
        let keys: Vec<&str> = keys
            .iter()
            .map(|key| &self.text[key.span.clone()])
            .collect();
        keys.join(".")
    }

    /// Formats a key with its value at the start of a line.
    pub fn pair(&self, pair: &Pair<'a>) -> String {
        let start = self.start(pair);
        let value = pair.member.value.as_ref();
        let value = value.map(|value| self.free(value, &pair.path, 0, width(&start)));
        start + &value.unwrap_or_default()
    }

    fn start(&self, pair: &Pair) -> String {
        self.key(&pair.member.keys) + " = "
    }

    /// Formats a value outside inline tables, which may take several lines if it does not fit. It
    /// starts at `column`.
    fn free(
        &self,
        value: &'a ValueSyntax,
        path: &[&'a str],
        indent: usize,
        column: usize,
    ) -> String {
        let is_list = matches!(value.form, ValueForm::List(_));
        match self.on_one_line(value, path, false) {
            Some(line) if !is_list || column + width(&line) <= WIDTH => line,
            _ => self.on_several_lines(value, path, indent),
        }
    }

    /// Formats a key of an inline table with its value, which takes several lines only if it did.
    fn inner_pair(&self, pair: &Pair<'a>, indent: usize) -> String {
        let value = pair.member.value.as_ref().map(|value| {
            let line = self.on_one_line(value, &pair.path, true);
            line.unwrap_or_else(|| self.on_several_lines(value, &pair.path, indent))
        });
        self.start(pair) + &value.unwrap_or_default()
    }

    /// Formats a value on one line, unless a part of it needs several lines or had them on purpose.
    fn on_one_line(
        &self,
        value: &'a ValueSyntax,
        path: &[&'a str],
        is_in_table: bool,
    ) -> Option<String> {
        let gaps = Gap::all(value, self.text);
        if gaps.iter().any(Gap::has_comment) {
            return None;
        }
        match &value.form {
            ValueForm::List(items) => {
                let may_join = items.is_empty() || !is_in_table && self.are_words(items);
                if gaps.iter().any(Gap::is_broken) && !may_join {
                    return None;
                }
                let items = items.iter();
                let items = items.map(|item| self.on_one_line(item, path, is_in_table));
                Some(format!(
                    "[{}]",
                    items.collect::<Option<Vec<_>>>()?.join(", ")
                ))
            }
            ValueForm::Inline(members) => {
                let mut written = Vec::new();
                for pair in &self.pairs(members, path) {
                    let value = pair.member.value.as_ref()?;
                    let value = self.on_one_line(value, &pair.path, true)?;
                    written.push(self.start(pair) + &value);
                }
                Some(braced(&written))
            }
            _ => Some(self.scalar(value).to_owned()).filter(|scalar| !scalar.contains('\n')),
        }
    }

    fn pairs(&self, members: &'a [MemberSyntax], path: &[&'a str]) -> Vec<Pair<'a>> {
        pairs(members.iter().enumerate(), path, self.order)
    }

    fn on_several_lines(&self, value: &'a ValueSyntax, path: &[&'a str], indent: usize) -> String {
        let inner = indent + INDENT;
        let gaps = Gap::all(value, self.text);
        match &value.form {
            ValueForm::List(items) => {
                // The comma after a member needs space, too.
                let items = items.iter();
                let items = items.map(|item| self.free(item, path, inner, inner + 1));
                Members::new(items.collect(), gaps).written(['[', ']'], indent, inner)
            }
            ValueForm::Inline(members) => {
                let pairs = self.pairs(members, path);
                if !gaps.iter().any(Gap::has_comment) {
                    let pairs = pairs.iter().map(|pair| self.inner_pair(pair, indent));
                    return braced(&pairs.collect::<Vec<_>>());
                }
                // TOML 1.0 allows inline tables on one line only, but a comment ends with its line.
                let mut places: Vec<_> = pairs.iter().enumerate().collect();
                places.sort_by_key(|(_, pair)| pair.place);
                let written = places.iter().map(|(_, pair)| self.inner_pair(pair, inner));
                let mut members = Members::new(written.collect(), gaps);
                members.reorder(places.iter().map(|(place, _)| *place));
                members.written(['{', '}'], indent, inner)
            }
            _ => self.scalar(value).to_owned(),
        }
    }

    fn scalar(&self, value: &ValueSyntax) -> &'a str {
        self.text.get(value.span.clone()).unwrap_or_default()
    }

    /// Returns whether no member of a list is a list, a table or a sentence.
    fn are_words(&self, items: &[ValueSyntax]) -> bool {
        items.iter().all(|item| {
            let is_list = matches!(item.form, ValueForm::List(_) | ValueForm::Inline(_));
            !is_list && width(self.scalar(item)) <= WORD + QUOTES
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
