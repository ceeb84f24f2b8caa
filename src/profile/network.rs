//! The networks that a link of a person can name, and the addresses of their users.

use crate::profile::link::bare;
use crate::profile::spelling::letters;

/// The name of each network in a profile, and an address with `{}` for the user name, without
/// `https://`.
const NETWORKS: &[(&str, &str)] = &[
    ("arxiv", "arxiv.org/a/{}"),
    ("bitbucket", "bitbucket.org/{}"),
    ("bluesky", "bsky.app/profile/{}"),
    ("codeberg", "codeberg.org/{}"),
    ("dblp", "dblp.org/pid/{}"),
    ("facebook", "facebook.com/{}"),
    ("gitee", "gitee.com/{}"),
    ("github", "github.com/{}"),
    ("gitlab", "gitlab.com/{}"),
    ("google-scholar", "scholar.google.com/citations?user={}"),
    ("hugging-face", "huggingface.co/{}"),
    ("instagram", "instagram.com/{}"),
    ("kaggle", "kaggle.com/{}"),
    ("leetcode", "leetcode.com/u/{}"),
    ("linkedin", "linkedin.com/in/{}"),
    ("mastodon", ""),
    ("medium", "medium.com/@{}"),
    ("orcid", "orcid.org/{}"),
    ("researchgate", "researchgate.net/profile/{}"),
    ("semantic-scholar", "semanticscholar.org/author/{}"),
    ("stack-overflow", "stackoverflow.com/users/{}"),
    ("telegram", "t.me/{}"),
    ("twitter", "twitter.com/{}"),
    ("weibo", "weibo.com/{}"),
    ("x", "x.com/{}"),
    ("xing", "xing.com/profile/{}"),
    ("youtube", "youtube.com/@{}"),
    ("zhihu", "zhihu.com/people/{}"),
];

/// Networks whose users are also at the address of another name.
const RENAMED: [(&str, &str); 2] = [("x", "twitter.com/{}"), ("twitter", "x.com/{}")];

/// The network whose user names contain the server.
const FEDERATED: &str = "mastodon";

/// Returns the names of all networks.
pub fn names() -> impl Iterator<Item = &'static str> {
    NETWORKS.iter().map(|(name, _)| *name)
}

/// Returns the name of a network that is written in any capitalization and punctuation: `GitHub`,
/// `google scholar`.
pub fn find(written: &str) -> Option<&'static str> {
    names().find(|name| letters(name) == letters(written))
}

/// Returns the address of a user on a network, without `https://`.
///
/// `None` if the network is unknown, or if it is federated and the user name lacks the server
/// (`user@server.example`).
pub fn address(network: &str, username: &str) -> Option<String> {
    let name = find(network)?;
    let username = username.trim().trim_start_matches('@');
    if name == FEDERATED {
        let (user, server) = username.split_once('@')?;
        return Some(format!("{server}/@{user}"));
    }
    let (_, address) = NETWORKS.iter().find(|(known, _)| *known == name)?;
    Some(address.replace("{}", username))
}

/// Returns the user name in an address of a network, as it is pasted from a browser.
pub fn user_in(network: &str, address: &str) -> Option<String> {
    let name = find(network)?;
    if name == FEDERATED {
        return federated_user(address);
    }
    let (_, pattern) = NETWORKS.iter().find(|(known, _)| *known == name)?;
    let user = user_at(pattern, address);
    user.or_else(|| {
        let (_, same) = RENAMED.iter().find(|(known, _)| *known == name)?;
        user_at(same, address)
    })
}

/// Returns the user name with the server in an address such as `https://social.example/@ann`.
fn federated_user(address: &str) -> Option<String> {
    let (server, user) = bare(address.trim()).split_once("/@")?;
    let user = user.split(['/', '?', '#']).next().unwrap_or_default();
    // A user of another server has it in the name.
    let full = if user.contains('@') {
        user.to_owned()
    } else {
        format!("{user}@{server}")
    };
    (server.contains('.') && !user.is_empty() && is_user(&full)).then_some(full)
}

