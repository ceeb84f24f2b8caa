//! Builds publications from a bibliography, in the words of a language.

mod imprint;
mod reference;

use crate::content::builder::dates::{periods, publication_precision};
use crate::content::builder::{ResumeBuilder, link_target};
use crate::content::markdown::link_addresses;
use crate::content::resume::{
    Doi, EntryField, EntryTexts, Inline, Inlines, ResumeEntry, ResumeLink,
};
use crate::profile::{
    self, ArchiveLink, MarkedPart, Publication, PublicationKind, SectionKind, bare_doi, link_fault,
    marked_parts, unmarked,
};

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
            texts: self.publication_texts(publication),
            dates: periods(dated, publication_precision(publication.kind)),
            ..ResumeEntry::default()
        };
        if self.anonymizer.is_some() {
            return entry;
        }
        let doi = publication
            .doi
            .as_deref()
            .filter(|doi| bare_doi(doi).is_some());
        let doi = doi.map(Doi::new);
        let url = publication
            .url
            .as_deref()
            // The DOI is a link already.
            .filter(|url| !url.contains("doi.org/") && link_fault(url).is_none())
            .map(link_target);
        let can_link = url.is_none() && entry.texts.has(EntryField::Title);
        let (doi, url) = match doi {
            Some(doi) if can_link && !shows_doi => (None, Some(doi.url)),
            doi => (doi, url),
        };
        ResumeEntry {
            doi,
            url,
            links: publication.links.iter().map(resume_link).collect(),
            ..entry
        }
    }

    fn publication_texts(&self, publication: &Publication) -> EntryTexts {
        let short_venue = publication.venue_short.as_deref();
        let mut texts = EntryTexts::from([
            (
                EntryField::Title,
                self.plain_text(publication.title.as_deref()),
            ),
            (EntryField::Venue, self.venue(publication)),
            (EntryField::VenueShort, self.plain_text(short_venue)),
            (EntryField::Imprint, self.imprint(publication)),
            (
                EntryField::PublicationType,
                self.plain_text(self.type_name(publication)),
            ),
            (
                EntryField::Status,
                self.plain_text(self.status(publication)),
            ),
        ]);
        texts.set(EntryField::Authors, self.publication_authors(publication));
        texts.set(EntryField::Notes, self.notes(publication));
        texts
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

    fn type_name<'p>(&'p self, publication: &'p Publication) -> Option<&'p str> {
        if let Some(name) = &publication.type_name {
            return Some(name);
        }
        NAMED_KINDS
            .contains(&publication.kind)
            .then(|| self.locale.publication(publication.kind.name()))
    }

    fn status<'p>(&'p self, publication: &'p Publication) -> Option<&'p str> {
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
        content.extend(author.mark.map(|mark| Inline::Text(mark.to_string())));
        self.mark_own_name(&mut content);
        content
    }

    /// Returns the notes, in which bare addresses become links.
    fn notes(&self, publication: &Publication) -> Vec<Inlines> {
        let shared = shared_mark(&publication.authors);
        let equal_contribution =
            shared.map(|mark| format!("{mark} {}", self.locale.words().equal_contribution));
        // What is not a DOI has no link.
        let doi = publication
            .doi
            .as_ref()
            .filter(|doi| bare_doi(doi).is_none());
        let notes = publication
            .notes
            .iter()
            .chain(doi)
            .chain(&equal_contribution);
        notes
            .map(|note| self.finished(link_addresses(plain_inline(note))))
            .collect()
    }
}

/// Shortens a list of authors to the first ones, and the person's own name, which is emphasized.
pub(super) fn shorten_authors(authors: &mut Vec<Inlines>, most: usize, others: &str) {
    if authors.len() <= most {
        return;
    }
    let is_own = |author: &Inlines| matches!(author.first(), Some(Inline::Strong { .. }));
    let own = authors.iter().position(is_own).filter(|own| *own >= most);
    if let Some(own) = own {
        authors.swap(most - 1, own);
    }
    authors.truncate(most);
    if let (Some(_), true) = (own, most > 1) {
        authors.insert(most - 1, vec![Inline::Text("…".to_owned())]);
    }
    let others = Inline::Text(format!(" {others}"));
    if let Some(last) = authors.last_mut()
        && last.last() != Some(&others)
    {
        last.push(others);
    }
}

