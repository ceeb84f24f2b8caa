//! The available layouts: built-in ones, and those in a folder of the user.
//!
//! A user's layout replaces the built-in one of the same name. A file of the user's folder that
//! cannot be read is an error, never a reason to fall back.
//!
//! When a layout or the shared files change, `editions` keeps the former files for the profiles that
//! are pinned to an edition; see [`edition`](crate::layout::edition).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "native")]
use std::path::Path;
use std::sync::OnceLock;

use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, nearest, rule};
use crate::embedded::TEMPLATES;
#[cfg(feature = "native")]
use crate::layout::edition::FormerPath;
use crate::layout::edition::{EDITIONS, path_in};
#[cfg(feature = "native")]
use crate::layout::file::LayoutFile;
use crate::layout::file::{MANIFEST, TEMPLATE};
use crate::layout::files::{LayoutFiles, folder_of};
#[cfg(feature = "native")]
use crate::layout::folder;
use crate::layout::manifest::{self, CommonOptions, Manifest};
use crate::layout::slot::{COMMON, Layout, Slot, built_in};

/// The folder of the files that layouts share.
pub const SHARED: &str = "shared";

/// All layouts and their files.
#[derive(Debug)]
pub struct Layouts {
    slots: BTreeMap<String, Slot>,
    /// The values of font options.
    families: Vec<String>,
    files: LayoutFiles,
    /// The known editions.
    editions: BTreeSet<String>,
    /// The layouts of each edition after which files changed, by their names. They are read on first
    /// use, for most profiles name no edition.
    by_edition: BTreeMap<String, BTreeMap<String, OnceLock<Option<Layout>>>>,
}

impl Layouts {
    /// Returns the built-in layouts.
    pub fn built_in() -> Self {
        let mut layouts = Self::of_templates(TEMPLATES);
        layouts.find_editions();
        layouts
    }

    /// Loads the built-in layouts, and those in `folder`, which replace built-in ones.
    ///
    /// # Errors
    /// The folder cannot be read, or a manifest in it has errors.
    #[cfg(feature = "native")]
    pub fn load(folder: Option<&Path>) -> Result<Self, Diagnostics> {
        let Some(folder) = folder else {
            return Ok(Self::built_in());
        };
        let mut layouts = Self::of_templates(TEMPLATES);
        layouts.replace(folder::files(folder)?)?;
        Ok(layouts)
    }

    /// Replaces built-in layouts by those of these files.
    ///
    /// # Errors
    /// A manifest has errors.
    #[cfg(feature = "native")]
    fn replace(&mut self, own: BTreeMap<String, LayoutFile>) -> Result<(), Diagnostics> {
        let paths: Vec<String> = own.keys().cloned().collect();
        self.files.replace(own);
        self.find_editions();
        let mut found = Diagnostics::default();
        self.read_manifests(&paths, &mut found);
        if found.is_empty() { Ok(()) } else { Err(found) }
    }

