//! Every rule that finds something wrong, by its stable name, with what to tell somebody who breaks
//! it.
//!
//! The texts stand in `rules.toml`, sorted by name; `docs/rules.md` is made from them.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::diagnostic::Severity;

const FILE: &str = include_str!("rules.toml");

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The stable kebab-case name of the fault.
    pub name: String,
    /// How bad a breach is. A rule that knows both severities stands here with the one that is
    /// usual.
    pub severity: Severity,
    /// What the rule finds, why that matters, and what to do.
    pub about: String,
    /// An example that breaks the rule; empty where a profile cannot show it.
    #[serde(default)]
    pub wrong: String,
    /// The same example set right.
    #[serde(default)]
    pub right: String,
}

/// All rules, in the order of their names.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct File {
        rule: Vec<Rule>,
    }
    // A test reads the file, so that it is never without its rules.
    toml::from_str(FILE)
        .map(|file: File| file.rule)
        .unwrap_or_default()
});

/// Returns the rule of this name.
pub fn find(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}

/// The name of a rule in `rules.toml`.
///
/// The build script makes a constant for each of them, and there are no other values: a diagnostic
/// cannot name a rule that is not documented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleName(&'static str);

// `pub const END_BEFORE_START: RuleName`, and so on; `NAMES` has all of them, sorted.
include!(concat!(env!("OUT_DIR"), "/rules.rs"));

impl RuleName {
    /// Returns the rule name that is written this way.
    pub fn find(name: &str) -> Option<Self> {
        let at = NAMES.binary_search_by_key(&name, |rule| rule.0).ok()?;
        Some(NAMES[at])
    }

    /// Returns the name as people write it: `end-before-start`.
    pub fn name(self) -> &'static str {
        self.0
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

/// The page that documents all rules, in Markdown.
pub fn page() -> String {
    let mut page = "# What cvpress tells about a profile\n\n\
        Every message names the rule that it comes from. An error keeps a CV from being printed, or says that one is broken. A\n\
        warning does not; a profile silences it with `allow = [\"the-rule\"]` at its top, and `--deny warnings` or `--deny the-rule`\n\
        takes it as an error. A note is told by `cvpress check --notes` alone, and is silenced and denied by its name, too.\n\
        `cvpress explain the-rule` prints what stands here.\n\n\
        This page is made from `src/diagnostic/rules.toml`; `SNAPSHOTS=overwrite cargo test` writes it anew.\n"
        .to_owned();
    RULES
        .iter()
        .for_each(|rule| page += &format!("\n## `{}`\n\n{}", rule.name, rule.text()));
    page
}

impl Rule {
    /// What to tell of the rule, in Markdown.
    pub fn text(&self) -> String {
        let severity = match self.severity {
            Severity::Error => "Error",
            Severity::Warning => "Warning",
            Severity::Note => "Note",
        };
        let mut text = format!("{severity}. {}\n", self.about.trim());
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
    fn the_file_can_be_read_and_is_sorted() {
        toml::from_str::<toml::Table>(FILE).expect("valid TOML");
        assert!(!RULES.is_empty() && RULES.is_sorted_by(|a, b| a.name < b.name));
        let names = RULES.iter().map(|rule| rule.name.as_str());
        assert!(names.eq(NAMES.iter().map(|name| name.name())));
        assert!(find("end-before-start").is_some_and(|rule| rule.severity == Severity::Error));
    }
}
