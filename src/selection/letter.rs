//! Parts the CV from the letter: what is printed of the one says nothing of the other.
//!
//! Uses `diagnostic` and `profile`.

use crate::diagnostic::{Diagnostic, Diagnostics, listed, rule};
use crate::profile::{Node, ParsedProfile};
use crate::selection::request::{Choice, DocumentKind};

/// What belongs to the CV alone.
const OF_THE_CV: [&str; 3] = ["title", "section", "footer"];

/// Leaves what the choice wants of a profile whose variant is applied.
pub fn part(root: &mut Node, choice: &Choice, reading: &ParsedProfile, problems: &mut Diagnostics) {
    match choice.document {
        DocumentKind::Cv => drop(root.remove("letter")),
        DocumentKind::Letter => {
            // One that is there and wrong was told.
            if root.get("letter").is_none() && !reading.problems.has_errors() {
                problems.push(missing(reading));
            }
            for key in OF_THE_CV {
                root.remove(key);
            }
        }
    }
}

fn missing(reading: &ParsedProfile) -> Diagnostic {
    let name = reading.tree.source().name();
    // The command line is where it is wrong.
    let error = Diagnostic::error(rule::NO_LETTER, format!("`{name}` has no letter"));
    let variants = reading
        .variants()
        .into_iter()
        .filter(|variant| reading.has_letter(Some(variant)));
    let variants: Vec<&str> = variants.collect();
    if variants.is_empty() {
        error.hint("write `[letter]`, and below it `opening = \"Dear …,\"` and `body = \"…\"`")
    } else {
        error.hint(format!(
            "name a variant that has one with `--variant`: {}",
            listed(variants)
        ))
    }
}
