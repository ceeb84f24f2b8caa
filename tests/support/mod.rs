//! What the tests share.

pub mod pdf;
pub mod printing;
pub mod sandbox;
