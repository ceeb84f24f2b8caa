//! What the tests share.

pub mod golden;
pub mod pdf;
pub mod printing;
