//! Pages become pictures: PNG at a resolution, or SVG with letters as outlines, so that it needs no
//! fonts.

use typst::utils::Scalar;
use typst_layout::{Page, PagedDocument};
use typst_render::RenderOptions;
use typst_svg::SvgOptions;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};

/// How many pt an inch has.
const POINTS_PER_INCH: f64 = 72.0;

/// The most pixels of a picture: what A3 has at 600 ppi. More would take gigabytes.
const MOST_PIXELS: f64 = 7016.0 * 9921.0;

/// A page as a PNG with `ppi` pixels per inch.
///
/// # Errors
/// The picture would have too many pixels, or cannot be written.
pub fn png(page: &Page, ppi: f64) -> Result<Vec<u8>, Diagnostics> {
    let scale = ppi / POINTS_PER_INCH;
    let size = page.frame.size();
    if size.x.to_pt() * size.y.to_pt() * scale * scale > MOST_PIXELS {
        let error = Diagnostic::error(
            rule::PICTURE,
            format!("a picture of this page at {ppi} ppi would be too large"),
        );
        return Err(error
            .hint("take fewer pixels per inch, as in `--ppi 300`")
            .into());
    }
    let options = RenderOptions {
        pixel_per_pt: Scalar::new(scale),
        ..RenderOptions::default()
    };
    let pixels = typst_render::render(page, &options);
    pixels.encode_png().map_err(|error| {
        Diagnostic::error(rule::PICTURE, format!("cannot make a PNG: {error}")).into()
    })
}

/// A page as an SVG.
pub fn svg(page: &Page) -> Vec<u8> {
    typst_svg::svg(page, &SvgOptions::default()).into_bytes()
}

/// The first page as a PNG; nothing of a document without pages.
///
/// # Errors
/// As [`png`].
pub fn first_page_png(document: &PagedDocument, ppi: f64) -> Result<Vec<u8>, Diagnostics> {
    document
        .pages()
        .first()
        .map_or(Ok(Vec::new()), |page| png(page, ppi))
}
