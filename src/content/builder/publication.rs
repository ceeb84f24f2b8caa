//! Builds publications from a bibliography, in the words of a language.
//!
//! Uses ICU for lists of names.

use icu_list::options::ListFormatterOptions;
use icu_list::{ListFormatter, ListFormatterPreferences};

use crate::content::builder::dates::{periods, publication_precision};
use crate::content::builder::{ResumeBuilder, link_target};
use crate::content::locale::Locale;
use crate::content::markdown::link_addresses;
use crate::content::resume::{Doi, Inline, Inlines, ResumeEntry, ResumeLink};
use crate::profile::{self, ArchiveLink, Publication, PublicationKind, SectionKind, link_fault};

/// Kinds to name in the entry: their names add to what title and venue say.
const NAMED_KINDS: [PublicationKind; 10] = [
    PublicationKind::Thesis,
    PublicationKind::DoctoralThesis,
    PublicationKind::MastersThesis,
    PublicationKind::Report,
    PublicationKind::Preprint,
    PublicationKind::Patent,
    PublicationKind::Dataset,
    PublicationKind::Software,
    PublicationKind::Talk,
    PublicationKind::Web,
];

/// The length from which a word in the pages of a publication is not a page number or `pp.`.
const MIN_WORD_LENGTH: usize = 5;

