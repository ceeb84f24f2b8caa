//! Properties of characters that several styles have.

use crate::export::docx::fonts::CODE;
use crate::export::docx::xml::Xml;

/// The color of what is less important, such as dates.
pub const MUTED: &str = "595959";

/// The size of ordinary text, in half points.
pub const TEXT_SIZE: u32 = 21;

/// Writes a size in half points.
pub fn write_size(xml: &mut Xml, half_points: u32) {
    let size = half_points.to_string();
    xml.value("w:sz", &size);
    xml.value("w:szCs", &size);
}

/// Writes the font of code.
pub fn write_code_font(xml: &mut Xml) {
    xml.empty(
        "w:rFonts",
        &[("w:ascii", CODE), ("w:hAnsi", CODE), ("w:cs", CODE)],
    );
}
