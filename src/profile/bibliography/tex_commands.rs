//! The commands of TeX, mostly outside of formulas. They are data, in `tex_commands.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::Deserialize;

/// The names of commands by what they do.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TexCommands {
    /// The argument is the text.
    pub kept: BTreeSet<String>,
    /// They only change the look of what follows.
    pub switches: BTreeSet<String>,
    /// They put signs over or under letters that no font of a text has.
    pub undrawn: BTreeSet<String>,
    /// They move what follows by a length, which has no braces.
    pub moved: BTreeSet<String>,
    /// They have no text, but a number of arguments.
    pub dropped: BTreeMap<String, usize>,
    /// They put signs around their argument.
    pub wrapped: BTreeMap<String, [String; 2]>,
    /// Accents, and the characters that combine.
    pub accents: BTreeMap<String, char>,
    /// Letters, signs and spaces.
    pub signs: BTreeMap<String, String>,
}

/// The commands that are known.
#[expect(
    clippy::expect_used,
    reason = "the file is part of the program, and a test parses it"
)]
pub static COMMANDS: LazyLock<TexCommands> =
    LazyLock::new(|| toml::from_str(include_str!("tex_commands.toml")).expect("commands of TeX"));
