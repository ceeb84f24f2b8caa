//! The person of JSON Resume.

use crate::import::draft::DraftTable;
use crate::import::escape::escaped;
use crate::import::fields::Fields;
use crate::profile::{ProfileFiles, is_user, network_address, network_of_address, network_user};

/// Writes the person. A picture must be a file in `folder`.
pub fn person(basics: &mut Fields, person: &mut DraftTable, files: &ProfileFiles) {
    person.set("name", basics.take_plain("name"));
    person.set("headline", basics.take_line("label"));
    person.set("email", basics.take_plain("email"));
    person.set("phone", basics.take_phone("phone"));
    person.set("birth-date", basics.take_date("birthDate"));
    for (key, field) in [
        ("birthPlace", "birth-place"),
        ("nationality", "nationality"),
        ("gender", "gender"),
        ("maritalStatus", "marital-status"),
        ("children", "children"),
        ("drivingLicense", "driving-license"),
    ] {
        person.set(field, basics.take_line(key));
    }
    residence(basics, person);
    for key in ["url", "website"] {
        if !person.has("url") {
            person.set("url", basics.take_url(key));
        }
    }
    for mut profile in basics.take_list("profiles") {
        account(&mut profile, person);
        profile.finish(person);
    }
    for key in ["image", "picture"] {
        let is_file = |path: &str| files.find(path).is_ok();
        if !person.has("photo") && basics.text(key).is_some_and(is_file) {
            person.set("photo", basics.take_raw(key));
        }
    }
    person.set("summary", basics.take_prose("summary"));
}

fn residence(basics: &mut Fields, person: &mut DraftTable) {
    let Some(mut location) = basics.take_fields("location") else {
        person.set("location", basics.take_line("location"));
        return;
    };
    let parts = [
        ("street", location.take_raw("address")),
        ("postal-code", location.take_plain("postalCode")),
        ("city", location.take_plain("city")),
        ("region", location.take_plain("region")),
        ("country-code", location.take_plain("countryCode")),
    ];
    let parts = parts.each_ref().map(|(key, text)| (*key, text.as_deref()));
    person.set_table("residence", &parts);
    location.finish(person);
}

/// Returns the network and the user name in the address of an account.
fn account_of(address: &str) -> Option<(&'static str, String)> {
    let network = network_of_address(address)?;
    Some((network, network_user(network, address)?))
}

/// Writes an account. On a network that a profile does not know, it is a page with a label.
fn account(profile: &mut Fields, person: &mut DraftTable) {
    let url = profile.take_url("url");
    let network = profile.take_plain("network");
    let username = profile.take_plain("username");
    // The user name may be an address, or be in that alone.
    let address = username.as_deref().filter(|name| name.contains('/'));
    let found = [address, url.as_deref()]
        .into_iter()
        .flatten()
        .find_map(account_of);
    let (network, username) = match found {
        Some((known, user)) if username.is_none() || address.is_some() => {
            (Some(known.to_owned()), Some(user))
        }
        _ => (network, username),
    };
    if let (Some(network), Some(username)) = (&network, &username)
        && is_user(username)
        && let Some(address) = network_address(network, username)
    {
        let address = format!("https://{address}");
        let members = [
            ("network", Some(network.as_str())),
            ("username", Some(username.as_str())),
            ("url", url.as_deref().filter(|url| *url != address)),
        ];
        person.add_inline("links", &members);
        return;
    }
    let label = match (network, username) {
        (Some(network), Some(username)) => Some(format!("{network}: {username}")),
        (network, username) => network.or(username),
    };
    let label = label.map(|label| escaped(&label));
    let members = [("label", label.as_deref()), ("url", url.as_deref())];
    person.add_inline("links", &members);
}
