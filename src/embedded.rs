//! The layouts and fonts that are embedded in the program. The build script generates the lists of this
//! crate; the fonts of each pack are a crate of their own.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The lists of the fonts that this build has.
static FONT_LISTS: &[&[(&str, &[u8])]] = &[
    FONTS,
    #[cfg(feature = "japanese")]
    cvpress_fonts_jp::FONTS,
    #[cfg(feature = "korean")]
    cvpress_fonts_kr_sans::FONTS,
    #[cfg(feature = "korean")]
    cvpress_fonts_kr_serif::FONTS,
    #[cfg(feature = "simplified-chinese")]
    cvpress_fonts_sc::FONTS,
    #[cfg(feature = "traditional-chinese")]
    cvpress_fonts_tc_sans::FONTS,
    #[cfg(feature = "traditional-chinese")]
    cvpress_fonts_tc_serif::FONTS,
];

/// Returns the fonts that this build has, each with its path in the folder of all fonts.
pub fn fonts() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FONT_LISTS.iter().copied().flatten().copied()
}

/// Returns the font of a path in the folder of all fonts.
pub fn font(path: &str) -> Option<&'static [u8]> {
    FONT_LISTS.iter().find_map(|list| {
        let place = list.binary_search_by(|(name, _)| (*name).cmp(path)).ok()?;
        Some(list[place].1)
    })
}
