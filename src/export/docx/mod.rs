//! Exports a CV or a letter as a Word document: one column of paragraphs with styles, lists, links and
//! tables, as forms and recruiters' systems read them.
//!
//! The order of the texts is that of `export::outline`. Uses `diagnostic`, `content` and `typeset`.

mod address;
mod blocks;
mod direction;
mod entries;
mod fonts;
mod head;
mod look;
mod numbering;
mod package;
mod paragraph;
mod parts;
mod pictures;
mod piece;
mod style;
mod styles;
mod writer;
mod xml;

use crate::content::{DateFormat, Resume};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::docx::fonts::ScriptFonts;
use crate::export::docx::numbering::Lists;
use crate::export::docx::package::{Relationships, archive};
use crate::export::docx::parts::{Page, parts};
use crate::export::docx::pictures::Pictures;
use crate::export::docx::style::Style;
use crate::export::docx::writer::DocxWriter;
use crate::export::docx::xml::Xml;
use crate::export::outline::outline;
use crate::typeset::Image;

/// Exports the content as a Word document. The same content gives the same bytes.
///
/// # Errors
/// An image cannot be read.
pub fn docx(resume: &Resume, dates: DateFormat, images: &[Image]) -> Result<Vec<u8>, Diagnostics> {
    let outline = outline(resume, dates);
    let languages = ScriptFonts::of(resume);
    let page = Page::of(&resume.locale);
    let mut writer = DocxWriter {
        xml: Xml::default(),
        relationships: Relationships::default(),
        lists: Lists::default(),
        pictures: Pictures::new(images),
        languages: &languages,
        direction: resume.direction,
        separators: &resume.separators,
        text_width: page.text_width(),
    };
    for image in &resume.images {
        writer
            .pictures
            .add(&image.name, &mut writer.relationships)?;
    }
    writer.head(&outline)?;
    for section in &outline.sections {
        writer.section(section)?;
    }
    if let Some(signature) = &resume.signature {
        writer.signature(signature, &outline)?;
    }
    if let Some(letter) = &resume.letter {
        writer.letter(letter, &outline)?;
    }
    if let Some(footer) = &resume.footer {
        writer.text(Style::SmallPrint, footer);
    }
    archive(&parts(resume, writer, page)).map_err(|error| {
        let message = format!("cannot make the Word document: {error}");
        Diagnostic::error(rule::UNWRITABLE_FILE, message).into()
    })
}
