//! The TOML text of a profile as a tree in which every value has its span in the text.
//!
//! The typed model has no spans: code that finds a fault in it addresses the value by its path, and
//! the tree resolves the path to a span.

use std::ops::Range;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostics, Source};
use crate::profile::offsets::offsets;
use crate::profile::toml_path::{PathStep, TomlPath};

/// A key of a table and its span.
#[derive(Debug, Clone)]
pub struct Key {
    /// The key, without quotes.
    pub name: String,
    /// The byte range in the text.
    pub span: Range<usize>,
}

/// A value and its span.
#[derive(Debug, Clone)]
pub struct Node {
    /// The byte range in the text; of a table with a header, the range of the header.
    pub span: Range<usize>,
    /// The value.
    pub value: Value,
}

/// A TOML value.
#[derive(Debug, Clone)]
pub enum Value {
    /// A table, with its members in the order written.
    Table(Vec<(Key, Node)>),
    /// One text in several languages, by language tag. A parsed file has a table instead: only the
    /// shape check knows where such a text is allowed.
    Languages(Vec<(Key, Node)>),
    /// A list.
    Array(Vec<Node>),
    /// A string, decoded.
    String(String),
    /// An integer; `None` if it does not fit into 64 bits.
    Integer(Option<i64>),
    /// A float.
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// A date or time.
    Datetime(toml::value::Datetime),
}

impl Value {
    /// Returns the name of the type with its article, for messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Table(_) => "a table",
            Self::Languages(_) => "a table of languages",
            Self::Array(_) => "a list",
            Self::String(_) => "a string",
            Self::Integer(_) => "an integer",
            Self::Float(_) => "a float",
            Self::Boolean(_) => "a boolean",
            Self::Datetime(_) => "a date",
        }
    }
}

impl Node {
    /// Returns the members of a table; none for any other value.
    pub fn members(&self) -> &[(Key, Node)] {
        match &self.value {
            Value::Table(members) => members,
            _ => &[],
        }
    }

    /// Returns the members of a table for modification; `None` for any other value.
    pub fn members_mut(&mut self) -> Option<&mut Vec<(Key, Node)>> {
        match &mut self.value {
            Value::Table(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the member of a table with this key.
    pub fn member(&self, name: &str) -> Option<&(Key, Node)> {
        self.members().iter().find(|(key, _)| key.name == name)
    }

    /// Returns the value under a key of a table.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.member(name).map(|(_, node)| node)
    }

    /// Returns the value under a key of a table, for modification.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Node> {
        let mut members = self.members_mut()?.iter_mut();
        members
            .find(|(key, _)| key.name == name)
            .map(|(_, node)| node)
    }

    /// Returns whether a table has a key.
    pub fn has(&self, name: &str) -> bool {
        self.member(name).is_some()
    }

    /// Returns the span of a key; of a missing key, the span of the table.
    pub fn key_span(&self, name: &str) -> Range<usize> {
        let span = self.member(name).map_or(&self.span, |(key, _)| &key.span);
        span.clone()
    }

    /// Returns the span of the value under a key; of a missing key, the span of the table.
    pub fn span_of(&self, name: &str) -> Range<usize> {
        self.get(name).unwrap_or(self).span.clone()
    }

    /// Removes a member of a table and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<Node> {
        let members = self.members_mut()?;
        let index = members.iter().position(|(key, _)| key.name == name)?;
        Some(members.remove(index).1)
    }

    /// Sets a member of a table: replaces the one with the same key, or appends it.
    pub fn set(&mut self, key: Key, node: Node) {
        let Some(members) = self.members_mut() else {
            return;
        };
        match members.iter_mut().find(|(known, _)| known.name == key.name) {
            Some(member) => *member = (key, node),
            None => members.push((key, node)),
        }
    }

