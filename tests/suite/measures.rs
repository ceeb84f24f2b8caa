//! What a typographer measures on a page: rules and numbers at the edges of the text, equal gaps,
//! weights and styles, ends of lines, and the names of fonts in the file.

use std::collections::BTreeSet;

use cvpress::typeset::{TextRun, runs};
use lopdf::{Document, Object};
use typst::layout::{Frame, FrameItem, Point, Transform};
use typst::visualize::{Curve, CurveItem, Geometry};

use super::legibility::has_words;
use crate::support::rendering::{
    ENGINE, SHIPPED_LETTERS, SHIPPED_PAGES, layouts, open, overrides, render_cv_with,
};

/// Smaller differences are rounding, in pt.
const SAME: f64 = 0.1;

/// The greatest height and the least length of a rule, in pt.
const THICKEST: f64 = 1.5;
const SHORTEST: f64 = 50.0;

/// From where to where a horizontal rule is, in pt.
#[derive(Debug, Clone, Copy)]
struct Rule {
    start: f64,
    end: f64,
}

/// Collects the horizontal rules of a frame.
fn rules(frame: &Frame, transform: Transform, found: &mut Vec<Rule>) {
    for (position, item) in frame.items() {
        let here = transform.pre_concat(Transform::translate(position.x, position.y));
        match item {
            FrameItem::Group(group) => {
                rules(&group.frame, here.pre_concat(group.transform), found);
            }
            FrameItem::Shape(shape, _) => {
                let points = match &shape.geometry {
                    Geometry::Line(end) => vec![Point::zero(), *end],
                    Geometry::Curve(curve) => corners(curve),
                    Geometry::Rect(size) => vec![Point::zero(), size.to_point()],
                };
                let points = points.into_iter().map(|point| point.transform(here));
                let (across, down) = (
                    extent(points.clone().map(|point| point.x.to_pt())),
                    extent(points.map(|point| point.y.to_pt())),
                );
                if down.end - down.start < THICKEST && across.end - across.start > SHORTEST {
                    found.push(across);
                }
            }
            _ => {}
        }
    }
}

/// Returns from where to where some values are.
fn extent(values: impl Iterator<Item = f64> + Clone) -> Rule {
    Rule {
        start: values.clone().fold(f64::MAX, f64::min),
        end: values.fold(f64::MIN, f64::max),
    }
}

/// Returns the corners of a path of straight lines.
fn corners(curve: &Curve) -> Vec<Point> {
    let mut points = Vec::new();
    for item in &curve.0 {
        if let CurveItem::Move(point) | CurveItem::Line(point) = item {
            points.push(*point);
        }
    }
    points
}

/// A CV with headings, dates, a numbered list of eleven items, and lists of one and of three bullets.
fn measured() -> String {
    let items: Vec<String> = (1..=11)
        .map(|item| format!("'Numbered{item} and some words.'"))
        .collect();
    let mut toml = format!(
        "[person]\nname = 'Ada'\nemail = 'ada@example.org'\n[[section]]\nkind = 'project'\n[[section.entry]]\n\
         name = 'Loom'\nstart = '2022-05'\nend = '2024-08'\n\
         details = [{{ label = 'Work', items = [{}], numbered = true }}]\n[[section]]\nkind = 'experience'\n",
        items.join(", ")
    );
    for (entry, bullets) in ["Alpha", "Beta", "Gamma", "Delta"].iter().zip([1, 3, 1, 3]) {
        let bullets: Vec<String> = (1..=bullets)
            .map(|bullet| format!("'Bullet{bullet} of {entry}.'"))
            .collect();
        toml += &format!(
            "[[section.entry]]\norganization = '{entry}'\nposition = 'Clerk'\nstart = '2020-01'\nend = '2021-01'\n\
             highlights = [{}]\n",
            bullets.join(", ")
        );
    }
    toml
}

/// Returns the first run with a text.
fn run_of<'a>(runs: &'a [TextRun], text: &str) -> &'a TextRun {
    let run = runs.iter().find(|run| run.text.contains(text));
    run.unwrap_or_else(|| panic!("`{text}` is not there"))
}

/// Returns whether all values are the same.
fn are_same(values: impl Iterator<Item = f64> + Clone) -> bool {
    let largest = values.clone().fold(f64::MIN, f64::max);
    largest - values.fold(f64::MAX, f64::min) <= SAME
}

