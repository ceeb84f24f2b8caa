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
    lines.retain(|line| line.is_whole);
    let line_start = lines.last().map_or(space.start, |line| line.next);
    let (own, lines) = lines.split_at(usize::from(!is_first && !lines.is_empty()));
    let end = own.first().map_or(space.start, |line| line.end);
    let blanks = lines.iter().take_while(|line| line.is_blank).count();
    let lines = if is_first { &lines[blanks..] } else { lines };
    let run = lines.iter().take_while(|line| !line.is_blank).count();
    let kept = if run < lines.len() {
        run
    } else {
        // Editors read directives such as `#:schema` only at the top of the file.
        let directives = lines.iter().rposition(|line| line.is_directive);
        directives.filter(|_| is_first).map_or(0, |last| last + 1)
    };
    let (below, lead) = lines.split_at(kept);
    let first = lead.iter().find(|line| !line.is_blank);
    StatementGap {
        end: below.last().map_or(end, |line| line.end),
        start: first.map_or(line_start, |line| line.start),
    }
}

/// Returns the gap between the last statement and the end of the file. Comments after a blank line belong
/// to no statement.
fn last_gap(text: &str, before: usize) -> StatementGap {
    let start = text.len();
    let mut end = before;
    for (index, line) in lines(text, before..start).iter().enumerate() {
        if line.is_blank && index > 0 {
            break;
        }
        end = line.end;
    }
    StatementGap { end, start }
}

/// A line between statements.
struct SpaceLine {
    start: usize,
    /// The end without spaces and line break.
    end: usize,
    /// The start of the next line.
    next: usize,
    /// Whether a line break ends it.
    is_whole: bool,
    is_blank: bool,
    is_directive: bool,
}

/// Returns the lines of a range; of the first only what is in the range.
fn lines(text: &str, range: Range<usize>) -> Vec<SpaceLine> {
    let mut lines = Vec::new();
    let mut start = range.start;
    for part in text[range].split_inclusive('\n') {
        let next = start + part.len();
        lines.push(SpaceLine {
            start,
            end: start + part.trim_end().len(),
            next,
            is_whole: part.ends_with('\n'),
            is_blank: part.trim().is_empty(),
            is_directive: part.trim_start().starts_with("#:"),
        });
        start = next;
    }
    lines
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
