//! Hashes that name contents. The same content has the same hash in every run of a version.

use std::hash::Hash;

use typst::utils::hash128;

/// Returns the hash of a page or of bytes, as 32 hexadecimal digits.
pub fn content_hash<T: Hash + ?Sized>(content: &T) -> String {
    format!("{:032x}", hash128(content))
}

/// Returns the same hash as bytes.
pub fn content_hash_bytes<T: Hash + ?Sized>(content: &T) -> [u8; 16] {
    hash128(content).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_contents_have_other_hashes() {
        assert_eq!(content_hash(b"a".as_slice()).len(), 32);
        assert_eq!(content_hash(b"a".as_slice()), content_hash(b"a".as_slice()));
        assert_ne!(content_hash(b"a".as_slice()), content_hash(b"b".as_slice()));
    }
}
