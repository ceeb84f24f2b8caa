//! The rules of what can be chosen out of a profile: its variants, the tags they go by, what is
//! private, and publications out of a file.
//!
//! Uses the model, the document, the networks, the bibliographies and the names of the rules.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Diagnostics, RULES, Rule, Severity, listed, nearest, rule};
use crate::profile::bibliography::{self, BibliographyFault, Publication};
use crate::profile::kind::SectionKind;
use crate::profile::model::{Bibliography, Profile, Variant};
use crate::profile::network;
use crate::profile::shape::keys_of;
use crate::profile::tree::{Node, TomlPath, Value};
use crate::profile::validate::Validator;

/// The name that stands for every variant on a command line.
pub const ALL: &str = "all";

/// Fields of a person without which a CV is nobody's; `--anonymous` is for that.
const OF_THE_NAME: [&str; 3] = ["name", "native-name", "family-name"];

/// Whether a section goes by a name: its kind, its title in any language, or one of its tags.
pub fn is_called(section: &Node, name: &str) -> bool {
    let same = |text: &str| text.trim().to_lowercase() == name.trim().to_lowercase();
    let titled = section
        .get("title")
        .is_some_and(|title| title.strings().into_iter().any(same));
    section.get("kind").and_then(Node::as_str) == Some(name)
        || titled
        || tags_of(section).contains(&name)
}

/// The tags of a section, entry, role, bullet or block.
pub fn tags_of(node: &Node) -> Vec<&str> {
    node.get("tags").map(Node::strings).unwrap_or_default()
}

/// All tags that anything carries.
fn all_tags<'a>(node: &'a Node, found: &mut BTreeSet<&'a str>) {
    match &node.value {
        Value::Table(members) => {
            found.extend(tags_of(node));
            for (_, member) in members {
                all_tags(member, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| all_tags(item, found)),
        _ => {}
    }
}

impl Validator<'_> {
    /// Variants name tags and sections that there are, and what is private can be found.
    pub(super) fn choices(&mut self, profile: &Profile, right: &Node) {
        let mut tags = BTreeSet::new();
        right
            .get("section")
            .into_iter()
            .for_each(|sections| all_tags(sections, &mut tags));
        let private = TomlPath::ROOT.key("private");
        for (index, name) in profile.private.iter().enumerate() {
            self.private(name, &tags, &private.index(index));
        }
        let allow = TomlPath::ROOT.key("allow");
        for (index, name) in profile.allow.iter().enumerate() {
            self.allowed(name, &allow.index(index));
        }
        let variants = TomlPath::ROOT.key("variant");
        for (name, variant) in &profile.variants {
            self.variant(name, variant, &tags, right, &variants.key(name));
        }
    }

    fn allowed(&mut self, name: &str, path: &TomlPath) {
        let warns = |rule: &&Rule| rule.severity != Severity::Error;
        let error = match rule::find(name) {
            Some(rule) if warns(&rule) => return,
            Some(_) => Diagnostic::error(
                rule::NOT_A_WARNING,
                format!("`{name}` is an error, and cannot be allowed"),
            )
            .hint("only warnings can; leave it out and set the error right"),
            None => {
                let error =
                    Diagnostic::error(rule::UNKNOWN_RULE, format!("there is no rule `{name}`"));
                match nearest(
                    name,
                    RULES.iter().filter(warns).map(|rule| rule.name.as_str()),
                ) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error
                        .hint("a message names its rule in brackets; `cvpress explain` lists them"),
                }
            }
        };
        let span = self.tree.span(path);
        self.tell(error, span, "");
    }

    fn private(&mut self, name: &str, tags: &BTreeSet<&str>, path: &TomlPath) {
        let fields: Vec<&str> = keys_of("Person")
            .into_iter()
            .filter(|key| !OF_THE_NAME.contains(key))
            .collect();
        if fields.contains(&name) || tags.contains(name) || network::find(name).is_some() {
            return;
        }
        let error = Diagnostic::error(
            rule::UNKNOWN_PRIVATE,
            format!("nothing that could be left out is called `{name}`"),
        );
        let error = if OF_THE_NAME.contains(&name) {
            error.hint("`--anonymous` prints a CV without the name")
        } else if let Some(near) = nearest(name, fields.iter().chain(tags).copied()) {
            error.hint(format!("did you mean `{near}`?"))
        } else {
            error.hint(format!(
                "expected a network, a tag, or one of {}",
                listed(fields)
            ))
        };
        let span = self.tree.span(path);
        self.tell(error, span, "");
    }

    fn variant(
        &mut self,
        name: &str,
        variant: &Variant,
        tags: &BTreeSet<&str>,
        right: &Node,
        path: &TomlPath,
    ) {
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        if name == ALL || name.is_empty() || !name.chars().all(fits) {
            let message = format!("a variant cannot be called `{name}`");
            let hint = "its name is part of a file's name: letters, digits, `-` and `_`; `all` means every variant";
            let span = self.tree.key_span(path);
            self.tell(
                Diagnostic::error(rule::VARIANT_NAME, message).hint(hint),
                span,
                "",
            );
        }
        for (key, list) in [("show", &variant.show), ("hide", &variant.hide)] {
            let path = path.key(key);
            for (index, tag) in list
                .iter()
                .enumerate()
                .filter(|(_, tag)| !tags.contains(tag.as_str()))
            {
                let warning =
                    Diagnostic::warning(rule::UNKNOWN_TAG, format!("nothing has the tag `{tag}`"));
                let warning = match nearest(tag, tags.iter().copied()) {
                    Some(near) => warning.hint(format!("did you mean `{near}`?")),
                    None if tags.is_empty() => {
                        warning.hint("add `tags = [\"…\"]` to what the variant is to choose")
                    }
                    None => warning.hint(format!("there is {}", listed(tags.iter().copied()))),
                };
                let span = self.tree.span(&path.index(index));
                self.tell(warning, span, "");
            }
        }
        self.order(&variant.order, right, &path.key("order"));
        self.person(&variant.person, &path.key("person"));
        self.letter(variant.letter.as_ref(), &path.key("letter"));
    }

    fn order(&mut self, names: &[String], right: &Node, path: &TomlPath) {
        let sections = right.get("section").map(Node::items).unwrap_or_default();
        for (index, name) in names.iter().enumerate() {
            if sections.iter().any(|section| is_called(section, name)) {
                continue;
            }
            let error = Diagnostic::error(
                rule::UNKNOWN_SECTION,
                format!("no section is called `{name}`"),
            );
            let titles = sections.iter().flat_map(|section| {
                let title = section.get("title").map(Node::strings).unwrap_or_default();
                section
                    .get("kind")
                    .and_then(Node::as_str)
                    .into_iter()
                    .chain(title)
                    .chain(tags_of(section))
            });
            let hint = match nearest(name, titles) {
                Some(near) => format!("did you mean `{near}`?"),
                None if SectionKind::named(name).is_some() => {
                    format!("the profile has no section of the kind `{name}`")
                }
                None => "expected a section's kind, its title or one of its tags".to_owned(),
            };
            let span = self.tree.span(&path.index(index));
            self.tell(error.hint(hint), span, "");
        }
    }
}