    /// Returns the members of a list; none for any other value.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::Array(items) => items,
            _ => &[],
        }
    }

    /// Returns the members of a list for modification; `None` for any other value.
    pub fn items_mut(&mut self) -> Option<&mut Vec<Node>> {
        match &mut self.value {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the members of the list under a key of a table; none if there is no list.
    pub fn list(&self, name: &str) -> &[Node] {
        self.get(name).map_or(&[], Node::items)
    }

    /// Returns the string; `None` for any other value.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the number if the value is an integer.
    pub fn as_integer(&self) -> Option<i64> {
        match self.value {
            Value::Integer(number) => number,
            _ => None,
        }
    }

    /// Returns the string under a key of a table.
    pub fn string(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    /// Returns whether the value under a key of a table is `true`.
    pub fn is_true(&self, name: &str) -> bool {
        self.get(name)
            .is_some_and(|node| matches!(node.value, Value::Boolean(true)))
    }

    /// Returns the string, the strings of a list, or the text in each language.
    pub fn strings(&self) -> Vec<&str> {
        match &self.value {
            Value::String(text) => vec![text],
            Value::Array(items) => items.iter().flat_map(Node::strings).collect(),
            Value::Languages(texts) => texts.iter().flat_map(|(_, text)| text.strings()).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the strings under a key of a table.
    pub fn strings_of(&self, name: &str) -> Vec<&str> {
        self.get(name).map(Node::strings).unwrap_or_default()
    }

    /// Deserializes the value; `None` if it has another type.
    pub fn parse<T: DeserializeOwned>(&self) -> Option<T> {
        T::deserialize(self.to_toml()).ok()
    }

    /// Returns the value without spans. A text in several languages becomes its first one.
    pub fn to_toml(&self) -> toml::Value {
        match &self.value {
            Value::Table(members) => toml::Value::Table(
                members
                    .iter()
                    .map(|(key, node)| (key.name.clone(), node.to_toml()))
                    .collect(),
            ),
            Value::Languages(texts) => texts.first().map_or_else(
                || toml::Value::String(String::new()),
                |(_, text)| text.to_toml(),
            ),
            Value::Array(items) => toml::Value::Array(items.iter().map(Node::to_toml).collect()),
            Value::String(text) => toml::Value::String(text.clone()),
            // The shape check rejects integers that do not fit.
            Value::Integer(number) => toml::Value::Integer(number.unwrap_or_default()),
            Value::Float(number) => toml::Value::Float(*number),
            Value::Boolean(truth) => toml::Value::Boolean(*truth),
            Value::Datetime(datetime) => toml::Value::Datetime(*datetime),
        }
    }
}

/// A tree and the text that its spans refer to.
#[derive(Debug, Clone)]
pub struct TomlTree {
    source: Arc<Source>,
    root: Node,
}

impl TomlTree {
    /// Parses TOML.
    ///
    /// # Errors
    /// Returns every syntax error of the text.
    pub fn parse(source: Arc<Source>) -> Result<Self, Diagnostics> {
        let (table, errors) = DeTable::parse_recoverable(source.text());
        if errors.is_empty() {
            let root = Node {
                span: table.span(),
                value: table_value(table.get_ref()),
            };
            return Ok(Self { source, root });
        }
        Err(crate::profile::syntax::syntax_errors(&source))
    }

    /// Creates a modified tree of the same text.
    pub fn with_root(source: Arc<Source>, root: Node) -> Self {
        Self { source, root }
    }

    /// Returns the text.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Returns the top-level table.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the value at `path`.
    pub fn node(&self, path: &TomlPath) -> Option<&Node> {
        self.find(path).map(|(_, node)| node)
    }

    /// Returns the span of the value at `path`; of a missing value, the span of its nearest
    /// ancestor.
    pub fn span(&self, path: &TomlPath) -> Range<usize> {
        match (self.node(path), path.parent()) {
            (Some(node), _) => node.span.clone(),
            (None, Some(parent)) => self.span(parent),
            (None, None) => self.root.span.clone(),
        }
    }

    /// Returns the span of the key of the value at `path`; of a member of a list, the span of the
    /// member.
    pub fn key_span(&self, path: &TomlPath) -> Range<usize> {
        match self.find(path) {
            Some((Some(key), _)) => key.span.clone(),
            _ => self.span(path),
        }
    }

    /// Returns the keys of the table at `path`, in the order written.
    pub fn keys(&self, path: &TomlPath) -> Vec<&str> {
        let members = self.node(path).map_or(&[][..], Node::members);
        members.iter().map(|(key, _)| key.name.as_str()).collect()
    }

    /// Returns the spans of parts of the string at `path`. Each part is a byte range of the decoded
    /// string.
    pub fn spans_within(
        &self,
        path: &TomlPath,
        parts: impl IntoIterator<Item = Range<usize>>,
    ) -> Vec<Range<usize>> {
        match self.node(path) {
            Some(node) => self.spans_in(node, parts),
            None => parts.into_iter().map(|_| self.span(path)).collect(),
        }
    }

    /// Returns the span of a part of a string, a byte range of the decoded string.
    pub fn span_in(&self, node: &Node, part: Range<usize>) -> Range<usize> {
        self.spans_in(node, [part]).remove(0)
    }

    /// Returns the spans of parts of a string, each a byte range of the decoded string.
    pub fn spans_in(
        &self,
        node: &Node,
        parts: impl IntoIterator<Item = Range<usize>>,
    ) -> Vec<Range<usize>> {
        let written = &self.source.text()[self.source.clamp(node.span.clone())];
        let offsets = node.as_str().and_then(|decoded| offsets(written, decoded));
        let mut spans = Vec::new();
        for part in parts {
            spans.push(match &offsets {
                Some(offsets) => shifted(node.span.start, offsets, part),
                None => node.span.clone(),
            });
        }
        spans
    }

    fn find(&self, path: &TomlPath) -> Option<(Option<&Key>, &Node)> {
        let mut found = (None, &self.root);
        for step in path.steps() {
            found = match step {
                PathStep::Key(name) => {
                    let (key, node) = found.1.member(name)?;
                    (Some(key), node)
                }
                PathStep::Index(index) => (None, found.1.items().get(index)?),
            };
        }
        Some(found)
    }
}

/// Returns the span of a part of a string that starts at `start` in the text. `offsets` has the
/// offset in the written string of every byte of the decoded one.
fn shifted(start: usize, offsets: &[usize], part: Range<usize>) -> Range<usize> {
    let last = offsets.len() - 1;
    let from = start + offsets[part.start.min(last)];
    let to = start + offsets[part.end.min(last)];
    from..to.max(from)
}

fn node(value: &Spanned<DeValue>) -> Node {
    let span = value.span();
    let value = match value.get_ref() {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(number) => {
            Value::Integer(i64::from_str_radix(number.as_str(), number.radix()).ok())
        }
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(truth) => Value::Boolean(*truth),
        DeValue::Datetime(datetime) => Value::Datetime(*datetime),
        DeValue::Array(members) => Value::Array(members.iter().map(node).collect()),
        DeValue::Table(table) => table_value(table),
    };
    Node { span, value }
}

fn table_value(table: &DeTable) -> Value {
    let mut members = Vec::new();
    for (key, value) in table {
        let key = Key {
            name: key.get_ref().to_string(),
            span: key.span(),
        };
        members.push((key, node(value)));
    }
    members.sort_by_key(|(key, _)| key.span.start);
    Value::Table(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> TomlTree {
        TomlTree::parse(Arc::new(Source::new("a.toml", text))).expect("valid TOML")
    }

    #[test]
    fn finds_a_value_by_its_path() {
        let tree = tree("[[section]]\n[[section]]\ntitle = \"Work\"\n");
        let (section, title) = (TomlPath::ROOT.key("section"), "title");
        let second = section.index(1);
        let path = second.key(title);
        assert_eq!(&tree.source().text()[tree.span(&path)], "\"Work\"");
        assert_eq!(&tree.source().text()[tree.key_span(&path)], "title");
        assert_eq!(path.to_string(), "section[1].title");
        assert_eq!(path.field(), Some("title"));
    }

    #[test]
    fn span_of_a_missing_value_is_that_of_its_table() {
        let tree = tree("[person]\nname = \"A\"\n");
        let person = TomlPath::ROOT.key("person");
        assert_eq!(
            &tree.source().text()[tree.span(&person.key("email"))],
            "[person]"
        );
    }

    #[test]
    fn reports_all_syntax_errors() {
        let text = "a = \nb = 1\nc = [1,,2]\n";
        let errors = TomlTree::parse(Arc::new(Source::new("a.toml", text))).unwrap_err();
        assert_eq!(errors.len(), 2, "{errors:?}");
    }

    #[test]
    fn keys_are_in_the_order_written() {
        let tree = tree("[person]\nphone = \"1\"\nemail = \"e\"\nname = \"n\"\n");
        assert_eq!(
            tree.keys(&TomlPath::ROOT.key("person")),
            ["phone", "email", "name"]
        );
    }

    #[test]
    fn finds_a_part_of_a_string_after_escapes() {
        let tree = tree(r#"x = "a\u00e9 \"bc\" d""#);
        let node = tree.root().get("x").expect("a value");
        let decoded = "aé \"bc\" d";
        let at = decoded.find("bc").unwrap();
        assert_eq!(&tree.source().text()[tree.span_in(node, at..at + 2)], "bc");
    }
}
