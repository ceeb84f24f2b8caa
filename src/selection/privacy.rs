//! Removes private values, and the values that identify the person.
//!
//! Uses `diagnostic` and `profile`.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::{
    Field, Key, Node, Publication, Role, Value, Visitor, find_network, network_address,
    profile_table, remove_fields, short_address, unmarked, visit,
};
use crate::selection::variant::{Selected, new_key, new_node, prune};

/// The minimum number of digits of a phone number. Shorter numbers are found in any text.
const MIN_DIGITS: usize = 7;

/// The number of digits, from the end, that are compared: a phone number can be written with or
/// without a country code.
const MAX_DIGITS: usize = 9;

/// The minimum number of characters of a part of an address. Shorter parts, such as postal codes, are
/// found in any text.
const MIN_ADDRESS: usize = 7;

/// The person of a document, in all languages of the profile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// The spellings of the name.
    pub names: Vec<String>,
    /// The family name, if it is given separately.
    pub family: Option<String>,
    /// Email address, phone number, web pages and accounts, as written but without `https://`.
    pub addresses: Vec<String>,
}

/// Returns who the CV is about.
pub fn identity(root: &Node) -> Identity {
    let mut identity = Identity::default();
    if let Some(signature) = root.get("signature") {
        let names = signature.strings_of("name").into_iter();
        identity.names.extend(names.map(str::to_owned));
    }
    let Some(person) = root.get("person") else {
        return identity;
    };
    for (key, member) in person.members() {
        match person_field(&key.name).map(|field| field.role) {
            Some(Role::Name | Role::Alias) => {
                let names = member.strings().into_iter().map(str::to_owned);
                if key.name == "family-name" {
                    identity.family = names.take(1).next();
                } else {
                    identity.names.extend(names);
                }
            }
            Some(Role::Contact | Role::Phone | Role::Address | Role::Url) => {
                identity.addresses.extend(addresses_of(member));
            }
            Some(Role::Table) => identity.addresses.extend(address_parts(&key.name, member)),
            _ => {}
        }
    }
    identity.addresses.retain(|address| !address.is_empty());
    identity
}

fn person_field(name: &str) -> Option<&'static Field> {
    let person = profile_table().field("person")?.table()?;
    person.field(name)
}

/// Returns the addresses in a field of the person, without scheme: its strings, or those of its
/// links and of its labeled addresses and numbers.
fn addresses_of(value: &Node) -> Vec<String> {
    let mut addresses: Vec<String> = Vec::new();
    for string in value.strings() {
        addresses.push(short_address(string.trim()).to_owned());
    }
    for member in value.items() {
        addresses.extend(addresses_of_link(member));
        for text in labeled_texts(member) {
            addresses.push(short_address(text.trim()).to_owned());
        }
    }
    addresses
}

/// Returns the parts of an address in a table of the person that tell the place by themselves.
fn address_parts(name: &str, member: &Node) -> Vec<String> {
    let Some(table) = person_field(name).and_then(Field::table) else {
        return Vec::new();
    };
    let fields = table.fields.iter();
    let addresses = fields.filter(|field| field.role == Role::Address);
    let texts = addresses.flat_map(|field| member.strings_of(field.name));
    let telling = texts.filter(|text| text.chars().count() >= MIN_ADDRESS);
    telling.map(str::to_owned).collect()
}

/// Returns the address or the number of a member with a label.
fn labeled_texts(member: &Node) -> Vec<&str> {
    let keys = ["address", "number"].iter();
    keys.flat_map(|key| member.strings_of(key)).collect()
}

/// Returns the addresses of a link of the person: its URLs and the address of its account.
fn addresses_of_link(link: &Node) -> Vec<String> {
    let mut addresses = Vec::new();
    for url in link.strings_of("url") {
        addresses.push(short_address(url.trim()).to_owned());
    }
    if let (Some(network), Some(user)) = (link.string("network"), link.string("username")) {
        addresses.extend(network_address(network, user));
    }
    addresses
}

/// Removes the fields, networks and tags that the profile lists as private, and the fields that are
/// always private, and returns the numbers and addresses among them.
pub fn remove_private(root: &mut Node) -> Vec<Secret> {
    // The pages of these files may show anything.
    root.remove("append");
    let list = root.remove("private");
    let mut private = list.as_ref().map(Node::strings).unwrap_or_default();
    prune(root, &Selected::hiding(&private));
    let fields = profile_table().field("person").and_then(Field::table);
    let fields = fields.map_or(&[][..], |person| &person.fields);
    private.extend(
        fields
            .iter()
            .filter(|field| field.role.is_always_private())
            .map(|field| field.name),
    );
    let mut secrets: Vec<Secret> = Vec::new();
    if let Some(person) = root.get_mut("person") {
        secrets.extend(remove_private_parts(person, fields));
        for name in &private {
            if let Some(value) = person.remove(name) {
                secrets.extend(secrets_in(&value, name));
            }
        }
        if let Some(links) = person.get_mut("links").and_then(Node::items_mut) {
            secrets.extend(remove_private_links(links, &private));
        }
    }
    if let Some(signature) = root.get_mut("signature") {
        remove_signature(signature);
    }
    // If the person's email address or phone number is private, those of referees are, too.
    remove_fields(root, &|field| {
        matches!(field.role, Role::Contact | Role::Phone)
            && field.table().is_none()
            && private.contains(&field.name)
    });
    secrets
}

