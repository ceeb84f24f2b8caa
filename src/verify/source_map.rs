//! Where in the profile a text stands that was found wanting in the PDF.

use std::ops::Range;

use crate::profile::{Node, TomlTree, Value};

/// How many letters tell a text from others.
const ENOUGH: usize = 40;

/// The texts of a profile, in the order written.
pub struct Places {
    texts: Vec<(String, Range<usize>)>,
    /// Where the last one was found: texts are asked for in nearly the order written.
    last: usize,
}

impl Places {
    /// Those of a profile.
    pub fn of(tree: &TomlTree) -> Self {
        let mut texts = Vec::new();
        collect(tree.root(), false, &mut texts);
        Self { texts, last: 0 }
    }

    /// Where a text stands, the next one of that wording first; `None` of what a profile does not
    /// say itself, such as a date as it is printed.
    pub fn find(&mut self, text: &str) -> Option<Range<usize>> {
        let wanted = letters(text);
        if wanted.is_empty() {
            return None;
        }
        let beginning: String = wanted.chars().take(ENOUGH).collect();
        let onwards = (self.last..self.texts.len()).chain(0..self.last);
        let same = |at: &usize| self.texts[*at].0 == wanted;
        let holds = |at: &usize| self.texts[*at].0.contains(&beginning);
        let at = onwards
            .clone()
            .find(same)
            .or_else(|| onwards.clone().find(holds))?;
        self.last = at;
        Some(self.texts[at].1.clone())
    }
}

fn collect(node: &Node, is_named_freely: bool, texts: &mut Vec<(String, Range<usize>)>) {
    match &node.value {
        Value::String(text) => texts.push((letters(text), node.span.clone())),
        Value::Array(items) => items.iter().for_each(|item| collect(item, false, texts)),
        Value::Table(members) | Value::Languages(members) => {
            for (key, member) in members {
                // The keys of facts are printed.
                if is_named_freely {
                    texts.push((letters(&key.name), key.span.clone()));
                }
                collect(member, key.name == "meta", texts);
            }
        }
        _ => {}
    }
}

/// The letters and figures of a text, without the addresses of its links.
fn letters(text: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        left += before;
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    left += rest;
    left.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::Source;

    #[test]
    fn a_text_is_found_where_it_stands_the_next_time() {
        let text = "a = 'Work'\nb = 'See **the** [paper](https://example.org/x), all of it'\nc = 'Work'\nmeta = { Grade = '1' }\n";
        let tree = TomlTree::parse(Arc::new(Source::new("a.toml", text))).expect("valid TOML");
        let mut places = Places::of(&tree);
        let mut found = |wanted: &str| {
            places
                .find(wanted)
                .map(|span| tree.source().position(span.start).line)
        };
        assert_eq!(found("Work"), Some(1));
        assert_eq!(found("See the paper, all of it"), Some(2));
        assert_eq!(found("Work"), Some(3));
        assert_eq!(found("Grade"), Some(4));
        assert_eq!(found("Sep 2025"), None);
        assert_eq!(found("–"), None);
    }
}
