//! Finds code spans and links that are not closed, in text that the Markdown parser took literally.

use std::ops::Range;

/// The length in bytes up to which a link is searched for its parts.
const MAX_LINK_LENGTH: usize = 4096;

/// A link whose target is not closed.
pub struct UnclosedLink {
    /// What is wrong.
    pub message: &'static str,
    /// The remedy.
    pub hint: &'static str,
    /// The target.
    pub span: Range<usize>,
}

/// Returns the first backtick of a text. `reported` is one that is reported already: others on its
/// line belong to it.
pub fn find_backtick(source: &str, text: Range<usize>, reported: Option<usize>) -> Option<usize> {
    let at = text.start + source[text].find('`')?;
    let is_on_reported_line = reported
        .and_then(|reported| source.get(reported..at))
        .is_some_and(|between| !between.contains('\n'));
    (!is_escaped(source, at) && !is_on_reported_line).then_some(at)
}

/// Returns the first link of a text whose target is not closed. Links before `reported_end` are
/// reported already.
pub fn find_link(source: &str, text: Range<usize>, reported_end: usize) -> Option<UnclosedLink> {
    let at = text.start + source[text].find(']')?;
    if at < reported_end || is_escaped(source, at) || !has_opening_bracket(source, at) {
        return None;
    }
    let end = source.floor_char_boundary(at + MAX_LINK_LENGTH);
    let rest = &source[at..end];
    let target = rest.strip_prefix("](")?;
    if target.contains(')') && !is_address(target) {
        return None;
    }
    let target_length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let written = &rest[..target_length];
    if is_balanced(&written[1..]) {
        return Some(UnclosedLink {
            message: "a link inside a link; the target of the outer one is shown as typed",
            hint: "write the two links next to each other",
            span: at + 1..at + target_length,
        });
    }
    let line_end = rest.find('\n').unwrap_or(rest.len());
    let closing = rest[target_length..line_end].find(')');
    Some(match closing {
        Some(distance) if !written.contains(')') => UnclosedLink {
            message: "the link target contains a space",
            hint: "write a space in an address as `%20`, or add `)` at the end of the address",
            span: at + 1..at + target_length + distance + 1,
        },
        _ => UnclosedLink {
            message: "the link target is not closed",
            hint: "add `)` at the end of the address",
            span: at + 1..at + target_length,
        },
    })
}

fn is_escaped(source: &str, at: usize) -> bool {
    source[..at].ends_with('\\')
}

/// Returns whether the paragraph has an opening bracket before an offset.
fn has_opening_bracket(source: &str, at: usize) -> bool {
    let start = source.floor_char_boundary(at.saturating_sub(MAX_LINK_LENGTH));
    let near = &source[start..at];
    let paragraph = &near[near.rfind("\n\n").unwrap_or(0)..];
    paragraph
        .match_indices('[')
        .any(|(at, _)| !is_escaped(paragraph, at))
}

fn is_address(target: &str) -> bool {
    ["http:", "https:", "mailto:", "tel:", "www."]
        .iter()
        .any(|start| target.starts_with(start))
}

/// Returns whether parentheses that open at the start close, as in `(https://example.org/a(b))`.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_markup_within_a_text() {
        let source = "**a** b `c";
        assert_eq!(find_backtick(source, 5..source.len(), None), Some(8));
        let source = "**a** see [b](https://example.org";
        let link = find_link(source, 5..source.len(), 0).expect("a link");
        assert_eq!(&source[link.span], "(https://example.org");
    }
}
