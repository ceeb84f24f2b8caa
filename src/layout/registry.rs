//! The layouts there are: those compiled into the binary, and those in a folder of the user's.
//!
//! A user's layout hides a built-in one of the same name. A file of a user's folder that cannot be
//! read is an error, never a reason to fall back.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, alternatives, nearest, rule};
use crate::embedded::TEMPLATES;
use crate::layout::manifest::{self, CommonOptions, Manifest};
use crate::layout::option::OptionKind;

/// The folder of what layouts share.
pub const SHARED: &str = "shared";

const MANIFEST: &str = "layout.toml";
const TEMPLATE: &str = "template.typ";

/// What is said of options that several layouts have.
const COMMON: &str = "shared/options.toml";

/// A layout.
#[derive(Debug)]
pub struct Layout {
    /// What it says of itself.
    pub manifest: Manifest,
    /// Whether it is compiled into the binary.
    pub is_built_in: bool,
}

impl Layout {
    /// The path of its template among the files of all layouts.
    pub fn template(&self) -> String {
        format!("{}/{TEMPLATE}", self.manifest.name)
    }
}

/// All layouts, and the files that they are made of.
#[derive(Debug)]
pub struct Layouts {
    layouts: BTreeMap<String, Layout>,
    /// Files by their path, such as `compact/template.typ`, each with what messages call it.
    files: BTreeMap<String, (String, Vec<u8>)>,
}

impl Layouts {
    /// The built-in layouts, and over them those in `folder`.
    ///
    /// # Errors
    /// The folder cannot be read, or a manifest in it is wrong.
    pub fn load(folder: Option<&Path>) -> Result<Self, Diagnostics> {
        let mut layouts = Self {
            layouts: BTreeMap::new(),
            files: BTreeMap::new(),
        };
        for (path, text) in TEMPLATES {
            layouts.files.insert(
                (*path).to_owned(),
                (format!("templates/{path}"), text.as_bytes().to_vec()),
            );
        }
        let mut found = Diagnostics::default();
        layouts.read_manifests(true, &mut found);
        if let Some(folder) = folder {
            let own = own_files(folder)?;
            let replaces = |name: &str| own.keys().any(|path| path.split('/').next() == Some(name));
            // A folder replaces the built-in one of its name as a whole, so that no file of the two
            // is mixed.
            layouts
                .files
                .retain(|path, _| !path.split('/').next().is_some_and(replaces));
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
        let (name, bytes) = self.files.get(path)?;
        Some(Arc::new(Source::new(
            name.clone(),
            String::from_utf8_lossy(bytes),
        )))
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

    /// Tells the options for fonts which families there are.
    pub fn offer_fonts(&mut self, families: &[String]) {
        let options = self
            .layouts
            .values_mut()
            .flat_map(|layout| layout.manifest.options.values_mut());
        for option in options.filter(|option| option.kind == OptionKind::Font) {
            option.choices = families.to_vec();
        }
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Layout> {
        self.layouts.values()
    }

    /// The layout of this name.
    pub fn get(&self, name: &str) -> Option<&Layout> {
        self.layouts.get(name)
    }

    /// The names of all.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.layouts.keys().map(String::as_str)
    }

    /// Whether any layout has the option.
    pub fn has_option(&self, name: &str) -> bool {
        self.iter().any(|layout| layout.manifest.has_option(name))
    }

    /// Whether some layout has the option and admits the value that a command line gives it. Where
    /// none does, the layouts that are wanted say what they expect.
    ///
    /// # Errors
    /// No layout has the option, or none admits the value.
    pub fn check(
        &self,
        setting: &crate::layout::OptionSetting,
        wanted: &[String],
    ) -> Result<(), Diagnostic> {
        let mut manifests: Vec<&Manifest> = self.iter().map(|layout| &layout.manifest).collect();
        manifests.sort_by_key(|manifest| wanted.contains(&manifest.name));
        crate::layout::design::check_option_setting(&manifests, setting)
    }

    /// What there is instead of a layout that there is not.
    pub fn unknown(&self, name: &str) -> Diagnostic {
        let error = Diagnostic::error(rule::UNKNOWN_LAYOUT, format!("there is no layout `{name}`"));
        match nearest(name, self.names()) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error.hint(format!("there is {}", alternatives(self.names()))),
        }
    }

    /// The files of one folder, by their paths in it.
    pub fn files_of<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        self.files.iter().filter_map(move |(path, (_, bytes))| {
            let inside = path.strip_prefix(folder)?.strip_prefix('/')?;
            Some((inside, bytes.as_slice()))
        })
    }

    /// All files that a layout may be made of, by their paths: its own, those that are no layout's,
    /// and those of the layouts that one of these names.
    pub fn files_behind(&self, name: &str) -> BTreeMap<&str, &[u8]> {
        let mut folders: Vec<&str> = vec![name];
        let mut found = BTreeMap::new();
        for (path, (_, bytes)) in &self.files {
            if !path
                .split_once('/')
                .is_some_and(|(folder, _)| self.layouts.contains_key(folder))
            {
                found.insert(path.as_str(), bytes.as_slice());
            }
        }
        while let Some(folder) = folders.pop() {
            let of_folder = self
                .files
                .iter()
                .filter(|(path, _)| path.split_once('/').is_some_and(|(at, _)| at == folder));
            for (path, (_, bytes)) in of_folder {
                let text = String::from_utf8_lossy(bytes);
                let is_new = |other: &&str| {
                    !found
                        .keys()
                        .any(|known| known.split('/').next() == Some(other))
                };
                let named = self
                    .names()
                    .filter(|other| *other != folder && text.contains(&format!("/{other}/")));
                folders.extend(named.filter(is_new).collect::<Vec<_>>());
                found.insert(path, bytes);
            }
        }
        found
    }

    /// The contents of a file of the layouts, with what messages call it.
    pub fn file(&self, path: &str) -> Option<(&str, &[u8])> {
        self.files
            .get(path)
            .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }
}

/// All files of a user's folder of layouts.
fn own_files(folder: &Path) -> Result<BTreeMap<String, (String, Vec<u8>)>, Diagnostics> {
    let fail = |path: &Path, error: &dyn std::fmt::Display| {
        Diagnostic::error(
            rule::UNREADABLE_LAYOUT,
            format!("cannot read `{}`: {error}", path.display()),
        )
    };
    let root = folder
        .canonicalize()
        .map_err(|error| fail(folder, &error))?;
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(&root).sort_by_file_name() {
        let entry = entry.map_err(|error| fail(folder, &error))?;
        // A symbolic link could lead anywhere; a layout is made of files.
        if !entry.file_type().is_file() {
            continue;
        }
        let relative = entry.path().strip_prefix(&root).unwrap_or(entry.path());
        let key = relative
            .components()
            .map(|c| c.as_os_str().to_string_lossy())
            .collect::<Vec<_>>()
            .join("/");
        let bytes = std::fs::read(entry.path()).map_err(|error| fail(entry.path(), &error))?;
        let shown: PathBuf = folder.join(relative);
        files.insert(key, (shown.display().to_string(), bytes));
    }
    if !files.keys().any(|path| {
        path.split_once('/')
            .is_some_and(|(_, file)| file == MANIFEST)
    }) {
        let error = Diagnostic::error(
            rule::NO_LAYOUTS,
            format!("there is no layout in `{}`", folder.display()),
        );
        return Err(error
            .hint(format!(
                "a layout is a folder with `{MANIFEST}` and `{TEMPLATE}`"
            ))
            .into());
    }
    Ok(files)
}
