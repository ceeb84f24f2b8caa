//! What to write instead of a key that its table does not have.

use crate::diagnostic::Edit;
use crate::profile::kind::SectionKind;
use crate::profile::language::is_language_tag;
use crate::profile::network;
use crate::profile::remedy::Remedy;
use crate::profile::synonym_words::{is_advice, is_field, meanings};
use crate::profile::synonyms::{Place, entries_below, kind_for, label_in};
use crate::profile::tree::{Key, Node, TomlTree, Value};

/// A key that its table does not have.
pub struct UnknownKey<'a> {
    /// The key.
    pub key: &'a Key,
    /// Its value.
    pub value: &'a Node,
    /// The table.
    pub table: &'a Node,
    /// The place of the table.
    pub place: Place<'a>,
    /// The whole profile.
    pub tree: &'a TomlTree,
}

impl UnknownKey<'_> {
    /// Returns the key as written.
    pub fn name(&self) -> &str {
        &self.key.name
    }

    /// Returns the value as written.
    pub fn written(&self) -> Option<&str> {
        self.tree.source().text().get(self.value.span.clone())
    }
}

/// The remedies that depend on the value. The first one that there is, holds.
const REMEDIES: [fn(&UnknownKey) -> Option<Remedy>; 6] = [
    account_link,
    named_sections,
    entries,
    grade,
    by_row,
    languages_of_bullet,
];

/// Returns what to write instead.
pub fn remedy(unknown: &UnknownKey) -> Remedy {
    let by_value = REMEDIES.iter().find_map(|remedy| remedy(unknown));
    by_value.unwrap_or_else(|| Remedy {
        hint: unknown.place.hint(unknown.name()),
        key: unknown.place.meant_key(unknown.name()).map(str::to_owned),
        ..Remedy::default()
    })
}

/// Returns what the word means, if that is TOML or advice which has the value of the profile.
fn by_row(unknown: &UnknownKey) -> Option<Remedy> {
    let meant = unknown.place.meaning(unknown.name())?;
    if is_field(meant) {
        return None;
    }
    if is_advice(meant) {
        let text = unknown.value.as_str().unwrap_or("…");
        let value = toml::Value::from(text).to_string();
        return Some(Remedy::hint(meant.replace("\"…\"", &value)));
    }
    let fact_label = meant
        .split_once(" = ")
        .and_then(|(key, _)| key.split_once('.'));
    match fact_label {
        Some((facts, label)) => fact(unknown, facts, label.trim_matches('"')),
        None => switch(unknown, meant).or_else(|| half_name(unknown, meant)),
    }
}

/// Returns where the text of a bullet in one language goes.
fn languages_of_bullet(unknown: &UnknownKey) -> Option<Remedy> {
    let (name, place) = (unknown.name(), &unknown.place);
    let is_bullet = matches!(place.path.field(), Some("highlights" | "items"));
    if !is_bullet || place.meant_key(name).is_some() || !is_language_tag(name) {
        return None;
    }
    Some(Remedy::hint(format!(
        "write the languages under `text`: `{{ text = {{ {name} = \"…\" }}, … }}`"
    )))
}

/// The end of what continues.
const PRESENT: &str = "\"present\"";

/// Returns where sections go that are in one table, where each has its name as key.
fn named_sections(unknown: &UnknownKey) -> Option<Remedy> {
    let path = unknown.place.path;
    if unknown.name() != "sections" || !matches!(path.field(), None | Some("person")) {
        return None;
    }
    let lists = unknown.value.members().iter();
    let lists: Vec<&str> = lists
        .filter(|(_, list)| matches!(list.value, Value::Array(_)))
        .map(|(name, _)| name.name.as_str())
        .collect();
    let known = lists
        .iter()
        .find_map(|list| Some((*list, kind_for(list)?.name())));
    let first = *lists.first()?;
    let (name, heading) = match known {
        Some((name, kind)) => (name, format!("kind = \"{kind}\"")),
        None => (first, format!("title = {}", toml::Value::from(first))),
    };
    let sections = path.key(unknown.name());
    let header = sections.key(name).header();
    Some(Remedy::hint(format!(
        "write `[[section]]` for each of its lists: for `{header}`, `{heading}` below it, and then \
         `[[section.entry]]` for each table, or `body` or `highlights` for text"
    )))
}

