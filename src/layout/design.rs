//! How one CV is to look: the options of its layout, from the manifest's defaults, the profile and
//! the command line.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::content::DateStyle;
use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, nearest, rule};
use crate::layout::ink::{INK, Ink};
use crate::layout::manifest::{DENSITY, FIT, Manifest, Paper};
use crate::layout::option::OptionKind;
use crate::layout::page_goal::PageGoal;
use crate::layout::registry::{Layout, Layouts};
use crate::profile::{Profile, TomlPath, TomlTree};

/// The option that every layout has.
const PAPER: &str = "paper";

/// The smallest leading against the size, at which the descenders of a line just clear the accents
/// of the next.
const LEAST_LEADING: f64 = 1.12;

/// One `option=value` of a command line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionSetting {
    /// The option.
    pub name: String,
    /// The value as typed.
    pub value: String,
}

/// What a command line sets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesignOverrides {
    /// The paper, where the command line names one.
    pub paper: Option<Paper>,
    /// The options, later ones over earlier ones.
    pub options: Vec<OptionSetting>,
    /// Whether images keep their colours in all four inks of a press, as a press that knows what
    /// they mean can print them.
    pub color_images: bool,
}

/// The options of a layout, resolved: what a template is told beside the data.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Design {
    /// The paper.
    pub paper: Paper,
    /// The rung of the ladder: a factor on size and leading together.
    pub scale: f64,
    /// Every option of the manifest.
    #[serde(flatten)]
    pub options: BTreeMap<String, Json>,
    /// How many pages it is to have, which no template needs to know.
    #[serde(skip)]
    pub fit: PageGoal,
    /// Whether images are in tones of grey.
    #[serde(skip)]
    pub grayscale_images: bool,
    /// The options that somebody has set.
    #[serde(skip)]
    pub chosen: BTreeSet<String>,
}

impl Design {
    /// A length in pt, or a number.
    pub fn length(&self, name: &str) -> Option<f64> {
        self.options.get(name).and_then(Json::as_f64)
    }

    /// What its colours are made of.
    pub fn ink(&self) -> Ink {
        self.options
            .get(INK)
            .and_then(Json::as_str)
            .and_then(|name| name.parse().ok())
            .unwrap_or_default()
    }

    fn choose(&mut self, name: &str, value: Json) {
        self.options.insert(name.to_owned(), value);
        self.chosen.insert(name.to_owned());
    }

    /// Returns the style of dates, which the option `dates` of a layout selects.
    pub fn date_style(&self) -> DateStyle {
        self.options
            .get("dates")
            .and_then(Json::as_str)
            .and_then(DateStyle::from_name)
            .unwrap_or_default()
    }
}

/// Resolves the options of a layout for a profile. What is wrong goes into `problems`.
pub fn resolve(
    layout: &Layout,
    layouts: &Layouts,
    profile: &Profile,
    tree: &TomlTree,
    settings: &DesignOverrides,
    problems: &mut Diagnostics,
) -> Design {
    let manifest = &layout.manifest;
    let mut design = defaults(manifest);
    let path = TomlPath::ROOT.key("design");
    let mut tell = |error: Diagnostic, path: &TomlPath| {
        let span = if error.rule == rule::OPTION_VALUE {
            tree.span(path)
        } else {
            tree.key_span(path)
        };
        problems.push(error.at(tree.source(), span, ""));
    };
    // A table is for one layout, unless it stands where an option should.
    let (tables, options): (Vec<_>, Vec<_>) = profile
        .design
        .iter()
        .partition(|(name, value)| value.is_table() && !layouts.has_option(name));
    for (name, value) in options {
        // The table is for all layouts: what another one has may stand in it.
        if layouts.has_option(name) && !manifest.has_option(name) {
            continue;
        }
        if let Err(error) = set(&mut design, manifest, name, value) {
            tell(error, &path.key(name));
        }
    }
    for (name, table) in tables
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.as_table()?)))
    {
        let path = path.key(name);
        let Some(Layout { manifest: of, .. }) = layouts.get(name) else {
            tell(layouts.unknown(name), &path);
            continue;
        };
        // What is wrong for another layout is told as well, and not only once that one is printed.
        let mut other = defaults(of);
        let target = if *name == manifest.name {
            &mut design
        } else {
            &mut other
        };
        for (name, value) in table {
            if let Err(error) = set(target, of, name, value) {
                tell(error, &path.key(name));
            }
        }
    }
    for setting in &settings.options {
        if let Err(error) = set_text(&mut design, manifest, layouts, setting) {
            problems.push(error);
        }
    }
    design.scale = design.length(DENSITY).unwrap_or(design.scale);
    design.grayscale_images = match design.ink() {
        Ink::Screen => false,
        Ink::Cmyk => !settings.color_images,
        Ink::K => true,
    };
    let goal = design.options.remove(FIT);
    design.fit = goal
        .as_ref()
        .and_then(Json::as_str)
        .and_then(PageGoal::parse)
        .unwrap_or_default();
    if design.fit == PageGoal::Auto && design.chosen.contains(DENSITY) {
        design.fit = PageGoal::Off;
    }
    if let Some((size, leading)) = design.length("size").zip(design.length("leading"))
        && leading < LEAST_LEADING * size
    {
        let message = format!("a leading of {leading} pt is too small for a size of {size} pt");
        let least = format!(
            "it must be {:.1} pt at least, or the lines touch",
            LEAST_LEADING * size
        );
        let place = ["leading", "size"]
            .iter()
            .map(|name| path.key(name))
            .find(|at| tree.node(at).is_some());
        let error = Diagnostic::error(rule::OPTION_VALUE, message).hint(least);
        problems.push(match place {
            Some(at) => error.at(tree.source(), tree.span(&at), ""),
            None => error,
        });
    }
    if let Some(paper) = settings.paper {
        if manifest.papers.contains(&paper) {
            design.paper = paper;
        } else {
            problems.push(wrong_paper(paper.name(), manifest));
        }
    }
    design
}

