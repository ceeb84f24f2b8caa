//! Reads the fonts of the user: those in a folder, and those beside the user's layouts.

use std::path::Path;

use typst::text::FontInfo;
use typst::utils::hash128;
use typst_kit::fonts::FontPath;

use crate::diagnostic::{Diagnostic, rule};
use crate::file;
use crate::layout::Layouts;

/// The size of a font to accept, in bytes. Collections for all of Chinese have 100 MiB.
const MAX_FONT_SIZE: u64 = 256 << 20;

/// The fonts of a user.
#[derive(Default)]
pub struct OwnFonts {
    /// The fonts, sorted by the names of their files.
    pub fonts: Vec<(FontPath, FontInfo)>,
    digests: Vec<u128>,
}

impl OwnFonts {
    /// Adds the fonts in a folder and its subfolders.
    ///
    /// # Errors
    /// The folder cannot be read, has no font, or a font in it is damaged.
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), Diagnostic> {
        let before = self.fonts.len();
        for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
            let path = entry
                .map_err(|error| unreadable(folder, &error))?
                .into_path();
            if !path.is_file() || !is_font(&path) {
                continue;
            }
            let data = file::read(&path, MAX_FONT_SIZE).map_err(|error| {
                let message = format!("cannot read the font `{}`: {error}", path.display());
                Diagnostic::error(rule::FONT_FOLDER, message)
            })?;
            self.add(&path, &data)?;
        }
        if self.fonts.len() > before {
            return Ok(());
        }
        let message = format!("no font in `{}`", folder.display());
        let error = Diagnostic::error(rule::FONT_FOLDER, message);
        Err(error.hint("fonts are files that end in `.ttf`, `.otf`, `.ttc` or `.otc`"))
    }

    /// Adds the fonts in the folders of the user's layouts.
    ///
    /// # Errors
    /// A font is damaged.
    pub fn add_layouts(&mut self, layouts: &Layouts) -> Result<(), Diagnostic> {
        for (path, data) in layouts.own_files() {
            if is_font(path) {
                self.add(path, data)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, data: &[u8]) -> Result<(), Diagnostic> {
        let before = self.fonts.len();
        for index in 0..count(data) {
            if let Some(info) = FontInfo::new(data, index) {
                let path = path.to_path_buf();
                self.fonts.push((FontPath { path, index }, info));
            }
        }
        if self.fonts.len() == before {
            let message = format!("the font `{}` is damaged", path.display());
            let error = Diagnostic::error(rule::FONT_FOLDER, message);
            return Err(error.hint("replace the file, or remove it from the folder"));
        }
        self.digests.push(hash128(data));
        Ok(())
    }

    /// Returns a digest of the files.
    pub fn digest(&self) -> u128 {
        hash128(&self.digests)
    }
}

/// Returns the number of fonts in a file. A collection has the place of each in four bytes.
fn count(data: &[u8]) -> u32 {
    let count = ttf_parser::fonts_in_collection(data).unwrap_or(1);
    let most = u32::try_from(data.len() / 4).unwrap_or(u32::MAX);
    if count > most { 0 } else { count }
}

fn is_font(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    let ending = ending.to_string_lossy().to_lowercase();
    matches!(&*ending, "ttf" | "otf" | "ttc" | "otc")
}

fn unreadable(folder: &Path, error: &dyn std::fmt::Display) -> Diagnostic {
    let message = format!("cannot read the fonts in `{}`: {error}", folder.display());
    Diagnostic::error(rule::FONT_FOLDER, message)
}
