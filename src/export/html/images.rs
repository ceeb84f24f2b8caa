//! Images as a part of the page.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use typst::visualize::ExchangeFormat;

use crate::export::html::writer::HtmlWriter;
use crate::export::outline::OutlineImage;
use crate::typeset::Image;

/// The images of a document, whose files have no metadata.
pub(super) struct Images<'a> {
    /// The files.
    pub(super) images: &'a [Image],
}

impl Images<'_> {
    /// Adds an image with a class. A copy in which images were left out has none.
    pub(super) fn write(&self, page: &mut HtmlWriter, image: &OutlineImage, class: &str) {
        let Some(file) = self.images.iter().find(|file| file.name == image.name) else {
            return;
        };
        page.raw(&format!("<img class=\"{class}\" alt=\""));
        page.escaped(&image.description);
        page.raw(&format!(
            "\" src=\"data:{};base64,",
            media_type(&file.bytes)
        ));
        page.raw(&BASE64_STANDARD.encode(&file.bytes));
        page.raw("\">\n");
    }
}

fn media_type(bytes: &[u8]) -> &'static str {
    match ExchangeFormat::detect(bytes) {
        Some(ExchangeFormat::Png) => "image/png",
        Some(ExchangeFormat::Jpg) => "image/jpeg",
        Some(ExchangeFormat::Gif) => "image/gif",
        Some(ExchangeFormat::Webp) => "image/webp",
        None => "image/svg+xml",
    }
}
