//! Values under a key that the table around them does not have: where they go.

use crate::diagnostic::Edit;
use crate::profile::kind::SectionKind;
use crate::profile::network;
use crate::profile::synonym_words::meanings;
use crate::profile::synonyms::{entries_below, kind_for};
use crate::profile::toml_path::TomlPath;
use crate::profile::tree::{Key, Node, Value};

/// What to write instead of an unknown key, and the new key and value if they have one right form.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Remedy {
    /// The hint.
    pub hint: String,
    /// The right key, which may be one in another table: `meta.GPA`.
    pub key: Option<String>,
    /// The right value.
    pub value: Option<String>,
    /// The edits, if the content moves into a table that is written elsewhere.
    pub edits: Vec<Edit>,
}

/// Returns where the content of an unknown key goes, by its value; `None` if the key alone says it.
/// `is_field` is whether the key certainly means another one of the table.
pub fn remedy(key: &str, value: &Node, path: &TomlPath, is_field: bool) -> Option<Remedy> {
    if let (None | Some("person"), Some(lists)) = (path.field(), named_sections(key, value)) {
        return Some(hint(lists_hint(&path.key(key), &lists)));
    }
    if let (None | Some("person"), "bibliography", Value::String(file)) =
        (path.field(), key, &value.value)
    {
        let file = toml::Value::from(file.as_str());
        return Some(hint(format!(
            "write `[[section]]`, and below it `kind = \"publication\"` and `bibliography = {file}`"
        )));
    }
    match path.field() {
        None => {
            let kind = kind_for(key).filter(|_| is_list_of_tables(value))?;
            let name = kind.name();
            Some(Remedy {
                hint: format!("write `[[{name}]]` instead of each `[[{key}]]`"),
                key: Some(name.to_owned()),
                ..Remedy::default()
            })
        }
        Some("section" | "subsection") if is_list_of_tables(value) => {
            let kind = kind_for(key)?;
            let header = path.header();
            let name = kind.name();
            Some(hint(format!(
                "write `[[{header}.entry]]`, and `kind = \"{name}\"` under `[[{header}]]`"
            )))
        }
        Some("section" | "subsection") if is_list_of_strings(value) && means_entries(key) => {
            Some(Remedy {
                hint: "use `highlights` instead".to_owned(),
                key: Some("highlights".to_owned()),
                ..Remedy::default()
            })
        }
        Some("section" | "subsection") if key == "id" => Some(hint(
            "remove it; a section is known by its `title`, and `tags` select entries".to_owned(),
        )),
        Some("person") => {
            let kind = kind_for(key).filter(|_| !is_field)?;
            Some(hint(entries_below(kind)))
        }
        _ => None,
    }
}

/// A value under a key of a table that does not have it, in the text of the profile.
pub struct Misplaced<'a> {
    /// The key.
    pub key: &'a Key,
    /// The value.
    pub value: &'a Node,
    /// The table.
    pub table: &'a Node,
    /// The text of the profile.
    pub source: &'a str,
}

/// Returns where a fact goes: into `facts`, a table of facts with their labels, so that `gpa = "3.9"`
/// becomes `meta.GPA = "3.9"`.
pub fn fact(misplaced: &Misplaced, facts: &str, label: &str) -> Option<Remedy> {
    let Misplaced {
        value,
        table,
        source,
        ..
    } = misplaced;
    let text = match &value.value {
        Value::String(text) => text,
        Value::Integer(_) | Value::Float(_) => source.get(value.span.clone())?,
        _ => return None,
    };
    let text = toml::Value::from(text).to_string();
    let label = if label.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        label.to_owned()
    } else {
        toml::Value::from(label).to_string()
    };
    let fact = format!("{label} = {text}");
    if let Some(others) = table.get(facts) {
        return Some(Remedy {
            hint: format!("write `{fact}` in its `{facts}`"),
            edits: moved(misplaced, others, &fact),
            ..Remedy::default()
        });
    }
    Some(Remedy {
        hint: format!("write `{facts}.{fact}`"),
        key: Some(format!("{facts}.{label}")),
        value: Some(text),
        ..Remedy::default()
    })
}

/// Returns the edits that move a fact behind the others of a table; none if it has no place there.
fn moved(misplaced: &Misplaced, others: &Node, fact: &str) -> Vec<Edit> {
    let Misplaced {
        key, value, source, ..
    } = misplaced;
    let Some((first, last)) = others.members().first().zip(others.members().last()) else {
        return Vec::new();
    };
    let is_inline = source[others.span.clone()].starts_with('{');
    // The members of a table with a header begin their lines; those of a dotted key do not.
    let line = source[..first.0.span.start]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let begins_line = source[line..first.0.span.start].trim().is_empty();
    let separator = match (is_inline, begins_line) {
        (true, _) => ", ",
        (false, true) => "\n",
        (false, false) => return Vec::new(),
    };
    let end = last.1.span.end;
    let mut whole = key.span.start..value.span.end;
    if source[whole.end..].starts_with('\n') {
        whole.end += 1;
    }
    vec![
        Edit::new(end..end, format!("{separator}{fact}")),
        Edit::new(whole, ""),
    ]
}

