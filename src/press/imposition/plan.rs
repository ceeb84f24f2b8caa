//! What all sheets are planned with: what is to be printed, how, and on what paper.

use crate::diagnostic::{Diagnostic, rule};
use crate::press::imposition::caption::Caption;
use crate::press::imposition::geometry::{Area, MILLIMETRE, Size};
use crate::press::imposition::marks::{Band, Mark, colours};
use crate::press::imposition::outline::Bookmark;
use crate::press::imposition::sheet::Sheet;
use crate::press::imposition::source::{SourceDocument, SourcePage};
use crate::press::imposition::stock::{Orientation, Stock};
use crate::press::{PressSettings, Timestamp};

/// What is to be printed, and what is said of it beside.
#[derive(Debug)]
pub struct PressDocument {
    /// The name of its profile or file.
    pub name: String,
    /// The layout that it is in, where that is known.
    pub layout: Option<String>,
    /// What the layout is for.
    pub purpose: Option<String>,
    /// What the document calls itself.
    pub title: String,
    /// Whose it is.
    pub author: Option<String>,
    /// Its own date, or that of `SOURCE_DATE_EPOCH`.
    pub date: Timestamp,
    /// The same as it is told, as precise as it is known: `2026-03`.
    pub day: String,
    /// What a file of it is to be.
    pub settings: PressSettings,
    /// Its pages.
    pub source: SourceDocument,
}

/// How it is to be printed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetSetup {
    /// On what; by default on the smallest sheet that holds it.
    pub stock: Option<Stock>,
    /// How much bleed is kept of what the pages have, in pt.
    pub bleed: f64,
    /// Whether marks stand around what is to be cut out.
    pub has_marks: bool,
    /// Whether nothing is printed but black, so that marks must not add other inks.
    pub is_black_alone: bool,
}

/// Sheets as they are to become.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The sheets.
    pub sheets: Vec<Sheet>,
    /// The texts on them that are no page's.
    pub captions: Vec<Caption>,
    /// Where what begins.
    pub bookmarks: Vec<Bookmark>,
    /// Whether the two sides of a sheet are turned over their short edge.
    pub is_turned_over_short_edge: bool,
    /// The paper, where all sheets are of one.
    pub paper: Option<(Stock, Orientation)>,
    /// By how much pages are enlarged.
    pub scale: f64,
    /// Whether each sheet is cut back to a page that must have bleed.
    pub has_bleed: bool,
    /// Whether it shows what others look like, and is no print of them.
    pub is_for_looking: bool,
}

