//! Selects the language: replaces each text in several languages with one of them.
//!
//! Uses `diagnostic` and `profile`.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, listed, rule};
use crate::profile::{Key, Node, TomlPath, Value, languages_of, nearest_tag};
use crate::selection::request::{Choice, DEFAULT_LOCALE};

/// Selects the language of `choice`, or else that of the profile. Reports texts without it, unless
/// the choice accepts the profile's own language `own` instead.
pub fn select(
    root: &mut Node,
    choice: &Choice,
    own: Option<&str>,
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) {
    if let Some(locale) = &choice.locale {
        set_locale(root, locale);
    }
    let locale = root.string("locale").unwrap_or(DEFAULT_LOCALE).to_owned();
    let available = languages_of(root);
    let is_available = available.is_empty()
        || nearest_tag(&locale, available.iter().map(String::as_str)).is_some();
    if !is_available && !choice.fallback {
        let mut error = unknown_language(&locale, &available, source);
        // A language of the command line has no place in the file.
        if choice.locale.is_none() {
            let span = root.get("locale").map_or(0..0, |node| node.span.clone());
            error = error.at(source, span, "");
        }
        problems.push(error);
    }
    let mut selector = LanguageSelector {
        locale: &locale,
        own: own.unwrap_or(DEFAULT_LOCALE),
        reports_missing: is_available && !choice.fallback,
        source,
        problems,
    };
    selector.node(root, &TomlPath::ROOT);
}

fn set_locale(root: &mut Node, locale: &str) {
    let key = Key {
        name: "locale".to_owned(),
        span: 0..0,
    };
    let value = Node {
        span: 0..0,
        value: Value::String(locale.to_owned()),
    };
    root.set(key, value);
}

fn unknown_language(locale: &str, available: &[String], source: &Source) -> Diagnostic {
    let message = format!("no text of `{}` is in `{locale}`", source.name());
    let available = listed(available.iter().map(String::as_str));
    Diagnostic::error(rule::UNKNOWN_LANGUAGE, message).hint(format!("its texts are in {available}"))
}

struct LanguageSelector<'a> {
    locale: &'a str,
    own: &'a str,
    /// Whether each text without the language is reported.
    reports_missing: bool,
    source: &'a Arc<Source>,
    problems: &'a mut Diagnostics,
}

impl LanguageSelector<'_> {
    fn node(&mut self, node: &mut Node, path: &TomlPath) {
        match &mut node.value {
            Value::Table(members) => {
                for (key, member) in members {
                    self.node(member, &path.key(&key.name));
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.node(item, &path.index(index));
                }
            }
            Value::Languages(texts) => {
                let tags: Vec<&str> = texts.iter().map(|(key, _)| key.name.as_str()).collect();
                let selected = nearest_tag(self.locale, tags.iter().copied());
                if selected.is_none() && self.reports_missing {
                    let field = path.field().unwrap_or_default();
                    let error = missing_translation(field, self.locale);
                    self.problems
                        .push(error.at(self.source, node.span.clone(), ""));
                }
                let selected = selected.or_else(|| nearest_tag(self.own, tags.iter().copied()));
                let index = tags.iter().position(|tag| Some(*tag) == selected);
                let index = index.unwrap_or(0);
                // The shape check accepts only tables with at least one language.
                if !texts.is_empty() {
                    *node = texts.swap_remove(index).1;
                }
            }
            _ => {}
        }
    }
}

fn missing_translation(field: &str, locale: &str) -> Diagnostic {
    let message = format!("`{field}` has no text in `{locale}`");
    Diagnostic::error(rule::MISSING_TRANSLATION, message).hint(format!(
        "add `{locale} = \"…\"`, or fall back to another language with `--locale-fallback`"
    ))
}
