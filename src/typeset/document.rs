//! Typesets a document in a layout.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use typst::diag::Warned;
use typst::foundations::Bytes;
use typst_layout::PagedDocument;

use crate::content::Resume;
use crate::content::resume::ResumeSection;
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::layout::{Design, Ink, Layout};
use crate::typeset::contract;
use crate::typeset::extent::{Extent, extent, moved_out_of_window};
use crate::typeset::grayscale::to_grayscale;
use crate::typeset::image::Image;
use crate::typeset::link_targets;
use crate::typeset::typst_diagnostics::diagnostics;
use crate::typeset::world::Engine;

/// The number of documents after which Typst's cache is cleaned; each leaves about 10 MB behind.
const EVICT_EVERY: usize = 8;

/// The number of cleanings that an unused entry of the cache survives. A document in all layouts,
/// and the next one, share entries.
const EVICT_AGE: usize = 2;

/// A typeset document.
#[derive(Debug)]
pub struct Typeset {
    /// The pages.
    pub document: PagedDocument,
    /// The number of pages, and the fill of the last.
    pub extent: Extent,
    /// The color space.
    pub ink: Ink,
    /// The distance of two baselines, in pt, if the layout has an option for it.
    pub line: Option<f64>,
    /// Typst's warnings.
    pub warnings: Diagnostics,
}

/// What a template receives of a document in a layout, whatever its density.
pub struct Prepared {
    resume: Bytes,
    images: Vec<(String, Bytes)>,
}

/// Prepares a document for a layout. Of the design, the density and the margins do not matter.
///
/// # Errors
/// An image cannot be converted to grayscale.
pub fn prepare(
    resume: &Resume,
    design: &Design,
    layout: &Layout,
    images: &[Image],
    engine: &Engine,
) -> Result<Prepared, Diagnostics> {
    let mut files = Vec::new();
    let data = if design.grayscale_images && !images.is_empty() {
        let mut resume = resume.clone();
        for Image { name, bytes } in images {
            let gray = to_grayscale(name, bytes, engine)?;
            // A name without an extension leaves the format to the content.
            if !name.contains('.') {
                files.push((name.clone(), Bytes::new(gray)));
                continue;
            }
            let png = format!("{name}.png");
            rename_image(&mut resume, name, &png);
            files.push((png, Bytes::new(gray)));
        }
        data(&resume, design, layout, engine)?
    } else {
        let images = images.iter();
        files.extend(images.map(|image| (image.name.clone(), image.bytes.clone())));
        data(resume, design, layout, engine)?
    };
    Ok(Prepared {
        resume: Bytes::new(data),
        images: files,
    })
}

/// Typesets a document.
///
/// # Errors
/// The template rejects the data, or has an error.
pub fn typeset(
    prepared: &Prepared,
    design: &Design,
    layout: &Layout,
    engine: &Engine,
) -> Result<Typeset, Diagnostics> {
    let design_data = Bytes::new(json(design)?);
    let images = prepared.images.clone();
    let world = engine.world(layout, prepared.resume.clone(), design_data, images)?;
    let Warned { output, warnings } = typst::compile::<PagedDocument>(&world);
    let mut warnings = diagnostics(&warnings, &world);
    match output {
        Ok(document) => {
            let faults = if layout.is_built_in {
                Diagnostics::default()
            } else {
                link_targets::faults(&document)
            };
            if !faults.is_empty() {
                return Err(faults);
            }
            warnings.extend(moved_out_of_window(&document).map(outside_window));
            Ok(Typeset {
                extent: extent(&document),
                document,
                ink: design.ink(),
                line: design
                    .length("leading")
                    .map(|leading| leading * design.scale),
                warnings,
            })
        }
        Err(errors) => {
            let mut found = diagnostics(&errors, &world);
            found.extend(warnings);
            Err(found)
        }
    }
}

/// Returns the warning that an address, which is `moved` down by the head of the page, does not show
/// in the window of an envelope.
fn outside_window(moved: f64) -> Diagnostic {
    const POINTS_PER_MILLIMETER: f64 = 72.0 / 25.4;
    let (why, hint) = if moved > 0.0 {
        let moved = moved / POINTS_PER_MILLIMETER;
        (
            format!("the head of the page is {moved:.0} mm too tall"),
            "shorten the contacts, choose another layout, or set `envelope` to `none`",
        )
    } else {
        (
            "it has too many lines".to_owned(),
            "shorten the address, or set `envelope` to `none`",
        )
    };
    let message = format!("the address does not show in the window of the envelope: {why}");
    Diagnostic::warning(rule::ADDRESS_OUTSIDE_WINDOW, message).hint(hint)
}

/// Returns the content of a document as a template receives it.
fn data(
    resume: &Resume,
    design: &Design,
    layout: &Layout,
    engine: &Engine,
) -> Result<Vec<u8>, Diagnostic> {
    json(&contract::template_data(resume, design, layout, engine))
}

fn json(data: &impl Serialize) -> Result<Vec<u8>, Diagnostic> {
    serde_json::to_vec(data).map_err(|error| {
        let message = format!("cannot write the data of the document: {error}");
        Diagnostic::error(rule::INTERNAL, message)
    })
}

/// Replaces the path of an image.
fn rename_image(resume: &mut Resume, old: &str, new: &str) {
    let letter = resume.letter.as_mut();
    let signature_of_letter = letter.and_then(|letter| letter.signature.as_mut());
    let signature = resume.signature.as_mut();
    let signature = signature.and_then(|signature| signature.image.as_mut());
    let photo = resume.person.photo.as_mut();
    let images = photo
        .into_iter()
        .chain(signature)
        .chain(resume.page_logo.as_mut());
    let mut paths: Vec<&mut String> = images.chain(signature_of_letter).collect();
    for section in &mut resume.sections {
        add_logos(section, &mut paths);
    }
    for path in paths {
        if path == old {
            new.clone_into(path);
        }
    }
}

fn add_logos<'a>(section: &'a mut ResumeSection, paths: &mut Vec<&'a mut String>) {
    paths.extend(
        section
            .entries
            .iter_mut()
            .filter_map(|entry| entry.logo.as_mut()),
    );
    for subsection in &mut section.sections {
        add_logos(subsection, paths);
    }
}

/// Cleans Typst's cache from time to time, so that memory stays flat over any number of documents.
/// Called after each document.
pub fn evict_typst_cache() {
    static DONE: AtomicUsize = AtomicUsize::new(1);
    let number = DONE.fetch_add(1, Ordering::Relaxed);
    if number.is_multiple_of(EVICT_EVERY) {
        typst::comemo::evict(EVICT_AGE);
    }
}
