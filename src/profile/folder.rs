//! Finds files that a profile names, only inside the profile's folder.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::Source;
use crate::file::irregular;
use crate::profile::bounds::MAX_SIZE;
use crate::profile::fields::Field;
use crate::profile::path::{PathFault, stays_inside};
use crate::profile::settings_file::{SETTINGS_FILE, settings_file};
use crate::profile::tree::{Node, TomlTree};
use crate::profile::visit::{Visitor, visit};

/// Returns the canonical path of a file that a profile in `folder` names.
///
/// # Errors
/// The file is missing, outside the folder, or not a file.
pub fn find(written: &str, folder: &Path) -> Result<PathBuf, PathFault> {
    if written.trim().is_empty() {
        return Err(PathFault::Empty);
    }
    if !stays_inside(written) {
        return Err(PathFault::Outside);
    }
    let folder = folder.canonicalize().map_err(unreadable)?;
    let file = folder.join(written).canonicalize().map_err(not_found)?;
    if !file.starts_with(&folder) {
        return Err(PathFault::Outside);
    }
    if let Some(what) = irregular(&file.metadata().map_err(unreadable)?) {
        return Err(PathFault::Unreadable(what.to_owned()));
    }
    Ok(file)
}

/// Returns the number of bytes of a file.
///
/// # Errors
/// The system denies access.
pub fn size(path: &Path) -> io::Result<u64> {
    Ok(path.metadata()?.len())
}

/// Returns the first bytes of a file, at most this many.
///
/// # Errors
/// It cannot be read.
pub fn start(path: &Path, length: u64) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    File::open(path)?.take(length).read_to_end(&mut start)?;
    Ok(start)
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes the error")]
fn unreadable(error: io::Error) -> PathFault {
    PathFault::Unreadable(error.to_string())
}

fn not_found(error: io::Error) -> PathFault {
    if error.kind() == io::ErrorKind::NotFound {
        PathFault::Missing
    } else {
        unreadable(error)
    }
}

/// The most files that are listed.
const MAX_NAMES: usize = 1_000;

/// Returns the paths of the files in a folder, and of those in the folders in it. Hidden ones are left
/// out.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let is_file = |path: &Path| path.is_file();
    for (name, path) in entries(folder) {
        if is_file(&path) {
            names.push(name);
        } else {
            let inside = entries(&path).filter(|(_, path)| is_file(path));
            names.extend(inside.map(|(file, _)| format!("{name}/{file}")));
        }
    }
    names.truncate(MAX_NAMES);
    names
}

/// Returns the names and the paths of what is in a folder.
fn entries(folder: &Path) -> impl Iterator<Item = (String, PathBuf)> {
    let read = std::fs::read_dir(crate::file::or_current(Some(folder)));
    let entries = read.into_iter().flatten().flatten().take(MAX_NAMES);
    entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        (!name.starts_with('.')).then(|| (name, entry.path()))
    })
}

/// A file in the folder of a profile.
pub struct ReferencedFile {
    /// The path as written in the profile.
    pub written: String,
    /// The path of the file.
    pub path: PathBuf,
}

/// Returns all files that a profile in a folder is rendered from, beside its own.
pub fn referenced_files(text: &str, folder: &Path) -> Vec<ReferencedFile> {
    let mut files = settings_files(folder);
    files.extend(named_files(text, folder));
    files
}

/// Returns the settings for the profiles in a folder, and the files that they name.
pub fn settings_files(folder: &Path) -> Vec<ReferencedFile> {
    let Some(path) = settings_file(folder) else {
        return Vec::new();
    };
    let bytes = crate::file::read(&path, MAX_SIZE).unwrap_or_default();
    let own = path.parent().unwrap_or(folder);
    let mut files = named_files(&String::from_utf8_lossy(&bytes), own);
    let written = SETTINGS_FILE.to_owned();
    files.push(ReferencedFile { written, path });
    files
}

/// Returns the images and bibliographies that a text names and that exist in its folder. A text that is
/// not TOML names none.
pub fn named_files(text: &str, folder: &Path) -> Vec<ReferencedFile> {
    let Ok(tree) = TomlTree::parse(Arc::new(Source::new("", text))) else {
        return Vec::new();
    };
    let mut paths = FilePaths::default();
    visit(tree.root(), &mut paths);
    let found = paths.0.into_iter().filter_map(|written| {
        let path = find_file(written, folder)?;
        let written = written.to_owned();
        Some(ReferencedFile { written, path })
    });
    found.collect()
}

/// Returns the path of a file that a profile in `folder` names; `None` if there is none, or if it is
/// outside the folder.
pub fn find_file(written: &str, folder: &Path) -> Option<PathBuf> {
    find(written, folder).ok()
}

/// Returns what may be the paths of pictures in a text: the targets of `![text](path)`.
fn targets_of_pictures(text: &str) -> impl Iterator<Item = &str> {
    text.split("![").skip(1).filter_map(|picture| {
        let (_, target) = picture.split_once("](")?;
        let (target, _) = target.split_once(')')?;
        Some(target.trim_matches(['<', '>']))
    })
}

/// Collects the values of fields that are paths of files, and the pictures of texts.
#[derive(Default)]
struct FilePaths<'t>(Vec<&'t str>);

impl<'t> Visitor<'t> for FilePaths<'t> {
    fn visit_string(&mut self, string: &'t str, _: &'t Node, field: &Field, _: &'t str) {
        if field.role.is_file() {
            self.0.push(string);
        } else {
            self.0.extend(targets_of_pictures(string));
        }
    }
}
