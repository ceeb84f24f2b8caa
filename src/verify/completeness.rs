//! Whether all texts are in the PDF, complete and in reading order.

use crate::content::Resume;
use crate::content::resume::{Inlines, ResumeSection};
use crate::typeset::{MovedPart, Typeset, moved_parts};
use crate::verify::normalize::{normalize, turkish_capitals};

/// A text that is missing in the PDF or out of order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingText {
    /// The text.
    pub text: String,
    /// The problem.
    pub problem: TextProblem,
}

/// Why a text is not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextProblem {
    /// It is missing, or split by other text.
    Missing,
    /// It precedes a text that it should follow.
    OutOfOrder,
}

/// Returns the texts that are not found in order in the [normalized](normalize) text of a PDF.
///
/// The groups must follow one another; the texts of a group may be in any order.
pub fn missing_texts(groups: &[Vec<String>], pdf_text: &str) -> Vec<MissingText> {
    let mut missing = Vec::new();
    let mut start = 0;
    for group in groups {
        let mut end = start;
        for text in group {
            if let Some(text_end) = find_end(pdf_text, text, start) {
                end = end.max(text_end);
                continue;
            }
            let problem = match find_end(pdf_text, text, 0) {
                Some(_) => TextProblem::OutOfOrder,
                None => TextProblem::Missing,
            };
            missing.push(MissingText {
                text: text.clone(),
                problem,
            });
        }
        start = end;
    }
    missing
}

/// Returns the end of the first occurrence of a text, which may be in capitals, from `start` on.
fn find_end(pdf_text: &str, text: &str, start: usize) -> Option<usize> {
    let mut spellings = vec![normalize(text), normalize(&text.to_uppercase())];
    if text.contains('年') && text.contains(|c: char| c.is_ascii_digit()) {
        // A form has the year and the month of a Japanese date in two columns.
        spellings.push(normalize(&text.replace(['年', '月'], "")));
    }
    if pdf_text.contains('İ') {
        spellings.push(normalize(&turkish_capitals(text)));
    }
    let ends = spellings.iter().filter_map(|spelling| {
        let at = pdf_text[start..].find(spelling)?;
        Some(start + at + spelling.len())
    });
    ends.min()
}

/// Orders the data of a CV as its pages: a layout may place some parts before the others.
pub fn in_page_order(resume: &Resume, typeset: &Typeset) -> Resume {
    let mut resume = resume.clone();
    let mut others: Vec<Option<ResumeSection>> = resume.sections.drain(..).map(Some).collect();
    for part in moved_parts(&typeset.document) {
        match part {
            MovedPart::Section { index, entries } => {
                let section = others.get_mut(index).and_then(Option::take);
                resume
                    .sections
                    .extend(section.map(|section| reordered(section, &entries)));
            }
            MovedPart::Status => {
                let status = resume.person.status.take();
                resume.sections.extend(status.map(titled));
            }
            MovedPart::Title => {
                let title = resume.title.take();
                resume.sections.extend(title.map(titled));
            }
        }
    }
    resume.sections.extend(others.into_iter().flatten());
    resume
}

/// Returns a section that consists of its title.
fn titled(title: Inlines) -> ResumeSection {
    ResumeSection {
        title: Some(title),
        ..ResumeSection::default()
    }
}

/// Returns a section with its entries in another order, if that is known.
fn reordered(mut section: ResumeSection, order: &[usize]) -> ResumeSection {
    if order.len() == section.entries.len() {
        let entries = order
            .iter()
            .filter_map(|index| section.entries.get(*index).cloned());
        section.entries = entries.collect();
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks for `a name`, then `b` and `c-d` in any order, then `e`.
    fn missing(pdf_text: &str) -> Vec<(String, TextProblem)> {
        let groups = [
            vec!["a name".to_owned()],
            vec!["b".to_owned(), "c-d".to_owned()],
            vec!["e".to_owned()],
        ];
        let missing = missing_texts(&groups, pdf_text).into_iter();
        missing.map(|text| (text.text, text.problem)).collect()
    }

    #[test]
    fn finds_texts_in_any_order_within_a_group() {
        assert_eq!(missing("anamecdbe"), []);
        assert_eq!(missing("anamebcde"), []);
    }

    #[test]
    fn finds_texts_in_capitals() {
        assert_eq!(missing("ANAMEbCDe"), []);
    }

    #[test]
    fn distinguishes_missing_from_out_of_order() {
        assert_eq!(
            missing("anamebe"),
            [("c-d".to_owned(), TextProblem::Missing)]
        );
        assert_eq!(
            missing("eanamebcd"),
            [("e".to_owned(), TextProblem::OutOfOrder)]
        );
    }
}