/// The layouts whose headings have rules over the whole width, or after their words.
const RULED: [&str; 8] = [
    "ats",
    "banner",
    "compact",
    "europass",
    "jianli",
    "portfolio",
    "readme",
    "sidebar",
];

#[test]
fn rules_of_headings_end_at_the_edges_of_the_text() {
    for layout in RULED {
        let cv = render_cv_with(&ENGINE, open(&measured()), layout, &overrides(&[]));
        let document = &cv.typeset.document;
        let mut found = Vec::new();
        for page in document.pages() {
            rules(&page.frame, Transform::identity(), &mut found);
        }
        let runs = runs(document);
        assert!(found.len() >= 2, "{layout}: {found:?}");
        assert!(
            are_same(found.iter().map(|rule| rule.end)),
            "{layout}: {found:?}"
        );
        // In `banner` a rule begins after the words of its heading.
        if layout != "banner" {
            assert!(
                are_same(found.iter().map(|rule| rule.start)),
                "{layout}: {found:?}"
            );
            let heading = runs.iter().find(|run| run.within.contains("heading"));
            let heading = heading.expect("a heading").x;
            assert!(
                (heading - found[0].start).abs() < 1.0,
                "{layout}: {heading} {found:?}"
            );
        }
        // Dates at the end edge end with the rules; elsewhere nothing goes beyond them.
        let column = runs
            .iter()
            .filter(|run| run.x < found[0].end && has_words(run));
        let furthest = column.map(|run| run.end).fold(0.0, f64::max);
        assert!(
            furthest <= found[0].end + SAME,
            "{layout}: {furthest} {found:?}"
        );
        if ["banner", "compact", "jianli", "sidebar"].contains(&layout) {
            assert!(
                found[0].end - furthest < 0.6,
                "{layout}: {furthest} {found:?}"
            );
        }
    }
}

#[test]
fn numbered_items_have_one_edge_with_one_and_two_digits() {
    for layout in layouts() {
        let cv = render_cv_with(&ENGINE, open(&measured()), layout, &overrides(&[]));
        let runs = runs(&cv.typeset.document);
        let texts = (1..=11).map(|item| run_of(&runs, &format!("Numbered{item} ")).x);
        assert!(
            are_same(texts.clone()),
            "{layout}: {:?}",
            texts.collect::<Vec<_>>()
        );
        let numbers = ["9.", "10."].map(|number| {
            let run = runs.iter().find(|run| run.text.trim() == number);
            run.unwrap_or_else(|| panic!("{layout}: {number}")).end
        });
        assert!(are_same(numbers.into_iter()), "{layout}: {numbers:?}");
    }
}

#[test]
fn lists_of_one_and_of_three_bullets_have_the_same_gaps() {
    for layout in layouts() {
        let cv = render_cv_with(
            &ENGINE,
            open(&measured()),
            layout,
            &overrides(&[("fit", "off")]),
        );
        let runs = runs(&cv.typeset.document);
        // The table of `rirekisho` has the employers too; the bullets are after it.
        let lead = |entry: &str| {
            let mut leads = runs
                .iter()
                .filter(|run| run.text.contains(entry) && !run.text.contains("Bullet"));
            leads
                .next_back()
                .unwrap_or_else(|| panic!("{layout}: {entry}"))
        };
        let above = ["Alpha", "Beta", "Gamma", "Delta"]
            .map(|entry| run_of(&runs, &format!("Bullet1 of {entry}")).y - lead(entry).y);
        assert!(are_same(above.into_iter()), "{layout}: {above:?}");
        let below = [
            lead("Beta").y - run_of(&runs, "Bullet1 of Alpha").y,
            lead("Gamma").y - run_of(&runs, "Bullet3 of Beta").y,
            lead("Delta").y - run_of(&runs, "Bullet1 of Gamma").y,
        ];
        assert!(are_same(below.into_iter()), "{layout}: {below:?}");
        let within = ["Beta", "Delta"].map(|entry| {
            [1, 2].map(|bullet| {
                let [one, next] = [bullet, bullet + 1]
                    .map(|bullet| run_of(&runs, &format!("Bullet{bullet} of {entry}")).y);
                next - one
            })
        });
        assert!(
            are_same(within.into_iter().flatten()),
            "{layout}: {within:?}"
        );
    }
}

