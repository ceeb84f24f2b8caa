//! Changes of a text that remove diagnostics.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A change that removes a diagnostic, where there is one right answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// The replacements, in the order of the text. All belong together.
    pub edits: Vec<Edit>,
}

/// A replacement in the source of the diagnostic's place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// The byte range to replace.
    pub span: Range<usize>,
    /// The text to put there.
    pub replacement: String,
}

impl Edit {
    /// Creates a replacement.
    pub fn new(span: Range<usize>, replacement: impl Into<String>) -> Self {
        Self {
            span,
            replacement: replacement.into(),
        }
    }
}

/// A text after its fixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedText {
    /// The text.
    pub text: String,
    /// The number of fixes that were made.
    pub count: usize,
}

/// Makes fixes in a text. One that overlaps an earlier one of the list is left out.
pub fn apply(text: &str, fixes: &[Fix]) -> FixedText {
    let mut edits: Vec<&Edit> = Vec::new();
    let mut count = 0;
    for fix in fixes {
        let is_possible = fix.edits.iter().all(|edit| {
            let is_in_text = text.get(edit.span.clone()).is_some();
            is_in_text && !edits.iter().any(|other| overlaps(&other.span, &edit.span))
        });
        if is_possible {
            edits.extend(&fix.edits);
            count += 1;
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    let mut revised = String::new();
    let mut done = 0;
    for edit in edits {
        revised += &text[done..edit.span.start];
        revised += &edit.replacement;
        done = edit.span.end;
    }
    revised += &text[done..];
    FixedText {
        text: revised,
        count,
    }
}

fn overlaps(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end || a.start == b.start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(edits: &[(Range<usize>, &str)]) -> Fix {
        let edits = edits
            .iter()
            .map(|(span, text)| Edit::new(span.clone(), *text));
        Fix {
            edits: edits.collect(),
        }
    }

    #[test]
    fn fixes_are_made_in_the_order_of_the_text() {
        let fixed = apply(
            "one two three",
            &[fix(&[(8..13, "3")]), fix(&[(0..3, "1")])],
        );
        assert_eq!(fixed.text, "1 two 3");
        assert_eq!(fixed.count, 2);
    }

    #[test]
    fn of_fixes_that_overlap_the_first_is_made_whole() {
        let fixes = [
            fix(&[(0..3, "1"), (8..13, "3")]),
            fix(&[(4..7, "2"), (9..10, "x")]),
            fix(&[(90..91, "z")]),
        ];
        let result = apply("one two three", &fixes);
        assert_eq!(result.text, "1 two 3");
        assert_eq!(result.count, 1);
    }
}