/// Returns the first mark that several authors have: they contributed equally.
fn shared_mark(authors: &[profile::Name]) -> Option<char> {
    let marks: Vec<char> = authors.iter().filter_map(|author| author.mark).collect();
    let mut marks = marks.iter().enumerate();
    marks.find_map(|(at, mark)| {
        let mut others = authors.iter().filter_map(|author| author.mark).skip(at + 1);
        others.any(|other| other == *mark).then_some(*mark)
    })
}

/// Returns text of a bibliography, with its raised, lowered and linked parts.
fn plain_inline(text: &str) -> Inlines {
    let parts = marked_parts(text).into_iter();
    parts
        .map(|part| match part {
            MarkedPart::Text(text) => Inline::Text(text.to_owned()),
            MarkedPart::Super(text) => Inline::Super {
                content: plain_inline(text),
            },
            MarkedPart::Sub(text) => Inline::Sub {
                content: plain_inline(text),
            },
            MarkedPart::Link { url, text } if link_fault(url).is_none() => Inline::Link {
                url: link_target(url),
                content: plain_inline(text),
            },
            MarkedPart::Link { text, .. } => Inline::Text(unmarked(text).into_owned()),
        })
        .collect()
}

fn resume_link(link: &ArchiveLink) -> ResumeLink {
    ResumeLink {
        label: plain_inline(&link.label),
        url: link.url.as_deref().map(link_target),
        qr: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::anonymizer::Anonymizer;
    use crate::content::author::NameMatcher;
    use crate::content::locale::Locale;
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
            kept: Vec::new(),
            images: Vec::new(),
            problems: &mut Diagnostics::default(),
        };
        builder.publication(publication, &profile::Entry::default(), false)
    }

    fn article() -> Publication {
        Publication::new("a", PublicationKind::Article)
    }

    fn name(text: &str, mark: Option<char>) -> Name {
        Name {
            text: text.to_owned(),
            mark,
        }
    }

    #[test]
    fn equal_contribution_needs_two_authors() {
        assert_eq!(
            notes_of(vec![name("Ada", Some('*')), name("Bob", Some('†'))]),
            0
        );
        assert_eq!(
            notes_of(vec![name("Ada", Some('*')), name("Bob", Some('*'))]),
            1
        );
    }

    fn notes_of(authors: Vec<Name>) -> usize {
        let publication = Publication {
            authors,
            ..article()
        };
        built(&publication, false)
            .texts
            .all(EntryField::Notes)
            .len()
    }

    #[test]
    fn editors_are_anonymous_like_authors() {
        let book = Publication {
            editors: vec![name("Berg, Ada", None), name("Bob Carr", None)],
            ..article()
        };
        for (is_anonymous, editors) in [
            (true, "Anonymous and Bob Carr"),
            (false, "Berg, Ada and Bob Carr"),
        ] {
            let entry = built(&book, is_anonymous);
            let imprint = entry.text(EntryField::Imprint).expect("an imprint");
            assert!(plain(imprint).contains(editors), "{imprint:?}");
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
        let entry = built(&publication, false);
        let venue = entry.text(EntryField::Venue).expect("a venue");
        assert_eq!(plain(venue), "In A Book");
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
        let thesis = Publication::new("a", PublicationKind::DoctoralThesis);
        let locale = Locale::english();
        let word = locale.publication("doctoral-thesis");
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
        let entry = built(&accepted, false);
        let status = entry.text(EntryField::Status).expect("a status");
        assert_eq!(plain(status), Locale::english().status("inpress"));
    }

    fn type_of(publication: &Publication) -> Option<String> {
        let entry = built(publication, false);
        let named = entry.text(EntryField::PublicationType);
        named.map(|name| plain(name))
    }
}
