//! Files that earlier batches wrote and that are no longer requested: of deleted profiles, and of
//! layouts and variants that a profile no longer has.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::batch::manifest::{Entries, OutputManifest, Sizes, update};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export;

/// The age above which a temporary file counts as abandoned.
const ABANDONED: Duration = Duration::from_hours(1);

/// The stale files of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaleOutputs {
    /// The profile.
    pub profile: PathBuf,
    /// Whether the profile still exists.
    pub profile_exists: bool,
    /// The files.
    pub outputs: Vec<PathBuf>,
}

/// A profile whose stale files leave the manifest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Cleared {
    stem: String,
    profile: PathBuf,
    profile_exists: bool,
}

/// Returns the stale files in a folder, and deletes them if `prune` is set.
///
/// Files whose size differs from what was written are not listed: the user may have replaced them.
///
/// # Errors
/// A file cannot be deleted, or the manifest cannot be written.
pub fn stale_outputs(folder: &Path, prune: bool) -> Result<Vec<StaleOutputs>, Diagnostics> {
    let manifest = OutputManifest::read(folder);
    let mut stale = Vec::new();
    let mut cleared = BTreeSet::new();
    for (stem, entries) in &manifest.entries {
        for entry in entries {
            let profile_exists = entry.profile.exists();
            let mut outputs = existing(folder, &entry.stale);
            if !profile_exists {
                outputs.extend(existing(folder, &entry.outputs));
            }
            let is_listed = !entry.stale.is_empty() || !profile_exists;
            if is_listed && (prune || outputs.is_empty()) {
                cleared.insert(Cleared {
                    stem: stem.clone(),
                    profile: entry.profile.clone(),
                    profile_exists,
                });
            }
            if !outputs.is_empty() {
                stale.push(StaleOutputs {
                    profile: entry.profile.clone(),
                    profile_exists,
                    outputs,
                });
            }
        }
    }
    if prune {
        for path in stale.iter().flat_map(|stale| &stale.outputs) {
            std::fs::remove_file(path).map_err(|error| {
                let message = format!("cannot delete `{}`: {error}", path.display());
                Diagnostic::error(rule::UNWRITABLE_FILE, message)
            })?;
        }
    }
    if !cleared.is_empty() {
        update(folder, |entries| clear(entries, &cleared))?;
    }
    Ok(stale)
}

/// Returns the files that are still as they were written.
fn existing(folder: &Path, files: &Sizes) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for (name, size) in files {
        let path = folder.join(name);
        let metadata = std::fs::symlink_metadata(&path);
        let is_unchanged =
            metadata.is_ok_and(|metadata| metadata.is_file() && metadata.len() == *size);
        if is_unchanged && is_without_links(folder, name) {
            found.push(path);
        }
    }
    found
}

/// Returns whether no part of a path in a folder is a symbolic link, which may lead out of the folder.
fn is_without_links(folder: &Path, name: &str) -> bool {
    let (Ok(mut expected), Ok(resolved)) =
        (folder.canonicalize(), folder.join(name).canonicalize())
    else {
        return false;
    };
    expected.extend(Path::new(name));
    expected == resolved
}

fn clear(entries: &mut Entries, cleared: &BTreeSet<Cleared>) {
    for Cleared {
        stem,
        profile,
        profile_exists,
    } in cleared
    {
        let Some(of_profile) = entries.get_mut(stem) else {
            continue;
        };
        if *profile_exists {
            for entry in of_profile.iter_mut() {
                if entry.profile == *profile {
                    entry.stale.clear();
                }
            }
        } else {
            of_profile.retain(|entry| entry.profile != *profile);
        }
    }
    entries.retain(|_, of_profile| !of_profile.is_empty());
}

/// Deletes temporary files in these folders that a killed process has left.
pub fn delete_abandoned_files(folders: BTreeSet<&Path>) {
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        for entry in entries.flatten() {
            if is_abandoned(&entry) {
                // A file that cannot be deleted does no harm.
                drop(std::fs::remove_file(entry.path()));
            }
        }
    }
}

fn is_abandoned(entry: &std::fs::DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy().into_owned();
    if !export::is_temporary(&name) {
        return false;
    }
    let modified = entry.metadata().and_then(|metadata| metadata.modified());
    let age = modified.map(|time| SystemTime::now().duration_since(time));
    matches!(age, Ok(Ok(age)) if age > ABANDONED)
}
