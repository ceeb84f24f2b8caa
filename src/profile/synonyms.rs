//! What people write instead of the keys and kinds of a profile, and the hints that lead them there.

use strum::VariantArray;

use crate::diagnostic::{nearest, offered};
use crate::profile::fields::{common_fields, has_key, kind_has, own_fields};
use crate::profile::kind::SectionKind;
use crate::profile::network;
use crate::profile::synonym_words::{WORDS, has_word, is_advice, is_field, same_word};
use crate::profile::toml_path::TomlPath;

/// The tables whose fields a key at the top level can be, and their headers.
const TABLES_AT_TOP: [(&str, &str); 3] = [
    ("Person", "[person]"),
    ("Section", "[[section]]"),
    ("Letter", "[letter]"),
];

/// The tables of words that a key at the top level can be one of, and the headers where they belong.
const WORDS_AT_TOP: [(&str, &str); 4] = [
    ("person", "[person]"),
    ("signature", "[signature]"),
    ("letter", "[letter]"),
    ("design", "[design]"),
];

/// The tables of the format whose words are in a table of the same name.
const WITH_OWN_WORDS: [&str; 5] = ["person", "residence", "signature", "letter", "design"];

/// The field of an entry for lists of courses, tools and the like.
const KEYWORDS: &str = "keywords";

/// A table of a profile, as a place of keys.
pub struct Place<'a> {
    /// The path of the table.
    pub path: &'a TomlPath<'a>,
    /// The kind of the section around it.
    pub kind: Option<SectionKind>,
    /// The keys that it can have.
    pub known: Vec<&'static str>,
}

impl Place<'_> {
    /// Returns the key that an unknown key certainly means: another notation of it, or a word for it.
    pub fn meant_key(&self, written: &str) -> Option<&'static str> {
        let mut known = self.known.iter().copied();
        known
            .find(|key| same_word(key, written))
            .or_else(|| self.meaning(written).filter(|meant| is_field(meant)))
    }

    /// Returns what a word means: a key, TOML to write instead, or advice.
    pub fn meaning(&self, written: &str) -> Option<&'static str> {
        let mut tables = self.tables().into_iter();
        tables.find_map(|table| meaning(table, written, &self.known))
    }

    /// Returns the hint for an unknown key.
    pub fn hint(&self, written: &str) -> String {
        self.hint_by_word(written)
            .or_else(|| self.hint_by_place(written))
            .or_else(|| Some(similar(nearest(written, self.known.iter().copied())?)))
            .or_else(|| self.hint_by_word(nearest(written, self.words())?))
            .unwrap_or_else(|| offered(written, &self.known, &listed_by(self.path, self.kind)))
    }

    /// Returns the hint for a word that means something here.
    fn hint_by_word(&self, written: &str) -> Option<String> {
        let mut tables = self.tables().into_iter();
        let (table, meant) =
            tables.find_map(|table| Some((table, meaning(table, written, &self.known)?)))?;
        Some(match (table, meant) {
            ("entry", KEYWORDS) => format!(
                "use `{KEYWORDS}` instead, and `keywords-label = \"{}\"` in the section",
                as_label(written)
            ),
            _ => instead(meant),
        })
    }

    /// Returns all words that mean something here.
    fn words(&self) -> impl Iterator<Item = &'static str> {
        let tables = self.tables().into_iter();
        let rows = tables.filter_map(|table| WORDS.get(table)).flatten();
        rows.filter(|(meant, _)| !is_field(meant) || self.known.contains(&meant.as_str()))
            .flat_map(|(_, words)| words.iter().map(String::as_str))
    }

    /// Returns the names of the tables of words, the most specific first.
    fn tables(&self) -> Vec<&'static str> {
        let header = self.path.header();
        match self.path.table() {
            None => vec!["profile"],
            Some("links") if header.ends_with("person.links") => vec!["account"],
            Some("links") => vec!["link"],
            Some("section" | "subsection") => vec!["section"],
            Some("entry") => self.kinds().chain(["entry"]).collect(),
            Some("role") => vec![SectionKind::Experience.name(), "entry"],
            Some("project") => vec![SectionKind::Project.name(), "link"],
            Some("details") if header.ends_with("person.details") => Vec::new(),
            Some("details") => vec!["detail"],
            Some("highlights" | "items") => vec!["bullet"],
            Some(name) => {
                let mut own = WITH_OWN_WORDS.into_iter();
                let own = own.find(|own| *own == name);
                own.or_else(|| self.path.is_variant().then_some("variant"))
                    .into_iter()
                    .collect()
            }
        }
    }

    /// Returns the kind, or if it is unknown all kinds, the most frequent first.
    fn kinds(&self) -> impl Iterator<Item = &'static str> {
        let frequent = [SectionKind::Experience, SectionKind::Education];
        let all = frequent
            .into_iter()
            .chain(SectionKind::VARIANTS.iter().copied());
        let all = all.take(if self.kind.is_some() { 0 } else { usize::MAX });
        self.kind.into_iter().chain(all).map(SectionKind::name)
    }

    /// Returns the hint for a key that belongs to another table.
    fn hint_by_place(&self, written: &str) -> Option<String> {
        match self.path.table() {
            None => place_at_top_hint(written),
            Some("section" | "subsection") => {
                let header = format!("[[{}.entry]]", self.path.header());
                let is_field = has_key("Entry", written)
                    && self.kind.is_none_or(|kind| kind_has(kind, written));
                if is_field {
                    return Some(under(&header));
                }
                let mut tables = self.kinds().chain(["entry"]);
                let meant = tables.find_map(|table| any_meaning(table, written))?;
                Some(renamed_under(meant, &header))
            }
            Some("entry") if has_key("Section", written) => Some(match self.path.kind() {
                Some(_) if written == "kind" => "remove it: the header says the kind".to_owned(),
                Some(kind) if written == "entry" => {
                    format!("write `[[{}]]` for each entry", kind.name())
                }
                Some(kind) => format!(
                    "{} with `kind = \"{}\"`, and each of its entries under `[[section.entry]]`",
                    under("[[section]]"),
                    kind.name()
                ),
                None => under("[[section]]"),
            }),
            Some("person") if network::find(written).is_some() => Some(format!(
                "write `links = [{{ network = \"{written}\", username = \"…\" }}]`"
            )),
            // A key below a header belongs to that header, even at the end of the file.
            Some(_) if has_key("Profile", written) && written.parse::<SectionKind>().is_err() => {
                Some(AT_THE_TOP.to_owned())
            }
            Some(_) => None,
        }
    }
}

