//! Checks a tree against the shape of the model's types and reports every difference.
//!
//! The shape is the JSON Schema that is generated from the types, so that editors, this check and
//! the deserializer agree on the fields. Deserializing would stop at the first error; this check
//! continues.

use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use crate::diagnostic::{Diagnostic, Diagnostics, Edit, nearest, offered, rule};
use crate::profile::fields::{SCHEMA, fields_of, role_has};
use crate::profile::kind::SectionKind;
use crate::profile::language::is_language_tag;
use crate::profile::misplaced::{self, Misplaced, Remedy};
use crate::profile::short_form::{can_be_entries, expanded};
use crate::profile::string_list::StringList;
use crate::profile::synonyms;
use crate::profile::syntax::tree;
use crate::profile::toml_path::TomlPath;
use crate::profile::tree::{Key, Node, TomlTree, Value};
use crate::profile::value_types::{
    admits, admits_tables, are_languages, enum_values, enum_values_in, expected, is_date,
    is_languages, is_text, items_of, matching_alternative, resolve,
};

/// The valid part of a tree.
#[derive(Debug)]
pub struct CheckedTree {
    /// The tree without faulty values: a faulty member of a table is left out, a faulty member of a
    /// list becomes an empty value with an empty span, so that the other members keep their
    /// indices. Texts in several languages are [`Value::Languages`], and all sections are in the long
    /// form.
    pub tree: TomlTree,
    /// The spans of values with a fault directly in them.
    faulty: BTreeSet<(usize, usize)>,
}

impl CheckedTree {
    /// Returns whether a fault was reported directly in a value. What is missing there is probably
    /// missing because of that fault.
    pub fn is_faulty(&self, node: &Node) -> bool {
        self.faulty.contains(&(node.span.start, node.span.end))
    }
}

/// Reports unknown keys, missing keys, wrong types and unknown values.
pub fn check(tree: &TomlTree, problems: &mut Diagnostics) -> CheckedTree {
    let mut checker = ShapeChecker {
        tree,
        problems,
        kind: None,
        faulty: BTreeSet::new(),
    };
    let valid = checker.node(tree.root(), &SCHEMA, &TomlPath::ROOT);
    let root = valid.unwrap_or_else(|| Node {
        span: tree.root().span.clone(),
        value: Value::Table(Vec::new()),
    });
    CheckedTree {
        tree: TomlTree::with_root(Arc::clone(tree.source()), expanded(root)),
        faulty: checker.faulty,
    }
}

struct ShapeChecker<'a> {
    tree: &'a TomlTree,
    problems: &'a mut Diagnostics,
    /// The kind of the section that is being checked.
    kind: Option<SectionKind>,
    faulty: BTreeSet<(usize, usize)>,
}