fn defaults(manifest: &Manifest) -> Design {
    let options = manifest
        .options
        .iter()
        .filter_map(|(name, option)| Some((name.clone(), option.read(&option.default).ok()?)))
        .collect();
    let paper = manifest.papers.first().copied().unwrap_or(Paper::A4);
    Design {
        paper,
        scale: 1.0,
        options,
        fit: PageGoal::default(),
        grayscale_images: false,
        chosen: BTreeSet::new(),
    }
}

fn set(
    design: &mut Design,
    manifest: &Manifest,
    name: &str,
    value: &toml::Value,
) -> Result<(), Diagnostic> {
    if name == PAPER {
        return set_paper(design, manifest, &written(value));
    }
    let option = manifest
        .options
        .get(name)
        .ok_or_else(|| unknown(name, manifest))?;
    let read = option.read(value).map_err(|refusal| {
        let is_unknown_font = option.kind == OptionKind::Font && refusal.near.is_none();
        let error = wrong_value(name, &written(value), refusal);
        match (option.is_quoted(), value) {
            _ if option.kind == OptionKind::PageGoal => error,
            (true, toml::Value::Integer(_) | toml::Value::Float(_)) => {
                error.hint("put it in quotes")
            }
            (false, toml::Value::String(_)) => error.hint("write it without quotes"),
            _ if is_unknown_font => error.hint("`--fonts DIR` adds the fonts in a folder"),
            _ => error,
        }
    })?;
    design.choose(name, read);
    Ok(())
}

fn set_text(
    design: &mut Design,
    manifest: &Manifest,
    layouts: &Layouts,
    setting: &OptionSetting,
) -> Result<(), Diagnostic> {
    let OptionSetting { name, value } = setting;
    if name == PAPER {
        return set_paper(design, manifest, value);
    }
    let option = manifest.options.get(name).ok_or_else(|| {
        let error = unknown(name, manifest);
        // Said once for several layouts, it is wrong only where none of them has it.
        if layouts.has_option(name) {
            let message = format!("option `{name}` has no effect in `{}`", manifest.name);
            return Diagnostic::warning(rule::OPTION_WITHOUT_EFFECT, message);
        }
        error
    })?;
    let read = option
        .read_text(value)
        .map_err(|refusal| wrong_value(name, value, refusal))?;
    design.choose(name, read);
    Ok(())
}

/// Whether one of the layouts has the option and admits the value; if not, the last that has it
/// says what it expects.
pub(super) fn check_option_setting(
    manifests: &[&Manifest],
    setting: &OptionSetting,
) -> Result<(), Diagnostic> {
    let tried =
        |manifest: &&Manifest| match (setting.name.as_str(), manifest.options.get(&setting.name)) {
            (PAPER, _) => Some(set_paper(&mut defaults(manifest), manifest, &setting.value)),
            (name, option) => {
                let read = option?.read_text(&setting.value);
                Some(
                    read.map(|_| ())
                        .map_err(|refusal| wrong_value(name, &setting.value, refusal)),
                )
            }
        };
    let mut refused = None;
    for result in manifests.iter().filter_map(tried) {
        match result {
            Ok(()) => return Ok(()),
            Err(error) => refused = Some(error),
        }
    }
    Err(refused.unwrap_or_else(|| {
        let error = Diagnostic::error(
            rule::UNKNOWN_OPTION,
            format!("no layout has the option `{}`", setting.name),
        );
        let names = manifests
            .iter()
            .flat_map(|manifest| manifest.options.keys())
            .map(String::as_str)
            .chain([PAPER]);
        match nearest(&setting.name, names) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error.hint("`cvpress layouts` lists the options"),
        }
    }))
}

fn set_paper(design: &mut Design, manifest: &Manifest, name: &str) -> Result<(), Diagnostic> {
    let paper: Option<Paper> = name
        .parse()
        .ok()
        .filter(|paper| manifest.papers.contains(paper));
    design.paper = paper.ok_or_else(|| wrong_paper(name, manifest))?;
    Ok(())
}

fn wrong_paper(name: &str, manifest: &Manifest) -> Diagnostic {
    let papers = alternatives(manifest.papers.iter().map(|paper| paper.name()));
    let message = format!("`{}` does not print on `{name}`", manifest.name);
    Diagnostic::error(rule::OPTION_VALUE, message).hint(format!("expected {papers}"))
}

fn wrong_value(name: &str, written: &str, refusal: crate::layout::option::Refusal) -> Diagnostic {
    let message = format!(
        "option `{name}` must be {}, not `{written}`",
        refusal.expected
    );
    let error = Diagnostic::error(rule::OPTION_VALUE, message);
    match refusal.near {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// A value as the profile writes it, but for the quotes.
fn written(value: &toml::Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn unknown(name: &str, manifest: &Manifest) -> Diagnostic {
    let error = Diagnostic::error(
        rule::UNKNOWN_OPTION,
        format!("`{}` has no option `{name}`", manifest.name),
    );
    let names = || manifest.options.keys().map(String::as_str).chain([PAPER]);
    match nearest(name, names()) {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None => error.hint(format!("expected {}", alternatives(names()))),
    }
}
