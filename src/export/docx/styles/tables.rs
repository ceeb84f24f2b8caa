//! The styles of tables.

use crate::export::docx::xml::Xml;

/// Writes the styles of tables.
pub fn write_table_styles(xml: &mut Xml) {
    let normal = [
        ("w:type", "table"),
        ("w:default", "1"),
        ("w:styleId", "TableNormal"),
    ];
    xml.element("w:style", &normal, |xml| {
        xml.value("w:name", "Normal Table");
        xml.value("w:uiPriority", "99");
        xml.empty("w:semiHidden", &[]);
        xml.element("w:tblPr", &[], |xml| {
            xml.empty("w:tblInd", &[("w:w", "0"), ("w:type", "dxa")]);
            xml.element("w:tblCellMar", &[], |xml| {
                for (side, width) in [
                    ("w:top", "0"),
                    ("w:left", "108"),
                    ("w:bottom", "0"),
                    ("w:right", "108"),
                ] {
                    xml.empty(side, &[("w:w", width), ("w:type", "dxa")]);
                }
            });
        });
    });
    let grid = [("w:type", "table"), ("w:styleId", "TableGrid")];
    xml.element("w:style", &grid, |xml| {
        xml.value("w:name", "Table Grid");
        xml.value("w:basedOn", "TableNormal");
        xml.element("w:tblPr", &[], |xml| {
            xml.element("w:tblBorders", &[], |xml| {
                for side in ["top", "left", "bottom", "right", "insideH", "insideV"] {
                    let attributes = [
                        ("w:val", "single"),
                        ("w:sz", "4"),
                        ("w:space", "0"),
                        ("w:color", "BFBFBF"),
                    ];
                    xml.empty(&format!("w:{side}"), &attributes);
                }
            });
        });
    });
}
