//! Texts on sheets: slug lines, captions and separator sheets. Typst sets them, so that they use
//! subsets of built-in fonts and black alone.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export;
use crate::pdf::{Area, Point};
use crate::press::imposition::sheet::{Placement, Sheet};
use crate::press::imposition::source::SourceDocument;
use crate::typeset::{self, Engine};

/// The template of the captions.
const TEMPLATE: &str = "press/captions.typ";

/// The path of the data that the template reads.
const DATA: &str = "/captions.json";

/// A text and its place on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Caption {
    /// The index of the sheet.
    pub sheet: usize,
    /// The area that the text must fit into.
    pub area: Area,
    /// The text.
    pub text: CaptionText,
}

/// The text of a caption.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CaptionText {
    /// A slug line, which identifies a sheet for the print shop.
    Slug {
        /// The line.
        text: String,
    },
    /// The title of a contact sheet.
    Title {
        /// The line.
        text: String,
    },
    /// The caption of a page on a contact sheet.
    Caption {
        /// The name of the layout or document.
        title: String,
        /// The page count.
        pages: String,
        /// A description.
        text: String,
        /// The available width in pt.
        width: f64,
    },
    /// A separator sheet before a document.
    Separator {
        /// The title of the document.
        title: String,
        /// The name of the profile or file.
        name: String,
        /// Layout, date and position.
        details: Vec<String>,
        /// The width of the sheet in pt.
        width: f64,
        /// The height of the sheet in pt.
        height: f64,
    },
}

/// Typesets captions: one page for each, as large as its text.
///
/// # Errors
/// The template fails, which only a bug causes.
pub fn typeset(captions: &[Caption], engine: &Engine) -> Result<SourceDocument, Diagnostics> {
    let texts: Vec<&CaptionText> = captions.iter().map(|caption| &caption.text).collect();
    let data = serde_json::to_vec(&texts)
        .map_err(|error| internal_error(&format!("cannot serialize captions: {error}")))?;
    let document = typeset::compose(TEMPLATE, vec![(DATA.to_owned(), data)], engine)?;
    let bytes = export::sheet_pdf(&document, "captions")?;
    let source = SourceDocument::read(&bytes, "captions")?;
    if source.pages.len() != captions.len() {
        return Err(internal_error("a caption does not fit on one page").into());
    }
    Ok(source)
}

fn internal_error(message: &str) -> Diagnostic {
    Diagnostic::error(rule::INTERNAL, message)
}

/// Places typeset captions on their sheets and scales down those that are too large. `source` is
/// the index of the source with the captions.
pub fn place(captions: &[Caption], typeset: &SourceDocument, source: usize, sheets: &mut [Sheet]) {
    for (index, (caption, page)) in captions.iter().zip(&typeset.pages).enumerate() {
        let Some(sheet) = sheets.get_mut(caption.sheet) else {
            continue;
        };
        let area = caption.area;
        let scale = area.size().scale_for(page.trim).min(1.0);
        let height = page.trim.height * scale;
        let y = match caption.text {
            CaptionText::Slug { .. } => f64::midpoint(area.bottom, area.top) - height / 2.0,
            _ => area.top - height,
        };
        sheet.placements.push(Placement {
            source,
            page: index,
            at: Point { x: area.left, y },
            scale,
            clip: area,
        });
    }
}
