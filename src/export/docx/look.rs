//! How a run of text looks.

use crate::export::docx::styles::CharacterStyle;
use crate::export::docx::xml::Xml;

/// How a run of text looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Look {
    /// Whether it is bold.
    pub strong: bool,
    /// Whether it is italic.
    pub emph: bool,
    /// Whether it is struck out.
    pub strike: bool,
    /// The position above or below the line.
    pub raised: Option<Raised>,
    /// The style of its characters.
    pub style: Option<CharacterStyle>,
}

impl Look {
    /// Bold text.
    pub const STRONG: Self = Self {
        strong: true,
        ..Self::PLAIN
    };
    /// Italic text.
    pub const EMPH: Self = Self {
        emph: true,
        ..Self::PLAIN
    };
    /// Text as its paragraph has it.
    pub const PLAIN: Self = Self {
        strong: false,
        emph: false,
        strike: false,
        raised: None,
        style: None,
    };
}

/// A position of small text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Raised {
    /// Superscript.
    Super,
    /// Subscript.
    Sub,
}

impl Look {
    /// Writes the properties, in the order of the schema.
    pub fn write(self, xml: &mut Xml, is_rtl: bool) {
        if let Some(style) = self.style {
            xml.value("w:rStyle", style.id());
        }
        if self.strong {
            xml.empty("w:b", &[]);
            xml.empty("w:bCs", &[]);
        }
        if self.emph {
            xml.empty("w:i", &[]);
            xml.empty("w:iCs", &[]);
        }
        if self.strike {
            xml.empty("w:strike", &[]);
        }
        if let Some(raised) = self.raised {
            let position = match raised {
                Raised::Super => "superscript",
                Raised::Sub => "subscript",
            };
            xml.value("w:vertAlign", position);
        }
        if is_rtl {
            xml.empty("w:rtl", &[]);
        }
    }
}