/// Removes the parts of the person's tables that are always private, and returns those that tell the
/// place by themselves.
fn remove_private_parts(person: &mut Node, fields: &[Field]) -> Vec<Secret> {
    let mut secrets = Vec::new();
    for field in fields.iter().filter(|field| field.role == Role::Table) {
        let (Some(member), Some(table)) = (person.get_mut(field.name), field.table()) else {
            continue;
        };
        for part in address_parts(field.name, member) {
            secrets.push(Secret::address(field.name, &part));
        }
        let parts = table.fields.iter();
        for part in parts.filter(|part| part.role.is_always_private()) {
            member.remove(part.name);
        }
    }
    secrets
}

/// Leaves only place and date of a signature: its image could be misused.
fn remove_signature(signature: &mut Node) {
    signature.remove("image");
    // Without a name of its own, it would have that of the person.
    let none = new_node(Value::String(String::new()), signature);
    signature.set(new_key("name", signature), none);
}

/// Returns the numbers and addresses in a removed field of the person.
fn secrets_in(value: &Node, name: &str) -> Vec<Secret> {
    let role = person_field(name).map(|field| field.role);
    match role {
        Some(Role::Phone) => {
            let labeled = value.items().iter().flat_map(labeled_texts);
            let numbers = value.strings().into_iter().chain(labeled);
            numbers
                .filter_map(|number| Secret::number(name, number))
                .collect()
        }
        Some(Role::Contact | Role::Address | Role::Url) => {
            let addresses = addresses_of(value).into_iter();
            addresses
                .map(|address| Secret::address(name, &address))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Removes the links to networks that are listed as private, and returns their addresses.
fn remove_private_links(links: &mut Vec<Node>, private: &[&str]) -> Vec<Secret> {
    let mut secrets = Vec::new();
    links.retain(|link| {
        let Some(network) = link.string("network").and_then(find_network) else {
            return true;
        };
        let mut names = private.iter();
        let Some(name) = names.find(|name| find_network(name) == Some(network)) else {
            return true;
        };
        for address in addresses_of_link(link) {
            secrets.push(Secret::address(name, &address));
        }
        false
    });
    secrets
}

/// Reports private numbers and addresses in other texts of the document.
pub fn report_leaks(
    root: &Node,
    secrets: &[Secret],
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) {
    if secrets.is_empty() {
        return;
    }
    let mut leaks = LeakFinder {
        secrets,
        source,
        problems,
    };
    visit(root, &mut leaks);
}

/// Reports private numbers and addresses in publications from bibliographies. `span` is the place
/// in the profile to show.
pub fn report_leaks_in_publications(
    publications: &[&Publication],
    secrets: &[Secret],
    source: &Arc<Source>,
    span: &Range<usize>,
    problems: &mut Diagnostics,
) {
    for publication in publications {
        let Some(secret) = secret_in_publication(publication, secrets) else {
            continue;
        };
        let message = format!(
            "`{}` is private, but appears in the bibliography entry `{}`",
            secret.name, publication.key
        );
        let error = Diagnostic::error(rule::PRIVATE_VALUE_REPEATED, message)
            .at(source, span.clone(), "")
            .hint("remove it from the bibliography, or include other entries");
        problems.push(error);
    }
}

fn secret_in_publication<'a>(
    publication: &Publication,
    secrets: &'a [Secret],
) -> Option<&'a Secret> {
    let mut texts = publication
        .notes
        .iter()
        .chain(&publication.imprint)
        .chain(&publication.title)
        .chain(&publication.url);
    texts.find_map(|text| {
        let text = unmarked(text);
        secrets.iter().find(|secret| secret.is_in(&text))
    })
}

/// Removes the fields that identify the person: names, contact details, links and images. The name
/// in other texts is replaced when they are converted to content.
pub fn remove_identity(root: &mut Node) {
    remove_fields(root, &|field| field.role.identifies());
}

/// A private number or address.
#[derive(Debug)]
pub struct Secret {
    /// The name in the list of private names.
    pub name: String,
    /// The last digits of a number, or an address in lower case.
    text: String,
    is_number: bool,
}

impl Secret {
    /// Returns `None` if the number is too short to be recognized in a text.
    fn number(name: &str, number: &str) -> Option<Self> {
        let digits = digits(number);
        if digits.len() < MIN_DIGITS {
            return None;
        }
        let start = digits.len().saturating_sub(MAX_DIGITS);
        Some(Self {
            name: name.to_owned(),
            text: digits[start..].to_owned(),
            is_number: true,
        })
    }

    fn address(name: &str, address: &str) -> Self {
        Self {
            name: name.to_owned(),
            text: short_address(address.trim()).to_lowercase(),
            is_number: false,
        }
    }

    /// Returns whether a text contains it.
    pub fn is_in(&self, text: &str) -> bool {
        if !self.is_number {
            return !self.text.is_empty() && text.to_lowercase().contains(&self.text);
        }
        // Words separate one number from the next.
        text.split(|c| !is_in_number(c))
            .any(|number| digits(number).contains(&self.text))
    }
}

fn is_in_number(c: char) -> bool {
    c.is_ascii_digit() || c.is_whitespace() || matches!(c, '+' | '(' | ')' | '-' | '.' | '/' | '–')
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Reports secrets in the rendered texts of a profile. The person's own names are no secrets.
struct LeakFinder<'a> {
    secrets: &'a [Secret],
    source: &'a Arc<Source>,
    problems: &'a mut Diagnostics,
}

impl<'t> Visitor<'t> for LeakFinder<'_> {
    fn visit_string(&mut self, string: &'t str, node: &'t Node, field: &Field, _: &'t str) {
        if field.role.is_rendered() && field.role != Role::Name {
            self.check(string, node.span.clone());
        }
    }

    fn visit_own_key(&mut self, key: &'t Key, field: &Field) {
        if field.role.is_rendered() {
            self.check(&key.name, key.span.clone());
        }
    }
}

