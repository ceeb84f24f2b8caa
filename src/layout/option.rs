//! The options of layouts: types, defaults, ranges, and reading of values.

use serde::Deserialize;
use serde_json::Value as Json;

use crate::diagnostic::{alternatives, nearest};
use crate::layout::length::Length;
use crate::layout::page_goal::{self, PageGoal};

/// The value that leaves the choice to the layout.
const AUTO: &str = "auto";

/// An option of a layout.
#[derive(Debug, Clone)]
pub struct OptionSpec {
    /// The type of its values.
    pub kind: OptionKind,
    /// The default.
    pub default: toml::Value,
    /// The smallest and the largest value.
    pub range: Option<[toml::Value; 2]>,
    /// The values of a choice, or the available font families once they are known.
    pub choices: Vec<String>,
    /// Its effect, in one line.
    pub help: String,
}

/// The declaration of an option in a file, which may leave out what the shared declaration has.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OptionDeclaration {
    #[serde(rename = "type")]
    kind: Option<OptionKind>,
    default: Option<toml::Value>,
    range: Option<[toml::Value; 2]>,
    choices: Option<Vec<String>>,
    help: Option<String>,
}

impl OptionDeclaration {
    /// Returns the option. What is missing is taken from the declaration that layouts share.
    ///
    /// # Errors
    /// The key that both declarations lack.
    pub fn complete(self, common: Option<&Self>) -> Result<OptionSpec, &'static str> {
        let nothing = Self::default();
        let common = common.unwrap_or(&nothing).clone();
        Ok(OptionSpec {
            kind: self.kind.or(common.kind).ok_or("`type`")?,
            default: self.default.or(common.default).ok_or("`default`")?,
            range: self.range.or(common.range),
            choices: self.choices.or(common.choices).unwrap_or_default(),
            help: self.help.or(common.help).ok_or("`help`")?,
        })
    }
}

/// The type of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum OptionKind {
    /// `#rrggbb` or `#rgb`.
    Color,
    /// A length in pt, mm, cm or in.
    Length,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// One of several words.
    Choice,
    /// The name of a font family.
    Font,
    /// Any text.
    Text,
    /// A number of pages; the option is not declared in manifests.
    #[serde(skip)]
    #[strum(serialize = "pages")]
    PageGoal,
}

/// Why a value is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue {
    /// The expected values.
    pub expected: String,
    /// The nearest valid value.
    pub near: Option<String>,
}

impl OptionKind {
    /// Returns its name in a manifest.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl OptionSpec {
    /// Reads a value into the form that a template receives: a length in pt, a color as `#rrggbb`.
    ///
    /// # Errors
    /// It has another type, is out of range, or is none of the choices.
    pub fn read(&self, value: &toml::Value) -> Result<Json, InvalidValue> {
        let text = value.as_str();
        let json = match self.kind {
            OptionKind::Color => text.and_then(color).map(Json::from),
            OptionKind::Boolean => value.as_bool().map(Json::from),
            OptionKind::Text => text.map(Json::from),
            OptionKind::Choice => self.choice(value).map(Json::from),
            OptionKind::Font => text.and_then(|text| self.family(text)).map(Json::from),
            OptionKind::PageGoal => PageGoal::of(value).map(|goal| Json::from(goal.to_string())),
            OptionKind::Integer => value
                .as_integer()
                .filter(|_| self.admits(value))
                .map(Json::from),
            OptionKind::Number | OptionKind::Length => self
                .measure(value)
                .filter(|_| self.admits(value))
                .map(Json::from),
        };
        json.ok_or_else(|| InvalidValue {
            expected: self.expected(),
            near: text.and_then(|text| self.nearest_value(text)),
        })
    }

