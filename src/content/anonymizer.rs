//! Removes a person's identity from a CV for blind review: names become a neutral word, and links
//! lose their targets.
//!
//! Works on parsed text, so that a name across emphasis is found. Uses `selection` for the
//! identity.

use std::cmp::Reverse;
use std::ops::Range;

use crate::content::author::full_name;
use crate::content::markdown::plain;
use crate::content::resume::{Block, BlockText, Inline, Inlines};
use crate::profile::{bare_address, is_east_asian};
use crate::selection::Identity;

/// Replaces an address that is shown in full.
const HIDDEN_ADDRESS: &str = "…";

/// Replaces one person's names and addresses.
pub struct Anonymizer {
    /// The lowercase words of each name, the longest name first, so that no part of one remains.
    names: Vec<Vec<String>>,
    addresses: Vec<String>,
    /// The word that replaces a name.
    pub word: String,
}

impl Anonymizer {
    /// Creates an anonymizer that replaces the names of a person with a word.
    pub fn new(identity: &Identity, word: &str) -> Self {
        let family = identity.family.as_deref();
        let mut names: Vec<Vec<String>> = Vec::new();
        for name in &identity.names {
            for family_first in [false, true] {
                names.push(lowercase_words(&full_name(name, family, family_first)));
            }
        }
        names.retain(|name| !name.is_empty());
        names.sort_by_key(|name| Reverse(name.concat().len()));
        Self {
            names,
            addresses: identity.addresses.clone(),
            word: word.to_owned(),
        }
    }

    /// Returns a plain text without the person's names and addresses.
    pub fn hide(&self, text: &str) -> String {
        let text = self.hide_addresses(text);
        self.names.iter().fold(text, |text, name| {
            replaced(&text, occurrences(&text, name), &self.word)
        })
    }

    /// Returns a text without links, and without the person's names and addresses.
    pub fn hide_in(&self, content: Inlines) -> Inlines {
        let mut content = unlink(content);
        for text in text_parts(&mut content).into_iter().flatten() {
            *text = self.hide_addresses(text);
        }
        for name in &self.names {
            self.replace_name_in(&mut content, name);
        }
        remove_empty(&mut content);
        content
    }

    /// Returns blocks without links, and without the person's names and addresses.
    pub fn hide_in_blocks(&self, mut blocks: Vec<Block>) -> Vec<Block> {
        for text in Block::texts_mut(&mut blocks) {
            match text {
                BlockText::Line(content) => *content = self.hide_in(std::mem::take(content)),
                BlockText::Code(text) => *text = self.hide(text),
            }
        }
        blocks
    }

    fn hide_addresses(&self, text: &str) -> String {
        self.addresses
            .iter()
            .fold(text.to_owned(), |text, address| {
                hide_address(&text, address)
            })
    }

    /// Replaces a name in the parts of a text. A name across several parts is replaced in the first
    /// and removed from the others.
    fn replace_name_in(&self, content: &mut Inlines, name: &[String]) {
        let parts = text_parts(content);
        let joined: String = parts
            .iter()
            .map(|part| part.as_deref().map_or(" ", String::as_str))
            .collect();
        let found = occurrences(&joined, name);
        let mut end = joined.len();
        for part in parts.into_iter().rev() {
            let Some(text) = part else {
                end -= 1;
                continue;
            };
            let start = end - text.len();
            for name in found.iter().rev() {
                let from = name.start.clamp(start, end) - start;
                let to = name.end.clamp(start, end) - start;
                if from == to {
                    continue;
                }
                let word = if name.start >= start { &*self.word } else { "" };
                text.replace_range(from..to, word);
            }
            end = start;
        }
    }
}

/// Returns the text without its links and pictures. A link that shows its own address is hidden.
fn unlink(content: Inlines) -> Inlines {
    let mut unlinked = Inlines::new();
    for inline in content {
        match inline {
            Inline::Link { url, content } => {
                let shown = plain(&content);
                if bare_address(&url) == bare_address(shown.trim()) {
                    unlinked.push(Inline::Text(HIDDEN_ADDRESS.to_owned()));
                } else {
                    unlinked.extend(unlink(content));
                }
            }
            Inline::Picture { content, .. } => unlinked.extend(unlink(content)),
            mut other => {
                if let Some(content) = other.content_mut() {
                    *content = unlink(std::mem::take(content));
                }
                unlinked.push(other);
            }
        }
    }
    unlinked
}

/// Returns the strings of a text in order; `None` is a line break.
fn text_parts(content: &mut Inlines) -> Vec<Option<&mut String>> {
    let mut parts = Vec::new();
    for inline in content {
        match inline {
            Inline::Text(text) | Inline::Code { text } => parts.push(Some(text)),
            Inline::Break => parts.push(None),
            around => parts.extend(around.content_mut().into_iter().flat_map(text_parts)),
        }
    }
    parts
}

/// Removes elements that no text is left in.
fn remove_empty(content: &mut Inlines) {
    for inline in &mut *content {
        if let Some(content) = inline.content_mut() {
            remove_empty(content);
        }
    }
    content.retain(|inline| match inline {
        Inline::Text(text) | Inline::Code { text } => !text.is_empty(),
        Inline::Break => true,
        other => other.content().is_none_or(|content| !content.is_empty()),
    });
}

fn lowercase_words(name: &str) -> Vec<String> {
    name.split_whitespace().map(str::to_lowercase).collect()
}

/// Returns where a name occurs in a text as a word of its own.
fn occurrences(text: &str, name: &[String]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(character) = text[at..].chars().next() {
        let length = match name_length(&text[at..], name) {
            Some(length) if !continues_word(before) => {
                found.push(at..at + length);
                length
            }
            _ => character.len_utf8(),
        };
        at += length;
        before = text[..at].chars().next_back();
    }
    found
}

