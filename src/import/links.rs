//! Accounts on networks, and other pages of the person or of an entry.

use toml_edit::{InlineTable, Value};

use crate::import::draft::DraftTable;
use crate::import::escape::escaped;
use crate::profile::{
    find_network, is_user, link_fault, network_address, network_of_address, network_user,
};

/// Adds an account to the links of a person. Of a network that a profile does not know, the link has
/// the name of the network and of the user. The name of a network can be kept as it is written.
pub fn add_account(
    person: &mut DraftTable,
    mut network: Option<String>,
    mut username: Option<String>,
    url: Option<String>,
    is_name_kept: bool,
) {
    // The user name may be an address, or be in that alone.
    let written = username.as_deref().filter(|user| user.contains('/'));
    let address = written.or(url.as_deref().filter(|_| username.is_none()));
    let found = address.and_then(account_of).filter(|(known, _)| {
        let name = network.as_deref();
        name.is_none_or(|name| find_network(name) == Some(*known))
    });
    if let Some((known, user)) = found {
        network = Some(known.to_owned());
        username = Some(user);
    }
    if let (Some(name), Some(user)) = (&network, &username)
        && let Some(address) = network_address(name, user)
    {
        let address = format!("https://{address}");
        if is_user(user) {
            let shown = if is_name_kept {
                Some(name.as_str())
            } else {
                find_network(name)
            };
            let url = url.filter(|url| *url != address);
            let url = ("url", url.as_deref());
            let members = [("network", shown), ("username", Some(user.as_str())), url];
            return person.add_inline("links", &members);
        }
        // A number and a name, as on Stack Overflow, are an address but not a user name.
        let label = format!("{}: {}", escaped(name), escaped(user));
        let url = Some(url.unwrap_or(address)).filter(|url| link_fault(url).is_none());
        return add_link(person, Some(&label), url.as_deref());
    }
    let label = match (&network, &username) {
        (Some(network), Some(user)) => Some(format!("{}: {}", escaped(network), escaped(user))),
        (Some(text), None) | (None, Some(text)) => Some(escaped(text)),
        (None, None) => url.as_deref().map(bare),
    };
    add_link(person, label.as_deref(), url.as_deref());
}

/// Returns the network and the user name in the address of an account.
pub fn account_of(address: &str) -> Option<(&'static str, String)> {
    let network = network_of_address(address)?;
    Some((network, network_user(network, address)?))
}

/// Adds a link with a label.
pub fn add_link(table: &mut DraftTable, label: Option<&str>, url: Option<&str>) {
    table.add_inline("links", &[("label", label), ("url", url)]);
}

/// Adds an address: the first is that of the person or of the entry, and the others are links.
pub fn add_page(table: &mut DraftTable, url: &str) {
    if table.has("url") {
        add_link(table, Some(&bare(url)), Some(url));
    } else {
        table.set("url", Some(url));
    }
}

/// Returns a phone number with its label, if it has one.
pub fn labeled(label: Option<String>, number: String) -> Value {
    match label {
        None => number.into(),
        Some(label) => InlineTable::from_iter([("label", label), ("number", number)]).into(),
    }
}

/// Returns an address as people write it.
pub fn bare(url: &str) -> String {
    let bare = url.split_once("://").map_or(url, |(_, rest)| rest);
    escaped(bare.trim_end_matches('/'))
}
