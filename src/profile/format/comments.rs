//! The comments that belong to each key or header, so that they move together.

use crate::profile::syntax::tree::SyntaxTree;

/// A comment on a line of its own, or a blank line.
pub type Line<'a> = Option<&'a str>;

/// The comments around a key or a header.
#[derive(Debug, Default)]
pub struct StatementNotes<'a> {
    /// Whether a blank line precedes it and its comments.
    pub is_after_blank: bool,
    /// The lines above it.
    pub lead: Vec<Line<'a>>,
    /// The comment after it, on the same line.
    pub behind: Line<'a>,
    /// The lines directly below it, if a blank line separates them from the next statement.
    pub below: Vec<Line<'a>>,
}

/// The comments at the top of the file.
pub struct Top<'a> {
    /// The lines.
    pub lines: Vec<Line<'a>>,
    /// Whether no blank line separates them from the first statement.
    pub is_joined: bool,
}

/// All comments of a document, except those inside values.
pub struct Comments<'a> {
    /// The text, which ends with a line break.
    pub text: &'a str,
    /// Its statements.
    pub tree: &'a SyntaxTree,
}

impl<'a> Comments<'a> {
    /// Returns the comments of a statement, by its index.
    pub fn of(&self, index: usize) -> StatementNotes<'a> {
        let Some(statement) = self.tree.statements.get(index) else {
            return StatementNotes::default();
        };
        let span = statement.span();
        let gap = self.tree.gap(self.text, index);
        let line_start = self.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let next = self.tree.gap(self.text, index + 1);
        let behind = &self.text[span.end..next.end.max(span.end)];
        let (behind, below) = behind.split_once('\n').unwrap_or((behind, ""));
        StatementNotes {
            is_after_blank: gap.has_blank(self.text),
            lead: lines(self.text.get(gap.start..line_start).unwrap_or_default()),
            behind: comment(behind),
            below: lines(below),
        }
    }

    /// Returns the comments at the top of the file.
    pub fn top(&self) -> Top<'a> {
        let gap = self.tree.gap(self.text, 0);
        let mut lines = lines(&self.text[..gap.end]);
        strip_first_blanks(&mut lines);
        Top {
            is_joined: !lines.is_empty() && !gap.has_blank(self.text),
            lines,
        }
    }

    /// Returns the comments at the end of the file.
    pub fn end(&self) -> Vec<Line<'a>> {
        let gap = self.tree.gap(self.text, self.tree.statements.len());
        let mut lines = lines(&self.text[gap.end..]);
        strip_first_blanks(&mut lines);
        strip_last_blanks(&mut lines);
        lines
    }
}

/// Returns the comment of a line that contains nothing else.
pub fn comment(line: &str) -> Line<'_> {
    Some(line.trim()).filter(|line| !line.is_empty())
}

/// Returns the lines of a text, with at most one blank line in a row.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<_> = text.lines().map(comment).collect();
    lines.dedup_by(|next, line| next.is_none() && line.is_none());
    lines
}

/// Removes blank lines at the start.
pub fn strip_first_blanks(lines: &mut Vec<Line>) {
    let blanks = lines.iter().take_while(|line| line.is_none()).count();
    lines.drain(..blanks);
}

/// Removes blank lines at the end.
pub fn strip_last_blanks(lines: &mut Vec<Line>) {
    let end = lines
        .iter()
        .rposition(Option::is_some)
        .map_or(0, |last| last + 1);
    lines.truncate(end);
}
