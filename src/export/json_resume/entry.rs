//! Entries of sections: each field under the name that JSON Resume has for it in the list of the
//! entry, or under its own.

use crate::content::PlainTexts;
use crate::export::json_resume::address::absolute;
use crate::export::json_resume::dates::dates_of;
use crate::export::json_resume::tree::{Json, Object};
use crate::profile::{
    CefrLevel, Detail, Entry, EntryLink, Highlight, Keyword, LEVELS, LevelField, MetaItem,
    OneOrMany, Project, Prose, RatedKeyword, RoleField, Text,
};

/// The lists of JSON Resume, each with its names of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryForm {
    /// Jobs.
    Work,
    /// Voluntary work.
    Volunteer,
    /// Schools and degrees.
    Education,
    /// Prizes and grants.
    Award,
    /// Certificates and licenses.
    Certificate,
    /// Papers, books, patents.
    Publication,
    /// Skills.
    Skill,
    /// Spoken languages.
    Language,
    /// Interests.
    Interest,
    /// Referees.
    Reference,
    /// Projects.
    Project,
    /// Lines of text, for which there is no list.
    Line,
}

impl EntryForm {
    /// Returns the name of the list.
    pub fn key(self) -> &'static str {
        match self {
            Self::Work => "work",
            Self::Volunteer => "volunteer",
            Self::Education => "education",
            Self::Award => "awards",
            Self::Certificate => "certificates",
            Self::Publication => "publications",
            Self::Skill => "skills",
            Self::Language => "languages",
            Self::Interest => "interests",
            Self::Reference => "references",
            Self::Project => "projects",
            Self::Line => "entries",
        }
    }

    /// Returns the name of the title of an award, a certificate or a publication.
    fn title_key(self) -> &'static str {
        match self {
            Self::Award => "title",
            _ => "name",
        }
    }

    fn organization_key(self) -> &'static str {
        match self {
            Self::Work => "name",
            _ => "organization",
        }
    }

    fn awarder_key(self) -> &'static str {
        match self {
            Self::Certificate => "issuer",
            _ => "awarder",
        }
    }

    fn summary_key(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Project => "description",
            _ => "summary",
        }
    }

    fn keywords_key(self) -> &'static str {
        match self {
            Self::Education => "courses",
            _ => "keywords",
        }
    }

    /// Returns the name of the only date that entries have; `None` if they have start and end.
    fn date_key(self) -> Option<&'static str> {
        match self {
            Self::Award | Self::Certificate => Some("date"),
            Self::Publication => Some("releaseDate"),
            _ => None,
        }
    }

    /// Returns the field for a fact with this label.
    fn fact_key(self, label: &str) -> Option<&'static str> {
        match (self, label) {
            (Self::Education, "Score") => Some("score"),
            (Self::Project, "Organization") => Some("entity"),
            (Self::Project, "Type") => Some("type"),
            _ => None,
        }
    }
}

/// Returns an entry, or one for each position under an employer. What an employer has besides the
/// positions is at the first of them.
pub fn positions(entry: &Entry, form: EntryForm, texts: &PlainTexts) -> Vec<Object> {
    let Some(RoleField::Roles(roles)) = &entry.role else {
        return vec![self::entry(entry, form, texts)];
    };
    let mut written = Vec::with_capacity(roles.len());
    for (index, role) in roles.iter().enumerate() {
        let mut role = role.clone();
        role.organization.clone_from(&entry.organization);
        role.url.clone_from(&entry.url);
        if role.location.is_none() {
            role.location.clone_from(&entry.location);
        }
        let mut object = self::entry(&role, form, texts);
        if index == 0 {
            let employer = Entry {
                organization: None,
                url: None,
                role: None,
                ..entry.clone()
            };
            object.set("employer", self::entry(&employer, form, texts));
        }
        written.push(object);
    }
    written
}

