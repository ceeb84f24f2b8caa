//! The items of sections. Versions differ in the names of the fields, of which an item has one.

use crate::import::dates::{PeriodForm, period_of};
use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::levels::{Rating, set_keywords};
use crate::import::period::take_period;
use crate::profile::{LEVELS, SectionKind};

/// What the items of a section are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemForm {
    /// Jobs, and volunteering.
    Work,
    /// Schools.
    Education,
    /// Projects.
    Project,
    /// Skills.
    Skill,
    /// Languages.
    Language,
    /// Interests.
    Interest,
    /// Awards.
    Award,
    /// Certificates.
    Certificate,
    /// Publications.
    Publication,
    /// Referees.
    Reference,
    /// Prose.
    Text,
    /// Items of any kind.
    Custom,
}

/// A name of a section and what its items are.
const FORMS: [(&str, ItemForm); 16] = [
    ("work", ItemForm::Work),
    ("experience", ItemForm::Work),
    ("volunteer", ItemForm::Work),
    ("education", ItemForm::Education),
    ("projects", ItemForm::Project),
    ("skills", ItemForm::Skill),
    ("languages", ItemForm::Language),
    ("interests", ItemForm::Interest),
    ("awards", ItemForm::Award),
    ("certifications", ItemForm::Certificate),
    ("certificates", ItemForm::Certificate),
    ("publications", ItemForm::Publication),
    ("references", ItemForm::Reference),
    ("summary", ItemForm::Text),
    ("text", ItemForm::Text),
    ("custom", ItemForm::Custom),
];

/// Returns what the items of a section of this name are.
pub fn form_of(name: &str) -> Option<ItemForm> {
    let (_, form) = FORMS.iter().find(|(known, _)| *known == name)?;
    Some(*form)
}

/// An address of an item, with its label.
#[derive(Debug)]
pub struct PageLink {
    /// The label, if it is not the address.
    pub label: Option<String>,
    /// The address.
    pub url: String,
}

/// Takes the address under a key: a text, or a map with a label. What cannot be a link is left.
pub fn link(fields: &mut Fields, key: &str, table: &mut DraftTable) -> Option<PageLink> {
    if let Some(url) = fields.take_url(key) {
        return Some(PageLink { label: None, url });
    }
    let mut page = fields.take_fields(key)?;
    let url = page.take_url("href").or_else(|| page.take_url("url"));
    let label = match &url {
        Some(url) if page.text("label").is_none_or(|label| url.contains(label)) => {
            page.take("label");
            None
        }
        Some(_) => page.take_line("label"),
        None => None,
    };
    page.take("inlineLink");
    page.finish(table);
    Some(PageLink { label, url: url? })
}

impl ItemForm {
    /// Returns the kind of the section.
    pub fn kind(self) -> SectionKind {
        match self {
            Self::Work | Self::Custom => SectionKind::Experience,
            Self::Education => SectionKind::Education,
            Self::Project => SectionKind::Project,
            Self::Skill => SectionKind::Skill,
            Self::Language => SectionKind::Language,
            Self::Interest => SectionKind::Interest,
            Self::Award => SectionKind::Award,
            Self::Certificate => SectionKind::Certificate,
            Self::Publication => SectionKind::Publication,
            Self::Reference => SectionKind::Reference,
            Self::Text => SectionKind::Text,
        }
    }

    /// Returns whether a title says no more than the kind, whose heading is in the language of the
    /// CV.
    pub fn is_usual(self, title: &str) -> bool {
        let usual = match self {
            Self::Work => "Experience",
            Self::Education => "Education",
            Self::Project => "Projects",
            Self::Skill => "Skills",
            Self::Language => "Languages",
            Self::Interest => "Interests",
            Self::Award => "Awards",
            Self::Certificate => "Certifications",
            Self::Publication => "Publications",
            Self::Reference => "References",
            Self::Text | Self::Custom => return false,
        };
        title == usual
    }

