//! Elements of Europass files of both kinds: names, addresses, periods, levels, languages and attachments.

use crate::diagnostic::rule;
use crate::import::draft::DraftTable;
use crate::import::europass::languages;
use crate::import::fields::Fields;
use crate::import::fields::TextForm::{Line, Plain};
use crate::import::localize::word;
use crate::import::map::set_period;
use crate::import::source::{SourceNode, join};

/// The levels of the CEFR.
const LEVELS: [&str; 6] = ["A1", "A2", "B1", "B2", "C1", "C2"];

/// Writes the name of the person, the parts of which are under these keys, the family name last.
pub fn set_name(person: &mut Fields, keys: &[&str], table: &mut DraftTable) {
    let mut parts = keys
        .iter()
        .map(|key| person.read(key, Plain))
        .collect::<Vec<_>>();
    let family = parts.last_mut().and_then(|family| family.clone());
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    table.set("name", Some(parts.join(" ")));
    table.set("family-name", family);
}

/// Takes an address as one line: street, postal code and city, country.
pub fn address(fields: &mut Fields, at: &str) -> Option<String> {
    let mut lines = |key: &str| fields.read_all(&join(at, key), Line);
    let mut parts = lines("AddressLine");
    parts.extend(lines("AddressLine2"));
    let mut locality = lines("PostalCode");
    locality.extend(lines("CityName"));
    locality.extend(lines("Municipality"));
    if !locality.is_empty() {
        parts.push(locality.join(" "));
    }
    parts.extend(lines("CountrySubDivisionName"));
    for key in ["CountryCode", "Country"] {
        parts.extend(country(fields, &join(at, key)));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Takes a country: its name, or its code in capitals.
pub fn country(fields: &mut Fields, path: &str) -> Option<String> {
    fields.read(path, Line).map(|text| country_code(&text))
}

/// Returns the code of a country in capitals; other texts stay.
pub fn country_code(text: &str) -> String {
    if text.len() == 2 && text.is_ascii() {
        text.to_uppercase()
    } else {
        text.to_owned()
    }
}

/// Moves the start and the end of a period.
pub fn period(fields: &mut Fields, from: &str, _: &str, table: &mut DraftTable) {
    let mut goes_on = false;
    for key in ["Ongoing", "CurrentIndicator", "Current"] {
        let path = join(from, key);
        let is_true = fields.text(&path) == Some("true");
        if is_true || fields.text(&path) == Some("false") {
            fields.take_text(&path);
        }
        goes_on |= is_true;
    }
    let starts = format!("{from}.StartDate|{from}.From");
    let ends = format!("{from}.EndDate|{from}.To");
    set_period(fields, &starts, &ends, false, table);
    if goes_on && !table.has("end") {
        table.set("end", Some("present"));
    }
}

/// Moves a level of the CEFR. Other words are left.
pub fn level(fields: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    let written = fields.text(from).map(str::to_uppercase);
    let level = LEVELS
        .into_iter()
        .find(|known| written.as_deref() == Some(known));
    if level.is_some() && !table.has(to) {
        fields.take_text(from);
        table.set(to, level);
    }
}

/// Moves the name of a language, or its code.
pub fn language(fields: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    if table.has(to) {
        return;
    }
    let written = fields.read(from, Line);
    let locale = fields.notes().locale();
    table.set(
        to,
        written.map(|written| languages::name(&written, &locale)),
    );
}

/// Warns of an attachment, whose bytes are not text and get no comment.
pub fn attachment(item: &mut Fields, table: &mut DraftTable) {
    if let Some(data) = item.take("EmbeddedData").or_else(|| item.take("Data")) {
        let name = item.read("FileType", Plain);
        let name = name.or_else(|| item.read("Name", Plain));
        leave_bytes(item, &data, name.as_deref().unwrap_or("attachment"), table);
    }
}

/// Warns that the bytes of a picture or of another attachment are left out.
pub fn leave_bytes(item: &Fields, data: &SourceNode, what: &str, table: &mut DraftTable) {
    let message = format!("the file has a picture or a document inside, `{what}`");
    let hint = "save it as a file beside the profile, and name a picture in `photo`";
    let place = data.span.start..data.span.start + 1;
    item.notes()
        .warn(rule::IMPORT_LEFT_OUT, message, place, hint);
    table.comment(&format!("{}: {what}", item.path()));
}

/// Returns the entry of driving licenses.
pub fn licenses(fields: &Fields, classes: Vec<String>) -> DraftTable {
    let mut entry = DraftTable::default();
    if !classes.is_empty() {
        let name = word(&fields.notes().locale(), "Driving license");
        entry.set("name", Some(name));
        entry.set_list("keywords", classes);
    }
    entry
}
