//! Code that the tests share.

pub mod browser;
pub mod docx;
pub mod geometry;
pub mod handmade;
pub mod imports;
pub mod markdown;
pub mod panics;
pub mod pdf;
pub mod random;
pub mod rendering;
pub mod rust_code;
pub mod sandbox;
