//! The head of the file, and the head of the page: the person.

use crate::content::plain;
use crate::content::resume::{ContactKind, Direction, ResumePerson};
use crate::export::html::writer::{HtmlWriter, escaped};
use crate::export::outline::{Outline, OutlineContact};

/// Adds everything before the body. Nothing may be loaded, and no script may run.
pub(super) fn document_head(page: &mut HtmlWriter, outline: &Outline, data: &str) {
    let metadata = &outline.resume.document;
    let headline = outline.resume.person.headline.as_ref();
    let headline = headline.map(|headline| plain(headline));
    let keywords = metadata.keywords.join(", ");
    let members = [
        ("author", metadata.author.clone()),
        ("description", metadata.subject.clone().or(headline)),
        ("keywords", Some(keywords).filter(|all| !all.is_empty())),
    ];
    let members = members.into_iter().filter_map(|(name, content)| {
        let content = escaped(&content?);
        Some(format!("<meta name=\"{name}\" content=\"{content}\">\n"))
    });
    page.raw(&format!(
        include_str!("head.html"),
        language = escaped(&outline.language),
        direction = match outline.resume.direction {
            Direction::Ltr => "ltr",
            Direction::Rtl => "rtl",
        },
        title = escaped(&metadata.title),
        metadata = members.collect::<String>(),
        style = include_str!("style.css"),
        data = data,
    ));
}

/// Opens the main part of the page, and adds the person.
pub(super) fn page_head(page: &mut HtmlWriter, outline: &Outline) {
    let resume = outline.resume;
    let is_letter = resume.letter.is_some();
    page.open("main", if is_letter { "letter" } else { "h-resume" });
    page.raw("\n<header class=\"p-contact h-card\">\n");
    let head = &resume.person;
    if let Some(photo) = &outline.photo {
        page.image(photo, "u-photo");
    }
    page.raw("<div>\n");
    names(page, head, &resume.document.title);
    for (line, class) in [
        (&resume.title, "title"),
        (&head.headline, "p-job-title headline"),
        (&head.status, "status"),
    ] {
        if let Some(line) = line {
            page.element("p", class, line);
        }
    }
    if !outline.contacts.is_empty() {
        page.raw("<address>\n<ul>\n");
        for contact in &outline.contacts {
            page.raw("<li>");
            write_contact(page, contact);
            page.raw("</li>\n");
        }
        page.raw("</ul>\n</address>\n");
    }
    if let Some(epigraph) = &head.epigraph {
        page.element("p", "p-note epigraph", epigraph);
    }
    page.raw("</div>\n</header>\n");
}

/// Adds the names. A page without any has the title of the document as a heading that only screen
/// readers tell.
fn names(page: &mut HtmlWriter, person: &ResumePerson, title: &str) {
    let native = person.native_name.as_ref();
    let Some(name) = person.name.as_ref().or(native) else {
        page.raw("<h1 class=\"unseen\">");
        page.escaped(title);
        page.raw("</h1>\n");
        return;
    };
    page.raw("<h1><span class=\"p-name\">");
    page.text(name);
    page.raw("</span>");
    if let Some(native) = native.filter(|_| person.name.is_some()) {
        page.raw(" <span class=\"native\">");
        page.text(native);
        page.raw("</span>");
    }
    page.raw("</h1>\n");
}

fn write_contact(page: &mut HtmlWriter, contact: &OutlineContact) {
    let class = class_of(contact.kind);
    let is_linked = contact.segment.url.is_some();
    match &contact.datetime {
        Some(datetime) => {
            page.open_time(class, datetime);
            page.segment(&contact.segment, "", "");
            page.raw("</time>");
        }
        None if is_linked => page.segment(&contact.segment, "", class),
        None => page.segment(&contact.segment, class, ""),
    }
}

/// Returns the property of h-card.
fn class_of(kind: ContactKind) -> &'static str {
    match kind {
        ContactKind::Email => "u-email",
        ContactKind::Phone => "p-tel",
        ContactKind::Location => "p-locality",
        ContactKind::Address => "p-adr",
        ContactKind::Gender => "p-gender-identity",
        ContactKind::Url | ContactKind::Network | ContactKind::Link => "u-url",
        ContactKind::BirthDate => "dt-bday",
        ContactKind::AddressFurigana
        | ContactKind::Furigana
        | ContactKind::Nationality
        | ContactKind::Detail => "detail",
    }
}
