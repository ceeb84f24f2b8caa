//! The text of an SVG, within limits that protect its parser.

use std::io::Read;

use roxmltree::{Document, ParsingOptions};

use crate::profile::image_fault::ImageFault;

/// The size of an SVG to accept, decompressed, in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// The depth to which elements may nest.
pub const MAX_DEPTH: usize = 200;

/// The number of equals signs between two tags, above which the parser would compare too many
/// attributes. Texts may have them, too, so that it is more than the attributes of an element.
const MAX_EQUALS_SIGNS: usize = 10_000;

/// Returns the text of an SVG, which may be compressed with gzip.
pub fn decompress(bytes: &[u8]) -> Result<String, ImageFault> {
    let mut text = Vec::new();
    let read = if bytes.starts_with(b"\x1f\x8b") {
        flate2::read::GzDecoder::new(bytes)
            .take(MAX_SIZE + 1)
            .read_to_end(&mut text)
    } else {
        bytes.take(MAX_SIZE + 1).read_to_end(&mut text)
    };
    if read.is_err() {
        return Err(ImageFault::Content);
    }
    if text.len() as u64 > MAX_SIZE {
        let size = "more than 16 MiB of SVG".to_owned();
        return Err(ImageFault::TooLarge(size));
    }
    String::from_utf8(text).map_err(|_| ImageFault::Content)
}

/// Parses the text of an SVG, whose entities are expanded.
///
/// # Errors
/// It is not XML, or its entities expand without limit.
pub fn parse(text: &str) -> Result<Document<'_>, roxmltree::Error> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options)
}

/// Returns what an SVG has too many of for a parser.
pub fn excess(text: &str) -> Option<&'static str> {
    if nesting_depth(text) > MAX_DEPTH {
        return Some("levels");
    }
    let mut tags = text.split('<');
    let is_wide = tags.any(|tag| tag.matches('=').count() > MAX_EQUALS_SIGNS);
    is_wide.then_some("attributes")
}

/// Returns the depth of nested tags, without the recursion of a parser.
fn nesting_depth(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut deepest = 0;
    for tag in text.split('<').skip(1) {
        let inside = tag.split('>').next().unwrap_or_default();
        match tag.as_bytes().first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') => {}
            _ if inside.ends_with('/') => {}
            _ => depth += 1,
        }
        deepest = deepest.max(depth);
    }
    deepest
}
