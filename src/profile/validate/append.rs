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
        let Err(fault) = checker.files.find(written) else {
            continue;
        };
        let error = Diagnostic::error(rule::APPEND_FILE, fault.message("PDF", written));
        let hint = match fault {
            // A member of a list has no key of its own.
            PathFault::Empty => "write its path, or remove it",
            _ => fault.hint(),
        };
        checker.report(error.hint(hint), item.span.clone());
    }
}
