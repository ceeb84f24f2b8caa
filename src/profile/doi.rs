//! Digital object identifiers in any of their spellings: bare, with `doi:`, or as an address of the
//! resolver, today's or an older one.

use crate::profile::link::encoded;

/// The hosts of the resolver.
const RESOLVERS: [&str; 3] = ["doi.org/", "dx.doi.org/", "www.doi.org/"];

/// Returns a DOI without what its spelling adds; `None` if it is not one: `10.`, a registrant, a slash and
/// a name, without spaces.
pub fn bare(written: &str) -> Option<&str> {
    let written = written.trim();
    let address = without(written, &["https://", "http://"]);
    let doi = without(without(address, &RESOLVERS), &["doi:", "doi "]).trim();
    let (registrant, name) = doi.strip_prefix("10.")?.split_once('/')?;
    let is_registrant = !registrant.is_empty()
        && registrant
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_name = !name.is_empty() && !name.chars().any(|c| c.is_whitespace() || c.is_control());
    (is_registrant && is_name).then_some(doi)
}

/// Returns the address of a bare DOI, in which every character means itself.
pub fn address(bare: &str) -> String {
    let name = bare
        .replace('%', "%25")
        .replace('#', "%23")
        .replace('?', "%3F");
    format!("https://doi.org/{}", encoded(&name))
}

/// Returns a text without the first prefix that it has, in any case.
fn without<'t>(text: &'t str, prefixes: &[&str]) -> &'t str {
    let has = |prefix: &&&str| {
        text.get(..prefix.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    prefixes
        .iter()
        .find(has)
        .map_or(text, |prefix| &text[prefix.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_gives_the_same_doi() {
        for written in [
            "10.5555/a.1",
            " doi:10.5555/a.1",
            "DOI: 10.5555/a.1",
            "doi.org/10.5555/a.1",
            "http://dx.doi.org/10.5555/a.1",
            "HTTPS://WWW.DOI.ORG/10.5555/a.1",
        ] {
            assert_eq!(bare(written), Some("10.5555/a.1"), "{written}");
        }
        for wrong in [
            "",
            "10.5555",
            "10.5555/",
            "11.5/a",
            "https://example.org/10.5/a",
            "10.5/a b",
            "10.x/a",
        ] {
            assert_eq!(bare(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn addresses_have_no_signs_of_their_own() {
        assert_eq!(
            address("10.1002/(sici)1<2::aid-a>3.0.co;2-#ä"),
            "https://doi.org/10.1002/(sici)1%3C2::aid-a%3E3.0.co;2-%23%C3%A4"
        );
    }
}
