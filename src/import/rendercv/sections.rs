//! Sections: their titles are their keys, and their entries are all of one type, which has the keys that it
//! requires.

use toml_edit::{Array, InlineTable, Value as Toml};

use crate::import::draft::{Draft, DraftTable};
use crate::import::escape::escaped;
use crate::import::fields::TextForm::{Date, Line, Prose, Url};
use crate::import::fields::{Fields, left_out};
use crate::import::map::How::{As, By, Doi, Fact, Joined};
use crate::import::map::{Row, apply, set_period};
use crate::import::rendercv::titles;
use crate::import::source::{SourceNode, SourceValue, TEXT, join};
use crate::profile::SectionKind;

/// The keys that tell the types of entries, by the first of the keys of each.
const TYPES: [(&str, &str); 12] = [
    (TEXT, TEXT),
    ("bullet", "bullet"),
    ("number", "number"),
    ("reversed_number", "reversed_number"),
    ("institution", "institution"),
    ("company", "company"),
    ("position", "company"),
    ("authors", "title"),
    ("title", "title"),
    ("details", "label"),
    ("label", "label"),
    ("name", "name"),
];

/// An entry in a list of entries of several types: its names in one line.
const LINE: &[Row] = &[(
    "#text|bullet|number|reversed_number|company|position|institution|degree|area|title|name|label|\
     journal|details|authors",
    "text",
    Joined(", "),
)];

const EDUCATION: &[Row] = &[
    ("institution", "institution", As(Line)),
    ("degree|study_type", "degree", As(Line)),
    ("area", "area", As(Line)),
    ("gpa", "GPA", Fact),
];

const EXPERIENCE: &[Row] = &[
    ("company", "organization", As(Line)),
    ("position", "position", As(Line)),
];

const PUBLICATION: &[Row] = &[
    ("title", "title", As(Line)),
    ("authors", "authors", By(authors)),
    ("journal", "venue", As(Line)),
    ("doi", "doi", Doi("url")),
];

const LANGUAGE: &[Row] = &[
    ("label", "language", As(Line)),
    ("details", "fluency", As(Line)),
];

const ONE_LINE: &[Row] = &[
    ("label|name", "name", As(Line)),
    ("details", "keywords", By(keywords)),
];

const ENTRY: &[Row] = &[
    ("url", "url", As(Url)),
    ("location", "location", As(Line)),
    ("date", "date", As(Date)),
    ("start_date", "start", By(period)),
    ("summary", "summary", As(Prose)),
    ("highlights", "highlights", By(highlights)),
];

/// Takes all sections, in the order written.
pub fn take(sections: &mut Fields, draft: &mut Draft) {
    for key in sections.keys() {
        if sections.get(&key).is_some_and(|node| !node.is_empty()) {
            draft.push_section(section(sections, &key));
        }
    }
}

/// Takes the lists of entries, in the order written.
pub fn take_lists(cv: &mut Fields, draft: &mut Draft) {
    let has_type = |node: &SourceNode| TYPES.iter().any(|(key, _)| node.get(key).is_some());
    for key in cv.keys() {
        if let Some(SourceValue::List(entries)) = cv.get(&key).map(|node| &node.value)
            && !entries.is_empty()
            && entries.iter().all(has_type)
        {
            draft.push_section(section(cv, &key));
        }
    }
}

