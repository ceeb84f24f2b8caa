//! The files of layouts.

use std::borrow::Cow;

/// The file that declares a layout.
pub const MANIFEST: &str = "layout.toml";

/// The file that draws a layout.
pub const TEMPLATE: &str = "template.typ";

/// A file of a layout.
#[derive(Debug)]
pub struct LayoutFile {
    /// The name in messages.
    pub name: String,
    /// The content.
    pub bytes: Cow<'static, [u8]>,
}
