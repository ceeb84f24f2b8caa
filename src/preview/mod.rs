//! Shows the pages of a profile in the browser while it is edited.
//!
//! A [`Session`] holds the profile and what the page has chosen. A worker process renders it
//! ([`serve`]); [`Server`] answers the browser, and [`Watcher`] tells the session that files have
//! changed. Uses all stages before it.

mod access;
mod assets;
mod editor;
mod events;
mod finding;
mod follow;
mod http;
mod messages;
mod options;
mod picture;
mod places;
mod profile_file;
mod routes;
mod server;
mod session;
mod setting;
mod view;
mod watcher;
mod worker;

pub use editor::EditorCommand;
pub use follow::follow;
pub use options::{Mode, ViewOptions};
pub use places::{PlacedText, placed_texts, texts_at};
pub use server::{Server, ServerOptions};
pub use session::{Session, SessionOptions};
pub use watcher::Watcher;
pub use worker::{findings_of, serve};
