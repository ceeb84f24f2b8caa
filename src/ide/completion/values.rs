//! The values that a key can have.

use crate::content::Locale;
use crate::diagnostic::{RULES, Severity};
use crate::ide::completion::context::{CompletionContext, Hole};
use crate::ide::completion::files;
use crate::ide::completion::item::{Completion, CompletionKind};
use crate::ide::completion::written_value::WrittenValue;
use crate::ide::scope::{Scope, ScopeForm};
use crate::layout::{OptionKind, OptionSpec};
use crate::profile::{Field, MemberSyntax, Role, Statement, ValueForm, ValueSyntax, networks};

/// The words that a page goal can be.
const PAGE_GOALS: [&str; 3] = ["auto", "off", "1"];

/// Returns the values that can be written under a key, or as members of its list.
pub fn values(
    context: &CompletionContext,
    scope: &Scope,
    key: &str,
    is_member: bool,
    hole: &Hole,
) -> Vec<Completion> {
    let choices = match scope.form {
        ScopeForm::Design | ScopeForm::DesignOfLayout => of_design(context, scope, key),
        _ => match scope.field(key) {
            Some(field) => of_field(context, field),
            None => Vec::new(),
        },
    };
    // The value of a list without brackets is typed with them.
    let is_list = scope
        .field(key)
        .is_some_and(|field| field.types.has("array") && !field.types.has("string"));
    let needs_brackets = !is_member && !hole.is_quoted && is_list;
    let mut items = Vec::new();
    for choice in choices {
        // Between quotes, only strings fit.
        if hole.is_quoted && !choice.is_string {
            continue;
        }
        let mut item = Completion::new(CompletionKind::Value, choice.name);
        item.detail = choice.detail;
        if needs_brackets {
            item.insert = format!("[\"{}\"]", item.insert);
            items.push(hole.fill(item, false));
        } else {
            items.push(hole.fill(item, choice.is_string));
        }
    }
    items
}

fn of_design(context: &CompletionContext, scope: &Scope, key: &str) -> Vec<WrittenValue> {
    let layout = context.layout(scope);
    if key == "paper" {
        let layouts = scope.layouts(layout, context.layouts);
        let papers = layouts.first().map(|layout| &layout.manifest.papers);
        return papers
            .into_iter()
            .flatten()
            .map(|paper| WrittenValue::string(paper.name(), ""))
            .collect();
    }
    match scope.option(key, layout, context.layouts) {
        Some(option) => of_option(option),
        None => Vec::new(),
    }
}

fn of_option(option: &OptionSpec) -> Vec<WrittenValue> {
    match option.kind {
        OptionKind::Boolean => booleans(),
        OptionKind::Choice => option.choices.iter().map(|name| of_choice(name)).collect(),
        OptionKind::Font => option
            .choices
            .iter()
            .map(|name| WrittenValue::string(name, ""))
            .collect(),
        OptionKind::PageGoal => PAGE_GOALS.map(|goal| WrittenValue::string(goal, "")).into(),
        _ => vec![WrittenValue {
            name: option.default_text(),
            detail: "the default".to_owned(),
            is_string: option.is_quoted(),
        }],
    }
}

/// Returns a choice of an option, of which some are not in quotes.
fn of_choice(name: &str) -> WrittenValue {
    match name {
        "true" | "false" => WrittenValue::bare(name),
        name => WrittenValue::string(name, ""),
    }
}

fn booleans() -> Vec<WrittenValue> {
    vec![WrittenValue::bare("true"), WrittenValue::bare("false")]
}

fn of_field(context: &CompletionContext, field: &Field) -> Vec<WrittenValue> {
    match (field.name, field.role) {
        ("layout", Role::Setting) => {
            let layouts = context.layouts.iter();
            return layouts
                .map(|layout| WrittenValue::string(&layout.manifest.name, &layout.manifest.purpose))
                .collect();
        }
        ("edition", Role::Setting) => {
            let editions = context.layouts.editions();
            return editions
                .map(|name| WrittenValue::string(name, ""))
                .collect();
        }
        ("locale", Role::Setting) => {
            return Locale::known()
                .map(|tag| WrittenValue::string(tag, ""))
                .collect();
        }
        ("network", Role::Setting) => {
            return networks()
                .map(|name| WrittenValue::string(name, ""))
                .collect();
        }
        ("allow", Role::Setting) => {
            let rules = RULES.iter().filter(|rule| rule.severity != Severity::Error);
            return rules
                .map(|rule| WrittenValue::string(&rule.name, first_sentence(&rule.about)))
                .collect();
        }
        (name, role) if role.is_file() => return files::paths(context, name, role),
        ("keys", Role::Selection) => return files::keys(context),
        ("keywords" | "except", Role::Selection) => return files::keywords(context),
        (_, Role::Tags) | ("show" | "hide" | "order", Role::Selection) => return tags(context),
        _ => {}
    }
    let named = field.types.named().iter();
    let mut choices: Vec<WrittenValue> = named
        .map(|value| WrittenValue::string(value.name, value.text.as_str()))
        .collect();
    if field.types.has("boolean") {
        choices.extend(booleans());
    }
    choices
}

fn first_sentence(text: &str) -> String {
    let sentence = text.split_once(". ").map_or(text, |(first, _)| first);
    sentence.trim().replace('\n', " ")
}

/// Returns the tags of a text, sorted, each once.
fn tags(context: &CompletionContext) -> Vec<WrittenValue> {
    let mut found = Vec::new();
    for member in context.tree.statements.iter().filter_map(Statement::member) {
        collect_tags(member, &mut found);
    }
    found.sort();
    found.dedup();
    found
        .into_iter()
        .map(|tag| WrittenValue::string(tag, ""))
        .collect()
}

fn collect_tags(member: &MemberSyntax, found: &mut Vec<String>) {
    let Some(value) = &member.value else { return };
    if member.keys.last().is_some_and(|key| key.name == "tags") {
        let own = members_of(value).filter_map(ValueSyntax::text);
        found.extend(own.filter(|tag| !tag.is_empty()).map(str::to_owned));
        return;
    }
    for value in std::iter::once(value).chain(members_of(value)) {
        if let ValueForm::Inline(members) = &value.form {
            for member in members {
                collect_tags(member, found);
            }
        }
    }
}

fn members_of(value: &ValueSyntax) -> impl Iterator<Item = &ValueSyntax> {
    let members = match &value.form {
        ValueForm::List(members) => members.as_slice(),
        _ => &[],
    };
    members.iter()
}
