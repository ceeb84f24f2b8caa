//! Removes what a camera or an editor has added to a photo: place and time, the camera, thumbnails,
//! comments. No pixel is changed: parts of the file are left out, and the rest is copied.
//!
//! What a reader needs in order to show the pixels is kept: the orientation, and the color profile.

use crate::profile::svg_without_metadata;

/// The start of a JPEG file.
const JPEG: &[u8] = b"\xff\xd8";

/// The start of a PNG file.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The start of Exif metadata in a JPEG file.
const EXIF: &[u8] = b"Exif\0\0";

/// The chunks of a PNG file that say how the pixels look.
const PNG_CHUNKS: [&[u8]; 14] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT",
    b"pHYs", b"cICP", b"mDCV", b"cLLI",
];

/// The chunks of a WebP file that say how the pixels look.
const WEBP_CHUNKS: [&[u8]; 7] = [
    b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP",
];

/// The bit of the flags of a WebP file that says that there is XMP metadata.
const WEBP_XMP: u8 = 1 << 2;

/// Returns an image without metadata. Of a damaged file, only the part that can be read is kept; a
/// damaged SVG is unchanged.
pub fn without_metadata(bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(JPEG) {
        jpeg(&bytes)
    } else if bytes.starts_with(PNG) {
        png(&bytes)
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        webp(&bytes)
    } else if bytes.starts_with(b"GIF8") {
        gif(&bytes)
    } else {
        svg_without_metadata(bytes)
    }
}

/// Copies the blocks of a GIF that decoders use (`GIF89a`), up to the end of the image.
fn gif(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    // Without its end, a file is damaged, and no less so without its last part.
    let _ = copy_gif(bytes, &mut kept);
    kept
}

fn copy_gif(bytes: &[u8], kept: &mut Vec<u8>) -> Option<()> {
    /// The header with the size of the screen, and the header of an image.
    const SCREEN: usize = 13;
    const IMAGE: usize = 10;
    let mut at = SCREEN + color_table_size(*bytes.get(10)?);
    kept.extend_from_slice(bytes.get(..at)?);
    loop {
        let start = at;
        let is_kept = match bytes.get(at)? {
            0x2c => {
                // The image, its colors, and the least size of its codes.
                at += IMAGE + color_table_size(*bytes.get(at + 9)?) + 1;
                true
            }
            0x21 => {
                at += 2;
                // Neither comments, nor the data of applications, nor text.
                *bytes.get(start + 1)? == 0xf9
            }
            0x3b => {
                kept.push(0x3b);
                return Some(());
            }
            _ => return None,
        };
        loop {
            let length = usize::from(*bytes.get(at)?);
            at += 1 + length;
            if length == 0 {
                break;
            }
        }
        if is_kept {
            kept.extend_from_slice(bytes.get(start..at)?);
        }
    }
}

/// Returns the size of a table of colors, by the flags before it.
fn color_table_size(flags: u8) -> usize {
    if flags & 0x80 == 0 {
        0
    } else {
        3 << ((flags & 7) + 1)
    }
}

