//! The tests of the whole: one binary, so that Typst is linked once.

mod suite;
mod support;
