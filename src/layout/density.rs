//! The densities that a layout can be typeset at: one sequence from the loosest to the densest, on
//! which a CV is fitted to its pages.
//!
//! A page that has room is opened up without touching its letters first: gaps, leading and narrow
//! margins grow, and only then the text. A page that is too long is tightened in the least visible
//! way first, too. Options that the user has set do not change.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::layout::design::Design;
use crate::layout::manifest::{DENSITY, MARGIN_X, Manifest, SPACING};
use crate::layout::option::OptionSpec;
use crate::layout::page_goal::PageGoal;

/// The distance of two lines.
const LEADING: &str = "leading";

/// The size of the text.
const SIZE: &str = "size";

/// What is in a panel beside the text.
const PANEL_CONTENT: &str = "panel-content";

/// Points in a millimeter.
const MM: f64 = 72.0 / 25.4;

/// The leading of an open page, relative to the size of the text.
const OPEN_LEADING: f64 = 1.32;

/// The least margin at the sides of a page that has room, in pt.
const ORDINARY_MARGIN: f64 = 16.0 * MM;

/// The width up to which margins grow, in pt.
const WIDEST_MARGIN: f64 = 20.0 * MM;

/// What the margins at the sides lose first, in pt.
const SIDE: f64 = 3.0 * MM;

/// The margins of a layout, as far as it has them, each with the width in pt down to which it shrinks
/// before the text does.
const MARGINS: [(&str, f64); 3] = [
    (MARGIN_X, 14.0 * MM),
    ("margin-top", 13.0 * MM),
    ("margin-bottom", 13.0 * MM),
];

/// The differences of the factors of two densities that follow each other.
const STEPS: Density = Density {
    density: 0.005,
    spacing: 0.025,
    leading: 0.01,
    margins: 0.03,
};

/// The part of a page's height that is gaps, in a CV of many short texts.
const GAPS: f64 = 0.3;

/// How the number of lines depends on the size of the text and the width of their column: some wrap,
/// others do not.
const WRAPPING: f64 = 0.6;

/// How densely a CV is typeset, as factors; 1 is the layout as designed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Density {
    /// The factor on the text size and its leading.
    pub density: f64,
    /// The factor on the gaps.
    pub spacing: f64,
    /// The factor on the leading alone.
    pub leading: f64,
    /// The factor on the margins.
    pub margins: f64,
}

/// The sections in a panel beside the text, if they are not the usual ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelContent {
    /// Skills, languages and interests only, so that the text is longer.
    Skills,
    /// All sections of short entries, so that the text is shorter.
    Brief,
}

/// The densities that a CV can be typeset at.
#[derive(Debug, Clone, PartialEq)]
pub struct DensityRange {
    /// From the loosest to the densest.
    pub densities: Vec<Density>,
    /// The index of the loosest with the letters of the design in the columns of the design.
    pub calm: usize,
    /// The index of the design's own density.
    pub start: usize,
    /// The index of the densest that is hardly seen.
    pub gentle: usize,
}

impl Density {
    /// Returns the value of a factor that each density has, rounded to thousandths: it is the same
    /// on every machine, and looks hand-written.
    fn between(self, other: Self, share: f64) -> Self {
        let mix = |from: f64, to: f64| {
            let value = from + (to - from) * share;
            (value * 1000.0).round() / 1000.0
        };
        Self {
            density: mix(self.density, other.density),
            spacing: mix(self.spacing, other.spacing),
            leading: mix(self.leading, other.leading),
            margins: mix(self.margins, other.margins),
        }
    }

    /// Returns the number of steps to another density.
    fn steps_to(self, other: Self) -> f64 {
        let steps = [
            (other.density - self.density) / STEPS.density,
            (other.spacing - self.spacing) / STEPS.spacing,
            (other.leading - self.leading) / STEPS.leading,
            (other.margins - self.margins) / STEPS.margins,
        ];
        let most = steps.iter().map(|count| count.abs()).fold(0.0, f64::max);
        (most - 1e-6).ceil()
    }
}

/// Returns the densities on the way from one over others, without the first.
fn way(from: Density, stops: impl IntoIterator<Item = Density>) -> Vec<Density> {
    let mut passed = Vec::new();
    let mut last = from;
    for stop in stops {
        let count = last.steps_to(stop);
        let mut step = 1.0;
        while step < count {
            passed.push(last.between(stop, step / count));
            step += 1.0;
        }
        if count > 0.0 {
            passed.push(stop);
        }
        last = stop;
    }
    passed
}

impl Design {
    /// Returns it with other sections in the panel beside the text, if the layout has one and the user
    /// leaves its content open.
    pub fn with_panel(&self, content: PanelContent) -> Option<Self> {
        let mut design = self.clone();
        let option = design.options.get_mut(PANEL_CONTENT)?;
        if option != "auto" {
            return None;
        }
        *option = match content {
            PanelContent::Skills => Json::from("skills"),
            PanelContent::Brief => Json::from("brief"),
        };
        Some(design)
    }

