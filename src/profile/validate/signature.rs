//! Checks the signature at the end of a CV.

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;
use crate::profile::validate::dates;
use crate::profile::validate::image::{self, Owner};

/// Checks the signature of the profile, which has at least one field.
pub fn check_profile(root: &Node, checker: &mut Checker) {
    let Some(signature) = root.get("signature") else {
        return;
    };
    if signature.members().is_empty() && !checker.is_faulty(signature) {
        let error = Diagnostic::error(rule::MISSING_KEY, "`signature` is empty");
        let hint = "add `place = \"…\"`, `date = \"…\"` or `image = \"…\"`";
        checker.report(error.hint(hint), signature.span.clone());
    }
    check(signature, Owner::Profile, checker);
}

/// Checks the signature of the profile or of a variant.
pub fn check(signature: &Node, owner: Owner, checker: &mut Checker) {
    dates::check_spelling(signature, "date", checker);
    image::check(signature, "image", owner, checker);
}
