//! Finds the loosest density at which a CV has the desired number of pages.
//!
//! Densities are numbered from the loosest to the densest. The caller measures the CV at a density,
//! and estimates how its lengths at any two densities compare. A measurement typesets the CV, so the
//! search predicts lengths from those that it has measured, and measures where it expects a full
//! page. It relies on denser CVs being hardly ever longer.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::typeset::extent::Extent;

/// The maximum number of measurements.
pub const MOST: usize = 6;

/// The least fill of a last page that counts as full.
const FULL: f64 = 0.9;

/// The maximum fill of a last page: a fuller one looks crammed, and has no room for a word more.
const FULLEST: f64 = 0.97;

/// The maximum fill of a last page that ends a search for a number of pages. The search expects a
/// little less than [`FULLEST`], and is hardly ever off by more than this.
const FULLEST_FOUND: f64 = 0.98;

/// The number of measurements after which a fill of [`FULL_ENOUGH`] ends the search: where large
/// blocks move to other pages, no density may fill the page better.
const MANY: usize = 4;

/// The least fill of a last page that ends a long search.
const FULL_ENOUGH: f64 = 0.88;

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

/// How much a predicted length may be wrong, as a part of it.
const DOUBT: f64 = 0.03;

/// The maximum number of measurements without a number of pages to reach.
const MOST_UNASKED: usize = 5;

/// The powers of the estimated ratio of two lengths that a measured ratio may have.
const POWERS: [f64; 2] = [0.5, 2.5];

/// The result of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FitResult {
    /// The density to use.
    Fits(usize),
    /// No density fits; the length at the densest.
    Misses(Extent),
}

/// The measurements so far.
struct Search<'a, E> {
    /// The density of the design.
    start: usize,
    /// The estimated lengths at all densities, in any unit.
    estimates: &'a [f64],
    measured: BTreeMap<usize, Extent>,
    measure: &'a mut dyn FnMut(usize) -> Result<Extent, E>,
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

impl<'a, E> Search<'a, E> {
    fn new(
        start: usize,
        estimates: &'a [f64],
        measure: &'a mut dyn FnMut(usize) -> Result<Extent, E>,
    ) -> Self {
        Self {
            start,
            estimates,
            measured: BTreeMap::new(),
            measure,
        }
    }

    fn densest(&self) -> usize {
        self.estimates.len().saturating_sub(1)
    }

    fn measure(&mut self, at: usize) -> Result<Extent, E> {
        if let Some(known) = self.measured.get(&at) {
            return Ok(*known);
        }
        let extent = (self.measure)(at)?;
        self.measured.insert(at, extent);
        Ok(extent)
    }

    /// Returns the length to expect at a density: between two that are measured, interpolated, and
    /// beyond them in the ratio of the estimates. At least one must be measured.
    fn predicted(&self, at: usize) -> f64 {
        let length = |(at, extent): (&usize, &Extent)| (*at, extent.length());
        let looser: Vec<(usize, f64)> = self.measured.range(..=at).rev().map(length).collect();
        let denser: Vec<(usize, f64)> = self.measured.range(at..).map(length).collect();
        let (near, far) = match (&looser[..], &denser[..]) {
            ([(long_at, long), ..], [(short_at, short), ..]) => {
                let [from, to] = [self.estimates[*long_at], self.estimates[*short_at]];
                let share = if from > to {
                    (from - self.estimates[at]) / (from - to)
                } else {
                    0.0
                };
                return long + (short - long) * share;
            }
            ([near, rest @ ..], []) | ([], [near, rest @ ..]) => (near, rest.first()),
            ([], []) => return 0.0,
        };
        // A page break may have spoiled the length on the other side of the start.
        let far = far.filter(|far| (far.0 <= self.start) == (at < self.start));
        let power = far.map_or(1.0, |far| self.power(*near, *far));
        let estimate = self.estimates[at] / self.estimates[near.0];
        near.1 * estimate.powf(power)
    }

