//! The errors in the options of a layout, and their remedies.

use crate::diagnostic::{Diagnostic, alternatives, rule};
use crate::layout::manifest::{Manifest, Paper};
use crate::layout::option::{InvalidValue, OptionKind, OptionSpec};
use crate::profile::{meant_option, option_hint};

/// The option for the paper, which is not an option of a manifest.
pub const PAPER: &str = "paper";

/// Returns the paper of a name, if the layout supports it.
pub fn supported_paper(manifest: &Manifest, name: &str) -> Result<Paper, Diagnostic> {
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

/// Returns the error about an option that the layout does not have.
pub fn unknown_option(name: &str, manifest: &Manifest) -> Diagnostic {
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

/// Returns the names of the options of a layout, and of the paper.
pub fn option_names(manifest: &Manifest) -> impl Iterator<Item = &str> {
    manifest.options.keys().map(String::as_str).chain([PAPER])
}

/// Returns the error about a value that an option does not take.
pub fn invalid_value(name: &str, written: &str, invalid: InvalidValue) -> Diagnostic {
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
pub fn quotes_hint(
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
pub fn unquoted(value: &toml::Value) -> String {
    match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }
}
