//! Finds the images of a profile, its photo and its signature, and keeps them inside the profile's
//! own folder.

use crate::diagnostic::{RuleName, rule};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::profile::path::{self, PathFault};
use crate::profile::svg;

/// How many bytes of an image are looked at to know its format.
const BEGINNING: u64 = 1024;

/// The most pixels of an image: each takes 4 bytes, however small its file is.
const MOST_PIXELS: usize = 64_000_000;

/// The largest file of an image, in bytes.
const LARGEST: u64 = 32 << 20;

/// Why an image cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PhotoFault {
    /// Its path leads out of the profile's folder, by `..`, as an absolute path or through a
    /// symbolic link.
    Outside,
    /// It is not there.
    Missing,
    /// Its path is empty.
    Empty,
    /// It is no file, or cannot be read.
    Unreadable(String),
    /// Its ending is that of no format that can be printed.
    Format,
    /// It is not in the format that its ending says.
    Content,
    /// It would take too much memory to print.
    TooLarge(String),
    /// It is a drawing that takes a part from elsewhere.
    Refers(String),
}

impl From<PathFault> for PhotoFault {
    fn from(fault: PathFault) -> Self {
        match fault {
            PathFault::Outside => Self::Outside,
            PathFault::Missing => Self::Missing,
            PathFault::Empty => Self::Empty,
            PathFault::Unreadable(why) => Self::Unreadable(why),
        }
    }
}

impl PhotoFault {
    /// What is wrong with an image of a size that was read off its beginning; nothing where there
    /// is none to read.
    pub(super) fn of_size(
        size: Result<imagesize::ImageSize, imagesize::ImageError>,
    ) -> Option<Self> {
        let imagesize::ImageSize { width, height } = size.ok()?;
        let is_large = width.saturating_mul(height) > MOST_PIXELS;
        is_large.then(|| Self::TooLarge(format!("{width} × {height} pixels")))
    }

    /// The name of the rule.
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

    /// The fault as a message about the image `written`, which is a `photo` or a `signature`.
    pub fn message(&self, what: &str, written: &str) -> String {
        match self {
            Self::Outside => format!("the {what} `{written}` is outside the profile's folder"),
            Self::Missing => format!("the {what} `{written}` is not there"),
            Self::Empty => format!("the {what} has no path"),
            Self::Unreadable(why) => format!("the {what} `{written}` cannot be read: {why}"),
            Self::Format => format!("the {what} `{written}` is in no format that can be printed"),
            Self::Content => {
                format!("the {what} `{written}` is not in the format that its ending says")
            }
            Self::TooLarge(size) => format!("the {what} `{written}` is too large: {size}"),
            Self::Refers(href) => format!("the {what} `{written}` takes a part from `{href}`"),
        }
    }

    /// The remedy.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Outside => "copy it into the folder of the profile",
            Self::Missing => "write its path as seen from the folder of the profile",
            Self::Empty => "write its path, or leave the key out",
            Self::Unreadable(_) => "write the path of an image that you can open",
            Self::Content => "save it anew, or give it the ending of its format",
            Self::TooLarge(_) => {
                "save it smaller: 64 million pixels, or 200 000 elements of a drawing, are the most"
            }
            Self::Refers(_) => "embed that part in the drawing, or leave it out",
            Self::Format => {
                "expected a file ending in `.png`, `.jpg`, `.jpeg`, `.gif`, `.webp` or `.svg`"
            }
        }
    }
}

/// The real path of the image `written` in a profile of `folder`.
///
/// # Errors
/// It is not inside the folder, or cannot be read, or is no image.
pub fn find(written: &str, folder: Option<&Path>) -> Result<PathBuf, PhotoFault> {
    let real = path::find(written, folder)?;
    let path = Path::new(written);
    let unreadable = |error: std::io::Error| PhotoFault::Unreadable(error.to_string());
    let ending = path
        .extension()
        .map(|e| e.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let begins_right: fn(&[u8]) -> bool = match ending.as_str() {
        "png" => |bytes| bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
        "jpg" | "jpeg" => |bytes| bytes.starts_with(b"\xff\xd8\xff"),
        "gif" => |bytes| bytes.starts_with(b"GIF8"),
        "webp" => |bytes| bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"),
        // Text, compressed or not.
        "svg" => |bytes| bytes.starts_with(b"\x1f\x8b") || bytes.contains(&b'<'),
        _ => return Err(PhotoFault::Format),
    };
    let mut beginning = Vec::new();
    std::fs::File::open(&real)
        .and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning))
        .map_err(unreadable)?;
    if !begins_right(&beginning) {
        return Err(PhotoFault::Content);
    }
    let about = std::fs::metadata(&real).map_err(unreadable)?;
    if about.len() > LARGEST {
        return Err(PhotoFault::TooLarge("more than 32 MiB".to_owned()));
    }
    let fault = if ending == "svg" {
        svg::fault(&std::fs::read(&real).map_err(unreadable)?)
    } else {
        PhotoFault::of_size(imagesize::size(&real))
    };
    fault.map_or(Ok(real), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_photo_stays_in_its_folder() {
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
        assert_eq!(find("../secret.png"), Err(PhotoFault::Outside));
        assert_eq!(find("/etc/passwd"), Err(PhotoFault::Outside));
        #[cfg(unix)]
        assert_eq!(find("link.png"), Err(PhotoFault::Outside));
        assert_eq!(find("other.png"), Err(PhotoFault::Missing));
        assert_eq!(find("me.txt"), Err(PhotoFault::Format));
        assert_eq!(find("text.png"), Err(PhotoFault::Content));
        assert_eq!(find(" "), Err(PhotoFault::Empty));
    }
}
