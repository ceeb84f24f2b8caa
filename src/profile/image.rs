//! Finds and checks the images of a profile: its photo and its signature.

use std::io::Read;
use std::path::Path;

use imagesize::{ImageError, ImageSize};

use crate::profile::files::{NamedFile, ProfileFiles};
use crate::profile::image_fault::ImageFault;
use crate::profile::svg;

/// The number of bytes at the start of a file that identify its format.
const SIGNATURE_LENGTH: u64 = 1024;

/// The size of a file to accept, in bytes.
const MAX_FILE_SIZE: u64 = 32 << 20;

/// The size of a color profile to accept, decompressed, in bytes.
const MAX_COLOR_PROFILE: u64 = 4 << 20;

/// What HEIC is marked with.
const HEIC_BRANDS: [&[u8]; 6] = [b"heic", b"heix", b"hevc", b"heim", b"mif1", b"msf1"];

/// The extensions of the supported formats.
pub const EXTENSIONS: &[&str] = &["png", "jpg", "jpeg", "gif", "webp", "svg"];

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

/// Finds an image that a profile names.
///
/// # Errors
/// The file is not inside the folder, cannot be read, or is not an image to accept.
pub fn find<'f>(written: &str, files: &'f ProfileFiles) -> Result<NamedFile<'f>, ImageFault> {
    let file = files.find(written)?;
    let start = file.start(SIGNATURE_LENGTH)?;
    if is_heic(&start) {
        return Err(ImageFault::Heic);
    }
    let format = ImageFormat::from_path(Path::new(written)).ok_or(ImageFault::Format)?;
    if !format.matches(&start) {
        return Err(ImageFault::Content);
    }
    if file.size()? > MAX_FILE_SIZE {
        return Err(ImageFault::TooLarge("more than 32 MiB".to_owned()));
    }
    let fault = match format {
        ImageFormat::Svg => svg::fault(&file.read(MAX_FILE_SIZE)?),
        ImageFormat::Png => ImageFault::of_size(size(&file))
            .or_else(|| color_profile_fault(&file.read(MAX_FILE_SIZE).ok()?)),
        _ => ImageFault::of_size(size(&file)),
    };
    match fault {
        Some(fault) => Err(fault),
        None => Ok(file),
    }
}

/// Returns whether a file that starts with these bytes is HEIC (ISO/IEC 23008-12): what iPhones make,
/// sometimes under the name of a JPEG.
fn is_heic(start: &[u8]) -> bool {
    let brand = start.get(8..12);
    start.get(4..8) == Some(b"ftyp") && brand.is_some_and(|brand| HEIC_BRANDS.contains(&brand))
}

/// Returns the width and the height of an image.
fn size(file: &NamedFile) -> Result<ImageSize, ImageError> {
    match file {
        #[cfg(feature = "native")]
        NamedFile::OnDisk(path) => imagesize::size(path),
        NamedFile::InMemory(bytes) => imagesize::blob_size(bytes),
    }
}

/// Returns the fault of a PNG whose compressed color profile is too large.
fn color_profile_fault(bytes: &[u8]) -> Option<ImageFault> {
    let mut rest = bytes.get(8..)?;
    // The length, the name, the data, and a checksum of four bytes.
    while let Some((header, after)) = rest.split_at_checked(8) {
        let length = u32::from_be_bytes([header[0], header[1], header[2], header[3]]);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let data = after.get(..length)?;
        if &header[4..] == b"iCCP" {
            // A name, which ends with a zero, and the method of compression.
            let name = data.iter().position(|byte| *byte == 0)?;
            let compressed = data.get(name + 2..)?;
            let mut decoder =
                flate2::read::ZlibDecoder::new(compressed).take(MAX_COLOR_PROFILE + 1);
            // Decoders ignore a damaged profile, after they have read it.
            let size = match std::io::copy(&mut decoder, &mut std::io::sink()) {
                Ok(size) => size,
                Err(_) => MAX_COLOR_PROFILE + 1 - decoder.limit(),
            };
            let is_large = size > MAX_COLOR_PROFILE;
            return is_large
                .then(|| ImageFault::TooLarge("a color profile of more than 4 MiB".to_owned()));
        }
        rest = after.get(length.saturating_add(4)..)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;
    use crate::profile::path::PathFault;

    fn png_with_profile(size: usize) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(b"a\0\0".to_vec(), Compression::fast());
        encoder.write_all(&vec![0; size]).expect("memory");
        let data = encoder.finish().expect("memory");
        let length = u32::try_from(data.len())
            .expect("a short chunk")
            .to_be_bytes();
        [
            b"\x89PNG\r\n\x1a\n".as_slice(),
            &length,
            b"iCCP",
            &data,
            b"crc!",
        ]
        .concat()
    }

    #[test]
    fn color_profiles_of_png_are_limited() {
        assert_eq!(color_profile_fault(&png_with_profile(4 << 20)), None);
        let fault = color_profile_fault(&png_with_profile((4 << 20) + 1));
        let expected = ImageFault::TooLarge("a color profile of more than 4 MiB".to_owned());
        assert_eq!(fault, Some(expected));
    }

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

        let files = ProfileFiles::Folder(inside);
        let find = |written: &str| find(written, &files);
        assert!(find("me.png").is_ok());
        assert!(find("./me.png").is_ok());
        assert_eq!(
            find("../secret.png"),
            Err(ImageFault::Path(PathFault::Outside))
        );
        assert_eq!(
            find("/etc/passwd"),
            Err(ImageFault::Path(PathFault::Outside))
        );
        #[cfg(unix)]
        assert_eq!(find("link.png"), Err(ImageFault::Path(PathFault::Outside)));
        assert_eq!(find("other.png"), Err(ImageFault::Path(PathFault::Missing)));
        assert_eq!(find("me.txt"), Err(ImageFault::Format));
        assert_eq!(find("text.png"), Err(ImageFault::Content));
        assert_eq!(find(" "), Err(ImageFault::Path(PathFault::Empty)));
    }
}
