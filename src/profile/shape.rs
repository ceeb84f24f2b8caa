//! Checks a tree against the shape of the model's types and reports every difference.
//!
//! The shape is the table of fields that is made from the types, so that editors, this check and
//! the deserializer agree on the fields. Deserializing would stop at the first error; this check
//! continues.

use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, nearest, offered, rule};
use crate::profile::fields::{Table, fields_of, profile_table, role_has, table};
use crate::profile::kind::SectionKind;
use crate::profile::language::is_language_tag;
use crate::profile::short_form::{can_be_entries, expanded};
use crate::profile::synonyms::{Place, kind_for, listed_by};
use crate::profile::syntax::tree;
use crate::profile::toml_path::TomlPath;
use crate::profile::tree::{Key, Node, TomlTree, Value};
use crate::profile::unknown_key::{self, UnknownKey};
use crate::profile::value_types::{ValueTypes, are_languages};
use crate::profile::wrong_type::{self, WrongType};

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
            Some(_) if path.is_variant() => format!("in `{}`", path.header()),
            Some(field) => format!("in `{field}`"),
        };
        let unknown = UnknownKey {
            key,
            value: member,
            table: node,
            place: Place {
                path,
                kind: self.kind,
                known,
            },
            tree: self.tree,
        };
        let mut remedy = unknown_key::remedy(&unknown);
        let known = unknown.place.known.iter().copied();
        let below = remedy.key.clone();
        let below = below.or_else(|| nearest(name, known).map(str::to_owned));
        // A key that is written already must not be written twice, but for headers of one list.
        let is_free = |meant: &String| {
            let written = node.get(meant.split('.').next().unwrap_or(meant));
            written.is_none_or(|written| self.has_headers(written) && self.has_headers(member))
        };
        if !remedy.key.as_ref().is_some_and(is_free) {
            remedy.key = None;
            remedy.value = None;
        }
        let message = format!("unknown key `{name}` {place}");
        let error = Diagnostic::error(rule::UNKNOWN_KEY, message);
        let keys = self.keys(&path.key(name), &key.span);
        let error = remedy.add_to(error, &keys, &member.span);
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

    /// Returns the places of the key of a value: also those in the headers of tables below it.
    fn keys(&self, path: &TomlPath, key: &Range<usize>) -> Vec<Range<usize>> {
        let spans = tree::read(self.tree.source().text()).keys_in_headers(&path.header());
        if spans.contains(key) {
            spans
        } else {
            vec![key.clone()]
        }
    }

    fn choice(
        &mut self,
        node: &Node,
        text: &str,
        types: &ValueTypes,
        path: &TomlPath,
    ) -> Option<Node> {
        let choices = types.choices.iter();
        let values: Vec<&str> = choices.map(|choice| choice.name).collect();
        if values.contains(&text) {
            return Some(node.clone());
        }
        let kind = kind_for(text).map(SectionKind::name);
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
        let source = self.tree.source();
        let wrong = WrongType {
            node,
            written: &source.text()[source.clamp(node.span.clone())],
            types,
            path,
            kind: self.kind,
        };
        if let Some(remedy) = wrong_type::remedy(&wrong) {
            let keys = self.keys(path, &self.tree.key_span(path));
            error = remedy.add_to(error, &keys, &node.span);
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
                let items = types.items.as_deref();
                if let Some(items) = items.filter(|items| items.admits(&node.value)) {
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
