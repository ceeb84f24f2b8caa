//! The output manifest: a small file beside the output files that records what each was rendered
//! from, so that files that are up to date are not rendered again.
//!
//! The file can be deleted at any time; then everything is rendered once more. Several batches may
//! write to one folder: each reads, changes and replaces the file while it holds a lock.
//!
//! The manifest is input, as other programs may write to the folder: what it names is only read
//! inside the folder of a profile, and only deleted inside the folder of the outputs.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::ops::Not;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::batch::environment::Environment;
use crate::batch::fingerprint::{Digest, ProfileFingerprint, settings_of};
use crate::batch::reason::RenderReason;
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::{self, Format, Output};
use crate::file;
use crate::file::folder_of;
use crate::profile::{self, SETTINGS_FILE};

const FILE: &str = ".cvpress.json";
const LOCK: &str = ".cvpress.lock";

/// How often to try the lock, which another batch holds only while it writes the file.
const LOCK_ATTEMPTS: usize = 250;

/// The time between two attempts.
const LOCK_INTERVAL: Duration = Duration::from_millis(20);

/// The size of a manifest to accept, in bytes. A profile takes about 1 kB.
const MAX_SIZE: u64 = 1 << 30;

/// The version of the file's format; files of other versions are ignored.
const VERSION: u32 = 2;

/// What was rendered of one profile with one set of options.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ManifestEntry {
    /// The profile's absolute path.
    pub profile: PathBuf,
    /// The version of cvpress.
    pub tool: String,
    /// The digest of the options.
    pub options: Digest,
    /// The digest of the fonts.
    pub fonts: Digest,
    /// The digests of the layouts.
    pub layouts: BTreeMap<String, Digest>,
    /// The digests of the profile and its files.
    pub fingerprint: ProfileFingerprint,
    /// The sizes of the files, by their paths in the folder.
    pub outputs: Sizes,
    /// Whether some of the files are missing from the outputs.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub is_partial: bool,
    /// The files that an earlier rendering wrote and this one did not: of a layout or variant that
    /// the profile had then.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stale: Sizes,
}

/// The sizes of files in bytes, by their paths in the folder.
pub type Sizes = BTreeMap<String, u64>;

/// The entries of each profile, by the path in the folder that its outputs start with.
pub type Entries = BTreeMap<String, Vec<ManifestEntry>>;

#[derive(Serialize, Deserialize)]
struct ManifestFile {
    version: u32,
    entries: Entries,
}

/// The output manifest of a folder.
#[derive(Debug)]
pub struct OutputManifest {
    folder: PathBuf,
    /// What was rendered.
    pub entries: Entries,
    /// The problem of the file, which is ignored then.
    pub problem: Option<Diagnostic>,
}

impl OutputManifest {
    /// Reads the manifest of a folder; a missing one is empty.
    pub fn read(folder: &Path) -> Self {
        let path = folder.join(FILE);
        let (entries, problem) = match read_entries(&path) {
            Ok(entries) => (entries, None),
            Err(why) => (Entries::new(), Some(ignored(&path, &why))),
        };
        Self {
            folder: folder.to_path_buf(),
            entries,
            problem,
        }
    }

    /// Returns the files of a profile if they are up to date.
    ///
    /// # Errors
    /// The reason to render it.
    pub fn unchanged(
        &self,
        profile: &Path,
        stem: &Path,
        environment: &Environment,
    ) -> Result<Vec<PathBuf>, RenderReason> {
        let entries = path_in(&self.folder, stem)
            .and_then(|stem| self.entries.get(&stem))
            .ok_or(RenderReason::New)?;
        let same_options = entries
            .iter()
            .find(|entry| entry.options == environment.options);
        let Some(entry) = same_options else {
            let is_old = entries.iter().all(|entry| entry.tool != environment.tool);
            return Err(if is_old {
                RenderReason::Tool
            } else {
                RenderReason::Options
            });
        };
        if let Some(reason) = entry.changed_input(profile, environment) {
            return Err(reason);
        }
        if let Some(reason) = entry.changed_output(&self.folder) {
            return Err(reason);
        }
        let outputs = entry.outputs.keys();
        Ok(outputs.map(|name| self.folder.join(name)).collect())
    }
}

impl ManifestEntry {
    /// Returns the first input that has changed.
    fn changed_input(&self, profile: &Path, environment: &Environment) -> Option<RenderReason> {
        if self.tool != environment.tool {
            return Some(RenderReason::Tool);
        }
        let is_same_file = std::path::absolute(profile).is_ok_and(|path| path == self.profile);
        let text = Digest::of_file(profile);
        if !is_same_file || text.as_ref() != Some(&self.fingerprint.text) {
            return Some(RenderReason::Profile);
        }
        if settings_of(profile) != self.fingerprint.settings {
            return Some(RenderReason::File(SETTINGS_FILE.to_owned()));
        }
        let folder = folder_of(profile);
        for (name, digest) in &self.fingerprint.files {
            let file = profile::find_file(name, folder);
            if file.and_then(|file| Digest::of_file(&file)).as_ref() != Some(digest) {
                return Some(RenderReason::File(name.clone()));
            }
        }
        for (name, digest) in &self.layouts {
            if environment.layouts.get(name) != Some(digest) {
                return Some(RenderReason::Layout(name.clone()));
            }
        }
        if self.fonts != environment.fonts {
            return Some(RenderReason::Fonts);
        }
        self.is_partial.then_some(RenderReason::Options)
    }

