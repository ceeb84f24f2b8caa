//! The rules of preflight: what a print shop cannot use, by target.
//!
//! The rules of the standards are those of ISO 15930-4 (PDF/X-1a:2003) and ISO 15930-7 (PDF/X-4)
//! that a CV can break. Limits such as [`THINNEST_STROKE`] are those that print shops commonly
//! state.

use crate::diagnostic::{Diagnostic, Diagnostics, RuleName, rule};
use crate::pdf::TOLERANCE;
use crate::verify::preflight::color::BaseSpace;
use crate::verify::preflight::options::{PreflightOptions, Target};
use crate::verify::preflight::report::{FileFacts, OutputIntent, PageFacts, Paint, format_pt};

/// The thinnest stroke that prints reliably, in pt.
pub const THINNEST_STROKE: f64 = 0.25;

/// The smallest text that prints reliably in black alone, in pt.
pub const SMALLEST_BLACK_TEXT: f64 = 4.0;

/// The smallest text that prints reliably in several inks or left white, in pt: plates never align
/// exactly.
pub const SMALLEST_OTHER_TEXT: f64 = 6.0;

/// The lowest image resolution at which pixels are not visible, in pixels per inch.
pub const LOWEST_PPI: f64 = 150.0;

/// The most total ink that dries, in percent.
pub const MOST_INK: f64 = 300.0;

/// The rounding error that sizes may have, in pt.
const SIZE_TOLERANCE: f64 = 0.005;

/// The most locations that a message lists.
const MAX_LOCATIONS: usize = 3;

/// The registry of printing conditions.
const REGISTRY: &str = "http://www.color.org";

/// Returns the problems of a file that messages call `name`. A problem on several pages is reported
/// once.
pub fn problems(
    name: &str,
    file: &FileFacts,
    pages: &[PageFacts],
    options: &PreflightOptions,
) -> Diagnostics {
    let mut checker = Checker {
        options: *options,
        problems: Vec::new(),
    };
    checker.file(file);
    for page in pages {
        checker.page(page);
    }
    let mut problems = Diagnostics::default();
    for problem in checker.problems {
        let locations = format_locations(&problem.locations);
        let message = format!("`{name}`: {}{locations}", problem.diagnostic.message);
        problems.push(Diagnostic {
            message,
            ..problem.diagnostic
        });
    }
    problems.sort();
    problems
}

/// A page and an object on it.
#[derive(Clone, Copy)]
struct Location {
    page: usize,
    /// The object number; zero for a direct object.
    object: i32,
}

impl Location {
    fn text(self) -> String {
        match self.object {
            0 => format!("page {}", self.page),
            object => format!("page {} (object {object})", self.page),
        }
    }
}

/// Formats locations: ` on page 1 (object 12), page 2 (object 15) and 3 more`.
fn format_locations(locations: &[Location]) -> String {
    let listed = locations.iter().take(MAX_LOCATIONS);
    let listed: Vec<String> = listed.map(|location| location.text()).collect();
    match (&*listed, locations.len().saturating_sub(MAX_LOCATIONS)) {
        ([], _) => String::new(),
        ([only], _) => format!(" on {only}"),
        ([before @ .., last], 0) => format!(" on {} and {last}", before.join(", ")),
        (listed, more) => format!(" on {} and {more} more", listed.join(", ")),
    }
}

/// A problem and all its locations.
struct Problem {
    diagnostic: Diagnostic,
    locations: Vec<Location>,
}

struct Checker {
    options: PreflightOptions,
    problems: Vec<Problem>,
}

