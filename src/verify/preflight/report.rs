//! What was found in a PDF: types, and how they are written for people.

use serde::Serialize;

use crate::diagnostic::{Diagnostics, Severity, serialize_json};
use crate::verify::preflight::color::{BaseSpace, Inks};

/// What was found in a PDF, and what is wrong with that.
#[derive(Debug, Clone, Serialize)]
pub struct PreflightReport {
    /// What messages call it.
    pub name: String,
    /// Whether nothing is wrong with it: there are no errors and no warnings.
    pub clean: bool,
    /// The file as a whole.
    pub file: FileFacts,
    /// Its pages.
    pub pages: Vec<PageFacts>,
    /// What is wrong.
    #[serde(serialize_with = "serialize_json")]
    pub faults: Diagnostics,
}

/// The file as a whole.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FileFacts {
    /// The version that its first line names.
    pub version: String,
    /// Whether it is encrypted, be it without a password.
    pub encrypted: bool,
    /// The edition of PDF/X that it says it keeps, such as `PDF/X-1a:2003`.
    pub pdfx: Option<String>,
    /// Whether it says that it is trapped, or that it is not.
    pub trapped: Option<String>,
    /// Whether it has an identifier.
    pub identified: bool,
    /// Its title.
    pub title: Option<String>,
    /// When it was made.
    pub created: Option<String>,
    /// When it was changed.
    pub modified: Option<String>,
    /// What it is meant to be printed on.
    pub output_intents: Vec<OutputIntent>,
    /// Scripts, actions, attached files, forms and layers.
    pub active: Vec<String>,
}

/// What a file is meant to be printed on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct OutputIntent {
    /// Which standard it is for, such as `GTS_PDFX`.
    pub subtype: String,
    /// The name of the printing condition.
    pub condition: Option<String>,
    /// Who keeps the register in which the name stands.
    pub registry: Option<String>,
    /// The colour space of the profile that the file brings along, as that says: `CMYK`, `RGB`,
    /// `GRAY`.
    pub profile: Option<String>,
}

/// A page.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PageFacts {
    /// Its number, from 1.
    pub number: usize,
    /// The object that it is.
    pub object: i32,
    /// The sheet.
    pub media: Area,
    /// What is shown of it on a screen.
    pub crop: Option<Area>,
    /// Up to where it is printed.
    pub bleed: Option<Area>,
    /// Where it is cut.
    pub trim: Option<Area>,
    /// What matters on it.
    pub art: Option<Area>,
    /// Whether each of these lies in the one around it.
    pub nested: bool,
    /// Whether black is the only ink.
    pub black_only: bool,
    /// What is painted, by what it is and in which colours.
    pub paints: Vec<Paint>,
    /// The most ink in one place, in percent: of solid colours in process inks.
    pub most_ink: f64,
    /// The thinnest line.
    pub thinnest_stroke: Option<SmallestSize>,
    /// The smallest text in black alone.
    pub smallest_black_text: Option<SmallestSize>,
    /// The smallest text in other inks, or left white.
    pub smallest_other_text: Option<SmallestSize>,
    /// What shines through.
    pub transparency: Vec<Finding>,
    /// What stands on the page for a screen.
    pub annotations: Vec<AnnotationFacts>,
    /// Images.
    pub images: Vec<ImageFacts>,
    /// The fonts of its text.
    pub fonts: Vec<FontFacts>,
    /// Whether some of what it draws cannot be read.
    pub unreadable: Vec<Finding>,
}

/// A rectangle in pt from the origin of the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Area {
    /// Left edge.
    pub left: f64,
    /// Lower edge.
    pub bottom: f64,
    /// Right edge.
    pub right: f64,
    /// Upper edge.
    pub top: f64,
}

impl Area {
    /// How much rounding there may be in a box, in pt.
    pub const TOLERANCE: f64 = 0.01;

    /// Whether it lies in another.
    pub fn is_in(&self, other: &Self) -> bool {
        self.least_margin_in(other) >= -Self::TOLERANCE
    }

    /// How far it stays from the nearest edge of another around it.
    pub fn least_margin_in(&self, other: &Self) -> f64 {
        let margins = [
            self.left - other.left,
            self.bottom - other.bottom,
            other.right - self.right,
            other.top - self.top,
        ];
        margins.into_iter().fold(f64::INFINITY, f64::min)
    }

    /// Whether the two share some room.
    pub fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.bottom < other.top
            && other.bottom < self.top
    }

    /// `595.28 × 841.89 pt`
    fn dimensions(&self) -> String {
        format!(
            "{} × {} pt",
            shown(self.right - self.left),
            shown(self.top - self.bottom)
        )
    }
}

/// What a colour is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PaintUse {
    /// Letters.
    Text,
    /// Areas.
    Fill,
    /// Lines.
    Stroke,
    /// Pictures.
    Image,
    /// Gradients.
    Shading,
}

impl PaintUse {
    /// What messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Fill => "a fill",
            Self::Stroke => "a stroke",
            Self::Image => "an image",
            Self::Shading => "a gradient",
        }
    }

    /// What so many of them are called.
    fn counted(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::Text, 1) => "text",
            (Self::Text, _) => "texts",
            (Self::Fill, 1) => "fill",
            (Self::Fill, _) => "fills",
            (Self::Stroke, 1) => "stroke",
            (Self::Stroke, _) => "strokes",
            (Self::Image, 1) => "image",
            (Self::Image, _) => "images",
            (Self::Shading, 1) => "gradient",
            (Self::Shading, _) => "gradients",
        }
    }
}

