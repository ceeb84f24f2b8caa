//! Makes one document: a profile becomes a CV or a letter in a layout, as the bytes of a file.
//!
//! Uses all the stages before it.

mod check;
mod document;
mod fit;
mod fit_advice;
mod gallery;
mod output_path;
mod pdf_input;
mod press;
mod press_documents;
pub mod threads;

pub use check::{CheckReport, check_documents, extract_text, merge_findings, page_lines};
pub use document::{
    DEFAULT_PPI, Document, RenderOptions, Rendered, check_profile, render_files, render_pdf,
    write_files,
};
pub use gallery::{GalleryEntry, gallery_entries, gallery_sheets};
pub use output_path::{output_path, outputs_of};
pub use pdf_input::read_pdf;
pub use press::PressOptions;
pub use press_documents::{PressDocuments, press_documents};
