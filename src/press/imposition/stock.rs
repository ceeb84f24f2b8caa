//! The sizes of the paper that a print shop prints on, and which of them holds what.

use crate::press::imposition::geometry::{Size, TOLERANCE};

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stock {
    /// 210 × 297 mm (ISO 216).
    A4,
    /// 297 × 420 mm (ISO 216).
    A3,
    /// 320 × 450 mm: A3 with room for bleed and marks (ISO 217 calls the series `SRA`).
    Sra3,
    /// 8.5 × 11 in (ANSI Y14.1, A).
    Letter,
    /// 11 × 17 in (ANSI Y14.1, B).
    Tabloid,
}

/// How the paper lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    /// Upright.
    Portrait,
    /// On its side.
    Landscape,
}

impl Stock {
    /// All of them: those of ISO from the smallest to the largest, then those of America.
    pub const ALL: [Self; 5] = [Self::A4, Self::A3, Self::Sra3, Self::Letter, Self::Tabloid];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::A3 => "A3",
            Self::Sra3 => "SRA3",
            Self::Letter => "Letter",
            Self::Tabloid => "Tabloid",
        }
    }

    /// How large it is.
    pub fn size(self, orientation: Orientation) -> Size {
        let (width, height) = match self {
            Self::A4 => (210.0, 297.0),
            Self::A3 => (297.0, 420.0),
            Self::Sra3 => (320.0, 450.0),
            Self::Letter => (215.9, 279.4),
            Self::Tabloid => (279.4, 431.8),
        };
        let upright = Size::millimeters(width, height);
        match orientation {
            Orientation::Portrait => upright,
            Orientation::Landscape => upright.turned(),
        }
    }

    /// Whether somebody who has this paper has the American ones.
    fn is_american(self) -> bool {
        matches!(self, Self::Letter | Self::Tabloid)
    }

    /// The sizes in the order in which to try them for a page: those of its own family first.
    fn for_page(page: Size) -> Vec<Self> {
        let width = page.width.min(page.height);
        let is_american = [Self::Letter, Self::Tabloid].iter().any(|stock| {
            let size = stock.size(Orientation::Portrait);
            (size.width - width).abs() < TOLERANCE.max(0.5)
        });
        let (own, others): (Vec<Self>, Vec<Self>) = Self::ALL
            .into_iter()
            .partition(|stock| stock.is_american() == is_american);
        own.into_iter().chain(others).collect()
    }

    /// The smallest, of the family of a page's own size before others, that holds something so
    /// large.
    pub fn smallest_for(content: Size, page: Size) -> Option<Self> {
        Self::for_page(page)
            .into_iter()
            .find(|stock| stock.lying(content).1.holds(content))
    }

    /// The largest that an office has, of the family of a page's own size.
    pub fn largest_for(page: Size) -> Self {
        if Self::for_page(page)[0].is_american() {
            Self::Tabloid
        } else {
            Self::A3
        }
    }

    /// As it lies to show something as large as it can, and its size then.
    pub fn lying(self, content: Size) -> (Orientation, Size) {
        let [upright, turned] = [Orientation::Portrait, Orientation::Landscape]
            .map(|orientation| (orientation, self.size(orientation)));
        if turned.1.scale_for(content) > upright.1.scale_for(content) {
            turned
        } else {
            upright
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size {
        width: 595.2756,
        height: 841.8898,
    };
    const LETTER: Size = Size {
        width: 612.0,
        height: 792.0,
    };

    #[test]
    fn sheets_have_the_sizes_of_their_standards() {
        let near = |stock: Stock, width: f64, height: f64| {
            let size = stock.size(Orientation::Portrait);
            assert!(
                (size.width - width).abs() < 0.01 && (size.height - height).abs() < 0.01,
                "{size:?}"
            );
        };
        near(Stock::A4, 595.28, 841.89);
        near(Stock::A3, 841.89, 1190.55);
        near(Stock::Sra3, 907.09, 1275.59);
        near(Stock::Letter, 612.0, 792.0);
        near(Stock::Tabloid, 792.0, 1224.0);
    }

    #[test]
    fn a_page_gets_the_next_larger_sheet_of_its_family() {
        assert_eq!(Stock::smallest_for(A4, A4), Some(Stock::A4));
        assert_eq!(Stock::smallest_for(A4.grown(30.0), A4), Some(Stock::A3));
        assert_eq!(
            Stock::smallest_for(LETTER.grown(30.0), LETTER),
            Some(Stock::Tabloid)
        );
        let spread = Size {
            width: 2.0 * A4.width,
            ..A4
        };
        assert_eq!(Stock::smallest_for(spread, A4), Some(Stock::A3));
        assert_eq!(
            Stock::smallest_for(spread.grown(20.0), A4),
            Some(Stock::Sra3)
        );
        // No American sheet holds two pages of that size with marks; a larger one of the others
        // does.
        let spread = Size {
            width: 2.0 * LETTER.width,
            ..LETTER
        };
        assert_eq!(
            Stock::smallest_for(spread.grown(20.0), LETTER),
            Some(Stock::Sra3)
        );
        assert_eq!(Stock::smallest_for(A4.grown(500.0), A4), None);
        assert_eq!(
            (Stock::largest_for(A4), Stock::largest_for(LETTER)),
            (Stock::A3, Stock::Tabloid)
        );
    }

    #[test]
    fn a_sheet_lies_as_its_content_does() {
        assert_eq!(Stock::A3.lying(A4).0, Orientation::Portrait);
        assert_eq!(Stock::A3.lying(A4.turned()).0, Orientation::Landscape);
        assert_eq!(
            Stock::A3
                .lying(Size {
                    width: 2.0 * A4.width,
                    ..A4
                })
                .0,
            Orientation::Landscape
        );
    }
}
