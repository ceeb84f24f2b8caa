//! Layout options: no choice loses text or moves it off the page.

use cvpress::layout::{OptionKind, OptionSpec};
use cvpress::pipeline::Document;
use cvpress::profile::{self, Input};
use cvpress::selection::Choice;
use typst::layout::{Frame, FrameItem};

use crate::support::pdf;
use crate::support::rendering::{
    Cv, ENGINE, layouts, not_found, open_choice, overrides, render_cv_with, shipped_profiles,
    short_messages,
};

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
        OptionKind::Text => Vec::new(),
    }
}

#[test]
fn no_option_loses_text() {
    for name in layouts() {
        let manifest = &ENGINE.layouts().get(name).expect("a layout").manifest;
        let mut tried = 0;
        for (option, spec) in &manifest.options {
            for value in values(spec) {
                // Lines must not touch: large text needs leading, and tight leading needs small
                // text.
                let other = match option.as_str() {
                    "size" => Some(("leading", "16pt")),
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
                assert_eq!(short_messages(&cv.typeset.warnings), "", "{what}");
                tried += 1;
            }
        }
        assert!(tried > 20, "{name}: only {tried} values tried");
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
        for shape in ["rounded", "circle"] {
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
