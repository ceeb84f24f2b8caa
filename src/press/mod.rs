//! Makes files for a print shop out of finished PDFs: single pages with their boxes, marked for a
//! printing condition.
//!
//! Uses `diagnostic`, `layout` and `verify`; alone in writing PDFs as objects. A file leaves it
//! through [`identify`] and [`written`], so that all of them say the same of themselves, and no
//! file leaves it that its own preflight faults.

mod condition;
mod icc;
pub mod imposition;
mod pdfx;
mod settings;
mod single_pages;
mod timestamp;
mod xmp;

pub use condition::{CONDITIONS, Condition, Registered};
pub use icc::IccProfile;
pub use pdfx::{DocumentInfo, identify, undated, written};
pub use settings::{PressSettings, Standard};
pub use single_pages::{PressPdf, finish, open, without_screen_parts};
pub use timestamp::Timestamp;
