//! Levels that are numbers: in words in every layout and language, with dots or bars before them.

use cvpress::content::Locale;
use cvpress::diagnostic::Severity;
use cvpress::pipeline::{RenderOptions, check_profile};
use cvpress::profile::Input;
use typst::layout::{Frame, FrameItem, Point};

use crate::support::pdf;
use crate::support::rendering::{
    ENGINE, layouts, lost, open, overrides, render_cv, render_cv_with, stray,
};
use crate::support::sandbox::Sandbox;

const LEVELS: &str = r#"
date = "2026"
[person]
name = "Mira Okafor"

[[section]]
kind = "skill"
[[section.entry]]
name = "Rust"
level = 4
[[section.entry]]
name = "Programming"
level = 2
levels = 3
keywords = ["C++", { name = "Go", level = 4, levels = 6 }]

[[section]]
kind = "language"
[[section.entry]]
language = "French"
fluency = "fluent"
level = 3
[[section.entry]]
language = "German"
level = 1
"#;

/// The number of levels in all.
const DRAWN: usize = 5 + 3 + 6 + 5 + 5;

/// The number of shapes in a layout that has five for each level, of which one may be half full. Those
/// of keywords are in the text.
const DRAWN_OF_FIVE: usize = 5 + (5 + 1) + 6 + 5 + 5;

/// Returns the left edges of the shapes of a frame, and whether each is filled.
fn shapes_in(frame: &Frame, at: f64) -> Vec<(f64, bool)> {
    let mut shapes = Vec::new();
    for (position, item) in frame.items() {
        let Point { x, .. } = *position;
        match item {
            FrameItem::Shape(shape, _) => shapes.push((at + x.to_pt(), shape.fill.is_some())),
            FrameItem::Group(group) => shapes.extend(shapes_in(&group.frame, at + x.to_pt())),
            _ => {}
        }
    }
    shapes
}

/// Returns the shapes on the first page of a CV with an option for levels.
fn shapes(text: &str, layout: &str, levels: &str) -> Vec<(f64, bool)> {
    let settings = overrides(&[("levels", levels)]);
    let cv = render_cv_with(&ENGINE, open(text), layout, &settings);
    assert_eq!(lost(&cv), [] as [String; 0], "{layout} {levels}");
    shapes_in(&cv.typeset.document.pages()[0].frame, 0.0)
}

fn messages(section: &str) -> Vec<String> {
    let text = format!("[person]\nname = \"Ada\"\n[[section]]\n{section}\n");
    let input = Input::Bytes {
        name: "cv.toml".to_owned(),
        files: std::path::PathBuf::from(".").into(),
        bytes: text.into_bytes().into(),
    };
    let problems = check_profile(&input, &RenderOptions::default(), &ENGINE);
    let errors = problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error);
    errors.map(|error| error.message.clone()).collect()
}

#[test]
fn every_layout_writes_levels_in_words() {
    for layout in layouts() {
        let cv = render_cv(open(LEVELS), layout, None);
        assert_eq!(lost(&cv), [] as [String; 0], "{layout}");
        assert_eq!(stray(&cv), [] as [String; 0], "{layout}");
        // Without white space.
        let text = pdf::text(&pdf::pages(&cv.bytes));
        for words in ["4of5", "2of3", "Go(4of6)", "3of5", "1of5"] {
            assert!(text.contains(words), "{layout}: {words}: {text}");
        }
    }
}

#[test]
fn levels_are_in_words_of_every_language() {
    for locale in Locale::known() {
        // The font for Korean is optional.
        if locale == "ko" && !cfg!(feature = "korean") {
            continue;
        }
        for layout in ["sidebar", "compact"] {
            let cv = render_cv(
                open(&format!("locale = \"{locale}\"{LEVELS}")),
                layout,
                None,
            );
            assert_eq!(lost(&cv), [] as [String; 0], "{locale} {layout}");
            assert_eq!(stray(&cv), [] as [String; 0], "{locale} {layout}");
        }
    }
}

#[test]
fn dots_and_bars_are_one_shape_for_each_level() {
    for layout in [
        "banner",
        "europass",
        "homepage",
        "portfolio",
        "sidebar",
        "vita",
    ] {
        let without = shapes(LEVELS, layout, "text").len();
        for drawn in ["dots", "bars"] {
            let count = shapes(LEVELS, layout, drawn).len();
            let expected = if ["europass", "sidebar"].contains(&layout) {
                DRAWN_OF_FIVE
            } else {
                DRAWN
            };
            assert_eq!(count, without + expected, "{layout} {drawn}");
        }
    }
}

