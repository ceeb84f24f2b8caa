//! The design of a CV: the options of its layout, from the manifest's defaults, the profile and the
//! command line.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::content::{DateFormat, DatePrecision, DateStyle, Locale};
use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, nearest, rule};
use crate::layout::ink::{INK, Ink};
use crate::layout::manifest::{DENSITY, FIT, MARGIN_LEFT, MARGIN_RIGHT, MARGIN_X, Manifest, Paper};
use crate::layout::option::{InvalidValue, OptionKind, OptionSpec};
use crate::layout::page_goal::PageGoal;
use crate::layout::registry::{Layout, Layouts};
use crate::profile::{Profile, TomlPath, TomlTree, meant_option, option_hint};

/// The option for the paper, which is not an option of a manifest.
const PAPER: &str = "paper";

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
            // A default that is invalid was reported with the manifest.
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

    /// Sets an option to a value of a profile.
    fn set(
        &mut self,
        manifest: &Manifest,
        name: &str,
        value: &toml::Value,
    ) -> Result<(), Diagnostic> {
        if name == PAPER {
            return self.set_paper(manifest, &unquoted(value));
        }
        let option = manifest
            .options
            .get(name)
            .ok_or_else(|| unknown_option(name, manifest))?;
        let json = option.read(value).map_err(|invalid| {
            let hint = quotes_hint(option, value, &invalid);
            let error = invalid_value(name, &unquoted(value), invalid);
            match hint {
                Some(hint) => error.hint(hint),
                None => error,
            }
        })?;
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
            .map_err(|invalid| invalid_value(name, value, invalid))?;
        self.choose(name, json);
        Ok(())
    }

    fn set_paper(&mut self, manifest: &Manifest, name: &str) -> Result<(), Diagnostic> {
        self.paper = supported_paper(manifest, name)?;
        Ok(())
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

/// Resolves the options of a layout for a profile. Adds what is wrong to `problems`.
pub fn resolve(
    layout: &Layout,
    layouts: &Layouts,
    profile: &Profile,
    tree: &TomlTree,
    overrides: &DesignOverrides,
    problems: &mut Diagnostics,
) -> Design {
    let manifest = &layout.manifest;
    let mut resolver = Resolver {
        manifest,
        layouts,
        tree,
        problems,
        design: Design::defaults(manifest),
    };
    resolver.follow_locale(profile);
    resolver.apply_profile(profile);
    for setting in &overrides.options {
        if let Err(error) = resolver.design.set_text(manifest, layouts, setting) {
            resolver.problems.push(error);
        }
    }
    resolver.design.derive(overrides);
    resolver.check_leading();
    if let Some(paper) = overrides.paper
        && let Err(error) = resolver.design.set_paper(manifest, paper.name())
    {
        resolver.problems.push(error);
    }
    resolver.design
}

struct Resolver<'a> {
    manifest: &'a Manifest,
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
    fn apply_profile(&mut self, profile: &Profile) {
        let path = TomlPath::ROOT.key("design");
        let mut tables = Vec::new();
        for (name, value) in &profile.design {
            match value.as_table() {
                // A table in the place of an option is reported as a wrong value.
                Some(table) if !self.layouts.has_option(name) => tables.push((name, table)),
                _ => self.apply_common_option(name, value, &path),
            }
        }
        for (name, table) in tables {
            self.apply_table(name, table, &path.key(name));
        }
    }

    fn apply_common_option(&mut self, name: &str, value: &toml::Value, design: &TomlPath) {
        // Options of other layouts are fine here.
        if !self.manifest.has_option(name) && self.layouts.has_option(name) {
            return;
        }
        if let Err(error) = self.design.set(self.manifest, name, value) {
            self.report(error, &design.key(name));
        }
    }

    /// Applies the table of a layout. Errors are also reported in the tables of other layouts.
    fn apply_table(&mut self, name: &str, table: &toml::Table, path: &TomlPath) {
        let Some(layout) = self.layouts.get(name) else {
            return self.report(self.layouts.unknown(name), path);
        };
        let manifest = &layout.manifest;
        let is_own = name == self.manifest.name;
        let mut other = Design::defaults(manifest);
        for (name, value) in table {
            let design = if is_own { &mut self.design } else { &mut other };
            if let Err(error) = design.set(manifest, name, value) {
                self.report(error, &path.key(name));
            }
        }
    }

    fn check_leading(&mut self) {
        let size_and_leading = self
            .design
            .length("size")
            .zip(self.design.length("leading"));
        let Some((size, leading)) = size_and_leading else {
            return;
        };
        let least = LEAST_LEADING * size;
        if leading >= least {
            return;
        }
        let message = format!("a leading of {leading} pt is too small for a size of {size} pt");
        let error = Diagnostic::error(rule::OPTION_VALUE, message)
            .hint(format!("use at least {least:.1} pt, or the lines touch"));
        let design = TomlPath::ROOT.key("design");
        let written = ["leading", "size"].map(|name| design.key(name));
        let place = written.iter().find(|path| self.tree.node(path).is_some());
        self.problems.push(match place {
            Some(path) => error.at(self.tree.source(), self.tree.span(path), ""),
            None => error,
        });
    }

    /// Reports an error at a value or, if the option itself is wrong, at its key.
    fn report(&mut self, error: Diagnostic, path: &TomlPath) {
        let span = if error.rule == rule::OPTION_VALUE {
            self.tree.span(path)
        } else {
            self.tree.key_span(path)
        };
        let mut error = error.at(self.tree.source(), span.clone(), "");
        for edit in error.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.span = span.clone();
        }
        self.problems.push(error);
    }
}

