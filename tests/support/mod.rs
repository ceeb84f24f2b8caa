//! What the tests share.

pub mod handmade;
pub mod pdf;
pub mod printing;
pub mod sandbox;
