//! `cvpress layouts`: lists the layouts, and writes one to change.

use serde::Serialize;

use crate::cli::args::{LayoutAction, LayoutCommand, Report};
use crate::cli::commands::own_layout::{eject, new};
use crate::cli::terminal::Terminal;
use crate::cli::{Ending, Stop};
use crate::layout::{Layout, Layouts, OptionKind, OptionSpec};

/// Lists them with purpose, papers and options, or does what else is asked for.
pub fn layouts(
    arguments: &LayoutCommand,
    layouts: &Layouts,
    terminal: &Terminal,
) -> Result<Ending, Stop> {
    match &arguments.action {
        Some(LayoutAction::Eject(arguments)) => return eject(arguments, layouts, terminal),
        Some(LayoutAction::New(arguments)) => return new(arguments, terminal),
        None => {}
    }
    let describe = match arguments.list.format {
        Report::Text => text,
        Report::Json => json,
    };
    let listing: String = layouts.iter().map(describe).collect();
    terminal.result(&listing);
    Ok(Ending::Done)
}

fn text(layout: &Layout) -> String {
    let manifest = &layout.manifest;
    let papers: Vec<&str> = manifest.papers.iter().map(|paper| paper.name()).collect();
    let own = if layout.is_built_in { "" } else { " (yours)" };
    let mut listing = format!(
        "{}{own}: {}\n  {:<16} {}\n",
        manifest.name,
        manifest.purpose,
        "paper",
        papers.join(" | ")
    );
    let values = |option: &OptionSpec| {
        let range = option.range.as_ref().map(|[low, high]| {
            let bare = |value: &toml::Value| {
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
            };
            format!("{}…{}", bare(low), bare(high))
        });
        let is_choice = option.kind == OptionKind::Choice;
        let choices = is_choice.then(|| option.choices.join(" | "));
        range
            .or(choices)
            .unwrap_or_else(|| option.kind.name().to_owned())
    };
    for (name, option) in &manifest.options {
        let default = option.default_text();
        listing += &format!(
            "  {name:<16} {} [{}, default {default}]\n",
            option.help,
            values(option)
        );
    }
    listing + "\n"
}

#[derive(Serialize)]
struct JsonLayout<'a> {
    name: &'a str,
    purpose: &'a str,
    built_in: bool,
    papers: Vec<&'static str>,
    options: Vec<JsonOption<'a>>,
}

#[derive(Serialize)]
struct JsonOption<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    default: &'a toml::Value,
    range: &'a Option<[toml::Value; 2]>,
    choices: &'a [String],
    help: &'a str,
}

fn json(layout: &Layout) -> String {
    let manifest = &layout.manifest;
    let option = |(name, option): (&'_ String, &'_ OptionSpec)| -> (String, OptionSpec) {
        (name.clone(), option.clone())
    };
    let options: Vec<(String, OptionSpec)> = manifest.options.iter().map(option).collect();
    let described = JsonLayout {
        name: &manifest.name,
        purpose: &manifest.purpose,
        built_in: layout.is_built_in,
        papers: manifest.papers.iter().map(|paper| paper.name()).collect(),
        options: options
            .iter()
            .map(|(name, option)| JsonOption {
                name,
                kind: option.kind.name(),
                default: &option.default,
                range: &option.range,
                choices: &option.choices,
                help: &option.help,
            })
            .collect(),
    };
    serde_json::to_string(&described)
        .map(|line| line + "\n")
        .unwrap_or_default()
}
