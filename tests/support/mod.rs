//! What the tests share.

pub mod frames;
pub mod golden;
pub mod pdf;
pub mod printing;
pub mod sandbox;
