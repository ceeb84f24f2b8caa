//! What an editor shows about a field, an option or a value, in Markdown.

use crate::layout::{Layout, OptionSpec};
use crate::profile::{Field, capitalized};

/// What the option for the paper is for. It is not declared in manifests.
pub const PAPER: &str = "paper size of the pages";

/// Returns the description of a field.
pub fn of_field(field: &Field) -> String {
    let types = &field.types;
    let mut text = format!("**{}**: {}", field.name, types.expected());
    text += &format!("\n\n{}", field.text());
    if let Some(default) = field.default_in_toml() {
        text += &format!("\n\nDefault: `{default}`");
    } else if let Some(example) = field.example_in_toml() {
        text += &format!("\n\nExample: `{} = {example}`", field.name);
    }
    let values: Vec<String> = types
        .named()
        .iter()
        .map(|value| match value.text.as_str() {
            "" => format!("- `\"{}\"`", value.name),
            text => format!("- `\"{}\"`: {text}", value.name),
        })
        .collect();
    if !values.is_empty() {
        text += &format!("\n\n{}", values.join("\n"));
    }
    text
}

/// Returns the description of an option of a layout.
pub fn of_option(name: &str, option: &OptionSpec) -> String {
    format!(
        "**{name}**: {}\n\n{}\n\nDefault: `{}`",
        option.expected(),
        sentence(&option.help),
        option.default
    )
}

/// Returns the description of a layout.
pub fn of_layout(layout: &Layout) -> String {
    let manifest = &layout.manifest;
    let papers: Vec<&str> = manifest.papers.iter().map(|paper| paper.name()).collect();
    format!(
        "**{}**: a layout\n\n{}\n\nPapers: {}",
        manifest.name,
        sentence(&manifest.purpose),
        papers.join(", ")
    )
}

/// Returns a phrase as a sentence.
fn sentence(phrase: &str) -> String {
    let end = if phrase.ends_with('.') { "" } else { "." };
    capitalized(phrase) + end
}
