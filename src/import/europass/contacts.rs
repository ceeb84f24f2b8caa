//! How to contact someone, in files of today: a list of channels.

use toml_edit::{Array, InlineTable};

use crate::import::draft::DraftTable;
use crate::import::europass::elements::{take_address, take_links};
use crate::import::fields::Fields;
use crate::import::links::{Account, add_account};

/// Takes the channels of the person.
pub fn take(person: &mut Fields, table: &mut DraftTable) {
    let mut emails = Vec::new();
    let mut phones = Array::new();
    let mut addresses = Vec::new();
    for mut channel in person.take_list("Communication") {
        if let Some(mut address) = channel.take_fields("Address") {
            addresses.extend(take_address(&mut address, table));
            address.finish(table);
        }
        match channel.text("ChannelCode") {
            Some("Email") => emails.extend(take_uri(&mut channel)),
            Some("Telephone") => {
                if let Some(number) = take_number(&mut channel) {
                    phones.push(labeled_number(&mut channel, number));
                }
            }
            Some("Web") => take_links(&mut channel, "URI", table),
            Some("Social Media" | "SocialMedia" | "InstantMessage") => {
                take_account(&mut channel, table);
            }
            _ => {}
        }
        if channel.get("URI").is_none() && channel.get("DialNumber").is_none() {
            // What the channel is has been told by its place in the profile.
            channel.take("ChannelCode");
        }
        channel.finish(table);
    }
    match emails.as_slice() {
        [email] => table.set("email", Some(email)),
        _ => table.set_list("email", emails),
    }
    if !phones.is_empty() {
        table.set_value("phone", phones);
    }
    table.set("postal-address", Some(addresses.join("; ")));
}

fn take_uri(channel: &mut Fields) -> Option<String> {
    channel.take_plain("URI")
}

/// Takes a number with the codes of country and area.
fn take_number(channel: &mut Fields) -> Option<String> {
    let country = channel.take_plain("CountryDialing");
    let country = country.map(|code| format!("+{}", code.trim_start_matches(['+', '0'])));
    let parts = country
        .into_iter()
        .chain(channel.take_plain("AreaDialing"))
        .chain(channel.take_plain("DialNumber"))
        .chain(channel.take_plain("URI"));
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn labeled_number(channel: &mut Fields, number: String) -> toml_edit::Value {
    let Some(label) = channel
        .take_line("OtherTitle")
        .or_else(|| channel.take_line("UseCode"))
    else {
        return number.into();
    };
    let mut table = InlineTable::new();
    table.insert("label", label.into());
    table.insert("number", number.into());
    table.into()
}

/// Takes an account, whose address is a URL or a number.
fn take_account(channel: &mut Fields, table: &mut DraftTable) {
    let other = channel.take_plain("OtherTitle");
    let network = match other {
        Some(other) => {
            if channel.text("UseCode") == Some("other") {
                channel.take("UseCode");
            }
            Some(other)
        }
        None => channel.take_plain("UseCode"),
    };
    let url = channel.take_url("URI");
    let account = Account {
        network,
        username: channel.take_plain("URI"),
        url,
    };
    add_account(table, account);
}
