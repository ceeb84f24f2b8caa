//! Reads the fonts in a folder of the user.

use std::path::Path;

use typst::text::FontInfo;
use typst::utils::hash128;
use typst_kit::fonts::FontPath;

use crate::diagnostic::{Diagnostic, rule};
use crate::file;

/// The size of a font to accept, in bytes. Collections for all of Chinese have 100 MiB.
const MAX_FONT_SIZE: u64 = 256 << 20;

/// The fonts of a folder.
#[derive(Default)]
pub struct FolderFonts {
    /// The fonts, sorted by the names of their files.
    pub fonts: Vec<(FontPath, FontInfo)>,
    /// The digest of the files.
    pub digest: u128,
}

/// Returns the fonts in a folder and its subfolders.
///
/// # Errors
/// The folder cannot be read, or a font in it is damaged.
pub fn read(folder: &Path) -> Result<FolderFonts, Diagnostic> {
    let mut fonts = Vec::new();
    let mut digests = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let path = entry
            .map_err(|error| unreadable(folder, &error))?
            .into_path();
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase())
            .unwrap_or_default();
        if !path.is_file() || !matches!(&*ending, "ttf" | "otf" | "ttc" | "otc") {
            continue;
        }
        let data = file::read(&path, MAX_FONT_SIZE).map_err(|error| {
            let message = format!("cannot read the font `{}`: {error}", path.display());
            Diagnostic::error(rule::FONT_FOLDER, message)
        })?;
        digests.push(hash128(&data));
        let before = fonts.len();
        for (index, info) in (0..).zip(FontInfo::iter(&data)) {
            fonts.push((
                FontPath {
                    path: path.clone(),
                    index,
                },
                info,
            ));
        }
        if fonts.len() == before {
            let message = format!("the font `{}` is damaged", path.display());
            let error = Diagnostic::error(rule::FONT_FOLDER, message);
            return Err(error.hint("replace the file, or remove it from the folder"));
        }
    }
    if fonts.is_empty() {
        let error = Diagnostic::error(
            rule::FONT_FOLDER,
            format!("no font in `{}`", folder.display()),
        );
        return Err(error.hint("fonts are files that end in `.ttf`, `.otf`, `.ttc` or `.otc`"));
    }
    Ok(FolderFonts {
        fonts,
        digest: hash128(&digests),
    })
}

fn unreadable(folder: &Path, error: &dyn std::fmt::Display) -> Diagnostic {
    let message = format!("cannot read the fonts in `{}`: {error}", folder.display());
    Diagnostic::error(rule::FONT_FOLDER, message)
}
