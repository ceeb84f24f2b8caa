//! What follows the venue of a publication: editors, edition, volume and number, pages, publisher
//! and place.
//!
//! Uses ICU for lists of names.

use icu_list::options::ListFormatterOptions;
use icu_list::{ListFormatter, ListFormatterPreferences};

use crate::content::builder::ResumeBuilder;
use crate::content::builder::publication::plain_inline;
use crate::content::locale::Locale;
use crate::content::resume::{Inline, Inlines};
use crate::profile::{self, Publication, PublicationKind};

/// The length from which a word in the pages of a publication is not a page number or `pp.`.
const MIN_WORD_LENGTH: usize = 5;

impl ResumeBuilder<'_> {
    /// Returns what follows the venue: editors, edition, volume and number, pages, publisher and
    /// place.
    pub(super) fn imprint(&self, publication: &Publication) -> Option<Inlines> {
        let words = self.locale.words();
        let mut parts = Vec::new();
        parts.extend(self.people(&publication.editors, &words.edited_by));
        parts.extend(self.people(&publication.translators, &words.translated_by));
        let texts = [
            edition(publication, self.locale),
            volume(publication, self.locale),
            pages(publication, self.locale),
        ];
        let imprint = publication.imprint.iter().cloned().map(Some);
        for text in texts.into_iter().chain(imprint).flatten() {
            parts.push(self.finished(plain_inline(&text)));
        }
        let mut joined = Inlines::new();
        for (index, part) in parts.into_iter().enumerate() {
            if index > 0 {
                push_text(&mut joined, &words.separators.comma);
            }
            for inline in part {
                match inline {
                    Inline::Text(text) => push_text(&mut joined, &text),
                    other => joined.push(other),
                }
            }
        }
        (!joined.is_empty()).then_some(joined)
    }

    /// Returns the names of editors or translators in a pattern. The person's own name is marked,
    /// or hidden in an anonymous copy.
    fn people(&self, people: &[profile::Name], pattern: &str) -> Option<Inlines> {
        if people.is_empty() {
            return None;
        }
        let names: Vec<String> = people
            .iter()
            .map(|person| self.finished_name(&person.text))
            .collect();
        let listed: Vec<&str> = names.iter().map(String::as_str).collect();
        let phrase = fill(pattern, &and_list(&listed, self.locale));
        let mut content = Inlines::new();
        let mut rest = phrase.as_str();
        for name in &listed {
            let Some((before, after)) = rest.split_once(name) else {
                continue;
            };
            if !self.own_name.matches(name) {
                continue;
            }
            push_text(&mut content, before);
            let mut own = plain_inline(name);
            self.mark_own_name(&mut own);
            content.extend(own);
            rest = after;
        }
        push_text(&mut content, rest);
        Some(content)
    }
}

/// Appends text to the text at the end.
fn push_text(content: &mut Inlines, text: &str) {
    match content.last_mut() {
        Some(Inline::Text(last)) => last.push_str(text),
        _ if text.is_empty() => {}
        _ => content.push(Inline::Text(text.to_owned())),
    }
}

/// Replaces the placeholder of a pattern.
fn fill(pattern: &str, value: &str) -> String {
    pattern.replace("{}", value)
}

fn edition(publication: &Publication, locale: &Locale) -> Option<String> {
    let edition = publication.edition.as_deref()?;
    Some(match edition_number(edition) {
        Some(number) => fill(&locale.words().edition, &ordinal(number, locale.language())),
        None => edition.to_owned(),
    })
}

/// Returns the number of an edition, which is written as `2`, `2nd` or `Second`.
fn edition_number(edition: &str) -> Option<u32> {
    const WORDS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    let lowercase = edition.to_lowercase();
    let number = ["st", "nd", "rd", "th", "e", "."]
        .iter()
        .find_map(|ending| lowercase.strip_suffix(ending))
        .unwrap_or(&lowercase);
    if let Ok(number) = number.parse() {
        return Some(number);
    }
    let at = WORDS.iter().position(|word| *word == lowercase)?;
    u32::try_from(at + 1).ok()
}

/// Returns an ordinal number before `ed.`. Languages whose pattern has the sign of an ordinal get
/// the number.
fn ordinal(number: u32, language: &str) -> String {
    let ending = match (language, number % 100, number % 10) {
        ("en", 11..=13, _) => "th",
        ("en", _, 1) => "st",
        ("en", _, 2) => "nd",
        ("en", _, 3) => "rd",
        ("en", ..) => "th",
        ("fr", ..) if number == 1 => "re",
        ("fr", ..) => "e",
        ("es" | "pt", ..) => ".ª",
        ("it", ..) => "ª",
        _ => "",
    };
    format!("{number}{ending}")
}

