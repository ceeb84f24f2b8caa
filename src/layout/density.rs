//! The densities that a layout can be typeset at: one sequence from the loosest to the densest, on
//! which a CV is fitted to its pages.
//!
//! To become denser, first the text size and its leading shrink, then the gaps, then the margins,
//! each within the limits of the layout's manifest. To become looser, narrow margins grow to an
//! ordinary width, then the text, then the gaps, then the margins. Options that the user has set do
//! not change.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::layout::design::Design;
use crate::layout::manifest::{DENSITY, MARGIN_LEFT, MARGIN_RIGHT, MARGIN_X, Manifest, SPACING};
use crate::layout::option::OptionSpec;
use crate::layout::page_goal::PageGoal;

/// The margin above the text.
const MARGIN_TOP: &str = "margin-top";

/// The margin below the text.
const MARGIN_BOTTOM: &str = "margin-bottom";

/// The margins, as far as a layout has them.
const MARGINS: [&str; 3] = [MARGIN_X, MARGIN_TOP, MARGIN_BOTTOM];

/// The least margin at the sides of a page that has room, in pt: 16 mm.
const ORDINARY_MARGIN: f64 = 16.0 / 25.4 * 72.0;

/// The width up to which margins grow, in pt: 20 mm.
const WIDEST_MARGIN: f64 = 20.0 / 25.4 * 72.0;

/// The steps between two densities, in the size of the text.
const DENSITY_STEP: f64 = 0.005;

/// The steps between two densities, in the gaps.
const SPACING_STEP: f64 = 0.025;

/// The steps between two densities, in the margins.
const MARGINS_STEP: f64 = 0.03;

/// How densely a CV is typeset, as factors; 1 is the layout as designed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Density {
    /// The factor on the text size and its leading.
    pub density: f64,
    /// The factor on the gaps.
    pub spacing: f64,
    /// The factor on the margins.
    pub margins: f64,
}

/// The densities that a CV can be typeset at.
#[derive(Debug, Clone, PartialEq)]
pub struct DensityRange {
    /// From the loosest to the densest.
    pub densities: Vec<Density>,
    /// The index of the design's own density.
    pub start: usize,
    /// The index of the densest with the margins of the design.
    pub tightest: usize,
}

/// The room of the text, as far as the margins decide it. Lengths in pt.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margins {
    /// The sum of the margins at the sides.
    pub across: f64,
    /// The sum of the margins above and below the text.
    pub down: f64,
}

impl Design {
    /// Returns the densities that it can be typeset at. No text size is below `floor`, a factor like
    /// the density.
    pub fn density_range(&self, manifest: &Manifest, floor: f64) -> DensityRange {
        let spacing = self.length(SPACING).unwrap_or(1.0);
        let start = Density {
            density: self.scale,
            spacing,
            margins: 1.0,
        };
        let [lowest, highest] = self.density_limits(manifest, floor);
        let [narrowest, widest] = if self.chosen.contains(SPACING) {
            [spacing, spacing]
        } else {
            let [narrowest, widest] = manifest.ladder.spacing;
            [narrowest.min(spacing), widest.max(spacing)]
        };
        let ordinary_margins = self.growth(&[MARGIN_X], ORDINARY_MARGIN);
        let widest_margins = self.growth(&MARGINS, WIDEST_MARGIN).max(ordinary_margins);

        let mut densities = vec![start];
        let mut last = start;
        for margins in steps(1.0, ordinary_margins, MARGINS_STEP) {
            last.margins = margins;
            densities.push(last);
        }
        for density in steps(start.density, highest, DENSITY_STEP) {
            last.density = density;
            densities.push(last);
        }
        for spacing in steps(spacing, widest, SPACING_STEP) {
            last.spacing = spacing;
            densities.push(last);
        }
        for margins in steps(ordinary_margins, widest_margins, MARGINS_STEP) {
            last.margins = margins;
            densities.push(last);
        }
        densities.reverse();
        let start_index = densities.len() - 1;
        last = start;
        for density in steps(start.density, lowest, DENSITY_STEP) {
            last.density = density;
            densities.push(last);
        }
        for spacing in steps(spacing, narrowest, SPACING_STEP) {
            last.spacing = spacing;
            densities.push(last);
        }
        let tightest = densities.len() - 1;
        for margins in steps(1.0, self.shrinkage(manifest), MARGINS_STEP) {
            last.margins = margins;
            densities.push(last);
        }
        DensityRange {
            densities,
            start: start_index,
            tightest,
        }
    }

