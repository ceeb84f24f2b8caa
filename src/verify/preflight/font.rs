//! Fonts: what they are called, and whether the file brings them along.

use hayro::hayro_syntax::object::{Array, Dict, Name};

use crate::verify::preflight::report::FontFacts;

/// The length of the mark that a subset has before its name.
const MARK: usize = 6;

/// What a file says of a font.
pub fn facts(font: &Dict<'_>) -> FontFacts {
    let name = |font: &Dict<'_>, key: &str| {
        font.get::<Name<'_>>(key)
            .map(|name| name.as_str().to_owned())
    };
    let below = font
        .get::<Array<'_>>("DescendantFonts")
        .and_then(|fonts| fonts.iter::<Dict<'_>>().next());
    let described = below
        .as_ref()
        .unwrap_or(font)
        .get::<Dict<'_>>("FontDescriptor");
    let holds_file = |described: Dict<'_>| {
        ["FontFile", "FontFile2", "FontFile3"]
            .iter()
            .any(|key| described.contains_key(key))
    };
    let known = name(font, "BaseFont")
        .or_else(|| name(font, "Name"))
        .unwrap_or_else(|| "drawn glyphs".to_owned());
    let (subset, known) = match known.split_once('+') {
        Some((mark, rest)) if mark.len() == MARK => (true, rest.to_owned()),
        _ => (false, known),
    };
    FontFacts {
        name: known,
        embedded: is_drawn(font) || described.is_some_and(holds_file),
        subset: subset || is_drawn(font),
        mapped: font.contains_key("ToUnicode"),
        object: font.obj_id().map_or(0, |id| id.obj_number),
    }
}

/// Whether its glyphs are drawn with the operations of pages.
pub fn is_drawn(font: &Dict<'_>) -> bool {
    font.get::<Name<'_>>("Subtype")
        .is_some_and(|kind| kind.as_str() == "Type3")
}
