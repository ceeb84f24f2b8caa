//! The entry types of RenderCV. Their required keys tell them apart.

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::period::take_period;
use crate::import::rendercv::highlights;
use crate::profile::SectionKind;

/// A type of entry with fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryType {
    /// A school.
    Education,
    /// A job.
    Experience,
    /// A paper.
    Publication,
    /// Anything with a name.
    Normal,
    /// A label and what belongs to it.
    OneLine,
    /// A bullet.
    Bullet,
    /// A line of a list that counts up.
    Numbered,
    /// A line of a list that counts down.
    ReversedNumbered,
    /// None of them.
    Unknown,
}

/// The keys that tell the types.
const KEYS: [(&str, EntryType); 10] = [
    ("bullet", EntryType::Bullet),
    ("number", EntryType::Numbered),
    ("reversed_number", EntryType::ReversedNumbered),
    ("institution", EntryType::Education),
    ("company", EntryType::Experience),
    ("position", EntryType::Experience),
    ("authors", EntryType::Publication),
    ("title", EntryType::Publication),
    ("details", EntryType::OneLine),
    ("label", EntryType::OneLine),
];

impl EntryType {
    /// Returns the type of an entry.
    pub fn of(fields: &Fields) -> Self {
        let known = KEYS.iter().find(|(key, _)| fields.get(key).is_some());
        match known {
            Some((_, entry_type)) => *entry_type,
            None if fields.get("name").is_some() => Self::Normal,
            None => Self::Unknown,
        }
    }

    /// Returns the kind of a section with such entries, whose title may tell more.
    pub fn kind(self, titled: Option<SectionKind>) -> SectionKind {
        match self {
            Self::Education => SectionKind::Education,
            Self::Experience => SectionKind::Experience,
            Self::Publication => SectionKind::Publication,
            Self::Normal => match titled {
                Some(kind) if normal_title(kind).is_some() => kind,
                _ => SectionKind::Project,
            },
            Self::OneLine => match titled {
                Some(kind @ (SectionKind::Language | SectionKind::Interest)) => kind,
                _ => SectionKind::Skill,
            },
            Self::ReversedNumbered => match titled {
                Some(SectionKind::Publication) => SectionKind::Publication,
                _ => SectionKind::List,
            },
            Self::Bullet | Self::Numbered | Self::Unknown => SectionKind::List,
        }
    }
}

/// Returns the field that has the name of a normal entry, in the kinds that can have such entries.
fn normal_title(kind: SectionKind) -> Option<&'static str> {
    match kind {
        SectionKind::Project | SectionKind::Interest | SectionKind::Reference => Some("name"),
        SectionKind::Award | SectionKind::Certificate | SectionKind::Publication => Some("title"),
        _ => None,
    }
}

/// Takes the fields of an entry that have a place in a section of a kind.
pub fn take(fields: &mut Fields, entry: EntryType, kind: SectionKind, table: &mut DraftTable) {
    if kind == SectionKind::List {
        take_line(fields, table);
    }
    match entry {
        EntryType::Education if kind == SectionKind::Education => {
            move_line(fields, "institution", table, "institution");
            move_line(fields, "degree", table, "degree");
            move_line(fields, "study_type", table, "degree");
            move_line(fields, "area", table, "area");
        }
        EntryType::Experience if kind == SectionKind::Experience => {
            move_line(fields, "company", table, "organization");
            move_line(fields, "position", table, "position");
        }
        EntryType::Publication if kind == SectionKind::Publication => {
            move_line(fields, "title", table, "title");
            take_authors(fields, table);
            move_line(fields, "journal", table, "venue");
            table.set("doi", fields.take_doi("doi", "url"));
            table.set("url", fields.take_url("url"));
        }
        EntryType::Normal => {
            if let Some(field) = normal_title(kind) {
                move_line(fields, "name", table, field);
            }
        }
        EntryType::OneLine => take_one_line(fields, kind, table),
        EntryType::ReversedNumbered => move_line(fields, "reversed_number", table, "text"),
        _ => {}
    }
    move_line(fields, "location", table, "location");
    take_dates(fields, table);
    table.set("summary", fields.take_prose("summary"));
    highlights::take(fields, "highlights", table);
}

