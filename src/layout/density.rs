//! How densely a layout can be set: the one way from its most open setting to its densest, on which
//! a CV is made to fit.
//!
//! First the size of the text and its leading give way, then the gaps, then the margins; each only
//! as far as the layout's manifest lets it. What somebody has set with their own hand stays.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::layout::design::Design;
use crate::layout::manifest::{DENSITY, Manifest, SPACING};
use crate::layout::option::OptionSpec;

/// The margins, as far as a layout has them.
const MARGINS: [&str; 3] = ["margin-x", "margin-top", "margin-bottom"];

/// How far apart two settings next to each other are.
const STEPS: [f64; 3] = [0.005, 0.025, 0.03];

/// How densely a CV is set: factors, 1 being the layout as designed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Density {
    /// On the size of the text and its leading together.
    pub density: f64,
    /// On the gaps.
    pub spacing: f64,
    /// On the margins.
    pub margins: f64,
}

/// The settings that a CV may be given.
#[derive(Debug, Clone, PartialEq)]
pub struct Range {
    /// From the most open to the densest.
    pub settings: Vec<Density>,
    /// Which of them is the one that nothing was done to.
    pub start: usize,
    /// The same setting, and the rungs of the ladder below it.
    pub rungs: Vec<Density>,
}

impl Design {
    /// The settings that it may be given.
    pub fn range(&self, manifest: &Manifest) -> Range {
        let spacing = self.length(SPACING).unwrap_or(1.0);
        let start = Density {
            density: self.scale,
            spacing,
            margins: 1.0,
        };
        let ladder = &manifest.ladder;
        let moves = |name| !self.chosen.contains(name);
        let (lowest, highest) = if moves(DENSITY) {
            // What the text may not be smaller than holds whatever the ladder says.
            let size = self
                .length("size")
                .zip(manifest.options.get("size").and_then(OptionSpec::least));
            let least = size.map_or(0.0, |(size, least)| {
                (least / size * 1000.0 - 1e-6).ceil() / 1000.0
            });
            let [lowest, highest] = ladder.ends();
            (
                lowest.max(least).min(start.density),
                highest.max(start.density),
            )
        } else {
            (start.density, start.density)
        };
        let [narrowest, widest] = if moves(SPACING) {
            ladder.spacing
        } else {
            [spacing, spacing]
        };
        let smallest = self
            .margins(manifest)
            .map(|(_, margin, least)| least / margin)
            .fold(1.0, f64::min);

        let [by_density, by_spacing, by_margins] = STEPS;
        let mut settings = vec![start];
        let mut last = start;
        for density in steps(start.density, highest, by_density) {
            last.density = density;
            settings.push(last);
        }
        for spacing in steps(spacing, widest, by_spacing) {
            last.spacing = spacing;
            settings.push(last);
        }
        settings.reverse();
        let at = settings.len() - 1;
        last = start;
        for density in steps(start.density, lowest, by_density) {
            last.density = density;
            settings.push(last);
        }
        for spacing in steps(spacing, narrowest, by_spacing) {
            last.spacing = spacing;
            settings.push(last);
        }
        for margins in steps(1.0, smallest, by_margins) {
            last.margins = margins;
            settings.push(last);
        }
        let below = ladder
            .rungs
            .iter()
            .filter(|rung| (lowest..start.density).contains(*rung));
        let rungs = below.map(|density| Density {
            density: *density,
            ..start
        });
        Range {
            settings,
            start: at,
            rungs: [start].into_iter().chain(rungs).collect(),
        }
    }

    /// The same with another setting.
    #[must_use]
    pub fn set(&self, setting: Density, manifest: &Manifest) -> Self {
        let mut design = self.clone();
        design.scale = setting.density;
        design
            .options
            .insert(DENSITY.to_owned(), Json::from(setting.density));
        design
            .options
            .insert(SPACING.to_owned(), Json::from(setting.spacing));
        for (name, margin, least) in self.margins(manifest) {
            design.options.insert(
                name.to_owned(),
                Json::from(least.max(margin * setting.margins)),
            );
        }
        design
    }

    /// The margins that may give way: the name of each, what it is and the least that it may be.
    fn margins<'a>(
        &'a self,
        manifest: &'a Manifest,
    ) -> impl Iterator<Item = (&'static str, f64, f64)> + 'a {
        let margins = MARGINS
            .into_iter()
            .filter(|name| !self.chosen.contains(*name));
        margins.filter_map(|name| {
            let least = manifest.options.get(name)?.least()?;
            Some((name, self.length(name)?, least)).filter(|(_, margin, least)| least < margin)
        })
    }
}

/// The values from one to another in steps of so much, the first left out and the last among them.
fn steps(from: f64, to: f64, by: f64) -> Vec<f64> {
    let by = by.copysign(to - from);
    let count = ((to - from) / by - 1e-6).ceil();
    let between = std::iter::successors(Some(1.0), |number| Some(number + 1.0))
        .take_while(|number| *number < count);
    // Written to the thousandth, a value is the same on every machine, and looks like what a person
    // would write.
    let between = between.map(|number: f64| ((from + number * by) * 1000.0).round() / 1000.0);
    between.chain((count > 0.0).then_some(to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_end_where_they_are_to() {
        assert_eq!(steps(1.0, 0.985, 0.005), [0.995, 0.99, 0.985]);
        assert_eq!(steps(1.0, 0.988, 0.005), [0.995, 0.99, 0.988]);
        assert_eq!(steps(1.0, 1.01, 0.025), [1.01]);
        assert_eq!(steps(1.0, 1.0, 0.005), [] as [f64; 0]);
    }
}
