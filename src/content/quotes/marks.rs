//! The quotation marks of languages.

use crate::content::locale::Locale;

/// The marks around a quotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotePair {
    /// Before it.
    pub open: &'static str,
    /// After it.
    pub close: &'static str,
}

const fn pair(open: &'static str, close: &'static str) -> QuotePair {
    QuotePair { open, close }
}

/// The quotation marks of a language.
#[derive(Debug)]
pub struct QuoteMarks {
    /// Around a quotation in double marks.
    pub double: QuotePair,
    /// Around a quotation in single marks.
    pub single: QuotePair,
    /// Whether Latin text has no marks of its own, since those of the fonts are as wide as a Han
    /// character.
    pub is_wide: bool,
    /// Whether single and double marks in words are geresh and gershayim.
    pub is_hebrew: bool,
    /// Whether spaces before high punctuation are narrow and not broken.
    pub is_french: bool,
}

impl QuoteMarks {
    /// Returns the marks of a language. Those of unknown languages are English.
    pub fn new(locale: &Locale) -> Self {
        let region = locale.region();
        let is_swiss = matches!(region.as_deref(), Some("ch" | "li"));
        let language = locale.language();
        let english = (pair("“", "”"), pair("‘", "’"));
        let angled = pair("«", "»");
        let (double, single) = match language {
            "de" | "fr" | "it" | "rm" if is_swiss => (angled, pair("‹", "›")),
            "de" | "cs" | "sk" | "sl" | "et" | "is" | "lt" | "lv" | "bg" | "ka" | "sr" => {
                (pair("„", "“"), pair("‚", "‘"))
            }
            "fr" | "br" => (pair("«\u{202f}", "\u{202f}»"), pair("“", "”")),
            "es" if matches!(region.as_deref(), None | Some("es")) => (angled, pair("“", "”")),
            "pt" if matches!(region.as_deref(), Some("pt")) => (angled, pair("“", "”")),
            "it" | "ca" | "eu" | "gl" | "el" => (angled, pair("“", "”")),
            "nb" | "nn" | "no" => (angled, pair("‘", "’")),
            "pl" => (pair("„", "”"), pair("‚", "’")),
            "hu" => (pair("„", "”"), pair("»", "«")),
            "ro" => (pair("„", "”"), pair("«", "»")),
            "hr" | "bs" => (pair("„", "“"), pair("‘", "’")),
            "ru" | "uk" | "be" | "kk" => (angled, pair("„", "“")),
            "sv" | "fi" | "he" | "yi" => (pair("”", "”"), pair("’", "’")),
            "ar" | "fa" | "ps" | "ckb" => (angled, pair("‹", "›")),
            "ja" => (pair("「", "」"), pair("『", "』")),
            "zh" if locale.script().as_deref() == Some("hant") => {
                (pair("「", "」"), pair("『", "』"))
            }
            _ => english,
        };
        Self {
            double,
            single,
            is_wide: matches!(language, "zh" | "ja"),
            is_hebrew: matches!(language, "he" | "yi"),
            is_french: language == "fr",
        }
    }
}
