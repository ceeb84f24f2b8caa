//! Patterns of texts.

use regex::Regex;

/// Compiles a pattern of this folder, which its tests compile too.
#[expect(clippy::expect_used, reason = "the patterns are part of the program")]
pub fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern")
}
