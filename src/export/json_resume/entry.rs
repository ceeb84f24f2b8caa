//! Entries of sections: each field under the name that JSON Resume has for it in the list of the
//! entry, or under its own.

use crate::content::PlainTexts;
use crate::export::json_resume::address::absolute;
use crate::export::json_resume::dates::dates_of;
use crate::export::json_resume::tree::{Object, object};
use crate::profile::{
    CefrLevel, Detail, Entry, EntryLink, Highlight, Keyword, LEVELS, LevelField, MetaItem,
    OneOrMany, Project, Prose, RatedKeyword, RoleField, Text,
};

/// A list of JSON Resume, by its key.
pub type List = &'static str;

/// The list of lines of text, for which JSON Resume has none.
pub const LINES: List = "entries";

/// Returns the name that a field has in a list.
fn key(list: List, name: &'static str) -> &'static str {
    match (list, name) {
        ("awards", "title") => "title",
        ("work", "organization") | (_, "title") => "name",
        ("certificates", "awarder") => "issuer",
        ("references", "summary") => "reference",
        ("projects", "summary") => "description",
        ("projects", "notes") => "roles",
        ("education", "keywords") => "courses",
        ("awards" | "certificates", "startDate") => "date",
        ("publications", "startDate") => "releaseDate",
        _ => name,
    }
}

/// Returns the field of a list for a fact with this label.
fn fact_key(list: List, label: &str) -> Option<&'static str> {
    match (list, label) {
        ("education", "Score") => Some("score"),
        ("projects", "Organization") => Some("entity"),
        ("projects", "Type") => Some("type"),
        _ => None,
    }
}

/// Returns an entry, or one for each position under an employer. What an employer has besides the
/// positions is at the first of them.
pub fn positions(entry: &Entry, list: List, texts: &PlainTexts) -> Vec<Object> {
    let Some(RoleField::Roles(roles)) = &entry.role else {
        return vec![self::entry(entry, list, texts)];
    };
    let mut written = Vec::with_capacity(roles.len());
    for (index, role) in roles.iter().enumerate() {
        let mut role = role.clone();
        role.organization.clone_from(&entry.organization);
        role.url.clone_from(&entry.url);
        if role.location.is_none() {
            role.location.clone_from(&entry.location);
        }
        let mut object = self::entry(&role, list, texts);
        if index == 0 {
            let employer = Entry {
                organization: None,
                url: None,
                role: None,
                ..entry.clone()
            };
            object.set("employer", self::entry(&employer, list, texts));
        }
        written.push(object);
    }
    written
}

