//! Checks images: photo, signature and logos.

use crate::profile::image;
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;

/// Where a table with an image is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// In the profile.
    Profile,
    /// In a variant, where an empty path removes the image.
    Variant,
}

/// Checks the image under a key of a table.
pub fn check(table: &Node, key: &str, owner: Owner, checker: &mut Checker) {
    let Some(written) = table.get(key).and_then(Node::as_str) else {
        return;
    };
    if written.is_empty() && owner == Owner::Variant {
        return;
    }
    if let Err(fault) = image::find(written, checker.files) {
        checker.report(fault.error(key, written), table.span_of(key));
    }
}
