//! Lets emphasis end next to Chinese, Japanese and Korean characters.
//!
//! CommonMark requires white space or punctuation outside `**` if there is punctuation inside it.
//! These scripts do not write spaces: in `**重点：**内容` the second `**` would not close. A space
//! that is removed after parsing makes it close.

use std::ops::Range;

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

use crate::profile::is_east_asian;

/// Counts as white space for CommonMark, and does not occur in text: U+205F, medium mathematical
/// space.
pub const SPACE: char = '\u{205f}';

/// A text with added spaces.
pub struct Spaced {
    /// The text.
    pub text: String,
    /// Where the spaces are.
    spaces: Vec<usize>,
}

impl Spaced {
    /// Converts an offset of the text to one of the text without the added spaces.
    pub fn original(&self, at: usize) -> usize {
        let before = self.spaces.partition_point(|space| *space < at);
        at - SPACE.len_utf8() * before
    }

    fn add_space(&mut self) {
        self.spaces.push(self.text.len());
        self.text.push(SPACE);
    }
}

/// Adds a space wherever emphasis would otherwise not open or close.
pub fn add_spaces(text: &str) -> Spaced {
    let mut spaced = Spaced {
        text: String::with_capacity(text.len()),
        spaces: Vec::new(),
    };
    if text.is_ascii() || !text.contains(['*', '~']) {
        spaced.text.push_str(text);
        return spaced;
    }
    let mut open: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let unit = unit_at(text, at);
        let written = &text[unit.clone()];
        let before = text[..at].chars().next_back();
        let after = text[unit.end..].chars().next();
        at = unit.end;
        if !written.starts_with(['*', '~']) {
            spaced.text.push_str(written);
            continue;
        }
        let is_beside_east_asian = [before, after].into_iter().flatten().any(is_east_asian);
        if let Some(opened) = open.iter().rposition(|opened| *opened == written) {
            open.truncate(opened);
            spaced.text.push_str(written);
            if is_beside_east_asian && before.is_some_and(is_punctuation) && is_word(after) {
                spaced.add_space();
            }
        } else {
            if is_beside_east_asian && after.is_some_and(is_punctuation) && is_word(before) {
                spaced.add_space();
            }
            open.push(written);
            spaced.text.push_str(written);
        }
    }
    spaced
}

/// Returns whether a text with its delimiters does not start where a word starts and end where one
/// ends, given the characters before and after it, so that the delimiters are part of words:
/// `one*two* three`, `**/*.py and **/*.rs`, `(*) and (*)`.
pub fn is_in_middle(before: Option<char>, written: &str, after: Option<char>) -> bool {
    let content = written.trim_matches(['*', '_']);
    let first = content.chars().next().filter(|c| is_punctuation(*c));
    let last = content.chars().next_back().filter(|c| is_punctuation(*c));
    let (follows, precedes) = (
        before.is_some_and(is_in_word),
        after.is_some_and(is_in_word),
    );
    // Two asterisks are seldom typed for something else, and mark a part of a compound: `**Team**leitung`.
    let is_in_word = if written.starts_with("**") {
        follows && precedes
    } else {
        follows || precedes
    };
    let starts_inside = before.is_some_and(is_punctuation) && first.is_some_and(|c| !opens_text(c));
    let ends_inside = after.is_some_and(is_punctuation) && last.is_some_and(|c| !closes_text(c));
    is_in_word || starts_inside || ends_inside
}

/// Returns whether a character is a letter or digit of a script that separates words by spaces.
fn is_in_word(character: char) -> bool {
    // Latin, Greek and Cyrillic.
    character.is_alphanumeric() && character < '\u{530}'
}

/// Returns whether a text can start with a punctuation mark after another one: `(*“a” b*)`.
fn opens_text(mark: char) -> bool {
    is_any_of(
        mark,
        GeneralCategoryGroup::OpenPunctuation
            .union(GeneralCategoryGroup::InitialPunctuation)
            .union(GeneralCategoryGroup::FinalPunctuation)
            .union(GeneralCategoryGroup::Symbol),
    ) || "\"'¿¡#&@…`~[<".contains(mark)
}

/// Returns whether a text can end with a punctuation mark before another one: `(*a?*)`.
fn closes_text(mark: char) -> bool {
    is_any_of(
        mark,
        GeneralCategoryGroup::ClosePunctuation
            .union(GeneralCategoryGroup::InitialPunctuation)
            .union(GeneralCategoryGroup::FinalPunctuation)
            .union(GeneralCategoryGroup::Symbol),
    ) || "\"'.,:;!?…%‰#`~。、，：；！？·".contains(mark)
}

