//! Keeps the comments between the members of an array or an inline table that is written with one
//! member per line.
//!
//! Uses `comments` to find comments and blank lines.

use crate::profile::format::comments::{
    Line, comment, lines, strip_first_blanks, strip_last_blanks,
};
use crate::profile::syntax::tree::{MemberGap, ValueSyntax};

/// The text before, between or after members.
#[derive(Debug, Default)]
pub struct Gap<'a> {
    /// The comment at the end of the preceding line.
    behind: Line<'a>,
    /// The lines after that one.
    lines: Vec<Line<'a>>,
    is_broken: bool,
}

impl<'a> Gap<'a> {
    /// Returns the gaps of a list or an inline table: one more than it has members.
    pub fn all(value: &ValueSyntax, text: &'a str) -> Vec<Self> {
        value.gaps(text).into_iter().map(Self::around).collect()
    }

    fn of(text: &'a str) -> Self {
        let (same_line, rest) = text.split_once('\n').unwrap_or((text, ""));
        // The text after the last line break is indentation.
        let whole = rest.rfind('\n').map_or(0, |last| last + 1);
        Self {
            behind: comment(same_line),
            lines: lines(&rest[..whole]),
            is_broken: text.contains('\n'),
        }
    }

    /// A gap that may have a comma in it.
    fn around(gap: MemberGap<'a>) -> Self {
        let (mut first, second) = (Self::of(gap.before), Self::of(gap.after));
        if !first.has_comment() {
            return Self {
                is_broken: first.is_broken || second.is_broken,
                ..second
            };
        }
        first.lines.extend(second.behind.map(Some));
        first.lines.extend(second.lines);
        first
    }

    /// Returns whether it contains a comment.
    pub fn has_comment(&self) -> bool {
        self.behind.is_some() || self.lines.iter().any(Option::is_some)
    }

    /// Returns whether it contains a line break.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }
}

/// The members of a list or an inline table with the comments around them.
pub struct Members<'a> {
    opening: Line<'a>,
    list: Vec<Member<'a>>,
    end: Vec<Line<'a>>,
}

struct Member<'a> {
    lead: Vec<Line<'a>>,
    written: String,
    behind: Line<'a>,
}

impl<'a> Members<'a> {
    /// Combines formatted members with the gaps around them.
    pub fn new(written: Vec<String>, gaps: Vec<Gap<'a>>) -> Self {
        let mut gaps = gaps.into_iter();
        let Gap {
            behind: opening,
            lines: mut end,
            ..
        } = gaps.next().unwrap_or_default();
        // Without its blank lines, a separate comment would seem to belong to the opening bracket.
        if end.iter().skip(1).all(Option::is_some) || gaps.len() == 0 {
            strip_first_blanks(&mut end);
        }
        let mut list = Vec::new();
        for (written, gap) in written.into_iter().zip(gaps) {
            list.push(Member {
                lead: std::mem::replace(&mut end, gap.lines),
                written,
                behind: gap.behind,
            });
        }
        Self { opening, list, end }
    }

    /// Moves each member, with its comments, to its new place.
    pub fn reorder(&mut self, places: impl Iterator<Item = usize>) {
        let mut moved: Vec<_> = places.zip(self.list.drain(..)).collect();
        moved.sort_by_key(|(place, _)| *place);
        self.list = moved.into_iter().map(|(_, member)| member).collect();
        // Blank lines would separate other members than before.
        self.list
            .iter_mut()
            .for_each(|member| member.lead.retain(Option::is_some));
    }

    /// Formats the members between brackets, one per line.
    pub fn written(mut self, [open, close]: [char; 2], indent: usize, inner: usize) -> String {
        strip_last_blanks(&mut self.end);
        let mut out = vec![format!("{open}{}", behind(self.opening))];
        for Member {
            lead,
            written,
            behind: comment,
        } in &self.list
        {
            out.extend(lead.iter().map(|line| indented(*line, inner)));
            out.push(format!("{:inner$}{written},{}", "", behind(*comment)));
        }
        out.extend(self.end.iter().map(|line| indented(*line, inner)));
        out.push(format!("{:indent$}{close}", ""));
        out.join("\n")
    }
}

fn indented(line: Line, indent: usize) -> String {
    line.map(|line| format!("{:indent$}{line}", ""))
        .unwrap_or_default()
}

fn behind(comment: Line) -> String {
    comment
        .map(|comment| format!(" {comment}"))
        .unwrap_or_default()
}
