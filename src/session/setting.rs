//! The options of a layout, as the controls of the page.

use serde::Serialize;
use serde_json::Value as Json;

use crate::layout::{Manifest, OptionKind, OptionSpec};
use crate::profile::{TomlPath, TomlTree};
use crate::session::options::ViewOptions;

/// An option of the layout that is shown.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Setting<'a> {
    name: &'a str,
    kind: &'static str,
    value: Json,
    default: Json,
    choices: Option<Vec<String>>,
    /// The smallest value; of a length in pt.
    min: Option<f64>,
    /// The largest value; of a length in pt.
    max: Option<f64>,
    /// The unit of the range.
    unit: Option<&'static str>,
    description: &'a str,
    from_profile: bool,
}

/// Returns the options of a layout with their values in a document.
pub fn settings<'a>(
    manifest: &'a Manifest,
    tree: &TomlTree,
    view: &ViewOptions,
) -> Vec<Setting<'a>> {
    let options = manifest.options.iter();
    options
        .map(|(name, spec)| setting(name, spec, manifest, tree, view))
        .collect()
}

fn setting<'a>(
    name: &'a str,
    spec: &'a OptionSpec,
    manifest: &Manifest,
    tree: &TomlTree,
    view: &ViewOptions,
) -> Setting<'a> {
    let design = TomlPath::ROOT.key("design");
    let of_layout = design.key(&manifest.name);
    // The table of a layout overrides the options of all.
    let written = [of_layout.key(name), design.key(name)]
        .iter()
        .find_map(|path| tree.node(path))
        .map(|node| json(&node.to_toml()));
    let default = json(&spec.default);
    let chosen = view.overrides.get(name).map(|text| typed(text, spec));
    let from_profile = written.is_some();
    let is_length = spec.kind == OptionKind::Length;
    Setting {
        name,
        kind: kind(spec.kind),
        value: chosen.or(written).unwrap_or_else(|| default.clone()),
        default,
        choices: choices(spec),
        min: spec.least(),
        max: spec.most(),
        unit: (is_length && spec.range.is_some()).then_some("pt"),
        description: &spec.help,
        from_profile,
    }
}

fn kind(kind: OptionKind) -> &'static str {
    match kind {
        OptionKind::Color => "color",
        OptionKind::Length => "length",
        OptionKind::Number => "number",
        OptionKind::Integer => "integer",
        OptionKind::Boolean => "boolean",
        OptionKind::Choice | OptionKind::Font => "choice",
        OptionKind::Text | OptionKind::PageGoal => "text",
    }
}

fn choices(spec: &OptionSpec) -> Option<Vec<String>> {
    let has_choices = matches!(spec.kind, OptionKind::Choice | OptionKind::Font);
    has_choices.then(|| spec.choices.clone())
}

/// Returns the text of a control as the value that a profile would have.
fn typed(text: &str, spec: &OptionSpec) -> Json {
    let parsed = match spec.kind {
        OptionKind::Boolean => text.parse().ok().map(Json::Bool),
        OptionKind::Integer => text.parse::<i64>().ok().map(Json::from),
        OptionKind::Number => text.parse::<f64>().ok().map(Json::from),
        _ => None,
    };
    parsed.unwrap_or_else(|| Json::from(text))
}

fn json(value: &impl Serialize) -> Json {
    serde_json::to_value(value).unwrap_or(Json::Null)
}
