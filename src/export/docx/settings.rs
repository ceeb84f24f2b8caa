//! The settings of a document, its properties and the list of its fonts.

use crate::content::resume::{Date, Resume};
use crate::export::docx::fonts::{CODE, LATIN, ScriptFonts};
use crate::export::docx::xml::{WORD, Xml};

const CORE: &str = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties";
const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";
const DUBLIN_CORE_TERMS: &str = "http://purl.org/dc/terms/";
const SCHEMA_INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";
const APPLICATION: &str =
    "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties";
const WORD_URI: &str = "http://schemas.microsoft.com/office/word";

/// Returns the part of the title, the author and the like.
pub fn core_properties(resume: &Resume) -> Xml {
    let metadata = &resume.document;
    let mut xml = Xml::part();
    let namespaces = [
        ("xmlns:cp", CORE),
        ("xmlns:dc", DUBLIN_CORE),
        ("xmlns:dcterms", DUBLIN_CORE_TERMS),
        ("xmlns:xsi", SCHEMA_INSTANCE),
    ];
    xml.element("cp:coreProperties", &namespaces, |xml| {
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
    });
    xml
}

/// Returns the start of a date, since Word reads no date without a time.
fn timestamp(date: Date) -> String {
    let Date { year, month, day } = date;
    let (month, day) = (month.unwrap_or(1), day.unwrap_or(1));
    format!("{year:04}-{month:02}-{day:02}T00:00:00Z")
}

/// Returns the part that names the program.
pub fn application_properties() -> Xml {
    let mut xml = Xml::part();
    xml.element("Properties", &[("xmlns", APPLICATION)], |xml| {
        xml.text_element("Application", &[], "cvpress");
    });
    xml
}

/// Returns the settings.
pub fn settings(languages: &ScriptFonts) -> Xml {
    let mut xml = Xml::part();
    xml.element("w:settings", &[("xmlns:w", WORD)], |xml| {
        xml.value("w:defaultTabStop", "708");
        xml.value("w:characterSpacingControl", "doNotCompress");
        xml.element("w:compat", &[], |xml| {
            for (name, value) in [
                ("compatibilityMode", "15"),
                ("overrideTableStyleFontSizeAndJustification", "1"),
                ("enableOpenTypeFeatures", "1"),
                ("doNotFlipMirrorIndents", "1"),
                ("differentiateMultirowTableHeaders", "1"),
            ] {
                let attributes = [("w:name", name), ("w:uri", WORD_URI), ("w:val", value)];
                xml.empty("w:compatSetting", &attributes);
            }
        });
        xml.empty(
            "w:themeFontLang",
            &[
                ("w:val", &languages.latin),
                ("w:eastAsia", &languages.east_asian),
                ("w:bidi", &languages.complex),
            ],
        );
        write_color_mapping(xml);
    });
    xml
}

fn write_color_mapping(xml: &mut Xml) {
    xml.empty(
        "w:clrSchemeMapping",
        &[
            ("w:bg1", "light1"),
            ("w:t1", "dark1"),
            ("w:bg2", "light2"),
            ("w:t2", "dark2"),
            ("w:accent1", "accent1"),
            ("w:accent2", "accent2"),
            ("w:accent3", "accent3"),
            ("w:accent4", "accent4"),
            ("w:accent5", "accent5"),
            ("w:accent6", "accent6"),
            ("w:hyperlink", "hyperlink"),
            ("w:followedHyperlink", "followedHyperlink"),
        ],
    );
}

/// Returns the list of fonts, with what replaces each where it is missing.
pub fn font_table(languages: &ScriptFonts) -> Xml {
    let mut xml = Xml::part();
    xml.element("w:fonts", &[("xmlns:w", WORD)], |xml| {
        write_font(xml, LATIN, Some("Carlito"), "swiss", "variable");
        write_font(xml, languages.east_asian_font, None, "swiss", "variable");
        write_font(xml, languages.complex_font, None, "swiss", "variable");
        write_font(xml, CODE, Some("Courier New"), "modern", "fixed");
    });
    xml
}

fn write_font(xml: &mut Xml, name: &str, other: Option<&str>, family: &str, pitch: &str) {
    xml.element("w:font", &[("w:name", name)], |xml| {
        if let Some(other) = other {
            xml.value("w:altName", other);
        }
        xml.value("w:family", family);
        xml.value("w:pitch", pitch);
    });
}