    /// Returns the first output that is missing or was modified.
    fn changed_output(&self, folder: &Path) -> Option<RenderReason> {
        for (name, size) in &self.outputs {
            match std::fs::symlink_metadata(folder.join(name)) {
                Err(_) => return Some(RenderReason::Missing(name.clone())),
                Ok(metadata) if !metadata.is_file() || metadata.len() != *size => {
                    return Some(RenderReason::Replaced(name.clone()));
                }
                Ok(_) => {}
            }
        }
        None
    }
}

/// The part of a manifest file that all versions of cvpress can read.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// Reads the entries of a manifest file. The error says why the file is ignored.
fn read_entries(path: &Path) -> Result<Entries, String> {
    match std::fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => return Err("is not a regular file".to_owned()),
        Err(error) if is_missing(&error) => return Ok(Entries::new()),
        Ok(_) | Err(_) => {}
    }
    let bytes = file::read(path, MAX_SIZE).map_err(|error| format!("cannot be read: {error}"))?;
    let Version { version } = serde_json::from_slice(&bytes).map_err(|_| DAMAGED)?;
    if version != VERSION {
        return Err("was written by another version of cvpress".to_owned());
    }
    let file: ManifestFile = serde_json::from_slice(&bytes).map_err(|_| DAMAGED)?;
    for (stem, entries) in &file.entries {
        if !entries.iter().all(|entry| has_own_outputs(stem, entry)) {
            return Err(DAMAGED.to_owned());
        }
    }
    Ok(file.entries)
}

/// Returns whether the outputs of an entry are files that a batch writes: in its folder, in one of
/// its formats, and with names that begin with the stem of the profile's outputs.
fn has_own_outputs(stem: &str, entry: &ManifestEntry) -> bool {
    let mut names = entry.outputs.keys().chain(entry.stale.keys());
    names.all(|name| {
        let path = Path::new(name);
        let extension = path.extension().and_then(|extension| extension.to_str());
        let mut parts = path.components();
        parts.all(|part| matches!(part, Component::Normal(_)))
            && name
                .strip_prefix(stem)
                .is_some_and(|rest| rest.starts_with(['-', '.']))
            && extension.is_some_and(|extension| Format::from_extension(extension).is_some())
    })
}

const DAMAGED: &str = "is damaged";

fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn ignored(path: &Path, why: &str) -> Diagnostic {
    let message = format!("the output manifest `{}` {why}", path.display());
    let hint = if is_irreplaceable(path) {
        "everything is rendered, and nothing is recorded: remove it"
    } else {
        "everything is rendered, and the manifest is replaced"
    };
    Diagnostic::note(rule::MANIFEST_IGNORED, message).hint(hint)
}

/// Returns whether a pipe or a device is in the place of a manifest, or a link to one, which would be
/// written to as it is.
fn is_irreplaceable(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| !file.is_file())
}

/// Changes the manifest of a folder while holding its lock.
///
/// # Errors
/// The manifest cannot be written.
pub fn update(folder: &Path, change: impl FnOnce(&mut Entries)) -> Result<(), Diagnostics> {
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    if is_irreplaceable(&folder.join(FILE)) {
        let why = format!("`{FILE}` is not a regular file");
        return Err(unwritable(folder, &why).into());
    }
    let lock = open_lock(&folder.join(LOCK)).map_err(|error| unwritable(folder, &error))?;
    wait_for(&lock).map_err(|why| unwritable(folder, &why))?;
    let mut entries = OutputManifest::read(folder).entries;
    change(&mut entries);
    let file = ManifestFile {
        version: VERSION,
        entries,
    };
    let json = serde_json::to_vec(&file).map_err(|error| unwritable(folder, &error))?;
    export::write(&Output::File(folder.join(FILE)), &json)
}

/// Opens the lock file, and creates it if it is missing. A link in its place would create a file
/// elsewhere.
fn open_lock(path: &Path) -> std::io::Result<File> {
    let metadata = std::fs::symlink_metadata(path);
    if metadata.is_ok_and(|metadata| !metadata.is_file()) {
        return Err(std::io::Error::other(format!(
            "`{}` is not a regular file",
            path.display()
        )));
    }
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
}

/// Waits until no other batch holds the lock.
///
/// # Errors
/// Another process holds it for too long, or it cannot be locked.
fn wait_for(lock: &File) -> Result<(), String> {
    for _ in 0..LOCK_ATTEMPTS {
        match lock.try_lock() {
            // On a file system without locks, batches at once may overwrite each other's entries.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.to_string()),
            Err(TryLockError::WouldBlock) => {
                std::thread::sleep(LOCK_INTERVAL);
                continue;
            }
            Ok(()) => {}
        }
        return Ok(());
    }
    Err(format!("another process holds `{LOCK}`"))
}

fn unwritable(folder: &Path, error: &dyn std::fmt::Display) -> Diagnostic {
    Diagnostic::error(
        rule::UNWRITABLE_FILE,
        format!("cannot write `{}`: {error}", folder.join(FILE).display()),
    )
}

/// Returns a path in the folder as the manifest writes it: with slashes. `None` if it is outside of
/// the folder, or not UTF-8.
pub fn path_in(folder: &Path, path: &Path) -> Option<String> {
    let relative = path.strip_prefix(folder).ok()?;
    let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}
