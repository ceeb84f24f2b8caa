//! What holds for every text: it means the same, it has the same comments beside the same
//! neighbors, and formatting it again changes nothing.

use std::path::Path;

use crate::profile::format::tests::orders::{canonical, reversed, unknown};
use crate::profile::format::{KeyOrder, format};

/// A line, together with those that a string in it goes on over.
struct Line<'a> {
    code: &'a str,
    comment: Option<&'a str>,
}

impl Line<'_> {
    fn is_comment(&self) -> bool {
        self.code.is_empty() && self.comment.is_some()
    }
}

/// Reads lines without the help of any parser.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut at = 0;
        while let Some(next) = rest[at..]
            .chars()
            .next()
            .filter(|next| !['#', '\n'].contains(next))
        {
            let quotes = ["\"\"\"", "'''", "\"", "'"]
                .into_iter()
                .find(|quotes| rest[at..].starts_with(quotes));
            let length =
                quotes.map_or(next.len_utf8(), |quotes| string_length(&rest[at..], quotes));
            at += length;
        }
        let end = at + rest[at..].find('\n').unwrap_or(rest.len() - at);
        let comment = Some(rest[at..end].trim()).filter(|comment| !comment.is_empty());
        lines.push(Line {
            code: rest[..at].trim(),
            comment,
        });
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    lines
}

fn string_length(text: &str, quotes: &str) -> usize {
    let mut at = quotes.len();
    while !text[at..].starts_with(quotes) {
        let is_escape = quotes.starts_with('"') && text[at..].starts_with('\\');
        at += usize::from(is_escape);
        at += text[at..].chars().next().map_or(1, char::len_utf8);
    }
    at += quotes.len();
    let more = text[at..]
        .chars()
        .take_while(|next| quotes.len() == 3 && quotes.starts_with(*next))
        .count();
    at + more.min(2)
}

/// Each comment with the name of what it is next to, in alphabetical order.
fn comments(text: &str) -> Vec<(String, String)> {
    let lines = lines(text);
    let beside =
        |(index, line): (usize, &Line)| Some((line.comment?.to_owned(), neighbor(&lines, index)));
    let mut found: Vec<_> = lines.iter().enumerate().filter_map(beside).collect();
    found.sort();
    found
}

/// What the comment in a line belongs to: a statement on its line, else one right below, else one
/// right above or the top of the file, else the next.
fn neighbor(lines: &[Line], index: usize) -> String {
    let (above, below) = lines.split_at(index);
    let after = below.iter().find(|line| !line.is_comment());
    let before = above.iter().rfind(|line| !line.is_comment());
    let next = below.iter().find(|line| !line.code.is_empty());
    let [after, before, next] = [after, before, next].map(|line| line.map(|line| name(line.code)));
    [after, before.or(Some("the top".to_owned())), next]
        .into_iter()
        .flatten()
        .find(|name| !name.is_empty())
        .unwrap_or_default()
}

/// What names a line, however it is spaced: the key, the header, or a member, though not by its
/// keys, which may have moved.
fn name(code: &str) -> String {
    let end = match code.chars().next() {
        Some('{') => 1,
        Some('[') => code.len(),
        _ => code.find(['=', ',']).unwrap_or(code.len()),
    };
    code[..end].split(' ').collect()
}

fn comment_texts(text: &str) -> Vec<String> {
    comments(text)
        .into_iter()
        .map(|(comment, _)| comment)
        .collect()
}

/// Holds the formatted text against all that is promised for any text.
pub fn check(text: &str, order: KeyOrder) {
    let once = format(text, order);
    let twice = format(&once, order);
    assert!(
        once == twice,
        "not done the first time\n--- of\n{text}\n--- came\n{once}\n--- then\n{twice}"
    );
    let plain = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let (before, after): (toml::Table, toml::Table) = (parsed(&plain), parsed(&once));
    assert!(
        before == after,
        "it means something else\n--- of\n{text}\n--- came\n{once}"
    );
    assert_eq!(
        comment_texts(&plain),
        comment_texts(&once),
        "other comments\n--- of\n{text}\n--- came\n{once}"
    );
    assert!(!once.starts_with('\n') && !once.ends_with("\n\n"), "{once}");
    assert!(once.is_empty() || once.ends_with('\n'), "{once}");
}

fn parsed(text: &str) -> toml::Table {
    text.parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn check_neighbors(text: &str, order: KeyOrder) {
    let once = format(text, order);
    for (before, after) in comments(text).iter().zip(&comments(&once)) {
        // Members that shared a line, and the end of an array, may have come to lines of their own.
        let may_be_parted =
            before.0 == after.0 && (after.1.starts_with(']') || before.1.starts_with(['"', '\'']));
        assert!(
            before == after || may_be_parted,
            "{before:?} became {after:?}\n--- in\n{once}"
        );
    }
}

fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for folder in ["profiles", "tests/profiles/invalid"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                texts.push(std::fs::read_to_string(path).expect("a text"));
            }
        }
    }
    texts.retain(|text| text.parse::<toml::Table>().is_ok());
    assert!(texts.len() > 50, "only {} texts", texts.len());
    texts
}