/// Returns what to write instead of a value of an opposite or other meaning: `visible = false` is
/// `hidden = true`, and `current = true` is `end = "present"`. `toml` is what the key means.
pub fn switch(toml: &str, value: &Node, table: &Node) -> Option<Remedy> {
    let Value::Boolean(is_on) = value.value else {
        return None;
    };
    match toml {
        "hidden = true" => Some(Remedy {
            hint: format!("write `hidden = {}`", !is_on),
            key: Some("hidden".to_owned()),
            value: Some((!is_on).to_string()),
            ..Remedy::default()
        }),
        "end = \"present\"" if !is_on => Some(hint("remove it, and write `end`".to_owned())),
        "end = \"present\"" if table.has("end") => {
            Some(hint("remove it, or `end` if it is ongoing".to_owned()))
        }
        "end = \"present\"" => Some(Remedy {
            hint: format!("write `{toml}`"),
            key: Some("end".to_owned()),
            value: Some("\"present\"".to_owned()),
            ..Remedy::default()
        }),
        _ => None,
    }
}

/// Returns the name that a given name is half of, with the family name beside it.
pub fn half_name(toml: &str, value: &Node, person: &Node) -> Option<Remedy> {
    let given = value.as_str()?.trim();
    if !toml.starts_with("name = ") || given.is_empty() {
        return None;
    }
    let members = person.members().iter();
    let mut families = members.filter(|(key, _)| {
        key.name == "family-name" || meanings(&key.name, &["person"]).contains("family-name")
    });
    let family = families.next().and_then(|(_, family)| family.as_str());
    let name = match family {
        Some(family) => format!("{given} {}", family.trim()),
        None => given.to_owned(),
    };
    let text = toml::Value::from(name).to_string();
    Some(match family {
        Some(_) => Remedy {
            hint: format!("write `name = {text}`"),
            key: Some("name".to_owned()),
            value: Some(text),
            ..Remedy::default()
        },
        None => hint(format!("write the whole name: `name = \"{given} …\"`")),
    })
}

/// Returns the grade that is called `Note` in German, which is not a note if it is a number.
pub fn grade(key: &str, value: &Node, kind: Option<SectionKind>) -> Option<&'static str> {
    let is_number = match &value.value {
        Value::Integer(_) | Value::Float(_) => true,
        Value::String(text) => {
            let text = text.trim();
            text.starts_with(|c: char| c.is_ascii_digit())
                && text
                    .chars()
                    .all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'))
        }
        _ => false,
    };
    let is_grade = kind == Some(SectionKind::Education) && key.eq_ignore_ascii_case("note");
    (is_grade && is_number).then_some("Note")
}

fn hint(hint: String) -> Remedy {
    Remedy {
        hint,
        ..Remedy::default()
    }
}

/// Returns the names of the lists in a table of sections, where each section has its name as key.
fn named_sections<'a>(key: &str, value: &'a Node) -> Option<Vec<&'a str>> {
    let lists = value.members().iter();
    let names: Vec<&str> = lists
        .filter(|(_, list)| matches!(list.value, Value::Array(_)))
        .map(|(name, _)| name.name.as_str())
        .collect();
    (key == "sections" && !names.is_empty()).then_some(names)
}

/// Returns the hint for a table of sections, with its path and the names of its lists.
fn lists_hint(path: &TomlPath, lists: &[&str]) -> String {
    let known = lists
        .iter()
        .find_map(|list| Some((*list, kind_for(list)?.name())));
    let (name, heading) = match known {
        Some((name, kind)) => (name, format!("kind = \"{kind}\"")),
        None => (lists[0], format!("title = {}", toml::Value::from(lists[0]))),
    };
    let header = path.key(name).header();
    format!(
        "write `[[section]]` for each of its lists: for `{header}`, `{heading}` below it, and then \
         `[[section.entry]]` for each table, or `body` or `highlights` for text"
    )
}

/// Returns where an account goes that is written under the name of its network: into `links` of the
/// person, which the first of several becomes.
pub fn account_link(key: &str, value: &Node, person: &Node, path: &TomlPath) -> Option<Remedy> {
    if path.field() != Some("person") {
        return None;
    }
    let link = account(key, value)?;
    let mut members = person.members().iter();
    let first = members.find(|(key, value)| account(&key.name, value).is_some());
    let is_first = first.is_some_and(|(first, _)| first.name == key);
    if !is_first || person.has("links") {
        return Some(hint(format!("add `{link}` to `links`")));
    }
    Some(Remedy {
        hint: format!("write `links = [{link}]`"),
        key: Some("links".to_owned()),
        value: Some(format!("[{link}]")),
        ..Remedy::default()
    })
}

