//! Checks the targets of links.

use std::borrow::Cow;

/// The schemes that a link can have.
const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// The fields that a link gives a message. Others add recipients that its reader may not see.
const MESSAGE_FIELDS: [&str; 2] = ["subject", "body"];

/// Hosts where projects, which may have the name of a domain, are in the path.
const HOSTS_OF_PROJECTS: [&str; 4] = ["bitbucket.org", "codeberg.org", "github.com", "gitlab.com"];

/// The most bytes of a URL as a PDF contains it; Typst accepts no more.
const LONGEST: usize = 8000;

/// Endings of domains that a text is taken for an address with. Those that files often have, such as
/// `.rs`, `.pl` and `.md`, are missing.
const ENDINGS: [&str; 42] = [
    "academy", "at", "au", "be", "biz", "br", "ca", "ch", "cn", "com", "de", "dev", "dk", "edu",
    "es", "eu", "example", "fi", "fr", "gov", "info", "int", "io", "it", "jp", "kr", "me", "mil",
    "mx", "net", "nl", "no", "nz", "org", "pt", "ru", "se", "test", "tw", "ua", "uk", "us",
];

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
    /// Two slashes and a host do not follow the scheme, as in `https:example.org`: browsers lead there
    /// all the same.
    NoHost,
    /// A message has several recipients, or other fields than a subject and a text.
    Recipients,
    /// There are more bytes than a PDF can contain.
    TooLong,
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
    if rest.trim_start_matches('/').is_empty() {
        return Some(LinkFault::Empty);
    }
    if scheme.starts_with("http") && !has_host(rest) {
        return Some(LinkFault::NoHost);
    }
    if scheme == "mailto" && !has_one_recipient(rest) {
        return Some(LinkFault::Recipients);
    }
    (encoded(url).len() > LONGEST).then_some(LinkFault::TooLong)
}

fn has_host(after_scheme: &str) -> bool {
    let authority = after_scheme.strip_prefix("//");
    authority.is_some_and(|rest| !rest.starts_with(['/', '\\', '?', '#']))
}

fn has_one_recipient(after_scheme: &str) -> bool {
    let (address, fields) = after_scheme.split_once('?').unwrap_or((after_scheme, ""));
    let address = address.to_ascii_lowercase();
    let is_one = !address.contains([',', ';'])
        && !["%2c", "%3b", "%0a", "%0d"]
            .iter()
            .any(|code| address.contains(code));
    let mut names = fields.split(['&', ';']).map(|field| {
        let name = field.split('=').next().unwrap_or_default();
        name.strip_prefix("amp;")
            .unwrap_or(name)
            .to_ascii_lowercase()
    });
    is_one && names.all(|name| name.is_empty() || MESSAGE_FIELDS.contains(&name.as_str()))
}

/// Returns a URL as a PDF contains it: with percent signs and hexadecimal digits in place of the
/// bytes that a URI does not have (RFC 3986, section 2).
pub fn encoded(url: &str) -> Cow<'_, str> {
    if url.bytes().all(is_of_uri) {
        return Cow::Borrowed(url);
    }
    let mut encoded = String::with_capacity(url.len() + 16);
    for byte in url.bytes() {
        if is_of_uri(byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    Cow::Owned(encoded)
}

fn is_of_uri(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(
            byte,
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}'
        )
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
            Self::NoHost => format!("`{url}` has no `//` and host after the scheme"),
            Self::Recipients => format!("`{url}` is not a message to one recipient"),
            Self::TooLong => format!("the URL is longer than {LONGEST} bytes"),
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
            Self::NoHost => {
                let (scheme, rest) = url.split_once(':').unwrap_or((url, ""));
                let rest = rest.trim_start_matches(['/', '\\']);
                format!("did you mean `{scheme}://{rest}`?")
            }
            Self::Recipients => {
                "write `mailto:` and one address, with at most `?subject=…` and `&body=…`"
                    .to_owned()
            }
            Self::TooLong => "use a shorter address".to_owned(),
            _ => "expected `https://…`, `http://…`, `mailto:…` or `tel:…`".to_owned(),
        }
    }
}

/// Returns whether a text is an email address that a link can have. One with a question mark could
/// add recipients.
pub fn is_email(text: &str) -> bool {
    let Some((user, host)) = text.split_once('@') else {
        return false;
    };
    !user.is_empty()
        && host.contains('.')
        && user.chars().all(is_in_user)
        && host.chars().all(is_in_host)
}

fn is_in_host(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '-')
}

fn is_in_user(c: char) -> bool {
    c.is_alphanumeric() || "!#$'*+-./=^_`{|}~".contains(c)
}

/// Returns whether two addresses, as they are shown, lead to different places.
pub fn differs(shown: &str, target: &str) -> bool {
    let shown = shown.trim();
    let is_address = ["http://", "https://", "www."]
        .iter()
        .any(|start| shown.to_ascii_lowercase().starts_with(start));
    if is_email(shown) {
        let target = target.strip_prefix("mailto:");
        return target.is_some_and(|target| !target.eq_ignore_ascii_case(shown));
    }
    if is_address {
        return host(shown) != host(target);
    }
    is_domain(shown) && !is_on(&host(target), &host(shown)) && !is_project(shown, target)
}

/// Returns whether an address leads to a project of this name, such as `ada.github.io`.
fn is_project(name: &str, target: &str) -> bool {
    let path = bare(target).split(['/', '?', '#']);
    HOSTS_OF_PROJECTS.contains(&host(target).as_str()) && path.skip(1).any(|part| part == name)
}

