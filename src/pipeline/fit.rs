//! Typesets a document so that it has the number of pages that its profile asks for, and advises
//! what to shorten if no density does.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, counted, rule};
use crate::layout::{
    Density, DensityRange, Design, DesignOverrides, FIT, Layout, PageGoal, PanelContent,
};
use crate::pipeline::document::{Document, ResolvedDesign};
use crate::pipeline::fit_advice::{Overflow, with_advice};
use crate::pipeline::page_ends::{
    ends_well, has_room, is_crammed, opened_page, page_more, saved_page,
};
use crate::profile::TomlPath;
use crate::progress;
use crate::typeset::fit_search::{LengthSearch, TargetLength};
use crate::typeset::{self, Engine, Extent, Prepared, Typeset};

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
        let fitted = Fitting::new(self, design, layout, engine)
            .and_then(Fitting::with_better_panel)
            .and_then(Fitting::run);
        typeset::evict_typst_cache();
        let mut fitted = fitted?;
        problems.extend(std::mem::take(&mut fitted.typeset.warnings));
        fitted.typeset.warnings = problems;
        Ok(fitted)
    }
}

/// The part of a page that may be empty at its foot before another page.
const HOLE: f64 = 0.05;

/// The most sections that go over to a last page that is too short without them.
const MOVED_SECTIONS: usize = 2;

/// The least fill of a page that ends before such a section.
const BROKEN_PAGE: f64 = 0.85;

/// The most pages whose last one is made better without being asked. Of more, one page matters less
/// than the time and memory of each measurement.
const MOST_PAGES: usize = 30;

/// The search for the density of a document. A density is known by its index in the range.
struct Fitting<'a> {
    document: &'a Document,
    layout: &'a Layout,
    engine: &'a Engine,
    prepared: Prepared,
    design: Design,
    goal: PageGoal,
    range: DensityRange,
    /// The lengths to expect at the densities.
    estimates: Vec<f64>,
    /// The pages at the densities tried so far.
    tried: BTreeMap<usize, Typeset>,
}

