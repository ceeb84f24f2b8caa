//! Escapes what Markdown would read as signs.

/// Escapes a text, so that it is read as it is inside a line.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    let mut previous = None;
    for (at, c) in text.char_indices() {
        let rest = &text[at + c.len_utf8()..];
        if is_markup(c, previous, rest, text, at) {
            escaped.push('\\');
        }
        escaped.push(c);
        previous = Some(c);
    }
    escaped
}

/// Returns whether a sign would be markup where it is: at `at` in `text`, before `rest`. A text may go on
/// in others, so its ends are taken for what they could be.
fn is_markup(c: char, previous: Option<char>, rest: &str, text: &str, at: usize) -> bool {
    let next = rest.chars().next();
    let is_alone =
        previous.is_some_and(char::is_whitespace) && next.is_some_and(char::is_whitespace);
    match c {
        '`' | '|' | '~' => true,
        '*' => !is_alone,
        // Within a word it is a letter: `a_b`.
        '_' => {
            let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let is_in_word = is_letter(previous) && is_letter(next);
            !is_alone && !is_in_word
        }
        '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
        '<' => next.is_none_or(|next| next.is_ascii_alphabetic() || "/!?".contains(next)),
        '[' => rest
            .find(']')
            .is_none_or(|end| !is_pair(text, at, at + 1 + end)),
        ']' => text[..at]
            .rfind('[')
            .is_none_or(|start| !is_pair(text, start, at)),
        // A formula of GitHub needs two.
        '$' => text.matches('$').count() > 1 || next.is_none(),
        // The start of a character reference, of an emoji of GitHub.
        '&' => is_reference(rest),
        ':' => is_shortcode(rest),
        // The end of a heading.
        '#' => previous.is_none_or(char::is_whitespace),
        _ => false,
    }
}

/// Returns whether brackets are a pair within a text: not a link, footnote or task, and not what becomes
/// one with the text after it.
fn is_pair(text: &str, start: usize, end: usize) -> bool {
    let inside = &text[start + 1..end];
    let after = text[end + 1..].chars().next();
    start > 0
        && !inside.contains(['[', ']'])
        && !inside.starts_with('^')
        && after.is_some_and(|after| !"([:".contains(after))
}

/// Returns whether a text after `&` is the rest of a character reference: `amp;`, `#38;`.
fn is_reference(rest: &str) -> bool {
    let name = rest.split(';').next().unwrap_or_default();
    let is_name = |c: char| c == '#' || c.is_ascii_alphanumeric();
    name.len() < rest.len() && !name.is_empty() && name.chars().all(is_name)
}

fn is_shortcode(rest: &str) -> bool {
    let name = rest.split(':').next().unwrap_or_default();
    name.len() < rest.len() && !name.is_empty() && name.chars().all(is_in_shortcode)
}

/// Returns whether a name of an emoji, as in `:+1:`, may have a character.
fn is_in_shortcode(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-')
}

/// Escapes what has a meaning at the start of a line.
pub(super) fn guarded(line: &str) -> String {
    let line = line.trim_start_matches([' ', '\t']);
    let after = line.chars().nth(1);
    let is_sign = match line.chars().next() {
        Some('#' | '>' | '=') => true,
        Some('+') => after.is_none_or(char::is_whitespace),
        Some('-') => after.is_none_or(|c| c.is_whitespace() || c == '-'),
        Some(':') => after.is_some_and(|c| matches!(c, ':' | '-')),
        _ => false,
    };
    if is_sign {
        return format!("\\{line}");
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = line.split_at(digits);
    let sign = rest.strip_prefix(['.', ')']);
    if !number.is_empty()
        && sign.is_some_and(|rest| !rest.starts_with(|c: char| !c.is_whitespace()))
    {
        return format!("{number}\\{rest}");
    }
    line.to_owned()
}

/// Returns the target of a link in the form that it has in parentheses.
pub(super) fn target(url: &str) -> String {
    let mut target = String::with_capacity(url.len());
    for c in url.chars() {
        match c {
            '&' => target.push_str("&amp;"),
            '(' | ')' | '*' | '_' | '~' | '[' | ']' => {
                target.push('\\');
                target.push(c);
            }
            _ => target.push(c),
        }
    }
    target
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_texts_have_few_escapes() {
        for text in [
            "C#",
            "P & L: 24/7",
            "a - b",
            "1.5 GB (x+y)",
            "-5 °C!",
            "10:30",
            "A&E",
            "for $15 a month",
            "snake_case and 2_000",
            "see [Rust] and [1].",
            "1 < 2",
            r"C:\Users",
        ] {
            assert_eq!(guarded(&escaped(text)), text);
        }
    }

    #[test]
    fn signs_at_the_start_of_a_line_are_escaped() {
        for (text, expected) in [
            ("# a", r"\# a"),
            ("1. a", r"1\. a"),
            ("12) a", r"12\) a"),
            ("2024 a", "2024 a"),
            ("- a", r"\- a"),
            ("::: a", r"\::: a"),
            ("===", r"\==="),
        ] {
            assert_eq!(guarded(text), expected);
        }
    }
}
