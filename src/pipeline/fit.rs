//! Typesets a document so that it has the number of pages that its profile asks for, and advises
//! what to shorten if no density does.

use std::collections::BTreeMap;

use crate::content::Resume;
use crate::diagnostic::{Diagnostic, Diagnostics, counted, rule};
use crate::layout::{Density, Design, DesignOverrides, FIT, Layout, PageGoal};
use crate::pipeline::document::{Document, ResolvedDesign};
use crate::pipeline::fit_advice;
use crate::profile::TomlPath;
use crate::typeset::fit_search::{FitResult, fit, save_a_page};
use crate::typeset::{self, Engine, Extent, Typeset};

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
        let fitted = Fitting::new(self, design, layout, engine).run();
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
    fn new(document: &'a Document, design: Design, layout: &'a Layout, engine: &'a Engine) -> Self {
        // A letter fits its page by itself.
        let goal = if document.resume.letter.is_some() {
            PageGoal::Off
        } else {
            design.fit
        };
        let range = design.density_range(&layout.manifest);
        let (densities, start) = if let PageGoal::Pages { .. } = goal {
            (range.densities, range.start)
        } else {
            (range.rungs, 0)
        };
        Self {
            document,
            layout,
            engine,
            design,
            goal,
            densities,
            start,
            tried: BTreeMap::new(),
        }
    }

    fn run(mut self) -> Result<Fitted, Diagnostics> {
        let start = self.start;
        let estimates: Vec<f64> = self
            .densities
            .iter()
            .map(|density| density.estimated_length())
            .collect();
        let found = match self.goal {
            PageGoal::Off => FitResult::Fits(start),
            PageGoal::Auto => {
                FitResult::Fits(save_a_page(&estimates, &mut |index| self.extent(index))?)
            }
            PageGoal::Pages { least, most } => {
                fit([least, most], start, &estimates, &mut |index| {
                    self.extent(index)
                })?
            }
        };
        let (index, warning) = match (found, self.goal) {
            (FitResult::Fits(index), _) => (index, None),
            (FitResult::Misses(shortest), PageGoal::Pages { most, .. }) => {
                (start, Some(self.overflow_warning(most, shortest)?))
            }
            (FitResult::Misses(_), _) => (start, None),
        };
        let tries = self.tried.len().max(1);
        let mut typeset = match self.tried.remove(&index) {
            Some(typeset) => typeset,
            None => self.typeset(&self.document.resume, &self.design_at(index))?,
        };
        typeset.warnings.extend(warning);
        Ok(Fitted {
            typeset,
            design: self.design_at(index),
            density: (index != start).then(|| self.densities[index]),
            tries,
        })
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

    fn typeset(&self, resume: &Resume, design: &Design) -> Result<Typeset, Diagnostics> {
        self.document
            .pages(resume, design, self.layout, self.engine)
    }

    /// Typesets the document at a density, and returns its length.
    fn extent(&mut self, index: usize) -> Result<Extent, Diagnostics> {
        let typeset = self.typeset(&self.document.resume, &self.design_at(index))?;
        let extent = typeset.extent;
        self.tried.insert(index, typeset);
        Ok(extent)
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
            &mut |shortened| Ok(self.typeset(shortened, &design)?.extent.pages <= most),
        )?;
        let warning = overflow.warning(self.document, &design, self.layout);
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

    fn warning(&self, document: &Document, densest: &Design, layout: &Layout) -> Diagnostic {
        let name = &layout.manifest.name;
        let pages = counted(self.most, "page", "pages");
        let excess = self.excess(densest);
        let message = format!(
            "the text does not fit {pages} in `{name}`: at the highest density it is {excess} too \
             long"
        );
        let tree = &document.selection.tree;
        let design = TomlPath::ROOT.key("design");
        let of_layout = design.key(name);
        let written = [of_layout.key(FIT), design.key(FIT)];
        let node = written.iter().find_map(|path| tree.node(path));
        // A goal from the command line has no place in the file.
        let span = node
            .filter(|node| PageGoal::of(&node.to_toml()) == Some(densest.fit))
            .map(|node| node.span.clone())
            .unwrap_or_default();
        Diagnostic::warning(rule::DOES_NOT_FIT, message).at(tree.source(), span, "")
    }

    /// Returns the excess in lines, or in pages if the template does not report where it ends.
    fn excess(&self, densest: &Design) -> String {
        let pages = self.shortest.length() - self.allowed();
        let leading = densest.length("leading");
        match self.height.zip(leading) {
            Some((height, leading)) if self.shortest.fill.is_some() => {
                let lines = (pages * height / (leading * densest.scale)).ceil().max(1.0);
                format!("{lines:.0} {}", if lines > 1.0 { "lines" } else { "line" })
            }
            _ => format!("{pages:.1} pages"),
        }
    }
}