/// Copies the segments of a JPEG that decoders use (ITU-T T.81, annex B), up to the end of the image:
/// phones append videos and further images.
fn jpeg(bytes: &[u8]) -> Vec<u8> {
    let mut kept = JPEG.to_vec();
    let mut has_exif = false;
    let mut at = JPEG.len();
    while let Some(marker) = next_marker(bytes, at) {
        at = marker.end;
        if marker.code == 0xd9 {
            break;
        }
        let Some(length) = bytes.get(at..at + 2) else {
            return kept;
        };
        let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
        let Some(segment) = bytes.get(at..at + length.max(2)) else {
            return kept;
        };
        let payload = &segment[2..];
        at += segment.len();
        match marker.code {
            // JFIF: the density, without the thumbnail.
            0xe0 if payload.starts_with(b"JFIF\0") && payload.len() >= 14 => {
                add_segment(&mut kept, 0xe0, &[&payload[..12], &[0, 0]].concat());
            }
            0xe1 if payload.starts_with(EXIF) && !has_exif => {
                has_exif = true;
                if let Some(orientation) = orientation(&payload[EXIF.len()..]) {
                    let exif = [EXIF, &exif_with(orientation)].concat();
                    add_segment(&mut kept, 0xe1, &exif);
                }
            }
            // The color profile, and Adobe's color transform.
            0xe2 if payload.starts_with(b"ICC_PROFILE\0") => {
                add_segment(&mut kept, 0xe2, payload);
            }
            0xee if payload.starts_with(b"Adobe") => add_segment(&mut kept, 0xee, payload),
            // Other data of applications, and comments.
            0xe0..=0xef | 0xfe => {}
            code => {
                add_segment(&mut kept, code, payload);
                if code == 0xda {
                    let end = scan_end(bytes, at);
                    kept.extend_from_slice(&bytes[at..end]);
                    at = end;
                }
            }
        }
    }
    kept.extend_from_slice(b"\xff\xd9");
    kept
}

/// A marker of a JPEG.
struct Marker {
    code: u8,
    /// The offset after it.
    end: usize,
}

/// Returns the next marker from an offset on. Bytes that belong to none are skipped, as decoders do.
fn next_marker(bytes: &[u8], from: usize) -> Option<Marker> {
    let mut at = from;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == 0xff)?;
        let fill = bytes[at..].iter().take_while(|byte| **byte == 0xff).count();
        at += fill;
        let code = *bytes.get(at)?;
        at += 1;
        // Neither a stuffed byte nor a marker without a segment: restarts, and a second start.
        if !matches!(code, 0 | 1 | 0xd0..=0xd8) {
            return Some(Marker { code, end: at });
        }
    }
}

/// Returns the end of the compressed data that starts at an offset: where a marker is that is not a
/// restart.
fn scan_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(distance) = bytes[at..].iter().position(|byte| *byte == 0xff) {
        at += distance;
        match bytes.get(at + 1) {
            Some(0 | 0xd0..=0xd7) => at += 2,
            Some(0xff) => at += 1,
            Some(_) => return at,
            None => break,
        }
    }
    bytes.len()
}

fn add_segment(kept: &mut Vec<u8>, code: u8, payload: &[u8]) {
    // The payload was the whole or a part of a segment.
    let length = u16::try_from(payload.len() + 2).unwrap_or(u16::MAX);
    kept.extend_from_slice(&[0xff, code]);
    kept.extend_from_slice(&length.to_be_bytes());
    kept.extend_from_slice(payload);
}

/// Copies the chunks of a PNG that decoders use, up to the end of the image.
fn png(bytes: &[u8]) -> Vec<u8> {
    let mut kept = PNG.to_vec();
    let mut rest = &bytes[PNG.len()..];
    // The length, the name, the data, and a checksum of four bytes.
    while let Some((header, after)) = rest.split_at_checked(8) {
        let length = u32::from_be_bytes([header[0], header[1], header[2], header[3]]);
        let name = &header[4..];
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let Some((data, _)) = after.split_at_checked(length.saturating_add(4)) else {
            break;
        };
        let whole = &rest[..8 + data.len()];
        rest = &rest[whole.len()..];
        if PNG_CHUNKS.contains(&name) {
            kept.extend_from_slice(whole);
        } else if name == b"eXIf" {
            add_exif_chunk(&mut kept, &data[..length]);
        }
        if name == b"IEND" {
            break;
        }
    }
    kept
}

fn add_exif_chunk(kept: &mut Vec<u8>, exif: &[u8]) {
    let Some(orientation) = orientation(exif) else {
        return;
    };
    let chunk = [b"eXIf".as_slice(), &exif_with(orientation)].concat();
    let length = u32::try_from(chunk.len() - 4).unwrap_or_default();
    kept.extend_from_slice(&length.to_be_bytes());
    kept.extend_from_slice(&chunk);
    kept.extend_from_slice(&checksum(&chunk).to_be_bytes());
}

