//! Converts images to grayscale for a press.
//!
//! Typst draws the image, whatever its format and orientation; then its pixels are converted.

use image::{GrayImage, ImageFormat, Luma};
use typst::utils::Scalar;
use typst_render::RenderOptions;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::typeset::compose::compose;
use crate::typeset::world::Engine;

/// The template that draws an image and nothing else.
const TEMPLATE: &str = "shared/image.typ";

/// The file that the template reads the path of the image from.
const DATA: &str = "/image.json";

/// The pixels of the longer side: 300 per inch for an image as long as a hand.
const PIXELS: f64 = 1200.0;

/// Returns an image as a grayscale PNG on white.
///
/// # Errors
/// The image cannot be drawn.
pub fn to_grayscale(name: &str, bytes: &[u8], engine: &Engine) -> Result<Vec<u8>, Diagnostics> {
    let data = serde_json::to_vec(name).map_err(|error| unreadable(error.to_string()))?;
    let files = vec![(DATA.to_owned(), data), (name.to_owned(), bytes.to_vec())];
    let document = compose(TEMPLATE, files, engine)?;
    let page = document
        .pages()
        .first()
        .ok_or_else(|| unreadable("the image is empty".to_owned()))?;
    let longer = page
        .frame
        .width()
        .max(page.frame.height())
        .to_pt()
        .max(f64::EPSILON);
    let options = RenderOptions {
        pixel_per_pt: Scalar::new(PIXELS / longer),
        ..RenderOptions::default()
    };
    let drawn = typst_render::render(page, &options);
    // The page is white and opaque, so that no pixel is transparent.
    let pixels = GrayImage::from_fn(drawn.width(), drawn.height(), |x, y| {
        let color = drawn
            .pixel(x, y)
            .map_or([255; 3], |pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        Luma([luma(color)])
    });
    let mut png = std::io::Cursor::new(Vec::new());
    pixels
        .write_to(&mut png, ImageFormat::Png)
        .map_err(|error| unreadable(format!("cannot make a PNG: {error}")))?;
    Ok(png.into_inner())
}

fn unreadable(reason: String) -> Diagnostics {
    Diagnostic::error(rule::PHOTO_UNREADABLE, reason).into()
}

/// Returns the luma of an sRGB color (ITU-R BT.709).
fn luma(color: [u8; 3]) -> u8 {
    let [red, green, blue] = color.map(u32::from);
    u8::try_from((2126 * red + 7152 * green + 722 * blue + 5000) / 10_000).unwrap_or(u8::MAX)
}
