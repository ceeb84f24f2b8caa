//! Finds the loosest density at which a CV has the desired number of pages.
//!
//! Densities are numbered from the loosest to the densest. The caller knows what a number means and
//! measures the CV; the search relies only on denser CVs being hardly ever longer.

use std::collections::BTreeMap;

use crate::typeset::extent::Extent;

/// The maximum number of measurements.
pub const MOST: usize = 6;

/// The least fill of a last page that counts as full.
const FULL: f64 = 0.93;

/// The maximum fill of a last page: a fuller one looks crammed, and has no room for a word more.
const FULLEST: f64 = 0.97;

/// A last page with less fill is worth saving.
const HARDLY: f64 = 1.0 / 3.0;

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
    measured: BTreeMap<usize, Extent>,
    measure: &'a mut dyn FnMut(usize) -> Result<Extent, E>,
}

impl<E> Search<'_, E> {
    fn measure(&mut self, at: usize) -> Result<Extent, E> {
        if let Some(known) = self.measured.get(&at) {
            return Ok(*known);
        }
        let extent = (self.measure)(at)?;
        self.measured.insert(at, extent);
        Ok(extent)
    }

    /// Returns the loosest density that fits, between one that is too long and one that fits.
    fn between(&mut self, too_long: usize, fits: usize, goal: Room) -> Result<usize, E> {
        let (mut too_long, mut fits) = (too_long, fits);
        let mut halve = false;
        while fits - too_long > 1 && self.measured.len() < MOST {
            let was = fits - too_long;
            let (long, short) = (self.measure(too_long)?, self.measure(fits)?);
            if goal.is_full(short) {
                break;
            }
            let is_known = long.fill.is_some() && short.fill.is_some();
            let at = too_long
                + if halve || !is_known {
                    was / 2
                } else {
                    goal.share(long, short, was)
                };
            let extent = self.measure(at)?;
            if goal.holds(extent) {
                fits = at;
            } else {
                too_long = at;
            }
            // If the length does not follow the density evenly, as at an unbreakable block,
            // interpolation does not help.
            halve = !halve && (fits - too_long) * 2 > was;
        }
        Ok(fits)
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
        extent.pages == self.pages
            && extent
                .fill
                .is_some_and(|fill| (FULL..=self.fullest).contains(&fill))
    }

    /// Returns after how many of `steps`, from a density that is too long to one that fits, the CV
    /// is likely to fit.
    #[expect(
        clippy::cast_precision_loss,
        reason = "there are fewer than a hundred densities"
    )]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is between 0 and `steps`"
    )]
    fn share(self, long: Extent, short: Extent, steps: usize) -> usize {
        let wanted = self.pages.saturating_sub(1) as f64 + f64::midpoint(FULL, self.fullest);
        let (long, short) = (long.length(), short.length());
        let share = if long > short {
            (long - wanted) / (long - short)
        } else {
            0.5
        };
        // Being just too long costs another try, being just short does not.
        ((share * steps as f64).ceil() as usize).clamp(1, steps - 1)
    }
}

/// Returns the loosest density at which a CV has between `least` and `most` pages, and of these the
/// fewest that any density reaches. The CV never becomes longer than at the density `start`, which
/// is measured first; the last is `densest`. The last page is filled as far as the densities allow,
/// but not to its edge.
///
/// # Errors
/// The CV cannot be measured.
pub fn fit<E>(
    [least, most]: [usize; 2],
    start: usize,
    densest: usize,
    measure: &mut dyn FnMut(usize) -> Result<Extent, E>,
) -> Result<FitResult, E> {
    let mut search = Search {
        measured: BTreeMap::new(),
        measure,
    };
    let first = search.measure(start)?;
    let mut room = Room {
        pages: first.pages,
        fullest: FULLEST,
    };
    if first.pages > least {
        let shortest = search.measure(densest)?;
        room.pages = shortest.pages.clamp(least, first.pages);
        if shortest.pages > most {
            return Ok(FitResult::Misses(shortest));
        }
    }
    if room.is_full(first) {
        return Ok(FitResult::Fits(start));
    }
    if !room.holds(first) {
        let shortest = search.measure(densest)?;
        if !room.holds(shortest) {
            // A page that is full to its edge still fits.
            room.fullest = 1.0;
            if room.holds(first) {
                return Ok(FitResult::Fits(start));
            }
        }
        return Ok(FitResult::Fits(search.between(start, densest, room)?));
    }
    let longest = search.measure(0)?;
    if room.holds(longest) {
        return Ok(FitResult::Fits(0));
    }
    Ok(FitResult::Fits(search.between(0, start, room)?))
}

/// Returns the first of some densities, from the start to the densest, that saves a nearly empty
/// last page; the start if there is no such page, or no density saves it.
///
/// # Errors
/// The CV cannot be measured.
pub fn save_a_page<E>(
    settings: usize,
    measure: &mut dyn FnMut(usize) -> Result<Extent, E>,
) -> Result<usize, E> {
    let first = measure(0)?;
    let hardly_begun = first.pages > 1 && first.fill.is_some_and(|fill| fill < HARDLY);
    let densest = settings.saturating_sub(1).min(MOST - 1);
    // If the densest does not save the page, none does.
    if !hardly_begun || densest == 0 || measure(densest)?.pages >= first.pages {
        return Ok(0);
    }
    for at in 1..densest {
        if measure(at)?.pages < first.pages {
            return Ok(at);
        }
    }
    Ok(densest)
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
            let densest = self.densest;
            let found = fit(goal, start, densest, &mut |at| {
                assert!(!self.measured.contains(&at), "{at} twice");
                self.measured.push(at);
                Ok::<_, ()>(self.extent(at))
            });
            assert!(self.measured.len() <= MOST, "{:?}", self.measured);
            found.expect("measured")
        }

        fn saved(&mut self) -> usize {
            save_a_page(self.densest + 1, &mut |at| {
                self.measured.push(at);
                Ok::<_, ()>(self.extent(at))
            })
            .expect("measured")
        }
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
            let found = fit([1, 1], 0, 60, &mut |at| {
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
        let found = fit([1, 1], 0, 8, &mut |at| {
            measured += 1;
            Ok::<_, ()>(Extent {
                pages: if at < 5 { 2 } else { 1 },
                fill: None,
            })
        });
        assert_eq!((found, measured <= MOST), (Ok(FitResult::Fits(5)), true));
    }

    #[test]
    fn saves_nearly_empty_page_at_first_density() {
        let mut paper = FakeCv::new(3, 1.9, 0.07);
        assert_eq!((paper.extent(0).pages, paper.saved()), (3, 2));
        assert_eq!(paper.measured, [0, 3, 1, 2]);
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
        assert_eq!(fit([1, 1], 0, 3, &mut |_| Err("no")), Err("no"));
    }
}
