//! Typesets documents: passes the data and the layout to Typst, and returns pages.
//!
//! One [`Engine`] holds what all documents share: the library, the fonts, the layouts' files. A
//! small world per document adds its data as virtual files. There is no network, no packages, no
//! system fonts, no clock, and no files but those of the layouts and the images. Uses `diagnostic`,
//! `profile`, `content` and `layout`.

mod characters;
mod compose;
mod contract;
mod document;
mod enlarged;
mod extent;
pub mod fit_search;
#[cfg(feature = "native")]
mod font_folder;
mod fonts;
mod grayscale;
mod image;
mod joiners;
mod link_targets;
mod metadata;
mod overlaps;
mod rectangle;
mod review;
mod scaled;
mod text_boxes;
mod text_runs;
mod typst_diagnostics;
mod world;

pub use characters::{
    missing as missing_characters, missing_elsewhere as missing_characters_elsewhere,
};
pub use compose::compose;
pub use contract::{TemplateData, has_brief_sections, template_data};
pub use document::{Prepared, Typeset, evict_typst_cache, prepare, typeset};
pub use extent::{Extent, MovedPart, extent, height, moved_parts, page_fills, text_area};
pub use fonts::{Fonts, ReadFont, index as font_index};
pub use image::Image;
pub use joiners::{readable, readable_item};
pub use overlaps::overlaps;
pub use rectangle::Rectangle;
pub use review::{
    DRAFT, LEGIBLE_SIZE, MIN_LAST_FILL, ReviewFinding, last_page_flaw, review, short_last_lines,
    smallest_text,
};
pub use text_boxes::{GlyphBox, TextBox, text_boxes};
pub use text_runs::{TextRun, runs};
/// Typst's pages, under the name by which later stages know them.
pub use typst_layout::PagedDocument;
pub use world::Engine;