impl LeakFinder<'_> {
    fn check(&mut self, text: &str, span: Range<usize>) {
        let Some(secret) = self.secrets.iter().find(|secret| secret.is_in(text)) else {
            return;
        };
        let message = format!("`{}` is private, but appears here", secret.name);
        let hint = "remove it here, or add this field, or a tag of this part, to `private`";
        let error = Diagnostic::error(rule::PRIVATE_VALUE_REPEATED, message).hint(hint);
        self.problems.push(error.at(self.source, span, ""));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Table, Value};

    const MARK: &str = "identifying";

    /// Makes a table with every field of the format. Fields that identify the person contain
    /// [`MARK`].
    fn full_table(table: &Table, depth: usize) -> Node {
        let members = table.fields.iter();
        let members = members.map(|field| (key(field.name), full_value(field, depth)));
        node(Value::Table(members.collect()))
    }

    fn full_value(field: &Field, depth: usize) -> Node {
        let text = if field.role.identifies() { MARK } else { "-" };
        let string = node(Value::String(text.to_owned()));
        let Some(table) = field.table().filter(|_| depth > 0) else {
            return string;
        };
        let inner = full_table(table, depth - 1);
        if field.has_own_keys() && field.role == Role::Table {
            return node(Value::Table(vec![(key("own"), inner)]));
        }
        node(Value::Array(vec![string, inner]))
    }

    fn key(name: &str) -> Key {
        Key {
            name: name.to_owned(),
            span: 0..0,
        }
    }

    fn node(value: Value) -> Node {
        Node { span: 0..0, value }
    }

    #[test]
    fn anonymous_documents_have_no_field_that_identifies_the_person() {
        let mut root = full_table(profile_table(), 4);
        let written = format!("{root:?}").matches(MARK).count();
        assert!(written > 50, "only {written} identifying values");
        remove_identity(&mut root);
        let left = format!("{root:?}");
        assert!(!left.contains(MARK), "{left}");
        assert!(left.contains("headline"));
    }

    #[test]
    fn private_fields_of_the_person_are_removed() {
        let person = profile_table().field("person").and_then(Field::table);
        for field in &person.expect("a table").fields {
            let mut root = full_table(profile_table(), 2);
            let private = node(Value::Array(vec![node(Value::String(
                field.name.to_owned(),
            ))]));
            root.set(key("private"), private);
            let person = full_table(person.expect("a table"), 0);
            root.set(key("person"), person);
            remove_private(&mut root);
            let person = root.get("person").expect("a person");
            assert!(!person.has(field.name), "{}", field.name);
        }
    }

    #[test]
    fn a_private_number_is_found_in_other_notations() {
        let secret = Secret::number("phone", "+49 (171) 123-4567").expect("a number");
        assert!(secret.is_in("call 0171 1234567"));
        assert!(!secret.is_in("call 0171 and 1234567"));
        assert!(Secret::number("phone", "110").is_none());
        assert!(Secret::number("phone", &"1".repeat(MIN_DIGITS)).is_some());
    }
}
