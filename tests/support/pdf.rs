//! Reads a PDF as the program does.

pub use cvpress::verify::{
    PageText, is_vowel_sign as is_mark, normalize as bare, normalized_text as text,
};

/// Returns the pages of a PDF.
pub fn pages(bytes: &[u8]) -> Vec<PageText> {
    cvpress::verify::read(bytes, "a.pdf")
        .expect("a PDF that can be read")
        .pages
}
