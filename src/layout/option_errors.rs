//! The errors in the options of a layout, and their remedies.

use crate::diagnostic::{Diagnostic, alternatives, rule};
use crate::layout::file::MANIFEST;
use crate::layout::manifest::{Manifest, Paper};
use crate::layout::option::{InvalidValue, OptionKind, OptionSpec};
use crate::layout::option_values::{ValueRemedy, unquoted, value_remedy};
use crate::profile::{meant_at_top, meant_option, meant_value, option_hint};

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

/// An error in an option of a profile, and the key and value that remove it.
#[derive(Debug)]
pub struct OptionError {
    /// The error, without its place.
    pub diagnostic: Diagnostic,
    /// The right key.
    pub key: Option<String>,
    /// The right value, as TOML.
    pub value: Option<String>,
}

impl From<Diagnostic> for OptionError {
    /// A fix of a diagnostic about a value is the value, and else the key.
    fn from(mut diagnostic: Diagnostic) -> Self {
        let fix = diagnostic.fix.take();
        let edits = fix.into_iter().flat_map(|fix| fix.edits);
        let replacement = edits.map(|edit| edit.replacement).next();
        let is_about_value = diagnostic.rule == rule::OPTION_VALUE;
        let (key, value) = if is_about_value {
            (None, replacement)
        } else {
            (replacement, None)
        };
        Self {
            diagnostic,
            key,
            value,
        }
    }
}

/// Returns the error about an option that the layout does not have.
pub fn unknown_option(name: &str, manifest: &Manifest) -> Diagnostic {
    let message = format!("`{}` has no option `{name}`", manifest.name);
    let error = Diagnostic::error(rule::UNKNOWN_OPTION, message);
    let known: Vec<&str> = option_names(manifest).collect();
    error.hint(option_hint(name, &known, &manifest.name))
}

/// Returns the error about an option that the layout does not have, with a value. It becomes another
/// option only if that takes the value, or one that is meant by it.
pub fn unknown_option_with(
    name: &str,
    value: &toml::Value,
    manifest: &Manifest,
    size: Option<f64>,
) -> OptionError {
    let mut error = OptionError::from(unknown_option(name, manifest));
    let known: Vec<&str> = option_names(manifest).collect();
    let Some(meant) = meant_option(name, &known) else {
        if let (Some(key), Some(tag)) = (meant_at_top(name), value.as_str()) {
            let tag = meant_value(key, tag, |_| true).unwrap_or(tag);
            error.diagnostic.hints = vec![format!(
                "write `{key} = \"{tag}\"` at the top of the file, above all headers"
            )];
        }
        return error;
    };
    if meant == PAPER {
        error.key = Some(meant.to_owned());
        return error;
    }
    let Some(option) = manifest.options.get(meant) else {
        return error;
    };
    if option.read(value).is_ok() {
        error.key = Some(meant.to_owned());
    } else if let Some(remedy) = value_remedy(meant, option, value, size) {
        error.diagnostic.hints = vec![remedy.hint(meant)];
        error.value = remedy.certain();
        error.key = error.value.is_some().then(|| meant.to_owned());
    }
    error
}

/// Returns the error about a value of a profile that an option does not take.
pub fn invalid_value_in(
    name: &str,
    option: &OptionSpec,
    value: &toml::Value,
    invalid: InvalidValue,
    size: Option<f64>,
) -> OptionError {
    let message = invalid_message(name, &unquoted(value), &invalid);
    let error = Diagnostic::error(rule::OPTION_VALUE, message);
    if let Some(remedy) = value_remedy(name, option, value, size) {
        return OptionError {
            diagnostic: error.hint(remedy.hint(name)),
            key: None,
            value: remedy.certain(),
        };
    }
    let hint = quotes_hint(option, value, &invalid);
    OptionError::from(match (invalid.near, hint) {
        (Some(near), _) => did_you_mean(error, &near),
        (None, Some(hint)) => error.hint(hint),
        (None, None) => error,
    })
}

fn invalid_message(name: &str, written: &str, invalid: &InvalidValue) -> String {
    format!(
        "option `{name}` must be {}, not `{written}`",
        invalid.expected
    )
}

/// Returns the names of the options of a layout, and of the paper.
pub fn option_names(manifest: &Manifest) -> impl Iterator<Item = &str> {
    manifest.options.keys().map(String::as_str).chain([PAPER])
}

/// Returns the error about a value of a command line that an option does not take.
pub fn invalid_value(
    name: &str,
    option: &OptionSpec,
    written: &str,
    invalid: InvalidValue,
    size: Option<f64>,
) -> Diagnostic {
    let message = invalid_message(name, written, &invalid);
    let error = Diagnostic::error(rule::OPTION_VALUE, message);
    let value = toml::Value::String(written.to_owned());
    let remedy = value_remedy(name, option, &value, size);
    if let Some(meant) = remedy.as_ref().and_then(ValueRemedy::bare) {
        return error.hint(format!("write `{name}={meant}`"));
    }
    match invalid.near {
        Some(near) => did_you_mean(error, &near),
        None => error,
    }
}

/// Returns the error about a font of a layout that is not available.
pub fn missing_font(
    layout: &str,
    name: &str,
    option: &OptionSpec,
    invalid: &InvalidValue,
) -> Diagnostic {
    let family = unquoted(&option.default);
    let message = format!("no font family `{family}`, which `{name}` is in `{layout}`");
    let error = Diagnostic::error(rule::OPTION_VALUE, message);
    error.hint(match &invalid.near {
        Some(near) => format!("did you mean `{near}`? It is in `{layout}/{MANIFEST}`"),
        None => format!("put its files into `{layout}/fonts/`, or add their folder with `--fonts`"),
    })
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
        _ if option.kind == OptionKind::Font && invalid.near.is_none() => {
            Some("use `--fonts DIR` to add the fonts in a folder")
        }
        _ => None,
    }
}
