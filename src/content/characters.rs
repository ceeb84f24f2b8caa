//! Categories of characters.

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;

/// Returns whether a code has no character in Unicode, so that no font has a glyph for it.
pub fn is_unassigned(c: char) -> bool {
    CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::Unassigned
}
