//! Whether all texts are in the PDF, complete and in reading order.

use crate::content::Resume;
use crate::typeset::{Typeset, moved_sections};
use crate::verify::normalize::normalize;

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
    let spellings = [normalize(text), normalize(&text.to_uppercase())];
    let ends = spellings.iter().filter_map(|spelling| {
        let at = pdf_text[start..].find(spelling)?;
        Some(start + at + spelling.len())
    });
    ends.min()
}

/// Orders the data of a CV as its pages: a layout may place some sections before the others.
pub fn in_page_order(resume: &Resume, typeset: &Typeset) -> Resume {
    let moved = moved_sections(&typeset.document);
    let mut resume = resume.clone();
    let mut sections = Vec::with_capacity(resume.sections.len());
    let mut others = Vec::new();
    for (index, section) in resume.sections.drain(..).enumerate() {
        if moved.contains(&index) {
            sections.push(section);
        } else {
            others.push(section);
        }
    }
    sections.extend(others);
    resume.sections = sections;
    resume
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