impl Layouts {
    /// Checks an option of a command line: one of the requested layouts must have it and admit the
    /// value. If they do not have the option, or none is requested and the layout of each profile
    /// decides, any layout will do.
    ///
    /// # Errors
    /// No layout has the option, or none admits the value.
    pub fn check(&self, setting: &OptionSetting, requested: &[String]) -> Result<(), Diagnostic> {
        // Manifests are read on first use, those of the requested layouts in any case.
        let mut of_requested = None;
        for layout in requested.iter().filter_map(|name| self.get(name)) {
            match check_value(&layout.manifest, setting) {
                Some(Ok(())) => return Ok(()),
                Some(Err(error)) => of_requested = Some(error),
                None => {}
            }
        }
        if let Some(error) = of_requested {
            return Err(error);
        }
        let mut of_others: Option<Diagnostic> = None;
        let mut of_several = None;
        for layout in self.with_option(&setting.name) {
            match check_value(&layout.manifest, setting) {
                Some(Ok(())) => return Ok(()),
                Some(Err(error)) => {
                    let differs = of_others.as_ref().is_some_and(|other| *other != error);
                    if differs && has_range(&layout.manifest, &setting.name) {
                        of_several = Some(no_layout_admits(setting, &layout.manifest));
                    }
                    of_others = Some(error);
                }
                None => {}
            }
        }
        // The range of one layout would mislead where the layout of each profile decides.
        Err(of_several.or(of_others).unwrap_or_else(|| {
            let mut manifests: Vec<&Manifest> =
                self.iter().map(|layout| &layout.manifest).collect();
            manifests.sort_by_key(|manifest| requested.contains(&manifest.name));
            no_layout_has(&setting.name, &manifests)
        }))
    }
}

fn has_range(manifest: &Manifest, option: &str) -> bool {
    let option = manifest.options.get(option);
    option.is_some_and(|option| option.range.is_some())
}

/// Checks a value against a layout; `None` if the layout does not have the option.
fn check_value(manifest: &Manifest, setting: &OptionSetting) -> Option<Result<(), Diagnostic>> {
    let OptionSetting { name, value } = setting;
    if name == PAPER {
        return Some(supported_paper(manifest, value).map(|_| ()));
    }
    let option = manifest.options.get(name)?;
    Some(match option.read_text(value) {
        Ok(_) => Ok(()),
        Err(invalid) => Err(invalid_value(name, value, invalid)),
    })
}

