//! An option of a layout: its type, its default, its range, and how a value of it is read.

use serde::Deserialize;
use serde_json::Value as Json;

use crate::diagnostic::{alternatives, nearest};
use crate::layout::length::Length;
use crate::layout::page_goal::{self, PageGoal};

/// An option of a layout.
#[derive(Debug, Clone)]
pub struct OptionSpec {
    /// What its values are.
    pub kind: OptionKind,
    /// Its value where nothing sets it.
    pub default: toml::Value,
    /// The smallest and the largest value.
    pub range: Option<[toml::Value; 2]>,
    /// The values of a choice; of a font, the families there are, once they are known.
    pub choices: Vec<String>,
    /// What it does, in one line.
    pub help: String,
}

/// What a file says of an option: all of it, or what differs from what is said of it elsewhere.
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
    /// The option, where what is missing here is taken from what is common to several layouts.
    ///
    /// # Errors
    /// The name of a key that neither has.
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

/// What the values of an option are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    /// How many pages; no manifest can ask for it.
    #[serde(skip)]
    PageGoal,
}

/// Why a value is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What was expected.
    pub expected: String,
    /// The nearest right value.
    pub near: Option<String>,
}

impl OptionKind {
    /// The name in a manifest.
    pub fn name(self) -> &'static str {
        match self {
            Self::Color => "color",
            Self::Length => "length",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Choice => "choice",
            Self::Font => "font",
            Self::Text => "text",
            Self::PageGoal => "pages",
        }
    }
}

impl OptionSpec {
    /// Reads a value as a template wants it: a length in pt, a color as `#rrggbb`.
    ///
    /// # Errors
    /// It is of another type, out of range, or none of the choices.
    pub fn read(&self, value: &toml::Value) -> Result<Json, Refusal> {
        let refused = || Refusal {
            expected: self.expected(),
            near: None,
        };
        match self.kind {
            OptionKind::Color => value
                .as_str()
                .and_then(color)
                .map(Json::from)
                .ok_or_else(refused),
            OptionKind::Boolean => value.as_bool().map(Json::from).ok_or_else(refused),
            OptionKind::Text => value.as_str().map(Json::from).ok_or_else(refused),
            OptionKind::Choice => {
                let word = value.as_str().ok_or_else(refused)?;
                let choices = || self.choices.iter().map(String::as_str);
                if choices().any(|choice| choice == word) {
                    return Ok(Json::from(word));
                }
                Err(Refusal {
                    near: nearest(word, choices()).map(str::to_owned),
                    ..refused()
                })
            }
            OptionKind::Font => {
                let family = value.as_str().ok_or_else(refused)?;
                let known = self
                    .choices
                    .iter()
                    .find(|known| known.eq_ignore_ascii_case(family));
                match known.map(String::as_str) {
                    Some(known) => Ok(Json::from(known)),
                    None if self.choices.is_empty() => Ok(Json::from(family)),
                    None => {
                        let near = nearest(family, self.choices.iter().map(String::as_str));
                        Err(Refusal {
                            near: near.map(str::to_owned),
                            ..refused()
                        })
                    }
                }
            }
            OptionKind::PageGoal => {
                let near = || Some(nearest(value.as_str()?, ["auto", "off"])?.to_owned());
                let goal = PageGoal::of(value).map(|goal| Json::from(goal.to_string()));
                goal.ok_or_else(|| Refusal {
                    near: near(),
                    ..refused()
                })
            }
            OptionKind::Integer => value
                .as_integer()
                .filter(|_| self.admits(value))
                .map(Json::from)
                .ok_or_else(refused),
            OptionKind::Number | OptionKind::Length => {
                let number = self.measure(value).filter(|_| self.admits(value));
                number.map(Json::from).ok_or_else(refused)
            }
        }
    }

    /// Reads what a command line sets.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_text(&self, text: &str) -> Result<Json, Refusal> {
        let written = || toml::Value::String(text.to_owned());
        let value = match self.kind {
            OptionKind::Boolean => text
                .parse()
                .map_or_else(|_| written(), toml::Value::Boolean),
            OptionKind::Integer => text
                .parse()
                .map_or_else(|_| written(), toml::Value::Integer),
            OptionKind::Number => text.parse().map_or_else(|_| written(), toml::Value::Float),
            _ => written(),
        };
        self.read(&value)
    }

    /// A value in pt, or as a number.
    fn measure(&self, value: &toml::Value) -> Option<f64> {
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

    /// The smallest value, a length in pt.
    pub fn least(&self) -> Option<f64> {
        let [least, _] = self.range.as_ref()?;
        self.measure(least)
    }

    /// What values it has, for messages.
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

    /// Whether a profile writes its values in quotes.
    pub fn is_quoted(&self) -> bool {
        !matches!(
            self.kind,
            OptionKind::Number | OptionKind::Integer | OptionKind::Boolean
        )
    }

    /// The default as a person writes it.
    pub fn default_text(&self) -> String {
        bare(&self.default)
    }

    /// What is wrong with the declaration itself.
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
        let refusal = self.read(&self.default).err()?;
        Some(format!("the default must be {}", refusal.expected))
    }
}

fn bare(value: &toml::Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A length in pt.
fn length(text: &str) -> Option<f64> {
    Length::parse(text).map(Length::to_points)
}

/// `#rrggbb`, from that or from `#rgb`.
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
    fn lengths_are_given_in_points() {
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
        let refusal = option.read_text("nummeric").expect_err("no choice");
        assert_eq!(
            refusal,
            Refusal {
                expected: "`short` or `numeric`".to_owned(),
                near: Some("numeric".to_owned())
            }
        );
    }

    #[test]
    fn a_declaration_that_contradicts_itself_is_noticed() {
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
    fn what_an_option_does_not_say_is_said_of_it_elsewhere() {
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
    fn a_font_is_one_of_the_families_there_are() {
        let mut option = option("type = \"font\"\ndefault = \"Inter\"");
        assert_eq!(option.read_text("Any"), Ok(Json::from("Any")));
        option.choices = vec!["Inter".to_owned(), "Source Serif 4".to_owned()];
        assert_eq!(
            option.read_text("source serif 4"),
            Ok(Json::from("Source Serif 4"))
        );
        let refusal = option.read_text("Sorce Serif 4").expect_err("no font");
        assert_eq!(refusal.near.as_deref(), Some("Source Serif 4"));
    }
}
