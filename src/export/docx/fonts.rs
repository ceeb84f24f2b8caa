//! The fonts of a document and the tags of its languages, by what word processors have.
//!
//! Word has all of these fonts, and `LibreOffice` has or knows a replacement for each.

use crate::content::resume::{Direction, Resume};
use crate::export::docx::styles::{ACCENT, CODE, MUTED, TEXT_SIZE};
use crate::export::docx::xml::NamedText;

/// The color of links.
const LINK: &str = "1F4E9E";

/// The font of Latin, Greek and Cyrillic text.
const LATIN: &str = "Calibri";

/// The fonts and the languages of the three kinds of script that a word processor tells apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptFonts {
    /// The font of East Asian text.
    pub east_asian_font: &'static str,
    /// The font of complex scripts, such as Arabic and Devanagari.
    pub complex_font: &'static str,
    /// The language of Latin text.
    pub latin: String,
    /// The language of East Asian text.
    pub east_asian: String,
    /// The language of complex scripts.
    pub complex: String,
}

impl ScriptFonts {
    /// Returns the fonts and languages of a document.
    pub fn of(resume: &Resume) -> Self {
        let tag = resume.locale.regional_tag();
        let mut languages = Self {
            east_asian_font: "Microsoft YaHei",
            complex_font: "Arial",
            latin: "en-US".to_owned(),
            east_asian: "zh-CN".to_owned(),
            complex: "ar-SA".to_owned(),
        };
        match resume.language.as_str() {
            "zh" => {
                if resume.script.as_deref() == Some("hant") {
                    languages.east_asian_font = "Microsoft JhengHei";
                }
                languages.east_asian = tag;
            }
            "ja" => {
                languages.east_asian_font = "Yu Gothic";
                languages.east_asian = tag;
            }
            "ko" => {
                languages.east_asian_font = "Malgun Gothic";
                languages.east_asian = tag;
            }
            "hi" | "mr" | "ne" | "sa" | "bn" | "pa" | "gu" | "or" | "ta" | "te" | "kn" | "ml"
            | "si" => {
                languages.complex_font = "Nirmala UI";
                languages.complex = tag;
            }
            "th" | "lo" => {
                languages.complex_font = "Leelawadee UI";
                languages.complex = tag;
            }
            _ if resume.direction == Direction::Rtl => languages.complex = tag,
            _ => languages.latin = tag,
        }
        languages
    }

    /// Returns the fonts, languages and colors that the parts of a document name.
    pub fn texts(&self) -> [NamedText<'_>; 11] {
        [
            ("latin-font", &LATIN),
            ("code-font", &CODE),
            ("east-asian-font", &self.east_asian_font),
            ("complex-font", &self.complex_font),
            ("latin", &self.latin),
            ("east-asian", &self.east_asian),
            ("complex", &self.complex),
            ("size", &TEXT_SIZE),
            ("accent", &ACCENT),
            ("muted", &MUTED),
            ("link", &LINK),
        ]
    }
}

/// Returns the language of a run from right to left, where it is not that of the document.
pub fn foreign_complex_language(text: &str, languages: &ScriptFonts) -> Option<&'static str> {
    let is_hebrew = text.chars().any(|c| matches!(c, '\u{590}'..='\u{5ff}'));
    let is_arabic = text.chars().any(|c| matches!(c, '\u{600}'..='\u{6ff}'));
    let has_hebrew_language = ["he", "yi"]
        .iter()
        .any(|language| languages.complex.split('-').next() == Some(language));
    if is_hebrew && !has_hebrew_language {
        Some("he-IL")
    } else if is_arabic && has_hebrew_language {
        Some("ar-SA")
    } else {
        None
    }
}
