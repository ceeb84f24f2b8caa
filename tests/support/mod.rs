//! What the tests share.

pub mod frames;
pub mod pdf;
pub mod printing;
pub mod sandbox;
