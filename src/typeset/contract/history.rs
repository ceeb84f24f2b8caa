//! The sections of the Japanese form 履歴書: rows of a table by year and month.
//!
//! The form has words of its own for what happened, in Japanese whatever the language of the CV.

use serde::Serialize;

use crate::content::DateWriter;
use crate::content::resume::{
    ContactKind, EntryField, Period, Resume, ResumeEntry, ResumeSection, has_link,
};
use crate::profile::{Moment, PartialDate, SectionKind};
use crate::typeset::contract::contacts::bracketed_address;
use crate::typeset::contract::header::PartsWriter;
use crate::typeset::contract::runs::{Run, Runs, Surrounding, ready, text_of};
use crate::typeset::contract::shape::has_body;

/// The space between two parts of a row.
const SPACE: &str = "\u{3000}";
/// What happens at the end of something that goes on.
const CONTINUES: &str = "現在に至る";
/// The ends of a degree, as written in a profile, that tell how it ended.
const ENDINGS: [&str; 7] = [
    "卒業見込み",
    "修了見込み",
    "卒業",
    "修了",
    "中途退学",
    "中退",
    "退学",
];
/// The words of a school or degree after which the form has 修了 instead of 卒業.
const GRADUATE: [&str; 10] = [
    "大学院",
    "修士",
    "博士",
    "Master",
    "M.S",
    "MSc",
    "M.Sc",
    "Ph.D",
    "PhD",
    "Doctor",
];

/// The fields that name an entry.
const NAMES: [EntryField; 4] = [
    EntryField::Organization,
    EntryField::Team,
    EntryField::Title,
    EntryField::Position,
];

/// A section as rows of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct History {
    /// The kind of its entries.
    pub kind: SectionKind,
    /// Its title.
    pub title: Option<Runs>,
    /// Its rows, the oldest first.
    pub rows: Vec<HistoryRow>,
    /// The entries in the order of the rows.
    pub order: Vec<usize>,
    /// Whether the rows have everything that the section has.
    pub whole: bool,
}

/// A row.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct HistoryRow {
    /// The year, without 年.
    pub year: String,
    /// The month, without 月.
    pub month: String,
    /// The school, the employer or the license.
    pub text: Runs,
    /// What happened, such as 入学; empty if the text says it.
    pub event: &'static str,
}

impl HistoryRow {
    fn undated(text: Runs, event: &'static str) -> Self {
        Self {
            text,
            event,
            ..Self::default()
        }
    }
}

/// What the form has of a person and a document besides the head of the page.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Form {
    /// The date of the document.
    date: Option<String>,
    /// The date of birth.
    birth_date: Option<String>,
    /// The age at the date of the document, in years.
    age: Option<u16>,
}

/// Prepares the dates of the form. Without a date of the document there is no age: the same profile
/// must give the same page on every day.
pub fn form(resume: &Resume, writer: &DateWriter) -> Form {
    let mut contacts = resume.person.contacts.iter();
    let birth = contacts
        .find(|contact| contact.kind == ContactKind::BirthDate)
        .and_then(|contact| contact.date);
    let today = resume.date;
    let written = |date| writer.day(date);
    Form {
        date: today.map(written),
        birth_date: birth.map(written),
        age: birth
            .zip(today)
            .and_then(|(birth, today)| age(birth, today)),
    }
}

/// Returns the age in years; `None` if a missing month or day decides it.
fn age(birth: PartialDate, today: PartialDate) -> Option<u16> {
    let years = today.year.checked_sub(birth.year)?;
    let (month, birth_month) = today.month.zip(birth.month)?;
    let has_passed = if month == birth_month {
        let (day, birth_day) = today.day.zip(birth.day)?;
        day >= birth_day
    } else {
        month > birth_month
    };
    if has_passed {
        Some(years)
    } else {
        years.checked_sub(1)
    }
}

