//! The parts of the package. What they have in every document is XML in this folder.

use crate::content::Locale;
use crate::content::resume::{Date, Direction, Resume};
use crate::export::docx::look::Look;
use crate::export::docx::package::{PackagePart, Relationships};
use crate::export::docx::paragraph::Paragraph;
use crate::export::docx::piece::ParagraphContext;
use crate::export::docx::style::Style;
use crate::export::docx::styles::paragraph_styles;
use crate::export::docx::writer::DocxWriter;
use crate::export::docx::xml::{NamedText, Xml};

/// The margins at the sides, in twentieths of a point: 2 cm.
const SIDE: usize = 1134;

/// The size of the page, in twentieths of a point.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    width: usize,
    height: usize,
}

impl Page {
    /// Returns the page of the paper that a region uses.
    pub fn of(locale: &Locale) -> Self {
        let [width, height] = if locale.is_of_letter_paper() {
            [12_240, 15_840]
        } else {
            [11_906, 16_838]
        };
        Self { width, height }
    }

    /// Returns the width of the text.
    pub fn text_width(self) -> usize {
        self.width - 2 * SIDE
    }
}

/// Returns the parts of a document whose body is written.
pub fn parts(resume: &Resume, mut writer: DocxWriter, page: Page) -> Vec<PackagePart> {
    let direction = writer.direction;
    let texts = writer.languages.texts();
    let filled = |source: &str| part(source, &texts, &[]);
    let paragraphs = paragraph_styles(direction, page.text_width());
    let styles = include_str!("styles.xml");
    let of_document = [
        (
            "styles",
            "styles.xml",
            part(styles, &texts, &[("paragraphs", &paragraphs)]),
        ),
        ("numbering", "numbering.xml", writer.lists.xml(direction)),
        (
            "settings",
            "settings.xml",
            filled(include_str!("settings.xml")),
        ),
        (
            "fontTable",
            "fontTable.xml",
            filled(include_str!("font_table.xml")),
        ),
        (
            "theme",
            "theme/theme1.xml",
            filled(include_str!("theme.xml")),
        ),
        ("footer", "footer1.xml", footer(resume, &writer)),
    ];
    let mut others = Vec::new();
    let mut footer = String::new();
    for (kind, file, xml) in of_document {
        footer = writer.relationships.part(kind, file);
        others.push(PackagePart::new(&format!("word/{file}"), xml));
    }
    let document = document(&writer.xml, page, &footer, direction);
    let mut parts = vec![
        PackagePart::new(
            "[Content_Types].xml",
            filled(include_str!("content_types.xml")),
        ),
        PackagePart::new("_rels/.rels", filled(include_str!("package.rels"))),
        PackagePart::new("docProps/core.xml", core_properties(resume)),
        PackagePart::new("docProps/app.xml", filled(include_str!("app.xml"))),
        PackagePart::new("word/document.xml", document),
        PackagePart::new("word/_rels/document.xml.rels", writer.relationships.xml()),
    ];
    parts.extend(others);
    parts.extend(writer.pictures.into_parts());
    parts
}

fn part(source: &str, texts: &[NamedText], parts: &[(&str, &Xml)]) -> Xml {
    let mut xml = Xml::part();
    xml.fill(source, texts, parts);
    xml
}

/// Returns the part of the body.
fn document(body: &Xml, page: Page, footer: &str, direction: Direction) -> Xml {
    let mut bidi = Xml::default();
    bidi.toggle("w:bidi", (direction == Direction::Rtl).then_some(true));
    let texts: [NamedText; 4] = [
        ("footer", &footer),
        ("width", &page.width),
        ("height", &page.height),
        ("side", &SIDE),
    ];
    let parts = [("body", body), ("direction", &bidi)];
    part(include_str!("document.xml"), &texts, &parts)
}

/// Returns the foot of the pages after the first: the name and the number of the page.
fn footer(resume: &Resume, writer: &DocxWriter) -> Xml {
    let mut paragraph = Paragraph::new(Style::Footer);
    if let Some(name) = resume
        .person
        .name
        .as_deref()
        .filter(|name| !name.is_empty())
    {
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
    let mut xml = Xml::default();
    paragraph.write(&mut xml, &mut context);
    part(include_str!("footer.xml"), &[], &[("paragraph", &xml)])
}

/// Returns the part of the title, the author and the like.
fn core_properties(resume: &Resume) -> Xml {
    let metadata = &resume.document;
    let mut xml = Xml::default();
    xml.text_element("dc:title", &[], &metadata.title);
    if let Some(subject) = &metadata.subject {
        xml.text_element("dc:subject", &[], subject);
    }
    if let Some(author) = &metadata.author {
        xml.text_element("dc:creator", &[], author);
    }
    if !metadata.keywords.is_empty() {
        xml.text_element("cp:keywords", &[], &metadata.keywords.join(", "));
    }
    xml.text_element("dc:language", &[], &resume.locale.regional_tag());
    if let Some(date) = metadata.date {
        let date = timestamp(date);
        for name in ["dcterms:created", "dcterms:modified"] {
            xml.text_element(name, &[("xsi:type", "dcterms:W3CDTF")], &date);
        }
    }
    part(include_str!("core.xml"), &[], &[("properties", &xml)])
}

/// Returns the start of a date, since Word reads no date without a time.
fn timestamp(date: Date) -> String {
    let Date { year, month, day } = date;
    let (month, day) = (month.unwrap_or(1), day.unwrap_or(1));
    format!("{year:04}-{month:02}-{day:02}T00:00:00Z")
}
