//! Leaves out what is private, and what tells who a CV is about.
//!
//! Uses `diagnostic` and `profile`.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::{Node, Publication, Value, bare_address, find_network, network_address};
use crate::selection::variant::{Tags, prune};

/// Fields of a person that tell who it is.
const IDENTITY: [&str; 9] = [
    "name",
    "native-name",
    "family-name",
    "other-names",
    "email",
    "phone",
    "url",
    "links",
    "photo",
];

/// Fields of entries that lead to where it stands who it is.
const LEADS: [&str; 5] = ["url", "links", "doi", "email", "phone"];

/// Tables whose keys are the user's own.
const OWN_KEYS: [&str; 2] = ["meta", "design"];

/// Keys whose values are not printed, and the names of the person, which no address is looked for
/// in.
const NOT_SEARCHED: [&str; 13] = [
    "name",
    "native-name",
    "family-name",
    "other-names",
    "photo",
    "signature",
    "bibliography",
    "private",
    "allow",
    "layout",
    "locale",
    "tags",
    "design",
];

/// The fewest figures by which a number is known, and the most that are compared: a number may be
/// written with the code of its country or without.
const FIGURES: (usize, usize) = (7, 9);

/// Who a CV is about, in all languages of the profile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// The spellings of the name.
    pub names: Vec<String>,
    /// The family name, where it stands by itself.
    pub family: Option<String>,
    /// E-mail address, phone number, web pages and accounts, as they are written and without
    /// `https://`.
    pub addresses: Vec<String>,
}

/// Who the CV is about.
pub fn identity(root: &Node) -> Identity {
    let person = root.get("person");
    let of = |key| {
        person
            .and_then(|person: &Node| person.get(key))
            .map(Node::strings)
            .unwrap_or_default()
    };
    let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let names = ["name", "native-name", "other-names"]
        .into_iter()
        .flat_map(of)
        .collect();
    let links = person
        .and_then(|person| person.get("links"))
        .map(Node::items)
        .unwrap_or_default();
    let pages = ["email", "phone", "url"]
        .into_iter()
        .flat_map(of)
        .map(|address| bare(address).to_owned());
    Identity {
        names: owned(names),
        family: of("family-name").first().map(|family| (*family).to_owned()),
        addresses: pages
            .chain(links.iter().flat_map(addresses))
            .filter(|address| !address.is_empty())
            .collect(),
    }
}

/// The addresses of a link of a person.
fn addresses(link: &Node) -> Vec<String> {
    let text = |key| link.get(key).and_then(Node::as_str);
    let account = text("network")
        .zip(text("username"))
        .and_then(|(network, user)| network_address(network, user));
    let pages = link.get("url").map(Node::strings).unwrap_or_default();
    pages
        .into_iter()
        .map(|url| bare(url).to_owned())
        .chain(account)
        .collect()
}

/// An address without its scheme, `www.` and the slash at its end.
fn bare(address: &str) -> &str {
    let address = bare_address(address.trim());
    address.strip_prefix("www.").unwrap_or(address)
}

/// Leaves out the fields, networks and tags that the profile calls private, and returns the numbers
/// and addresses by which they are known elsewhere.
pub fn leave_out_private(root: &mut Node) -> Vec<Secret> {
    let Some(list) = root.remove("private") else {
        return Vec::new();
    };
    let private = list.strings();
    prune(
        root,
        &Tags {
            show: None,
            hide: private.clone(),
        },
    );
    let mut secrets: Vec<Secret> = Vec::new();
    if let Some(person) = root.get_mut("person") {
        for field in &private {
            let Some(node) = person.remove(field) else {
                continue;
            };
            match *field {
                "phone" => {
                    secrets.extend(
                        node.strings()
                            .into_iter()
                            .filter_map(|number| Secret::number(field, number)),
                    );
                }
                "email" | "url" => secrets.extend(
                    node.strings()
                        .into_iter()
                        .map(|text| Secret::address(field, text)),
                ),
                "links" => {
                    secrets.extend(
                        node.items()
                            .iter()
                            .flat_map(addresses)
                            .map(|text| Secret::address(field, &text)),
                    );
                }
                _ => {}
            }
        }
        if let Some(links) = person.get_mut("links").and_then(Node::items_mut) {
            let network = |link: &Node| {
                link.get("network")
                    .and_then(Node::as_str)
                    .and_then(find_network)
            };
            let is_private = |link: &Node| {
                private
                    .iter()
                    .find(|name| network(link).is_some() && find_network(name) == network(link))
            };
            links.retain(|link| {
                let found = is_private(link);
                secrets.extend(found.into_iter().flat_map(|name| {
                    addresses(link)
                        .into_iter()
                        .map(|text| Secret::address(name, &text))
                        .collect::<Vec<_>>()
                }));
                found.is_none()
            });
        }
    }
    // Whoever keeps an own number or address to themselves does so with those of others.
    let others: Vec<&str> = private
        .into_iter()
        .filter(|field| matches!(*field, "email" | "phone"))
        .collect();
    each_table(root, &mut |table| {
        others.iter().for_each(|field| drop(table.remove(field)));
    });
    secrets
}

