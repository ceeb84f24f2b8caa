//! Measures a CV at some densities, and predicts its length at the others.

use std::collections::BTreeMap;

use crate::typeset::extent::Extent;

/// The maximum fill of a last page: a fuller one looks crammed, and has no room for a word more.
pub const FULLEST: f64 = 0.97;

/// The powers of the estimated ratio of two lengths that a measured ratio may have.
const POWERS: [f64; 2] = [0.5, 2.5];

/// The measurements so far.
pub struct Search<'a, E> {
    /// The density of the design.
    pub start: usize,
    /// The estimated lengths at all densities, in any unit.
    pub estimates: &'a [f64],
    /// The lengths at the densities that were measured.
    pub measured: BTreeMap<usize, Extent>,
    measure: &'a mut dyn FnMut(usize) -> Result<Extent, E>,
}

impl<'a, E> Search<'a, E> {
    /// Creates a search without measurements.
    pub fn new(
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

    /// Returns the densest density.
    pub fn densest(&self) -> usize {
        self.estimates.len().saturating_sub(1)
    }

    /// Returns the length at a density, measuring it unless it is known.
    pub fn measure(&mut self, at: usize) -> Result<Extent, E> {
        if let Some(known) = self.measured.get(&at) {
            return Ok(*known);
        }
        let extent = (self.measure)(at)?;
        self.measured.insert(at, extent);
        Ok(extent)
    }

    /// Returns the length to expect at a density: between two that are measured, interpolated, and
    /// beyond them in the ratio of the estimates. At least one must be measured.
    pub fn predicted(&self, at: usize) -> f64 {
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
}

/// Returns a number of pages as a length.
#[expect(clippy::cast_precision_loss, reason = "no CV has 2^52 pages")]
pub fn pages(count: usize) -> f64 {
    count as f64
}