/// Returns the command that lists the keys and values of the table at a path.
pub fn listed_by(path: &TomlPath, kind: Option<SectionKind>) -> String {
    let topic = match path.table() {
        Some("entry") => kind.map_or("entry", SectionKind::name),
        Some("role") => SectionKind::Experience.name(),
        Some("person" | "residence") => "person",
        Some("section" | "subsection" | "kind" | "sort" | "group-by") => "section",
        Some("signature") => "signature",
        Some("letter") => "letter",
        Some(_) if path.is_variant() => "variant",
        _ => "profile",
    };
    format!("`cvpress explain {topic}`")
}

fn similar(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// Returns the label of a fact in a language: the usual word, or the one that the user has written.
pub fn label_in(locale: &str, written: &str, label: &str) -> String {
    let language = locale.split('-').next().unwrap_or_default();
    let usual = WORDS
        .get(label)
        .and_then(|labels| labels.get(language)?.first());
    let is_english = matches!(language, "" | "en");
    match usual {
        Some(usual) => usual.clone(),
        None if is_english || same_word(label, written) || WORDS.contains_key(label) => {
            label.to_owned()
        }
        None => as_label(written),
    }
}

/// Returns a key as the start of a line: `techStack` as `Tech stack`.
fn as_label(key: &str) -> String {
    let mut label = String::with_capacity(key.len());
    for c in key.chars() {
        if matches!(c, '-' | '_') {
            label.push(' ');
        } else if label.is_empty() {
            label.extend(c.to_uppercase());
        } else if c.is_uppercase() && label.ends_with(char::is_lowercase) {
            label.push(' ');
            label.extend(c.to_lowercase());
        } else {
            label.push(c);
        }
    }
    label
}

/// Returns the hint for what a word means.
fn instead(meant: &str) -> String {
    if is_field(meant) {
        format!("use `{meant}` instead")
    } else if is_advice(meant) {
        meant.to_owned()
    } else {
        format!("write `{meant}`")
    }
}

/// Returns the field of `known`, the TOML or the advice that a word means in a table of words.
fn meaning(table: &str, written: &str, known: &[&str]) -> Option<&'static str> {
    let meanings = WORDS.get(table)?;
    let (meant, _) = meanings.iter().find(|(meant, words)| {
        (!is_field(meant) || known.contains(&meant.as_str()))
            && words.iter().any(|word| same_word(word, written))
    })?;
    Some(meant)
}

const AT_THE_TOP: &str = "write it at the top of the file, above all headers";

/// Returns the hint for a key at the top level that belongs to a table.
fn place_at_top_hint(written: &str) -> Option<String> {
    let mut tables = TABLES_AT_TOP.iter();
    if let Some((_, header)) = tables.find(|(table, _)| has_key(table, written)) {
        return Some(under(header));
    }
    if WORDS["design"].contains_key(written) {
        return Some(under("[design]"));
    }
    if let Some(kind) = kind_for(written) {
        return Some(entries_below(kind));
    }
    let mut words = WORDS_AT_TOP.iter();
    words.find_map(|(table, header)| Some(renamed_under(any_meaning(table, written)?, header)))
}

/// Returns the hint for entries of a kind.
pub fn entries_below(kind: SectionKind) -> String {
    format!("write `[[{}]]` and its keys below", kind.name())
}

fn any_meaning(table: &str, written: &str) -> Option<&'static str> {
    let known: Vec<&str> = WORDS.get(table)?.keys().map(String::as_str).collect();
    meaning(table, written, &known)
}

