//! Texts on pages lead to their places in the profile.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use cvpress::diagnostic::Source;
use cvpress::pipeline::{Document, Fitted};
use cvpress::profile::{
    self, Field, Node, ParsedProfile, Role, Visitor, network_address, networks, visit,
};
use cvpress::selection::{Choice, DocumentKind};
use cvpress::session::{PlacedText, placed_texts, texts_at};

use crate::support::rendering::{
    ENGINE, layouts, open, open_choice, overrides, shipped, short_messages,
};

/// Returns the texts of a document in a layout as designed.
fn placed(document: &Document, layout: &str) -> Vec<PlacedText> {
    placed_texts(document, &fitted(document, layout, &[("fit", "off")]))
}

fn fitted(document: &Document, layout: &str, options: &[(&str, &str)]) -> Fitted {
    let layout = ENGINE.layouts().get(layout).expect("a layout");
    let fitted = document.fit(layout, &overrides(options), &ENGINE);
    fitted.expect("pages")
}

/// Returns the letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Replaces each word of the texts of a profile by one that occurs nowhere else.
struct WordReplacer {
    words: Vec<Range<usize>>,
    source: String,
}

impl Visitor<'_> for WordReplacer {
    fn visit_string(&mut self, string: &str, node: &Node, field: &Field, _: &str) {
        let is_text = matches!(
            field.role,
            Role::Text | Role::Label | Role::Name | Role::Address
        );
        if !is_text || string.contains("](") || string.contains("://") {
            return;
        }
        let written = &self.source[node.span.clone()];
        let mut start = None;
        for (at, c) in written.char_indices().chain([(written.len(), ' ')]) {
            match start {
                None if c.is_ascii_alphabetic() => start = Some(at),
                Some(from) if !c.is_alphanumeric() => {
                    let is_escape = written[..from].ends_with('\\');
                    if at - from > 3 && !is_escape && written[from..at].is_ascii() {
                        self.words
                            .push(node.span.start + from..node.span.start + at);
                    }
                    start = None;
                }
                _ => {}
            }
        }
    }
}

/// Returns a word that occurs nowhere else: no part of it is another one.
fn unique_word(mut number: usize) -> String {
    let mut word = String::from("Q");
    for consonants in ["bdfgklm", "nprstvz", "bdfgklm", "nprstvz"] {
        let index = number % consonants.len();
        number /= consonants.len();
        word.push_str(&consonants[index..=index]);
        word.push('a');
    }
    word
}