    /// Returns the densities that it can be typeset at. No text size is below `floor`, a factor like
    /// the density. The text of one page opens up further than that of several.
    pub fn density_range(
        &self,
        manifest: &Manifest,
        floor: f64,
        has_one_page: bool,
    ) -> DensityRange {
        let start = Density {
            density: self.scale,
            spacing: self.length(SPACING).unwrap_or(1.0),
            leading: 1.0,
            margins: 1.0,
        };
        let mut densities = self.looser(start, manifest, has_one_page);
        let is_calm = |density: &&Density| {
            density.density <= start.density && density.margins <= start.margins
        };
        let calm = densities.iter().take_while(is_calm).count();
        densities.reverse();
        let start_index = densities.len();
        densities.push(start);
        let [gentle, hard] = self.denser(start, manifest, floor);
        let gentle_index = start_index + gentle.len();
        densities.extend(gentle);
        densities.extend(hard);
        DensityRange {
            densities,
            calm: start_index - calm,
            start: start_index,
            gentle: gentle_index,
        }
    }

    /// Returns the densities looser than its own, the nearest first.
    fn looser(&self, start: Density, manifest: &Manifest, has_one_page: bool) -> Vec<Density> {
        let highest = self.text_limits(manifest, 0.0)[1];
        let widest = self.gap_limits(manifest)[1];
        let open = self.open_leading(manifest);
        let ordinary = self.growth(&[MARGIN_X], ORDINARY_MARGIN);
        let wide = self.growth(&MARGINS.map(|(option, _)| option), WIDEST_MARGIN);
        let stop = |spacing: f64, leading: f64, density: f64, margins: f64| Density {
            density: density.min(highest).max(start.density),
            spacing: spacing.min(widest).max(start.spacing),
            leading,
            margins,
        };
        let stops = if has_one_page {
            vec![
                stop(1.35, 1.0, 1.0, 1.0),
                stop(1.35, open, 1.0, 1.0),
                stop(1.35, open, 1.0, ordinary),
                stop(1.35, open, 1.04, ordinary),
                stop(1.6, open, 1.04, ordinary),
                stop(1.6, open, 1.08, ordinary),
                stop(1.6, open, 1.08, wide.max(ordinary)),
            ]
        } else {
            vec![
                stop(1.2, 1.0, 1.0, 1.0),
                stop(1.2, open, 1.0, 1.0),
                stop(1.2, open, 1.04, 1.0),
            ]
        };
        way(start, stops)
    }

    /// Returns the densities denser than its own, the nearest first: those that are hardly seen, and
    /// those that a page goal takes if it must.
    fn denser(&self, start: Density, manifest: &Manifest, floor: f64) -> [Vec<Density>; 2] {
        let lowest = self.text_limits(manifest, floor)[0];
        let narrowest = self.gap_limits(manifest)[0];
        let side = self.length(MARGIN_X).filter(|_| self.is_free(MARGIN_X));
        let side = side.map_or(1.0, |width| {
            ((width - SIDE).max(MARGINS[0].1) / width).min(1.0)
        });
        let narrow = self.narrow();
        let stop = |spacing: f64, margins: f64, density: f64| Density {
            density: density.max(lowest).min(start.density),
            spacing: spacing.max(narrowest).min(start.spacing),
            leading: 1.0,
            margins,
        };
        let gentle = [
            stop(0.88, 1.0, 1.0),
            stop(0.88, side.max(narrow), 1.0),
            stop(0.88, side.max(narrow), 0.96),
            stop(0.8, side.max(narrow), 0.96),
            stop(0.8, narrow, 0.96),
            stop(0.8, narrow, 0.94),
        ];
        let hard = [
            stop(0.8, narrow, 0.0),
            stop(0.0, narrow, 0.0),
            stop(0.0, narrow.min(self.least(manifest)), 0.0),
        ];
        [way(start, gentle), way(gentle[5], hard)]
    }

    /// Returns whether the user has not set an option.
    fn is_free(&self, option: &str) -> bool {
        !self.chosen.contains(option)
    }

    /// Returns the lowest and the highest factor on the text size.
    fn text_limits(&self, manifest: &Manifest, floor: f64) -> [f64; 2] {
        // Without a number of pages to reach, a size that the user has set is the one to use.
        let is_fixed = !self.is_free(SIZE) || !self.is_free(LEADING);
        if !self.is_free(DENSITY) || self.fit == PageGoal::Auto && is_fixed {
            return [self.scale, self.scale];
        }
        // The least size of the manifest holds for all densities.
        let least = manifest.options.get(SIZE).and_then(OptionSpec::least);
        let least = match self.length(SIZE).zip(least) {
            Some((size, least)) => least / size,
            None => 0.0,
        };
        let floor = (least.max(floor) * 1000.0 - 1e-6).ceil() / 1000.0;
        let [lowest, highest] = manifest.ladder.ends();
        [lowest.max(floor).min(self.scale), highest.max(self.scale)]
    }

