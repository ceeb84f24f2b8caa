//! Typst's view of the files: the shared engine, and a small world per document on top of it.

use std::collections::HashMap;
#[cfg(feature = "native")]
use std::path::Path;
use std::path::PathBuf;
use std::sync::Mutex;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::layout::{Layout, Layouts};
use crate::typeset::fonts::{Fonts, ReadFont};

const RESUME: &str = "/resume.json";
const DESIGN: &str = "/design.json";
const TEMPLATES: &str = "/templates/";

/// What all documents share: the library, the fonts and the layouts.
pub struct Engine {
    library: LazyHash<Library>,
    fonts: Fonts,
    layouts: Layouts,
    /// The parsed files of the layouts, so that a batch parses each once.
    sources: Mutex<HashMap<FileId, Source>>,
}

impl Engine {
    /// Creates an engine with these layouts, their fonts, those in a folder of the user, and the
    /// built-in ones.
    ///
    /// # Errors
    /// The fonts cannot be read.
    #[cfg(feature = "native")]
    pub fn new(layouts: Layouts, font_folder: Option<&Path>) -> Result<Self, Diagnostics> {
        let fonts = Fonts::new(font_folder, &layouts)?;
        Ok(Self::with_fonts(layouts, fonts))
    }

    fn with_fonts(mut layouts: Layouts, fonts: Fonts) -> Self {
        layouts.offer_fonts(&fonts.families());
        Self {
            library: LazyHash::new(Library::default()),
            fonts,
            layouts,
            sources: Mutex::default(),
        }
    }

    /// Creates an engine with the built-in layouts and fonts.
    ///
    /// # Errors
    /// They are damaged, which the tests exclude.
    pub fn built_in() -> Result<Self, Diagnostics> {
        Ok(Self::with_fonts(Layouts::built_in(), Fonts::built_in()?))
    }

    /// Creates an engine with the built-in layouts, and fonts that are read when a page needs them.
    ///
    /// # Errors
    /// The index of the fonts is damaged, which the tests exclude.
    pub fn with_fonts_read_by(read: ReadFont) -> Result<Self, Diagnostics> {
        Ok(Self::with_fonts(Layouts::built_in(), Fonts::read_by(read)?))
    }

    /// Returns the layouts.
    pub fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    /// Returns the fonts.
    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// Returns the world of a document.
    ///
    /// # Errors
    /// A path is invalid.
    pub fn world(
        &self,
        layout: &Layout,
        resume: Bytes,
        design: Bytes,
        images: Vec<(String, Bytes)>,
    ) -> Result<CvWorld<'_>, Diagnostics> {
        let mut files = vec![(RESUME.to_owned(), resume), (DESIGN.to_owned(), design)];
        files.extend(images);
        self.world_of(&layout.template(), files)
    }

    /// Returns the world of a template, which is named by its path among the files of all layouts,
    /// and of the files that it reads.
    ///
    /// # Errors
    /// A path is invalid.
    pub fn world_of(
        &self,
        template: &str,
        files: Vec<(String, Bytes)>,
    ) -> Result<CvWorld<'_>, Diagnostics> {
        let main = id(&format!("{TEMPLATES}{template}"))?;
        let files = files
            .into_iter()
            .map(|(path, bytes)| Ok((id(&path)?, bytes)));
        Ok(CvWorld {
            engine: self,
            main,
            files: files.collect::<Result<_, Diagnostics>>()?,
        })
    }

    fn template(&self, id: FileId) -> FileResult<(&str, &[u8])> {
        let path = id.get().vpath().get_with_slash();
        let file = path
            .strip_prefix(TEMPLATES)
            .and_then(|path| self.layouts.file(path));
        file.ok_or_else(|| FileError::NotFound(PathBuf::from(path)))
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        // The cache stays valid even if a thread has panicked with it.
        let mut sources = self
            .sources
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(source) = sources.get(&id) {
            return Ok(source.clone());
        }
        let (_, bytes) = self.template(id)?;
        let text = std::str::from_utf8(bytes).map_err(|_| FileError::InvalidUtf8)?;
        let source = Source::new(id, text.to_owned());
        sources.insert(id, source.clone());
        Ok(source)
    }
}

fn id(path: &str) -> Result<FileId, Diagnostics> {
    let path = VirtualPath::new(path).map_err(|error| {
        Diagnostic::error(rule::INTERNAL, format!("`{path}` is not a path: {error}"))
    })?;
    Ok(RootedPath::new(VirtualRoot::Project, path).intern())
}

/// The files that Typst can read for one document.
pub struct CvWorld<'a> {
    engine: &'a Engine,
    main: FileId,
    files: HashMap<FileId, Bytes>,
}

impl CvWorld<'_> {
    /// Returns the name of a file in messages.
    pub fn name_of(&self, id: FileId) -> String {
        match self.engine.template(id) {
            Ok((name, _)) => name.to_owned(),
            Err(_) => id.get().vpath().get_without_slash().to_owned(),
        }
    }
}

impl World for CvWorld<'_> {
    fn library(&self) -> &LazyHash<Library> {
        &self.engine.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        self.engine.fonts.book()
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        // Packages would have to be downloaded.
        match id.get().root() {
            VirtualRoot::Project => self.engine.source(id),
            VirtualRoot::Package(_) => Err(FileError::Other(Some(
                "packages are not available to layouts".into(),
            ))),
        }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if let Some(bytes) = self.files.get(&id) {
            return Ok(bytes.clone());
        }
        match id.get().root() {
            VirtualRoot::Project => self
                .engine
                .template(id)
                .map(|(_, bytes)| Bytes::new(bytes.to_vec())),
            VirtualRoot::Package(_) => Err(FileError::Other(Some(
                "packages are not available to layouts".into(),
            ))),
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.engine.fonts.font(index)
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