    fn of_templates(templates: &[(&str, &'static str)]) -> Self {
        let mut layouts = Self {
            slots: BTreeMap::new(),
            families: Vec::new(),
            files: LayoutFiles::built_in(),
            editions: EDITIONS.iter().map(|name| (*name).to_owned()).collect(),
            by_edition: BTreeMap::new(),
        };
        for (path, text) in templates {
            if let Some((folder, MANIFEST)) = path.split_once('/') {
                let slot = Slot {
                    built_in: Some(text),
                    layout: OnceLock::new(),
                };
                layouts.slots.insert(folder.to_owned(), slot);
            }
        }
        layouts
    }

    /// Makes a slot for each layout of an edition that differs from the newest.
    fn find_editions(&mut self) {
        let former = self.files.former();
        self.editions
            .extend(former.map(|kept| kept.edition.clone()));
        for edition in &self.editions {
            let former = self.files.former();
            let mut former = former.filter(|kept| kept.edition >= *edition).peekable();
            if former.peek().is_none() {
                continue;
            }
            // A layout that was removed later is still one of its editions.
            let removed = former
                .map(|kept| &kept.name)
                .filter(|name| name.as_str() != SHARED);
            let names = self.slots.keys().chain(removed);
            let layouts = names.map(|name| (name.clone(), OnceLock::new()));
            self.by_edition.insert(edition.clone(), layouts.collect());
        }
    }

    /// Reads the manifests of the user among these files.
    #[cfg(feature = "native")]
    fn read_manifests(&mut self, paths: &[String], found: &mut Diagnostics) {
        let common = match self
            .files
            .source(COMMON)
            .map(|source| manifest::common_options(&source))
        {
            Some(Ok(common)) => common,
            Some(Err(problem)) => return found.push(problem),
            None => CommonOptions::new(),
        };
        for path in paths {
            if let Some(FormerPath { edition, path }) = FormerPath::parse(path) {
                if let Some((folder, MANIFEST)) = path.split_once('/')
                    && let Err(problems) = self.read_former(folder, edition)
                {
                    found.extend(problems);
                }
                continue;
            }
            let Some((folder, MANIFEST)) = path.split_once('/') else {
                continue;
            };
            let Some(source) = self.files.source(path) else {
                continue;
            };
            match Manifest::parse(&source, folder, &common) {
                Ok(manifest) => {
                    if self.files.get(&format!("{folder}/{TEMPLATE}")).is_none() {
                        found.push(no_template(folder).at(&source, 0..0, ""));
                    }
                    let layout = Layout {
                        manifest,
                        is_built_in: false,
                        edition: None,
                    };
                    let slot = Slot {
                        built_in: None,
                        layout: OnceLock::from(Some(layout)),
                    };
                    self.slots.insert(folder.to_owned(), slot);
                }
                Err(problems) => found.extend(problems),
            }
        }
    }

    /// Reads the manifest of a layout in an edition.
    ///
    /// # Errors
    /// All errors of the manifest, or of the options in the shared folder of that edition; none if
    /// there is no such layout.
    fn read_former(&self, name: &str, edition: &str) -> Result<Layout, Diagnostics> {
        let of_edition = |path: &str| {
            self.files
                .resolved(&path_in(Some(edition), path))
                .into_owned()
        };
        let common = match self.files.source(&of_edition(COMMON)) {
            Some(source) => manifest::common_options(&source)?,
            None => CommonOptions::new(),
        };
        let path = of_edition(&format!("{name}/{MANIFEST}"));
        let source = self.files.source(&path).ok_or_else(Diagnostics::default)?;
        let manifest = Manifest::parse(&source, name, &common)?;
        let template = of_edition(&format!("{name}/{TEMPLATE}"));
        if self.files.get(&template).is_none() {
            return Err(no_template(folder_of_file(&path))
                .at(&source, 0..0, "")
                .into());
        }
        let file = self.files.get(&path);
        let mut layout = Layout {
            manifest,
            is_built_in: file.is_some_and(|file| matches!(file.bytes, Cow::Borrowed(_))),
            edition: Some(edition.to_owned()),
        };
        layout.offer_fonts(&self.families);
        Ok(layout)
    }

    /// Sets the available families as the values of font options.
    pub fn offer_fonts(&mut self, families: &[String]) {
        self.families = families.to_vec();
        let read = self
            .slots
            .values_mut()
            .filter_map(|slot| slot.layout.get_mut()?.as_mut());
        for layout in read {
            layout.offer_fonts(families);
        }
    }

    /// Returns all layouts, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &Layout> {
        self.names().filter_map(|name| self.get(name))
    }

    /// Returns the layout of this name.
    pub fn get(&self, name: &str) -> Option<&Layout> {
        let slot = self.slots.get(name)?;
        let layout = slot.layout.get_or_init(|| {
            let mut layout = built_in(name).ok()?;
            layout.offer_fonts(&self.families);
            Some(layout)
        });
        layout.as_ref()
    }

    /// Returns the layout of this name as it was in an edition; `None` takes the newest.
    pub fn get_in(&self, name: &str, edition: Option<&str>) -> Option<&Layout> {
        match edition.and_then(|edition| Some((edition, self.by_edition.get(edition)?))) {
            Some((edition, layouts)) => layouts
                .get(name)?
                .get_or_init(|| self.read_former(name, edition).ok())
                .as_ref(),
            None => self.get(name),
        }
    }

    /// Returns the layout of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn find(&self, name: &str) -> Result<&Layout, Diagnostic> {
        self.get(name).ok_or_else(|| self.unknown(name))
    }

    /// Returns the layout of this name as it was in an edition; `None` takes the newest.
    ///
    /// # Errors
    /// There is none.
    pub fn find_in(&self, name: &str, edition: Option<&str>) -> Result<&Layout, Diagnostic> {
        self.get_in(name, edition).ok_or_else(|| self.unknown(name))
    }

    /// Returns the known editions, the oldest first.
    pub fn editions(&self) -> impl Iterator<Item = &str> {
        self.editions.iter().map(String::as_str)
    }

    /// Checks that an edition is known.
    ///
    /// # Errors
    /// It is not.
    pub fn check_edition(&self, name: &str) -> Result<(), Diagnostic> {
        if self.editions.contains(name) {
            return Ok(());
        }
        let error = Diagnostic::error(rule::UNKNOWN_EDITION, format!("unknown edition `{name}`"));
        Err(error.hint(format!("expected {}", alternatives(self.editions()))))
    }