/// Returns whether a text is the name of a host with a known ending, with or without a path:
/// `example.org/a`, but neither `main.rs` nor `ASP.NET`.
fn is_domain(text: &str) -> bool {
    let name = text.split(['/', '?', '#']).next().unwrap_or_default();
    let Some((before, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let is_name = !before.is_empty() && before.chars().all(is_in_host);
    let is_capital = ending.chars().all(char::is_uppercase);
    is_name && !is_capital && ENDINGS.contains(&ending.to_lowercase().as_str())
}

/// Returns whether a host is a domain or one within it.
fn is_on(host: &str, domain: &str) -> bool {
    let before = host.strip_suffix(domain);
    before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// Returns what an address shows in place of its host and where it leads, if it has a part before `@`:
/// `https://good.example@evil.example` leads to `evil.example`.
pub fn disguised(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    if !matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https") {
        return None;
    }
    let authority = rest.split(['/', '\\', '?', '#']).next()?;
    authority.rsplit_once('@')
}

/// Returns the host of an address, without `www.`.
fn host(address: &str) -> String {
    let lower = address.to_lowercase();
    let bare = bare(&lower);
    let authority = bare.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    host.trim_start_matches("www.")
        .trim_end_matches('…')
        .to_owned()
}

/// Returns a URL without its scheme and its final slash, as it is shown on a page.
pub fn bare(url: &str) -> &str {
    let address = ["https://", "http://", "mailto:", "tel:"]
        .iter()
        .find_map(|scheme| url.strip_prefix(scheme));
    address.unwrap_or(url).trim_end_matches('/')
}

/// Returns the same without `www.`.
pub fn short(url: &str) -> &str {
    let address = bare(url);
    address.strip_prefix("www.").unwrap_or(address)
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
            "mailto:a@b.example?subject=A%20question&body=Hello",
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
        for url in [
            "https:evil.example",
            "https:/evil.example",
            "http:\\\\evil.example",
            "HTTPS:///evil.example",
            "https://?a=b",
        ] {
            assert_eq!(link_fault(url), Some(LinkFault::NoHost), "{url}");
        }
        for url in [
            "mailto:a@b.example?bcc=c@d.example",
            "mailto:a@b.example?subject=x&CC=c@d.example",
            "mailto:a@b.example?subject=x&amp;to=c@d.example",
            "mailto:a@b.example,c@d.example",
            "mailto:a@b.example%2Cc@d.example",
        ] {
            assert_eq!(link_fault(url), Some(LinkFault::Recipients), "{url}");
        }
        assert_eq!(
            link_fault(" javascript:x"),
            Some(LinkFault::Character {
                offset: 0,
                character: ' '
            })
        );
    }

    #[test]
    fn urls_are_ascii_in_a_pdf() {
        let url = "https://a.example/中?b=\"c\"&d=%20[1]";
        let expected = "https://a.example/%E4%B8%AD?b=%22c%22&d=%20[1]";
        assert_eq!(encoded(url), expected);
        assert_eq!(encoded(expected), expected);
        let long = format!("https://a.example/{}", "中".repeat(1000));
        assert_eq!(link_fault(&long), Some(LinkFault::TooLong));
    }

    #[test]
    fn email_addresses_add_no_recipients() {
        for address in [
            "ada@example.org",
            "a.b+c@mail.example.org",
            "ada@b\u{fc}cher.example",
        ] {
            assert!(is_email(address), "{address}");
        }
        for address in [
            "a@b.cd?bcc=x@y.z",
            "a@b.cd,x@y.z",
            "a@b",
            "@b.cd",
            "a b@c.de",
            "a@b.cd/%0a",
            "a@@b.cd",
        ] {
            assert!(!is_email(address), "{address}");
        }
    }

    #[test]
    fn labels_that_are_other_addresses_differ() {
        for (shown, target) in [
            ("https://good.example", "https://evil.example"),
            ("www.good.example", "https://good.example.evil.example"),
            (
                "https://good.example/",
                "https://good.example@evil.example/",
            ),
            ("ada@good.example", "mailto:ada@evil.example"),
            ("good.example", "https://evil.example"),
            ("good.example/a", "https://good.example.evil.example/a"),
            ("good.example", "https://evil.example/good.example"),
            (
                "good.example",
                "https://github.com@evil.example/good.example",
            ),
        ] {
            assert!(differs(shown, target), "{shown}");
        }
        for (shown, target) in [
            ("https://good.example/a", "http://www.good.example/b"),
            ("my site", "https://evil.example"),
            ("ada@good.example", "mailto:Ada@good.example"),
            ("WWW.good.example", "https://good.example"),
            ("good.example/a", "https://www.good.example/b"),
            ("good.example", "https://blog.good.example"),
            ("ada.github.io", "https://github.com/ada/ada.github.io"),
            ("ASP.NET", "https://evil.example"),
            ("main.rs", "https://evil.example"),
            ("v1.2", "https://evil.example"),
        ] {
            assert!(!differs(shown, target), "{shown}");
        }
    }

    #[test]
    fn part_before_the_host_is_a_disguise() {
        let url = "https://good.example@evil.example/a";
        assert_eq!(disguised(url), Some(("good.example", "evil.example")));
        for url in [
            "https://social.example/@ada",
            "mailto:ada@a.example",
            "https://a.example?b=c@d",
        ] {
            assert_eq!(disguised(url), None, "{url}");
        }
    }

    #[test]
    fn bare_address_has_no_scheme() {
        assert_eq!(bare("https://example.org/a/"), "example.org/a");
        assert_eq!(bare("mailto:a@example.org"), "a@example.org");
    }
}
