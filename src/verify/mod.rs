//! Reads a finished PDF back, as a program would that knows nothing of the profile, and holds it
//! against the CV.
//!
//! Uses `diagnostic`, `profile`, `content` and `typeset`; alone in reading PDFs.

mod findings;
mod guard;
mod lines;
mod order;
mod places;
pub mod preflight;
mod read;
mod recognise;

pub use findings::{Subject, findings};
pub use lines::{bare, is_mark, lines, text};
pub use order::{Fate, Missing, in_order_of_pages, missing};
pub use preflight::{Expectation, Report, Target, preflight};
pub use read::{About, Finished, Font, Heading, Link, PageText, Placed, decoded, is_pdf, read};
