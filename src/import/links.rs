//! Accounts on networks, and other pages of the person.

use crate::import::draft::DraftTable;
use crate::import::escape::escaped;
use crate::profile::{
    find_network, is_user, link_fault, network_address, network_of_address, network_user,
};

/// An account as other formats have it.
#[derive(Debug, Default)]
pub struct Account {
    /// The name of the network, as written.
    pub network: Option<String>,
    /// The name of the user.
    pub username: Option<String>,
    /// The address of the account.
    pub url: Option<String>,
}

/// Adds an account to the links of a person. Of a network that a profile does not know, the link has
/// the name of the network and of the user.
pub fn add_account(person: &mut DraftTable, account: Account) {
    let Account {
        network,
        username,
        url,
    } = account;
    if let (Some(name), Some(user)) = (&network, &username)
        && let Some(address) = network_address(name, user)
    {
        let address = format!("https://{address}");
        if is_user(user) {
            let members = [
                ("network", find_network(name)),
                ("username", Some(user.as_str())),
                ("url", url.as_deref().filter(|url| *url != address)),
            ];
            return person.add_inline("links", &members);
        }
        // A number and a name, as on Stack Overflow, are an address but not a user name.
        let label = format!("{}: {}", escaped(name), escaped(user));
        let url = Some(url.unwrap_or(address)).filter(|url| link_fault(url).is_none());
        let members = [("label", Some(label.as_str())), ("url", url.as_deref())];
        return person.add_inline("links", &members);
    }
    if let (None, Some(url)) = (&username, &url)
        && let Some(known) = network_of_address(url)
        && network
            .as_deref()
            .is_none_or(|name| find_network(name) == Some(known))
        && let Some(user) = network_user(known, url)
    {
        let members = [
            ("network", Some(known)),
            ("username", Some(user.as_str())),
            ("url", Some(url.as_str())),
        ];
        return person.add_inline("links", &members);
    }
    let label = match (&network, &username) {
        (Some(network), Some(user)) => Some(format!("{}: {}", escaped(network), escaped(user))),
        (Some(text), None) | (None, Some(text)) => Some(escaped(text)),
        (None, None) => url.as_deref().map(bare),
    };
    person.add_inline(
        "links",
        &[("label", label.as_deref()), ("url", url.as_deref())],
    );
}

/// Returns an address as people write it.
pub fn bare(url: &str) -> String {
    let bare = url.split_once("://").map_or(url, |(_, rest)| rest);
    escaped(bare.trim_end_matches('/'))
}
