//! Visits the values of a profile's tree together with the fields that they belong to.

use crate::profile::fields::{Field, Table, profile_table};
use crate::profile::tree::{Key, Node, Value};

/// Receives the values of a tree. Each method does nothing unless it is implemented.
pub trait Visitor<'t> {
    /// Visits a string. `language` is its language if the value is in several languages.
    fn visit_string(&mut self, string: &'t str, node: &'t Node, field: &Field, language: &'t str) {
        let _ = (string, node, field, language);
    }

    /// Visits a list, before its members.
    fn visit_list(&mut self, members: &'t [Node], field: &Field) {
        let _ = (members, field);
    }

    /// Visits a key that the user chose, in a table such as `meta`.
    fn visit_own_key(&mut self, key: &'t Key, field: &Field) {
        let _ = (key, field);
    }
}

/// Visits all values below the root of a profile. Keys that the format does not know are skipped.
pub fn visit<'t>(root: &'t Node, visitor: &mut impl Visitor<'t>) {
    visit_table(root, profile_table(), visitor);
}

fn visit_table<'t>(node: &'t Node, table: &Table, visitor: &mut impl Visitor<'t>) {
    for (key, member) in node.members() {
        if let Some(field) = table.field(&key.name) {
            visit_value(member, field, field.has_own_keys(), visitor);
        }
    }
}

/// Visits a value of a field. With `own_keys`, a table has keys that the user chose.
fn visit_value<'t>(node: &'t Node, field: &Field, own_keys: bool, visitor: &mut impl Visitor<'t>) {
    match &node.value {
        Value::String(string) => visitor.visit_string(string, node, field, ""),
        Value::Languages(texts) => {
            for (language, text) in texts {
                if let Value::String(string) = &text.value {
                    visitor.visit_string(string, text, field, &language.name);
                }
            }
        }
        Value::Array(members) => {
            visitor.visit_list(members, field);
            for member in members {
                visit_value(member, field, false, visitor);
            }
        }
        Value::Table(members) if own_keys => {
            for (key, member) in members {
                visitor.visit_own_key(key, field);
                visit_value(member, field, field.table().is_none(), visitor);
            }
        }
        Value::Table(_) => {
            if let Some(table) = field.table() {
                visit_table(node, table, visitor);
            }
        }
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) => {}
    }
}

/// Removes the fields for which `is_removed` returns true, in all tables of a profile.
pub fn remove_fields(root: &mut Node, is_removed: &impl Fn(&Field) -> bool) {
    remove_from_table(root, profile_table(), is_removed);
}

fn remove_from_table(node: &mut Node, table: &Table, is_removed: &impl Fn(&Field) -> bool) {
    let Some(members) = node.members_mut() else {
        return;
    };
    members.retain(|(key, _)| !table.field(&key.name).is_some_and(is_removed));
    for (key, member) in members {
        if let Some(field) = table.field(&key.name) {
            remove_from_value(member, field, field.has_own_keys(), is_removed);
        }
    }
}

fn remove_from_value(
    node: &mut Node,
    field: &Field,
    own_keys: bool,
    is_removed: &impl Fn(&Field) -> bool,
) {
    let Some(table) = field.table() else {
        return;
    };
    match &mut node.value {
        Value::Array(members) => {
            for member in members {
                remove_from_value(member, field, false, is_removed);
            }
        }
        Value::Table(members) if own_keys => {
            for (_, member) in members {
                remove_from_value(member, field, false, is_removed);
            }
        }
        Value::Table(_) => remove_from_table(node, table, is_removed),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::Source;
    use crate::profile::role::Role;
    use crate::profile::tree::TomlTree;

    #[derive(Default)]
    struct Recorder(Vec<String>);

    impl Visitor<'_> for Recorder {
        fn visit_string(&mut self, string: &str, _: &Node, field: &Field, _: &str) {
            self.0.push(format!("{:?} {string}", field.role));
        }

        fn visit_own_key(&mut self, key: &Key, field: &Field) {
            self.0.push(format!("{} {}", field.name, key.name));
        }
    }

    fn root(text: &str) -> Node {
        let source = Arc::new(Source::new("a.toml", text));
        let tree = TomlTree::parse(source).expect("valid TOML");
        tree.root().clone()
    }

    const PROFILE: &str = r#"
        [person]
        name = "a"
        links = [{ network = "b", username = "c" }]
        [[section]]
        bibliography = { path = "d" }
        [[section.entry]]
        meta = { e = "f" }
        highlights = ["g", { text = "h", items = ["i"] }]
        [[section.entry.role]]
        meta = [{ label = "j", value = "k" }]
        [variant.l.person]
        phone = "m"
        [design.compact]
        paper = "n"
    "#;

    #[test]
    fn visits_each_value_with_its_field() {
        let mut recorder = Recorder::default();
        let root = root(PROFILE);
        visit(&root, &mut recorder);
        let expected = [
            "Name a",
            "Setting b",
            "Contact c",
            "File d",
            "meta e",
            "Text f",
            "Text g",
            "Text h",
            "Text i",
            "Label j",
            "Text k",
            "variant l",
            "Phone m",
            "design compact",
            "design paper",
            "Design n",
        ];
        assert_eq!(recorder.0, expected);
    }

    #[test]
    fn removes_fields_in_all_tables() {
        let mut root = root(PROFILE);
        remove_fields(&mut root, &|field| {
            matches!(field.role, Role::Phone | Role::Label)
        });
        let mut recorder = Recorder::default();
        visit(&root, &mut recorder);
        assert!(!recorder.0.iter().any(|visited| visited == "Phone m"));
        assert!(!recorder.0.iter().any(|visited| visited == "Label j"));
        assert!(recorder.0.iter().any(|visited| visited == "Text k"));
    }
}