/// Returns volume and number: `58(3)` for an article, with words for others.
fn volume(publication: &Publication, locale: &Locale) -> Option<String> {
    let is_article = publication.kind == PublicationKind::Article;
    let number = publication.number.as_deref();
    let Some(volume) = publication.volume.as_deref() else {
        // Words say already what it is: `Technical Report 12`.
        let needs_word = publication.kind == PublicationKind::Report
            && number.is_some_and(|number| !number.contains(char::is_whitespace));
        return number.map(|number| {
            if needs_word {
                fill(&locale.words().number, number)
            } else {
                number.to_owned()
            }
        });
    };
    let named = fill(&locale.words().volume, volume);
    Some(match number {
        Some(number) if is_article => format!("{volume}({number})"),
        Some(number) => format!("{named} ({number})"),
        None if is_article => volume.to_owned(),
        None => named,
    })
}

fn pages(publication: &Publication, locale: &Locale) -> Option<String> {
    let pages = publication.pages.as_deref()?;
    let follows_volume =
        publication.kind == PublicationKind::Article && publication.volume.is_some();
    // "12 pages" is a count, and not where to find it.
    let has_words = pages
        .split(|c: char| !c.is_alphabetic())
        .any(|word| word.chars().count() >= MIN_WORD_LENGTH);
    Some(if follows_volume || has_words {
        pages.to_owned()
    } else {
        fill(&locale.words().pages, pages)
    })
}

/// Returns `A, B and C` in the document's language.
fn and_list(names: &[&str], locale: &Locale) -> String {
    let preferences = ListFormatterPreferences::from(&locale.words_tag());
    match ListFormatter::try_new_and(preferences, ListFormatterOptions::default()) {
        Ok(list) => list.format(names.iter()).to_string(),
        Err(_) => names.join(&locale.words().separators.list),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_a_word_unless_they_follow_a_volume() {
        let (article, book) = (PublicationKind::Article, PublicationKind::Book);
        let named = Some(fill(&Locale::english().words().pages, "1–9"));
        assert_eq!(pages_of(article, Some("3"), "1–9").as_deref(), Some("1–9"));
        assert_eq!(pages_of(article, None, "1–9"), named);
        assert_eq!(pages_of(book, Some("3"), "1–9"), named);
        assert_eq!(
            pages_of(book, None, "12 pages").as_deref(),
            Some("12 pages")
        );
    }

    fn pages_of(kind: PublicationKind, volume: Option<&str>, written: &str) -> Option<String> {
        let publication = Publication {
            volume: volume.map(str::to_owned),
            pages: Some(written.to_owned()),
            ..Publication::new("a", kind)
        };
        pages(&publication, &Locale::english())
    }

    fn volume_of(
        kind: PublicationKind,
        volume: Option<&str>,
        number: Option<&str>,
    ) -> Option<String> {
        let mut publication = Publication::new("a", kind);
        publication.volume = volume.map(str::to_owned);
        publication.number = number.map(str::to_owned);
        super::volume(&publication, &Locale::english())
    }

    #[test]
    fn volume_of_an_article_has_no_word() {
        let (article, book) = (PublicationKind::Article, PublicationKind::Book);
        let named = fill(&Locale::english().words().volume, "3");
        for (kind, volume, number, expected) in [
            (article, Some("3"), Some("2"), Some("3(2)".to_owned())),
            (article, Some("3"), None, Some("3".to_owned())),
            (article, None, Some("2"), Some("2".to_owned())),
            (book, Some("3"), Some("2"), Some(format!("{named} (2)"))),
            (book, Some("3"), None, Some(named.clone())),
            (book, None, None, None),
            (
                PublicationKind::Report,
                None,
                Some("42"),
                Some("no. 42".to_owned()),
            ),
            (
                PublicationKind::Report,
                None,
                Some("Memo 42"),
                Some("Memo 42".to_owned()),
            ),
        ] {
            assert_eq!(volume_of(kind, volume, number), expected);
        }
    }

    #[test]
    fn editions_have_ordinal_numbers() {
        for (tag, written, expected) in [
            ("en", "2", "2nd ed."),
            ("en", "Third", "3rd ed."),
            ("en", "11th", "11th ed."),
            ("en", "21", "21st ed."),
            ("fr", "1", "1re éd."),
            ("fr", "2", "2e éd."),
            ("es", "2", "2.ª ed."),
            ("de", "2.", "2. Auflage"),
            ("en", "revised", "revised"),
        ] {
            let mut publication = Publication::new("a", PublicationKind::Book);
            publication.edition = Some(written.to_owned());
            let locale = Locale::parse(tag).expect("a tag");
            let shown = edition(&publication, &locale);
            assert_eq!(shown.as_deref(), Some(expected), "{tag}: {written}");
        }
    }
}
