//! What of a PDF a print shop cannot use, by what it is to be fit for.
//!
//! The rules of the standards are those of ISO 15930-4 (PDF/X-1a:2003) and ISO 15930-7 (PDF/X-4)
//! that a CV can break; the limits of [`THINNEST_STROKE`] and the like are those that print shops
//! commonly state.

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::verify::preflight::color::{BaseSpace, Inks};
use crate::verify::preflight::report::{
    Area, FileFacts, PageFacts, Paint, PaintUse, SmallestSize, shown,
};
use crate::verify::preflight::{PreflightOptions, Target};

/// The thinnest line that is sure to print, in pt.
pub const THINNEST_STROKE: f64 = 0.25;

/// The smallest text that is sure to print in black alone, in pt.
pub const SMALLEST_BLACK_TEXT: f64 = 4.0;

/// The smallest text that is sure to print in several inks, or white on a ground: plates never meet
/// exactly. In pt.
pub const SMALLEST_OTHER_TEXT: f64 = 6.0;

/// The fewest pixels an inch of an image may have before they show.
pub const FEWEST_PIXELS: f64 = 150.0;

/// The most ink in one place that dries, in percent.
pub const MOST_INK: f64 = 300.0;

/// How much rounding there may be in a size, in pt.
const TOLERANCE: f64 = 0.005;

/// How many places a message names.
const PLACES: usize = 3;

/// What is wrong with a file that messages call `name`; the same on several pages is told once.
pub fn faults(
    name: &str,
    file: &FileFacts,
    pages: &[PageFacts],
    expectation: &PreflightOptions,
) -> Diagnostics {
    let mut judge = Judge {
        expectation: *expectation,
        found: Vec::new(),
    };
    judge.file(file);
    for page in pages {
        judge.page(page);
    }
    let mut faults = Diagnostics::default();
    for Fault { diagnostic, places } in judge.found {
        let message = format!("`{name}`: {}{}", diagnostic.message, named(&places));
        faults.push(Diagnostic {
            message,
            ..diagnostic
        });
    }
    faults.sort();
    faults
}

/// ` on page 1 (object 12), page 2 (object 15) and 3 more`
fn named(places: &[(usize, i32)]) -> String {
    let name = |(page, object): &(usize, i32)| match object {
        0 => format!("page {page}"),
        object => format!("page {page} (object {object})"),
    };
    let names: Vec<String> = places.iter().take(PLACES).map(name).collect();
    match (&*names, places.len().saturating_sub(PLACES)) {
        ([], _) => String::new(),
        ([only], _) => format!(" on {only}"),
        ([before @ .., last], 0) => format!(" on {} and {last}", before.join(", ")),
        (names, more) => format!(" on {} and {more} more", names.join(", ")),
    }
}

/// Something wrong, and each page and object where it is.
struct Fault {
    diagnostic: Diagnostic,
    places: Vec<(usize, i32)>,
}

struct Judge {
    expectation: PreflightOptions,
    found: Vec<Fault>,
}

impl Judge {
    fn tell(&mut self, diagnostic: Diagnostic, place: Option<(usize, i32)>) {
        match self
            .found
            .iter_mut()
            .find(|fault| fault.diagnostic == diagnostic)
        {
            Some(fault) => fault.places.extend(place),
            None => self.found.push(Fault {
                diagnostic,
                places: place.into_iter().collect(),
            }),
        }
    }