/// Things of one sort, painted in one colour space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Paint {
    /// What they are.
    pub used_for: PaintUse,
    /// The colour space, such as `DeviceCMYK`, `ICCBased 3` or `Separation All`.
    pub space: String,
    /// What it comes down to.
    pub base: BaseSpace,
    /// The inks that it takes.
    pub inks: Inks,
    /// How many of them there are.
    pub count: usize,
    /// The first object that holds one.
    pub object: i32,
}

/// The smallest of something.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SmallestSize {
    /// Its size in pt.
    pub size: f64,
    /// Where it is, in pt from the left.
    pub x: f64,
    /// Where it is, in pt from below.
    pub y: f64,
    /// The object that holds it.
    pub object: i32,
}

/// Something, and the object that it is or stands in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// What it is.
    pub what: String,
    /// The object.
    pub object: i32,
}

/// What stands on a page for a screen: a link, a note, a field of a form.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnnotationFacts {
    /// Which sort, such as `Link`.
    pub subtype: String,
    /// Where.
    pub area: Area,
    /// Whether it reaches into what is printed.
    pub printed: bool,
    /// The object that it is.
    pub object: i32,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ImageFacts {
    /// Pixels from left to right.
    pub width: i64,
    /// Pixels from top to bottom.
    pub height: i64,
    /// How many of them an inch of the page has, where it has the fewest.
    pub ppi: f64,
    /// Its colour space.
    pub space: String,
    /// The object that it is.
    pub object: i32,
}

/// A font.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FontFacts {
    /// Its PostScript name, without the mark of a subset.
    pub name: String,
    /// Whether the file brings it along.
    pub embedded: bool,
    /// Whether it has the glyphs that are used alone.
    pub subset: bool,
    /// Whether it says which characters its glyphs stand for.
    pub mapped: bool,
    /// The object that it is.
    pub object: i32,
}

impl PreflightReport {
    pub(super) fn new(
        name: &str,
        file: FileFacts,
        pages: Vec<PageFacts>,
        faults: Diagnostics,
    ) -> Self {
        let clean = faults.iter().all(|fault| fault.severity == Severity::Note);
        Self {
            name: name.to_owned(),
            clean,
            file,
            pages,
            faults,
        }
    }

    /// What was found, for people: a line for the file, and one or more for each page.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.name, self.file.line());
        self.pages.iter().for_each(|page| text += &page.text());
        text
    }
}

impl FileFacts {
    fn line(&self) -> String {
        let mut parts = vec![format!("PDF {}", self.version)];
        parts.extend(self.pdfx.clone());
        for intent in self
            .output_intents
            .iter()
            .filter(|intent| intent.subtype == "GTS_PDFX")
        {
            let condition = intent
                .condition
                .as_deref()
                .unwrap_or("an unnamed condition");
            let profile = intent
                .profile
                .as_ref()
                .map_or_else(String::new, |space| format!(" with a profile in {space}"));
            parts.push(format!("for {condition}{profile}"));
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
        let mut boxes = vec![format!("media {}", self.media.dimensions())];
        let named = [
            ("bleed", self.bleed),
            ("trim", self.trim),
            ("art", self.art),
        ];
        boxes.extend(
            named
                .iter()
                .filter_map(|(name, area)| Some(format!("{name} {}", area.as_ref()?.dimensions()))),
        );
        let mut lines = vec![format!("  page {}: {}", self.number, boxes.join(", "))];
        let paints = self.paints.iter().map(|paint| {
            let Paint {
                used_for,
                space,
                inks,
                count,
                ..
            } = paint;
            format!(
                "{count} {} in {space}{}",
                used_for.counted(*count),
                inks.note()
            )
        });
        let paints: Vec<String> = paints.collect();
        let black = if self.black_only { "black only: " } else { "" };
        lines.push(format!(
            "    {black}{}",
            if paints.is_empty() {
                "nothing".to_owned()
            } else {
                paints.join(", ")
            }
        ));
        let sizes = [
            ("thinnest stroke", self.thinnest_stroke),
            ("smallest text", self.smallest_black_text),
            ("smallest text in other inks", self.smallest_other_text),
        ];
        let sizes = sizes
            .iter()
            .filter_map(|(name, least)| Some(format!("{name} {} pt", shown(least.as_ref()?.size))));
        let mut facts: Vec<String> = sizes.collect();
        facts.extend(
            self.images
                .iter()
                .map(|image| format!("an image of {:.0} ppi in {}", image.ppi, image.space)),
        );
        let counts = [
            ("transparency", self.transparency.len()),
            ("annotations", self.annotations.len()),
        ];
        facts.extend(
            counts
                .iter()
                .filter(|(_, count)| *count > 0)
                .map(|(name, count)| format!("{name}: {count}")),
        );
        if !facts.is_empty() {
            lines.push(format!("    {}", facts.join(", ")));
        }
        lines.join("\n") + "\n"
    }
}

/// A length as people read it: two digits after the point, where there are any.
pub fn shown(length: f64) -> String {
    let rounded = (length * 100.0).round() / 100.0;
    format!("{}", rounded + 0.0)
}

/// A number as it is reported: three digits after the point.
pub fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0 + 0.0
}
