//! Finds the loosest density at which a CV has a number of pages.

use crate::typeset::extent::Extent;
use crate::typeset::fit_search::search::{FULLEST, Search, pages};

/// The maximum number of measurements.
pub(super) const MOST: usize = 6;

/// The least fill of a last page that counts as full.
const FULL: f64 = 0.9;

/// The maximum fill of a last page that ends a search for a number of pages. The search expects a
/// little less than [`FULLEST`], and is hardly ever off by more than this.
const FULLEST_FOUND: f64 = 0.98;

/// The number of measurements after which a fill of [`FULL_ENOUGH`] ends the search: where large
/// blocks move to other pages, no density may fill the page better.
const MANY: usize = 4;

/// The least fill of a last page that ends a long search.
const FULL_ENOUGH: f64 = 0.88;

/// The result of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FitResult {
    /// The density to use.
    Fits(usize),
    /// No density fits; the length at the densest.
    Misses(Extent),
}

/// The densities that are still possible.
#[derive(Clone, Copy)]
struct Bracket {
    /// The densest one that is known to be too long.
    too_long: Option<usize>,
    /// The loosest one that is known to fit.
    fits: Option<usize>,
}

impl Bracket {
    /// Returns the first density that may be the result and is not measured, and the end of these.
    fn unknown(self, count: usize) -> (usize, usize) {
        let first = self.too_long.map_or(0, |at| at + 1);
        (first, self.fits.unwrap_or(count))
    }
}

impl<E> Search<'_, E> {
    /// Returns the loosest of some densities at which a length is expected that is not exceeded.
    fn expected(&self, (first, end): (usize, usize), length: f64) -> Option<usize> {
        (first..end).find(|at| self.predicted(*at) <= length)
    }

    /// Returns the loosest density that fits.
    fn within(&mut self, mut bracket: Bracket, mut room: Room) -> Result<FitResult, E> {
        let densest = self.densest();
        let mut halve = false;
        loop {
            let (first, end) = bracket.unknown(self.estimates.len());
            if let Some(fits) = bracket.fits
                && (first == end || self.is_good(fits, room) || self.measured.len() >= MOST)
            {
                return Ok(FitResult::Fits(fits));
            }
            let at = self.next(bracket, room, halve);
            let extent = self.measure(at)?;
            if room.holds(extent) {
                bracket.fits = Some(at);
            } else if at == densest {
                // A page that is full to its edge still fits.
                room.fullest = 1.0;
                let mut known = self.measured.iter();
                return Ok(match known.find(|(_, extent)| room.holds(**extent)) {
                    Some((at, _)) => FitResult::Fits(*at),
                    None => FitResult::Misses(extent),
                });
            } else {
                bracket.too_long = Some(at);
            }
            // If the length does not follow the density evenly, as at an unbreakable block,
            // prediction does not help.
            let (now_first, now_end) = bracket.unknown(self.estimates.len());
            let is_closed = bracket.too_long.is_some() && bracket.fits.is_some();
            halve = is_closed && !halve && (now_end - now_first + 1) * 2 > end - first + 1;
        }
    }

    /// Returns whether a density that fits is good enough.
    fn is_good(&self, at: usize, room: Room) -> bool {
        let Some(extent) = self.measured.get(&at) else {
            return false;
        };
        let least = if self.measured.len() >= MANY {
            FULL_ENOUGH
        } else {
            FULL
        };
        room.is_filled(*extent, least)
    }

    /// Returns the density to measure next.
    fn next(&self, bracket: Bracket, room: Room, halve: bool) -> usize {
        let (first, end) = bracket.unknown(self.estimates.len());
        let has_fill = self.measured.values().all(|extent| extent.fill.is_some());
        match bracket.fits {
            // It may be that nothing fits.
            None if !has_fill || self.measured.len() >= MANY - 1 => self.densest(),
            Some(_) if halve || !has_fill => usize::midpoint(first, end - 1),
            _ => {
                let expected = self.expected((first, end), room.wanted());
                expected.unwrap_or(end - 1)
            }
        }
    }
}

/// The room that a CV must fit.
#[derive(Clone, Copy)]
struct Room {
    pages: usize,
    /// The maximum fill of the last page.
    fullest: f64,
}

impl Room {
    fn holds(self, extent: Extent) -> bool {
        extent.pages < self.pages
            || extent.pages == self.pages && extent.fill.is_none_or(|fill| fill <= self.fullest)
    }

    /// Returns whether the last page is so full that a search is not worthwhile.
    fn is_full(self, extent: Extent) -> bool {
        self.is_filled(extent, FULL)
    }

    fn is_filled(self, extent: Extent, least: f64) -> bool {
        extent.pages == self.pages
            && extent
                .fill
                .is_some_and(|fill| (least..=self.fullest).contains(&fill))
    }

    /// Returns the best length, in pages.
    fn wanted(self) -> f64 {
        pages(self.pages.saturating_sub(1)) + f64::midpoint(FULL, FULLEST)
    }
}

/// Returns the loosest density at which a CV has between `least` and `most` pages, and of these the
/// fewest that any density reaches. The CV never becomes longer than at the density `start`, which
/// is measured first. The last page is filled as far as the densities allow, but not to its edge.
///
/// `estimates` has the estimated length at each density, in any unit.
///
/// # Errors
/// The CV cannot be measured.
pub fn fit<E>(
    [least, most]: [usize; 2],
    start: usize,
    estimates: &[f64],
    measure: &mut dyn FnMut(usize) -> Result<Extent, E>,
) -> Result<FitResult, E> {
    let mut search = Search::new(start, estimates, measure);
    let first = search.measure(start)?;
    let mut room = Room {
        pages: first.pages.min(most),
        fullest: FULLEST_FOUND,
    };
    if first.pages > least && least < most {
        let shortest = search.measure(search.densest())?;
        room.pages = shortest.pages.clamp(least, first.pages);
        if shortest.pages > most {
            return Ok(FitResult::Misses(shortest));
        }
    }
    if room.is_full(first) {
        return Ok(FitResult::Fits(start));
    }
    let bracket = if room.holds(first) {
        Bracket {
            too_long: None,
            fits: Some(start),
        }
    } else {
        let densest = search.densest();
        let shortest = search.measured.get(&densest).copied();
        Bracket {
            too_long: Some(start),
            fits: shortest
                .is_some_and(|shortest| room.holds(shortest))
                .then_some(densest),
        }
    };
    search.within(bracket, room)
}