impl Checker {
    /// Reports a problem of the file as a whole.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.add(diagnostic, None);
    }

    /// Reports a problem of an object on a page.
    fn report_at(&mut self, page: &PageFacts, object: i32, diagnostic: Diagnostic) {
        let location = Location {
            page: page.number,
            object,
        };
        self.add(diagnostic, Some(location));
    }

    /// Reports an error of an object on a page, with its remedy.
    fn error_at(
        &mut self,
        page: &PageFacts,
        object: i32,
        rule: RuleName,
        message: &str,
        hint: &str,
    ) {
        let error = Diagnostic::error(rule, message).hint(hint);
        self.report_at(page, object, error);
    }

    fn add(&mut self, diagnostic: Diagnostic, location: Option<Location>) {
        let mut problems = self.problems.iter_mut();
        if let Some(same) = problems.find(|problem| problem.diagnostic == diagnostic) {
            same.locations.extend(location);
            return;
        }
        self.problems.push(Problem {
            diagnostic,
            locations: location.into_iter().collect(),
        });
    }

    fn file(&mut self, file: &FileFacts) {
        if file.encrypted {
            let error = Diagnostic::error(rule::PRESS_ENCRYPTION, "the file is encrypted");
            self.report(error.hint("save the PDF without encryption"));
        }
        for kind in &file.active {
            // Layers are part of PDF 1.5, on which PDF/X-4 builds.
            if kind == "layers" && self.options.target != Target::X1a {
                continue;
            }
            let message = format!("the file contains {kind}");
            let error = Diagnostic::error(rule::PRESS_ACTIVE_CONTENT, message);
            self.report(error.hint("remove them: a print file contains pages only"));
        }
        if file.has_lzw {
            let problem = self.unusual("the file has streams with LZW compression");
            self.report(problem);
        }
        match self.options.target {
            Target::X1a => self.identification(file, "PDF/X-1a:2003", "1.4"),
            Target::X4 => self.identification(file, "PDF/X-4", "1.6"),
            Target::Any => return,
        }
        self.output_intent(file);
    }

    fn identification(&mut self, file: &FileFacts, standard: &str, newest_version: &str) {
        let version = &*file.version;
        let faults = [
            (
                file.pdfx.as_deref() != Some(standard),
                format!("the file does not identify itself as {standard}"),
            ),
            (
                version > newest_version,
                format!(
                    "the file is PDF {version}, but {standard} allows at most PDF {newest_version}"
                ),
            ),
            (!file.identified, "the file has no identifier".to_owned()),
            (
                !matches!(file.trapped.as_deref(), Some("True" | "False")),
                "the file does not state whether it is trapped".to_owned(),
            ),
            (
                file.created.is_none() || file.modified.is_none(),
                "the file has no dates of creation and modification".to_owned(),
            ),
            (
                file.title.is_none() && self.options.target == Target::X1a,
                "the file has no title".to_owned(),
            ),
        ];
        for (_, message) in faults.into_iter().filter(|(is_found, _)| *is_found) {
            self.report(Diagnostic::error(rule::PRESS_IDENTIFICATION, message));
        }
    }

    fn output_intent(&mut self, file: &FileFacts) {
        let intents = file.output_intents.iter().filter(|intent| intent.is_pdfx());
        let faults = match &intents.collect::<Vec<_>>()[..] {
            [] => [Some("the file names no printing condition"), None],
            [intent] => self.intent_faults(intent),
            _ => [
                Some("the file names more than one printing condition"),
                None,
            ],
        };
        for message in faults.into_iter().flatten() {
            self.report(Diagnostic::error(rule::PRESS_OUTPUT_INTENT, message));
        }
    }

    fn intent_faults(&self, intent: &OutputIntent) -> [Option<&'static str>; 2] {
        let is_unnamed = intent.condition.is_none();
        let of_profile = match intent.profile.as_deref() {
            Some("CMYK") => None,
            Some(_) => Some("the ICC profile of the file is not a CMYK profile"),
            None if self.options.target == Target::X4 => {
                Some("the file does not embed the ICC profile of the press")
            }
            None if intent.registry.as_deref() != Some(REGISTRY) => {
                Some("the printing condition is not registered, and the file embeds no ICC profile")
            }
            None => None,
        };
        [
            is_unnamed.then_some("the printing condition has no name"),
            of_profile,
        ]
    }

    fn page(&mut self, page: &PageFacts) {
        self.boxes(page);
        self.bleed(page);
        for paint in &page.paints {
            self.paint(page, paint);
        }
        if page.most_ink > MOST_INK {
            let message = format!("the total ink exceeds {MOST_INK:.0} %");
            let warning = Diagnostic::warning(rule::PRESS_TOTAL_INK, message);
            let hint = "reduce the inks of the color, or use black alone";
            self.report_at(page, page.object, warning.hint(hint));
        }
        self.sizes(page);
        let target = self.options.target;
        for found in page.transparency.iter().filter(|_| target == Target::X1a) {
            let message = format!("transparency: {}", found.what);
            let hint = "PDF/X-1a does not allow transparency";
            self.error_at(page, found.object, rule::PRESS_TRANSPARENCY, &message, hint);
        }
        for found in &page.special {
            let problem = self.unusual(&format!("the page has {}", found.what));
            self.report_at(page, found.object, problem);
        }
        self.annotations(page);
        self.images(page);
        for font in page.fonts.iter().filter(|font| !font.embedded) {
            let message = format!("the font `{}` is not embedded", font.name);
            let hint = "embed all fonts, including the standard ones";
            self.error_at(page, font.object, rule::PRESS_FONT, &message, hint);
        }
        for unreadable in &page.unreadable {
            let message = format!("{} cannot be read", unreadable.what);
            let hint = "export the PDF again from the program that made it";
            self.error_at(
                page,
                unreadable.object,
                rule::PRESS_UNREADABLE,
                &message,
                hint,
            );
        }
    }

    fn boxes(&mut self, page: &PageFacts) {
        if !page.nested {
            let message = "the page boxes are not nested";
            let hint = "the TrimBox must lie within the BleedBox, and that within the MediaBox";
            self.error_at(page, page.object, rule::PRESS_BOX, message, hint);
        }
        if self.options.target == Target::Any {
            return;
        }
        let message = match (page.trim, page.art) {
            (None, None) => "the page has no TrimBox",
            (Some(_), Some(_)) => "the page has both a TrimBox and an ArtBox",
            _ => return,
        };
        let error = Diagnostic::error(rule::PRESS_BOX, message);
        self.report_at(page, page.object, error);
    }

    fn bleed(&mut self, page: &PageFacts) {
        let Some(expected) = self.options.bleed else {
            return;
        };
        let trim = page.trim.or(page.art).or(page.crop).unwrap_or(page.media);
        let bleed = trim.margin_within(page.bleed.unwrap_or(page.media));
        if bleed < expected - TOLERANCE {
            let message = format!(
                "expected a bleed of {} pt, found {} pt",
                format_pt(expected),
                format_pt(bleed.max(0.0))
            );
            let error = Diagnostic::error(rule::PRESS_BLEED, message);
            self.report_at(page, page.object, error);
        }
    }

    fn paint(&mut self, page: &PageFacts, paint: &Paint) {
        let what = format!("{} in {}", paint.used_for.name(), paint.space);
        let is_ink = matches!(paint.base, BaseSpace::Gray | BaseSpace::Cmyk);
        let is_independent = paint.base == BaseSpace::Independent;
        let hint = match self.options.target {
            Target::X1a if !is_ink => {
                Some("PDF/X-1a allows DeviceCMYK, DeviceGray and spot colors")
            }
            Target::X4 if !is_ink && !is_independent => Some(
                "PDF/X-4 for a CMYK press does not allow DeviceRGB: use CMYK or an ICC profile",
            ),
            _ => None,
        };
        if let Some(hint) = hint {
            self.error_at(page, paint.object, rule::PRESS_COLOR, &what, hint);
        } else if self.options.black_only && !paint.is_black() {
            let message = format!("{what} uses other inks than black");
            let hint = "use tints of black";
            self.error_at(page, paint.object, rule::PRESS_BLACK, &message, hint);
        }
    }

    fn sizes(&mut self, page: &PageFacts) {
        for (smallest, limit, rule, what) in [
            (
                page.thinnest_stroke,
                THINNEST_STROKE,
                rule::PRESS_STROKE,
                "a stroke",
            ),
            (
                page.smallest_black_text,
                SMALLEST_BLACK_TEXT,
                rule::PRESS_TEXT_SIZE,
                "text",
            ),
            (
                page.smallest_other_text,
                SMALLEST_OTHER_TEXT,
                rule::PRESS_TEXT_SIZE,
                "text in other inks than black",
            ),
        ] {
            if let Some(found) = smallest.filter(|found| found.size < limit - SIZE_TOLERANCE) {
                let [size, x, y] = [found.size, found.x, found.y].map(format_pt);
                let message = format!("{what} of {size} pt at {x}, {y} pt");
                let hint = format!("below {} pt it may not print", format_pt(limit));
                self.error_at(page, found.object, rule, &message, &hint);
            }
        }
    }

    /// Returns the problem that not every press can use something: an error if the file must
    /// conform to a standard, which forbids it.
    fn unusual(&self, what: &str) -> Diagnostic {
        let problem = match self.options.target {
            Target::Any => Diagnostic::warning(rule::PRESS_SPECIAL, what),
            Target::X1a | Target::X4 => Diagnostic::error(rule::PRESS_SPECIAL, what),
        };
        problem.hint("export the PDF again without it; devices differ in what they make of it")
    }

    fn annotations(&mut self, page: &PageFacts) {
        if self.options.target == Target::Any {
            return;
        }
        for annotation in page.annotations.iter().filter(|found| found.printed) {
            let message = format!("a {} annotation in the printed area", annotation.subtype);
            let hint = "remove links, comments and form fields from the printed area";
            let object = annotation.object;
            self.error_at(page, object, rule::PRESS_ANNOTATION, &message, hint);
        }
    }

    fn images(&mut self, page: &PageFacts) {
        for image in &page.images {
            // A resolution of zero is unknown.
            if image.ppi <= 0.0 || image.ppi >= LOWEST_PPI {
                continue;
            }
            let message = format!("an image has a resolution of {:.0} ppi", image.ppi);
            let warning = Diagnostic::warning(rule::PRESS_IMAGE, message);
            let hint = format!("pixels are visible below {LOWEST_PPI:.0} ppi; use 300 ppi");
            self.report_at(page, image.object, warning.hint(hint));
        }
    }
}
