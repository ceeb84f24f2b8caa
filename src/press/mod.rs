//! Makes files for a print shop out of finished PDFs: single pages with their boxes, marked for a
//! printing condition.
//!
//! Uses `diagnostic`, `layout` and `verify`; alone in writing PDFs as objects. A file leaves it
//! through [`identify`] and [`written`], so that all of them say the same of themselves, and no
//! file leaves it that its own preflight faults.

mod condition;
mod finish;
mod identify;
mod metadata;
mod moment;
mod profile;
mod settings;
pub mod sheets;

pub use condition::{CONDITIONS, Condition, Registered};
pub use finish::{Finished, finish, open, without_screen_parts};
pub use identify::{Identity, identify, undated, written};
pub use moment::Moment;
pub use profile::Profile;
pub use settings::{Settings, Standard};
