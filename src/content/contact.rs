//! The ways to reach somebody, in the order in which the profile writes them.

use crate::content::builder::Assembly;
use crate::content::markdown::plain;
use crate::content::resume::{Contact, ContactKind};
use crate::profile::{Entry, Person, PersonLink, TomlPath, bare_address as bare, network_address};

/// The contacts of the person of a profile.
pub fn of_person(person: &Person, path: &TomlPath, assembly: &mut Assembly) -> Vec<Contact> {
    let mut contacts = Vec::new();
    for key in assembly.document.keys(path) {
        match key {
            "email" => contacts.extend(person.email.as_deref().map(email)),
            "phone" => contacts.extend(person.phone.as_deref().map(phone)),
            "location" => contacts.extend(person.location.as_ref().map(|location| {
                let text = assembly.inline(location, &path.key(key));
                contact(ContactKind::Location, plain(&text), None)
            })),
            "url" => {
                let url = person.url.as_ref();
                contacts.extend(
                    url.map(|url| {
                        contact(ContactKind::Url, bare(url).to_owned(), Some(url.clone()))
                    }),
                );
            }
            "links" => {
                let path = path.key(key);
                for (index, written) in person.links.iter().enumerate() {
                    contacts.push(link(written, &path.index(index), assembly));
                }
            }
            _ => {}
        }
    }
    // One that a variant empties is left out.
    contacts.retain(|contact| !contact.text.trim().is_empty());
    contacts
}

/// The contacts of a referee.
pub fn of_referee(entry: &Entry) -> Vec<Contact> {
    entry
        .email
        .as_deref()
        .map(email)
        .into_iter()
        .chain(entry.phone.as_deref().map(phone))
        .collect()
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

fn email(address: &str) -> Contact {
    // One made unreadable to robots is not to be undone by a link.
    let plain = address.split_once('@').is_some_and(|(user, host)| {
        !user.is_empty()
            && host.contains('.')
            && !address.contains(|c: char| c.is_whitespace() || c == '[')
    });
    contact(
        ContactKind::Email,
        address.to_owned(),
        plain.then(|| format!("mailto:{address}")),
    )
}

fn phone(number: &str) -> Contact {
    let digits: String = number
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == '+')
        .collect();
    // A number with words in it, or too short for one, is no number to dial.
    let dialled = digits.len() >= 5 && !number.chars().any(char::is_alphabetic);
    contact(
        ContactKind::Phone,
        number.to_owned(),
        dialled.then(|| format!("tel:{digits}")),
    )
}

fn link(link: &PersonLink, path: &TomlPath, assembly: &mut Assembly) -> Contact {
    let label = link
        .label
        .as_ref()
        .map(|label| plain(&assembly.inline(label, &path.key("label"))));
    if let (Some(network), Some(username)) = (&link.network, &link.username) {
        let address = network_address(network, username).unwrap_or_else(|| username.clone());
        let url = link
            .url
            .clone()
            .unwrap_or_else(|| format!("https://{address}"));
        let network = Some(network.to_lowercase());
        return Contact {
            network,
            label,
            ..contact(ContactKind::Network, address, Some(url))
        };
    }
    let text = link
        .url
        .as_deref()
        .map(bare)
        .or(label.as_deref())
        .unwrap_or_default()
        .to_owned();
    Contact {
        label,
        ..contact(ContactKind::Link, text, link.url.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_hidden_from_robots_is_not_linked() {
        assert_eq!(
            email("a@example.org").url.as_deref(),
            Some("mailto:a@example.org")
        );
        for hidden in ["a [AT] example.org", "a(at)example.org", "a @ example.org"] {
            assert_eq!(email(hidden).url, None, "{hidden}");
        }
    }

    #[test]
    fn phones_of_all_countries_can_be_dialled() {
        assert_eq!(
            phone("(551) 555-0100").url.as_deref(),
            Some("tel:5515550100")
        );
        assert_eq!(
            phone("+86 156 5550 0100").url.as_deref(),
            Some("tel:+8615655500100")
        );
        assert_eq!(phone("ask me").url, None);
    }
}
