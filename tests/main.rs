//! Integration tests, in one binary, so that Typst is linked only once.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod suite;
mod support;