/// Returns the checksum of a PNG chunk (ISO 3309).
fn checksum(bytes: &[u8]) -> u32 {
    let mut checksum = u32::MAX;
    for byte in bytes {
        checksum ^= u32::from(*byte);
        for _ in 0..8 {
            let is_odd = checksum & 1 == 1;
            checksum = (checksum >> 1) ^ if is_odd { 0xedb8_8320 } else { 0 };
        }
    }
    !checksum
}

/// Copies the chunks of a WebP image that decoders use (RFC 9649).
fn webp(bytes: &[u8]) -> Vec<u8> {
    let mut kept = b"RIFF\0\0\0\0WEBP".to_vec();
    let mut rest = &bytes[kept.len()..];
    while let Some((header, after)) = rest.split_at_checked(8) {
        let name = &header[..4];
        let length = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let Some(data) = after.get(..length) else {
            break;
        };
        // Chunks have an even length.
        let end = length.saturating_add(length % 2).min(after.len());
        rest = &after[end..];
        if name == b"VP8X" && !data.is_empty() {
            let flags = [data[0] & !WEBP_XMP];
            add_chunk(&mut kept, name, &[&flags, &data[1..]].concat());
        } else if WEBP_CHUNKS.contains(&name) {
            add_chunk(&mut kept, name, data);
        } else if name == b"EXIF" {
            let exif = data.strip_prefix(EXIF).unwrap_or(data);
            add_chunk(&mut kept, name, &exif_with(orientation(exif).unwrap_or(1)));
        }
    }
    let size = u32::try_from(kept.len() - 8).unwrap_or(u32::MAX);
    kept[4..8].copy_from_slice(&size.to_le_bytes());
    kept
}

fn add_chunk(kept: &mut Vec<u8>, name: &[u8], data: &[u8]) {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    kept.extend_from_slice(name);
    kept.extend_from_slice(&length.to_le_bytes());
    kept.extend_from_slice(data);
    if data.len() % 2 == 1 {
        kept.push(0);
    }
}

/// Returns the orientation in Exif metadata, from 1 to 8.
fn orientation(tiff: &[u8]) -> Option<u8> {
    let is_little = match tiff.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes: [u8; 2] = tiff.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if is_little {
            u16::from_le_bytes(bytes)
        } else {
            u16::from_be_bytes(bytes)
        })
    };
    let (low, high) = if is_little { (4, 6) } else { (6, 4) };
    let directory = usize::from(short(low)?) | usize::from(short(high)?) << 16;
    let entries = usize::from(short(directory)?);
    for index in 0..entries {
        // The tag, the type, the number of values, and the value.
        let entry = directory.saturating_add(2 + 12 * index);
        if short(entry)? == 0x0112 {
            let value = u8::try_from(short(entry.saturating_add(8))?).ok()?;
            return (1..=8).contains(&value).then_some(value);
        }
    }
    None
}

