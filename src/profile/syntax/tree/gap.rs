//! The text between statements, and between the members of a list: which comments belong to what.

use std::ops::Range;

use crate::profile::syntax::tree::{SyntaxTree, ValueForm, ValueSyntax};

/// The text between two statements, the first of which may be the start of the file, and the second one
/// its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementGap {
    /// Where the statement before ends, with its comment and those directly below it.
    pub end: usize,
    /// Where the next statement starts, with the comments above it.
    pub start: usize,
}

impl StatementGap {
    /// Returns whether there is a blank line.
    pub fn has_blank(self, text: &str) -> bool {
        let between = text.get(self.end..self.start).unwrap_or_default();
        between.matches('\n').count() > 1
    }
}

/// The text between two members of a list or an inline table, or between one and a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberGap<'t> {
    /// The text up to the comma; empty without one.
    pub before: &'t str,
    /// Whether there is a comma.
    pub has_comma: bool,
    /// The rest.
    pub after: &'t str,
}

impl SyntaxTree {
    /// Returns the gap before a statement, by its index, or the one at the end of the file. The text has no
    /// errors.
    pub fn gap(&self, text: &str, index: usize) -> StatementGap {
        let before = index.checked_sub(1);
        let before = before.and_then(|before| self.statements.get(before));
        let before = before.map_or(0, |before| before.span().end);
        match self.statements.get(index) {
            Some(next) => gap_before(text, before..next.span().start),
            None => last_gap(text, before),
        }
    }
}

/// Returns the gap in the space before a statement.
fn gap_before(text: &str, space: Range<usize>) -> StatementGap {
    let is_first = space.start == 0;
    let mut lines = lines(text, space.clone());
    // The spaces before the statement itself.
    lines.pop_if(|line| !text[line.clone()].ends_with('\n'));
    let line_start = lines.last().map_or(space.start, |line| line.end);
    let is_blank = |line: &Range<usize>| text[line.clone()].trim().is_empty();
    // What is on the line of the statement before.
    let own = usize::from(!is_first && !lines.is_empty());
    let blanks = lines.iter().take_while(|line| is_blank(line)).count();
    let first = if is_first { blanks } else { own };
    let below = lines[first..].iter().take_while(|line| !is_blank(line));
    let run = first + below.count();
    let kept = if run < lines.len() {
        run
    } else {
        // Editors read directives such as `#:schema` only at the top of the file.
        let is_directive = |line: &Range<usize>| text[line.clone()].trim_start().starts_with("#:");
        let directive = lines.iter().rposition(is_directive).filter(|_| is_first);
        directive.map_or(own, |last| last + 1)
    };
    let end = lines[..kept].last().map_or(space.start, |line| line.end);
    let lead = lines[kept..].iter().find(|line| !is_blank(line));
    StatementGap {
        end: space.start + text[space.start..end].trim_end().len(),
        start: lead.map_or(line_start, |line| line.start),
    }
}

/// Returns the gap between the last statement and the end of the file. Comments after a blank line belong
/// to no statement.
fn last_gap(text: &str, before: usize) -> StatementGap {
    let lines = lines(text, before..text.len());
    let is_blank = |line: &Range<usize>| text[line.clone()].trim().is_empty();
    let own = lines.len().min(1);
    let below = lines[own..]
        .iter()
        .take_while(|line| !is_blank(line))
        .count();
    let end = lines[..own + below].last().map_or(before, |line| line.end);
    StatementGap {
        end: before + text[before..end].trim_end().len(),
        start: text.len(),
    }
}

/// Returns the lines of a range with their line breaks; of the first only what is in the range.
fn lines(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut start = range.start;
    let lines = text[range].split_inclusive('\n').map(|line| {
        let end = start + line.len();
        std::mem::replace(&mut start, end)..end
    });
    lines.collect()
}

impl ValueSyntax {
    /// Returns the places of the members of a list or an inline table; `None` for any other value.
    pub fn member_spans(&self) -> Option<Vec<Range<usize>>> {
        match &self.form {
            ValueForm::List(items) => Some(items.iter().map(|item| item.span.clone()).collect()),
            ValueForm::Inline(members) => {
                let members = members.iter();
                Some(members.map(|member| member.span.clone()).collect())
            }
            _ => None,
        }
    }

    /// Returns the gaps between the brackets of a list or an inline table: one more than it has members.
    /// The text has no errors.
    pub fn gaps<'t>(&self, text: &'t str) -> Vec<MemberGap<'t>> {
        let Some(mut spans) = self.member_spans() else {
            return Vec::new();
        };
        let closing = self.span.end.saturating_sub(1);
        spans.push(closing..closing);
        let mut end = self.span.start + 1;
        let gaps = spans.into_iter().map(|span| {
            let gap = text.get(end..span.start).unwrap_or_default();
            end = span.end;
            MemberGap::of(gap)
        });
        gaps.collect()
    }
}

impl<'t> MemberGap<'t> {
    fn of(text: &'t str) -> Self {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let code = line.split('#').next().unwrap_or_default();
            if let Some(comma) = code.find(',') {
                let comma = start + comma;
                return Self {
                    before: &text[..comma],
                    has_comma: true,
                    after: &text[comma + 1..],
                };
            }
            start += line.len();
        }
        Self {
            before: "",
            has_comma: false,
            after: text,
        }
    }
}