    fn file(&mut self, file: &FileFacts) {
        if file.encrypted {
            let error = Diagnostic::error(rule::PRESS_ENCRYPTION, "the file is encrypted");
            self.tell(error.hint("save it without encryption"), None);
        }
        for what in &file.active {
            // Layers are part of PDF 1.5, on which PDF/X-4 builds.
            let is_allowed = what == "layers" && self.expectation.target != Target::X1a;
            if !is_allowed {
                let error =
                    Diagnostic::error(rule::PRESS_ACTIVE_CONTENT, format!("the file has {what}"));
                self.tell(error.hint("a print file holds pages alone"), None);
            }
        }
        let Some((name, newest, known)) = (match self.expectation.target {
            Target::X1a => Some((
                "PDF/X-1a:2003",
                "1.4",
                file.pdfx.as_deref() == Some("PDF/X-1a:2003"),
            )),
            Target::X4 => Some(("PDF/X-4", "1.6", file.pdfx.as_deref() == Some("PDF/X-4"))),
            Target::Any => None,
        }) else {
            return;
        };
        let mut identify = |is_wrong: bool, message: String| {
            if is_wrong {
                self.tell(Diagnostic::error(rule::PRESS_IDENTIFICATION, message), None);
            }
        };
        identify(!known, format!("the file does not say that it is {name}"));
        identify(
            &*file.version > newest,
            format!(
                "the file is PDF {}, and {name} goes up to {newest}",
                file.version
            ),
        );
        identify(!file.identified, "the file has no identifier".to_owned());
        identify(
            !matches!(file.trapped.as_deref(), Some("True" | "False")),
            "the file does not say whether it is trapped".to_owned(),
        );
        let dated = file.created.is_some() && file.modified.is_some();
        identify(
            !dated,
            "the file does not say when it was made and changed".to_owned(),
        );
        if self.expectation.target == Target::X1a {
            let error = Diagnostic::error(rule::PRESS_IDENTIFICATION, "the file has no title");
            if file.title.is_none() {
                self.tell(error, None);
            }
        }
        self.output_intent(file);
    }

    fn output_intent(&mut self, file: &FileFacts) {
        let intents: Vec<_> = file
            .output_intents
            .iter()
            .filter(|intent| intent.subtype == "GTS_PDFX")
            .collect();
        let target = self.expectation.target;
        let mut tell =
            |message: &str| self.tell(Diagnostic::error(rule::PRESS_OUTPUT_INTENT, message), None);
        match &*intents {
            [] => tell("the file does not name a printing condition"),
            [intent] => {
                if intent.condition.is_none() {
                    tell("the printing condition of the file has no name");
                }
                match (intent.profile.as_deref(), target) {
                    (None, Target::X4) => {
                        tell("the file does not bring the colour profile of the press along");
                    }
                    (None, _) if intent.registry.as_deref() != Some("http://www.color.org") => {
                        tell(
                            "the printing condition of the file is in no register, and there is no profile of it",
                        );
                    }
                    (Some(space), _) if space != "CMYK" => {
                        tell("the colour profile of the file is not that of a press");
                    }
                    _ => {}
                }
            }
            _ => tell("the file names several printing conditions"),
        }
    }

    fn page(&mut self, page: &PageFacts) {
        let here = |object: i32| Some((page.number, object));
        self.boxes(page);
        for paint in &page.paints {
            self.paint(page.number, paint);
        }
        if page.most_ink > MOST_INK {
            let message = format!("there is more than {MOST_INK:.0} % of ink in one place");
            let warning = Diagnostic::warning(rule::PRESS_TOTAL_INK, message);
            self.tell(
                warning.hint("mix the colour of less, or of black alone"),
                here(page.object),
            );
        }
        self.smallest(page);
        if self.expectation.target == Target::X1a {
            for found in &page.transparency {
                let error =
                    Diagnostic::error(rule::PRESS_TRANSPARENCY, format!("there is {}", found.what));
                self.tell(
                    error.hint("PDF/X-1a has nothing that shines through"),
                    here(found.object),
                );
            }
        }
        if self.expectation.target != Target::Any {
            for annotation in page
                .annotations
                .iter()
                .filter(|annotation| annotation.printed)
            {
                let message = format!("there is a {} annotation", annotation.subtype);
                let error = Diagnostic::error(rule::PRESS_ANNOTATION, message);
                self.tell(
                    error.hint("take links, notes and fields out of what is printed"),
                    here(annotation.object),
                );
            }
        }
        for image in page
            .images
            .iter()
            .filter(|image| image.ppi > 0.0 && image.ppi < FEWEST_PIXELS)
        {
            let message = format!("an image has {:.0} pixels an inch", image.ppi);
            let warning = Diagnostic::warning(rule::PRESS_IMAGE, message);
            self.tell(
                warning.hint(format!(
                    "its pixels show below {FEWEST_PIXELS:.0}; 300 are better"
                )),
                here(image.object),
            );
        }
        for font in page.fonts.iter().filter(|font| !font.embedded) {
            let error = Diagnostic::error(
                rule::PRESS_FONT,
                format!("the font `{}` is not in the file", font.name),
            );
            self.tell(
                error.hint("embed all fonts, the usual ones as well"),
                here(font.object),
            );
        }
        for found in &page.unreadable {
            let error = Diagnostic::error(
                rule::PRESS_UNREADABLE,
                format!("{} cannot be read", found.what),
            );
            self.tell(error.hint("have the file written anew"), here(found.object));
        }
    }

