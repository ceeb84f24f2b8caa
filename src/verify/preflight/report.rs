//! The facts that preflight reports, and the report as text.

use serde::Serialize;

use crate::diagnostic::{Diagnostics, Severity, counted, serialize_json};
use crate::pdf::{Area, FontFacts};
use crate::verify::preflight::color::{BaseSpace, Inks};

/// The facts about a PDF and the problems with them.
#[derive(Debug, Clone, Serialize)]
pub struct PreflightReport {
    /// The name of the file in messages.
    pub name: String,
    /// Whether there are no errors and no warnings.
    pub clean: bool,
    /// The file as a whole.
    pub file: FileFacts,
    /// The pages.
    pub pages: Vec<PageFacts>,
    /// The problems.
    #[serde(serialize_with = "serialize_json")]
    pub problems: Diagnostics,
}

/// A file as a whole.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FileFacts {
    /// The PDF version in the header.
    pub version: String,
    /// Whether the file is encrypted, even without a password.
    pub encrypted: bool,
    /// The edition of PDF/X that the file claims to conform to, such as `PDF/X-1a:2003`.
    pub pdfx: Option<String>,
    /// The value of the `Trapped` key.
    pub trapped: Option<String>,
    /// Whether the file has an identifier.
    pub identified: bool,
    /// The title.
    pub title: Option<String>,
    /// The date of creation.
    pub created: Option<String>,
    /// The date of the last change.
    pub modified: Option<String>,
    /// The output intents.
    pub output_intents: Vec<OutputIntent>,
    /// Whether streams are compressed with LZW, which PDF/X forbids.
    pub has_lzw: bool,
    /// Scripts, actions, attached files, form fields and layers.
    pub active: Vec<String>,
}

/// An output intent: the printing condition that the colors are meant for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct OutputIntent {
    /// The standard that defines it, such as `GTS_PDFX`.
    pub subtype: String,
    /// The name of the printing condition.
    pub condition: Option<String>,
    /// The registry of the name.
    pub registry: Option<String>,
    /// The color space of the embedded ICC profile: `CMYK`, `RGB`, `GRAY`.
    pub profile: Option<String>,
}

impl OutputIntent {
    /// Returns whether the output intent is one of PDF/X.
    pub fn is_pdfx(&self) -> bool {
        self.subtype == "GTS_PDFX"
    }
}

/// A page.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PageFacts {
    /// The number, from 1.
    pub number: usize,
    /// The object number.
    pub object: i32,
    /// The media box.
    pub media: Area,
    /// The crop box.
    pub crop: Option<Area>,
    /// The bleed box.
    pub bleed: Option<Area>,
    /// The trim box.
    pub trim: Option<Area>,
    /// The art box.
    pub art: Option<Area>,
    /// Whether each box lies within the one around it.
    pub nested: bool,
    /// Whether black is the only ink.
    pub black_only: bool,
    /// What the page paints, by use and color.
    pub paints: Vec<Paint>,
    /// The most total ink of a solid color, in percent of process inks.
    pub most_ink: f64,
    /// The thinnest stroke.
    pub thinnest_stroke: Option<SmallestSize>,
    /// The smallest text in black alone.
    pub smallest_black_text: Option<SmallestSize>,
    /// The smallest text in other inks or left white.
    pub smallest_other_text: Option<SmallestSize>,
    /// What is transparent.
    pub transparency: Vec<Finding>,
    /// What only some devices can use: transfer functions, alternate images, `PostScript`, OPI.
    pub special: Vec<Finding>,
    /// The annotations.
    pub annotations: Vec<AnnotationFacts>,
    /// The images.
    pub images: Vec<ImageFacts>,
    /// The fonts.
    pub fonts: Vec<FontFacts>,
    /// The content that cannot be read.
    pub unreadable: Vec<Finding>,
    /// Whether some of it exceeds the limits, so that no reader should try.
    #[serde(skip)]
    pub is_harmful: bool,
}

/// What a color is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PaintUse {
    /// Text.
    Text,
    /// A filled path.
    Fill,
    /// A stroked path.
    Stroke,
    /// An image.
    Image,
    /// A gradient.
    Shading,
}

impl PaintUse {
    /// Returns the noun with its article.
    pub fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Returns the noun with its article, without it, and in the plural.
    fn names(self) -> [&'static str; 3] {
        match self {
            Self::Text => ["text", "text", "texts"],
            Self::Fill => ["a fill", "fill", "fills"],
            Self::Stroke => ["a stroke", "stroke", "strokes"],
            Self::Image => ["an image", "image", "images"],
            Self::Shading => ["a gradient", "gradient", "gradients"],
        }
    }
}

/// All paints of a page with the same use and color space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Paint {
    /// The use.
    pub used_for: PaintUse,
    /// The color space, such as `DeviceCMYK`, `ICCBased 3` or `Separation All`.
    pub space: String,
    /// The base of the color space.
    pub base: BaseSpace,
    /// The inks.
    pub inks: Inks,
    /// The number of paints.
    pub count: usize,
    /// The object number of the first paint.
    pub object: i32,
}

impl Paint {
    /// Returns the key by which paints are sorted in a report.
    pub(super) fn sort_key(&self) -> (PaintUse, &str, Inks) {
        (self.used_for, &self.space, self.inks)
    }

