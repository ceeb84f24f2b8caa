//! What all plans share: the documents, the setup of sheets and the plan itself.

use std::fmt;

use crate::diagnostic::{Diagnostic, rule};
use crate::pdf::{Area, MILLIMETER, Size, Timestamp};
use crate::press::PressSettings;
use crate::press::imposition::caption::{Caption, CaptionText};
use crate::press::imposition::marks::{Mark, MarkBand, color_bar};
use crate::press::imposition::outline::Bookmark;
use crate::press::imposition::sheet::Sheet;
use crate::press::imposition::source::{SourceDocument, SourcePage};
use crate::press::imposition::stock::{Orientation, Stock};

/// The distance of the color bar from the center of a sheet.
const COLOR_BAR_DISTANCE: f64 = 4.0 * MILLIMETER;

/// A document to be placed on sheets, with the texts of its captions.
#[derive(Debug)]
pub struct PressDocument {
    /// The name of the profile or file.
    pub name: String,
    /// The layout; `None` for a PDF of another program.
    pub layout: Option<String>,
    /// The purpose of the layout.
    pub purpose: Option<String>,
    /// The title.
    pub title: String,
    /// The author.
    pub author: Option<String>,
    /// The date, or `SOURCE_DATE_EPOCH`.
    pub date: Timestamp,
    /// The date as text, as precise as it is known: `2026-03`.
    pub date_text: String,
    /// The settings of its file.
    pub settings: PressSettings,
    /// The pages.
    pub source: SourceDocument,
}

/// The setup of sheets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetSetup {
    /// The paper; by default the smallest that holds the content.
    pub stock: Option<Stock>,
    /// The largest bleed that is kept, in pt.
    pub bleed: f64,
    /// Whether sheets have printer's marks.
    pub has_marks: bool,
    /// Whether marks use black alone.
    pub black_only: bool,
}

/// Sheets to be drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The sheets.
    pub sheets: Vec<Sheet>,
    /// The captions.
    pub captions: Vec<Caption>,
    /// The bookmarks.
    pub bookmarks: Vec<Bookmark>,
    /// Whether two-sided printing flips sheets on their short edge.
    pub flips_on_short_edge: bool,
    /// The paper, if all sheets have the same.
    pub paper: Option<PaperKind>,
    /// The scale of pages.
    pub scale: f64,
    /// Whether each sheet is cut to a page that must have bleed.
    pub has_bleed: bool,
    /// Whether the plan is an overview that is not meant for production.
    pub is_overview: bool,
}

/// A paper size and its orientation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaperKind {
    /// The paper size.
    pub stock: Stock,
    /// The orientation.
    pub orientation: Orientation,
}

impl fmt::Display for PaperKind {
    /// Formats the paper: `A3 landscape`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = match self.orientation {
            Orientation::Portrait => "",
            Orientation::Landscape => " landscape",
        };
        write!(f, "{}{suffix}", self.stock.name())
    }
}

impl Plan {
    /// Adds a slug line to a sheet that has room for one.
    pub fn add_slug(&mut self, sheet: usize, area: Option<Area>, text: String) {
        let Some(area) = area else {
            return;
        };
        self.captions.push(Caption {
            sheet,
            area,
            text: CaptionText::Slug { text },
        });
    }
}

impl PressDocument {
    /// Formats the slug line of a sheet: `ada · compact · 2026-03 · page 1/2`.
    pub fn slug(&self, position: &str) -> String {
        let parts = [
            Some(&*self.name),
            self.layout.as_deref(),
            Some(&self.date_text),
            Some(position),
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        parts.join(" · ")
    }

    /// Returns whether the pages were rendered with the bleed of the settings; pages of another
    /// program have their own.
    pub fn is_rendered(&self) -> bool {
        self.layout.is_some()
    }

    /// Returns the smallest size that holds each finished page.
    pub fn largest_page(&self) -> Size {
        let sizes = self.source.pages.iter().map(|page| page.trim);
        sizes.fold(Size::default(), Size::max)
    }

    /// Returns the largest bleed of all pages, at most `limit`.
    pub fn bleed(&self, limit: f64) -> f64 {
        let bleeds = self.source.pages.iter().map(|page| page.bleed.max());
        bleeds.fold(0.0, f64::max).min(limit)
    }
}

/// The paper chosen for some content.
pub struct SheetPaper {
    /// The paper size and its orientation.
    pub kind: PaperKind,
    /// The size in this orientation.
    pub size: Size,
    /// The scale at which the content fits, at most 1.
    pub scale: f64,
}

/// The marks of a sheet.
#[derive(Default)]
pub struct SheetMarks {
    /// The marks.
    pub marks: Vec<Mark>,
    /// The area for the slug line.
    pub slug: Option<Area>,
}

impl SheetSetup {
    /// Creates a setup.
    pub fn new(settings: &PressSettings, stock: Option<Stock>, has_marks: bool) -> Self {
        Self {
            stock,
            bleed: settings.bleed.to_points(),
            has_marks,
            black_only: settings.black_only,
        }
    }

