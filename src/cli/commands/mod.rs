//! The commands, one file each: its arguments and what it does.

pub mod batch;
pub mod check;
pub mod completions;
pub mod explain;
pub mod fmt;
pub mod fonts;
pub mod gallery;
pub mod import;
pub mod layouts;
pub mod letter;
pub mod lsp;
pub mod man;
pub mod new;
pub mod press;
pub mod preview;
pub mod render;
pub mod schema;
pub mod stream;
pub mod text;
pub mod watch;
pub mod worker;
