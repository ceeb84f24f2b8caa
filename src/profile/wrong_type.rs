//! What to write instead of a value of the wrong type.

use crate::diagnostic::offered;
use crate::profile::kind::SectionKind;
use crate::profile::network;
use crate::profile::remedy::Remedy;
use crate::profile::string_list::StringList;
use crate::profile::synonym_words::meanings;
use crate::profile::synonyms::listed_by;
use crate::profile::toml_path::TomlPath;
use crate::profile::tree::{Node, Value};
use crate::profile::unknown_key::account_table;
use crate::profile::value_types::{ValueTypes, are_languages};

/// A value of the wrong type.
pub struct WrongType<'a> {
    /// The value.
    pub node: &'a Node,
    /// Its text in the profile.
    pub written: &'a str,
    /// The values that could be there.
    pub types: &'a ValueTypes,
    /// Its path.
    pub path: &'a TomlPath<'a>,
    /// The kind of the section around it.
    pub kind: Option<SectionKind>,
}

/// The remedies with one right form, for what people often write. The first one that there is, holds.
const REMEDIES: [fn(&WrongType) -> Option<Remedy>; 4] =
    [keywords_in_details, location_in_parts, link, list_in_string];

/// The hints for all other values.
const HINTS: [fn(&WrongType) -> Option<String>; 7] = [
    languages,
    named_value,
    date,
    scalar,
    member_without_list,
    brackets,
    table,
];

/// Returns what to write instead.
pub fn remedy(wrong: &WrongType) -> Option<Remedy> {
    let mut remedies = REMEDIES.iter();
    let mut hints = HINTS.iter();
    remedies
        .find_map(|remedy| remedy(wrong))
        .or_else(|| hints.find_map(|hint| hint(wrong)).map(Remedy::hint))
}

impl WrongType<'_> {
    /// Returns the members of the lists that could be there, if the value could be one of them.
    fn items(&self) -> Option<&ValueTypes> {
        let items = self.types.items.as_deref();
        items.filter(|items| items.admits(&self.node.value))
    }
}

/// Returns the keywords that a skill or interest has in one string under `details`.
fn keywords_in_details(wrong: &WrongType) -> Option<Remedy> {
    let has_keywords = matches!(wrong.kind, Some(SectionKind::Skill | SectionKind::Interest));
    if wrong.path.field() != Some("details") || !has_keywords {
        return None;
    }
    let text = wrong.node.as_str()?;
    let keywords = StringList::read(text, "keywords").to_toml(text);
    Some(Remedy::write("keywords", &keywords))
}

/// Returns what to write instead of a location in parts: of a person `residence`, and of an entry one
/// text.
fn location_in_parts(wrong: &WrongType) -> Option<Remedy> {
    const PARTS: [&str; 4] = ["city", "region", "state", "country"];
    let (node, path) = (wrong.node, wrong.path);
    if path.field() != Some("location") || path.is_member() {
        return None;
    }
    let parts: Vec<&str> = PARTS.iter().filter_map(|part| node.string(part)).collect();
    if path.header() == "person.location" {
        let mut keys = node.members().iter().map(|(key, _)| &key.name);
        let is_residence = keys.any(|key| !meanings(key, &["residence"]).is_empty());
        let hint = match parts.first() {
            Some(city) => format!("write `residence = {{ city = \"{city}\", … }}`"),
            None if is_residence => {
                "write `residence = { city = \"…\", country = \"…\" }`".to_owned()
            }
            None => return None,
        };
        return Some(Remedy::hint(hint).with_key("residence"));
    }
    if parts.is_empty() {
        return None;
    }
    let text = toml::Value::from(parts.join(", ")).to_string();
    let remedy = Remedy::hint(format!("write `location = {text}`"));
    let has_others = node.members().len() != parts.len();
    Some(if has_others {
        remedy
    } else {
        remedy.with_value(&text)
    })
}

/// Returns the table for an address in a list of links.
fn link(wrong: &WrongType) -> Option<Remedy> {
    if wrong.path.field() != Some("links") {
        return None;
    }
    let is_of_person = wrong.path.header().starts_with("person");
    let mut table = link_table(wrong.node.as_str()?.trim(), is_of_person)?;
    if !wrong.path.is_member() {
        table = format!("[{table}]");
    }
    Some(Remedy::value(&table))
}

fn link_table(url: &str, is_of_person: bool) -> Option<String> {
    if !url.contains('.') || url.contains(char::is_whitespace) {
        return None;
    }
    if let Some(name) = network::of_address(url).filter(|_| is_of_person)
        && let Some(account) =
            network::user_in(name, url).and_then(|user| account_table(name, &user))
    {
        return Some(account);
    }
    let address = url.split_once("://").map_or(url, |(_, address)| address);
    let label = address.trim_end_matches('/');
    let url = if address == url {
        format!("https://{url}")
    } else {
        url.to_owned()
    };
    let [label, url] = [label.to_owned(), url].map(toml::Value::String);
    Some(format!("{{ label = {label}, url = {url} }}"))
}

