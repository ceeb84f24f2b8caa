//! Finds a density at which a CV has a length, from few measurements.
//!
//! Densities are numbered from the loosest to the densest. A measurement typesets the CV. Between
//! those that were made, lengths are interpolated, and the next one is made where the length is
//! expected that is looked for; where that does not help, as at a block that stays whole, the
//! densities that are left are halved.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use crate::typeset::extent::Extent;

/// The maximum number of measurements of a search.
const MOST: usize = 4;

/// By how much a predicted length may be wrong, as a part of it.
const DOUBT: f64 = 0.06;

/// A length to find: a number of pages, and the fill of the last.
#[derive(Debug, Clone, PartialEq)]
pub struct TargetLength {
    /// The number of pages.
    pub pages: usize,
    /// The fills that end the search.
    pub good: RangeInclusive<f64>,
    /// The fills to take if no good one is found.
    pub accepted: RangeInclusive<f64>,
}

impl TargetLength {
    /// Returns a fill as a length in pages.
    fn length(&self, fill: f64) -> f64 {
        Extent {
            pages: self.pages,
            fill: Some(fill),
        }
        .length()
    }

    /// Returns whether a CV has the length.
    pub fn accepts(&self, extent: Extent) -> bool {
        let is_filled = |fill| self.accepted.contains(&fill);
        extent.pages == self.pages && extent.fill.is_none_or(is_filled)
    }

    /// Returns how much a CV is too long, or too short if it is below 0, in pages.
    fn excess(&self, extent: Extent) -> f64 {
        if extent.fill.is_none() && extent.pages == self.pages {
            return 0.0;
        }
        let length = extent.length();
        let [short, long] = [self.good.start(), self.good.end()].map(|fill| self.length(*fill));
        (length - long).max(0.0) + (length - short).min(0.0)
    }
}

/// The measurements of a CV.
pub struct LengthSearch<'a> {
    /// The estimated lengths at all densities, in any unit.
    pub estimates: &'a [f64],
    /// The lengths at the densities that were measured. There is one at least.
    pub measured: BTreeMap<usize, Extent>,
}

