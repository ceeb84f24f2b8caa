//! Scales the images of cameras down to what a page can show: a photo of a phone has a hundred times
//! the pixels that print.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{
    DynamicImage, GenericImageView, ImageDecoder, ImageEncoder, ImageFormat, ImageReader,
    ImageResult,
};
use typst::foundations::Bytes;

/// The most pixels of the shorter side: 61 mm at 300 dpi, wider than the photo of a layout.
const SHORTER_SIDE: u32 = 720;

/// The quality of JPEG, at which no block of pixels shows.
const QUALITY: u8 = 90;

/// Returns an image with the pixels that a page needs, upright and in the same format. An image
/// that has no more, a drawing, a GIF, and what cannot be read stay as they are.
#[comemo::memoize]
pub fn scaled(bytes: &Bytes) -> Bytes {
    match smaller(bytes) {
        Ok(Some(smaller)) => Bytes::new(smaller),
        Ok(None) | Err(_) => bytes.clone(),
    }
}

fn smaller(bytes: &Bytes) -> ImageResult<Option<Vec<u8>>> {
    let reader = ImageReader::new(Cursor::new(bytes.as_slice())).with_guessed_format()?;
    let Some(format) = reader.format() else {
        return Ok(None);
    };
    if !matches!(
        format,
        ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP
    ) {
        return Ok(None);
    }
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    let shorter = width.min(height);
    if shorter <= SHORTER_SIDE {
        return Ok(None);
    }
    let colors = decoder.icc_profile()?.filter(|profile| is_rgb(profile));
    let orientation = decoder.orientation()?;
    let side = |pixels: u32| scaled_side(pixels, shorter);
    let image = with_eight_bits(DynamicImage::from_decoder(decoder)?);
    let mut image = image.resize_exact(side(width), side(height), FilterType::CatmullRom);
    if orientation != Orientation::NoTransforms {
        image.apply_orientation(orientation);
    }
    encoded(&image, format, colors).map(Some)
}

/// Returns a side after the shorter one has its most pixels.
fn scaled_side(pixels: u32, shorter: u32) -> u32 {
    let scaled = u64::from(pixels) * u64::from(SHORTER_SIDE) / u64::from(shorter);
    u32::try_from(scaled).unwrap_or(pixels)
}

/// Returns whether a color profile is for red, green and blue: that of an image in the inks of a
/// press does not describe what its decoder returns.
fn is_rgb(profile: &[u8]) -> bool {
    profile.get(16..20) == Some(b"RGB ")
}

/// Returns an image in a form that all formats have.
fn with_eight_bits(image: DynamicImage) -> DynamicImage {
    if image.color().has_alpha() {
        image.into_rgba8().into()
    } else {
        image.into_rgb8().into()
    }
}

fn encoded(
    image: &DynamicImage,
    format: ImageFormat,
    colors: Option<Vec<u8>>,
) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    match format {
        ImageFormat::Jpeg => write(
            JpegEncoder::new_with_quality(&mut bytes, QUALITY),
            image,
            colors,
        )?,
        ImageFormat::WebP => write(WebPEncoder::new_lossless(&mut bytes), image, colors)?,
        _ => write(PngEncoder::new(&mut bytes), image, colors)?,
    }
    Ok(bytes)
}

fn write(
    mut encoder: impl ImageEncoder,
    image: &DynamicImage,
    colors: Option<Vec<u8>>,
) -> ImageResult<()> {
    if let Some(colors) = colors {
        // Without its profile, an image is shown in the colors of a screen.
        let _ = encoder.set_icc_profile(colors);
    }
    let (width, height) = image.dimensions();
    encoder.write_image(image.as_bytes(), width, height, image.color().into())
}
