//! The design of a CV: the options of its layout, from the manifest's defaults, the profile and the
//! command line.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::content::{DateFormat, DatePrecision, DateStyle, Locale};
use crate::diagnostic::{Diagnostic, Diagnostics, Edit, rule};
use crate::layout::ink::{INK, Ink};
use crate::layout::manifest::{
    DENSITY, FIT, LEADING, MARGIN_LEFT, MARGIN_RIGHT, MARGIN_X, Manifest, Paper, SIZE,
};
use crate::layout::option::{OptionKind, OptionSpec};
use crate::layout::option_errors::{
    OptionError, PAPER, invalid_value, invalid_value_in, missing_font, supported_paper,
    unknown_option, unknown_option_with,
};
use crate::layout::option_values::unquoted;
use crate::layout::page_goal::PageGoal;
use crate::layout::registry::Layouts;
use crate::layout::slot::Layout;
use crate::profile::{Profile, Settings, TomlPath, TomlTree};

/// The option of a layout whose dates are in Japanese, for years of eras.
const ERA_YEARS: &str = "era-years";

/// The least ratio of leading to text size; below it, descenders touch the accents of the next
/// line.
const LEAST_LEADING: f64 = 1.12;

/// An `option=value` of a command line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionSetting {
    /// The option.
    pub name: String,
    /// The value as typed.
    pub value: String,
}

/// What a command line overrides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesignOverrides {
    /// The edition of the layout.
    pub edition: Option<String>,
    /// The paper.
    pub paper: Option<Paper>,
    /// The options; later ones override earlier ones.
    pub options: Vec<OptionSetting>,
    /// Whether images keep their colors in the inks of a press. PDF/X-4 can carry the color profile
    /// that this takes.
    pub color_images: bool,
}

/// The resolved options of a layout, which a template receives beside the content.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Design {
    /// The paper.
    pub paper: Paper,
    /// The factor on text size and leading.
    pub scale: f64,
    /// The values of all options of the manifest.
    #[serde(flatten)]
    pub options: BTreeMap<String, Json>,
    /// The page goal, which templates need not know.
    #[serde(skip)]
    pub fit: PageGoal,
    /// Whether images are converted to grayscale.
    #[serde(skip)]
    pub grayscale_images: bool,
    /// The options that the user has set.
    #[serde(skip)]
    pub chosen: BTreeSet<String>,
}

impl Design {
    /// Returns an option that is a length, in pt, or a number.
    pub fn length(&self, name: &str) -> Option<f64> {
        self.options.get(name).and_then(Json::as_f64)
    }

