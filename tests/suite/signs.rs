//! Texts that are hard to set in lines: signs between which no line breaks, and directions that meet.

use crate::support::pdf;
use crate::support::rendering::{layouts, open, render_cv};

/// Returns the lines of a CV with these letters, each by the places of its glyphs from left to right,
/// without spaces.
fn lines_with(toml: &str, layout: &str, letters: &str) -> Vec<String> {
    let cv = render_cv(open(toml), layout, None);
    let mut lines = Vec::new();
    for page in pdf::pages(&cv.bytes) {
        let mut rows: Vec<(f64, Vec<(f64, String)>)> = Vec::new();
        for glyph in &page.glyphs {
            let Some(text) = glyph.text.as_ref().filter(|text| !text.trim().is_empty()) else {
                continue;
            };
            let (x, y) = (glyph.origin.x, glyph.origin.y);
            let row = rows.iter_mut().find(|(at, _)| (at - y).abs() < 1.0);
            match row {
                Some((_, row)) => row.push((x, text.clone())),
                None => rows.push((y, vec![(x, text.clone())])),
            }
        }
        for (_, mut row) in rows {
            row.sort_by(|(one, _), (other, _)| one.total_cmp(other));
            lines.push(row.into_iter().map(|(_, text)| text).collect());
        }
    }
    lines.retain(|line: &String| letters.chars().all(|letter| line.contains(letter)));
    lines
}

/// Returns a text as its letters are seen from left to right.
fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

#[test]
fn signs_without_a_break_stay_on_the_page() {
    for sign in [".", "-", "=", "#", "[", "(", "!", ",", "…", "(a", ",a"] {
        let text = sign.repeat(300);
        let toml = format!(
            "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n[[section.entry]]\n\
             position = 'P'\nhighlights = ['a {text}', 'a `{text}`']\n"
        );
        for layout in ["compact", "sidebar"] {
            let cv = render_cv(open(&toml), layout, None);
            for page in pdf::pages(&cv.bytes) {
                let farthest = page.glyphs.iter().map(|glyph| glyph.origin.x);
                let farthest = farthest.fold(0.0, f64::max);
                assert!(
                    farthest < page.width - 20.0,
                    "{layout}: {sign} at {farthest}"
                );
            }
        }
    }
}

#[test]
fn labels_from_right_to_left_are_before_their_numbers() {
    let toml = "date = '2026'\n[person]\nname = 'Ada'\n\
         phone = [{ label = 'נייד', number = '+972 50 123 4567' }]\n\
         details = { 'מצב' = '3 children' }\n\
         [[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Co'\n\
         position = 'Lead'\nmeta = { 'צוות' = '9.1' }\n\
         details = [{ label = 'תפקיד', body = '5 years, 8 teams' }]\n";
    for layout in layouts() {
        let mut found = 0;
        for (label, value) in [
            ("נייד", "+972501234567"),
            ("מצב", "3children"),
            ("צוות", "9.1"),
            ("תפקיד", "5years,8teams"),
        ] {
            for line in lines_with(toml, layout, label) {
                // A layout may write the label into a column of its own.
                let Some(at) = line.find(value) else {
                    assert!(!line.contains(&value[..1]), "{layout}: {line}");
                    continue;
                };
                let before = line.find(&reversed(label));
                assert!(before.is_some_and(|before| before < at), "{layout}: {line}");
                found += 1;
            }
        }
        assert!(found > 1, "{layout}");
    }
}

#[test]
fn numbers_stay_with_their_words_beside_latin_ones() {
    let word = "תפקידים";
    let toml = format!(
        "locale = 'he'\ndate = '2026'\n[person]\nname = 'עדה'\n\
         [[section]]\nkind = 'experience'\n\
         [[section.entry]]\norganization = 'Google Inc. (2)'\nposition = '7 {word}'\n\
         [[section.entry]]\norganization = '7 {word}'\nposition = 'Lead 2'\n\
         [[section]]\nkind = 'project'\n\
         [[section.entry]]\nname = 'IBM'\nsubtitle = '7 {word}'\n"
    );
    for layout in layouts() {
        let lines = lines_with(&toml, layout, word);
        assert!(!lines.is_empty(), "{layout}");
        for line in lines {
            let whole = format!("{}7", reversed(word));
            assert!(line.contains(&whole), "{layout}: {line}");
        }
    }
}
