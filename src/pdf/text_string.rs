//! Text strings (ISO 32000-1, 7.9.2.2): `PDFDocEncoding`, UTF-16 or UTF-8.

use lopdf::{Document, Object, StringFormat, decode_text_string};

/// The byte order mark of UTF-8, which PDF 2.0 allows.
const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// Decodes a text string. Invalid UTF-16 and UTF-8 becomes replacement characters; bytes that
/// `PDFDocEncoding` leaves undefined are dropped.
pub fn decode_text(bytes: &[u8]) -> String {
    if let Some(text) = bytes.strip_prefix(UTF8_MARK) {
        return String::from_utf8_lossy(text).into_owned();
    }
    let string = Object::String(bytes.to_vec(), StringFormat::Literal);
    // Decoding fails for invalid UTF-16 alone.
    decode_text_string(&string).unwrap_or_else(|_| decode_utf16_lossily(bytes))
}

/// Decodes UTF-16 after the byte order mark.
fn decode_utf16_lossily(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .skip(1)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
        .collect();
    String::from_utf16_lossy(&units)
}

/// Returns a text of the document information, unless it is empty.
pub fn information_text(document: &Document, key: &[u8]) -> Option<String> {
    let information = document.trailer.get_deref(b"Info", document).ok()?;
    let value = information.as_dict().ok()?.get_deref(key, document).ok()?;
    let text = decode_text(value.as_str().ok()?);
    (!text.is_empty()).then_some(text)
}

/// Encodes a text string: ASCII unchanged, all other text in UTF-16.
pub fn encode_text(text: &str) -> Object {
    if text.is_ascii() {
        return Object::string_literal(text);
    }
    let units = text.encode_utf16().flat_map(u16::to_be_bytes);
    let bytes = [0xfe, 0xff].into_iter().chain(units).collect();
    Object::String(bytes, StringFormat::Hexadecimal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_utf16_and_utf8() {
        assert_eq!(decode_text(b"\xfe\xff\0A\x62\x10"), "A成");
        assert_eq!(decode_text("\u{feff}é".as_bytes()), "é");
    }

    #[test]
    fn decodes_pdf_doc_encoding() {
        // The bytes from 0x80 to 0x9f differ from Latin-1.
        assert_eq!(decode_text(b"a\xe9"), "aé");
        assert_eq!(decode_text(b"\x80 \x84 \x8d\x8e \x92 \xa0"), "• — “” ™ €");
    }

    #[test]
    fn replaces_or_drops_invalid_bytes() {
        assert_eq!(decode_text(b"a\xad"), "a");
        assert_eq!(decode_text(b"\xfe\xff\xd8\0\0A"), "\u{fffd}A");
    }

    #[test]
    fn decodes_what_it_encodes() {
        for text in ["Ada", "Zoë — 成", "🖨"] {
            let object = encode_text(text);
            assert_eq!(decode_text(object.as_str().expect("a string")), text);
        }
    }
}
