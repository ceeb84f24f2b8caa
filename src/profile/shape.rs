//! Checks a tree against the shape of the model's types and reports every difference.
//!
//! The shape is the table of fields that is made from the types, so that editors, this check and
//! the deserializer agree on the fields. Deserializing would stop at the first error; this check
//! continues.

use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Edit, nearest, offered, rule};
use crate::profile::fields::{Table, fields_of, profile_table, role_has, table};
use crate::profile::kind::SectionKind;
use crate::profile::language::is_language_tag;
use crate::profile::misplaced::{self, Misplaced, Remedy};
use crate::profile::short_form::{can_be_entries, expanded};
use crate::profile::string_list::StringList;
use crate::profile::synonyms;
use crate::profile::syntax::keys_in_headers;
use crate::profile::toml_path::TomlPath;
use crate::profile::tree::{Key, Node, TomlTree, Value};
use crate::profile::value_types::{NamedValue, ValueTypes, are_languages};

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
    let root = Node {
        span: tree.root().span.clone(),
        value: checker.table(tree.root(), profile_table(), &TomlPath::ROOT),
    };
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
    fn node(&mut self, node: &Node, types: &ValueTypes, path: &TomlPath) -> Option<Node> {
        let value = match &node.value {
            Value::Table(members) if types.takes_as_languages(members) => {
                return self.languages(node, path);
            }
            value if !types.admits(value) => return self.wrong_type(node, types, path),
            Value::Table(_) => match types.table.and_then(table) {
                Some(table) => self.table(node, table, path),
                None => self.own_keys(node, types, path),
            },
            Value::Array(members) => self.list(members, types, path),
            Value::String(text) if !types.choices.is_empty() => {
                return self.choice(node, text, types, path);
            }
            Value::Integer(number) => return self.integer(node, *number, types, path),
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

    fn list(&mut self, members: &[Node], types: &ValueTypes, path: &TomlPath) -> Value {
        // The members of any value can be anything, too.
        let items = types.items.as_deref().unwrap_or(types);
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

    /// Checks a table whose keys the user chooses.
    fn own_keys(&mut self, node: &Node, types: &ValueTypes, path: &TomlPath) -> Value {
        let values = types.own_values.as_deref().unwrap_or(types);
        let mut valid = Vec::new();
        for (key, member) in node.members() {
            match self.node(member, values, &path.key(&key.name)) {
                Some(value) => valid.push((key.clone(), value)),
                None => self.mark_faulty(node),
            }
        }
        Value::Table(valid)
    }

    fn table(&mut self, node: &Node, table: &Table, path: &TomlPath) -> Value {
        let outer_kind = self.kind;
        if matches!(path.field(), Some("section" | "subsection")) {
            self.kind = kind_in(node).or(outer_kind);
        } else if let Some(kind) = path.kind() {
            self.kind = Some(kind);
        }
        let mut valid: Vec<(Key, Node)> = Vec::new();
        for (key, member) in node.members() {
            let at = path.key(&key.name);
            let is_other = at.kind().is_some() && !can_be_entries(member);
            let field = table.field(&key.name).filter(|_| !is_other);
            let checked = field.and_then(|field| self.node(member, &field.types, &at));
            if field.is_none() {
                self.unknown_key(node, (key, member), table, path);
            }
            match checked {
                Some(value) => valid.push((key.clone(), value)),
                None => self.mark_faulty(node),
            }
        }
        self.kind = outer_kind;
        self.required_keys(node, &mut valid, table, path);
        Value::Table(valid)
    }

    /// Reports required keys that are missing, and adds empty values for them.
    fn required_keys(
        &mut self,
        node: &Node,
        valid: &mut Vec<(Key, Node)>,
        table: &Table,
        path: &TomlPath,
    ) {
        for field in table.fields.iter().filter(|field| field.is_required) {
            let name = field.name;
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
            valid.push((key, placeholder(node, &field.types)));
        }
    }

    fn unknown_key(
        &mut self,
        node: &Node,
        (key, member): (&Key, &Node),
        table: &Table,
        path: &TomlPath,
    ) {
        let name = &key.name;
        let known: Vec<&str> = match (path.table(), self.kind) {
            (None, _) if !can_be_entries(member) => table
                .keys()
                .filter(|key| key.parse::<SectionKind>().is_err())
                .collect(),
            (Some("entry"), Some(kind)) => fields_of(kind).collect(),
            (Some("role"), _) => fields_of(SectionKind::Experience)
                .filter(|field| role_has(field))
                .collect(),
            _ => table.keys().collect(),
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
            self.below_unknown_key(member, table, &path.key(&meant));
        }
    }

    /// Checks tables under an unknown key as those of the key that it means, so that their faults are
    /// reported at once.
    fn below_unknown_key(&mut self, member: &Node, table: &Table, meant: &TomlPath) {
        let has_tables = is_table(member) || member.items().iter().any(is_table);
        let field = meant.field().and_then(|name| table.field(name));
        if let Some(field) = field.filter(|field| has_tables && field.types.admits(&member.value)) {
            self.node(member, &field.types, meant);
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
        let mut spans = keys_in_headers(self.tree.source().text(), &path.header());
        if !spans.contains(key) {
            spans = vec![key.clone()];
        }
        spans
            .into_iter()
            .map(|span| Edit::new(span, name))
            .collect()
    }

    fn choice(
        &mut self,
        node: &Node,
        text: &str,
        types: &ValueTypes,
        path: &TomlPath,
    ) -> Option<Node> {
        let values = names_of(&types.choices);
        if values.contains(&text) {
            return Some(node.clone());
        }
        let kind = synonyms::kind_for(text).map(SectionKind::name);
        let similar = nearest(text, values.iter().copied())
            .or_else(|| kind.filter(|kind| values.contains(kind)));
        let hint = match similar {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => offered(text, &values, &listed_by(path, self.kind)),
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
        types: &ValueTypes,
        path: &TomlPath,
    ) -> Option<Node> {
        let (minimum, maximum) = (types.minimum, types.maximum);
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

    fn wrong_type(&mut self, node: &Node, types: &ValueTypes, path: &TomlPath) -> Option<Node> {
        let expected = types.expected();
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
            && let Some(list) = list_in_string(text, node, types, path)
        {
            error = error.hint(format!("write a list: `{}`", list.start()));
            if list.is_certain {
                error = error.fix(node.span.clone(), list.to_toml(text));
            }
        } else if let Some(hint) = self.type_hint(node, types, path) {
            error = error.hint(hint);
        }
        self.report(node, node.span.clone(), error);
        self.check_inside(node, types, path);
        None
    }

    /// Reports the faults inside a value with wrong brackets: a table instead of a list of tables,
    /// or the reverse.
    fn check_inside(&mut self, node: &Node, types: &ValueTypes, path: &TomlPath) {
        match &node.value {
            Value::Table(members) if !are_languages(members) => {
                if let Some(items) = items_admitting(types, node) {
                    self.node(node, items, path);
                }
            }
            Value::Array(members) if members.iter().all(is_table) => {
                for member in members {
                    if types.admits(&member.value) {
                        self.node(member, types, path);
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
    fn type_hint(&self, node: &Node, types: &ValueTypes, path: &TomlPath) -> Option<String> {
        if let Some(hint) = language_hint(node, types) {
            return Some(hint.to_owned());
        }
        if !types.choices.is_empty() {
            let values = names_of(&types.choices);
            return Some(offered("", &values, &listed_by(path, self.kind)));
        }
        if types.dates {
            return Some("write it as `\"2023\"`, `\"2023-09\"` or `\"2023-09-01\"`".to_owned());
        }
        let written = &self.tree.source().text()[self.tree.source().clamp(node.span.clone())];
        if is_scalar(&node.value) && types.has("string") {
            return Some(format!("put it in quotes: `\"{written}\"`"));
        }
        if is_scalar(&node.value) && types.has("boolean") {
            return Some("write `true` or `false`".to_owned());
        }
        // The value itself would be a valid member of the list.
        if items_admitting(types, node).is_some() {
            return Some(list_hint(node, written, path));
        }
        match &node.value {
            Value::Array(_) if written.starts_with("[[") && types.has_tables() => {
                let header = written.trim_matches(['[', ']']);
                Some(format!("write single brackets: `[{header}]`"))
            }
            Value::Array(_) if types.expected() == "a string" => {
                Some("write one string, without brackets".to_owned())
            }
            Value::String(_) if types.has("boolean") => {
                Some("write `true` or `false`, without quotes".to_owned())
            }
            Value::String(text) if types.types == ["integer"] => {
                let number: i64 = text.trim().parse().ok()?;
                Some(format!("write `{number}`, without quotes"))
            }
            _ if types.items.as_deref().unwrap_or(types).has_tables() => {
                Some(table_hint(types.types == ["array"], path))
            }
            _ => None,
        }
    }
}

fn names_of(choices: &[NamedValue]) -> Vec<&'static str> {
    choices.iter().map(|choice| choice.name).collect()
}

/// Returns the members of the lists that a value can be, if it could be one of them itself.
fn items_admitting<'a>(types: &'a ValueTypes, node: &Node) -> Option<&'a ValueTypes> {
    let items = types.items.as_deref();
    items.filter(|items| items.admits(&node.value))
}

/// Returns the command that lists the values of a field.
fn listed_by(path: &TomlPath, kind: Option<SectionKind>) -> String {
    format!("`cvpress explain {}`", synonyms::topic(path, kind))
}

/// Returns an empty value in place of a missing or faulty one. Its empty span distinguishes it from
/// written values.
fn placeholder(node: &Node, types: &ValueTypes) -> Node {
    let span = node.span.start..node.span.start;
    let candidates = [
        Value::String(String::new()),
        Value::Table(required_members(node, types)),
        Value::Array(Vec::new()),
    ];
    let mut candidates = candidates.into_iter();
    let value = candidates.find(|value| types.admits(value));
    Node {
        span,
        value: value.unwrap_or(Value::Boolean(false)),
    }
}

/// Returns empty values under the required keys of a table.
fn required_members(node: &Node, types: &ValueTypes) -> Vec<(Key, Node)> {
    let table = types.table.and_then(table);
    let required = table.into_iter().flat_map(|table| &table.fields);
    let required = required.filter(|field| field.is_required);
    required
        .map(|field| {
            let key = Key {
                name: field.name.to_owned(),
                span: node.span.start..node.span.start,
            };
            (key, placeholder(node, &field.types))
        })
        .collect()
}

/// Returns the kind of a section.
fn kind_in(section: &Node) -> Option<SectionKind> {
    SectionKind::from_str(section.string("kind")?).ok()
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
fn language_hint(node: &Node, types: &ValueTypes) -> Option<&'static str> {
    let Value::Table(members) = &node.value else {
        return None;
    };
    let items = types.items.as_deref();
    if items.is_some_and(ValueTypes::is_text) && are_languages(members) {
        return Some("write the languages of each: `[{ en = \"…\", zh = \"…\" }]`");
    }
    if types.is_text() && !members.is_empty() {
        return Some("write a string, or one for each language: `{ en = \"…\", zh = \"…\" }`");
    }
    None
}

/// Returns the list that a string stands for where a list of texts must be.
fn list_in_string(
    text: &str,
    node: &Node,
    types: &ValueTypes,
    path: &TomlPath,
) -> Option<StringList> {
    let items = items_admitting(types, node)?;
    let is_list = items.choices.is_empty() && !items.dates;
    is_list.then(|| StringList::read(text, path.field().unwrap_or_default()))
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
