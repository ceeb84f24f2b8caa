//! Writes the sections: each row of a table becomes an entry, a role or a keyword, as
//! [`tables`](super::tables) says.

use std::collections::HashSet;

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::html::is_html;
use crate::import::linkedin::description::{self, DescriptionPart};
use crate::import::linkedin::table::ArchiveTable;
use crate::import::linkedin::tables::{Becomes, Column, EMPLOYER, Rows, SectionTable};
use crate::import::notes::Markup;
use crate::import::period::take_period;
use crate::import::text;
use crate::profile::MAX_TEXT;

/// Writes the section of a table.
pub fn draft(format: &SectionTable, table: &ArchiveTable) -> DraftTable {
    let mut section = DraftTable::section(format.kind);
    section.set("title", format.title);
    match format.rows {
        Rows::Keywords => keywords(format, table, &mut section),
        Rows::Roles => roles(format, table, &mut section),
        Rows::Entries | Rows::Periods => {
            for row in table.rows() {
                section.push("entry", entry(row, format));
            }
        }
    }
    section
}

fn keywords(format: &SectionTable, table: &ArchiveTable, section: &mut DraftTable) {
    let mut entry = DraftTable::default();
    let mut keywords: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for mut row in table.rows() {
        for name in format.columns.iter().flat_map(|column| column.names) {
            let keyword = row.take_line(name);
            // Some archives list a skill twice.
            keywords.extend(keyword.filter(|keyword| known.insert(keyword.clone())));
        }
        row.finish(&mut entry);
    }
    entry.set_list("keywords", keywords);
    section.push("entry", entry);
}

/// Writes an entry for every sequence of rows with the same employer. Several rows are its roles.
fn roles(format: &SectionTable, table: &ArchiveTable, section: &mut DraftTable) {
    let mut rows = table.rows().peekable();
    while let Some(mut row) = rows.next() {
        let name = row.text(EMPLOYER).map(str::to_owned);
        let employer = row.take_line(EMPLOYER);
        let mut first = entry(row, format);
        let is_same = |next: &Fields| employer.is_some() && next.text(EMPLOYER) == name.as_deref();
        if !rows.peek().is_some_and(is_same) {
            first.set("organization", employer);
            section.push("entry", first);
            continue;
        }
        let mut parent = DraftTable::default();
        parent.set("organization", employer.as_ref());
        parent.push("role", first);
        while let Some(mut next) = rows.next_if(is_same) {
            next.take(EMPLOYER);
            parent.push("role", entry(next, format));
        }
        section.push("entry", parent);
    }
}

/// Writes a row as an entry or a role.
fn entry(mut row: Fields, format: &SectionTable) -> DraftTable {
    let mut entry = DraftTable::default();
    for column in format.columns {
        // Of several names of a column, an archive has one.
        if let Some(name) = column.names.iter().find(|name| row.get(name).is_some()) {
            take_cell(&mut row, name, column, &mut entry);
        }
    }
    let column = |becomes| {
        let column = format
            .columns
            .iter()
            .find(|column| column.becomes == becomes);
        let names = column.map_or(&[][..], |column| column.names).iter();
        names.copied().find(|name| row.get(name).is_some())
    };
    let (start, end) = (column(Becomes::Start), column(Becomes::End));
    take_period(&mut row, start.unwrap_or(""), end.unwrap_or(""), &mut entry);
    let is_period = matches!(format.rows, Rows::Periods | Rows::Roles);
    if is_period && end.is_none() && entry.has("start") {
        entry.set("end", Some("present"));
    }
    row.finish(&mut entry);
    entry
}

fn take_cell(row: &mut Fields, name: &str, column: &Column, entry: &mut DraftTable) {
    match column.becomes {
        Becomes::Text(field) => entry.set(field, row.take_line(name)),
        Becomes::Url => entry.set("url", row.take_url(name)),
        Becomes::Date => entry.set("date", row.take_date(name)),
        Becomes::Description => take_description(row, name, entry),
        Becomes::Detail(label) => {
            if let Some(body) = row.take_prose(name) {
                let mut detail = DraftTable::default();
                detail.set("label", Some(label));
                detail.set("body", Some(body));
                entry.push("details", detail);
            }
        }
        Becomes::Fact(label) => {
            if let Some(fact) = row.take_line(name) {
                entry.add_fact("meta", label, &fact);
            }
        }
        Becomes::Authors => {
            if let Some(authors) = row.take_line(name) {
                let authors = authors.split(',').map(str::trim);
                entry.set_list("authors", authors.filter(|author| !author.is_empty()));
            }
        }
        // They are taken together.
        Becomes::Start | Becomes::End | Becomes::Keyword => {}
    }
}

/// Takes a description as prose and the bullets after it.
fn take_description(row: &mut Fields, name: &str, entry: &mut DraftTable) {
    let Some(node) = row.get(name).cloned() else {
        return;
    };
    if node.as_text().is_some_and(is_html) {
        return entry.set("summary", row.take_prose(name));
    }
    let Some(text) = row.take_raw(name) else {
        return;
    };
    let description = description::divide(&text);
    let summary = markdown(&description.prose);
    let bullets = description.bullets.into_iter();
    let bullets: Vec<String> = bullets
        .map(|item| text::line(item, Markup::Plain))
        .collect();
    if [&summary]
        .into_iter()
        .chain(&bullets)
        .any(|text| text.len() > MAX_TEXT)
    {
        return row.leave(name, node);
    }
    entry.set("summary", Some(summary));
    entry.set_list("highlights", bullets);
}

/// Returns the parts of a description as block Markdown.
pub fn markdown(parts: &[DescriptionPart]) -> String {
    let parts = parts.iter().map(|part| match part {
        DescriptionPart::Lines(lines) => text::markdown_of_plain(&lines.join("\n")),
        DescriptionPart::Bullets(items) => {
            let items = items
                .iter()
                .map(|item| format!("- {}", text::markdown_of_plain(item)));
            items.collect::<Vec<_>>().join("\n")
        }
    });
    parts.collect::<Vec<_>>().join("\n\n")
}