fn section(sections: &mut Fields, key: &str) -> DraftTable {
    let span = sections.get(key).map_or(0..0, |node| node.span.clone());
    let title = sections.cleaned(key, key, &span);
    let entries = sections.list(key);
    let types: Vec<&str> = entries.iter().map(type_of).collect();
    let kind = kind(key, &types);
    let mut section = DraftTable::section(kind);
    section.set("title", Some(escaped(&titles::proper(&title))));
    let is_only = |name| types.iter().all(|known| *known == name);
    if is_only(TEXT) {
        let paragraphs = each(entries, &mut section, |entry| entry.read(TEXT, Prose));
        section.set("body", Some(paragraphs.join("\n\n")));
    } else if is_only("bullet") {
        let bullets = each(entries, &mut section, |entry| {
            entry.convert_all("bullet", bullet)
        });
        set_bullets(bullets, "highlights", &mut section);
    } else if is_only("number") {
        let mut entry = DraftTable::default();
        let mut list = DraftTable::default();
        list.set_list(
            "items",
            each(entries, &mut entry, |entry| entry.read("number", Line)),
        );
        if !list.is_empty() {
            list.set_value("numbered", true);
        }
        entry.push("details", list);
        section.push("entry", entry);
    } else {
        for (mut entry, name) in entries.into_iter().zip(types) {
            let mut table = DraftTable::default();
            apply(rows_of(name, kind), &mut entry, &mut table);
            apply(ENTRY, &mut entry, &mut table);
            entry.finish(&mut table);
            section.push("entry", table);
        }
    }
    // What is not an entry becomes a comment of the section.
    if let Some(rest) = sections.take(key) {
        left_out(
            sections.notes(),
            &join(sections.path(), key),
            &rest,
            &mut section,
        );
    }
    section
}

/// Takes something from each entry, and leaves the rest at a table.
fn each<T, I: IntoIterator<Item = T>>(
    entries: Vec<Fields>,
    table: &mut DraftTable,
    take: impl Fn(&mut Fields) -> I,
) -> Vec<T> {
    let mut all = Vec::new();
    for mut entry in entries {
        all.extend(take(&mut entry));
        entry.finish(table);
    }
    all
}

/// Returns the type of an entry; empty if it is of none.
fn type_of(entry: &Fields) -> &'static str {
    let known = TYPES.iter().find(|(key, _)| entry.get(key).is_some());
    known.map_or("", |(_, name)| name)
}

/// Returns the kind of a section: that of its entries, or else what the title tells.
fn kind(key: &str, types: &[&str]) -> SectionKind {
    let mut with_fields = types.iter().filter(|name| **name != TEXT);
    let Some(first) = with_fields.next() else {
        return SectionKind::Text;
    };
    let titled = titles::kind(key);
    match (*first, titled) {
        _ if with_fields.any(|name| name != first) => SectionKind::List,
        ("institution", _) => SectionKind::Education,
        ("company", _) => SectionKind::Experience,
        ("title", _) | ("reversed_number", Some(SectionKind::Publication)) => {
            SectionKind::Publication
        }
        ("name", Some(kind)) if name_field(kind).is_some() => kind,
        ("name", _) => SectionKind::Project,
        ("label", Some(kind @ (SectionKind::Language | SectionKind::Interest))) => kind,
        ("label", _) => SectionKind::Skill,
        _ => SectionKind::List,
    }
}

/// Returns the field of the name of a normal entry, in the kinds that can have such entries.
fn name_field(kind: SectionKind) -> Option<&'static [Row]> {
    match kind {
        SectionKind::Project | SectionKind::Interest | SectionKind::Reference => {
            Some(&[("name", "name", As(Line))])
        }
        SectionKind::Award | SectionKind::Certificate | SectionKind::Publication => {
            Some(&[("name", "title", As(Line))])
        }
        _ => None,
    }
}

/// Returns the rows of an entry of a type in a section of a kind.
fn rows_of(name: &str, kind: SectionKind) -> &'static [Row] {
    match (name, kind) {
        (_, SectionKind::List) => LINE,
        ("institution", _) => EDUCATION,
        ("company", _) => EXPERIENCE,
        ("title", _) => PUBLICATION,
        ("name", _) => name_field(kind).unwrap_or_default(),
        ("label", SectionKind::Language) => LANGUAGE,
        ("label", _) => ONE_LINE,
        (_, _) => &[("#text|reversed_number", "text", As(Line))],
    }
}

/// Takes the authors. The own name has emphasis in RenderCV, which a profile gives it by itself.
fn authors(entry: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    let authors = entry.read_all(from, Line).into_iter();
    table.set_list(to, authors.map(|author| without_emphasis(&author)));
}

