//! Lines of a text that may not be TOML.

use std::ops::Range;

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
            .starts_with(char::is_alphabetic);
    }
    let rest =
        line.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    rest.len() < line.len() && rest.trim_start().starts_with('=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_start_with_a_key_or_a_header() {
        assert!(starts_statement("  a.b = 1") && starts_statement("[[section]]"));
        assert!(
            !starts_statement("  \"a = 1\",")
                && !starts_statement("[1, 2],")
                && !starts_statement("= 3")
        );
    }
}
