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
mod page;
mod paragraph;
mod pictures;
mod piece;
mod settings;
mod styles;
mod theme;
mod writer;
mod xml;

use crate::content::resume::Direction;
use crate::content::{DateFormat, Resume};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::docx::fonts::ScriptFonts;
use crate::export::docx::look::Look;
use crate::export::docx::numbering::Lists;
use crate::export::docx::package::{PackagePart, Relationships, archive};
use crate::export::docx::page::Page;
use crate::export::docx::paragraph::Paragraph;
use crate::export::docx::pictures::Pictures;
use crate::export::docx::piece::ParagraphContext;
use crate::export::docx::settings::{
    application_properties, core_properties, font_table, settings,
};
use crate::export::docx::styles::{Style, styles};
use crate::export::docx::theme::theme;
use crate::export::docx::writer::DocxWriter;
use crate::export::docx::xml::{REFERENCES, WORD, Xml};
use crate::export::outline::outline;
use crate::typeset::Image;

/// The types of the parts that have no other.
const DOCUMENT_TYPE: &str =
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const CORE_TYPE: &str = "application/vnd.openxmlformats-package.core-properties+xml";
const APPLICATION_TYPE: &str =
    "application/vnd.openxmlformats-officedocument.extended-properties+xml";
/// The type of the relationship of the title, the author and the like.
const CORE_PROPERTIES: &str =
    "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";

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
    let name = resume.person.name.as_deref().unwrap_or_default();
    let parts = parts(resume, writer, page, name);
    archive(&parts).map_err(|error| {
        let message = format!("cannot make the Word document: {error}");
        Diagnostic::error(rule::UNWRITABLE_FILE, message).into()
    })
}

/// Returns the parts of a document whose body is written.
fn parts(resume: &Resume, mut writer: DocxWriter, page: Page, name: &str) -> Vec<PackagePart> {
    let languages = writer.languages;
    let direction = writer.direction;
    let footer_xml = footer(&writer, name);
    let mut kept = Vec::new();
    for (kind, file, xml) in [
        ("styles", "styles.xml", styles(languages, direction, page)),
        ("numbering", "numbering.xml", writer.lists.xml(direction)),
        ("settings", "settings.xml", settings(languages)),
        ("fontTable", "fontTable.xml", font_table(languages)),
        ("theme", "theme/theme1.xml", theme(languages)),
    ] {
        writer.relationships.part(kind, file);
        kept.push(PackagePart::xml(
            &format!("word/{file}"),
            content_type(kind),
            xml,
        ));
    }
    let footer_id = writer.relationships.part("footer", "footer1.xml");
    kept.push(PackagePart::xml(
        "word/footer1.xml",
        content_type("footer"),
        footer_xml,
    ));
    let body = document(&writer.xml, page, &footer_id, direction);
    let mut parts = vec![
        PackagePart::plain("_rels/.rels", package_relationships().xml()),
        PackagePart::xml("docProps/core.xml", CORE_TYPE, core_properties(resume)),
        PackagePart::xml(
            "docProps/app.xml",
            APPLICATION_TYPE,
            application_properties(),
        ),
        PackagePart::xml("word/document.xml", DOCUMENT_TYPE, body),
        PackagePart::plain("word/_rels/document.xml.rels", writer.relationships.xml()),
    ];
    parts.extend(kept);
    parts.extend(writer.pictures.into_parts());
    parts
}

/// Returns the type of a part that a relationship of the document names.
fn content_type(kind: &str) -> &'static str {
    match kind {
        "styles" => "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml",
        "numbering" => {
            "application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"
        }
        "settings" => "application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml",
        "fontTable" => {
            "application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml"
        }
        "theme" => "application/vnd.openxmlformats-officedocument.theme+xml",
        _ => "application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml",
    }
}

fn package_relationships() -> Relationships {
    let mut relationships = Relationships::default();
    relationships.part("officeDocument", "word/document.xml");
    relationships.part_of_type(CORE_PROPERTIES, "docProps/core.xml");
    relationships.part("extended-properties", "docProps/app.xml");
    relationships
}

/// Returns the part of the body.
fn document(body: &Xml, page: Page, footer: &str, direction: Direction) -> Xml {
    let mut xml = Xml::part();
    let namespaces = [("xmlns:w", WORD), ("xmlns:r", REFERENCES)];
    xml.element("w:document", &namespaces, |xml| {
        xml.element("w:body", &[], |xml| {
            xml.append(body);
            xml.element("w:sectPr", &[], |xml| {
                let reference = [("w:type", "default"), ("r:id", footer)];
                xml.empty("w:footerReference", &reference);
                page.write(xml);
                // The first page has no footer.
                xml.empty("w:titlePg", &[]);
                if direction == Direction::Rtl {
                    xml.empty("w:bidi", &[]);
                }
            });
        });
    });
    xml
}

/// Returns the foot of the pages after the first: the name and the number of the page.
fn footer(writer: &DocxWriter, name: &str) -> Xml {
    let mut paragraph = Paragraph::new(Style::Footer);
    if !name.is_empty() {
        paragraph.add_text(name, Look::PLAIN, None);
        paragraph.isolate_from(0, writer.direction);
        paragraph.add_text(" \u{b7} ", Look::PLAIN, None);
    }
    paragraph.add_page_number();
    let mut context = ParagraphContext {
        direction: writer.direction,
        languages: writer.languages,
        relationships: &mut Relationships::default(),
    };
    let mut xml = Xml::part();
    let namespaces = [("xmlns:w", WORD), ("xmlns:r", REFERENCES)];
    xml.element("w:ftr", &namespaces, |xml| {
        paragraph.write(xml, &mut context);
    });
    xml
}
