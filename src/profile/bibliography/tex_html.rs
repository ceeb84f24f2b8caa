//! The HTML that exports of publishers contain: `&amp;`, `<i>`.

use std::borrow::Cow;

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};

use crate::profile::bibliography::markup::hidden;

/// Tags, and what they are without HTML.
const TAGS: [(&str, &str); 12] = [
    ("<i>", ""),
    ("</i>", ""),
    ("<b>", ""),
    ("</b>", ""),
    ("<em>", ""),
    ("</em>", ""),
    ("<scp>", ""),
    ("</scp>", ""),
    ("<sub>", "\u{2}"),
    ("</sub>", "\u{5}"),
    ("<sup>", "\u{1}"),
    ("</sup>", "\u{5}"),
];

/// Returns a text without its tags and entities.
pub fn without_html(text: &str) -> Cow<'_, str> {
    // Some exports escape twice: `&amp;lt;`.
    let once = without_entities(text);
    let text = if once.contains('&') {
        Cow::Owned(without_entities(&once).into_owned())
    } else {
        once
    };
    if !text.contains('<') {
        return text;
    }
    let tags = TAGS.iter().fold(text.into_owned(), |text, (tag, sign)| {
        text.replace(tag, sign)
    });
    Cow::Owned(tags)
}

/// Returns a text with the characters of its entities, such as `&eacute;` and `&#233;`, in the way in
/// which `biblatex` takes them for text.
pub fn without_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        done += &rest[..start];
        let after = &rest[start + 1..];
        let length = after
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '#')
            .unwrap_or(after.len());
        let characters = after[length..]
            .strip_prefix(';')
            .and_then(|rest| Some((characters(&after[..length])?, rest)));
        let Some((characters, after)) = characters else {
            done.push('&');
            rest = after;
            continue;
        };
        let text = characters.into_iter().flatten();
        done.extend(text.filter(|c| !c.is_control()).map(hidden));
        rest = after;
    }
    Cow::Owned(done + rest)
}

/// Returns the characters of an entity by its name, or its number after `#`.
fn characters(name: &str) -> Option<[Option<char>; 2]> {
    let Some(number) = name.strip_prefix('#') else {
        let (first, second) = NAMED_ENTITIES.get(format!("{name};").as_str())?;
        let second = char::from_u32(*second).filter(|c| *c != '\0');
        return Some([char::from_u32(*first), second]).filter(|_| *first != 0);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    let code = code.ok()?;
    // Numbers of Windows stand for its characters.
    let windows = code.checked_sub(0x80).and_then(|at| {
        let replacements = C1_REPLACEMENTS.get(usize::try_from(at).ok()?)?;
        *replacements
    });
    Some([Some(windows.or(char::from_u32(code))?), None])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_characters() {
        for (html, expected) in [
            ("M&uuml;ller &#8211; &#xe9;&eacute;", "Müller – éé"),
            ("AT&T; A & B; &unheardof; &", "AT&T; A & B; &unheardof; &"),
            ("&#150;&#1;&#1114112;", "–&#1114112;"),
            ("&amp;lt;i&amp;gt;x&lt;/i&gt;", "x"),
            ("H<sub>2</sub>O &lt; &NotEqualTilde;", "H\u{2}2\u{5}O < ≂̸"),
        ] {
            assert_eq!(without_html(html), expected, "{html}");
        }
    }
}
