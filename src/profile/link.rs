//! Checks the targets of links.

/// The schemes that a link can have.
const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// What is wrong with the target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkFault {
    /// The scheme is not `http`, `https`, `mailto` or `tel`.
    Scheme(String),
    /// There is no scheme.
    NoScheme,
    /// There is white space or a control character.
    Character {
        /// The byte offset of the character.
        offset: usize,
        /// The character.
        character: char,
    },
    /// The target is empty, or nothing follows the scheme.
    Empty,
}

/// Returns what is wrong with the target of a link.
pub fn link_fault(url: &str) -> Option<LinkFault> {
    let invalid = url
        .char_indices()
        .find(|(_, c)| c.is_whitespace() || c.is_control());
    if let Some((offset, character)) = invalid {
        return Some(LinkFault::Character { offset, character });
    }
    if url.is_empty() {
        return Some(LinkFault::Empty);
    }
    let Some((scheme, rest)) = url.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) else {
        return Some(LinkFault::NoScheme);
    };
    let scheme = scheme.to_ascii_lowercase();
    if !SCHEMES.contains(&scheme.as_str()) {
        return Some(LinkFault::Scheme(scheme));
    }
    let is_empty = rest.trim_start_matches('/').is_empty();
    is_empty.then_some(LinkFault::Empty)
}

/// Returns whether a text has the form of a scheme (RFC 3986, section 3.1).
///
/// A full stop is valid in a scheme, but no scheme in use has one, while `example.org:8080` is a
/// frequent mistake.
fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-'))
}

impl LinkFault {
    /// Returns the message about `url`.
    pub fn message(&self, url: &str) -> String {
        match self {
            Self::Scheme(scheme) => format!("a link cannot have the scheme `{scheme}`"),
            Self::NoScheme => format!("`{url}` is not a complete URL"),
            Self::Character { character: ' ', .. } => "a URL cannot contain a space".to_owned(),
            Self::Character { character, .. } => {
                let code = u32::from(*character);
                format!("a URL cannot contain the character U+{code:04X}")
            }
            Self::Empty if url.is_empty() => "the URL is empty".to_owned(),
            Self::Empty => format!("`{url}` has no address after the scheme"),
        }
    }

    /// Returns the remedy for `url`.
    pub fn hint(&self, url: &str) -> String {
        match self {
            Self::NoScheme if url.contains('@') && !url.contains('/') => {
                format!("did you mean `mailto:{url}`?")
            }
            Self::NoScheme if url.contains('.') => format!("did you mean `https://{url}`?"),
            Self::Character { character: ' ', .. } => "write it as `%20`".to_owned(),
            Self::Character { .. } => "remove it".to_owned(),
            Self::Empty if url.is_empty() => "write `https://…`, or remove the key".to_owned(),
            _ => "expected `https://…`, `http://…`, `mailto:…` or `tel:…`".to_owned(),
        }
    }
}

/// Returns a URL without its scheme and its final slash, as it is shown on a page.
pub fn bare(url: &str) -> &str {
    let address = ["https://", "http://", "mailto:", "tel:"]
        .iter()
        .find_map(|scheme| url.strip_prefix(scheme));
    address.unwrap_or(url).trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_four_schemes() {
        for url in [
            "https://a.example",
            "HTTP://a.example/b?c#d",
            "mailto:a@b.example",
            "tel:+15555550100",
        ] {
            assert_eq!(link_fault(url), None, "{url}");
        }
    }

    #[test]
    fn rejects_all_other_targets() {
        assert_eq!(
            link_fault("javascript:alert(1)"),
            Some(LinkFault::Scheme("javascript".to_owned()))
        );
        assert_eq!(
            link_fault("file:///etc/passwd"),
            Some(LinkFault::Scheme("file".to_owned()))
        );
        assert_eq!(link_fault("example.org/a"), Some(LinkFault::NoScheme));
        assert_eq!(link_fault("example.org:8080/a"), Some(LinkFault::NoScheme));
        assert_eq!(
            link_fault("https://a b"),
            Some(LinkFault::Character {
                offset: 9,
                character: ' '
            })
        );
        assert_eq!(link_fault("https://"), Some(LinkFault::Empty));
        assert_eq!(
            link_fault(" javascript:x"),
            Some(LinkFault::Character {
                offset: 0,
                character: ' '
            })
        );
    }

    #[test]
    fn bare_address_has_no_scheme() {
        assert_eq!(bare("https://example.org/a/"), "example.org/a");
        assert_eq!(bare("mailto:a@example.org"), "a@example.org");
    }
}
