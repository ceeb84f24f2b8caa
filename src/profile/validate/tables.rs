//! Checks the tables that a profile and each of its variants can have: the person, the signature and
//! the cover letter.

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;
use crate::profile::validate::image::{self, Owner};
use crate::profile::validate::{append, dates, person};

/// A table with a date and an image.
struct DatedTable {
    name: &'static str,
    date: &'static str,
    image: &'static str,
}

const DATED_TABLES: [DatedTable; 3] = [
    DatedTable {
        name: "person",
        date: "birth-date",
        image: "photo",
    },
    DatedTable {
        name: "signature",
        date: "date",
        image: "image",
    },
    DatedTable {
        name: "letter",
        date: "date",
        image: "signature",
    },
];

/// Checks the tables of the profile or of a variant.
pub fn check(parent: &Node, owner: Owner, checker: &mut Checker) {
    append::check(parent, checker);
    if let Some(person) = parent.get("person") {
        person::check(person, owner, checker);
    }
    for table in DATED_TABLES {
        if let Some(node) = parent.get(table.name) {
            dates::check_spelling(node, table.date, checker);
            image::check(node, table.image, owner, checker);
        }
    }
    if let Some(signature) = parent.get("signature").filter(|_| owner == Owner::Profile) {
        check_signature(signature, checker);
    }
    // If the profile has a letter too, the body of one in a variant can be there.
    let is_whole = owner == Owner::Profile || !checker.checked.tree.root().has("letter");
    if let Some(letter) = parent.get("letter").filter(|_| is_whole) {
        check_letter(letter, checker);
    }
}

fn check_signature(signature: &Node, checker: &mut Checker) {
    if signature.members().is_empty() && !checker.is_faulty(signature) {
        let error = Diagnostic::error(rule::MISSING_KEY, "`signature` is empty");
        let hint = "add `place = \"…\"`, `date = \"…\"` or `image = \"…\"`";
        checker.report(error.hint(hint), signature.span.clone());
    }
}

fn check_letter(letter: &Node, checker: &mut Checker) {
    if !letter.has("body") && !checker.is_faulty(letter) {
        let error = Diagnostic::error(rule::MISSING_KEY, "`body` is missing in `letter`");
        checker.report(error.hint("add `body = \"…\"`"), letter.span.clone());
    }
}
