//! Paper sizes of print shops and offices.

use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use crate::pdf::Size;

/// The difference to the width of a paper size that is allowed, in pt.
const WIDTH_TOLERANCE: f64 = 0.5;

/// A paper size. The ISO sizes come first, each family from the smallest to the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, IntoStaticStr)]
pub enum Stock {
    /// 210 × 297 mm (ISO 216).
    A4,
    /// 297 × 420 mm (ISO 216).
    A3,
    /// 320 × 450 mm: A3 with space for bleed and marks (series `SRA` of ISO 217).
    #[strum(to_string = "SRA3")]
    Sra3,
    /// 450 × 640 mm: A2 with space for bleed and marks (series `SRA` of ISO 217).
    #[strum(to_string = "SRA2")]
    Sra2,
    /// 8.5 × 11 in (ANSI Y14.1, A).
    Letter,
    /// 11 × 17 in (ANSI Y14.1, B).
    Tabloid,
}

/// The orientation of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    /// The short edge is at the bottom.
    Portrait,
    /// The long edge is at the bottom.
    Landscape,
}

impl Stock {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the size in an orientation.
    pub fn size(self, orientation: Orientation) -> Size {
        let portrait = match self {
            Self::A4 => Size::millimeters(210.0, 297.0),
            Self::A3 => Size::millimeters(297.0, 420.0),
            Self::Sra3 => Size::millimeters(320.0, 450.0),
            Self::Sra2 => Size::millimeters(450.0, 640.0),
            Self::Letter => Size::millimeters(215.9, 279.4),
            Self::Tabloid => Size::millimeters(279.4, 431.8),
        };
        match orientation {
            Orientation::Portrait => portrait,
            Orientation::Landscape => portrait.rotated(),
        }
    }

    /// Returns whether the size is American.
    fn is_american(self) -> bool {
        matches!(self, Self::Letter | Self::Tabloid)
    }

    /// Returns whether only large presses print on the size.
    pub fn is_large(self) -> bool {
        self == Self::Sra2
    }

    /// Returns the sizes in the order of preference for a page: those of its own family first, and
    /// large ones last.
    fn candidates(page: Size) -> Vec<Self> {
        let is_american = is_american(page);
        let mut stocks: Vec<Self> = Self::iter().collect();
        stocks.sort_by_key(|stock| (stock.is_large(), stock.is_american() != is_american));
        stocks
    }

    /// Returns the smallest size that holds some content, preferably of the family of `page`.
    pub fn smallest_for(content: Size, page: Size) -> Option<Self> {
        Self::candidates(page).into_iter().find(|stock| {
            let orientation = stock.orientation_for(content);
            stock.size(orientation).holds(content)
        })
    }

    /// Returns the largest size that offices have, of the family of `page`.
    pub fn largest_office_stock(page: Size) -> Self {
        if is_american(page) {
            Self::Tabloid
        } else {
            Self::A3
        }
    }

    /// Returns the orientation in which content can be largest.
    pub fn orientation_for(self, content: Size) -> Orientation {
        let portrait = self.size(Orientation::Portrait).scale_for(content);
        let landscape = self.size(Orientation::Landscape).scale_for(content);
        if landscape > portrait {
            Orientation::Landscape
        } else {
            Orientation::Portrait
        }
    }
}

/// Returns whether a page in any orientation has the width of an American paper size.
fn is_american(page: Size) -> bool {
    let width = page.width.min(page.height);
    [Stock::Letter, Stock::Tabloid].iter().any(|stock| {
        let size = stock.size(Orientation::Portrait);
        (size.width - width).abs() < WIDTH_TOLERANCE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::new(595.2756, 841.8898);
    const LETTER: Size = Size::new(612.0, 792.0);

    fn spread(page: Size) -> Size {
        Size {
            width: 2.0 * page.width,
            ..page
        }
    }

    #[test]
    fn sizes_match_their_standards() {
        let expected = [
            (Stock::A4, 595.28, 841.89),
            (Stock::A3, 841.89, 1190.55),
            (Stock::Sra3, 907.09, 1275.59),
            (Stock::Sra2, 1275.59, 1814.17),
            (Stock::Letter, 612.0, 792.0),
            (Stock::Tabloid, 792.0, 1224.0),
        ];
        assert_eq!(expected.len(), Stock::iter().count());
        for (stock, width, height) in expected {
            let size = stock.size(Orientation::Portrait);
            assert!((size.width - width).abs() < 0.01, "{stock:?}: {size:?}");
            assert!((size.height - height).abs() < 0.01, "{stock:?}: {size:?}");
        }
    }

    #[test]
    fn chooses_next_larger_size_of_the_same_family() {
        assert_eq!(Stock::smallest_for(A4, A4), Some(Stock::A4));
        assert_eq!(Stock::smallest_for(A4.grown(30.0), A4), Some(Stock::A3));
        let letter_with_marks = LETTER.grown(30.0);
        let stock = Stock::smallest_for(letter_with_marks, LETTER);
        assert_eq!(stock, Some(Stock::Tabloid));
        assert_eq!(Stock::smallest_for(spread(A4), A4), Some(Stock::A3));
        let spread_with_marks = spread(A4).grown(20.0);
        assert_eq!(
            Stock::smallest_for(spread_with_marks, A4),
            Some(Stock::Sra3)
        );
        let landscape_spread = spread(A4.rotated()).grown(20.0);
        assert_eq!(
            Stock::smallest_for(landscape_spread, A4.rotated()),
            Some(Stock::Sra2)
        );
        assert_eq!(Stock::smallest_for(A4.grown(900.0), A4), None);
    }

    #[test]
    fn chooses_other_family_if_the_same_is_too_small() {
        let content = spread(LETTER).grown(20.0);
        assert_eq!(Stock::smallest_for(content, LETTER), Some(Stock::Sra3));
    }

    #[test]
    fn chooses_office_size_of_the_same_family() {
        assert_eq!(Stock::largest_office_stock(A4), Stock::A3);
        assert_eq!(Stock::largest_office_stock(LETTER), Stock::Tabloid);
    }

    #[test]
    fn orientation_follows_content() {
        for (content, orientation) in [
            (A4, Orientation::Portrait),
            (A4.rotated(), Orientation::Landscape),
            (spread(A4), Orientation::Landscape),
        ] {
            assert_eq!(Stock::A3.orientation_for(content), orientation);
        }
    }

    #[test]
    fn names_are_those_of_the_standards() {
        let names: Vec<&str> = Stock::iter().map(Stock::name).collect();
        assert_eq!(names, ["A4", "A3", "SRA3", "SRA2", "Letter", "Tabloid"]);
    }
}