/// Returns an entry with the names of fields of a list.
#[expect(
    clippy::too_many_lines,
    reason = "each line is a field, in the order of the file"
)]
pub fn entry(entry: &Entry, form: EntryForm, texts: &PlainTexts) -> Object {
    let Entry {
        organization,
        institution,
        name,
        title,
        subtitle,
        position,
        degree,
        area,
        language,
        fluency,
        listening,
        reading,
        spoken_interaction,
        spoken_production,
        writing,
        level,
        levels,
        url,
        logo,
        location,
        team,
        advisor,
        authors,
        venue,
        venue_short,
        publication_type,
        status,
        doi,
        awarder,
        email,
        phone,
        date: _,
        start: _,
        end: _,
        expected,
        text: line,
        project,
        keywords,
        meta,
        notes,
        links,
        summary,
        details,
        highlights: bullets,
        // What only pages have.
        tags: _,
        hidden: _,
        break_before: _,
        keep: _,
        role,
    } = entry;
    let line_of = |text: &Option<Text>| self::text(text.as_ref(), texts);
    let mut object = Object::default();
    object.set_optional("text", line_of(line));
    object.set_optional(form.organization_key(), line_of(organization));
    object.set_optional("institution", line_of(institution));
    object.set_optional("name", line_of(name));
    object.set_optional(form.title_key(), line_of(title));
    object.set_optional("subtitle", line_of(subtitle));
    object.set_optional("position", line_of(position));
    object.set_optional("location", line_of(location));
    object.set_optional("url", url.as_deref().map(absolute));
    object.set_optional("area", line_of(area));
    object.set_optional("studyType", line_of(degree));
    object.set_optional("language", line_of(language));
    object.set_optional("fluency", line_of(fluency));
    for (key, level) in [
        ("listening", listening),
        ("reading", reading),
        ("spokenInteraction", spoken_interaction),
        ("spokenProduction", spoken_production),
        ("writing", writing),
    ] {
        object.set_optional(key, level.map(CefrLevel::name));
    }
    object.set_optional(
        "level",
        level
            .as_ref()
            .map(|level| level_text(level, *levels, texts)),
    );
    set_dates(&mut object, entry, form);
    if *expected {
        object.set("expected", true);
    }
    object.set_optional("publisher", line_of(venue));
    object.set_optional("publisherShort", line_of(venue_short));
    object.set_optional("type", line_of(publication_type));
    object.set_optional("status", line_of(status));
    object.set(
        "authors",
        authors
            .iter()
            .map(|author| texts.author(&texts.line(&author.0)))
            .collect::<Vec<_>>(),
    );
    object.set_optional("doi", doi.as_deref());
    object.set_optional(form.awarder_key(), line_of(awarder));
    object.set_optional("email", email.as_deref());
    object.set_optional("phone", phone.as_deref());
    if let Some(RoleField::Text(role)) = role {
        object.set("role", texts.line(&role.0));
    }
    let teams = team.as_ref().map_or(&[][..], OneOrMany::as_slice);
    object.set("team", lines(teams, texts));
    object.set_optional("advisor", line_of(advisor));
    if let Some(project) = project {
        object.set("project", self::project(project, texts));
    }
    object.set_optional(form.summary_key(), prose(summary.as_ref(), texts));
    set_notes(&mut object, lines(notes, texts), form);
    let keywords: Vec<String> = keywords.iter().map(|word| keyword(word, texts)).collect();
    object.set(form.keywords_key(), keywords);
    object.set("highlights", highlights(bullets, texts));
    let mut others = Vec::new();
    for item in &meta.items {
        match form.fact_key(&item.label.0) {
            Some(key) if !object.has(key) => object.set(key, texts.line(&item.value.0)),
            _ => others.push(item.clone()),
        }
    }
    object.set("facts", facts(&others, meta.is_table, texts));
    object.set(
        "details",
        details
            .iter()
            .map(|detail| self::detail(detail, texts))
            .collect::<Vec<_>>(),
    );
    object.set("links", self::links(links, texts));
    object.set_optional("logo", logo.as_deref());
    object
}

fn set_dates(object: &mut Object, entry: &Entry, form: EntryForm) {
    let dates = dates_of(entry);
    if let Some(key) = form.date_key() {
        object.set_optional(key, dates.start.clone());
        let key = if dates.start.is_some() {
            "endDate"
        } else {
            key
        };
        if dates.end != dates.start {
            object.set_optional(key, dates.end);
        }
    } else {
        object.set_optional("startDate", dates.start);
        object.set_optional("endDate", dates.end);
    }
    object.set("dates", dates.written);
}

