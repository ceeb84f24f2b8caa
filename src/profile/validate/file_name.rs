//! Checks the pattern of the names of files.

use crate::diagnostic::{Diagnostic, alternatives, nearest, rule};
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;

/// What the name of a file can have, in braces: the word for a CV or a letter in the language of the
/// document, the person's name, the variant and the language.
pub const FILE_NAME_PARTS: [&str; 4] = ["document", "name", "variant", "locale"];

/// Reports names in braces that are not those of parts.
pub fn check(root: &Node, checker: &mut Checker) {
    let Some(node) = root.get("file-name") else {
        return;
    };
    let Some(pattern) = node.as_str() else {
        return;
    };
    for part in pattern.split('{').skip(1) {
        let Some((part, _)) = part.split_once('}') else {
            continue;
        };
        if FILE_NAME_PARTS.contains(&part) {
            continue;
        }
        let message = format!("a file name has no part `{{{part}}}`");
        let hint = match nearest(part, FILE_NAME_PARTS) {
            Some(meant) => format!("did you mean `{{{meant}}}`?"),
            None => format!("expected {} in braces", alternatives(FILE_NAME_PARTS)),
        };
        let error = Diagnostic::error(rule::UNKNOWN_VALUE, message).hint(hint);
        checker.report(error, node.span.clone());
    }
}
