//! What the server answers at which path.

mod context;
mod edit;
mod language;
mod pages;
mod profile;
mod table;
mod view;

pub use context::Context;
pub use table::{FoundRoute, find};
