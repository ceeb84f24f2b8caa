//! What can be wrong with an image of a profile.

use std::io;

use imagesize::{ImageError, ImageSize};

use crate::diagnostic::{RuleName, rule};
use crate::profile::path::PathFault;

/// The number of pixels to accept: each takes 4 bytes of memory, however small the file is.
const MAX_PIXELS: usize = 64_000_000;

/// Why an image cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImageFault {
    /// The path leads out of the profile's folder: through `..`, as an absolute path, or through a
    /// symbolic link.
    Outside,
    /// There is no such file.
    Missing,
    /// The path is empty.
    Empty,
    /// It is a folder, or the system denies access.
    Unreadable(String),
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
        match fault {
            PathFault::Outside => Self::Outside,
            PathFault::Missing => Self::Missing,
            PathFault::Empty => Self::Empty,
            PathFault::Unreadable(why) => Self::Unreadable(why),
        }
    }
}

impl From<io::Error> for ImageFault {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl ImageFault {
    /// Returns the fault of an image with too many pixels. Without a readable size there is none.
    pub fn of_size(size: Result<ImageSize, ImageError>) -> Option<Self> {
        let ImageSize { width, height } = size.ok()?;
        let is_large = width.saturating_mul(height) > MAX_PIXELS;
        is_large.then(|| Self::TooLarge(format!("{width} × {height} pixels")))
    }

    /// Returns the name of the rule.
    pub fn rule(&self) -> RuleName {
        match self {
            Self::Outside => rule::PHOTO_OUTSIDE,
            Self::Missing | Self::Empty => rule::PHOTO_MISSING,
            Self::Unreadable(_) => rule::PHOTO_UNREADABLE,
            Self::Format | Self::Heic | Self::Content | Self::Html => rule::PHOTO_FORMAT,
            Self::TooLarge(_) | Self::Filter(_) => rule::PHOTO_TOO_LARGE,
            Self::Refers(_) => rule::PHOTO_REFERENCE,
        }
    }

    /// Returns the message about the image `written`, which is a `photo` or a `signature`.
    pub fn message(&self, kind: &str, written: &str) -> String {
        match self {
            Self::Outside => format!("the {kind} `{written}` is outside the profile's folder"),
            Self::Missing => format!("the {kind} `{written}` does not exist"),
            Self::Empty => format!("the {kind} has an empty path"),
            Self::Unreadable(why) => format!("cannot read the {kind} `{written}`: {why}"),
            Self::Format => format!("the {kind} `{written}` is not in a supported format"),
            Self::Heic => format!("the {kind} `{written}` is HEIC, which cannot be read"),
            Self::Content => {
                format!("the content of the {kind} `{written}` does not match its extension")
            }
            Self::Html => {
                format!("the {kind} `{written}` has HTML (`foreignObject`), which is not drawn")
            }
            Self::TooLarge(size) => format!("the {kind} `{written}` is too large: {size}"),
            Self::Refers(href) => format!("the {kind} `{written}` refers to `{href}`"),
            Self::Filter(step) => {
                format!("the {kind} `{written}` has the filter `{step}`, which is slow to draw")
            }
        }
    }

    /// Returns the remedy.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Outside => "copy it into the profile's folder",
            Self::Missing => "write its path relative to the profile's folder",
            Self::Empty => "write its path, or remove the key",
            Self::Unreadable(_) => "check the path and the permissions of the file",
            Self::Heic => {
                "save it as JPEG: in Preview on a Mac or Photos on Windows, or with `heif-convert`"
            }
            Self::Content => "save it again, or use the extension of its format",
            Self::TooLarge(_) => {
                "reduce it to at most 64 million pixels, or 200 000 elements of an SVG"
            }
            Self::Html => "let the program that made the drawing write text, or save it as PNG",
            Self::Filter(_) => "remove the filter, or save the drawing as PNG",
            Self::Refers(_) => "embed that part in the SVG, or remove it",
            Self::Format => "use a `.png`, `.jpg`, `.jpeg`, `.gif`, `.webp` or `.svg` file",
        }
    }
}
