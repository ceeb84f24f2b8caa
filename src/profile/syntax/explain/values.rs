//! Explains what is wrong with a value.

use crate::diagnostic::Edit;
use crate::profile::syntax::explain::Place;
use crate::profile::syntax::explain::quotes::{on_several_lines, with_marks_escaped};
use crate::profile::syntax::is_repeated;
use crate::profile::syntax::syntax_error::SyntaxError;
use crate::profile::syntax::tree::ErrorKind;

/// Quotation marks that word processors put in the place of straight ones.
const CURLY_QUOTES: [char; 7] = ['“', '”', '„', '‟', '‘', '’', '‚'];

impl Place<'_> {
    pub(super) fn escape_start(&self) -> usize {
        let backslash = self.before.rfind('\\');
        backslash.map_or(self.at, |at| self.line.start + at)
    }

    pub(super) fn escape(&self) -> SyntaxError {
        let start = self.escape_start();
        let hint = "write `\\\\` for a backslash, or put the text in single quotes: `'…'`";
        if self.kind == ErrorKind::IncompleteEscape {
            let letter = self.text[start + 1..].chars().next();
            let end = start + 1 + letter.map_or(0, char::len_utf8);
            let message = format!("`{}` needs digits after it", &self.text[start..end]);
            return SyntaxError::new(start..end, message, hint);
        }
        let escaped = self.after.chars().next();
        let end = self.at + escaped.map_or(0, char::len_utf8);
        let message = format!("`{}` is not an escape sequence", &self.text[start..end]);
        SyntaxError::new(start..end, message, hint)
    }

    pub(super) fn unclosed_string(&self, quotes: &str) -> SyntaxError {
        let written = self.at..self.line.end.min(self.span.end);
        if let Some(Edit { span, replacement }) = on_several_lines(self.text, self.at, quotes) {
            let message = format!("a text in `{quotes}` has one line");
            let three = quotes.repeat(3);
            let hint = format!("put a text of several lines between `{three}` and `{three}`");
            let error = SyntaxError::new(written, message, hint);
            return error.with_fix(span, replacement);
        }
        let hint = format!("add the closing `{quotes}`");
        SyntaxError::new(written, "the string is not closed", hint)
    }

    pub(super) fn control_character(&self, place: &str) -> SyntaxError {
        let character = self.text[self.at..].chars().next().unwrap_or_default();
        let code = u32::from(character);
        let message = format!("control character U+{code:04X} in a {place}");
        SyntaxError::new(
            self.at..self.at + character.len_utf8(),
            message,
            "remove it",
        )
    }

    pub(super) fn missing_value(&self) -> SyntaxError {
        let key = self.before.trim().trim_end_matches('=').trim_end();
        let hint = format!("write `{key} = \"…\"`, or remove the line");
        SyntaxError::new(self.span.clone(), format!("`{key}` has no value"), hint).misreading_rest()
    }

    pub(super) fn unopened_string(&self, quotes: &str) -> SyntaxError {
        if self.after.starts_with('(') {
            let hint = "write text as `\"…\"`, a list as `[…]`, a table as `{…}`";
            return SyntaxError::new(self.at..self.at + 1, "a value cannot start with `(`", hint);
        }
        let hint = format!("add `{quotes}`");
        SyntaxError::new(self.span.clone(), "the string has no opening quote", hint)
    }

    pub(super) fn date(&self) -> SyntaxError {
        let written = self.wrong.trim();
        let hint = date_range_hint(written).map_or_else(
            || format!("put it in quotes: `\"{written}\"`"),
            str::to_owned,
        );
        let message = format!("`{written}` is not a TOML date");
        SyntaxError::new(self.span.clone(), message, hint)
    }

    /// Returns the number of bytes up to the end of the word at `at`.
    pub(super) fn atom_length(&self) -> usize {
        self.after.find(ends_word).unwrap_or(self.after.len())
    }

    /// Explains a value without quotes that is none of TOML's types.
    pub(super) fn scalar(&self) -> SyntaxError {
        let written = self.wrong.trim();
        let span = self.span.clone();
        let lowercase = written.to_lowercase();
        if matches!(lowercase.as_str(), "true" | "false") {
            let message = format!("`{written}` is not a value");
            return SyntaxError::new(span, message, format!("write `{lowercase}`"));
        }
        if written.starts_with(CURLY_QUOTES) {
            return self.curly_quotes();
        }
        let rest = self.after.strip_prefix(written).unwrap_or_default();
        if rest.trim_start().starts_with('=') {
            let message = format!("the key `{written}` is outside a table");
            let hint = format!("write `{{ {written} = … }}`");
            return SyntaxError::new(span, message, hint).misreading_rest();
        }
        if self.kind == ErrorKind::Number || !self.is_start_of_value() {
            let end = self.at + self.atom_length();
            let message = format!("unexpected `{}` in a number", &self.text[self.at..end]);
            return SyntaxError::new(self.at..end, message, "put the value in quotes");
        }
        let hint = format!("write `\"{}\"`", written.trim_matches('"'));
        SyntaxError::new(span, "text must be in quotes", hint)
    }

    /// Explains a text in quotation marks of a word processor.
    fn curly_quotes(&self) -> SyntaxError {
        let inside = self.after.trim_start_matches(CURLY_QUOTES);
        let start = self.after.len() - inside.len();
        let opening = self.after.chars().next().unwrap_or_default();
        let end = closing_mark(inside, opening).unwrap_or_else(|| inside.trim_end().len());
        let text = &inside[..end];
        let marks = inside[end..].chars().next().map_or(0, char::len_utf8);
        let span = self.at..self.at + start + end + marks;
        let replacement = if text.contains('"') {
            format!("'{text}'")
        } else {
            format!("\"{text}\"")
        };
        let hint = format!("write `{replacement}`");
        SyntaxError::new(span.clone(), "text must be in straight quotes", hint)
            .with_fix(span, replacement)
            .misreading_rest()
    }

    fn is_start_of_value(&self) -> bool {
        let last = self.before.trim_end().chars().last();
        last.is_none_or(|c| matches!(c, '=' | '[' | ','))
    }

    /// Explains quotation marks within a text, the first of which ends it.
    pub(super) fn marks_within_text(&self) -> Option<SyntaxError> {
        if !self.after.starts_with(char::is_alphanumeric) {
            return None;
        }
        let Edit { span, replacement } = with_marks_escaped(self.text, self.line.clone(), self.at)?;
        let message = "the text ends at the first `\"` within it";
        let hint = "write a quotation mark within a text as `\\\"`";
        let error = SyntaxError::new(span.clone(), message, hint);
        Some(error.with_fix(span, replacement).misreading_rest())
    }

    /// Explains text after a complete value or header.
    pub(super) fn trailing_text(&self) -> SyntaxError {
        if let Some(error) = self.marks_within_text() {
            return error;
        }
        let line = &self.text[self.line.clone()];
        let span = self.at..self.line.start + line.trim_end().len();
        let before = self.before.trim();
        if self.header().is_some() {
            let name = self.header_name();
            if is_repeated(name) {
                let hint = format!("write `[[{name}]]`");
                return SyntaxError::new(self.line.clone(), "the brackets do not match", hint);
            }
            return SyntaxError::new(span, "unexpected text after the header", "remove it");
        }
        let hint = match before.chars().last() {
            _ if self.after.contains('=') => "start a new line for each key",
            _ if self.after.trim_start().starts_with(',') => {
                "put several values in brackets: `[…, …]`"
            }
            Some('\'') => "put text that contains ' in `\"…\"` or `'''…'''`",
            Some('"') => "put text that contains \" in `'…'` or `'''…'''`",
            _ => "remove it, or put the whole value in quotes",
        };
        SyntaxError::new(span, "unexpected text after the value", hint)
    }
}

/// Returns the offset of the curly quotation mark at which a value ends, which another mark within
/// the text is not.
fn closing_mark(text: &str, opening: char) -> Option<usize> {
    let closing = match opening {
        '‘' | '’' | '‚' => ['’', '‘'],
        _ => ['”', '“'],
    };
    for (start, mark) in text.match_indices(closing) {
        let rest = text[start + mark.len()..].trim_start();
        if rest.is_empty() || rest.starts_with([',', ']', '}', '#']) {
            return Some(start);
        }
    }
    None
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ']' | '}' | '#' | '=')
}

/// Returns the hint for a complete date whose month or day does not exist.
fn date_range_hint(written: &str) -> Option<&'static str> {
    let mut parts = written.splitn(3, '-').map(str::parse::<u16>);
    let (Some(Ok(_)), Some(Ok(month)), Some(Ok(_))) = (parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    Some(if (1..=12).contains(&month) {
        "expected a day that the month has"
    } else {
        "expected a month from 01 to 12"
    })
}
