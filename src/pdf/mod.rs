//! PDF building blocks that export, verification and the press stage share: opening files within
//! safe limits, text strings, dates, boxes, fonts, XMP metadata and ICC profiles.
//!
//! Uses `diagnostic`. [`hayro`] reads pages; [`lopdf`] reads and changes objects.

mod annotations;
mod append;
mod attached;
mod boxes;
mod copies;
mod font;
mod geometry;
mod glyph_codes;
mod icc;
pub mod limits;
mod open;
mod text_string;
mod timestamp;
pub mod xmp;

pub use append::{Attachment, MAX_APPENDED_SIZE, append};
pub use attached::{AttachedFile, attached_files};
pub use boxes::{PageBoxes, box_object, inherited, to_f32};
pub use copies::Copies;
pub use font::{FontFacts, is_type3};
pub use geometry::{Area, MILLIMETER, POINTS_PER_INCH, Point, Size, TOLERANCE};
pub use glyph_codes::{is_joiner, with_glyph_codes};
pub use icc::{IccProfile, profile_color_space, srgb};
pub use limits::MAX_PDF_SIZE;
pub use open::{PdfError, catch_panics, is_pdf, open, open_objects, open_sound};
pub use text_string::{decode_text, encode_text, information_text};
pub use timestamp::Timestamp;
