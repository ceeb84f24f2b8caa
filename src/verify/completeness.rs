//! Whether every text is there, whole and in the order of reading.

use crate::content::Resume;
use crate::typeset::{Typeset, moved_sections};
use crate::verify::lines::normalize;

/// A text that is not where it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingText {
    /// The text.
    pub text: String,
    /// What became of it.
    pub problem: TextProblem,
}

/// What became of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextProblem {
    /// It is nowhere in one piece.
    Missing,
    /// It stands before what it should follow.
    OutOfOrder,
}

/// The texts that are not found, in reading order, in a text that was read out of a PDF. That is
/// without white space and hyphens.
///
/// The texts of a group may stand in any order; the groups follow one another.
pub fn missing_texts(groups: &[Vec<String>], text: &str) -> Vec<MissingText> {
    let mut found = Vec::new();
    let mut from = 0;
    for group in groups {
        let mut end = from;
        for written in group {
            let wanted = normalize(written);
            // A heading may be set in capitals, which is how it then reads.
            let capitals = normalize(&written.to_uppercase());
            let spellings = [wanted.as_str(), capitals.as_str()];
            let at = |from: usize| {
                let ends = spellings
                    .iter()
                    .filter_map(|wanted| Some(from + text[from..].find(wanted)? + wanted.len()));
                ends.min()
            };
            if let Some(at) = at(from) {
                end = end.max(at);
            } else {
                let problem = if at(0).is_some() {
                    TextProblem::OutOfOrder
                } else {
                    TextProblem::Missing
                };
                found.push(MissingText {
                    text: written.clone(),
                    problem,
                });
            }
        }
        from = end;
    }
    found
}

/// The data of a CV in the order of its pages: a layout may have moved sections before the others.
pub fn in_page_order(resume: &Resume, typeset: &Typeset) -> Resume {
    let moved = moved_sections(&typeset.document);
    let mut resume = resume.clone();
    let numbered: Vec<_> = std::mem::take(&mut resume.sections)
        .into_iter()
        .enumerate()
        .collect();
    let (first, others): (Vec<_>, Vec<_>) = numbered
        .into_iter()
        .partition(|(index, _)| moved.contains(index));
    resume.sections = first
        .into_iter()
        .chain(others)
        .map(|(_, section)| section)
        .collect();
    resume
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_told_from_what_is_moved() {
        let groups = [
            vec!["a name".to_owned()],
            vec!["b".to_owned(), "c-d".to_owned()],
            vec!["e".to_owned()],
        ];
        let fates = |text: &str| {
            let found = missing_texts(&groups, text)
                .into_iter()
                .map(|missing| (missing.text, missing.problem));
            found.collect::<Vec<_>>()
        };
        assert_eq!(fates("aname cd b e".replace(' ', "").as_str()), []);
        assert_eq!(fates("ANAMEbCDe"), []);
        assert_eq!(
            fates("aname b e"),
            [("c-d".to_owned(), TextProblem::Missing)]
        );
        assert_eq!(
            fates("eanamebcd"),
            [("e".to_owned(), TextProblem::OutOfOrder)]
        );
    }
}
