//! The available layouts: built-in ones, and those in a folder of the user.
//!
//! A user's layout replaces the built-in one of the same name. A file of the user's folder that
//! cannot be read is an error, never a reason to fall back.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, alternatives, nearest, rule};
use crate::embedded::TEMPLATES;
use crate::layout::manifest::{self, CommonOptions, Manifest};
use crate::layout::option::OptionKind;

/// The folder of the files that layouts share.
pub const SHARED: &str = "shared";

const MANIFEST: &str = "layout.toml";
const TEMPLATE: &str = "template.typ";

/// The file that declares the options that several layouts have.
const COMMON: &str = "shared/options.toml";

/// A layout.
#[derive(Debug)]
pub struct Layout {
    /// Its manifest.
    pub manifest: Manifest,
    /// Whether it is built in.
    pub is_built_in: bool,
}

impl Layout {
    /// Returns the path of its template among the files of all layouts.
    pub fn template(&self) -> String {
        format!("{}/{TEMPLATE}", self.manifest.name)
    }
}

/// A file of a layout.
#[derive(Debug)]
struct LayoutFile {
    /// The name in messages.
    name: String,
    bytes: Vec<u8>,
}

/// All layouts and their files.
#[derive(Debug)]
pub struct Layouts {
    layouts: BTreeMap<String, Layout>,
    /// The files by their paths, such as `compact/template.typ`.
    files: BTreeMap<String, LayoutFile>,
}

impl Layouts {
    /// Loads the built-in layouts, and those in `folder`, which replace built-in ones.
    ///
    /// # Errors
    /// The folder cannot be read, or a manifest in it has errors.
    pub fn load(folder: Option<&Path>) -> Result<Self, Diagnostics> {
        let mut layouts = Self {
            layouts: BTreeMap::new(),
            files: BTreeMap::new(),
        };
        for (path, text) in TEMPLATES {
            layouts.files.insert(
                (*path).to_owned(),
                LayoutFile {
                    name: format!("templates/{path}"),
                    bytes: text.as_bytes().to_vec(),
                },
            );
        }
        let mut found = Diagnostics::default();
        layouts.read_manifests(true, &mut found);
        if let Some(folder) = folder {
            let own = own_files(folder)?;
            // A layout is replaced as a whole, so that files of the two are not mixed.
            layouts
                .files
                .retain(|path, _| !own.keys().any(|new| folder_of(new) == folder_of(path)));
            let names: Vec<String> = own.keys().cloned().collect();
            layouts.files.extend(own);
            layouts.read_manifests_of(&names, false, &mut found);
        }
        if found.is_empty() {
            Ok(layouts)
        } else {
            Err(found)
        }
    }

    fn read_manifests(&mut self, is_built_in: bool, found: &mut Diagnostics) {
        let paths: Vec<String> = self.files.keys().cloned().collect();
        self.read_manifests_of(&paths, is_built_in, found);
    }

    fn text(&self, path: &str) -> Option<Arc<Source>> {
        let file = self.files.get(path)?;
        let text = String::from_utf8_lossy(&file.bytes);
        Some(Arc::new(Source::new(file.name.clone(), text)))
    }

    fn read_manifests_of(&mut self, paths: &[String], is_built_in: bool, found: &mut Diagnostics) {
        let common = match self
            .text(COMMON)
            .map(|source| manifest::common_options(&source))
        {
            Some(Ok(common)) => common,
            Some(Err(problem)) => return found.push(problem),
            None => CommonOptions::new(),
        };
        for path in paths {
            let Some((folder, MANIFEST)) = path.split_once('/') else {
                continue;
            };
            let Some(source) = self.text(path) else {
                continue;
            };
            match Manifest::parse(&source, folder, &common) {
                Ok(manifest) => {
                    if !self.files.contains_key(&format!("{folder}/{TEMPLATE}")) {
                        let error = Diagnostic::error(
                            rule::LAYOUT_MANIFEST,
                            format!("`{folder}/` has no `{TEMPLATE}`"),
                        );
                        found.push(error.at(&source, 0..0, ""));
                    }
                    self.layouts.insert(
                        folder.to_owned(),
                        Layout {
                            manifest,
                            is_built_in,
                        },
                    );
                }
                Err(problems) => found.extend(problems),
            }
        }
    }

