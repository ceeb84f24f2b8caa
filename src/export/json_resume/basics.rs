//! The person and the signature.

use crate::content::PlainTexts;
use crate::export::json_resume::address::absolute;
use crate::export::json_resume::dates::iso;
use crate::export::json_resume::entry::{facts, prose, text};
use crate::export::json_resume::tree::{Json, Object};
use crate::profile::{
    DateText, Emails, LabeledText, Person, PersonLink, Phones, Residence, Signature, is_email,
    network_address,
};

/// Returns the person. `title` is the title of the document.
pub fn basics(person: &Person, title: Option<String>, texts: &PlainTexts) -> Object {
    let Person {
        name: _,
        native_name,
        family_name: _,
        // Not rendered.
        other_names: _,
        furigana,
        headline,
        epigraph,
        email,
        phone,
        birth_date,
        birth_place,
        nationality,
        gender,
        marital_status,
        children,
        driving_license,
        details,
        postal_address,
        postal_address_furigana,
        location,
        residence,
        url,
        qr: _,
        links,
        status,
        photo,
        summary,
    } = person;
    let mut basics = Object::default();
    basics.set("name", texts.name(person));
    basics.set_optional("nativeName", native_name.as_deref());
    basics.set_optional("furigana", furigana.as_deref());
    basics.set_optional("title", title);
    basics.set_optional("label", text(headline.as_ref(), texts));
    basics.set_optional("epigraph", text(epigraph.as_ref(), texts));
    basics.set_optional("image", photo.as_deref());
    let emails = email.as_ref().map_or_else(Vec::new, Emails::list);
    let main = emails
        .first()
        .filter(|email| email.label.is_none() && is_email(email.text));
    basics.set_optional("email", main.map(|email| email.text));
    if emails.len() > 1 || main.is_none() {
        basics.set("emails", labeled(&emails, "address", texts));
    }
    let phones = phone.as_ref().map_or_else(Vec::new, Phones::list);
    let main = phones.first().filter(|phone| phone.label.is_none());
    basics.set_optional("phone", main.map(|phone| phone.text));
    if phones.len() > 1 || main.is_none() {
        basics.set("phones", labeled(&phones, "number", texts));
    }
    basics.set_optional("url", url.as_deref().map(absolute));
    basics.set_optional("summary", prose(summary.as_ref(), texts));
    let place = text(location.as_ref(), texts);
    let address = text(postal_address.as_ref(), texts);
    basics.set(
        "location",
        address_parts(residence.as_ref(), address, place),
    );
    basics.set_optional("addressFurigana", postal_address_furigana.as_deref());
    basics.set_optional("status", text(status.as_ref(), texts));
    basics.set_optional("birthDate", birth_date.as_ref().map(date));
    for (key, detail) in [
        ("birthPlace", birth_place),
        ("nationality", nationality),
        ("gender", gender),
        ("maritalStatus", marital_status),
        ("children", children),
        ("drivingLicense", driving_license),
    ] {
        basics.set_optional(key, text(detail.as_ref(), texts));
    }
    basics.set("facts", facts(&details.items, details.is_table, texts));
    for link in links {
        basics.push("profiles", profile(link, texts));
    }
    basics
}

/// Returns the location. An address or a place in one text is the street or the city, unless there
/// are parts.
fn address_parts(
    residence: Option<&Residence>,
    address: Option<String>,
    place: Option<String>,
) -> Object {
    let mut location = Object::default();
    if let Some(residence) = residence {
        let Residence {
            street,
            postal_code,
            city,
            region,
            country,
            country_code,
        } = residence;
        location.set_optional("address", street.as_deref());
        location.set_optional("postalCode", postal_code.as_deref());
        location.set_optional("city", city.as_deref());
        location.set_optional("countryCode", country_code.as_deref());
        location.set_optional("country", country.as_deref());
        location.set_optional("region", region.as_deref());
    }
    for (key, other, text) in [
        ("address", "postalAddress", address),
        ("city", "place", place),
    ] {
        let key = if location.has(key) { other } else { key };
        location.set_optional(key, text);
    }
    location
}

fn labeled(list: &[LabeledText], key: &str, texts: &PlainTexts) -> Vec<Json> {
    let mut items = Vec::with_capacity(list.len());
    for item in list {
        let mut object = Object::default();
        object.set_optional("label", text(item.label, texts));
        object.set(key, item.text);
        items.push(object.into());
    }
    items
}

/// Returns an account or a page. A page has its label in place of the network.
fn profile(link: &PersonLink, texts: &PlainTexts) -> Object {
    let PersonLink {
        network,
        username,
        label,
        url,
        qr: _,
    } = link;
    let mut profile = Object::default();
    let label = text(label.as_ref(), texts);
    match network {
        Some(network) => {
            profile.set("network", network.as_str());
            profile.set_optional("label", label);
        }
        None => set_page(&mut profile, label.unwrap_or_default()),
    }
    profile.set_optional("username", username.as_deref());
    let address = match (network, username) {
        (Some(network), Some(username)) => network_address(network, username),
        _ => None,
    };
    let known = address.map(|address| format!("https://{address}"));
    profile.set_optional("url", url.as_deref().map(absolute).or(known));
    profile
}

/// Sets the label of a page, which may name a network and a user: `Example Net: ada`.
fn set_page(profile: &mut Object, label: String) {
    match label.split_once(": ") {
        Some((network, username)) => {
            profile.set("network", network);
            profile.set("username", username);
        }
        None => profile.set("network", label),
    }
}

/// Returns a date of the calendar, or the words.
fn date(date: &DateText) -> String {
    iso(date).unwrap_or_else(|| date.0.trim().to_owned())
}

/// Returns the end of a signed CV.
pub fn signature(signature: &Signature, texts: &PlainTexts) -> Object {
    let Signature {
        place,
        date: written,
        image: _,
        name,
    } = signature;
    let mut signature = Object::default();
    signature.set_optional("place", text(place.as_ref(), texts));
    signature.set_optional("date", written.as_ref().map(date));
    signature.set_optional("name", name.as_deref());
    signature
}
