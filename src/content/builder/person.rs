//! Builds the head of the document: the person, and the contacts of persons and referees.

use crate::content::author::{family_name_in, full_name};
use crate::content::builder::{ResumeBuilder, image, link_target, one_line, residence};
use crate::content::date::long_date;
use crate::content::markdown::plain;
use crate::content::resume::{Contact, ContactKind, ResumePerson};
use crate::profile::{
    DateText, Emails, Entry, LabeledText, Person, PersonLink, Phones, QrField, Residence, TomlPath,
    bare_address, find_network, is_east_asian, is_email, network_address, network_of_address,
};

/// The number of digits below which a number cannot be dialed.
const MIN_PHONE_DIGITS: usize = 5;

impl ResumeBuilder<'_> {
    pub(super) fn person(&mut self, person: &Person, path: &TomlPath) -> ResumePerson {
        ResumePerson {
            name: self.name(person),
            native_name: person
                .native_name
                .as_deref()
                .map(|name| self.finished_name(name)),
            family_name: self.family_name(person),
            headline: self.optional(person.headline.as_ref(), &path.key("headline")),
            epigraph: self.optional(person.epigraph.as_ref(), &path.key("epigraph")),
            status: self.optional(person.status.as_ref(), &path.key("status")),
            photo: image("photo", person.photo.as_ref()),
            contacts: self.contacts(person, path),
        }
    }

    /// Returns the family name, or what is probably it. The order of a name that is translated from
    /// Chinese characters is not known.
    fn family_name(&self, person: &Person) -> Option<String> {
        if let Some(family) = &person.family_name {
            return Some(self.finished_name(family));
        }
        let native = person.native_name.as_deref().unwrap_or_default();
        if native.chars().any(is_east_asian) || self.anonymizer.is_some() {
            return None;
        }
        let family = family_name_in(person.name.as_deref()?, self.locale.language())?;
        Some(self.finished_name(family))
    }

    fn name(&self, person: &Person) -> Option<String> {
        if let Some(anonymizer) = &self.anonymizer {
            return Some(anonymizer.word.clone());
        }
        let family_first = self.locale.words().family_name_first;
        let given = person.name.as_deref().unwrap_or_default();
        let name = full_name(given, person.family_name.as_deref(), family_first);
        (!name.is_empty()).then(|| self.finished_name(&name))
    }

    /// Returns the contacts of a person in the order of the profile's keys.
    fn contacts(&mut self, person: &Person, path: &TomlPath) -> Vec<Contact> {
        let words = &self.locale.words().person;
        let mut contacts = Vec::new();
        let mut details = Vec::new();
        for key in self.tree.keys(path) {
            match key {
                "email" => {
                    let emails = person.email.as_ref().map_or_else(Vec::new, Emails::list);
                    contacts.extend(self.labeled(&emails, &path.key(key), Self::email));
                }
                "phone" => {
                    let phones = person.phone.as_ref().map_or_else(Vec::new, Phones::list);
                    contacts.extend(self.labeled(&phones, &path.key(key), Self::phone));
                }
                "details" => details = self.facts(&person.details, &path.key(key)),
                "url" => contacts.extend(person.url.as_deref().map(|url| Contact {
                    qr: person.qr == Some(QrField::Url),
                    ..self.page(url)
                })),
                "birth-date" => {
                    let date = person.birth_date.as_ref();
                    let text = date.map(|date| long_date(self.locale, date));
                    contacts.extend(text.map(|text| Contact {
                        date: date.and_then(DateText::date),
                        ..self.contact(ContactKind::BirthDate, text)
                    }));
                }
                "furigana" => {
                    let text = person.furigana.as_deref().map(one_line);
                    contacts.extend(text.map(|text| self.contact(ContactKind::Furigana, text)));
                }
                "postal-address-furigana" => {
                    let text = person.postal_address_furigana.as_deref().map(one_line);
                    let kind = ContactKind::AddressFurigana;
                    contacts.extend(text.map(|text| self.contact(kind, text)));
                }
                "residence" => {
                    let residence = person.residence.as_ref();
                    contacts.extend(residence.map(|residence| self.residence(residence)));
                }
                "nationality" | "gender" | "postal-address" | "location" => {
                    let (text, kind) = match key {
                        "nationality" => (&person.nationality, ContactKind::Nationality),
                        "gender" => (&person.gender, ContactKind::Gender),
                        "postal-address" => (&person.postal_address, ContactKind::Address),
                        _ => (&person.location, ContactKind::Location),
                    };
                    let text = self.optional(text.as_ref(), &path.key(key));
                    let text = text.as_deref().map(plain);
                    contacts.extend(text.map(|text| self.contact(kind, text)));
                }
                "birth-place" | "marital-status" | "children" | "driving-license" => {
                    let (text, label) = match key {
                        "birth-place" => (&person.birth_place, &words.birth_place),
                        "marital-status" => (&person.marital_status, &words.marital_status),
                        "children" => (&person.children, &words.children),
                        _ => (&person.driving_license, &words.driving_license),
                    };
                    let text = self.optional(text.as_ref(), &path.key(key));
                    contacts.extend(text.map(|text| self.detail(label.clone(), plain(&text))));
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
        // Under a header of their own, details are the last keys of the person.
        let at = contacts
            .iter()
            .rposition(is_personal)
            .map_or(contacts.len(), |last| last + 1);
        let details = details.into_iter();
        let details = details.map(|fact| self.detail(plain(&fact.label), plain(&fact.value)));
        contacts.splice(at..at, details);
        // A variant may empty a contact in order to leave it out.
        contacts.retain(|contact| !contact.text.trim().is_empty());
        contacts
    }

    fn detail(&self, label: String, text: String) -> Contact {
        Contact {
            label: Some(label),
            ..self.contact(ContactKind::Detail, text)
        }
    }

    /// Returns email addresses or phone numbers with their labels.
    fn labeled(
        &mut self,
        texts: &[LabeledText],
        path: &TomlPath,
        contact: fn(&Self, &str) -> Contact,
    ) -> Vec<Contact> {
        let mut contacts = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            let path = path.index(index);
            let label = self.optional(text.label, &path.key("label"));
            contacts.push(Contact {
                label: label.as_deref().map(plain),
                ..contact(self, text.text)
            });
        }
        contacts
    }

    fn person_link(&mut self, link: &PersonLink, path: &TomlPath) -> Contact {
        let label = link
            .label
            .as_ref()
            .map(|label| plain(&self.inline(label, &path.key("label"))));
        let contact = if let (Some(network), Some(username)) = (&link.network, &link.username) {
            self.account(network, username, link.url.as_deref())
        } else {
            let address = link.url.as_deref().map(bare_address);
            let text = address.or(label.as_deref()).unwrap_or_default();
            Contact {
                network: address.and_then(network_of_address).map(str::to_owned),
                url: link.url.as_deref().map(link_target),
                ..self.contact(ContactKind::Link, text.to_owned())
            }
        };
        Contact {
            label,
            qr: link.qr,
            ..contact
        }
    }

    pub(super) fn referee_contacts(&self, entry: &Entry) -> Vec<Contact> {
        let email = entry.email.as_deref().map(|text| self.email(text));
        let phone = entry.phone.as_deref().map(|text| self.phone(text));
        email.into_iter().chain(phone).collect()
    }

    fn residence(&self, residence: &Residence) -> Contact {
        let kind = if residence.street.is_some() || residence.postal_code.is_some() {
            ContactKind::Address
        } else {
            ContactKind::Location
        };
        let place = residence::in_one_line(residence);
        self.contact(kind, self.without_names(place))
    }

    /// Returns a contact without a link.
    fn contact(&self, kind: ContactKind, text: String) -> Contact {
        let words = &self.locale.words().person;
        let caption = match kind {
            ContactKind::Email => &words.email,
            ContactKind::Phone => &words.phone,
            ContactKind::Location => &words.location,
            ContactKind::Address => &words.postal_address,
            ContactKind::Furigana | ContactKind::AddressFurigana => &words.furigana,
            ContactKind::BirthDate => &words.birth_date,
            ContactKind::Nationality => &words.nationality,
            ContactKind::Gender => &words.gender,
            // A detail has a label of its own.
            ContactKind::Detail => "",
            ContactKind::Url | ContactKind::Network | ContactKind::Link => &words.website,
        };
        Contact {
            kind,
            network: None,
            label: None,
            caption: caption.to_owned(),
            date: None,
            qr: false,
            text,
            url: None,
        }
    }

    fn account(&self, network: &str, username: &str, url: Option<&str>) -> Contact {
        let address = network_address(network, username).unwrap_or_else(|| username.to_owned());
        let url = url.map_or_else(|| format!("https://{address}"), str::to_owned);
        let url = link_target(&url);
        let name = find_network(network).map_or_else(|| network.to_lowercase(), str::to_owned);
        Contact {
            network: Some(name),
            url: Some(url),
            ..self.contact(ContactKind::Network, address)
        }
    }

    fn page(&self, url: &str) -> Contact {
        Contact {
            url: Some(link_target(url)),
            ..self.contact(ContactKind::Url, bare_address(url).to_owned())
        }
    }

    fn email(&self, address: &str) -> Contact {
        let address = one_line(address);
        Contact {
            url: email_url(&address),
            ..self.contact(ContactKind::Email, address)
        }
    }

    fn phone(&self, number: &str) -> Contact {
        Contact {
            url: phone_url(number),
            ..self.contact(ContactKind::Phone, one_line(number))
        }
    }
}

fn is_personal(contact: &Contact) -> bool {
    matches!(
        contact.kind,
        ContactKind::BirthDate
            | ContactKind::Nationality
            | ContactKind::Gender
            | ContactKind::Detail
    )
}

fn email_url(address: &str) -> Option<String> {
    // A link would undo an address that is written so that robots do not find it.
    is_email(address).then(|| link_target(&format!("mailto:{address}")))
}

fn phone_url(number: &str) -> Option<String> {
    let digits: String = number
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == '+')
        .collect();
    let has_words = number.chars().any(char::is_alphabetic);
    let can_be_dialed = digits.len() >= MIN_PHONE_DIGITS && !has_words;
    can_be_dialed.then(|| format!("tel:{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_only_plain_email_addresses() {
        let url = email_url("a@example.org");
        assert_eq!(url.as_deref(), Some("mailto:a@example.org"));
        for hidden in [
            "a [AT] example.org",
            "a(at)example.org",
            "a @ example.org",
            "@example.org",
            "a@localhost",
        ] {
            assert_eq!(email_url(hidden), None, "{hidden}");
        }
    }

    #[test]
    fn links_phone_numbers_of_all_countries() {
        for (number, url) in [
            ("(551) 555-0100", Some("tel:5515550100")),
            ("+86 156 5550 0100", Some("tel:+8615655500100")),
            ("ask me", None),
        ] {
            assert_eq!(phone_url(number).as_deref(), url, "{number}");
        }
    }
}
