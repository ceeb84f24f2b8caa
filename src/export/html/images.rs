//! Images as a part of the page.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use typst::visualize::ExchangeFormat;

use crate::typeset::Image;

/// The images of a document, whose files have no metadata.
pub(super) struct Images<'a> {
    /// The files.
    pub(super) images: &'a [Image],
}

impl Images<'_> {
    /// Returns an image as an address that has its data. A copy in which images were left out has none.
    pub(super) fn address(&self, name: &str) -> Option<String> {
        let file = self.images.iter().find(|file| file.name == name)?;
        let data = BASE64_STANDARD.encode(&file.bytes);
        Some(format!("data:{};base64,{data}", media_type(&file.bytes)))
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