/// Takes one line for an entry in a list of entries of several types: its names.
fn take_line(fields: &mut Fields, table: &mut DraftTable) {
    let mut parts = Vec::new();
    for key in [
        "bullet",
        "number",
        "reversed_number",
        "company",
        "position",
        "institution",
        "degree",
        "area",
        "title",
        "name",
        "label",
        "journal",
        "details",
    ] {
        parts.extend(fields.take_line(key));
    }
    parts.extend(fields.take_lines("authors"));
    table.set("text", Some(parts.join(", ")));
}

fn move_line(fields: &mut Fields, key: &str, table: &mut DraftTable, field: &str) {
    if !table.has(field) {
        let line = fields.take_line(key);
        table.set(field, line);
    }
}

/// Takes the authors. The own name has emphasis in RenderCV, which a profile gives it by itself.
fn take_authors(fields: &mut Fields, table: &mut DraftTable) {
    let authors = fields.take_lines("authors").into_iter();
    table.set_list("authors", authors.map(|author| without_emphasis(&author)));
}

/// Returns a name without emphasis around all of it.
pub fn without_emphasis(name: &str) -> String {
    for mark in ["***", "**", "*", "__", "_"] {
        let inside = name
            .strip_prefix(mark)
            .and_then(|rest| rest.strip_suffix(mark));
        if let Some(inside) = inside.filter(|inside| !inside.contains(['*', '_'])) {
            return inside.to_owned();
        }
    }
    name.to_owned()
}

fn take_one_line(fields: &mut Fields, kind: SectionKind, table: &mut DraftTable) {
    match kind {
        SectionKind::Language => {
            move_line(fields, "label", table, "language");
            move_line(fields, "details", table, "fluency");
        }
        SectionKind::Skill | SectionKind::Interest => {
            move_line(fields, "label", table, "name");
            move_line(fields, "name", table, "name");
            if let Some(details) = fields.take_line("details") {
                table.set_list("keywords", keywords(&details));
            }
        }
        _ => {}
    }
}

/// The length of what can be a keyword, in bytes.
const MAX_KEYWORD: usize = 60;

/// Returns the parts between the commas of a text, or all of it if it is a sentence.
fn keywords(details: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_usize;
    // Emphasis and code can have commas inside.
    let mut is_marked = false;
    let mut before = ' ';
    for c in details.chars() {
        let is_new = c != before;
        before = c;
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '*' | '`' if is_new => is_marked = !is_marked,
            ',' if depth == 0 && !is_marked => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    let parts: Vec<String> = parts.iter().map(|part| part.trim().to_owned()).collect();
    let is_list = parts
        .iter()
        .all(|part| !part.is_empty() && part.len() <= MAX_KEYWORD && !part.contains(". "));
    let starts_as_sentence = parts
        .iter()
        .any(|part| part.starts_with("and ") || part.ends_with('.'));
    if is_list && !starts_as_sentence {
        parts
    } else {
        vec![details.to_owned()]
    }
}

/// Takes the dates. A `date` stands for start and end, and a start without an end goes on.
fn take_dates(fields: &mut Fields, table: &mut DraftTable) {
    if let Some(date) = fields.take_date("date") {
        table.set("date", Some(date));
        return;
    }
    take_period(fields, "start_date", "end_date", table);
    if table.has("start") && !table.has("end") && fields.text("end_date").is_none() {
        table.set("end", Some("present"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_of_a_whole_name_is_removed() {
        for (name, plain) in [
            ("*Ann Lee*", "Ann Lee"),
            ("**Ann Lee**", "Ann Lee"),
            ("***Ann Lee***", "Ann Lee"),
            ("*Ann* and *Bo*", "*Ann* and *Bo*"),
            ("Ann", "Ann"),
        ] {
            assert_eq!(without_emphasis(name), plain);
        }
    }

    #[test]
    fn details_are_keywords_unless_they_are_sentences() {
        assert_eq!(keywords("Rust, C++, Go"), ["Rust", "C++", "Go"]);
        assert_eq!(
            keywords("Python (NumPy, SciPy), **R, S**"),
            ["Python (NumPy, SciPy)", "**R, S**"]
        );
        for sentence in [
            "Fluent, since school.",
            "Reads, writes, and speaks it",
            "a, , b",
        ] {
            assert_eq!(keywords(sentence), [sentence]);
        }
    }
}
