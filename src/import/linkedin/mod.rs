//! Imports the archive of LinkedIn, “Get a copy of your data”: a ZIP archive with a table for each
//! part of a profile, or the folder that it was unpacked into.
//!
//! Only the tables that become part of a profile are read: the others have messages, contacts and
//! what other people wrote.

mod description;
mod lists;
mod person;
mod sections;
mod table;

use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, rule};
use crate::import::archive::{Archive, file_name};
use crate::import::draft::Draft;
use crate::import::linkedin::sections::SECTIONS;
use crate::import::linkedin::table::ArchiveTable;
use crate::import::map::{How, names};

/// A table that a CV could have, but with texts of other people.
const LEFT_OUT: &str = "recommendationsreceived";

/// Returns whether a member of an archive, or a file of a folder, has a table that is read.
pub fn is_read(path: &str) -> bool {
    let is_known = |name: String| {
        person::TABLES.contains(&&*name) || SECTIONS.iter().any(|(table, ..)| *table == name)
    };
    table_name(file_name(path)).is_some_and(is_known)
}

/// Writes the profile of an archive. The name is that of the archive, for messages; warnings are added
/// to the problems.
///
/// # Errors
/// There is no table of LinkedIn's in the archive, or a table cannot be read.
pub fn draft(
    archive: &Archive,
    name: &str,
    problems: &mut Diagnostics,
) -> Result<Draft, Diagnostics> {
    let tables = read_tables(archive, name)?;
    let mut draft = Draft::default();
    person::draft(|name| find(&tables, name), &mut draft.person);
    for section in &SECTIONS {
        if let Some(table) = find(&tables, section.0) {
            draft.push_section(sections::draft(section, table));
        }
    }
    for table in tables {
        problems.extend(table.notes.into_problems());
    }
    for path in &archive.others {
        if table_name(file_name(path)).is_some_and(|table| table == LEFT_OUT) {
            problems.push(not_read(path, name));
            let comment = format!("{path} is not read: it has texts of other people");
            draft.root.comment(&comment);
        }
    }
    Ok(draft)
}

/// Returns the table with a name.
fn find<'t>(tables: &'t [ArchiveTable], name: &str) -> Option<&'t ArchiveTable> {
    tables.iter().find(|table| table.name == name)
}

fn read_tables(archive: &Archive, archive_name: &str) -> Result<Vec<ArchiveTable>, Diagnostics> {
    let mut tables: Vec<ArchiveTable> = Vec::new();
    let mut problems = Diagnostics::default();
    for member in &archive.members {
        let Some(name) = table_name(file_name(&member.path)) else {
            continue;
        };
        let path = format!("{archive_name}/{}", member.path);
        match tables.iter().find(|table| table.name == name) {
            // Two archives that were unpacked into one folder have the same tables.
            Some(first) if first.bytes == member.bytes => {}
            Some(first) => problems.push(twice(&path, first.notes.source().name())),
            None => match ArchiveTable::read(name, &path, member, column_name) {
                Ok(table) => tables.push(table),
                Err(problem) => problems.push(problem),
            },
        }
    }
    if problems.has_errors() {
        return Err(problems);
    }
    if tables.is_empty() {
        return Err(no_table(archive_name).into());
    }
    Ok(tables)
}

fn twice(path: &str, first: &str) -> Diagnostic {
    let message = format!("`{path}` and `{first}` are the same table with different rows");
    Diagnostic::error(rule::IMPORT_ARCHIVE, message)
        .hint("import each archive alone, or remove one of the files")
}

fn no_table(archive: &str) -> Diagnostic {
    let message = format!("`{archive}` has none of the tables of LinkedIn");
    let names = ["Profile.csv", "Positions.csv", "Education.csv"];
    Diagnostic::error(rule::IMPORT_ARCHIVE, message).hint(format!(
        "expected {} or another table of the archive that LinkedIn sends",
        alternatives(names)
    ))
}

fn not_read(path: &str, archive: &str) -> Diagnostic {
    let message = format!("`{archive}/{path}` is not read, as it has texts of other people");
    Diagnostic::warning(rule::IMPORT_LEFT_OUT, message)
        .hint("ask them before you quote them in a section of the kind `reference`")
}

/// Returns the name of the table in a file: `Phone Numbers.csv` and `PhoneNumbers.csv` have the same.
fn table_name(file_name: &str) -> Option<String> {
    let name = file_name.to_lowercase();
    let name = name.strip_suffix(".csv")?;
    Some(name.chars().filter(|c| c.is_alphanumeric()).collect())
}

/// Returns the name of a column in the capitals that LinkedIn writes it in; `None` if it is not known.
fn column_name(written: &str) -> Option<&'static str> {
    let rows = SECTIONS.iter().flat_map(|(.., rows)| *rows);
    let paths = rows.flat_map(|(from, _, how)| match how {
        How::Period(end) | How::Ends(end) => [*from, *end],
        _ => [*from, ""],
    });
    let mut names = paths.chain([person::COLUMNS]).flat_map(names);
    names.find(|name| name.eq_ignore_ascii_case(written.trim()))
}

/// Returns all rows of entries and of the person.
#[cfg(test)]
pub fn all_rows() -> Vec<crate::import::map::KindRows> {
    let mut rows = crate::import::map::rows_of(&SECTIONS);
    rows.push((None, person::PROFILE));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_columns_are_found_in_any_capitals() {
        for file in ["PhoneNumbers.csv", "Phone Numbers.csv", "phone_numbers.CSV"] {
            assert_eq!(table_name(file).as_deref(), Some("phonenumbers"), "{file}");
        }
        assert_eq!(table_name("messages.html"), None);
        assert_eq!(column_name(" URL "), Some("Url"));
        assert_eq!(column_name("finished on"), Some("Finished On"));
        assert_eq!(column_name("Shoe size"), None);
        assert!(is_read("Positions.csv"));
        assert!(!is_read("messages.csv"));
    }
}
