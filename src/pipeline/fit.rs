//! Typesets a document so that it has the number of pages that its profile asks for, and advises
//! what to shorten if no density does.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Diagnostics, counted, rule};
use crate::layout::{Density, Design, DesignOverrides, FIT, Layout, PageGoal};
use crate::pipeline::document::{Document, ResolvedDesign};
use crate::pipeline::fit_advice;
use crate::profile::TomlPath;
use crate::progress;
use crate::typeset::fit_search::{self, FitResult, fit};
use crate::typeset::{self, Change, Engine, Extent, PageLines, Prepared, Typeset};

/// A document at the density found for it.
#[derive(Debug)]
pub struct Fitted {
    /// The pages. Their warnings are those of this layout; the profile's are in
    /// [`Document::problems`].
    pub typeset: Typeset,
    /// The design that they were typeset in.
    pub design: Design,
    /// The density, if it differs from the design's own.
    pub density: Option<Density>,
    /// The number of densities that were typeset to find it.
    pub tries: usize,
}

impl Document {
    /// Typesets it in a layout, as densely as its page goal takes.
    ///
    /// # Errors
    /// The profile, its options or the template have errors.
    pub fn fit(
        &self,
        layout: &Layout,
        settings: &DesignOverrides,
        engine: &Engine,
    ) -> Result<Fitted, Diagnostics> {
        let ResolvedDesign {
            design,
            mut problems,
        } = self.design(layout, settings, engine);
        if self.problems.has_errors() || problems.has_errors() {
            problems.extend(self.problems.clone());
            problems.sort();
            return Err(problems);
        }
        // What came before belongs to other documents.
        progress::step();
        let fitted = Fitting::new(self, design, layout, engine).and_then(Fitting::run);
        typeset::evict_typst_cache();
        let mut fitted = fitted?;
        problems.extend(std::mem::take(&mut fitted.typeset.warnings));
        fitted.typeset.warnings = problems;
        Ok(fitted)
    }
}

/// The search for the density of a document. A density is known by its index in `densities`.
struct Fitting<'a> {
    document: &'a Document,
    layout: &'a Layout,
    engine: &'a Engine,
    prepared: Prepared,
    design: Design,
    goal: PageGoal,
    /// The densities to try, from the loosest to the densest.
    densities: Vec<Density>,
    /// The index of the design's own density.
    start: usize,
    /// The pages at the densities tried so far.
    tried: BTreeMap<usize, Typeset>,
}

impl<'a> Fitting<'a> {
    fn new(
        document: &'a Document,
        design: Design,
        layout: &'a Layout,
        engine: &'a Engine,
    ) -> Result<Self, Diagnostics> {
        // A letter fits its page by itself.
        let goal = if document.resume.letter.is_some() {
            PageGoal::Off
        } else {
            design.fit
        };
        let range = design.density_range(&layout.manifest, 0.0);
        Ok(Self {
            prepared: document.prepare(&document.resume, &design, layout, engine)?,
            document,
            layout,
            engine,
            design,
            goal,
            densities: range.densities,
            start: range.start,
            tried: BTreeMap::new(),
        })
    }

    fn run(mut self) -> Result<Fitted, Diagnostics> {
        let (index, warning) = match self.goal {
            PageGoal::Off => (self.start, None),
            PageGoal::Auto => (self.settle()?, None),
            PageGoal::Pages { least, most } => {
                let start = self.start;
                let _ = self.extent(start)?;
                let lines = self.lines();
                let estimates = self.estimates(lines.as_ref());
                match fit([least, most], start, &estimates, &mut |index| {
                    self.extent(index)
                })? {
                    FitResult::Fits(index) => {
                        let pages = self.extent(index)?.pages;
                        (
                            index,
                            (pages < least).then(|| self.too_few_pages(least, pages)),
                        )
                    }
                    FitResult::Misses(shortest) => {
                        let warning = self.overflow_warning(most, shortest)?;
                        (self.nearest(shortest.pages, &estimates)?, Some(warning))
                    }
                }
            }
        };
        let tries = self.tried.len().max(1);
        let design = self.design_at(index);
        let mut typeset = match self.tried.remove(&index) {
            Some(typeset) => typeset,
            None => typeset::typeset(&self.prepared, &design, self.layout, self.engine)?,
        };
        typeset.warnings.extend(warning);
        if self.goal == PageGoal::Auto
            && let Some(mut flaw) = typeset::last_page_flaw(&typeset)
        {
            if let Some(goal) = self.fewer_pages(&typeset)? {
                flaw = flaw.hint(format!(
                    "`fit = {goal}` in `[design]`, or `--fit {goal}`, saves the page with smaller \
                     text, gaps or margins"
                ));
            }
            flaw.message += &format!(" in `{}`", self.layout.manifest.name);
            let source = self.document.selection.tree.source();
            typeset.warnings.push(flaw.at(source, 0..0, ""));
        }
        Ok(Fitted {
            typeset,
            design,
            density: (index != self.start).then(|| self.densities[index]),
            tries,
        })
    }

