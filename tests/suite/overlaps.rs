//! Nothing overlaps something else: whatever the lengths of titles, names, addresses and
//! labels, in all layouts; and `check` finds it where a template does.

use std::fmt::Write as _;

use cvpress::diagnostic::rule;
use cvpress::typeset::{Typeset, overlaps, review, runs};

use super::legibility;
use crate::support::rendering::{
    ENGINE, SHIPPED_PAGES, layouts, on_all_cores, open, overrides, render_cv_with,
};
use crate::support::sandbox::Sandbox;

/// Letters with marks above and descenders below, in words of several lengths.
const WORDS: &str = "Éine gepflegte Jury für Åpparate mit quergelegten Öfen von Ágypten bis Ýpern jenseits \
                     aller großen Pläne im Jahr der zweiten Prüfung durch Übung gut belegter Größen oder mehr";

/// Returns the first characters of the words.
fn text(length: usize) -> String {
    let text: String = WORDS.chars().cycle().take(length).collect();
    text.trim().to_owned()
}

/// Returns entries of each kind whose titles have these lengths, and the same dates and places.
fn entries(lengths: &[usize]) -> String {
    let mut profile = String::new();
    for (kind, key, more) in [
        (
            "publication",
            "title",
            "authors = ['Ana Ruiz']\ndate = 2021",
        ),
        ("award", "title", "date = '2021-05'"),
        (
            "certificate",
            "title",
            "date = '2021-05'\nawarder = 'Example'",
        ),
        (
            "project",
            "name",
            "start = '2019-01'\nend = '2021-05'\nhighlights = ['Built it.']",
        ),
        (
            "experience",
            "position",
            "start = '2019-01'\nend = 'present'",
        ),
        (
            "experience",
            "organization",
            "position = 'Lead of a group'\nlocation = 'Jyväskylä, Finland'\nstart = '2019-01'\nend = '2021-05'",
        ),
        (
            "education",
            "institution",
            "degree = 'MSc'\narea = 'Physics'\nstart = '2015'\nend = '2019'",
        ),
        ("skill", "name", "keywords = ['Åre', 'Jyväskylä']"),
        ("language", "language", "fluency = 'C1'"),
        (
            "reference",
            "name",
            "position = 'Professor'\nemail = 'ana@example.org'",
        ),
    ] {
        let _ = writeln!(profile, "[[section]]\nkind = '{kind}'");
        for length in lengths {
            let _ = writeln!(
                profile,
                "[[section.entry]]\n{key} = '{}'\n{more}",
                text(*length)
            );
        }
    }
    profile
}

/// Returns a person whose texts have these lengths.
fn person(name: usize, other: usize) -> String {
    let word = "w".repeat(other);
    format!(
        "[person]\nname = '{}'\nheadline = '{}'\nemail = '{word}@example.org'\nphone = '+49 30 5550100'\n\
         url = 'https://example.org/{word}'\nlocation = '{}'\nstatus = '{}'\n",
        text(name),
        text(other),
        text(other),
        text(other),
    )
}

/// Returns what overlaps on some pages: by the boxes of glyphs, and by the lines of text.
fn overlapping(typeset: &Typeset) -> Vec<String> {
    let found = overlaps(&typeset.document).into_iter();
    let mut found: Vec<String> = found.map(|warning| warning.message).collect();
    found.extend(legibility::overlapping(&runs(&typeset.document)));
    found
}

#[test]
fn texts_of_any_length_do_not_overlap() {
    let lengths: Vec<usize> = (6..60).step_by(9).chain((60..130).step_by(4)).collect();
    let mut wanted = Vec::new();
    for layout in layouts() {
        let all = person(20, 20) + &entries(&lengths);
        wanted.push((layout, all, "off"));
        // Opened up, to fill more of the page.
        wanted.push((layout, person(12, 12) + &entries(&[104]), "auto"));
        for (name, other) in [
            (4, 90),
            (24, 40),
            (31, 33),
            (38, 28),
            (60, 24),
            (110, 48),
            (220, 8),
        ] {
            let few = person(name, other) + &entries(&[other]);
            wanted.push((layout, few, "off"));
        }
    }
    let found = on_all_cores(&wanted, |(layout, profile, fit)| {
        let cv = render_cv_with(&ENGINE, open(profile), layout, &overrides(&[("fit", fit)]));
        let found = overlapping(&cv.typeset);
        (!found.is_empty()).then(|| format!("{layout}, fit {fit}: {found:#?}\n{}", &profile[..160]))
    });
    let found: Vec<String> = found.into_iter().flatten().collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn words_wider_than_the_page_stay_on_it() {
    let details: String = (0..6)
        .map(|at| format!("Detail{at} = 'of a person'\n"))
        .collect();
    let profile = format!(
        "[person]\nname = 'Ada-Maria {} von Berg'\npostal-address = '{}straße 7, 10115 Berlin'\n\
         [person.details]\n'{}' = 'short'\n{details}",
        "W".to_owned() + &"olfenstein".repeat(4),
        "Dampfschifffahrt".repeat(3),
        "A label of several words ".repeat(3).trim(),
    );
    let found = on_all_cores(&layouts(), |layout| {
        let cv = render_cv_with(
            &ENGINE,
            open(&profile),
            layout,
            &overrides(&[("fit", "off")]),
        );
        let flaws = review(&cv.typeset, &cv.document.resume).into_iter();
        let flaws = flaws.map(|flaw| flaw.diagnostic);
        let over = flaws.filter(|flaw| flaw.rule == rule::OVERFLOWING_LINE);
        over.map(|flaw| format!("{layout}: {}", flaw.message))
            .collect::<Vec<_>>()
    });
    assert_eq!(found.concat(), [""; 0]);
}

#[test]
fn nothing_overlaps_on_shipped_pages() {
    for pages in SHIPPED_PAGES.iter() {
        assert_eq!(pages.overlaps, [""; 0], "{}", pages.what);
    }
}

/// Returns what `check` says about a layout that ends with `drawn`.
fn check_of(drawn: &str) -> String {
    let sandbox = Sandbox::new();
    let _ = sandbox.run("layouts new mine").code(0);
    let template = sandbox.read("templates/mine/template.typ") + drawn;
    sandbox.write("templates/mine/template.typ", &template);
    let square = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40'/></svg>";
    sandbox.write("templates/mine/square.svg", square);
    sandbox.write("ada.toml", "date = '2026-01'\n[person]\nname = 'Ada'\n");
    let check = "check ada.toml --templates templates --layout mine --message-format short";
    sandbox.run(check).stderr
}

#[test]
fn check_finds_text_over_text_and_pictures_over_pictures() {
    let found = check_of("#block[Height]\n#place(dy: -1.6em, dx: 1em)[2021]\n");
    let expected = "warning[overlap]: `2021` and `Height` overlap on page 1";
    assert!(found.contains(expected), "{found}");
    let picture = "image(\"square.svg\", alt: \"a\", width: 20pt)";
    let found = check_of(&format!("#place({picture})\n#place(dx: 10pt, {picture})\n"));
    let expected = "warning[overlap]: two pictures overlap on page 1";
    assert!(found.contains(expected), "{found}");
    let found = check_of(&format!(
        "#place({picture})\n#place(dx: 21pt, {picture})\n#place(dx: 50pt)[Text]\n"
    ));
    assert!(!found.contains("overlap"), "{found}");
}
