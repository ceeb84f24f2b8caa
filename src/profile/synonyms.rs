//! Words from other formats, and the keys and kinds that a profile has for them.
//!
//! The words come from JSON Resume, `RenderCV` and common usage.

use strum::VariantArray;

use crate::diagnostic::{alternatives, nearest};
use crate::profile::fields::{has_key, kind_has, own_fields};
use crate::profile::kind::SectionKind;
use crate::profile::network;
use crate::profile::tree::TomlPath;

/// Words and the keys that they mean. A word with several keys means the one that its table has.
const KEYS: &[(&str, &str)] = &[
    ("achievements", "highlights"),
    ("address", "location"),
    ("address", "url"),
    ("avatar", "photo"),
    ("body", "summary"),
    ("bullet", "text"),
    ("bullets", "highlights"),
    ("city", "location"),
    ("company", "organization"),
    ("conference", "venue"),
    ("content", "body"),
    ("attachments", "enclosures"),
    ("cover-letter", "letter"),
    ("cv", "person"),
    ("basics", "person"),
    ("description", "body"),
    ("description", "summary"),
    ("employer", "organization"),
    ("end-date", "end"),
    ("entries", "entry"),
    ("field", "area"),
    ("from", "start"),
    ("full-name", "name"),
    ("greeting", "opening"),
    ("heading", "title"),
    ("homepage", "url"),
    ("href", "url"),
    ("image", "photo"),
    ("issuer", "awarder"),
    ("items", "entry"),
    ("items", "highlights"),
    ("job-title", "headline"),
    ("job-title", "position"),
    ("journal", "venue"),
    ("label", "headline"),
    ("label", "name"),
    ("lang", "locale"),
    ("language", "locale"),
    ("link", "url"),
    ("mail", "email"),
    ("major", "area"),
    ("name", "label"),
    ("name", "title"),
    ("picture", "photo"),
    ("profiles", "links"),
    ("publisher", "venue"),
    ("reference", "summary"),
    ("release-date", "date"),
    ("responsibilities", "highlights"),
    ("salutation", "opening"),
    ("school", "institution"),
    ("sections", "section"),
    ("sign-off", "closing"),
    ("site", "url"),
    ("social-networks", "links"),
    ("start-date", "start"),
    ("study-type", "degree"),
    ("style", "layout"),
    ("subsections", "subsection"),
    ("summary", "body"),
    ("supervisor", "advisor"),
    ("tagline", "headline"),
    ("technologies", "keywords"),
    ("telephone", "phone"),
    ("template", "layout"),
    ("text", "body"),
    ("theme", "layout"),
    ("title", "headline"),
    ("title", "label"),
    ("to", "end"),
    ("to", "recipient"),
    ("tools", "keywords"),
    ("type", "kind"),
    ("university", "institution"),
    ("user", "username"),
    ("website", "url"),
];

/// Words for kinds, in addition to the names of the kinds and their plurals.
const KINDS: &[(&str, SectionKind)] = &[
    ("employment", SectionKind::Experience),
    ("honors", SectionKind::Award),
    ("job", SectionKind::Experience),
    ("paper", SectionKind::Publication),
    ("volunteer", SectionKind::Experience),
    ("work", SectionKind::Experience),
    ("about", SectionKind::Text),
    ("profile", SectionKind::Text),
];

/// Words for options of layouts.
const OPTIONS: &[&str] = &[
    "accent", "color", "colour", "font", "fonts", "margin", "margins", "paper", "size",
];

/// Fields, and fields of other kinds with the same meaning.
const COUNTERPARTS: &[(&str, &[&str])] = &[
    ("title", &["name", "position", "degree"]),
    (
        "name",
        &["title", "organization", "institution", "language"],
    ),
    ("organization", &["institution", "awarder", "venue"]),
    ("institution", &["organization", "awarder", "venue"]),
    ("awarder", &["organization", "institution"]),
    ("level", &["fluency"]),
    ("fluency", &["level"]),
];

/// Returns the hint for an unknown key in the table at `path`, whose keys are `known`.
pub fn hint(written: &str, known: &[&str], path: &TomlPath, kind: Option<SectionKind>) -> String {
    let exact = match path.field() {
        // Many synonyms of keys of a section are keys of its entries.
        None | Some("section" | "subsection") => {
            place_hint(written, path, kind).or_else(|| synonym_hint(written, known))
        }
        _ => synonym_hint(written, known).or_else(|| place_hint(written, path, kind)),
    };
    if let Some(hint) = exact {
        return hint;
    }
    if let Some(similar) = nearest(written, known.iter().copied()) {
        return format!("did you mean `{similar}`?");
    }
    similar_synonym_hint(written, known)
        .unwrap_or_else(|| format!("expected {}", alternatives(known.iter().copied())))
}

