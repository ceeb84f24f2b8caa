//! Checks cover letters.

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;
use crate::profile::validate::dates;
use crate::profile::validate::image::{self, Owner};

/// Checks the letter of the profile.
pub fn check_profile(root: &Node, checker: &mut Checker) {
    if let Some(letter) = root.get("letter") {
        check_body(letter, checker);
        check(letter, Owner::Profile, checker);
    }
}

/// Checks the letter of a variant. If the profile has a letter too, the body can be there.
pub fn check_variant(letter: &Node, root: &Node, checker: &mut Checker) {
    if !root.has("letter") {
        check_body(letter, checker);
    }
    check(letter, Owner::Variant, checker);
}

fn check_body(letter: &Node, checker: &mut Checker) {
    if letter.has("body") || checker.is_faulty(letter) {
        return;
    }
    let error = Diagnostic::error(rule::MISSING_KEY, "`body` is missing in `letter`");
    checker.report(error.hint("add `body = \"…\"`"), letter.span.clone());
}

fn check(letter: &Node, owner: Owner, checker: &mut Checker) {
    dates::check_spelling(letter, "date", checker);
    image::check(letter, "signature", owner, checker);
}
