//! Which link targets a CV may have.

/// What is wrong with a link target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkFault {
    /// It has a scheme that is none of `http`, `https`, `mailto` and `tel`.
    Scheme(String),
    /// It has no scheme.
    NoScheme,
    /// It has white space or a control character in it, and where.
    Character(usize, char),
    /// There is nothing, or nothing follows the scheme.
    Empty,
}

const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// What is wrong with a link target, if anything.
///
/// The characters of a scheme are those of RFC 3986, section 3.1.
pub fn link_fault(url: &str) -> Option<LinkFault> {
    if let Some((at, character)) = url
        .char_indices()
        .find(|(_, c)| c.is_whitespace() || c.is_control())
    {
        return Some(LinkFault::Character(at, character));
    }
    if url.is_empty() {
        return Some(LinkFault::Empty);
    }
    let scheme = url
        .split_once(':')
        .map(|(scheme, _)| scheme)
        .filter(|scheme| {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        });
    // `example.org:8080` begins like a scheme; nobody's scheme has a full stop and a number after
    // it.
    let Some(scheme) = scheme.filter(|scheme| !scheme.contains('.')) else {
        return Some(LinkFault::NoScheme);
    };
    let name = scheme.to_ascii_lowercase();
    if !SCHEMES.contains(&name.as_str()) {
        return Some(LinkFault::Scheme(name));
    }
    let rest = url[scheme.len() + 1..].trim_start_matches('/');
    rest.is_empty().then_some(LinkFault::Empty)
}

impl LinkFault {
    /// The fault as a message about `url`.
    pub fn message(&self, url: &str) -> String {
        match self {
            Self::Scheme(scheme) => format!("a link cannot have the scheme `{scheme}`"),
            Self::NoScheme => format!("`{url}` is not a whole address"),
            Self::Character(_, ' ') => "a link cannot have a space in it".to_owned(),
            Self::Character(_, character) => {
                format!(
                    "a link cannot have the character U+{:04X} in it",
                    u32::from(*character)
                )
            }
            Self::Empty if url.is_empty() => "the address is empty".to_owned(),
            Self::Empty => format!("`{url}` leads nowhere"),
        }
    }

    /// The remedy for `url`.
    pub fn hint(&self, url: &str) -> String {
        match self {
            Self::NoScheme if url.contains('@') && !url.contains('/') => {
                format!("did you mean `mailto:{url}`?")
            }
            Self::NoScheme if url.contains('.') => format!("did you mean `https://{url}`?"),
            Self::Character(_, ' ') => "write it as `%20`".to_owned(),
            Self::Character(..) => "leave it out".to_owned(),
            Self::Empty if url.is_empty() => "write `https://…`, or leave the key out".to_owned(),
            _ => "expected `https://…`, `http://…`, `mailto:…` or `tel:…`".to_owned(),
        }
    }
}

/// An address as people read it: without its scheme, and without a slash at its end.
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
    fn four_schemes_are_links() {
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
    fn all_else_is_refused() {
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
            Some(LinkFault::Character(9, ' '))
        );
        assert_eq!(link_fault("https://"), Some(LinkFault::Empty));
        assert_eq!(
            link_fault(" javascript:x"),
            Some(LinkFault::Character(0, ' '))
        );
    }

    #[test]
    fn an_address_is_printed_bare() {
        assert_eq!(bare("https://example.org/a/"), "example.org/a");
        assert_eq!(bare("mailto:a@example.org"), "a@example.org");
    }
}
