//! Place, date and signature at the end of a CV: in every layout, private, and never alone on a
//! page.

use std::path::Path;

use cvpress::content::{DateFormat, text_groups};
use cvpress::diagnostic::{Deny, Source};
use cvpress::pipeline::Document;
use cvpress::profile;
use cvpress::selection::{Choice, DocumentKind};
use cvpress::typeset::runs;

use super::completeness::renders_whole;
use crate::support::pdf;
use crate::support::rendering::{
    Cv, ENGINE, layouts, open, open_choice, render_cv, short_messages,
};
use crate::support::sandbox::Sandbox;

fn signed(locale: &str, signature: &str) -> String {
    format!(
        "locale = '{locale}'\nfooter = 'The last line.'\n\
         [person]\nname = 'Ada Berg'\nemail = 'ada@example.org'\n\
         [[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Example'\n\
         start = '2020'\nend = '2022'\nhighlights = ['The last bullet.']\n\
         [[section]]\nkind = 'language'\nentry = [{{ language = 'English', fluency = 'C1' }}]\n\
         [signature]\n{signature}\n"
    )
}

fn open_in(folder: Option<&Path>, text: &str, choice: &Choice) -> Document {
    let parsed = profile::parse(Source::new("test.toml", text), folder, None).expect("TOML");
    Document::new(&parsed, choice, "test", &Deny::default(), &ENGINE)
}

/// Returns the last texts of a document.
fn end_of(text: &str, choice: &Choice) -> Vec<String> {
    let document = open_in(None, text, choice);
    let problems = short_messages(&document.problems);
    assert!(!document.problems.has_errors(), "{problems}");
    let texts = text_groups(&document.resume, DateFormat::AS_WRITTEN).concat();
    let start = texts.iter().position(|text| text == "C1").expect("a level");
    texts[start + 1..].to_vec()
}

/// Returns the index of the page with a text.
#[track_caller]
fn page_of(cv: &Cv, text: &str) -> usize {
    let pages = pdf::pages(&cv.bytes);
    let found = pages
        .iter()
        .position(|page| pdf::text(std::slice::from_ref(page)).contains(&pdf::bare(text)));
    found.unwrap_or_else(|| panic!("`{text}` is not there"))
}

#[test]
fn the_end_of_a_cv_is_in_every_layout() {
    for (locale, place) in [("de", "Berlin"), ("zh-Hans", "北京"), ("ar", "دبي")] {
        let text = signed(locale, &format!("place = '{place}'\ndate = '2026-11-23'"));
        for layout in layouts() {
            renders_whole(
                &render_cv(open(&text), layout, None),
                &format!("{layout} in {locale}"),
            );
        }
    }
    for sections in [
        "",
        "[[section]]\nkind = 'education'\nentry = [{ degree = 'Master' }]\n",
    ] {
        let text = format!("[person]\nname = 'Ada'\n{sections}[signature]\nplace = 'Berlin'\n");
        for layout in layouts() {
            renders_whole(&render_cv(open(&text), layout, None), layout);
        }
    }
}

#[test]
fn the_date_is_that_of_a_letter_in_the_language() {
    let fields = "place = 'Berlin'\ndate = '2026-11-23'";
    for (locale, date) in [
        ("de", "23. November 2026"),
        ("en", "23 November 2026"),
        ("zh-Hans", "2026年11月23日"),
    ] {
        let end = end_of(&signed(locale, fields), &Choice::default());
        assert_eq!(end, ["Berlin", date, "Ada Berg", "The last line."]);
    }
}

#[test]
fn the_date_of_the_document_is_the_default() {
    let text = format!("date = '2026-03'\n{}", signed("en", "place = 'Berlin'"));
    let end = end_of(&text, &Choice::default());
    assert_eq!(end, ["Berlin", "March 2026", "Ada Berg", "The last line."]);
}

#[test]
fn private_copies_have_neither_name_nor_image() {
    let folder = Sandbox::new();
    folder.copy("profiles/signature.svg", "me.svg");
    let fields = "place = 'Berlin'\ndate = '2026-11-23'\nimage = 'me.svg'\nname = 'A. Berg'";
    let text = signed("en", fields);
    for (choice, expected) in [
        (Choice::default(), Some("A. Berg")),
        (
            Choice {
                public: true,
                ..Choice::default()
            },
            None,
        ),
        (
            Choice {
                anonymous: true,
                ..Choice::default()
            },
            None,
        ),
    ] {
        let document = open_in(Some(&folder.path("")), &text, &choice);
        let problems = short_messages(&document.problems);
        assert!(!document.problems.has_errors(), "{problems}");
        let signature = document.resume.signature.expect("place and date");
        assert_eq!(signature.date.as_deref(), Some("23 November 2026"));
        assert_eq!(signature.name.as_deref(), expected, "{choice:?}");
        assert_eq!(signature.image.is_some(), expected.is_some(), "{choice:?}");
    }
    let anonymous = Choice {
        anonymous: true,
        ..Choice::default()
    };
    let alone = open_in(None, &signed("en", "name = 'A. Berg'"), &anonymous);
    assert_eq!(alone.resume.signature, None);
}

