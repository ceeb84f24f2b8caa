//! Quotation marks, and what stays together on a line and on a page, as poppler reads it back from
//! PDFs. Ignored by default, as they need poppler: `cargo test --test suite breaks -- --ignored`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::support::rendering::{SHIPPED_PAGES, layouts};
use crate::support::sandbox::Sandbox;

/// Renders a profile in a layout, and returns its pages as poppler reads them.
#[track_caller]
fn pages(profile: &str, layout: &str) -> Vec<String> {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", profile);
    sandbox
        .run(&format!(
            "render ada.toml --layout {layout} -o ada.pdf --set fit=off"
        ))
        .succeeds();
    let output = Command::new("pdftotext")
        .arg("-layout")
        .arg(sandbox.path("ada.pdf"))
        .arg("-")
        .output()
        .expect("pdftotext starts");
    assert!(output.status.success(), "{layout}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.split('\u{c}').map(str::to_owned).collect()
}

/// Returns the words of a text with single spaces.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn profile(locale: &str, highlights: &[String]) -> String {
    let highlights: String = highlights
        .iter()
        .map(|text| format!("'''{text}''', "))
        .collect();
    format!(
        "locale = '{locale}'\ndate = '2026-03'\n[person]\nname = \"Nora O'Neill\"\n\
         [[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Example'\n\
         highlights = [{highlights}]\n"
    )
}

#[test]
#[ignore = "needs poppler"]
fn quotation_marks_are_those_of_the_language() {
    for (locale, text, expected) in [
        (
            "en",
            "The team's \"quiet 'n' calm\" door was 5'10\" high.",
            "The team’s “quiet ’n’ calm” door was 5′10″ high.",
        ),
        ("de", "Ein \"leises\" Fest", "Ein „leises“ Fest"),
        ("fr", "Une fête \"calme\"", "Une fête « calme »"),
        ("zh", "我们的\"静音\"项目", "我们的“静音”项目"),
        (
            "en",
            "`a's \"b\"` and https://example.org/o'hara",
            "a's \"b\" and https://example.org/o'hara",
        ),
    ] {
        for layout in layouts() {
            let shown = words(&pages(&profile(locale, &[text.to_owned()]), layout).concat());
            assert!(shown.contains(expected), "{layout}: {shown}");
            // Curly apostrophes are as wide as a Han character in Chinese.
            assert!(
                locale == "zh" || shown.to_lowercase().contains("o’neill"),
                "{layout}: {shown}"
            );
        }
    }
    let typed = format!(
        "quotes = 'as-typed'\n{}",
        profile("en", &["it's \"a\"".to_owned()])
    );
    assert!(words(&pages(&typed, "compact").concat()).contains("it's \"a\""));
}

#[test]
#[ignore = "needs poppler"]
fn names_of_emoji_are_read_as_emoji() {
    let text =
        ":rocket: at 10:30:45 with \u{1f468}\u{200d}\u{1f4bb} and \u{2764}\u{fe0f}".to_owned();
    for layout in layouts() {
        let shown = words(&pages(&profile("en", std::slice::from_ref(&text)), layout).concat());
        let expected = "🚀 at 10:30:45 with \u{1f468}\u{200d}\u{1f4bb} and \u{2764}\u{fe0f}";
        assert!(shown.contains(expected), "{layout}: {shown}");
    }
}

#[test]
#[ignore = "needs poppler"]
fn numbers_stay_with_what_they_count() {
    let mut highlights = Vec::new();
    for length in 1..60 {
        let filler = "m".repeat(length % 20 + 1);
        let fillers = vec![filler.as_str(); length / 12 + 3].join(" ");
        highlights.push(format!(
            "{fillers} on pp. 112–129 of vol. 3, an 18-bed ward, the KV-cache in C++ over IEEE 802.3bs, \
             {filler} at 48 km with Jean-Pierre, {filler} p. 7 and 297–335 to ada-berg@example.org now."
        ));
    }
    for layout in layouts() {
        for page in pages(&profile("en", &highlights), layout) {
            for line in page.lines().map(str::trim_end) {
                for end in [
                    "pp.", "p.", "vol.", "112–", "18-", "KV-", "C+", "IEEE", " 48", "Jean-",
                    "297–", "ada-",
                ] {
                    assert!(!line.ends_with(end), "{layout}: {line}");
                }
            }
        }
    }
}

#[test]
#[ignore = "needs poppler"]
fn numbers_stay_with_chinese_counters() {
    let highlights: Vec<String> = (1..40)
        .map(|length| {
            format!(
                "{}约48小时，于2023年9月完成12个项目，提高30%。",
                "静音图书馆".repeat(length)
            )
        })
        .collect();
    for layout in layouts() {
        for page in pages(&profile("zh", &highlights), layout) {
            for line in page.lines().map(str::trim_end) {
                // The number of a page ends its line too.
                let is_text = line.contains("静音") || line.contains('，');
                assert!(
                    !is_text || !line.ends_with(|c: char| c.is_ascii_digit()),
                    "{layout}: {line}"
                );
            }
        }
    }
}

