//! The theme: the fonts and colors that Word offers to change for a whole document.

use crate::export::docx::fonts::{LATIN, ScriptFonts};
use crate::export::docx::xml::{Attribute, Xml};

const NAMESPACE: &str = "http://schemas.openxmlformats.org/drawingml/2006/main";

/// The color of headings.
pub const ACCENT: &str = "1F3864";
/// The color of links.
pub const LINK: &str = "1F4E9E";

/// The colors of the theme in their order, without those for text and background.
const COLORS: [(&str, &str); 10] = [
    ("a:dk2", ACCENT),
    ("a:lt2", "E7E6E6"),
    ("a:accent1", "2F5496"),
    ("a:accent2", "7F6000"),
    ("a:accent3", "5B6770"),
    ("a:accent4", "8C4A2F"),
    ("a:accent5", "3B6E4C"),
    ("a:accent6", "6A4C8C"),
    ("a:hlink", LINK),
    ("a:folHlink", "5C4B8A"),
];

/// Returns the part.
pub fn theme(languages: &ScriptFonts) -> Xml {
    let mut xml = Xml::part();
    let attributes = [("xmlns:a", NAMESPACE), ("name", "CV")];
    xml.element("a:theme", &attributes, |xml| {
        xml.element("a:themeElements", &[], |xml| {
            write_colors(xml);
            xml.element("a:fontScheme", &[("name", "CV")], |xml| {
                write_fonts(xml, "a:majorFont", languages);
                write_fonts(xml, "a:minorFont", languages);
            });
            write_formats(xml);
        });
    });
    xml
}

fn write_colors(xml: &mut Xml) {
    xml.element("a:clrScheme", &[("name", "CV")], |xml| {
        for (name, system, color) in [
            ("a:dk1", "windowText", "000000"),
            ("a:lt1", "window", "FFFFFF"),
        ] {
            xml.element(name, &[], |xml| {
                xml.empty("a:sysClr", &[("val", system), ("lastClr", color)]);
            });
        }
        for (name, color) in COLORS {
            xml.element(name, &[], |xml| xml.empty("a:srgbClr", &[("val", color)]));
        }
    });
}

fn write_fonts(xml: &mut Xml, name: &str, languages: &ScriptFonts) {
    xml.element(name, &[], |xml| {
        xml.empty("a:latin", &[("typeface", LATIN)]);
        xml.empty("a:ea", &[("typeface", languages.east_asian_font)]);
        xml.empty("a:cs", &[("typeface", languages.complex_font)]);
    });
}

/// Writes the fills, lines and effects of drawings, of which the standard wants three each.
fn write_formats(xml: &mut Xml) {
    xml.element("a:fmtScheme", &[("name", "CV")], |xml| {
        xml.element("a:fillStyleLst", &[], |xml| write_three(xml, write_fill));
        xml.element("a:lnStyleLst", &[], |xml| write_three(xml, write_line));
        xml.element("a:effectStyleLst", &[], |xml| {
            write_three(xml, write_effect);
        });
        xml.element("a:bgFillStyleLst", &[], |xml| write_three(xml, write_fill));
    });
}

fn write_three(xml: &mut Xml, write: fn(&mut Xml)) {
    for _ in 0..3 {
        write(xml);
    }
}

fn write_fill(xml: &mut Xml) {
    xml.element("a:solidFill", &[], |xml| {
        xml.empty("a:schemeClr", &[("val", "phClr")]);
    });
}

fn write_line(xml: &mut Xml) {
    let attributes: [Attribute; 1] = [("w", "6350")];
    xml.element("a:ln", &attributes, write_fill);
}

fn write_effect(xml: &mut Xml) {
    xml.element("a:effectStyle", &[], |xml| xml.empty("a:effectLst", &[]));
}
