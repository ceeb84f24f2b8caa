//! Turns pages into the bytes of a PDF or of pictures, and the bytes into a file that is there whole or not at all.
//!
//! Uses `diagnostic` and `typeset`.

mod output;
mod pdf;
mod picture;

pub use output::{Output, write};
pub use pdf::{Options, pdf, sheets};
pub use picture::{first_page, png, svg};
