//! What a value means that an option does not take: `11` is `11pt`, `yes` is `true`, and `left` the
//! start of the lines.

use crate::layout::length::Length;
use crate::layout::manifest::LEADING;
use crate::layout::option::{OptionKind, OptionSpec};
use crate::profile::meant_value;

/// Below this, a leading without a unit is a multiple of the text size.
const LARGEST_MULTIPLE: f64 = 3.0;

/// What to write instead of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum ValueRemedy {
    /// The value that is meant.
    Meant(toml::Value),
    /// The largest value, as the meant one is larger.
    AtMost(toml::Value),
    /// The smallest value, as the meant one is smaller.
    AtLeast(toml::Value),
}

impl ValueRemedy {
    /// Returns the hint, for a value in a profile.
    pub fn hint(&self, name: &str) -> String {
        match self {
            Self::Meant(value) => format!("write `{name} = {value}`"),
            Self::AtMost(value) => format!("write at most `{name} = {value}`"),
            Self::AtLeast(value) => format!("write at least `{name} = {value}`"),
        }
    }

    /// Returns the value, as TOML, if it is certainly the meant one.
    pub fn certain(&self) -> Option<String> {
        match self {
            Self::Meant(value) => Some(value.to_string()),
            Self::AtMost(_) | Self::AtLeast(_) => None,
        }
    }

    /// Returns the value as a command line takes it, if it is certainly the meant one.
    pub fn bare(&self) -> Option<String> {
        let Self::Meant(value) = self else {
            return None;
        };
        Some(unquoted(value))
    }
}

/// Returns what to write instead of a value that an option does not take; `size` is that of the
/// text, in pt.
pub fn value_remedy(
    name: &str,
    option: &OptionSpec,
    written: &toml::Value,
    size: Option<f64>,
) -> Option<ValueRemedy> {
    if matches!(written, toml::Value::Array(_) | toml::Value::Table(_)) {
        return None;
    }
    let word = unquoted(written);
    let meant = meant_by(name, option, word.trim(), size)?;
    if option.read(&meant).is_ok() {
        return Some(ValueRemedy::Meant(meant));
    }
    let [least, most] = option.range.clone()?;
    let value = option.measure(&meant)?;
    if option.measure(&least).is_some_and(|least| value < least) {
        return Some(ValueRemedy::AtLeast(least));
    }
    let is_above = option.measure(&most).is_some_and(|most| value > most);
    is_above.then_some(ValueRemedy::AtMost(most))
}

/// Returns the value that a text means, which can be out of range.
fn meant_by(name: &str, option: &OptionSpec, word: &str, size: Option<f64>) -> Option<toml::Value> {
    match option.kind {
        OptionKind::Boolean => match word {
            "true" => Some(toml::Value::Boolean(true)),
            "false" => Some(toml::Value::Boolean(false)),
            _ => meant_value("boolean", word, |_| true).map(as_toml),
        },
        OptionKind::Choice => {
            let is_choice = |value: &str| option.choices.iter().any(|choice| choice == value);
            meant_value(name, word, is_choice).map(as_toml)
        }
        OptionKind::PageGoal => meant_value(name, word, |_| true).map(as_toml),
        OptionKind::Integer => word.parse().ok().map(toml::Value::Integer),
        OptionKind::Number => number(word).map(toml::Value::Float),
        OptionKind::Length => length(name, option, word, size),
        OptionKind::Color => {
            let is_hex = matches!(word.len(), 3 | 6) && word.bytes().all(|b| b.is_ascii_hexdigit());
            is_hex.then(|| toml::Value::String(format!("#{word}")))
        }
        OptionKind::Font | OptionKind::Text => None,
    }
}

/// Returns a value of a choice in TOML, of which `true` and `false` have no quotes.
fn as_toml(value: &str) -> toml::Value {
    match value {
        "true" => toml::Value::Boolean(true),
        "false" => toml::Value::Boolean(false),
        _ => toml::Value::String(value.to_owned()),
    }
}

/// Returns a length with its unit: `11` and `11 PT` are `11pt` if that is the unit of the default.
fn length(name: &str, option: &OptionSpec, word: &str, size: Option<f64>) -> Option<toml::Value> {
    let word = word.to_lowercase().replace(',', ".").replace(' ', "");
    if name == LEADING
        && let Some(multiple) = multiple(&word)
    {
        // Tenths of a point are as exact as hand-written ones.
        let points = (multiple * size? * 10.0).round() / 10.0;
        return Some(toml::Value::String(format!("{points}pt")));
    }
    if Length::parse(&word).is_some() {
        return Some(toml::Value::String(word));
    }
    let number = number(&word)?;
    Some(toml::Value::String(format!("{number}{}", unit_of(option))))
}

/// Returns the unit of the default of a length.
pub fn unit_of(option: &OptionSpec) -> String {
    let default = option.default_text();
    let unit = default.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
    unit.to_owned()
}

/// Returns a leading as a multiple of the text size: `1.2`, `1.2em`, `120%`.
fn multiple(word: &str) -> Option<f64> {
    if let Some(percent) = word.strip_suffix('%') {
        return Some(number(percent)? / 100.0);
    }
    let multiple = number(word.strip_suffix("em").unwrap_or(word))?;
    (multiple < LARGEST_MULTIPLE).then_some(multiple)
}

fn number(word: &str) -> Option<f64> {
    let number: f64 = word.replace(',', ".").parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}

/// Returns a value as the profile writes it, without quotes.
pub fn unquoted(value: &toml::Value) -> String {
    match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::option::OptionDeclaration;

    fn option(text: &str) -> OptionSpec {
        let declared: OptionDeclaration =
            toml::from_str(&format!("help = \"…\"\n{text}")).expect("an option");
        declared.complete(None).expect("a whole option")
    }

    #[track_caller]
    fn assert_hint(name: &str, option: &OptionSpec, written: &str, expected: &str) {
        let table: toml::Table = toml::from_str(&format!("x = {written}")).expect("a value");
        let found = value_remedy(name, option, &table["x"], Some(10.0));
        let hint = found.map(|remedy| remedy.hint(name)).unwrap_or_default();
        assert_eq!(hint, expected, "{name} = {written}");
    }

    #[test]
    fn lengths_have_the_unit_of_the_default() {
        let size = option("type = \"length\"\ndefault = \"10pt\"\nrange = [\"9pt\", \"12pt\"]");
        for (written, hint) in [
            ("11", "write `size = \"11pt\"`"),
            ("10.5", "write `size = \"10.5pt\"`"),
            ("\"11,5 PT\"", "write `size = \"11.5pt\"`"),
            ("20", "write at most `size = \"12pt\"`"),
            ("\"8pt\"", "write at least `size = \"9pt\"`"),
            ("\"large\"", ""),
        ] {
            assert_hint("size", &size, written, hint);
        }
        let margin = option("type = \"length\"\ndefault = \"13mm\"");
        assert_hint("margin-x", &margin, "20", "write `margin-x = \"20mm\"`");
    }

    #[test]
    fn a_leading_can_be_a_multiple_of_the_size() {
        let leading =
            option("type = \"length\"\ndefault = \"12.2pt\"\nrange = [\"11pt\", \"16pt\"]");
        for (written, hint) in [
            ("1.2", "write `leading = \"12pt\"`"),
            ("\"1.5em\"", "write `leading = \"15pt\"`"),
            ("\"125%\"", "write `leading = \"12.5pt\"`"),
            ("1.0", "write at least `leading = \"11pt\"`"),
            ("14", "write `leading = \"14pt\"`"),
        ] {
            assert_hint("leading", &leading, written, hint);
        }
    }
}
