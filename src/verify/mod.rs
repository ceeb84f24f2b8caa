//! Reads a finished PDF back, as a program would that knows nothing of the profile, and holds it
//! against the CV.
//!
//! Uses `diagnostic`, `profile`, `content` and `typeset`; alone in reading PDFs.

mod ats;
mod checks;
mod completeness;
mod guard;
mod lines;
pub mod preflight;
mod read;
mod source_map;

pub use checks::{Subject, findings};
pub use completeness::{Fate, Missing, in_order_of_pages, missing};
pub use lines::{bare, is_mark, lines, text};
pub use preflight::{Expectation, PreflightReport, Target, preflight};
pub use read::{About, Font, Heading, Link, PageText, Placed, ReadPdf, decoded, is_pdf, read};
