//! The names of languages, which Europass writes as codes of ISO 639.

use crate::import::localize::word;

/// The codes of a language, with two and with three letters, its name in English, and in the language itself.
type Language = (&'static str, &'static str, &'static str);

/// The languages of the European Union and its neighbors, and others that CVs often have.
const LANGUAGES: &[Language] = &[
    ("sq alb sqi", "Albanian", "shqip"),
    ("ar ara", "Arabic", "العربية"),
    ("bs bos", "Bosnian", "bosanski"),
    ("bg bul", "Bulgarian", "български"),
    ("ca cat", "Catalan", "català"),
    ("zh chi zho", "Chinese", "中文"),
    ("hr hrv", "Croatian", "hrvatski"),
    ("cs cze ces", "Czech", "čeština"),
    ("da dan", "Danish", "dansk"),
    ("nl dut nld", "Dutch", "Nederlands"),
    ("en eng", "English", "English"),
    ("et est", "Estonian", "eesti"),
    ("fi fin", "Finnish", "suomi"),
    ("fr fre fra", "French", "français"),
    ("de ger deu", "German", "Deutsch"),
    ("el gre ell", "Greek", "ελληνικά"),
    ("he heb", "Hebrew", "עברית"),
    ("hi hin", "Hindi", "हिन्दी"),
    ("hu hun", "Hungarian", "magyar"),
    ("is ice isl", "Icelandic", "íslenska"),
    ("ga gle", "Irish", "Gaeilge"),
    ("it ita", "Italian", "italiano"),
    ("ja jpn", "Japanese", "日本語"),
    ("ko kor", "Korean", "한국어"),
    ("lv lav", "Latvian", "latviešu"),
    ("lt lit", "Lithuanian", "lietuvių"),
    ("mk mac mkd", "Macedonian", "македонски"),
    ("mt mlt", "Maltese", "Malti"),
    ("no nor nb nob", "Norwegian", "norsk"),
    ("fa per fas", "Persian", "فارسی"),
    ("pl pol", "Polish", "polski"),
    ("pt por", "Portuguese", "português"),
    ("ro rum ron", "Romanian", "română"),
    ("ru rus", "Russian", "русский"),
    ("sr srp", "Serbian", "српски"),
    ("sk slo slk", "Slovak", "slovenčina"),
    ("sl slv", "Slovenian", "slovenščina"),
    ("es spa", "Spanish", "español"),
    ("sv swe", "Swedish", "svenska"),
    ("tr tur", "Turkish", "Türkçe"),
    ("uk ukr", "Ukrainian", "українська"),
];

/// Returns the name of a language that is written as a code: in English for a CV in English, and
/// otherwise in the language itself. Other texts stay.
pub fn name(written: &str, locale: &str) -> String {
    let code = written.trim().to_lowercase();
    let has_code = |codes: &str| codes.split(' ').any(|known| known == code);
    match LANGUAGES.iter().find(|(codes, ..)| has_code(codes)) {
        Some((_, english, _)) if matches!(locale.split('-').next(), Some("" | "en")) => {
            (*english).to_owned()
        }
        Some((_, _, own)) => (*own).to_owned(),
        None => written.to_owned(),
    }
}

/// Returns the fluency of a mother tongue in the language of the CV.
pub fn native(locale: &str) -> String {
    word(locale, "native")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_names() {
        assert_eq!(name("fre", "en-GB"), "French");
        assert_eq!(name("fra", "de"), "français");
        assert_eq!(name("Ladin", "de"), "Ladin");
        assert_eq!(native("de-AT"), "Muttersprache");
        assert_eq!(native(""), "native");
    }

    #[test]
    fn codes_are_unique() {
        let mut codes: Vec<_> = LANGUAGES
            .iter()
            .flat_map(|(codes, ..)| codes.split(' '))
            .collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }
}
