//! Orders of keys to format by.

pub use crate::profile::format::order::order as canonical;

/// The other way round, so that nearly every key moves.
pub fn reversed(path: &[&str]) -> Vec<String> {
    canonical(path).into_iter().rev().collect()
}

/// No key is known.
pub fn unknown(_: &[&str]) -> Vec<String> {
    Vec::new()
}