impl ShapeChecker<'_> {
    /// Reports an error in `node` that is shown at `span`.
    fn report(&mut self, node: &Node, span: Range<usize>, error: Diagnostic) {
        self.mark_faulty(node);
        self.problems.push(error.at(self.tree.source(), span, ""));
    }

    fn mark_faulty(&mut self, node: &Node) {
        self.faulty.insert((node.span.start, node.span.end));
    }

    /// Returns the valid part of a value; `None` if the value itself is faulty.
    fn node(&mut self, node: &Node, schema: &Json, path: &TomlPath) -> Option<Node> {
        let schema = resolve(schema);
        if is_languages(schema) {
            return self.languages(node, path);
        }
        if schema.get("anyOf").is_some() {
            if is_date(schema) && matches!(node.value, Value::Datetime(_)) {
                return Some(node.clone());
            }
            return match matching_alternative(schema, &node.value) {
                Some(alternative) => self.node(node, alternative, path),
                None => self.wrong_type(node, schema, path),
            };
        }
        if let (Some(values), Value::String(text)) = (enum_values(schema), &node.value) {
            return self.enum_value(node, text, &values, path);
        }
        if !admits(schema, &node.value) {
            return self.wrong_type(node, schema, path);
        }
        let value = match &node.value {
            Value::Table(members) => self.table(node, members, schema, path),
            Value::Array(members) => self.list(members, schema, path),
            Value::Integer(number) => return self.integer(node, *number, schema, path),
            other => other.clone(),
        };
        Some(Node {
            span: node.span.clone(),
            value,
        })
    }

    /// Checks a text in several languages.
    fn languages(&mut self, node: &Node, path: &TomlPath) -> Option<Node> {
        let mut texts = Vec::new();
        for (key, member) in node.members() {
            if !is_language_tag(&key.name) {
                let message = format!("`{}` is not a language tag", key.name);
                let error = Diagnostic::error(rule::MALFORMED_LANGUAGE, message)
                    .hint("expected a BCP 47 tag such as `en`, `de-CH` or `zh-Hans`");
                self.report(node, key.span.clone(), error);
            } else if matches!(member.value, Value::String(_)) {
                texts.push((key.clone(), member.clone()));
            } else {
                let field = path.field().unwrap_or_default();
                let found = member.value.type_name();
                let message = format!("`{field}` must be a string in each language, not {found}");
                let error = Diagnostic::error(rule::WRONG_TYPE, message);
                self.report(node, member.span.clone(), error);
            }
        }
        if texts.is_empty() {
            return None;
        }
        Some(Node {
            span: node.span.clone(),
            value: Value::Languages(texts),
        })
    }

    fn list(&mut self, members: &[Node], schema: &Json, path: &TomlPath) -> Value {
        let items = schema.get("items").unwrap_or(&Json::Null);
        let mut valid = Vec::new();
        for (index, member) in members.iter().enumerate() {
            if let Some(checked) = self.node(member, items, &path.index(index)) {
                valid.push(checked);
                continue;
            }
            let placeholder = placeholder(member, items);
            self.mark_faulty(&placeholder);
            valid.push(placeholder);
        }
        Value::Array(valid)
    }

    fn table(
        &mut self,
        node: &Node,
        members: &[(Key, Node)],
        schema: &Json,
        path: &TomlPath,
    ) -> Value {
        let no_properties = Map::new();
        let properties = schema
            .get("properties")
            .and_then(Json::as_object)
            .unwrap_or(&no_properties);
        let other_keys = schema.get("additionalProperties").unwrap_or(&Json::Null);
        let outer_kind = self.kind;
        if matches!(path.field(), Some("section" | "subsection")) {
            self.kind = kind_in(members).or(outer_kind);
        } else if let Some(kind) = path.kind() {
            self.kind = Some(kind);
        }
        let mut valid: Vec<(Key, Node)> = Vec::new();
        for (key, member) in members {
            let at = path.key(&key.name);
            let is_other = at.kind().is_some() && !can_be_entries(member);
            let property = properties.get(&key.name).filter(|_| !is_other);
            let checked = match property.unwrap_or(other_keys) {
                Json::Bool(false) => {
                    self.unknown_key(node, (key, member), properties, path);
                    None
                }
                schema => self.node(member, schema, &at),
            };
            match checked {
                Some(value) => valid.push((key.clone(), value)),
                None => self.mark_faulty(node),
            }
        }
        self.kind = outer_kind;
        self.required_keys(node, &mut valid, schema, path);
        Value::Table(valid)
    }

    /// Reports required keys that are missing, and adds empty values for them.
    fn required_keys(
        &mut self,
        node: &Node,
        valid: &mut Vec<(Key, Node)>,
        schema: &Json,
        path: &TomlPath,
    ) {
        let required = schema.get("required").and_then(Json::as_array);
        let required = required.into_iter().flatten().filter_map(Json::as_str);
        for name in required {
            if valid.iter().any(|(key, _)| key.name == name) {
                continue;
            }
            // A key that is present but faulty was reported already.
            if !self.faulty.contains(&(node.span.start, node.span.end)) {
                let table = path.field().unwrap_or_default();
                let message = format!("`{name}` is missing in `{table}`");
                let error = Diagnostic::error(rule::MISSING_KEY, message)
                    .hint(format!("add `{name} = \"…\"`"));
                self.report(node, node.span.clone(), error);
            }
            let key = Key {
                name: name.to_owned(),
                span: node.span.clone(),
            };
            let schema = &schema["properties"][name];
            valid.push((key, placeholder(node, schema)));
        }
    }

    fn unknown_key(
        &mut self,
        node: &Node,
        (key, member): (&Key, &Node),
        properties: &Map<String, Json>,
        path: &TomlPath,
    ) {
        let name = &key.name;
        let known: Vec<&str> = match (path.table(), self.kind) {
            (None, _) if !can_be_entries(member) => properties
                .keys()
                .map(String::as_str)
                .filter(|key| key.parse::<SectionKind>().is_err())
                .collect(),
            (Some("entry"), Some(kind)) => fields_of(kind).collect(),
            (Some("role"), _) => fields_of(SectionKind::Experience)
                .filter(|field| role_has(field))
                .collect(),
            _ => properties.keys().map(String::as_str).collect(),
        };
        let place = match path.field() {
            None => "at the top level".to_owned(),
            // The name of the variant alone does not say what it names.
            Some(_) if path.header().starts_with("variant.") => format!("in `{}`", path.header()),
            Some(field) => format!("in `{field}`"),
        };
        let meant = synonyms::meant_key(name, &known, path, self.kind);
        let remedy = misplaced::account_link(name, member, node, path)
            .or_else(|| misplaced::remedy(name, member, path, meant.is_some()))
            .or_else(|| self.toml_remedy(node, (key, member), path));
        let meant = match &remedy {
            Some(remedy) => remedy.key.as_deref(),
            None => meant,
        };
        let is_bullet = matches!(path.field(), Some("highlights" | "items"));
        let hint = if let Some(remedy) = &remedy {
            remedy.hint.clone()
        } else if is_bullet && meant.is_none() && is_language_tag(name) {
            format!("write the languages under `text`: `{{ text = {{ {name} = \"…\" }}, … }}`")
        } else {
            synonyms::hint(name, &known, path, self.kind)
        };
        let below = meant.or_else(|| nearest(name, known.iter().copied()));
        let below = below.map(str::to_owned);
        let message = format!("unknown key `{name}` {place}");
        let mut error = Diagnostic::error(rule::UNKNOWN_KEY, message).hint(hint);
        // A key that is written already must not be written twice, but for headers of one list.
        let is_free = |meant: &str| {
            let written = node.get(meant.split('.').next().unwrap_or(meant));
            written.is_none_or(|written| self.has_headers(written) && self.has_headers(member))
        };
        if let Some(meant) = meant.filter(|meant| is_free(meant)) {
            let mut edits = self.renamed_at(&path.key(name), &key.span, meant);
            if let Some(value) = remedy.as_ref().and_then(|remedy| remedy.value.clone()) {
                edits.push(Edit::new(member.span.clone(), value));
            }
            error = error.edits(edits);
        } else if let Some(remedy) = remedy.filter(|remedy| !remedy.edits.is_empty()) {
            error = error.edits(remedy.edits);
        }
        self.report(node, key.span.clone(), error);
        if let Some(meant) = below {
            self.below_unknown_key(member, properties, &path.key(&meant));
        }
    }

    /// Checks tables under an unknown key as those of the key that it means, so that their faults are
    /// reported at once.
    fn below_unknown_key(
        &mut self,
        member: &Node,
        properties: &Map<String, Json>,
        meant: &TomlPath,
    ) {
        let is_table = |node: &Node| matches!(node.value, Value::Table(_));
        let has_tables = is_table(member) || member.items().iter().any(is_table);
        let schema = meant.field().and_then(|name| properties.get(name));
        if let Some(schema) =
            schema.filter(|schema| has_tables && admits(resolve(schema), &member.value))
        {
            self.node(member, schema, meant);
        }
    }

    /// Returns whether a value is a list of tables with headers.
    fn has_headers(&self, list: &Node) -> bool {
        let first = list.items().first();
        let text = self.tree.source().text();
        first.is_some_and(|table| text[table.span.clone()].starts_with("[["))
    }

    /// Returns what to write instead of a key that means a fact, or a key with a certain value.
    fn toml_remedy(
        &self,
        node: &Node,
        (key, member): (&Key, &Node),
        path: &TomlPath,
    ) -> Option<Remedy> {
        let misplaced = Misplaced {
            key,
            value: member,
            table: node,
            source: self.tree.source().text(),
        };
        let is_in_entry = path.table() == Some("entry");
        if let Some(label) = misplaced::grade(&key.name, member, self.kind).filter(|_| is_in_entry)
        {
            return misplaced::fact(&misplaced, "meta", label);
        }
        if let Some(fact) = synonyms::meant_fact(&key.name, path, self.kind) {
            let locale = self.tree.root().string("locale").unwrap_or_default();
            let label = synonyms::label_in(locale, &key.name, fact.label);
            return misplaced::fact(&misplaced, fact.table, &label);
        }
        let toml = synonyms::meant_toml(&key.name, path, self.kind)?;
        misplaced::switch(toml, member, node).or_else(|| misplaced::half_name(toml, member, node))
    }

    /// Returns the edits that give a key another name, also in the headers of tables below it.
    fn renamed(&self, path: &TomlPath, name: &str) -> Vec<Edit> {
        self.renamed_at(path, &self.tree.key_span(path), name)
    }

    fn renamed_at(&self, path: &TomlPath, key: &Range<usize>, name: &str) -> Vec<Edit> {
        let tree = tree::read(self.tree.source().text());
        let mut spans = tree.keys_in_headers(&path.header());
        if !spans.contains(key) {
            spans = vec![key.clone()];
        }
        spans
            .into_iter()
            .map(|span| Edit::new(span, name))
            .collect()
    }

    fn enum_value(
        &mut self,
        node: &Node,
        text: &str,
        values: &[&str],
        path: &TomlPath,
    ) -> Option<Node> {
        if values.contains(&text) {
            return Some(node.clone());
        }
        let kind = synonyms::kind_for(text).map(SectionKind::name);
        let similar = nearest(text, values.iter().copied())
            .or_else(|| kind.filter(|kind| values.contains(kind)));
        let hint = match similar {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => offered(text, values, &listed_by(path, self.kind)),
        };
        let field = path.field().unwrap_or_default();
        let message = format!("unknown value `{text}` of `{field}`");
        let mut error = Diagnostic::error(rule::UNKNOWN_VALUE, message).hint(hint);
        if let Some(similar) = similar {
            error = error.fix(node.span.clone(), format!("\"{similar}\""));
        }
        self.report(node, node.span.clone(), error);
        None
    }

    fn integer(
        &mut self,
        node: &Node,
        number: Option<i64>,
        schema: &Json,
        path: &TomlPath,
    ) -> Option<Node> {
        let minimum = schema.get("minimum").and_then(Json::as_i64);
        let maximum = schema.get("maximum").and_then(Json::as_i64);
        let is_in_range = number.is_some_and(|number| {
            minimum.is_none_or(|minimum| number >= minimum)
                && maximum.is_none_or(|maximum| number <= maximum)
        });
        if is_in_range {
            return Some(node.clone());
        }
        let field = path.field().unwrap_or_default();
        let message = match (minimum, maximum) {
            (Some(minimum), Some(maximum)) => {
                format!("`{field}` must be from {minimum} to {maximum}")
            }
            _ => format!("`{field}` is too large"),
        };
        let error = Diagnostic::error(rule::OUT_OF_RANGE, message);
        self.report(node, node.span.clone(), error);
        None
    }

    fn wrong_type(&mut self, node: &Node, schema: &Json, path: &TomlPath) -> Option<Node> {
        let expected = expected(schema);
        let field = path.field().unwrap_or_default();
        let each = if path.is_member() { "each of " } else { "" };
        let found = node.value.type_name();
        let message = format!("{each}`{field}` must be {expected}, not {found}");
        let mut error = Diagnostic::error(rule::WRONG_TYPE, message);
        if let Some(keywords) = self.keywords_in_details(node, path) {
            error = error
                .hint(format!("write `keywords = {keywords}`"))
                .edits(vec![
                    Edit::new(self.tree.key_span(path), "keywords"),
                    Edit::new(node.span.clone(), keywords),
                ]);
        } else if let Some(remedy) = misplaced::location(node, path) {
            error = error.hint(remedy.hint);
            if let Some(key) = remedy.key {
                error = error.edits(self.renamed(path, &key));
            } else if let Some(value) = remedy.value {
                error = error.fix(node.span.clone(), value);
            }
        } else if let (Some("links"), Some(table)) =
            (path.field(), misplaced::link_table(node, path))
        {
            let table = if path.is_member() {
                table
            } else {
                format!("[{table}]")
            };
            error = error
                .hint(format!("write `{table}`"))
                .fix(node.span.clone(), table);
        } else if let Some(text) = node.as_str()
            && let Some(list) = list_in_string(text, node, schema, path)
        {
            error = error.hint(format!("write a list: `{}`", list.start()));
            if list.is_certain {
                error = error.fix(node.span.clone(), list.to_toml(text));
            }
        } else if let Some(hint) = self.type_hint(node, schema, &expected, path) {
            error = error.hint(hint);
        }
        self.report(node, node.span.clone(), error);
        self.check_inside(node, schema, path);
        None
    }

    /// Reports the faults inside a value with wrong brackets: a table instead of a list of tables,
    /// or the reverse.
    fn check_inside(&mut self, node: &Node, schema: &Json, path: &TomlPath) {
        match &node.value {
            Value::Table(members) if !are_languages(members) => {
                if let Some(items) = items_of(schema).filter(|items| admits(items, &node.value)) {
                    self.node(node, items, path);
                }
            }
            Value::Array(members) if members.iter().all(is_table) => {
                for member in members {
                    if admits(schema, &member.value) {
                        self.node(member, schema, path);
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the keywords that a skill or interest has in one string under `details`.
    fn keywords_in_details(&self, node: &Node, path: &TomlPath) -> Option<String> {
        let has_keywords = matches!(self.kind, Some(SectionKind::Skill | SectionKind::Interest));
        if path.field() != Some("details") || !has_keywords {
            return None;
        }
        let parts = node.as_str()?.split([',', ';']).map(str::trim);
        let keywords: Vec<String> = parts.map(|part| format!("{part:?}")).collect();
        Some(format!("[{}]", keywords.join(", ")))
    }

    /// Returns how to write a value with the expected type.
    fn type_hint(
        &self,
        node: &Node,
        schema: &Json,
        expected: &str,
        path: &TomlPath,
    ) -> Option<String> {
        if let Some(hint) = language_hint(node, schema) {
            return Some(hint.to_owned());
        }
        if let Some(values) = enum_values_in(schema) {
            return Some(offered("", &values, &listed_by(path, self.kind)));
        }
        if is_date(schema) {
            return Some("write it as `\"2023\"`, `\"2023-09\"` or `\"2023-09-01\"`".to_owned());
        }
        let written = &self.tree.source().text()[self.tree.source().clamp(node.span.clone())];
        if is_scalar(&node.value) && expected.contains("a string") {
            return Some(format!("put it in quotes: `\"{written}\"`"));
        }
        if is_scalar(&node.value) && expected.contains("a boolean") {
            return Some("write `true` or `false`".to_owned());
        }
        // The value itself would be a valid member of the list.
        if items_of(schema).is_some_and(|items| admits(items, &node.value)) {
            return Some(list_hint(node, written, path));
        }
        match &node.value {
            Value::Array(_) if written.starts_with("[[") && admits_tables(schema) => {
                let header = written.trim_matches(['[', ']']);
                Some(format!("write single brackets: `[{header}]`"))
            }
            Value::Array(_) if expected == "a string" => {
                Some("write one string, without brackets".to_owned())
            }
            Value::String(_) if expected == "a boolean" => {
                Some("write `true` or `false`, without quotes".to_owned())
            }
            Value::String(text) if expected == "an integer" => {
                let number: i64 = text.trim().parse().ok()?;
                Some(format!("write `{number}`, without quotes"))
            }
            _ if admits_tables(items_of(schema).unwrap_or(schema)) => {
                Some(table_hint(expected == "a list", path))
            }
            _ => None,
        }
    }
}

/// Returns the command that lists the values of a field.
fn listed_by(path: &TomlPath, kind: Option<SectionKind>) -> String {
    format!("`cvpress explain {}`", synonyms::topic(path, kind))
}

/// Returns an empty value in place of a missing or faulty one. Its empty span distinguishes it from
/// written values.
fn placeholder(node: &Node, schema: &Json) -> Node {
    let schema = resolve(schema);
    let candidates = [
        Value::String(String::new()),
        Value::Table(required_members(node, schema)),
        Value::Array(Vec::new()),
    ];
    let mut candidates = candidates.into_iter();
    let value = candidates.find(|value| admits(schema, value));
    Node {
        span: node.span.start..node.span.start,
        value: value.unwrap_or(Value::Boolean(false)),
    }
}

/// Returns empty values under the required keys of a table.
fn required_members(node: &Node, schema: &Json) -> Vec<(Key, Node)> {
    let required = schema.get("required").and_then(Json::as_array);
    let required = required.into_iter().flatten().filter_map(Json::as_str);
    required
        .map(|name| {
            let key = Key {
                name: name.to_owned(),
                span: node.span.start..node.span.start,
            };
            (key, placeholder(node, &schema["properties"][name]))
        })
        .collect()
}

/// Returns the kind among the members of a section.
fn kind_in(members: &[(Key, Node)]) -> Option<SectionKind> {
    let (_, kind) = members.iter().find(|(key, _)| key.name == "kind")?;
    SectionKind::from_str(kind.as_str()?).ok()
}

fn is_table(node: &Node) -> bool {
    matches!(node.value, Value::Table(_))
}

fn is_scalar(value: &Value) -> bool {
    matches!(
        value,
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_)
    )
}

/// Returns the hint for a table of languages at the wrong place.
fn language_hint(node: &Node, schema: &Json) -> Option<&'static str> {
    let Value::Table(members) = &node.value else {
        return None;
    };
    if items_of(schema).is_some_and(is_text) && are_languages(members) {
        return Some("write the languages of each: `[{ en = \"…\", zh = \"…\" }]`");
    }
    if is_text(schema) && !members.is_empty() {
        return Some("write a string, or one for each language: `{ en = \"…\", zh = \"…\" }`");
    }
    None
}

/// Returns the list that a string stands for where a list of texts must be.
fn list_in_string(text: &str, node: &Node, schema: &Json, path: &TomlPath) -> Option<StringList> {
    let items = items_of(schema).filter(|items| admits(items, &node.value))?;
    if enum_values_in(items).is_some() || is_date(items) {
        return None;
    }
    Some(StringList::read(text, path.field().unwrap_or_default()))
}

/// Returns the hint for a value that should be in a list.
fn list_hint(node: &Node, written: &str, path: &TomlPath) -> String {
    if !is_table(node) {
        "put it in brackets: `[\"…\"]`".to_owned()
    } else if written.starts_with('[') {
        format!("write double brackets: `[{written}]`")
    } else if written.starts_with('{') {
        "put it in brackets: `[{ … }]`".to_owned()
    } else {
        format!("write `[[{}]]` above it", path.header())
    }
}

/// Returns the hint for a value that should be a table or a list of tables.
fn table_hint(is_list: bool, path: &TomlPath) -> String {
    let header = path.header();
    match synonyms::example_table(path) {
        Some(table) if is_list => format!("write `[{table}]`"),
        Some(table) => format!("write `{table}`"),
        None if is_list || path.is_member() => format!("write `[[{header}]]` and its keys below"),
        None => format!("write `[{header}]` and its keys below"),
    }
}
