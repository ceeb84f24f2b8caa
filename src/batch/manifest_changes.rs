//! What a batch adds to the output manifest of its folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::batch::environment::Environment;
use crate::batch::fingerprint::Digest;
use crate::batch::manifest::{Entries, ManifestEntry, Sizes, path_in, update};
use crate::batch::task::Outcome;
use crate::diagnostic::Diagnostics;

/// Entries that were not written yet.
pub struct ManifestChanges {
    folder: PathBuf,
    entries: Vec<NewEntry>,
}

struct NewEntry {
    /// The path in the folder that the outputs of the profile start with.
    stem: String,
    entry: ManifestEntry,
}

/// The entry that a file belongs to.
#[derive(PartialEq)]
struct Owner {
    stem: String,
    options: Digest,
}

impl ManifestChanges {
    /// Returns no changes to the manifest of a folder.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
            entries: Vec::new(),
        }
    }

    /// Adds what was rendered of a profile. What cannot be recorded, because a path is not UTF-8,
    /// is rendered again the next time.
    pub fn add(&mut self, outcome: &Outcome, stem: &Path, environment: &Environment) {
        let Some(fingerprint) = outcome.fingerprint.clone() else {
            return;
        };
        let Some(stem) = path_in(&self.folder, stem) else {
            return;
        };
        let Ok(profile) = std::path::absolute(&outcome.profile) else {
            return;
        };
        let outputs = self.sizes_of_outputs(outcome);
        if profile.to_str().is_none() || outputs.is_empty() {
            return;
        }
        let mut layouts = BTreeMap::new();
        for rendered in &outcome.rendered {
            if let Some(digest) = environment.layouts.get(&rendered.layout) {
                layouts.insert(rendered.layout.clone(), digest.clone());
            }
        }
        let entry = ManifestEntry {
            profile,
            tool: environment.tool.clone(),
            options: environment.options.clone(),
            fonts: environment.fonts.clone(),
            layouts,
            fingerprint,
            is_partial: !outcome.failed.is_empty() || outputs.len() < outcome.rendered.len(),
            outputs,
            stale: Sizes::new(),
        };
        self.entries.push(NewEntry { stem, entry });
    }

    fn sizes_of_outputs(&self, outcome: &Outcome) -> Sizes {
        let mut sizes = Sizes::new();
        for rendered in &outcome.rendered {
            let path = Path::new(&rendered.file);
            let metadata = std::fs::metadata(path).ok();
            if let Some((name, metadata)) = path_in(&self.folder, path).zip(metadata) {
                sizes.insert(name, metadata.len());
            }
        }
        sizes
    }

    /// Writes the changes since the last time to the manifest.
    ///
    /// # Errors
    /// The manifest cannot be written.
    pub fn save(&mut self) -> Result<(), Diagnostics> {
        let new = std::mem::take(&mut self.entries);
        if new.is_empty() {
            return Ok(());
        }
        update(&self.folder, |entries| merge(entries, new))
    }
}

/// Replaces the entries of the same profiles and options by new ones. Files that a new entry has
/// overwritten no longer belong to older ones.
fn merge(entries: &mut Entries, new: Vec<NewEntry>) {
    let mut owners: BTreeMap<String, Owner> = BTreeMap::new();
    for NewEntry { stem, entry } in new {
        for name in entry.outputs.keys() {
            let owner = Owner {
                stem: stem.clone(),
                options: entry.options.clone(),
            };
            owners.insert(name.clone(), owner);
        }
        replace(entries.entry(stem).or_default(), entry);
    }
    for (stem, of_profile) in entries.iter_mut() {
        for entry in of_profile.iter_mut() {
            let this = Owner {
                stem: stem.clone(),
                options: entry.options.clone(),
            };
            let count = entry.outputs.len();
            entry
                .outputs
                .retain(|name, _| owners.get(name).is_none_or(|owner| *owner == this));
            entry.is_partial |= entry.outputs.len() < count;
            entry.stale.retain(|name, _| !owners.contains_key(name));
        }
        of_profile.retain(|entry| !entry.outputs.is_empty());
    }
    entries.retain(|_, of_profile| !of_profile.is_empty());
}

/// Puts an entry in the place of that with the same options, whose other files become stale.
fn replace(of_profile: &mut Vec<ManifestEntry>, mut entry: ManifestEntry) {
    let same_options = of_profile
        .iter()
        .position(|old| old.options == entry.options);
    if let Some(index) = same_options {
        let old = of_profile.swap_remove(index);
        entry.stale = old.stale;
        if entry.is_partial {
            entry.outputs = old.outputs.into_iter().chain(entry.outputs).collect();
        } else {
            entry.stale.extend(old.outputs);
        }
    }
    of_profile.push(entry);
}
