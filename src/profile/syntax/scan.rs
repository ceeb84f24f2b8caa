//! Finds lines, brackets and strings in TOML text that may be wrong.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use crate::profile::kind::SectionKind;
use crate::profile::synonym_words::meanings;

/// A bracket or quotes without their closing counterpart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenBracket {
    /// Where it opens.
    pub start: usize,
    /// What closes it.
    pub closing: &'static str,
}

impl OpenBracket {
    /// Returns whether it is a string, and not a list or a table.
    pub fn is_string(&self) -> bool {
        self.closing.starts_with(['"', '\''])
    }
}

/// Returns what is open at the end of a text, the innermost last.
pub fn open_at_end(text: &str) -> Vec<OpenBracket> {
    scan(text, false).open
}

/// Returns where the first statement of a text ends: a key with its value, or a header. `None` if
/// a bracket or a string stays open.
pub fn statement_end(text: &str) -> Option<usize> {
    let scanned = scan(text, true);
    scanned.open.is_empty().then_some(scanned.end)
}

struct Scanned {
    open: Vec<OpenBracket>,
    end: usize,
}

/// Scans a text up to its end or, on request, up to the first line break outside of brackets.
fn scan(text: &str, stops_at_line_break: bool) -> Scanned {
    let mut open: Vec<OpenBracket> = Vec::new();
    for token in Source::new(text).lex() {
        let span = token.span();
        let closing = match token.kind() {
            TokenKind::Newline if stops_at_line_break && open.is_empty() => {
                let end = span.start();
                return Scanned { open, end };
            }
            TokenKind::LeftSquareBracket => "]",
            TokenKind::LeftCurlyBracket => "}",
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                // A bracket that does not match the innermost one is wrong, and closes none.
                let raw = &text[span.start()..span.end()];
                if open.last().is_some_and(|open| open.closing == raw) {
                    open.pop();
                }
                continue;
            }
            kind => {
                let raw = &text[span.start()..span.end()];
                match quotes(kind).filter(|quotes| !is_closed(raw, quotes)) {
                    // The lexer ends an unclosed string of one line at the line break.
                    Some(quotes) if span.end() == text.len() => quotes,
                    _ => continue,
                }
            }
        };
        let start = span.start();
        open.push(OpenBracket { start, closing });
    }
    let end = text.len();
    Scanned { open, end }
}

fn quotes(kind: TokenKind) -> Option<&'static str> {
    match kind {
        TokenKind::LiteralString => Some("'"),
        TokenKind::BasicString => Some("\""),
        TokenKind::MlLiteralString => Some("'''"),
        TokenKind::MlBasicString => Some("\"\"\""),
        _ => None,
    }
}

/// Returns whether a string of the lexer has its closing quotes.
fn is_closed(raw: &str, quotes: &str) -> bool {
    let inner = raw
        .strip_prefix(quotes)
        .and_then(|rest| rest.strip_suffix(quotes));
    let Some(inner) = inner else { return false };
    let backslashes = inner.len() - inner.trim_end_matches('\\').len();
    quotes.starts_with('\'') || backslashes % 2 == 0
}

/// Returns the line around `at`, without its line break.
pub fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    start..at.max(start + text[start..end].trim_end().len())
}

/// Returns whether a line starts with a key and `=`, or with a header.
pub fn starts_statement(line: &str) -> bool {
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

/// Returns the name in a header, such as `section.entry`, however many brackets it has.
pub fn header_name(header: &str) -> &str {
    let code = header.split('#').next().unwrap_or_default();
    code.trim().trim_matches(['[', ']']).trim()
}

/// Returns the tables of words for a key below a text: that of the last header, and of an entry the
/// kind of its section, too.
pub fn tables_around(text: &str) -> Vec<&str> {
    let mut lines = text.lines().rev().map(str::trim);
    let header = lines.find(|line| line.starts_with('['));
    let header = header.map_or("", header_name);
    match header.rsplit('.').next().unwrap_or_default().trim() {
        "" => vec!["profile", "person"],
        "subsection" => vec!["section"],
        "entry" | "role" => kind_above(text).into_iter().chain(["entry"]).collect(),
        "links" => vec!["link", "account"],
        "details" => vec!["detail"],
        name if name.parse::<SectionKind>().is_ok() => vec![name, "entry"],
        name => vec![name],
    }
}

/// Returns the kind that is written last in a text, also in words of other tools and languages.
fn kind_above(text: &str) -> Option<&str> {
    let mut lines = text.lines().rev();
    lines.find_map(|line| {
        let (key, value) = line.split_once('=')?;
        let key = key.trim();
        if key != "kind" && !meanings(key, &["section"]).contains("kind") {
            return None;
        }
        let name = value.trim().trim_matches(|c: char| !c.is_alphanumeric());
        Some(
            meanings(name, &["kind", "heading"])
                .into_iter()
                .next()
                .unwrap_or(name),
        )
    })
}

/// Returns the places of a key in headers: of `entries` in `[[section.entries]]` for the path
/// `section.entries`.
pub fn keys_in_headers(text: &str, path: &str) -> Vec<Range<usize>> {
    let path: Vec<&str> = path.split('.').collect();
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if line.trim_start().starts_with('[') {
            let key = key_in_header(line, &path);
            let key = key.filter(|_| open_at_end(&text[..start]).is_empty());
            found.extend(key.map(|key| start + key.start..start + key.end));
        }
        start = end;
    }
    found
}

