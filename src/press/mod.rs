//! Files for a print shop: rendered pages become PDF/X, one page each or imposed on sheets.
//!
//! Uses `diagnostic`, `layout`, `typeset`, `pdf`, `export` and `verify`. Every file passes through
//! [`mark_as_pdfx`] and [`save`], so that all have the same metadata, and no file is returned that
//! fails its own preflight.

mod condition;
pub mod imposition;
mod metadata;
mod overprint;
mod pdfx;
mod settings;

pub use crate::pdf::{IccProfile, Timestamp};
pub use condition::{PRINTING_CONDITIONS, PrintingCondition, RegisteredCondition};
pub use metadata::{DocumentInfo, mark_as_pdfx, missing_date, missing_date_of_file, save};
pub use pdfx::{PressPdf, remove_screen_features, to_pdfx};
pub use settings::{PdfxStandard, PressSettings};