fn synonym_hint(written: &str, known: &[&str]) -> Option<String> {
    let key = synonym(written, known)?;
    Some(format!("use `{key}` instead"))
}

/// Returns the hint for a misspelled synonym.
fn similar_synonym_hint(written: &str, known: &[&str]) -> Option<String> {
    let synonyms = KEYS.iter().filter(|(_, key)| known.contains(key));
    let similar = nearest(written, synonyms.map(|(word, _)| *word))?;
    synonym_hint(similar, known)
}

/// Returns the hint for a key that belongs to another table.
fn place_hint(written: &str, path: &TomlPath, kind: Option<SectionKind>) -> Option<String> {
    match path.field() {
        None if has_key("Person", written) => Some(under("[person]")),
        None | Some("entry") if has_key("Section", written) => Some(under("[[section]]")),
        None if has_key("Letter", written) => Some(under("[letter]")),
        None if is_option(written) => Some(under("[design]")),
        None => {
            let kind = kind_for(written)?.name();
            Some(format!(
                "write `[[section]]` and below it `kind = \"{kind}\"`"
            ))
        }
        Some("section" | "subsection")
            if has_key("Entry", written) && kind.is_none_or(|kind| kind_has(kind, written)) =>
        {
            Some(under(&format!("[[{}.entry]]", path.header())))
        }
        Some("person") if network::find(written).is_some() => Some(format!(
            "write `links = [{{ network = \"{written}\", username = \"…\" }}]`"
        )),
        // A key below a header belongs to that header, even at the end of the file.
        Some(_) if has_key("Profile", written) => {
            Some("write it at the top of the file, above all headers".to_owned())
        }
        Some(_) => None,
    }
}

fn under(header: &str) -> String {
    format!("write it under `{header}`")
}

/// Returns an example of a table in the field with this name.
pub fn example_table(field: &str) -> Option<&'static str> {
    Some(match field {
        "highlights" | "items" => "{ text = \"…\", items = [\"…\"] }",
        "details" => "{ label = \"…\", body = \"…\" }",
        "links" => "{ label = \"…\", url = \"https://…\" }",
        "meta" => "{ GPA = \"3.9\" }",
        "project" => "{ name = \"…\" }",
        _ => return None,
    })
}

/// Returns the field of a kind that has the same meaning as `field` in another kind.
pub fn counterpart(kind: SectionKind, field: &str) -> Option<&'static str> {
    let (_, others) = COUNTERPARTS.iter().find(|(known, _)| *known == field)?;
    let mut others = others.iter().copied();
    others.find(|other| own_fields(kind).any(|own| own == *other))
}

/// Returns the key among `keys` for which `written` is a synonym.
fn synonym<'a>(written: &str, keys: &[&'a str]) -> Option<&'a str> {
    let mut synonyms = KEYS.iter().filter(|(word, _)| same_word(word, written));
    synonyms.find_map(|(_, meant)| keys.iter().find(|key| *key == meant).copied())
}

/// Returns the kind that a word stands for.
pub fn kind_for(written: &str) -> Option<SectionKind> {
    let mut kinds = SectionKind::VARIANTS.iter();
    if let Some(kind) = kinds.find(|kind| same_word_or_plural(kind.name(), written)) {
        return Some(*kind);
    }
    let mut synonyms = KINDS.iter();
    let (_, kind) = synonyms.find(|(word, _)| same_word_or_plural(word, written))?;
    Some(*kind)
}

fn is_option(written: &str) -> bool {
    OPTIONS.iter().any(|option| same_word(option, written))
}

fn same_word_or_plural(word: &str, written: &str) -> bool {
    same_word(word, written) || same_word(&format!("{word}s"), written)
}

/// Returns whether two words are equal in any notation: `startDate`, `start_date`, `start-date`.
fn same_word(a: &str, b: &str) -> bool {
    letters(a) == letters(b)
}

fn letters(word: &str) -> String {
    word.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_means_a_key_of_its_table() {
        assert_eq!(synonym("startDate", &["start", "end"]), Some("start"));
        assert_eq!(synonym("address", &["label", "url"]), Some("url"));
        assert_eq!(synonym("address", &["location", "url"]), Some("location"));
        assert_eq!(synonym("company", &["institution"]), None);
    }

    #[test]
    fn a_word_means_a_kind() {
        assert_eq!(kind_for("Skills"), Some(SectionKind::Skill));
        assert_eq!(kind_for("work"), Some(SectionKind::Experience));
    }

    #[test]
    fn synonyms_and_counterparts_are_for_fields_of_the_format() {
        let known: Vec<&str> = crate::profile::fields::all_keys().collect();
        for (_, key) in KEYS {
            assert!(known.contains(key), "{key}");
        }
        for (field, others) in COUNTERPARTS {
            assert!(known.contains(field), "{field}");
            assert!(others.iter().all(|other| known.contains(other)), "{field}");
        }
    }
}