/// The text with comments of their own above, behind and below everything.
fn commented(text: &str) -> String {
    let mut out = String::from("# top\n\n");
    let mut rest = text;
    for (index, line) in lines(text).into_iter().enumerate() {
        let (_, after) = rest.split_once(line.code).expect("code of the text");
        rest = after.split_once('\n').map_or("", |(_, rest)| rest);
        let above = if index % 3 == 0 {
            format!("# above {index:04}\n")
        } else {
            String::new()
        };
        let comment = line
            .comment
            .map_or_else(|| format!("# line {index:04}"), str::to_owned);
        let below = match index % 4 {
            0 => "\n".to_owned(),
            1 => "\n\n".to_owned(),
            2 => format!("\n# below {index:04}\n\n"),
            _ => format!("\n\n# between {index:04}\n\n"),
        };
        out.extend([&above, line.code, " ", &comment, &below]);
    }
    out
}

#[test]
fn every_profile_keeps_its_meaning_and_its_comments() {
    for text in texts() {
        for order in [&canonical as KeyOrder, &reversed, &unknown] {
            check(&text, order);
            check(&text.replace("\r\n", "\n").replace('\n', "\r\n"), order);
            check_neighbors(&text, order);
        }
    }
}

#[test]
fn comments_everywhere_stay_where_they_belong() {
    for text in texts() {
        for order in [&canonical as KeyOrder, &reversed, &unknown] {
            let text = commented(&text);
            check(&text, order);
            check_neighbors(&text, order);
        }
    }
}

#[test]
fn texts_made_at_random_survive() {
    let mut dice = Dice(20_251_121);
    let mut seen = 0;
    for _ in 0..8_000 {
        let text: String = (0..2 + dice.throw(12)).map(|_| dice.part()).collect();
        if text.parse::<toml::Table>().is_ok() {
            check(
                &text,
                [&canonical as KeyOrder, &reversed, &unknown][dice.throw(3)],
            );
            seen += 1;
        }
    }
    assert!(seen > 3_000, "only {seen} texts were TOML");
}

struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % sides
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.throw(choices.len())]
    }

    fn part(&mut self) -> String {
        let end = self.of(&[
            "\n",
            "\n",
            "\n\n",
            " # behind\n",
            "\n# below\n\n",
            "\n\n# between\n\n\n",
            "\r\n",
        ]);
        match self.throw(10) {
            0 => self
                .of(&["# above\n", "#:schema s\n", "\n", "  \n"])
                .to_owned(),
            1..=3 => {
                let headers = [
                    "[person]",
                    "[[section]]",
                    "[[section.entry]]",
                    "[design]",
                    "[ design.compact ]",
                    "[variant.a]",
                ];
                let others = [
                    "[[section.subsection]]",
                    "[section.entry.meta]",
                    "[a.b]",
                    "[a]",
                    "[person.\"x\".y]",
                ];
                let all = [&headers[..], &others[..]].concat();
                self.of(&all).to_owned() + end
            }
            _ => {
                let keys = [
                    "name",
                    "layout",
                    "title",
                    "email",
                    "url",
                    "\"quoted key\"",
                    "x . y",
                    "person.name",
                    "person.url",
                ];
                let key = self.of(&keys);
                format!("{key}={}{end}", self.value(3))
            }
        }
    }

    fn value(&mut self, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        let gap = self.of(&["", " ", "\n", " # in\n", "\n\n# own\n", "\n # a\n # b\n"]);
        let gap2 = self.of(&["", "", " # on\n", "\n  "]);
        match self.throw(if depth == 0 { 4 } else { 8 }) {
            0 => "1".to_owned(),
            1 => "'# text'".to_owned(),
            2 => "\"\"\"\n two \n\"\"\"".to_owned(),
            3 => format!("'{}'", "long ".repeat(self.throw(20))),
            4 => format!("[{gap}]"),
            5 => format!(
                "[{gap}{}{gap2},{gap2}{}{gap}]",
                self.value(depth),
                self.value(depth)
            ),
            6 => format!(
                "{{{gap}url={}{gap2},{gap2}label={}{gap}}}",
                self.value(depth),
                self.value(depth)
            ),
            _ => format!(
                "{{{gap}b.c={},{gap2}a={},b.a={}{gap}}}",
                self.value(depth),
                self.value(depth),
                self.value(depth)
            ),
        }
    }
}