/// Returns whether a run is at least semibold.
fn is_bold(run: &TextRun) -> bool {
    ["FontWeight(600)", "FontWeight(700)"]
        .iter()
        .any(|weight| run.font.contains(weight))
}

/// The layouts that set titles of works in a bold italic of the accent color.
const BOLD_ITALIC: [&str; 1] = ["homepage"];

#[test]
fn no_text_is_bold_and_italic() {
    let mut bold = 0;
    for pages in SHIPPED_PAGES.iter() {
        for run in pages
            .runs
            .iter()
            .filter(|run| has_words(run) && is_bold(run))
        {
            let is_italic = run.font.contains(" Italic-");
            assert!(
                !is_italic || BOLD_ITALIC.contains(&pages.layout),
                "{}: `{}`",
                pages.what,
                run.text
            );
            bold += 1;
        }
    }
    assert!(bold > 5_000, "only {bold} bold runs");
}

#[test]
fn no_line_ends_with_a_separator() {
    let cvs = SHIPPED_PAGES
        .iter()
        .map(|pages| (pages.what.clone(), &pages.runs));
    let letters = SHIPPED_LETTERS.iter().map(|letter| {
        (
            format!("{} {}", letter.profile, letter.layout),
            &letter.runs,
        )
    });
    let mut separators = 0;
    for (what, runs) in cvs.chain(letters) {
        for (at, run) in runs.iter().enumerate() {
            if !["|", "·"].contains(&run.text.trim()) {
                continue;
            }
            // Bullets of lists within lists are at the start of a line: the text before them is on another.
            let is_beside = |other: &TextRun| {
                other.page == run.page
                    && (other.y - run.y).abs() < 1.0
                    && !other.text.trim().is_empty()
            };
            let before = runs[..at]
                .iter()
                .rev()
                .find(|other| !other.text.trim().is_empty());
            if !before.is_some_and(is_beside) {
                continue;
            }
            // In a line of languages with their levels, a dot is text, and may end the line.
            if before.is_some_and(|before| before.text.trim_end().ends_with(')')) {
                continue;
            }
            let after = runs[at + 1..]
                .iter()
                .find(|other| !other.text.trim().is_empty());
            assert!(
                after.is_some_and(is_beside),
                "{what}, page {}: `{}` after `{}`",
                run.page,
                run.text,
                before.map_or("", |run| &run.text)
            );
            separators += 1;
        }
    }
    assert!(separators > 1_000, "only {separators} separators");
}

/// Returns the names of the fonts of a PDF, without the tags of their subsets.
fn font_names(bytes: &[u8]) -> BTreeSet<String> {
    let document = Document::load_mem(bytes).expect("a PDF");
    let dictionaries = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok());
    let names = dictionaries.filter_map(|font| match font.get(b"BaseFont") {
        Ok(Object::Name(name)) => Some(String::from_utf8_lossy(name).into_owned()),
        _ => None,
    });
    names
        .map(|name| {
            name.split_once('+')
                .map_or(name.clone(), |(_, name)| name.to_owned())
        })
        .collect()
}

/// Programs that read CVs find headings and titles by the names of fonts.
#[test]
fn bold_text_is_in_a_font_that_is_named_bold() {
    for pages in SHIPPED_PAGES.iter() {
        let mut families: BTreeSet<String> = BTreeSet::new();
        for run in pages
            .runs
            .iter()
            .filter(|run| has_words(run) && is_bold(run))
        {
            let family = run
                .font
                .split(" Normal-")
                .next()
                .unwrap_or_default()
                .split(" Italic-")
                .next()
                .unwrap_or_default();
            families.insert(family.replace(' ', "").to_lowercase());
        }
        let names = font_names(&pages.bytes);
        for family in families {
            // A family that is larger beside Han characters has the files of the other.
            let family = family
                .trim_end_matches("besidehan")
                .trim_end_matches(['3', '4']);
            let is_named = |name: &String| {
                let name = name.replace(['-', ' '], "").to_lowercase();
                name.contains(family) && name.contains("bold")
            };
            assert!(
                names.iter().any(is_named),
                "{}: {family}, {names:?}",
                pages.what
            );
        }
    }
}
