//! The networks that a link of a person can name, and the addresses of their users.

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

fn letters(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(address("mastodon", "mira"), None);
        assert_eq!(address("myspace", "mira"), None);
    }
}
