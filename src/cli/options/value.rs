//! Parsers for the values of options.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::content::Locale;
use crate::diagnostic::{RULES, Rule, Severity, nearest, rule};
use crate::layout::{EXPECTED_GOAL, OptionSetting, PageGoal};
use crate::pipeline::PPI;
use crate::profile::ALL;

/// The name that stands for all warnings in `--deny`.
pub const WARNINGS: &str = "warnings";

/// A parser for the values of an enumeration, by their names.
///
/// The names do not depend on case where the argument has `ignore_case`.
pub fn one_of<T>(
    values: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let values: Vec<T> = values.into_iter().collect();
    let names: Vec<&str> = values.iter().map(|value| name(*value)).collect();
    PossibleValuesParser::new(names).try_map(move |text| {
        values
            .iter()
            .copied()
            .find(|value| name(*value).eq_ignore_ascii_case(&text))
            .ok_or("expected one of the possible values")
    })
}

/// Parses `OPTION=VALUE`.
pub fn setting(text: &str) -> Result<OptionSetting, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok(OptionSetting {
            name: name.trim().to_owned(),
            value: value.trim().to_owned(),
        }),
        _ => Err("expected `OPTION=VALUE`".to_owned()),
    }
}

/// Parses a number of pages to fit.
pub fn goal(text: &str) -> Result<PageGoal, String> {
    PageGoal::parse(text).ok_or_else(|| format!("expected {EXPECTED_GOAL}"))
}

/// Parses pixels per inch.
pub fn ppi(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|ppi| PPI.contains(ppi))
        .ok_or_else(|| "expected pixels per inch, from 1 to 2400".to_owned())
}

/// Parses a language tag, or `all`.
pub fn language_or_all(tag: &str) -> Result<String, String> {
    if tag == ALL {
        return Ok(tag.to_owned());
    }
    language(tag).map_err(|expected| expected + ", or `all`")
}

/// Parses a language tag.
pub fn language(tag: &str) -> Result<String, String> {
    match Locale::parse(tag) {
        Some(_) => Ok(tag.to_owned()),
        None => Err("expected a language tag such as `en`, `de-CH` or `zh-Hans`".to_owned()),
    }
}

/// Parses the name of a rule that can be denied, or `warnings`.
pub fn deniable_rule(name: &str) -> Result<String, String> {
    if name == WARNINGS || rule::find(name).is_some_and(is_deniable) {
        return Ok(name.to_owned());
    }
    let rules = RULES.iter().filter(|rule| is_deniable(rule));
    let names = rules.map(|rule| rule.name.as_str()).chain([WARNINGS]);
    Err(match nearest(name, names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "expected `warnings`, or the name of a rule for warnings".to_owned(),
    })
}

fn is_deniable(rule: &Rule) -> bool {
    rule.severity != Severity::Error
}