#[test]
fn the_letter_does_not_have_the_signature_of_the_cv() {
    let text = signed("en", "place = 'Berlin'") + "[letter]\nbody = 'Text.'\n";
    let letter = Choice {
        document: DocumentKind::Letter,
        ..Choice::default()
    };
    assert_eq!(open_in(None, &text, &letter).resume.signature, None);
}

#[test]
fn a_variant_replaces_single_fields() {
    let text = signed("en", "place = 'Berlin'\ndate = '2026-11-23'")
        + "[variant.acme.signature]\nplace = 'Bonn'\nname = ''\n";
    let acme = Choice {
        variant: Some("acme".to_owned()),
        ..Choice::default()
    };
    let end = end_of(&text, &acme);
    assert_eq!(end, ["Bonn", "23 November 2026", "The last line."]);
}

#[test]
fn the_image_has_the_rules_of_photos() {
    let sandbox = Sandbox::new();
    sandbox.copy("profiles/signature.svg", "in/me.svg");
    sandbox.copy("profiles/signature.svg", "out.svg");
    let folder = sandbox.path("in");
    let parsed = |image: &str| {
        let text = signed("en", &format!("image = '{image}'"));
        profile::parse(Source::new("test.toml", text), Some(&folder), None).expect("TOML")
    };
    for (image, message) in [
        ("../out.svg", "[photo-outside]: the image `../out.svg`"),
        ("none.png", "[photo-missing]: the image `none.png`"),
        ("me.txt", "[photo-missing]"),
    ] {
        let found = short_messages(&parsed(image).problems);
        let expected = format!("test.toml:17:9: error{message}");
        assert!(found.contains(&expected), "{found}");
    }
    let bare = open(&signed("en", "name = 'Ada Berg'"));
    let bare = render_cv(bare, "compact", None).bytes.len();
    // A PDF/UA has no images without an alternative text.
    let cv = open_choice(&parsed("me.svg"), &Choice::default());
    assert!(render_cv(cv, "compact", None).bytes.len() > bare);
}

#[test]
fn an_empty_signature_is_an_error() {
    let text = "[person]\nname = 'Ada'\n[signature]\n";
    let messages = short_messages(&open_in(None, text, &Choice::default()).problems);
    assert!(
        messages.contains("3:1: error[missing-key]: `signature` is empty"),
        "{messages}"
    );
}

#[test]
fn signature_of_a_cv_is_never_alone_on_a_page() {
    for layout in layouts() {
        let mut last_pages = 0;
        for bullets in (14..62).step_by(3) {
            let bullets: String = (0..bullets)
                .map(|n| format!("'Bullet {n} x. {}', ", "Some words. ".repeat(9)))
                .collect();
            let text = format!(
                "[person]\nname = 'Ada'\n[[section]]\nkind = 'experience'\n[[section.entry]]\n\
                 organization = 'Example'\nhighlights = [{bullets} 'The end of it.']\n\
                 [signature]\nplace = 'Berlin'\ndate = '2026-11-23'\n"
            );
            let cv = render_cv(open(&text), layout, None);
            renders_whole(&cv, layout);
            assert_eq!(
                page_of(&cv, "The end of it."),
                page_of(&cv, "23 November 2026"),
                "{layout}: {}",
                cv.typeset.extent.pages
            );
            last_pages += usize::from(cv.typeset.extent.pages > 1);
        }
        assert!(
            last_pages > 2,
            "{layout}: only {last_pages} CVs of two pages"
        );
    }
}

#[test]
fn a_long_name_breaks_in_every_layout() {
    let text = signed("en", &format!("name = '{}'", "n".repeat(250)));
    for layout in layouts() {
        let cv = render_cv(open(&text), layout, None);
        let edge = cv.typeset.document.pages()[0].frame.width().to_pt() - 14.0;
        for run in runs(&cv.typeset.document) {
            assert!(run.end <= edge, "{layout}: {}", run.text);
        }
    }
}
