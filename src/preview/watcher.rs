//! Watches the folders of a profile and of the files that it names.
//!
//! Editors replace a file by another one of its name, so folders are watched, and names are
//! compared. A file that a profile names may not exist yet.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime};

use notify_debouncer_mini::notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_mini::{DebounceEventResult, Debouncer, new_debouncer};

use crate::diagnostic::{Diagnostic, rule};
use crate::export::is_temporary;
use crate::profile;

/// The time in which changes are collected: editors make several for one save.
const COLLECTED: Duration = Duration::from_millis(20);

/// The files of profiles, and what has been seen of them.
pub struct Watcher {
    debouncer: Debouncer<RecommendedWatcher>,
    changes: Receiver<DebounceEventResult>,
    watched: BTreeSet<PathBuf>,
    profiles: BTreeMap<PathBuf, String>,
    templates: Option<PathBuf>,
    stamps: BTreeMap<PathBuf, Option<Stamp>>,
}

/// What tells that a file has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    size: u64,
}

/// What has changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// The profiles that changed themselves, or whose files did.
    pub profiles: BTreeSet<PathBuf>,
    /// Whether layouts have changed.
    pub layouts: bool,
    /// Whether there is a new folder or a new TOML file.
    pub additions: bool,
}

impl Changes {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Watcher {
    /// Creates a watcher of the folder with layouts, if there is one.
    ///
    /// # Errors
    /// The system cannot watch files.
    pub fn new(templates: Option<&Path>) -> Result<Self, Diagnostic> {
        let (sender, changes) = channel();
        let debouncer = new_debouncer(COLLECTED, sender).map_err(|error| no_watcher(&error))?;
        let mut watcher = Self {
            debouncer,
            changes,
            watched: BTreeSet::new(),
            profiles: BTreeMap::new(),
            templates: templates.and_then(|folder| folder.canonicalize().ok()),
            stamps: BTreeMap::new(),
        };
        if let Some(folder) = watcher.templates.clone() {
            let watch = watcher.debouncer.watcher();
            watch
                .watch(&folder, RecursiveMode::Recursive)
                .map_err(|error| no_watcher(&error))?;
        }
        Ok(watcher)
    }

    /// Watches a profile with this text, and the files that the text names. Called again when the
    /// text has changed.
    pub fn watch(&mut self, profile: &Path, text: &str) {
        let folder = profile::Input::File(profile.to_path_buf())
            .folder()
            .to_path_buf();
        self.profiles.insert(profile.to_path_buf(), text.to_owned());
        self.watch_folder(&folder);
        // The target of a link changes in its own folder.
        if let Ok(target) = profile.canonicalize()
            && let Some(folder) = target.parent()
        {
            self.watch_folder(folder);
        }
        for file in profile::referenced_files(text, &folder) {
            if let Some(inner) = file.path.parent() {
                self.watch_folder(inner);
            }
        }
    }

    /// Watches a folder in which profiles may appear.
    pub fn watch_folder(&mut self, folder: &Path) {
        let Ok(folder) = folder.canonicalize() else {
            return;
        };
        if self.watched.contains(&folder) {
            return;
        }
        let watch = self.debouncer.watcher();
        // A folder that cannot be watched is one whose changes are not seen.
        if watch.watch(&folder, RecursiveMode::NonRecursive).is_ok() {
            if let Ok(entries) = std::fs::read_dir(&folder) {
                for path in entries.flatten().map(|entry| entry.path()) {
                    self.stamps.insert(path.clone(), stamp(&path));
                }
            }
            self.watched.insert(folder);
        }
    }

    /// Waits for changes; `None` if there are none for this time.
    pub fn wait(&mut self, most: Duration) -> Option<Changes> {
        let mut paths = self.changes.recv_timeout(most).ok()?.unwrap_or_default();
        while let Ok(Ok(more)) = self.changes.try_recv() {
            paths.extend(more);
        }
        let paths: BTreeSet<PathBuf> = paths.into_iter().map(|event| event.path).collect();
        let mut changes = Changes::default();
        for path in paths {
            // Reading a file is an event as well.
            let now = stamp(&path);
            if self.stamps.insert(path.clone(), now) != Some(now) {
                self.add(&path, &mut changes);
            }
        }
        (!changes.is_empty()).then_some(changes)
    }

