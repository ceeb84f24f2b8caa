//! Knows the person's own name among the authors of a publication, under its usual spellings.

use crate::profile::Person;

/// The spellings of one person's name.
pub struct OwnName(Vec<String>);

impl OwnName {
    /// The spellings of a person's name: as given, family name first, with initials for the given names.
    pub fn of(person: &Person) -> Self {
        let mut spellings: Vec<String> = person.native_name.iter().map(|name| letters(name)).collect();
        let Some(name) = person.name.as_deref().map(str::trim) else { return Self(spellings) };
        spellings.push(letters(name));
        let family = match &person.family_name {
            Some(family) => family.trim(),
            None => name.split_whitespace().next_back().unwrap_or_default(),
        };
        let given = name.replacen(family, "", 1);
        let given: Vec<&str> = given.split([' ', '-']).filter(|part| !part.is_empty()).collect();
        if !given.is_empty() && !family.is_empty() {
            let whole = given.concat();
            let initials: String = given.iter().filter_map(|part| part.chars().next()).collect();
            let first: String = initials.chars().take(1).collect();
            for given in [whole, initials, first] {
                spellings.push(letters(&format!("{given}{family}")));
                spellings.push(letters(&format!("{family}{given}")));
            }
        }
        spellings.retain(|spelling| !spelling.is_empty());
        Self(spellings)
    }

    /// Whether an author's name, however it is punctuated and marked, is this person's.
    pub fn is(&self, author: &str) -> bool {
        self.0.contains(&letters(author))
    }
}

/// A name without what its spellings differ in: capitals, spaces, commas, full stops, marks.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(name: &str, family: Option<&str>) -> OwnName {
        OwnName::of(&Person {
            name: Some(name.to_owned()),
            family_name: family.map(str::to_owned),
            ..Person::default()
        })
    }

    #[test]
    fn a_name_is_known_in_its_spellings() {
        let ada = own("Ada Maria Berg", None);
        for author in ["Ada Maria Berg", "Berg, Ada Maria", "A. M. Berg", "A. Berg*", "Berg A.M.", "BERG, A."] {
            assert!(ada.is(author), "{author}");
        }
        for author in ["B. Berg", "Ada Bergman", "Berg", "M. Berg"] {
            assert!(!ada.is(author), "{author}");
        }
    }

    #[test]
    fn a_family_name_may_come_first() {
        let li = own("Li Wei", Some("Li"));
        assert!(li.is("Wei Li") && li.is("W. Li") && li.is("Li, Wei"));
        assert!(!li.is("L. Wei"));
    }
}
