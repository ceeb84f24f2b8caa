//! What the page says about the person in the vocabulary of schema.org, as JSON-LD. Everything in it
//! is also visible on the page.

use serde_json::{Map, Value};

use crate::content::resume::{ContactKind, EntryField};
use crate::content::{plain, unrated};
use crate::export::outline::{Outline, OutlineEntry, OutlineSection, OutlineSegment};
use crate::profile::SectionKind;

/// Returns the JSON of a person, which can be the content of an element `script`.
pub(super) fn structured_data(outline: &Outline) -> String {
    let mut person = Person::default();
    person.set("@context", "https://schema.org");
    person.set("@type", "Person");
    let head = &outline.resume.person;
    for (property, text) in [
        ("name", &head.name),
        ("alternateName", &head.native_name),
        ("familyName", &head.family_name),
    ] {
        if let Some(text) = text {
            person.set(property, text.as_str());
        }
    }
    if let Some(headline) = &head.headline {
        person.set("jobTitle", plain(headline));
    }
    for contact in &outline.contacts {
        let url = contact.segment.url.as_deref();
        let text = texts_of(&contact.segment);
        match contact.kind {
            ContactKind::Email => person.add("email", text),
            ContactKind::Phone => person.add("telephone", text),
            ContactKind::Location => person.add("homeLocation", named("Place", &text)),
            ContactKind::Address => person.add("address", text),
            ContactKind::BirthDate => {
                person.add("birthDate", contact.datetime.clone().unwrap_or(text));
            }
            ContactKind::Nationality => person.add("nationality", text),
            ContactKind::Gender => person.add("gender", text),
            ContactKind::Url => person.add("url", url.unwrap_or(&text)),
            ContactKind::Network | ContactKind::Link => {
                person.add("sameAs", url.unwrap_or(&text));
            }
            ContactKind::AddressFurigana | ContactKind::Furigana | ContactKind::Detail => {}
        }
    }
    for section in &outline.sections {
        person.section(section);
    }
    let json = Value::Object(person.0).to_string();
    // No character may end the element, or a line of a script.
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// The properties of a person.
#[derive(Default)]
struct Person(Map<String, Value>);

impl Person {
    fn set(&mut self, property: &str, value: impl Into<Value>) {
        self.0.insert(property.to_owned(), value.into());
    }

    /// Adds a value; several values of one property are a list.
    fn add(&mut self, property: &str, value: impl Into<Value>) {
        let value = value.into();
        match self.0.get_mut(property) {
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
            None => self.set(property, value),
        }
    }

    fn section(&mut self, section: &OutlineSection) {
        for entry in &section.entries {
            self.entry(entry, None);
        }
        for inner in &section.sections {
            self.section(inner);
        }
    }

    /// Adds an entry; `employer` is the organization of the entry that it is a role of.
    fn entry(&mut self, entry: &OutlineEntry, employer: Option<&str>) {
        let text = |field| entry.entry.text(field).map(|text| plain(text));
        let title = text(EntryField::Title);
        let own_organization = text(EntryField::Organization);
        let organization = own_organization.as_deref().or(employer);
        let (property, value) = match entry.entry.kind {
            SectionKind::Experience if entry.roles.is_empty() => {
                let Some(organization) = organization else {
                    return;
                };
                let period = entry.dates.first();
                let start = period.and_then(|period| period.start.datetime.clone());
                let end = period.and_then(|period| period.end.as_ref()?.datetime.clone());
                let role = [
                    ("roleName", title.map(Value::from)),
                    ("startDate", start.map(Value::from)),
                    ("endDate", end.map(Value::from)),
                    ("worksFor", Some(named("Organization", organization))),
                ];
                ("worksFor", Some(typed("OrganizationRole", role)))
            }
            SectionKind::Education => {
                let school = organization.map(|name| named("EducationalOrganization", name));
                ("alumniOf", school)
            }
            SectionKind::Certificate => {
                let credential = title.map(|name| {
                    let by = organization.map(|awarder| named("Organization", awarder));
                    let members = [("name", Some(name.into())), ("recognizedBy", by)];
                    typed("EducationalOccupationalCredential", members)
                });
                ("hasCredential", credential)
            }
            SectionKind::Language => {
                let language = title.map(|name| named("Language", &name));
                ("knowsLanguage", language)
            }
            SectionKind::Skill => ("knowsAbout", title.map(Value::from)),
            SectionKind::Award => ("award", title.map(Value::from)),
            _ => ("", None),
        };
        if let Some(value) = value {
            self.add(property, value);
        }
        if entry.entry.kind == SectionKind::Skill {
            for keyword in entry.entry.texts.all(EntryField::Keywords) {
                self.add("knowsAbout", unrated(keyword));
            }
        }
        for role in &entry.roles {
            self.entry(role, organization);
        }
    }
}

/// Returns an object of a type with the members that have a value.
fn typed<const N: usize>(kind: &str, members: [(&str, Option<Value>); N]) -> Value {
    let kind = ("@type", Some(Value::from(kind)));
    let members = std::iter::once(kind).chain(members);
    members
        .filter_map(|(property, value)| Some((property.to_owned(), value?)))
        .collect::<Map<_, _>>()
        .into()
}

fn named(kind: &str, name: &str) -> Value {
    typed(kind, [("name", Some(name.into()))])
}

fn texts_of(segment: &OutlineSegment) -> String {
    let texts: Vec<String> = segment.texts.iter().map(|text| plain(text)).collect();
    texts.join(", ")
}
