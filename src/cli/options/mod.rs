//! Options that several commands share. The doc comments are the help texts.

mod document;
mod format;
mod global;
mod limits;
mod press;
mod report;
pub mod value;

pub use document::DocumentArgs;
pub use format::FormatArgs;
pub use global::GlobalArgs;
pub use limits::{LimitArgs, jobs};
pub use press::{PressArgs, STANDARDS, bleed, standard_name};
pub use report::{CheckFormat, CheckReportArgs, Report, ReportArgs};
