//! Builds a cover letter.

use crate::content::builder::{ResumeBuilder, image};
use crate::content::date::long_date;
use crate::content::markdown;
use crate::content::resume::{Inlines, ResumeLetter};
use crate::profile::{self, OneOrMany, Profile, TomlPath};

impl ResumeBuilder<'_> {
    /// Builds the letter of a profile. A letter without a date gets the profile's.
    pub(super) fn letter(
        &mut self,
        letter: &profile::Letter,
        profile: &Profile,
        path: &TomlPath,
    ) -> ResumeLetter {
        let date = letter.date.as_ref().or(profile.date.as_ref());
        ResumeLetter {
            recipient: self.recipient(letter.recipient.as_ref(), &path.key("recipient")),
            date: date.map(|date| self.without_names(long_date(self.locale, date))),
            subject: self.optional(letter.subject.as_ref(), &path.key("subject")),
            opening: self.optional(letter.opening.as_ref(), &path.key("opening")),
            body: self.blocks(letter.body.as_ref(), &path.key("body")),
            closing: self.optional(letter.closing.as_ref(), &path.key("closing")),
            signature: image("signature", letter.signature.as_ref()),
            enclosures: self.each(&letter.enclosures, &path.key("enclosures")),
        }
    }

    /// Returns the lines of an address: the members of a list, or the lines of one string.
    fn recipient(&mut self, recipient: Option<&OneOrMany>, path: &TomlPath) -> Vec<Inlines> {
        let mut lines = match recipient {
            None => Vec::new(),
            Some(OneOrMany::Many(lines)) => self.each(lines, path),
            Some(OneOrMany::One(text)) => self.lines(&text.0, path),
        };
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// Parses each line of a text.
    fn lines(&mut self, text: &str, path: &TomlPath) -> Vec<Inlines> {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let mut parsed = markdown::inline(line.trim_end());
            for problem in &mut parsed.problems {
                problem.range.start += start;
                problem.range.end += start;
            }
            self.report(parsed.problems, path);
            lines.push(self.finished(parsed.content));
            start += line.len();
        }
        lines
    }
}
