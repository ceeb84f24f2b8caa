//! The TOML text as a tree in which every value knows its place.
//!
//! The typed model stays plain; whoever finds a fault in it names the value by its path, and the
//! document says where in the file that is.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostics, Source};

/// One step from a table or an array to a value in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// The way from the root of a document to a value, e.g. `section` → 2 → `title`. Costs nothing
/// until it is looked up.
#[derive(Debug, Clone, Copy, Default)]
pub struct TomlPath<'a>(Option<(&'a TomlPath<'a>, Step<'a>)>);

impl<'a> TomlPath<'a> {
    /// The document itself.
    pub const ROOT: TomlPath<'static> = TomlPath(None);

    /// The value under `key` of this table.
    pub fn key(&'a self, key: &'a str) -> TomlPath<'a> {
        TomlPath(Some((self, Step::Key(key))))
    }

    /// The `index`th value of this array, from 0.
    pub fn index(&'a self, index: usize) -> TomlPath<'a> {
        TomlPath(Some((self, Step::Index(index))))
    }

    /// The nearest key on the way: what people call the field.
    pub fn field(&self) -> Option<&'a str> {
        match self.0? {
            (_, Step::Key(key)) => Some(key),
            (parent, Step::Index(_)) => parent.field(),
        }
    }

    /// Whether it leads to the value of this key, or to one of its languages.
    pub fn is_below(&self, key: &str) -> bool {
        let is = |path: &TomlPath| matches!(path.0, Some((_, Step::Key(name))) if name == key);
        is(self)
            || self
                .0
                .is_some_and(|(parent, step)| matches!(step, Step::Key(_)) && is(parent))
    }

    /// Whether it leads to a member of an array.
    pub fn is_member(&self) -> bool {
        matches!(self.0, Some((_, Step::Index(_))))
    }

    /// The keys on the way, as a header has them: `section.entry`.
    pub fn header(&self) -> String {
        let key = |step| {
            if let Step::Key(key) = step {
                Some(key)
            } else {
                None
            }
        };
        self.steps()
            .into_iter()
            .filter_map(key)
            .collect::<Vec<_>>()
            .join(".")
    }

    fn steps(&self) -> Vec<Step<'a>> {
        let mut steps = Vec::new();
        let mut path = *self;
        while let Some((parent, step)) = path.0 {
            steps.push(step);
            path = *parent;
        }
        steps.reverse();
        steps
    }
}

impl std::fmt::Display for TomlPath<'_> {
    /// `section[1].entry[0].title`, counted from 0.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, step) in self.steps().into_iter().enumerate() {
            match step {
                Step::Key(key) if index == 0 => write!(f, "{key}")?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(number) => write!(f, "[{number}]")?,
            }
        }
        Ok(())
    }
}

/// A key of a table and where it stands.
#[derive(Debug, Clone)]
pub struct Key {
    /// The key, unquoted.
    pub name: String,
    /// Its place in the text.
    pub span: Range<usize>,
}

/// A value and where it stands.
#[derive(Debug, Clone)]
pub struct Node {
    /// Its place in the text; of a table with a header, the header.
    pub span: Range<usize>,
    /// What it is.
    pub value: Value,
}

/// What a TOML value can be, as far as a profile cares.
#[derive(Debug, Clone)]
pub enum Value {
    /// A table: its members in the order written.
    Table(Vec<(Key, Node)>),
    /// One text in several languages, by their tags. A document as it was written has a table in
    /// its place: whether one is meant depends on what its key admits.
    Languages(Vec<(Key, Node)>),
    /// An array.
    Array(Vec<Node>),
    /// A string, decoded.
    String(String),
    /// An integer.
    Integer(Option<i64>),
    /// A float.
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// A date or time.
    Datetime(toml::value::Datetime),
}

