//! A publication out of a bibliography, in the words of a language.
//!
//! Uses `profile`, and ICU for lists of names.

use icu_list::options::ListFormatterOptions;
use icu_list::{ListFormatter, ListFormatterPreferences};

use crate::content::anonymous::{Anonymous, unlink};
use crate::content::builder::{Assembly, doi};
use crate::content::locale::Locale;
use crate::content::markdown::link_addresses;
use crate::content::resume::{Inline, Inlines, ResumeEntry, ResumeLink};
use crate::profile::{self, Publication, PublicationKind, SectionKind};

/// Kinds whose name tells something that title and venue do not.
const TOLD: [PublicationKind; 10] = [
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

impl Assembly<'_> {
    /// The data of a publication; `dated` has its dates.
    pub fn publication(&self, publication: &Publication, dated: &profile::Entry) -> ResumeEntry {
        let words = self.locale.words();
        let mut authors: Vec<Inlines> = publication
            .authors
            .iter()
            .map(|author| self.author(author))
            .collect();
        if publication.has_more_authors {
            let others = Inline::Text(format!(" {}", words.and_others));
            match authors.last_mut() {
                Some(last) => last.push(others),
                None => authors.push(run(&words.and_others)),
            }
        }
        let is_told = TOLD
            .contains(&publication.kind)
            .then(|| self.locale.publication(publication.kind.name()));
        let type_name = publication.type_name.as_deref().or(is_told);
        let status = publication
            .status
            .as_deref()
            .map(|status| self.locale.status(status));
        let equal = publication
            .authors
            .iter()
            .filter(|author| author.is_equal)
            .count()
            > 1;
        let equal = equal.then(|| format!("* {}", words.equal_contribution));
        let notes = publication.notes.iter().cloned().chain(equal);
        let imprint = imprint(publication, self.locale, &|name| self.name(name));
        let blind = self.anonymous.as_ref();
        let text = |text: &str| {
            run(&blind.map_or_else(
                || text.to_owned(),
                |anonymous: &Anonymous| anonymous.hide(text),
            ))
        };
        let links = publication.links.iter().map(|(label, url)| ResumeLink {
            label: run(label),
            url: url.clone(),
        });
        let leads = blind.is_none();
        ResumeEntry {
            kind: SectionKind::Publication,
            title: publication.title.as_deref().map(text),
            venue: publication.venue.as_deref().map(text),
            venue_short: publication.venue_short.as_deref().map(text),
            imprint: (!imprint.is_empty()).then(|| text(&imprint.join(&words.separators.comma))),
            publication_type: type_name.map(text),
            status: status.map(text),
            authors,
            notes: notes.map(|note| self.linked(&note)).collect(),
            doi: publication.doi.as_deref().filter(|_| leads).map(doi),
            // A link that says the same as the identifier leads nowhere else.
            url: publication.url.clone().filter(|url| {
                leads && !url.contains("doi.org/") && profile::link_fault(url).is_none()
            }),
            links: if leads { links.collect() } else { Vec::new() },
            dates: self.dates.periods(dated),
            ..ResumeEntry::default()
        }
    }

    /// The name of somebody who edited or translated it, if it may be told.
    fn name(&self, name: &profile::Name) -> String {
        match &self.anonymous {
            Some(anonymous) if self.own_name.is(&name.text) => anonymous.word.clone(),
            _ => name.text.clone(),
        }
    }

    fn author(&self, author: &profile::Name) -> Inlines {
        let mut content = run(&author.text);
        if author.is_equal {
            content.push(Inline::Text("*".to_owned()));
        }
        self.set_off(&mut content);
        content
    }

    /// A remark, in which a bare address is a link.
    fn linked(&self, note: &str) -> Inlines {
        match &self.anonymous {
            Some(anonymous) => unlink(link_addresses(run(&anonymous.hide(note)))),
            None => link_addresses(run(note)),
        }
    }
}

fn run(text: &str) -> Inlines {
    vec![Inline::Text(text.to_owned())]
}

/// What stands behind the venue: `58(3)`, `211–239`, publisher and place.
fn imprint(
    publication: &Publication,
    locale: &Locale,
    told: &dyn Fn(&profile::Name) -> String,
) -> Vec<String> {
    let words = locale.words();
    let filled = |pattern: &str, value: &str| pattern.replace("{}", value);
    let names = |people: &[profile::Name]| {
        let names: Vec<String> = people.iter().map(told).collect();
        (!people.is_empty()).then(|| and_list(names.iter().map(String::as_str), locale))
    };
    let is_article = publication.kind == PublicationKind::Article;
    let number = publication.number.as_deref();
    let volume = match (&publication.volume, number) {
        (Some(volume), Some(number)) if is_article => Some(format!("{volume}({number})")),
        (Some(volume), None) if is_article => Some(volume.clone()),
        (None, Some(number)) => Some(number.to_owned()),
        (Some(volume), number) => {
            let volume = filled(&words.volume, volume);
            Some(number.map_or_else(|| volume.clone(), |number| format!("{volume} ({number})")))
        }
        (None, None) => None,
    };
    let is_number = |text: &&String| text.chars().all(|c| c.is_ascii_digit());
    let edition = publication.edition.as_ref();
    let numbered = edition
        .filter(is_number)
        .map(|edition| filled(&words.edition, edition));
    let edition = numbered.or_else(|| edition.cloned());
    let pages = publication.pages.as_deref().map(|pages| {
        // "12 pages" are no pages to be found.
        let in_words = pages
            .split(|c: char| !c.is_alphabetic())
            .any(|word| word.chars().count() > 4);
        let bare = in_words || (is_article && publication.volume.is_some());
        if bare {
            pages.to_owned()
        } else {
            filled(&words.pages, pages)
        }
    });
    let edited = names(&publication.editors).map(|names| filled(&words.edited_by, &names));
    let translated =
        names(&publication.translators).map(|names| filled(&words.translated_by, &names));
    let before = [edition, volume, pages, edited, translated];
    before
        .into_iter()
        .flatten()
        .chain(publication.imprint.iter().cloned())
        .collect()
}

/// `A, B and C` as the language writes it.
fn and_list<'a>(names: impl Iterator<Item = &'a str> + Clone, locale: &Locale) -> String {
    let preferences = ListFormatterPreferences::from(&locale.of_words());
    match ListFormatter::try_new_and(preferences, ListFormatterOptions::default()) {
        Ok(list) => list.format(names).to_string(),
        Err(_) => names
            .collect::<Vec<_>>()
            .join(&locale.words().separators.list),
    }
}