    /// Returns the width that marks need on each side.
    fn band(&self) -> f64 {
        if self.has_marks {
            MarkBand::MIN_WIDTH
        } else {
            0.0
        }
    }

    /// Chooses the paper for content that consists of pages of a size.
    ///
    /// # Errors
    /// The content does not fit and must not shrink.
    pub fn paper(
        &self,
        content: Size,
        page: Size,
        may_shrink: bool,
    ) -> Result<SheetPaper, Diagnostic> {
        let with_marks = content.grown(self.band());
        // Pages shrink rather than need a sheet for large presses.
        let smallest = Stock::smallest_for(with_marks, page);
        let smallest = smallest.filter(|stock| !may_shrink || !stock.is_large());
        let stock = self.stock.or(smallest);
        let stock = match stock {
            Some(stock) => stock,
            None if may_shrink => Stock::largest_office_stock(page),
            None => return Err(self.too_small(None, content, page)),
        };
        let orientation = stock.orientation_for(content);
        let size = stock.size(orientation);
        let available = size.grown(-self.band());
        let scale = if available.holds(content) {
            1.0
        } else {
            available.scale_for(content)
        };
        if scale < 1.0 && !may_shrink {
            return Err(self.too_small(Some(stock), content, page));
        }
        let kind = PaperKind { stock, orientation };
        Ok(SheetPaper { kind, size, scale })
    }

    fn too_small(&self, stock: Option<Stock>, content: Size, page: Size) -> Diagnostic {
        let subject = match stock {
            Some(stock) => format!("`{}` is", stock.name()),
            None => "all paper sizes are".to_owned(),
        };
        let marks = if self.has_marks {
            " and marks around them"
        } else {
            ""
        };
        let size = content.to_millimeters();
        let message = format!("{subject} too small for {size} of pages with bleed{marks}");
        let error = Diagnostic::error(rule::SHEET_TOO_SMALL, message);
        match Stock::smallest_for(content.grown(self.band()), page) {
            Some(enough) => error.hint(format!("use `--sheet {}`", enough.name().to_lowercase())),
            None => error.hint("use smaller pages or less bleed"),
        }
    }

    /// Returns the marks of a sheet: crop marks at the edges of `cuts`, fold marks, registration
    /// marks and a color bar.
    pub fn marks(
        &self,
        sheet: Size,
        trim: Area,
        bleed: Area,
        cuts: &[Area],
        fold: Option<f64>,
    ) -> SheetMarks {
        if !self.has_marks {
            return SheetMarks::default();
        }
        let available = bleed.margin_within(Area::at_origin(sheet));
        let band = MarkBand::new(trim, bleed, available);
        // A registration mark must not be where pages meet.
        let position = if cuts.len() > 1 || fold.is_some() {
            0.25
        } else {
            0.5
        };
        let mut marks = band.crop_marks(cuts);
        if let Some(fold) = fold {
            marks.extend(band.fold_marks(fold));
        }
        marks.extend(band.registration_marks(position));
        let color_bar_end = f64::midpoint(trim.left, trim.right) + COLOR_BAR_DISTANCE;
        marks.extend(band.patches(&color_bar(self.black_only), color_bar_end));
        SheetMarks {
            marks,
            slug: Some(band.slug_area(position)),
        }
    }
}

/// Returns the area of a page with bleed, where `trim` is its finished area on a sheet.
pub fn bleed_area(trim: Area, page: &SourcePage, max_bleed: f64, scale: f64) -> Area {
    let area = page.bleed_area(max_bleed);
    Area {
        left: trim.left + area.left * scale,
        bottom: trim.bottom + area.bottom * scale,
        right: trim.left + area.right * scale,
        top: trim.bottom + area.top * scale,
    }
}