impl Value {
    /// The type's name with its article, for messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Table(_) => "a table",
            Self::Languages(_) => "a table of languages",
            Self::Array(_) => "an array",
            Self::String(_) => "a string",
            Self::Integer(_) => "an integer",
            Self::Float(_) => "a float",
            Self::Boolean(_) => "a boolean",
            Self::Datetime(_) => "a date",
        }
    }
}

impl Node {
    /// The members, if it is a table.
    pub fn members(&self) -> &[(Key, Node)] {
        if let Value::Table(members) = &self.value {
            members
        } else {
            &[]
        }
    }

    /// The members of a table; `None` of anything else.
    pub fn members_mut(&mut self) -> Option<&mut Vec<(Key, Node)>> {
        if let Value::Table(members) = &mut self.value {
            Some(members)
        } else {
            None
        }
    }

    /// The value under a key, if it is a table that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.members()
            .iter()
            .find(|(known, _)| known.name == key)
            .map(|(_, node)| node)
    }

    /// The value under a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.members_mut()?
            .iter_mut()
            .find(|(known, _)| known.name == key)
            .map(|(_, node)| node)
    }

    /// Takes a member out of a table.
    pub fn remove(&mut self, key: &str) -> Option<Node> {
        let members = self.members_mut()?;
        let at = members.iter().position(|(known, _)| known.name == key)?;
        Some(members.remove(at).1)
    }

    /// Puts a member into a table: in the place of one of its name, or at the end.
    pub fn set(&mut self, key: Key, node: Node) {
        let Some(members) = self.members_mut() else {
            return;
        };
        match members.iter_mut().find(|(known, _)| known.name == key.name) {
            Some(member) => *member = (key, node),
            None => members.push((key, node)),
        }
    }

    /// The values in an array; none of anything else.
    pub fn items(&self) -> &[Node] {
        if let Value::Array(items) = &self.value {
            items
        } else {
            &[]
        }
    }

    /// The values in an array; `None` of anything else.
    pub fn items_mut(&mut self) -> Option<&mut Vec<Node>> {
        if let Value::Array(items) = &mut self.value {
            Some(items)
        } else {
            None
        }
    }

    /// The string; `None` of anything else.
    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(text) = &self.value {
            Some(text)
        } else {
            None
        }
    }

    /// The strings: itself, those in the array, or the text in each of its languages.
    pub fn strings(&self) -> Vec<&str> {
        match &self.value {
            Value::String(text) => vec![text],
            Value::Array(items) => items.iter().flat_map(Node::strings).collect(),
            Value::Languages(texts) => texts.iter().flat_map(|(_, text)| text.strings()).collect(),
            _ => Vec::new(),
        }
    }

    /// The value without the places. Where no language was chosen, the first stands for all.
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
            Value::Integer(number) => toml::Value::Integer(number.unwrap_or_default()),
            Value::Float(number) => toml::Value::Float(*number),
            Value::Boolean(truth) => toml::Value::Boolean(*truth),
            Value::Datetime(datetime) => toml::Value::Datetime(*datetime),
        }
    }
}

/// A parsed file.
#[derive(Debug, Clone)]
pub struct TomlTree {
    source: Arc<Source>,
    root: Node,
}

impl TomlTree {
    /// Reads TOML.
    ///
    /// # Errors
    /// Every syntax error of the text.
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

    /// What was made of a file: another tree over the same text.
    pub fn with_root(source: Arc<Source>, root: Node) -> Self {
        Self { source, root }
    }

    /// The text that it was read from.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The top-level table.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The value at `path`, if there is one.
    pub fn node(&self, path: &TomlPath) -> Option<&Node> {
        self.find(path).map(|(_, node)| node)
    }

    /// Where the value at `path` stands; where there is none, its nearest ancestor.
    pub fn span(&self, path: &TomlPath) -> Range<usize> {
        match (self.node(path), path.0) {
            (Some(node), _) => node.span.clone(),
            (None, Some((parent, _))) => self.span(parent),
            (None, None) => self.root.span.clone(),
        }
    }

