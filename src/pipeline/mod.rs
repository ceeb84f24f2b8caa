//! Makes one document: a profile becomes a CV or letter in a layout, as the bytes of files.
//!
//! The way of a document is [`Document::new`], [`Document::parts`], [`render`], and
//! [`RenderedDocument::write`]. [`render_document`] goes that way for a profile in memory. Uses all
//! stages before it.

mod check;
mod document;
mod file_name;
mod fit;
mod fit_advice;
mod fix;
mod gallery;
mod guard;
mod options;
mod output_path;
mod page_ends;
#[cfg(feature = "native")]
mod pdf_input;
mod posting;
#[cfg(feature = "native")]
mod posting_input;
mod press;
#[cfg(feature = "native")]
mod press_documents;
mod render;
mod single;
#[cfg(feature = "native")]
mod source_files;
#[cfg(test)]
mod tests;
#[cfg(feature = "native")]
pub mod threads;

pub use check::{
    CheckReport, CheckedDocuments, ExtractedText, check_documents, check_everything, check_fitted,
    check_profile, extract_text, merge_findings, page_lines,
};
pub use document::{Document, ResolvedDesign, faults_elsewhere};
pub use fit::Fitted;
pub use fix::fixed;
pub use gallery::{GalleryEntry, RenderedGallery, gallery_entries, gallery_sheets};
pub use guard::{STACK, guarded};
pub use options::{DEFAULT_LAYOUT, DEFAULT_PPI, PPI, PressOptions, RenderOptions};
pub use output_path::{SharedOutput, content_path, output_path, outputs_of, shared_outputs};
#[cfg(feature = "native")]
pub use pdf_input::read_pdf;
pub use posting::compare_posting;
#[cfg(feature = "native")]
pub use posting_input::read_posting;
#[cfg(feature = "native")]
pub use press_documents::{NamedPressDocument, PressDocuments, press_documents};
pub use render::{
    LETTER_FORMATS, LETTER_WITHOUT_JSON, PageNumber, RenderPart, Rendered, RenderedDocument,
    RenderedFile, check_page_limit, render,
};
pub use single::render_document;
#[cfg(feature = "native")]
pub use source_files::SourceFiles;