/// Returns the account of a network whose name is the key.
fn account(key: &str, value: &Node) -> Option<String> {
    let name = network::find(key)?;
    let written = value.as_str()?.trim();
    let user = network::user_in(name, written).unwrap_or_else(|| written.to_owned());
    network::is_user(&user).then(|| format!("{{ network = \"{name}\", username = \"{user}\" }}"))
}

/// Returns what to write instead of a location in parts: of a person `residence`, and of an entry one
/// text.
pub fn location(value: &Node, path: &TomlPath) -> Option<Remedy> {
    const PARTS: [&str; 4] = ["city", "region", "state", "country"];
    if path.field() != Some("location") || path.is_member() {
        return None;
    }
    let parts: Vec<&str> = PARTS.iter().filter_map(|part| value.string(part)).collect();
    if path.header() == "person.location" {
        let is_residence = value
            .members()
            .iter()
            .any(|(key, _)| !meanings(&key.name, &["residence"]).is_empty())
            || !parts.is_empty();
        return is_residence.then(|| Remedy {
            hint: match parts.first() {
                Some(city) => format!("write `residence = {{ city = \"{city}\", … }}`"),
                None => "write `residence = { city = \"…\", country = \"…\" }`".to_owned(),
            },
            key: Some("residence".to_owned()),
            value: None,
            ..Remedy::default()
        });
    }
    if parts.is_empty() {
        return None;
    }
    let text = toml::Value::from(parts.join(", ")).to_string();
    let has_others = value.members().len() != parts.len();
    Some(Remedy {
        hint: format!("write `location = {text}`"),
        key: None,
        value: (!has_others).then_some(text),
        ..Remedy::default()
    })
}

/// Returns the table for an address in a list of links.
pub fn link_table(value: &Node, path: &TomlPath) -> Option<String> {
    let url = value.as_str()?.trim();
    if !url.contains('.') || url.contains(char::is_whitespace) {
        return None;
    }
    let is_of_person = path.header().starts_with("person");
    if let Some(name) = network::of_address(url).filter(|_| is_of_person)
        && let Some(user) = network::user_in(name, url)
        && network::is_user(&user)
    {
        return Some(format!("{{ network = \"{name}\", username = \"{user}\" }}"));
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

fn is_list_of_tables(value: &Node) -> bool {
    is_list(value, |item| matches!(item, Value::Table(_)))
}

fn is_list_of_strings(value: &Node) -> bool {
    is_list(value, |item| matches!(item, Value::String(_)))
}

fn is_list(value: &Node, is_member: fn(&Value) -> bool) -> bool {
    let items = value.items();
    !items.is_empty() && items.iter().all(|item| is_member(&item.value))
}

fn means_entries(key: &str) -> bool {
    matches!(
        key,
        "items" | "entries" | "list" | "elements" | "rows" | "content" | "einträge"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tree::Key;

    fn text(text: &str) -> Node {
        Node {
            span: 0..0,
            value: Value::String(text.to_owned()),
        }
    }

    #[test]
    fn a_table_of_sections_becomes_sections() {
        let list = |name: &str| {
            let key = Key {
                span: 0..0,
                name: name.to_owned(),
            };
            let value = Value::Array(vec![text("One.")]);
            (key, Node { span: 0..0, value })
        };
        let sections = |names: &[&str]| Node {
            span: 0..0,
            value: Value::Table(names.iter().map(|name| list(name)).collect()),
        };
        let person = TomlPath::ROOT;
        let person = person.key("person");
        let told = |key, names: &[&str]| {
            let found = remedy(key, &sections(names), &person, false)?;
            assert_eq!((found.key, found.value), (None, None));
            Some(found.hint)
        };
        let hint = told("sections", &["My story", "work_experience"]).unwrap();
        assert!(
            hint.contains(
                "for `person.sections.work_experience`, `kind = \"experience\"` below it"
            ),
            "{hint}"
        );
        let hint = told("sections", &["My story"]).unwrap();
        assert!(hint.contains("`title = \"My story\"` below it"), "{hint}");
        assert_eq!(told("sections", &[]), None);
        assert_eq!(told("details", &["work"]), None);
    }

    #[test]
    fn an_account_is_a_link_with_its_user() {
        for (key, written, user) in [
            ("linkedin", "linkedin.com/in/ada-example/", "ada-example"),
            ("github", "https://github.com/ada-example", "ada-example"),
            ("github", "ada-example", "ada-example"),
        ] {
            let expected = format!("{{ network = \"{key}\", username = \"{user}\" }}");
            assert_eq!(account(key, &text(written)), Some(expected), "{written}");
        }
        assert_eq!(account("github", &text("see below")), None);
    }

    #[test]
    fn an_address_is_a_link_with_a_label() {
        let sections = TomlPath::ROOT.key("section");
        let section = sections.index(0);
        let entries = section.key("entry");
        let entry = entries.index(0);
        let path = entry.key("links");
        assert_eq!(
            link_table(&text("https://example.org/a/"), &path).as_deref(),
            Some("{ label = \"example.org/a\", url = \"https://example.org/a/\" }")
        );
        assert_eq!(link_table(&text("see below"), &path), None);
    }
}
