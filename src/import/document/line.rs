//! A line of a document that has no fields: its text in pieces, and how it looks.

use std::ops::Range;

use crate::content::has_markup_error;
use crate::import::escape::{escaped, escaped_start};
use crate::import::text;
use crate::profile::bare_address;

/// Signs that are bullets where a line begins with them.
const BULLETS: [char; 18] = [
    '•', '‣', '▪', '●', '◦', '○', '■', '□', '⁃', '➢', '➤', '►', '✓', '✔', '❖', '◆', '\u{f0b7}',
    '\u{f0a7}',
];

/// Signs that are bullets with a space after them.
const DASHES: [char; 5] = ['-', '*', '–', '—', '·'];

/// Signs that divide a line, whatever is around them.
const DIVIDERS: [char; 9] = ['\t', '\n', '|', '│', '•', '●', '·', '■', '￨'];

/// A text in one look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinePiece {
    /// The text, with tabs and ends of lines.
    pub text: String,
    /// Whether it is bold.
    pub is_bold: bool,
    /// Whether it is italic.
    pub is_italic: bool,
    /// The address that it leads to.
    pub link: Option<String>,
}

/// The place of a line in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemPlace {
    /// The depth, from 0.
    pub level: u8,
    /// Whether the list is numbered.
    pub is_numbered: bool,
}

/// How a line looks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineShape {
    /// The name of its style in lower case.
    pub style: String,
    /// The level of a heading, from 0.
    pub outline: Option<u8>,
    /// The size of its largest text, in half points.
    pub size: u16,
    /// Whether all of it is bold.
    pub is_bold: bool,
    /// Whether all of its letters are capitals.
    pub is_capital: bool,
    /// The list that it is in.
    pub list: Option<ItemPlace>,
    /// Whether an empty line is before it.
    pub has_gap: bool,
}

/// A line of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// Its text.
    pub pieces: Vec<LinePiece>,
    /// Its look.
    pub shape: LineShape,
}

/// A part of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinePart {
    /// The text, in one line.
    pub text: String,
    /// The address that it leads to.
    pub link: Option<String>,
}

impl Line {
    /// Returns its text.
    pub fn text(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }

    /// Takes the sign of a bullet away from the start of the line, which is then in a list.
    pub fn read_bullet(&mut self) {
        let text = self.text();
        let start = text.trim_start();
        let rest = start.strip_prefix(BULLETS).or_else(|| {
            let rest = start.strip_prefix(DASHES)?;
            rest.starts_with(char::is_whitespace).then_some(rest)
        });
        let Some(rest) = rest.map(str::trim_start).filter(|rest| !rest.is_empty()) else {
            return;
        };
        let mut removed = text.len() - rest.len();
        for piece in &mut self.pieces {
            let length = removed.min(piece.text.len());
            piece.text.drain(..length);
            removed -= length;
        }
        self.shape.list.get_or_insert(ItemPlace {
            level: 0,
            is_numbered: false,
        });
    }

    /// Returns whether it is an item of a list.
    pub fn is_item(&self) -> bool {
        self.shape.list.is_some()
    }

    /// Returns the part in a range of its text.
    pub fn part(&self, range: Range<usize>) -> LinePart {
        let mut at = 0;
        let mut link = None;
        for piece in &self.pieces {
            let end = at + piece.text.len();
            if at < range.end && range.start < end && link.is_none() {
                link.clone_from(&piece.link);
            }
            at = end;
        }
        let text = self.text();
        let text = text.get(range).unwrap_or_default();
        LinePart {
            text: text::one_line(text),
            link,
        }
    }

    /// Returns the ranges between the signs that divide it, without one range of its text.
    pub fn divided(&self, without: Option<&Range<usize>>) -> Vec<Range<usize>> {
        let text = self.text();
        let mut ranges = Vec::new();
        let mut start = 0;
        let mut add = |start: usize, end: usize| {
            if let Some(range) = trimmed(&text, start..end) {
                ranges.push(range);
            }
        };
        for (at, c) in text.char_indices() {
            let is_without = without.is_some_and(|range| range.contains(&at));
            if is_without || DIVIDERS.contains(&c) {
                add(start, at);
                start = at + c.len_utf8();
            }
        }
        add(start, text.len());
        ranges
    }