    /// Returns the density for a number of pages that is the least of any: the design's own, if it has
    /// so few, or else the loosest.
    fn nearest(&mut self, fewest: usize, estimates: &[f64]) -> Result<usize, Diagnostics> {
        let start = self.start;
        if self.extent(start)?.pages <= fewest {
            return Ok(start);
        }
        let mut measure = |index| self.extent(index);
        match fit([fewest; 2], start, estimates, &mut measure)? {
            FitResult::Fits(index) => Ok(index),
            FitResult::Misses(_) => Ok(self.densities.len() - 1),
        }
    }

    /// Returns the density at which the pages end well.
    fn settle(&mut self) -> Result<usize, Diagnostics> {
        let first = self.extent(self.start)?;
        if !fit_search::may_settle(first) {
            return Ok(self.start);
        }
        let Some(typeset) = self.tried.remove(&self.start) else {
            return Ok(self.start);
        };
        let runs = typeset::runs(&typeset.document);
        let lines = PageLines::new(&typeset, &runs);
        // Text stays legible, in all sizes of the layout.
        let floor = match typeset::smallest_text(&typeset, &runs) {
            Some(size) => self.design.scale * typeset::LEGIBLE_SIZE / size,
            None => 0.0,
        };
        let range = self.design.density_range(&self.layout.manifest, floor);
        (self.densities, self.start) = (range.densities, range.start);
        self.densities.truncate(range.tightest + 1);
        self.tried.insert(self.start, typeset);
        let estimates = self.estimates(lines.as_ref());
        fit_search::settle(self.start, &estimates, &mut |index| self.extent(index))
    }

    /// Returns the lines of the pages at the design's own density.
    fn lines(&self) -> Option<PageLines> {
        let typeset = self.tried.get(&self.start)?;
        PageLines::new(typeset, &typeset::runs(&typeset.document))
    }

    /// Returns the expected lengths at all densities. Without lines they are equal: the template
    /// does not report its lengths, and only the number of pages counts.
    fn estimates(&self, lines: Option<&PageLines>) -> Vec<f64> {
        let start = self.densities[self.start];
        let margins = self.design.margins();
        let expected = |index| {
            let Some(lines) = lines else { return 1.0 };
            let density: Density = self.densities[index];
            let now = self.design_at(index).margins();
            lines.length(Change {
                size: density.density / start.density,
                gaps: density.spacing / start.spacing,
                width: margins.across - now.across,
                height: margins.down - now.down,
            })
        };
        (0..self.densities.len()).map(expected).collect()
    }

    /// Returns the design at a density. At its own density it is unchanged, so that the page goal
    /// `off` renders exactly what the profile says.
    fn design_at(&self, index: usize) -> Design {
        if index == self.start {
            self.design.clone()
        } else {
            self.design
                .with_density(self.densities[index], &self.layout.manifest)
        }
    }

    /// Typesets the document at a density, unless it was tried before, and returns its length.
    fn extent(&mut self, index: usize) -> Result<Extent, Diagnostics> {
        if let Some(known) = self.tried.get(&index) {
            return Ok(known.extent);
        }
        let design = self.design_at(index);
        let typeset = typeset::typeset(&self.prepared, &design, self.layout, self.engine)?;
        let extent = typeset.extent;
        self.tried.insert(index, typeset);
        Ok(extent)
    }

    /// Returns one page less than there are, if a page goal reaches that: it also changes margins,
    /// and text below the size that is legible in all conditions.
    fn fewer_pages(&self, typeset: &Typeset) -> Result<Option<usize>, Diagnostics> {
        let goal = typeset.extent.pages - 1;
        if goal == 0 || typeset.extent.pages > fit_search::MOST_PAGES {
            return Ok(None);
        }
        let mut design = self.design.clone();
        design.fit = PageGoal::Pages {
            least: goal,
            most: goal,
        };
        let range = design.density_range(&self.layout.manifest, 0.0);
        let densest = range.densities[range.densities.len() - 1];
        let design = design.with_density(densest, &self.layout.manifest);
        let shortest = typeset::typeset(&self.prepared, &design, self.layout, self.engine)?;
        Ok((shortest.extent.pages <= goal).then_some(goal))
    }

