//! The keys that a table can have.

use crate::content::Locale;
use crate::ide::completion::context::CompletionContext;
use crate::ide::completion::item::{Completion, CompletionKind};
use crate::ide::guide;
use crate::ide::scope::{Scope, ScopeForm};
use crate::layout::OptionSpec;
use crate::profile::{Field, Role, ValueTypes};

/// Returns the keys that a table can have and does not have yet. With `has_value`, a value follows
/// already.
pub fn keys(
    context: &CompletionContext,
    scope: &Scope,
    written: &[&str],
    is_inline: bool,
    has_value: bool,
) -> Vec<Completion> {
    let mut items = Vec::new();
    match scope.form {
        ScopeForm::Format(_) => {
            for field in scope.fields() {
                // On a line, a table that has its own header is written below that.
                if is_inline || !has_header(field) || has_value {
                    items.push(of_field(field));
                }
            }
        }
        ScopeForm::Design | ScopeForm::DesignOfLayout => {
            let layout = context.layout(scope);
            let layouts = scope.layouts(layout, context.layouts);
            if let Some(layout) = layouts.first() {
                items.push(of_paper());
                let options = &layout.manifest.options;
                items.extend(options.iter().map(|(name, option)| of_option(name, option)));
            }
        }
        ScopeForm::Languages => items.extend(Locale::known().map(of_language)),
        ScopeForm::OwnKeys(_) | ScopeForm::Unknown => {}
    }
    items.retain(|item| !written.contains(&item.label.as_str()));
    if has_value {
        for item in &mut items {
            item.insert.clone_from(&item.label);
            item.cursor = item.insert.len();
        }
    }
    items
}

fn has_header(field: &Field) -> bool {
    matches!(field.role, Role::Table | Role::Design)
}

fn of_field(field: &Field) -> Completion {
    let value = value_to_type(&field.types);
    Completion {
        detail: field.types.expected(),
        text: guide::of_field(field),
        ..Completion::new(CompletionKind::Field, field.name)
    }
    .inserting(&format!("{} = {value}", field.name))
}

/// Returns the brackets or quotes of a value, with a mark where it is typed.
fn value_to_type(types: &ValueTypes) -> &'static str {
    if types.has("string") {
        "\"|\""
    } else if types.has_lists_of_tables() {
        "[{ | }]"
    } else if types.has("array") {
        "[\"|\"]"
    } else if types.has_tables() {
        "{ | }"
    } else {
        "|"
    }
}

fn of_option(name: &str, option: &OptionSpec) -> Completion {
    let quoted = option.is_quoted() && !option.is_partly_quoted();
    let value = if quoted { "\"|\"" } else { "|" };
    Completion {
        detail: option.help.clone(),
        text: guide::of_option(name, option),
        ..Completion::new(CompletionKind::Option, name)
    }
    .inserting(&format!("{name} = {value}"))
}

fn of_paper() -> Completion {
    Completion {
        detail: guide::PAPER.to_owned(),
        ..Completion::new(CompletionKind::Option, "paper")
    }
    .inserting("paper = \"|\"")
}

fn of_language(tag: &'static str) -> Completion {
    Completion::new(CompletionKind::Field, tag).inserting(&format!("{tag} = \"|\""))
}