    /// Sets the available families as the values of font options.
    pub fn offer_fonts(&mut self, families: &[String]) {
        let options = self
            .layouts
            .values_mut()
            .flat_map(|layout| layout.manifest.options.values_mut());
        for option in options.filter(|option| option.kind == OptionKind::Font) {
            option.choices = families.to_vec();
        }
    }

    /// Returns all layouts, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &Layout> {
        self.layouts.values()
    }

    /// Returns the layout of this name.
    pub fn get(&self, name: &str) -> Option<&Layout> {
        self.layouts.get(name)
    }

    /// Returns the names of all layouts, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.layouts.keys().map(String::as_str)
    }

    /// Returns whether any layout has the option.
    pub fn has_option(&self, name: &str) -> bool {
        self.iter().any(|layout| layout.manifest.has_option(name))
    }

    /// Returns the error that a layout does not exist.
    pub fn unknown(&self, name: &str) -> Diagnostic {
        let error = Diagnostic::error(rule::UNKNOWN_LAYOUT, format!("unknown layout `{name}`"));
        match nearest(name, self.names()) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error.hint(format!("expected {}", alternatives(self.names()))),
        }
    }

    /// Returns the files of a folder, by their paths in it.
    pub fn files_of<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        self.files.iter().filter_map(move |(path, file)| {
            let inside = path.strip_prefix(folder)?.strip_prefix('/')?;
            Some((inside, file.bytes.as_slice()))
        })
    }

    /// Returns all files that a layout may use, by their paths: its own, the shared ones, and those
    /// of layouts that one of these files names.
    pub fn files_behind(&self, name: &str) -> BTreeMap<&str, &[u8]> {
        let mut found = BTreeMap::new();
        for (path, file) in &self.files {
            if !self.layouts.contains_key(folder_of(path)) {
                found.insert(path.as_str(), file.bytes.as_slice());
            }
        }
        let mut folders = vec![name];
        while let Some(folder) = folders.pop() {
            let own = self
                .files
                .iter()
                .filter(|(path, _)| folder_of(path) == folder);
            for (path, file) in own {
                let text = String::from_utf8_lossy(&file.bytes);
                for other in self.names() {
                    let is_named = other != folder && text.contains(&format!("/{other}/"));
                    if is_named && !found.keys().any(|known| folder_of(known) == other) {
                        folders.push(other);
                    }
                }
                found.insert(path, &file.bytes);
            }
        }
        found
    }

    /// Returns a file of the layouts.
    pub fn file(&self, path: &str) -> Option<(&str, &[u8])> {
        self.files
            .get(path)
            .map(|file| (file.name.as_str(), file.bytes.as_slice()))
    }
}

/// Returns the first folder of a path among the files of all layouts.
fn folder_of(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> Diagnostic {
    let message = format!("cannot read `{}`: {error}", path.display());
    Diagnostic::error(rule::UNREADABLE_LAYOUT, message)
}

/// Reads all files of the user's folder.
fn own_files(folder: &Path) -> Result<BTreeMap<String, LayoutFile>, Diagnostics> {
    let root = folder
        .canonicalize()
        .map_err(|error| unreadable(folder, &error))?;
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(&root).sort_by_file_name() {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        // A symbolic link may point outside of the folder.
        if !entry.file_type().is_file() {
            continue;
        }
        let relative = entry.path().strip_prefix(&root).unwrap_or(entry.path());
        let key = relative
            .components()
            .map(|c| c.as_os_str().to_string_lossy())
            .collect::<Vec<_>>()
            .join("/");
        let bytes =
            std::fs::read(entry.path()).map_err(|error| unreadable(entry.path(), &error))?;
        let shown: PathBuf = folder.join(relative);
        let name = shown.display().to_string();
        files.insert(key, LayoutFile { name, bytes });
    }
    if !files.keys().any(|path| {
        path.split_once('/')
            .is_some_and(|(_, file)| file == MANIFEST)
    }) {
        let error = Diagnostic::error(
            rule::NO_LAYOUTS,
            format!("no layout in `{}`", folder.display()),
        );
        return Err(error
            .hint(format!(
                "layouts are folders with `{MANIFEST}` and `{TEMPLATE}`"
            ))
            .into());
    }
    Ok(files)
}
