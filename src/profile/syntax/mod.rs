//! Diagnoses text that is not TOML, for readers who do not know the specification.
//!
//! `parser` collects what the grammar missed, `explain` puts it into words, `recovery` goes on
//! after an error and reports the rest, `look_alikes` knows other signs for those of the syntax, and
//! `scan` finds lines, brackets and strings in text that may be wrong. Uses `diagnostic`.

mod explain;
mod look_alikes;
mod parser;
mod recovery;
mod scan;
mod syntax_error;

use crate::profile::kind::SectionKind;

pub use recovery::syntax_errors;
pub use scan::keys_in_headers;

/// The names of tables that a profile repeats, each under a header in double brackets.
const REPEATED_TABLES: [&str; 6] = ["section", "subsection", "entry", "role", "details", "links"];

/// Returns whether a header of this name takes double brackets.
fn is_repeated(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name).trim();
    REPEATED_TABLES.contains(&last) || name.trim().parse::<SectionKind>().is_ok()
}
