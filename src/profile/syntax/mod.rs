//! Diagnoses text that is not TOML, for readers who do not know the specification.
//!
//! `tree` reads the statements of a text and their errors, `report` chooses those to show, `explain` puts
//! them into words, and `look_alikes` knows other signs for those of the syntax. Uses `diagnostic`.

mod explain;
mod line;
mod look_alikes;
mod report;
mod syntax_error;
pub mod tree;

use crate::profile::kind::SectionKind;

pub use report::syntax_errors;

/// The names of tables that a profile repeats, each under a header in double brackets.
const REPEATED_TABLES: [&str; 6] = ["section", "subsection", "entry", "role", "details", "links"];

/// Returns whether a header of this name takes double brackets.
fn is_repeated(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name).trim();
    REPEATED_TABLES.contains(&last) || name.trim().parse::<SectionKind>().is_ok()
}
