//! Layout options: no choice loses text or moves it off the page.

use cvpress::diagnostic::{Diagnostic, rule};
use cvpress::layout::{Length, OptionKind, OptionSpec};
use cvpress::pipeline::Document;
use cvpress::profile::{self, Input};
use cvpress::selection::Choice;
use typst::layout::{Frame, FrameItem};

use crate::support::pdf;
use crate::support::rendering::{
    Cv, ENGINE, layouts, not_found, open, open_choice, overrides, render_cv_with, shipped_profiles,
    short_messages,
};
use cvpress::typeset::runs;

/// Warnings about how full pages are, which many options change.
const ABOUT_LENGTH: [rule::RuleName; 2] = [rule::SHORT_PAGE, rule::SHORT_LAST_PAGE];

/// The line of an office.
const OFFICE: &str = "Career Service, University of Example";

/// A shipped CV that has a photo and networks with icons.
fn with_photo() -> Document {
    let path = shipped_profiles()
        .into_iter()
        .find(|path| path.ends_with("sidebar-consultant.toml"))
        .expect("a profile");
    let reading = profile::load(&Input::File(path), None)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    open_choice(&reading, &Choice::default())
}

#[track_caller]
fn printed(layout: &str, options: &[(&str, &str)]) -> Cv {
    let settings = overrides(options);
    render_cv_with(&ENGINE, with_photo(), layout, &settings)
}

/// Returns a value as the command line takes it.
fn bare_text(value: &toml::Value) -> String {
    match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }
}

/// Returns values to try: all of a few choices, the ends of a range, or one other than the default.
/// Other tests render the defaults.
fn values(option: &OptionSpec) -> Vec<String> {
    let mut values = possible_values(option);
    values.retain(|value| *value != bare_text(&option.default));
    values
}

fn possible_values(option: &OptionSpec) -> Vec<String> {
    match option.kind {
        OptionKind::Choice => option.choices.clone(),
        OptionKind::Boolean => vec!["true".to_owned(), "false".to_owned()],
        OptionKind::Color => vec!["#00594c".to_owned()],
        OptionKind::Font => vec!["Inter".to_owned(), "EB Garamond".to_owned()],
        OptionKind::Length | OptionKind::Number | OptionKind::Integer => option
            .range
            .as_ref()
            .expect("a range")
            .iter()
            .map(bare_text)
            .collect(),
        OptionKind::PageGoal => vec!["1".to_owned()],
        OptionKind::Text => vec![OFFICE.to_owned()],
    }
}