#[track_caller]
fn parsed(text: &str, folder: Option<&Path>) -> ParsedProfile {
    profile::parse(Source::new("a.toml", text), folder, None)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

#[test]
fn each_word_leads_to_the_place_where_it_is_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles/example.toml");
    let text = std::fs::read_to_string(&path).expect("a profile");
    let reading = parsed(&text, None);
    let mut replacer = WordReplacer {
        words: Vec::new(),
        source: text.clone(),
    };
    visit(reading.tree.root(), &mut replacer);
    replacer.words.sort_by_key(|word| word.start);
    let mut unique = text.clone();
    for (number, word) in replacer.words.iter().enumerate().rev() {
        unique.replace_range(word.clone(), &unique_word(number));
    }
    let reading =
        profile::parse(Source::new("a.toml", unique.clone()), path.parent(), None).expect("valid");
    let mut checked = 0;
    for document in [DocumentKind::Cv, DocumentKind::Letter] {
        let choice = Choice {
            document,
            ..Choice::default()
        };
        let document = open_choice(&reading, &choice);
        for layout in layouts() {
            for text in placed(&document, layout) {
                for word in text.text.split(|c: char| !c.is_alphanumeric()) {
                    let lower = word.to_lowercase();
                    if lower.len() != 9 || !lower.starts_with('q') {
                        continue;
                    }
                    let span = text.span.clone();
                    let span = span.unwrap_or_else(|| panic!("{layout}: no place of {text:?}"));
                    let written = unique[span].to_lowercase();
                    assert!(written.contains(&lower), "{layout}: {text:?}: {written}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 5_000, "{checked}");
}

#[test]
fn equal_texts_lead_to_their_own_entries() {
    let entry = r#"[[section.entry]]
organization = "Delta Works"
position = "Engineer"
location = "Delft"
start = "2020-03"
end = "2022-05"
summary = "Dikes and gates."
highlights = ["Measured the tide.", "Led a team of four."]
keywords = ["Go", "C", "R"]
"#;
    let heads = r#"[[section.entry]]
organization = "Delta Works"
position = "Engineer"
location = "Delft"
start = "2020-03"
end = "2022-05"
"#;
    let section = "[[section]]\nkind = \"experience\"\n";
    for entry in [entry, heads] {
        let text = format!(
            "[person]\nname = \"Ada Berg\"\n{section}{}",
            entry.repeat(4)
        );
        let starts: Vec<usize> = text
            .match_indices("[[section.entry]]")
            .map(|(at, _)| at)
            .collect();
        let document = open(&text);
        for layout in layouts() {
            // The form has the years in a table, and the text of the entries after it.
            if layout == "rirekisho" {
                continue;
            }
            let options = [("fit", "off"), ("group-roles", "false")];
            let placed = placed_texts(&document, &fitted(&document, layout, &options));
            let mut lines: BTreeMap<usize, BTreeSet<i64>> = BTreeMap::new();
            let mut fields: BTreeMap<usize, usize> = BTreeMap::new();
            for PlacedText {
                page,
                y,
                height,
                span,
                ..
            } in &placed
            {
                let Some(span) = span.as_ref().filter(|span| span.start >= starts[0]) else {
                    continue;
                };
                let entry = starts.partition_point(|start| *start <= span.start);
                #[expect(clippy::cast_possible_truncation, reason = "a page is short")]
                let middle =
                    (y + height / 2.0) as i64 + 10_000 * i64::try_from(*page).expect("a page");
                lines.entry(entry).or_default().insert(middle);
                *fields.entry(entry).or_default() += 1;
            }
            let ranges: Vec<(i64, i64)> = lines
                .values()
                .map(|lines| {
                    (
                        *lines.first().expect("a line"),
                        *lines.last().expect("a line"),
                    )
                })
                .collect();
            assert_eq!(ranges.len(), 4, "{layout}: {ranges:?}");
            for pair in ranges.windows(2) {
                assert!(pair[0].1 < pair[1].0, "{layout}: {ranges:?}");
            }
            let counts: BTreeSet<usize> = fields.values().copied().collect();
            assert_eq!(counts.len(), 1, "{layout}: {fields:?}");
        }
    }
}

#[test]
fn name_of_an_employer_leads_to_the_job_next_to_it() {
    let job = |employer: &str, position: &str, start: usize| {
        format!(
            "[[section.entry]]\norganization = \"{employer}\"\nposition = \"{position}\"\nstart = \"{start}\"\n\
            highlights = [\"Worked as {position} for a year.\"]\n"
        )
    };
    // The first two are positions of one entry, so that the name is on the page twice.
    let jobs = [
        job("Delta Works", "Director", 2023),
        job("Delta Works", "Planner", 2021),
        job("Harbor Office", "Surveyor", 2019),
        job("Delta Works", "Trainee", 2017),
    ];
    let text = format!(
        "[person]\nname = \"Ada Berg\"\n[[section]]\nkind = \"experience\"\n{}",
        jobs.concat()
    );
    let document = open(&text);
    let last_job = text.rfind("[[section.entry]]").expect("a job");
    for layout in layouts() {
        // The form has the jobs in the order of time.
        if layout == "rirekisho" {
            continue;
        }
        let options = [("fit", "off"), ("group-roles", "true")];
        let placed = placed_texts(&document, &fitted(&document, layout, &options));
        let named = placed
            .iter()
            .filter(|placed| letters(&placed.text).contains("deltaworks"));
        let spans: Vec<usize> = named
            .map(|placed| placed.span.as_ref().expect("a place").start)
            .collect();
        assert_eq!(spans.len(), 2, "{layout}");
        assert!(
            spans[0] < last_job && last_job < spans[1],
            "{layout}: {spans:?}"
        );
    }
}

/// Returns whether a value of a profile may be shown in other words: a date, a heading of a kind of
/// section, a publication of a file.
fn is_formatted(written: &str) -> bool {
    written.starts_with(['[', '{'])
        || written.contains(".bib\"")
        || matches!(written, "\"present\"" | "\"type\"" | "\"year\"")
        || written
            .trim_matches('"')
            .starts_with(|c: char| c.is_ascii_digit())
}

#[test]
fn texts_of_shipped_profiles_have_places() {
    let layouts = layouts();
    let mut count = 0;
    for (index, shipped) in shipped().into_iter().enumerate() {
        for layout in [
            layouts[index % layouts.len()],
            layouts[(index + 4) % layouts.len()],
        ] {
            let document = open_choice(&shipped.reading, &shipped.choice);
            let text = document.selection.tree.source().text();
            let words = words_of_language(&document);
            for placed in placed(&document, layout) {
                let what = format!("{} in {layout}: {placed:?}", shipped.name);
                let shown = letters(&placed.text);
                let Some(span) = &placed.span else {
                    let is_word = shown.chars().all(|c| c.is_ascii_digit())
                        || words.iter().any(|word| word.contains(&shown));
                    // The form has many words of its own.
                    assert!(is_word || layout == "rirekisho", "{what}");
                    continue;
                };
                let written = letters(&text[span.clone()]);
                let is_label = placed.text.trim_end().ends_with([':', '：']);
                let host = placed.text.trim_end_matches('/');
                let is_host = networks().any(|network| {
                    network_address(network, "user")
                        .is_some_and(|address| address.starts_with(host))
                });
                assert!(
                    is_formatted(&text[span.clone()])
                        || shown.contains(&written)
                        || written.contains(&shown)
                        || is_label
                        || is_host,
                    "{what}: {written}"
                );
                count += 1;
            }
        }
    }
    assert!(count > 5_000, "{count}");
}

/// Returns the letters of the words that a language adds to a document.
fn words_of_language(document: &Document) -> Vec<String> {
    let resume = &document.resume;
    let words = &resume.words;
    let mut all = vec![
        letters(&words.expected),
        letters(&words.advisor),
        letters(&words.page),
        letters(&words.resume),
        letters(&words.continued),
        // Between degree and area.
        "in".to_owned(),
        "في".to_owned(),
    ];
    let contacts = resume.person.contacts.iter();
    all.extend(contacts.map(|contact| letters(&contact.caption)));
    for entry in resume.sections.iter().flat_map(|section| &section.entries) {
        if let Some(levels) = &entry.cefr {
            all.extend(levels.words.skills().map(letters));
            all.extend(
                [&levels.words.understanding, &levels.words.speaking].map(|word| letters(word)),
            );
        }
    }
    all
}

#[test]
fn places_of_the_profile_lead_to_texts() {
    let text = "[person]\nname = \"Ada Berg\"\nheadline = \"Maker of *clocks* and dials\"\n";
    let document = open(text);
    let placed = placed(&document, "compact");
    for (written, shown) in [
        ("Ada", "Ada Berg"),
        ("clocks", "clocks"),
        ("dials", " and dials"),
    ] {
        let at = text.find(written).expect("a word");
        let found: Vec<&str> = texts_at(&placed, &(at + 1..at + 1))
            .iter()
            .map(|text| text.text.as_str())
            .collect();
        assert!(
            found.iter().all(|text| shown.trim() == text.trim()),
            "{found:?}"
        );
        assert!(!found.is_empty(), "{written}");
    }
    assert!(texts_at(&placed, &(0..1)).is_empty());
}
