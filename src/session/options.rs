//! What the page has chosen: layout, variant, language, paper and options.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value as Json;

use crate::layout::{OptionSetting, Paper};
use crate::pipeline::RenderOptions;
use crate::selection::DocumentKind;

/// The longest value of an option to accept, in bytes.
const MAX_VALUE: usize = 4096;

/// The most options to accept.
const MAX_OVERRIDES: usize = 200;

/// Whether the page can change the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It shows the profile.
    View,
    /// It also edits it.
    Edit,
}

/// What is shown of a profile; `None` is what the profile says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViewOptions {
    /// The layout.
    pub layout: Option<String>,
    /// The variant.
    pub variant: Option<String>,
    /// The language.
    pub locale: Option<String>,
    /// The paper.
    pub paper: Option<Paper>,
    /// Whether the letter is shown.
    pub letter: bool,
    /// The options of the layout that the page has set, as text.
    pub overrides: BTreeMap<String, String>,
}

/// A change of the options, as the page sends it. What is absent stays, and `null` unsets.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ViewChange {
    layout: Change<String>,
    variant: Change<String>,
    locale: Change<String>,
    paper: Change<Paper>,
    letter: Change<bool>,
    overrides: Change<BTreeMap<String, Json>>,
}

/// A change of one option.
#[derive(Debug, Default)]
enum Change<T> {
    /// The field is absent.
    #[default]
    Keep,
    /// The field is `null`.
    Unset,
    Set(T),
}

impl<T> Change<T> {
    fn apply(self, option: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Unset => *option = None,
            Self::Set(value) => *option = Some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Option::deserialize(deserializer)?;
        Ok(value.map_or(Self::Unset, Self::Set))
    }
}

impl ViewOptions {
    /// Returns the options after a change.
    ///
    /// # Errors
    /// The value of an option is not a text, a number or a truth value, or there is too much.
    pub fn changed(&self, change: ViewChange) -> Result<Self, String> {
        let mut options = self.clone();
        change.layout.apply(&mut options.layout);
        change.variant.apply(&mut options.variant);
        change.locale.apply(&mut options.locale);
        change.paper.apply(&mut options.paper);
        match change.letter {
            Change::Keep => {}
            Change::Unset => options.letter = false,
            Change::Set(letter) => options.letter = letter,
        }
        match change.overrides {
            Change::Keep => {}
            Change::Unset => options.overrides.clear(),
            Change::Set(overrides) => options.set(overrides)?,
        }
        let texts = [&options.layout, &options.variant, &options.locale];
        if texts
            .into_iter()
            .flatten()
            .any(|text| text.len() > MAX_VALUE)
        {
            return Err("a value is too long".to_owned());
        }
        Ok(options)
    }

    fn set(&mut self, overrides: BTreeMap<String, Json>) -> Result<(), String> {
        for (name, value) in overrides {
            let text = match value {
                Json::Null => {
                    self.overrides.remove(&name);
                    continue;
                }
                Json::String(text) => text,
                Json::Bool(_) | Json::Number(_) => value.to_string(),
                Json::Array(_) | Json::Object(_) => {
                    return Err(format!(
                        "`{name}` must be a text, a number or a truth value"
                    ));
                }
            };
            if text.len() > MAX_VALUE || name.len() > MAX_VALUE {
                return Err("a value is too long".to_owned());
            }
            self.overrides.insert(name, text);
        }
        if self.overrides.len() > MAX_OVERRIDES {
            return Err("too many options".to_owned());
        }
        Ok(())
    }

    /// Returns how to render a document with these options in place of those of the command line.
    pub fn render_options(&self, base: &RenderOptions) -> RenderOptions {
        let mut options = base.clone();
        options.choices.locales = self.locale.iter().cloned().collect();
        options.choices.variants = self.variant.iter().cloned().collect();
        options.layouts = self.layout.iter().cloned().collect();
        options.settings.paper = self.paper;
        for (name, value) in &self.overrides {
            options.settings.options.push(OptionSetting {
                name: name.clone(),
                value: value.clone(),
            });
        }
        options.choices.common.document = if self.letter {
            DocumentKind::Letter
        } else {
            DocumentKind::Cv
        };
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(options: &ViewOptions, json: &str) -> Result<ViewOptions, String> {
        options.changed(serde_json::from_str(json).expect("a change"))
    }

    #[test]
    fn null_unsets_and_absence_keeps() {
        let set = changed(
            &ViewOptions::default(),
            r#"{"layout":"vita","paper":"a4","overrides":{"size":"9pt","photo":true}}"#,
        )
        .expect("options");
        assert_eq!(set.layout.as_deref(), Some("vita"));
        assert_eq!(set.overrides["photo"], "true");
        let kept = changed(&set, "{}").expect("options");
        assert_eq!(kept, set);
        let unset = r#"{"layout":null,"paper":null,"overrides":{"size":null}}"#;
        let unset = changed(&set, unset).expect("options");
        assert_eq!(unset.layout, None);
        assert_eq!(unset.paper, None);
        assert_eq!(unset.overrides.len(), 1);
        let cleared = changed(&unset, r#"{"overrides":null}"#).expect("options");
        assert!(cleared.overrides.is_empty());
    }

    #[test]
    fn rejects_values_that_are_no_options() {
        assert!(changed(&ViewOptions::default(), r#"{"overrides":{"a":[]}}"#).is_err());
        let long = format!(r#"{{"layout":"{}"}}"#, "a".repeat(MAX_VALUE + 1));
        assert!(changed(&ViewOptions::default(), &long).is_err());
    }
}
