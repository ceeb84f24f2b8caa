//! Where the text of a profile is kept, and the files that it names.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::export::content_hash;
use crate::profile::{MAX_SIZE, ProfileFiles};

/// The file that a session shows. It is the only one that it replaces.
pub trait ProfileStore: Send + Sync {
    /// Returns the name in messages.
    fn name(&self) -> String;

    /// Returns the name that outputs begin with.
    fn stem(&self) -> String;

    /// Returns the files that the profile can name.
    fn files(&self) -> ProfileFiles;

    /// Returns the text, without a byte order mark.
    ///
    /// # Errors
    /// The file cannot be read, or is not a profile.
    fn text(&self) -> Result<String, Diagnostic>;

    /// Returns whether there is a file, which may not be readable.
    fn exists(&self) -> bool;

    /// Returns the hash of the bytes; `None` if there is no file, or it cannot be read.
    fn etag(&self) -> Option<String>;

    /// Writes the text, and returns the new hash.
    ///
    /// # Errors
    /// The condition does not hold, or the file cannot be written.
    fn save(&self, text: &str, condition: &Condition) -> Result<String, SaveError>;

    /// Adds a file that the profile can name, and returns whether it is there afterwards: `false` if
    /// another file has the name, which stays.
    ///
    /// # Errors
    /// The file cannot be written.
    fn add_file(&self, name: &str, bytes: &[u8]) -> Result<bool, Diagnostics>;
}

/// The condition under which a file may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// The file has these contents.
    Matches(String),
    /// There is no such file.
    Absent,
}

/// Why a file was not written.
pub enum SaveError {
    /// Its contents are others.
    Changed,
    /// The text is larger than a profile may be.
    TooLarge,
    /// It cannot be written.
    Failed(Diagnostics),
}

/// A profile in memory, and the files beside it.
pub struct MemoryStore {
    stem: String,
    text: Mutex<Option<String>>,
    files: Mutex<Arc<BTreeMap<String, Vec<u8>>>>,
}

impl MemoryStore {
    /// Creates a profile without a text. Its outputs begin with this name.
    pub fn new(stem: &str) -> Self {
        Self {
            stem: stem.to_owned(),
            text: Mutex::new(None),
            files: Mutex::default(),
        }
    }

    fn saved(&self) -> MutexGuard<'_, Option<String>> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self) -> MutexGuard<'_, Arc<BTreeMap<String, Vec<u8>>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProfileStore for MemoryStore {
    fn name(&self) -> String {
        format!("{}.toml", self.stem)
    }

    fn stem(&self) -> String {
        self.stem.clone()
    }

    fn files(&self) -> ProfileFiles {
        ProfileFiles::Memory(Arc::clone(&self.kept()))
    }

    fn text(&self) -> Result<String, Diagnostic> {
        Ok(self.saved().clone().unwrap_or_default())
    }

    fn exists(&self) -> bool {
        self.saved().is_some()
    }

    fn etag(&self) -> Option<String> {
        self.saved()
            .as_ref()
            .map(|text| content_hash(text.as_bytes()))
    }

    fn save(&self, text: &str, condition: &Condition) -> Result<String, SaveError> {
        if text.len() as u64 > MAX_SIZE {
            return Err(SaveError::TooLarge);
        }
        let is_met = match condition {
            Condition::Matches(etag) => self.etag().as_ref() == Some(etag),
            Condition::Absent => !self.exists(),
        };
        if !is_met {
            return Err(SaveError::Changed);
        }
        *self.saved() = Some(text.to_owned());
        Ok(content_hash(text.as_bytes()))
    }

    fn add_file(&self, name: &str, bytes: &[u8]) -> Result<bool, Diagnostics> {
        let mut files = self.kept();
        if let Some(known) = files.get(name) {
            return Ok(known == bytes);
        }
        Arc::make_mut(&mut files).insert(name.to_owned(), bytes.to_vec());
        Ok(true)
    }
}