    /// Returns its parts between the signs that divide it.
    pub fn parts(&self, without: Option<&Range<usize>>) -> Vec<LinePart> {
        let ranges = self.divided(without).into_iter();
        ranges.map(|range| self.part(range)).collect()
    }

    /// Returns it as inline Markdown.
    pub fn markdown(&self) -> String {
        self.markdown_of(0..usize::MAX)
    }

    /// Returns a range of its text as inline Markdown.
    pub fn markdown_of(&self, range: Range<usize>) -> String {
        let mut merged: Vec<LinePiece> = Vec::new();
        let mut at = 0;
        for piece in &self.pieces {
            let end = at + piece.text.len();
            let own = range.start.max(at)..range.end.min(end);
            if own.start < own.end {
                let text = piece.text.get(own.start - at..own.end - at);
                let text = text.unwrap_or_default();
                let is_same = |last: &&mut LinePiece| {
                    let is_blank = text.trim().is_empty() && piece.link.is_none();
                    let is_same = last.is_bold == piece.is_bold
                        && last.is_italic == piece.is_italic
                        && last.link == piece.link;
                    is_same || is_blank && last.link.is_none()
                };
                match merged.last_mut().filter(is_same) {
                    Some(last) => last.text.push_str(text),
                    None => merged.push(LinePiece {
                        text: text.to_owned(),
                        ..piece.clone()
                    }),
                }
            }
            at = end;
        }
        let written = written(&merged);
        if has_markup_error(&written) {
            let plain: String = merged.iter().map(|piece| piece.text.as_str()).collect();
            return breaks(&escaped(plain.trim()));
        }
        written
    }

    /// Returns it as inline Markdown, without emphasis of the whole.
    pub fn unmarked(&self) -> String {
        let mut pieces = self
            .pieces
            .iter()
            .filter(|piece| !piece.text.trim().is_empty());
        let first = pieces.next();
        let is_same = |piece: &LinePiece| {
            first.is_some_and(|first| {
                (first.is_bold, first.is_italic) == (piece.is_bold, piece.is_italic)
            })
        };
        if !pieces.all(is_same) {
            return self.markdown();
        }
        let mut plain = self.clone();
        for piece in &mut plain.pieces {
            piece.is_bold = false;
            piece.is_italic = false;
        }
        plain.markdown()
    }

    /// Returns it as a paragraph of block Markdown.
    pub fn paragraph(&self) -> String {
        escaped_start(&self.markdown())
    }

    /// Returns the addresses that its text does not show.
    pub fn hidden_links(&self) -> Vec<LinePart> {
        let mut links: Vec<LinePart> = Vec::new();
        for piece in &self.pieces {
            let Some(link) = &piece.link else { continue };
            match links
                .last_mut()
                .filter(|last| last.link.as_ref() == Some(link))
            {
                Some(last) => last.text.push_str(&piece.text),
                None => links.push(LinePart {
                    text: piece.text.clone(),
                    link: Some(link.clone()),
                }),
            }
        }
        links
    }
}

/// Returns a range of a text without white space and signs of divisions at its ends.
pub fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let is_around = |c: char| c.is_whitespace() || ",;–—-".contains(c);
    let inner = text.get(range.clone())?;
    let after = inner.trim_start_matches(is_around);
    let start = range.start + inner.len() - after.len();
    let length = after.trim_end_matches(is_around).len();
    (length > 0).then_some(start..start + length)
}

