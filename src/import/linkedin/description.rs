//! Divides descriptions, which are plain text, into paragraphs and bullets.
//!
//! LinkedIn has no lists: people type the bullets themselves, each in a line or all in one line.

/// Signs that are bullets wherever a line begins with them.
const BULLETS: [char; 14] = [
    '•', '‣', '▪', '●', '◦', '○', '■', '⁃', '➢', '➤', '►', '✓', '✔', '❖',
];

/// Signs that are bullets with a space after them.
const DASHES: [char; 5] = ['-', '*', '–', '—', '·'];

/// What an empty line is in text whose lines were joined.
const GAP: &str = "  ";

/// A part of a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DescriptionPart<'a> {
    /// Lines without bullets.
    Lines(Vec<&'a str>),
    /// Bullets, without their signs.
    Bullets(Vec<&'a str>),
}

impl DescriptionPart<'_> {
    fn is_list(&self) -> bool {
        matches!(self, Self::Bullets(_))
    }
}

/// A description as an entry of a profile has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Description<'a> {
    /// The parts before the bullets at the end; all of them if the bullets are elsewhere.
    pub prose: Vec<DescriptionPart<'a>>,
    /// The bullets at the end.
    pub bullets: Vec<&'a str>,
}

/// Divides a description.
pub fn divide(text: &str) -> Description<'_> {
    let mut prose = parts(text);
    if prose.iter().filter(|part| part.is_list()).count() == 1
        && let Some(DescriptionPart::Bullets(bullets)) = prose.pop_if(|part| part.is_list())
    {
        return Description { prose, bullets };
    }
    Description {
        prose,
        bullets: Vec::new(),
    }
}

/// Returns the parts of a description in their order.
pub fn parts(text: &str) -> Vec<DescriptionPart<'_>> {
    let mut parts = Parts::default();
    // LinkedIn writes most archives with spaces in place of line breaks: two for an empty line.
    if text.trim().contains('\n') {
        for line in text.lines() {
            parts.add(line.trim(), false);
        }
    } else {
        for paragraph in text.split(GAP).map(str::trim) {
            match after_introduction(paragraph) {
                Some((introduction, list)) => {
                    parts.add(introduction, true);
                    parts.add(list, true);
                }
                None => parts.add(paragraph, true),
            }
            parts.add("", true);
        }
    }
    parts.parts
}

/// The parts that were found.
#[derive(Default)]
struct Parts<'a> {
    parts: Vec<DescriptionPart<'a>>,
    /// Whether an empty line follows them.
    has_gap: bool,
}

impl<'a> Parts<'a> {
    /// Adds a line, which can be several that were joined.
    fn add(&mut self, line: &'a str, is_joined: bool) {
        if line.is_empty() {
            self.has_gap = true;
            return;
        }
        match (bullets(line, is_joined), self.parts.last_mut()) {
            (Some(items), Some(DescriptionPart::Bullets(bullets))) => bullets.extend(items),
            (Some(items), _) => self.parts.push(DescriptionPart::Bullets(items)),
            (None, Some(DescriptionPart::Lines(lines))) if !self.has_gap => lines.push(line),
            (None, _) => self.parts.push(DescriptionPart::Lines(vec![line])),
        }
        self.has_gap = false;
    }
}

/// Divides joined lines where the first bullet follows a sentence or a colon.
fn after_introduction(paragraph: &str) -> Option<(&str, &str)> {
    let (at, _) = paragraph.match_indices(BULLETS).next()?;
    let (introduction, list) = paragraph.split_at(at);
    let introduction = introduction.strip_suffix(' ')?.trim_end();
    introduction
        .ends_with([':', '.', ';', '!', '?', '：', '。'])
        .then_some((introduction, list))
}

/// Returns the bullets in a line; `None` if it begins with none.
fn bullets(line: &str, is_joined: bool) -> Option<Vec<&str>> {
    let (rest, is_separated) = if let Some(rest) = line.strip_prefix(BULLETS) {
        (rest, true)
    } else {
        let rest = line.strip_prefix(DASHES)?;
        (rest.strip_prefix(char::is_whitespace)?, is_joined)
    };
    let sign = line.chars().next()?;
    let separator = format!(" {sign} ");
    let items: Vec<&str> = if is_separated {
        rest.split(separator.as_str()).map(str::trim).collect()
    } else {
        vec![rest.trim()]
    };
    let items: Vec<&str> = items.into_iter().filter(|item| !item.is_empty()).collect();
    // A sign without text is not a bullet.
    (!items.is_empty()).then_some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bullets_at_the_end_are_bullets_of_the_entry() {
        let expected = Description {
            prose: vec![DescriptionPart::Lines(vec!["Led a team.", "In Oslo."])],
            bullets: vec!["Cut costs", "Wrote tests - and docs", "Went home"],
        };
        for text in [
            "Led a team.\r\nIn Oslo.\r\n\r\n• Cut costs\r\n• Wrote tests - and docs\r\n\r\n• Went home",
            "Led a team.\nIn Oslo.\n- Cut costs\n- Wrote tests - and docs\n* Went home",
            "Led a team.\nIn Oslo.\n• Cut costs • Wrote tests - and docs • Went home",
        ] {
            assert_eq!(divide(text), expected, "{text}");
        }
    }

    #[test]
    fn bullets_elsewhere_stay_where_they_are() {
        let description = divide("- One\n- Two\nAnd so on.");
        let parts = vec![
            DescriptionPart::Bullets(vec!["One", "Two"]),
            DescriptionPart::Lines(vec!["And so on."]),
        ];
        assert_eq!(description.prose, parts);
        assert!(description.bullets.is_empty());
    }

    #[test]
    fn a_sign_in_a_line_is_text() {
        for text in ["Java • Go • Rust", "-5 °C", "*Bold*", "•", "- ", "—"] {
            let description = divide(text);
            assert!(description.bullets.is_empty(), "{text}");
            assert_eq!(
                description.prose,
                [DescriptionPart::Lines(vec![text.trim()])],
                "{text}"
            );
        }
    }

    #[test]
    fn paragraphs_are_separate() {
        let parts = vec![
            DescriptionPart::Lines(vec!["One", "two"]),
            DescriptionPart::Lines(vec!["Three"]),
        ];
        assert_eq!(divide("One\ntwo\n\nThree\n").prose, parts);
        assert_eq!(divide(" \n "), Description::default());
    }

    #[test]
    fn joined_lines_are_divided() {
        let bullets = vec!["Cut costs", "Wrote - and sold - tests"];
        let lines = |line| vec![DescriptionPart::Lines(vec![line])];
        for text in [
            "Led a team:  • Cut costs • Wrote - and sold - tests",
            "Led a team:  • Cut costs  • Wrote - and sold - tests",
            "Led a team: • Cut costs • Wrote - and sold - tests",
        ] {
            let description = divide(text);
            assert_eq!(description.prose, lines("Led a team:"), "{text}");
            assert_eq!(description.bullets, bullets, "{text}");
        }
        assert_eq!(divide("- One - Two").bullets, ["One", "Two"]);
        let parts = vec![
            DescriptionPart::Lines(vec!["One."]),
            DescriptionPart::Lines(vec!["Two."]),
        ];
        assert_eq!(divide("One.  Two.").prose, parts);
    }
}
