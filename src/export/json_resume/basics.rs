//! The person and the signature.

use crate::content::PlainTexts;
use crate::export::json_resume::address::absolute;
use crate::export::json_resume::dates::iso;
use crate::export::json_resume::entry::{facts, prose, text};
use crate::export::json_resume::tree::{Object, object};
use crate::profile::{
    DateText, Emails, LabeledText, Person, PersonLink, Phones, Residence, Signature, Text,
    is_email, network_address,
};

/// Returns the person. `title` is the title of the document.
pub fn basics(person: &Person, title: Option<String>, texts: &PlainTexts) -> Object {
    let line = |text: &Option<Text>| self::text(text.as_ref(), texts);
    object!(basics of Person { name, family_name, other_names, qr } = person;
        => basics.set("name", texts.name(person));
        native_name => basics.set("nativeName", native_name);
        furigana => basics.set("furigana", furigana);
        => basics.set("title", title);
        headline => basics.set("label", line(headline));
        epigraph => basics.set("epigraph", line(epigraph));
        photo => basics.set("image", photo);
        email => {
            let emails = email.as_ref().map_or_else(Vec::new, Emails::list);
            set_all(&mut basics, ["email", "emails", "address"], &emails, is_email, texts);
        };
        phone => {
            let phones = phone.as_ref().map_or_else(Vec::new, Phones::list);
            set_all(&mut basics, ["phone", "phones", "number"], &phones, |_| true, texts);
        };
        url => basics.set("url", url.as_deref().map(absolute));
        summary => basics.set("summary", prose(summary.as_ref(), texts));
        residence, postal_address, location => {
            let [address, place] = [postal_address, location].map(line);
            basics.set("location", address_parts(residence.as_ref(), address, place));
        };
        postal_address_furigana => basics.set("addressFurigana", postal_address_furigana);
        status => basics.set("status", line(status));
        birth_date => basics.set("birthDate", birth_date.as_ref().map(date));
        birth_place => basics.set("birthPlace", line(birth_place));
        nationality => basics.set("nationality", line(nationality));
        gender => basics.set("gender", line(gender));
        marital_status => basics.set("maritalStatus", line(marital_status));
        children => basics.set("children", line(children));
        driving_license => basics.set("drivingLicense", line(driving_license));
        details => basics.set("facts", facts(&details.items, details.is_table, texts));
        links => for link in links { basics.push("profiles", profile(link, texts)); };
    )
}

/// Sets the first text of a list, unless it has a label or is none of its kind, and the list if it
/// says more. The keys are those of the text, the list, and the texts in it.
fn set_all(
    object: &mut Object,
    [one, all, each]: [&str; 3],
    list: &[LabeledText],
    is_plain: impl Fn(&str) -> bool,
    texts: &PlainTexts,
) {
    let main = list
        .first()
        .filter(|first| first.label.is_none() && is_plain(first.text));
    object.set(one, main.map(|main| main.text));
    if list.len() > 1 || main.is_none() {
        let list = list.iter().map(|item| {
            object!(written of LabeledText {} = item;
                label => written.set("label", self::text(*label, texts));
                text => written.set(each, *text);
            )
        });
        object.set(all, list.collect::<Vec<_>>());
    }
}

/// Returns the location. An address or a place in one text is the street or the city, unless there
/// are parts.
fn address_parts(
    residence: Option<&Residence>,
    address: Option<String>,
    place: Option<String>,
) -> Object {
    let mut location = residence.map(parts).unwrap_or_default();
    for (key, other, text) in [
        ("address", "postalAddress", address),
        ("city", "place", place),
    ] {
        let key = if location.has(key) { other } else { key };
        location.set(key, text);
    }
    location
}

fn parts(residence: &Residence) -> Object {
    object!(location of Residence {} = residence;
        street => location.set("address", street);
        postal_code => location.set("postalCode", postal_code);
        city => location.set("city", city);
        country_code => location.set("countryCode", country_code);
        country => location.set("country", country);
        region => location.set("region", region);
    )
}

/// Returns an account or a page. A page has its label in place of the network, which may name a
/// network and a user: `Example Net: ada`.
fn profile(link: &PersonLink, texts: &PlainTexts) -> Object {
    object!(profile of PersonLink { qr } = link;
        network, label => match (network, text(label.as_ref(), texts)) {
            (Some(network), label) => {
                profile.set("network", network.as_str());
                profile.set("label", label);
            }
            (None, Some(label)) => {
                let parts = label.split_once(": ");
                profile.set("network", parts.map_or(label.as_str(), |(network, _)| network));
                profile.set("username", parts.map(|(_, username)| username));
            }
            (None, None) => {}
        };
        username => profile.set("username", username);
        url => {
            let address = network.as_ref().zip(username.as_ref());
            let address = address.and_then(|(network, name)| network_address(network, name));
            let known = address.map(|address| format!("https://{address}"));
            profile.set("url", url.as_deref().map(absolute).or(known));
        };
    )
}

/// Returns a date of the calendar, or the words.
fn date(date: &DateText) -> String {
    iso(date).unwrap_or_else(|| date.0.trim().to_owned())
}

/// Returns the end of a signed CV.
pub fn signature(signature: &Signature, texts: &PlainTexts) -> Object {
    object!(written of Signature { image } = signature;
        place => written.set("place", text(place.as_ref(), texts));
        date => written.set("date", date.as_ref().map(self::date));
        name => written.set("name", name);
    )
}