impl ResumeBuilder<'_> {
    /// Builds the entry of a publication; `dated` has its dates.
    pub(super) fn publication(
        &self,
        publication: &Publication,
        dated: &profile::Entry,
        shows_doi: bool,
    ) -> ResumeEntry {
        let entry = ResumeEntry {
            kind: SectionKind::Publication,
            title: self.plain_text(publication.title.as_deref()),
            venue: self.venue(publication),
            venue_short: self.plain_text(publication.venue_short.as_deref()),
            imprint: self.imprint(publication),
            publication_type: self.plain_text(self.type_name(publication)),
            status: self.plain_text(self.status(publication)),
            authors: self.publication_authors(publication),
            notes: self.notes(publication),
            dates: periods(dated, publication_precision(publication.kind)),
            ..ResumeEntry::default()
        };
        if self.anonymizer.is_some() {
            return entry;
        }
        let doi = publication.doi.as_deref().map(Doi::new);
        let url = publication
            .url
            .as_deref()
            // The DOI is a link already.
            .filter(|url| !url.contains("doi.org/") && link_fault(url).is_none())
            .map(link_target);
        let can_link = url.is_none() && entry.title.is_some();
        let (doi, url) = match doi {
            Some(doi) if can_link && !shows_doi => (None, Some(doi.url)),
            doi => (doi, url),
        };
        ResumeEntry {
            doi,
            url,
            links: links(publication),
            ..entry
        }
    }

    /// Returns the journal, or the book after its *In*.
    fn venue(&self, publication: &Publication) -> Option<Inlines> {
        let venue = self.plain_text(publication.venue.as_deref())?;
        let pattern = &self.locale.words().in_book;
        if !publication.is_in_book || pattern == "{}" {
            return Some(venue);
        }
        let (before, after) = pattern.split_once("{}").unwrap_or(("", ""));
        let mut content = vec![Inline::Emph {
            content: plain_inline(before),
        }];
        content.extend(venue);
        if !after.is_empty() {
            content.push(Inline::Text(after.to_owned()));
        }
        Some(content)
    }

    /// Returns text of a bibliography, which is not Markdown.
    fn plain_text(&self, text: Option<&str>) -> Option<Inlines> {
        Some(self.finished(plain_inline(text?)))
    }

    fn type_name<'p>(&self, publication: &'p Publication) -> Option<&'p str> {
        if let Some(name) = &publication.type_name {
            return Some(name);
        }
        NAMED_KINDS
            .contains(&publication.kind)
            .then(|| self.locale.publication(publication.kind.name()))
    }

    fn status<'p>(&self, publication: &'p Publication) -> Option<&'p str> {
        let status = publication.status.as_deref()?;
        Some(self.locale.status(status))
    }

    fn publication_authors(&self, publication: &Publication) -> Vec<Inlines> {
        let mut authors: Vec<Inlines> = publication
            .authors
            .iter()
            .map(|author| self.author(author))
            .collect();
        if publication.has_more_authors {
            let others = &self.locale.words().and_others;
            match authors.last_mut() {
                Some(last) => last.push(Inline::Text(format!(" {others}"))),
                None => authors.push(plain_inline(others)),
            }
        }
        authors
    }

    fn author(&self, author: &profile::Name) -> Inlines {
        let mut content = plain_inline(&self.finished_name(&author.text));
        if author.is_equal {
            content.push(Inline::Text("*".to_owned()));
        }
        self.mark_own_name(&mut content);
        content
    }

    /// Returns the notes, in which bare addresses become links.
    fn notes(&self, publication: &Publication) -> Vec<Inlines> {
        let equal_authors = publication.authors.iter().filter(|author| author.is_equal);
        let equal_contribution = (equal_authors.count() > 1)
            .then(|| format!("* {}", self.locale.words().equal_contribution));
        let notes = publication.notes.iter().chain(&equal_contribution);
        notes
            .map(|note| self.finished(link_addresses(plain_inline(note))))
            .collect()
    }

    /// Returns what follows the venue: editors, edition, volume and number, pages, publisher and
    /// place.
    fn imprint(&self, publication: &Publication) -> Option<Inlines> {
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

fn plain_inline(text: &str) -> Inlines {
    vec![Inline::Text(text.to_owned())]
}

fn links(publication: &Publication) -> Vec<ResumeLink> {
    publication.links.iter().map(resume_link).collect()
}

fn resume_link(link: &ArchiveLink) -> ResumeLink {
    ResumeLink {
        label: plain_inline(&link.label),
        url: link.url.as_deref().map(link_target),
        qr: false,
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
    use crate::content::anonymizer::Anonymizer;
    use crate::content::author::NameMatcher;
    use crate::content::markdown::plain;
    use crate::diagnostic::{Diagnostics, Source};
    use crate::profile::Name;
    use crate::selection::Identity;

    /// Builds the entry of a publication in English, in a CV of Ada Berg.
    fn built(publication: &Publication, is_anonymous: bool) -> ResumeEntry {
        let parsed = profile::parse(Source::new("a.toml", ""), None, None).expect("a profile");
        let identity = Identity {
            names: vec!["Ada Berg".to_owned()],
            ..Identity::default()
        };
        let locale = Locale::english();
        let builder = ResumeBuilder {
            tree: &parsed.tree,
            locale: &locale,
            written: None,
            quotes: None,
            own_name: NameMatcher::new(&identity.names, None),
            anonymizer: is_anonymous.then(|| Anonymizer::new(&identity, "Anonymous")),
            bullets: Vec::new(),
            logos: Vec::new(),
            problems: &mut Diagnostics::default(),
        };
        builder.publication(publication, &profile::Entry::default(), false)
    }

    fn article() -> Publication {
        Publication::new("a", PublicationKind::Article)
    }

    fn name(text: &str, is_equal: bool) -> Name {
        Name {
            text: text.to_owned(),
            is_equal,
        }
    }

    #[test]
    fn equal_contribution_needs_two_authors() {
        let notes = |authors: Vec<Name>| {
            let publication = Publication {
                authors,
                ..article()
            };
            built(&publication, false).notes.len()
        };
        assert_eq!(notes(vec![name("Ada", true), name("Bob", false)]), 0);
        assert_eq!(notes(vec![name("Ada", true), name("Bob", true)]), 1);
    }

    #[test]
    fn editors_are_anonymous_like_authors() {
        let book = Publication {
            editors: vec![name("Berg, Ada", false), name("Bob Carr", false)],
            ..article()
        };
        for (is_anonymous, editors) in [
            (true, "Anonymous and Bob Carr"),
            (false, "Berg, Ada and Bob Carr"),
        ] {
            let imprint = built(&book, is_anonymous).imprint.expect("an imprint");
            assert!(plain(&imprint).contains(editors), "{imprint:?}");
            let own = Inline::Strong {
                content: plain_inline(editors.split(" and ").next().unwrap_or_default()),
            };
            assert!(imprint.contains(&own), "{imprint:?}");
        }
    }

    #[test]
    fn title_is_a_link_to_the_doi() {
        let publication = Publication {
            title: Some("A".to_owned()),
            doi: Some("10.1000/1".to_owned()),
            ..article()
        };
        let entry = built(&publication, false);
        assert_eq!(entry.url.as_deref(), Some("https://doi.org/10.1000/1"));
        assert_eq!(entry.doi, None);
        let with_page = Publication {
            url: Some("https://example.org/a".to_owned()),
            ..publication
        };
        assert!(built(&with_page, false).doi.is_some());
    }

    #[test]
    fn book_follows_its_in() {
        let publication = Publication {
            venue: Some("A Book".to_owned()),
            is_in_book: true,
            ..Publication::new("a", PublicationKind::Chapter)
        };
        let venue = built(&publication, false).venue.expect("a venue");
        assert_eq!(plain(&venue), "In A Book");
    }

    #[test]
    fn pages_have_a_word_unless_they_follow_a_volume() {
        let text = |kind, volume: Option<&str>, written: &str| {
            let publication = Publication {
                volume: volume.map(str::to_owned),
                pages: Some(written.to_owned()),
                ..Publication::new("a", kind)
            };
            pages(&publication, &Locale::english())
        };
        let (article, book) = (PublicationKind::Article, PublicationKind::Book);
        let named = Some(fill(&Locale::english().words().pages, "1–9"));
        assert_eq!(text(article, Some("3"), "1–9").as_deref(), Some("1–9"));
        assert_eq!(text(article, None, "1–9"), named);
        assert_eq!(text(book, Some("3"), "1–9"), named);
        assert_eq!(text(book, None, "12 pages").as_deref(), Some("12 pages"));
    }

    #[test]
    fn url_is_a_link_if_it_is_valid_and_no_doi() {
        for (url, linked) in [
            ("https://example.org/a", true),
            ("https://doi.org/10.1000/1", false),
            ("example.org/a", false),
        ] {
            let publication = Publication {
                url: Some(url.to_owned()),
                ..article()
            };
            assert_eq!(built(&publication, false).url.is_some(), linked, "{url}");
        }
    }

    #[test]
    fn type_is_named_if_the_venue_does_not_tell_it() {
        let type_of = |publication: &Publication| {
            let named = built(publication, false).publication_type;
            named.map(|name| plain(&name))
        };
        let thesis = Publication::new("a", PublicationKind::DoctoralThesis);
        let word = Locale::english().publication("doctoral-thesis");
        assert_eq!(type_of(&thesis).as_deref(), Some(word));
        assert_eq!(type_of(&article()), None);
        let named = Publication {
            type_name: Some("Habilitation".to_owned()),
            ..thesis
        };
        assert_eq!(type_of(&named).as_deref(), Some("Habilitation"));
        let accepted = Publication {
            status: Some("inpress".to_owned()),
            ..article()
        };
        let status = built(&accepted, false).status.expect("a status");
        assert_eq!(plain(&status), Locale::english().status("inpress"));
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
