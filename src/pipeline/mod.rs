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

pub use check::{CheckReport, inspect, machine_text, merged, pages};
pub use document::{
    DEFAULT_PPI, Document, RenderOptions, Rendered, check, hand_over, print, write,
};
pub use gallery::{Exhibit, exhibits, gallery};
pub use output_path::{output_path, outputs_of};
pub use pdf_input::pdf;
pub use press::Press;
pub use press_documents::{PressDocuments, all_works};