#[test]
#[ignore = "needs poppler"]
fn no_page_ends_with_a_colon() {
    let mut entries = String::new();
    for entry in 0..40 {
        entries += &format!(
            "[[section.entry]]\nname = 'Project {entry}'\nsummary = '{}It has these parts:'\n\
             highlights = ['One part.', 'Another part.', 'A third part.']\n",
            "More text about it, word for word. ".repeat(entry % 7),
        );
    }
    let profile = format!(
        "date = '2026-03'\n[person]\nname = 'Ada Berg'\n[[section]]\nkind = 'project'\n{entries}"
    );
    for layout in layouts() {
        let pages = pages(&profile, layout);
        assert!(pages.len() > 3, "{layout}");
        for page in &pages {
            let mut lines = page.lines().map(str::trim).filter(|line| !line.is_empty());
            let last = lines.rfind(|line| line.ends_with([':', '.']));
            assert!(
                !last.is_some_and(|line| line.ends_with("It has these parts:")),
                "{layout}: {page}"
            );
        }
    }
}

/// Returns projects with lists of four to seven items of one to three lines, of which each begins
/// with a word that names it, such as `Q12I3N5`: the third of five items of project 12.
fn projects(locale: &str, shift: usize) -> String {
    let mut entries = String::new();
    for entry in 0..30 {
        let count = 4 + (entry + shift) % 4;
        let items: String = (1..=count)
            .map(|item| {
                let length = (entry * 5 + item * 3 + shift) % 8 * (entry % 5) / 2;
                let more = "and more words of it ".repeat(length);
                format!("'Q{entry}I{item}N{count} is a part {more}here.', ")
            })
            .collect();
        entries +=
            &format!("[[section.entry]]\nname = 'Q{entry}I0N{count}'\nhighlights = [{items}]\n");
    }
    format!(
        "locale = '{locale}'\ndate = '2026-03'\n[person]\nname = 'Ada Berg'\n\
         [[section]]\nkind = 'project'\n{entries}"
    )
}

/// An item of a list, as its first word says; the name of a project is item 0.
#[derive(Clone, Copy)]
struct Place {
    project: usize,
    item: usize,
    count: usize,
    page: usize,
}

fn place(word: &str, page: usize) -> Option<Place> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let (project, rest) = word
        .to_uppercase()
        .strip_prefix('Q')?
        .split_once('I')
        .map(|(project, rest)| (project.to_owned(), rest.to_owned()))?;
    let (item, count) = rest.split_once('N')?;
    Some(Place {
        project: project.parse().ok()?,
        item: item.parse().ok()?,
        count: count.parse().ok()?,
        page,
    })
}

#[test]
#[ignore = "needs poppler"]
fn lists_have_two_items_on_each_side_of_a_page_break() {
    for layout in layouts() {
        let mut splits = 0;
        for shift in 0..6 {
            let mut lists: BTreeMap<usize, Vec<Place>> = BTreeMap::new();
            let locale = ["en", "ar"][shift % 2];
            for (page, text) in pages(&projects(locale, shift), layout).iter().enumerate() {
                for place in text.split_whitespace().filter_map(|word| place(word, page)) {
                    lists.entry(place.project).or_default().push(place);
                }
            }
            assert_eq!(lists.len(), 30, "{layout}");
            for (project, list) in lists {
                let what = format!("{layout}, {shift}, project {project}");
                let page_of = |item| {
                    let found = list.iter().find(|place| place.item == item);
                    found.unwrap_or_else(|| panic!("{what}: item {item}")).page
                };
                let count = list[0].count;
                assert_eq!(page_of(0), page_of(1), "{what}: the name");
                assert_eq!(page_of(1), page_of(2), "{what}: the first items");
                assert_eq!(page_of(count - 1), page_of(count), "{what}: the last items");
                splits += usize::from(page_of(1) != page_of(count));
            }
        }
        assert!(splits > 5, "{layout}: only {splits} lists were split");
    }
}

/// Returns sections with tables of two to five rows, of which each row begins with a word that names
/// it, as for lists. A paragraph with a colon introduces each table.
fn tables(locale: &str, shift: usize) -> String {
    let mut sections = String::new();
    for table in 0..24 {
        let count = 2 + (table + shift) % 4;
        let rows: String = (1..=count)
            .map(|row| {
                let words = "some more words ".repeat((3 * table + row + shift) % 5);
                format!("| Q{table}I{row}N{count} | {words}|\n")
            })
            .collect();
        let filler = "More of it, word for word.\n\n".repeat((7 * table + shift) % 4);
        sections += &format!(
            "[[section]]\nkind = 'text'\ntitle = 'Head {table}'\nbody = '''\n\
             Q{table}I9N{count} is introduced:\n\n\
             | Q{table}I0N{count} | Text |\n|---|---|\n{rows}\n{filler}\n'''\n"
        );
    }
    format!("locale = '{locale}'\ndate = '2026-03'\n[person]\nname = 'Ada Berg'\n{sections}")
}

