//! The page of a document, in twentieths of a point.

use crate::content::Locale;
use crate::export::docx::xml::Xml;

/// The margins at the sides: 2 cm.
const SIDE: u32 = 1134;
/// The margins at top and bottom: 1.8 cm.
const TOP: u32 = 1021;
/// The distance of headers and footers from the edge.
const EDGE: u32 = 567;

/// The page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    width: u32,
    height: u32,
}

impl Page {
    /// Returns the page of the paper that a region uses.
    pub fn of(locale: &Locale) -> Self {
        if locale.is_of_letter_paper() {
            Self {
                width: 12_240,
                height: 15_840,
            }
        } else {
            Self {
                width: 11_906,
                height: 16_838,
            }
        }
    }

    /// Returns the width of the text.
    pub fn text_width(self) -> u32 {
        self.width - 2 * SIDE
    }

    /// Writes the properties of size and margins.
    pub fn write(self, xml: &mut Xml) {
        let [width, height, side, top, edge] =
            [self.width, self.height, SIDE, TOP, EDGE].map(|length| length.to_string());
        xml.empty("w:pgSz", &[("w:w", &width), ("w:h", &height)]);
        xml.empty(
            "w:pgMar",
            &[
                ("w:top", &top),
                ("w:right", &side),
                ("w:bottom", &top),
                ("w:left", &side),
                ("w:header", &edge),
                ("w:footer", &edge),
                ("w:gutter", "0"),
            ],
        );
    }
}
