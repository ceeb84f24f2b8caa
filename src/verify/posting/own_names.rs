//! The names that a posting has for the employer and for its places, which no CV needs to have.

use regex::{Regex, escape};

use crate::verify::posting::blocks::PostingBlock;
use crate::verify::posting::forms::lower;
use crate::verify::posting::parts::Importance;
use crate::verify::posting::synonyms::KNOWN;
use crate::verify::posting::token::tokens;
use crate::verify::posting::vocabulary::Vocabulary;

/// Words inside names, between words with capitals.
const INSIDE: [&str; 12] = [
    "of", "for", "the", "de", "du", "des", "del", "di", "der", "für", "von", "van",
];

/// The names, each with whether it is a place.
#[derive(Debug, Default)]
pub struct OwnNames(Vec<(Vec<String>, bool)>);

impl OwnNames {
    /// Finds the names in a posting.
    pub fn new(blocks: &[PostingBlock], vocabulary: &Vocabulary) -> Self {
        let mut names = Self::default();
        // Up to six words with capitals.
        let word = r"\p{Lu}[\w'’-]*(?:\.\w+)*";
        let inside = any("i", INSIDE);
        let name = format!(r"{word}(?:\s+(?:&\s+)?(?:{inside}\s+)?{word}){{0,5}}");
        let stop = any("i", vocabulary.stop.iter());
        let start = format!(r"(?:^|[.!?]\s+)(?:{stop}\s+)*");
        let between = format!(r"[^\w.!?]+(?:{stop}\s+){{0,2}}");
        let employer = any("i", &*vocabulary.employer);
        let verbs = any("i", &*vocabulary.employer_verbs);
        let places = any("i", &*vocabulary.places);
        let regions = any("-i", vocabulary.regions.iter());
        let forms = any("i", &KNOWN.legal_forms);
        let patterns = [
            // “At Example Chips”, “Example Chips is looking”, “Example Chips Ltd”.
            (format!("{start}{employer}{between}(?<names>{name})"), false),
            (format!(r"{start}(?<names>{name})\s+{verbs}"), false),
            (format!(r"(?<names>{name})\s+{forms}"), false),
            // “Based in Leeds, York and the UK”, “Duluth, MN”.
            (format!("{places}(?<names>(?:{between}{name})+)"), true),
            (format!(r"(?<names>{name},\s+{regions})"), true),
        ];
        let name = Regex::new(&name);
        for (pattern, is_place) in patterns {
            let (Ok(pattern), Ok(name)) = (Regex::new(&pattern), &name) else {
                continue;
            };
            for block in blocks {
                let found = pattern.captures_iter(&block.text);
                let found = found.flat_map(|found| {
                    name.find_iter(found.name("names").map_or("", |it| it.as_str()))
                });
                for name in found {
                    names.add(name.as_str(), vocabulary, is_place);
                }
            }
        }
        names
    }

    /// Adds a name: as a whole and, as terms are, between the words inside it.
    fn add(&mut self, name: &str, vocabulary: &Vocabulary, is_place: bool) {
        let words = words(name).into_iter();
        let words: Vec<String> = words
            .skip_while(|word| vocabulary.stop.contains(word))
            .collect();
        let parts = words.split(|word| INSIDE.contains(&&**word));
        for part in std::iter::once(&*words).chain(parts) {
            self.0.push((part.to_vec(), is_place));
        }
    }

    /// Returns whether a term is such a name, or a part of it. A single word that the posting asks
    /// for can be a product of the employer.
    pub fn contain(&self, term: &str, importance: Importance) -> bool {
        let is_asked = matches!(importance, Importance::Required | Importance::Preferred);
        let words = words(term);
        let is_part = |(name, is_place): &(Vec<String>, bool)| match &*words {
            [] => false,
            [word] => (*is_place || !is_asked) && name.first() == Some(word),
            words => name.windows(words.len()).any(|part| part == words),
        };
        let mut written = term.split_whitespace();
        written.all(|word| !word.starts_with(char::is_lowercase)) && self.0.iter().any(is_part)
    }
}

/// Returns the words of a name in small letters, without its legal form.
fn words(name: &str) -> Vec<String> {
    let words = tokens(name).into_iter().map(|token| lower(token.text));
    words
        .filter(|word| !KNOWN.legal_forms.contains(word))
        .collect()
}

/// Returns the pattern of any of the words under a flag; that of nothing if there are no words.
fn any(flag: &str, words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let words = words.into_iter().map(|word| escape(word.as_ref()));
    let words: Vec<String> = words.collect();
    match words.join("|").as_str() {
        "" => r"[^\s\S]".to_owned(),
        words => format!(r"\b(?{flag}:{words})\b"),
    }
}
