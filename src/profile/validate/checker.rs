//! What all checks of a profile share.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::profile::bibliography::Bibliographies;
use crate::profile::files::ProfileFiles;
use crate::profile::shape::CheckedTree;
use crate::profile::tree::Node;

/// The profile that is checked, and the results.
pub struct Checker<'a> {
    pub checked: &'a CheckedTree,
    /// The files that the profile can name.
    pub files: &'a ProfileFiles,
    /// The bibliographies that were read.
    pub bibliographies: Bibliographies,
    pub problems: &'a mut Diagnostics,
}

impl<'a> Checker<'a> {
    pub fn new(
        checked: &'a CheckedTree,
        files: &'a ProfileFiles,
        problems: &'a mut Diagnostics,
    ) -> Self {
        Self {
            checked,
            files,
            bibliographies: Bibliographies::new(),
            problems,
        }
    }

    /// Reports a problem at a span of the profile.
    pub fn report(&mut self, problem: Diagnostic, span: Range<usize>) {
        self.report_labeled(problem, span, "");
    }

    /// Reports a problem at a span of the profile, with a label for the span.
    pub fn report_labeled(&mut self, problem: Diagnostic, span: Range<usize>, label: &str) {
        let source = self.checked.tree.source();
        self.problems.push(problem.at(source, span, label));
    }

    /// Returns whether the shape check reported a fault directly in a value. What is missing there
    /// is not reported again.
    pub fn is_faulty(&self, node: &Node) -> bool {
        self.checked.is_faulty(node)
    }
}
