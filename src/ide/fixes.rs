//! Fixes of diagnostics, as an editor offers them.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, Edit, Fix};

/// How a hint with a similar word begins.
const SUGGESTION: &str = "did you mean `";

/// The most characters of a text that a title shows.
const MAX_SHOWN: usize = 40;

/// A fix of one diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuickFix {
    /// What it does: ``Change `compny` to `organization` ``.
    pub title: String,
    /// The replacements, in byte offsets of the text. All belong together.
    pub edits: Vec<Edit>,
    /// Whether it is the one right answer, and not a guess.
    pub is_certain: bool,
    /// The index of the diagnostic.
    pub diagnostic: usize,
}

/// Returns the fixes of the diagnostics that are at a byte range of a text. `name` is that of the
/// text in messages.
pub fn quick_fixes(
    text: &str,
    name: &str,
    range: &Range<usize>,
    diagnostics: &Diagnostics,
) -> Vec<QuickFix> {
    let mut fixes = Vec::new();
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        let is_here = diagnostic
            .primary
            .as_ref()
            .is_some_and(|place| place.source.name() == name && touches(&place.span, range));
        if !is_here {
            continue;
        }
        let certain = fix_of(diagnostic, text);
        if let Some(fix) = certain.cloned().or_else(|| suggestion(diagnostic, text)) {
            fixes.push(QuickFix {
                title: title(text, &fix),
                edits: fix.edits,
                is_certain: certain.is_some(),
                diagnostic: index,
            });
        }
    }
    fixes
}

/// Returns the fix of a diagnostic whose places are all in the text.
fn fix_of<'d>(diagnostic: &'d Diagnostic, text: &str) -> Option<&'d Fix> {
    let fix = diagnostic.fix.as_ref()?;
    let mut edits = fix.edits.iter();
    edits
        .all(|edit| text.get(edit.span.clone()).is_some())
        .then_some(fix)
}

/// Returns the replacement of a misspelled word by the similar one of a hint.
fn suggestion(diagnostic: &Diagnostic, text: &str) -> Option<Fix> {
    let mut hints = diagnostic.hints.iter();
    let similar = hints.find_map(|hint| hint.strip_prefix(SUGGESTION)?.strip_suffix("`?"))?;
    let wrong = diagnostic.message.split('`').nth(1)?;
    let span = diagnostic.primary.as_ref()?.span.clone();
    let start = span.start + text.get(span)?.find(wrong)?;
    Some(Fix {
        edits: vec![Edit::new(start..start + wrong.len(), similar)],
    })
}

fn touches(span: &Range<usize>, range: &Range<usize>) -> bool {
    span.start <= range.end && range.start <= span.end
}

fn title(text: &str, fix: &Fix) -> String {
    let Some(edit) = fix.edits.first() else {
        return String::new();
    };
    let (old, new) = (shown(&text[edit.span.clone()]), shown(&edit.replacement));
    match (old.is_empty(), new.is_empty()) {
        (_, true) => format!("Remove `{old}`"),
        (true, false) => format!("Insert `{new}`"),
        (false, false) => format!("Change `{old}` to `{new}`"),
    }
}

/// Returns the first line of a text, shortened.
fn shown(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    let is_whole = line.chars().count() <= MAX_SHOWN && line.len() == text.trim().len();
    let start: String = line.chars().take(MAX_SHOWN).collect();
    if is_whole { start } else { start + "…" }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::{Source, rule};

    const TEXT: &str = "layuot = \"compact\"\n";

    fn fixes(range: Range<usize>, span: Range<usize>, edit: Edit) -> Vec<QuickFix> {
        let source = Arc::new(Source::new("a.toml", TEXT));
        let mut problems = Diagnostics::default();
        problems.push(Diagnostic::error(rule::INTERNAL, "no place").edits(vec![edit.clone()]));
        let wrong = Diagnostic::error(rule::UNKNOWN_KEY, "unknown key").edits(vec![edit]);
        problems.push(wrong.at(&source, span, ""));
        quick_fixes(TEXT, "a.toml", &range, &problems)
    }

    #[test]
    fn a_title_says_what_changes() {
        let titles = [
            (Edit::new(0..6, "layout"), "Change `layuot` to `layout`"),
            (Edit::new(0..7, ""), "Remove `layuot`"),
            (Edit::new(0..0, "x"), "Insert `x`"),
        ];
        for (edit, title) in titles {
            let found = fixes(3..3, 0..6, edit);
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].title, title);
            assert_eq!(found[0].diagnostic, 1);
            assert!(found[0].is_certain);
        }
    }

    #[test]
    fn a_similar_word_is_a_guess() {
        let source = Arc::new(Source::new("a.toml", TEXT));
        let mut problems = Diagnostics::default();
        let wrong = Diagnostic::error(rule::UNKNOWN_LAYOUT, "unknown layout `compact`");
        let wrong = wrong.at(&source, 9..18, "").hint("did you mean `vita`?");
        problems.push(wrong);
        let found = quick_fixes(TEXT, "a.toml", &(12..12), &problems);
        assert_eq!(found[0].title, "Change `compact` to `vita`");
        assert_eq!(found[0].edits, [Edit::new(10..17, "vita")]);
        assert!(!found[0].is_certain);
    }

    #[test]
    fn fixes_are_those_at_the_place() {
        assert!(fixes(9..9, 0..6, Edit::new(0..6, "layout")).is_empty());
        assert!(fixes(3..3, 0..6, Edit::new(0..60, "layout")).is_empty());
        assert_eq!(fixes(0..18, 0..6, Edit::new(0..6, "layout")).len(), 1);
    }
}
