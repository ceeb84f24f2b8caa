//! The fonts: their index is read at start, a font itself only when a page needs it.
//!
//! The index is a file of the project, `fonts/index.postcard`, made from the fonts by a test;
//! parsing them all at each start would take longer than setting a page, and reading the index as
//! JSON, a twentieth of that. It has the fonts of all packs, whichever of them are in the program.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};
use typst::foundations::Bytes;
use typst::text::{Coverage, Font, FontAxis, FontBook, FontFlags, FontInfo, FontVariant};
use typst::utils::{LazyHash, hash128};
use typst_kit::fonts::{FontPath, FontSource, FontStore};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::embedded::FONTS;

const INDEX: &[u8] = include_bytes!("../../fonts/index.postcard");

/// A font in the index: a [`FontInfo`], of which Typst's own form leaves out what is empty, which
/// this one cannot read.
#[derive(Serialize, Deserialize)]
struct Entry {
    path: String,
    family: String,
    variant: FontVariant,
    flags: FontFlags,
    axes: Vec<FontAxis>,
    coverage: Coverage,
}

/// All fonts that a page may be set in.
pub struct Fonts {
    store: FontStore,
    /// What tells the user's fonts from others: their files, in the order of their names.
    own: u128,
}

/// A font of a pack, which a build may have left out.
struct Embedded(Option<&'static [u8]>);

impl FontSource for Embedded {
    fn load(&self) -> Option<Font> {
        Font::new(Bytes::new(self.0?), 0)
    }
}

impl Fonts {
    /// The fonts in a folder of the user's, if there is one, and those that are compiled into the
    /// binary.
    ///
    /// # Errors
    /// The folder cannot be read or has no font in it, or the index does not fit the fonts, which a
    /// test keeps from happening.
    pub fn new(folder: Option<&Path>) -> Result<Self, Diagnostics> {
        let index = postcard::from_bytes::<Vec<Entry>>(INDEX).map_err(|error| {
            Diagnostic::error(
                rule::INTERNAL,
                format!("the index of the fonts is broken: {error}"),
            )
        })?;
        let mut store = FontStore::new();
        let (own, digest) = folder.map(in_folder).transpose()?.unwrap_or_default();
        let replaced: BTreeSet<String> = own
            .iter()
            .map(|(_, info)| info.family.to_lowercase())
            .collect();
        store.extend(own);
        for Entry {
            path,
            family,
            variant,
            flags,
            axes,
            coverage,
        } in index
        {
            let mut info = FontInfo {
                family,
                variant,
                flags,
                axes,
                coverage,
            };
            if replaced.contains(&info.family.to_lowercase()) {
                continue;
            }
            let found = FONTS.binary_search_by(|(name, _)| (*name).cmp(&path)).ok();
            // Layouts name the families of all packs, so Typst must know those of a pack that was
            // left out, or it would warn of them; without characters they are never chosen.
            if found.is_none() {
                info.coverage = Coverage::from_vec(Vec::new());
            }
            store.push((Embedded(found.map(|at| FONTS[at].1)), info));
        }
        Ok(Self { store, own: digest })
    }

    /// What Typst chooses fonts by.
    pub fn book(&self) -> &LazyHash<FontBook> {
        self.store.book()
    }

    /// A font, read when it is first asked for.
    pub fn font(&self, index: usize) -> Option<Font> {
        self.store.font(index)
    }

    /// What tells these fonts from others, so that what was printed in them can be known again.
    pub fn digest(&self) -> u128 {
        let embedded: Vec<&str> = FONTS.iter().map(|(path, _)| *path).collect();
        hash128(&(INDEX, embedded, self.own))
    }

    /// The names of the families that have characters, in the order of the alphabet.
    pub fn families(&self) -> Vec<String> {
        let book = self.book();
        let families = book.families().filter_map(|(name, faces)| {
            let mut infos = faces.filter_map(|face| book.info(face));
            infos
                .any(|info| info.coverage.iter().next().is_some())
                .then(|| name.to_owned())
        });
        families.collect::<BTreeSet<String>>().into_iter().collect()
    }

    /// Whether any font has the character.
    pub fn cover(&self, character: char) -> bool {
        let book = self.book();
        (0..)
            .map_while(|index| book.info(index))
            .any(|info| info.coverage.contains(u32::from(character)))
    }
}

/// The fonts in a folder and the folders in it, sorted by name, and what tells them from others.
fn in_folder(folder: &Path) -> Result<(Vec<(FontPath, FontInfo)>, u128), Diagnostic> {
    let fail = |error: &dyn std::fmt::Display| {
        let message = format!("cannot read the fonts in `{}`: {error}", folder.display());
        Diagnostic::error(rule::FONT_FOLDER, message)
    };
    let mut fonts = Vec::new();
    let mut digests = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let path = entry.map_err(|error| fail(&error))?.into_path();
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase())
            .unwrap_or_default();
        if !path.is_file() || !matches!(&*ending, "ttf" | "otf" | "ttc" | "otc") {
            continue;
        }
        let data = std::fs::read(&path).map_err(|error| fail(&error))?;
        digests.push(hash128(&data));
        for (index, info) in (0..).zip(FontInfo::iter(&data)) {
            fonts.push((
                FontPath {
                    path: path.clone(),
                    index,
                },
                info,
            ));
        }
    }
    if fonts.is_empty() {
        let error = Diagnostic::error(
            rule::FONT_FOLDER,
            format!("there is no font in `{}`", folder.display()),
        );
        return Err(error.hint("a font is a file that ends in `.ttf`, `.otf`, `.ttc` or `.otc`"));
    }
    Ok((fonts, hash128(&digests)))
}

/// The index as it should be: each of the fonts, by their paths in the folder, with what Typst
/// needs to know to choose it. Of a file that is no font it has nothing.
///
/// # Errors
/// What Typst says of a font cannot be written.
pub fn index(fonts: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>, Diagnostics> {
    let entry = |(path, data): (String, Vec<u8>)| {
        let FontInfo {
            family,
            variant,
            flags,
            axes,
            coverage,
        } = FontInfo::new(&data, 0)?;
        Some(Entry {
            path,
            family,
            variant,
            flags,
            axes,
            coverage,
        })
    };
    let entries: Vec<Entry> = fonts.into_iter().filter_map(entry).collect();
    postcard::to_allocvec(&entries).map_err(|error| {
        Diagnostic::error(rule::INTERNAL, format!("no index of the fonts: {error}")).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_font_is_found_and_no_other() {
        let index: Vec<Entry> = postcard::from_bytes(INDEX).expect("an index");
        assert!(FONTS.is_sorted_by_key(|(path, _)| path));
        for (path, _) in FONTS {
            assert!(
                index.iter().any(|entry| entry.path == *path),
                "{path} is not in the index"
            );
        }
        let fonts = Fonts::new(None).expect("an index");
        let loaded = (0..index.len())
            .filter(|at| fonts.font(*at).is_some())
            .count();
        let covering = |at: &usize| {
            fonts
                .book()
                .info(*at)
                .is_some_and(|info| info.coverage.iter().next().is_some())
        };
        assert_eq!(loaded, FONTS.len());
        assert_eq!((0..index.len()).filter(covering).count(), FONTS.len());
    }
}
