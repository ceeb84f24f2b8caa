//! Names, contacts, headings, employers and dates that parsers do not recognize.

use crate::content::plain;
use crate::content::resume::{
    ContactKind, Direction, EntryField, Inlines, ResumeEntry, ResumePerson, ResumeSection,
};
use crate::diagnostic::{Diagnostic, RuleName, rule};
use crate::profile::single_spaced;
use crate::verify::ats::{
    contains_separately, emails, is_date, is_name, is_phone, missing_heading_word,
};
use crate::verify::checks::{Checker, shortened};
use crate::verify::normalize::{greek_capitals, normalize, turkish_capitals};

impl Checker<'_> {
    pub(super) fn name(&mut self) {
        if self.expected.resume.has_sender_below() {
            return;
        }
        let person = &self.expected.resume.person;
        let Some(name) = person.name.as_ref().filter(|name| !name.trim().is_empty()) else {
            return;
        };
        let message = if !is_name(name) {
            format!("`{name}` contains characters that parsers do not expect in a name")
        } else if !self.has_name_line(person, name) {
            format!("`{name}` is not on a line of its own at the top of the PDF")
        } else {
            return;
        };
        let warning = Diagnostic::warning(rule::NAME_NOT_RECOGNIZED, message);
        let hint = "parsers take the first line that has only letters as the name";
        self.report_person("name", warning.hint(hint));
    }

    fn has_name_line(&self, person: &ResumePerson, name: &str) -> bool {
        let native_name = person.native_name.as_deref().unwrap_or_default();
        // A wide gap separates texts as a line break does.
        let mut parts = self.first_lines.iter().flat_map(|line| line.split('\t'));
        parts.any(|part| is_name_line(part, name, native_name))
    }

    pub(super) fn contacts(&mut self) {
        for contact in &self.expected.resume.person.contacts {
            match contact.kind {
                ContactKind::Email => self.email(&contact.text),
                ContactKind::Phone => self.phone(&contact.text),
                _ => {}
            }
        }
    }

    fn email(&mut self, address: &str) {
        let (message, hint) = if emails(address).next() == Some(address) {
            let found: Vec<&str> = self.lines.iter().flat_map(|line| emails(line)).collect();
            if found.contains(&address) {
                return;
            }
            let message = match found.iter().find(|email| email.contains(address)) {
                Some(joined) => format!("parsers read `{joined}` instead of `{address}`"),
                None => format!("`{address}` is not on one line of the PDF"),
            };
            (message, "use another layout")
        } else {
            (
                format!("parsers may not read `{address}` as an email address"),
                "write the address alone: `name@example.org`",
            )
        };
        let warning = Diagnostic::warning(rule::EMAIL_NOT_RECOGNIZED, message);
        self.report_person("email", warning.hint(hint));
    }

    fn phone(&mut self, number: &str) {
        let (message, hint) = if !is_phone(number) {
            (
                format!("parsers may not read `{number}` as a phone number"),
                "write seven to fifteen digits, such as `+1 551 555 0100`",
            )
        } else if !self
            .spaced_lines
            .iter()
            .any(|line| contains_separately(line, &single_spaced(number)))
        {
            (
                format!("`{number}` is not on one line of the PDF"),
                "use another layout",
            )
        } else {
            return;
        };
        let warning = Diagnostic::warning(rule::PHONE_NOT_RECOGNIZED, message);
        self.report_person("phone", warning.hint(hint));
    }

    pub(super) fn section(&mut self, section: &ResumeSection) {
        if let Some(title) = &section.title {
            self.section_title(&plain(title), section);
        }
        for entry in &section.entries {
            self.entry(entry);
        }
        for subsection in &section.sections {
            self.section(subsection);
        }
    }

    fn section_title(&mut self, title: &str, section: &ResumeSection) {
        let Some(word) = missing_heading_word(title, section.kind, self.expected.locale) else {
            return;
        };
        let message = format!("`{title}` is a heading that parsers may not recognize");
        let note = Diagnostic::note(rule::HEADING_NOT_STANDARD, message);
        let hint = format!("parsers look for the word `{word}`");
        self.report_text(title, note.hint(hint));
    }

    fn entry(&mut self, entry: &ResumeEntry) {
        let organization = entry.text(EntryField::Organization);
        self.on_one_line(rule::ORGANIZATION_NOT_RECOGNIZED, organization);
        self.on_one_line(rule::TITLE_NOT_RECOGNIZED, entry.text(EntryField::Title));
        for period in &entry.dates {
            let period = self.dates.period(period);
            for date in [&period.start, &period.end].into_iter().flatten() {
                self.date(date, entry);
            }
        }
        for role in &entry.roles {
            self.entry(role);
        }
    }

    fn on_one_line(&mut self, rule: RuleName, text: Option<&Inlines>) {
        // In a right-to-left line, parsers find a text only in part.
        if self.expected.locale.direction() == Direction::Rtl {
            return;
        }
        let Some(text) = text.map(|text| plain(text)) else {
            return;
        };
        let wanted = single_spaced(&text);
        let capitals = match self.expected.locale.language() {
            "az" | "tr" => turkish_capitals(&wanted),
            "el" => greek_capitals(&wanted),
            _ => wanted.to_uppercase(),
        };
        // Most texts follow the one before.
        let (above, below) = self.spaced_lines.split_at(self.last_line);
        let found = below.iter().chain(above).position(|line| {
            contains_separately(line, &wanted) || contains_separately(line, &capitals)
        });
        if let Some(further) = found {
            self.last_line = (self.last_line + further) % self.spaced_lines.len();
            return;
        }
        let message = format!("“{}” is not on one line of the PDF", shortened(&text));
        let note = Diagnostic::note(rule, message);
        let hint = "parsers that read line by line find only a part; use a shorter text";
        self.report_text(&text, note.hint(hint));
    }

    fn date(&mut self, date: &str, entry: &ResumeEntry) {
        if is_date(date, &self.expected.resume.words.present) {
            return;
        }
        let message = format!("parsers may not read `{date}` as a date");
        let note = Diagnostic::note(rule::DATE_NOT_RECOGNIZED, message);
        let note = note.hint("write year and month, such as `2024-09`");
        let span = self.spans.find(date);
        let span = span.or_else(|| {
            let names = [
                EntryField::Title,
                EntryField::Organization,
                EntryField::Text,
            ];
            let first = entry.texts.of(names).next()?;
            self.spans.find(&plain(first))
        });
        self.report_at(span.unwrap_or_default(), note);
    }
}

/// Returns whether a line contains a name in any case, and nothing else except the native name.
fn is_name_line(line: &str, name: &str, native_name: &str) -> bool {
    let [line, name, native_name] =
        [line, name, native_name].map(|text| normalize(&text.to_lowercase()));
    let Some((before, after)) = line.split_once(&*name) else {
        return false;
    };
    let rest = format!("{before}{after}").replacen(&*native_name, "", 1);
    !rest.contains(char::is_alphanumeric)
}
