//! What the tests share.

pub mod golden;