/// Returns the place of the last key of a path in a header that starts with it.
fn key_in_header(line: &str, path: &[&str]) -> Option<Range<usize>> {
    let code = line.split(']').next()?;
    let mut at = code.len() - code.trim_start().trim_start_matches('[').len();
    let mut keys = code[at..].split('.');
    let mut place = at..at;
    for wanted in path {
        let written = keys.next()?;
        let key = written.trim().trim_matches(['"', '\'']);
        if key != *wanted {
            return None;
        }
        let start = at + (written.len() - written.trim_start().len());
        place = start..start + written.trim().len();
        at += written.len() + 1;
    }
    Some(place)
}

/// Returns the earlier definition of the key at `span`, or of the header around it.
pub fn earlier_definition(text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let line = line_around(text, span.start);
    let written = text[line.start..span.end].trim_start();
    if written.starts_with('[') {
        let name = header_name(&text[line.clone()]);
        return earlier_header(&text[..line.start], name);
    }
    if written.contains(['{', ',', '=']) {
        let table = open_at_end(&text[..span.start]).pop()?.start;
        let key = &text[span.clone()];
        let found = table + text[table..span.start].find(key)?;
        return Some(found..found + key.len());
    }
    earlier_key(&text[..line.start], written)
}

fn earlier_header(above: &str, name: &str) -> Option<Range<usize>> {
    let mut headers = lines(above).filter(|(_, line)| line.trim_start().starts_with('['));
    let (start, header) = headers.find(|(_, header)| header_name(header) == name)?;
    Some(start..start + header.trim_end().len())
}

/// Returns the nearest line above, in the same table, that defines a key.
fn earlier_key(above: &str, key: &str) -> Option<Range<usize>> {
    let lines_above: Vec<(usize, &str)> = lines(above).collect();
    for (start, line) in lines_above.into_iter().rev() {
        if line.starts_with('[') {
            return None;
        }
        let Some(rest) = line.trim_start().strip_prefix(key) else {
            continue;
        };
        if rest.trim_start().starts_with('=') {
            let indent = line.len() - line.trim_start().len();
            return Some(start + indent..start + indent + key.len());
        }
    }
    None
}

/// Returns the lines of a text, each with its offset.
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
    fn finds_open_brackets() {
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
    fn finds_the_end_of_a_statement() {
        assert_eq!(statement_end("a = [\n1,\n]\nb = 2\n"), Some(10));
        assert_eq!(statement_end("a = [\n1,\nb = 2\n"), None);
        assert!(starts_statement("  a.b = 1") && starts_statement("[[section]]"));
        assert!(
            !starts_statement("  \"a = 1\",")
                && !starts_statement("[1, 2],")
                && !starts_statement("= 3")
        );
    }

    #[test]
    fn finds_the_earlier_definition() {
        for (text, first) in [
            ("[a]\n[b]\n[[a]]", 0..3),
            ("url = 1\nlinks = [{ url = 2 }]\nurl", 0..3),
            ("m = { x = 1, y = 2, x", 6..7),
            ("p.x = 1\nq.x = 1\np.x", 0..3),
        ] {
            let key = text.len() - text.chars().rev().take_while(|c| c.is_alphabetic()).count();
            let end = text.trim_end_matches(']').len();
            let start = if end < text.len() { end - 1 } else { key };
            assert_eq!(
                earlier_definition(text, &(start..end)),
                Some(first),
                "{text}"
            );
        }
    }

    #[test]
    fn finds_keys_in_headers() {
        let text = "[[a]]\nx = 1\n[[ a.\"b\" ]]\n[a.b.c] # c\ny = '''\n[a.b]\n'''\n[b]\n";
        let found: Vec<&str> = keys_in_headers(text, "a.b")
            .into_iter()
            .map(|span| &text[span])
            .collect();
        assert_eq!(found, ["\"b\"", "b"]);
    }
}
