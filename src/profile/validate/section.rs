//! Checks sections.

use std::str::FromStr;

use crate::diagnostic::{Diagnostic, alternatives, rule};
use crate::profile::fields::kind_has;
use crate::profile::kind::SectionKind;
use crate::profile::short_form::short_kind;
use crate::profile::synonyms::kind_for;
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;
use crate::profile::validate::{bibliography, entry};

/// The maximum depth of sections: a section, a subsection, and a subsection of that.
const MAX_DEPTH: usize = 3;

/// The keys with content. A section without any of them is empty.
const CONTENT: [&str; 5] = ["body", "highlights", "entry", "subsection", "bibliography"];

/// The keys that only sections of publications can have.
const FOR_PUBLICATIONS: [&str; 5] = [
    "bibliography",
    "group-by",
    "max-authors",
    "numbering",
    "reference-style",
];

/// The most kinds that a message lists.
const MOST_LISTED: usize = 8;

/// The kinds, the most frequent first.
const FREQUENT_FIRST: [SectionKind; 13] = [
    SectionKind::Experience,
    SectionKind::Education,
    SectionKind::Skill,
    SectionKind::Language,
    SectionKind::Project,
    SectionKind::Publication,
    SectionKind::Award,
    SectionKind::List,
    SectionKind::Certificate,
    SectionKind::Interest,
    SectionKind::Reference,
    SectionKind::News,
    SectionKind::Text,
];

/// Checks a section at a depth, the top level being 1. `inherited` is the kind of the section
/// around it.
pub fn check(section: &Node, inherited: Option<SectionKind>, depth: usize, checker: &mut Checker) {
    if depth > MAX_DEPTH {
        let message = "sections can be nested three levels deep; this is the fourth level";
        let error = Diagnostic::error(rule::NESTED_TOO_DEEP, message);
        return checker.report(
            error.hint("move it up, or make it an entry"),
            section.span.clone(),
        );
    }
    let own_kind = section
        .string("kind")
        .and_then(|name| SectionKind::from_str(name).ok());
    let kind = own_kind.or(inherited);
    check_kind(section, kind, checker);
    check_content(section, checker);
    check_columns(section, checker);
    entry::check_depth(section.list("highlights"), 1, checker);
    bibliography::check_section(section, checker);
    for entry in section.list("entry") {
        if let Some(kind) = kind {
            entry::check_fields(entry, kind, checker);
        }
        entry::check(entry, checker);
    }
    for subsection in section.list("subsection") {
        check(subsection, kind, depth + 1, checker);
    }
}

/// Reports sections in the long form whose kind also has entries in the short form, unless a title
/// of their own tells them apart.
pub fn check_forms(sections: &[Node], checker: &mut Checker) {
    let shorts = || {
        sections
            .iter()
            .filter_map(|section| Some((short_kind(section)?, section)))
    };
    let long = sections.iter().filter(|section| {
        short_kind(section).is_none() && !section.has("title") && !section.is_true("hidden")
    });
    for section in long {
        let Some((kind, short)) = shorts().find(|(kind, _)| section.string("kind") == Some(kind))
        else {
            continue;
        };
        let message = format!("there are two sections `{kind}` with the same heading");
        let source = checker.checked.tree.source();
        let error = Diagnostic::error(rule::SECTION_IN_TWO_FORMS, message)
            .also(source, short.span.clone(), "the other one begins here")
            .hint(format!(
                "join them: write `[[{kind}]]` for each entry; or add a `title` below this `[[section]]`"
            ));
        checker.report(error, section.span.clone());
    }
}

fn check_kind(section: &Node, kind: Option<SectionKind>, checker: &mut Checker) {
    let Some(kind) = kind else {
        if !section.list("entry").is_empty() && !checker.is_faulty(section) {
            let message = "a section with entries needs a `kind`";
            let error = Diagnostic::error(rule::MISSING_KIND, message);
            checker.report(
                with_kind_hint(error, section, checker),
                section.span.clone(),
            );
        }
        return;
    };
    for key in FOR_PUBLICATIONS {
        if section.has(key) && kind != SectionKind::Publication {
            let kind = kind.name();
            let message =
                format!("`{key}` is for sections of the kind `publication`, not of `{kind}`");
            let error = Diagnostic::error(rule::FIELD_OF_ANOTHER_KIND, message);
            checker.report(error, section.key_span(key));
        }
    }
}

/// Adds which kind to write, or which ones are possible: those that have the fields of the entries.
fn with_kind_hint(error: Diagnostic, section: &Node, checker: &Checker) -> Diagnostic {
    if let Some(kind) = section.string("title").and_then(kind_for) {
        return with_kind(error, kind, section, checker);
    }
    let entries = section.list("entry");
    let keys = entries.iter().flat_map(Node::members);
    let keys: Vec<&str> = keys.map(|(key, _)| key.name.as_str()).collect();
    // An unknown key would have said more.
    if entries.iter().any(|entry| checker.is_faulty(entry)) {
        return error.hint(listed(&FREQUENT_FIRST));
    }
    let kinds = FREQUENT_FIRST.into_iter();
    let possible = kinds.filter(|kind| keys.iter().all(|key| kind_has(*kind, key)));
    let possible: Vec<SectionKind> = possible.collect();
    match possible.as_slice() {
        [kind] | [kind, _] => with_kind(error, *kind, section, checker),
        [] => error.hint(listed(&FREQUENT_FIRST)),
        kinds => error.hint(listed(kinds)),
    }
}

/// Adds the only kind that is possible.
fn with_kind(
    error: Diagnostic,
    kind: SectionKind,
    section: &Node,
    checker: &Checker,
) -> Diagnostic {
    let line = format!("kind = \"{}\"", kind.name());
    let error = error.hint(format!("add `{line}`"));
    let header = section.span.clone();
    let source = checker.checked.tree.source();
    let is_header = source.text()[header.clone()].starts_with("[[");
    if !is_header {
        return error;
    }
    error.fix(header.end..header.end, format!("\n{line}"))
}

fn listed(kinds: &[SectionKind]) -> String {
    let (first, rest) = kinds.split_at(kinds.len().min(MOST_LISTED));
    let names = alternatives(first.iter().map(|kind| kind.name()));
    let more = match rest {
        [] => "",
        _ => "; `cvpress explain section` has the others",
    };
    format!("add `kind = \"…\"` with {names}{more}")
}

fn check_content(section: &Node, checker: &mut Checker) {
    if CONTENT.iter().any(|key| section.has(key)) || checker.is_faulty(section) {
        return;
    }
    let warning = Diagnostic::warning(rule::EMPTY_SECTION, "the section is empty");
    checker.report(
        warning.hint("add entries under `[[section.entry]]`, or remove the section"),
        section.span.clone(),
    );
}

/// Warns of columns that would be empty: only subsections are placed in them.
fn check_columns(section: &Node, checker: &mut Checker) {
    let columns: Option<u8> = section.get("columns").and_then(Node::parse);
    if columns.unwrap_or(1) < 2 || section.list("subsection").len() > 1 {
        return;
    }
    let message = "`columns` places subsections side by side, and the section has fewer than two";
    let warning = Diagnostic::warning(rule::COLUMNS_WITHOUT_SUBSECTIONS, message);
    let hint = if section.list("entry").is_empty() {
        "remove it, or add subsections"
    } else {
        "put the entries into subsections, under `[[section.subsection.entry]]`, or remove it"
    };
    checker.report(warning.hint(hint), section.key_span("columns"));
}
