//! Tells Markdown from plain text in files that may have either. Uses no other module.

/// The marks of emphasis.
const MARKS: [&str; 5] = ["***", "**", "*", "__", "_"];

/// How the addresses of links begin.
const SCHEMES: [&str; 3] = ["https://", "http://", "mailto:"];

/// Returns whether a text can be nothing but Markdown: one of its lines has marks in pairs, or two that follow
/// one another are items of a list.
pub fn is_markdown(text: &str) -> bool {
    let mut pairs = text.lines().zip(text.lines().skip(1));
    text.lines().any(has_marks) || pairs.any(|(one, next)| is_item(one) && is_item(next))
}

/// Returns whether a line has a pair of marks of emphasis around words, or a link.
pub fn has_marks(line: &str) -> bool {
    has_link(line) || MARKS.iter().any(|mark| has_pair(line, mark))
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("- ") || line.starts_with("* ")
}

fn has_link(line: &str) -> bool {
    line.match_indices("](").any(|(at, joint)| {
        let address = &line[at + joint.len()..];
        line[..at].contains('[')
            && address.contains(')')
            && SCHEMES.iter().any(|scheme| address.starts_with(scheme))
    })
}

/// Returns whether there is a mark before a word and one after a word. Names in programs have underscores
/// around one word.
fn has_pair(line: &str, mark: &str) -> bool {
    let places = || {
        line.match_indices(mark)
            .map(|(at, _)| (at, at + mark.len()))
    };
    let opens = |at: usize, end: usize| {
        let before = line[..at].chars().next_back();
        let after = line[end..].chars().next();
        before.is_none_or(|c| c.is_whitespace() || "([\"'".contains(c))
            && after.is_some_and(char::is_alphanumeric)
    };
    let closes = |at: usize, end: usize| {
        let before = line[..at].chars().next_back();
        let after = line[end..].chars().next();
        before.is_some_and(|c| c.is_alphanumeric() || ".,;:!?%)".contains(c))
            && after.is_none_or(|c| !c.is_alphanumeric() && !mark.contains(c))
    };
    places().any(|(at, start)| {
        let mut ends = places().filter(|(at, end)| *at > start && closes(*at, *end));
        let text = ends.next().map(|(end, _)| &line[start..end]);
        opens(at, start) && text.is_some_and(|text| mark.starts_with('*') || text.contains(' '))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_has_pairs_of_marks_links_or_lists() {
        for text in [
            "Company with **middle-out**\n- bullet",
            "*Led* ten people",
            "It was __very important__ to us.",
            "See [this](https://example.org/a).",
            "Did:\n- one\n- two",
        ] {
            assert!(is_markdown(text), "{text}");
        }
        for text in [
            "5 * 3 * 2",
            "A 5* hotel and a 3* one",
            "*nix and *BSD",
            "snake_case of __init__ and __main__, _id_ and _key_",
            "*Available soon",
            "Great work!\n- Bob",
            "a[1](2)",
            "C** and D**",
            "1. Left\n2. Came",
        ] {
            assert!(!is_markdown(text), "{text}");
        }
    }
}