    /// Moves the fields of an item into an entry.
    pub fn write(self, item: &mut Fields, entry: &mut DraftTable) {
        let names: &[(&str, &str)] = match self {
            Self::Work => &[
                ("company", "organization"),
                ("organization", "organization"),
                ("name", "organization"),
                ("position", "position"),
            ],
            Self::Education => &[
                ("institution", "institution"),
                ("school", "institution"),
                ("studyType", "degree"),
                ("degree", "degree"),
                ("area", "area"),
            ],
            Self::Project | Self::Skill | Self::Interest => &[("name", "name")],
            Self::Language => &[
                ("language", "language"),
                ("name", "language"),
                ("fluency", "fluency"),
                ("description", "fluency"),
            ],
            Self::Award | Self::Certificate => &[
                ("title", "title"),
                ("name", "title"),
                ("awarder", "awarder"),
                ("issuer", "awarder"),
            ],
            Self::Publication => &[
                ("title", "title"),
                ("name", "title"),
                ("publisher", "venue"),
            ],
            Self::Reference => &[
                ("name", "name"),
                ("position", "position"),
                ("email", "email"),
            ],
            Self::Text => &[],
            Self::Custom => &[
                ("name", "organization"),
                ("title", "organization"),
                ("subtitle", "position"),
            ],
        };
        for (key, field) in names {
            if !entry.has(field) {
                entry.set(field, item.take_line(key));
            }
        }
        for key in ["phone", "relationship"] {
            match (self, item.take_plain(key)) {
                (Self::Reference, Some(phone)) if key == "phone" => entry.set("phone", Some(phone)),
                (_, Some(fact)) => entry.add_fact("meta", "Relationship", &fact),
                (_, None) => {}
            }
        }
        for key in ["score", "grade"] {
            if let Some(score) = item.take_line(key) {
                entry.add_fact("meta", "Score", &score);
            }
        }
        entry.set("location", item.take_line("location"));
        self.level(item, entry);
        set_keywords(entry, item.take_lines("keywords"));
        dates(item, entry);
        self.descriptions(item, entry);
        for key in ["url", "website"] {
            page(item, key, entry);
        }
        roles(item, entry);
    }

    /// Moves the level: a number from 1 to 5 where there is one, and words.
    fn level(self, item: &mut Fields, entry: &mut DraftTable) {
        if !matches!(self, Self::Skill | Self::Language | Self::Interest) {
            return;
        }
        let number = item.text("level").and_then(|text| text.parse::<f64>().ok());
        let words = ["proficiency", "description"]
            .into_iter()
            .find_map(|key| item.take_line(key));
        if let Some(rating) = number.and_then(rating_of) {
            item.take("level");
            rating.set(entry);
            // A skill has one level; the words are a remark.
            entry.set_list("notes", words);
        } else {
            // Nothing is shown of a level of 0.
            if number == Some(0.0) {
                item.take("level");
            }
            entry.set("level", words);
        }
    }

    /// Moves the prose: what is a list at its end becomes bullets.
    fn descriptions(self, item: &mut Fields, entry: &mut DraftTable) {
        // A short line below the name in version 4.
        if matches!(self, Self::Project | Self::Reference | Self::Custom)
            && item.get("summary").is_some()
        {
            let field = if self == Self::Project {
                "subtitle"
            } else {
                "position"
            };
            if !entry.has(field) {
                entry.set(field, item.take_line("description"));
            }
        }
        for key in ["summary", "description", "content"] {
            let Some(text) = item.take_prose(key) else {
                continue;
            };
            let Described { prose, bullets } = described(&text);
            if entry.has("summary") {
                let earlier = entry.text("summary").unwrap_or_default().to_owned();
                entry.set("summary", Some(format!("{earlier}\n\n{text}")));
            } else if entry.has("highlights") {
                entry.set("summary", Some(text));
            } else {
                entry.set("summary", Some(prose));
                entry.set_list("highlights", bullets);
            }
        }
    }
}