    /// Returns the names of all layouts, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.slots.keys().map(String::as_str)
    }

    /// Returns the layouts that have the option, sorted by name.
    pub fn with_option(&self, name: &str) -> impl Iterator<Item = &Layout> {
        let possible = self
            .slots
            .iter()
            .filter(move |(_, slot)| slot.may_have_option(name));
        possible
            .filter_map(|(folder, _)| self.get(folder))
            .filter(move |layout| layout.manifest.has_option(name))
    }

    /// Returns whether any layout has the option, also in a former edition.
    pub fn has_option(&self, name: &str) -> bool {
        let mut read = self.slots.values().filter(|slot| slot.is_read());
        let has_newest =
            read.any(|slot| slot.may_have_option(name)) || self.with_option(name).next().is_some();
        has_newest || self.former().any(|layout| layout.manifest.has_option(name))
    }

    /// Returns the layouts of the editions after which files changed.
    fn former(&self) -> impl Iterator<Item = &Layout> {
        let editions = self.by_edition.iter();
        let named = editions.flat_map(|(edition, layouts)| {
            let names = layouts.keys();
            names.map(move |name| (name, edition))
        });
        named.filter_map(|(name, edition)| self.get_in(name, Some(edition)))
    }

    /// Returns the error that a layout does not exist.
    pub fn unknown(&self, name: &str) -> Diagnostic {
        let error = Diagnostic::error(rule::UNKNOWN_LAYOUT, format!("unknown layout `{name}`"));
        match nearest(name, self.names()) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error.hint(format!("expected {}", alternatives(self.names()))),
        }
    }

    /// Returns the files of the user, by their paths on the disk.
    #[cfg(feature = "native")]
    pub fn own_files(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        let files = self.files.iter();
        let own = files.filter(|(_, file)| matches!(file.bytes, Cow::Owned(_)));
        own.map(|(_, file)| (Path::new(&file.name), &*file.bytes))
    }

    /// Returns the files of a folder, by their paths in it.
    pub fn files_of<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        self.files.iter().filter_map(move |(path, file)| {
            let inside = path.strip_prefix(folder)?.strip_prefix('/')?;
            Some((inside, &*file.bytes))
        })
    }

    /// Returns all files that a layout may use, by their paths: its own, the shared ones, and those
    /// of layouts that one of these files names.
    pub fn files_behind(&self, name: &str) -> BTreeMap<&str, &[u8]> {
        let mut found = BTreeMap::new();
        for (path, file) in self.files.iter() {
            if !self.slots.contains_key(folder_of(path)) {
                found.insert(path, &*file.bytes);
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
        let file = self.files.get(&self.files.resolved(path))?;
        let bytes = &*file.bytes;
        Some((file.name.as_str(), bytes))
    }
}

/// Returns the folder that a file is in.
fn folder_of_file(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn no_template(folder: &str) -> Diagnostic {
    let message = format!("`{folder}/` has no `{TEMPLATE}`");
    Diagnostic::error(rule::LAYOUT_MANIFEST, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::files::built_in_source;

    #[test]
    fn built_in_manifests_have_no_errors() {
        let source = built_in_source(COMMON).expect("the shared options");
        manifest::common_options(&source).expect("shared options");
        let layouts = Layouts::load(None).expect("the built-in layouts");
        for name in layouts.names() {
            let layout = built_in(name);
            assert!(layout.is_ok(), "{name}: {:?}", layout.err());
            let template = format!("{name}/{TEMPLATE}");
            assert!(layouts.file(&template).is_some(), "no {template}");
        }
    }

    #[test]
    fn manifests_are_read_on_first_use() {
        let layouts = Layouts::load(None).expect("the built-in layouts");
        assert!(!layouts.has_option("no-such-option"));
        assert_eq!(read(&layouts), [""; 0]);
        assert!(layouts.get("compact").is_some());
        assert!(layouts.has_option("size") && layouts.has_option("density"));
        assert_eq!(read(&layouts), ["compact"]);
        assert_eq!(layouts.iter().count(), layouts.names().count());
    }

    fn read(layouts: &Layouts) -> Vec<&str> {
        let read = layouts.slots.iter().filter(|(_, slot)| slot.is_read());
        read.map(|(name, _)| name.as_str()).collect()
    }

    #[test]
    fn text_of_a_manifest_names_its_options() {
        let layouts = Layouts::load(None).expect("the built-in layouts");
        for (name, slot) in &layouts.slots {
            let unread = Slot {
                built_in: slot.built_in,
                layout: OnceLock::new(),
            };
            let layout = layouts.get(name).expect("a layout");
            for option in layout.manifest.options.keys().map(String::as_str) {
                assert!(unread.may_have_option(option), "{name}: {option}");
            }
            assert!(unread.may_have_option("paper"), "{name}");
        }
    }
}
