//! How pages end well: the fills of a single page and of the last of several.

use std::ops::RangeInclusive;

use crate::typeset::fit_search::TargetLength;
use crate::typeset::{DRAFT, Extent, MIN_LAST_FILL};

/// The fill of a single page that looks full, but not crammed.
const FULL_PAGE: RangeInclusive<f64> = 0.94..=0.97;

/// The least fill of a page that is opened up; one that stays shorter is left as designed.
const OPENED_PAGE: f64 = 0.88;

/// The least fill of the last of several pages, below which a warning is given, too.
const LAST_PAGE: f64 = MIN_LAST_FILL;

/// The greatest fill to look for of a last page that is opened up, which needs no more than that.
const OPENED_LAST_PAGE: f64 = 0.5;

/// The least fill to look for of a page that is made fuller to save another, so that it is tightened
/// no further than it must be.
const SAVED_PAGE: f64 = 0.94;

/// Returns the length of a document from which something is saved.
pub fn saved_page(pages: usize) -> TargetLength {
    TargetLength {
        pages,
        good: SAVED_PAGE..=*FULL_PAGE.end(),
        accepted: LAST_PAGE..=1.0,
    }
}

/// Returns whether a last page needs no other density.
pub fn ends_well(extent: Extent) -> bool {
    extent.fill.is_none_or(|fill| {
        if extent.pages == 1 {
            FULL_PAGE.contains(&fill)
        } else {
            fill >= LAST_PAGE
        }
    })
}

/// Returns whether it is a single page that is full to its edge.
pub fn is_crammed(extent: Extent) -> bool {
    extent.pages == 1 && extent.fill.is_some_and(|fill| fill > *FULL_PAGE.end())
}

/// Returns whether it is a single page that is not full, but no draft either.
pub fn has_room(extent: Extent) -> bool {
    extent.pages == 1
        && extent
            .fill
            .is_some_and(|fill| (DRAFT..OPENED_PAGE).contains(&fill))
}

/// Returns the length of a document that is opened up without a page more.
pub fn opened_page(pages: usize) -> TargetLength {
    if pages == 1 {
        TargetLength {
            pages,
            good: FULL_PAGE,
            accepted: OPENED_PAGE..=*FULL_PAGE.end(),
        }
    } else {
        TargetLength {
            pages,
            good: LAST_PAGE..=OPENED_LAST_PAGE,
            accepted: LAST_PAGE..=*FULL_PAGE.end(),
        }
    }
}

/// Returns the length of a document that gets more pages.
pub fn page_more(pages: usize) -> TargetLength {
    TargetLength {
        pages,
        good: LAST_PAGE..=*FULL_PAGE.end(),
        accepted: 0.0..=1.0,
    }
}
