//! The data of a cover letter.
//!
//! Uses the walk of `assemble`, and the types of the contract.

use crate::content::builder::{Assembly, image_name};
use crate::content::markdown;
use crate::content::resume::{Inlines, ResumeLetter};
use crate::profile::{self, OneOrMany, Profile, TomlPath};

impl Assembly<'_> {
    /// The letter of a profile. Without a date of its own it has the profile's.
    pub(super) fn letter(
        &mut self,
        letter: &profile::Letter,
        profile: &Profile,
        path: &TomlPath,
    ) -> ResumeLetter {
        let date = letter.date.as_ref().or(profile.date.as_ref());
        ResumeLetter {
            recipient: self.recipient(letter.recipient.as_ref(), &path.key("recipient")),
            date: date.map(|date| self.dates.styles(date)),
            subject: self.optional(letter.subject.as_ref(), &path.key("subject")),
            opening: self.optional(letter.opening.as_ref(), &path.key("opening")),
            body: self.blocks(letter.body.as_ref(), &path.key("body")),
            closing: self.optional(letter.closing.as_ref(), &path.key("closing")),
            signature: {
                let written = letter
                    .signature
                    .as_deref()
                    .filter(|written| !written.is_empty());
                written.map(|written| image_name("signature", written))
            },
            enclosures: self.each(&letter.enclosures, &path.key("enclosures")),
        }
    }

    /// The lines of an address: the members of a list, or the lines of one string.
    fn recipient(&mut self, recipient: Option<&OneOrMany>, path: &TomlPath) -> Vec<Inlines> {
        let mut lines = match recipient {
            None => Vec::new(),
            Some(OneOrMany::Many(lines)) => self.each(lines, path),
            Some(OneOrMany::One(text)) => {
                let mut lines = Vec::new();
                let mut start = 0;
                for line in text.0.split_inclusive('\n') {
                    let (content, mut faults) = markdown::inline(line.trim_end());
                    for fault in &mut faults {
                        fault.range = fault.range.start + start..fault.range.end + start;
                    }
                    self.tell(faults, path);
                    lines.push(content);
                    start += line.len();
                }
                lines
            }
        };
        lines.retain(|line| !line.is_empty());
        lines
    }
}
