//! Which documents of a profile are requested: its languages, its variants, CV or letter.
//!
//! Uses `profile`.

use serde::{Deserialize, Serialize};

use crate::profile::{ALL, ParsedProfile};

/// The language of a profile without one.
pub const DEFAULT_LOCALE: &str = "en";

/// The kind of a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DocumentKind {
    /// The CV.
    #[default]
    Cv,
    /// The cover letter.
    Letter,
}

/// One requested document of a profile.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// The language as a BCP 47 tag; `None` for the language of the profile.
    pub locale: Option<String>,
    /// Whether untranslated texts fall back to the language of the profile.
    pub fallback: bool,
    /// The variant; `None` for the whole profile.
    pub variant: Option<String>,
    /// Whether private values are left out.
    pub public: bool,
    /// Whether values that identify the person are left out, for anonymous review.
    pub anonymous: bool,
    /// Whether it is the CV or the letter.
    pub document: DocumentKind,
}

impl Choice {
    /// Returns the name of the output files. `stem` is the name of the profile.
    pub fn name(&self, stem: &str, parsed: &ParsedProfile) -> String {
        let suffix = self.suffix(parsed);
        if suffix.is_empty() {
            stem.to_owned()
        } else {
            format!("{stem}-{suffix}")
        }
    }

    /// Returns what distinguishes its output files from those of the whole profile in its own
    /// language: `backend-zh`, or nothing.
    pub fn suffix(&self, parsed: &ParsedProfile) -> String {
        let variant = self.variant.as_deref();
        let own_locale = parsed.locale_of(variant).unwrap_or(DEFAULT_LOCALE);
        let locale = self.locale.as_deref();
        let mut parts: Vec<&str> = Vec::new();
        parts.extend(variant);
        parts.extend(locale.filter(|locale| *locale != own_locale));
        if self.anonymous {
            parts.push("anonymous");
        } else if self.public {
            parts.push("public");
        }
        if self.document == DocumentKind::Letter {
            parts.push("letter");
        }
        parts.join("-")
    }
}

/// The requested documents of every profile.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// The languages; none for the language of the profile, [`ALL`] for all languages of its texts.
    pub locales: Vec<String>,
    /// The variants; none for the whole profile, [`ALL`] for each of its variants.
    pub variants: Vec<String>,
    /// What all documents have in common.
    pub common: Choice,
}

impl Choices {
    /// Returns the requested documents of one profile: each variant in each language.
    pub fn of(&self, parsed: &ParsedProfile) -> Vec<Choice> {
        let own_variants = parsed.variants().into_iter().map(str::to_owned).collect();
        let variants = expand(&self.variants, own_variants);
        let locales = expand(&self.locales, parsed.languages());
        let mut choices = Vec::new();
        for variant in &variants {
            for locale in &locales {
                choices.push(Choice {
                    variant: variant.clone(),
                    locale: locale.clone(),
                    ..self.common.clone()
                });
            }
        }
        choices
    }
}

/// Returns each requested name once; `None` for the profile itself.
fn expand(requested: &[String], own: Vec<String>) -> Vec<Option<String>> {
    let names = if requested.iter().any(|name| name == ALL) {
        own
    } else {
        requested.to_vec()
    };
    let mut expanded: Vec<Option<String>> = Vec::new();
    for name in names.into_iter().map(Some) {
        if !expanded.contains(&name) {
            expanded.push(name);
        }
    }
    if expanded.is_empty() {
        expanded.push(None);
    }
    expanded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;
    use crate::profile::parse;

    fn strings(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn suffixes(parsed: &ParsedProfile, choices: &Choices) -> Vec<String> {
        let choices = choices.of(parsed);
        choices.iter().map(|choice| choice.suffix(parsed)).collect()
    }

    #[test]
    fn all_selects_everything_in_the_profile() {
        let text = "locale = 'en'\ntitle = { en = 'a', zh = 'b' }\n[person]\nname = 'A'\n[variant.x]\n[variant.y]\n";
        let parsed = parse(Source::new("a.toml", text), None, None).expect("valid TOML");
        assert_eq!(suffixes(&parsed, &Choices::default()), [""]);
        let everything = Choices {
            locales: strings(&["all"]),
            variants: strings(&["all"]),
            ..Choices::default()
        };
        assert_eq!(suffixes(&parsed, &everything), ["x", "x-zh", "y", "y-zh"]);
        assert_eq!(
            suffixes(
                &parsed,
                &Choices {
                    variants: strings(&["y", "y"]),
                    ..Choices::default()
                }
            ),
            ["y"]
        );
        let blind = Choice {
            anonymous: true,
            public: true,
            ..Choice::default()
        };
        assert_eq!(
            suffixes(
                &parsed,
                &Choices {
                    common: blind,
                    ..Choices::default()
                }
            ),
            ["anonymous"]
        );
        let letter = Choice {
            document: DocumentKind::Letter,
            public: true,
            ..Choice::default()
        };
        let letters = Choices {
            variants: strings(&["y"]),
            common: letter,
            ..Choices::default()
        };
        assert_eq!(suffixes(&parsed, &letters), ["y-public-letter"]);
    }
}
