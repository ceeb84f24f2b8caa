//! What a file of another tool has and a profile has for it, as rows of a table, and how a table is
//! carried out.
//!
//! Each tool has its tables; a field that is new there is one row. What no row takes is left out, which
//! [`Fields::finish`] reports.

use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::{Fields, TextForm};
use crate::import::levels::{set_keywords, set_level};
use crate::import::links::{add_account, add_page};
use crate::import::period::is_before;
use crate::import::source::TEXT;
use crate::profile::SectionKind;

/// A path in the source, the field of the profile that it becomes, and how.
///
/// Versions of a tool have other names for the same: `name|company`. A field that is set already
/// is not set again, so that the first name wins, and what is under the others is left.
pub type Row = (&'static str, &'static str, How);

/// A list of the source that becomes a section: its path, the kind and the heading of the section, if it is
/// not the word for the kind, and the rows of an entry.
pub type List = (&'static str, SectionKind, &'static str, &'static [Row]);

/// The rows of a person, or of entries of a kind.
#[cfg(test)]
pub type KindRows = (Option<SectionKind>, &'static [Row]);

/// Returns the rows of lists, each with the kind of its section.
#[cfg(test)]
pub fn rows_of(lists: &[List]) -> Vec<KindRows> {
    let lists = lists.iter();
    lists
        .map(|(_, kind, _, rows)| (Some(*kind), *rows))
        .collect()
}

/// How a value of the source becomes a field of the profile.
#[derive(Debug, Clone, Copy)]
pub enum How {
    /// A text in this form.
    As(TextForm),
    /// A list of texts in this form.
    All(TextForm),
    /// One text, or a list of several.
    OneOrAll(TextForm),
    /// The texts under all names as one line, with this between them.
    Joined(&'static str),
    /// A fact, whose label is in place of the field.
    Fact,
    /// The start of a period, with the names of its end; one without an end goes on.
    Period(&'static str),
    /// The start of a period, with the names of its end, which may not be known.
    Ends(&'static str),
    /// A DOI, the address of which may be under this name.
    Doi(&'static str),
    /// A level out of several, or words for one.
    Level,
    /// Keywords, which can have levels.
    Keywords,
    /// Addresses: the first is that of the table, and the others are links.
    Pages,
    /// Accounts on networks, with these names of the network, the user and the address.
    Accounts(&'static str, &'static str, &'static str),
    /// A map, which becomes a table in one line.
    Table(&'static [Row]),
    /// The maps of a list, each of which becomes a table. A text alone is the first row.
    Tables(&'static [Row]),
    /// What these functions make of the maps of a list.
    Each(fn(&mut Fields, &mut DraftTable)),
    /// What a function makes of the value under each name.
    By(fn(&mut Fields, &'static str, &'static str, &mut DraftTable)),
    /// Nothing, as it says nothing about the person.
    Nothing,
}

/// Returns the names of a path.
pub fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('|')
}

/// Moves what rows name from a map of the source into a table.
pub fn apply(rows: &[Row], fields: &mut Fields, table: &mut DraftTable) {
    for (from, to, how) in rows {
        match how {
            How::Period(ends) => set_period(fields, from, ends, true, table),
            How::Ends(ends) => set_period(fields, from, ends, false, table),
            How::Joined(between) => {
                let texts: Vec<String> = names(from)
                    .flat_map(|name| fields.read_all(name, TextForm::Line))
                    .collect();
                table.set(to, Some(texts.join(between)));
            }
            _ => {
                for name in names(from) {
                    move_value(fields, name, to, *how, table);
                }
            }
        }
    }
}

fn move_value(
    fields: &mut Fields,
    from: &'static str,
    to: &'static str,
    how: How,
    table: &mut DraftTable,
) {
    match how {
        How::As(form) if !table.has(to) => table.set(to, fields.read(from, form)),
        How::All(form) if !table.has(to) => table.set_list(to, fields.read_all(from, form)),
        How::OneOrAll(form) if !table.has(to) => {
            table.set_one_or_all(to, fields.read_all(from, form));
        }
        How::Doi(url) if !table.has(to) => table.set(to, fields.take_doi(from, url)),
        How::Level if !table.has(to) => set_level(table, fields.read(from, TextForm::Line)),
        How::Keywords if !table.has(to) => {
            set_keywords(table, fields.read_all(from, TextForm::Line));
        }
        How::Fact => {
            for fact in fields.read_all(from, TextForm::Line) {
                table.add_fact("meta", to, &fact);
            }
        }
        How::Pages => {
            for url in fields.read_all(from, TextForm::Url) {
                add_page(table, &url);
            }
        }
        How::Accounts(network, username, url) => {
            for mut account in fields.list(from) {
                let network = account.read(network, TextForm::Plain);
                let username = account.read(username, TextForm::Plain);
                add_account(
                    table,
                    network,
                    username,
                    account.read(url, TextForm::Url),
                    false,
                );
                account.finish(table);
            }
        }
        How::Table(rows) => {
            if let Some(mut inner) = fields.map(from) {
                let mut members = DraftTable::default();
                apply(rows, &mut inner, &mut members);
                inner.finish(table);
                table.set_inline(to, members);
            }
        }
        How::Tables(rows) => {
            for item in fields.list(from) {
                table.push(to, entry(rows, item));
            }
        }
        How::Each(take) => {
            for mut item in fields.list(from) {
                take(&mut item, table);
                item.finish(table);
            }
        }
        How::By(take) => take(fields, from, to, table),
        How::Nothing if from.contains("[]") => {
            fields.convert_all(from, |_, _, _| Some(()));
        }
        How::Nothing => {
            fields.take(from);
        }
        _ => {}
    }
}

/// Returns the table that a map becomes, or a text alone, which is what the first row has.
pub fn entry(rows: &[Row], mut fields: Fields) -> DraftTable {
    let mut table = DraftTable::default();
    if let Some((_, main, _)) = rows.first() {
        table.set(main, fields.read(TEXT, TextForm::Line));
    }
    apply(rows, &mut fields, &mut table);
    fields.finish(&mut table);
    table
}

/// Returns the section that a list becomes.
pub fn section(list: &List, fields: &mut Fields) -> DraftTable {
    let (from, kind, title, rows) = list;
    let mut section = DraftTable::section(*kind);
    section.set("title", Some(title));
    apply(&[(from, "entry", How::Tables(rows))], fields, &mut section);
    section
}

/// Adds the sections of lists, in the order of the lists.
pub fn sections(lists: &[List], fields: &mut Fields, draft: &mut Draft) {
    for list in lists {
        draft.push_section(section(list, fields));
    }
}

/// Moves the two ends of a period. An end before the start is left, and so is a start that is not a point
/// in time.
pub fn set_period(
    fields: &mut Fields,
    starts: &str,
    ends: &str,
    goes_on: bool,
    table: &mut DraftTable,
) {
    let has_value = |name: &&str| fields.get(name).is_some_and(|node| !node.is_empty());
    let [start_name, end_name] = [starts, ends].map(|path| names(path).find(has_value));
    let mut date = |name: Option<&str>| fields.peek(name?, TextForm::Date);
    let start = date(start_name).filter(|start| start != "present");
    let end = date(end_name).filter(|end| {
        let start = start.as_ref();
        start.is_none_or(|start| !is_before(end, start))
    });
    if goes_on && start.is_some() && end_name.is_none() {
        table.set("end", Some("present"));
    }
    for (field, name, date) in [("start", start_name, start), ("end", end_name, end)] {
        if let (Some(name), Some(date)) = (name, date) {
            fields.take_text(name);
            table.set(field, Some(date));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{europass, json_resume, linkedin, orcid};
    use crate::import::{reactive_resume, rendercv, yaml_resume};
    use crate::profile::{fields_of, keys_at};

    #[test]
    fn a_profile_has_the_fields_of_all_rows() {
        let all = [
            europass::all_rows(),
            json_resume::all_rows(),
            linkedin::all_rows(),
            orcid::all_rows(),
            reactive_resume::all_rows(),
            rendercv::all_rows(),
            yaml_resume::all_rows(),
        ];
        for (kind, rows) in all.into_iter().flatten() {
            let known: Vec<&str> = match kind {
                Some(kind) => fields_of(kind).collect(),
                None => keys_at(&["person"]),
            };
            for (from, to, how) in rows {
                let is_label = to.starts_with(char::is_uppercase);
                let is_field = !matches!(how, How::Fact | How::Nothing) && !is_label;
                if is_field && !to.is_empty() {
                    assert!(known.contains(to), "{kind:?} {from} {to}");
                }
            }
        }
    }
}
