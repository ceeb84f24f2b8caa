//! Wording that messages share.

/// Formats a number with its noun: `1 page`, `2 pages`.
pub fn counted(number: usize, singular: &str, plural: &str) -> String {
    format!("{number} {}", if number == 1 { singular } else { plural })
}
