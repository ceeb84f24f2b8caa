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

pub use checks::{ExpectedContent, check_content};
pub use completeness::{MissingText, TextProblem, in_page_order, missing_texts};
pub use lines::{is_vowel_sign, lines, normalize, normalized_text};
pub use preflight::{PreflightOptions, PreflightReport, Target, preflight};
pub use read::{
    Font, Heading, Link, PageText, PdfContent, PdfProperties, PlacedGlyph, decoded, is_pdf, read,
};
