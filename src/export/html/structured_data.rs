//! What the page says about the person in the vocabulary of schema.org, as JSON-LD. Everything in it
//! is also visible on the page.

use serde_json::{Map, Value, json};

use crate::content::resume::ContactKind;
use crate::content::{plain, unrated};
use crate::export::outline::{Outline, OutlineEntry, OutlineField, OutlineSection, OutlineSegment};
use crate::profile::SectionKind;

/// Returns the JSON of a person, which can be the content of an element `script`.
pub(super) fn structured_data(outline: &Outline) -> String {
    let mut person = Person::default();
    person.set("@context", "https://schema.org");
    person.set("@type", "Person");
    let head = &outline.head;
    for (property, text) in [
        ("name", head.name),
        ("alternateName", head.native_name),
        ("familyName", head.family_name),
    ] {
        if let Some(text) = text {
            person.set(property, text);
        }
    }
    if let Some(headline) = head.headline {
        person.set("jobTitle", plain(headline));
    }
    for contact in &head.contacts {
        let url = contact.segment.url.as_deref();
        let text = texts_of(&contact.segment);
        match contact.kind {
            ContactKind::Email => person.add("email", text),
            ContactKind::Phone => person.add("telephone", text),
            ContactKind::Location => person.add("homeLocation", place(&text)),
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
        let title = field(entry, OutlineField::Title);
        let own_organization = field(entry, OutlineField::Organization);
        let organization = own_organization.as_deref().or(employer);
        match entry.kind {
            SectionKind::Experience if entry.roles.is_empty() => {
                let Some(organization) = organization else {
                    return;
                };
                let mut role = Map::new();
                role.insert("@type".to_owned(), "OrganizationRole".into());
                if let Some(title) = title {
                    role.insert("roleName".to_owned(), title.into());
                }
                dates(entry, &mut role);
                role.insert(
                    "worksFor".to_owned(),
                    json!({ "@type": "Organization", "name": organization }),
                );
                self.add("worksFor", role);
            }
            SectionKind::Education => {
                if let Some(name) = organization {
                    let school = json!({ "@type": "EducationalOrganization", "name": name });
                    self.add("alumniOf", school);
                }
            }
            SectionKind::Certificate => {
                if let Some(name) = title {
                    let mut credential = Map::new();
                    credential.insert(
                        "@type".to_owned(),
                        "EducationalOccupationalCredential".into(),
                    );
                    credential.insert("name".to_owned(), name.into());
                    if let Some(awarder) = organization {
                        credential.insert(
                            "recognizedBy".to_owned(),
                            json!({ "@type": "Organization", "name": awarder }),
                        );
                    }
                    self.add("hasCredential", credential);
                }
            }
            SectionKind::Language => {
                if let Some(name) = title {
                    self.add(
                        "knowsLanguage",
                        json!({ "@type": "Language", "name": name }),
                    );
                }
            }
            SectionKind::Skill => {
                if let Some(name) = title {
                    self.add("knowsAbout", name);
                }
                for keyword in keywords(entry) {
                    self.add("knowsAbout", keyword);
                }
            }
            SectionKind::Award => {
                if let Some(name) = title {
                    self.add("award", name);
                }
            }
            _ => {}
        }
        for role in &entry.roles {
            self.entry(role, organization);
        }
    }
}

fn place(name: &str) -> Value {
    json!({ "@type": "Place", "name": name })
}

/// Adds the first period of an entry.
fn dates(entry: &OutlineEntry, role: &mut Map<String, Value>) {
    let Some(period) = entry.dates.first() else {
        return;
    };
    let start = period.start.datetime.as_deref();
    let end = period.end.as_ref().and_then(|end| end.datetime.as_deref());
    for (property, date) in [("startDate", start), ("endDate", end)] {
        if let Some(date) = date {
            role.insert(property.to_owned(), date.into());
        }
    }
}

fn segments<'a>(entry: &'a OutlineEntry<'a>) -> impl Iterator<Item = &'a OutlineSegment<'a>> {
    let lines = entry.lines.iter().flat_map(|line| &line.segments);
    entry.heading.iter().chain(lines)
}

/// Returns the text of a field of an entry.
fn field(entry: &OutlineEntry, field: OutlineField) -> Option<String> {
    segments(entry)
        .find(|segment| segment.field == field)
        .map(texts_of)
}

fn keywords(entry: &OutlineEntry) -> Vec<String> {
    segments(entry)
        .filter(|segment| segment.field == OutlineField::Keywords)
        .flat_map(|segment| segment.texts.iter().map(|text| unrated(text)))
        .collect()
}

fn texts_of(segment: &OutlineSegment) -> String {
    let texts: Vec<String> = segment.texts.iter().map(|text| plain(text)).collect();
    texts.join(", ")
}
