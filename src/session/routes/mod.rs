//! What a session answers at which path.

mod edit;
mod image;
mod import;
mod language;
mod pages;
mod profile;
mod table;
mod view;

pub use table::{answer, check};
