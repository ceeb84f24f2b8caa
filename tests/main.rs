//! The tests of the whole: one binary, so that Typst is linked once.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod suite;
mod support;
