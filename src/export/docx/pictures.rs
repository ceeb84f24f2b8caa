//! Pictures: the photo, the logos and the signature. Photos and logos that word processors cannot
//! read, such as SVG, become PNG.

use std::collections::BTreeMap;

use typst::foundations::Smart;
use typst::layout::{Abs, Frame, FrameItem, Point, Sides, Size};
use typst::syntax::Span;
use typst::utils::Scalar;
use typst::visualize::{ExchangeFormat, Image as DrawnImage, RasterImage, SvgImage};
use typst_layout::Page;
use typst_render::RenderOptions;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::docx::package::{PackagePart, Relationships};
use crate::export::docx::xml::{NamedText, Xml};
use crate::typeset::Image;

/// The units of drawings in a millimeter.
const UNITS: f64 = 36_000.0;
/// The pixels of the longer side of a picture that is drawn as PNG.
const PIXELS: f64 = 1200.0;

/// The largest size of a picture, in millimeters. Its proportions are kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// The size of a picture in a text.
const IN_TEXT: Bounds = Bounds {
    width: 40.0,
    height: 3.6,
};

/// A picture in a line of text, or next to it.
#[derive(Debug, Clone)]
pub struct Drawing {
    relationship: String,
    /// The number among the drawings of the document, from 1.
    number: usize,
    description: String,
    width: u64,
    height: u64,
    is_floating: bool,
}

/// The pictures of a document.
pub struct Pictures<'a> {
    images: &'a [Image],
    /// The stored pictures by the names of their images.
    stored: BTreeMap<&'a str, StoredPicture>,
    /// Their files.
    parts: Vec<PackagePart>,
    drawings: usize,
}

#[derive(Debug, Clone)]
struct StoredPicture {
    relationship: String,
    width: f64,
    height: f64,
}

impl<'a> Pictures<'a> {
    /// Creates the pictures of a document from its images.
    pub fn new(images: &'a [Image]) -> Self {
        Self {
            images,
            stored: BTreeMap::new(),
            parts: Vec::new(),
            drawings: 0,
        }
    }

    /// Returns a drawing of an image; `None` if the document has no such image.
    ///
    /// # Errors
    /// The image cannot be read or converted.
    pub fn drawing(
        &mut self,
        name: &str,
        description: &str,
        bounds: Bounds,
        relationships: &mut Relationships,
    ) -> Result<Option<Drawing>, Diagnostics> {
        self.add(name, relationships)?;
        Ok(self.stored_drawing(name, description, bounds))
    }

    /// Stores an image, if the document has it.
    ///
    /// # Errors
    /// The image cannot be read or converted.
    pub fn add(
        &mut self,
        name: &str,
        relationships: &mut Relationships,
    ) -> Result<(), Diagnostics> {
        let image = self.images.iter().find(|image| image.name == name);
        if let Some(image) = image
            && !self.stored.contains_key(name)
        {
            let picture = self.store(image, relationships)?;
            self.stored.insert(&image.name, picture);
        }
        Ok(())
    }

    /// Returns a drawing of a stored picture in a line of text, which says what it shows.
    pub fn drawing_in_text(&mut self, name: &str) -> Option<Drawing> {
        self.stored_drawing(name, "", IN_TEXT)
    }

    fn stored_drawing(&mut self, name: &str, description: &str, bounds: Bounds) -> Option<Drawing> {
        let picture = self.stored.get(name)?;
        self.drawings += 1;
        let scale = (bounds.width / picture.width).min(bounds.height / picture.height);
        Some(Drawing {
            relationship: picture.relationship.clone(),
            number: self.drawings,
            description: description.to_owned(),
            width: units(picture.width * scale),
            height: units(picture.height * scale),
            is_floating: false,
        })
    }

    /// Returns the files.
    pub fn into_parts(self) -> Vec<PackagePart> {
        self.parts
    }