    /// Returns the warning that the document has fewer pages than asked for at every density.
    fn too_few_pages(&self, least: usize, pages: usize) -> Diagnostic {
        let message = format!(
            "the text does not fill {} in `{}`: at the lowest density it has {pages}",
            counted(least, "page", "pages"),
            self.layout.manifest.name
        );
        self.at_goal(Diagnostic::warning(rule::DOES_NOT_FIT, message))
    }

    /// Returns a warning at the goal in the profile; a goal from the command line has no place there.
    fn at_goal(&self, warning: Diagnostic) -> Diagnostic {
        let tree = &self.document.selection.tree;
        let design = TomlPath::ROOT.key("design");
        let of_layout = design.key(&self.layout.manifest.name);
        let written = [of_layout.key(FIT), design.key(FIT)];
        let node = written.iter().find_map(|path| tree.node(path));
        let span = node
            .filter(|node| PageGoal::of(&node.to_toml()) == Some(self.goal))
            .map(|node| node.span.clone());
        warning.at(tree.source(), span.unwrap_or_default(), "")
    }

    /// Returns the warning that the document exceeds its pages, with advice on what to shorten.
    fn overflow_warning(&self, most: usize, shortest: Extent) -> Result<Diagnostic, Diagnostics> {
        let densest = self.densities.len() - 1;
        let design = self
            .design
            .with_density(self.densities[densest], &self.layout.manifest);
        let height = self
            .tried
            .get(&densest)
            .and_then(|typeset| typeset::height(&typeset.document));
        let overflow = Overflow {
            most,
            shortest,
            height,
        };
        let limits = fit_advice::limits(
            &self.document.resume,
            1.0 - overflow.allowed() / shortest.length(),
            &mut |shortened| {
                let (layout, engine) = (self.layout, self.engine);
                let prepared = self.document.prepare(shortened, &design, layout, engine)?;
                let typeset = typeset::typeset(&prepared, &design, layout, engine)?;
                Ok(typeset.extent.pages <= most)
            },
        )?;
        let warning = self.at_goal(overflow.warning(&design, self.layout));
        Ok(fit_advice::with_advice(warning, self.document, &limits))
    }
}

/// By how much a document exceeds its pages.
struct Overflow {
    /// The maximum number of pages.
    most: usize,
    /// The length at the highest density.
    shortest: Extent,
    /// The height of the text area of a page, in pt.
    height: Option<f64>,
}

impl Overflow {
    #[expect(clippy::cast_precision_loss, reason = "no CV has 2^52 pages")]
    fn allowed(&self) -> f64 {
        self.most as f64
    }

    fn warning(&self, densest: &Design, layout: &Layout) -> Diagnostic {
        let name = &layout.manifest.name;
        let pages = counted(self.most, "page", "pages");
        let leading = densest.length("leading");
        let excess = self.excess(leading.map(|leading| leading * densest.scale));
        let message = format!(
            "the text does not fit {pages} in `{name}`: at the highest density it is {excess} too \
             long"
        );
        Diagnostic::warning(rule::DOES_NOT_FIT, message)
    }

    /// Returns the excess in lines of this leading, or in pages if the template does not report
    /// where it ends.
    fn excess(&self, leading: Option<f64>) -> String {
        let pages = self.shortest.length() - self.allowed();
        match self.height.zip(leading) {
            Some((height, leading)) if self.shortest.fill.is_some() => {
                let lines = (pages * height / leading).ceil().max(1.0);
                format!("{lines:.0} {}", if lines > 1.0 { "lines" } else { "line" })
            }
            _ => format!("{pages:.1} pages"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excess_is_in_lines_if_the_end_of_the_text_is_known() {
        for (most, fill, height, excess) in [
            (2, Some(0.5), Some(600.0), "25 lines"),
            (1, Some(0.5), Some(600.0), "75 lines"),
            (2, Some(0.01), Some(600.0), "1 line"),
            (2, Some(0.0), Some(600.0), "1 line"),
            (2, None, Some(600.0), "1.0 pages"),
            (2, Some(0.5), None, "0.5 pages"),
        ] {
            let overflow = Overflow {
                most,
                shortest: Extent { pages: 3, fill },
                height,
            };
            assert_eq!(overflow.excess(Some(12.0)), excess);
        }
    }
}
