//! The fonts. Their index is read at the start, a font only when a page needs it.
//!
//! The index is a file of the project, `fonts/index.postcard`, made from the fonts by a test:
//! parsing all fonts at each start would take longer than typesetting a page. It has the fonts of
//! all packs, whichever of them are built in.

use std::collections::BTreeSet;
#[cfg(feature = "native")]
use std::path::Path;

use serde::{Deserialize, Serialize};
use typst::foundations::Bytes;
use typst::text::{Coverage, Font, FontAxis, FontBook, FontFlags, FontInfo, FontVariant};
use typst::utils::{LazyHash, hash128};
use typst_kit::fonts::{FontSource, FontStore};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::embedded;
#[cfg(feature = "native")]
use crate::layout::Layouts;
use crate::typeset::enlarged;
#[cfg(feature = "native")]
use crate::typeset::font_folder::OwnFonts;

const INDEX: &[u8] = include_bytes!("../../fonts/index.postcard");

/// The index of the fonts. The faces of a family mostly have the same characters, so each set of
/// characters is stored once, and read only if the build has a font with it.
#[derive(Serialize, Deserialize)]
struct Index<'a> {
    fonts: Vec<Entry>,
    /// Serialized [`Coverage`].
    #[serde(borrow)]
    coverages: Vec<&'a [u8]>,
}

/// The packs that no default feature embeds.
const OPTIONAL_PACKS: [&str; 2] = ["kr/", "tc/"];

impl Index<'_> {
    /// Reads the sets of characters of the fonts that are there. Those of optional packs have only what
    /// the others lack: Typst chooses a font by them where no family is named or has a character, so
    /// that a page is the same with and without these packs.
    fn characters(&self, files: Files) -> Result<Vec<Coverage>, Diagnostics> {
        let mut sets = vec![Coverage::from_vec(Vec::new()); self.coverages.len()];
        let mut optional = BTreeSet::new();
        let mut common = BTreeSet::new();
        let used = self.fonts.iter().filter(|entry| files.have(&entry.path));
        let used: BTreeSet<(bool, usize)> = used
            .map(|entry| (entry.is_optional(), entry.coverage))
            .collect();
        for (is_optional, place) in used {
            let Some(written) = self.coverages.get(place) else {
                continue;
            };
            sets[place] = postcard::from_bytes(written).map_err(|error| damaged(&error))?;
            if is_optional {
                optional.insert(place);
            } else {
                common.insert(place);
            }
        }
        if optional.is_empty() {
            return Ok(sets);
        }
        let known: BTreeSet<u32> = common
            .iter()
            .flat_map(|place| sets[*place].iter())
            .collect();
        for place in optional.difference(&common) {
            let own = sets[*place].iter();
            sets[*place] = Coverage::from_vec(own.filter(|c| !known.contains(c)).collect());
        }
        Ok(sets)
    }
}

/// A font in the index: a [`FontInfo`], whose own serialization omits empty fields, which Postcard
/// cannot read.
#[derive(Serialize, Deserialize)]
struct Entry {
    path: String,
    family: String,
    variant: FontVariant,
    flags: FontFlags,
    axes: Vec<FontAxis>,
    /// The place of its characters in [`Index::coverages`].
    coverage: usize,
}

impl Entry {
    fn is_optional(&self) -> bool {
        OPTIONAL_PACKS
            .iter()
            .any(|pack| self.path.starts_with(pack))
    }
}

/// All available fonts.
pub struct Fonts {
    store: FontStore,
    /// The digest of the user's font files.
    own: u128,
}

/// Reads a font file by its path in the folder of all fonts, such as `core/inter/Inter-Bold.ttf`.
pub type ReadFont = fn(&str) -> Option<Vec<u8>>;

/// Where the font files of the index are.
#[derive(Clone, Copy)]
enum Files {
    /// In the program, which may omit packs.
    Embedded,
    /// Where the caller has them, all packs.
    Read(ReadFont),
}

impl Files {
    fn have(self, path: &str) -> bool {
        match self {
            Self::Embedded => embedded::font(path).is_some(),
            Self::Read(_) => true,
        }
    }
}

