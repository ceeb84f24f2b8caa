//! Spellings of one word: British and American English, letters with and without marks.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::verify::posting::vocabulary::Vocabulary;

/// The length from which the parts of a word have other spellings; shorter words such as `four`
/// would become others.
const LONG_WORD: usize = 6;

/// Returns a text in small letters, with one form of each character.
pub fn lower(text: &str) -> String {
    let text: String = text.nfkc().collect();
    text.to_lowercase()
        .chars()
        // The small form of İ has a dot of its own.
        .filter(|c| !matches!(c, '\u{307}' | '\u{ad}' | '\u{200c}' | '\u{200d}'))
        .map(|c| match c {
            '\u{2010}' | '\u{2011}' => '-',
            '’' => '\'',
            other => other,
        })
        .collect()
}

/// Returns a word in small letters in the one spelling that stands for all of its language.
pub fn normal(word: &str, vocabulary: &Vocabulary) -> String {
    let spellings = &vocabulary.spellings;
    if let Some([_, other]) = spellings.words.iter().find(|[from, _]| from == word) {
        return other.clone();
    }
    let mut word = match vocabulary.language {
        "de" => with_umlauts(word),
        _ => word.to_owned(),
    };
    if word.len() < LONG_WORD {
        return word;
    }
    for [part, other] in &spellings.parts {
        word = word.replace(part, other);
    }
    let mut endings = spellings.endings.iter();
    if let Some([ending, other]) = endings.find(|[ending, _]| word.ends_with(ending)) {
        word.truncate(word.len() - ending.len());
        word += other;
    }
    word
}

/// Returns a German word with umlauts in place of `ae`, `oe` and `ue` after a consonant.
fn with_umlauts(word: &str) -> String {
    let mut spelled: Vec<char> = Vec::new();
    for c in word.chars() {
        let umlaut = match *spelled {
            [.., 'a' | 'e' | 'i' | 'o' | 'u' | 'q', _] => None,
            [.., 'a'] => Some('ä'),
            [.., 'o'] => Some('ö'),
            [.., 'u'] => Some('ü'),
            _ => None,
        };
        if let Some(umlaut) = umlaut.filter(|_| c == 'e') {
            spelled.pop();
            spelled.push(umlaut);
        } else {
            spelled.push(c);
        }
    }
    spelled.into_iter().collect()
}

/// Returns a word without the marks of its letters, and without punctuation.
pub fn bare(word: &str) -> String {
    // Marks may be left out, but not the vowel signs of an Indic script.
    let is_mark = |c| matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}');
    let word = word.replace('ß', "ss").replace('ı', "i");
    word.nfkd()
        .filter(|c| c.is_alphanumeric() || matches!(c, '+' | '#') || is_combining_mark(*c))
        .filter(|c| !is_mark(*c))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(word: &str, language: &str) -> String {
        super::normal(word, Vocabulary::of(language))
    }

    #[test]
    fn british_and_american_words_are_the_same() {
        for (british, other) in [
            ("specialise", "specialize"),
            ("specialised", "specialized"),
            ("modernisation", "modernization"),
            ("catalogue", "catalog"),
            ("labour", "labor"),
            ("theatre", "theater"),
            ("travelling", "traveling"),
            ("paralyse", "paralyze"),
            ("programme", "program"),
            ("archaeology", "archeology"),
        ] {
            assert_eq!(normal(british, "en"), normal(other, "en"), "{british}");
        }
        for (word, other) in [("four", "for"), ("sour", "sor"), ("rolled", "roled")] {
            let (word, other) = (normal(word, "en"), normal(other, "en"));
            assert!(word != other || word.len() >= LONG_WORD - 1, "{word}");
        }
    }

    #[test]
    fn german_words_are_the_same_without_umlauts() {
        assert_eq!(normal("qualitaet", "de"), "qualität");
        assert_eq!(normal("fuer", "de"), "für");
        assert_eq!(normal("quelle", "de"), "quelle");
        assert_eq!(normal("neue", "de"), "neue");
    }

    #[test]
    fn marks_and_punctuation_are_left_out() {
        assert_eq!(bare("résumé"), "resume");
        assert_eq!(bare("node.js"), "nodejs");
        assert_eq!(bare("front-end"), "frontend");
        assert_eq!(bare("c++"), "c++");
        assert_eq!(bare("straße"), "strasse");
        assert_eq!(lower("İstanbul ＡＷＳ"), "istanbul aws");
    }
}
