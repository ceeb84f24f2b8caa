//! Images as a part of the page.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use typst::visualize::ExchangeFormat;

use crate::typeset::Image;

/// Returns an image of a document as an address that has its data. A copy in which images were left out
/// has none.
pub(super) fn address(images: &[Image], name: &str) -> Option<String> {
    let file = images.iter().find(|file| file.name == name)?;
    let data = BASE64_STANDARD.encode(&file.bytes);
    Some(format!("data:{};base64,{data}", media_type(&file.bytes)))
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