    /// Returns an option that is a text, such as a font family.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.get(name).and_then(Json::as_str)
    }

    /// Returns whether an option is on; an option that the layout does not have is off.
    pub fn flag(&self, name: &str) -> bool {
        self.options
            .get(name)
            .and_then(Json::as_bool)
            .unwrap_or(false)
    }

    /// Returns the color space.
    pub fn ink(&self) -> Ink {
        self.options
            .get(INK)
            .and_then(Json::as_str)
            .and_then(|name| name.parse().ok())
            .unwrap_or_default()
    }

    /// Returns how dates are written; a layout without these options takes what suits the language.
    pub fn date_format(&self) -> DateFormat {
        let style = if self.options.contains_key(ERA_YEARS) {
            Some(if self.flag(ERA_YEARS) {
                DateStyle::JapaneseEra
            } else {
                DateStyle::Japanese
            })
        } else {
            self.text("dates").and_then(DateStyle::from_name)
        };
        DateFormat {
            style: style.unwrap_or_default(),
            precision: self
                .text("date-precision")
                .and_then(DatePrecision::from_name),
            durations: self.flag("durations"),
        }
    }

    fn defaults(manifest: &Manifest) -> Self {
        let mut options = BTreeMap::new();
        for (name, option) in &manifest.options {
            // Another default that is invalid was reported with the manifest.
            if let Ok(value) = option.read(&option.default) {
                options.insert(name.clone(), value);
            }
        }
        Self {
            paper: manifest.papers.first().copied().unwrap_or(Paper::A4),
            scale: 1.0,
            options,
            fit: PageGoal::default(),
            grayscale_images: false,
            chosen: BTreeSet::new(),
        }
    }

    fn choose(&mut self, name: &str, value: Json) {
        self.options.insert(name.to_owned(), value);
        self.chosen.insert(name.to_owned());
    }

    /// Sets an option to a value of a profile; `size` is that of the text, in pt.
    fn set(
        &mut self,
        manifest: &Manifest,
        name: &str,
        value: &toml::Value,
        size: Option<f64>,
    ) -> Result<(), OptionError> {
        if name == PAPER {
            return Ok(self.set_paper(manifest, &unquoted(value))?);
        }
        let option = manifest
            .options
            .get(name)
            .ok_or_else(|| unknown_option_with(name, value, manifest, size))?;
        let json = option
            .read(value)
            .map_err(|invalid| invalid_value_in(name, option, value, invalid, size))?;
        self.choose(name, json);
        Ok(())
    }

    /// Sets an option to a value of a command line.
    fn set_text(
        &mut self,
        manifest: &Manifest,
        layouts: &Layouts,
        setting: &OptionSetting,
    ) -> Result<(), Diagnostic> {
        let OptionSetting { name, value } = setting;
        if name == PAPER {
            return self.set_paper(manifest, value);
        }
        let Some(option) = manifest.options.get(name) else {
            // One command may render several layouts, of which not all need have the option.
            return Err(if layouts.has_option(name) {
                let message = format!("option `{name}` has no effect in `{}`", manifest.name);
                Diagnostic::warning(rule::OPTION_WITHOUT_EFFECT, message)
            } else {
                unknown_option(name, manifest)
            });
        };
        let json = option
            .read_text(value)
            .map_err(|invalid| invalid_value(name, option, value, invalid, self.length(SIZE)))?;
        self.choose(name, json);
        Ok(())
    }

    fn set_paper(&mut self, manifest: &Manifest, name: &str) -> Result<(), Diagnostic> {
        self.paper = supported_paper(manifest, name)?;
        Ok(())
    }

    /// Scales the leading with a size that the user has set, unless the user has set the leading too.
    fn follow_size(&mut self, manifest: &Manifest) {
        if !self.chosen.contains(SIZE) || self.chosen.contains(LEADING) {
            return;
        }
        let (Some(spec), Some(leading)) = (manifest.options.get(LEADING), self.length(LEADING))
        else {
            return;
        };
        let default_size = manifest
            .options
            .get(SIZE)
            .and_then(OptionSpec::default_length);
        let Some((size, default_size)) = self.length(SIZE).zip(default_size) else {
            return;
        };
        // Rounded to hundredths, it is the same on every machine, and looks hand-written.
        let mut scaled = (leading * size / default_size * 100.0).round() / 100.0;
        scaled = scaled.max(spec.least().unwrap_or(scaled));
        scaled = scaled.min(spec.most().unwrap_or(scaled));
        let scaled = scaled.max(LEAST_LEADING * size);
        self.options.insert(LEADING.to_owned(), Json::from(scaled));
    }

    /// Derives the fields that depend on several options.
    fn derive(&mut self, overrides: &DesignOverrides) {
        self.scale = self.length(DENSITY).unwrap_or(self.scale);
        self.grayscale_images = match self.ink() {
            Ink::Screen => false,
            Ink::Cmyk => !overrides.color_images,
            Ink::K => true,
        };
        // A side that the user has not set has the margin of both, which may change.
        let sides = [MARGIN_LEFT, MARGIN_RIGHT];
        for side in sides {
            if !self.chosen.contains(side) {
                self.options.remove(side);
            }
        }
        if sides.iter().all(|side| self.chosen.contains(*side)) {
            self.chosen.insert(MARGIN_X.to_owned());
        }
        let goal = self.options.remove(FIT);
        self.fit = goal
            .as_ref()
            .and_then(Json::as_str)
            .and_then(PageGoal::parse)
            .unwrap_or_default();
        // A density that the user has set must not change.
        if self.fit == PageGoal::Auto && self.chosen.contains(DENSITY) {
            self.fit = PageGoal::Off;
        }
    }
}

/// What is written about the design of a CV.
#[derive(Debug, Clone, Copy)]
pub struct WrittenDesign<'a> {
    /// The profile.
    pub profile: &'a Profile,
    /// The tree of the profile.
    pub tree: &'a TomlTree,
    /// The settings of its folder.
    pub settings: Option<&'a Settings>,
}

/// Resolves the options of a layout for a profile. Adds what is wrong to `problems`.
pub fn resolve(
    layout: &Layout,
    layouts: &Layouts,
    written: WrittenDesign,
    overrides: &DesignOverrides,
    problems: &mut Diagnostics,
) -> Design {
    let manifest = &layout.manifest;
    let mut resolver = Resolver {
        manifest,
        edition: layout.edition.as_deref(),
        layouts,
        tree: written.tree,
        problems,
        design: Design::defaults(manifest),
    };
    resolver.follow_locale(written.profile);
    if let Some(settings) = written.settings {
        resolver.tree = &settings.tree;
        resolver.apply(&settings.design);
        resolver.tree = written.tree;
    }
    resolver.apply(&written.profile.design);
    for setting in &overrides.options {
        if let Err(error) = resolver.design.set_text(manifest, layouts, setting) {
            resolver.problems.push(error);
        }
    }
    resolver.design.follow_size(manifest);
    resolver.design.derive(overrides);
    resolver.check_leading();
    resolver.check_fonts();
    if let Some(paper) = overrides.paper
        && let Err(error) = resolver.design.set_paper(manifest, paper.name())
    {
        resolver.problems.push(error);
    }
    resolver.design
}