impl LengthSearch<'_> {
    /// Returns the density of a range at which the CV has a length; `None` if none does. `measure`
    /// returns the length at a density.
    ///
    /// # Errors
    /// The CV cannot be measured.
    pub fn find<E>(
        &mut self,
        range: Range<usize>,
        target: &TargetLength,
        mut measure: impl FnMut(usize) -> Result<Extent, E>,
    ) -> Result<Option<usize>, E> {
        let wanted = target.length(f64::midpoint(*target.good.start(), *target.good.end()));
        let is_denser = self.measured.range(..range.start).next().is_some();
        let farthest = if is_denser {
            range.end.saturating_sub(1)
        } else {
            range.start
        };
        let mut left = range.clone();
        let mut halves = false;
        let mut count = 0;
        while !left.is_empty() && count < MOST {
            let is_last = count + 1 == MOST && !self.has_found(&range, target);
            let at = if is_last || !self.may_reach(&range, target) {
                farthest
            } else if halves {
                usize::midpoint(left.start, left.end - 1)
            } else {
                self.nearest(left.clone(), wanted)
            };
            if self.measured.contains_key(&at) {
                break;
            }
            let extent = measure(at)?;
            self.measured.insert(at, extent);
            count += 1;
            let before = left.len();
            let excess = target.excess(extent);
            if excess > 0.0 {
                left.start = left.start.max(at + 1);
            } else if excess < 0.0 {
                left.end = left.end.min(at);
            } else {
                break;
            }
            halves = !halves && left.len() * 2 > before;
        }
        Ok(self.best(&range, target))
    }

    /// Returns whether the length may be found in a range.
    pub fn may_reach(&self, range: &Range<usize>, target: &TargetLength) -> bool {
        let [short, long] = [target.accepted.start(), target.accepted.end()];
        !range.is_empty()
            && self.predicted(range.end - 1) * (1.0 - DOUBT) < target.length(*long)
            && self.predicted(range.start) * (1.0 + DOUBT) > target.length(*short)
    }

    fn has_found(&self, range: &Range<usize>, target: &TargetLength) -> bool {
        let mut measured = self.measured.range(range.clone());
        measured.any(|(_, extent)| target.accepts(*extent))
    }

    /// Returns the best of the measured densities of a range.
    fn best(&self, range: &Range<usize>, target: &TargetLength) -> Option<usize> {
        let measured = self.measured.range(range.clone());
        let accepted = measured.filter(|(_, extent)| target.accepts(**extent));
        let best = accepted.min_by(|(_, one), (_, other)| {
            let excess = |extent: &Extent| target.excess(*extent).abs();
            excess(one).total_cmp(&excess(other))
        });
        best.map(|(at, _)| *at)
    }

    /// Returns the density at which a length is expected that is nearest to the wanted one.
    fn nearest(&self, range: Range<usize>, wanted: f64) -> usize {
        let distance = |at: usize| (self.predicted(at) - wanted).abs();
        let start = range.start;
        range
            .min_by(|one, other| distance(*one).total_cmp(&distance(*other)))
            .unwrap_or(start)
    }

    /// Returns the length to expect at a density: between two that are measured, interpolated, and
    /// beyond them in the ratio of the estimates.
    fn predicted(&self, at: usize) -> f64 {
        let looser = self.measured.range(..=at).next_back();
        let denser = self.measured.range(at..).next();
        let estimate = |at: &usize| self.estimates[*at];
        match (looser, denser) {
            (Some((long_at, long)), Some((short_at, short))) => {
                let [from, to] = [estimate(long_at), estimate(short_at)];
                let share = if from > to {
                    (from - self.estimates[at]) / (from - to)
                } else {
                    0.0
                };
                long.length() + (short.length() - long.length()) * share
            }
            (Some((near, extent)), None) | (None, Some((near, extent))) => {
                extent.length() * self.estimates[at] / estimate(near)
            }
            (None, None) => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches in a CV with these lengths in hundredths of a page, whose estimates are even, and
    /// returns the density found and how many others were measured.
    fn found(
        lengths: &[u32],
        start: usize,
        range: Range<usize>,
        target: &TargetLength,
    ) -> (Option<usize>, usize) {
        let extent = |at: usize| Extent {
            pages: usize::try_from((lengths[at] - 1) / 100 + 1).expect("a number of pages"),
            fill: Some(f64::from((lengths[at] - 1) % 100 + 1) / 100.0),
        };
        let estimates: Vec<f64> = (0u8..)
            .take(lengths.len())
            .map(|at| 200.0 - f64::from(at))
            .collect();
        let mut search = LengthSearch {
            estimates: &estimates,
            measured: BTreeMap::from([(start, extent(start))]),
        };
        let found = search.find(range, target, |at| Ok::<_, ()>(extent(at)));
        (found.expect("a measurement"), search.measured.len() - 1)
    }

    fn saved(pages: usize) -> TargetLength {
        TargetLength {
            pages,
            good: 0.94..=0.97,
            accepted: 0.0..=1.0,
        }
    }

    /// Lengths that fall evenly by one part in a hundred of a page.
    fn even(longest: u32) -> Vec<u32> {
        (0..60).map(|at| longest - at).collect()
    }

    #[test]
    fn a_page_is_saved_with_few_measurements() {
        let (at, measured) = found(&even(110), 0, 1..60, &saved(1));
        let at = at.expect("a density");
        assert!((13..=16).contains(&at), "{at}");
        assert!(measured <= 3, "{measured}");
    }

    #[test]
    fn a_page_that_cannot_be_saved_is_measured_once() {
        assert_eq!(found(&even(180), 0, 1..60, &saved(1)), (None, 1));
    }

    #[test]
    fn a_page_that_is_full_to_its_edge_is_better_than_none() {
        let mut lengths = even(110);
        for length in &mut lengths {
            *length = (*length).max(99);
        }
        let (at, _) = found(&lengths, 0, 1..60, &saved(1));
        assert!(at.is_some_and(|at| lengths[at] == 99), "{at:?}");
    }

    #[test]
    fn a_jump_over_the_good_lengths_ends_the_search() {
        let mut lengths = even(110);
        for (at, length) in lengths.iter_mut().enumerate() {
            *length = if at < 20 { 102 } else { 88 };
        }
        let (at, measured) = found(&lengths, 0, 1..60, &saved(1));
        assert!(at.is_some_and(|at| lengths[at] == 88), "{at:?}");
        assert!(measured <= MOST, "{measured}");
    }

    #[test]
    fn a_short_last_page_is_opened_up_no_further_than_needed() {
        let filled = TargetLength {
            pages: 2,
            good: 0.4..=0.5,
            accepted: 0.4..=0.97,
        };
        let (at, _) = found(&even(160), 40, 0..40, &filled);
        let at = at.expect("a density");
        assert!((10..=20).contains(&at), "{at}");
    }
}
