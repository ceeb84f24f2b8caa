//! Finds the file with the settings of a folder.

#[cfg(feature = "native")]
use std::path::{Path, PathBuf};

/// The name of the file.
pub const SETTINGS_FILE: &str = "cvpress.toml";

/// Returns the file of settings for the profiles in a folder: there, or in the nearest folder above.
#[cfg(feature = "native")]
pub fn settings_file(folder: &Path) -> Option<PathBuf> {
    let here = folder.join(SETTINGS_FILE);
    if here.is_file() {
        return Some(here);
    }
    // The parent of a plain file name is empty.
    let folder = std::path::absolute(Path::new(".").join(folder)).ok()?;
    folder
        .ancestors()
        .skip(1)
        .map(|above| above.join(SETTINGS_FILE))
        .find(|file| file.is_file())
}