/// Returns a section as rows; `None` if the form has no table for its kind.
pub fn history(section: &ResumeSection, parts: &PartsWriter) -> Option<History> {
    let has_table = matches!(
        section.kind,
        SectionKind::Education
            | SectionKind::Experience
            | SectionKind::Certificate
            | SectionKind::Award
    );
    if !has_table || section.entries.is_empty() {
        return None;
    }
    let mut order: Vec<usize> = (0..section.entries.len()).collect();
    order.sort_by_key(|index| first_date(&section.entries[*index]));
    let whole = section.body.is_empty()
        && section.highlights.is_empty()
        && section.sections.is_empty()
        && section.entries.iter().all(is_whole);
    let writer = RowWriter { section, parts };
    let mut rows = Vec::new();
    for index in &order {
        writer.entry(&section.entries[*index], &mut rows);
    }
    Some(History {
        kind: section.kind,
        title: section
            .title
            .as_ref()
            .map(|title| ready(title, Surrounding::Plain)),
        rows,
        order,
        whole,
    })
}

/// Returns whether a row can have everything that an entry has.
fn is_whole(entry: &ResumeEntry) -> bool {
    !has_body(entry) && entry.project.is_none()
}

/// Returns the first date of an entry and its roles, for sorting; entries without one come last.
fn first_date(entry: &ResumeEntry) -> (u16, u8, u8) {
    let own = entry
        .dates
        .iter()
        .flat_map(|period| period.start.iter().chain(&period.end))
        .filter_map(|moment| match moment {
            Moment::Date(date) => Some((
                date.year,
                date.month.unwrap_or_default(),
                date.day.unwrap_or_default(),
            )),
            Moment::Term { from, .. } => Some((*from, 0, 0)),
            Moment::Present | Moment::Words(_) => None,
        });
    let of_roles = entry.roles.iter().map(first_date);
    own.chain(of_roles)
        .min()
        .unwrap_or((u16::MAX, u8::MAX, u8::MAX))
}

/// Writes the rows of a section.
struct RowWriter<'a> {
    section: &'a ResumeSection,
    parts: &'a PartsWriter<'a>,
}