    fn boxes(&mut self, page: &PageFacts) {
        let here = Some((page.number, page.object));
        if !page.nested {
            let error = Diagnostic::error(rule::PRESS_BOX, "the boxes do not lie in each other");
            self.tell(
                error.hint("what is cut lies in the bleed, and that on the sheet"),
                here,
            );
        }
        if self.expectation.target != Target::Any {
            let message = match (page.trim, page.art) {
                (None, None) => Some("nothing says where to cut: there is no TrimBox"),
                (Some(_), Some(_)) => Some("there are both a TrimBox and an ArtBox"),
                _ => None,
            };
            if let Some(message) = message {
                self.tell(Diagnostic::error(rule::PRESS_BOX, message), here);
            }
        }
        let Some(bleed) = self.expectation.bleed else {
            return;
        };
        let trim = page.trim.or(page.art).or(page.crop).unwrap_or(page.media);
        let reach = trim.least_margin_in(&page.bleed.unwrap_or(page.media));
        if reach < bleed - Area::TOLERANCE {
            let message = format!(
                "the bleed is {} pt where {} pt are asked for",
                shown(reach.max(0.0)),
                shown(bleed)
            );
            self.tell(Diagnostic::error(rule::PRESS_BLEED, message), here);
        }
    }

    fn paint(&mut self, page: usize, paint: &Paint) {
        let here = Some((page, paint.object));
        let what = format!("{} in {}", paint.used_for.name(), paint.space);
        let (is_allowed, hint) = match self.expectation.target {
            Target::X1a => (
                matches!(paint.base, BaseSpace::Gray | BaseSpace::Cmyk),
                "PDF/X-1a has inks alone: DeviceCMYK, DeviceGray and spot colours",
            ),
            Target::X4 => (
                matches!(
                    paint.base,
                    BaseSpace::Gray | BaseSpace::Cmyk | BaseSpace::Independent
                ),
                "PDF/X-4 for a press has no DeviceRGB: give the colour a profile, or mix it of inks",
            ),
            Target::Any => (true, ""),
        };
        if !is_allowed {
            self.tell(Diagnostic::error(rule::PRESS_COLOR, what).hint(hint), here);
            return;
        }
        let is_mark =
            paint.inks == Inks::All && matches!(paint.used_for, PaintUse::Fill | PaintUse::Stroke);
        if self.expectation.black_only
            && !matches!(paint.inks, Inks::None | Inks::Black)
            && !is_mark
        {
            let error = Diagnostic::error(
                rule::PRESS_BLACK,
                format!("{what} takes other inks than black"),
            );
            self.tell(
                error.hint("black alone is asked for: use tints of black"),
                here,
            );
        }
    }

    fn smallest(&mut self, page: &PageFacts) {
        let hint = |limit: f64| format!("{} pt is the least that prints for sure", shown(limit));
        if let Some((size, object)) = below(page.thinnest_stroke, THINNEST_STROKE) {
            let error = Diagnostic::error(rule::PRESS_STROKE, format!("a stroke of {size}"));
            self.tell(
                error.hint(hint(THINNEST_STROKE)),
                Some((page.number, object)),
            );
        }
        if let Some((size, object)) = below(page.smallest_black_text, SMALLEST_BLACK_TEXT) {
            let error = Diagnostic::error(rule::PRESS_TEXT_SIZE, format!("text of {size}"));
            self.tell(
                error.hint(hint(SMALLEST_BLACK_TEXT)),
                Some((page.number, object)),
            );
        }
        if let Some((size, object)) = below(page.smallest_other_text, SMALLEST_OTHER_TEXT) {
            let error = Diagnostic::error(
                rule::PRESS_TEXT_SIZE,
                format!("text that is not black alone, of {size}"),
            );
            self.tell(
                error.hint(hint(SMALLEST_OTHER_TEXT)),
                Some((page.number, object)),
            );
        }
    }
}

/// `0.2 pt at 72, 700 pt`, and the object, of what is too small.
fn below(smallest: Option<SmallestSize>, limit: f64) -> Option<(String, i32)> {
    let SmallestSize { size, x, y, object } =
        smallest.filter(|least| least.size < limit - TOLERANCE)?;
    Some((
        format!("{} pt at {}, {} pt", shown(size), shown(x), shown(y)),
        object,
    ))
}
