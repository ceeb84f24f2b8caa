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
}

impl Changes {
    fn is_empty(&self) -> bool {
        self.profiles.is_empty() && !self.layouts
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
        if is_temporary(&name) {
            return;
        }
        for (profile, text) in &self.profiles {
            let is_own = profile.file_name() == path.file_name();
            let is_target = || profile.canonicalize().is_ok_and(|target| target == path);
            if is_own || is_target() || text.contains(&*name) {
                changes.profiles.insert(profile.clone());
            }
        }
    }
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