impl RowWriter<'_> {
    fn entry(&self, entry: &ResumeEntry, rows: &mut Vec<HistoryRow>) {
        if !entry.roles.is_empty() {
            return self.roles(entry, rows);
        }
        let text = self.text(entry);
        if entry.dates.is_empty() {
            let event = self.single_event(entry, &text);
            return rows.push(HistoryRow::undated(text, event));
        }
        for period in &entry.dates {
            self.period(entry, period, &text, rows);
        }
    }

    fn period(
        &self,
        entry: &ResumeEntry,
        period: &Period,
        text: &Runs,
        rows: &mut Vec<HistoryRow>,
    ) {
        let is_employed = self.section.kind == SectionKind::Experience;
        match (&period.start, &period.end) {
            (Some(start), Some(end)) => {
                let (begun, begins) = match self.section.kind {
                    // No row of an end follows that has the rest.
                    SectionKind::Education if *end == Moment::Present => {
                        (without_ending(text), "入学")
                    }
                    SectionKind::Education => (without_ending(&self.name(entry)), "入学"),
                    SectionKind::Experience => (text.clone(), "入社"),
                    _ => (text.clone(), self.single_event(entry, text)),
                };
                rows.push(self.row(start, begun, begins));
                if *end == Moment::Present {
                    rows.push(HistoryRow::undated(Runs::default(), CONTINUES));
                } else if is_employed {
                    rows.push(self.row(end, employer(entry), "退社"));
                } else if self.section.kind == SectionKind::Education {
                    let ends = graduation(entry, text);
                    rows.push(self.row(end, text.clone(), ends));
                } else {
                    rows.push(self.row(end, Runs::default(), "まで有効"));
                }
            }
            (Some(point), None) | (None, Some(point)) => {
                rows.push(self.row(point, text.clone(), self.single_event(entry, text)));
            }
            (None, None) => {}
        }
    }

    /// Writes the positions at one employer.
    fn roles(&self, entry: &ResumeEntry, rows: &mut Vec<HistoryRow>) {
        let mut roles: Vec<&ResumeEntry> = entry.roles.iter().collect();
        roles.sort_by_key(|role| first_date(role));
        let mut last = None;
        for (index, role) in roles.into_iter().enumerate() {
            let mut text = if index == 0 {
                employer(entry)
            } else {
                Runs::default()
            };
            append(&mut text, self.text(role));
            let event = if index == 0 { "入社" } else { "就任" };
            let period = role.dates.last();
            let start = period.and_then(|period| period.start.as_ref().or(period.end.as_ref()));
            rows.push(match start {
                Some(start) => self.row(start, text, event),
                None => HistoryRow::undated(text, event),
            });
            last = period.and_then(|period| period.end.clone()).or(last);
        }
        match last {
            Some(Moment::Present) => {
                rows.push(HistoryRow::undated(Runs::default(), CONTINUES));
            }
            Some(end) => rows.push(self.row(&end, employer(entry), "退社")),
            None => {}
        }
    }

    /// Returns a row at a point in time. A day, and a date in words, are part of the text.
    fn row(&self, moment: &Moment, text: Runs, event: &'static str) -> HistoryRow {
        let written = self.parts.dates.writer.point(moment);
        let Some((year, rest)) = written
            .split_once('年')
            .filter(|_| matches!(moment, Moment::Date(_)))
        else {
            let mut dated = Runs::text(written);
            append(&mut dated, text);
            return HistoryRow::undated(dated, event);
        };
        let (month, day) = rest.split_once('月').unwrap_or_default();
        let mut dated = Runs::text(day);
        append(&mut dated, text);
        HistoryRow {
            year: year.to_owned(),
            month: month.to_owned(),
            text: dated,
            event,
        }
    }

    /// Returns what happened at the only date of an entry.
    fn single_event(&self, entry: &ResumeEntry, text: &Runs) -> &'static str {
        let said = text_of(text);
        match self.section.kind {
            SectionKind::Education => graduation(entry, text),
            SectionKind::Certificate => {
                let title = entry.text(EntryField::Title);
                let title = title.map(|title| text_of(&ready(title, Surrounding::Plain)));
                license_event(&said, title.as_deref().unwrap_or(&said))
            }
            SectionKind::Award if !ends_with(&said, &["受賞", "賞"]) => "受賞",
            _ => "",
        }
    }

    /// Returns what names an entry.
    fn name(&self, entry: &ResumeEntry) -> Runs {
        self.parts_of(entry, false)
    }

    /// Returns everything that an entry has, if a row can have it, or else what names it.
    fn text(&self, entry: &ResumeEntry) -> Runs {
        self.parts_of(entry, is_whole(entry))
    }

    fn parts_of(&self, entry: &ResumeEntry, has_all: bool) -> Runs {
        let label = self.section.keywords_label.as_ref();
        let parts = self.parts.parts(entry, label);
        let mut groups: Vec<_> = parts.groups().collect();
        let is_license = matches!(
            self.section.kind,
            SectionKind::Certificate | SectionKind::Award
        );
        if is_license {
            groups.sort_by_key(|(field, _)| *field != EntryField::Title);
        } else {
            // The unit precedes what was done in it.
            groups.sort_by_key(|(field, _)| match field {
                EntryField::Organization => 0,
                EntryField::Team => 1,
                _ => 2,
            });
        }
        let mut text = Runs::default();
        if let Some(written) = entry.text(EntryField::Text) {
            text = ready(written, Surrounding::Plain);
        }
        for (field, group) in groups {
            if !has_all && !NAMES.contains(&field) {
                continue;
            }
            for part in group {
                append(&mut text, part.plain().clone());
            }
        }
        let leads = [
            EntryField::Organization,
            EntryField::Title,
            EntryField::Text,
        ];
        let has_lead = entry.texts.of(leads).next().is_some();
        match entry.url.as_deref().filter(|_| has_lead) {
            Some(url) if is_linked(entry) => append(&mut text, bracketed_address(url)),
            Some(url) => text = text.linked(Some(url)),
            None => {}
        }
        text
    }
}