/// A font of a pack.
struct PackFont {
    path: String,
    files: Files,
    /// The factor on all of its lengths.
    factor: Option<f64>,
}

impl FontSource for PackFont {
    fn load(&self) -> Option<Font> {
        let data = match self.files {
            Files::Embedded => Bytes::new(embedded::font(&self.path)?),
            Files::Read(read) => Bytes::new(read(&self.path)?),
        };
        match self.factor {
            Some(factor) => Font::new(Bytes::new(enlarged::enlarged(&data, factor)?), 0),
            None => Font::new(data, 0),
        }
    }
}

impl Fonts {
    /// Loads the built-in fonts.
    ///
    /// # Errors
    /// Their index is damaged, which the tests exclude.
    pub fn built_in() -> Result<Self, Diagnostics> {
        Self::with(Files::Embedded, Vec::<(PackFont, FontInfo)>::new(), 0)
    }

    /// Reads the fonts of all packs from where the caller has them, each when a page needs it.
    ///
    /// # Errors
    /// Their index is damaged, which the tests exclude.
    pub fn read_by(read: ReadFont) -> Result<Self, Diagnostics> {
        Self::with(Files::Read(read), Vec::<(PackFont, FontInfo)>::new(), 0)
    }

    /// Loads the fonts in a folder of the user, those beside the user's layouts, and the built-in ones.
    ///
    /// # Errors
    /// The folder cannot be read or contains no font, or a font is damaged.
    #[cfg(feature = "native")]
    pub fn new(folder: Option<&Path>, layouts: &Layouts) -> Result<Self, Diagnostics> {
        let mut own = OwnFonts::default();
        if let Some(folder) = folder {
            own.add_folder(folder)?;
        }
        own.add_layouts(layouts)?;
        let digest = own.digest();
        Self::with(Files::Embedded, own.fonts, digest)
    }

