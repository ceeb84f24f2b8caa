//! Tidies the text of a paragraph: joins parts, collapses spaces, replaces the names of emoji, and
//! links addresses.

use crate::content::markdown::links::link_addresses;
use crate::content::markdown::shortcodes::with_emoji;
use crate::content::resume::{Inline, Inlines};
use crate::profile::needs_no_glyph;

/// Precedes the text of an inline field, so that its first line does not open a block. It counts
/// as white space for the emphasis rules of CommonMark.
pub const GUARD: &str = "\u{a0}";

/// Replaces a backslash and a line break, in as many bytes: U+0080, a control character without
/// a meaning.
pub const LINE_BREAK: &str = "\u{80}";

/// A place where a word may be hyphenated.
const SOFT_HYPHEN: char = '\u{ad}';

/// Returns a text without markup.
pub fn plain(content: &[Inline]) -> String {
    let mut text = String::new();
    for inline in content {
        match inline {
            Inline::Text(part) | Inline::Code { text: part } => text.push_str(part),
            Inline::Break => text.push(' '),
            around => text.extend(around.content().map(|content| plain(content))),
        }
    }
    text
}

/// Returns the plain text of a keyword without its level, if that is a number.
pub fn unrated(keyword: &[Inline]) -> String {
    let unrated = keyword
        .iter()
        .filter(|part| !matches!(part, Inline::Level { .. }));
    let unrated: Inlines = unrated.cloned().collect();
    plain(&unrated).trim_end().to_owned()
}

/// Returns the text of a paragraph with single spaces, and with its addresses as links.
pub fn tidy(content: Inlines) -> Inlines {
    let mut content = trim(link_addresses(merge(content)));
    trim_soft_hyphens(&mut content);
    // A text that is not seen counts as empty.
    if plain(&content).chars().all(needs_no_glyph) {
        return Inlines::new();
    }
    content
}

/// Joins adjacent texts, and collapses white space.
fn merge(content: Inlines) -> Inlines {
    let mut merged: Inlines = Vec::new();
    for mut inline in content {
        if let (Inline::Text(text), Some(Inline::Text(previous))) = (&inline, merged.last_mut()) {
            previous.push_str(text);
            continue;
        }
        if let Some(content) = inline.content_mut() {
            *content = merge(std::mem::take(content));
        }
        merged.push(inline);
    }
    for index in 0..merged.len() {
        let follows_break = index > 0 && is_break(merged.get(index - 1));
        let precedes_break = is_break(merged.get(index + 1));
        let Inline::Text(text) = &mut merged[index] else {
            continue;
        };
        *text = with_emoji(&collapse_spaces(text));
        if follows_break {
            *text = text.trim_start_matches(' ').to_owned();
        }
        if precedes_break {
            *text = text.trim_end_matches(' ').to_owned();
        }
    }
    remove_empty_texts(&mut merged);
    merged
}

fn is_break(inline: Option<&Inline>) -> bool {
    matches!(inline, Some(Inline::Break))
}

fn remove_empty_texts(content: &mut Inlines) {
    content.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
}

fn collapse_spaces(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for character in text.chars() {
        let is_space = matches!(character, ' ' | '\n' | '\r' | '\t');
        if !is_space {
            collapsed.push(character);
        } else if !collapsed.ends_with(' ') {
            collapsed.push(' ');
        }
    }
    collapsed
}

/// Removes soft hyphens from both ends of every element: no word is hyphenated there, and Typst loses
/// the tag of a link that ends a paragraph with one.
fn trim_soft_hyphens(content: &mut Inlines) {
    for inline in content.iter_mut() {
        if let Some(content) = inline.content_mut() {
            trim_soft_hyphens(content);
        }
    }
    if let Some(Inline::Text(first) | Inline::Code { text: first }) = content.first_mut() {
        *first = first.trim_start_matches(SOFT_HYPHEN).to_owned();
    }
    if let Some(Inline::Text(last) | Inline::Code { text: last }) = content.last_mut() {
        *last = last.trim_end_matches(SOFT_HYPHEN).to_owned();
    }
    remove_empty_texts(content);
}

/// Removes white space and the guard from both ends.
fn trim(mut content: Inlines) -> Inlines {
    if let Some(Inline::Text(first)) = content.first_mut() {
        *first = first
            .trim_start_matches(|c| c == ' ' || GUARD.contains(c))
            .to_owned();
    }
    if let Some(Inline::Text(last)) = content.last_mut() {
        *last = last.trim_end_matches(' ').to_owned();
    }
    remove_empty_texts(&mut content);
    content
}
