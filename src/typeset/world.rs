//! Typst's view of the files: the shared engine, and a small world per document on top of it.

use std::collections::HashMap;
#[cfg(feature = "native")]
use std::path::Path;
use std::path::PathBuf;
use std::sync::Mutex;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Binding, Bytes, Datetime, Duration, Module, Scope};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::layout::{Layout, Layouts};
use crate::typeset::fonts::Fonts;

const RESUME: &str = "/resume.json";
const DESIGN: &str = "/design.json";
const TEMPLATES: &str = "/templates/";

/// The modules of Typst's library that no built-in layout uses.
const UNUSED_MODULES: [&str; 3] = ["emoji", "math", "sym"];

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
            library: LazyHash::new(library(&layouts)),
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

/// Returns Typst's library. A process hashes it as a whole, most of which are symbols and what is for
/// math: built-in layouts have no use for these.
fn library(layouts: &Layouts) -> Library {
    let mut library = Library::default();
    if layouts.are_built_in() {
        let mut scope = Scope::new();
        for (name, binding) in library.global.scope().iter() {
            if !UNUSED_MODULES.contains(&name.as_str()) {
                scope.bind(name.clone(), binding.clone());
            }
        }
        library.global = Module::new("global", scope);
        library.std = Binding::detached(library.global.clone());
        library.math = Module::new("math", Scope::new());
    }
    library
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

#[cfg(test)]
mod tests {
    use typst::syntax::{SyntaxKind, SyntaxNode, parse};

    use super::*;
    use crate::embedded::TEMPLATES;

    /// Adds the kind and the text of each node that means something.
    fn nodes<'a>(node: &'a SyntaxNode, found: &mut Vec<(SyntaxKind, &'a str)>) {
        if !node.kind().is_trivia() {
            found.push((node.kind(), node.leaf_text().as_str()));
        }
        for child in node.children() {
            nodes(child, found);
        }
    }

    #[test]
    fn layouts_of_the_user_have_the_whole_library() {
        let missing = |layouts: &Layouts| {
            let library = library(layouts);
            let mut missing = UNUSED_MODULES.to_vec();
            missing.retain(|name| library.global.scope().get(name).is_none());
            missing
        };
        let built_in = Layouts::load(None).expect("the built-in layouts");
        assert_eq!(missing(&built_in), UNUSED_MODULES);
        let folder = tempfile::tempdir().expect("a folder");
        let layout = folder.path().join("own");
        std::fs::create_dir(&layout).expect("a folder");
        let kept = ["layout.toml", "template.typ"];
        for (path, text) in TEMPLATES {
            if let Some(name) = path.strip_prefix("ats/").filter(|name| kept.contains(name)) {
                std::fs::write(
                    layout.join(name),
                    text.replace("name = \"ats\"", "name = \"own\""),
                )
                .expect("a file");
            }
        }
        let own = Layouts::load(Some(folder.path())).expect("layouts");
        assert_eq!(missing(&own), [""; 0]);
    }

    #[test]
    fn embedded_code_has_the_syntax_of_the_templates() {
        let layouts = Layouts::load(None).expect("the built-in layouts");
        let mut shorter = 0;
        for (path, text) in TEMPLATES {
            if Path::new(path)
                .extension()
                .is_none_or(|extension| extension != "typ")
            {
                continue;
            }
            let (_, code) = layouts.file(path).expect("each file");
            let code = std::str::from_utf8(code).expect("text");
            assert_eq!(
                code.lines().count(),
                text.trim_end().lines().count(),
                "{path}"
            );
            let trees = [*text, code].map(parse);
            let [mut written, mut embedded] = [Vec::new(), Vec::new()];
            nodes(&trees[0], &mut written);
            nodes(&trees[1], &mut embedded);
            assert_eq!(written, embedded, "{path}");
            shorter += usize::from(code.len() < text.len());
        }
        assert!(shorter > 10, "{shorter}");
    }
}
