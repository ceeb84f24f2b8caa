//! The densities that a layout can be typeset at: one sequence from the loosest to the densest, on
//! which a CV is fitted to its pages.
//!
//! First the text size and its leading shrink, then the gaps, then the margins, each within the
//! limits of the layout's manifest. Options that the user has set do not change.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::layout::design::Design;
use crate::layout::manifest::{DENSITY, Manifest, SPACING};
use crate::layout::option::OptionSpec;

/// The margins, as far as a layout has them.
const MARGINS: [&str; 3] = ["margin-x", "margin-top", "margin-bottom"];

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

impl Density {
    /// Returns the estimated length of a CV, relative to that at factors of 1. The powers and shares
    /// are means of the shipped profiles in all layouts.
    pub fn estimated_length(self) -> f64 {
        let gaps = 1.0 + 0.15 * (self.spacing - 1.0);
        let margins = 1.0 + 0.2 * (self.margins - 1.0);
        self.density.powf(1.7) * gaps * margins
    }
}

/// The densities that a CV can be typeset at.
#[derive(Debug, Clone, PartialEq)]
pub struct DensityRange {
    /// From the loosest to the densest.
    pub densities: Vec<Density>,
    /// The index of the design's own density.
    pub start: usize,
    /// The design's own density, and the rungs of the ladder below it.
    pub rungs: Vec<Density>,
}

/// A margin that may shrink. Lengths in pt.
struct Margin {
    option: &'static str,
    length: f64,
    least: f64,
}

impl Design {
    /// Returns the densities that it can be typeset at.
    pub fn density_range(&self, manifest: &Manifest) -> DensityRange {
        let spacing = self.length(SPACING).unwrap_or(1.0);
        let start = Density {
            density: self.scale,
            spacing,
            margins: 1.0,
        };
        let [lowest, highest] = self.density_limits(manifest);
        let [narrowest, widest] = if self.chosen.contains(SPACING) {
            [spacing, spacing]
        } else {
            manifest.ladder.spacing
        };
        let smallest_margins = self
            .margins(manifest)
            .map(|margin| margin.least / margin.length)
            .fold(1.0, f64::min);

        let mut densities = vec![start];
        let mut last = start;
        for density in steps(start.density, highest, DENSITY_STEP) {
            last.density = density;
            densities.push(last);
        }
        for spacing in steps(spacing, widest, SPACING_STEP) {
            last.spacing = spacing;
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
        for margins in steps(1.0, smallest_margins, MARGINS_STEP) {
            last.margins = margins;
            densities.push(last);
        }

        let mut rungs = vec![start];
        for density in manifest.ladder.rungs.iter().copied() {
            if (lowest..start.density).contains(&density) {
                rungs.push(Density { density, ..start });
            }
        }
        DensityRange {
            densities,
            start: start_index,
            rungs,
        }
    }

    /// Returns the lowest and the highest factor on the text size.
    fn density_limits(&self, manifest: &Manifest) -> [f64; 2] {
        if self.chosen.contains(DENSITY) {
            return [self.scale, self.scale];
        }
        // The least size of the manifest holds for all rungs.
        let least = manifest.options.get("size").and_then(OptionSpec::least);
        let floor = match self.length("size").zip(least) {
            Some((size, least)) => (least / size * 1000.0 - 1e-6).ceil() / 1000.0,
            None => 0.0,
        };
        let [lowest, highest] = manifest.ladder.ends();
        [lowest.max(floor).min(self.scale), highest.max(self.scale)]
    }

    /// Returns the design at another density.
    #[must_use]
    pub fn with_density(&self, density: Density, manifest: &Manifest) -> Self {
        let mut design = self.clone();
        design.scale = density.density;
        design.set_number(DENSITY, density.density);
        design.set_number(SPACING, density.spacing);
        for margin in self.margins(manifest) {
            let length = margin.least.max(margin.length * density.margins);
            design.set_number(margin.option, length);
        }
        design
    }

    fn set_number(&mut self, option: &str, value: f64) {
        self.options.insert(option.to_owned(), Json::from(value));
    }

    /// Returns the margins that may shrink.
    fn margins<'a>(&'a self, manifest: &'a Manifest) -> impl Iterator<Item = Margin> + 'a {
        MARGINS
            .into_iter()
            .filter(|option| !self.chosen.contains(*option))
            .filter_map(|option| {
                let least = manifest.options.get(option)?.least()?;
                let length = self.length(option)?;
                (least < length).then_some(Margin {
                    option,
                    length,
                    least,
                })
            })
    }
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
