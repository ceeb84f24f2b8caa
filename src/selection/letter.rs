//! Parts the CV from the letter: what is printed of the one says nothing of the other.
//!
//! Uses `diagnostic` and `profile`.

use super::choice::{Choice, Piece};
use crate::diagnostic::{Diagnostic, Diagnostics, listed};
use crate::profile::{Node, Reading};

/// What belongs to the CV alone.
const OF_THE_CV: [&str; 3] = ["title", "section", "footer"];

/// Leaves what the choice wants of a profile whose variant is applied.
pub fn part(root: &mut Node, choice: &Choice, reading: &Reading, problems: &mut Diagnostics) {
    match choice.piece {
        Piece::Cv => drop(root.remove("letter")),
        Piece::Letter => {
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

fn missing(reading: &Reading) -> Diagnostic {
    let name = reading.document.source().name();
    // The command line is where it is wrong.
    let error = Diagnostic::error("no-letter", format!("`{name}` has no letter"));
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