/// Tells where a private number or address stands in what is printed.
pub fn tell_leaks(
    root: &Node,
    secrets: &[Secret],
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) {
    if !secrets.is_empty() {
        Leaks {
            secrets,
            source,
            problems,
        }
        .node(root);
    }
}

/// Tells where one stands in publications out of a file, which the section at `span` names.
pub fn tell_leaks_of_publications<'a>(
    publications: impl Iterator<Item = &'a Publication>,
    secrets: &[Secret],
    source: &Arc<Source>,
    span: &std::ops::Range<usize>,
    problems: &mut Diagnostics,
) {
    for publication in publications {
        let texts = publication
            .notes
            .iter()
            .chain(&publication.imprint)
            .chain(&publication.title)
            .chain(&publication.url);
        let leak = texts
            .into_iter()
            .find_map(|text| secrets.iter().find(|secret| secret.is_in(text)));
        if let Some(secret) = leak {
            let message = format!(
                "`{}` is private, and stands in the entry `{}`, too",
                secret.name, publication.key
            );
            let error =
                Diagnostic::error(rule::PRIVATE_ELSEWHERE, message).at(source, span.clone(), "");
            problems.push(error.hint("leave it out of the bibliography, or choose other entries"));
        }
    }
}

/// Leaves out names, addresses, links and the photo. The name in other texts is seen to where they
/// are read.
pub fn leave_out_identity(root: &mut Node) {
    if let Some(person) = root.get_mut("person") {
        for field in IDENTITY {
            person.remove(field);
        }
    }
    if let Some(sections) = root.get_mut("section") {
        each_table(sections, &mut |table| {
            LEADS.iter().for_each(|field| drop(table.remove(field)));
        });
    }
}

fn each_table(node: &mut Node, change: &mut impl FnMut(&mut Node)) {
    if matches!(node.value, Value::Table(_)) {
        change(node);
    }
    match &mut node.value {
        Value::Table(members) => {
            for (_, member) in members
                .iter_mut()
                .filter(|(key, _)| !OWN_KEYS.contains(&&*key.name))
            {
                each_table(member, change);
            }
        }
        Value::Array(items) => {
            for item in items {
                each_table(item, change);
            }
        }
        _ => {}
    }
}

/// A private number or address.
pub struct Secret {
    /// What the profile calls it.
    name: String,
    /// The last figures of a number, or an address in small letters.
    text: String,
    is_number: bool,
}

impl Secret {
    /// `None` for a number too short to be known by.
    fn number(name: &str, number: &str) -> Option<Self> {
        let figures = figures(number);
        let (least, most) = FIGURES;
        let text = figures[figures.len().saturating_sub(most)..].to_owned();
        (text.len() >= least).then(|| Self {
            name: name.to_owned(),
            text,
            is_number: true,
        })
    }

    fn address(name: &str, address: &str) -> Self {
        Self {
            name: name.to_owned(),
            text: bare(address).to_lowercase(),
            is_number: false,
        }
    }

    fn is_in(&self, text: &str) -> bool {
        if !self.is_number {
            return !self.text.is_empty() && text.to_lowercase().contains(&self.text);
        }
        // A number is written in one go: words between figures part it from the next.
        let in_number = |c: char| {
            c.is_ascii_digit()
                || c.is_whitespace()
                || matches!(c, '+' | '(' | ')' | '-' | '.' | '/' | '–')
        };
        text.split(|c| !in_number(c))
            .any(|number| figures(number).contains(&self.text))
    }
}

fn figures(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Looks for private texts in what is left.
struct Leaks<'a> {
    secrets: &'a [Secret],
    source: &'a Arc<Source>,
    problems: &'a mut Diagnostics,
}

impl Leaks<'_> {
    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::Table(members) | Value::Languages(members) => {
                for (key, member) in members
                    .iter()
                    .filter(|(key, _)| !NOT_SEARCHED.contains(&&*key.name))
                {
                    // The labels of facts are keys.
                    self.text(&key.name, key.span.clone());
                    self.node(member);
                }
            }
            Value::Array(items) => {
                for item in items {
                    self.node(item);
                }
            }
            Value::String(text) => self.text(text, node.span.clone()),
            _ => {}
        }
    }

    fn text(&mut self, text: &str, span: std::ops::Range<usize>) {
        let Some(secret) = self.secrets.iter().find(|secret| secret.is_in(text)) else {
            return;
        };
        let message = format!("`{}` is private, and stands here, too", secret.name);
        let error = Diagnostic::error(rule::PRIVATE_ELSEWHERE, message).at(self.source, span, "");
        self.problems.push(
            error.hint("leave it out here, or add this field, or a tag of this part, to `private`"),
        );
    }
}
