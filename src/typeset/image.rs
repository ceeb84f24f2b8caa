//! Reads photos, signatures, logos and pictures: without metadata, and only if they can be drawn.

use std::fmt::Display;

use typst::foundations::Bytes;
use typst::visualize::{ExchangeFormat, ImageFormat, RasterImage, SvgImage};

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::NamedFile;
use crate::typeset::metadata::without_metadata;
use crate::typeset::scaled::scaled;

/// The largest image that is read, in bytes.
const LARGEST: u64 = 32 << 20;

/// A photo, a signature, a logo or a picture in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The path that the template uses.
    pub name: String,
    /// The content of the file, without metadata, and with no more pixels than a page needs.
    pub bytes: Bytes,
}

impl Image {
    /// Reads an image. `written` is its path for messages, after its kind: ``photo `me.png` ``.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub fn read(name: String, file: &NamedFile, written: &str) -> Result<Self, Diagnostic> {
        let bytes = file
            .read(LARGEST)
            .map_err(|error| unreadable(written, &error))?;
        let bytes = Bytes::new(without_metadata(bytes.into_owned()));
        // Without an extension, the content must tell the format.
        let is_unknown = !name.contains('.') && ImageFormat::detect(&bytes).is_none();
        if is_unknown || is_damaged(&bytes) {
            let message = format!("the {written} is damaged");
            let error = Diagnostic::error(rule::PHOTO_UNREADABLE, message);
            return Err(error.hint("save it again from the original"));
        }
        let bytes = scaled(&bytes);
        Ok(Self { name, bytes })
    }
}

fn unreadable(written: &str, reason: &dyn Display) -> Diagnostic {
    let message = format!("cannot read the {written}: {reason}");
    Diagnostic::error(rule::PHOTO_UNREADABLE, message)
}

/// Returns whether Typst cannot draw an image. It keeps what it decodes for the pages.
fn is_damaged(bytes: &Bytes) -> bool {
    match ExchangeFormat::detect(bytes) {
        Some(format) => RasterImage::plain(bytes.clone(), format).is_err(),
        None => SvgImage::new(bytes.clone()).is_err(),
    }
}
