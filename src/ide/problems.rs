//! The problems of a text that is not saved.

use crate::diagnostic::{Diagnostics, FixedText};
use crate::pipeline::{CheckedDocuments, RenderOptions, check_everything, check_profile, fixed};
use crate::profile::{Input, ProfileFiles, formatted_text, read_syntax};
use crate::typeset::Engine;

/// Tables that profiles have, and hardly another file.
const OWN_TABLES: [&str; 4] = ["person", "section", "experience", "education"];

/// The name of the schema in the first line of a profile.
const SCHEMA_FILE: &str = "profile.schema.json";

/// The text of a profile that an editor has.
#[derive(Debug, Clone, Copy)]
pub struct EditedProfile<'t> {
    /// The name for messages.
    pub name: &'t str,
    /// The files that it can name.
    pub files: &'t ProfileFiles,
    /// The text.
    pub text: &'t str,
}

impl EditedProfile<'_> {
    /// Returns whether the text is that of a profile, and not of another program, as far as it is
    /// typed: it has a person, a section or a job, or names the schema.
    pub fn is_recognized(&self) -> bool {
        let tree = read_syntax(self.text);
        let comments = tree.comments.into_iter();
        let mut comments = comments.filter_map(|comment| self.text.get(comment));
        let mut statements = tree.statements.iter();
        comments.any(|comment| comment.contains(SCHEMA_FILE))
            || statements.any(|statement| {
                let first = statement.keys().first().map(|key| key.name.as_str());
                first.is_some_and(|first| OWN_TABLES.contains(&first))
            })
    }

    fn input(&self) -> Input {
        Input::Bytes {
            name: self.name.to_owned(),
            files: self.files.clone(),
            bytes: self.text.as_bytes().into(),
        }
    }

    /// Returns what is wrong with the profile, without rendering it.
    pub fn problems(&self, options: &RenderOptions, engine: &Engine) -> Diagnostics {
        check_profile(&self.input(), options, engine)
    }

    /// Returns what `cvpress check` reports: also the problems that rendering shows.
    pub fn findings(&self, options: &RenderOptions, engine: &Engine) -> Diagnostics {
        let CheckedDocuments { problems, .. } =
            check_everything(&self.input(), options, false, engine);
        problems
    }

    /// Returns the text after all fixes that have one right answer.
    pub fn fixed(&self, options: &RenderOptions, engine: &Engine) -> Option<FixedText> {
        fixed(&self.input(), options, engine).ok()
    }

    /// Returns the text in canonical form, as `cvpress fmt` writes it.
    ///
    /// # Errors
    /// The text is not TOML.
    pub fn formatted(&self) -> Result<String, Diagnostics> {
        formatted_text(self.name.to_owned(), self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_recognized(text: &str) -> bool {
        let profile = EditedProfile {
            name: "a.toml",
            files: &ProfileFiles::None,
            text,
        };
        profile.is_recognized()
    }

    #[test]
    fn profiles_are_recognized_while_they_are_typed() {
        assert!(is_recognized("layout = \n[person"));
        assert!(is_recognized("[[section]]\nkind ="));
        assert!(is_recognized("[[experience]]\n"));
        assert!(is_recognized("#:schema ./profile.schema.json\n"));
        assert!(!is_recognized(""));
        assert!(!is_recognized("[package]\nname = \"a\"\n[profile.dev]\n"));
        assert!(!is_recognized("title = \"My site\"\n# [person]\n"));
    }
}
