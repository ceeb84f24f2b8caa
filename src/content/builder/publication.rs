//! Builds publications from a bibliography, in the words of a language.
//!
//! Uses ICU for lists of names.

use icu_list::options::ListFormatterOptions;
use icu_list::{ListFormatter, ListFormatterPreferences};

use crate::content::builder::ResumeBuilder;
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
    ) -> ResumeEntry {
        let entry = ResumeEntry {
            kind: SectionKind::Publication,
            title: self.plain_text(publication.title.as_deref()),
            venue: self.plain_text(publication.venue.as_deref()),
            venue_short: self.plain_text(publication.venue_short.as_deref()),
            imprint: self.imprint(publication),
            publication_type: self.plain_text(self.type_name(publication)),
            status: self.plain_text(self.status(publication)),
            authors: self.publication_authors(publication),
            notes: self.notes(publication),
            dates: self.dates.periods(dated),
            ..ResumeEntry::default()
        };
        if self.anonymizer.is_some() {
            return entry;
        }
        ResumeEntry {
            doi: publication.doi.as_deref().map(Doi::new),
            url: publication
                .url
                .clone()
                // The DOI is a link already.
                .filter(|url| !url.contains("doi.org/") && link_fault(url).is_none()),
            links: links(publication),
            ..entry
        }
    }

    /// Returns text of a bibliography, which is not Markdown.
    fn plain_text(&self, text: Option<&str>) -> Option<Inlines> {
        Some(self.hide(plain_inline(text?)))
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
        let mut content = plain_inline(&author.text);
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
            .map(|note| self.hide(link_addresses(plain_inline(note))))
            .collect()
    }

    /// Returns what follows the venue: volume and number, pages, publisher and place.
    fn imprint(&self, publication: &Publication) -> Option<Inlines> {
        let words = self.locale.words();
        let edited = self.names(&publication.editors);
        let translated = self.names(&publication.translators);
        let mut parts = vec![
            edition(publication, self.locale),
            volume(publication, self.locale),
            pages(publication, self.locale),
            edited.map(|names| fill(&words.edited_by, &names)),
            translated.map(|names| fill(&words.translated_by, &names)),
        ];
        parts.extend(publication.imprint.iter().cloned().map(Some));
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let text = (!parts.is_empty()).then(|| parts.join(&words.separators.comma));
        self.plain_text(text.as_deref())
    }

    /// Returns the names of editors or translators, without the person's in an anonymous copy.
    fn names(&self, people: &[profile::Name]) -> Option<String> {
        if people.is_empty() {
            return None;
        }
        let names: Vec<&str> = people
            .iter()
            .map(|person| self.shown_name(person))
            .collect();
        Some(and_list(&names, self.locale))
    }

    fn shown_name<'n>(&'n self, person: &'n profile::Name) -> &'n str {
        match &self.anonymizer {
            Some(anonymizer) if self.own_name.matches(&person.text) => &anonymizer.word,
            _ => &person.text,
        }
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
        url: link.url.clone(),
    }
}

/// Replaces the placeholder of a pattern.
fn fill(pattern: &str, value: &str) -> String {
    pattern.replace("{}", value)
}

fn edition(publication: &Publication, locale: &Locale) -> Option<String> {
    let edition = publication.edition.as_deref()?;
    let is_number = edition.chars().all(|c| c.is_ascii_digit());
    Some(if is_number {
        fill(&locale.words().edition, edition)
    } else {
        edition.to_owned()
    })
}

/// Returns volume and number: `58(3)` for an article, with words for others.
fn volume(publication: &Publication, locale: &Locale) -> Option<String> {
    let is_article = publication.kind == PublicationKind::Article;
    let number = publication.number.as_deref();
    let Some(volume) = publication.volume.as_deref() else {
        return number.map(str::to_owned);
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
        ] {
            assert_eq!(volume_of(kind, volume, number), expected);
        }
    }
}
