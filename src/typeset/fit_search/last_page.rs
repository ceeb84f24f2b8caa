//! Finds a density at which a CV ends well: without a page that is nearly empty, or crammed.

use std::ops::RangeInclusive;

use crate::typeset::extent::Extent;
use crate::typeset::fit_search::search::{FULLEST, Search, pages};

/// The fill of a single page that needs no other density.
const GOOD_PAGE: RangeInclusive<f64> = 0.88..=FULLEST;

/// The best fill of a single page.
const BEST_PAGE: f64 = 0.93;

/// The least fill of the last of several pages that needs no other density.
const GOOD_LAST_PAGE: f64 = 0.45;

/// The best fill of the last of several pages that is opened up.
const BEST_LAST_PAGE: f64 = 0.52;

/// A single page with less fill is a draft, which no density makes a page.
pub const DRAFT: f64 = 0.2;

/// The most pages whose last one is made better without being asked. Of more, one page matters less
/// than the time and memory of each measurement.
pub const MOST_PAGES: usize = 30;

/// How much a predicted length may be wrong, as a part of it.
const DOUBT: f64 = 0.03;

/// The maximum number of measurements without a number of pages to reach.
pub(super) const MOST_UNASKED: usize = 5;

/// A length that a CV could have instead of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Aim {
    /// The length in pages.
    wanted: f64,
    /// The greatest length that is better than that of the CV: a page that is full to its edge is
    /// better than one with a few lines after it.
    most: f64,
    /// Whether it is more than the CV has.
    looser: bool,
}

/// Returns how far a length is from a good one, in pages: from a single page that is full, but not
/// to its edge, and from a last page that is almost half full.
pub(super) fn flaw(extent: Extent) -> f64 {
    let Some(fill) = extent.fill else { return 0.0 };
    if extent.pages > 1 {
        (GOOD_LAST_PAGE - fill).max(0.0)
    } else {
        (GOOD_PAGE.start() - fill)
            .max(fill - GOOD_PAGE.end())
            .max(0.0)
    }
}

/// Returns whether another density may make the last page a better one.
pub fn may_settle(first: Extent) -> bool {
    let is_draft = first.pages == 1 && first.fill.is_some_and(|fill| fill < DRAFT);
    flaw(first) > 0.0 && !is_draft && first.pages <= MOST_PAGES
}

/// Returns the better lengths of a CV, the nearest first.
fn aims(first: Extent) -> Vec<Aim> {
    let length = first.length();
    let aim = |wanted, most| Aim {
        wanted,
        most,
        looser: wanted > length,
    };
    if first.pages == 1 {
        return vec![aim(BEST_PAGE, *GOOD_PAGE.end())];
    }
    let before = pages(first.pages - 1);
    let saved = if first.pages == 2 {
        BEST_PAGE
    } else {
        before - 1.0 + FULLEST
    };
    let filled = before + BEST_LAST_PAGE;
    let mut aims = vec![aim(saved, before), aim(filled, filled)];
    aims.sort_by(|one, other| {
        let distance = |aim: &Aim| (aim.wanted / length).ln().abs();
        distance(one).total_cmp(&distance(other))
    });
    aims
}

impl<E> Search<'_, E> {
    /// Measures densities from `start` on, where it expects the length, until it finds a good one or
    /// none is left.
    fn seek(&mut self, aim: Aim, start: usize) -> Result<(), E> {
        let (mut from, mut end) = if aim.looser {
            (0, start)
        } else {
            (start + 1, self.estimates.len())
        };
        while from < end && self.measured.len() < MOST_UNASKED {
            let at = self.nearest(from, end, aim);
            let extent = self.measure(at)?;
            if flaw(extent) <= 0.0 {
                break;
            }
            if extent.length() > aim.wanted {
                from = at + 1;
            } else {
                end = at;
            }
        }
        Ok(())
    }

    /// Returns the density at which a length is expected that is nearest to the wanted one.
    fn nearest(&self, from: usize, end: usize, aim: Aim) -> usize {
        let distance = |at: &usize| (self.predicted(*at) - aim.wanted).abs();
        (from..end)
            .min_by(|one, other| distance(one).total_cmp(&distance(other)))
            .unwrap_or(from)
    }

    /// Returns whether some density may have the length. A page that cannot be filled is opened up
    /// as far as it can be.
    fn may_reach(&self, aim: Aim, first: Extent) -> bool {
        let length = self.predicted(if aim.looser { 0 } else { self.densest() });
        if aim.looser {
            first.pages == 1
                || length * (1.0 + DOUBT) > aim.wanted - BEST_LAST_PAGE + GOOD_LAST_PAGE
        } else {
            length * (1.0 - DOUBT) < aim.most
        }
    }

    fn flaw_at(&self, at: usize) -> f64 {
        self.measured.get(&at).map_or(0.0, |extent| flaw(*extent))
    }

    /// Returns the best of the measured densities with no more pages than the first.
    fn best(&self, start: usize, first: Extent) -> usize {
        let allowed = self
            .measured
            .iter()
            .filter(|(_, extent)| extent.pages <= first.pages);
        let best = allowed.min_by(|(one, one_extent), (other, other_extent)| {
            flaw(**one_extent)
                .total_cmp(&flaw(**other_extent))
                .then(one.abs_diff(start).cmp(&other.abs_diff(start)))
        });
        best.map_or(start, |(at, _)| *at)
    }
}

/// Returns the density, from the loosest to the densest, at which a CV ends well without a page
/// more than at the density `start`: a single page is full, the last of several is almost half
/// full. If none is found, it is the best of those measured. The one nearer to `start` is preferred.
///
/// `estimates` has the estimated length at each density, in any unit.
///
/// # Errors
/// The CV cannot be measured.
pub fn settle<E>(
    start: usize,
    estimates: &[f64],
    measure: &mut dyn FnMut(usize) -> Result<Extent, E>,
) -> Result<usize, E> {
    let mut search = Search::new(start, estimates, measure);
    let first = search.measure(start)?;
    if !may_settle(first) {
        return Ok(start);
    }
    for aim in aims(first) {
        if search.may_reach(aim, first) {
            search.seek(aim, start)?;
        }
        if search.flaw_at(search.best(start, first)) <= 0.0 {
            break;
        }
    }
    Ok(search.best(start, first))
}
