//! Turns TOML profiles into print-ready CVs through Typst templates, one layout variant per style.
//!
//! Data flows one way, and so do the imports:
//!
//! ```text
//! profile → selection → content → layout → typeset → pdf → export → verify → press → pipeline → batch → cli
//! ```
//!
//! - [`profile`] reads TOML into a typed model and keeps the document beside it, so that a fault
//!   can be pointed at;
//! - [`selection`] chooses what goes into one CV;
//! - [`content`] makes plain data of it: runs of text, dates, headings in the language of the
//!   document;
//! - [`layout`] knows the layouts and their options;
//! - [`typeset`] gives data and layout to Typst and takes pages back;
//! - [`pdf`] has what reading and writing PDF files share: text strings, boxes, metadata and limits;
//! - [`export`] makes a PDF of the pages and a file of the PDF;
//! - [`verify`] reads a finished PDF back, as a machine would, and holds it against the CV;
//! - [`press`] makes files for a print shop of finished PDFs, with the feature of that name;
//! - [`batch`] runs the chain, for one CV or for many;
//! - [`cli`] is the command line.
//!
//! Every stage reports with [`diagnostic`].

pub mod batch;
pub mod cli;
pub mod content;
pub mod diagnostic;
mod embedded;
pub mod export;
pub mod layout;
pub mod pdf;
pub mod pipeline;
pub mod press;
pub mod profile;
pub mod selection;
pub mod typeset;
pub mod verify;
