//! The files that a profile can name: those in its folder, or those that a program passes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
#[cfg(feature = "native")]
use std::path::PathBuf;
use std::path::{Component, Path};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::file;
#[cfg(feature = "native")]
use crate::profile::folder;
use crate::profile::path::{PathFault, stays_inside};

/// The files that a profile can name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProfileFiles {
    /// None: the text is not from a file.
    #[default]
    None,
    /// Those in a folder.
    #[cfg(feature = "native")]
    Folder(#[serde(with = "file::path")] PathBuf),
    /// Those in memory, by their paths with `/` between the names. Nothing on the disk is opened. They
    /// stay in their process.
    #[serde(skip)]
    Memory(Arc<BTreeMap<String, Vec<u8>>>),
}

impl ProfileFiles {
    /// Returns those in a folder, or none.
    #[cfg(feature = "native")]
    pub fn in_folder(folder: Option<&Path>) -> Self {
        match folder {
            Some(folder) => Self::Folder(folder.to_path_buf()),
            None => Self::None,
        }
    }

    /// Returns the folder.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            #[cfg(feature = "native")]
            Self::Folder(folder) => Some(folder),
            Self::None | Self::Memory(_) => None,
        }
    }

    /// Returns the paths of the files in the folder, and of those in the folders in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names = match self {
            Self::None => Vec::new(),
            #[cfg(feature = "native")]
            Self::Folder(folder) => folder::names(folder),
            Self::Memory(files) => files.keys().cloned().collect(),
        };
        names.sort();
        names
    }

    /// Finds a file that the profile names.
    ///
    /// # Errors
    /// The file is missing, outside the folder, or not a file.
    pub fn find(&self, written: &str) -> Result<NamedFile<'_>, PathFault> {
        match self {
            Self::None => Err(PathFault::Missing),
            #[cfg(feature = "native")]
            Self::Folder(folder) => folder::find(written, folder).map(NamedFile::OnDisk),
            Self::Memory(files) => {
                let bytes = files.get(&name_of(written)?).ok_or(PathFault::Missing)?;
                Ok(NamedFile::InMemory(bytes))
            }
        }
    }
}

#[cfg(feature = "native")]
impl From<PathBuf> for ProfileFiles {
    fn from(folder: PathBuf) -> Self {
        Self::Folder(folder)
    }
}

/// Returns the name of a file in memory that a profile names.
fn name_of(written: &str) -> Result<String, PathFault> {
    if written.trim().is_empty() {
        return Err(PathFault::Empty);
    }
    if !stays_inside(written) {
        return Err(PathFault::Outside);
    }
    let names = Path::new(written)
        .components()
        .filter_map(|component| match component {
            Component::Normal(name) => Some(name.to_string_lossy()),
            _ => None,
        });
    Ok(names.collect::<Vec<_>>().join("/"))
}

/// A file that a profile names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedFile<'a> {
    /// Its canonical path.
    #[cfg(feature = "native")]
    OnDisk(PathBuf),
    /// Its content.
    InMemory(&'a [u8]),
}

impl NamedFile<'_> {
    /// Returns the number of its bytes.
    ///
    /// # Errors
    /// The system denies access.
    pub fn size(&self) -> io::Result<u64> {
        match self {
            #[cfg(feature = "native")]
            Self::OnDisk(path) => folder::size(path),
            Self::InMemory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Returns its first bytes, at most this many.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn start(&self, length: u64) -> io::Result<Vec<u8>> {
        match self {
            #[cfg(feature = "native")]
            Self::OnDisk(path) => folder::start(path, length),
            Self::InMemory(bytes) => {
                let length = usize::try_from(length).unwrap_or(usize::MAX);
                Ok(bytes[..bytes.len().min(length)].to_vec())
            }
        }
    }

    /// Returns its bytes.
    ///
    /// # Errors
    /// It is larger than `most` bytes, or cannot be read.
    pub fn read(&self, most: u64) -> io::Result<Cow<'_, [u8]>> {
        match self {
            #[cfg(feature = "native")]
            Self::OnDisk(path) => Ok(Cow::Owned(file::read(path, most)?)),
            Self::InMemory(bytes) if bytes.len() as u64 > most => Err(file::too_large(most)),
            Self::InMemory(bytes) => Ok(Cow::Borrowed(bytes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_memory_are_found_by_their_names() {
        let files = BTreeMap::from([("in/me.png".to_owned(), b"12345".to_vec())]);
        let files = ProfileFiles::Memory(Arc::new(files));
        for written in ["in/me.png", "./in/me.png", "in//me.png"] {
            let file = files.find(written).expect("the file");
            assert_eq!(file.size().expect("a size"), 5);
            assert_eq!(file.start(2).expect("a start"), b"12");
            assert_eq!(&*file.read(5).expect("bytes"), b"12345");
            let error = file.read(4).expect_err("a limit");
            assert_eq!(error.to_string(), "it is larger than 4 bytes");
        }
        for (written, fault) in [
            ("me.png", PathFault::Missing),
            ("in", PathFault::Missing),
            ("in/../in/me.png", PathFault::Outside),
            ("/in/me.png", PathFault::Outside),
            ("/etc/passwd", PathFault::Outside),
            (" ", PathFault::Empty),
        ] {
            assert_eq!(files.find(written), Err(fault), "{written}");
        }
        assert_eq!(ProfileFiles::None.find("a"), Err(PathFault::Missing));
    }
}
