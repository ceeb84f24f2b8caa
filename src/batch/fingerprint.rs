//! Digests of profiles and of the files that they name.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::export::content_hash;
use crate::file::folder_of;
use crate::profile;

/// The size from which files are not read, in bytes; no profile, image or bibliography is so large.
const LARGEST: u64 = 64 << 20;

/// A digest of bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest(String);

impl Digest {
    /// Returns the digest of a value.
    pub fn of(value: &(impl Hash + ?Sized)) -> Self {
        Self(content_hash(value))
    }

    /// Returns the digest of a file; `None` if it is missing, unreadable or too large.
    pub fn of_file(path: &Path) -> Option<Self> {
        Some(Self::of(&read_file(path)?))
    }
}

/// Reads a file that is not too large. Pipes and devices, which may have no end, are not read.
fn read_file(path: &Path) -> Option<Vec<u8>> {
    let metadata = std::fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return None;
    }
    std::fs::read(path).ok()
}

/// The digests of a profile and of the files that it names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileFingerprint {
    /// The profile's text.
    pub text: Digest,
    /// The settings of its folder.
    #[serde(default)]
    pub settings: Option<Digest>,
    /// Its images and bibliographies, by their paths as written.
    pub files: BTreeMap<String, Digest>,
}

impl ProfileFingerprint {
    /// Reads a profile and its files, without checking them.
    pub fn of(path: &Path) -> Option<Self> {
        let bytes = read_file(path)?;
        let text = String::from_utf8_lossy(&bytes);
        let mut files = BTreeMap::new();
        for file in profile::named_files(&text, folder_of(path)) {
            if let Some(digest) = Digest::of_file(&file.path) {
                files.insert(file.written, digest);
            }
        }
        Some(Self {
            text: Digest::of(&bytes),
            settings: settings_of(path),
            files,
        })
    }
}

/// Returns the digest of the settings of the folder of a profile, and of the files that they name.
pub fn settings_of(profile: &Path) -> Option<Digest> {
    let files = profile::settings_files(folder_of(profile));
    let digests = files.iter().filter_map(|file| Digest::of_file(&file.path));
    digests.reduce(|all, next| Digest::of(&[all.0, next.0]))
}