    /// Returns the choice that a value is. `true` and `false` may be choices.
    fn choice<'a>(&'a self, value: &toml::Value) -> Option<&'a str> {
        let word = match value {
            toml::Value::Boolean(true) => "true",
            toml::Value::Boolean(false) => "false",
            _ => value.as_str()?,
        };
        let mut choices = self.choices.iter();
        choices.find(|choice| *choice == word).map(String::as_str)
    }

    /// Returns the spelling of a font family, which any name is while the fonts are unknown. An option
    /// that leaves the choice to the layout has the default `auto`.
    fn family<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        let is_auto = name == AUTO && self.default.as_str() == Some(AUTO);
        if is_auto || self.choices.is_empty() {
            return Some(name);
        }
        let mut known = self.choices.iter();
        known
            .find(|known| known.eq_ignore_ascii_case(name))
            .map(String::as_str)
    }

    fn nearest_value(&self, text: &str) -> Option<String> {
        let near = match self.kind {
            OptionKind::Choice | OptionKind::Font => {
                nearest(text, self.choices.iter().map(String::as_str))
            }
            OptionKind::PageGoal => nearest(text, [AUTO, "off"]),
            _ => None,
        };
        near.map(str::to_owned)
    }

    /// Reads a value of a command line.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_text(&self, text: &str) -> Result<Json, InvalidValue> {
        let parsed = match self.kind {
            OptionKind::Boolean => text.parse().ok().map(toml::Value::Boolean),
            OptionKind::Integer => text.parse().ok().map(toml::Value::Integer),
            OptionKind::Number => text.parse().ok().map(toml::Value::Float),
            _ => None,
        };
        self.read(&parsed.unwrap_or_else(|| toml::Value::String(text.to_owned())))
    }

    /// Returns a number, or a length in pt.
    pub fn measure(&self, value: &toml::Value) -> Option<f64> {
        match (self.kind, value) {
            (OptionKind::Length, toml::Value::String(text)) => length(text),
            (OptionKind::Number, toml::Value::Float(number)) => Some(*number),
            #[expect(clippy::cast_precision_loss, reason = "options are small numbers")]
            (OptionKind::Number | OptionKind::Integer, toml::Value::Integer(number)) => {
                Some(*number as f64)
            }
            _ => None,
        }
        .filter(|number| number.is_finite())
    }

    fn admits(&self, value: &toml::Value) -> bool {
        let Some([low, high]) = &self.range else {
            return true;
        };
        match (self.measure(value), self.measure(low), self.measure(high)) {
            (Some(value), Some(low), Some(high)) => (low..=high).contains(&value),
            _ => false,
        }
    }

    /// Returns the smallest value; of a length in pt.
    pub fn least(&self) -> Option<f64> {
        let [least, _] = self.range.as_ref()?;
        self.measure(least)
    }

    /// Returns the largest value; of a length in pt.
    pub fn most(&self) -> Option<f64> {
        let [_, most] = self.range.as_ref()?;
        self.measure(most)
    }

    /// Returns a description of its values, for messages.
    pub fn expected(&self) -> String {
        let kind = match self.kind {
            OptionKind::Color => "a color".to_owned(),
            OptionKind::Length if self.range.is_some() => "a length".to_owned(),
            OptionKind::Length => "a length in pt, mm, cm or in".to_owned(),
            OptionKind::Number => "a number".to_owned(),
            OptionKind::Integer => "a whole number".to_owned(),
            OptionKind::Boolean => "`true` or `false`".to_owned(),
            OptionKind::Font => "the name of a font family that `cvpress fonts` lists".to_owned(),
            OptionKind::Choice => return alternatives(self.choices.iter().map(String::as_str)),
            OptionKind::Text => "a string".to_owned(),
            OptionKind::PageGoal => return page_goal::EXPECTED.to_owned(),
        };
        let range = self
            .range
            .as_ref()
            .map(|[low, high]| format!(" from {} to {}", bare(low), bare(high)));
        let example = match self.kind {
            OptionKind::Color | OptionKind::Length => {
                format!(", such as `{}`", self.default_text())
            }
            _ => String::new(),
        };
        kind + &range.unwrap_or_default() + &example
    }

    /// Returns whether some of its values are written in quotes and others are not.
    pub fn is_partly_quoted(&self) -> bool {
        self.kind == OptionKind::Choice && self.choices.iter().any(|choice| choice == "true")
    }

    /// Returns whether a profile writes its values in quotes.
    pub fn is_quoted(&self) -> bool {
        !matches!(
            self.kind,
            OptionKind::Number | OptionKind::Integer | OptionKind::Boolean
        )
    }

    /// Returns the default without quotes.
    pub fn default_text(&self) -> String {
        bare(&self.default)
    }

    /// Returns the default if it is a number or a length; of a length in pt.
    pub fn default_length(&self) -> Option<f64> {
        self.measure(&self.default)
    }

    /// Returns the error of the declaration, if there is one.
    pub fn fault(&self) -> Option<String> {
        if self.kind == OptionKind::Choice && self.choices.is_empty() {
            return Some("a choice needs `choices`".to_owned());
        }
        if let Some([low, high]) = &self.range {
            match (self.measure(low), self.measure(high)) {
                (Some(low), Some(high)) if low <= high => {}
                _ => return Some("`range` must be the smallest and the largest value".to_owned()),
            }
        }
        let invalid = self.read(&self.default).err()?;
        Some(format!("the default must be {}", invalid.expected))
    }
}