impl Validator<'_> {
    /// The file of a section's publications can be read, and holds those that are chosen.
    pub(super) fn bibliography(&mut self, bibliography: &Bibliography, path: &TomlPath) {
        let written = bibliography.path();
        let path_of_file = path.key("path");
        let place = if let Bibliography::Choice(_) = bibliography {
            &path_of_file
        } else {
            path
        };
        if !self.bibliographies.contains_key(written) {
            let mut questionable = Diagnostics::default();
            let loaded = bibliography::load(written, self.folder, &mut questionable);
            questionable
                .into_iter()
                .for_each(|problem| self.found.push(problem));
            match loaded {
                Ok(publications) => {
                    drop(self.bibliographies.insert(written.to_owned(), publications));
                }
                Err(BibliographyFault::Path(fault)) => {
                    let span = self.tree.span(place);
                    return self.tell(fault, span, "");
                }
                Err(BibliographyFault::File(faults)) => return self.found.extend(faults),
            }
        }
        let publications = &self.bibliographies[written];
        let mut told = Vec::new();
        if let Bibliography::Choice(choice) = bibliography {
            let keys = path.key("keys");
            for (index, key) in choice.keys.iter().enumerate() {
                if publications
                    .iter()
                    .any(|publication| publication.key == *key)
                {
                    continue;
                }
                let error = Diagnostic::error(
                    rule::UNKNOWN_REFERENCE,
                    format!("`{written}` has no entry `{key}`"),
                );
                let error = match nearest(
                    key,
                    publications
                        .iter()
                        .map(|publication| publication.key.as_str()),
                ) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error.hint(
                        "expected the key that stands behind the brace, as in `@article{key, …}`",
                    ),
                };
                told.push((error, self.tree.span(&keys.index(index))));
            }
        }
        if told.is_empty()
            && !publications
                .iter()
                .any(|publication| bibliography.includes(publication))
        {
            let warning = Diagnostic::warning(
                rule::EMPTY_BIBLIOGRAPHY,
                format!("nothing of `{written}` is printed"),
            );
            let hint = match bibliography {
                Bibliography::Path(_) => "add entries to the file, or leave the section out",
                Bibliography::Choice(_) => "no entry has one of these keywords",
            };
            told.push((warning.hint(hint), self.tree.span(place)));
        }
        for (problem, span) in told {
            self.tell(problem, span, "");
        }
    }
}

impl Bibliography {
    /// Whether a publication of the file is to be printed.
    pub fn includes(&self, publication: &Publication) -> bool {
        match self {
            Self::Path(_) => true,
            Self::Choice(choice) if choice.keys.is_empty() && choice.keywords.is_empty() => true,
            Self::Choice(choice) => {
                let has = |word: &String| {
                    publication
                        .keywords
                        .iter()
                        .any(|known| known.eq_ignore_ascii_case(word))
                };
                choice.keys.contains(&publication.key) || choice.keywords.iter().any(has)
            }
        }
    }
}

/// The languages that the texts below a value are in, in the order in which they first appear.
pub fn languages(root: &Node) -> Vec<String> {
    fn collect(node: &Node, found: &mut Vec<String>) {
        match &node.value {
            Value::Table(members) => members
                .iter()
                .for_each(|(_, member)| collect(member, found)),
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Value::Languages(texts) => {
                for (key, _) in texts {
                    if !found.contains(&key.name) {
                        found.push(key.name.clone());
                    }
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect(root, &mut found);
    found
}