/// Returns where entries go that are under the name of a kind, or of a list.
fn entries(unknown: &UnknownKey) -> Option<Remedy> {
    let path = unknown.place.path;
    let (key, value) = (unknown.name(), unknown.value);
    match path.field() {
        None if is_list(value, is_table) => {
            let name = kind_for(key)?.name();
            let hint = format!("write `[[{name}]]` instead of each `[[{key}]]`");
            Some(Remedy::hint(hint).with_key(name))
        }
        Some("section" | "subsection") if is_list(value, is_table) => {
            let name = kind_for(key)?.name();
            let header = path.header();
            Some(Remedy::hint(format!(
                "write `[[{header}.entry]]`, and `kind = \"{name}\"` under `[[{header}]]`"
            )))
        }
        Some("section" | "subsection")
            if is_list(value, is_string)
                && matches!(unknown.place.meaning(key), Some("entry" | "body")) =>
        {
            Some(Remedy::hint("use `highlights` instead").with_key("highlights"))
        }
        Some("person") if unknown.place.meant_key(key).is_none() => {
            Some(Remedy::hint(entries_below(kind_for(key)?)))
        }
        _ => None,
    }
}

/// Returns where a fact goes: into `facts`, a table of facts with their labels, so that `gpa = "3.9"`
/// becomes `meta.GPA = "3.9"`.
fn fact(unknown: &UnknownKey, facts: &str, label: &str) -> Option<Remedy> {
    let locale = unknown.tree.root().string("locale").unwrap_or_default();
    let label = label_in(locale, unknown.name(), label);
    let text = match &unknown.value.value {
        Value::String(text) => text,
        Value::Integer(_) | Value::Float(_) => unknown.written()?,
        _ => return None,
    };
    let text = toml::Value::from(text).to_string();
    let label = if label.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        label
    } else {
        toml::Value::from(label).to_string()
    };
    let fact = format!("{label} = {text}");
    if let Some(others) = unknown.table.get(facts) {
        let mut remedy = Remedy::hint(format!("write `{fact}` in its `{facts}`"));
        remedy.edits = moved(unknown, others, &fact);
        return Some(remedy);
    }
    let remedy = Remedy::hint(format!("write `{facts}.{fact}`"));
    Some(
        remedy
            .with_key(&format!("{facts}.{label}"))
            .with_value(&text),
    )
}