/// Returns an entry with the names of fields of a list.
pub fn entry(entry: &Entry, list: List, texts: &PlainTexts) -> Object {
    let line = |text: &Option<Text>| self::text(text.as_ref(), texts);
    let cefr = |level: &Option<CefrLevel>| level.map(CefrLevel::name);
    object!(object of Entry { date, start, end, tags, hidden, break_before, keep } = entry;
        text => object.set("text", line(text));
        organization => object.set(key(list, "organization"), line(organization));
        institution => object.set("institution", line(institution));
        name => object.set("name", line(name));
        title => object.set(key(list, "title"), line(title));
        subtitle => object.set("subtitle", line(subtitle));
        position => object.set("position", line(position));
        location => object.set("location", line(location));
        employment_type => object.set("employmentType", line(employment_type));
        url => object.set("url", url.as_deref().map(absolute));
        area => object.set("area", line(area));
        degree => object.set("studyType", line(degree));
        language => object.set("language", line(language));
        fluency => object.set("fluency", line(fluency));
        listening => object.set("listening", cefr(listening));
        reading => object.set("reading", cefr(reading));
        spoken_interaction => object.set("spokenInteraction", cefr(spoken_interaction));
        spoken_production => object.set("spokenProduction", cefr(spoken_production));
        writing => object.set("writing", cefr(writing));
        level, levels => {
            let level = level.as_ref().map(|level| level_text(level, *levels, texts));
            object.set("level", level);
        };
        => set_dates(&mut object, entry, list);
        expected => object.set("expected", expected.then_some(true));
        venue => object.set("publisher", line(venue));
        venue_short => object.set("publisherShort", line(venue_short));
        publication_type => object.set("type", line(publication_type));
        status => object.set("status", line(status));
        authors => {
            let authors = authors.iter().map(|author| texts.author(&texts.line(&author.0)));
            object.set("authors", authors.collect::<Vec<_>>());
        };
        doi => object.set("doi", doi);
        awarder => object.set(key(list, "awarder"), line(awarder));
        email => object.set("email", email);
        phone => object.set("phone", phone);
        role => if let Some(RoleField::Text(role)) = role {
            object.set("role", texts.line(&role.0));
        };
        team => object.set("team", lines(team.as_ref().map_or(&[], OneOrMany::as_slice), texts));
        advisor => object.set("advisor", line(advisor));
        project => object.set("project", project.as_ref().map(|it| self::project(it, texts)));
        summary => object.set(key(list, "summary"), prose(summary.as_ref(), texts));
        notes => {
            let mut notes = lines(notes, texts);
            if list == "work" && !notes.is_empty() {
                object.set("description", notes.remove(0));
            }
            object.set(key(list, "notes"), notes);
        };
        keywords => {
            let keywords = keywords.iter().map(|word| keyword(word, texts));
            object.set(key(list, "keywords"), keywords.collect::<Vec<_>>());
        };
        highlights => object.set("highlights", self::highlights(highlights, texts));
        meta => {
            let mut others = meta.items.clone();
            others.retain(|item| match fact_key(list, &item.label.0) {
                Some(key) if !object.has(key) => {
                    object.set(key, texts.line(&item.value.0));
                    false
                }
                _ => true,
            });
            object.set("facts", facts(&others, meta.is_table, texts));
        };
        details => {
            let details = details.iter().map(|detail| self::detail(detail, texts));
            object.set("details", details.collect::<Vec<_>>());
        };
        links => object.set("links", self::links(links, texts));
        logo => object.set("logo", logo);
    )
}

fn set_dates(object: &mut Object, entry: &Entry, list: List) {
    let dates = dates_of(entry);
    let key = key(list, "startDate");
    let is_one = key != "startDate";
    let end = if is_one && dates.start.is_none() {
        key
    } else {
        "endDate"
    };
    dates.set(object, key, end, is_one);
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
    let written = if is_table {
        PlainTexts::as_written
    } else {
        PlainTexts::line
    };
    let facts = items.iter().map(|item| {
        object!(fact of MetaItem {} = item;
            label => fact.set("label", written(texts, &label.0));
            value => fact.set("value", texts.line(&value.0));
        )
    });
    facts.collect()
}

fn lines(list: &[Text], texts: &PlainTexts) -> Vec<String> {
    list.iter().map(|text| texts.line(&text.0)).collect()
}

fn links(links: &[EntryLink], texts: &PlainTexts) -> Vec<Object> {
    let links = links.iter().map(|link| {
        object!(written of EntryLink { qr } = link;
            label => written.set("label", texts.line(&label.0));
            url => written.set("url", url.as_deref().map(absolute));
        )
    });
    links.collect()
}

fn project(project: &Project, texts: &PlainTexts) -> Object {
    object!(written of Project {} = project;
        name => written.set("name", text(name.as_ref(), texts));
        url => written.set("url", url.as_deref().map(absolute));
        links => written.set("links", self::links(links, texts));
    )
}

fn detail(detail: &Detail, texts: &PlainTexts) -> Object {
    object!(written of Detail { numbered, tags, hidden } = detail;
        label => written.set("label", text(label.as_ref(), texts));
        body => written.set("summary", prose(body.as_ref(), texts));
        items => written.set("items", highlights(items, texts));
    )
}
