//! Reads files that others may have made: only regular ones, and only up to a size. A pipe or a
//! device may have no end, or never begin.

#[cfg(feature = "native")]
mod disk;
#[cfg(feature = "native")]
pub mod path;

use std::io::{self, Read};

use crate::diagnostic::size;

#[cfg(feature = "native")]
pub use disk::{folder_of, irregular, leads_outside, or_current, read};

/// Reads everything, as of a pipe.
///
/// # Errors
/// There are more than `most` bytes, or they cannot be read.
pub fn read_all(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

/// Returns the error that a file is larger than `most` bytes.
pub fn too_large(most: u64) -> io::Error {
    io::Error::other(format!("it is larger than {}", size(most)))
}
