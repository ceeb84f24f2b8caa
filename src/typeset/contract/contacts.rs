//! Contacts and links, with their addresses where a layout or an option shows them.

use serde::Serialize;

use crate::content::plain;
use crate::content::resume::{Contact, ContactKind, Direction, Doi, Resume, ResumeLink};
use crate::profile::short_address;
use crate::typeset::contract::runs::{Run, Runs, Surrounding, kept_in_place, ready, ready_text};
use crate::typeset::contract::weight::Weight;
use crate::typeset::contract::width::Widths;

/// The most bytes of the label of a link that is not broken.
const UNBROKEN: usize = 24;
/// The most bytes of a contact that is not broken.
const UNBROKEN_CONTACT: usize = 70;

/// A contact.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReadyContact {
    /// The kind.
    pub kind: ContactKind,
    /// The network of an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// What it is, in the language of the document: “Nationality”.
    pub caption: String,
    /// The address, after its label if it has one. A text that says little without its caption, or has
    /// one of its own, follows it.
    pub content: Runs,
    /// The same without the caption, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Runs>,
    /// Whether it is short enough to stay on one line.
    pub short: bool,
    /// Its width in one line, in em; missing if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// The same with its whole address, if that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full: Option<FullContact>,
}

impl ReadyContact {
    /// Adds the widths.
    pub fn measured(mut self, widths: &Widths) -> Self {
        let width = |content: &Runs| widths.of_runs(content, Surrounding::Plain);
        self.width = width(&self.content);
        if let Some(full) = &mut self.full {
            full.width = width(&full.content);
        }
        self
    }
}

/// A contact whose address is visible.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FullContact {
    /// The label and the address.
    pub content: Runs,
    /// Whether it is short enough to stay on one line.
    pub short: bool,
    /// Its width in one line, in em; missing if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
}

/// Prepares contacts and links.
pub struct LinkWriter<'a> {
    /// The document.
    pub resume: &'a Resume,
    /// Whether links show their addresses.
    pub addresses: bool,
}

impl LinkWriter<'_> {
    /// Prepares a link of an entry: its label in brackets, or with its address.
    pub fn link(&self, link: &ResumeLink) -> Runs {
        if self.addresses {
            self.full_link(link)
        } else {
            bracketed(link)
        }
    }

    /// Returns a link as its label and its address: extracted text keeps no links.
    fn full_link(&self, link: &ResumeLink) -> Runs {
        let label = ready(&link.label, Surrounding::Plain);
        let Some(url) = &link.url else {
            return label;
        };
        let address = short_address(url);
        if short_address(&plain(&link.label)) == address {
            return label.linked(Some(url));
        }
        let shown = self.isolated(ContactKind::Link, ready_text(address));
        let shown = shown.linked(Some(url));
        let mut runs = kept_in_place(&plain(&link.label), label, self.resume.direction);
        runs.push_text(self.resume.separators.after_label(&plain(&link.label)));
        let is_short = address.len() <= UNBROKEN_CONTACT;
        runs.append(if is_short { shown.boxed() } else { shown });
        runs
    }

    /// Prepares a contact as part of a header.
    pub fn contact_runs(&self, contact: &Contact) -> Runs {
        let ready = self.contact(contact);
        if ready.short {
            ready.content.boxed()
        } else {
            ready.content
        }
    }

    /// Prepares a contact. Addresses and numbers run from left to right in every language.
    pub fn contact(&self, contact: &Contact) -> ReadyContact {
        if let Some(caption) = contact.own_caption() {
            return self.captioned(contact, caption);
        }
        if contact.kind.is_captioned() {
            return self.captioned(contact, &contact.caption);
        }
        let url = contact.url.as_deref();
        // A label that equals the address replaces it, as written in the profile.
        let label = contact.label.as_ref();
        let same = label.filter(|label| short_address(label) == short_address(&contact.text));
        let address = same.unwrap_or(&contact.text);
        let isolated = |runs: Runs| self.isolated(contact.kind, runs);
        // In a line as wide as the page, a short address needs no break opportunities: some parsers
        // read a space there.
        let whole = if address.len() <= UNBROKEN_CONTACT {
            Runs::text(address)
        } else {
            ready_text(address)
        };
        let full_address = isolated(whole).linked(url);
        let loose_address = isolated(ready_text(address)).linked(url);
        let label = label.filter(|_| same.is_none());
        let short_address = isolated(ready_text(short_address(address))).linked(url);
        let with_label = |label: &str, address: Runs| {
            let mut runs = kept_in_place(label, ready_text(label), self.resume.direction);
            runs.push_text(self.resume.separators.after_label(label));
            runs.append(address);
            runs
        };
        let (content, length) = match label {
            None => (loose_address, address.len()),
            // On paper, a label says nothing of its address.
            Some(label) if !self.is_shown(&contact.text) => (
                with_label(label, short_address),
                label.len() + address.len(),
            ),
            Some(label) => (ready_text(label).linked(url), label.len()),
        };
        let (full, full_length) = match label {
            None => (full_address, address.len()),
            Some(label) => (with_label(label, full_address), label.len() + address.len()),
        };
        let differs = full != content;
        ReadyContact {
            kind: contact.kind,
            network: contact.network.clone(),
            caption: contact.caption.clone(),
            content,
            value: None,
            short: length <= UNBROKEN_CONTACT,
            width: None,
            full: differs.then_some(FullContact {
                content: full,
                short: full_length <= UNBROKEN_CONTACT,
                width: None,
            }),
        }
    }

    /// Keeps the direction of an address or a number on a page from right to left.
    fn isolated(&self, kind: ContactKind, runs: Runs) -> Runs {
        if self.resume.direction == Direction::Rtl && !kind.is_text() {
            Runs(vec![Run::Ltr { content: runs }])
        } else {
            runs
        }
    }

    /// Returns whether another contact shows an address.
    fn is_shown(&self, address: &str) -> bool {
        let contacts = &self.resume.person.contacts;
        contacts.iter().any(|contact| {
            contact.label.is_none() && short_address(&contact.text) == short_address(address)
        })
    }

    /// Prepares a contact that follows its caption, such as a nationality.
    fn captioned(&self, contact: &Contact, caption: &str) -> ReadyContact {
        let value = self
            .isolated(contact.kind, ready_text(&contact.text))
            .linked(contact.url.as_deref());
        let mut content = kept_in_place(caption, ready_text(caption), self.resume.direction);
        content.push_text(self.resume.separators.after_label(caption));
        content.append(value.clone());
        ReadyContact {
            kind: contact.kind,
            network: None,
            caption: caption.to_owned(),
            content,
            value: Some(value),
            short: caption.len() + contact.text.len() <= UNBROKEN_CONTACT,
            width: None,
            full: None,
        }
    }
}

/// Returns an address as a link in brackets.
pub fn bracketed_address(url: &str) -> Runs {
    let mut runs = Runs::text("[");
    runs.append(ready_text(short_address(url)).linked(Some(url)));
    runs.push_text("]");
    runs
}

fn bracketed(link: &ResumeLink) -> Runs {
    let mut runs = Runs::text("[");
    runs.append(ready(&link.label, Surrounding::Plain).linked(link.url.as_deref()));
    runs.push_text("]");
    if link.label.weight() <= UNBROKEN {
        runs.boxed()
    } else {
        runs
    }
}

/// Returns a digital object identifier with its link.
pub fn linked_doi(doi: &Doi) -> Runs {
    ready_text(&doi.text).linked(Some(&doi.url))
}
