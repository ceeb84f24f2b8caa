//! Members of a list or of an inline table that are written between brackets, with commas and
//! comments between them.
//!
//! A member has the comments above it and the one behind it. Members exchange their places; line
//! breaks, indentation and commas stay.

use std::ops::Range;

use crate::diagnostic::Edit;
use crate::ide::edits::text::ProfileText;
use crate::profile::{MemberGap, ValueSyntax};

/// The members between two brackets.
pub struct BracketMembers {
    list: Vec<Member>,
    /// The range between the brackets.
    inside: Range<usize>,
    /// The text after the last member.
    end: String,
    newline: &'static str,
}

/// A member of a list or of an inline table.
struct Member {
    place: Place,
    content: Content,
    /// Where the value, or the key and the value, is in the text.
    range: Range<usize>,
}

/// Members, taken apart.
#[derive(Default)]
struct Parts {
    places: Vec<Place>,
    contents: Vec<Content>,
}

/// What stays when members change their places.
struct Place {
    /// The spaces and line breaks before the member and its comments.
    before: String,
    /// Whether a comma follows.
    has_comma: bool,
}

/// A member with its comments.
#[derive(Default)]
struct Content {
    /// The comments above it, up to the member itself.
    lead: String,
    /// The value, or the key and the value.
    written: String,
    /// What is between it and its comma.
    middle: String,
    /// A comment behind it, on the same line.
    behind: String,
}

impl BracketMembers {
    /// Returns what is between the brackets of a list or an inline table.
    pub fn of(text: &ProfileText, range: &Range<usize>) -> Self {
        let value = text.value_at(range.start);
        let spans = value
            .and_then(ValueSyntax::member_spans)
            .unwrap_or_default();
        let gaps = value.map_or_else(Vec::new, |value| value.gaps(text.text()));
        let mut members = Self {
            list: Vec::new(),
            inside: range.start + 1..range.end.saturating_sub(1).max(range.start + 1),
            end: String::new(),
            newline: text.newline(),
        };
        for (range, gaps) in spans.into_iter().zip(gaps.windows(2)) {
            if let [before, after] = gaps {
                members.add(before, text.text(), range, after);
            }
        }
        if let Some(last) = gaps.last() {
            members.end = members.take_behind(last.after).to_owned();
        }
        members
    }

    /// Adds a member, given the gaps around it.
    fn add(&mut self, before: &MemberGap, text: &str, range: Range<usize>, after: &MemberGap) {
        let space = self.take_behind(before.after);
        // A comment behind the opening bracket stays there.
        let first_line = space.find('\n').unwrap_or(space.len());
        let lead = space[first_line..]
            .find('#')
            .map_or(space.len(), |at| first_line + at);
        self.list.push(Member {
            place: Place {
                before: space[..lead].to_owned(),
                has_comma: after.has_comma,
            },
            content: Content {
                lead: space[lead..].to_owned(),
                written: text[range.clone()].to_owned(),
                middle: after.before.to_owned(),
                behind: String::new(),
            },
            range,
        });
    }

    /// Gives the comment at the start of a text to the last member, and returns the rest.
    fn take_behind<'t>(&mut self, space: &'t str) -> &'t str {
        let line = space.lines().next().unwrap_or_default().trim_end();
        match self.list.last_mut() {
            Some(last) if line.contains('#') => {
                line.clone_into(&mut last.content.behind);
                &space[line.len()..]
            }
            _ => space,
        }
    }

    /// Returns the values, or the keys with their values, without their comments.
    pub fn contents(&self) -> impl Iterator<Item = &str> {
        self.list
            .iter()
            .map(|member| member.content.written.as_str())
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the member that an offset is in.
    pub fn at(&self, offset: usize) -> Option<usize> {
        self.list
            .iter()
            .position(|member| member.range.contains(&offset))
    }

    /// Moves a member from one place to another.
    pub fn moved(mut self, from: usize, to: usize) -> Edit {
        let Parts {
            places,
            mut contents,
        } = self.take_parts();
        let content = contents.remove(from);
        contents.insert(to, content);
        self.written(&places, &contents)
    }

    /// Removes a member. Its comments go with it.
    pub fn removed(mut self, index: usize) -> Edit {
        let Parts {
            mut places,
            mut contents,
        } = self.take_parts();
        contents.remove(index);
        // The first place follows the bracket, and the last one has a comma or not.
        let last_comma = places.last().is_some_and(|place| place.has_comma);
        places.remove(index.max(1).min(places.len() - 1));
        if let Some(last) = places.last_mut() {
            last.has_comma = last_comma;
        }
        self.written(&places, &contents)
    }

    /// Inserts a value, or a key with a value.
    pub fn inserted(mut self, index: usize, written: &str) -> Edit {
        let Parts {
            mut places,
            mut contents,
        } = self.take_parts();
        let count = places.len();
        let last_comma = places.last().is_some_and(|place| place.has_comma);
        let before = match places.as_slice() {
            [] => String::new(),
            [first] if first.before.contains('\n') => last_line(&first.before),
            [_] => " ".to_owned(),
            several => last_line(&several[index.clamp(1, count - 1)].before),
        };
        let place = Place {
            before,
            has_comma: true,
        };
        places.insert(index.max(1).min(count), place);
        let content = Content {
            written: written.to_owned(),
            ..Content::default()
        };
        contents.insert(index, content);
        for place in &mut places {
            place.has_comma = true;
        }
        if let Some(last) = places.last_mut() {
            last.has_comma = last_comma;
        }
        self.written(&places, &contents)
    }

    fn take_parts(&mut self) -> Parts {
        let mut parts = Parts::default();
        for member in self.list.drain(..) {
            parts.places.push(member.place);
            parts.contents.push(member.content);
        }
        parts
    }

    /// Returns the edit that writes members into places. A comment ends with its line, and one above
    /// a member starts on a line of its own.
    fn written(&self, places: &[Place], contents: &[Content]) -> Edit {
        let mut out = String::new();
        let mut is_in_comment = false;
        for (place, content) in places.iter().zip(contents) {
            let needs_line = is_in_comment || !content.lead.is_empty();
            if needs_line && !place.before.contains('\n') {
                out += self.newline;
            }
            out += &place.before;
            out += &content.lead;
            out += &content.written;
            out += &content.middle;
            if place.has_comma {
                out.push(',');
            }
            out += &content.behind;
            is_in_comment = !content.behind.is_empty();
        }
        if is_in_comment && !self.end.starts_with(['\n', '\r']) {
            out += self.newline;
        }
        out += &self.end;
        Edit::new(self.inside.clone(), out)
    }
}

/// Returns the last line break of spaces, with the indentation after it; without a line break, all.
fn last_line(spaces: &str) -> String {
    let start = spaces
        .rfind('\n')
        .map_or(0, |at| at - usize::from(spaces[..at].ends_with('\r')));
    let rest = &spaces[start..];
    if rest.trim().is_empty() {
        rest.to_owned()
    } else {
        " ".to_owned()
    }
}
