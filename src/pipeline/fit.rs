//! Sets a CV so that it has as many pages as its profile wants, and says what would help where no
//! setting does.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::layout::{Density, Design, Layout, PageGoal};
use crate::pipeline::document::Document;
use crate::pipeline::fit_advice;
use crate::profile::{Node, TomlPath};
use crate::typeset::fit_search::{FitResult, fit, save_a_page};
use crate::typeset::{self, Engine, Extent, Typeset};

/// A CV in the setting that was found for it.
pub struct Fitted {
    /// Its pages.
    pub typeset: Typeset,
    /// The options that they were set with.
    pub design: Design,
    /// The setting, where it is not the one that the profile begins with.
    pub setting: Option<Density>,
    /// Why it has more pages than it is to have.
    pub warning: Option<Diagnostic>,
}

/// Sets a CV of which only the setting is still open.
///
/// # Errors
/// The template refuses it, or has a mistake.
pub fn fitted(
    document: &Document,
    design: &Design,
    layout: &Layout,
    engine: &Engine,
) -> Result<Fitted, Diagnostics> {
    let manifest = &layout.manifest;
    // A letter has a page, and ways of its own to stay on it.
    let goal = if document.resume.letter.is_some() {
        PageGoal::Off
    } else {
        design.fit
    };
    let range = design.range(manifest);
    let settings = if let PageGoal::Pages { .. } = goal {
        &range.settings
    } else {
        &range.rungs
    };
    let mut set: BTreeMap<usize, Typeset> = BTreeMap::new();
    let mut measure = |at: usize| -> Result<Extent, Diagnostics> {
        // The first is not written anew, so that what is not made to fit is what it was.
        let set_so = settings
            .get(at)
            .filter(|setting| **setting != range.settings[range.start]);
        let design =
            set_so.map_or_else(|| design.clone(), |setting| design.set(*setting, manifest));
        let typeset = document.pages(&document.resume, &design, layout, engine)?;
        let extent = typeset.extent;
        set.insert(at, typeset);
        Ok(extent)
    };
    let last = settings.len() - 1;
    let (start, found) = match goal {
        PageGoal::Off => (0, measure(0).map(|_| FitResult::Fits(0))?),
        PageGoal::Auto => (
            0,
            FitResult::Fits(save_a_page(settings.len(), &mut measure)?),
        ),
        PageGoal::Pages { least, most } => (
            range.start,
            fit([least, most], range.start, last, &mut measure)?,
        ),
    };
    let (at, warning) = match (found, goal) {
        (FitResult::Fits(at), _) => (at, None),
        (FitResult::Misses(shortest), PageGoal::Pages { most, .. }) => {
            let densest = design.set(settings[last], manifest);
            let height = set
                .get(&last)
                .and_then(|typeset| typeset::height(&typeset.document));
            let miss = Miss {
                most,
                shortest,
                height,
            };
            let warning = miss.warning(document, &densest, layout);
            let mut holds = |resume: &_| {
                Ok(document
                    .pages(resume, &densest, layout, engine)?
                    .extent
                    .pages
                    <= most)
            };
            let too_much = 1.0 - miss.pages() / shortest.length();
            let limits = fit_advice::limits(&document.resume, too_much, &mut holds)?;
            (start, Some(fit_advice::advice(document, warning, &limits)))
        }
        (FitResult::Misses(_), _) => (start, None),
    };
    let setting = settings.get(at).copied().filter(|_| at != start);
    let design = setting.map_or_else(|| design.clone(), |setting| design.set(setting, manifest));
    let typeset = match set.remove(&at) {
        Some(typeset) => typeset,
        None => document.pages(&document.resume, &design, layout, engine)?,
    };
    Ok(Fitted {
        typeset,
        design,
        setting,
        warning,
    })
}

/// By how much a CV misses its pages.
struct Miss {
    /// The most pages that it was to have.
    most: usize,
    /// How long it is at least.
    shortest: Extent,
    /// How high the text of a page is, in pt.
    height: Option<f64>,
}

impl Miss {
    #[expect(clippy::cast_precision_loss, reason = "no CV has 2^52 pages")]
    fn pages(&self) -> f64 {
        self.most as f64
    }

    fn warning(&self, document: &Document, densest: &Design, layout: &Layout) -> Diagnostic {
        let over = self.shortest.length() - self.pages();
        let amount = match self.height.zip(densest.length("leading")) {
            Some((height, leading)) if self.shortest.fill.is_some() => {
                let lines = (over * height / (leading * densest.scale)).ceil().max(1.0);
                format!("{lines:.0} {}", if lines > 1.0 { "lines" } else { "line" })
            }
            _ => format!("{over:.1} pages"),
        };
        let pages = if self.most == 1 {
            "1 page".to_owned()
        } else {
            format!("{} pages", self.most)
        };
        let name = &layout.manifest.name;
        let message =
            format!("it does not fit {pages} in `{name}`: at its densest it is {amount} too long");
        let document = &document.selection.tree;
        let design = TomlPath::ROOT.key("design");
        let of_layout = design.key(name);
        let written = [of_layout.key("fit"), design.key("fit")];
        let place = written.iter().find_map(|path| document.node(path));
        // What a command line asks for stands nowhere in the file.
        let says = |node: &&Node| PageGoal::of(&node.to_toml()) == Some(densest.fit);
        let goal = place
            .filter(says)
            .map(|node| node.span.clone())
            .unwrap_or_default();
        Diagnostic::warning(rule::DOES_NOT_FIT, message).at(document.source(), goal, "")
    }
}
