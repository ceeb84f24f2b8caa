//! Publications as references: one text with the parts in the order of a style.

use crate::content::builder::ResumeBuilder;
use crate::content::date::DateWriter;
use crate::content::markdown::plain;
use crate::content::resume::{
    DateFormat, DatePrecision, EntryField, Inline, Inlines, ResumeEntry, has_link,
};
use crate::profile::ReferenceStyle;

/// A part of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Authors,
    Title,
    Venue,
    /// The text of another field.
    Field(EntryField),
    /// The year of a work.
    Year,
    /// The year, or else the status.
    YearOrStatus,
    Doi,
}

/// What is between a part and the part before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    Sentence,
    Comma,
    /// The part is in parentheses.
    Remark,
}

/// The parts of a reference by author and date. One without authors begins with its title.
const AUTHOR_DATE: [(Part, Join); 9] = [
    (Part::Authors, Join::Sentence),
    (Part::YearOrStatus, Join::Remark),
    (Part::Title, Join::Sentence),
    (Part::Venue, Join::Sentence),
    (Part::Field(EntryField::VenueShort), Join::Remark),
    (Part::Field(EntryField::Imprint), Join::Comma),
    (Part::Field(EntryField::PublicationType), Join::Comma),
    (Part::Field(EntryField::Status), Join::Comma),
    (Part::Doi, Join::Sentence),
];

/// The parts of a reference by author and title.
const AUTHOR_TITLE: [(Part, Join); 9] = [
    (Part::Authors, Join::Sentence),
    (Part::Title, Join::Sentence),
    (Part::Venue, Join::Sentence),
    (Part::Field(EntryField::VenueShort), Join::Remark),
    (Part::Field(EntryField::Imprint), Join::Comma),
    (Part::Field(EntryField::PublicationType), Join::Comma),
    (Part::Year, Join::Comma),
    (Part::Field(EntryField::Status), Join::Comma),
    (Part::Doi, Join::Sentence),
];

impl ResumeBuilder<'_> {
    /// Makes the parts of a publication one text. Other fields stay, and so does a date with a month.
    pub(in crate::content::builder) fn cite(&self, entry: &mut ResumeEntry, style: ReferenceStyle) {
        if !entry.texts.has(EntryField::Title) {
            return;
        }
        let mut parts = match style {
            ReferenceStyle::AuthorDate => AUTHOR_DATE,
            ReferenceStyle::AuthorTitle => AUTHOR_TITLE,
        };
        if !entry.texts.has(EntryField::Authors) && parts[2].0 == Part::Title {
            parts.swap(1, 2);
        }
        let mut reference = Inlines::new();
        let mut last = None;
        for (part, join) in parts {
            let content = self.take_part(part, entry);
            if content.is_empty() {
                continue;
            }
            // A title is a sentence.
            let join = match (join, last) {
                (Join::Comma, Some(Part::Title)) => Join::Sentence,
                (join, _) => join,
            };
            self.join(&mut reference, content, join);
            last = Some(part);
        }
        if last != Some(Part::Doi) {
            end_sentence(&mut reference);
        }
        entry.texts.set(EntryField::Text, [reference]);
    }

    /// Takes a part out of the fields of an entry; nothing if the entry does not have it.
    fn take_part(&self, part: Part, entry: &mut ResumeEntry) -> Inlines {
        let linked = |url, content: Inlines| match url {
            Some(url) if !content.is_empty() => vec![Inline::Link { url, content }],
            _ => content,
        };
        match part {
            Part::Authors => {
                let separator = Inline::Text(self.locale.words().separators.list.clone());
                entry.texts.take(EntryField::Authors).join(&separator)
            }
            Part::Title => {
                let title = entry.texts.take(EntryField::Title).concat();
                let url = if has_link(&title) {
                    None
                } else {
                    entry.url.take()
                };
                linked(url, title)
            }
            Part::Venue => match entry.texts.take(EntryField::Venue).concat() {
                content if content.is_empty() => content,
                content => vec![Inline::Emph { content }],
            },
            Part::Field(field) => entry.texts.take(field).concat(),
            Part::Year => self.take_year(entry).into_iter().collect(),
            Part::YearOrStatus => match self.take_year(entry) {
                Some(year) => vec![year],
                None if entry.dates.is_empty() => entry.texts.take(EntryField::Status).concat(),
                None => Inlines::new(),
            },
            Part::Doi => entry.doi.take().map_or_else(Inlines::new, |doi| {
                linked(Some(doi.url), vec![Inline::Text(doi.text)])
            }),
        }
    }

    /// Takes the date of an entry if the year is all that is shown of it.
    fn take_year(&self, entry: &mut ResumeEntry) -> Option<Inline> {
        let [period] = entry.dates.as_slice() else {
            return None;
        };
        if entry.expected || period.precision != DatePrecision::Year {
            return None;
        }
        let written = DateWriter::new(self.locale, DateFormat::default()).period(period);
        let year = written.start.filter(|_| written.end.is_none())?;
        entry.dates.clear();
        Some(Inline::Text(year))
    }

    /// Appends a part of a reference.
    fn join(&self, reference: &mut Inlines, content: Inlines, join: Join) {
        let separators = &self.locale.words().separators;
        let mut after = None;
        if reference.is_empty() {
            // The first part is as it is.
        } else if join == Join::Remark {
            let before = separators.before_remark();
            reference.push(Inline::Text(format!("{before}{}", separators.open)));
            after = Some(Inline::Text(separators.close.clone()));
        } else if join == Join::Comma {
            reference.push(Inline::Text(separators.comma.clone()));
        } else {
            end_sentence(reference);
            reference.push(Inline::Text(" ".to_owned()));
        }
        reference.extend(content);
        reference.extend(after);
    }
}

/// Appends a full stop to a text that has no mark at its end.
fn end_sentence(text: &mut Inlines) {
    let written = plain(text);
    let end = written.trim_end_matches(['”', '’', '"', '»', '“', ' ']);
    if !end.ends_with(['.', '?', '!', '…', '。', '？', '！']) {
        text.push(Inline::Text(".".to_owned()));
    }
}
