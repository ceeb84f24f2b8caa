//! The networks that a link of a person can name, and the address of a user there.

/// A network: its name in a profile, and an address with `{}` for the user's name, without
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

/// The names of all networks.
pub fn names() -> impl Iterator<Item = &'static str> {
    NETWORKS.iter().map(|(name, _)| *name)
}

/// The network that is meant, whatever its capitals and hyphens: `GitHub`, `google scholar`.
pub fn find(written: &str) -> Option<&'static str> {
    let letters = |word: &str| {
        word.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    names().find(|name| letters(name) == letters(written))
}

/// The address of a user on a network, without `https://`.
///
/// `None` where the network is unknown, or where it is a federated one and the name does not say
/// its server (`user@server.example`).
pub fn address(network: &str, username: &str) -> Option<String> {
    let name = find(network)?;
    let username = username.trim();
    if name == "mastodon" {
        let (user, server) = username.trim_start_matches('@').split_once('@')?;
        return Some(format!("{server}/@{user}"));
    }
    let (_, address) = NETWORKS.iter().find(|(known, _)| *known == name)?;
    Some(address.replace("{}", username.trim_start_matches('@')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_has_an_address() {
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
