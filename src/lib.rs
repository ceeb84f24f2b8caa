//! cvpress
pub mod diagnostic;
pub mod profile;
pub mod selection;
pub mod content;