fn user_at(pattern: &str, address: &str) -> Option<String> {
    let prefix = pattern.strip_suffix("{}")?;
    let address = bare(address.trim()).trim_start_matches("www.");
    // Countries have subdomains of their own: `de.linkedin.com`.
    let (domain, _) = prefix.split_once('/')?;
    let start = address.find(domain)?;
    // The end of another domain is none of the network: `netflix.com`.
    if !matches!(address[..start].chars().last(), None | Some('.')) {
        return None;
    }
    let user = address[start..].strip_prefix(prefix)?;
    let user = user.split(['/', '?', '#', '&']).next().unwrap_or_default();
    is_user(user).then(|| user.to_owned())
}

/// Returns whether a text can be a user name in an address.
pub fn is_user(text: &str) -> bool {
    !matches!(text, "" | "." | "..")
        && !text.contains(|c: char| {
            c.is_whitespace() || c.is_control() || matches!(c, '/' | '\\' | '?' | '#' | '&' | '%')
        })
}

/// Returns whether user names of a network have no server, so that an email address is none.
pub fn is_of_one_server(network: &str) -> bool {
    find(network).is_some_and(|name| name != FEDERATED)
}

/// Returns the network that an address is on, by its host.
pub fn of_address(url: &str) -> Option<&'static str> {
    let host = host(bare(url)).to_lowercase();
    NETWORKS
        .iter()
        .find(|(_, address)| is_on(&host, self::host(address)))
        .map(|(name, _)| *name)
}

/// Returns whether a host is one of a network.
fn is_on(host: &str, network: &str) -> bool {
    !network.is_empty() && (host == network || host.ends_with(&format!(".{network}")))
}

fn host(address: &str) -> &str {
    address.split(['/', '?', '#']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_users() {
        for address in [
            "https://www.linkedin.com/in/ann-lee/",
            "linkedin.com/in/ann-lee?trk=profile",
            "http://de.linkedin.com/in/ann-lee",
        ] {
            assert_eq!(
                user_in("LinkedIn", address).as_deref(),
                Some("ann-lee"),
                "{address}"
            );
        }
        let scholar = "https://scholar.google.com/citations?user=a1&hl=en";
        assert_eq!(user_in("google-scholar", scholar).as_deref(), Some("a1"));
        for (network, address, user) in [
            ("x", "https://twitter.com/ann", "ann"),
            ("twitter", "https://x.com/ann", "ann"),
            (
                "mastodon",
                "https://mastodon.social/@ann",
                "ann@mastodon.social",
            ),
            ("mastodon", "a.example/@ann@b.example", "ann@b.example"),
        ] {
            assert_eq!(
                user_in(network, address).as_deref(),
                Some(user),
                "{address}"
            );
        }
        assert_eq!(user_in("mastodon", "https://mastodon.social/about"), None);
        assert_eq!(user_in("x", "https://netflix.com/ann"), None);
        assert_eq!(user_in("github", "https://gitlab.com/ann"), None);
        assert_eq!(user_in("github", "https://github.com/"), None);
    }

    #[test]
    fn users_are_one_word() {
        assert!(is_user("ann.lee-2"));
        for text in ["", "..", "../x", "Ann Lee", "a?b", "https://a.example"] {
            assert!(!is_user(text), "{text}");
        }
    }

    #[test]
    fn users_have_addresses() {
        assert_eq!(
            address("GitHub", "mira").as_deref(),
            Some("github.com/mira")
        );
        assert_eq!(
            address("google scholar", "a1").as_deref(),
            Some("scholar.google.com/citations?user=a1")
        );
        assert_eq!(
            address("mastodon", "@mira@social.example").as_deref(),
            Some("social.example/@mira")
        );
        for (url, network) in [
            ("https://www.linkedin.com/in/mira", Some("linkedin")),
            ("https://de.linkedin.com/in/mira", Some("linkedin")),
            (
                "https://scholar.google.com/citations?user=a",
                Some("google-scholar"),
            ),
            ("https://notx.com/mira", None),
            ("https://example.org/github.com", None),
        ] {
            assert_eq!(of_address(url), network, "{url}");
        }
        assert_eq!(address("mastodon", "mira"), None);
        assert_eq!(address("myspace", "mira"), None);
    }
}
