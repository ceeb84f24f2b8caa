//! The rules that diagnostics name, with their explanations.
//!
//! `rules.toml` has the texts, sorted by name; `docs/rules.md` is generated from them.

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::diagnostic::Severity;

const FILE: &str = include_str!("rules.toml");

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The stable name, in kebab case.
    pub name: String,
    /// The severity; for a rule with several, the usual one.
    pub severity: Severity,
    /// What the rule finds, why it matters, and what to do.
    pub about: String,
    /// An example that breaks the rule; empty if a profile cannot show it.
    #[serde(default)]
    pub wrong: String,
    /// The corrected example.
    #[serde(default)]
    pub right: String,
}

/// All rules, sorted by name.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    // The file is part of the program, and a test reads it.
    match toml::from_str(FILE) {
        Ok(RulesFile { rule }) => rule,
        Err(_) => Vec::new(),
    }
});

#[derive(Deserialize)]
struct RulesFile {
    rule: Vec<Rule>,
}

/// Returns the rule with this name.
pub fn find(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}

/// The name of a rule in `rules.toml`.
///
/// The build script generates a constant for each rule. There are no other values, so every rule is
/// documented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleName(&'static str);

// `pub const END_BEFORE_START: RuleName`, and so on; `NAMES` has all of them, sorted.
include!(concat!(env!("OUT_DIR"), "/rules.rs"));

impl RuleName {
    /// Returns the rule name with this text.
    pub fn find(name: &str) -> Option<Self> {
        let at = NAMES.binary_search_by_key(&name, |rule| rule.0).ok()?;
        Some(NAMES[at])
    }

    /// Returns the text: `end-before-start`.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl Serialize for RuleName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for RuleName {
    /// Reads the name that the same program has written.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Ok(Self::find(&name).unwrap_or(INTERNAL))
    }
}

impl std::fmt::Display for RuleName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl PartialEq<str> for RuleName {
    fn eq(&self, name: &str) -> bool {
        self.0 == name
    }
}

impl PartialEq<&str> for RuleName {
    fn eq(&self, name: &&str) -> bool {
        self.0 == *name
    }
}

/// The start of the page that documents all rules.
const INTRODUCTION: &str = "\
# Rules

Every message names its rule. An error means that the CV cannot be rendered, or that a file is
invalid. A warning points out a likely mistake; silence it with `allow = [\"RULE\"]` at the top of the
profile, or turn it into an error with `--deny RULE` or `--deny warnings`. `cvpress check --notes`
also shows notes, which can be silenced and denied in the same way. `cvpress explain RULE` shows the
text of this page.

This page is generated from `src/diagnostic/rules.toml` by `SNAPSHOTS=overwrite cargo test`.
";

/// Returns the page that documents all rules, in Markdown.
pub fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for rule in RULES.iter() {
        page += &format!("\n## `{}`\n\n{}", rule.name, rule.text());
    }
    page
}

impl Rule {
    /// Returns the explanation in Markdown.
    pub fn text(&self) -> String {
        let mut text = format!("{}. {}\n", self.severity.title(), self.about.trim());
        for (label, example) in [("Wrong:", &self.wrong), ("Right:", &self.right)] {
            if !example.trim().is_empty() {
                text += &format!("\n{label}\n\n```toml\n{}\n```\n", example.trim());
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_valid_and_sorted() {
        toml::from_str::<toml::Table>(FILE).expect("valid TOML");
        assert!(!RULES.is_empty() && RULES.is_sorted_by(|a, b| a.name < b.name));
        let names = RULES.iter().map(|rule| rule.name.as_str());
        assert!(names.eq(NAMES.iter().map(|name| name.name())));
        assert!(find("end-before-start").is_some_and(|rule| rule.severity == Severity::Error));
    }
}
