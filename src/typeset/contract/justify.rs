//! Which texts are justified: long prose, where the spaces of a line can take what it lacks.

use serde::Serialize;

use crate::layout::Design;
use crate::profile::is_east_asian;
use crate::typeset::contract::runs::{Run, Runs};

/// The option of layouts.
const JUSTIFY: &str = "justify";

/// The option that turns hyphenation off.
pub const HYPHENATE: &str = "hyphenate";

/// The least number of letters of a justified text: some three lines.
const LONG_TEXT: usize = 240;

/// Of this many letters of a text in Chinese or Japanese, at least one is not Latin.
const EAST_ASIAN_PART: usize = 4;

/// The letters of a piece that cannot break, from which on the line before it may be loose.
const LONG_PIECE: usize = 22;

/// The texts of a document that are justified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Justify {
    /// All but headers and labels.
    All,
    /// The same without texts in Latin letters, as Chinese and Japanese need it.
    #[serde(rename = "all")]
    EastAsian,
    /// Long prose.
    Prose,
    /// None.
    None,
}

impl Justify {
    /// Returns what the option of the design means for a language.
    pub fn of(design: &Design, language: &str) -> Self {
        // The letters of Arabic are joined, and its words are not broken.
        if matches!(language, "ar" | "ckb" | "fa" | "ps" | "ur") {
            return Self::None;
        }
        let is_on = design.flag(JUSTIFY);
        match design.text(JUSTIFY) {
            Some("auto") if matches!(language, "zh" | "ja") => Self::EastAsian,
            Some("auto") if breaks_words(design, language) => Self::Prose,
            Some("true") => Self::All,
            None if is_on => Self::All,
            _ => Self::None,
        }
    }

    /// Returns whether a text is ragged although others around it are justified: its lines could
    /// only be stretched at the few spaces between Latin words.
    pub fn is_ragged(self, text: &str) -> bool {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        let all = letters.clone().count();
        let east_asian = letters.filter(|c| is_east_asian(*c)).count();
        self == Self::EastAsian && EAST_ASIAN_PART * east_asian < all
    }

    /// Returns whether a paragraph is justified as prose.
    pub fn is_justified(self, paragraph: &Runs) -> bool {
        self == Self::Prose && letters(paragraph) >= LONG_TEXT && breaks_evenly(paragraph)
    }
}

/// Returns whether lines can end within words: at hyphens, or between the syllables of Korean.
fn breaks_words(design: &Design, language: &str) -> bool {
    let code: Option<[u8; 2]> = language.as_bytes().try_into().ok();
    let is_known = code.and_then(hypher::Lang::from_iso).is_some();
    language == "ko" || is_known && design.flag(HYPHENATE)
}

/// Returns the number of letters of a text.
pub fn letters(runs: &Runs) -> usize {
    runs.0.iter().map(letters_of).sum()
}

fn letters_of(run: &Run) -> usize {
    match run {
        Run::Text(text) => text.chars().count(),
        Run::Code { pieces } | Run::Long { pieces } | Run::Whole { pieces } => {
            pieces.iter().map(|piece| piece.chars().count()).sum()
        }
        _ => run.content().map_or(0, letters),
    }
}

/// Returns whether no line has to end far before its edge: at a line break, or before a long piece
/// that stays on one line. A text that is strong as a whole is a label.
pub fn breaks_evenly(runs: &Runs) -> bool {
    if let [Run::Strong { .. }] = &runs.0[..] {
        return false;
    }
    runs.0.iter().all(|run| match run {
        Run::Break => false,
        Run::Text(text) => text
            .split_whitespace()
            .all(|word| word.chars().count() <= LONG_PIECE),
        Run::Box { content } | Run::Ltr { content } => letters(content) <= LONG_PIECE,
        Run::Whole { .. } => letters_of(run) <= LONG_PIECE,
        Run::Code { pieces } | Run::Long { pieces } => pieces
            .iter()
            .all(|piece| piece.chars().count() <= LONG_PIECE),
        _ => run.content().is_none_or(breaks_evenly_inside),
    })
}

/// Returns the same for a part of a text, which may be strong as a whole.
fn breaks_evenly_inside(runs: &Runs) -> bool {
    match &runs.0[..] {
        [Run::Strong { content }] => breaks_evenly_inside(content),
        _ => breaks_evenly(runs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(number: usize) -> String {
        "lorem ipsum dolor ".repeat(number)
    }

    #[test]
    fn latin_text_on_chinese_pages_is_ragged() {
        let journal = "A reading of journals, 期刊";
        assert!(Justify::EastAsian.is_ragged(journal));
        assert!(!Justify::All.is_ragged(journal));
        for text in ["期刊", "用 Rust 编写期刊系统", ""] {
            assert!(!Justify::EastAsian.is_ragged(text), "{text}");
        }
    }

    #[test]
    fn only_long_prose_with_breakable_words_is_justified() {
        assert!(is_prose(vec![long()]));
        assert!(!is_prose(vec![Run::Text(words(10))]));
        assert!(!Justify::None.is_justified(&Runs(vec![long()])));
        assert!(!is_prose(vec![strong()]));
        assert!(is_prose(vec![strong(), long()]));
        assert!(!is_prose(vec![long(), Run::Break, long()]));
        assert!(is_prose(vec![long(), code(22)]));
        assert!(!is_prose(vec![long(), code(23)]));
    }

    fn code(letters: usize) -> Run {
        Run::Code {
            pieces: vec!["x".repeat(letters)],
        }
    }

    fn strong() -> Run {
        Run::Strong {
            content: Runs(vec![long()]),
        }
    }

    fn long() -> Run {
        Run::Text(words(20))
    }

    fn is_prose(runs: Vec<Run>) -> bool {
        Justify::Prose.is_justified(&Runs(runs))
    }
}
