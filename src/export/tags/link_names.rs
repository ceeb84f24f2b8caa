//! The descriptions of links to email addresses and phone numbers, which screen readers say.
//!
//! Typst describes them in words of its own, which are English in languages that it does not know.

use crate::content::Locale;

/// Typst's words in English, before an address or a number.
const EMAIL: &str = "Email ";
const TELEPHONE: &str = "Telephone ";

/// The words of a language that Typst does not know.
pub struct LinkNames {
    locale: Locale,
}

impl LinkNames {
    /// Returns the words of a language, unless Typst's are.
    pub fn new(locale: Locale) -> Option<Self> {
        (locale.words().person.email != EMAIL.trim_end()).then_some(Self { locale })
    }

    /// Returns a description in the language, unless it is already.
    pub fn localized(&self, description: &str) -> Option<String> {
        let words = &self.locale.words().person;
        let (word, value) = match description.strip_prefix(EMAIL) {
            Some(address) => (&words.email, address),
            None => (&words.phone, description.strip_prefix(TELEPHONE)?),
        };
        Some(format!("{word} {value}"))
    }
}
