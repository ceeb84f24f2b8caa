//! Titles of sections, names of languages and of themes, and what they are in a profile.

use crate::profile::{SectionKind, capitalized};

/// Words of titles, and the kind of the sections that have them.
const KINDS: &[(&str, SectionKind)] = &[
    ("education", SectionKind::Education),
    ("experience", SectionKind::Experience),
    ("employment", SectionKind::Experience),
    ("publication", SectionKind::Publication),
    ("paper", SectionKind::Publication),
    ("patent", SectionKind::Publication),
    ("talk", SectionKind::Publication),
    ("presentation", SectionKind::Publication),
    ("award", SectionKind::Award),
    ("honor", SectionKind::Award),
    ("honou", SectionKind::Award),
    ("prize", SectionKind::Award),
    ("scholarship", SectionKind::Award),
    ("certificat", SectionKind::Certificate),
    ("licen", SectionKind::Certificate),
    ("reference", SectionKind::Reference),
    ("interest", SectionKind::Interest),
    ("hobbies", SectionKind::Interest),
    ("skill", SectionKind::Skill),
    ("technolog", SectionKind::Skill),
    ("project", SectionKind::Project),
];

/// Languages as RenderCV calls them, with their tags.
const LANGUAGES: &[(&str, &str)] = &[
    ("arabic", "ar"),
    ("danish", "da"),
    ("dutch", "nl"),
    ("english", "en"),
    ("french", "fr"),
    ("german", "de"),
    ("hebrew", "he"),
    ("hindi", "hi"),
    ("hungarian", "hu"),
    ("indonesian", "id"),
    ("italian", "it"),
    ("japanese", "ja"),
    ("korean", "ko"),
    ("mandarin_chinese", "zh-Hans"),
    ("norwegian_bokmal", "nb"),
    ("norwegian_bokmål", "nb"),
    ("norwegian_nynorsk", "nn"),
    ("persian", "fa"),
    ("portuguese", "pt"),
    ("russian", "ru"),
    ("spanish", "es"),
    ("turkish", "tr"),
    ("vietnamese", "vi"),
];

/// Returns the tag of a language that is written as its name, or in version 1 as its code.
pub fn language_tag(name: &str) -> Option<&str> {
    let lower = name.trim().to_lowercase();
    let known = LANGUAGES.iter().find(|(known, _)| *known == lower);
    let is_code = lower.len() == 2 && lower.bytes().all(|byte| byte.is_ascii_lowercase());
    known.map(|(_, tag)| *tag).or(is_code.then_some(name))
}

/// Returns the kind that the title of a section tells.
pub fn kind(title: &str) -> Option<SectionKind> {
    let title = title.to_lowercase();
    // Languages alone are spoken ones; a part of a longer title may be those of computers.
    if matches!(
        title.trim(),
        "languages" | "language" | "language skills" | "language_skills"
    ) {
        return Some(SectionKind::Language);
    }
    let known = KINDS.iter().find(|(word, _)| title.contains(word));
    known.map(|(_, kind)| *kind)
}

/// Words that stay small in a title.
const SMALL_WORDS: &[&str] = &[
    "a", "and", "as", "at", "but", "by", "for", "from", "if", "in", "into", "like", "near", "nor",
    "of", "off", "on", "onto", "or", "over", "so", "than", "that", "to", "upon", "when", "with",
    "yet",
];

/// Returns the title of a section as RenderCV shows its key: `selected_honors` as `Selected Honors`.
pub fn proper(key: &str) -> String {
    if key.contains(' ') || key.chars().any(char::is_uppercase) {
        return key.to_owned();
    }
    let words = key.split('_').filter(|word| !word.is_empty());
    let words = words.map(|word| {
        if SMALL_WORDS.contains(&word) {
            word.to_owned()
        } else {
            capitalized(word)
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_become_titles() {
        assert_eq!(proper("selected_honors"), "Selected Honors");
        assert_eq!(proper("awards_and_grants"), "Awards and Grants");
        assert_eq!(proper("My own title"), "My own title");
        assert_eq!(proper("AI_tools"), "AI_tools");
        assert_eq!(proper("éducation"), "Éducation");
    }

    #[test]
    fn titles_tell_kinds() {
        assert_eq!(kind("Selected Honors"), Some(SectionKind::Award));
        assert_eq!(kind("languages"), Some(SectionKind::Language));
        assert_eq!(
            kind("Programming languages and technologies"),
            Some(SectionKind::Skill)
        );
        assert_eq!(kind("Welcome"), None);
    }

    #[test]
    fn languages_have_tags() {
        assert_eq!(language_tag("mandarin_chinese"), Some("zh-Hans"));
        assert_eq!(language_tag("de"), Some("de"));
        assert_eq!(language_tag("klingon"), None);
    }
}
