//! Finds the place in the profile of a text that is missing in the PDF.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::profile::{Node, TomlTree, Value};

/// The number of characters by which a text is found in a longer one.
const PREFIX_LENGTH: usize = 40;

/// The texts of a profile with their spans, in source order.
pub struct TextSpans {
    texts: Vec<TextSpan>,
    /// The index of the text found last: texts are searched in approximately source order.
    last: usize,
    /// The letters of texts that are not in the profile.
    misses: BTreeSet<String>,
}

struct TextSpan {
    /// The letters and digits of the text.
    letters: String,
    span: Range<usize>,
}

impl TextSpans {
    /// Collects the texts of a profile.
    pub fn new(tree: &TomlTree) -> Self {
        let mut texts = Vec::new();
        collect(tree.root(), false, &mut texts);
        Self {
            texts,
            last: 0,
            misses: BTreeSet::new(),
        }
    }

    /// Returns the span of a text, searching from the one found last. Returns `None` for text that
    /// is not in the profile, such as a formatted date.
    pub fn find(&mut self, text: &str) -> Option<Range<usize>> {
        let letters = letters(text);
        if letters.is_empty() || self.misses.contains(&letters) {
            return None;
        }
        let prefix: String = letters.chars().take(PREFIX_LENGTH).collect();
        let index = self
            .position(|text| text.letters == letters)
            .or_else(|| self.position(|text| text.letters.contains(&prefix)));
        let Some(index) = index else {
            // A date, which many entries may have.
            self.misses.insert(letters);
            return None;
        };
        self.last = index;
        Some(self.texts[index].span.clone())
    }

    fn position(&self, test: impl Fn(&TextSpan) -> bool) -> Option<usize> {
        let mut indices = (self.last..self.texts.len()).chain(0..self.last);
        indices.find(|index| test(&self.texts[*index]))
    }
}

/// Collects the texts of a node. With `has_free_keys`, the keys of the table are texts too.
fn collect(node: &Node, has_free_keys: bool, texts: &mut Vec<TextSpan>) {
    match &node.value {
        Value::String(text) => texts.push(TextSpan {
            letters: letters(text),
            span: node.span.clone(),
        }),
        Value::Array(items) => {
            for item in items {
                collect(item, false, texts);
            }
        }
        Value::Table(members) | Value::Languages(members) => {
            for (key, member) in members {
                if has_free_keys {
                    texts.push(TextSpan {
                        letters: letters(&key.name),
                        span: key.span.clone(),
                    });
                }
                collect(member, matches!(&*key.name, "meta" | "details"), texts);
            }
        }
        _ => {}
    }
}

/// Returns the letters and digits of a text, without the URLs of its links.
fn letters(text: &str) -> String {
    let mut without_urls = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        without_urls += before;
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    without_urls += rest;
    without_urls
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::Source;

    #[test]
    fn finds_next_occurrence_of_text() {
        let toml = "a = 'Work'\nb = 'See **the** [paper](https://example.org/x), all of it'\nc = 'Work'\nmeta = { Grade = '1' }\n";
        let tree = TomlTree::parse(Arc::new(Source::new("a.toml", toml))).expect("valid TOML");
        let mut spans = TextSpans::new(&tree);
        let mut line = |text: &str| {
            spans
                .find(text)
                .map(|span| tree.source().position(span.start).line)
        };
        assert_eq!(line("Work"), Some(1));
        assert_eq!(line("See the paper, all of it"), Some(2));
        assert_eq!(line("Work"), Some(3));
        assert_eq!(line("Grade"), Some(4));
        assert_eq!(line("Sep 2025"), None);
        assert_eq!(line("–"), None);
    }
}
