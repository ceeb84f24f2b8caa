//! Publications from bibliographies.

use crate::content::PlainTexts;
use crate::export::json_resume::address::absolute;
use crate::export::json_resume::dates::dates_of;
use crate::export::json_resume::tree::{Json, Object};
use crate::profile::{ArchiveLink, Entry, Name, Publication, unmarked};

/// Returns a publication; `entry` has its dates. A copy for blind review has no addresses.
pub fn publication(publication: &Publication, entry: &Entry, texts: &PlainTexts) -> Object {
    let Publication {
        key: _,
        kind,
        title,
        authors,
        has_more_authors,
        editors,
        translators,
        venue,
        is_in_book: _,
        venue_short,
        volume,
        number,
        pages,
        edition,
        imprint,
        // The entry has it.
        date: _,
        is_forthcoming: _,
        status,
        type_name,
        doi,
        url,
        links,
        notes,
        keywords: _,
    } = publication;
    let written = |text: &String| texts.as_written(&unmarked(text));
    let mut object = Object::default();
    object.set_optional("name", title.as_ref().map(written));
    object.set_optional("publisher", venue.as_ref().map(written));
    let dates = dates_of(entry);
    object.set_optional("releaseDate", dates.start.clone());
    if dates.end != dates.start {
        object.set_optional("endDate", dates.end);
    }
    object.set("dates", dates.written);
    if !texts.is_anonymous() {
        object.set_optional("url", url.as_deref().map(absolute));
        object.set_optional("doi", doi.as_deref());
        object.set("links", links.iter().map(archive_link).collect::<Vec<_>>());
    }
    let mut names = names(authors, texts);
    if *has_more_authors {
        names.push("et al.".to_owned());
    }
    object.set("authors", names);
    object.set("editors", self::names(editors, texts));
    object.set("translators", self::names(translators, texts));
    object.set_optional("publisherShort", venue_short.as_ref().map(written));
    object.set_optional("volume", volume.as_deref());
    object.set_optional("number", number.as_deref());
    object.set_optional("pages", pages.as_deref());
    object.set_optional("edition", edition.as_deref());
    object.set("imprint", imprint.iter().map(written).collect::<Vec<_>>());
    object.set("type", type_name.as_deref().unwrap_or(kind.name()));
    object.set_optional("status", status.as_ref().map(written));
    object.set("notes", notes.iter().map(written).collect::<Vec<_>>());
    object
}

fn names(names: &[Name], texts: &PlainTexts) -> Vec<String> {
    let names = names.iter().map(|name| {
        let mark = name.mark.map(String::from).unwrap_or_default();
        texts.author(&name.text) + &mark
    });
    names.collect()
}

fn archive_link(link: &ArchiveLink) -> Json {
    let mut object = Object::default();
    object.set("label", link.label.as_str());
    object.set_optional("url", link.url.as_deref());
    object.into()
}
