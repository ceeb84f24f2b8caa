//! Settles the language: each text that stands in several becomes the one that is wanted.
//!
//! Uses `diagnostic` and `profile`.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, listed, rule};
use crate::profile::{Key, Node, TomlPath, Value, languages, nearest_tag};
use crate::selection::request::{Choice, DEFAULT_LOCALE};

/// Chooses the language that `choice` asks for, else the CV's own. Texts that lack it are told,
/// unless the choice accepts the profile's own language, `own`, in its place.
pub fn choose(
    root: &mut Node,
    choice: &Choice,
    own: Option<&str>,
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) {
    let written = root.get("locale").and_then(Node::as_str).map(str::to_owned);
    let wanted = choice
        .locale
        .clone()
        .or(written)
        .unwrap_or_else(|| DEFAULT_LOCALE.to_owned());
    let is_asked_for = choice.locale.is_some();
    // What a command line asks for stands nowhere in the file.
    let place = root
        .get("locale")
        .filter(|_| !is_asked_for)
        .map_or(0..0, |node| node.span.clone());
    if is_asked_for {
        let key = Key {
            name: "locale".to_owned(),
            span: place.clone(),
        };
        root.set(
            key,
            Node {
                span: place.clone(),
                value: Value::String(wanted.clone()),
            },
        );
    }
    let there = languages(root);
    let has = |tag: &str| nearest_tag(tag, there.iter().map(String::as_str)).is_some();
    let is_strange = !there.is_empty() && !has(&wanted);
    if is_strange && !choice.fallback {
        let message = format!("no text of `{}` is in `{wanted}`", source.name());
        let hint = format!(
            "its texts are in {}",
            listed(there.iter().map(String::as_str))
        );
        let error = Diagnostic::error(rule::UNKNOWN_LANGUAGE, message).hint(hint);
        problems.push(if is_asked_for {
            error
        } else {
            error.at(source, place, "")
        });
    }
    let is_told = !is_strange && !choice.fallback;
    Chooser {
        wanted: &wanted,
        own: own.unwrap_or(DEFAULT_LOCALE),
        is_told,
        source,
        problems,
    }
    .node(root, &TomlPath::ROOT);
}

struct Chooser<'a> {
    wanted: &'a str,
    own: &'a str,
    /// Whether a text without the language is told one by one.
    is_told: bool,
    source: &'a Arc<Source>,
    problems: &'a mut Diagnostics,
}

impl Chooser<'_> {
    fn node(&mut self, node: &mut Node, path: &TomlPath) {
        match &mut node.value {
            Value::Table(members) => {
                for (key, member) in members {
                    self.node(member, &path.key(&key.name));
                }
            }
            Value::Array(items) => {
                items
                    .iter_mut()
                    .enumerate()
                    .for_each(|(index, item)| self.node(item, &path.index(index)));
            }
            Value::Languages(texts) => {
                let tags = || texts.iter().map(|(key, _)| key.name.as_str());
                let found = nearest_tag(self.wanted, tags());
                if found.is_none() && self.is_told {
                    let field = path.field().unwrap_or_default();
                    let error = Diagnostic::error(
                        rule::MISSING_TRANSLATION,
                        format!("`{field}` lacks `{}`", self.wanted),
                    );
                    let hint = format!(
                        "add `{} = \"…\"`, or accept another language with `--locale-fallback`",
                        self.wanted
                    );
                    self.problems
                        .push(error.at(self.source, node.span.clone(), "").hint(hint));
                }
                let chosen = found
                    .or_else(|| nearest_tag(self.own, tags()))
                    .map(str::to_owned);
                let at = texts
                    .iter()
                    .position(|(key, _)| Some(&key.name) == chosen.as_ref())
                    .unwrap_or(0);
                // A table of languages holds one text at least, or it would not have been known as
                // one.
                if at < texts.len() {
                    *node = texts.swap_remove(at).1;
                }
            }
            _ => {}
        }
    }
}
