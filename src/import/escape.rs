//! Escapes what Markdown would read as markup. Uses no other module.

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
    match c {
        '*' | '~' => !(is_at_space(before) && is_at_space(next)),
        // Inside a word it is not emphasis.
        '_' => !(is_in_word(before) && is_in_word(next)),
        '`' | '|' => true,
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
        _ => false,
    }
}

fn is_at_space(neighbor: Option<char>) -> bool {
    neighbor.is_none_or(char::is_whitespace)
}

fn is_in_word(neighbor: Option<char>) -> bool {
    neighbor.is_some_and(char::is_alphanumeric)
}

/// Escapes what Markdown reads as a block at the start of a line: a heading, a list, a quotation, a
/// rule.
pub fn escaped_start(line: &str) -> String {
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
}
