//! Divides descriptions, which are plain text, into paragraphs and bullets.
//!
//! LinkedIn has no lists: people type the bullets themselves, one a line or all in one line.

/// Signs that are bullets wherever a line begins with them.
const BULLETS: [char; 14] = [
    '•', '‣', '▪', '●', '◦', '○', '■', '⁃', '➢', '➤', '►', '✓', '✔', '❖',
];

/// Signs that are bullets with a space after them.
const DASHES: [char; 5] = ['-', '*', '–', '—', '·'];

/// A part of a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DescriptionPart<'a> {
    /// Lines without bullets.
    Lines(Vec<&'a str>),
    /// Bullets, without their signs.
    Bullets(Vec<&'a str>),
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
    let is_list = |part: &DescriptionPart| matches!(part, DescriptionPart::Bullets(_));
    if prose.iter().filter(|part| is_list(part)).count() == 1
        && let Some(DescriptionPart::Bullets(bullets)) = prose.pop_if(|part| is_list(part))
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
    let mut parts: Vec<DescriptionPart> = Vec::new();
    let mut is_after_gap = true;
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() {
            is_after_gap = true;
            continue;
        }
        match (bullets(line), parts.last_mut()) {
            (Some(items), Some(DescriptionPart::Bullets(bullets))) => bullets.extend(items),
            (Some(items), _) => parts.push(DescriptionPart::Bullets(items)),
            (None, Some(DescriptionPart::Lines(lines))) if !is_after_gap => lines.push(line),
            (None, _) => parts.push(DescriptionPart::Lines(vec![line])),
        }
        is_after_gap = false;
    }
    parts
}

/// Returns the bullets in a line; `None` if it begins with none.
fn bullets(line: &str) -> Option<Vec<&str>> {
    if let Some(rest) = line.strip_prefix(BULLETS) {
        let sign = &line[..line.len() - rest.len()];
        let separator = format!(" {sign} ");
        // A sign without text is not a bullet.
        let items = rest.split(separator.as_str()).map(str::trim);
        let items: Vec<&str> = items.filter(|item| !item.is_empty()).collect();
        return (!items.is_empty()).then_some(items);
    }
    let rest = line.strip_prefix(DASHES)?;
    let item = rest.strip_prefix(char::is_whitespace)?.trim();
    (!item.is_empty()).then(|| vec![item])
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
}