fn bare(value: &toml::Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// Reads a length, in pt.
fn length(text: &str) -> Option<f64> {
    Length::parse(text).map(Length::to_points)
}

/// Normalizes `#rgb` and `#rrggbb` to the latter.
fn color(text: &str) -> Option<String> {
    let digits = text.strip_prefix('#')?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    match digits.len() {
        6 => Some(format!("#{}", digits.to_lowercase())),
        3 => Some(
            digits
                .to_lowercase()
                .chars()
                .fold("#".to_owned(), |hex, c| hex + &c.to_string().repeat(2)),
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str) -> OptionSpec {
        let described: OptionDeclaration =
            toml::from_str(&format!("help = \"…\"\n{text}")).expect("an option");
        described.complete(None).expect("a whole option")
    }

    #[test]
    fn reads_lengths_in_points() {
        let option = option("type = \"length\"\ndefault = \"10pt\"\nrange = [\"9pt\", \"1in\"]");
        assert_eq!(option.fault(), None);
        assert_eq!(option.read_text("10.5pt"), Ok(Json::from(10.5)));
        assert_eq!(option.read_text("25.4 mm"), Ok(Json::from(72.0)));
        assert_eq!(
            option.read_text("8pt").map_err(|r| r.expected),
            Err("a length from 9pt to 1in, such as `10pt`".to_owned())
        );
        assert!(option.read_text("10").is_err());
        assert!(option.read_text("nanpt").is_err());
    }

    #[test]
    fn colors_have_one_spelling() {
        let option = option("type = \"color\"\ndefault = \"#0b3d6b\"");
        assert_eq!(option.read_text("#ABC"), Ok(Json::from("#aabbcc")));
        assert!(option.read_text("red").is_err());
    }

    #[test]
    fn a_wrong_choice_is_told_the_nearest() {
        let option =
            option("type = \"choice\"\ndefault = \"short\"\nchoices = [\"short\", \"numeric\"]");
        let invalid = option.read_text("nummeric").expect_err("no choice");
        assert_eq!(
            invalid,
            InvalidValue {
                expected: "`short` or `numeric`".to_owned(),
                near: Some("numeric".to_owned())
            }
        );
    }

    #[test]
    fn choices_may_be_true_and_false() {
        let option =
            option("type = \"choice\"\ndefault = \"auto\"\nchoices = [\"auto\", \"true\"]");
        assert_eq!(
            option.read(&toml::Value::Boolean(true)),
            Ok(Json::from("true"))
        );
        assert_eq!(option.read_text("true"), Ok(Json::from("true")));
        assert!(option.read(&toml::Value::Boolean(false)).is_err());
        assert!(option.is_partly_quoted());
    }

    #[test]
    fn rejects_contradictory_declarations() {
        assert!(
            option("type = \"integer\"\ndefault = 7\nrange = [1, 5]")
                .fault()
                .is_some()
        );
        assert!(
            option("type = \"choice\"\ndefault = \"a\"")
                .fault()
                .is_some()
        );
        assert!(
            option("type = \"boolean\"\ndefault = \"yes\"")
                .fault()
                .is_some()
        );
    }

    #[test]
    fn completes_declaration_from_shared_one() {
        let common: OptionDeclaration =
            toml::from_str("type = \"boolean\"\ndefault = true\nhelp = \"…\"").expect("an option");
        let own: OptionDeclaration = toml::from_str("default = false").expect("an option");
        assert_eq!(
            own.clone()
                .complete(Some(&common))
                .map(|option| option.default_text()),
            Ok("false".to_owned())
        );
        assert_eq!(own.complete(None).map(|option| option.help), Err("`type`"));
    }

    #[test]
    fn accepts_available_font_families_only() {
        let mut option = option("type = \"font\"\ndefault = \"Inter\"");
        assert_eq!(option.read_text("Any"), Ok(Json::from("Any")));
        option.choices = vec!["Inter".to_owned(), "Source Serif 4".to_owned()];
        assert_eq!(
            option.read_text("source serif 4"),
            Ok(Json::from("Source Serif 4"))
        );
        let invalid = option.read_text("Sorce Serif 4").expect_err("no font");
        assert_eq!(invalid.near.as_deref(), Some("Source Serif 4"));
        assert!(option.read_text("auto").is_err());
        option.default = toml::Value::from("auto");
        assert_eq!(option.read_text("auto"), Ok(Json::from("auto")));
    }
}
