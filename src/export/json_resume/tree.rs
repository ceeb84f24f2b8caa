//! The document as it is written: JSON whose members keep their order, without empty values.

use serde::{Serialize, Serializer};

/// Makes an object of a structure: a table in which no field can be forgotten. The fields in braces
/// have no place in the object; each other one stands before the step that places it.
macro_rules! object {
    ($object:ident of $type:ident { $($skipped:ident),* } = $value:expr;
     $($($field:ident),* => $step:expr;)*) => {{
        let $type { $($skipped: _,)* $($($field,)*)* } = $value;
        let mut $object = Object::default();
        $($step;)*
        $object
    }};
}

pub(super) use object;

/// A value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Json {
    /// A text.
    Text(String),
    /// `true` or `false`.
    Bool(bool),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Object),
}

/// An object, whose members keep their order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Object {
    members: Vec<(String, Json)>,
}

impl Json {
    fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Bool(_) => false,
            Self::List(items) => items.is_empty(),
            Self::Object(object) => object.members.is_empty(),
        }
    }
}

impl Object {
    /// Sets a member. An empty value is left out, and one that is set already stays.
    pub fn set(&mut self, key: &str, value: impl Into<Json>) {
        let value = value.into();
        if !value.is_empty() && !self.has(key) {
            self.members.push((key.to_owned(), value));
        }
    }

    /// Appends a value to the list of a member.
    pub fn push(&mut self, key: &str, value: impl Into<Json>) {
        let value = value.into();
        if value.is_empty() {
            return;
        }
        let list = self.members.iter_mut().find(|(name, _)| name == key);
        match list {
            Some((_, Json::List(items))) => items.push(value),
            _ => self.members.push((key.to_owned(), Json::List(vec![value]))),
        }
    }

    /// Adds the members of another object.
    pub fn append(&mut self, other: Self) {
        for (key, value) in other.members {
            self.set(&key, value);
        }
    }

    /// Returns whether a member is set.
    pub fn has(&self, key: &str) -> bool {
        self.members.iter().any(|(name, _)| name == key)
    }

    /// Returns the names of the members.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| name.as_str())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// No value is an empty one.
impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Self::List(Vec::new()), Into::into)
    }
}

impl From<&Option<String>> for Json {
    fn from(text: &Option<String>) -> Self {
        text.as_deref().into()
    }
}

impl From<bool> for Json {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<Object> for Json {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Self {
        let items = items.into_iter().map(Into::into);
        Self::List(items.filter(|item| !item.is_empty()).collect())
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.members.iter().map(|(key, value)| (key, value)))
    }
}
