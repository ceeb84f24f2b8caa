//! Writes texts of one paragraph. Where the signs of Markdown would not count, as next to letters of
//! East Asian scripts, tags of HTML are used instead.

use crate::content::resume::Inline;
use crate::export::markdown::escaping::{escaped, target};
use crate::profile::{encoded_url, link_fault};

/// A part of a line.
enum Piece {
    /// Markdown.
    Source(String),
    /// Code.
    Code(String),
    /// A text between signs.
    Marked { mark: Mark, inner: String },
}

/// Signs around a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Strong,
    Emph,
    Strike,
}

impl Mark {
    fn sign(self) -> &'static str {
        match self {
            Self::Strong => "**",
            Self::Emph => "_",
            Self::Strike => "~~",
        }
    }

    fn tag(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Emph => "em",
            Self::Strike => "del",
        }
    }

    /// Returns whether signs around a text count (CommonMark 0.31, section 6.2).
    fn counts(self, before: Option<char>, inner: &str, after: Option<char>) -> bool {
        let (Some(first), Some(last)) = (inner.chars().next(), inner.chars().next_back()) else {
            return false;
        };
        let sign = self.sign().chars().next();
        let is_apart = [before, after, Some(first), Some(last)]
            .into_iter()
            .all(|c| c.is_none() || c != sign);
        if !is_apart || first.is_whitespace() || last.is_whitespace() {
            return false;
        }
        let needs_edges = self == Self::Emph;
        (is_edge(before) || !(needs_edges || is_punctuation(first)))
            && (is_edge(after) || !(needs_edges || is_punctuation(last)))
    }
}

/// Returns whether no word is beside a sign, but the end of the text, space or punctuation.
fn is_edge(neighbor: Option<char>) -> bool {
    neighbor.is_none_or(|c| c.is_whitespace() || is_punctuation(c))
}

/// Returns whether a character counts as punctuation. Of the symbols of Unicode, which not every
/// reader counts, the answer is that they may be.
fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || !(c.is_alphanumeric() || c.is_whitespace() || c.is_ascii())
}

/// Returns a strong text in one line.
pub(super) fn strong_text(content: &[Inline]) -> String {
    let inner = source(content, " ");
    written(Mark::Strong, None, &inner, None)
}

/// Returns a text as a link, if its target is one that a link may have.
pub(super) fn linked(inner: &str, url: &str) -> String {
    if link_fault(url).is_some() {
        return inner.to_owned();
    }
    format!("[{inner}]({})", target(&encoded_url(url)))
}

/// Returns a text with its signs; `line_break` stands for a line break.
pub(super) fn source(content: &[Inline], line_break: &str) -> String {
    source_within(content, line_break, &[])
}

/// Returns a text with its signs, inside of other signs.
fn source_within(content: &[Inline], line_break: &str, outer: &[Mark]) -> String {
    let pieces: Vec<Piece> = content
        .iter()
        .map(|inline| piece(inline, line_break, outer))
        .collect();
    let mut text = String::new();
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Source(source) => {
                // With this sign before it, a link would be an image.
                if source.starts_with('[') && text.ends_with('!') {
                    text.pop();
                    text.push_str("\\!");
                }
                text.push_str(source);
            }
            // The signs of two pieces of code in a row would be one sign.
            Piece::Code(code) if text.ends_with('`') => {
                text.push_str(&format!("<code>{}</code>", escaped(code)));
            }
            Piece::Code(code) => text.push_str(&code_span(code)),
            Piece::Marked { mark, inner } => {
                let before = text.chars().next_back();
                let after = pieces[index + 1..].iter().find_map(|next| match next {
                    Piece::Source(source) => source.chars().next(),
                    Piece::Code(_) => Some('`'),
                    Piece::Marked { mark, .. } => mark.sign().chars().next(),
                });
                text.push_str(&written(*mark, before, inner, after));
            }
        }
    }
    text
}

fn written(mark: Mark, before: Option<char>, inner: &str, after: Option<char>) -> String {
    if mark.counts(before, inner, after) {
        let sign = mark.sign();
        return format!("{sign}{inner}{sign}");
    }
    let tag = mark.tag();
    format!("<{tag}>{inner}</{tag}>")
}

fn piece(inline: &Inline, line_break: &str, outer: &[Mark]) -> Piece {
    Piece::Source(match inline {
        Inline::Strong { content } => return marked(Mark::Strong, content, line_break, outer),
        Inline::Emph { content } => return marked(Mark::Emph, content, line_break, outer),
        Inline::Strike { content } => return marked(Mark::Strike, content, line_break, outer),
        Inline::Super { content } => {
            format!("<sup>{}</sup>", source_within(content, line_break, outer))
        }
        Inline::Sub { content } => {
            format!("<sub>{}</sub>", source_within(content, line_break, outer))
        }
        Inline::Link { url, content } => linked(&source_within(content, line_break, outer), url),
        Inline::Level { content, .. } | Inline::Picture { content, .. } => {
            source_within(content, line_break, outer)
        }
        Inline::Code { text } => return Piece::Code(text.replace('\n', " ")),
        Inline::Break => line_break.to_owned(),
        Inline::Text(text) => escaped(text),
    })
}

/// Returns a text between signs. Inside of the same signs, those that open could close the outer
/// ones, so tags are used instead.
fn marked(mark: Mark, content: &[Inline], line_break: &str, outer: &[Mark]) -> Piece {
    let marks = [outer, &[mark]].concat();
    let inner = source_within(content, line_break, &marks);
    if outer.contains(&mark) {
        let tag = mark.tag();
        return Piece::Source(format!("<{tag}>{inner}</{tag}>"));
    }
    Piece::Marked { mark, inner }
}

/// Returns a code span. Between its signs, a line is shown as it is.
fn code_span(text: &str) -> String {
    if text.trim().is_empty() {
        return text.to_owned();
    }
    let longest = text
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let is_padded = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let space = if is_padded { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Inline {
        Inline::Text(text.to_owned())
    }

    fn strong(content: &str) -> Inline {
        Inline::Strong {
            content: vec![text(content)],
        }
    }

    #[test]
    fn signs_that_would_not_count_are_tags() {
        for (content, expected) in [
            (vec![text("a "), strong("b"), text(" c")], "a **b** c"),
            (vec![text("a"), strong("b"), text("c")], "a**b**c"),
            (
                vec![strong("重要。"), text("文字")],
                "<strong>重要。</strong>文字",
            ),
            (vec![strong("a"), strong("b")], "<strong>a</strong>**b**"),
            (
                vec![Inline::Strong {
                    content: vec![Inline::Emph {
                        content: vec![text("a")],
                    }],
                }],
                "**_a_**",
            ),
            (
                vec![
                    text("x"),
                    Inline::Emph {
                        content: vec![text("i")],
                    },
                ],
                "x<em>i</em>",
            ),
        ] {
            assert_eq!(source(&content, " "), expected);
        }
    }

    #[test]
    fn code_keeps_its_backticks_and_spaces() {
        for (written, expected) in [
            ("a", "`a`"),
            ("a`b", "``a`b``"),
            ("`", "`` ` ``"),
            (" a ", "`  a  `"),
        ] {
            assert_eq!(code_span(written), expected);
        }
    }
}
