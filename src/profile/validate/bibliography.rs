//! Checks bibliographies: the files can be read, and contain the publications that are chosen.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::profile::bibliography::{BibliographyFault, Publication, load};
use crate::profile::model::Bibliography;
use crate::profile::spelling::did_you_mean;
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;

/// Checks the bibliography of a section.
pub fn check_section(section: &Node, checker: &mut Checker) {
    let Some(node) = section.get("bibliography") else {
        return;
    };
    let Some(bibliography) = node.parse::<Bibliography>() else {
        return;
    };
    if !read(&bibliography, node, checker) {
        return;
    }
    let has_unknown_keys = check_keys(&bibliography, node, checker);
    let path = bibliography.path();
    let mut publications = checker.bibliographies[path].iter();
    let is_included =
        |publication: &Publication| bibliography.includes(&publication.key, &publication.keywords);
    if has_unknown_keys || publications.any(is_included) {
        return;
    }
    let message = format!("no publication of `{path}` is included");
    let hint = match bibliography {
        Bibliography::Path(_) => "add entries to the file, or remove the section",
        Bibliography::Choice(_) => "no entry has one of these keywords",
    };
    let warning = Diagnostic::warning(rule::EMPTY_BIBLIOGRAPHY, message).hint(hint);
    checker.report(warning, path_span(node));
}

/// Returns the span of the path; of a missing path, the span of the bibliography.
fn path_span(node: &Node) -> Range<usize> {
    let path = node.get("path").filter(|path| !path.span.is_empty());
    path.unwrap_or(node).span.clone()
}

/// Reads the file, unless another section did. Returns false after an error.
fn read(bibliography: &Bibliography, node: &Node, checker: &mut Checker) -> bool {
    let path = bibliography.path();
    if checker.bibliographies.contains_key(path) {
        return true;
    }
    let mut warnings = Diagnostics::default();
    let loaded = load(path, checker.files, &mut warnings);
    checker.problems.extend(warnings);
    match loaded {
        Ok(publications) => {
            checker.bibliographies.insert(path.to_owned(), publications);
            true
        }
        Err(BibliographyFault::Path(fault)) => {
            checker.report(fault, path_span(node));
            false
        }
        Err(BibliographyFault::File(faults)) => {
            checker.problems.extend(faults);
            false
        }
    }
}

/// Reports chosen keys that the file does not have. Returns whether there are any.
fn check_keys(bibliography: &Bibliography, node: &Node, checker: &mut Checker) -> bool {
    let path = bibliography.path();
    let known: Vec<String> = checker.bibliographies[path]
        .iter()
        .map(|publication| publication.key.clone())
        .collect();
    let mut has_unknown = false;
    for item in node.list("keys") {
        let Some(key) = item.as_str() else {
            continue;
        };
        if known.iter().any(|known| known == key) {
            continue;
        }
        has_unknown = true;
        let message = format!("`{path}` has no entry `{key}`");
        let otherwise = "expected the key after the brace, as in `@article{key, …}`";
        let hint = did_you_mean(key, known.iter().map(String::as_str), otherwise);
        let error = Diagnostic::error(rule::UNKNOWN_REFERENCE, message);
        checker.report(error.hint(hint), item.span.clone());
    }
    has_unknown
}
