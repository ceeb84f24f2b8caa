//! Logos of employers and schools: in every layout with the option, before the name, and nowhere else.

use cvpress::diagnostic::{MessageFormat, Source, render};
use cvpress::pipeline::{RenderOptions, check_profile};
use cvpress::profile::{self, Input};
use cvpress::selection::Choice;
use image::Rgb;
use typst::layout::{Frame, FrameItem};
use typst::visualize::{Image, ImageKind};

use crate::support::rendering::{
    Cv, ENGINE, layouts, lost, open_choice, overrides, render_cv_with, stray,
};
use crate::support::sandbox::Sandbox;

const LOGO: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10' width='20' height='10'>\
    <rect width='20' height='10' fill='#c00000'/></svg>";

const CAREER: &str = r#"
date = "2026"
[person]
name = "Ada"

[[section]]
kind = "experience"
[[section.entry]]
organization = "Example Chips"
position = "Engineer"
logo = "chips.svg"
start = "2020"
end = "2022"
[[section.entry]]
organization = "Example Chips"
position = "Apprentice"
logo = "chips.svg"
start = "2018"
end = "2020"

[[section]]
kind = "education"
[[section.entry]]
institution = "Example University"
degree = "M.S."
logo = "chips.svg"
date = "2018"
"#;

fn rendered(choice: &Choice, layout: &str, options: &[(&str, &str)]) -> Cv {
    let sandbox = Sandbox::new();
    sandbox.write("chips.svg", LOGO);
    let folder = sandbox.path("chips.svg");
    let source = Source::new("ada.toml", CAREER);
    let parsed = profile::parse(source, folder.parent(), None).expect("a profile");
    let document = open_choice(&parsed, choice);
    render_cv_with(&ENGINE, document, layout, &overrides(options))
}

fn images(frame: &Frame) -> Vec<&Image> {
    let mut found = Vec::new();
    for (_, item) in frame.items() {
        match item {
            FrameItem::Image(image, ..) => found.push(image),
            FrameItem::Group(group) => found.extend(images(&group.frame)),
            _ => {}
        }
    }
    found
}

fn shown_logos(cv: &Cv) -> Vec<&Image> {
    let pages = cv.typeset.document.pages().iter();
    pages.flat_map(|page| images(&page.frame)).collect()
}

fn logos(cv: &Cv) -> usize {
    shown_logos(cv).len()
}

#[test]
fn every_layout_with_the_option_shows_logos() {
    let choice = Choice::default();
    for layout in layouts() {
        let manifest = &ENGINE.layouts().get(layout).expect("a layout").manifest;
        let cv = rendered(&choice, layout, &[]);
        assert_eq!(lost(&cv), [] as [String; 0], "{layout}");
        assert_eq!(stray(&cv), [] as [String; 0], "{layout}");
        if !manifest.options.contains_key("logos") {
            assert_eq!(logos(&cv), 0, "{layout}");
            continue;
        }
        let shown = rendered(&choice, layout, &[("logos", "true")]);
        assert_eq!(logos(&shown), 3, "{layout}");
        assert_eq!(lost(&shown), [] as [String; 0], "{layout}");
        let hidden = rendered(&choice, layout, &[("logos", "false")]);
        assert_eq!(logos(&hidden), 0, "{layout}");
    }
}

#[test]
fn consecutive_jobs_at_one_employer_have_one_logo() {
    let options = [("group-roles", "true")];
    assert_eq!(logos(&rendered(&Choice::default(), "vita", &options)), 2);
}

#[test]
fn logos_are_gray_in_black_ink() {
    let cv = rendered(&Choice::default(), "banner", &[("ink", "k")]);
    let logos = shown_logos(&cv);
    assert_eq!(logos.len(), 3);
    for logo in logos {
        let ImageKind::Raster(raster) = logo.kind() else {
            panic!("a logo in color");
        };
        let pixels = raster.dynamic().to_rgb8();
        let mut pixels = pixels.pixels();
        assert!(pixels.all(|Rgb([red, green, blue])| red == green && green == blue));
    }
}

#[test]
fn copies_for_blind_review_have_no_logos() {
    let choice = Choice {
        anonymous: true,
        ..Choice::default()
    };
    assert_eq!(logos(&rendered(&choice, "banner", &[])), 0);
}

#[test]
fn logos_are_checked_where_the_profile_names_them() {
    let sandbox = Sandbox::new();
    sandbox.write("text.svg", "no drawing");
    for (logo, message) in [
        ("none.svg", "the logo `none.svg` does not exist"),
        (
            "../a.svg",
            "the logo `../a.svg` is outside the profile's folder",
        ),
        (
            "text.svg",
            "the content of the logo `text.svg` does not match its extension",
        ),
    ] {
        let text = CAREER.replacen("chips.svg", logo, 1);
        let input = Input::Bytes {
            name: "ada.toml".to_owned(),
            files: sandbox.path("").into(),
            bytes: text.into_bytes().into(),
        };
        let problems = check_profile(&input, &RenderOptions::default(), &ENGINE);
        let told = render(&problems, MessageFormat::Short);
        assert!(told.contains(message), "{told}");
        assert!(told.contains("ada.toml:11:8"), "{told}");
    }
}
