//! Builds entries: jobs, degrees, projects, and publications that the profile itself lists.

use crate::content::builder::{ResumeBuilder, link_target};
use crate::content::markdown;
use crate::content::resume::{
    Doi, EntryField, EntryTexts, Fact, Inline, Inlines, LanguageLevels, ResumeDetail, ResumeEntry,
    ResumeLink, ResumeProject,
};
use crate::diagnostic::{Diagnostic, rule};
use crate::profile::{
    self, Entry, Keyword, LevelField, OneOrMany, RatedKeyword, RoleField, SectionKind, Text,
    TomlPath,
};

impl ResumeBuilder<'_> {
    pub(super) fn entry(
        &mut self,
        entry: &Entry,
        kind: SectionKind,
        path: &TomlPath,
    ) -> ResumeEntry {
        let texts = self.texts(entry, kind, path);
        if entry.keep && !entry.break_before {
            let names = [EntryField::Title, EntryField::Organization];
            self.remember_kept(path, names.map(|field| texts.one(field)));
        }
        ResumeEntry {
            kind,
            index: None,
            texts,
            cefr: self.language_levels(entry),
            number: None,
            project: entry
                .project
                .as_ref()
                .map(|project| self.project(project, &path.key("project"))),
            doi: entry.doi.as_deref().map(Doi::new),
            contacts: self.referee_contacts(entry),
            url: entry.url.as_deref().map(link_target),
            links: self.links(&entry.links, &path.key("links")),
            logo: self.logo(entry, path),
            meta: self.facts(&entry.meta, &path.key("meta")),
            dates: self.periods(entry, kind),
            expected: self.is_expected(entry, kind),
            summary: self.blocks(entry.summary.as_ref(), &path.key("summary")),
            details: self.details(&entry.details, &path.key("details")),
            highlights: self.items(&entry.highlights, &path.key("highlights")),
            roles: self.roles(entry, kind, path),
            break_before: entry.break_before,
            keep: entry.keep,
        }
    }

    /// Returns the texts of the fields of an entry.
    fn texts(&mut self, entry: &profile::Entry, kind: SectionKind, path: &TomlPath) -> EntryTexts {
        let role = match &entry.role {
            Some(RoleField::Text(role)) => Some(role),
            _ => None,
        };
        // The position of a job is its title.
        let position = (entry.position.as_ref()).filter(|_| kind == SectionKind::Reference);
        let mut texts = EntryTexts::from([
            (EntryField::Title, self.title(entry, kind, path)),
            (
                EntryField::Organization,
                self.organization(entry, kind, path),
            ),
            (EntryField::Level, self.level(entry, kind, path)),
        ]);
        for (field, text) in [
            (EntryField::Subtitle, entry.subtitle.as_ref()),
            (EntryField::Position, position),
            (EntryField::Role, role),
            (EntryField::Venue, entry.venue.as_ref()),
            (EntryField::VenueShort, entry.venue_short.as_ref()),
            (EntryField::PublicationType, entry.publication_type.as_ref()),
            (EntryField::Status, entry.status.as_ref()),
            (EntryField::Advisor, entry.advisor.as_ref()),
            (EntryField::Location, entry.location.as_ref()),
            (EntryField::EmploymentType, entry.employment_type.as_ref()),
            (EntryField::Text, entry.text.as_ref()),
        ] {
            texts.set(field, self.field(field.name(), text, path));
        }
        texts.set(EntryField::Team, self.team(entry, path));
        texts.set(EntryField::Authors, self.authors(entry, path));
        texts.set(
            EntryField::Notes,
            self.each(&entry.notes, &path.key("notes")),
        );
        texts.set(
            EntryField::Keywords,
            self.keywords(&entry.keywords, &path.key("keywords")),
        );
        texts
    }

    /// Returns the path of the logo for the template.
    fn logo(&mut self, entry: &Entry, path: &TomlPath) -> Option<String> {
        let written = entry.logo.as_ref().filter(|file| !file.is_empty())?;
        Some(self.logo_path(written, self.tree.span(&path.key("logo"))))
    }

    /// Returns the level in words, followed by its number.
    fn level(&mut self, entry: &Entry, kind: SectionKind, path: &TomlPath) -> Option<Inlines> {
        let words = match (&entry.level, kind) {
            (_, SectionKind::Language) => self.field("fluency", entry.fluency.as_ref(), path),
            (Some(LevelField::Text(words)), _) => self.field("level", Some(words), path),
            _ => None,
        };
        let Some(LevelField::Number(level)) = entry.level else {
            return words;
        };
        let levels = entry.levels.unwrap_or(profile::LEVELS);
        let written = self.locale.words().level_of(level, levels);
        let mut all = words.unwrap_or_default();
        if !all.is_empty() {
            all.push(Inline::Text(self.locale.words().separators.list.clone()));
        }
        all.push(Inline::Level {
            level,
            levels,
            content: vec![Inline::Text(written)],
        });
        Some(all)
    }

    /// Returns the keywords, each with its level in parentheses. Empty ones are left out.
    fn keywords(&mut self, keywords: &[Keyword], path: &TomlPath) -> Vec<Inlines> {
        let mut all = Vec::with_capacity(keywords.len());
        for (index, keyword) in keywords.iter().enumerate() {
            let path = path.index(index);
            let mut content = match keyword {
                Keyword::Text(text) => self.inline(text, &path),
                Keyword::Rated(keyword) => self.inline(&keyword.name, &path.key("name")),
            };
            if content.is_empty() {
                self.report_empty_text(&path);
                continue;
            }
            if let Keyword::Rated(keyword) = keyword {
                content.extend(self.level_of_keyword(keyword, &path));
            }
            all.push(content);
        }
        all
    }

    /// Returns the level of a keyword, with the space before it.
    fn level_of_keyword(&mut self, keyword: &RatedKeyword, path: &TomlPath) -> Inlines {
        let words = self.locale.words();
        let mut content = vec![Inline::Text(words.separators.before_remark().to_owned())];
        let (open, close) = (&words.separators.open, &words.separators.close);
        match &keyword.level {
            None => return Inlines::new(),
            Some(LevelField::Number(level)) => {
                let levels = keyword.levels.unwrap_or(profile::LEVELS);
                let written = format!("{open}{}{close}", words.level_of(*level, levels));
                content.push(Inline::Level {
                    level: *level,
                    levels,
                    content: vec![Inline::Text(written)],
                });
            }
            Some(LevelField::Text(text)) => {
                content.push(Inline::Text(open.clone()));
                content.extend(self.inline(text, &path.key("level")));
                content.push(Inline::Text(close.clone()));
            }
        }
        content
    }

    /// Returns the parts of the level of a language.
    fn language_levels(&self, entry: &Entry) -> Option<LanguageLevels> {
        let levels = [
            entry.listening,
            entry.reading,
            entry.spoken_interaction,
            entry.spoken_production,
            entry.writing,
        ];
        levels.iter().any(Option::is_some).then(|| LanguageLevels {
            levels,
            words: self.locale.words().cefr.clone(),
        })
    }

    fn field(&mut self, key: &str, text: Option<&Text>, entry: &TomlPath) -> Option<Inlines> {
        self.optional(text, &entry.key(key))
    }

    /// Returns the title of an entry, which each kind calls by another name.
    fn title(&mut self, entry: &Entry, kind: SectionKind, path: &TomlPath) -> Option<Inlines> {
        match kind {
            SectionKind::Education => self.qualification(entry, path),
            SectionKind::Experience => self.field("position", entry.position.as_ref(), path),
            SectionKind::Language => self.field("language", entry.language.as_ref(), path),
            SectionKind::Publication | SectionKind::Award | SectionKind::Certificate => {
                self.field("title", entry.title.as_ref(), path)
            }
            _ => self.field("name", entry.name.as_ref(), path),
        }
    }

    fn organization(
        &mut self,
        entry: &Entry,
        kind: SectionKind,
        path: &TomlPath,
    ) -> Option<Inlines> {
        match kind {
            SectionKind::Education => self.field("institution", entry.institution.as_ref(), path),
            SectionKind::Award | SectionKind::Certificate => {
                self.field("awarder", entry.awarder.as_ref(), path)
            }
            _ => self.field("organization", entry.organization.as_ref(), path),
        }
    }

    /// Returns degree and area as one phrase of the language.
    fn qualification(&mut self, entry: &Entry, path: &TomlPath) -> Option<Inlines> {
        let degree = self.field("degree", entry.degree.as_ref(), path);
        let area = self.field("area", entry.area.as_ref(), path);
        let (degree, area) = match (degree, area) {
            (Some(degree), Some(area)) => (degree, area),
            (degree, area) => return degree.or(area),
        };
        let words = self.locale.words();
        let pattern = if is_abbreviation(&markdown::plain(&degree)) {
            &words.abbreviation_and_area
        } else {
            &words.degree_and_area
        };
        Some(fill_pattern(pattern, &degree, &area))
    }

    /// Returns the authors, with the person's own name marked.
    fn authors(&mut self, entry: &Entry, path: &TomlPath) -> Vec<Inlines> {
        let mut authors = self.each(&entry.authors, &path.key("authors"));
        for author in &mut authors {
            self.mark_own_name(author);
        }
        authors
    }

    /// Makes an author strong, or anonymous, if it is the person.
    pub(super) fn mark_own_name(&self, author: &mut Inlines) {
        let name = markdown::plain(author);
        if !self.own_name.matches(&name) {
            return;
        }
        let content = match &self.anonymizer {
            Some(anonymizer) => {
                // Such a mark says something about all authors that have it.
                let marks = name.trim_start_matches(|c| !matches!(c, '*' | '†' | '‡' | '§' | '¶'));
                vec![Inline::Text(anonymizer.word.clone() + marks)]
            }
            None => std::mem::take(author),
        };
        *author = vec![Inline::Strong { content }];
    }

    fn team(&mut self, entry: &Entry, path: &TomlPath) -> Vec<Inlines> {
        let path = path.key("team");
        match &entry.team {
            None => Vec::new(),
            Some(OneOrMany::One(team)) => {
                let team = self.optional(Some(team), &path);
                team.into_iter().collect()
            }
            Some(OneOrMany::Many(teams)) => self.each(teams, &path),
        }
    }

    fn roles(&mut self, entry: &Entry, kind: SectionKind, path: &TomlPath) -> Vec<ResumeEntry> {
        let Some(RoleField::Roles(roles)) = &entry.role else {
            return Vec::new();
        };
        let path = path.key("role");
        let roles = roles.iter().enumerate();
        roles
            .map(|(index, role)| self.entry(role, kind, &path.index(index)))
            .collect()
    }

    fn project(&mut self, project: &profile::Project, path: &TomlPath) -> ResumeProject {
        ResumeProject {
            name: self.optional(project.name.as_ref(), &path.key("name")),
            url: project.url.as_deref().map(link_target),
            links: self.links(&project.links, &path.key("links")),
        }
    }

    fn links(&mut self, links: &[profile::EntryLink], path: &TomlPath) -> Vec<ResumeLink> {
        let links = links.iter().enumerate();
        links
            .map(|(index, link)| ResumeLink {
                label: self.inline(&link.label, &path.index(index).key("label")),
                url: link.url.as_deref().map(link_target),
                qr: link.qr,
            })
            .collect()
    }

    pub(super) fn facts(&mut self, meta: &profile::Meta, path: &TomlPath) -> Vec<Fact> {
        let mut facts = Vec::with_capacity(meta.items.len());
        for (index, profile::MetaItem { label, value }) in meta.items.iter().enumerate() {
            let member = path.index(index);
            let (label, value_path) = if meta.is_table {
                (self.key_label(&label.0), path.key(&label.0))
            } else {
                let label = self.inline(label, &member.key("label"));
                (label, member.key("value"))
            };
            let value = self.inline(value, &value_path);
            if value.is_empty() {
                self.report_empty_text(&value_path);
            } else if crate::content::plain(&label).trim().is_empty() {
                let message = "a fact without a label is left out";
                let warning = Diagnostic::warning(rule::EMPTY_TEXT, message);
                self.report_empty(
                    warning.hint("name it, as in `Grade = \"9.1\"`"),
                    &value_path,
                );
            } else {
                facts.push(Fact { label, value });
            }
        }
        facts
    }

    /// Returns a label that is a key of the profile, which is not Markdown.
    fn key_label(&self, key: &str) -> Inlines {
        self.finished(vec![Inline::Text(key.to_owned())])
    }

    fn details(&mut self, details: &[profile::Detail], path: &TomlPath) -> Vec<ResumeDetail> {
        let mut built = Vec::with_capacity(details.len());
        for (index, detail) in details.iter().enumerate() {
            let path = path.index(index);
            built.push(ResumeDetail {
                label: self.optional(detail.label.as_ref(), &path.key("label")),
                body: self.blocks(detail.body.as_ref(), &path.key("body")),
                items: self.items(&detail.items, &path.key("items")),
                numbered: detail.numbered,
            });
        }
        built
    }
}

