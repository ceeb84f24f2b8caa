//! What people write instead of the keys and kinds of a profile, and the hints that lead them there.

use strum::VariantArray;

use crate::diagnostic::{nearest, offered};
use crate::profile::fields::{common_fields, has_key, kind_has, own_fields};
use crate::profile::kind::SectionKind;
use crate::profile::network;
use crate::profile::synonym_words::{WORDS, has_word, is_field, same_word};
use crate::profile::toml_path::TomlPath;

/// The tables whose fields a key at the top level can belong to.
const TABLES_AT_TOP: [(&str, &str); 3] = [
    ("person", "[person]"),
    ("signature", "[signature]"),
    ("letter", "[letter]"),
];

/// The field of an entry for lists of courses, tools and the like.
const KEYWORDS: &str = "keywords";

/// Returns the key of `known` that an unknown key in the table at `path` certainly means: another
/// notation of it, or a word for it.
pub fn meant_key<'k>(
    written: &str,
    known: &[&'k str],
    path: &TomlPath,
    kind: Option<SectionKind>,
) -> Option<&'k str> {
    if let Some(key) = known.iter().find(|key| same_word(key, written)) {
        return Some(key);
    }
    let mut tables = tables_at(path, kind).into_iter();
    let meant = tables.find_map(|table| meaning(table, written, known))?;
    is_field(meant).then_some(meant)
}

/// A fact with a label, which an unknown key means.
#[derive(Debug, PartialEq, Eq)]
pub struct MeantFact {
    /// The table of the fact: `meta` of an entry, `details` of a person.
    pub table: &'static str,
    /// The label, in English: `GPA`.
    pub label: &'static str,
}

/// Returns the fact that an unknown key means, such as `GPA` in `meta`.
pub fn meant_fact(written: &str, path: &TomlPath, kind: Option<SectionKind>) -> Option<MeantFact> {
    let meant = meant_toml(written, path, kind)?;
    if let Some(details) = meant.strip_prefix("details = { \"") {
        let (label, _) = details.split_once('"')?;
        let table = "details";
        return Some(MeantFact { table, label });
    }
    let (label, _) = meant.strip_prefix("meta.")?.split_once(" = ")?;
    let table = "meta";
    Some(MeantFact { table, label })
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

/// Returns the TOML that an unknown key of the table at `path` means, such as `end = "present"`.
pub fn meant_toml(
    written: &str,
    path: &TomlPath,
    kind: Option<SectionKind>,
) -> Option<&'static str> {
    let mut tables = tables_at(path, kind).into_iter();
    tables.find_map(|table| meaning(table, written, &[]))
}

/// Returns the hint for an unknown key in the table at `path`, whose keys are `known`.
pub fn hint(written: &str, known: &[&str], path: &TomlPath, kind: Option<SectionKind>) -> String {
    own_hint(written, known, path, kind)
        .or_else(|| place_hint(written, path, kind))
        .or_else(|| Some(did_you_mean(nearest(written, known.iter().copied())?)))
        .or_else(|| similar_word_hint(written, known, path, kind))
        .unwrap_or_else(|| {
            let topic = topic(path, kind);
            offered(written, known, &format!("`cvpress explain {topic}`"))
        })
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// Returns the hint for a word that means something in the table at `path`.
fn own_hint(
    written: &str,
    known: &[&str],
    path: &TomlPath,
    kind: Option<SectionKind>,
) -> Option<String> {
    let mut tables = tables_at(path, kind).into_iter();
    let (table, meant) = tables.find_map(|table| Some((table, meaning(table, written, known)?)))?;
    Some(match (table, meant) {
        ("entry", KEYWORDS) => labeled_keywords(written),
        _ => instead(meant),
    })
}

/// Returns the hint for a word that says what the keywords of an entry are, such as `courses`.
fn labeled_keywords(written: &str) -> String {
    format!(
        "use `{KEYWORDS}` instead, and `keywords-label = \"{}\"` in the section",
        as_label(written)
    )
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

fn instead(meant: &str) -> String {
    if is_field(meant) {
        format!("use `{meant}` instead")
    } else {
        format!("write `{meant}`")
    }
}

/// Returns the hint for a misspelled word.
fn similar_word_hint(
    written: &str,
    known: &[&str],
    path: &TomlPath,
    kind: Option<SectionKind>,
) -> Option<String> {
    let tables = tables_at(path, kind);
    let words = tables.iter().filter_map(|table| WORDS.get(*table));
    let words = words
        .flatten()
        .filter(|(meant, _)| !is_field(meant) || known.contains(&meant.as_str()))
        .flat_map(|(_, words)| words.iter().map(String::as_str));
    own_hint(nearest(written, words)?, known, path, kind)
}

/// Returns the names of the tables of words for the table at `path`, the most specific first.
fn tables_at(path: &TomlPath, kind: Option<SectionKind>) -> Vec<&'static str> {
    match path.table() {
        None => vec!["profile"],
        Some("person") => vec!["person"],
        Some("links") if path.header().ends_with("person.links") => vec!["account"],
        Some("residence") => vec!["residence"],
        Some("links") => vec!["link"],
        Some("section" | "subsection") => vec!["section"],
        Some("entry") => kinds_of(kind)
            .map(SectionKind::name)
            .chain(["entry"])
            .collect(),
        Some("role") => vec![SectionKind::Experience.name(), "entry"],
        Some("project") => vec![SectionKind::Project.name(), "link"],
        Some("details") if path.header().ends_with("person.details") => Vec::new(),
        Some("details") => vec!["detail"],
        Some("highlights" | "items") => vec!["bullet"],
        Some("signature") => vec!["signature"],
        Some("letter") => vec!["letter"],
        Some("design") => vec!["design"],
        Some(_) if path.header().starts_with("variant.") => vec!["variant"],
        Some(_) => Vec::new(),
    }
}

/// Returns what `cvpress explain` calls the table at `path`.
pub fn topic(path: &TomlPath, kind: Option<SectionKind>) -> &'static str {
    match path.table() {
        Some("entry") => kind.map_or("entry", SectionKind::name),
        Some("role") => SectionKind::Experience.name(),
        Some("person" | "residence") => "person",
        Some("section" | "subsection" | "kind" | "sort" | "group-by") => "section",
        Some("signature") => "signature",
        Some("letter") => "letter",
        Some(_) if path.header().starts_with("variant.") => "variant",
        _ => "profile",
    }
}