/// Sets the remarks: what an employer does, the roles in a project, or any other.
fn set_notes(object: &mut Object, notes: Vec<String>, form: EntryForm) {
    match form {
        EntryForm::Project => object.set("roles", notes),
        EntryForm::Work => {
            let mut notes = notes.into_iter();
            object.set_optional("description", notes.next());
            object.set("notes", notes.collect::<Vec<_>>());
        }
        _ => object.set("notes", notes),
    }
}

fn level_text(level: &LevelField, levels: Option<u8>, texts: &PlainTexts) -> String {
    match level {
        LevelField::Number(level) => format!("{level}/{}", levels.unwrap_or(LEVELS)),
        LevelField::Text(text) => texts.line(&text.0),
    }
}

/// Returns a keyword, with its level in parentheses.
fn keyword(keyword: &Keyword, texts: &PlainTexts) -> String {
    let text = texts.line(&keyword.text().0);
    match keyword {
        Keyword::Rated(RatedKeyword {
            level: Some(level),
            levels,
            ..
        }) => format!("{text} ({})", level_text(level, *levels, texts)),
        _ => text,
    }
}

/// Returns a text of one paragraph without markup.
pub fn text(text: Option<&Text>, texts: &PlainTexts) -> Option<String> {
    text.map(|text| texts.line(&text.0))
}

/// Returns a text of several paragraphs without markup.
pub fn prose(text: Option<&Prose>, texts: &PlainTexts) -> Option<String> {
    text.map(|text| texts.prose(&text.0))
}

/// Returns bullets. Nested bullets follow theirs, in lines that begin with a dash.
pub fn highlights(bullets: &[Highlight], texts: &PlainTexts) -> Vec<String> {
    bullets
        .iter()
        .map(|bullet| highlight(bullet, texts))
        .collect()
}

fn highlight(bullet: &Highlight, texts: &PlainTexts) -> String {
    let mut text = texts.line(&bullet.text().0);
    for nested in bullet.items() {
        let nested = highlight(nested, texts).replace('\n', "\n  ");
        text.push_str(&format!("\n- {nested}"));
    }
    text
}

/// Returns facts with their labels, which are Markdown unless they are keys of a table.
pub fn facts(items: &[MetaItem], is_table: bool, texts: &PlainTexts) -> Vec<Object> {
    let mut facts = Vec::with_capacity(items.len());
    for MetaItem { label, value } in items {
        let mut fact = Object::default();
        let label = if is_table {
            texts.as_written(&label.0)
        } else {
            texts.line(&label.0)
        };
        fact.set("label", label);
        fact.set("value", texts.line(&value.0));
        facts.push(fact);
    }
    facts
}

fn lines(list: &[Text], texts: &PlainTexts) -> Vec<String> {
    list.iter().map(|text| texts.line(&text.0)).collect()
}

fn links(links: &[EntryLink], texts: &PlainTexts) -> Vec<Json> {
    let mut written = Vec::with_capacity(links.len());
    for EntryLink { label, url, qr: _ } in links {
        let mut link = Object::default();
        link.set("label", texts.line(&label.0));
        link.set_optional("url", url.as_deref().map(absolute));
        written.push(link.into());
    }
    written
}

fn project(project: &Project, texts: &PlainTexts) -> Object {
    let Project { name, url, links } = project;
    let mut object = Object::default();
    object.set_optional("name", text(name.as_ref(), texts));
    object.set_optional("url", url.as_deref().map(absolute));
    object.set("links", self::links(links, texts));
    object
}

fn detail(detail: &Detail, texts: &PlainTexts) -> Object {
    let Detail {
        label,
        body,
        items,
        numbered: _,
        tags: _,
        hidden: _,
    } = detail;
    let mut object = Object::default();
    object.set_optional("label", text(label.as_ref(), texts));
    object.set_optional("summary", prose(body.as_ref(), texts));
    object.set("items", highlights(items, texts));
    object
}
