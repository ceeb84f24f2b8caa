//! Lists layouts with their purpose, papers and options.

use serde::Serialize;

use crate::cli::options::Report;
use crate::cli::terminal::Terminal;
use crate::layout::{Layout, Layouts, OptionKind, OptionSpec, unquoted};

/// Lists all layouts.
pub fn list(report: Report, layouts: &Layouts, terminal: &Terminal) {
    for layout in layouts.iter() {
        match report {
            Report::Text => terminal.result(&text(layout)),
            Report::Json => terminal.json(&LayoutReport::new(layout)),
        }
    }
}

fn text(layout: &Layout) -> String {
    let manifest = &layout.manifest;
    let custom = if layout.is_built_in { "" } else { " (custom)" };
    let papers: Vec<&str> = manifest.papers.iter().map(|paper| paper.name()).collect();
    let mut text = format!("{}{custom}: {}\n", manifest.name, manifest.purpose);
    text += &format!("  {:<16} {}\n", "paper", papers.join(" | "));
    for (name, option) in &manifest.options {
        let default = option.default_text();
        let values = values(option);
        text += &format!(
            "  {name:<16} {} [{values}, default {default}]\n",
            option.help
        );
    }
    text + "\n"
}

/// Describes the values of an option: `8pt…12pt`, `left | right`, or the type.
fn values(option: &OptionSpec) -> String {
    if let Some([low, high]) = &option.range {
        return format!("{}…{}", unquoted(low), unquoted(high));
    }
    if option.kind == OptionKind::Choice {
        return option.choices.join(" | ");
    }
    option.kind.name().to_owned()
}

#[derive(Serialize)]
struct LayoutReport<'a> {
    name: &'a str,
    purpose: &'a str,
    built_in: bool,
    papers: Vec<&'static str>,
    options: Vec<OptionReport<'a>>,
}

#[derive(Serialize)]
struct OptionReport<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    default: &'a toml::Value,
    range: &'a Option<[toml::Value; 2]>,
    choices: &'a [String],
    help: &'a str,
}

impl<'a> LayoutReport<'a> {
    fn new(layout: &'a Layout) -> Self {
        let manifest = &layout.manifest;
        Self {
            name: &manifest.name,
            purpose: &manifest.purpose,
            built_in: layout.is_built_in,
            papers: manifest.papers.iter().map(|paper| paper.name()).collect(),
            options: manifest
                .options
                .iter()
                .map(|(name, option)| OptionReport::new(name, option))
                .collect(),
        }
    }
}

impl<'a> OptionReport<'a> {
    fn new(name: &'a str, option: &'a OptionSpec) -> Self {
        Self {
            name,
            kind: option.kind.name(),
            default: &option.default,
            range: &option.range,
            choices: &option.choices,
            help: &option.help,
        }
    }
}
