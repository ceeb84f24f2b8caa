//! Recognizes text that is not a profile, such as the settings of another program, so that no command
//! changes it.

use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, nearest, rule};
use crate::profile::fields::profile_table;
use crate::profile::kind::SectionKind;
use crate::profile::synonym_words::keys_anywhere;
use crate::profile::synonyms::kind_for;

/// Refuses a text that is not a profile: it has statements, none of the keys at its top is one of a profile,
/// and few are like one. A profile may be empty, and half typed. `name` is that for messages.
///
/// # Errors
/// It is not a profile.
pub fn refuse_foreign(name: &str, text: &str) -> Result<(), Diagnostic> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let keys = table.get_ref();
    let is_empty = keys.is_empty() && errors.is_empty();
    let has_key = keys
        .iter()
        .any(|(key, value)| is_key(key.get_ref(), value.get_ref()));
    let similar = keys.keys().filter(|key| is_similar(key.get_ref())).count();
    if is_empty || has_key || (similar > 0 && 2 * similar >= keys.len()) {
        return Ok(());
    }
    let message = format!("`{name}` is not a profile: it has none of its keys");
    let hint = "a profile has a header such as `[person]`; `cvpress new` writes one";
    Err(Diagnostic::error(rule::UNREADABLE_FILE, message).hint(hint))
}

/// Returns whether a key at the top is one of a profile. Other programs have tables, but no lists of
/// tables under the names of kinds.
fn is_key(key: &str, value: &DeValue) -> bool {
    let is_kind = key.parse::<SectionKind>().is_ok();
    profile_table().field(key).is_some() && !(is_kind && matches!(value, DeValue::Table(_)))
}

fn is_similar(key: &str) -> bool {
    nearest(key, profile_table().keys()).is_some()
        || kind_for(key).is_some()
        || !keys_anywhere(key).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_and_prose_are_no_profiles() {
        for text in [
            "[package]\nname = \"x\"\n[dependencies]\nserde = \"1\"\n[profile.dev]\ndebug = false\n",
            "[build-system]\nrequires = []\n[project]\nname = \"x\"\n[tool.ruff]\nline-length = 100\n",
            "[tool.poetry]\nname = \"x\"\n",
            "just some words\n",
            "# Notes\n\nBuy milk.\n",
        ] {
            assert!(refuse_foreign("a.toml", text).is_err(), "{text}");
        }
    }

    #[test]
    fn profiles_may_be_empty_misspelled_or_half_typed() {
        for text in [
            "",
            "# only a comment\n",
            "[person]\nname = \"Ada\"\n",
            "[persn]\nname = \"Ada\"\n",
            "[[experience]]\n",
            "[[work]]\n",
            "name = \"Ada\"\n",
            "[person\nname = ",
            "layout = \"compact\"\n[design]\nfit = 1\n",
        ] {
            assert!(refuse_foreign("a.toml", text).is_ok(), "{text}");
        }
    }
}
