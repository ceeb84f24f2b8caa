//! The sections of a résumé and their entries.

use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::Fields;
use crate::import::localize::choice;
use crate::import::period::take_period;
use crate::import::yaml_resume::design::Arrangement;
use crate::profile::SectionKind;

/// How a field of the source is read.
#[derive(Clone, Copy)]
enum Form {
    /// Text of one paragraph.
    Line,
    /// One of the values that YAMLResume offers, or text of one paragraph.
    Choice,
    /// Text that is not markup.
    Plain,
    /// Text of several paragraphs.
    Prose,
    /// An address.
    Url,
    /// A date.
    Date,
    /// A start, with the end of the entry.
    Period,
    /// A list of texts.
    Lines,
    /// A fact with this label.
    Fact(&'static str),
}

/// A field of the source, and the field of the entry that it becomes.
struct Mapping {
    key: &'static str,
    field: &'static str,
    form: Form,
}

/// A section of the source.
struct SourceSection {
    key: &'static str,
    kind: SectionKind,
    /// The title, where the kind does not say it.
    title: Option<&'static str>,
    fields: &'static [Mapping],
}

const fn to(key: &'static str, field: &'static str, form: Form) -> Mapping {
    Mapping { key, field, form }
}

/// The key of the end of an entry.
const END: &str = "endDate";

const PERIOD: Mapping = to("startDate", "start", Form::Period);
const URL: Mapping = to("url", "url", Form::Url);
const SUMMARY: Mapping = to("summary", "summary", Form::Prose);
const KEYWORDS: Mapping = to("keywords", "keywords", Form::Lines);
const NAME: Mapping = to("name", "name", Form::Line);

/// The sections, in the order in which YAMLResume shows them.
const SECTIONS: &[SourceSection] = &[
    SourceSection {
        key: "education",
        kind: SectionKind::Education,
        title: None,
        fields: &[
            to("institution", "institution", Form::Line),
            to("degree", "degree", Form::Choice),
            to("area", "area", Form::Line),
            URL,
            PERIOD,
            to("score", "meta", Form::Fact("Score")),
            to("courses", "keywords", Form::Lines),
            SUMMARY,
        ],
    },
    SourceSection {
        key: "work",
        kind: SectionKind::Experience,
        title: None,
        fields: &[
            to("name", "organization", Form::Line),
            to("position", "position", Form::Line),
            URL,
            PERIOD,
            KEYWORDS,
            SUMMARY,
        ],
    },
    SourceSection {
        key: "languages",
        kind: SectionKind::Language,
        title: None,
        fields: &[
            to("language", "language", Form::Choice),
            to("fluency", "fluency", Form::Choice),
            KEYWORDS,
        ],
    },
    SourceSection {
        key: "skills",
        kind: SectionKind::Skill,
        title: None,
        fields: &[NAME, to("level", "level", Form::Choice), KEYWORDS],
    },
    SourceSection {
        key: "awards",
        kind: SectionKind::Award,
        title: None,
        fields: &[
            to("title", "title", Form::Line),
            to("awarder", "awarder", Form::Line),
            to("date", "date", Form::Date),
            SUMMARY,
        ],
    },
    SourceSection {
        key: "certificates",
        kind: SectionKind::Certificate,
        title: None,
        fields: &[
            to("name", "title", Form::Line),
            to("issuer", "awarder", Form::Line),
            to("date", "date", Form::Date),
            URL,
        ],
    },
    SourceSection {
        key: "publications",
        kind: SectionKind::Publication,
        title: None,
        fields: &[
            to("name", "title", Form::Line),
            to("publisher", "venue", Form::Line),
            to("releaseDate", "date", Form::Date),
            URL,
            SUMMARY,
        ],
    },
    SourceSection {
        key: "references",
        kind: SectionKind::Reference,
        title: None,
        fields: &[
            NAME,
            to("relationship", "notes", Form::Lines),
            to("email", "email", Form::Plain),
            to("phone", "phone", Form::Plain),
            SUMMARY,
        ],
    },
    SourceSection {
        key: "projects",
        kind: SectionKind::Project,
        title: None,
        fields: &[
            NAME,
            to("description", "subtitle", Form::Line),
            URL,
            PERIOD,
            KEYWORDS,
            SUMMARY,
        ],
    },
    SourceSection {
        key: "interests",
        kind: SectionKind::Interest,
        title: None,
        fields: &[NAME, KEYWORDS],
    },
    SourceSection {
        key: "volunteer",
        kind: SectionKind::Experience,
        title: Some("Volunteering"),
        fields: &[
            to("organization", "organization", Form::Line),
            to("position", "position", Form::Line),
            URL,
            PERIOD,
            SUMMARY,
        ],
    },
];

/// Takes all sections: those of a custom order first.
pub fn take(content: &mut Fields, arrangement: &Arrangement, draft: &mut Draft) {
    let chosen = arrangement.order.iter();
    let chosen = chosen.filter_map(|key| SECTIONS.iter().find(|section| section.key == key));
    // A section that was taken is not there a second time.
    for section in chosen.chain(SECTIONS) {
        let entries = content.take_list(section.key);
        if entries.is_empty() {
            continue;
        }
        let mut table = DraftTable::section(section.kind);
        let title = arrangement.title(section.key).or(section.title);
        table.set("title", title);
        if section.key == "education" && has_courses(&entries) {
            table.set("keywords-label", Some("Courses"));
        }
        for mut entry in entries {
            let mut written = DraftTable::default();
            take_entry(&mut entry, section, draft.root.text("locale"), &mut written);
            entry.finish(&mut written);
            table.push("entry", written);
        }
        draft.push_section(table);
    }
}

fn has_courses(entries: &[Fields]) -> bool {
    let mut courses = entries.iter().filter_map(|entry| entry.get("courses"));
    courses.any(|courses| !courses.is_empty())
}

fn take_entry(
    entry: &mut Fields,
    section: &SourceSection,
    locale: Option<&str>,
    draft: &mut DraftTable,
) {
    for Mapping { key, field, form } in section.fields {
        match form {
            Form::Line => draft.set(field, entry.take_line(key)),
            Form::Choice => {
                let written = entry.take_line(key);
                let locale = locale.unwrap_or_default();
                draft.set(field, written.map(|written| choice(locale, written)));
            }
            Form::Plain => draft.set(field, entry.take_plain(key)),
            Form::Prose => draft.set(field, entry.take_prose(key)),
            Form::Url => draft.set(field, entry.take_url(key)),
            Form::Date => draft.set(field, entry.take_date(key)),
            Form::Period => take_period(entry, key, END, draft),
            Form::Lines => draft.set_list(field, entry.take_lines(key)),
            Form::Fact(label) => {
                if let Some(fact) = entry.take_line(key) {
                    draft.add_fact(field, label, &fact);
                }
            }
        }
    }
    // An entry without an end goes on.
    if draft.has("start") && !draft.has("end") && entry.text(END).is_none() {
        draft.set("end", Some("present"));
    }
}
