//! Language tags: which of several texts to use, and the scripts without spaces.

use icu_locale_core::LanguageIdentifier;
use icu_locale_core::subtags::Region;

use crate::profile::tree::{Node, Value};

/// Returns whether a key is a BCP 47 language tag: `en`, `de-CH`, `zh-Hans`.
///
/// Only languages of two or three letters are recognized. BCP 47 allows up to eight, but none of
/// those are in use, and `label` or `title` would be languages. Nor is `tag`, a mistyped `tags`.
pub fn is_language_tag(key: &str) -> bool {
    let language = key.split('-').next().unwrap_or_default();
    matches!(language.len(), 2 | 3)
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && key != "tag"
        && LanguageIdentifier::try_from_str(key).is_ok()
}

/// Returns the languages of the texts below a value, in the order in which they first appear.
pub fn languages_of(root: &Node) -> Vec<String> {
    let mut languages = Vec::new();
    collect_languages(root, &mut languages);
    languages
}

fn collect_languages(node: &Node, languages: &mut Vec<String>) {
    match &node.value {
        Value::Table(members) => {
            for (_, member) in members {
                collect_languages(member, languages);
            }
        }
        Value::Array(items) => {
            for item in items {
                collect_languages(item, languages);
            }
        }
        Value::Languages(texts) => {
            for (key, _) in texts {
                if !languages.contains(&key.name) {
                    languages.push(key.name.clone());
                }
            }
        }
        _ => {}
    }
}

/// Returns the tag that matches `wanted` best: itself, a shorter tag (RFC 4647, lookup), or another
/// tag of the same language and script.
pub fn nearest_tag<'a>(wanted: &str, tags: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let identifier = LanguageIdentifier::try_from_str(wanted).ok()?;
    let mut candidates = tags.into_iter().collect::<Vec<_>>();
    candidates.retain(|tag| {
        LanguageIdentifier::try_from_str(tag).is_ok_and(|tag| {
            tag.language == identifier.language && script(&tag) == script(&identifier)
        })
    });
    let mut range = wanted;
    loop {
        let matching = candidates
            .iter()
            .find(|tag| tag.eq_ignore_ascii_case(range));
        if matching.is_some() {
            return matching.copied();
        }
        match range.rsplit_once('-') {
            Some((shorter, _)) => range = shorter,
            None => return candidates.first().copied(),
        }
    }
}

/// Returns the script of a tag; for Chinese without a script, the script of its region.
fn script(tag: &LanguageIdentifier) -> Option<&str> {
    let region = tag.region.as_ref().map(Region::as_str);
    match (tag.language.as_str(), &tag.script, region) {
        (_, Some(script), _) => Some(script.as_str()),
        ("zh", None, Some("TW" | "HK" | "MO")) => Some("Hant"),
        ("zh", None, _) => Some("Hans"),
        _ => None,
    }
}

/// Returns whether a character is an ideograph, kana, hangul, or punctuation of these scripts.
pub fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_the_format_are_not_language_tags() {
        for tag in ["en", "zh-Hans", "de-CH", "yue", "pt-BR"] {
            assert!(is_language_tag(tag), "{tag}");
        }
        for key in [
            "text", "items", "label", "title", "tag", "english", "", "e", "en_", "zh Hans",
        ] {
            assert!(!is_language_tag(key), "{key}");
        }
    }

    fn nearest(wanted: &str) -> Option<&'static str> {
        nearest_tag(wanted, ["en", "zh-Hans", "zh-Hant", "de"])
    }

    #[test]
    fn finds_the_nearest_tag() {
        assert_eq!(nearest("zh-Hant-TW"), Some("zh-Hant"));
        assert_eq!(nearest("zh-TW"), Some("zh-Hant"));
        assert_eq!(nearest("zh"), Some("zh-Hans"));
        assert_eq!(nearest("EN-gb"), Some("en"));
        assert_eq!(nearest("zh-Latn"), None);
        assert_eq!(nearest("fr"), None);
        assert_eq!(nearest_tag("zh-Hans", ["zh"]), Some("zh"));
        // Traditional Chinese is not replaced with simplified Chinese.
        assert_eq!(nearest_tag("zh-TW", ["zh", "en"]), None);
        assert_eq!(nearest_tag("pt-BR", ["en", "pt"]), Some("pt"));
    }
}
