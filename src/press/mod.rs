//! Makes files for a print shop out of finished PDFs: single pages with their boxes, marked for a
//! printing condition.
//!
//! Uses `diagnostic`, `layout` and `verify`; alone in writing PDFs as objects. A file leaves it
//! through [`mark_as_pdfx`] and [`written`], so that all of them say the same of themselves, and no
//! file leaves it that its own preflight faults.

mod condition;
mod icc;
pub mod imposition;
mod pdfx;
mod settings;
mod single_pages;
mod timestamp;
mod xmp;

pub use condition::{PRINTING_CONDITIONS, PrintingCondition, RegisteredCondition};
pub use icc::IccProfile;
pub use pdfx::{DocumentInfo, mark_as_pdfx, missing_date, save};
pub use settings::{PdfxStandard, PressSettings};
pub use single_pages::{PressPdf, open, remove_screen_features, to_pdfx};
pub use timestamp::Timestamp;
