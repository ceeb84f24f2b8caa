//! The files of the page, which are embedded in the program.

/// A file of the page.
pub struct Asset {
    /// The name below `/assets/`.
    pub name: &'static str,
    /// The media type.
    pub media_type: &'static str,
    /// The bytes.
    pub bytes: &'static [u8],
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// The page.
pub const INDEX: &str = include_str!("web/bundle/index.html");

/// All files besides the page. No other can be asked for.
pub const ASSETS: &[Asset] = &[
    Asset {
        name: "preview.js",
        media_type: SCRIPT,
        bytes: include_bytes!("web/bundle/preview.js"),
    },
    Asset {
        name: "edit.js",
        media_type: SCRIPT,
        bytes: include_bytes!("web/bundle/edit.js"),
    },
    Asset {
        name: "style.css",
        media_type: STYLE,
        bytes: include_bytes!("web/bundle/style.css"),
    },
    Asset {
        name: "favicon.svg",
        media_type: SVG,
        bytes: include_bytes!("web/bundle/favicon.svg"),
    },
];
