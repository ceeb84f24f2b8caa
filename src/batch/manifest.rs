//! What was printed into a folder, and from what: one small file beside the CVs, so that what is as
//! it was need not be printed again.
//!
//! The file can be deleted at any time; everything is printed once more then. Several batches may
//! write to one folder: each reads, changes and replaces the file while it holds a lock.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::batch::fingerprint::{Digest, Environment, ProfileFingerprint, folder_of};
use crate::batch::task::Outcome;
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::{self, Output};

const FILE: &str = ".cvpress.json";
const LOCK: &str = ".cvpress.lock";

/// The version of the file's form; one of another form counts as none.
const VERSION: u32 = 1;

/// After so long, nobody writes to a temporary file any more.
const STRAY: Duration = Duration::from_hours(1);

/// RenderReason a profile is printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RenderReason {
    /// It never was.
    New,
    /// The command line says so.
    Forced,
    /// The command line asks for something else than the last time.
    Options,
    /// Another cvpress printed it.
    Tool,
    /// Its text has changed.
    Profile,
    /// A file that it names has changed.
    File(String),
    /// A layout has changed.
    Layout(String),
    /// The fonts have changed.
    Fonts,
    /// An output is not there.
    Missing(String),
    /// An output has another size than it was written with.
    Replaced(String),
}

impl std::fmt::Display for RenderReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::New => write!(f, "new"),
            Self::Forced => write!(f, "forced"),
            Self::Options => write!(f, "other options"),
            Self::Tool => write!(f, "printed by another cvpress"),
            Self::Profile => write!(f, "profile changed"),
            Self::File(name) => write!(f, "`{name}` changed"),
            Self::Layout(name) => write!(f, "layout `{name}` changed"),
            Self::Fonts => write!(f, "fonts changed"),
            Self::Missing(name) => write!(f, "`{name}` is missing"),
            Self::Replaced(name) => write!(f, "`{name}` is not as it was written"),
        }
    }
}

/// One printing of a profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Print {
    /// The profile's path.
    profile: PathBuf,
    tool: String,
    asked: Digest,
    fonts: Digest,
    layouts: BTreeMap<String, Digest>,
    inputs: ProfileFingerprint,
    /// The files by their paths in the folder, and their sizes in bytes.
    outputs: BTreeMap<String, u64>,
    /// Whether only some of the files are of this printing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    /// Files of an earlier printing that this one did not make any more: of a layout or variant
    /// that the profile had then.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    left: BTreeMap<String, u64>,
}

/// The printings of each profile, by the path in the folder that its outputs begin with.
type Prints = BTreeMap<String, Vec<Print>>;

#[derive(Serialize, Deserialize)]
struct Written {
    version: u32,
    prints: Prints,
}

/// What the file of a folder says.
#[derive(Debug)]
pub struct OutputManifest {
    folder: PathBuf,
    prints: Prints,
    /// What is wrong with the file.
    pub problem: Option<Diagnostic>,
}

/// What is to be added to the file.
pub struct Changes {
    folder: PathBuf,
    prints: Vec<(String, Print)>,
}

/// Files that nobody would print any more: of a profile that is not there, or of a layout or
/// variant that it had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaleOutputs {
    /// The profile.
    pub profile: PathBuf,
    /// Whether the profile is still there.
    pub is_there: bool,
    /// The files.
    pub outputs: Vec<PathBuf>,
}