    fn store(
        &mut self,
        image: &Image,
        relationships: &mut Relationships,
    ) -> Result<StoredPicture, Diagnostics> {
        let drawn = decoded(image)?;
        let (extension, bytes) = match native_extension(image) {
            Some(extension) => (extension, image.bytes.to_vec()),
            None => ("png", as_png(&drawn)?),
        };
        let target = format!("media/image{}.{extension}", self.parts.len() + 1);
        let relationship = relationships.part("image", &target);
        self.parts.push(PackagePart {
            path: format!("word/{target}"),
            bytes,
        });
        Ok(StoredPicture {
            relationship,
            width: drawn.width().max(1.0),
            height: drawn.height().max(1.0),
        })
    }
}

/// Returns the extension of an image that word processors show as it is.
fn native_extension(image: &Image) -> Option<&'static str> {
    let format = ExchangeFormat::detect(&image.bytes)?;
    // Word does not turn a photo by its metadata.
    let is_turned = RasterImage::plain(image.bytes.clone(), format)
        .ok()?
        .exif_rotation()
        .is_some_and(|rotation| rotation != 1);
    match format {
        _ if is_turned => None,
        ExchangeFormat::Png => Some("png"),
        ExchangeFormat::Jpg => Some("jpeg"),
        ExchangeFormat::Gif => Some("gif"),
        ExchangeFormat::Webp => None,
    }
}

fn decoded(image: &Image) -> Result<DrawnImage, Diagnostics> {
    let bytes = image.bytes.clone();
    match ExchangeFormat::detect(&bytes) {
        Some(format) => RasterImage::plain(bytes, format)
            .map(DrawnImage::plain)
            .map_err(|error| unreadable(&error)),
        None => SvgImage::new(bytes)
            .map(DrawnImage::plain)
            .map_err(|_| unreadable("it is damaged")),
    }
}

/// Draws an image as PNG, without a background.
fn as_png(image: &DrawnImage) -> Result<Vec<u8>, Diagnostics> {
    let (width, height) = (image.width().max(1.0), image.height().max(1.0));
    let size = Size::new(Abs::pt(width), Abs::pt(height));
    let mut frame = Frame::hard(size);
    let item = FrameItem::Image(image.clone(), size, Span::detached());
    frame.push(Point::zero(), item);
    let page = Page {
        frame,
        bleed: Sides::default(),
        fill: Smart::Custom(None),
        numbering: None,
        supplement: typst::foundations::Content::empty(),
        number: 1,
    };
    let options = RenderOptions {
        pixel_per_pt: Scalar::new(PIXELS / width.max(height)),
        ..RenderOptions::default()
    };
    typst_render::render(&page, &options)
        .encode_png()
        .map_err(|error| unreadable(&error.to_string()))
}

fn unreadable(reason: &str) -> Diagnostics {
    let message = format!("cannot read a picture: {reason}");
    Diagnostic::error(rule::PHOTO_UNREADABLE, message).into()
}

/// Converts millimeters to the units of drawings.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounds are a few centimeters"
)]
fn units(millimeters: f64) -> u64 {
    (millimeters * UNITS).round().max(1.0) as u64
}

impl Drawing {
    /// Moves it to the end edge, with the text beside it.
    pub fn floating(self) -> Self {
        Self {
            is_floating: true,
            ..self
        }
    }

    /// Writes it as the content of a run.
    pub fn write(&self, xml: &mut Xml) {
        let texts: [NamedText; 5] = [
            ("number", &self.number),
            ("description", &self.description),
            ("relationship", &self.relationship),
            ("width", &self.width),
            ("height", &self.height),
        ];
        let mut picture = Xml::default();
        picture.fill(include_str!("parts/picture.xml"), &texts, &[]);
        let place = if self.is_floating {
            include_str!("parts/anchor.xml")
        } else {
            include_str!("parts/inline.xml")
        };
        xml.fill(place, &texts, &[("picture", &picture)]);
    }
}