/// Returns the range of what is read at once: a run of delimiters, a code span, an escaped
/// character, or a character.
fn unit_at(text: &str, at: usize) -> Range<usize> {
    let rest = &text[at..];
    let first = rest.chars().next().unwrap_or_default();
    let length = match first {
        '*' | '~' => run_length(rest, first),
        '`' => {
            let fence = &rest[..run_length(rest, first)];
            let end = rest[fence.len()..].find(fence);
            end.map_or(fence.len(), |end| end + 2 * fence.len())
        }
        '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        _ => first.len_utf8(),
    };
    at..at + length
}

fn run_length(text: &str, character: char) -> usize {
    text.len() - text.trim_start_matches(character).len()
}

fn is_word(character: Option<char>) -> bool {
    character.is_some_and(|c| !c.is_whitespace() && !is_punctuation(c))
}

/// Returns whether a character is Unicode punctuation as CommonMark defines it, which includes
/// symbols.
fn is_punctuation(character: char) -> bool {
    is_any_of(
        character,
        GeneralCategoryGroup::Punctuation.union(GeneralCategoryGroup::Symbol),
    )
}

fn is_any_of(character: char, categories: GeneralCategoryGroup) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    categories.contains(category)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_spaces_only_where_emphasis_would_not_close() {
        for (written, expected) in [
            ("**重点：**内容", "**重点：**_内容"),
            ("这是**“重点”**内容", "这是_**“重点”**_内容"),
            ("**重点**内容", "**重点**内容"),
            ("。**重点**", "。**重点**"),
            ("**重点：** 内容", "**重点：** 内容"),
            ("重点 **“内容”**", "重点 **“内容”**"),
            ("内容**重点**", "内容**重点**"),
            ("**重点：**", "**重点：**"),
            ("`**重点：**内容`", "`**重点：**内容`"),
            ("**a:**b é", "**a:**b é"),
        ] {
            let spaced = add_spaces(written).text.replace(SPACE, "_");
            assert_eq!(spaced, expected);
        }
    }

    #[test]
    fn emphasis_starts_and_ends_with_words() {
        for (before, written, after) in [
            ("one", "*two*", " three"),
            ("A", "*x*", " B"),
            (" ", "*foo*", "bar"),
            (".", "*\\.py and .*", "\\.rs"),
            ("/", "*.py and **/*", ".rs"),
            ("(", "*) and (*", ")"),
            ("", "*.py, src/*", ".rs"),
            ("x", "**2 + y**", "2"),
        ] {
            let (before, after) = (before.chars().next_back(), after.chars().next());
            assert!(is_in_middle(before, written, after), "{written}");
        }
        for (before, written, after) in [
            ("", "*one*", ""),
            ("(", "*really?*", ")"),
            ("“", "*“one” two*", "”"),
            (" ", "*.NET*", ","),
            ("-", "**C++**", "."),
            ("/", "*or*", "/"),
            ("内", "*重点*", "容"),
            ("(", "[*a*](https://a.example)", ")"),
            ("*", "**a**", "*"),
            ("", "**Team**", "leitung"),
        ] {
            let (before, after) = (before.chars().next_back(), after.chars().next());
            assert!(!is_in_middle(before, written, after), "{written}");
        }
    }

    #[test]
    fn converts_offsets_back() {
        let text = "**重点：**内容";
        let spaced = add_spaces(text);
        let at = spaced.text.find('内').expect("part of the text");
        assert_eq!(Some(spaced.original(at)), text.find('内'));
    }

    #[test]
    fn escaped_delimiter_is_read_at_once() {
        assert_eq!(unit_at("a\\*b", 1), 1..3);
        assert_eq!(unit_at("\\成", 0), 0.."\\成".len());
        assert_eq!(unit_at("\\", 0), 0..1);
        assert_eq!(unit_at("**a", 0), 0..2);
        assert_eq!(unit_at("`*` *", 0), 0..3);
        assert_eq!(unit_at("``*", 0), 0..2);
        assert_eq!(unit_at("``*`` *", 0), 0..5);
    }

    #[test]
    fn added_spaces_are_not_counted_in_offsets() {
        let spaced = add_spaces("这是**“引用”**的");
        let space = spaced.text.find(SPACE).expect("an added space");
        assert_eq!(spaced.original(space), space);
        assert_eq!(spaced.original(space + SPACE.len_utf8()), space);
    }
}