/// Returns the edits that move a fact behind the others of a table; none if it has no place there.
fn moved(unknown: &UnknownKey, others: &Node, fact: &str) -> Vec<Edit> {
    let (key, value) = (unknown.key, unknown.value);
    let source = unknown.tree.source().text();
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
fn switch(unknown: &UnknownKey, toml: &str) -> Option<Remedy> {
    let Value::Boolean(is_on) = unknown.value.value else {
        return None;
    };
    let (key, value) = toml.split_once(" = ")?;
    let has_it = unknown.table.has(key);
    Some(match value {
        "true" => Remedy::write(key, &(!is_on).to_string()),
        PRESENT if !is_on => Remedy::hint(format!("remove it, and write `{key}`")),
        PRESENT if has_it => Remedy::hint(format!("remove it, or `{key}` if it is ongoing")),
        PRESENT => Remedy::write(key, value),
        _ => return None,
    })
}

/// Returns the name that a given name is half of, with the family name beside it.
fn half_name(unknown: &UnknownKey, toml: &str) -> Option<Remedy> {
    let given = unknown.value.as_str()?.trim();
    if !toml.starts_with("name = ") || given.is_empty() {
        return None;
    }
    let members = unknown.table.members().iter();
    let mut families = members.filter(|(key, _)| {
        key.name == "family-name" || meanings(&key.name, &["person"]).contains("family-name")
    });
    let family = families.next().and_then(|(_, family)| family.as_str());
    Some(match family {
        Some(family) => {
            let name = format!("{given} {}", family.trim());
            Remedy::write("name", &toml::Value::from(name).to_string())
        }
        None => Remedy::hint(format!("write the whole name: `name = \"{given} …\"`")),
    })
}

/// Returns where a grade goes that is called `Note` in German, which is not a note if it is a number.
fn grade(unknown: &UnknownKey) -> Option<Remedy> {
    let is_number = match &unknown.value.value {
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
    let is_in_education = unknown.place.kind == Some(SectionKind::Education)
        && unknown.place.path.table() == Some("entry");
    let is_grade = is_in_education && unknown.name().eq_ignore_ascii_case("note");
    (is_grade && is_number)
        .then(|| fact(unknown, "meta", "Note"))
        .flatten()
}

/// Returns where an account goes that is written under the name of its network: into `links` of the
/// person, which the first of several becomes.
fn account_link(unknown: &UnknownKey) -> Option<Remedy> {
    if unknown.place.path.field() != Some("person") {
        return None;
    }
    let link = account(unknown.name(), unknown.value)?;
    let mut members = unknown.table.members().iter();
    let first = members.find(|(key, value)| account(&key.name, value).is_some());
    let is_first = first.is_some_and(|(first, _)| first.name == unknown.name());
    if !is_first || unknown.table.has("links") {
        return Some(Remedy::hint(format!("add `{link}` to `links`")));
    }
    Some(Remedy::write("links", &format!("[{link}]")))
}

/// Returns the account of a network whose name is the key.
fn account(key: &str, value: &Node) -> Option<String> {
    let name = network::find(key)?;
    let written = value.as_str()?.trim();
    let user = network::user_in(name, written).unwrap_or_else(|| written.to_owned());
    account_table(name, &user)
}

/// Returns the link of a person to an account.
pub fn account_table(network: &str, user: &str) -> Option<String> {
    network::is_user(user).then(|| format!("{{ network = \"{network}\", username = \"{user}\" }}"))
}

fn is_list(value: &Node, is_member: fn(&Node) -> bool) -> bool {
    let items = value.items();
    !items.is_empty() && items.iter().all(is_member)
}

fn is_table(node: &Node) -> bool {
    matches!(node.value, Value::Table(_))
}

fn is_string(node: &Node) -> bool {
    matches!(node.value, Value::String(_))
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Source;
    use crate::profile::parse;

    fn hint_of(person: &str) -> String {
        let text = format!("[person]\nname = 'A'\n{person}");
        let parsed = parse(Source::new("a.toml", text), None, None).expect("TOML");
        let mut hints = parsed.problems.iter().flat_map(|problem| &problem.hints);
        hints.next().cloned().unwrap_or_default()
    }

    #[test]
    fn a_table_of_sections_becomes_sections() {
        for (lists, expected) in [
            (
                "'My story' = ['One.']\nwork_experience = ['One.']",
                "for `person.sections.work_experience`, `kind = \"experience\"` below it",
            ),
            ("'My story' = ['One.']", "`title = \"My story\"` below it"),
        ] {
            let hint = hint_of(&format!("[person.sections]\n{lists}\n"));
            assert!(hint.contains(expected), "{hint}");
        }
        let hint = hint_of("[person.sections]\n");
        assert!(!hint.contains("each of its lists"), "{hint}");
    }

    #[test]
    fn an_account_is_a_link_with_its_user() {
        for (key, written, user) in [
            ("linkedin", "linkedin.com/in/ada-example/", "ada-example"),
            ("github", "https://github.com/ada-example", "ada-example"),
            ("github", "ada-example", "ada-example"),
        ] {
            let hint = hint_of(&format!("{key} = '{written}'\n"));
            let link = format!("{{ network = \"{key}\", username = \"{user}\" }}");
            assert_eq!(hint, format!("write `links = [{link}]`"), "{written}");
        }
        let hint = hint_of("github = 'see below'\n");
        assert!(!hint.contains("see below"), "{hint}");
    }
}
