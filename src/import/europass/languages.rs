//! The names of languages, which Europass writes as codes of ISO 639.

use crate::import::localize::word;

/// The codes of a language, with two and with three letters, and its name.
struct Language {
    codes: &'static [&'static str],
    english: &'static str,
    /// The name in the language itself.
    own: &'static str,
}

const fn language(
    codes: &'static [&'static str],
    english: &'static str,
    own: &'static str,
) -> Language {
    Language {
        codes,
        english,
        own,
    }
}

/// The languages of the European Union and its neighbors, and others that CVs often have.
const LANGUAGES: &[Language] = &[
    language(&["sq", "alb", "sqi"], "Albanian", "shqip"),
    language(&["ar", "ara"], "Arabic", "العربية"),
    language(&["bs", "bos"], "Bosnian", "bosanski"),
    language(&["bg", "bul"], "Bulgarian", "български"),
    language(&["ca", "cat"], "Catalan", "català"),
    language(&["zh", "chi", "zho"], "Chinese", "中文"),
    language(&["hr", "hrv"], "Croatian", "hrvatski"),
    language(&["cs", "cze", "ces"], "Czech", "čeština"),
    language(&["da", "dan"], "Danish", "dansk"),
    language(&["nl", "dut", "nld"], "Dutch", "Nederlands"),
    language(&["en", "eng"], "English", "English"),
    language(&["et", "est"], "Estonian", "eesti"),
    language(&["fi", "fin"], "Finnish", "suomi"),
    language(&["fr", "fre", "fra"], "French", "français"),
    language(&["de", "ger", "deu"], "German", "Deutsch"),
    language(&["el", "gre", "ell"], "Greek", "ελληνικά"),
    language(&["he", "heb"], "Hebrew", "עברית"),
    language(&["hi", "hin"], "Hindi", "हिन्दी"),
    language(&["hu", "hun"], "Hungarian", "magyar"),
    language(&["is", "ice", "isl"], "Icelandic", "íslenska"),
    language(&["ga", "gle"], "Irish", "Gaeilge"),
    language(&["it", "ita"], "Italian", "italiano"),
    language(&["ja", "jpn"], "Japanese", "日本語"),
    language(&["ko", "kor"], "Korean", "한국어"),
    language(&["lv", "lav"], "Latvian", "latviešu"),
    language(&["lt", "lit"], "Lithuanian", "lietuvių"),
    language(&["mk", "mac", "mkd"], "Macedonian", "македонски"),
    language(&["mt", "mlt"], "Maltese", "Malti"),
    language(&["no", "nor", "nb", "nob"], "Norwegian", "norsk"),
    language(&["fa", "per", "fas"], "Persian", "فارسی"),
    language(&["pl", "pol"], "Polish", "polski"),
    language(&["pt", "por"], "Portuguese", "português"),
    language(&["ro", "rum", "ron"], "Romanian", "română"),
    language(&["ru", "rus"], "Russian", "русский"),
    language(&["sr", "srp"], "Serbian", "српски"),
    language(&["sk", "slo", "slk"], "Slovak", "slovenčina"),
    language(&["sl", "slv"], "Slovenian", "slovenščina"),
    language(&["es", "spa"], "Spanish", "español"),
    language(&["sv", "swe"], "Swedish", "svenska"),
    language(&["tr", "tur"], "Turkish", "Türkçe"),
    language(&["uk", "ukr"], "Ukrainian", "українська"),
];

/// Returns the name of a language that is written as a code: in English for a CV in English, and
/// otherwise in the language itself. Other texts stay.
pub fn name(written: &str, locale: Option<&str>) -> String {
    let code = written.trim().to_lowercase();
    let known = LANGUAGES.iter().find(|known| known.codes.contains(&&*code));
    match known {
        Some(known) if is_english(locale) => known.english.to_owned(),
        Some(known) => known.own.to_owned(),
        None => written.to_owned(),
    }
}

/// Returns the fluency of a mother tongue in the language of the CV.
pub fn native(locale: Option<&str>) -> String {
    word(locale.unwrap_or_default(), "native")
}

fn is_english(locale: Option<&str>) -> bool {
    locale.is_none_or(|locale| locale.split('-').next() == Some("en"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_names() {
        assert_eq!(name("fre", Some("en-GB")), "French");
        assert_eq!(name("fra", Some("de")), "français");
        assert_eq!(name("Ladin", Some("de")), "Ladin");
        assert_eq!(native(Some("de-AT")), "Muttersprache");
        assert_eq!(native(None), "native");
    }

    #[test]
    fn codes_are_unique() {
        let mut codes: Vec<_> = LANGUAGES.iter().flat_map(|known| known.codes).collect();
        let count = codes.len();
        codes.sort();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }
}
