//! A layout, whose manifest may be read only when it is needed.

use std::sync::{LazyLock, OnceLock};

use crate::diagnostic::Diagnostics;
use crate::layout::edition::path_in;
use crate::layout::file::{MANIFEST, TEMPLATE};
use crate::layout::files::built_in_source;
use crate::layout::manifest::{self, CommonOptions, Manifest};
use crate::layout::option::OptionKind;

/// The file that declares the options that several layouts have.
pub const COMMON: &str = "shared/options.toml";

/// A layout.
#[derive(Debug)]
pub struct Layout {
    /// Its manifest.
    pub manifest: Manifest,
    /// Whether it is built in.
    pub is_built_in: bool,
    /// The edition whose files it uses; `None` uses the newest.
    pub edition: Option<String>,
}

impl Layout {
    /// Returns the path of its template among the files of all layouts.
    pub fn template(&self) -> String {
        path_in(
            self.edition.as_deref(),
            &format!("{}/{TEMPLATE}", self.manifest.name),
        )
    }

    /// Sets the available families as the values of font options.
    pub fn offer_fonts(&mut self, families: &[String]) {
        for option in self.manifest.options.values_mut() {
            if option.kind == OptionKind::Font {
                option.choices = families.to_vec();
            }
        }
    }
}

/// The built-in declarations of options that several layouts have.
static BUILT_IN_OPTIONS: LazyLock<CommonOptions> = LazyLock::new(|| {
    // A test reads the file.
    built_in_source(COMMON)
        .and_then(|source| manifest::common_options(&source).ok())
        .unwrap_or_default()
});

/// A layout among all. The manifest of a built-in one is read on first use, for most commands need
/// a single layout; that of a user's at once, so that its errors are reported.
#[derive(Debug)]
pub struct Slot {
    /// The text of a built-in manifest.
    pub built_in: Option<&'static str>,
    /// The layout, once it is read; `None` if a built-in manifest has errors, which a test excludes.
    pub layout: OnceLock<Option<Layout>>,
}

impl Slot {
    /// Returns whether the manifest was read.
    pub fn is_read(&self) -> bool {
        self.layout.get().is_some()
    }

    /// Returns whether the layout may have the option. Does not read the manifest.
    pub fn may_have_option(&self, name: &str) -> bool {
        match (self.layout.get(), self.built_in) {
            (None, Some(text)) => {
                text.contains(manifest::declared_as(name)) || manifest::is_of_every_layout(name)
            }
            (layout, _) => layout
                .and_then(Option::as_ref)
                .is_some_and(|layout| layout.manifest.has_option(name)),
        }
    }
}

/// Reads the manifest of a built-in layout.
///
/// # Errors
/// All errors of the manifest; none if there is no such layout.
pub fn built_in(name: &str) -> Result<Layout, Diagnostics> {
    let source = built_in_source(&format!("{name}/{MANIFEST}")).ok_or_else(Diagnostics::default)?;
    Ok(Layout {
        manifest: Manifest::parse(&source, name, &BUILT_IN_OPTIONS)?,
        is_built_in: true,
        edition: None,
    })
}