/// Returns the list that a string stands for where a list of texts must be.
fn list_in_string(wrong: &WrongType) -> Option<Remedy> {
    let text = wrong.node.as_str()?;
    wrong
        .items()
        .filter(|items| items.choices.is_empty() && !items.dates)?;
    let list = StringList::read(text, wrong.path.field().unwrap_or_default());
    let remedy = Remedy::hint(format!("write a list: `{}`", list.start()));
    Some(if list.is_certain {
        remedy.with_value(&list.to_toml(text))
    } else {
        remedy
    })
}

/// Returns where the languages of a text go.
fn languages(wrong: &WrongType) -> Option<String> {
    let Value::Table(members) = &wrong.node.value else {
        return None;
    };
    let items = wrong.types.items.as_deref();
    let hint = if items.is_some_and(ValueTypes::is_text) && are_languages(members) {
        "write the languages of each: `[{ en = \"…\", zh = \"…\" }]`"
    } else if wrong.types.is_text() && !members.is_empty() {
        "write a string, or one for each language: `{ en = \"…\", zh = \"…\" }`"
    } else {
        return None;
    };
    Some(hint.to_owned())
}

fn named_value(wrong: &WrongType) -> Option<String> {
    let choices = wrong.types.choices.iter();
    let names: Vec<&str> = choices.map(|choice| choice.name).collect();
    let is_named = !names.is_empty();
    is_named.then(|| offered("", &names, &listed_by(wrong.path, wrong.kind)))
}

fn date(wrong: &WrongType) -> Option<String> {
    let hint = "write it as `\"2023\"`, `\"2023-09\"` or `\"2023-09-01\"`";
    wrong.types.dates.then(|| hint.to_owned())
}

/// Returns how to write a number, a switch or a date as another value.
fn scalar(wrong: &WrongType) -> Option<String> {
    let types = wrong.types;
    Some(match &wrong.node.value {
        Value::String(_) if types.has("boolean") => {
            "write `true` or `false`, without quotes".to_owned()
        }
        Value::String(text) if types.types == ["integer"] => {
            let number: i64 = text.trim().parse().ok()?;
            format!("write `{number}`, without quotes")
        }
        Value::Table(_) | Value::Array(_) | Value::Languages(_) | Value::String(_) => return None,
        _ if types.has("string") => format!("put it in quotes: `\"{}\"`", wrong.written),
        _ if types.has("boolean") => "write `true` or `false`".to_owned(),
        _ => return None,
    })
}

/// Returns the brackets around a value that should be in a list.
fn member_without_list(wrong: &WrongType) -> Option<String> {
    wrong.items()?;
    let written = wrong.written;
    Some(match &wrong.node.value {
        Value::Table(_) if written.starts_with('[') => {
            format!("write double brackets: `[{written}]`")
        }
        Value::Table(_) if written.starts_with('{') => "put it in brackets: `[{ … }]`".to_owned(),
        Value::Table(_) => format!("write `[[{}]]` above it", wrong.path.header()),
        _ => "put it in brackets: `[\"…\"]`".to_owned(),
    })
}

/// Returns what to write without the brackets of a list.
fn brackets(wrong: &WrongType) -> Option<String> {
    let (types, written) = (wrong.types, wrong.written);
    match wrong.node.value {
        Value::Array(_) if written.starts_with("[[") && types.has_tables() => {
            let header = written.trim_matches(['[', ']']);
            Some(format!("write single brackets: `[{header}]`"))
        }
        Value::Array(_) if types.expected() == "a string" => {
            Some("write one string, without brackets".to_owned())
        }
        _ => None,
    }
}

/// Returns how to write a table or a list of tables.
fn table(wrong: &WrongType) -> Option<String> {
    let (types, path) = (wrong.types, wrong.path);
    if !types.items.as_deref().unwrap_or(types).has_tables() {
        return None;
    }
    let is_list = types.types == ["array"];
    let header = path.header();
    Some(match example_of(path) {
        Some(table) if is_list => format!("write `[{table}]`"),
        Some(table) => format!("write `{table}`"),
        None if is_list || path.is_member() => format!("write `[[{header}]]` and its keys below"),
        None => format!("write `[{header}]` and its keys below"),
    })
}

/// Returns an example of a table in the field at this path.
fn example_of(path: &TomlPath) -> Option<&'static str> {
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

#[cfg(test)]
mod tests {
    use super::link_table;

    #[test]
    fn an_address_is_a_link_with_a_label() {
        assert_eq!(
            link_table("https://example.org/a/", false).as_deref(),
            Some("{ label = \"example.org/a\", url = \"https://example.org/a/\" }")
        );
        assert_eq!(link_table("see below", false), None);
    }
}
