//! Renders TOML profiles as print-ready CVs and cover letters, with layouts written in Typst.
//!
//! Data passes through stages. Each stage imports only from the stages before it:
//!
//! ```text
//! profile → selection → content → layout → typeset → pdf → export → verify → press → import → pipeline
//!         → filter → batch → ide → session → preview → lsp → cli
//! ```
//!
//! - [`profile`] reads a TOML profile into a typed model, and keeps the position of every value for
//!   messages;
//! - [`selection`] selects the parts of a profile that one CV or letter shows;
//! - [`content`] converts the selection to plain data: text runs, dates and headings in the
//!   language of the document;
//! - [`layout`] finds the layouts and checks their options;
//! - [`typeset`] compiles content and layout to pages with Typst;
//! - [`pdf`] contains what the later stages need to read and write PDF files: opening files within
//!   safe limits, text strings, page boxes, metadata and ICC profiles;
//! - [`export`] converts pages to PDF, PNG and SVG, and writes files;
//! - [`verify`] reads a PDF as other programs do and compares it with the content, checks PDF files
//!   for print, and compares the content with a job posting;
//! - [`press`] converts PDF files to PDF/X and imposes their pages on sheets, for print shops;
//! - [`import`] turns the files of other tools into profiles;
//! - [`pipeline`] runs the stages for one document;
//! - [`filter`] is the program without the feature `native`;
//! - [`batch`] renders many profiles in worker processes, and skips those that have not changed;
//! - [`ide`] answers what an editor asks about the text of a profile;
//! - [`session`] shows and edits a profile: text, pages, findings, downloads;
//! - [`preview`] is the server by which a browser reaches a session;
//! - [`lsp`] is the language server for editors;
//! - [`cli`] is the command line.
//!
//! Every stage reports problems with [`diagnostic`]. The feature `native` is everything that uses files,
//! processes, threads, the network or a terminal.
//!
//! # Rendering in memory
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::sync::Arc;
//!
//! use cvpress::pipeline::{RenderOptions, render_document};
//! use cvpress::profile::{Input, ProfileFiles};
//! use cvpress::typeset::Engine;
//!
//! # fn main() -> Result<(), cvpress::diagnostic::Diagnostics> {
//! let photo = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>";
//! let files = BTreeMap::from([("ada.svg".to_owned(), photo.to_vec())]);
//! let input = Input::Bytes {
//!     name: "ada.toml".to_owned(),
//!     files: ProfileFiles::Memory(Arc::new(files)),
//!     bytes: (*b"[person]\nname = \"Ada\"\nphoto = \"ada.svg\"\n").into(),
//! };
//! // Once for all profiles.
//! let engine = Engine::built_in()?;
//! let rendered = render_document(&input, &RenderOptions::default(), &engine)?;
//! assert!(rendered.files[0].bytes.starts_with(b"%PDF-"));
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "native")]
pub mod batch;
#[cfg(feature = "native")]
pub mod cli;
pub mod content;
pub mod diagnostic;
mod embedded;
pub mod export;
mod file;
pub mod filter;
pub mod ide;
pub mod import;
pub mod layout;
#[cfg(feature = "native")]
pub mod lsp;
pub mod pdf;
pub mod pipeline;
pub mod press;
#[cfg(feature = "native")]
pub mod preview;
pub mod profile;
mod progress;
pub mod selection;
pub mod session;
pub mod typeset;
pub mod verify;
