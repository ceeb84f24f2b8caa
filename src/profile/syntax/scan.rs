//! Looks at TOML text that may be wrong: its lines, its brackets and its quotes.

use std::ops::Range;

/// A bracket or quotes that are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open {
    /// Where it was opened.
    pub start: usize,
    /// What would close it.
    pub closing: &'static str,
}

impl Open {
    /// Whether it is a string and no array or table.
    pub fn is_string(&self) -> bool {
        self.closing.starts_with(['"', '\''])
    }
}

/// What is open at the end of a text, the innermost last.
pub fn open_at_end(text: &str) -> Vec<Open> {
    scan(text, false).0
}

/// The end of the key with its value, or of the header, that a text begins with; `None` where a
/// bracket or quotes stay open.
pub fn statement_end(text: &str) -> Option<usize> {
    let (open, end) = scan(text, true);
    open.is_empty().then_some(end)
}

/// Goes through a text up to its end or, if wanted, to the first line break outside of brackets and
/// quotes.
fn scan(text: &str, stop_at_line_break: bool) -> (Vec<Open>, usize) {
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        let start = at;
        at += character.len_utf8();
        match character {
            '\n' if stop_at_line_break && open.is_empty() => return (open, start),
            '#' => at = start + rest.find('\n').unwrap_or(rest.len()),
            '[' => open.push(Open {
                start,
                closing: "]",
            }),
            '{' => open.push(Open {
                start,
                closing: "}",
            }),
            // A bracket that closes another one than the innermost is the wrong one, and closes
            // none.
            ']' | '}'
                if open
                    .last()
                    .is_some_and(|open| rest.starts_with(open.closing)) =>
            {
                open.pop();
            }
            '"' | '\'' => {
                let quotes = ["\"\"\"", "'''", "\"", "'"];
                let Some(closing) = quotes.into_iter().find(|quotes| rest.starts_with(quotes))
                else {
                    continue;
                };
                let Some(end) = string_end(&rest[closing.len()..], closing) else {
                    open.push(Open { start, closing });
                    return (open, text.len());
                };
                at = start + closing.len() + end;
            }
            _ => {}
        }
    }
    (open, at)
}

/// Where a string that was opened ends. One of a single line ends at the line's end at the latest,
/// as the parser has it.
fn string_end(text: &str, closing: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        if text[at..].starts_with(closing) {
            return Some(at + closing.len());
        }
        if character == '\n' && closing.len() == 1 {
            return Some(at);
        }
        at += character.len_utf8();
        if character == '\\' && closing.starts_with('"') {
            at += text[at..]
                .chars()
                .next()
                .filter(|c| *c != '\n')
                .map_or(0, char::len_utf8);
        }
    }
    None
}

/// The line that `at` lies in, without its end.
pub fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    start..at.max(start + text[start..end].trim_end().len())
}

/// Whether a line begins with a key and `=`, or with a header.
pub fn begins_statement(line: &str) -> bool {
    let line = line.trim_start();
    if let Some(header) = line.strip_prefix('[') {
        return header
            .strip_prefix('[')
            .unwrap_or(header)
            .starts_with(|c: char| c.is_ascii_alphabetic());
    }
    let rest = line
        .trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    rest.len() < line.len() && rest.trim_start().starts_with('=')
}

/// `section.entry` of `[[section.entry]]`, however many brackets there are.
pub fn inside(header: &str) -> &str {
    header
        .split('#')
        .next()
        .unwrap_or_default()
        .trim()
        .trim_matches(['[', ']'])
        .trim()
}

/// Where the key at `span`, or the header that it stands in, was written before.
pub fn earlier(text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let line = line_around(text, span.start);
    let begin = text[line.start..span.end].trim_start();
    if begin.starts_with('[') {
        let (start, header) = lines(&text[..line.start]).find(|(_, other)| {
            other.trim_start().starts_with('[') && inside(other) == inside(&text[line.clone()])
        })?;
        return Some(start..start + header.trim_end().len());
    }
    if begin.contains(['{', ',', '=']) {
        let table = open_at_end(&text[..span.start]).pop()?.start;
        return text[table..span.start]
            .find(&text[span.clone()])
            .map(|at| table + at..table + at + span.len());
    }
    let above: Vec<(usize, &str)> = lines(&text[..line.start]).collect();
    let same_table = above
        .into_iter()
        .rev()
        .take_while(|(_, line)| !line.starts_with('['));
    let is_same = |line: &str| {
        line.trim_start()
            .strip_prefix(begin)
            .is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let (start, found) = same_table.into_iter().find(|(_, line)| is_same(line))?;
    let start = start + (found.len() - found.trim_start().len());
    Some(start..start + begin.len())
}

/// The lines of a text, each with its place.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closings(text: &str) -> Vec<&str> {
        open_at_end(text)
            .into_iter()
            .map(|open| open.closing)
            .collect()
    }

    #[test]
    fn knows_what_is_open() {
        assert_eq!(closings("a = [1, { b = \"]\" # }"), ["]", "}"]);
        assert_eq!(
            closings("[[section]]\na = ['x', \"\\\"]\", '''it's ] ''']"),
            [""; 0]
        );
        assert_eq!(closings("a = [ { ]"), ["]", "}"]);
        assert_eq!(closings("a = \"\"\"x\n\"y\"\n"), ["\"\"\""]);
        assert_eq!(closings("a = \"x"), ["\""]);
        assert_eq!(closings("a = \"x\nb = 1"), [""; 0]);
    }

    #[test]
    fn a_statement_may_have_several_lines() {
        assert_eq!(statement_end("a = [\n1,\n]\nb = 2\n"), Some(10));
        assert_eq!(statement_end("a = [\n1,\nb = 2\n"), None);
        assert!(begins_statement("  a.b = 1") && begins_statement("[[section]]"));
        assert!(
            !begins_statement("  \"a = 1\",")
                && !begins_statement("[1, 2],")
                && !begins_statement("= 3")
        );
    }

    #[test]
    fn finds_the_first_of_two() {
        for (text, first) in [
            ("[a]\n[b]\n[[a]]", 0..3),
            ("url = 1\nlinks = [{ url = 2 }]\nurl", 0..3),
            ("m = { x = 1, y = 2, x", 6..7),
            ("p.x = 1\nq.x = 1\np.x", 0..3),
        ] {
            let key = text.len() - text.chars().rev().take_while(|c| c.is_alphabetic()).count();
            let end = text.trim_end_matches(']').len();
            let start = if end < text.len() { end - 1 } else { key };
            assert_eq!(earlier(text, &(start..end)), Some(first), "{text}");
        }
    }
}
