//! The addresses of links. Word refuses a whole document if the address of one link is malformed.

/// The most characters of an address that Word follows.
const LONGEST: usize = 2083;

/// Returns an address in the form of a URI, with escapes for what one may not contain; `None` if
/// Word would not follow it.
pub fn linkable(address: &str) -> Option<String> {
    let address = address.trim();
    let mut written = String::with_capacity(address.len());
    let authority = authority_end(address);
    for (at, c) in address.char_indices() {
        let is_kept = match c {
            '%' => is_escape(&address[at..]),
            // Brackets surround a host in digits, and have no other use.
            '[' | ']' => at < authority,
            _ => c.is_ascii_alphanumeric() || "-._~:/?#@!$&'()*+,;=".contains(c),
        };
        if is_kept {
            written.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                written.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    let is_followed = !written.is_empty() && written.len() <= LONGEST;
    is_followed.then_some(written)
}

/// Returns the end of the part of an address that names the host.
fn authority_end(address: &str) -> usize {
    let Some(start) = address.find("://") else {
        return 0;
    };
    let start = start + "://".len();
    let rest = &address[start..];
    start + rest.find(['/', '?', '#']).unwrap_or(rest.len())
}

fn is_escape(rest: &str) -> bool {
    let digits = rest.as_bytes().get(1..3);
    digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_uris() {
        for (address, expected) in [
            (
                "https://example.org/a?b=c&d#e",
                "https://example.org/a?b=c&d#e",
            ),
            ("https://example.org/a b", "https://example.org/a%20b"),
            ("https://example.org/%20%zz", "https://example.org/%20%25zz"),
            ("https://[::1]/[x]", "https://[::1]/%5Bx%5D"),
            (
                "https://example.org/é\"<>",
                "https://example.org/%C3%A9%22%3C%3E",
            ),
            ("mailto:a@example.org", "mailto:a@example.org"),
        ] {
            assert_eq!(linkable(address).as_deref(), Some(expected));
        }
        assert_eq!(linkable(" "), None);
        assert_eq!(linkable(&"a".repeat(3000)), None);
    }
}
