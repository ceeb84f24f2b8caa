//! A layout's manifest, `layout.toml`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::option::OptionSpec;
use crate::diagnostic::{Diagnostic, Diagnostics, Source};

/// A paper that a layout is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// 210 × 297 mm (ISO 216).
    A4,
    /// 8.5 × 11 in (ANSI/ASME Y14.1).
    UsLetter,
}

impl Paper {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::A4, Self::UsLetter];

    /// The name in a profile, which is Typst's.
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::UsLetter => "us-letter",
        }
    }

    /// The paper of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|paper| paper.name() == name)
    }
}

/// How dense a layout may become to fit.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// Factors on size and leading together, from the most open to the densest; 1 is the layout as designed.
    pub rungs: Vec<f64>,
}

/// What a layout says of itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Its name, which is its folder's.
    pub name: String,
    /// What it is for, in one line.
    pub purpose: String,
    /// The papers that it is made for; the first is the default.
    pub papers: Vec<Paper>,
    /// How dense it may become.
    pub ladder: Ladder,
    /// Its options.
    #[serde(default, rename = "option")]
    pub options: BTreeMap<String, OptionSpec>,
}

impl Manifest {
    /// Whether the layout has the option.
    pub fn has_option(&self, name: &str) -> bool {
        name == "paper" || self.options.contains_key(name)
    }

    /// Reads the manifest of the layout in the folder `folder`.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(source: &Arc<Source>, folder: &str) -> Result<Self, Diagnostics> {
        let wrong = |message: String| Diagnostic::error("layout-manifest", message);
        let manifest: Self = toml::from_str(source.text()).map_err(|error| {
            let message = error.message().trim_end().replace('\n', ", ");
            wrong(message).at(source, error.span().unwrap_or_default(), "")
        })?;
        let mut found = Diagnostics::default();
        let mut tell = |word: &str, message: String| {
            let start = source.text().find(word).unwrap_or(0);
            found.push(wrong(message).at(source, start..start + word.len(), ""));
        };
        if manifest.name != folder {
            tell("name", format!("the layout in `{folder}/` calls itself `{}`", manifest.name));
        }
        if manifest.papers.is_empty() {
            tell("papers", "a layout needs a paper".to_owned());
        }
        let rungs = &manifest.ladder.rungs;
        let descending = rungs.windows(2).all(|pair| pair[0] > pair[1]);
        if !descending || !rungs.contains(&1.0) || rungs.iter().any(|rung| !(0.5..=2.0).contains(rung)) {
            tell("rungs", "`rungs` must descend, lie within 0.5 and 2, and contain 1".to_owned());
        }
        for (name, option) in &manifest.options {
            if matches!(name.as_str(), "paper" | "scale") {
                tell(&format!("[option.{name}]"), format!("`{name}` is an option of every layout"));
            }
            if let Some(fault) = option.fault() {
                tell(&format!("[option.{name}]"), format!("option `{name}`: {fault}"));
            }
        }
        if found.is_empty() { Ok(manifest) } else { Err(found) }
    }
}