/// Replaces `{degree}` and `{area}` in a pattern.
fn fill_pattern(pattern: &str, degree: &Inlines, area: &Inlines) -> Inlines {
    let mut phrase = Inlines::new();
    let mut rest = pattern;
    while let Some((before, placeholder)) = rest.split_once('{') {
        let (name, after) = placeholder.split_once('}').unwrap_or((placeholder, ""));
        phrase.push(Inline::Text(before.to_owned()));
        let value = if name == "degree" { degree } else { area };
        phrase.extend(value.iter().cloned());
        rest = after;
    }
    phrase.push(Inline::Text(rest.to_owned()));
    phrase.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
    phrase
}

/// Returns whether a degree is an abbreviation, such as `M.S.`, `PhD` or `BSc (Hons)`.
fn is_abbreviation(degree: &str) -> bool {
    let first = degree.split_whitespace().next().unwrap_or_default();
    let capitals = first.chars().filter(|c| c.is_uppercase()).count();
    first.contains('.') || (capitals >= 2 && first.chars().count() <= 6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Diagnostics, Source};
    use crate::selection::{Choice, select};

    #[test]
    fn recognizes_abbreviated_degrees() {
        for degree in ["M.S.", "B.Sc. (Hons)", "PhD", "MBA", "BSc", "M.Eng."] {
            assert!(is_abbreviation(degree), "{degree}");
        }
        for degree in ["Master", "Bachelor of Science", "Diplom", "硕士", "Licence"] {
            assert!(!is_abbreviation(degree), "{degree}");
        }
    }

    #[test]
    fn fills_the_pattern_of_a_qualification() {
        let filled = fill_pattern("{degree} in {area}", &text("M.S."), &text("Acoustics"));
        assert_eq!(markdown::plain(&filled), "M.S. in Acoustics");
        let filled = fill_pattern("{area}{degree}", &text("硕士"), &text("声学"));
        assert_eq!(filled, [text("声学"), text("硕士")].concat());
    }

    fn text(text: &str) -> Inlines {
        vec![Inline::Text(text.to_owned())]
    }

    fn built(kind: &str, entry: &str) -> ResumeEntry {
        let text = format!("section = [{{ kind = \"{kind}\", entry = [{{ {entry} }}] }}]");
        let parsed = profile::parse(Source::new("a.toml", text), None, None).expect("valid TOML");
        let mut problems = Diagnostics::default();
        let selection = select(&parsed, &Choice::default(), &mut problems);
        let resume = crate::content::resume(&selection, "a", &mut problems);
        resume.sections[0].entries[0].clone()
    }

    #[test]
    fn team_is_one_name_or_several() {
        for (team, count) in [("\"Ada\"", 1), ("[\"Ada\", \"Bob\"]", 2), ("[]", 0)] {
            let entry = built("project", &format!("name = \"a\", team = {team}"));
            assert_eq!(entry.texts.all(EntryField::Team).len(), count, "{team}");
        }
    }

    #[test]
    fn title_of_an_education_is_degree_and_area() {
        for (entry, title) in [
            ("degree = \"M.S.\", area = \"Physics\"", "M.S. Physics"),
            ("degree = \"M.S.\"", "M.S."),
            ("area = \"Physics\"", "Physics"),
        ] {
            let entry = built("education", entry);
            let title_of = entry.text(EntryField::Title).expect("a title");
            assert_eq!(markdown::plain(title_of), title);
        }
    }
}
