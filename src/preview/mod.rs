//! Shows the pages of a profile in the browser while it is edited.
//!
//! A [`Session`] holds the profile, a [`DiskStore`], and what the page has chosen. A worker process
//! renders it ([`serve`]); [`Server`] carries requests and events between it and the browser, and
//! [`Watcher`] tells it that files have changed. Uses all stages before it.
//!
//! [`Session`]: crate::session::Session

mod access;
mod disk_store;
mod editor;
mod events;
mod follow;
mod http;
mod page;
mod server;
mod watcher;
mod worker;

pub use disk_store::DiskStore;
pub use editor::EditorCommand;
pub use follow::follow;
pub use server::{Server, ServerOptions};
pub use watcher::Watcher;
pub use worker::{PreviewOptions, findings_of, serve, start};
