//! The headers that a profile can have.

use crate::ide::completion::context::CompletionContext;
use crate::ide::completion::item::{Completion, CompletionKind};
use crate::ide::scope::{Scope, ScopeForm};
use crate::profile::{Field, HeaderSyntax, Role, SectionKind};

/// The most keys in a header that is offered.
const MAX_KEYS: usize = 4;

/// Returns the headers that can be written; those of tables that exist already are left out, but
/// for the one that is edited.
pub fn headers(context: &CompletionContext, edited: Option<&HeaderSyntax>) -> Vec<Completion> {
    let mut found = Vec::new();
    collect(context, &Scope::root(), &mut found);
    found.retain(|item: &Completion| {
        !context.tree.headers().any(|header| {
            let is_edited = edited.is_some_and(|edited| std::ptr::eq(edited, header));
            !header.is_double && !is_edited && written(header) == item.label
        })
    });
    if edited.is_some() {
        // What is typed has brackets, too.
        for item in &mut found {
            item.word.clone_from(&item.label);
        }
    }
    // Tables of tables come after them.
    found.sort_by_key(|item| item.label.matches('.').count());
    found
}

fn written(header: &HeaderSyntax) -> String {
    format!("[{}]", header.names().join("."))
}

fn collect(context: &CompletionContext, scope: &Scope, found: &mut Vec<Completion>) {
    if scope.path.len() >= MAX_KEYS {
        return;
    }
    for field in scope.fields() {
        match scope.table(field.name).form {
            ScopeForm::Design => {
                found.push(header(scope, field, field.name, false));
                let layouts = context.layouts.names().filter(|_| scope.path.is_empty());
                for layout in layouts {
                    let name = format!("{}.{layout}", field.name);
                    found.push(header(scope, field, &name, false));
                }
            }
            ScopeForm::OwnKeys(_) if field.role == Role::Table => {
                for name in names_below(context, field.name) {
                    let named = scope.table(field.name).table(name);
                    let path = format!("{}.{name}", field.name);
                    found.push(header(scope, field, &path, false));
                    collect(context, &named, found);
                }
                let placeholder = header(scope, field, &format!("{}.…", field.name), false);
                found.push(placeholder.inserting(&format!("[{}.|]", field.name)));
            }
            ScopeForm::Format(_) => {
                let is_list = field.types.has_lists_of_tables();
                if is_list || field.role == Role::Table {
                    found.push(header(scope, field, field.name, is_list));
                }
                // Sections inside sections have the same keys as these.
                let is_repeated = scope.path.iter().any(|key| key == field.name);
                // The tables of a kind are offered where it has entries.
                let is_foreign = scope.path.is_empty()
                    && field.name.parse::<SectionKind>().is_ok()
                    && !names_first(context, field.name);
                if field.role == Role::Table && !is_repeated && !is_foreign {
                    collect(context, &scope.table(field.name), found);
                }
            }
            _ => {}
        }
    }
}

/// Returns whether a header begins with a key.
fn names_first(context: &CompletionContext, key: &str) -> bool {
    let mut firsts = context
        .tree
        .headers()
        .filter_map(|header| header.keys.first());
    firsts.any(|first| first.name == key)
}

/// Returns the names that the user chose for the tables under a key, each once.
fn names_below<'a>(context: &'a CompletionContext, key: &str) -> Vec<&'a str> {
    let mut names = Vec::new();
    for header in context.tree.headers() {
        if let [first, name, ..] = header.keys.as_slice()
            && first.name == key
            && is_word(&name.name)
            && !names.contains(&name.name.as_str())
        {
            names.push(name.name.as_str());
        }
    }
    names
}

/// Returns whether a key needs no quotes.
fn is_word(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

fn header(scope: &Scope, field: &Field, name: &str, is_double: bool) -> Completion {
    let mut path = scope.path.clone();
    path.push(name.to_owned());
    let path = path.join(".");
    let label = if is_double {
        format!("[[{path}]]")
    } else {
        format!("[{path}]")
    };
    Completion {
        text: field.text(),
        word: path,
        ..Completion::new(CompletionKind::Header, label)
    }
}
