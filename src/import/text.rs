//! Texts of other formats as those of a profile, which are Markdown: what Markdown would read as
//! markup is escaped, and HTML becomes Markdown.

use crate::import::html;
use crate::import::notes::Markup;
use crate::profile::{LinkFault, is_email, link_fault};

/// A text without characters that a profile cannot have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    /// The text.
    pub text: String,
    /// The number of characters that were removed.
    pub removed: usize,
}

/// Returns a text without control characters and byte order marks, and with `\n` as the end of every
/// line.
pub fn clean(text: &str) -> Cleaned {
    let unified = text
        .replace("\r\n", "\n")
        .replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let mut cleaned = String::with_capacity(unified.len());
    let mut removed = 0;
    for c in unified.chars() {
        if (c.is_control() && !matches!(c, '\n' | '\t')) || c == '\u{feff}' {
            removed += 1;
        } else {
            cleaned.push(c);
        }
    }
    Cleaned {
        text: cleaned,
        removed,
    }
}

/// Returns a text in one line.
pub fn one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.collect();
    lines.join(" ").replace('\t', " ")
}

/// Returns a text as inline Markdown. The ends of its lines stay.
pub fn line(text: &str, markup: Markup) -> String {
    match markup {
        Markup::Markdown => text.trim().to_owned(),
        Markup::Plain => match html::to_markdown(text) {
            Some(markdown) => one_line(&markdown),
            None => lines_of(text).map(escaped).collect::<Vec<_>>().join("\\\n"),
        },
    }
}

/// Returns a text as block Markdown. Empty lines separate paragraphs, and the ends of other lines stay.
pub fn prose(text: &str, markup: Markup) -> String {
    match markup {
        Markup::Markdown => text.trim().to_owned(),
        Markup::Plain => match html::to_markdown(text) {
            Some(markdown) => markdown,
            None => markdown_of_plain(text),
        },
    }
}

/// Returns plain text as block Markdown.
pub fn markdown_of_plain(text: &str) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() {
            if !lines.is_empty() {
                paragraphs.push(lines.join("\\\n"));
                lines.clear();
            }
        } else {
            lines.push(escaped_start(&escaped(line)));
        }
    }
    if !lines.is_empty() {
        paragraphs.push(lines.join("\\\n"));
    }
    paragraphs.join("\n\n")
}

fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// Escapes what inline Markdown would read as markup.
pub fn escaped(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len() + 8);
    let mut before = None;
    for (at, c) in line.char_indices() {
        let rest = &line[at + c.len_utf8()..];
        if is_markup(c, before, rest) {
            escaped.push('\\');
        }
        escaped.push(c);
        before = Some(c);
    }
    escaped
}

/// Returns whether Markdown could read a character as markup.
fn is_markup(c: char, before: Option<char>, rest: &str) -> bool {
    let next = rest.chars().next();
    let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    match c {
        '*' | '~' => !(is_space(before) && is_space(next)),
        // Inside a word it is no emphasis.
        '_' => {
            let is_in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            !(is_in_word(before) && is_in_word(next))
        }
        '`' => true,
        '[' | ']' => {
            rest.contains("](") || rest.contains("]:") || rest.starts_with(['(', ':', '['])
        }
        '!' => next == Some('['),
        '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(next)),
        '&' => {
            let name = rest.split(';').next().unwrap_or_default();
            name.len() < rest.len()
                && name.len() < 40
                && !name.is_empty()
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#')
        }
        '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
        '|' => true,
        _ => false,
    }
}

/// Escapes what Markdown reads as a block at the start of a line: a heading, a list, a quotation, a
/// rule.
fn escaped_start(line: &str) -> String {
    let first = line.chars().next();
    let is_only = |c: char| line.chars().all(|other| other == c || other == ' ');
    let is_block = match first {
        Some('#' | '>') => true,
        Some('-' | '+' | '*') => line[1..].is_empty() || line[1..].starts_with(' ') || is_only('-'),
        Some('=') => is_only('='),
        Some('~') => line.starts_with("~~~"),
        _ => false,
    };
    if is_block || line.starts_with(":-") {
        return format!("\\{line}");
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let after = &line[digits..];
    let is_number = (1..=9).contains(&digits)
        && after.starts_with(['.', ')'])
        && (after.len() == 1 || after[1..].starts_with(' '));
    if is_number {
        return format!("{}\\{after}", &line[..digits]);
    }
    line.to_owned()
}

/// Returns an address that a link can have; `None` if a text is no address.
pub fn url(text: &str) -> Option<String> {
    let text = text.trim();
    match link_fault(text) {
        None => Some(text.to_owned()),
        Some(LinkFault::NoScheme) if is_email(text) => Some(format!("mailto:{text}")),
        Some(LinkFault::NoScheme) => {
            let host = text.split(['/', '?', '#']).next().unwrap_or_default();
            let url = format!("https://{text}");
            let is_host = host.contains('.') && !host.starts_with('.') && !host.ends_with('.');
            (is_host && link_fault(&url).is_none()).then_some(url)
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_texts_are_escaped() {
        for (text, expected) in [
            ("snake_case 2 * 3 C++ #1", "snake_case 2 * 3 C++ #1"),
            ("*a* _b_ ~~c~~", r"\*a\* \_b\_ \~\~c\~\~"),
            (
                "`x` [a](https://b.example)",
                r"\`x\` \[a\](https://b.example)",
            ),
            ("R&D &amp; &#65; a & b", r"R&D \&amp; \&#65; a & b"),
            ("a<b <b>x</b> 1 < 2", r"a\<b \<b>x\</b> 1 < 2"),
            (r"C:\new \* \", r"C:\new \\\* \\"),
            ("[draft] a [1]", "[draft] a [1]"),
        ] {
            assert_eq!(escaped(text), expected, "{text}");
        }
    }

    #[test]
    fn blocks_are_escaped() {
        let text = "# a\n- b\n1. c\n> d\n\n\n---\n-5 °C\n1.5 m";
        let expected = "\\# a\\\n\\- b\\\n1\\. c\\\n\\> d\n\n\\---\\\n-5 °C\\\n1.5 m";
        assert_eq!(markdown_of_plain(text), expected);
    }

    #[test]
    fn control_characters_are_removed() {
        let cleaned = clean("a\0b\r\nc\u{1b}\u{feff}");
        assert_eq!(cleaned.text, "ab\nc");
        assert_eq!(cleaned.removed, 3);
    }

    #[test]
    fn addresses_get_a_scheme() {
        assert_eq!(
            url("example.org/a").as_deref(),
            Some("https://example.org/a")
        );
        assert_eq!(
            url("a@example.org").as_deref(),
            Some("mailto:a@example.org")
        );
        for text in [
            "",
            "none",
            "javascript:alert(1)",
            "https://a b",
            "file:///etc",
        ] {
            assert_eq!(url(text), None, "{text}");
        }
    }
}
