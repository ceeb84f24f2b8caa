//! Pictures in texts: in every layout and format, followed by their text, and only from the profile's
//! folder.

use std::path::PathBuf;

use cvpress::content::DateFormat;
use cvpress::diagnostic::{MessageFormat, Source, render};
use cvpress::export::html;
use cvpress::pipeline::{Document, RenderOptions, check_profile};
use cvpress::profile::{self, Input};
use cvpress::selection::Choice;
use image::Rgb;
use typst::layout::{Frame, FrameItem};
use typst::visualize::{Image, ImageKind};

use crate::support::docx::WordFile;
use crate::support::rendering::{
    Cv, ENGINE, layouts, lost, open_choice, overrides, render_cv_with, short_messages, stray,
};
use crate::support::sandbox::Sandbox;

const FLAG: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10' width='20' height='10'>\
    <rect width='20' height='10' fill='#c00000'/></svg>";

const TRAVELS: &str = r#"
date = "2026"
[person]
name = "Ada Berg"
summary = "Based in ![Flag of Norway](flag.svg), at home in mountains."

[[section]]
kind = "experience"
[[section.entry]]
organization = "Example Maps"
position = "Surveyor"
start = "2020"
end = "2022"
highlights = ["Drew ![Map of the coast](flag.svg) from the air", { text = "Measured", items = ["![Peak of Example Mountain](./flag.svg)"] }]
"#;

/// The pictures of the profile.
const PICTURES: usize = 3;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("flag.svg", FLAG);
    sandbox
}

fn opened(choice: &Choice) -> Document {
    let sandbox = sandbox();
    let folder = sandbox.path("");
    let source = Source::new("ada.toml", TRAVELS);
    let parsed = profile::parse(source, Some(&folder), None).expect("a profile");
    let document = open_choice(&parsed, choice);
    assert_eq!(short_messages(&document.problems), "");
    document
}

fn rendered(choice: &Choice, layout: &str, options: &[(&str, &str)]) -> Cv {
    render_cv_with(&ENGINE, opened(choice), layout, &overrides(options))
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

fn shown(cv: &Cv) -> Vec<&Image> {
    let pages = cv.typeset.document.pages().iter();
    pages.flat_map(|page| images(&page.frame)).collect()
}

#[test]
fn every_layout_shows_pictures_and_their_texts() {
    for layout in layouts() {
        let cv = rendered(&Choice::default(), layout, &[]);
        assert_eq!(shown(&cv).len(), PICTURES, "{layout}");
        assert_eq!(lost(&cv), [] as [String; 0], "{layout}");
        assert_eq!(stray(&cv), [] as [String; 0], "{layout}");
    }
}

#[test]
fn pictures_are_gray_in_black_ink() {
    let cv = rendered(&Choice::default(), "compact", &[("ink", "k")]);
    let pictures = shown(&cv);
    assert_eq!(pictures.len(), PICTURES);
    for picture in pictures {
        let ImageKind::Raster(raster) = picture.kind() else {
            panic!("a picture in color");
        };
        let pixels = raster.dynamic().to_rgb8();
        let mut pixels = pixels.pixels();
        assert!(pixels.all(|Rgb([red, green, blue])| red == green && green == blue));
    }
}

#[test]
fn copies_for_blind_review_have_the_text_alone() {
    let choice = Choice {
        anonymous: true,
        ..Choice::default()
    };
    let cv = rendered(&choice, "compact", &[]);
    assert_eq!(shown(&cv).len(), 0);
    assert_eq!(lost(&cv), [] as [String; 0]);
    let page = html(&cv.document.resume, DateFormat::default(), &[], &[]);
    assert!(page.contains("Map of the coast"), "{page}");
}

#[test]
fn word_documents_and_web_pages_have_pictures_and_other_formats_their_texts() {
    let sandbox = sandbox();
    sandbox.write("ada.toml", TRAVELS);
    sandbox
        .run("render ada.toml --format html,docx,md,txt --output out/")
        .succeeds();
    let page = sandbox.read("out/ada.html");
    let tag = "<img class=\"picture\" alt=\"\" src=\"data:image/svg+xml;base64,";
    assert_eq!(page.matches(tag).count(), PICTURES);
    let file = WordFile::open(&sandbox.bytes("out/ada.docx"));
    let body = String::from_utf8_lossy(file.bytes("word/document.xml")).into_owned();
    assert_eq!(body.matches("<w:drawing>").count(), PICTURES);
    for text in [
        page,
        file.text(),
        sandbox.read("out/ada.md"),
        sandbox.read("out/ada.txt"),
    ] {
        for said in [
            "Flag of Norway",
            "Map of the coast",
            "Peak of Example Mountain",
        ] {
            assert!(text.contains(said), "no `{said}`: {text}");
        }
    }
}

#[test]
fn files_are_those_of_the_profiles_folder() {
    let sandbox = sandbox();
    sandbox.write("text.svg", "no drawing");
    for (picture, message) in [
        (
            "(none.svg)",
            "14:41: error[photo-missing]: the picture `none.svg` does not exist",
        ),
        (
            "(../a.svg)",
            "14:41: error[photo-outside]: the picture `../a.svg` is outside the profile's folder",
        ),
        (
            "(text.svg)",
            "14:41: error[photo-format]: the content of the picture `text.svg` does not match its extension",
        ),
        (
            "(https://example.org/a.svg)",
            "14:21: warning[image-in-text]: a picture must be a file beside the profile; shown as typed",
        ),
    ] {
        let told = told(
            &sandbox,
            &TRAVELS.replacen("(flag.svg) from", &format!("{picture} from"), 1),
        );
        assert!(told.contains(message), "{told}");
    }
    let bare = TRAVELS.replacen("![Map of the coast]", "![ ]", 1);
    let message = "14:21: error[image-without-text]: the picture has no text";
    let told = told(&sandbox, &bare);
    assert!(told.contains(message), "{told}");
}

/// Returns the problems of a profile in the folder of pictures.
fn told(sandbox: &Sandbox, text: &str) -> String {
    let input = Input::Bytes {
        name: "ada.toml".to_owned(),
        files: sandbox.path("").into(),
        bytes: text.as_bytes().to_vec().into(),
    };
    let problems = check_profile(&input, &RenderOptions::default(), &ENGINE);
    render(&problems, MessageFormat::Short)
}

#[test]
fn a_picture_counts_as_a_file_of_the_profile() {
    let sandbox = sandbox();
    let folder = sandbox.path("");
    let files = profile::referenced_files(TRAVELS, &folder);
    let paths: Vec<PathBuf> = files.into_iter().map(|file| file.path).collect();
    let flag = sandbox.path("flag.svg").canonicalize().expect("a file");
    assert!(
        !paths.is_empty()
            && paths
                .iter()
                .all(|path| path.canonicalize().ok() == Some(flag.clone()))
    );
}