    /// Where the key of the value at `path` stands; of an array's member, the member itself.
    pub fn key_span(&self, path: &TomlPath) -> Range<usize> {
        match self.find(path) {
            Some((Some(key), _)) => key.span.clone(),
            _ => self.span(path),
        }
    }

    /// The names of the keys of the table at `path`, in the order written.
    pub fn keys(&self, path: &TomlPath) -> Vec<&str> {
        match self.node(path).map(|node| &node.value) {
            Some(Value::Table(members)) => {
                members.iter().map(|(key, _)| key.name.as_str()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Where a part of the string at `path` stands, `part` being a range of bytes of the decoded
    /// string.
    pub fn span_within(&self, path: &TomlPath, part: Range<usize>) -> Range<usize> {
        self.spans_within(path, [part]).remove(0)
    }

    /// Where parts of the string at `path` stand.
    pub fn spans_within(
        &self,
        path: &TomlPath,
        parts: impl IntoIterator<Item = Range<usize>>,
    ) -> Vec<Range<usize>> {
        let span = self.span(path);
        let offsets = match self.node(path) {
            Some(Node {
                value: Value::String(decoded),
                ..
            }) => crate::profile::offsets::offsets(
                &self.source.text()[self.source.clamp(span.clone())],
                decoded,
            ),
            _ => None,
        };
        let place = |part: Range<usize>| match &offsets {
            Some(offsets) => {
                let at = |index: usize| span.start + offsets[index.min(offsets.len() - 1)];
                at(part.start)..at(part.end).max(at(part.start))
            }
            None => span.clone(),
        };
        parts.into_iter().map(place).collect()
    }

    fn find(&self, path: &TomlPath) -> Option<(Option<&Key>, &Node)> {
        path.steps()
            .into_iter()
            .try_fold((None, &self.root), |(_, node), step| {
                match (&node.value, step) {
                    (Value::Table(members), Step::Key(name)) => members
                        .iter()
                        .find(|(key, _)| key.name == name)
                        .map(|(key, node)| (Some(key), node)),
                    (Value::Array(members), Step::Index(index)) => {
                        members.get(index).map(|node| (None, node))
                    }
                    _ => None,
                }
            })
    }
}

fn node(value: &Spanned<DeValue>) -> Node {
    let kind = match value.get_ref() {
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
    Node {
        span: value.span(),
        value: kind,
    }
}

fn table_value(table: &DeTable) -> Value {
    let mut members: Vec<(Key, Node)> = table
        .iter()
        .map(|(key, value)| {
            (
                Key {
                    name: key.get_ref().to_string(),
                    span: key.span(),
                },
                node(value),
            )
        })
        .collect();
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
    fn a_missing_value_is_shown_at_its_table() {
        let tree = tree("[person]\nname = \"A\"\n");
        let person = TomlPath::ROOT.key("person");
        assert_eq!(
            &tree.source().text()[tree.span(&person.key("email"))],
            "[person]"
        );
    }

    #[test]
    fn all_syntax_errors_are_told() {
        let text = "a = \nb = 1\nc = [1,,2]\n";
        let errors = TomlTree::parse(Arc::new(Source::new("a.toml", text))).unwrap_err();
        assert_eq!(errors.len(), 2, "{errors:?}");
    }

    #[test]
    fn keys_come_in_the_order_written() {
        let tree = tree("[person]\nphone = \"1\"\nemail = \"e\"\nname = \"n\"\n");
        assert_eq!(
            tree.keys(&TomlPath::ROOT.key("person")),
            ["phone", "email", "name"]
        );
    }

    #[test]
    fn a_part_of_a_string_is_found_behind_escapes() {
        let tree = tree(r#"x = "a\u00e9 \"bc\" d""#);
        let path = TomlPath::ROOT.key("x");
        let decoded = "aé \"bc\" d";
        let at = decoded.find("bc").unwrap();
        assert_eq!(
            &tree.source().text()[tree.span_within(&path, at..at + 2)],
            "bc"
        );
    }
}
