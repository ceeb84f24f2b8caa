//! Finds the loosest density at which a CV has the desired number of pages.
//!
//! Densities are numbered from the loosest to the densest. The caller measures the CV at a density,
//! and estimates how its lengths at any two densities compare. A measurement typesets the CV, so the
//! search predicts lengths from those that it has measured, and measures where it expects a full
//! page. It relies on denser CVs being hardly ever longer.

use std::collections::BTreeMap;

use crate::typeset::extent::Extent;

/// The maximum number of measurements.
pub const MOST: usize = 6;

/// The least fill of a last page that counts as full.
const FULL: f64 = 0.93;

/// The maximum fill of a last page: a fuller one looks crammed, and has no room for a word more.
const FULLEST: f64 = 0.97;

/// The number of measurements after which a fill of [`FULL_ENOUGH`] ends the search: where large
/// blocks move to other pages, no density may fill the page better.
const MANY: usize = 4;

/// The least fill of a last page that ends a long search.
const FULL_ENOUGH: f64 = 0.9;

/// A last page with less fill is worth saving.
const HARDLY: f64 = 1.0 / 3.0;

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
    fn new(estimates: &'a [f64], measure: &'a mut dyn FnMut(usize) -> Result<Extent, E>) -> Self {
        Self {
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
        pages(self.pages.saturating_sub(1)) + f64::midpoint(FULL, self.fullest)
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
    let mut search = Search::new(estimates, measure);
    let first = search.measure(start)?;
    let mut room = Room {
        pages: first.pages.min(most),
        fullest: FULLEST,
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

/// Returns the first of some densities, from the start to the densest, that saves a nearly empty
/// last page; the start if there is no such page, or no density saves it.
///
/// `estimates` has the estimated length at each density, in any unit.
///
/// # Errors
/// The CV cannot be measured.
pub fn save_a_page<E>(
    estimates: &[f64],
    measure: &mut dyn FnMut(usize) -> Result<Extent, E>,
) -> Result<usize, E> {
    let estimates = &estimates[..estimates.len().min(MOST)];
    let mut search = Search::new(estimates, measure);
    let first = search.measure(0)?;
    let hardly_begun = first.pages > 1 && first.fill.is_some_and(|fill| fill < HARDLY);
    let densest = search.densest();
    if !hardly_begun || densest == 0 {
        return Ok(0);
    }
    let wanted = pages(first.pages - 1);
    let mut bracket = Bracket {
        too_long: Some(0),
        fits: None,
    };
    loop {
        let unknown = bracket.unknown(estimates.len());
        let at = match (search.expected(unknown, wanted), bracket.fits) {
            (Some(at), _) => at,
            // The prediction may be too careful, and larger text is easier to read.
            (None, Some(fits)) if bracket.too_long.is_none_or(|long| long + 1 < fits) => fits - 1,
            (None, Some(fits)) => return Ok(fits),
            // If the densest does not save the page, none does.
            (None, None) => densest,
        };
        if search.measure(at)?.pages < first.pages {
            bracket.fits = Some(at);
        } else if at == densest {
            return Ok(0);
        } else {
            bracket.too_long = Some(at);
        }
    }
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

        fn saved(&mut self) -> usize {
            save_a_page(&estimates(self.densest), &mut |at| {
                self.measured.push(at);
                Ok::<_, ()>(self.extent(at))
            })
            .expect("measured")
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
                (0.85..=0.97).contains(&filled)
                    || reach < 0.97 && at == 0
                    || paper.length(60) > 0.97,
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
        let mut paper = FakeCv::new(20, 0.98, 0.001);
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
    fn saves_page_at_largest_text_that_just_fits() {
        // A large block that moves to the page before makes more of a difference than predicted.
        let estimates = [1.0, 0.975, 0.95, 0.925];
        let lengths = [3.21, 2.985, 2.95, 2.9];
        let found = save_a_page(&estimates, &mut |at| Ok::<_, ()>(extent(lengths[at])));
        assert_eq!(found, Ok(1));
    }

    #[test]
    fn saves_nearly_empty_page_at_first_density() {
        let mut paper = FakeCv::new(3, 1.9, 0.07);
        assert_eq!((paper.extent(0).pages, paper.saved()), (3, 2));
        assert_eq!(paper.measured, [0, 3, 2, 1]);
    }

    #[test]
    fn other_last_pages_are_measured_once() {
        let mut full = FakeCv::new(3, 1.5, 0.07);
        assert_eq!((full.saved(), full.measured.len()), (0, 1));
        let mut single = FakeCv::new(3, 0.1, 0.01);
        assert_eq!((single.saved(), single.measured.len()), (0, 1));
        let mut hopeless = FakeCv::new(3, 2.05, 0.02);
        assert_eq!((hopeless.saved(), hopeless.measured.len()), (0, 2));
    }

    #[test]
    fn returns_error_of_measurement() {
        assert_eq!(fit([1, 1], 0, &estimates(3), &mut |_| Err("no")), Err("no"));
    }
}
