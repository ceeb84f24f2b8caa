//! The English words of a document in a language that the program has no words in.

use crate::content::locale::Locale;
use crate::content::markdown::plain;
use crate::content::resume::{EntryField, Period, Resume, ResumeEntry, ResumeSection};
use crate::profile::Moment;
use crate::selection::{GroupHeading, SelectedSection, Selection};

/// Returns the English words that a document shows in place of those of its language, in reading
/// order. The name of the kind of document comes last; it is in the title of the file.
pub fn english_words(selection: &Selection, resume: &Resume, locale: &Locale) -> Vec<String> {
    let mut finder = Finder {
        locale,
        words: Vec::new(),
    };
    finder.sections(&selection.sections, &resume.sections);
    if let Some(letter) = &resume.letter
        && !letter.enclosures.is_empty()
    {
        finder.add(&resume.words.enclosures);
    }
    finder.add(&resume.words.resume);
    finder.words
}

struct Finder<'a> {
    locale: &'a Locale,
    words: Vec<String>,
}

impl Finder<'_> {
    fn add(&mut self, word: &str) {
        if !self.words.iter().any(|known| known == word) {
            self.words.push(word.to_owned());
        }
    }

    fn sections(&mut self, selected: &[SelectedSection], sections: &[ResumeSection]) {
        // Neither the summary of the person nor a group of publications is a section of the profile.
        let own = sections.iter().filter(|section| section.index.is_some());
        for (selected, section) in selected.iter().zip(own) {
            self.heading(section, selected.section.title.is_none());
            self.entries(&section.entries);
            for group in section
                .sections
                .iter()
                .filter(|group| group.index.is_none())
            {
                let is_named = selected
                    .groups
                    .iter()
                    .any(|group| matches!(group.heading, GroupHeading::Kind(_)));
                self.heading(group, is_named);
                self.entries(&group.entries);
            }
            self.sections(&selected.subsections, &section.sections);
        }
    }

    fn heading(&mut self, section: &ResumeSection, is_default: bool) {
        if let Some(title) = section.title.as_deref().filter(|_| is_default) {
            self.add(&plain(title));
        }
    }

    fn entries(&mut self, entries: &[ResumeEntry]) {
        let words = self.locale.words();
        for entry in entries {
            let kinds = [EntryField::PublicationType, EntryField::Status];
            for text in entry.texts.of(kinds).map(|text| plain(text)) {
                if self.locale.is_own_word(&text) {
                    self.add(&text);
                }
            }
            let others = format!(" {}", words.and_others);
            if entry
                .texts
                .all(EntryField::Authors)
                .iter()
                .any(|author| plain(author).ends_with(&others))
            {
                self.add(&words.and_others);
            }
            let imprint = entry.text(EntryField::Imprint);
            let imprint = imprint.map(|imprint| plain(imprint)).unwrap_or_default();
            for pattern in words.imprint_patterns() {
                let word = pattern.replace("{}", "");
                if imprint.contains(&word) {
                    self.add(word.trim());
                }
            }
            if entry.texts.has(EntryField::Advisor) {
                self.add(&words.advisor);
            }
            if entry.dates.iter().any(is_open) {
                self.add(&words.present);
            }
            if entry.expected {
                self.add(&words.expected);
            }
            self.entries(&entry.roles);
        }
    }
}

fn is_open(period: &Period) -> bool {
    period.end == Some(Moment::Present)
}
