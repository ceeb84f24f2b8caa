//! Whether all texts are in the PDF, complete and in reading order.

use crate::content::Resume;
use crate::content::resume::{Inlines, ResumeSection};
use crate::typeset::{MovedPart, Typeset, moved_parts};
use crate::verify::normalize::{greek_capitals, normalize, turkish_capitals};

/// The number of bytes after the last text in which the next one is searched first.
const NEARBY: usize = 1_000;

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
    let pdf_text = PdfText {
        text: pdf_text,
        is_turkish: pdf_text.contains('İ'),
        is_greek: pdf_text.contains(is_greek_capital),
    };
    let mut missing = Vec::new();
    let mut start = 0;
    for group in groups {
        let mut end = start;
        for text in group {
            if let Some(text_end) = pdf_text.find_end(text, start) {
                end = end.max(text_end);
                continue;
            }
            let problem = match pdf_text.find_end(text, 0) {
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

/// The text of a PDF, in which texts are searched.
struct PdfText<'a> {
    text: &'a str,
    /// Whether it has the capital of Turkish i.
    is_turkish: bool,
    /// Whether it has capitals of Greek.
    is_greek: bool,
}

fn is_greek_capital(c: char) -> bool {
    matches!(c, 'Α'..='Ω')
}

impl PdfText<'_> {
    /// Returns the end of the first occurrence of a text, which may be in capitals, from `start` on.
    fn find_end(&self, text: &str, start: usize) -> Option<usize> {
        let mut spellings = vec![normalize(text), normalize(&text.to_uppercase())];
        if text.contains('年') && text.contains(|c: char| c.is_ascii_digit()) {
            // A form has the year and the month of a Japanese date in two columns.
            spellings.push(normalize(&text.replace(['年', '月'], "")));
        }
        if self.is_turkish {
            spellings.push(normalize(&turkish_capitals(text)));
        }
        if self.is_greek {
            spellings.push(normalize(&greek_capitals(text)));
        }
        // A text mostly follows the one before, and all spellings but one are nowhere: they are
        // searched in growing parts, so that the time does not grow with the rest of the PDF.
        let rest = &self.text[start..];
        let mut length = NEARBY.max(2 * text.len());
        loop {
            let part = &rest[..rest.floor_char_boundary(length)];
            let ends = spellings
                .iter()
                .filter_map(|spelling| Some(part.find(spelling)? + spelling.len()));
            if let Some(end) = ends.min() {
                return Some(start + end);
            }
            if part.len() == rest.len() {
                return None;
            }
            length = length.saturating_mul(4);
        }
    }
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
    fn finds_the_first_spelling_however_far() {
        let groups = [vec!["ab".to_owned()], vec!["c".to_owned()]];
        for distance in [0, 997, 998, 999, 1_000, 1_001, 5_000] {
            let far = "é".repeat(distance);
            for text in [
                format!("{far}abc"),
                format!("{far}ABc"),
                format!("{far}ABabc"),
            ] {
                assert_eq!(missing_texts(&groups, &text), [], "{distance}");
            }
            let reverse = missing_texts(&groups, &format!("c{far}ab"));
            assert_eq!(reverse.len(), 1, "{distance}");
            assert_eq!(reverse[0].problem, TextProblem::OutOfOrder);
        }
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
