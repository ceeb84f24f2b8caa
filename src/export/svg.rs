//! Exports pages as SVG images, with glyphs as outlines so that they need no fonts.

use typst_layout::Page;
use typst_svg::SvgOptions;

/// Renders a page as an SVG.
pub fn svg(page: &Page) -> Vec<u8> {
    typst_svg::svg(page, &SvgOptions::default()).into_bytes()
}