    /// Returns the smallest and the largest factor on the gaps.
    fn gap_limits(&self, manifest: &Manifest) -> [f64; 2] {
        match self.length(SPACING) {
            Some(spacing) if !self.is_free(SPACING) => [spacing, spacing],
            _ => manifest.ladder.spacing,
        }
    }

    /// Returns the factor on the leading of an open page.
    fn open_leading(&self, manifest: &Manifest) -> f64 {
        let lengths = self.length(SIZE).zip(self.length(LEADING));
        let Some((size, leading)) = lengths.filter(|_| self.is_free(LEADING)) else {
            return 1.0;
        };
        let most = manifest.options.get(LEADING).and_then(OptionSpec::most);
        let open = (OPEN_LEADING * size).min(most.unwrap_or(f64::MAX));
        ((open / leading * 1000.0).floor() / 1000.0).max(1.0)
    }

    /// Returns the factor at which the last of some margins has a width; 1 if all have it.
    fn growth(&self, margins: &[&str], width: f64) -> f64 {
        let free = margins.iter().filter(|option| self.is_free(option));
        free.filter_map(|option| self.length(option))
            .map(|length| width / length)
            .fold(1.0, f64::max)
    }

    /// Returns the factor at which all margins are as narrow as they get before the text shrinks.
    fn narrow(&self) -> f64 {
        let free = MARGINS.iter().filter(|(option, _)| self.is_free(option));
        free.filter_map(|(option, narrow)| Some(narrow / self.length(option)?))
            .fold(1.0, f64::min)
    }

    /// Returns the factor at which all margins have their least widths.
    fn least(&self, manifest: &Manifest) -> f64 {
        let free = MARGINS.iter().filter(|(option, _)| self.is_free(option));
        let narrow = self.narrow();
        free.filter_map(|(option, from)| {
            let from = from.min(self.length(option)?);
            Some(narrow * least_margin(manifest, option)? / from)
        })
        .fold(1.0, f64::min)
    }

    /// Returns the design at another density.
    #[must_use]
    pub fn with_density(&self, density: Density, manifest: &Manifest) -> Self {
        let mut design = self.clone();
        design.scale = density.density;
        design.set_number(DENSITY, density.density);
        design.set_number(SPACING, density.spacing);
        if let Some(leading) = self.length(LEADING).filter(|_| self.is_free(LEADING)) {
            design.set_number(LEADING, leading * density.leading);
        }
        let narrow = self.narrow();
        for (option, from) in MARGINS {
            if let Some(length) = self.length(option).filter(|_| self.is_free(option)) {
                let least = least_margin(manifest, option).unwrap_or(length).min(length);
                // Beyond the factor at which all margins are narrow, they go on shrinking together.
                let least = least.max(from.min(length) * (density.margins / narrow).min(1.0));
                let width = (length * density.margins).clamp(least, WIDEST_MARGIN.max(length));
                design.set_number(option, width);
            }
        }
        design
    }

    /// Returns the length to expect at a density, relative to those at other densities: a rough guess, which
    /// only serves to choose between densities near ones that are measured.
    pub fn expected_length(&self, density: Density, manifest: &Manifest) -> f64 {
        let design = self.with_density(density, manifest);
        let length = |option| design.length(option).unwrap_or(0.0);
        // About A4, in pt.
        let width = 595.0 - 2.0 * length(MARGIN_X);
        let height = 842.0 - length(MARGINS[1].0) - length(MARGINS[2].0);
        let lines = density.leading * (density.density / width).powf(WRAPPING);
        let gaps = density.spacing * width.powf(-WRAPPING);
        density.density * ((1.0 - GAPS) * lines + GAPS * gaps) / height
    }

    fn set_number(&mut self, option: &str, value: f64) {
        self.options.insert(option.to_owned(), Json::from(value));
    }
}

fn least_margin(manifest: &Manifest, option: &str) -> Option<f64> {
    manifest.options.get(option)?.least()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_has_equal_steps_and_ends_at_its_stops() {
        let from = Density {
            density: 1.0,
            spacing: 1.0,
            leading: 1.0,
            margins: 1.0,
        };
        let gaps = Density {
            spacing: 0.94,
            ..from
        };
        let text = Density {
            density: 0.988,
            ..gaps
        };
        let passed = way(from, [gaps, gaps, text]);
        let factors: Vec<[f64; 2]> = passed
            .iter()
            .map(|density| [density.spacing, density.density])
            .collect();
        assert_eq!(
            factors,
            [
                [0.98, 1.0],
                [0.96, 1.0],
                [0.94, 1.0],
                [0.94, 0.996],
                [0.94, 0.992],
                [0.94, 0.988],
            ]
        );
        assert_eq!(way(from, [from]), []);
    }
}
