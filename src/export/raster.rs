//! Exports pages as PNG images.

use typst::utils::Scalar;
use typst_layout::{Page, PagedDocument};
use typst_render::RenderOptions;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::pdf::POINTS_PER_INCH;

/// The most pixels of an image: A3 at 600 ppi. More would take gigabytes of memory.
const MAX_PIXELS: f64 = 7016.0 * 9921.0;

/// Renders a page as a PNG with `ppi` pixels per inch.
///
/// # Errors
/// The image would have too many pixels, or encoding fails.
pub fn png(page: &Page, ppi: f64) -> Result<Vec<u8>, Diagnostics> {
    let scale = ppi / POINTS_PER_INCH;
    let size = page.frame.size();
    if size.x.to_pt() * size.y.to_pt() * scale * scale > MAX_PIXELS {
        let message = format!("the image of a page is too large at {ppi} ppi");
        let error = Diagnostic::error(rule::IMAGE_EXPORT, message);
        return Err(error
            .hint("use fewer pixels per inch, such as `--ppi 300`")
            .into());
    }
    let options = RenderOptions {
        pixel_per_pt: Scalar::new(scale),
        ..RenderOptions::default()
    };
    let pixels = typst_render::render(page, &options);
    pixels.encode_png().map_err(|error| {
        let message = format!("cannot encode a PNG: {error}");
        Diagnostic::error(rule::IMAGE_EXPORT, message).into()
    })
}

/// Renders the first page as a PNG. A document without pages gives no bytes.
///
/// # Errors
/// As [`png`].
pub fn first_page_png(document: &PagedDocument, ppi: f64) -> Result<Vec<u8>, Diagnostics> {
    match document.pages().first() {
        Some(page) => png(page, ppi),
        None => Ok(Vec::new()),
    }
}
