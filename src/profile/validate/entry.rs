//! Checks entries, their roles and their labeled blocks.

use crate::diagnostic::{Diagnostic, alternatives, nearest, rule};
use crate::profile::fields::{kind_has, kinds_with, own_fields, role_has};
use crate::profile::kind::SectionKind;
use crate::profile::model::LEVELS;
use crate::profile::synonyms::counterpart;
use crate::profile::tree::{Key, Node, Value};
use crate::profile::validate::checker::Checker;
use crate::profile::validate::image::{self, Owner};
use crate::profile::validate::{dates, link};

/// Where a text without an address goes.
const FACT: &str = "write the text as a fact in `meta`";

/// Reports fields that belong to entries of other kinds.
pub fn check_fields(entry: &Node, kind: SectionKind, checker: &mut Checker) {
    for (key, value) in entry.members() {
        let field = &key.name;
        let owners = kinds_with(field);
        // The words for the level of a language are in `fluency`.
        let is_words =
            kind == SectionKind::Language && field == "level" && value.as_integer().is_none();
        if owners.is_empty() || (kind_has(kind, field) && !is_words) {
            continue;
        }
        if is_words {
            check_words(entry, key, checker);
            continue;
        }
        let owners = names(owners);
        let name = kind.name();
        let message = format!("`{field}` is a field of {owners}, not of `{name}`");
        let error = Diagnostic::error(rule::FIELD_OF_ANOTHER_KIND, message);
        let mut error = error.hint(field_hint(field, kind));
        if let Some(own) = counterpart(kind, field)
            && kind_has(kind, own)
            && !entry.has(own)
        {
            error = error.fix(key.span.clone(), own);
        }
        checker.report(error, key.span.clone());
    }
}

/// Reports the level of a language in words.
fn check_words(entry: &Node, key: &Key, checker: &mut Checker) {
    let message = "`level` in words is a field of `skill` or `interest`, not of `language`";
    let error = Diagnostic::error(rule::FIELD_OF_ANOTHER_KIND, message);
    let error = if entry.has("fluency") {
        error.hint("write the words in `fluency`")
    } else {
        error
            .hint("did you mean `fluency`?")
            .fix(key.span.clone(), "fluency")
    };
    checker.report(error, key.span.clone());
}

/// Checks that a level is one of the levels, and that they belong to a level.
fn check_level(entry: &Node, checker: &mut Checker) {
    let levels = entry.get("levels").and_then(Node::as_integer);
    let level = entry.get("level").and_then(Node::as_integer);
    match (level, levels) {
        (Some(level), levels) => {
            let most = levels.unwrap_or(i64::from(LEVELS));
            if level > most {
                let message = format!("`level` must be from 1 to {most}");
                let error = Diagnostic::error(rule::OUT_OF_RANGE, message);
                let hint = match levels {
                    Some(_) => format!("there are {most} levels, as `levels` says"),
                    None => format!("there are {most} levels; write `levels = 10` for more"),
                };
                checker.report(error.hint(hint), entry.span_of("level"));
            }
        }
        (None, Some(_)) if !checker.is_faulty(entry) => {
            let message = "`levels` needs a number in `level`";
            let error = Diagnostic::error(rule::MISSING_KEY, message);
            let hint = "write `level = 3`, or remove `levels`";
            checker.report(error.hint(hint), entry.key_span("levels"));
        }
        _ => {}
    }
}

fn names(kinds: &[SectionKind]) -> String {
    alternatives(kinds.iter().map(|kind| kind.name()))
}

/// Returns the hint for a field of another kind.
fn field_hint(field: &str, kind: SectionKind) -> String {
    let own: Vec<&str> = own_fields(kind).collect();
    let similar = counterpart(kind, field).or_else(|| nearest(field, own.iter().copied()));
    match similar {
        Some(toml) if toml.contains('=') => format!("write `{toml}`"),
        Some(similar) => format!("did you mean `{similar}`?"),
        None if own.is_empty() => {
            format!("write it in `text`, as `{}` has no such field", kind.name())
        }
        None => format!("expected {}", alternatives(own)),
    }
}

/// Checks an entry.
pub fn check(entry: &Node, checker: &mut Checker) {
    check_content(entry, "entry", checker);
    check_parts(entry, checker);
}

