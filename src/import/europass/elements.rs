//! Elements of Europass files: texts with attributes, periods, places, links and lists.

use crate::diagnostic::rule;
use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::links::bare;
use crate::import::period::is_before;
use crate::import::source::SourceNode;
use crate::import::source::xml::TEXT;
use crate::import::texts::take_urls;
use crate::profile::CefrLevel;

/// Takes the text of an element as inline Markdown. What its attributes say is left out.
pub fn take_line(fields: &mut Fields, name: &str, table: &mut DraftTable) -> Option<String> {
    let Some(mut element) = fields.take_fields(name) else {
        return fields.take_line(name);
    };
    let line = element
        .take_line(TEXT)
        .or_else(|| element.take_line("Label"));
    element.finish(table);
    line
}

/// Takes the text of an element that has no markup.
pub fn take_plain(fields: &mut Fields, name: &str, table: &mut DraftTable) -> Option<String> {
    let Some(mut element) = fields.take_fields(name) else {
        return fields.take_plain(name);
    };
    let text = element
        .take_plain(TEXT)
        .or_else(|| element.take_plain("Label"));
    element.finish(table);
    text
}

/// Moves a text to a field that is not set yet.
pub fn move_line(fields: &mut Fields, name: &str, table: &mut DraftTable, field: &str) {
    if !table.has(field) {
        let line = take_line(fields, name, table);
        table.set(field, line);
    }
}

/// Moves a text to a fact.
pub fn move_fact(fields: &mut Fields, name: &str, table: &mut DraftTable, label: &str) {
    if let Some(fact) = take_line(fields, name, table) {
        table.add_fact("meta", label, &fact);
    }
}

/// Takes the start and the end of a period. One whose end is before its start is left.
pub fn take_period(fields: &mut Fields, name: &str, table: &mut DraftTable) {
    let written = fields.get(name).cloned();
    let Some(mut period) = fields.take_fields(name) else {
        return;
    };
    let start = take_date(&mut period, "StartDate", table)
        .or_else(|| take_parts(&mut period, "From", table));
    let end =
        take_date(&mut period, "EndDate", table).or_else(|| take_parts(&mut period, "To", table));
    let mut goes_on = false;
    for key in ["Ongoing", "CurrentIndicator", "Current"] {
        match period.text(key) {
            Some("true") => {
                goes_on = true;
                period.take(key);
            }
            Some("false") => {
                period.take(key);
            }
            _ => {}
        }
    }
    let is_reversed = start
        .as_ref()
        .zip(end.as_ref())
        .is_some_and(|(start, end)| is_before(end, start));
    if let Some(written) = written.filter(|_| is_reversed) {
        return fields.leave(name, written);
    }
    table.set("start", start);
    let end = end.or_else(|| goes_on.then(|| "present".to_owned()));
    table.set("end", end);
    period.finish(table);
}

/// Takes a date of today's files: a text, or an element around it.
pub fn take_date(fields: &mut Fields, name: &str, table: &mut DraftTable) -> Option<String> {
    let Some(mut date) = fields.take_fields(name) else {
        return fields.take_date(name);
    };
    let text = date
        .take_date("FormattedDateTime")
        .or_else(|| date.take_date(TEXT));
    date.finish(table);
    text
}

/// Takes a date of older files: `year="2005" month="--10" day="---05"`.
pub fn take_parts(fields: &mut Fields, name: &str, table: &mut DraftTable) -> Option<String> {
    let mut date = fields.take_fields(name)?;
    let mut parts = Vec::new();
    for key in ["@year", "@month", "@day"] {
        let Some(part) = date.take_plain(key) else {
            break;
        };
        parts.push(part.trim_start_matches('-').to_owned());
    }
    date.finish(table);
    (!parts.is_empty()).then(|| parts.join("-"))
}

/// Takes an address as one line: street, postal code and city, country.
pub fn take_address(address: &mut Fields, table: &mut DraftTable) -> Option<String> {
    let mut parts: Vec<String> = address.take_lines("AddressLine");
    parts.extend(address.take_lines("AddressLine2"));
    let code = address.take_line("PostalCode");
    let city = address
        .take_line("CityName")
        .or_else(|| address.take_line("Municipality"));
    let locality: Vec<String> = code.into_iter().chain(city).collect();
    if !locality.is_empty() {
        parts.push(locality.join(" "));
    }
    parts.extend(address.take_line("CountrySubDivisionName"));
    parts.extend(take_country(address, "CountryCode", table));
    parts.extend(take_country(address, "Country", table));
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Takes a country: its name, or its code in capitals.
pub fn take_country(fields: &mut Fields, name: &str, table: &mut DraftTable) -> Option<String> {
    let Some(mut country) = fields.take_fields(name) else {
        let text = fields.take_line(name)?;
        return Some(country_code(&text));
    };
    let label = country
        .take_line("Label")
        .or_else(|| country.take_line(TEXT));
    let text = label.or_else(|| country.take_line("Code").map(|code| country_code(&code)));
    country.finish(table);
    text
}

/// Returns the code of a country in capitals; other texts stay.
pub fn country_code(text: &str) -> String {
    if text.len() == 2 && text.is_ascii() {
        text.to_uppercase()
    } else {
        text.to_owned()
    }
}

/// Takes the links of an entry: the first is that of its title, the others follow.
pub fn take_links(fields: &mut Fields, name: &str, table: &mut DraftTable) {
    for url in take_urls(fields, name) {
        if table.has("url") {
            let label = bare(&url);
            table.add_inline("links", &[("label", Some(&label)), ("url", Some(&url))]);
        } else {
            table.set("url", Some(url));
        }
    }
}

/// Takes a level of the CEFR. Other words are left.
pub fn take_level(fields: &mut Fields, name: &str, table: &mut DraftTable, field: &str) {
    let Some(level) = fields.text(name) else {
        return;
    };
    let level = level.to_uppercase();
    if CEFR_LEVELS.iter().any(|known| known.name() == level) && !table.has(field) {
        fields.take(name);
        table.set(field, Some(level));
    }
}

const CEFR_LEVELS: [CefrLevel; 6] = [
    CefrLevel::A1,
    CefrLevel::A2,
    CefrLevel::B1,
    CefrLevel::B2,
    CefrLevel::C1,
    CefrLevel::C2,
];

/// Warns that the bytes of an attachment are left out.
pub fn warn_of_data(fields: &Fields, data: &SourceNode, what: &str) {
    let message = format!("the file has a picture or a document inside, `{what}`");
    let hint = "save it as a file beside the profile, and name a picture in `photo`";
    let place = data.span.start..data.span.start + 1;
    fields
        .notes()
        .warn(rule::IMPORT_LEFT_OUT, message, place, hint);
}
