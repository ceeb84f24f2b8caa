//! Texts of other formats as those of a profile, which are Markdown: what Markdown would read as
//! markup is escaped, and HTML becomes Markdown.

use crate::content::{has_markup_error, is_unassigned};
use crate::import::escape::{escaped, escaped_start};
use crate::import::html;
use crate::import::markdown::{has_marks, is_markdown};
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

/// Returns a text without control characters, byte order marks and codes that have no character, for
/// which no font has a glyph; with `\n` as the end of every line.
pub fn clean(text: &str) -> Cleaned {
    let unified = text
        .replace("\r\n", "\n")
        .replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let mut cleaned = String::with_capacity(unified.len());
    let mut removed = 0;
    for c in unified.chars() {
        let is_control = c.is_control() && !matches!(c, '\n' | '\t');
        if is_control || c == '\u{feff}' || is_unassigned(c) {
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
    match written(text, markup) {
        Some(markdown) if markup == Markup::Markdown => markdown,
        Some(markdown) => one_line(&markdown),
        None => {
            let lines = lines_of(text).map(|line| {
                let is_markdown = markup == Markup::Mixed && has_marks(line);
                if is_markdown && !has_markup_error(line) {
                    line.to_owned()
                } else {
                    escaped(line)
                }
            });
            lines.collect::<Vec<_>>().join("\\\n")
        }
    }
}

/// Returns a text as block Markdown. Empty lines separate paragraphs, and the ends of other lines
/// stay.
pub fn prose(text: &str, markup: Markup) -> String {
    written(text, markup).unwrap_or_else(|| {
        let text = text.trim();
        if markup == Markup::Mixed && is_markdown(text) && !has_markup_error(text) {
            text.to_owned()
        } else {
            markdown_of_plain(text)
        }
    })
}

/// Returns the Markdown that a text is or stands for, unless a profile cannot have it.
fn written(text: &str, markup: Markup) -> Option<String> {
    let markdown = match markup {
        Markup::Markdown => Some(text.trim().to_owned()),
        Markup::Plain | Markup::Mixed => html::to_markdown(text),
    };
    markdown.filter(|markdown| !has_markup_error(markdown))
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

/// Returns the address or the number of a link to a contact; other texts stay.
pub fn contact(text: &str) -> &str {
    match text.split_once(':') {
        Some((scheme, rest)) if ["mailto", "tel"].contains(&&*scheme.to_lowercase()) => rest.trim(),
        _ => text,
    }
}

/// Returns an address that a link can have; `None` if a text is not one.
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
    fn blocks_are_escaped() {
        let text = "# a\n- b\n1. c\n> d\n\n\n---\n-5 °C\n1.5 m";
        let expected = "\\# a\\\n\\- b\\\n1\\. c\\\n\\> d\n\n\\---\\\n-5 °C\\\n1.5 m";
        assert_eq!(markdown_of_plain(text), expected);
    }

    #[test]
    fn markup_with_errors_is_text() {
        for text in ["use `x", "[a](javascript:x)"] {
            assert_ne!(line(text, Markup::Markdown), text);
            assert!(!has_markup_error(&prose(text, Markup::Markdown)), "{text}");
        }
        assert_eq!(line("**a** `b`", Markup::Markdown), "**a** `b`");
    }

    #[test]
    fn control_characters_are_removed() {
        let cleaned = clean("a\0b\r\nc\u{1b}\u{feff}");
        assert_eq!(cleaned.text, "ab\nc");
        assert_eq!(cleaned.removed, 3);
    }

    #[test]
    fn contacts_have_no_scheme() {
        for (written, contact) in [
            ("MAILTO:a@example.org", "a@example.org"),
            ("tel:+1-555-0100", "+1-555-0100"),
            ("office: +1 555", "office: +1 555"),
        ] {
            assert_eq!(super::contact(written), contact);
        }
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