impl PressDocument {
    /// `ada · compact · 2026-03`
    pub fn slug(&self, place: &str) -> String {
        let parts = [
            Some(&*self.name),
            self.layout.as_deref(),
            Some(&self.day),
            Some(place),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// Whether its pages were made with the bleed that is wanted. Those of others have what they
    /// have.
    pub fn is_own(&self) -> bool {
        self.layout.is_some()
    }

    /// A size that holds each of its finished pages.
    pub fn largest_page(&self) -> Size {
        let none = Size {
            width: 0.0,
            height: 0.0,
        };
        self.source.pages.iter().fold(none, |most, leaf| Size {
            width: most.width.max(leaf.trim.width),
            height: most.height.max(leaf.trim.height),
        })
    }

    /// How much of the bleed that is wanted its pages have on some side.
    pub fn bleed(&self, wanted: f64) -> f64 {
        let most = self
            .source
            .pages
            .iter()
            .flat_map(|leaf| leaf.bleed)
            .fold(0.0, f64::max);
        most.min(wanted)
    }
}

/// A sheet of paper for something.
pub struct SheetPaper {
    /// The paper.
    pub stock: Stock,
    /// How it lies.
    pub orientation: Orientation,
    /// How large it is, as it lies.
    pub size: Size,
    /// By how much the content must be enlarged to fit, at most 1.
    pub scale: f64,
}

impl SheetSetup {
    /// On paper that was asked for, or else on what holds it, with marks or without.
    pub fn new(settings: &PressSettings, stock: Option<Stock>, has_marks: bool) -> Self {
        Self {
            stock,
            bleed: settings.bleed.to_points(),
            has_marks,
            is_black_alone: settings.black_only,
        }
    }

    /// The sheet for content so large, of pages so large. What does not fit the paper that was
    /// asked for is made smaller where that may be.
    ///
    /// # Errors
    /// The paper that was asked for does not hold it, or none does.
    pub fn paper(
        &self,
        content: Size,
        page: Size,
        may_shrink: bool,
    ) -> Result<SheetPaper, Diagnostic> {
        let around = |band: f64| content.grown(if self.has_marks { band } else { 0.0 });
        // Marks have as much room as they like where that takes no larger sheet.
        let stock = self
            .stock
            .or_else(|| Stock::smallest_for(around(Band::LEAST), page));
        let stock = match stock {
            Some(stock) => stock,
            None if may_shrink => Stock::largest_for(page),
            None => return Err(self.too_small(None, content, page)),
        };
        let (orientation, size) = stock.lying(content);
        let room = if self.has_marks {
            size.grown(-Band::LEAST)
        } else {
            size
        };
        let scale = if room.holds(content) {
            1.0
        } else {
            room.scale_for(content)
        };
        if scale < 1.0 && !may_shrink {
            return Err(self.too_small(Some(stock), content, page));
        }
        Ok(SheetPaper {
            stock,
            orientation,
            size,
            scale,
        })
    }

    fn too_small(&self, stock: Option<Stock>, content: Size, page: Size) -> Diagnostic {
        let marks = if self.has_marks {
            ", with marks around them"
        } else {
            ""
        };
        let holds = stock.map_or("no sheet holds".to_owned(), |stock| {
            format!("`{}` does not hold", stock.name().to_lowercase())
        });
        let message = format!("{holds} {} of pages and bleed{marks}", content.shown());
        let error = Diagnostic::error(rule::SHEET_TOO_SMALL, message);
        let band = if self.has_marks { Band::LEAST } else { 0.0 };
        match Stock::smallest_for(content.grown(band), page) {
            Some(enough) => error.hint(format!("take `--sheet {}`", enough.name().to_lowercase())),
            None => error.hint("take smaller pages, or less bleed"),
        }
    }

    /// Marks around what is cut out of a sheet: at the edges of `cut`, at a fold where there is
    /// one, and a slug.
    pub fn marks(
        &self,
        sheet: Size,
        trim: Area,
        bleed: Area,
        cut: &[Area],
        fold: Option<f64>,
    ) -> (Vec<Mark>, Option<Area>) {
        if !self.has_marks {
            return (Vec::new(), None);
        }
        let room = [
            bleed.left,
            bleed.bottom,
            sheet.width - bleed.right,
            sheet.height - bleed.top,
        ];
        let room = room.into_iter().fold(f64::INFINITY, f64::min);
        let band = Band::new(trim, bleed, room);
        // A target must not stand where pages meet.
        let part = if cut.len() > 1 || fold.is_some() {
            0.25
        } else {
            0.5
        };
        let mut marks = band.crop(cut);
        marks.extend(fold.map(|x| band.fold(x)).into_iter().flatten());
        marks.extend(band.registration(part));
        let end = f64::midpoint(trim.left, trim.right) + 4.0 * MILLIMETRE;
        marks.extend(band.patches(&colours(self.is_black_alone), end));
        (marks, Some(band.slug(part)))
    }
}

/// What of the bleed of a page is kept on each side at this scale, around its finished area on a
/// sheet.
pub fn bled(trim: Area, leaf: &SourcePage, bleed: f64, scale: f64) -> Area {
    let around = leaf.bleed_area(bleed);
    let Area {
        left,
        bottom,
        right,
        top,
    } = around;
    Area {
        left: trim.left + left * scale,
        bottom: trim.bottom + bottom * scale,
        right: trim.left + right * scale,
        top: trim.bottom + top * scale,
    }
}
