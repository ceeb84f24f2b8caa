//! Finds the loosest density at which a CV has the desired number of pages.
//!
//! Densities are numbered from the loosest to the densest. The caller measures the CV at a density,
//! and estimates how its lengths at any two densities compare. A measurement typesets the CV, so the
//! search predicts lengths from those that it has measured, and measures where it expects a full
//! page. It relies on denser CVs being hardly ever longer.

mod last_page;
mod page_count;
mod search;
#[cfg(test)]
mod tests;

pub use last_page::{DRAFT, MOST_PAGES, may_settle, settle};
pub use page_count::{FitResult, fit};
