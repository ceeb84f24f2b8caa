//! What an editor shows about the word at a place.

use std::ops::Range;

use crate::diagnostic::rule;
use crate::ide::completion::layout_of;
use crate::ide::cursor::{Spot, find, scope_before};
use crate::ide::guide;
use crate::ide::scope::{Scope, ScopeForm};
use crate::layout::Layouts;
use crate::profile::{SyntaxTree, ValueSyntax, read_syntax};

/// What an editor shows about a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The byte range of the word.
    pub span: Range<usize>,
    /// The description in Markdown.
    pub markdown: String,
}

/// Describes the key or value at a byte offset of a text, which need not be valid TOML.
pub fn hover(text: &str, offset: usize, layouts: &Layouts) -> Option<Hover> {
    let offset = text.floor_char_boundary(offset);
    let tree = read_syntax(text);
    let (scope, key) = match find(text, &tree, offset)? {
        Spot::Header { header, index } => (scope_before(header, index), header.keys.get(index)?),
        Spot::Key { scope, key, .. } => (scope, key?),
        Spot::Value {
            scope, key, value, ..
        } => {
            let value = value?;
            let markdown = of_value(&scope, key, value, layouts)
                .or_else(|| of_key(&tree, &scope, key, layouts))?;
            return Some(Hover {
                span: value.span.clone(),
                markdown,
            });
        }
    };
    Some(Hover {
        markdown: of_key(&tree, &scope, &key.name, layouts)?,
        span: key.span.clone(),
    })
}

fn of_key(tree: &SyntaxTree, scope: &Scope, key: &str, layouts: &Layouts) -> Option<String> {
    match scope.form {
        ScopeForm::Design | ScopeForm::DesignOfLayout => {
            if let Some(option) = scope.option(key, layout_of(tree, scope), layouts) {
                return Some(guide::of_option(key, option));
            }
            if key == "paper" {
                return Some(format!("**paper**: {}", guide::PAPER));
            }
            let layout = layouts.get(key);
            layout.map(guide::of_layout)
        }
        // A name of the user is not the field itself.
        ScopeForm::OwnKeys(_) => None,
        _ => scope.field(key).map(guide::of_field),
    }
}

/// Describes a value that has a name.
fn of_value(scope: &Scope, key: &str, value: &ValueSyntax, layouts: &Layouts) -> Option<String> {
    let name = value.text()?;
    let field = scope.field(key)?;
    match key {
        "layout" => return layouts.get(name).map(guide::of_layout),
        "allow" => {
            return rule::find(name).map(|rule| format!("**{name}**: a rule\n\n{}", rule.text()));
        }
        _ => {}
    }
    let mut values = field.types.named().iter();
    let value = values.find(|value| value.name == name)?;
    (!value.text.is_empty()).then(|| format!("**{name}**\n\n{}", value.text))
}
