//! The canonical order of the keys of each table of a profile.

const TOP: &str =
    "layout locale title date footer private allow person design section letter variant";
const PERSON: &str = "name native-name family-name other-names headline epigraph email phone location url links status photo";
const SECTION: &str = "kind title tags columns sort bibliography group-by keywords-label break-before keep body \
                       highlights entry subsection";
const ENTRY: &str = "organization institution name title subtitle position degree area language fluency level url \
                     location team advisor authors venue venue-short type status doi awarder email phone date start end \
                     expected text project keywords meta notes links summary details highlights tags break-before keep role";
const LETTER: &str = "recipient date subject opening body closing signature enclosures";
const VARIANT: &str = "show hide order max-highlights max-entries layout locale title headline summary footer person letter design";

/// The keys of the table at a path without indices; none of one whose keys are the user's own.
pub fn order(path: &[&str]) -> Vec<String> {
    let keys = match path {
        [] => TOP,
        ["person"] | ["variant", _, "person"] => PERSON,
        ["letter"] | ["variant", _, "letter"] => LETTER,
        ["variant", _] => VARIANT,
        ["person", "links"] | ["variant", _, "person", "links"] => "network username label url",
        ["section", .., "entry" | "role"] => ENTRY,
        ["section", .., "project"] => "name url links",
        ["section", .., "links"] => "label url",
        ["section", .., "details"] => "label body items numbered tags",
        ["section", .., "highlights" | "items"] => "text items tags",
        ["section", .., "bibliography"] => "path keys keywords",
        ["section"] | ["section", .., "subsection"] => SECTION,
        _ => "",
    };
    keys.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::shape::keys_of;

    #[test]
    fn every_key_of_the_format_has_its_place() {
        let tables: [(&str, &[&str]); 11] = [
            ("Profile", &[]),
            ("Person", &["person"]),
            ("PersonLink", &["person", "links"]),
            ("Letter", &["letter"]),
            ("Variant", &["variant", "x"]),
            ("Section", &["section"]),
            ("Entry", &["section", "entry"]),
            ("Project", &["section", "entry", "project"]),
            ("Detail", &["section", "entry", "details"]),
            ("Item", &["section", "entry", "highlights"]),
            ("BibliographyChoice", &["section", "bibliography"]),
        ];
        for (table, path) in tables {
            let (mut known, mut placed) = (keys_of(table), order(path));
            known.sort_unstable();
            placed.sort_unstable();
            assert_eq!(placed, known, "{table}");
        }
    }
}
