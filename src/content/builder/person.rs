//! Builds the head of the document: the person, and the contacts of persons and referees.

use crate::content::author::full_name;
use crate::content::builder::{ResumeBuilder, image_path};
use crate::content::markdown::plain;
use crate::content::resume::{Contact, ContactKind, ResumePerson};
use crate::profile::{Entry, Person, PersonLink, TomlPath, bare_address, network_address};

/// The number of digits below which a number cannot be dialed.
const MIN_PHONE_DIGITS: usize = 5;

impl ResumeBuilder<'_> {
    pub(super) fn person(&mut self, person: &Person, path: &TomlPath) -> ResumePerson {
        ResumePerson {
            name: self.name(person),
            native_name: person.native_name.clone(),
            family_name: person.family_name.clone(),
            headline: self.optional(person.headline.as_ref(), &path.key("headline")),
            epigraph: self.optional(person.epigraph.as_ref(), &path.key("epigraph")),
            status: self.optional(person.status.as_ref(), &path.key("status")),
            photo: person
                .photo
                .as_deref()
                .filter(|file| !file.is_empty())
                .map(|file| image_path("photo", file)),
            contacts: self.contacts(person, path),
        }
    }

    fn name(&self, person: &Person) -> Option<String> {
        if let Some(anonymizer) = &self.anonymizer {
            return Some(anonymizer.word.clone());
        }
        let family_first = self.locale.words().family_name_first;
        let given = person.name.as_deref().unwrap_or_default();
        let name = full_name(given, person.family_name.as_deref(), family_first);
        (!name.is_empty()).then_some(name)
    }

    /// Returns the contacts of a person in the order of the profile's keys.
    fn contacts(&mut self, person: &Person, path: &TomlPath) -> Vec<Contact> {
        let mut contacts = Vec::new();
        for key in self.tree.keys(path) {
            match key {
                "email" => contacts.extend(person.email.as_deref().map(email)),
                "phone" => contacts.extend(person.phone.as_deref().map(phone)),
                "url" => contacts.extend(person.url.as_deref().map(page)),
                "location" => {
                    let location = self.optional(person.location.as_ref(), &path.key(key));
                    let text = location.as_deref().map(plain);
                    contacts.extend(text.map(|text| contact(ContactKind::Location, text, None)));
                }
                "links" => {
                    let path = path.key(key);
                    for (index, link) in person.links.iter().enumerate() {
                        contacts.push(self.person_link(link, &path.index(index)));
                    }
                }
                _ => {}
            }
        }
        // A variant may empty a contact in order to leave it out.
        contacts.retain(|contact| !contact.text.trim().is_empty());
        contacts
    }

    fn person_link(&mut self, link: &PersonLink, path: &TomlPath) -> Contact {
        let label = link
            .label
            .as_ref()
            .map(|label| plain(&self.inline(label, &path.key("label"))));
        let contact = if let (Some(network), Some(username)) = (&link.network, &link.username) {
            account(network, username, link.url.as_deref())
        } else {
            let address = link.url.as_deref().map(bare_address);
            let text = address.or(label.as_deref()).unwrap_or_default();
            contact(ContactKind::Link, text.to_owned(), link.url.clone())
        };
        Contact { label, ..contact }
    }

    pub(super) fn referee_contacts(entry: &Entry) -> Vec<Contact> {
        let email = entry.email.as_deref().map(email);
        let phone = entry.phone.as_deref().map(phone);
        email.into_iter().chain(phone).collect()
    }
}

fn contact(kind: ContactKind, text: String, url: Option<String>) -> Contact {
    Contact {
        kind,
        network: None,
        label: None,
        text,
        url,
    }
}

fn account(network: &str, username: &str, url: Option<&str>) -> Contact {
    let address = network_address(network, username).unwrap_or_else(|| username.to_owned());
    let url = url.map_or_else(|| format!("https://{address}"), str::to_owned);
    Contact {
        network: Some(network.to_lowercase()),
        ..contact(ContactKind::Network, address, Some(url))
    }
}

fn page(url: &str) -> Contact {
    let text = bare_address(url).to_owned();
    contact(ContactKind::Url, text, Some(url.to_owned()))
}

fn email(address: &str) -> Contact {
    // A link would undo an address that is written so that robots do not find it.
    let url = is_plain_email(address).then(|| format!("mailto:{address}"));
    contact(ContactKind::Email, address.to_owned(), url)
}

fn is_plain_email(address: &str) -> bool {
    let Some((user, host)) = address.split_once('@') else {
        return false;
    };
    let is_obfuscated = address.contains(|c: char| c.is_whitespace() || c == '[');
    !user.is_empty() && host.contains('.') && !is_obfuscated
}

fn phone(number: &str) -> Contact {
    let digits: String = number
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == '+')
        .collect();
    let has_words = number.chars().any(char::is_alphabetic);
    let can_be_dialed = digits.len() >= MIN_PHONE_DIGITS && !has_words;
    let url = can_be_dialed.then(|| format!("tel:{digits}"));
    contact(ContactKind::Phone, number.to_owned(), url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_only_plain_email_addresses() {
        let url = email("a@example.org").url;
        assert_eq!(url.as_deref(), Some("mailto:a@example.org"));
        for hidden in ["a [AT] example.org", "a(at)example.org", "a @ example.org"] {
            assert_eq!(email(hidden).url, None, "{hidden}");
        }
    }

    #[test]
    fn links_phone_numbers_of_all_countries() {
        for (number, url) in [
            ("(551) 555-0100", Some("tel:5515550100")),
            ("+86 156 5550 0100", Some("tel:+8615655500100")),
            ("ask me", None),
        ] {
            assert_eq!(phone(number).url.as_deref(), url, "{number}");
        }
    }
}