    /// Returns the lowest and the highest factor on the text size.
    fn density_limits(&self, manifest: &Manifest, floor: f64) -> [f64; 2] {
        // Without a number of pages to reach, a size that the user has set is the one to use.
        let is_chosen = |option: &str| self.chosen.contains(option);
        if is_chosen(DENSITY)
            || self.fit == PageGoal::Auto && (is_chosen("size") || is_chosen("leading"))
        {
            return [self.scale, self.scale];
        }
        // The least size of the manifest holds for all densities.
        let least = manifest.options.get("size").and_then(OptionSpec::least);
        let least = match self.length("size").zip(least) {
            Some((size, least)) => least / size,
            None => 0.0,
        };
        let floor = (least.max(floor) * 1000.0 - 1e-6).ceil() / 1000.0;
        let [lowest, highest] = manifest.ladder.ends();
        [lowest.max(floor).min(self.scale), highest.max(self.scale)]
    }

    /// Returns the factor at which the last of some margins has a width; 1 if all have it.
    fn growth(&self, margins: &[&str], width: f64) -> f64 {
        let adjustable = margins
            .iter()
            .filter(|option| !self.chosen.contains(**option));
        adjustable
            .filter_map(|option| self.length(option))
            .map(|length| width / length)
            .fold(1.0, f64::max)
    }

    /// Returns the factor at which all margins have their least widths.
    fn shrinkage(&self, manifest: &Manifest) -> f64 {
        let adjustable = MARGINS
            .iter()
            .filter(|option| !self.chosen.contains(**option));
        adjustable
            .filter_map(|option| Some(least_margin(manifest, option)? / self.length(option)?))
            .fold(1.0, f64::min)
    }

    /// Returns the design at another density.
    #[must_use]
    pub fn with_density(&self, density: Density, manifest: &Manifest) -> Self {
        let mut design = self.clone();
        design.scale = density.density;
        design.set_number(DENSITY, density.density);
        design.set_number(SPACING, density.spacing);
        for option in MARGINS {
            if let Some(length) = self.length(option)
                && !self.chosen.contains(option)
            {
                let least = least_margin(manifest, option).unwrap_or(length).min(length);
                let most = WIDEST_MARGIN.max(length);
                let factor = density.margins;
                design.set_number(option, (length * factor).clamp(least, most));
            }
        }
        design
    }

    /// Returns the margins. A layout may have more room at the sides, which does not change.
    pub fn margins(&self) -> Margins {
        let length = |option| self.length(option).unwrap_or(0.0);
        let side = |option| self.length(option).unwrap_or_else(|| length(MARGIN_X));
        Margins {
            across: side(MARGIN_LEFT) + side(MARGIN_RIGHT),
            down: length(MARGIN_TOP) + length(MARGIN_BOTTOM),
        }
    }

    fn set_number(&mut self, option: &str, value: f64) {
        self.options.insert(option.to_owned(), Json::from(value));
    }
}

fn least_margin(manifest: &Manifest, option: &str) -> Option<f64> {
    manifest.options.get(option)?.least()
}

/// Returns the values from one to another at equal steps, without the first, with the last.
fn steps(from: f64, to: f64, step: f64) -> Vec<f64> {
    let step = step.copysign(to - from);
    let count = ((to - from) / step - 1e-6).ceil();
    let mut values = Vec::new();
    let mut number = 1.0;
    while number < count {
        // Rounded to thousandths, a value is the same on every machine, and looks hand-written.
        values.push(((from + number * step) * 1000.0).round() / 1000.0);
        number += 1.0;
    }
    if count > 0.0 {
        values.push(to);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_end_at_the_last_value() {
        assert_eq!(steps(1.0, 0.985, 0.005), [0.995, 0.99, 0.985]);
        assert_eq!(steps(1.0, 0.988, 0.005), [0.995, 0.99, 0.988]);
        assert_eq!(steps(1.0, 1.01, 0.025), [1.01]);
        assert_eq!(steps(1.0, 1.0, 0.005), [] as [f64; 0]);
    }
}