impl OutputManifest {
    /// Reads the file of a folder, if there is one.
    pub fn of(folder: &Path) -> Self {
        let path = folder.join(FILE);
        let none = |why: String| {
            let message = format!(
                "what was printed before is not known: `{}` {why}",
                path.display()
            );
            Some(
                Diagnostic::note(rule::RECORD_IGNORED, message)
                    .hint("everything is printed, and the file written anew"),
            )
        };
        let (prints, problem) = match std::fs::read(&path) {
            Ok(bytes) => match serde_json::from_slice(&bytes) {
                Ok(Written {
                    version: VERSION,
                    prints,
                }) => (prints, None),
                Ok(_) => (
                    Prints::new(),
                    none("is of another version of cvpress".to_owned()),
                ),
                Err(_) => (Prints::new(), none("is damaged".to_owned())),
            },
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                (Prints::new(), None)
            }
            Err(error) => (Prints::new(), none(format!("cannot be read: {error}"))),
        };
        Self {
            folder: folder.to_path_buf(),
            prints,
            problem,
        }
    }

    /// The files of a profile, if they are what they would be if it were printed now.
    ///
    /// # Errors
    /// RenderReason it is to be printed.
    pub fn unchanged(
        &self,
        profile: &Path,
        stem: &Path,
        setup: &Environment,
    ) -> Result<Vec<PathBuf>, RenderReason> {
        let prints = inside(&self.folder, stem)
            .and_then(|name| self.prints.get(&name))
            .ok_or(RenderReason::New)?;
        let Some(print) = prints.iter().find(|print| print.asked == setup.asked) else {
            let is_old = prints.iter().all(|print| print.tool != setup.tool);
            return Err(if is_old {
                RenderReason::Tool
            } else {
                RenderReason::Options
            });
        };
        if print.tool != setup.tool {
            return Err(RenderReason::Tool);
        }
        if Digest::of_file(profile).as_ref() != Some(&print.inputs.text)
            || !is_at(profile, &print.profile)
        {
            return Err(RenderReason::Profile);
        }
        for (name, digest) in &print.inputs.files {
            if Digest::of_file(&folder_of(profile).join(name)).as_ref() != Some(digest) {
                return Err(RenderReason::File(name.clone()));
            }
        }
        for (name, digest) in &print.layouts {
            if setup.layouts.get(name) != Some(digest) {
                return Err(RenderReason::Layout(name.clone()));
            }
        }
        if print.fonts != setup.fonts {
            return Err(RenderReason::Fonts);
        }
        if print.partial {
            return Err(RenderReason::Options);
        }
        for (name, size) in &print.outputs {
            match std::fs::symlink_metadata(self.folder.join(name)) {
                Err(_) => return Err(RenderReason::Missing(name.clone())),
                Ok(about) if !about.is_file() || about.len() != *size => {
                    return Err(RenderReason::Replaced(name.clone()));
                }
                Ok(_) => {}
            }
        }
        Ok(print
            .outputs
            .keys()
            .map(|name| self.folder.join(name))
            .collect())
    }
}

impl Changes {
    /// None yet.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
            prints: Vec::new(),
        }
    }

    /// Notes what was printed of a profile.
    pub fn add(&mut self, outcome: &Outcome, stem: &Path, setup: &Environment) {
        let (Some(inputs), Some(stem)) = (&outcome.inputs, inside(&self.folder, stem)) else {
            return;
        };
        let size = |file: &String| {
            let about = std::fs::metadata(file).ok()?;
            Some((inside(&self.folder, Path::new(file))?, about.len()))
        };
        let outputs: BTreeMap<_, _> = outcome
            .printed
            .iter()
            .filter_map(|printed| size(&printed.file))
            .collect();
        if outputs.is_empty() {
            return;
        }
        let of_layout = |name: &String| Some((name.clone(), setup.layouts.get(name)?.clone()));
        let print = Print {
            profile: std::path::absolute(&outcome.profile)
                .unwrap_or_else(|_| outcome.profile.clone()),
            tool: setup.tool.clone(),
            asked: setup.asked.clone(),
            fonts: setup.fonts.clone(),
            layouts: outcome
                .printed
                .iter()
                .filter_map(|printed| of_layout(&printed.layout))
                .collect(),
            inputs: inputs.clone(),
            partial: !outcome.failed.is_empty() || outputs.len() < outcome.printed.len(),
            outputs,
            left: BTreeMap::new(),
        };
        self.prints.push((stem, print));
    }

    /// Writes what was noted since the last time into the folder's file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self) -> Result<(), Diagnostics> {
        let new = std::mem::take(&mut self.prints);
        if new.is_empty() {
            Ok(())
        } else {
            change(&self.folder, |prints| merge(prints, new))
        }
    }
}

/// Puts new printings in the place of older ones of their kind; what they have replaced of others
/// is not theirs any more.
fn merge(prints: &mut Prints, new: Vec<(String, Print)>) {
    let mut owners: BTreeMap<String, (String, Digest)> = BTreeMap::new();
    for (stem, mut print) in new {
        owners.extend(
            print
                .outputs
                .keys()
                .map(|name| (name.clone(), (stem.clone(), print.asked.clone()))),
        );
        let of_profile = prints.entry(stem).or_default();
        if let Some(at) = of_profile.iter().position(|old| old.asked == print.asked) {
            let old = of_profile.swap_remove(at);
            print.left = old.left;
            if print.partial {
                print.outputs = old.outputs.into_iter().chain(print.outputs).collect();
            } else {
                print.left.extend(old.outputs);
            }
        }
        of_profile.push(print);
    }
    for (stem, of_profile) in prints.iter_mut() {
        for print in of_profile.iter_mut() {
            let count = print.outputs.len();
            let is_own = |name: &String| {
                owners
                    .get(name)
                    .is_none_or(|owner| *owner == (stem.clone(), print.asked.clone()))
            };
            print.outputs.retain(|name, _| is_own(name));
            print.partial |= print.outputs.len() < count;
            print.left.retain(|name, _| !owners.contains_key(name));
        }
        of_profile.retain(|print| !print.outputs.is_empty());
    }
    prints.retain(|_, of_profile| !of_profile.is_empty());
}

