//! Wording that messages share.

/// Formats a number with its noun: `1 page`, `2 pages`.
pub fn counted(number: usize, singular: &str, plural: &str) -> String {
    format!("{number} {}", if number == 1 { singular } else { plural })
}

/// Returns a size in the unit that makes it a whole number: `10 MB`, `512 MiB`.
pub fn size(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else if bytes.is_multiple_of(1_000_000) {
        format!("{} MB", bytes / 1_000_000)
    } else {
        format!("{bytes} bytes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size(10_000_000), "10 MB");
        assert_eq!(size(512 << 20), "512 MiB");
    }
}
