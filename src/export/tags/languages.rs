//! The languages of words in another script than that of the document, so that screen readers
//! change the voice.

use std::ops::Range;
use std::str::FromStr;

use icu_properties::CodePointMapData;
use icu_properties::props::Script;
use typst::text::Lang;

/// The languages of other scripts that a document may contain.
pub struct ForeignLanguages {
    /// The scripts of the document.
    own: &'static [Script],
    /// The languages of the profile, without those in the scripts of the document.
    others: Vec<Lang>,
}

impl ForeignLanguages {
    /// Returns those of a document in a language; `languages` are those of the profile's texts.
    pub fn new(language: &str, languages: &[String]) -> Self {
        let own = scripts_of(language);
        let mut others: Vec<Lang> = Vec::new();
        for tag in languages {
            let language = tag.split('-').next().unwrap_or_default();
            let is_foreign = !scripts_of(language)
                .iter()
                .any(|script| own.contains(script));
            if let Ok(lang) = Lang::from_str(language)
                && is_foreign
                && !others.contains(&lang)
            {
                others.push(lang);
            }
        }
        Self { own, others }
    }

    /// Divides a text into passages: words in another language of which the script tells it, and the
    /// text between them.
    pub fn passages<'a>(&self, text: &'a str) -> Vec<Passage<'a>> {
        let mut passages = Vec::new();
        // The end of the last passage, and the words in other scripts after it.
        let mut written = 0;
        let mut foreign = 0..0;
        let mut at = 0;
        for word in text.split_inclusive(char::is_whitespace) {
            if self.is_own(word) {
                if !foreign.is_empty() {
                    self.push_passage(&mut passages, text, written..foreign.start, foreign.clone());
                    written = foreign.end;
                }
                foreign = 0..0;
            } else if word.chars().any(|c| is_letters(script(c))) {
                if foreign.is_empty() {
                    foreign.start = at;
                }
                foreign.end = at + word.trim_end().len();
            }
            at += word.len();
        }
        if !foreign.is_empty() {
            self.push_passage(&mut passages, text, written..foreign.start, foreign.clone());
            written = foreign.end;
        }
        self.push_passage(&mut passages, text, written..at, at..at);
        passages
    }

    fn is_own(&self, word: &str) -> bool {
        word.chars().any(|c| self.own.contains(&script(c)))
    }

    /// Adds a part of a text, and words in other scripts after it.
    fn push_passage<'a>(
        &self,
        passages: &mut Vec<Passage<'a>>,
        text: &'a str,
        own: Range<usize>,
        foreign: Range<usize>,
    ) {
        let parts = [(own, None), (foreign.clone(), self.of(&text[foreign]))];
        for (part, language) in parts {
            if !part.is_empty() {
                let text = &text[part];
                passages.push(Passage { text, language });
            }
        }
    }

    /// Returns the language of a text in another script: that of the profile's languages which is
    /// written in it, or the only one that is. A text in several scripts, and one that could be in
    /// several languages, has none.
    pub fn of(&self, text: &str) -> Option<Lang> {
        let mut found = Vec::new();
        for script in text.chars().map(script) {
            if self.own.contains(&script) {
                return None;
            }
            if is_letters(script) && !found.contains(&script) {
                found.push(script);
            }
        }
        if found.is_empty() {
            return None;
        }
        let mut fitting = self.others.iter().filter(|lang| {
            let scripts = scripts_of(lang.as_str());
            found.iter().all(|script| scripts.contains(script))
        });
        match (fitting.next(), fitting.next()) {
            (Some(lang), None) => Some(*lang),
            (Some(_), Some(_)) => None,
            (None, _) => Lang::from_str(only_language(&found)?).ok(),
        }
    }
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage<'a> {
    /// The part.
    pub text: &'a str,
    /// Its language, if it is another than that of the document.
    pub language: Option<Lang>,
}

/// Returns whether a language is written from right to left.
pub fn is_right_to_left(language: &str) -> bool {
    let scripts = scripts_of(language);
    scripts.contains(&Script::Arabic) || scripts.contains(&Script::Hebrew)
}

fn script(c: char) -> Script {
    match c {
        'A'..='Z' | 'a'..='z' => Script::Latin,
        '\0'..='\x7f' => Script::Common,
        // The long sound of kana is common to two scripts.
        'ー' => Script::Katakana,
        _ => CodePointMapData::<Script>::new().get(c),
    }
}

fn is_letters(script: Script) -> bool {
    !matches!(script, Script::Common | Script::Inherited | Script::Unknown)
}

