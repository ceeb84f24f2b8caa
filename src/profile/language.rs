//! Tags of languages, which of several a text is to be read in, and the scripts that set no spaces.
//!
//! Uses nothing of the other modules.

use icu_locale_core::LanguageIdentifier;
use icu_locale_core::subtags::Region;

/// Whether a key is a BCP 47 language tag: `en`, `de-CH`, `zh-Hans`.
///
/// A language has two or three letters here. BCP 47 admits up to eight, of which none are in use,
/// and by which `label` or `title` would be languages.
pub fn is_language_tag(key: &str) -> bool {
    let language = key.split('-').next().unwrap_or_default();
    matches!(language.len(), 2 | 3)
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && LanguageIdentifier::try_from_str(key).is_ok()
}

/// The tag among `tags` that is nearest to the one wanted: itself, a shorter one that holds it (RFC
/// 4647, lookup), or another form of the same language and script.
pub fn nearest_tag<'a>(wanted: &str, tags: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let identifier = LanguageIdentifier::try_from_str(wanted).ok()?;
    let same_writing = |tag: &LanguageIdentifier| {
        tag.language == identifier.language && script(tag) == script(&identifier)
    };
    let fits =
        |tag: &&str| LanguageIdentifier::try_from_str(tag).is_ok_and(|tag| same_writing(&tag));
    let tags: Vec<&str> = tags.into_iter().filter(fits).collect();
    let mut range = wanted;
    loop {
        if let Some(found) = tags.iter().find(|tag| tag.eq_ignore_ascii_case(range)) {
            return Some(found);
        }
        match range.rsplit_once('-') {
            Some((shorter, _)) => range = shorter,
            None => return tags.first().copied(),
        }
    }
}

/// The script that a tag names, or the one that Chinese is written in where it is spoken.
fn script(tag: &LanguageIdentifier) -> Option<&str> {
    let region = tag.region.as_ref().map(Region::as_str);
    match (tag.language.as_str(), &tag.script, region) {
        (_, Some(script), _) => Some(script.as_str()),
        ("zh", None, Some("TW" | "HK" | "MO")) => Some("Hant"),
        ("zh", None, _) => Some("Hans"),
        _ => None,
    }
}

/// Ideographs, kana, hangul, and the punctuation that goes with them.
pub fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_the_format_are_no_languages() {
        for tag in ["en", "zh-Hans", "de-CH", "yue", "pt-BR"] {
            assert!(is_language_tag(tag), "{tag}");
        }
        for key in [
            "text", "items", "label", "title", "english", "", "e", "en_", "zh Hans",
        ] {
            assert!(!is_language_tag(key), "{key}");
        }
    }

    #[test]
    fn the_nearest_language_is_read() {
        let nearest = |wanted: &str| nearest_tag(wanted, ["en", "zh-Hans", "zh-Hant", "de"]);
        assert_eq!(nearest("zh-Hant-TW"), Some("zh-Hant"));
        assert_eq!(nearest("zh-TW"), Some("zh-Hant"));
        assert_eq!(nearest("zh"), Some("zh-Hans"));
        assert_eq!(nearest("EN-gb"), Some("en"));
        assert_eq!(nearest("zh-Latn"), None);
        assert_eq!(nearest("fr"), None);
        assert_eq!(nearest_tag("zh-Hans", ["zh"]), Some("zh"));
        // Who reads traditional characters is not handed simplified ones.
        assert_eq!(nearest_tag("zh-TW", ["zh", "en"]), None);
        assert_eq!(nearest_tag("pt-BR", ["en", "pt"]), Some("pt"));
    }
}
