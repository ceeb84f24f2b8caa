//! Where each byte of a decoded TOML string stands in the text as written.

/// For every byte offset of `decoded`, and for its end, the byte offset in `raw`, the string as
/// written with its quotes.
///
/// `None` where the two do not belong together. The four kinds of strings and their escapes are
/// those of TOML 1.1, "String".
pub fn offsets(raw: &str, decoded: &str) -> Option<Vec<usize>> {
    let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let multiline = raw.len() >= 6 && raw.starts_with(&quote.to_string().repeat(3));
    let mut at = if multiline { 3 } else { 1 };
    if multiline {
        // A line break right after the opening quotes is not part of the string.
        at += raw[at..]
            .find('\n')
            .filter(|&end| raw[at..at + end].trim_end_matches('\r').is_empty())
            .map_or(0, |end| end + 1);
    }

    let mut offsets = Vec::with_capacity(decoded.len() + 1);
    for wanted in decoded.chars() {
        if quote == '"' && multiline {
            at += continuation(&raw[at..]);
        }
        let here = raw[at..].chars().next()?;
        let width = match here {
            '\\' if quote == '"' => escape_width(&raw[at..])?,
            '\r' if wanted == '\n' => 2,
            _ => here.len_utf8(),
        };
        offsets.extend(std::iter::repeat_n(at, wanted.len_utf8()));
        at += width;
    }
    offsets.push(at);
    (at <= raw.len()).then_some(offsets)
}

/// The length of a backslash at a line's end with all the white space that it swallows.
fn continuation(raw: &str) -> usize {
    let mut skipped = 0;
    while let Some(rest) = raw[skipped..].strip_prefix('\\') {
        let blank = rest.trim_start_matches([' ', '\t']);
        if !blank.starts_with(['\n', '\r']) {
            break;
        }
        skipped = raw.len() - blank.trim_start().len();
    }
    skipped
}

fn escape_width(raw: &str) -> Option<usize> {
    match raw.as_bytes().get(1)? {
        b'x' => Some(4),
        b'u' => Some(6),
        b'U' => Some(10),
        _ => Some(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points_at(raw: &str, decoded: &str, part: &str) -> usize {
        let offsets = offsets(raw, decoded).expect("they belong together");
        offsets[decoded.find(part).expect("part of the string")]
    }

    #[test]
    fn all_four_kinds_of_strings() {
        for (raw, decoded) in [
            (r#""one mark""#, "one mark"),
            ("'one mark'", "one mark"),
            ("\"\"\"\none mark\"\"\"", "one mark"),
            ("'''\r\none mark'''", "one mark"),
            (r#""\tone\\ mark""#, "\tone\\ mark"),
            (r#""\u00e9\U0001F600\x41 mark""#, "é😀A mark"),
            ("\"\"\"one \\\n   \n  mark\"\"\"", "one mark"),
            ("'''one\r\nmark'''", "one\nmark"),
        ] {
            let at = points_at(raw, decoded, "mark");
            assert_eq!(&raw[at..at + 4], "mark", "{raw}");
        }
    }

    #[test]
    fn strangers_are_refused() {
        assert_eq!(offsets("1979", "1979"), None);
        assert_eq!(offsets("\"ab\"", "abcdefg"), None);
    }
}
