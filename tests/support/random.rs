//! Pseudorandom numbers, the same in every run.

/// The linear congruential generator of Numerical Recipes.
pub struct Random(u32);

impl Random {
    pub fn new() -> Self {
        Self(1)
    }

    /// Returns a number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % bound
    }
}