/// Moves the dates: a period if there is one.
fn dates(item: &mut Fields, entry: &mut DraftTable) {
    for key in ["date", "period"] {
        // Version 3 has the two ends.
        if let Some(mut ends) = item.take_fields(key) {
            take_period(&mut ends, "start", "end", entry);
            if entry.has("start") && !entry.has("end") && ends.text("end").is_none() {
                entry.set("end", Some("present"));
            }
            ends.finish(entry);
            continue;
        }
        let Some(form) = item.text(key).and_then(period_of) else {
            if !entry.has("start") && !entry.has("date") {
                entry.set("date", item.take_date(key));
            }
            continue;
        };
        item.take(key);
        let PeriodForm {
            start,
            end,
            is_expected,
        } = form;
        entry.set("start", Some(start));
        entry.set("end", Some(end));
        if is_expected {
            entry.set_value("expected", true);
        }
    }
}

/// Moves an address: the page of the item, and a link with a label if it has one.
fn page(item: &mut Fields, key: &str, entry: &mut DraftTable) {
    let Some(PageLink { label, url }) = link(item, key, entry) else {
        return;
    };
    match label {
        Some(label) => {
            let members = [("label", Some(label.as_str())), ("url", Some(url.as_str()))];
            entry.add_inline("links", &members);
        }
        None => entry.set("url", Some(url)),
    }
}

/// Moves the positions at one employer.
fn roles(item: &mut Fields, entry: &mut DraftTable) {
    for mut role in item.take_list("roles") {
        let mut table = DraftTable::default();
        ItemForm::Work.write(&mut role, &mut table);
        role.take("id");
        role.finish(&mut table);
        entry.push("role", table);
    }
}

/// Returns a level from 1 to 5, or of version 3 from 1 to 10.
fn rating_of(number: f64) -> Option<Rating> {
    let levels = if number > f64::from(LEVELS) {
        10
    } else {
        LEVELS
    };
    let mut numbers = 1..=levels;
    let level = numbers.find(|level| (f64::from(*level) - number).abs() < 0.5)?;
    Rating::new(level, levels)
}

/// A description: prose, and the bullets after it.
struct Described {
    prose: String,
    bullets: Vec<String>,
}

/// Divides Markdown into prose and the list at its end. A list of several depths stays in the prose.
fn described(text: &str) -> Described {
    let start = if text.starts_with("- ") {
        Some(0)
    } else {
        text.find("\n\n- ").map(|at| at + 2)
    };
    let whole = || Described {
        prose: text.to_owned(),
        bullets: Vec::new(),
    };
    let Some(start) = start else {
        return whole();
    };
    let mut bullets: Vec<String> = Vec::new();
    for line in text[start..].lines().filter(|line| !line.trim().is_empty()) {
        match line.strip_prefix("- ") {
            Some(bullet) if !bullet.trim().is_empty() => bullets.push(bullet.trim().to_owned()),
            _ => return whole(),
        }
    }
    Described {
        prose: text[..start].trim_end().to_owned(),
        bullets,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_at_the_end_becomes_bullets() {
        for (text, prose, bullets) in [
            ("- One\n- Two", "", &["One", "Two"][..]),
            ("Prose.\n\n- One", "Prose.", &["One"]),
            ("Prose.", "Prose.", &[]),
            ("- One\n  - Nested", "- One\n  - Nested", &[]),
            ("- One\n\nProse.", "- One\n\nProse.", &[]),
        ] {
            let found = described(text);
            assert_eq!(found.prose, prose, "{text}");
            assert_eq!(found.bullets, bullets, "{text}");
        }
    }

    #[test]
    fn levels_are_of_five_or_ten() {
        assert_eq!(rating_of(4.0), Rating::new(4, 5));
        assert_eq!(rating_of(8.0), Rating::new(8, 10));
        assert_eq!(rating_of(0.0), None);
        assert_eq!(rating_of(11.0), None);
    }
}