#[test]
#[ignore = "needs poppler"]
fn short_tables_stay_on_one_page_with_what_introduces_them() {
    for layout in layouts() {
        for (locale, shift) in [("en", 0), ("en", 1), ("ar", 2)] {
            let pages = pages(&tables(locale, shift), layout);
            assert!(pages.len() > 3, "{layout}");
            let mut page_of: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
            let mut found = 0;
            for (page, text) in pages.iter().enumerate() {
                for place in text.split_whitespace().filter_map(|word| place(word, page)) {
                    page_of.entry(place.project).or_default().insert(page);
                    found += 1;
                }
            }
            let expected: usize = (0..24).map(|table| 4 + (table + shift) % 4).sum();
            assert_eq!(found, expected, "{layout}, {locale}: rows");
            for (table, pages) in page_of {
                assert_eq!(pages.len(), 1, "{layout}, {locale}, {shift}: table {table}");
            }
        }
    }
}

/// A word on a page, as poppler finds it. Lengths in pt, from the upper left corner.
struct Word {
    left: f64,
    right: f64,
    middle: f64,
    height: f64,
    text: String,
}

/// Returns the words of each page of a PDF.
#[track_caller]
fn words_on_pages(pdf: &[u8]) -> Vec<Vec<Word>> {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path("cv.pdf"), pdf).expect("written");
    let output = Command::new("pdftotext")
        .arg("-bbox")
        .arg(sandbox.path("cv.pdf"))
        .arg("-")
        .output()
        .expect("pdftotext starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let pages = text.split("<page ").skip(1);
    pages
        .map(|page| page.lines().filter_map(word_of).collect())
        .collect()
}

/// Reads `<word xMin="…" yMin="…" xMax="…" yMax="…">text</word>`.
fn word_of(line: &str) -> Option<Word> {
    let rest = line.trim().strip_prefix("<word ")?;
    let (bounds, text) = rest.split_once('>')?;
    let bounds: Vec<f64> = bounds
        .split('"')
        .skip(1)
        .step_by(2)
        .map(|bound| bound.parse().expect("a number"))
        .collect();
    let &[left, top, right, bottom] = &bounds[..] else {
        return None;
    };
    Some(Word {
        left,
        right,
        middle: f64::midpoint(top, bottom),
        height: bottom - top,
        text: text.strip_suffix("</word>")?.to_owned(),
    })
}

/// Returns the words on the line of a text that begins with the given one.
fn line_from<'a>(words: &'a [Word], first: &'a Word) -> Vec<&'a Word> {
    let mut row: Vec<&Word> = words
        .iter()
        .filter(|word| word.left >= first.left && (word.middle - first.middle).abs() < 2.5)
        .collect();
    row.sort_by(|one, other| one.left.total_cmp(&other.left));
    let gap = 1.2 * first.height;
    let end = row
        .windows(2)
        .position(|pair| pair[1].left - pair[0].right > gap);
    row.truncate(end.map_or(row.len(), |last| last + 1));
    row
}

/// Returns the lines of each bullet `•` of a page.
fn bullets(words: &[Word]) -> Vec<Vec<Vec<&Word>>> {
    let is_beside_mark = |first: &Word| {
        words.iter().any(|mark| {
            mark.text == "•"
                && (mark.middle - first.middle).abs() < 2.5
                && (0.0..2.0 * first.height).contains(&(first.left - mark.right))
        })
    };
    let mut found = Vec::new();
    for first in words
        .iter()
        .filter(|word| word.text != "•" && is_beside_mark(word))
    {
        // Only the first word after the mark begins a line.
        let is_within = words.iter().any(|word| {
            word.text != "•"
                && word.right <= first.left
                && first.left - word.right < first.height
                && (word.middle - first.middle).abs() < 2.5
        });
        if is_within {
            continue;
        }
        let mut lines = vec![line_from(words, first)];
        let mut last = first;
        while let Some(next) = words.iter().find(|word| {
            let down = word.middle - last.middle;
            (word.left - first.left).abs() < 1.2
                && down > 0.5 * first.height
                && down < 1.35 * first.height
                && !is_beside_mark(word)
        }) {
            lines.push(line_from(words, next));
            last = next;
        }
        found.push(lines);
    }
    found
}

#[test]
#[ignore = "needs poppler"]
fn last_line_of_a_bullet_is_hardly_ever_a_single_word() {
    let mut long = 0;
    let mut single = Vec::new();
    for shipped in SHIPPED_PAGES.iter() {
        for page in words_on_pages(&shipped.bytes) {
            for lines in bullets(&page).iter().filter(|lines| lines.len() > 1) {
                long += 1;
                if let [word] = lines[lines.len() - 1][..]
                    && word.text.is_ascii()
                {
                    single.push(format!("{}: {}", shipped.what, word.text));
                }
            }
        }
    }
    assert!(long > 800, "only {long} bullets of several lines");
    assert!(
        single.len() * 100 < long,
        "{} of {long}: {single:#?}",
        single.len()
    );
}
