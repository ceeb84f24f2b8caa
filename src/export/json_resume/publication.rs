//! Publications from bibliographies.

use crate::content::PlainTexts;
use crate::export::json_resume::address::absolute;
use crate::export::json_resume::dates::dates_of;
use crate::export::json_resume::tree::{Object, object};
use crate::profile::{ArchiveLink, Entry, Name, Publication, unmarked};

/// Returns a publication; `entry` has its dates. A copy for blind review has no addresses.
pub fn publication(publication: &Publication, entry: &Entry, texts: &PlainTexts) -> Object {
    let written = |text: &String| texts.as_written(&unmarked(text));
    let line = |text: &Option<String>| text.as_ref().map(written);
    let lines = |texts: &[String]| texts.iter().map(written).collect::<Vec<_>>();
    let has_addresses = !texts.is_anonymous();
    object!(object of Publication { key, is_in_book, date, is_forthcoming, keywords } = publication;
        title => object.set("name", line(title));
        venue => object.set("publisher", line(venue));
        => dates_of(entry).set(&mut object, "releaseDate", "endDate", true);
        url => object.set("url", url.as_deref().filter(|_| has_addresses).map(absolute));
        doi => object.set("doi", doi.as_deref().filter(|_| has_addresses));
        links => if has_addresses {
            object.set("links", links.iter().map(archive_link).collect::<Vec<_>>());
        };
        authors, has_more_authors => {
            let more = has_more_authors.then(|| "et al.".to_owned());
            object.set("authors", [names(authors, texts), more.into_iter().collect()].concat());
        };
        editors => object.set("editors", names(editors, texts));
        translators => object.set("translators", names(translators, texts));
        venue_short => object.set("publisherShort", line(venue_short));
        volume => object.set("volume", volume);
        number => object.set("number", number);
        pages => object.set("pages", pages);
        edition => object.set("edition", edition);
        imprint => object.set("imprint", lines(imprint));
        kind, type_name => object.set("type", type_name.as_deref().unwrap_or(kind.name()));
        status => object.set("status", line(status));
        notes => object.set("notes", lines(notes));
    )
}

fn names(names: &[Name], texts: &PlainTexts) -> Vec<String> {
    let names = names.iter().map(|name| {
        let mark = name.mark.map(String::from).unwrap_or_default();
        texts.author(&name.text) + &mark
    });
    names.collect()
}

fn archive_link(link: &ArchiveLink) -> Object {
    object!(written of ArchiveLink {} = link;
        label => written.set("label", label.as_str());
        url => written.set("url", url);
    )
}