/// Returns Exif metadata with an orientation and nothing else.
fn exif_with(orientation: u8) -> Vec<u8> {
    let mut exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0".to_vec();
    exif[19] = orientation;
    exif
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(code: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        add_segment(&mut bytes, code, payload);
        bytes
    }

    #[test]
    fn jpeg_keeps_what_decoders_use() {
        let table = segment(0xdb, b"table");
        let icc = segment(0xe2, b"ICC_PROFILE\0\x01\x01profile");
        let adobe = segment(0xee, b"Adobe\0d");
        let scan = [segment(0xda, b"scan"), b"\x01\xff\0\xff\xd0\x02".to_vec()].concat();
        let exif = [
            EXIF,
            b"II*\0\x08\0\0\0\x02\0",
            b"\x0f\x01\x02\0\x06\0\0\0\x26\0\0\0",
            b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0",
            b"\0\0\0\0",
            b"camera",
        ]
        .concat();
        let photo = [
            JPEG,
            &segment(0xe0, b"JFIF\0\x01\x02\x01\0\x48\0\x48\x01\x01rgb"),
            &segment(0xe1, &exif),
            &segment(0xe1, b"http://ns.adobe.com/xap/1.0/\0place"),
            &icc,
            &segment(0xe2, b"MPF\0other"),
            &segment(0xed, b"Photoshop 3.0\0author"),
            &segment(0xfe, b"comment"),
            &adobe,
            &table,
            &scan,
            &segment(0xfe, b"comment"),
            &scan,
            b"\xff\xd9",
            b"a video",
        ]
        .concat();
        let expected = [
            JPEG,
            &segment(0xe0, b"JFIF\0\x01\x02\x01\0\x48\0\x48\0\0"),
            &segment(0xe1, &[EXIF, &exif_with(6)].concat()),
            &icc,
            &adobe,
            &table,
            &scan,
            &scan,
            b"\xff\xd9",
        ]
        .concat();
        assert_eq!(without_metadata(photo.clone()), expected);
        assert_eq!(without_metadata(expected.clone()), expected);
        for end in 0..photo.len() {
            let _ = without_metadata(photo[..end].to_vec());
        }
    }

    fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
        let named = [name, data].concat();
        let length = u32::try_from(data.len()).expect("a short chunk");
        [
            &length.to_be_bytes()[..],
            &named,
            &checksum(&named).to_be_bytes(),
        ]
        .concat()
    }

    #[test]
    fn png_keeps_what_decoders_use() {
        let color = [chunk(b"IHDR", b"header"), chunk(b"iCCP", b"profile")].concat();
        let pixels = [chunk(b"IDAT", b"pixels"), chunk(b"IEND", b"")].concat();
        let exif = chunk(b"eXIf", &exif_with(3));
        let photo = [
            PNG,
            &color,
            &chunk(b"tEXt", b"Author\0Ada"),
            &exif,
            &chunk(b"teST", b"x"),
            &pixels,
            b"more",
        ]
        .concat();
        let expected = [PNG, &color, &exif, &pixels].concat();
        assert_eq!(without_metadata(photo.clone()), expected);
        for end in 0..photo.len() {
            let _ = without_metadata(photo[..end].to_vec());
        }
    }

    #[test]
    fn checksum_is_that_of_png() {
        // The chunk that ends every PNG.
        assert_eq!(checksum(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn webp_keeps_what_decoders_use() {
        let place = [&exif_with(8)[..], b"place"].concat();
        let photo = webp(&[
            (b"VP8X", b"\x0cx"),
            (b"VP8 ", b"abc"),
            (b"EXIF", &place),
            (b"XMP ", b"place"),
        ]);
        let expected = webp(&[
            (b"VP8X", b"\x08x"),
            (b"VP8 ", b"abc"),
            (b"EXIF", &exif_with(8)),
        ]);
        assert_eq!(without_metadata(photo), expected);
    }

    fn webp(chunks: &[(&[u8], &[u8])]) -> Vec<u8> {
        let mut bytes = b"RIFF\0\0\0\0WEBP".to_vec();
        for (name, data) in chunks {
            add_chunk(&mut bytes, name, data);
        }
        let size = u32::try_from(bytes.len() - 8).expect("a small file");
        bytes[4..8].copy_from_slice(&size.to_le_bytes());
        bytes
    }

    #[test]
    fn gif_keeps_what_decoders_use() {
        let screen = b"GIF89a\x01\0\x01\0\x80\0\0RGBrgb";
        let control = b"\x21\xf9\x04abcd\0";
        let image = b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0";
        let photo = [
            screen.as_slice(),
            b"\x21\xfe\x07comment\x04more\0",
            control,
            b"\x21\xff\x0bXMP DataXMP\x05place\0",
            image,
            b"\x21\xfe\x07comment\0",
            b"\x3bmore",
        ]
        .concat();
        let expected = [screen.as_slice(), control, image, b"\x3b"].concat();
        assert_eq!(without_metadata(photo.clone()), expected);
        assert_eq!(without_metadata(expected.clone()), expected);
        for end in 0..photo.len() {
            let _ = without_metadata(photo[..end].to_vec());
        }
    }
}