/// Returns the field of `known`, or the TOML, that a word means in a table of words.
fn meaning(table: &str, written: &str, known: &[&str]) -> Option<&'static str> {
    let meanings = WORDS.get(table)?;
    let (meant, _) = meanings.iter().find(|(meant, words)| {
        (!is_field(meant) || known.contains(&meant.as_str()))
            && words.iter().any(|word| same_word(word, written))
    })?;
    Some(meant)
}

/// Returns the hint for a key that belongs to another table.
fn place_hint(written: &str, path: &TomlPath, kind: Option<SectionKind>) -> Option<String> {
    match path.table() {
        None => place_at_top_hint(written),
        Some("section" | "subsection") => {
            let header = format!("[[{}.entry]]", path.header());
            let is_field =
                has_key("Entry", written) && kind.is_none_or(|kind| kind_has(kind, written));
            if is_field {
                return Some(under(&header));
            }
            Some(renamed_under(entry_meaning(written, kind)?, &header))
        }
        Some("entry") if has_key("Section", written) => Some(match path.kind() {
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

const AT_THE_TOP: &str = "write it at the top of the file, above all headers";

/// Returns the hint for a key at the top level that belongs to a table.
fn place_at_top_hint(written: &str) -> Option<String> {
    if has_key("Person", written) {
        return Some(under("[person]"));
    }
    if has_key("Section", written) {
        return Some(under("[[section]]"));
    }
    if has_key("Letter", written) {
        return Some(under("[letter]"));
    }
    if WORDS
        .get("design")
        .is_some_and(|options| options.contains_key(written))
    {
        return Some(under("[design]"));
    }
    if let Some(kind) = kind_for(written) {
        return Some(entries_below(kind));
    }
    for (table, header) in TABLES_AT_TOP {
        if let Some(meant) = any_meaning(table, written) {
            return Some(renamed_under(meant, header));
        }
    }
    Some(renamed_under(any_meaning("design", written)?, "[design]"))
}

/// Returns the hint for entries of a kind.
pub fn entries_below(kind: SectionKind) -> String {
    format!("write `[[{}]]` and its keys below", kind.name())
}

fn any_meaning(table: &str, written: &str) -> Option<&'static str> {
    let known: Vec<&str> = WORDS.get(table)?.keys().map(String::as_str).collect();
    meaning(table, written, &known)
}

/// Returns what a word means in an entry; of the first kind that has it if the kind is unknown.
fn entry_meaning(written: &str, kind: Option<SectionKind>) -> Option<&'static str> {
    let mut tables = kinds_of(kind).map(SectionKind::name).chain(["entry"]);
    tables.find_map(|table| any_meaning(table, written))
}

/// Returns a kind, or if it is unknown all kinds, the most frequent first.
fn kinds_of(kind: Option<SectionKind>) -> impl Iterator<Item = SectionKind> {
    let frequent = [SectionKind::Experience, SectionKind::Education];
    let all = frequent
        .into_iter()
        .chain(SectionKind::VARIANTS.iter().copied());
    let all = all.take(if kind.is_some() { 0 } else { usize::MAX });
    kind.into_iter().chain(all)
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
        return did_you_mean(near);
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

/// Returns an example of a table in the field at this path.
pub fn example_table(path: &TomlPath) -> Option<&'static str> {
    Some(match path.field()? {
        "details" if path.header().ends_with("person.details") => "{ \"Marital status\" = \"…\" }",
        "phone" => "{ label = \"…\", number = \"…\" }",
        "email" => "{ label = \"…\", address = \"…\" }",
        "highlights" | "items" => "{ text = \"…\", items = [\"…\"] }",
        "details" => "{ label = \"…\", body = \"…\" }",
        "links" => "{ label = \"…\", url = \"https://…\" }",
        "meta" => "{ GPA = \"3.9\" }",
        "project" => "{ name = \"…\" }",
        _ => return None,
    })
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
        let (first, kind) = (root.index(0), Some(SectionKind::Education));
        let entry = first.key("entry");
        for (written, label) in [
            ("courses", "Courses"),
            ("techStack", "Tech stack"),
            ("palabras_clave", "Palabras clave"),
            ("coursse", "Courses"),
        ] {
            let expected = format!(
                "use `keywords` instead, and `keywords-label = \"{label}\"` in the section"
            );
            assert_eq!(hint(written, &["keywords"], &entry, kind), expected);
        }
        // The keywords of a skill need no label.
        let skill = hint("items", &["keywords"], &entry, Some(SectionKind::Skill));
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
