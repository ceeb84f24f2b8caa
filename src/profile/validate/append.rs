//! Checks the PDFs that are appended to a CV: whether they are in the profile's folder.

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::path::PathFault;
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;

/// Checks the PDFs that the profile or a variant names.
pub fn check(table: &Node, checker: &mut Checker) {
    for item in table.list("append") {
        let Some(written) = item.as_str() else {
            continue;
        };
        if let Err(fault) = checker.files.find(written) {
            checker.report(error(&fault, written), item.span.clone());
        }
    }
}

fn error(fault: &PathFault, written: &str) -> Diagnostic {
    let (message, hint) = match fault {
        PathFault::Outside => (
            format!("`{written}` is outside the profile's folder"),
            "copy it into the profile's folder",
        ),
        PathFault::Missing => (
            format!("`{written}` does not exist"),
            "write its path relative to the profile's folder",
        ),
        PathFault::Empty => (
            "a file of `append` has an empty path".to_owned(),
            "write its path, or remove it",
        ),
        PathFault::Unreadable(why) => (
            format!("cannot read `{written}`: {why}"),
            "check the path and the permissions of the file",
        ),
    };
    Diagnostic::error(rule::APPEND_FILE, message).hint(hint)
}
