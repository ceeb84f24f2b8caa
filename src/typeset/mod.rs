//! Gives the data of a CV and its layout to Typst, and takes pages back.
//!
//! One [`Engine`] holds what all CVs share: the library, the fonts, the layouts' files. A light
//! world for each job adds the data as virtual files. No network, no packages, no system fonts, no
//! clock, and no file but the layouts' and the images. Uses `diagnostic`, `profile`, `content` and
//! `layout`.

mod characters;
mod extent;
pub mod fit_search;
mod fonts;
mod grayscale;
mod review;
mod text_runs;
mod typst_diagnostics;
mod world;

use std::sync::atomic::{AtomicUsize, Ordering};

use typst::diag::Warned;
use typst_layout::PagedDocument;

use crate::content::Resume;
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::layout::{Design, Ink, Layout};

pub use characters::{
    missing as missing_characters, missing_elsewhere as missing_bibliography_characters,
};
pub use extent::{Extent, extent, height, moved_sections};
pub use fonts::{Fonts, index as font_index};
pub use review::{Finding, review};
pub use text_runs::{TextRun, runs};
pub use world::{Engine, Image};

/// After how many CVs Typst forgets. Each leaves about 10 MB behind.
const FORGET_EVERY: usize = 8;

/// How often it may forget before what nobody has used in the meantime is gone. A CV in all
/// layouts, and the next one, use the same.
const FORGET_AGE: usize = 2;

/// A CV as pages.
#[derive(Debug)]
pub struct Typeset {
    /// Typst's pages.
    pub document: PagedDocument,
    /// How many pages there are, and how full the last is.
    pub extent: Extent,
    /// What its colours are made of.
    pub ink: Ink,
    /// What Typst finds questionable.
    pub warnings: Diagnostics,
}

/// Sets a CV.
///
/// # Errors
/// The template refuses the data, or has a mistake.
pub fn typeset(
    resume: &Resume,
    design: &Design,
    layout: &Layout,
    images: &[Image],
    engine: &Engine,
) -> Result<Typeset, Diagnostics> {
    let json = |result: serde_json::Result<Vec<u8>>| {
        result.map_err(|error| {
            Diagnostics::from(Diagnostic::error(
                rule::INTERNAL,
                format!("cannot write the data: {error}"),
            ))
        })
    };
    let mut images = world::read(images)?;
    let ink = design.ink();
    let resume = if design.grayscale_images && !images.is_empty() {
        let mut resume = resume.clone();
        for (name, bytes) in &mut images {
            *bytes = grayscale::grey(name, std::mem::take(bytes), engine)?;
            let grey = format!("{name}.png");
            let drawn = resume
                .letter
                .as_mut()
                .and_then(|letter| letter.signature.as_mut());
            for asked in resume
                .person
                .photo
                .as_mut()
                .into_iter()
                .chain(drawn)
                .filter(|asked| *asked == name)
            {
                asked.clone_from(&grey);
            }
            *name = grey;
        }
        json(serde_json::to_vec(&resume))?
    } else {
        json(serde_json::to_vec(resume))?
    };
    let design = json(serde_json::to_vec(design))?;
    let world = engine.world(layout, resume, design, images)?;
    let Warned { output, warnings } = typst::compile::<PagedDocument>(&world);
    let warnings = typst_diagnostics::diagnostics(&warnings, &world);
    match output {
        Ok(document) => Ok(Typeset {
            extent: extent(&document),
            document,
            ink,
            warnings,
        }),
        Err(errors) => {
            let mut found = typst_diagnostics::diagnostics(&errors, &world);
            found.extend(warnings);
            Err(found)
        }
    }
}

/// Sets a file of the layouts' folder that is no layout, out of the files that it asks for.
///
/// # Errors
/// It refuses them, or has a mistake.
pub fn compose(
    template: &str,
    files: Vec<(String, Vec<u8>)>,
    engine: &Engine,
) -> Result<PagedDocument, Diagnostics> {
    let world = engine.world_of(template, files)?;
    let Warned { output, .. } = typst::compile::<PagedDocument>(&world);
    output.map_err(|errors| typst_diagnostics::diagnostics(&errors, &world))
}

/// Says that a CV is done. After each [`FORGET_EVERY`] of them, Typst forgets what has been of use
/// to none for [`FORGET_AGE`] times so many, so that memory stays flat over any number of CVs; what
/// they share, as templates, is used again before that.
pub fn evict_typst_cache() {
    static DONE: AtomicUsize = AtomicUsize::new(1);
    if DONE
        .fetch_add(1, Ordering::Relaxed)
        .is_multiple_of(FORGET_EVERY)
    {
        typst::comemo::evict(FORGET_AGE);
    }
}
