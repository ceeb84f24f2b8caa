//! Paths as bytes, for `#[serde(with = "path")]`: they need not be UTF-8.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A path, or several.
pub trait PathBytes {
    /// The bytes.
    type Bytes: Serialize + DeserializeOwned;
    /// Returns the bytes.
    fn to_bytes(&self) -> Self::Bytes;
    /// Returns the path of such bytes.
    fn of_bytes(bytes: Self::Bytes) -> Self;
}

impl PathBytes for PathBuf {
    type Bytes = Vec<u8>;

    fn to_bytes(&self) -> Vec<u8> {
        self.as_os_str().as_encoded_bytes().to_vec()
    }

    #[cfg(unix)]
    fn of_bytes(bytes: Vec<u8>) -> Self {
        use std::os::unix::ffi::OsStringExt;
        OsString::from_vec(bytes).into()
    }

    #[cfg(not(unix))]
    fn of_bytes(bytes: Vec<u8>) -> Self {
        OsString::from(String::from_utf8_lossy(&bytes).into_owned()).into()
    }
}

impl<P: PathBytes> PathBytes for Option<P> {
    type Bytes = Option<P::Bytes>;

    fn to_bytes(&self) -> Self::Bytes {
        self.as_ref().map(P::to_bytes)
    }

    fn of_bytes(bytes: Self::Bytes) -> Self {
        bytes.map(P::of_bytes)
    }
}

impl<P: PathBytes> PathBytes for Vec<P> {
    type Bytes = Vec<P::Bytes>;

    fn to_bytes(&self) -> Self::Bytes {
        self.iter().map(P::to_bytes).collect()
    }

    fn of_bytes(bytes: Self::Bytes) -> Self {
        bytes.into_iter().map(P::of_bytes).collect()
    }
}

/// Writes paths.
///
/// # Errors
/// The serializer fails.
pub fn serialize<S: Serializer>(paths: &impl PathBytes, serializer: S) -> Result<S::Ok, S::Error> {
    paths.to_bytes().serialize(serializer)
}

/// Reads paths.
///
/// # Errors
/// The deserializer fails.
pub fn deserialize<'de, P: PathBytes, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<P, D::Error> {
    P::Bytes::deserialize(deserializer).map(P::of_bytes)
}