/// Returns a name without emphasis around all of it.
fn without_emphasis(name: &str) -> String {
    for mark in ["***", "**", "*", "__", "_"] {
        let inside = name.strip_prefix(mark);
        let inside = inside.and_then(|rest| rest.strip_suffix(mark));
        if let Some(inside) = inside.filter(|inside| !inside.contains(['*', '_'])) {
            return inside.to_owned();
        }
    }
    name.to_owned()
}

/// The length of what can be a keyword, in bytes.
const MAX_KEYWORD: usize = 60;

fn keywords(entry: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    if let Some(details) = entry.read(from, Line) {
        table.set_list(to, divided(&details));
    }
}

/// Returns the parts between the commas of a text, or all of it if it is a sentence.
fn divided(details: &str) -> Vec<String> {
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
    let is_keyword = |part: &String| {
        let is_sentence = part.contains(". ") || part.ends_with('.') || part.starts_with("and ");
        !part.is_empty() && part.len() <= MAX_KEYWORD && !is_sentence
    };
    if parts.iter().all(is_keyword) {
        parts
    } else {
        vec![details.to_owned()]
    }
}

/// Takes start and end, for both of which a `date` stands. A start without an end goes on.
fn period(entry: &mut Fields, from: &str, _: &str, table: &mut DraftTable) {
    if !table.has("date") {
        set_period(entry, from, "end_date", true, table);
    }
}

/// Takes bullets, which can have bullets inside.
fn highlights(entry: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    set_bullets(entry.convert_all(from, bullet), to, table);
}

fn set_bullets(bullets: Vec<Toml>, to: &str, table: &mut DraftTable) {
    if !bullets.is_empty() {
        table.set_value(to, Array::from_iter(bullets));
    }
}

/// The sign between bullets in a text that YAML has joined.
const JOINT: &str = " - ";

/// Returns the bullet of a text under a key; `None` if it is not a text.
///
/// YAML joins the lines of a text, so that a nested list becomes one line with hyphens: `a - b - c`. The
/// lines of the source tell which hyphens began one.
fn bullet(fields: &Fields, key: &str, node: &SourceNode) -> Option<Toml> {
    let joined = fields.converted(key, node, Line)?;
    let source = fields.notes().source().text();
    let source = source.get(node.span.clone()).unwrap_or_default();
    if !has_nested_lines(source) && !has_nested_lines(&joined) {
        return Some(joined.into());
    }
    let flat = joined.replace("\n- ", JOINT).replace('\n', " ");
    let mut parts = flat.split(JOINT).map(str::trim);
    let mut item = InlineTable::new();
    item.insert("text", parts.next().unwrap_or_default().into());
    let nested: Array = parts.filter(|part| !part.is_empty()).collect();
    item.insert("items", nested.into());
    Some(item.into())
}

/// Returns whether a line after the first begins as a bullet does.
fn has_nested_lines(text: &str) -> bool {
    let mut lines = text.lines().skip(1).map(str::trim_start);
    lines.any(|line| line.starts_with("- "))
}

/// Returns all rows of entries and of the person.
#[cfg(test)]
pub fn all_rows() -> Vec<crate::import::map::KindRows> {
    let mut rows = Vec::new();
    for title in SectionKind::names() {
        for (_, name) in TYPES {
            let kind = kind(title, &[name]);
            if kind != SectionKind::Text {
                rows.extend([(Some(kind), rows_of(name, kind)), (Some(kind), ENTRY)]);
            }
        }
    }
    rows
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
        assert_eq!(divided("Rust, C++, Go"), ["Rust", "C++", "Go"]);
        assert_eq!(
            divided("Python (NumPy, SciPy), **R, S**"),
            ["Python (NumPy, SciPy)", "**R, S**"]
        );
        for sentence in [
            "Fluent, since school.",
            "Reads, writes, and speaks it",
            "a, , b",
        ] {
            assert_eq!(divided(sentence), [sentence]);
        }
    }
}
