//! Checks the rules that the shape alone cannot express: fields of kinds, order of dates, targets
//! of links, names of tags and publications.
//!
//! The checks run on the valid part of the tree. Images are looked up in the profile's folder, and
//! bibliographies are read from it.

mod append;
mod bibliography;
mod characters;
mod checker;
mod dates;
mod entry;
mod file_name;
mod image;
mod link;
mod person;
mod section;
mod selection;
mod tables;
mod variant;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::profile::bibliography::Bibliographies;
use crate::profile::files::ProfileFiles;
use crate::profile::shape::CheckedTree;
use crate::profile::validate::checker::Checker;

pub use file_name::FILE_NAME_PARTS;
pub use selection::{all_tags, is_called, tags_of};
pub use variant::ALL;

/// Reports everything that breaks a rule, and returns the bibliographies that the profile names.
pub fn check(
    valid: &CheckedTree,
    files: &ProfileFiles,
    problems: &mut Diagnostics,
) -> Bibliographies {
    let mut checker = Checker::new(valid, files, problems);
    let root = valid.tree.root();
    if !root.has("person") && !root.has("section") && !valid.is_faulty(root) {
        let error = Diagnostic::error(rule::EMPTY_PROFILE, "the profile is empty");
        checker.report(error.hint("begin with `[person]` and `name = \"…\"`"), 0..0);
        return checker.bibliographies;
    }
    person::check_name(root, &mut checker);
    link::check_urls(root, &mut checker);
    characters::check(root, &mut checker);
    file_name::check(root, &mut checker);
    image::check(root, "page-logo", image::Owner::Profile, &mut checker);
    tables::check(root, image::Owner::Profile, &mut checker);
    selection::check_private(root, &mut checker);
    selection::check_allow(root, &mut checker);
    variant::check_all(root, &mut checker);
    dates::check_spelling(root, "date", &mut checker);
    for section in root.list("section") {
        section::check(section, None, 1, &mut checker);
    }
    section::check_forms(root.list("section"), &mut checker);
    checker.bibliographies
}
