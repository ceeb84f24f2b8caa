//! Legibility: few fonts and sizes, sufficient contrast, no overlapping text, pure black on
//! request.

use std::collections::{BTreeMap, BTreeSet};

use cvpress::layout::{DesignOverrides, OptionSetting};

use crate::support::rendering::{ENGINE, SHIPPED_PAGES, layouts, open, short_messages};
use cvpress::typeset::{TextRun, runs};

/// Maximum number of pairs of font and size on a page. An address that is too long for its panel has a size
/// of its own.
const MOST_FONTS: usize = 9;

/// The same for the profile with a text of every kind.
const MOST_FONTS_OF_ALL: usize = 10;

/// Minimum contrast of text: level AA of WCAG 2.2, success criterion 1.4.3.
const LEAST_CONTRAST: f64 = 4.5;

/// Fallback fonts; a page with several scripts uses them beside its own.
const STAND_INS: [&str; 2] = ["Noto ", "JetBrains Mono"];

fn all_runs() -> impl Iterator<Item = (&'static str, &'static [TextRun])> {
    SHIPPED_PAGES
        .iter()
        .map(|pages| (pages.what.as_str(), pages.runs.as_slice()))
}

/// Returns whether a run has letters or digits, unlike separators.
pub fn has_words(run: &TextRun) -> bool {
    run.text.chars().any(char::is_alphanumeric)
}

#[test]
fn pages_have_few_fonts_and_sizes() {
    for (what, runs) in all_runs() {
        let most = if what.starts_with("example ") {
            MOST_FONTS_OF_ALL
        } else {
            MOST_FONTS
        };
        let mut pages: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        let own = runs.iter().filter(|run| {
            has_words(run) && !STAND_INS.iter().any(|font| run.font.starts_with(font))
        });
        for run in own {
            pages
                .entry(run.page)
                .or_default()
                .insert(format!("{} {:.2}", run.font, run.size));
        }
        for (page, fonts) in pages {
            assert!(fonts.len() <= most, "{what}, page {page}: {fonts:#?}");
        }
    }
}

/// Returns the relative luminance as WCAG 2.2 defines it.
fn luminance(color: [f32; 3]) -> f64 {
    let [red, green, blue] = color.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns a component of sRGB without its gamma.
fn linear(component: f32) -> f64 {
    let component = f64::from(component);
    if component <= 0.04045 {
        component / 12.92
    } else {
        ((component + 0.055) / 1.055).powf(2.4)
    }
}

fn contrast(one: [f32; 3], other: [f32; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn text_contrasts_with_its_background() {
    assert!((contrast([0.0; 3], [1.0; 3]) - 21.0).abs() < 0.01);
    for (what, runs) in all_runs() {
        for run in runs.iter().filter(|run| has_words(run)) {
            let contrast = contrast(run.fill, run.ground);
            assert!(
                contrast >= LEAST_CONTRAST,
                "{what}: `{}` has a contrast of {contrast:.2}",
                run.text
            );
        }
    }
}

/// Returns whether two runs overlap by more than kerning and slanted letters do.
fn overlap(one: &TextRun, other: &TextRun) -> bool {
    let common = one.end.min(other.end) - one.x.max(other.x);
    common > 1.0 && one.y.min(other.y) - top(one).max(top(other)) > 0.5
}

/// Returns the upper edge of lower-case letters.
fn top(run: &TextRun) -> f64 {
    let x_height = 0.45;
    run.y - x_height * run.size
}

/// Returns the lines of text that overlap others.
pub fn overlapping(runs: &[TextRun]) -> Vec<String> {
    let mut runs: Vec<&TextRun> = runs
        .iter()
        .filter(|run| !run.text.trim().is_empty())
        .collect();
    runs.sort_by(|a, b| (a.page, a.y).partial_cmp(&(b.page, b.y)).expect("numbers"));
    let mut found = Vec::new();
    for (at, one) in runs.iter().enumerate() {
        let near = runs[at + 1..]
            .iter()
            .take_while(|other| other.page == one.page && other.y - one.y < 2.0 * other.size);
        for other in near.filter(|other| overlap(one, other)) {
            found.push(format!(
                "page {}: `{}` over `{}`",
                one.page, one.text, other.text
            ));
        }
    }
    found
}

#[test]
fn text_does_not_overlap() {
    for (what, runs) in all_runs() {
        assert_eq!(overlapping(runs), [""; 0], "{what}");
    }
}

#[test]
fn overlapping_text_is_detected() {
    let mut one = SHIPPED_PAGES[0].runs[0].clone();
    let mut other = one.clone();
    assert!(overlap(&one, &other));
    other.y += one.size;
    assert!(!overlap(&one, &other));
    (one.end, other.y, other.x) = (one.x + 10.0, one.y, one.x + 9.5);
    assert!(!overlap(&one, &other));
}

#[test]
fn mono_option_leaves_no_color() {
    let profile = "[person]\nname = 'Ada'\nheadline = 'Engineer'\nemail = 'ada@example.org'\n[[section]]\n\
                   kind = 'experience'\n[[section.entry]]\norganization = 'Acme'\nposition = 'Lead'\nstart = 2020\n\
                   location = 'Oslo'\nkeywords = ['Rust']\nhighlights = ['**Two** of [three](https://example.org).']\n";
    for name in layouts() {
        let layout = ENGINE.layouts().get(name).expect("a layout");
        let mono = OptionSetting {
            name: "mono".to_owned(),
            value: "true".to_owned(),
        };
        let settings = DesignOverrides {
            options: vec![mono],
            ..DesignOverrides::default()
        };
        let typeset = open(profile)
            .fit(layout, &settings, &ENGINE)
            .unwrap_or_else(|p| panic!("{}", short_messages(&p)))
            .typeset;
        let runs = runs(&typeset.document);
        assert!(runs.len() > 8, "{name}");
        for run in runs.iter().filter(|run| has_words(run)) {
            assert!(
                run.fill.iter().all(|part| *part < f32::EPSILON),
                "{name}: `{}`",
                run.text
            );
        }
    }
}
