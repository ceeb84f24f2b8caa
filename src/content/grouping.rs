//! Consecutive jobs at one employer as positions of one entry.

use std::borrow::Cow;

use crate::content::resume::{EntryField, Resume, ResumeEntry, ResumeSection};
use crate::profile::SectionKind;

/// Returns a document in which consecutive jobs at one employer are positions of one entry.
pub fn with_grouped_roles(resume: &Resume) -> Cow<'_, Resume> {
    if !resume.sections.iter().any(has_groups) {
        return Cow::Borrowed(resume);
    }
    let mut resume = resume.clone();
    group_sections(&mut resume.sections);
    Cow::Owned(resume)
}

fn has_groups(section: &ResumeSection) -> bool {
    let mut pairs = section.entries.windows(2);
    pairs.any(|pair| are_at_one_employer(&pair[0], &pair[1]))
        || section.sections.iter().any(has_groups)
}

fn group_sections(sections: &mut [ResumeSection]) {
    for section in sections {
        group_sections(&mut section.sections);
        let mut groups: Vec<Vec<ResumeEntry>> = Vec::with_capacity(section.entries.len());
        for entry in section.entries.drain(..) {
            match groups.last_mut() {
                Some(group) if group.iter().all(|other| are_at_one_employer(other, &entry)) => {
                    group.push(entry);
                }
                _ => groups.push(vec![entry]),
            }
        }
        section.entries = groups.into_iter().filter_map(employer).collect();
    }
}

/// Returns whether two entries are positions at the same employer, which has the same page.
fn are_at_one_employer(one: &ResumeEntry, other: &ResumeEntry) -> bool {
    [one, other].into_iter().all(is_single_job)
        && one.text(EntryField::Organization) == other.text(EntryField::Organization)
        && (one.url == other.url || one.url.is_none() || other.url.is_none())
}

fn is_single_job(entry: &ResumeEntry) -> bool {
    entry.kind == SectionKind::Experience
        && entry.texts.has(EntryField::Organization)
        && entry.texts.has(EntryField::Title)
        && !entry.texts.has(EntryField::Text)
        && entry.roles.is_empty()
}

/// Returns jobs at one employer as one entry. What they have in common appears once: the employer,
/// its page, and the place.
fn employer(mut jobs: Vec<ResumeEntry>) -> Option<ResumeEntry> {
    if jobs.len() < 2 {
        return jobs.pop();
    }
    let first = jobs.first()?;
    let mut shared = vec![EntryField::Organization];
    let place = first.text(EntryField::Location);
    if place.is_some()
        && jobs
            .iter()
            .all(|job| job.text(EntryField::Location) == place)
    {
        shared.push(EntryField::Location);
    }
    let mut entry = ResumeEntry {
        kind: first.kind,
        texts: first.texts.only(&shared),
        url: jobs.iter().find_map(|job| job.url.clone()),
        logo: jobs.iter().find_map(|job| job.logo.clone()),
        break_before: first.break_before,
        ..ResumeEntry::default()
    };
    for (index, job) in jobs.iter_mut().enumerate() {
        job.texts = job.texts.without(&shared);
        job.url = None;
        job.logo = None;
        job.break_before &= index > 0;
    }
    entry.roles = jobs;
    Some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::resume::{EntryTexts, Inline, Inlines};

    fn text(text: &str) -> Inlines {
        vec![Inline::Text(text.to_owned())]
    }

    fn job(title: &str, employer: &str, place: &str) -> ResumeEntry {
        ResumeEntry {
            kind: SectionKind::Experience,
            texts: EntryTexts::from([
                (EntryField::Title, Some(text(title))),
                (EntryField::Organization, Some(text(employer))),
                (EntryField::Location, Some(text(place))),
            ]),
            ..ResumeEntry::default()
        }
    }

    fn place(entry: &ResumeEntry) -> Option<Inlines> {
        entry.text(EntryField::Location).cloned()
    }

    fn grouped(entries: Vec<ResumeEntry>) -> Vec<ResumeEntry> {
        let mut sections = [ResumeSection {
            entries,
            ..ResumeSection::default()
        }];
        group_sections(&mut sections);
        std::mem::take(&mut sections[0].entries)
    }

    #[test]
    fn consecutive_jobs_at_one_employer_become_its_roles() {
        let jobs = grouped(vec![
            job("Lead", "Lumen", "Athens"),
            job("Engineer", "Lumen", "Athens"),
            job("Assistant", "Kymata", "Athens"),
            job("Intern", "Lumen", "Athens"),
        ]);
        let employers: Vec<_> = jobs
            .iter()
            .map(|entry| entry.text(EntryField::Organization).cloned())
            .collect();
        assert_eq!(
            employers,
            [
                Some(text("Lumen")),
                Some(text("Kymata")),
                Some(text("Lumen"))
            ]
        );
        let [lead, engineer] = &jobs[0].roles[..] else {
            panic!("{:?}", jobs[0].roles);
        };
        assert!(!jobs[0].texts.has(EntryField::Title));
        assert_eq!(place(&jobs[0]), Some(text("Athens")));
        assert!(!lead.texts.has(EntryField::Organization));
        assert_eq!(place(lead), None);
        assert_eq!(engineer.text(EntryField::Title), Some(&text("Engineer")));
        assert_eq!(jobs[2], job("Intern", "Lumen", "Athens"));
    }

    #[test]
    fn places_that_differ_stay_with_their_roles() {
        let jobs = grouped(vec![
            job("Lead", "Lumen", "Athens"),
            job("Engineer", "Lumen", "Paris"),
        ]);
        assert_eq!(place(&jobs[0]), None);
        let places: Vec<_> = jobs[0].roles.iter().map(place).collect();
        assert_eq!(places, [Some(text("Athens")), Some(text("Paris"))]);
    }

    #[test]
    fn other_entries_stay_as_they_are() {
        let degree = ResumeEntry {
            kind: SectionKind::Education,
            ..job("M.Sc.", "Lumen", "Athens")
        };
        let untitled = ResumeEntry {
            texts: job("", "Lumen", "Athens")
                .texts
                .without(&[EntryField::Title]),
            ..job("", "Lumen", "Athens")
        };
        let with_role = ResumeEntry {
            roles: vec![job("Lead", "", "")],
            ..untitled.clone()
        };
        for pair in [
            [page("https://a.example"), page("https://b.example")],
            [degree.clone(), degree],
            [untitled, job("Lead", "Lumen", "Athens")],
            [with_role, job("Lead", "Lumen", "Athens")],
        ] {
            assert_eq!(grouped(pair.to_vec()), pair);
        }
    }

    fn page(url: &str) -> ResumeEntry {
        ResumeEntry {
            url: Some(url.to_owned()),
            ..job("Lead", "Lumen", "Athens")
        }
    }
}
