//! What is shown of a profile while it is edited: its text, the pages, the findings, edits, files to
//! download.
//!
//! A [`Session`] answers requests in the terms of HTTP and has events. The server
//! of `preview` carries them, or the worker of a page in the browser. It knows neither connections nor
//! processes nor files on the disk: a [`Runner`] renders, and a [`ProfileStore`] keeps the text. Uses
//! the stages before it but `batch`.

mod events;
mod finding;
mod messages;
mod options;
mod picture;
mod places;
mod request;
mod routes;
mod runner;
mod setting;
mod shared;
mod state;
mod store;
mod view;
mod work;

pub use events::{Event, SeenEvents};
pub use messages::{Answer, FindingsJob, PreviewJob};
pub use options::{Mode, ViewOptions};
pub use picture::SVG;
pub use places::{PlacedText, placed_texts, texts_at};
pub use request::{Head, Request, Response, Status};
pub use routes::{answer, check};
pub use runner::Runner;
pub use state::{Session, SessionOptions};
pub use store::{Condition, MemoryStore, ProfileStore, SaveError};
pub use view::View;
