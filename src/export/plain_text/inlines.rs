//! Writes texts of one paragraph without marks. An address follows the text of its link, unless the
//! text names it.

use crate::content::plain;
use crate::content::resume::Inline;
use crate::profile::{bare_address, link_fault};

/// Returns a text; a line break is a line break.
pub(super) fn text_of(content: &[Inline]) -> String {
    let mut text = String::new();
    for inline in content {
        match inline {
            Inline::Strong { content }
            | Inline::Emph { content }
            | Inline::Level { content, .. }
            | Inline::Picture { content, .. } => {
                text.push_str(&text_of(content));
            }
            // Without its marks, a text that no longer holds would hold again.
            Inline::Strike { content } => text.push_str(&format!("~~{}~~", text_of(content))),
            Inline::Super { content } => text.push_str(&shifted(&text_of(content), raised)),
            Inline::Sub { content } => text.push_str(&shifted(&text_of(content), lowered)),
            Inline::Link { url, content } => text.push_str(&linked(&text_of(content), url)),
            Inline::Code { text: code } => text.push_str(code),
            Inline::Break => text.push('\n'),
            Inline::Text(part) => text.push_str(part),
        }
    }
    text
}

/// Returns a text with its address.
pub(super) fn linked(text: &str, url: &str) -> String {
    let address = bare_address(url);
    let is_phone = url.starts_with("tel:");
    if is_phone || text.contains(address) || link_fault(url).is_some() {
        return text.to_owned();
    }
    format!("{text} <{}>", url.strip_prefix("mailto:").unwrap_or(url))
}

/// Returns a raised or lowered text. Of digits and signs, Unicode has such forms; letters stay in the line.
fn shifted(text: &str, shift: fn(char) -> Option<char>) -> String {
    let shifted: Option<String> = text.chars().map(shift).collect();
    shifted.unwrap_or_else(|| text.to_owned())
}

fn raised(c: char) -> Option<char> {
    of_digits(c, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
}

fn lowered(c: char) -> Option<char> {
    of_digits(c, "₀₁₂₃₄₅₆₇₈₉₊₋")
}

fn of_digits(c: char, digits: &str) -> Option<char> {
    let place = match c {
        '+' => 10,
        '-' | '−' => 11,
        digit => digit.to_digit(10)?,
    };
    digits.chars().nth(usize::try_from(place).ok()?)
}

/// Returns a text in one line.
pub(super) fn line_of(content: &[Inline]) -> String {
    if content.contains(&Inline::Break) {
        return plain(content);
    }
    text_of(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_shown_once() {
        for (text, url, expected) in [
            ("code", "https://a.example/x", "code <https://a.example/x>"),
            ("a.example/x", "https://a.example/x/", "a.example/x"),
            ("write me", "mailto:a@b.example", "write me <a@b.example>"),
            ("+1 2", "tel:+12", "+1 2"),
        ] {
            assert_eq!(linked(text, url), expected);
        }
    }

    #[test]
    fn digits_are_raised_and_letters_stay() {
        let raise = |text: &str| {
            text_of(&[Inline::Super {
                content: vec![Inline::Text(text.to_owned())],
            }])
        };
        assert_eq!(raise("12"), "¹²");
        assert_eq!(raise("st"), "st");
    }
}