#[test]
fn levels_start_where_the_language_does() {
    for (locale, is_rtl) in [("en", false), ("he", true)] {
        let text = format!(
            "locale = \"{locale}\"\n[person]\nname = \"A\"\n\
             [[section]]\nkind = \"interest\"\nentry = [{{ name = \"B\", level = 2 }}]\n"
        );
        let mut dots = shapes(&text, "banner", "dots");
        dots.retain(|dot| !shapes(&text, "banner", "text").contains(dot));
        dots.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut filled: Vec<bool> = dots.into_iter().map(|(_, is_filled)| is_filled).collect();
        if is_rtl {
            filled.reverse();
        }
        assert_eq!(filled, [true, true, false, false, false], "{locale}");
    }
}

#[test]
fn level_is_one_of_the_levels() {
    let skill = "kind = \"skill\"\nentry = [{ name = \"Go\", ";
    for (entry, expected) in [
        ("level = 5 }]", None),
        ("level = 10, levels = 10 }]", None),
        ("level = 6 }]", Some("`level` must be from 1 to 5")),
        (
            "level = 4, levels = 3 }]",
            Some("`level` must be from 1 to 3"),
        ),
        ("level = 0 }]", Some("`level` must be from 1 to 10")),
        (
            "level = 3, levels = 1 }]",
            Some("`levels` must be from 2 to 10"),
        ),
        ("levels = 5 }]", Some("`levels` needs a number in `level`")),
        (
            "level = \"expert\", levels = 5 }]",
            Some("`levels` needs a number in `level`"),
        ),
    ] {
        let expected: Vec<&str> = expected.into_iter().collect();
        assert_eq!(messages(&format!("{skill}{entry}")), expected, "{entry}");
    }
}

#[test]
fn level_of_a_keyword_is_one_of_the_levels() {
    let skill = "kind = \"skill\"\nentry = [{ name = \"Go\", keywords = [";
    for (keyword, expected) in [
        ("{ name = \"A\", level = 5 }", None),
        ("{ en = \"A\", de = \"B\" }", None),
        (
            "{ name = { en = \"A\", de = \"B\" }, level = \"expert\" }",
            None,
        ),
        (
            "{ name = \"A\", level = 6 }",
            Some("`level` must be from 1 to 5"),
        ),
        ("{ level = 3 }", Some("`name` is missing in `keywords`")),
        (
            "{ name = \"A\", levels = 5 }",
            Some("`levels` needs a number in `level`"),
        ),
        (
            "{ name = \"A\", rating = 5 }",
            Some("unknown key `rating` in `keywords`"),
        ),
    ] {
        let expected: Vec<&str> = expected.into_iter().collect();
        assert_eq!(
            messages(&format!("{skill}{keyword}] }}]")),
            expected,
            "{keyword}"
        );
    }
}

#[test]
fn every_format_has_the_levels_of_keywords() {
    let sandbox = Sandbox::new();
    sandbox.write("cv.toml", LEVELS);
    for (format, text) in [
        ("html", "(4 of 6)"),
        ("md", "Go (4 of 6)"),
        ("txt", "Go (4 of 6)"),
        ("json", "Go (4/6)"),
    ] {
        let file = format!("cv.{format}");
        sandbox.run(&format!("render cv.toml -o {file}")).succeeds();
        let written = sandbox.read(&file);
        assert!(written.contains(text), "{format}: {written}");
    }
    // The level comes back.
    sandbox.run("import cv.json -o back.toml").succeeds();
    let back = sandbox.read("back.toml");
    assert!(
        back.contains("{ name = \"Go\", level = 4, levels = 6 }"),
        "{back}"
    );
    assert!(back.contains("level = 2\nlevels = 3"), "{back}");
}

#[test]
fn a_variant_chooses_keywords_by_their_tags() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "cv.toml",
        "[person]\nname = \"Ada\"\n[variant.web]\nshow = [\"web\"]\n[[section]]\nkind = \"skill\"\n\
         [[section.entry]]\nname = \"Code\"\nkeywords = [\"SQL\", { name = \"Rust\", tags = [\"core\"] }, \
         { name = \"CSS\", level = 3, tags = [\"web\"] }, { name = \"PHP\", hidden = true }]\n",
    );
    sandbox
        .run("render cv.toml --variant web -o web.txt")
        .succeeds();
    let text = sandbox.read("web.txt");
    assert!(text.contains("SQL, CSS (3 of 5)"), "{text}");
    assert!(!text.contains("Rust") && !text.contains("PHP"), "{text}");
}

#[test]
fn words_for_the_level_of_a_language_are_its_fluency() {
    let language = "kind = \"language\"\nentry = [{ language = \"Go\", level = ";
    assert_eq!(messages(&format!("{language}5 }}]")), [] as [&str; 0]);
    assert_eq!(
        messages(&format!("{language}\"C1\" }}]")),
        ["`level` in words is a field of `skill` or `interest`, not of `language`"]
    );
    let job = "kind = \"experience\"\nentry = [{ organization = \"A\", level = 3 }]";
    assert_eq!(
        messages(job),
        ["`level` is a field of `skill`, `interest` or `language`, not of `experience`"]
    );
}