    /// Returns the power of the estimated ratio of two lengths that is the measured one.
    fn power(&self, (one, length): (usize, f64), (other, other_length): (usize, f64)) -> f64 {
        let estimated = (self.estimates[one] / self.estimates[other]).ln();
        let measured = (length / other_length).ln();
        let [least, most] = POWERS;
        if estimated.abs() > 1e-3 && measured * estimated > 0.0 {
            (measured / estimated).clamp(least, most)
        } else {
            1.0
        }
    }

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

#[expect(clippy::cast_precision_loss, reason = "no CV has 2^52 pages")]
fn pages(count: usize) -> f64 {
    count as f64
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
fn flaw(extent: Extent) -> f64 {
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
    flaw(first) > 0.0 && !is_draft
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A CV that has a length at the densest setting, and grows by `step` at each looser one.
    struct FakeCv {
        densest: usize,
        shortest: f64,
        step: f64,
        measured: Vec<usize>,
    }

    impl FakeCv {
        fn new(densest: usize, shortest: f64, step: f64) -> Self {
            Self {
                densest,
                shortest,
                step,
                measured: Vec::new(),
            }
        }

        fn length(&self, at: usize) -> f64 {
            f64::from(u32::try_from(self.densest - at).expect("small"))
                .mul_add(self.step, self.shortest)
        }

        fn extent(&self, at: usize) -> Extent {
            extent(self.length(at))
        }

        fn fit(&mut self, goal: [usize; 2], start: usize) -> FitResult {
            let estimates = estimates(self.densest);
            let found = fit(goal, start, &estimates, &mut |at| {
                assert!(!self.measured.contains(&at), "{at} twice");
                self.measured.push(at);
                Ok::<_, ()>(self.extent(at))
            });
            assert!(self.measured.len() <= MOST, "{:?}", self.measured);
            found.expect("measured")
        }

        fn settled(&mut self, start: usize) -> Extent {
            let found = settle(start, &estimates(self.densest), &mut |at| {
                assert!(!self.measured.contains(&at), "{at} twice");
                self.measured.push(at);
                Ok::<_, ()>(self.extent(at))
            });
            assert!(self.measured.len() <= MOST_UNASKED, "{:?}", self.measured);
            self.extent(found.expect("measured"))
        }
    }

    /// Returns estimates that are about right for most CVs.
    fn estimates(densest: usize) -> Vec<f64> {
        let estimate = |at| 1.0 - 0.008 * f64::from(u32::try_from(at).expect("small"));
        (0..=densest).map(estimate).collect()
    }

    fn extent(length: f64) -> Extent {
        let pages = (1..99)
            .find(|pages| f64::from(*pages) >= length)
            .expect("a page");
        Extent {
            pages: pages.try_into().expect("few"),
            fill: Some(length + 1.0 - f64::from(pages)),
        }
    }

    #[test]
    fn fills_page_from_either_side() {
        for length in (50..150).map(|percent| f64::from(percent) / 100.0) {
            let mut paper = FakeCv::new(60, length * 0.8, length * 0.01);
            // So long at the start, and from 0.8 to 1.4 times as long.
            let found = paper.fit([1, 1], 40);
            let FitResult::Fits(at) = found else {
                assert!(paper.length(60) > 1.0, "{length}");
                continue;
            };
            let filled = paper.length(at);
            let reach = paper.length(0);
            assert!(
                (0.85..=0.98).contains(&filled)
                    || reach < 0.98 && at == 0
                    || paper.length(60) > 0.98,
                "{length}: {filled}"
            );
            assert!(filled <= 1.0, "{length}: {filled}");
        }
    }

    #[test]
    fn full_page_is_measured_once() {
        let mut paper = FakeCv::new(20, 0.85, 0.01);
        assert_eq!(paper.fit([1, 1], 10), FitResult::Fits(10));
        assert_eq!(paper.measured, [10]);
    }

    #[test]
    fn overflow_is_measured_twice() {
        let mut paper = FakeCv::new(20, 1.2, 0.02);
        assert_eq!(paper.fit([1, 1], 10), FitResult::Misses(paper.extent(20)));
        assert_eq!(paper.measured, [10, 20]);
    }

    #[test]
    fn range_takes_fewest_reachable_pages() {
        let fits = |shortest, start| {
            let mut paper = FakeCv::new(40, shortest, 0.02);
            match paper.fit([1, 2], start) {
                FitResult::Fits(at) => paper.extent(at).pages,
                FitResult::Misses(_) => 0,
            }
        };
        assert_eq!(
            [
                fits(0.7, 40),
                fits(0.9, 10),
                fits(1.1, 20),
                fits(1.9, 0),
                fits(2.1, 20)
            ],
            [1, 1, 2, 2, 0]
        );
    }

    #[test]
    fn loosening_adds_no_page() {
        let mut paper = FakeCv::new(40, 0.9, 0.05);
        let FitResult::Fits(at) = paper.fit([2, 2], 40) else {
            panic!("it fits")
        };
        assert_eq!(paper.extent(at).pages, 1);
    }

    #[test]
    fn accepts_page_full_to_its_edge() {
        let mut paper = FakeCv::new(20, 0.99, 0.02);
        assert_eq!(paper.fit([1, 1], 10), FitResult::Fits(20));
        let mut paper = FakeCv::new(20, 0.985, 0.001);
        assert_eq!(paper.fit([1, 1], 10), FitResult::Fits(10));
    }

    #[test]
    fn finds_density_despite_unbreakable_blocks() {
        let mut seen = 0;
        // The length jumps once, at any place.
        for jump in 1..60 {
            let found = fit([1, 1], 0, &estimates(60), &mut |at| {
                seen += 1;
                Ok::<_, ()>(extent(if at < jump {
                    1.4
                } else {
                    0.95 - 0.0001 * f64::from(u32::try_from(at).expect("small"))
                }))
            });
            let Ok(FitResult::Fits(at)) = found else {
                panic!("it fits")
            };
            assert!(at >= jump);
        }
        assert!(seen <= 59 * MOST);
    }

    #[test]
    fn without_fill_number_of_pages_decides() {
        let mut measured = 0;
        let found = fit([1, 1], 0, &estimates(8), &mut |at| {
            measured += 1;
            Ok::<_, ()>(Extent {
                pages: if at < 5 { 2 } else { 1 },
                fill: None,
            })
        });
        assert_eq!((found, measured <= MOST), (Ok(FitResult::Fits(5)), true));
    }

    #[test]
    fn page_is_opened_up_or_tightened_until_it_is_full() {
        for percent in 60..160 {
            let length = f64::from(percent) / 100.0;
            // So long at the start, and from 0.8 to 1.4 times as long.
            let mut paper = FakeCv::new(60, length * 0.8, length * 0.01);
            let (first, found) = (paper.extent(40), paper.settled(40));
            assert!(found.pages <= first.pages, "{length}: {found:?}");
            let is_reachable = (0.66..=1.2).contains(&length);
            assert!(
                flaw(found) <= 0.0 || !is_reachable && flaw(found) < flaw(first),
                "{length}: {found:?}"
            );
        }
    }

    #[test]
    fn last_page_is_saved_or_filled_whichever_is_nearer() {
        // From 2.5 % below the start to 25 % above it, and the other way.
        let mut nearly_full = FakeCv::new(40, 1.35, 0.02);
        let found = nearly_full.settled(38);
        assert!(found.pages == 2 && flaw(found) <= 0.0, "{found:?}");
        let mut nearly_empty = FakeCv::new(40, 2.85, 0.02);
        assert_eq!(nearly_empty.settled(30).pages, 3);
    }

    #[test]
    fn last_page_that_cannot_be_filled_is_saved_by_a_crammed_one() {
        let mut paper = FakeCv::new(40, 0.99, 0.01);
        assert!((paper.settled(35).length() - 0.99).abs() < 1e-9);
        assert_eq!(paper.measured, [35, 40, 0]);
    }

    #[test]
    fn good_pages_and_drafts_are_measured_once() {
        for length in [0.1, 0.9, 0.97, 1.5, 2.45, 3.99] {
            let mut paper = FakeCv::new(40, length - 0.2, 0.01);
            assert!((paper.settled(20).length() - length).abs() < 1e-9);
            assert_eq!(paper.measured, [20], "{length}");
        }
    }

    #[test]
    fn page_that_cannot_be_filled_is_opened_up_entirely() {
        let mut paper = FakeCv::new(20, 0.4, 0.01);
        assert!((paper.settled(20).length() - 0.6).abs() < 1e-9);
        assert_eq!(paper.measured, [20, 0]);
    }

    #[test]
    fn last_page_that_cannot_be_helped_stays() {
        let mut paper = FakeCv::new(2, 2.2, 0.005);
        assert!((paper.settled(1).length() - 2.205).abs() < 1e-9);
        assert_eq!(paper.measured, [1]);
    }

    #[test]
    fn returns_error_of_measurement() {
        assert_eq!(fit([1, 1], 0, &estimates(3), &mut |_| Err("no")), Err("no"));
    }
}
