//! The tables of LinkedIn's archive that become sections: their columns, and the fields of an entry
//! that each becomes.
//!
//! The columns are those of archives since 2015; LinkedIn documents none of them.

use crate::profile::SectionKind;

/// A table that becomes a section.
#[derive(Debug)]
pub struct SectionTable {
    /// The name of its file, as [`table_name`] writes it.
    pub name: &'static str,
    /// The kind of the section.
    pub kind: SectionKind,
    /// The heading of the section, if it is not the word for its kind.
    pub title: Option<&'static str>,
    /// What its rows become.
    pub rows: Rows,
    /// Its columns.
    pub columns: &'static [Column],
}

/// What the rows of a table become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Each becomes an entry.
    Entries,
    /// Each becomes an entry, which is ongoing if it has a start and no end.
    Periods,
    /// Each becomes an entry, which is ongoing if it has a start and no end. Rows in sequence with the
    /// same employer become roles of one entry.
    Roles,
    /// All become the keywords of one entry.
    Keywords,
}

/// A column.
#[derive(Debug)]
pub struct Column {
    /// Its name, and other names that it has had.
    pub names: &'static [&'static str],
    /// What its cells become.
    pub becomes: Becomes,
}

/// What a cell becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Becomes {
    /// A text of the entry.
    Text(&'static str),
    /// The address of the entry.
    Url,
    /// The start of the entry.
    Start,
    /// The end of the entry.
    End,
    /// The date of the entry.
    Date,
    /// The summary of the entry and its bullets.
    Description,
    /// A labeled block.
    Detail(&'static str),
    /// A fact with this label.
    Fact(&'static str),
    /// The authors, with commas between them.
    Authors,
    /// A keyword.
    Keyword,
}

/// The column of the employer, in the tables whose rows become roles.
pub const EMPLOYER: &str = "Company Name";

const fn column(names: &'static [&'static str], becomes: Becomes) -> Column {
    Column { names, becomes }
}

const DESCRIPTION: Column = column(&["Description"], Becomes::Description);
const START: Column = column(&["Started On", "Start Date"], Becomes::Start);
const END: Column = column(&["Finished On", "End Date"], Becomes::End);
const URL: Column = column(&["Url"], Becomes::Url);

/// The tables that become sections, in the order of the sections.
pub static SECTIONS: [SectionTable; 14] = [
    SectionTable {
        name: "positions",
        kind: SectionKind::Experience,
        title: None,
        rows: Rows::Roles,
        columns: &[
            column(&[EMPLOYER], Becomes::Text("organization")),
            column(&["Title"], Becomes::Text("position")),
            DESCRIPTION,
            column(&["Location"], Becomes::Text("location")),
            column(&["Employment Type"], Becomes::Text("employment-type")),
            START,
            END,
        ],
    },
    SectionTable {
        name: "education",
        kind: SectionKind::Education,
        title: None,
        rows: Rows::Entries,
        columns: &[
            column(&["School Name"], Becomes::Text("institution")),
            column(&["Degree Name"], Becomes::Text("degree")),
            column(&["Field Of Study"], Becomes::Text("area")),
            START,
            END,
            column(&["Notes"], Becomes::Description),
            column(&["Activities"], Becomes::Detail("Activities")),
        ],
    },
    SectionTable {
        name: "projects",
        kind: SectionKind::Project,
        title: None,
        rows: Rows::Entries,
        columns: &[
            column(&["Title"], Becomes::Text("name")),
            DESCRIPTION,
            URL,
            START,
            END,
        ],
    },
    SectionTable {
        name: "volunteering",
        kind: SectionKind::Experience,
        title: Some("Volunteering"),
        rows: Rows::Roles,
        columns: &[
            column(&[EMPLOYER], Becomes::Text("organization")),
            column(&["Role"], Becomes::Text("position")),
            column(&["Cause"], Becomes::Fact("Cause")),
            START,
            END,
            DESCRIPTION,
        ],
    },
    SectionTable {
        name: "skills",
        kind: SectionKind::Skill,
        title: None,
        rows: Rows::Keywords,
        columns: &[column(&["Name"], Becomes::Keyword)],
    },
    SectionTable {
        name: "languages",
        kind: SectionKind::Language,
        title: None,
        rows: Rows::Entries,
        columns: &[
            column(&["Name"], Becomes::Text("language")),
            column(&["Proficiency"], Becomes::Text("fluency")),
        ],
    },
    SectionTable {
        name: "certifications",
        kind: SectionKind::Certificate,
        title: None,
        rows: Rows::Entries,
        columns: &[
            column(&["Name"], Becomes::Text("title")),
            URL,
            column(&["Authority"], Becomes::Text("awarder")),
            START,
            END,
            column(&["License Number"], Becomes::Fact("License number")),
        ],
    },
    SectionTable {
        name: "honors",
        kind: SectionKind::Award,
        title: None,
        rows: Rows::Entries,
        columns: &[
            column(&["Title"], Becomes::Text("title")),
            DESCRIPTION,
            column(&["Issuer"], Becomes::Text("awarder")),
            column(&["Issued On", "Issue Date"], Becomes::Date),
        ],
    },
    SectionTable {
        name: "publications",
        kind: SectionKind::Publication,
        title: None,
        rows: Rows::Entries,
        columns: &[
            column(&["Name"], Becomes::Text("title")),
            column(&["Published On"], Becomes::Date),
            DESCRIPTION,
            column(&["Publisher"], Becomes::Text("venue")),
            column(&["Authors"], Becomes::Authors),
            URL,
        ],
    },
    SectionTable {
        name: "patents",
        kind: SectionKind::Publication,
        title: Some("Patents"),
        rows: Rows::Entries,
        columns: &[
            column(&["Title", "Name"], Becomes::Text("title")),
            DESCRIPTION,
            column(&["Patent Office", "Issuer"], Becomes::Text("venue")),
            column(&["Status"], Becomes::Text("status")),
            column(&["Inventors"], Becomes::Authors),
            column(
                &["Issued On", "Issue Date", "Filed On", "Filing Date"],
                Becomes::Date,
            ),
            column(&["Patent Number", "Number"], Becomes::Fact("Number")),
            column(&["Application Number"], Becomes::Fact("Application")),
            URL,
        ],
    },
    SectionTable {
        name: "courses",
        kind: SectionKind::Certificate,
        title: Some("Courses"),
        rows: Rows::Entries,
        columns: &[
            column(&["Name"], Becomes::Text("title")),
            column(&["Number"], Becomes::Fact("Number")),
        ],
    },
    SectionTable {
        name: "testscores",
        kind: SectionKind::Certificate,
        title: Some("Test scores"),
        rows: Rows::Entries,
        columns: &[
            column(&["Name", "Test Name"], Becomes::Text("title")),
            column(&["Score"], Becomes::Fact("Score")),
            column(&["Date", "Dated On", "Test Date"], Becomes::Date),
            DESCRIPTION,
        ],
    },
    SectionTable {
        name: "organizations",
        kind: SectionKind::Experience,
        title: Some("Organizations"),
        rows: Rows::Periods,
        columns: &[
            column(&["Name"], Becomes::Text("organization")),
            column(&["Position", "Position Held"], Becomes::Text("position")),
            DESCRIPTION,
            START,
            END,
        ],
    },
    SectionTable {
        name: "causesyoucareabout",
        kind: SectionKind::Interest,
        title: None,
        rows: Rows::Keywords,
        columns: &[column(&["Supported Cause", "Name"], Becomes::Keyword)],
    },
];

/// The tables that become the person, and their columns.
static PERSON: [(&str, &[&str]); 4] = [
    (
        "profile",
        &[
            "First Name",
            "Last Name",
            "Maiden Name",
            "Address",
            "Birth Date",
            "Headline",
            "Summary",
            "Industry",
            "Zip Code",
            "Geo Location",
            "Twitter Handles",
            "Websites",
            "Instant Messengers",
        ],
    ),
    ("profilesummary", &["Profile Summary"]),
    (
        "emailaddresses",
        &["Email Address", "Confirmed", "Primary", "Updated On"],
    ),
    ("phonenumbers", &["Extension", "Number", "Type"]),
];

/// Tables that a CV could have, but with texts of other people.
const LEFT_OUT: [&str; 1] = ["recommendationsreceived"];

/// Returns the name of the table in a file: `Phone Numbers.csv` and `PhoneNumbers.csv` have the same.
pub fn table_name(file_name: &str) -> Option<String> {
    let name = file_name.to_lowercase();
    let name = name.strip_suffix(".csv")?;
    Some(name.chars().filter(|c| c.is_alphanumeric()).collect())
}

/// Returns whether a table becomes part of a profile.
pub fn is_read(name: &str) -> bool {
    PERSON.iter().any(|(table, _)| *table == name)
        || SECTIONS.iter().any(|section| section.name == name)
}

/// Returns whether a table has texts of other people that a CV could have.
pub fn is_left_out(name: &str) -> bool {
    LEFT_OUT.contains(&name)
}

/// Returns the name of a column of a table in the capitals that LinkedIn writes it in; `None` if it
/// is not known.
pub fn column_name(table: &str, written: &str) -> Option<&'static str> {
    let of_person = PERSON.iter().filter(|(name, _)| *name == table);
    let of_section = SECTIONS.iter().filter(|section| section.name == table);
    let of_person = of_person.flat_map(|(_, columns)| *columns);
    let of_section = of_section.flat_map(|section| section.columns);
    let mut names = of_person.chain(of_section.flat_map(|column| column.names));
    let written = written.trim();
    names
        .find(|name| name.eq_ignore_ascii_case(written))
        .copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::profile::fields_of;

    use super::*;

    #[test]
    fn entries_have_the_fields() {
        for section in &SECTIONS {
            for column in section.columns {
                if let Becomes::Text(field) = column.becomes {
                    let fields: Vec<&str> = fields_of(section.kind).collect();
                    assert!(fields.contains(&field), "{} {field}", section.name);
                }
            }
        }
    }

    #[test]
    fn a_column_becomes_one_thing() {
        for section in &SECTIONS {
            let mut names = BTreeSet::new();
            for name in section.columns.iter().flat_map(|column| column.names) {
                assert!(names.insert(name), "{} {name}", section.name);
            }
        }
    }

    #[test]
    fn files_and_columns_are_found_in_any_capitals() {
        for file in ["PhoneNumbers.csv", "Phone Numbers.csv", "phone_numbers.CSV"] {
            assert_eq!(table_name(file).as_deref(), Some("phonenumbers"), "{file}");
        }
        assert_eq!(table_name("messages.html"), None);
        assert_eq!(column_name("projects", " URL "), Some("Url"));
        assert_eq!(column_name("projects", "Cause"), None);
        assert!(is_read("positions"));
        assert!(!is_read("messages"));
    }
}