/// Returns whether a text of an entry has a link of its own.
fn is_linked(entry: &ResumeEntry) -> bool {
    !entry.links.is_empty()
        || entry.doi.is_some()
        || entry.texts.iter().any(|text| has_link(text))
        || entry.meta.iter().any(|fact| has_link(&fact.value))
}

/// Returns the name of an employer.
fn employer(entry: &ResumeEntry) -> Runs {
    let names = [EntryField::Organization, EntryField::Title];
    let name = entry.texts.of(names).next();
    name.map(|name| ready(name, Surrounding::Plain))
        .unwrap_or_default()
}

fn append(text: &mut Runs, part: Runs) {
    if !text.0.is_empty() && !part.0.is_empty() {
        text.push_text(SPACE);
    }
    text.append(part);
}

fn ends_with(text: &str, endings: &[&str]) -> bool {
    endings
        .iter()
        .any(|ending| text.trim_end().ends_with(ending))
}

/// Returns how a license was obtained, unless its row or its title tells it. An examination is passed.
fn license_event(said: &str, title: &str) -> &'static str {
    let endings = ["取得", "合格", "登録"];
    if ends_with(said, &endings) || ends_with(title, &endings) {
        ""
    } else if ends_with(title, &["試験", "検定", "級"]) {
        "合格"
    } else {
        "取得"
    }
}

/// Returns how an education ended, unless its text tells it.
fn graduation(entry: &ResumeEntry, text: &Runs) -> &'static str {
    let said = text_of(text);
    if ENDINGS.iter().any(|ending| said.contains(ending)) {
        return "";
    }
    let is_graduate = GRADUATE.iter().any(|word| said.contains(word));
    match (is_graduate, entry.expected) {
        (true, true) => "修了見込み",
        (true, false) => "修了",
        (false, true) => "卒業見込み",
        (false, false) => "卒業",
    }
}

/// Returns the text without the word for how an education ended, for the row of its start.
fn without_ending(text: &Runs) -> Runs {
    let mut begun = text.clone();
    for run in &mut begun.0 {
        if let Run::Text(written) = run {
            for ending in ENDINGS {
                *written = written.replace(ending, "");
            }
        } else if let Run::Link { content, .. } = run {
            *content = without_ending(content);
        }
    }
    begun
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: u16, month: u8, day: u8) -> PartialDate {
        PartialDate {
            year,
            month: Some(month),
            day: Some(day),
        }
    }

    #[test]
    fn age_is_that_of_the_day() {
        let birth = date(1991, 7, 24);
        assert_eq!(age(birth, date(2026, 7, 24)), Some(35));
        assert_eq!(age(birth, date(2026, 7, 23)), Some(34));
        assert_eq!(age(birth, date(2026, 4, 1)), Some(34));
        let month = PartialDate {
            day: None,
            ..date(2026, 7, 1)
        };
        assert_eq!(age(birth, month), None);
        assert_eq!(age(birth, date(1990, 1, 1)), None);
    }

    #[test]
    fn examinations_are_passed_and_licenses_obtained() {
        let event = |title| license_event(title, title);
        assert_eq!(event("普通自動車第一種運転免許"), "取得");
        assert_eq!(event("応用情報技術者試験"), "合格");
        assert_eq!(event("応用情報技術者試験　合格"), "");
        assert_eq!(
            license_event("日商簿記検定2級　商工会議所", "日商簿記検定2級"),
            "合格"
        );
    }

    #[test]
    fn start_of_a_school_does_not_say_how_it_ended() {
        let text = Runs::text("例示大学　学士課程（工業設計学科）卒業");
        let begun = without_ending(&text);
        assert_eq!(text_of(&begun), "例示大学　学士課程（工業設計学科）");
    }
}
