//! Words that people know from elsewhere, and what a profile says in their place.
//!
//! They come from JSON Resume, from `RenderCV` and from what people call such things.

use crate::diagnostic::{alternatives, nearest};
use crate::profile::kind::SectionKind;
use crate::profile::network;
use crate::profile::tree::TomlPath;

/// A word, and what a profile calls the same thing. A word may stand here several times: what is
/// meant depends on where it is written.
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

/// Words for what stands in sections of a kind, beside the names of the kinds and their plurals.
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

/// Words for how a CV is to look.
const OPTIONS: &[&str] = &[
    "accent", "color", "colour", "font", "fonts", "margin", "margins", "paper", "size",
];

/// What to do about `written`, which is none of the keys `known` of the table at `path`. `keys_of`
/// tells the keys of the format's tables by their names.
pub fn hint(
    written: &str,
    known: &[&str],
    path: &TomlPath,
    kind: Option<SectionKind>,
    keys_of: impl Fn(&str) -> Vec<&'static str>,
) -> String {
    let ours = |word: &str| here(word, known).map(|ours| format!("here it is called `{ours}`"));
    let elsewhere = || place(written, path, kind, &keys_of);
    let exact = match path.field() {
        // Many of a section's own words are those of its entries, too.
        None | Some("section" | "subsection") => elsewhere().or_else(|| ours(written)),
        _ => ours(written).or_else(elsewhere),
    };
    let nearly =
        || nearest(written, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
    let nearly_ours = || {
        let words = KEYS
            .iter()
            .filter(|(_, ours)| known.contains(ours))
            .map(|(word, _)| *word);
        ours(nearest(written, words)?)
    };
    let any = || format!("expected {}", alternatives(known.iter().copied()));
    exact
        .or_else(nearly)
        .or_else(nearly_ours)
        .unwrap_or_else(any)
}

/// Where a key belongs that stands in the wrong table.
fn place(
    written: &str,
    path: &TomlPath,
    kind: Option<SectionKind>,
    keys_of: impl Fn(&str) -> Vec<&'static str>,
) -> Option<String> {
    let has = |table: &str| keys_of(table).contains(&written);
    let under = |header: &str| Some(format!("write it under `{header}`"));
    match path.field() {
        None if has("Person") => under("[person]"),
        None | Some("entry") if has("Section") => under("[[section]]"),
        None if has("Letter") => under("[letter]"),
        None if is_option(written) => under("[design]"),
        None => {
            let kind = kind_meant(written)?.name();
            Some(format!(
                "write `[[section]]` and below it `kind = \"{kind}\"`"
            ))
        }
        Some("section" | "subsection")
            if has("Entry") && kind.is_none_or(|kind| kind.has(written)) =>
        {
            under(&format!("[[{}.entry]]", path.header()))
        }
        Some("person") if network::find(written).is_some() => Some(format!(
            "write `links = [{{ network = \"{written}\", username = \"…\" }}]`"
        )),
        // A key below a header is the header's, even at the end of the file.
        Some(_) if has("Profile") => {
            Some("write it at the top of the file, above all headers".to_owned())
        }
        Some(_) => None,
    }
}

/// How a table is written that stands in the field of this name.
pub fn table(field: &str) -> Option<&'static str> {
    Some(match field {
        "highlights" | "items" => "{ text = \"…\", items = [\"…\"] }",
        "details" => "{ label = \"…\", body = \"…\" }",
        "links" => "{ label = \"…\", url = \"https://…\" }",
        "meta" => "{ GPA = \"3.9\" }",
        "project" => "{ name = \"…\" }",
        _ => return None,
    })
}

/// What `written` is called here, if it is one of `names`.
fn here<'a>(written: &str, names: &[&'a str]) -> Option<&'a str> {
    let mut meant = KEYS.iter().filter(|(word, _)| same(word, written));
    meant
        .find_map(|(_, ours)| names.iter().find(|name| *name == ours))
        .copied()
}

/// The kind of the sections that `written` seems to mean.
pub fn kind_meant(written: &str) -> Option<SectionKind> {
    let is = |word: &str| same(word, written) || same(&format!("{word}s"), written);
    let named = SectionKind::ALL.into_iter().find(|kind| is(kind.name()));
    named.or_else(|| {
        KINDS
            .iter()
            .find(|(word, _)| is(word))
            .map(|(_, kind)| *kind)
    })
}

/// Whether `written` seems to be an option of a layout.
fn is_option(written: &str) -> bool {
    OPTIONS.iter().any(|option| same(option, written))
}

/// Whether two words are the same, however they are joined: `startDate`, `start_date`,
/// `start-date`.
fn same(a: &str, b: &str) -> bool {
    let letters = |word: &str| {
        word.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    letters(a) == letters(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_means_what_there_is_where_it_stands() {
        assert_eq!(here("startDate", &["start", "end"]), Some("start"));
        assert_eq!(here("address", &["label", "url"]), Some("url"));
        assert_eq!(here("address", &["location", "url"]), Some("location"));
        assert_eq!(here("company", &["institution"]), None);
        assert_eq!(kind_meant("Skills"), Some(SectionKind::Skill));
        assert_eq!(kind_meant("work"), Some(SectionKind::Experience));
    }
}
