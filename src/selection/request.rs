//! Which CVs are wanted of a profile: of all its languages and variants, those that somebody names.
//!
//! Uses `profile`.

use serde::{Deserialize, Serialize};

use crate::profile::{ALL, ParsedProfile};

/// Which of the papers of an application.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DocumentKind {
    /// The CV.
    #[default]
    Cv,
    /// The cover letter that goes with it.
    Letter,
}

/// Which CV is wanted of a profile, or which letter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// The language, as a BCP 47 tag; `None` means the profile's own.
    pub locale: Option<String>,
    /// Whether a text that lacks the language is printed in the profile's own.
    pub fallback: bool,
    /// The variant; `None` means everything.
    pub variant: Option<String>,
    /// Whether what is private is left out.
    pub public: bool,
    /// Whether it must not tell who it is about: for blind review.
    pub anonymous: bool,
    /// Whether it is the CV or the letter.
    pub document: DocumentKind,
}

/// The language of a profile that names none.
pub const DEFAULT_LOCALE: &str = "en";

impl Choice {
    /// The name of its outputs, `stem` being that of the whole profile's.
    pub fn name(&self, stem: &str, reading: &ParsedProfile) -> String {
        let suffix = self.suffix(reading);
        if suffix.is_empty() {
            stem.to_owned()
        } else {
            format!("{stem}-{suffix}")
        }
    }

    /// What tells its output from that of the whole profile in its own language: `backend-zh`, or
    /// nothing.
    pub fn suffix(&self, reading: &ParsedProfile) -> String {
        let own = reading
            .locale_of(self.variant.as_deref())
            .unwrap_or(DEFAULT_LOCALE);
        let locale = self.locale.as_deref().filter(|locale| *locale != own);
        let flags = [
            ("public", self.public && !self.anonymous),
            ("anonymous", self.anonymous),
            ("letter", self.document == DocumentKind::Letter),
        ];
        let flags = flags
            .into_iter()
            .filter(|(_, is_set)| *is_set)
            .map(|(name, _)| name);
        self.variant
            .as_deref()
            .into_iter()
            .chain(locale)
            .chain(flags)
            .collect::<Vec<_>>()
            .join("-")
    }
}

/// Which CVs are wanted of every profile.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// The languages; none means each profile's own, and [`ALL`] every one that its texts are in.
    pub locales: Vec<String>,
    /// The variants; none means everything, and [`ALL`] each that the profile has.
    pub variants: Vec<String>,
    /// What holds for all of them.
    pub common: Choice,
}

impl Choices {
    /// The CVs wanted of one profile: each of its variants in each of the languages.
    pub fn of(&self, reading: &ParsedProfile) -> Vec<Choice> {
        let own: Vec<String> = reading.variants().into_iter().map(str::to_owned).collect();
        let variants = expanded(&self.variants, own);
        let locales = expanded(&self.locales, reading.languages());
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

/// The names wanted, each once; `None` where it is the profile itself.
fn expanded(wanted: &[String], own: Vec<String>) -> Vec<Option<String>> {
    let names = if wanted.iter().any(|name| name == ALL) {
        own
    } else {
        wanted.to_vec()
    };
    let mut each: Vec<Option<String>> = Vec::new();
    for name in names.into_iter().map(Some) {
        if !each.contains(&name) {
            each.push(name);
        }
    }
    if each.is_empty() { vec![None] } else { each }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;
    use crate::profile::parse;

    #[test]
    fn all_is_what_the_profile_has() {
        let text = "locale = 'en'\ntitle = { en = 'a', zh = 'b' }\n[person]\nname = 'A'\n[variant.x]\n[variant.y]\n";
        let reading = parse(Source::new("a.toml", text), None, None).expect("valid TOML");
        let all = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>()
        };
        let names = |choices: Choices| {
            choices
                .of(&reading)
                .iter()
                .map(|c| c.suffix(&reading))
                .collect::<Vec<_>>()
        };
        assert_eq!(names(Choices::default()), [""]);
        let everything = Choices {
            locales: all(&["all"]),
            variants: all(&["all"]),
            ..Choices::default()
        };
        assert_eq!(names(everything), ["x", "x-zh", "y", "y-zh"]);
        assert_eq!(
            names(Choices {
                variants: all(&["y", "y"]),
                ..Choices::default()
            }),
            ["y"]
        );
        let blind = Choice {
            anonymous: true,
            public: true,
            ..Choice::default()
        };
        assert_eq!(
            names(Choices {
                common: blind,
                ..Choices::default()
            }),
            ["anonymous"]
        );
        let letter = Choice {
            document: DocumentKind::Letter,
            public: true,
            ..Choice::default()
        };
        let letters = Choices {
            variants: all(&["y"]),
            common: letter,
            ..Choices::default()
        };
        assert_eq!(names(letters), ["y-public-letter"]);
    }
}
