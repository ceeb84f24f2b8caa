//! cvpress
pub mod diagnostic;
pub mod profile;
