//! Finds and checks the images of a profile: its photo and its signature.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use imagesize::{ImageError, ImageSize};

use crate::diagnostic::{RuleName, rule};
use crate::profile::path::{self, PathFault};
use crate::profile::svg;

/// The number of bytes at the start of a file that identify its format.
const SIGNATURE_LENGTH: u64 = 1024;

/// The number of pixels to accept: each takes 4 bytes of memory, however small the file is.
const MAX_PIXELS: usize = 64_000_000;

/// The size of a file to accept, in bytes.
const MAX_FILE_SIZE: u64 = 32 << 20;

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
    /// The content is not in the format of the extension.
    Content,
    /// Rendering it would take too much memory.
    TooLarge(String),
    /// An SVG that refers to another file.
    Refers(String),
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
    pub(super) fn of_size(size: Result<ImageSize, ImageError>) -> Option<Self> {
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
            Self::Format | Self::Content => rule::PHOTO_FORMAT,
            Self::TooLarge(_) => rule::PHOTO_TOO_LARGE,
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
            Self::Content => {
                format!("the content of the {kind} `{written}` does not match its extension")
            }
            Self::TooLarge(size) => format!("the {kind} `{written}` is too large: {size}"),
            Self::Refers(href) => format!("the {kind} `{written}` refers to `{href}`"),
        }
    }

    /// Returns the remedy.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Outside => "copy it into the profile's folder",
            Self::Missing => "write its path relative to the profile's folder",
            Self::Empty => "write its path, or remove the key",
            Self::Unreadable(_) => "check the path and the permissions of the file",
            Self::Content => "save it again, or use the extension of its format",
            Self::TooLarge(_) => {
                "reduce it to at most 64 million pixels, or 200 000 elements of an SVG"
            }
            Self::Refers(_) => "embed that part in the SVG, or remove it",
            Self::Format => "use a `.png`, `.jpg`, `.jpeg`, `.gif`, `.webp` or `.svg` file",
        }
    }
}

/// A supported format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ImageFormat {
    Png,
    Jpeg,
    Gif,
    WebP,
    Svg,
}

impl ImageFormat {
    fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_string_lossy().to_lowercase();
        match extension.as_str() {
            "png" => Some(Self::Png),
            "jpg" | "jpeg" => Some(Self::Jpeg),
            "gif" => Some(Self::Gif),
            "webp" => Some(Self::WebP),
            "svg" => Some(Self::Svg),
            _ => None,
        }
    }

    /// Returns whether a file that starts with these bytes may be of this format.
    fn matches(self, start: &[u8]) -> bool {
        match self {
            Self::Png => start.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Jpeg => start.starts_with(b"\xff\xd8\xff"),
            Self::Gif => start.starts_with(b"GIF8"),
            Self::WebP => start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP"),
            // Text, or compressed with gzip.
            Self::Svg => start.starts_with(b"\x1f\x8b") || start.contains(&b'<'),
        }
    }
}

/// Returns the canonical path of an image that a profile in `folder` names.
///
/// # Errors
/// The file is not inside the folder, cannot be read, or is not an image to accept.
pub fn find(written: &str, folder: Option<&Path>) -> Result<PathBuf, ImageFault> {
    let file = path::find(written, folder)?;
    let format = ImageFormat::from_path(Path::new(written)).ok_or(ImageFault::Format)?;
    let mut start = Vec::new();
    File::open(&file)?
        .take(SIGNATURE_LENGTH)
        .read_to_end(&mut start)?;
    if !format.matches(&start) {
        return Err(ImageFault::Content);
    }
    if fs::metadata(&file)?.len() > MAX_FILE_SIZE {
        return Err(ImageFault::TooLarge("more than 32 MiB".to_owned()));
    }
    let fault = if format == ImageFormat::Svg {
        svg::fault(&fs::read(&file)?)
    } else {
        ImageFault::of_size(imagesize::size(&file))
    };
    match fault {
        Some(fault) => Err(fault),
        None => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_images_only_inside_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let inside = folder.path().join("in");
        std::fs::create_dir(&inside).expect("a folder");
        std::fs::write(folder.path().join("secret.png"), "x").expect("a file");
        std::fs::write(inside.join("me.png"), b"\x89PNG\r\n\x1a\n").expect("a file");
        std::fs::write(inside.join("text.png"), "x").expect("a file");
        std::fs::write(inside.join("me.txt"), "x").expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("secret.png"), inside.join("link.png"))
            .expect("a link");

        let find = |written: &str| find(written, Some(&inside));
        assert!(find("me.png").is_ok());
        assert!(find("./me.png").is_ok());
        assert_eq!(find("../secret.png"), Err(ImageFault::Outside));
        assert_eq!(find("/etc/passwd"), Err(ImageFault::Outside));
        #[cfg(unix)]
        assert_eq!(find("link.png"), Err(ImageFault::Outside));
        assert_eq!(find("other.png"), Err(ImageFault::Missing));
        assert_eq!(find("me.txt"), Err(ImageFault::Format));
        assert_eq!(find("text.png"), Err(ImageFault::Content));
        assert_eq!(find(" "), Err(ImageFault::Empty));
    }
}