fn under(header: &str) -> String {
    format!("write it under `{header}`")
}

fn renamed_under(meant: &str, header: &str) -> String {
    format!("write `{meant}` under `{header}`")
}

/// Returns the option of `known` that an unknown option of a layout certainly means.
pub fn meant_option(written: &str, known: &[&str]) -> Option<&'static str> {
    meaning("design", written, known)
}

/// Returns the hint for an unknown option of a layout that has the options `known`.
pub fn option_hint(written: &str, known: &[&str], layout: &str) -> String {
    if let Some(meant) = meant_option(written, known) {
        return format!("use `{meant}` instead");
    }
    if meant_at_top(written).is_some() {
        return at_top_hint(written);
    }
    if let Some(near) = nearest(written, known.iter().copied()) {
        return similar(near);
    }
    if has_key("Profile", written) {
        return AT_THE_TOP.to_owned();
    }
    if any_meaning("profile", written).is_some() {
        return at_top_hint(written);
    }
    offered(written, known, &format!("`cvpress layouts {layout}`"))
}

fn at_top_hint(written: &str) -> String {
    let meant = any_meaning("profile", written).unwrap_or("locale");
    format!("write `{meant}` at the top of the file, above all headers")
}

/// Returns the key at the top of a profile that has the value of an option: the language.
pub fn meant_at_top(written: &str) -> Option<&'static str> {
    any_meaning("profile", written).filter(|meant| *meant == "locale")
}

/// Returns what to write in an entry of a kind instead of `field`, which is a field of other kinds:
/// a field of the kind, or TOML.
pub fn counterpart(kind: SectionKind, field: &str) -> Option<&'static str> {
    let known: Vec<&str> = own_fields(kind).chain(common_fields()).collect();
    meaning(kind.name(), field, &known).or_else(|| meaning("entry", field, &known))
}

/// Returns the kind that a word stands for.
pub fn kind_for(written: &str) -> Option<SectionKind> {
    let mut kinds = SectionKind::VARIANTS.iter().copied();
    if let Some(kind) = kinds.find(|kind| same_word_or_plural(kind.name(), written)) {
        return Some(kind);
    }
    let mut words = WORDS.get("kind")?.iter();
    let named = words
        .find(|(_, words)| words.iter().any(|word| same_word_or_plural(word, written)))
        .and_then(|(name, _)| name.parse().ok());
    named.or_else(|| kind_headed(written))
}

/// Returns whether a heading has a word that people use for this kind in one of the languages of
/// cvpress: `Fortbildungen` for certificates.
pub fn heads(heading: &str, kind: SectionKind) -> bool {
    let tables = ["kind", "heading"]
        .iter()
        .filter_map(|table| WORDS.get(*table));
    let mut words = tables.filter_map(|table| table.get(kind.name())).flatten();
    words.any(|word| has_word(heading, word))
}

/// Returns the kind that has this heading in one of the languages of cvpress.
pub fn kind_headed(written: &str) -> Option<SectionKind> {
    let mut headings = WORDS.get("heading")?.iter();
    let (name, _) = headings
        .find(|(_, headings)| headings.iter().any(|heading| same_word(heading, written)))?;
    name.parse().ok()
}

fn same_word_or_plural(word: &str, written: &str) -> bool {
    same_word(word, written) || same_word(&format!("{word}s"), written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_in_any_notation() {
        assert!(same_word("start-date", "startDate"));
        assert!(same_word("tätigkeit", "Taetigkeit"));
        assert!(same_word("tätigkeit", "tatigkeit"));
        assert!(same_word("fußzeile", "Fusszeile"));
        assert!(same_word("学历", "学历"));
        assert!(!same_word("start", "end"));
    }

    #[test]
    fn words_for_keywords_become_their_label() {
        let root = TomlPath::ROOT.key("section");
        let first = root.index(0);
        let entry = first.key("entry");
        let place = |kind| Place {
            path: &entry,
            kind: Some(kind),
            known: vec!["keywords"],
        };
        for (written, label) in [
            ("courses", "Courses"),
            ("techStack", "Tech stack"),
            ("palabras_clave", "Palabras clave"),
            ("coursse", "Courses"),
        ] {
            let expected = format!(
                "use `keywords` instead, and `keywords-label = \"{label}\"` in the section"
            );
            assert_eq!(place(SectionKind::Education).hint(written), expected);
        }
        // The keywords of a skill need no label.
        let skill = place(SectionKind::Skill).hint("items");
        assert!(!skill.contains("keywords-label"), "{skill}");
    }

    #[test]
    fn a_word_means_a_kind() {
        assert_eq!(kind_for("Skills"), Some(SectionKind::Skill));
        assert_eq!(kind_for("work"), Some(SectionKind::Experience));
        assert_eq!(kind_for("Ausbildung"), Some(SectionKind::Education));
        assert_eq!(kind_for("hobbies"), Some(SectionKind::Interest));
        assert_eq!(kind_for("gardening"), None);
    }
}
