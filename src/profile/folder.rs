//! Finds files that a profile names, only inside the profile's folder.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::Source;
use crate::file::irregular;
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

/// A file in the folder of a profile.
pub struct ReferencedFile {
    /// The path as written in the profile.
    pub written: String,
    /// The path of the file.
    pub path: PathBuf,
}

/// Returns the settings of the folder of a profile, and the images and bibliographies that its text
/// names and that exist in the folder. A text that is not TOML names none.
pub fn referenced_files(text: &str, folder: &Path) -> Vec<ReferencedFile> {
    let mut files = Vec::new();
    if let Some(path) = settings_file(folder) {
        let written = SETTINGS_FILE.to_owned();
        files.push(ReferencedFile { written, path });
    }
    let Ok(tree) = TomlTree::parse(Arc::new(Source::new("", text))) else {
        return files;
    };
    let mut paths = FilePaths::default();
    visit(tree.root(), &mut paths);
    for written in paths.0 {
        if let Some(path) = find_file(written, folder) {
            let written = written.to_owned();
            files.push(ReferencedFile { written, path });
        }
    }
    files
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
