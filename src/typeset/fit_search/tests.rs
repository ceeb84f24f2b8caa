use super::last_page::{MOST_UNASKED, flaw};
use super::page_count::MOST;
use super::*;
use crate::typeset::extent::Extent;

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
    (0..=densest).map(estimate).collect()
}

/// Returns the estimate of the length at a density.
fn estimate(at: usize) -> f64 {
    1.0 - 0.008 * f64::from(u32::try_from(at).expect("small"))
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
            (0.85..=0.98).contains(&filled) || reach < 0.98 && at == 0 || paper.length(60) > 0.98,
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
    assert_eq!(
        [
            fitted_pages(0.7, 40),
            fitted_pages(0.9, 10),
            fitted_pages(1.1, 20),
            fitted_pages(1.9, 0),
            fitted_pages(2.1, 20)
        ],
        [1, 1, 2, 2, 0]
    );
}

/// Returns the number of pages of a CV that fits one or two; 0 if it does not.
fn fitted_pages(shortest: f64, start: usize) -> usize {
    let mut paper = FakeCv::new(40, shortest, 0.02);
    match paper.fit([1, 2], start) {
        FitResult::Fits(at) => paper.extent(at).pages,
        FitResult::Misses(_) => 0,
    }
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
fn good_pages_drafts_and_books_are_measured_once() {
    for length in [0.1, 0.9, 0.97, 1.5, 2.45, 3.99, 30.1] {
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