impl<'a> Fitting<'a> {
    /// Typesets the document as designed.
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
        let prepared = document.prepare(&document.resume, &design, layout, engine)?;
        let typeset = typeset::typeset(&prepared, &design, layout, engine)?;
        let manifest = &layout.manifest;
        let floor = if goal == PageGoal::Auto {
            legible_floor(&typeset, &design)
        } else {
            0.0
        };
        let has_one_page =
            typeset.extent.pages == 1 || matches!(goal, PageGoal::Pages { most: 1, .. });
        let range = design.density_range(manifest, floor, has_one_page);
        Ok(Self {
            estimates: Vec::new(),
            tried: BTreeMap::from([(range.start, typeset)]),
            range,
            document,
            layout,
            engine,
            prepared,
            design,
            goal,
        })
    }

    fn run(mut self) -> Result<Fitted, Diagnostics> {
        let start = self.range.start;
        let first = self.extent(start)?;
        let (index, warning) = match self.goal {
            PageGoal::Off => (start, None),
            PageGoal::Auto => (self.ending_well(first)?, None),
            PageGoal::Pages { least, most } => self.with_pages(first, least, most)?,
        };
        let tries = self.tried.len();
        let design = self.design_at(index);
        let mut typeset = match self.tried.remove(&index) {
            Some(typeset) => typeset,
            None => typeset::typeset(&self.prepared, &design, self.layout, self.engine)?,
        };
        if self.goal != PageGoal::Off
            && warning.is_none()
            && let Some(broken) = self.with_page_break(&typeset, &design)?
        {
            typeset = broken;
        }
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
            density: (index != start).then(|| self.range.densities[index]),
            tries,
        })
    }

    /// Puts more sections into a panel beside the text if that saves a page, or fewer if a page has
    /// room for them.
    fn with_better_panel(mut self) -> Result<Self, Diagnostics> {
        let first = self.extent(self.range.start)?;
        let has_brief = typeset::has_brief_sections(&self.document.resume);
        if self.goal == PageGoal::Off || first.pages > MOST_PAGES || !has_brief {
            return Ok(self);
        }
        if has_room(first) {
            let Some(mut other) = self.with_panel(PanelContent::Skills)? else {
                return Ok(self);
            };
            let extent = other.extent(other.range.start)?;
            let is_better = extent.pages == 1 && extent.fill > first.fill;
            return Ok(if is_better { other } else { self });
        }
        let is_long = match self.goal {
            PageGoal::Pages { most, .. } => first.pages > most,
            _ => first.pages > 1 && !ends_well(first),
        };
        if !is_long {
            return Ok(self);
        }
        let Some(mut other) = self.with_panel(PanelContent::Brief)? else {
            return Ok(self);
        };
        let is_better = other.extent(other.range.start)?.pages < first.pages
            || other.saved(first.pages - 1)?.is_some();
        Ok(if is_better { other } else { self })
    }

    fn with_panel(&self, content: PanelContent) -> Result<Option<Self>, Diagnostics> {
        let design = self.design.with_panel(content);
        design
            .map(|design| Self::new(self.document, design, self.layout, self.engine))
            .transpose()
    }

    /// Returns a density that is hardly seen to be higher, at which the document has so many pages.
    fn saved(&mut self, pages: usize) -> Result<Option<usize>, Diagnostics> {
        let gentle = self.range.start + 1..self.range.gentle + 1;
        let target = saved_page(pages);
        if self.search().may_reach(&gentle, &target) {
            self.find(gentle, &target)
        } else {
            Ok(None)
        }
    }

    /// Returns the density at which the pages end well: a single page is full, the last of several is
    /// saved or long enough. It is that of the design if no other does.
    fn ending_well(&mut self, first: Extent) -> Result<usize, Diagnostics> {
        let start = self.range.start;
        let Some(fill) = first.fill else {
            return Ok(start);
        };
        let is_draft = first.pages == 1 && fill < typeset::DRAFT;
        if is_draft || first.pages > MOST_PAGES || ends_well(first) {
            return Ok(start);
        }
        let saved = if first.pages > 1 {
            first.pages - 1
        } else if is_crammed(first) {
            1
        } else {
            return self.opened(first);
        };
        match self.saved(saved)? {
            Some(index) => Ok(index),
            None => self.opened(first),
        }
    }

    /// Returns the density at which the last page is long enough, without a page more; that of the
    /// design if there is none.
    fn opened(&mut self, first: Extent) -> Result<usize, Diagnostics> {
        let start = self.range.start;
        let target = opened_page(first.pages);
        if ends_well(first) || !self.search().may_reach(&(0..start), &target) {
            return Ok(start);
        }
        let Some(index) = self.find(0..start, &target)? else {
            return Ok(start);
        };
        if self.flaw(index) <= self.flaw(start) {
            return Ok(index);
        }
        // Larger gaps and leading break no line in another place.
        let calm = self.range.calm;
        if index < calm && target.accepts(self.extent(calm)?) && self.flaw(calm) <= self.flaw(start)
        {
            return Ok(calm);
        }
        Ok(if first.pages == 1 { index } else { start })
    }

    /// Returns what a page loses by being opened up: the bullets of a single page that end in a line of
    /// a word or two, or the largest hole at the foot of a page before others.
    fn flaw(&self, index: usize) -> f64 {
        let Some(typeset) = self.tried.get(&index) else {
            return 0.0;
        };
        if typeset.extent.pages > 1 {
            largest_hole(typeset).max(HOLE)
        } else {
            typeset::short_last_lines(typeset, &self.document.resume)
        }
    }

    /// Returns the pages with the last sections on the last one, if that is too short without them, and
    /// the page before it stays full enough.
    fn with_page_break(
        &self,
        typeset: &Typeset,
        design: &Design,
    ) -> Result<Option<Typeset>, Diagnostics> {
        let Extent { pages, .. } = typeset.extent;
        if !(2..=MOST_PAGES).contains(&pages) || ends_well(typeset.extent) {
            return Ok(None);
        }
        let sections = &self.document.resume.sections;
        for index in (1..sections.len()).rev().take(MOVED_SECTIONS) {
            let mut resume = self.document.resume.clone();
            resume.sections[index].break_before = true;
            let (layout, engine) = (self.layout, self.engine);
            let prepared = self.document.prepare(&resume, design, layout, engine)?;
            let broken = typeset::typeset(&prepared, design, layout, engine)?;
            if broken.extent.pages > pages || largest_hole(&broken) > 1.0 - BROKEN_PAGE {
                break;
            }
            if ends_well(broken.extent) {
                return Ok(Some(broken));
            }
        }
        Ok(None)
    }

    /// Returns the density at which the document has a number of pages, and a warning if none has.
    fn with_pages(
        &mut self,
        first: Extent,
        least: usize,
        most: usize,
    ) -> Result<(usize, Option<Diagnostic>), Diagnostics> {
        let start = self.range.start;
        let densest = self.range.densities.len() - 1;
        if first.pages < least {
            let target = page_more(least);
            let found = self.find(0..start, &target)?;
            return Ok(match found {
                Some(index) => (index, None),
                None => (
                    self.opened(first)?,
                    Some(self.too_few_pages(least, first.pages)),
                ),
            });
        }
        let fewest = if first.pages == least {
            least
        } else if least == most {
            most
        } else {
            let shortest = self.extent(densest)?;
            shortest.pages.clamp(least, first.pages)
        };
        let is_right = first.pages == fewest && fewest <= most;
        if is_right && !is_crammed(first) {
            return Ok((self.opened(first)?, None));
        }
        let denser = start + 1..densest + 1;
        if let Some(index) = self.find(denser.clone(), &saved_page(fewest.min(most)))? {
            return Ok((index, None));
        }
        if is_right {
            return Ok((start, None));
        }
        let shortest = self.extent(densest)?;
        if shortest.pages <= most {
            return Ok((densest, None));
        }
        let warning = self.overflow_warning(most, shortest);
        let index = if shortest.pages < first.pages {
            let target = saved_page(shortest.pages);
            self.find(denser, &target)?.unwrap_or(densest)
        } else {
            self.opened(first)?
        };
        Ok((index, Some(warning)))
    }

    /// Returns the density of a range that has a length, if one is found.
    fn find(
        &mut self,
        range: Range<usize>,
        target: &TargetLength,
    ) -> Result<Option<usize>, Diagnostics> {
        self.estimate();
        let estimates = std::mem::take(&mut self.estimates);
        let mut search = search(&estimates, &self.tried);
        let found = search.find(range, target, |index| self.extent(index));
        self.estimates = estimates;
        found
    }

    /// Returns the lengths that are known.
    fn search(&mut self) -> LengthSearch<'_> {
        self.estimate();
        search(&self.estimates, &self.tried)
    }

    /// Estimates the lengths, of which a document that is left as designed needs none.
    fn estimate(&mut self) {
        if self.estimates.is_empty() {
            let densities = self.range.densities.iter();
            let expected = densities
                .map(|density| self.design.expected_length(*density, &self.layout.manifest));
            self.estimates = expected.collect();
        }
    }

    /// Returns the design at a density. At its own density it is unchanged, so that the page goal
    /// `off` renders exactly what the profile says.
    fn design_at(&self, index: usize) -> Design {
        if index == self.range.start {
            self.design.clone()
        } else {
            self.design
                .with_density(self.range.densities[index], &self.layout.manifest)
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
        if goal == 0 || typeset.extent.pages > MOST_PAGES {
            return Ok(None);
        }
        let mut design = self.design.clone();
        design.fit = PageGoal::Pages {
            least: goal,
            most: goal,
        };
        let range = design.density_range(&self.layout.manifest, 0.0, goal == 1);
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
    fn overflow_warning(&self, most: usize, shortest: Extent) -> Diagnostic {
        let densest = self.range.densities.len() - 1;
        let height = self
            .tried
            .get(&densest)
            .and_then(|typeset| typeset::height(&typeset.document));
        let overflow = Overflow {
            most,
            shortest,
            height,
        };
        let warning = overflow.warning(&self.design_at(densest), self.layout);
        with_advice(self.at_goal(warning), self.document)
    }
}

fn search<'a>(estimates: &'a [f64], tried: &BTreeMap<usize, Typeset>) -> LengthSearch<'a> {
    LengthSearch {
        estimates,
        measured: tried
            .iter()
            .map(|(index, typeset)| (*index, typeset.extent))
            .collect(),
    }
}

/// Returns the lowest density at which the text is legible, in all sizes of the layout.
fn legible_floor(typeset: &Typeset, design: &Design) -> f64 {
    let smallest = typeset::smallest_text(typeset, &typeset::runs(&typeset.document));
    smallest.map_or(0.0, |size| design.scale * typeset::LEGIBLE_SIZE / size)
}

/// Returns the largest part of a page that is empty at its foot before another page.
fn largest_hole(typeset: &Typeset) -> f64 {
    let fills = typeset::page_fills(&typeset.document, &typeset::runs(&typeset.document));
    let before_last = fills.iter().rev().skip(1).flatten();
    before_last.fold(0.0, |hole, fill| (1.0 - fill).max(hole))
}
