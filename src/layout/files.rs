//! The files of all layouts, and which of them an edition uses.
//!
//! A user's layout replaces the built-in one of the same name as a whole, so that files of the two are
//! not mixed.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::Source;
use crate::embedded::TEMPLATES;
#[cfg(feature = "native")]
use crate::layout::edition::replaces;
use crate::layout::edition::{FormerPath, path_in};
use crate::layout::file::LayoutFile;

/// The files of all layouts, by their paths, such as `compact/template.typ`.
#[derive(Debug)]
pub struct LayoutFiles {
    by_path: BTreeMap<String, LayoutFile>,
    /// The folders whose files changed after an edition.
    former: BTreeSet<FormerFolder>,
}

/// A folder in `editions`, sorted by edition.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FormerFolder {
    /// The edition.
    pub edition: String,
    /// The name of the folder.
    pub name: String,
}

impl LayoutFiles {
    /// Returns the built-in files.
    pub fn built_in() -> Self {
        let mut files = Self {
            by_path: BTreeMap::new(),
            former: BTreeSet::new(),
        };
        for (path, text) in TEMPLATES {
            files.by_path.insert(
                (*path).to_owned(),
                LayoutFile {
                    name: built_in_name(path),
                    bytes: Cow::Borrowed(text.as_bytes()),
                },
            );
        }
        files.find_former();
        files
    }

    /// Replaces built-in files by those of the user.
    #[cfg(feature = "native")]
    pub fn replace(&mut self, own: BTreeMap<String, LayoutFile>) {
        self.by_path
            .retain(|path, _| !own.keys().any(|new| replaces(new, path)));
        self.by_path.extend(own);
        self.former.clear();
        self.find_former();
    }

    fn find_former(&mut self) {
        let paths = self.by_path.keys();
        for FormerPath { edition, path } in paths.filter_map(|path| FormerPath::parse(path)) {
            self.former.insert(FormerFolder {
                edition: edition.to_owned(),
                name: folder_of(path).to_owned(),
            });
        }
    }

    /// Returns the folders whose files changed after an edition, sorted by edition.
    pub fn former(&self) -> impl Iterator<Item = &FormerFolder> {
        self.former.iter()
    }

    /// Returns the files by their paths, sorted.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &LayoutFile)> {
        self.by_path
            .iter()
            .map(|(path, file)| (path.as_str(), file))
    }

    /// Returns the file at a path.
    pub fn get(&self, path: &str) -> Option<&LayoutFile> {
        self.by_path.get(path)
    }

    /// Returns the text of the file at a path, for messages with places.
    pub fn source(&self, path: &str) -> Option<Arc<Source>> {
        let file = self.get(path)?;
        let text = String::from_utf8_lossy(&file.bytes);
        Some(Arc::new(Source::new(file.name.clone(), text)))
    }

    /// Returns the path of a file. A path in an edition leads to the files that were used in it: those
    /// kept for it or for a later edition, or else the newest.
    pub fn resolved<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let Some(FormerPath {
            edition,
            path: inner,
        }) = FormerPath::parse(path)
        else {
            return Cow::Borrowed(path);
        };
        let mut kept = self.former.iter();
        let kept =
            kept.find(|kept| kept.edition.as_str() >= edition && kept.name == folder_of(inner));
        match kept {
            Some(kept) if kept.edition == edition => Cow::Borrowed(path),
            Some(kept) => Cow::Owned(path_in(Some(&kept.edition), inner)),
            None => Cow::Borrowed(inner),
        }
    }
}

/// Returns the text of a built-in file.
pub fn built_in_source(path: &str) -> Option<Arc<Source>> {
    let (_, text) = TEMPLATES.iter().find(|(name, _)| *name == path)?;
    Some(Arc::new(Source::new(built_in_name(path), *text)))
}

/// Returns the name of a built-in file in messages.
fn built_in_name(path: &str) -> String {
    format!("templates/{path}")
}

/// Returns the first folder of a path among the files of all layouts.
pub fn folder_of(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}
