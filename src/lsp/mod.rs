//! The language server for profiles: answers of [`crate::ide`] over the Language Server Protocol.
//!
//! One thread reads messages, one answers them in their order, and one looks for problems, so that
//! typing never waits. The text of an open file is the editor's; nothing is written to the disk.
//! Uses `diagnostic`, `pipeline`, `typeset`, `ide` and `preview`.

mod answers;
mod capabilities;
mod checker;
mod convert;
mod diagnostics;
mod documents;
mod fixes;
mod frames;
mod previews;
mod refusal;
mod server;
mod texts;

pub use previews::PreviewSetup;
pub use server::{Shutdown, run};
pub use texts::AnswerSetup;
