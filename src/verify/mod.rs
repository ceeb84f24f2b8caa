//! Reads a rendered PDF as a program that does not know the profile, and compares it with the CV.
//!
//! Uses `diagnostic`, `profile`, `content`, `typeset` and `pdf`.

mod ats;
mod checks;
mod completeness;
mod normalize;
pub mod posting;
pub mod preflight;
mod read;
mod source_map;

pub use checks::{ExpectedContent, check_content};
pub use completeness::{MissingText, TextProblem, in_page_order, missing_texts};
pub use normalize::{is_vowel_sign, normalize};
pub use preflight::{PreflightOptions, PreflightReport, Target, preflight};
pub use read::{
    Font, Heading, Link, PageText, PdfContent, PdfProperties, PlacedGlyph, lines, normalized_text,
    read,
};