/// Returns the length of the name at the start of a text; `None` if it starts with something else.
fn name_length(text: &str, name: &[String]) -> Option<usize> {
    let mut rest = text;
    for (index, word) in name.iter().enumerate() {
        if index > 0 {
            let trimmed = rest.trim_start();
            if trimmed.len() == rest.len() {
                return None;
            }
            rest = trimmed;
        }
        for expected in word.chars() {
            let found = rest.chars().next()?;
            if !is_same_letter(found, expected) {
                return None;
            }
            rest = &rest[found.len_utf8()..];
        }
    }
    let is_whole = !continues_word(rest.chars().next());
    is_whole.then_some(text.len() - rest.len())
}

/// Returns whether a character is one of a lowercase name, in any letter case. The apostrophe of
/// `O'Neill` has several forms.
fn is_same_letter(found: char, expected: char) -> bool {
    const APOSTROPHES: [char; 4] = ['\'', '’', '‘', 'ʼ'];
    found == expected
        || found.to_lowercase().eq(std::iter::once(expected))
        || APOSTROPHES.contains(&found) && APOSTROPHES.contains(&expected)
}

/// Returns whether a character next to a name makes it part of a longer word. Chinese and Japanese
/// do not separate words, and Korean adds particles to names.
fn continues_word(neighbor: Option<char>) -> bool {
    neighbor.is_some_and(|c| c.is_alphanumeric() && !is_east_asian(c))
}

/// Returns the text without an address, in any letter case.
fn hide_address(text: &str, address: &str) -> String {
    let lowercase = text.to_ascii_lowercase();
    let address = address.to_ascii_lowercase();
    let found = lowercase.match_indices(&address);
    let found = found.map(|(at, _)| at..at + address.len());
    replaced(text, found, HIDDEN_ADDRESS)
}

fn replaced(text: &str, found: impl IntoIterator<Item = Range<usize>>, word: &str) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut done = 0;
    for found in found {
        replaced += &text[done..found.start];
        replaced += word;
        done = found.end;
    }
    replaced + &text[done..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::markdown;

    fn anonymizer() -> Anonymizer {
        let names = ["Ada Berg", "林远志", "Mira"].map(str::to_owned).to_vec();
        let addresses = ["ada@example.org", "ada.example.org"]
            .map(str::to_owned)
            .to_vec();
        let identity = Identity {
            names,
            family: Some("Okafor".to_owned()),
            addresses,
        };
        Anonymizer::new(&identity, "Anonymous")
    }

    fn text(text: &str) -> Inline {
        Inline::Text(text.to_owned())
    }

    #[test]
    fn replaces_names_but_not_longer_words() {
        let anonymizer = anonymizer();
        assert_eq!(
            anonymizer.hide("Mira Okafor, Ada Bergman and MIRA  OKAFOR's"),
            "Anonymous, Ada Bergman and Anonymous's"
        );
        assert_eq!(
            anonymizer.hide("Mira Okaforson and Almira Okafor"),
            "Mira Okaforson and Almira Okafor"
        );
        assert_eq!(anonymizer.hide("Okafor Mira"), "Anonymous");
        let identity = Identity {
            names: vec!["林远志".to_owned()],
            ..Identity::default()
        };
        let chinese = Anonymizer::new(&identity, "匿名");
        assert_eq!(chinese.hide("作者林远志等"), "作者匿名等");
    }

    #[test]
    fn replaces_names_with_any_apostrophe() {
        let identity = Identity {
            names: vec!["Nora O'Neill".to_owned()],
            ..Identity::default()
        };
        let anonymizer = Anonymizer::new(&identity, "Anonymous");
        assert_eq!(anonymizer.hide("by Nora O’Neill"), "by Anonymous");
    }

    #[test]
    fn replaces_a_name_across_emphasis() {
        for written in ["by **Mira** Okafor", "by **Mira Okafor**"] {
            let hidden = anonymizer().hide_in(markdown::inline(written).content);
            let strong = Inline::Strong {
                content: vec![text("Anonymous")],
            };
            assert_eq!(hidden, [text("by "), strong], "{written}");
        }
        let hidden = anonymizer().hide_in(markdown::inline("Mira<br>*Okafor* again").content);
        assert_eq!(plain(&hidden), "Anonymous  again");
    }

    #[test]
    fn hides_addresses() {
        assert_eq!(
            anonymizer().hide("Mail Ada@example.org, or see `https://ada.example.org/x`"),
            "Mail …, or see `https://…/x`"
        );
    }

    #[test]
    fn removes_link_targets_and_shown_addresses() {
        let written = "**[code](https://a.example/code)[a.example](https://a.example)**";
        let hidden = anonymizer().hide_in(markdown::inline(written).content);
        let expected = Inline::Strong {
            content: vec![text("code"), text("…")],
        };
        assert_eq!(hidden, [expected]);
    }

    #[test]
    fn replaces_names_in_every_kind_of_block() {
        let written = "Mira Okafor\n\n- Mira Okafor\n\n> Mira Okafor\n\n\
            | Mira Okafor |\n|-|\n| Mira Okafor |\n\n```\nMira Okafor\n```";
        let hidden = anonymizer().hide_in_blocks(markdown::blocks(written).content);
        let hidden = format!("{hidden:?}");
        assert_eq!(hidden.matches("Anonymous").count(), 6, "{hidden}");
        assert!(!hidden.contains("Mira"), "{hidden}");
    }
}