/// Returns the scripts of a language.
fn scripts_of(language: &str) -> &'static [Script] {
    match language {
        "ar" | "ckb" | "fa" | "ps" | "sd" | "ug" | "ur" => &[Script::Arabic],
        "be" | "bg" | "kk" | "ky" | "mk" | "mn" | "ru" | "tg" | "uk" => &[Script::Cyrillic],
        "el" => &[Script::Greek],
        "he" | "yi" => &[Script::Hebrew],
        "hi" | "mr" | "ne" | "sa" => &[Script::Devanagari],
        "hy" => &[Script::Armenian],
        "ja" => &[Script::Han, Script::Hiragana, Script::Katakana],
        "ka" => &[Script::Georgian],
        "ko" => &[Script::Hangul, Script::Han],
        // Both are in use.
        "sr" => &[Script::Cyrillic, Script::Latin],
        "th" => &[Script::Thai],
        "zh" | "yue" => &[Script::Han],
        _ => &[Script::Latin],
    }
}

/// Returns the only language in which people write CVs in these scripts. Latin, Arabic and Cyrillic
/// letters, Devanagari and Han characters are those of several; Greek letters are symbols too.
fn only_language(scripts: &[Script]) -> Option<&'static str> {
    let is_all = |of: &[Script]| scripts.iter().all(|script| of.contains(script));
    match () {
        () if is_all(&[Script::Han]) => None,
        () if is_all(scripts_of("ja")) => Some("ja"),
        () if is_all(scripts_of("ko")) => Some("ko"),
        () if is_all(&[Script::Hebrew]) => Some("he"),
        () if is_all(&[Script::Armenian]) => Some("hy"),
        () if is_all(&[Script::Georgian]) => Some("ka"),
        () if is_all(&[Script::Thai]) => Some("th"),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_language(document: &str, profile: &[&str], text: &str, expected: Option<&str>) {
        let languages: Vec<String> = profile.iter().map(|tag| (*tag).to_owned()).collect();
        let found = ForeignLanguages::new(document, &languages).of(text);
        assert_eq!(found.as_ref().map(Lang::as_str), expected, "{text}");
    }

    #[test]
    fn passages_are_words_in_other_scripts() {
        let languages = ForeignLanguages::new("en", &[]);
        for (text, expected) in [
            (
                "Known as 山田 はなこ (Hana)",
                "Known as |ja:山田 はなこ| (Hana)",
            ),
            ("山田 はなこ", "ja:山田 はなこ"),
            ("北京 in 2024", "北京| in 2024"),
            ("2024: नमस्ते", "2024: |नमस्ते"),
            ("a, b", "a, b"),
            ("", ""),
        ] {
            let written = languages.passages(text).into_iter().map(|passage| {
                let language = passage.language.map(|lang| format!("{}:", lang.as_str()));
                language.unwrap_or_default() + passage.text
            });
            assert_eq!(written.collect::<Vec<_>>().join("|"), expected);
        }
    }

    #[test]
    fn script_of_one_language_tells_the_language() {
        assert_language("en", &[], "山田 はなこ", Some("ja"));
        assert_language("en", &[], "데이터, 2024", Some("ko"));
        assert_language("zh", &[], "עדה", Some("he"));
        assert_language("ar", &["ar"], "ตะวัน", Some("th"));
    }

    #[test]
    fn language_of_the_profile_tells_that_of_a_script_of_several() {
        assert_language("en", &["en", "zh-Hant"], "王小明", Some("zh"));
        assert_language("en", &["en", "uk"], "Київ", Some("uk"));
        assert_language("ja", &["ja", "en"], "Example Mills", Some("en"));
        assert_language("he", &["he", "en"], "C++ (2024)", Some("en"));
    }

    #[test]
    fn language_is_not_guessed() {
        assert_language("en", &["en", "de"], "王小明", None);
        assert_language("en", &["zh", "ja"], "王小明", None);
        assert_language("en", &[], "Москва", None);
        assert_language("en", &["en"], "β", None);
        assert_language("ja", &[], "Example Mills", None);
        assert_language("ja", &["en", "de"], "Example Mills", None);
        assert_language("ko", &["ko", "zh"], "漢字", None);
        assert_language("en", &["en", "zh"], "2024 – 2025", None);
        assert_language("en", &["en", "zh"], "Ada 王小明", None);
        assert_language("sr", &["sr", "en"], "Novi Sad", None);
    }
}