    fn add(&self, path: &Path, changes: &mut Changes) {
        let is_template = |folder: &PathBuf| path.starts_with(folder);
        changes.layouts |= self.templates.as_ref().is_some_and(is_template);
        let Some(name) = path.file_name().map(|name| name.to_string_lossy()) else {
            return;
        };
        // Reading a folder is an event of the folder itself.
        if is_temporary(&name) || self.watched.contains(path) {
            return;
        }
        let mut is_known = false;
        for (profile, text) in &self.profiles {
            if is_path_of(path, profile) {
                is_known = true;
                changes.profiles.insert(profile.clone());
            } else if names(text, &name) {
                changes.profiles.insert(profile.clone());
            }
        }
        let is_toml = path
            .extension()
            .is_some_and(|extension| extension == "toml");
        changes.additions |= !is_known && (is_toml && path.is_file() || path.is_dir());
    }
}

/// Returns whether a path, which is absolute, is that of a file or of what the file links to.
fn is_path_of(path: &Path, file: &Path) -> bool {
    let folder = profile::Input::File(file.to_path_buf())
        .folder()
        .canonicalize();
    let is_own = file.file_name() == path.file_name()
        && folder.is_ok_and(|folder| path.parent() == Some(&folder));
    is_own || file.canonicalize().is_ok_and(|target| target == path)
}

/// Returns whether a text has a name as a string or as a part of a path.
fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(start, _)| {
        let before = start.checked_sub(1).and_then(|at| text.as_bytes().get(at));
        is_edge(before) && is_edge(text.as_bytes().get(start + name.len()))
    })
}

/// Returns whether a byte is next to a name as a string or as a part of a path.
fn is_edge(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'"' | b'\'' | b'/' | b'\\'))
}

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = path.metadata().ok()?;
    Some(Stamp {
        modified: metadata.modified().ok(),
        size: metadata.len(),
    })
}

fn no_watcher(error: &dyn std::fmt::Display) -> Diagnostic {
    let message = format!("cannot watch files: {error}");
    Diagnostic::error(rule::UNREADABLE_FOLDER, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits until there are changes.
    fn changes(watcher: &mut Watcher) -> Changes {
        loop {
            if let Some(changes) = watcher.wait(Duration::from_secs(1)) {
                return changes;
            }
        }
    }

    #[test]
    fn files_that_a_profile_names_are_seen_before_they_exist() {
        let folder = tempfile::tempdir().expect("a folder");
        let profile = folder.path().join("a.toml");
        let text = "[person]\nphoto = \"img/me.png\"\n";
        std::fs::write(&profile, text).expect("a file");
        let mut watcher = Watcher::new(None).expect("a watcher");
        watcher.watch(&profile, text);
        // This name is only a part of the other.
        std::fs::write(folder.path().join("me.png"), "1").expect("a file");
        std::fs::create_dir(folder.path().join("img")).expect("a folder");
        assert_eq!(changes(&mut watcher).profiles, [profile.clone()].into());
        std::fs::write(folder.path().join("img/me.png"), "1").expect("a file");
        watcher.watch(&profile, text);
        std::fs::write(folder.path().join("img/me.png"), "12").expect("a file");
        assert_eq!(changes(&mut watcher).profiles, [profile.clone()].into());
        // An editor saves by renaming.
        std::fs::write(folder.path().join("a.tmp"), "x = 1").expect("a file");
        std::fs::rename(folder.path().join("a.tmp"), &profile).expect("a file");
        assert_eq!(changes(&mut watcher).profiles, [profile].into());
        std::fs::write(folder.path().join("b.toml"), "").expect("a file");
        let changes = changes(&mut watcher);
        assert!(changes.additions && changes.profiles.is_empty());
    }

    #[test]
    fn names_are_whole() {
        assert!(names("a = 'x.png'", "x.png") && names("a = \"b/x.png\"", "b"));
        assert!(!names("a = 'xx.png'", "x.png") && !names("x.png", "x.png"));
    }
}
