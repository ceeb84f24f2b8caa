//! Pages do not move by themselves: `tests/geometry` has a digest of each page of each profile and
//! letter in each layout.
//!
//! A change of look is a decision that `CHANGELOG.md` names. After it,
//! `SNAPSHOTS=overwrite cargo test --test suite geometry` writes the digests again.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use cvpress::layout::DesignOverrides;
use typst::layout::{Abs, Point};

use crate::support::geometry::{digests, page_digest};
use crate::support::rendering::{
    ENGINE, SHIPPED_LETTERS, SHIPPED_PAGES, layouts, open, open_choice, render_cv, shipped,
};

/// The digests of the pages of documents, by the names of the documents.
type Digests = BTreeMap<String, Vec<String>>;

const UPDATE: &str = "If the change is wanted, name it in CHANGELOG.md, and run\n\
    SNAPSHOTS=overwrite cargo test --test suite geometry";

fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/geometry");
    folder.join(format!("{name}.txt"))
}

/// Reads a file: each line has a document and a digest of each of its pages.
fn read(text: &str) -> Digests {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let documents = lines.filter_map(|line| line.split_once(": "));
    documents
        .map(|(name, pages)| {
            let pages = pages.split_whitespace().map(str::to_owned);
            (name.to_owned(), pages.collect())
        })
        .collect()
}

fn write(title: &str, digests: &Digests) -> String {
    let mut text = format!("# {title}: a digest of each page.\n");
    for (name, pages) in digests {
        let _ = writeln!(text, "{name}: {}", pages.join(" "));
    }
    text
}

/// Returns the pages that differ, each in a line.
fn differences(place: &str, kept: &Digests, found: &Digests) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, pages) in found {
        let Some(before) = kept.get(name) else {
            lines.push(format!("{name} {place}: new"));
            continue;
        };
        if before.len() != pages.len() {
            let (before, now) = (before.len(), pages.len());
            lines.push(format!("{name} {place}: {now} pages, {before} before"));
        }
        for (number, (before, now)) in (1..).zip(before.iter().zip(pages)) {
            if before != now {
                lines.push(format!("{name} {place}, page {number}: differs"));
            }
        }
    }
    let gone = kept.keys().filter(|name| !found.contains_key(*name));
    lines.extend(gone.map(|name| format!("{name} {place}: gone")));
    lines
}

/// Compares digests with a file, or replaces the file. Returns the pages that differ.
fn compare(file: &str, title: &str, place: &str, found: &Digests) -> Vec<String> {
    let path = path(file);
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, write(title, found)).expect("a file of digests");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    differences(place, &read(&kept), found)
}

#[track_caller]
fn assert_none(differences: &[String]) {
    assert!(
        differences.is_empty(),
        "{}\n{UPDATE}",
        differences.join("\n")
    );
}

/// Returns the name of a CV as that of its files begins.
fn file_stem(name: &str) -> String {
    name.trim_end().replace(' ', "-")
}

/// Returns the built-in layouts: those of `CVPRESS_TEMPLATES` have no digests.
fn built_in_layouts() -> Vec<&'static str> {
    let mut names = layouts();
    names.retain(|name| {
        ENGINE
            .layouts()
            .get(name)
            .is_some_and(|layout| layout.is_built_in)
    });
    names
}

#[test]
fn every_page_of_every_layout_is_unchanged() {
    let mut differences = Vec::new();
    for layout in built_in_layouts() {
        let mut found = Digests::new();
        for pages in SHIPPED_PAGES.iter().filter(|pages| pages.layout == layout) {
            found.insert(file_stem(&pages.profile), pages.digests.clone());
        }
        for letter in SHIPPED_LETTERS
            .iter()
            .filter(|letter| letter.layout == layout)
        {
            let profile = file_stem(&letter.profile);
            let name = format!("{profile}-letter on {}", letter.paper.name());
            found.insert(name, letter.digests.clone());
        }
        let title = format!("Pages in `{layout}`, CVs on A4, not fitted");
        let place = format!("in {layout}");
        differences.extend(compare(layout, &title, &place, &found));
    }
    assert_none(&differences);
}

/// The layout, the paper and the density that each profile asks for.
#[test]
fn every_page_of_every_profile_is_unchanged() {
    if std::env::var_os("CVPRESS_TEMPLATES").is_some() {
        return;
    }
    let mut found = Digests::new();
    for cv in shipped() {
        let document = open_choice(&cv.reading, &cv.choice);
        let settings = DesignOverrides::default();
        let layout = document
            .find_layout(document.layout(), &settings, &ENGINE)
            .expect("a layout");
        let fitted = document.fit(layout, &settings, &ENGINE).expect("pages");
        found.insert(file_stem(&cv.name), digests(&fitted.typeset.document));
    }
    let title = "Pages as `cvpress render` makes them";
    assert_none(&compare("as-rendered", title, "as rendered", &found));
}

#[test]
fn failure_names_profile_layout_and_page() {
    let kept = read("# Pages.\nada: 1 2\nbob: 3\ncleo: 4\n");
    let found = read("ada: 1 9\nbob: 3 4\ndan: 5\n");
    assert_eq!(
        differences("in vita", &kept, &found),
        [
            "ada in vita, page 2: differs",
            "bob in vita: 2 pages, 1 before",
            "dan in vita: new",
            "cleo in vita: gone",
        ]
    );
    assert_eq!(read(&write("Pages", &kept)), kept);
    assert!(UPDATE.contains("CHANGELOG.md"));
}

const PROFILE: &str = "[person]\nname = 'Ada'\n[[section]]\nkind = 'list'\nhighlights = ['One.']\n";

#[test]
fn digest_follows_what_is_seen() {
    let cv = |text: &str| render_cv(open(text), "compact", None).typeset.document;
    let digest = digests(&cv(PROFILE));
    assert_eq!(digests(&cv(PROFILE)), digest);
    assert_ne!(digests(&cv(&PROFILE.replace("One", "Two"))), digest);
    let colored = format!("{PROFILE}[design]\naccent = '#123456'\n");
    assert_ne!(digests(&cv(&colored)), digest);
    let mut moved = cv(PROFILE).pages()[0].clone();
    moved.frame.translate(Point::with_y(Abs::pt(0.02)));
    assert_ne!(page_digest(&moved), digest[0]);
}