/// Writes pieces as inline Markdown, with emphasis where Markdown can have it.
fn written(pieces: &[LinePiece]) -> String {
    let mut markdown = String::new();
    for (index, piece) in pieces.iter().enumerate() {
        let inner = piece.text.trim();
        let start = piece.text.len() - piece.text.trim_start().len();
        let (before, after) = (&piece.text[..start], &piece.text[start + inner.len()..]);
        markdown.push_str(before);
        let text = escaped(inner);
        let text = match &piece.link {
            Some(link) if is_shown(inner, link) || inner.is_empty() => text,
            Some(link) => match text::url(link) {
                Some(link) => format!("[{text}](<{link}>)"),
                None => format!("{text} ({})", escaped(link)),
            },
            None => text,
        };
        let mark = match (piece.is_bold, piece.is_italic) {
            (true, true) => "***",
            (true, false) => "**",
            (false, true) => "*",
            (false, false) => "",
        };
        let next = pieces
            .get(index + 1)
            .and_then(|next| next.text.chars().next());
        let next = after.chars().next().or(next);
        let is_free =
            inner.starts_with(char::is_alphanumeric) || is_apart(markdown.chars().next_back());
        let is_free_after = inner.ends_with(char::is_alphanumeric) || is_apart(next);
        if inner.is_empty() || !is_free || !is_free_after {
            markdown.push_str(&text);
        } else {
            markdown.push_str(&format!("{mark}{text}{mark}"));
        }
        markdown.push_str(after);
    }
    breaks(markdown.trim())
}

fn is_apart(neighbor: Option<char>) -> bool {
    neighbor.is_none_or(char::is_whitespace)
}

/// Writes the ends of lines and tabs as Markdown has them.
fn breaks(markdown: &str) -> String {
    let lines = markdown
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let lines: Vec<String> = lines
        .map(|line| {
            let cells = line
                .split('\t')
                .map(str::trim)
                .filter(|cell| !cell.is_empty());
            cells.collect::<Vec<_>>().join(" · ")
        })
        .collect();
    lines.join("\\\n")
}

/// Returns whether a text shows the address that it leads to.
pub fn is_shown(text: &str, link: &str) -> bool {
    let bare = |text: &str| {
        let text = bare_address(text.trim()).to_lowercase();
        let text = text.trim_start_matches("www.").to_owned();
        text.replace(|c: char| !c.is_alphanumeric() && !"@/.?=".contains(c), "")
    };
    bare(text) == bare(link)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(pieces: &[(&str, bool, Option<&str>)]) -> Line {
        let pieces = pieces.iter().map(|(text, is_bold, link)| LinePiece {
            text: (*text).to_owned(),
            is_bold: *is_bold,
            link: link.map(str::to_owned),
            ..LinePiece::default()
        });
        Line {
            pieces: pieces.collect(),
            ..Line::default()
        }
    }

    #[test]
    fn lines_become_markdown() {
        for (pieces, expected) in [
            (
                vec![
                    ("Led ", false, None),
                    ("ten ", true, None),
                    ("people", false, None),
                ],
                "Led **ten** people",
            ),
            (
                vec![("Team:", true, None), ("five", false, None)],
                "Team:five",
            ),
            (vec![("a*b", false, None)], r"a\*b"),
            (
                vec![("code", false, Some("https://a.example/x"))],
                "[code](<https://a.example/x>)",
            ),
            (
                vec![("a.example", false, Some("https://a.example/"))],
                "a.example",
            ),
            (vec![("x", false, Some("javascript:1"))], "x (javascript:1)"),
            (vec![("one\ttwo\nthree", false, None)], "one · two\\\nthree"),
        ] {
            assert_eq!(line(&pieces).markdown(), expected);
        }
    }

    #[test]
    fn signs_are_bullets() {
        for (text, rest, is_item) in [
            ("• one", "one", true),
            ("\u{f0b7}\tone", "one", true),
            ("- one", "one", true),
            ("-5 °C", "-5 °C", false),
            ("–", "–", false),
        ] {
            let mut line = line(&[(text, false, None)]);
            line.read_bullet();
            assert_eq!((line.text().as_str(), line.is_item()), (rest, is_item));
        }
    }
}