struct Resolver<'a> {
    manifest: &'a Manifest,
    edition: Option<&'a str>,
    layouts: &'a Layouts,
    tree: &'a TomlTree,
    problems: &'a mut Diagnostics,
    design: Design,
}

impl Resolver<'_> {
    /// Chooses the paper of the document's region.
    fn follow_locale(&mut self, profile: &Profile) {
        let locale = profile.locale.as_deref().and_then(Locale::parse);
        let is_letter = locale.is_some_and(|locale| locale.is_of_letter_paper());
        if is_letter && self.manifest.papers.contains(&Paper::UsLetter) {
            self.design.paper = Paper::UsLetter;
        }
    }

    /// Applies `[design]`: the options of all layouts first, then the table of this one.
    fn apply(&mut self, written: &BTreeMap<String, toml::Value>) {
        let path = TomlPath::ROOT.key("design");
        let size = written_size(self.manifest, written.get(SIZE));
        let size = size.or_else(|| self.design.length(SIZE));
        let mut tables = Vec::new();
        for (name, value) in written {
            match value.as_table() {
                // A table in the place of an option is reported as a wrong value.
                Some(table) if !self.layouts.has_option(name) => tables.push((name, table)),
                _ => self.apply_common_option(name, value, size, &path),
            }
        }
        for (name, table) in tables {
            self.apply_table(name, table, &path.key(name));
        }
    }

    fn apply_common_option(
        &mut self,
        name: &str,
        value: &toml::Value,
        size: Option<f64>,
        design: &TomlPath,
    ) {
        // Options of other layouts are fine here.
        if !self.manifest.has_option(name) && self.layouts.has_option(name) {
            return;
        }
        if let Err(error) = self.design.set(self.manifest, name, value, size) {
            self.report(error, &design.key(name));
        }
    }

    /// Applies the table of a layout. Errors are also reported in the tables of other layouts.
    fn apply_table(&mut self, name: &str, table: &toml::Table, path: &TomlPath) {
        let layout = match self.layouts.find_in(name, self.edition) {
            Ok(layout) => layout,
            Err(unknown) => return self.report(unknown.into(), path),
        };
        let manifest = &layout.manifest;
        let is_own = name == self.manifest.name;
        let mut other = Design::defaults(manifest);
        for (name, value) in table {
            let design = if is_own { &mut self.design } else { &mut other };
            let size = written_size(manifest, table.get(SIZE)).or_else(|| design.length(SIZE));
            if let Err(error) = design.set(manifest, name, value, size) {
                self.report(error, &path.key(name));
            }
        }
    }

    fn check_leading(&mut self) {
        let size_and_leading = self.design.length(SIZE).zip(self.design.length(LEADING));
        let Some((size, leading)) = size_and_leading else {
            return;
        };
        let least = LEAST_LEADING * size;
        if leading >= least {
            return;
        }
        let message = format!("a leading of {leading} pt is too small for a size of {size} pt");
        let error = Diagnostic::error(rule::OPTION_VALUE, message).hint(format!(
            "write at least `leading = \"{:.1}pt\"`, or the lines touch; without it, leading \
                 follows `size`",
            (least * 10.0 - 1e-6).ceil() / 10.0
        ));
        let design = TomlPath::ROOT.key("design");
        let written = [LEADING, SIZE].map(|name| design.key(name));
        let place = written.iter().find(|path| self.tree.node(path).is_some());
        self.problems.push(match place {
            Some(path) => error.at(self.tree.source(), self.tree.span(path), ""),
            None => error,
        });
    }

    /// Reports families of the manifest that are not available.
    fn check_fonts(&mut self) {
        let options = self.manifest.options.iter();
        for (name, option) in options.filter(|(name, _)| !self.design.options.contains_key(*name)) {
            if let Err(invalid) = option.read(&option.default)
                && option.kind == OptionKind::Font
            {
                let error = missing_font(&self.manifest.name, name, option, &invalid);
                self.problems.push(error);
            }
        }
    }

    /// Reports an error at a value or, if the option itself is wrong, at its key.
    fn report(&mut self, error: OptionError, path: &TomlPath) {
        let OptionError {
            diagnostic,
            key,
            value,
        } = error;
        let (key_span, value_span) = (self.tree.key_span(path), self.tree.span(path));
        let span = if diagnostic.rule == rule::OPTION_VALUE {
            value_span.clone()
        } else {
            key_span.clone()
        };
        let key = key.map(|key| Edit::new(key_span, key));
        let value = value.map(|value| Edit::new(value_span, value));
        let edits: Vec<Edit> = key.into_iter().chain(value).collect();
        let mut error = diagnostic.at(self.tree.source(), span, "");
        if !edits.is_empty() {
            error = error.edits(edits);
        }
        self.problems.push(error);
    }
}

/// Returns the size of the text that a profile sets, in pt.
fn written_size(manifest: &Manifest, value: Option<&toml::Value>) -> Option<f64> {
    let option = manifest.options.get(SIZE)?;
    option.read(value?).ok()?.as_f64()
}