fn supported_paper(manifest: &Manifest, name: &str) -> Result<Paper, Diagnostic> {
    match name.parse::<Paper>() {
        Ok(paper) if manifest.papers.contains(&paper) => Ok(paper),
        _ => {
            let papers = alternatives(manifest.papers.iter().map(|paper| paper.name()));
            let message = format!("`{}` does not support the paper `{name}`", manifest.name);
            let error = Diagnostic::error(rule::OPTION_VALUE, message);
            Err(
                match paper_meant(name).filter(|paper| manifest.papers.contains(paper)) {
                    Some(paper) => did_you_mean(error, paper.name()),
                    None => error.hint(format!("expected {papers}")),
                },
            )
        }
    }
}

/// Returns the paper that a name of another program certainly means.
fn paper_meant(name: &str) -> Option<Paper> {
    let letters: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    match letters.to_lowercase().as_str() {
        "a4" | "a4paper" | "dina4" | "isoa4" => Some(Paper::A4),
        "letter" | "letterpaper" | "usletter" | "usletterpaper" | "ansia" => Some(Paper::UsLetter),
        _ => None,
    }
}

/// Returns the error about a value that is outside the range of every layout, which differ; one of
/// them is the example.
fn no_layout_admits(setting: &OptionSetting, example: &Manifest) -> Diagnostic {
    let OptionSetting { name, value } = setting;
    let message = format!("no layout admits `{value}` for the option `{name}`");
    let error = Diagnostic::error(rule::OPTION_VALUE, message);
    match example.options.get(name) {
        Some(option) => error.hint(format!(
            "`{}` expects {}; `cvpress layouts LAYOUT` shows what others expect",
            example.name,
            option.expected()
        )),
        None => error,
    }
}

fn no_layout_has(name: &str, manifests: &[&Manifest]) -> Diagnostic {
    let message = format!("no layout has the option `{name}`");
    let error = Diagnostic::error(rule::UNKNOWN_OPTION, message);
    let options = manifests.iter().flat_map(|manifest| option_names(manifest));
    match nearest(name, options) {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None => error.hint("`cvpress layouts` lists the options"),
    }
}

fn unknown_option(name: &str, manifest: &Manifest) -> Diagnostic {
    let message = format!("`{}` has no option `{name}`", manifest.name);
    let error = Diagnostic::error(rule::UNKNOWN_OPTION, message);
    let known: Vec<&str> = option_names(manifest).collect();
    let error = error.hint(option_hint(name, &known, &manifest.name));
    match meant_option(name, &known) {
        // The place of an option is its key, and is set with it.
        Some(meant) => error.fix(0..0, meant),
        None => error,
    }
}

fn option_names(manifest: &Manifest) -> impl Iterator<Item = &str> {
    manifest.options.keys().map(String::as_str).chain([PAPER])
}

fn invalid_value(name: &str, written: &str, invalid: InvalidValue) -> Diagnostic {
    let InvalidValue { expected, near } = invalid;
    let message = format!("option `{name}` must be {expected}, not `{written}`");
    let error = Diagnostic::error(rule::OPTION_VALUE, message);
    match near {
        Some(near) => did_you_mean(error, &near),
        None => error,
    }
}

fn did_you_mean(error: Diagnostic, value: &str) -> Diagnostic {
    // The place of an option is its value, and is set with it.
    error
        .hint(format!("did you mean `{value}`?"))
        .fix(0..0, format!("\"{value}\""))
}

/// Returns the remedy for a value of the wrong TOML type, and for an unknown font.
fn quotes_hint(
    option: &OptionSpec,
    value: &toml::Value,
    invalid: &InvalidValue,
) -> Option<&'static str> {
    match (option.is_quoted(), value) {
        _ if option.kind == OptionKind::PageGoal || option.is_partly_quoted() => None,
        (true, toml::Value::Integer(_) | toml::Value::Float(_)) => Some("put it in quotes"),
        (false, toml::Value::String(_)) => Some("remove the quotes"),
        _ if option.kind == OptionKind::Font && invalid.near.is_none() => {
            Some("use `--fonts DIR` to add the fonts in a folder")
        }
        _ => None,
    }
}

/// Returns a value as the profile writes it, without quotes.
fn unquoted(value: &toml::Value) -> String {
    match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }
}
