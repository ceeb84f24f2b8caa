//! What can be wrong with an image of a profile.

use std::io;

use imagesize::{ImageError, ImageSize};

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::path::PathFault;

/// The number of pixels to accept: each takes 4 bytes of memory, however small the file is.
const MAX_PIXELS: usize = 64_000_000;

/// Why an image cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImageFault {
    /// There is no such file that can be read.
    Path(PathFault),
    /// The extension is not one of a supported format.
    Format,
    /// It is in the format of iPhones, whatever its extension.
    Heic,
    /// The content is not in the format of the extension.
    Content,
    /// Rendering it would take too much memory.
    TooLarge(String),
    /// An SVG that refers to another file.
    Refers(String),
    /// An SVG with HTML in it, which would not be drawn.
    Html,
    /// An SVG with a filter that may take minutes to draw.
    Filter(String),
}

impl From<PathFault> for ImageFault {
    fn from(fault: PathFault) -> Self {
        Self::Path(fault)
    }
}

impl From<io::Error> for ImageFault {
    fn from(error: io::Error) -> Self {
        Self::Path(PathFault::Unreadable(error.to_string()))
    }
}

impl ImageFault {
    /// Returns the fault of an image with too many pixels. Without a readable size there is none.
    pub fn of_size(size: Result<ImageSize, ImageError>) -> Option<Self> {
        let ImageSize { width, height } = size.ok()?;
        let is_large = width.saturating_mul(height) > MAX_PIXELS;
        is_large.then(|| Self::TooLarge(format!("{width} × {height} pixels")))
    }

    /// Returns the error about the image `written`, which is a `photo` or a `signature`.
    pub fn error(&self, kind: &str, written: &str) -> Diagnostic {
        let image = format!("the {kind} `{written}`");
        let (rule, message, hint) = match self {
            Self::Path(fault) => (
                match fault {
                    PathFault::Outside => rule::PHOTO_OUTSIDE,
                    PathFault::Missing | PathFault::Empty => rule::PHOTO_MISSING,
                    PathFault::Unreadable(_) => rule::PHOTO_UNREADABLE,
                },
                fault.message(kind, written),
                fault.hint(),
            ),
            Self::Format => (
                rule::PHOTO_FORMAT,
                format!("{image} is not in a supported format"),
                "use a `.png`, `.jpg`, `.jpeg`, `.gif`, `.webp` or `.svg` file",
            ),
            Self::Heic => (
                rule::PHOTO_FORMAT,
                format!("{image} is HEIC, which cannot be read"),
                "save it as JPEG: in Preview on a Mac or Photos on Windows, or with `heif-convert`",
            ),
            Self::Content => (
                rule::PHOTO_FORMAT,
                format!("the content of {image} does not match its extension"),
                "save it again, or use the extension of its format",
            ),
            Self::Html => (
                rule::PHOTO_FORMAT,
                format!("{image} has HTML (`foreignObject`), which is not drawn"),
                "let the program that made the drawing write text, or save it as PNG",
            ),
            Self::TooLarge(size) => (
                rule::PHOTO_TOO_LARGE,
                format!("{image} is too large: {size}"),
                "reduce it to at most 64 million pixels, or 200 000 elements of an SVG",
            ),
            Self::Refers(href) => (
                rule::PHOTO_REFERENCE,
                format!("{image} refers to `{href}`"),
                "embed that part in the SVG, or remove it",
            ),
            Self::Filter(step) => (
                rule::PHOTO_TOO_LARGE,
                format!("{image} has the filter `{step}`, which is slow to draw"),
                "remove the filter, or save the drawing as PNG",
            ),
        };
        Diagnostic::error(rule, message).hint(hint)
    }
}