fn check_content(entry: &Node, name: &str, checker: &mut Checker) {
    if checker.is_faulty(entry) || has_content(entry) {
        return;
    }
    let error = Diagnostic::error(rule::EMPTY_ENTRY, format!("the {name} is empty"));
    checker.report(
        error.hint(format!("add a field, or remove the {name}")),
        entry.span.clone(),
    );
}

fn check_parts(entry: &Node, checker: &mut Checker) {
    dates::check_entry(entry, checker);
    check_level(entry, checker);
    for keyword in entry.list("keywords") {
        check_level(keyword, checker);
    }
    image::check(entry, "logo", Owner::Profile, checker);
    link::check_links(entry, FACT, checker);
    link::check_email(entry, checker);
    check_depth(entry.list("highlights"), 1, checker);
    if let Some(project) = entry.get("project") {
        link::check_links(project, FACT, checker);
    }
    for detail in entry.list("details") {
        check_detail(detail, checker);
    }
    for role in entry.list("role") {
        check_role(role, checker);
    }
}

/// Checks one of several positions under an employer.
fn check_role(role: &Node, checker: &mut Checker) {
    for (key, member) in role.members() {
        let field = &key.name;
        let owners = kinds_with(field);
        let is_of_employer =
            owners.contains(&SectionKind::Experience) || ["url", "logo"].contains(&field.as_str());
        let (message, hint) = if field == "role" && matches!(member.value, Value::Array(_)) {
            (
                "a role cannot contain roles".to_owned(),
                "write it as another `[[section.entry.role]]`",
            )
        } else if role_has(field) || (owners.is_empty() && !is_of_employer) {
            continue;
        } else if is_of_employer {
            (
                format!("a role cannot have its own `{field}`"),
                "write it in the entry that contains the role",
            )
        } else {
            (
                format!("`{field}` is a field of {}, not of a role", names(owners)),
                "a role has the fields of `experience`",
            )
        };
        let error = Diagnostic::error(rule::FIELD_OF_ANOTHER_KIND, message).hint(hint);
        checker.report(error, key.span.clone());
    }
    check_content(role, "role", checker);
    check_parts(role, checker);
}

/// The depth to which bullets can nest.
const MAX_BULLETS: usize = 8;

/// Reports bullets that are nested too deep.
pub fn check_depth(bullets: &[Node], depth: usize, checker: &mut Checker) {
    for bullet in bullets {
        if depth > MAX_BULLETS {
            let message = format!("bullets can be nested {MAX_BULLETS} levels deep");
            let error = Diagnostic::error(rule::NESTED_TOO_DEEP, message);
            return checker.report(error.hint("use fewer levels"), bullet.span.clone());
        }
        check_depth(bullet.list("items"), depth + 1, checker);
    }
}

fn check_detail(detail: &Node, checker: &mut Checker) {
    check_depth(detail.list("items"), 1, checker);
    let span = detail.span.clone();
    match (detail.has("body"), detail.has("items")) {
        (true, true) => {
            let message = "the block has both `body` and `items`";
            let error = Diagnostic::error(rule::BODY_OR_ITEMS, message)
                .hint("split it into a block with the prose and a block with the list");
            checker.report(error, span);
        }
        (false, false) if !checker.is_faulty(detail) => {
            let message = "the block has neither `body` nor `items`";
            let error = Diagnostic::error(rule::BODY_OR_ITEMS, message)
                .hint("add `body = \"…\"` or `items = [\"…\"]`");
            checker.report(error, span);
        }
        (true, false) if detail.is_true("numbered") => {
            let message = "`numbered` has no effect on prose";
            let warning = Diagnostic::warning(rule::NUMBERED_WITHOUT_ITEMS, message)
                .hint("write a numbered list in `body` as `1. …`");
            checker.report(warning, detail.key_span("numbered"));
        }
        _ => {}
    }
}

/// Returns whether a field is a setting, although it has a text or a number.
fn is_setting(field: &str) -> bool {
    matches!(field, "tags" | "levels")
}

/// Returns whether a value contains a text, number or date. Switches and settings are not content.
fn has_content(node: &Node) -> bool {
    // A placeholder stands for a faulty value, which was reported.
    if node.span.is_empty() {
        return true;
    }
    match &node.value {
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(members) => members.iter().any(has_content),
        Value::Table(members) | Value::Languages(members) => members
            .iter()
            .any(|(key, member)| !is_setting(&key.name) && has_content(member)),
        Value::Boolean(_) => false,
        Value::Integer(_) | Value::Float(_) | Value::Datetime(_) => true,
    }
}
