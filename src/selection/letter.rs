//! Separates the CV from the letter, so that neither contains texts of the other.
//!
//! Uses `diagnostic` and `profile`.

use crate::diagnostic::{Diagnostic, Diagnostics, listed, rule};
use crate::profile::{Node, ParsedProfile};
use crate::selection::request::{Choice, DocumentKind};

/// The fields that only the CV uses. So does the summary of the person.
const CV_FIELDS: [&str; 6] = [
    "title",
    "section",
    "signature",
    "footer",
    "append",
    "attach",
];

/// Removes what the chosen document does not contain. The variant is already applied.
pub fn separate(
    root: &mut Node,
    choice: &Choice,
    parsed: &ParsedProfile,
    problems: &mut Diagnostics,
) {
    match choice.document {
        DocumentKind::Cv => {
            root.remove("letter");
        }
        DocumentKind::Letter => {
            // A faulty letter was reported.
            if !root.has("letter") && !parsed.problems.has_errors() {
                problems.push(missing_letter(parsed));
            }
            for key in CV_FIELDS {
                root.remove(key);
            }
            if let Some(person) = root.get_mut("person") {
                person.remove("summary");
            }
        }
    }
}

fn missing_letter(parsed: &ParsedProfile) -> Diagnostic {
    let name = parsed.tree.source().name();
    // The mistake is on the command line, so the error has no place in the file.
    let error = Diagnostic::error(rule::NO_LETTER, format!("`{name}` has no letter"));
    let mut variants = parsed.variants();
    variants.retain(|variant| parsed.has_letter(Some(variant)));
    if variants.is_empty() {
        return error
            .hint("write `[letter]`, and below it `opening = \"Dear …,\"` and `body = \"…\"`");
    }
    error.hint(format!(
        "select a variant with a letter using `--variant`: {}",
        listed(variants)
    ))
}