    /// Returns whether black is the only ink.
    pub(super) fn is_black(&self) -> bool {
        matches!(self.inks, Inks::None | Inks::Black)
    }

    /// Formats the paints: `3 texts in DeviceCMYK (black)`.
    fn text(&self) -> String {
        let [_, one, many] = self.used_for.names();
        let counted = counted(self.count, one, many);
        format!("{counted} in {}{}", self.space, self.inks.note())
    }
}

/// The smallest of several things.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SmallestSize {
    /// The size in pt.
    pub size: f64,
    /// The distance from the left in pt.
    pub x: f64,
    /// The distance from the bottom in pt.
    pub y: f64,
    /// The object number.
    pub object: i32,
}

/// A finding in an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// What was found.
    pub what: String,
    /// The object number.
    pub object: i32,
}

impl Finding {
    /// Creates a finding.
    pub(super) fn new(what: impl Into<String>, object: i32) -> Self {
        Self {
            what: what.into(),
            object,
        }
    }
}

/// An annotation: a link, a comment or a form field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnnotationFacts {
    /// The subtype, such as `Link`.
    pub subtype: String,
    /// The area.
    pub area: Area,
    /// Whether it overlaps the printed area.
    pub printed: bool,
    /// The object number.
    pub object: i32,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ImageFacts {
    /// The width in pixels.
    pub width: i64,
    /// The height in pixels.
    pub height: i64,
    /// The lower of the horizontal and vertical resolution, in pixels per inch.
    pub ppi: f64,
    /// The color space.
    pub space: String,
    /// The object number.
    pub object: i32,
}

impl PreflightReport {
    pub(super) fn new(
        name: &str,
        file: FileFacts,
        pages: Vec<PageFacts>,
        problems: Diagnostics,
    ) -> Self {
        let clean = problems
            .iter()
            .all(|problem| problem.severity == Severity::Note);
        Self {
            name: name.to_owned(),
            clean,
            file,
            pages,
            problems,
        }
    }

    /// Formats the facts: a line for the file, and one or more for each page.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.name, self.file.line());
        for page in &self.pages {
            text += &page.text();
        }
        text
    }
}

impl FileFacts {
    fn line(&self) -> String {
        let mut parts = vec![format!("PDF {}", self.version)];
        parts.extend(self.pdfx.clone());
        for intent in self.output_intents.iter().filter(|intent| intent.is_pdfx()) {
            let condition = intent.condition.as_deref();
            let condition = condition.unwrap_or("an unnamed condition");
            parts.push(match &intent.profile {
                Some(space) => format!("for {condition} with a {space} profile"),
                None => format!("for {condition}"),
            });
        }
        if self.encrypted {
            parts.push("encrypted".to_owned());
        }
        parts.extend(self.active.iter().cloned());
        parts.join(", ")
    }
}

impl PageFacts {
    fn text(&self) -> String {
        let paints: Vec<String> = self.paints.iter().map(Paint::text).collect();
        let paints = if paints.is_empty() {
            "nothing".to_owned()
        } else {
            paints.join(", ")
        };
        let black_only = if self.black_only { "black only: " } else { "" };
        let mut text = format!(
            "  page {}: {}\n    {black_only}{paints}\n",
            self.number,
            self.boxes_text()
        );
        let details = self.details();
        if !details.is_empty() {
            text += &format!("    {}\n", details.join(", "));
        }
        text
    }

    /// Formats the boxes: `media 615 × 862 pt, trim 595 × 842 pt`.
    fn boxes_text(&self) -> String {
        let boxes = [
            ("media", Some(self.media)),
            ("bleed", self.bleed),
            ("trim", self.trim),
            ("art", self.art),
        ];
        let mut parts = Vec::new();
        for (name, area) in boxes {
            if let Some(area) = area {
                let size = area.size();
                let (width, height) = (format_pt(size.width), format_pt(size.height));
                parts.push(format!("{name} {width} × {height} pt"));
            }
        }
        parts.join(", ")
    }

    /// Formats sizes, images, transparency and annotations.
    fn details(&self) -> Vec<String> {
        let mut details = Vec::new();
        let sizes = [
            ("thinnest stroke", self.thinnest_stroke),
            ("smallest text", self.smallest_black_text),
            ("smallest text in other inks", self.smallest_other_text),
        ];
        for (name, smallest) in sizes {
            if let Some(smallest) = smallest {
                details.push(format!("{name} {} pt", format_pt(smallest.size)));
            }
        }
        for image in &self.images {
            details.push(format!(
                "an image of {:.0} ppi in {}",
                image.ppi, image.space
            ));
        }
        let counts = [
            ("transparency", self.transparency.len()),
            ("annotations", self.annotations.len()),
        ];
        for (name, count) in counts {
            if count > 0 {
                details.push(format!("{name}: {count}"));
            }
        }
        details
    }
}

/// Formats a length with at most two decimal places.
pub fn format_pt(length: f64) -> String {
    let rounded = (length * 100.0).round() / 100.0;
    // Adding zero turns negative zero into zero.
    format!("{}", rounded + 0.0)
}

/// Rounds a number to three decimal places.
pub fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_zero_has_no_sign() {
        assert!(rounded(-0.0001).is_sign_positive());
        assert_eq!(format_pt(-0.001), "0");
        assert!((rounded(1.23456) - 1.235).abs() < 1e-9);
    }
}
