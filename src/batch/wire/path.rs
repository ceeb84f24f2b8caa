//! Paths, which need not be UTF-8.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A path as bytes.
#[derive(Serialize, Deserialize)]
pub struct WirePath(Vec<u8>);

impl From<&Path> for WirePath {
    fn from(path: &Path) -> Self {
        Self(path.as_os_str().as_encoded_bytes().to_vec())
    }
}

impl From<PathBuf> for WirePath {
    fn from(path: PathBuf) -> Self {
        Self::from(path.as_path())
    }
}

#[cfg(unix)]
impl From<WirePath> for PathBuf {
    fn from(path: WirePath) -> Self {
        use std::ffi::OsString;
        use std::os::unix::ffi::OsStringExt;
        Self::from(OsString::from_vec(path.0))
    }
}

#[cfg(not(unix))]
impl From<WirePath> for PathBuf {
    fn from(path: WirePath) -> Self {
        Self::from(String::from_utf8_lossy(&path.0).into_owned())
    }
}