    /// Returns the fonts of a user, whose files have this digest, and those of the index.
    fn with(
        files: Files,
        own: Vec<(impl FontSource + 'static, FontInfo)>,
        digest: u128,
    ) -> Result<Self, Diagnostics> {
        let index: Index = postcard::from_bytes(INDEX).map_err(|error| damaged(&error))?;
        let mut store = FontStore::new();
        let replaced: BTreeSet<String> = own
            .iter()
            .map(|(_, info)| info.family.to_lowercase())
            .collect();
        store.extend(own);
        let coverages = index.characters(files)?;
        let mut larger = Vec::new();
        for entry in index.fonts {
            let is_there = files.have(&entry.path);
            // Layouts name the families of all packs. Typst would warn of the missing ones if they
            // were not in the book; without characters they are never chosen.
            let coverage = coverages.get(entry.coverage).filter(|_| is_there);
            let coverage = coverage.cloned();
            let coverage = coverage.unwrap_or_else(|| Coverage::from_vec(Vec::new()));
            let info = FontInfo {
                family: entry.family,
                variant: entry.variant,
                flags: entry.flags,
                axes: entry.axes,
                coverage,
            };
            let font = |factor| PackFont {
                path: entry.path.clone(),
                files,
                factor,
            };
            if let Some(factor) = enlarged::factor(&info.family) {
                let family = enlarged::name(&info.family);
                larger.push((
                    font(Some(factor)),
                    FontInfo {
                        family,
                        ..info.clone()
                    },
                ));
            }
            if !replaced.contains(&info.family.to_lowercase()) {
                store.push((font(None), info));
            }
        }
        store.extend(larger);
        Ok(Self { store, own: digest })
    }

    /// Returns the index by which Typst selects fonts.
    pub fn book(&self) -> &LazyHash<FontBook> {
        self.store.book()
    }

    /// Returns a font, which is read on first use.
    pub fn font(&self, index: usize) -> Option<Font> {
        self.store.font(index)
    }

    /// Returns a digest of all fonts.
    pub fn digest(&self) -> u128 {
        let embedded: Vec<&str> = embedded::fonts().map(|(path, _)| path).collect();
        hash128(&(INDEX, embedded, self.own))
    }

    /// Returns the names of the families that have characters, sorted.
    pub fn families(&self) -> Vec<String> {
        let book = self.book();
        let families = book.families().filter_map(|(name, faces)| {
            let mut infos = faces.filter_map(|face| book.info(face));
            let has_characters = infos.any(|info| info.coverage.iter().next().is_some());
            (has_characters && !enlarged::is_enlarged(name)).then(|| name.to_owned())
        });
        families.collect::<BTreeSet<String>>().into_iter().collect()
    }

    /// Returns whether any font has the character.
    pub fn cover(&self, character: char) -> bool {
        let book = self.book();
        (0..)
            .map_while(|index| book.info(index))
            .any(|info| info.coverage.contains(u32::from(character)))
    }
}

fn damaged(error: &postcard::Error) -> Diagnostic {
    let message = format!("the font index is damaged: {error}");
    Diagnostic::error(rule::INTERNAL, message)
}

/// Returns the index of fonts, by their paths in the folder. Files that are not fonts are skipped.
///
/// # Errors
/// The index cannot be serialized.
pub fn index(fonts: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>, Diagnostics> {
    let mut entries = Vec::new();
    let mut coverages: Vec<Vec<u8>> = Vec::new();
    for (path, data) in fonts {
        let Some(info) = FontInfo::new(&data, 0) else {
            continue;
        };
        let coverage = postcard::to_allocvec(&info.coverage).map_err(|error| unwritable(&error))?;
        let known = coverages.iter().position(|known| *known == coverage);
        entries.push(Entry {
            path,
            family: info.family,
            variant: info.variant,
            flags: info.flags,
            axes: info.axes,
            coverage: known.unwrap_or(coverages.len()),
        });
        if known.is_none() {
            coverages.push(coverage);
        }
    }
    let index = Index {
        fonts: entries,
        coverages: coverages.iter().map(Vec::as_slice).collect(),
    };
    Ok(postcard::to_allocvec(&index).map_err(|error| unwritable(&error))?)
}

fn unwritable(error: &postcard::Error) -> Diagnostic {
    let message = format!("cannot write the font index: {error}");
    Diagnostic::error(rule::INTERNAL, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_of_optional_packs_have_only_characters_that_the_others_lack() {
        let fonts = Fonts::read_by(|_| None).expect("an index");
        let characters = |is_asked: fn(&str) -> bool| -> BTreeSet<u32> {
            let book = fonts.book();
            let families = book.families().filter(|(name, _)| is_asked(name));
            let faces = families.flat_map(|(_, faces)| faces.filter_map(|face| book.info(face)));
            faces.flat_map(|info| info.coverage.iter()).collect()
        };
        let is_optional = |name: &str| name.ends_with(" TC") || name.ends_with(" KR");
        let optional = characters(is_optional);
        let others = characters(|name| !(name.ends_with(" TC") || name.ends_with(" KR")));
        assert!(optional.contains(&u32::from('한')));
        assert!(others.contains(&u32::from('漢')) && others.contains(&u32::from('汉')));
        assert_eq!(optional.intersection(&others).count(), 0);
    }

    #[test]
    fn finds_exactly_the_built_in_fonts() {
        let index: Index = postcard::from_bytes(INDEX).expect("an index");
        for (path, data) in embedded::fonts() {
            assert_eq!(embedded::font(path), Some(data), "{path}");
            assert!(
                index.fonts.iter().any(|entry| entry.path == path),
                "{path} is not in the index"
            );
        }
        let fonts = Fonts::built_in().expect("an index");
        let loaded = (0..index.fonts.len())
            .filter(|at| fonts.font(*at).is_some())
            .count();
        let covering = (0..index.fonts.len())
            .filter_map(|at| fonts.book().info(at))
            .filter(|info| info.coverage.iter().next().is_some())
            .count();
        assert_eq!(loaded, embedded::fonts().count());
        assert_eq!(covering, embedded::fonts().count());
    }
}
