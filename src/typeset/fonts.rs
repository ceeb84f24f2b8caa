//! The fonts: their index is read at start, a font itself only when a page needs it.
//!
//! The index is a file of the project, `fonts/index.json`, made from the fonts by a test; parsing 38 fonts at each start would
//! take longer than setting a page.

use typst::foundations::Bytes;
use typst::text::{Font, FontBook, FontInfo};
use typst::utils::LazyHash;
use typst_kit::fonts::{FontSource, FontStore};

use crate::embedded::FONTS;

const INDEX: &str = include_str!("../../fonts/index.json");

/// All fonts that a page may be set in.
pub struct Fonts(FontStore);

/// A font compiled into the binary.
struct Embedded(&'static [u8]);

impl FontSource for Embedded {
    fn load(&self) -> Option<Font> {
        Font::new(Bytes::new(self.0), 0)
    }
}

impl Fonts {
    /// The fonts that are compiled into the binary.
    ///
    /// # Errors
    /// The index does not fit the fonts, which a test keeps from happening.
    pub fn embedded() -> Result<Self, serde_json::Error> {
        let index: Vec<(String, FontInfo)> = serde_json::from_str(INDEX)?;
        let mut store = FontStore::new();
        for (path, info) in index {
            // A pack that was left out of the build is in the index all the same.
            if let Ok(at) = FONTS.binary_search_by(|(name, _)| (*name).cmp(&path)) {
                store.push((Embedded(FONTS[at].1), info));
            }
        }
        Ok(Self(store))
    }

    /// What Typst chooses fonts by.
    pub fn book(&self) -> &LazyHash<FontBook> {
        self.0.book()
    }

    /// A font, read when it is first asked for.
    pub fn font(&self, index: usize) -> Option<Font> {
        self.0.font(index)
    }

    /// Whether any font has the character.
    pub fn cover(&self, character: char) -> bool {
        let book = self.book();
        (0..).map_while(|index| book.info(index)).any(|info| info.coverage.contains(u32::from(character)))
    }
}

/// The index as it should be: each embedded font with what Typst needs to know to choose it.
pub fn index() -> Vec<(String, FontInfo)> {
    let info = |(path, data): &(&str, &'static [u8])| Some(((*path).to_owned(), FontInfo::new(data, 0)?));
    FONTS.iter().filter_map(info).collect()
}
