//! Texts on a sheet that are no page's: slug lines, captions, the names on separator sheets. Typst
//! sets them, so that their letters are a subset of a built-in font and black alone.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export;
use crate::press::imposition::geometry::{Area, Point};
use crate::press::imposition::sheet::{Placement, Sheet};
use crate::press::imposition::source::SourceDocument;
use crate::typeset::{self, Engine};

/// The file that draws them, among the files of the layouts.
const TEMPLATE: &str = "press/captions.typ";

/// The data by which it draws them.
const DATA: &str = "/captions.json";

/// A text, and where on which sheet it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Caption {
    /// The sheet, from 0.
    pub sheet: usize,
    /// The room there is for it.
    pub area: Area,
    /// What it says.
    pub text: CaptionText,
}

/// What it says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CaptionText {
    /// What a sheet is, for those who handle it.
    Slug {
        /// A line.
        text: String,
    },
    /// What a contact sheet shows.
    Title {
        /// A line.
        text: String,
    },
    /// What is shown above it.
    Caption {
        /// What it is called.
        title: String,
        /// How long it is.
        pages: String,
        /// More about it.
        text: String,
        /// The room for it, in pt.
        width: f64,
    },
    /// What follows.
    Separator {
        /// What it is.
        title: String,
        /// The profile or file that it comes from.
        name: String,
        /// More about it.
        details: Vec<String>,
        /// The page, in pt.
        width: f64,
        /// The page, in pt.
        height: f64,
    },
}

/// Sets the texts: a page for each, as large as the text.
///
/// # Errors
/// They cannot be set, which a test keeps from happening.
pub fn set(captions: &[Caption], engine: &Engine) -> Result<SourceDocument, Diagnostics> {
    let texts: Vec<&CaptionText> = captions.iter().map(|caption| &caption.text).collect();
    let data = serde_json::to_vec(&texts).unwrap_or_default();
    let document = typeset::compose(TEMPLATE, vec![(DATA.to_owned(), data)], engine)?;
    let bytes = export::sheet_pdf(&document, "captions")?;
    let set = SourceDocument::read(&bytes, "captions")?;
    if set.pages.len() == captions.len() {
        Ok(set)
    } else {
        Err(Diagnostic::error(
            rule::INTERNAL,
            "a text beside the pages does not fit its own page",
        )
        .into())
    }
}

/// Places the texts, set as the source of this number, on their sheets; what is too wide is made
/// smaller.
pub fn place(captions: &[Caption], set: &SourceDocument, number: usize, sheets: &mut [Sheet]) {
    for (page, (caption, leaf)) in captions.iter().zip(&set.pages).enumerate() {
        let Some(sheet) = sheets.get_mut(caption.sheet) else {
            continue;
        };
        let Caption { area, .. } = caption;
        let scale = area.size().scale_for(leaf.trim).min(1.0);
        let at = match caption.text {
            CaptionText::Slug { .. } => Point {
                x: area.left,
                y: f64::midpoint(area.bottom, area.top) - leaf.trim.height * scale / 2.0,
            },
            _ => Point {
                x: area.left,
                y: area.top - leaf.trim.height * scale,
            },
        };
        sheet.placements.push(Placement {
            source: number,
            page,
            at,
            scale,
            clip: *area,
        });
    }
}
