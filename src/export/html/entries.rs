//! Sections and their entries, and what follows the last of them.

use crate::content::resume::{Resume, ResumeDetail};
use crate::export::html::letter::signed;
use crate::export::html::writer::HtmlWriter;
use crate::export::outline::{Outline, OutlineDate, OutlineEntry, OutlineSection};
use crate::profile::SectionKind;

/// The separator of two texts of a line.
const BETWEEN: &str = " · ";

/// The level of the lowest heading of HTML.
const LOWEST: usize = 6;

/// Adds sections.
pub(super) fn sections(page: &mut HtmlWriter, sections: &[OutlineSection]) {
    for section in sections {
        write_section(page, section);
    }
}

fn write_section(page: &mut HtmlWriter, section: &OutlineSection) {
    let written = section.section;
    let is_summary = written.kind == SectionKind::Text && section.entries.is_empty();
    let class = if is_summary { " p-summary" } else { "" };
    page.open("section", &format!("{}{class}", written.kind.name()));
    page.raw("\n");
    if let Some(title) = &written.title {
        page.element(&heading(section.level), "", title);
    }
    page.raw("<div>\n");
    page.blocks(&written.body);
    page.items(&written.highlights, false);
    for entry in &section.entries {
        write_entry(page, entry, class_of(entry.entry.kind));
    }
    sections(page, &section.sections);
    page.raw("</div>\n</section>\n");
}

fn write_entry(page: &mut HtmlWriter, entry: &OutlineEntry, class: &str) {
    page.open("article", class);
    page.raw("\n");
    let has_head = !entry.heading.is_empty() || entry.text.is_some() || entry.is_dated();
    if has_head || entry.logo.is_some() {
        page.raw("<header>\n");
        if let Some(logo) = &entry.logo {
            page.image(logo, "logo");
        }
        write_heading(page, entry);
        if entry.is_dated() {
            write_dates(page, entry);
        }
        page.raw("</header>\n");
    }
    for line in &entry.lines {
        page.raw("<p class=\"line\">");
        page.segments(line, BETWEEN);
        page.raw("</p>\n");
    }
    page.blocks(&entry.entry.summary);
    for detail in &entry.entry.details {
        write_detail(page, detail);
    }
    page.items(&entry.entry.highlights, false);
    for role in &entry.roles {
        write_entry(page, role, class);
    }
    page.raw("</article>\n");
}

/// Adds what names an entry: a heading, or a line of text.
fn write_heading(page: &mut HtmlWriter, entry: &OutlineEntry) {
    if !entry.heading.is_empty() {
        let element = heading(entry.level);
        page.open(&element, "");
        if let Some(number) = entry.entry.number {
            page.raw(&format!("<span class=\"number\">{number}.</span> "));
        }
        page.segments(&entry.heading, page.separators.label.as_str());
        page.raw(&format!("</{element}>\n"));
    }
    if let Some(text) = &entry.text {
        page.raw("<p>");
        page.segments(std::slice::from_ref(text), "");
        page.raw("</p>\n");
    }
}

fn write_dates(page: &mut HtmlWriter, entry: &OutlineEntry) {
    page.raw("<p class=\"dates\">");
    for (index, period) in entry.dates.iter().enumerate() {
        if index > 0 {
            page.list_separator();
        }
        let has_end = period.end.is_some();
        write_date(
            page,
            &period.start,
            if has_end { "dt-start" } else { "dt-end" },
        );
        if let Some(end) = &period.end {
            page.escaped(&period.dash);
            write_date(page, end, "dt-end");
        }
        if let Some(duration) = &period.duration {
            page.remark(duration);
        }
    }
    if let Some(expected) = entry.expected {
        page.remark(expected);
    }
    page.raw("</p>\n");
}

fn write_date(page: &mut HtmlWriter, date: &OutlineDate, class: &str) {
    let Some(datetime) = &date.datetime else {
        return page.escaped(&date.text);
    };
    page.open_time(class, datetime);
    page.escaped(&date.text);
    page.raw("</time>");
}

fn write_detail(page: &mut HtmlWriter, detail: &ResumeDetail) {
    let ResumeDetail {
        label,
        body,
        items,
        numbered,
    } = detail;
    page.raw("<div class=\"detail\">\n");
    if let Some(label) = label {
        page.element("p", "label", label);
    }
    page.blocks(body);
    page.items(items, *numbered);
    page.raw("</div>\n");
}

/// Adds what follows the last section: the signature and the small print.
pub(super) fn ending(page: &mut HtmlWriter, outline: &Outline) {
    let Resume {
        signature,
        footer,
        separators,
        ..
    } = outline.resume;
    if let Some(signature) = signature {
        page.raw("<div class=\"signature\">\n");
        if let Some(dated) = signature.dated(separators) {
            page.element("p", "", &dated);
        }
        signed(page, outline, signature.name.as_deref());
    }
    if let Some(footer) = footer {
        page.raw("<footer>\n");
        page.element("p", "", footer);
        page.raw("</footer>\n");
    }
}

fn heading(level: usize) -> String {
    format!("h{}", level.min(LOWEST))
}

/// Returns the classes of an entry: the properties of h-resume, where there are any.
fn class_of(kind: SectionKind) -> &'static str {
    match kind {
        SectionKind::Education => "entry p-education h-event",
        SectionKind::Experience => "entry p-experience h-event",
        SectionKind::Skill | SectionKind::Language => "entry p-skill",
        SectionKind::Publication => "entry h-cite",
        SectionKind::Reference => "entry h-card",
        SectionKind::Project | SectionKind::Award | SectionKind::Certificate => "entry h-event",
        SectionKind::Text | SectionKind::News | SectionKind::Interest | SectionKind::List => {
            "entry"
        }
    }
}
