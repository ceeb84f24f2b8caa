//! Fonts of a PDF: names, and whether the file embeds them.

use hayro::hayro_syntax::object::{Array, Dict, Name};
use serde::Serialize;

/// The length of the tag before the name of a subset (ISO 32000-1, 9.6.4).
const SUBSET_TAG_LENGTH: usize = 6;

/// The keys of a font descriptor under which the font file is embedded.
const FONT_FILES: [&str; 3] = ["FontFile", "FontFile2", "FontFile3"];

/// A font.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FontFacts {
    /// The PostScript name, without the tag of a subset.
    pub name: String,
    /// Whether the file embeds the font.
    pub embedded: bool,
    /// Whether the font has only the glyphs that the file uses.
    pub subset: bool,
    /// Whether the font maps its glyphs to Unicode.
    pub mapped: bool,
    /// The object number of the font.
    pub object: i32,
}

impl FontFacts {
    /// Reads a font dictionary.
    pub fn read(font: &Dict<'_>) -> Self {
        let full_name = name(font, "BaseFont")
            .or_else(|| name(font, "Name"))
            .unwrap_or_else(|| "drawn glyphs".to_owned());
        let (has_tag, name) = match full_name.split_once('+') {
            Some((tag, rest)) if tag.len() == SUBSET_TAG_LENGTH => (true, rest.to_owned()),
            _ => (false, full_name),
        };
        Self {
            name,
            embedded: is_type3(font) || has_font_file(font),
            subset: has_tag || is_type3(font),
            mapped: font.contains_key("ToUnicode"),
            object: font.obj_id().map_or(0, |id| id.obj_number),
        }
    }
}

/// Returns whether content streams of the file draw the glyphs of a font.
pub fn is_type3(font: &Dict<'_>) -> bool {
    name(font, "Subtype").as_deref() == Some("Type3")
}

fn name(font: &Dict<'_>, key: &str) -> Option<String> {
    let name = font.get::<Name<'_>>(key)?;
    Some(name.as_str().to_owned())
}

fn has_font_file(font: &Dict<'_>) -> bool {
    let descendants = font.get::<Array<'_>>("DescendantFonts");
    let descendant = descendants.and_then(|fonts| fonts.iter::<Dict<'_>>().next());
    let descriptor = descendant
        .as_ref()
        .unwrap_or(font)
        .get::<Dict<'_>>("FontDescriptor");
    descriptor.is_some_and(|descriptor| FONT_FILES.iter().any(|key| descriptor.contains_key(key)))
}