/// The files in a folder that were printed once and would not be any more; where they are to be
/// pruned, they are deleted.
///
/// Only files that are as they were written are listed.
///
/// # Errors
/// A file cannot be deleted, or the record not be written.
pub fn gone(folder: &Path, prune: bool) -> Result<Vec<StaleOutputs>, Diagnostics> {
    let record = OutputManifest::of(folder);
    let mut gone = Vec::new();
    // By the profile and whether it is there.
    let mut forgotten = BTreeSet::new();
    for (stem, print) in record
        .prints
        .iter()
        .flat_map(|(stem, prints)| prints.iter().map(move |print| (stem, print)))
    {
        let is_ours = |(name, size): (&String, &u64)| {
            let path = inward(name).then(|| folder.join(name))?;
            let about = std::fs::symlink_metadata(&path).ok()?;
            (about.is_file() && about.len() == *size).then_some(path)
        };
        let is_there = print.profile.exists();
        let outputs = if is_there { None } else { Some(&print.outputs) };
        let files: Vec<PathBuf> = print
            .left
            .iter()
            .chain(outputs.into_iter().flatten())
            .filter_map(is_ours)
            .collect();
        let is_remembered = !print.left.is_empty() || !is_there;
        if is_remembered && (prune || files.is_empty()) {
            forgotten.insert((stem.clone(), print.profile.clone(), is_there));
        }
        if !files.is_empty() {
            gone.push(StaleOutputs {
                profile: print.profile.clone(),
                is_there,
                outputs: files,
            });
        }
    }
    if prune {
        for path in gone.iter().flat_map(|gone| &gone.outputs) {
            let fail = |error| {
                Diagnostic::error(
                    rule::UNWRITABLE_FILE,
                    format!("cannot delete `{}`: {error}", path.display()),
                )
            };
            std::fs::remove_file(path).map_err(fail)?;
        }
    }
    if !forgotten.is_empty() {
        change(folder, |prints| {
            for (stem, profile, is_there) in forgotten {
                let of_profile = prints.get_mut(&stem).into_iter().flatten();
                of_profile
                    .filter(|print| print.profile == profile)
                    .for_each(|print| print.left.clear());
                if let Some(of_profile) = prints.get_mut(&stem).filter(|_| !is_there) {
                    of_profile.retain(|print| print.profile != profile);
                }
            }
            prints.retain(|_, of_profile| !of_profile.is_empty());
        })?;
    }
    Ok(gone)
}

/// Changes the file of a folder while nobody else does.
fn change(folder: &Path, change: impl FnOnce(&mut Prints)) -> Result<(), Diagnostics> {
    let fail = |error: std::io::Error| {
        Diagnostic::error(
            rule::UNWRITABLE_FILE,
            format!("cannot write `{}`: {error}", folder.join(FILE).display()),
        )
    };
    std::fs::create_dir_all(folder).map_err(fail)?;
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join(LOCK))
        .map_err(fail)?;
    match lock.lock() {
        // A file system without locks is written to without.
        Err(error) if error.kind() != ErrorKind::Unsupported => return Err(fail(error).into()),
        _ => {}
    }
    let mut prints = OutputManifest::of(folder).prints;
    change(&mut prints);
    let json = serde_json::to_vec(&Written {
        version: VERSION,
        prints,
    })
    .unwrap_or_default();
    export::write(&Output::File(folder.join(FILE)), &json)
}

/// Deletes temporary files that a program which was killed has left in these folders.
pub fn sweep(folders: BTreeSet<&Path>) {
    for entry in folders
        .into_iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten()
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_temporary =
            name.starts_with(export::TEMPORARY.0) && name.ends_with(export::TEMPORARY.1);
        let written = entry
            .metadata()
            .and_then(|about| about.modified())
            .ok()
            .filter(|_| is_temporary);
        let age = written.and_then(|time| SystemTime::now().duration_since(time).ok());
        if age.is_some_and(|age| age > STRAY) {
            // One that stays does no harm.
            drop(std::fs::remove_file(entry.path()));
        }
    }
}

/// A path in the folder, as it stands in the record.
fn inside(folder: &Path, path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path
        .strip_prefix(folder)
        .ok()?
        .iter()
        .map(|part| part.to_str())
        .collect();
    parts.map(|parts| parts.join("/"))
}

fn inward(name: &str) -> bool {
    Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_)))
}

fn is_at(profile: &Path, recorded: &Path) -> bool {
    std::path::absolute(profile).is_ok_and(|path| path == recorded)
}
