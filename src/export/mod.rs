//! Turns pages into the bytes of a PDF, and the bytes into a file that is there whole or not at all.
//!
//! Uses `diagnostic` and `typeset`.

mod output;
mod pdf;

pub use output::{Output, write};
pub use pdf::{Options, pdf};