#[test]
fn page_footer_is_on_each_page() {
    for name in layouts() {
        let cv = printed(name, &[("page-footer", OFFICE)]);
        let footers = runs(&cv.typeset.document).into_iter();
        let footers = footers.filter(|run| run.text == OFFICE);
        let pages: Vec<usize> = footers.map(|run| run.page).collect();
        let all = 1..=cv.typeset.document.pages().len();
        assert_eq!(pages, all.collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn no_option_loses_text() {
    for name in layouts() {
        let manifest = &ENGINE.layouts().get(name).expect("a layout").manifest;
        let mut tried = 0;
        for (option, spec) in &manifest.options {
            for value in values(spec) {
                // Lines must not touch: tight leading needs small text.
                let other = match option.as_str() {
                    "leading" => Some((
                        "size",
                        manifest.options["size"]
                            .range
                            .as_ref()
                            .and_then(|r| r[0].as_str())
                            .expect("a size"),
                    )),
                    _ => None,
                };
                let options: Vec<(&str, &str)> = other
                    .into_iter()
                    .chain([(option.as_str(), value.as_str())])
                    .collect();
                let cv = printed(name, &options);
                let what = format!("{name} with {option} = {value}");
                assert_eq!(
                    not_found(&cv, &pdf::text(&pdf::pages(&cv.bytes))),
                    [] as [String; 0],
                    "{what}"
                );
                let flaws: Vec<&Diagnostic> = cv
                    .typeset
                    .warnings
                    .iter()
                    .filter(|warning| !ABOUT_LENGTH.contains(&warning.rule))
                    // The form has two pages of its own.
                    .filter(|warning| name != "rirekisho" || warning.rule != rule::DOES_NOT_FIT)
                    .collect();
                assert!(flaws.is_empty(), "{what}: {flaws:?}");
                tried += 1;
            }
        }
        assert!(tried > 20, "{name}: only {tried} values tried");
    }
}

fn text_with_roles(toml: &str, layout: &str, choice: &str) -> String {
    let settings = overrides(&[("group-roles", choice)]);
    let cv = render_cv_with(&ENGINE, open(toml), layout, &settings);
    pdf::text(&pdf::pages(&cv.bytes)).to_lowercase()
}

/// Returns how often a text contains another.
fn times(text: &str, said: &str) -> usize {
    text.matches(&pdf::bare(said).to_lowercase()).count()
}

#[test]
fn jobs_at_one_employer_have_one_header() {
    let job = |position: &str| {
        format!(
            "[[section.entry]]\norganization = 'Lumen Audio'\nposition = '{position}'\nlocation = 'Athens'\n\
             start = '2020-01'\nend = '2021-01'\nhighlights = ['Led it.']\n"
        )
    };
    let toml = format!(
        "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n{}{}",
        job("Head of Sound"),
        job("Engineer")
    );
    for layout in layouts() {
        let grouped = text_with_roles(&toml, layout, "true");
        let single = text_with_roles(&toml, layout, "false");
        for said in ["Lumen Audio", "Athens"] {
            assert!(times(&grouped, said) > 0, "{layout}: {grouped}");
            assert!(
                times(&grouped, said) < times(&single, said),
                "{layout}: {grouped}"
            );
        }
        // A form with a row per event names the employer at the first and at the last one.
        if layout != "rirekisho" {
            assert_eq!(times(&grouped, "Lumen Audio"), 1, "{layout}: {grouped}");
        }
        for said in ["Head of Sound", "Engineer", "Led it."] {
            assert!(times(&grouped, said) > 0, "{layout}: {grouped}");
        }
    }
}

/// Returns the number of images, and how many of their frames are clipped to a shape.
fn images(frame: &Frame) -> (usize, usize) {
    frame
        .items()
        .fold((0, 0), |(images, cut), (_, item)| match item {
            FrameItem::Image(..) => (images + 1, cut),
            FrameItem::Group(group) => {
                let (inner, inner_cut) = self::images(&group.frame);
                let is_cut =
                    inner == 1 && group.clip.as_ref().is_some_and(|curve| curve.0.len() > 6);
                (images + inner, cut + inner_cut + usize::from(is_cut))
            }
            _ => (images, cut),
        })
}

fn images_of(cv: &Cv) -> (usize, usize) {
    images(&cv.typeset.document.pages()[0].frame)
}

/// Returns the number of icons, which are filled curves.
fn signs(frame: &Frame) -> usize {
    frame.items().map(|(_, item)| signs_in(item)).sum()
}

fn signs_in(item: &FrameItem) -> usize {
    match item {
        FrameItem::Shape(shape, _) => usize::from(
            shape.fill.is_some() && matches!(shape.geometry, typst::visualize::Geometry::Curve(_)),
        ),
        FrameItem::Group(group) => signs(&group.frame),
        _ => 0,
    }
}

#[test]
fn photo_has_its_shape_and_contacts_have_icons() {
    for name in layouts() {
        let has_icons = ENGINE
            .layouts()
            .get(name)
            .expect("a layout")
            .manifest
            .has_option("icons");
        let with = |photo: &str, icons: &str| {
            let mut options = vec![("photo", photo)];
            if has_icons {
                options.push(("icons", icons));
            }
            let cv = printed(name, &options);
            (images_of(&cv), signs(&cv.typeset.document.pages()[0].frame))
        };
        // Heading rules are filled curves, too.
        let ((images, _), rules) = with("none", "false");
        assert_eq!(images, 0, "{name}");
        assert_eq!(with("rectangle", "false").0, (1, 0), "{name}");
        // A form has a box for a photo of one shape.
        let shapes: &[&str] = match name {
            "rirekisho" => &[],
            _ => &["rounded", "circle"],
        };
        for shape in shapes {
            let (images, cut) = with(shape, "false").0;
            assert!(images == 1 && cut >= 1, "{name}: {shape}");
        }
        // Email, phone, location, website, one network.
        assert_eq!(
            with("none", "true").1 - rules,
            if has_icons { 5 } else { 0 },
            "{name}"
        );
    }
}

/// Returns the least distances of glyphs from the left and the right edge of the pages, in pt.
fn side_distances(cv: &Cv) -> (f64, f64) {
    let mut least = (f64::INFINITY, f64::INFINITY);
    for page in pdf::pages(&cv.bytes) {
        for glyph in &page.glyphs {
            let x = glyph.origin.x;
            least.0 = least.0.min(x);
            least.1 = least.1.min(page.width - x);
        }
    }
    least
}

#[test]
fn each_side_has_a_margin_of_its_own() {
    for locale in ["en", "ar"] {
        let profile = format!(
            "locale = '{locale}'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'text'\n\
             title = 'A'\nbody = '{}'\n",
            "abc def gh ijkl mno pqrst uvw xyz ".repeat(60)
        );
        for layout in layouts() {
            let distances = |options: &[(&str, &str)]| {
                let common = [("fit", "off"), ("margin-x", "14mm"), ("justify", "true")];
                let fixed = [options, &common].concat();
                let cv = render_cv_with(&ENGINE, open(&profile), layout, &overrides(&fixed));
                side_distances(&cv)
            };
            let both = distances(&[]);
            let left = distances(&[("margin-left", "29mm")]);
            let right = distances(&[("margin-right", "29mm")]);
            let moved = 15.0 / 25.4 * 72.0;
            let what = format!("{layout}, {locale}: {both:?} {left:?} {right:?}");
            // At the end of a line, the origin of a glyph is before the edge; narrow text is ragged.
            let near = |found: f64, expected: f64| (found - expected).abs() < 20.0;
            assert!(near(left.0, both.0 + moved), "{what}");
            assert!(near(left.1, both.1), "{what}");
            assert!(near(right.0, both.0), "{what}");
            assert!(near(right.1, both.1 + moved), "{what}");
        }
    }
}

/// Returns where the name begins and ends: the largest text of the first page.
fn name_of(layout: &str, options: &[(&str, &str)]) -> (f64, f64) {
    let cv = printed(layout, &[options, &[("fit", "off")]].concat());
    let first = runs(&cv.typeset.document)
        .into_iter()
        .filter(|run| run.page == 1)
        .collect::<Vec<_>>();
    let size = first.iter().map(|run| run.size).fold(0.0, f64::max);
    let mut name = (f64::INFINITY, 0.0_f64);
    for run in first.iter().filter(|run| run.size > size - 0.1) {
        name = (name.0.min(run.x), name.1.max(run.end));
    }
    name
}

fn layouts_with(option: &str) -> Vec<&'static str> {
    let has_option = |layout: &&str| {
        let layout = ENGINE.layouts().get(layout).expect("a layout");
        layout.manifest.has_option(option)
    };
    layouts().into_iter().filter(has_option).collect()
}

#[test]
fn the_head_is_where_its_option_says() {
    let with_option = layouts_with("header-align");
    assert!(with_option.len() >= 4, "{with_option:?}");
    for layout in with_option {
        let at = |edge| name_of(layout, &[("header-align", edge), ("photo", "none")]);
        let (start, center, end) = (at("start"), at("center"), at("end"));
        let what = format!("{layout}: {start:?} {center:?} {end:?}");
        assert_eq!(center, name_of(layout, &[("photo", "none")]), "{what}");
        assert!(
            (f64::midpoint(start.0, end.0) - center.0).abs() < 1.0,
            "{what}"
        );
        assert!(end.0 - start.0 > 100.0, "{what}");
        // The edges of the text are at the same distance from those of the paper, A4.
        let paper = 210.0 / 25.4 * 72.0;
        assert!(
            (start.0 - (paper - end.1)).abs() < 3.0 || layout == "vita",
            "{what}"
        );
    }
}

#[test]
fn the_photo_is_at_the_edge_of_its_option() {
    let with_option = layouts_with("photo-position");
    assert!(with_option.len() >= 9, "{with_option:?}");
    for layout in with_option {
        let manifest = &ENGINE.layouts().get(layout).expect("a layout").manifest;
        let at = |edge| {
            let aligned = manifest.has_option("header-align");
            let start = aligned.then_some(("header-align", "start"));
            let options: Vec<_> = [("photo-position", edge), ("photo", "rectangle")]
                .into_iter()
                .chain(start)
                .collect();
            name_of(layout, &options).0
        };
        let moved = at("start") - at("end");
        assert!((60.0..140.0).contains(&moved), "{layout}: {moved}");
    }
}

/// Returns the leading of a layout with some options, in pt.
fn leading_with(layout: &str, options: &[(&str, &str)]) -> f64 {
    let profile = "[person]\nname = 'Ada'\n[[section]]\nkind = 'text'\nbody = 'One line.'\n";
    let fixed = [options, &[("fit", "off")]].concat();
    let cv = render_cv_with(&ENGINE, open(profile), layout, &overrides(&fixed));
    cv.typeset.line.expect("a leading")
}

fn points(value: &toml::Value) -> f64 {
    let length = Length::parse(&bare_text(value)).expect("a length");
    length.to_points()
}

#[test]
fn leading_follows_a_size_of_the_user() {
    for layout in layouts() {
        let manifest = &ENGINE.layouts().get(layout).expect("a layout").manifest;
        let (size, leading) = (&manifest.options["size"], &manifest.options["leading"]);
        let usual = points(&leading.default);
        assert!((leading_with(layout, &[]) - usual).abs() < 1e-9, "{layout}");
        for end in size.range.as_ref().expect("a range") {
            let followed = leading_with(layout, &[("size", &bare_text(end))]);
            let scaled = usual * points(end) / points(&size.default);
            let least = leading.least().expect("a least leading");
            let most = leading.most().expect("a largest leading");
            let what = format!("{layout} with {end}: {followed}");
            assert!(
                (followed - scaled.clamp(least, most)).abs() < 0.01,
                "{what}"
            );
            let chosen = leading_with(layout, &[("size", &bare_text(end)), ("leading", "16pt")]);
            assert!((chosen - 16.0).abs() < 1e-9, "{what}");
        }
    }
}

#[test]
fn a_size_in_the_profile_needs_no_leading() {
    let toml = "[person]\nname = 'Ada'\n[[section]]\nkind = 'text'\nbody = 'One line.'\n\
                [design]\nfit = 'off'\nsize = '11.5pt'\n";
    let cv = render_cv_with(&ENGINE, open(toml), "compact", &overrides(&[]));
    assert_eq!(cv.typeset.line, Some(14.72));
}
