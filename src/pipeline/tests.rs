use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::diagnostic::{Deny, Source, rule};
use crate::export::ExportOptions;
use crate::layout::{DesignOverrides, Ink, Layout, Layouts, OptionSetting};
use crate::pipeline::press::{PressDesign, press_design};
use crate::pipeline::render::identity;
use crate::pipeline::{
    Document, NamedPressDocument, PressOptions, RenderOptions, RenderPart, check_documents,
    extract_text, press_documents, render,
};
use crate::press::{PdfxStandard, PressSettings};
use crate::profile::{self, Input, PartialDate};
use crate::selection::Choice;
use crate::typeset::Engine;

fn pages(layout: &str) -> RenderPart {
    RenderPart {
        layout: layout.to_owned(),
        has_pages: true,
    }
}

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let layouts = Layouts::load(None).expect("the layouts");
    Engine::new(layouts, None).expect("the fonts")
});

const ADA: &str = "date = '2026-03'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'list'\nhighlights = ['One thing.']\n";

fn document(toml: &str, choice: &Choice) -> Document {
    let parsed = profile::parse(Source::new("ada.toml", toml), None, None).expect("a profile");
    Document::new(&parsed, choice, "ada", &Deny::default(), &ENGINE)
}

fn compact() -> &'static Layout {
    ENGINE.layouts().get("compact").expect("the layout")
}

#[test]
fn document_tells_its_choice() {
    let plain = document(ADA, &Choice::default());
    assert_eq!((plain.locale(), plain.variant()), (None, None));
    assert_eq!((plain.name(), plain.public_name()), ("ada", "ada"));
    let german = Choice {
        locale: Some("de".to_owned()),
        fallback: true,
        ..Choice::default()
    };
    assert_eq!(document(ADA, &german).locale(), Some("de"));
}

#[test]
fn anonymous_file_does_not_show_the_name_of_the_profile() {
    let anonymous = Choice {
        anonymous: true,
        ..Choice::default()
    };
    let (plain, anonymous) = (document(ADA, &Choice::default()), document(ADA, &anonymous));
    assert_eq!(anonymous.public_name(), anonymous.resume.document.title);
    assert!(!identity(&anonymous, "compact").contains("ada"));
    assert_ne!(identity(&plain, "compact"), identity(&plain, "vita"));
    assert_ne!(identity(&plain, "compact"), identity(&anonymous, "compact"));
}

#[test]
fn profile_or_options_with_errors_are_not_typeset() {
    let wrong_layout = format!("layout = 'nowhere'\n{ADA}");
    let wrong_profile = document(&wrong_layout, &Choice::default());
    let errors = wrong_profile
        .fit(compact(), &DesignOverrides::default(), &ENGINE)
        .expect_err("an error in the profile");
    assert!(errors.has_errors());
    let wrong_option = DesignOverrides {
        options: vec![OptionSetting {
            name: "size".to_owned(),
            value: "huge".to_owned(),
        }],
        ..DesignOverrides::default()
    };
    let errors = document(ADA, &Choice::default())
        .fit(compact(), &wrong_option, &ENGINE)
        .expect_err("an error in the options");
    assert!(errors.has_errors());
}

#[test]
fn document_may_have_as_many_pages_as_the_limit() {
    let cv = document(ADA, &Choice::default());
    let limited = |max_pages| {
        let options = RenderOptions {
            max_pages: Some(max_pages),
            ..RenderOptions::default()
        };
        render(&cv, &pages("compact"), &options, &ENGINE)
    };
    assert_eq!(limited(1).expect("one page").files.len(), 1);
    let errors = limited(0).expect_err("one page is too many");
    let messages: Vec<&str> = errors.iter().map(|error| &*error.message).collect();
    assert_eq!(messages, ["1 page exceeds the limit of 0"]);
}

fn design_for_press(ink: Option<Ink>, standard: PdfxStandard) -> PressDesign {
    let options = RenderOptions {
        press: Some(PressOptions {
            ink,
            file: PressSettings {
                standard,
                ..PressSettings::default()
            },
            ..PressOptions::default()
        }),
        ..RenderOptions::default()
    };
    press_design(
        &document(ADA, &Choice::default()),
        compact(),
        &options,
        &ENGINE,
    )
}

#[test]
fn print_shop_gets_the_inks_and_images_that_its_standard_allows() {
    for (ink, black_only) in [
        (None, false),
        (Some(Ink::Cmyk), false),
        (Some(Ink::K), true),
    ] {
        let design = design_for_press(ink, PdfxStandard::X1a);
        assert_eq!(design.file.black_only, black_only, "{ink:?}");
        assert!(!design.settings.color_images);
    }
    let design = design_for_press(None, PdfxStandard::X4);
    assert!(design.settings.color_images);
}

fn written(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> Input {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a file");
    Input::File(path)
}

/// Returns the document of an input for a print shop.
fn press_document(input: &Input, options: &RenderOptions) -> NamedPressDocument {
    let mut found =
        press_documents(std::slice::from_ref(input), options, Some(1), &ENGINE).expect("a thread");
    let mut found = found.swap_remove(0);
    assert!(!found.problems.has_errors(), "{:?}", found.problems);
    found.documents.swap_remove(0)
}

#[test]
fn documents_of_sheets_have_the_direction_date_and_inks_of_their_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let black = RenderOptions {
        press: Some(PressOptions {
            ink: Some(Ink::K),
            ..PressOptions::default()
        }),
        ..RenderOptions::default()
    };
    let given = RenderOptions {
        export: ExportOptions {
            source_date_epoch: Some(1_767_225_600),
        },
        today: Some(PartialDate {
            year: 2026,
            month: Some(1),
            day: Some(1),
        }),
        ..RenderOptions::default()
    };
    let ada = press_document(&written(folder.path(), "ada.toml", ADA), &black);
    assert_eq!(ada.name, "ada-compact");
    assert_eq!(ada.document.date_text, "2026-03");
    assert!(!ada.document.source.right_to_left && ada.document.settings.black_only);
    let arabic = "locale = 'ar'\n[person]\nname = 'رنا'\n";
    let arabic = press_document(&written(folder.path(), "rana.toml", arabic), &given);
    assert_eq!(arabic.document.date_text, "2026-01-01");
    assert!(arabic.document.source.right_to_left && !arabic.document.settings.black_only);
    let cv = document(ADA, &Choice::default());
    let rendered =
        render(&cv, &pages("compact"), &RenderOptions::default(), &ENGINE).expect("a file");
    let pdf = written(folder.path(), "b.pdf", &rendered.files[0].bytes);
    for (options, black_only) in [(&black, true), (&RenderOptions::default(), false)] {
        let document = press_document(&pdf, options).document;
        assert_eq!(document.settings.black_only, black_only);
        assert_eq!((&*document.name, &*document.date_text), ("b", "2026-03-01"));
    }
}

#[test]
fn pages_are_extracted_as_lines_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let ada = written(folder.path(), "ada.toml", ADA);
    let options = RenderOptions::default();
    let extracted = extract_text(&ada, &options, &ENGINE).expect("text");
    assert_eq!(extracted[0].name, "ada in compact");
    let [page] = extracted[0].pages.as_slice() else {
        panic!("{:?}", extracted[0].pages);
    };
    let last = page.last().expect("a line");
    assert!(page[0] == "Ada" && last.ends_with("One thing."), "{page:?}");
    let reports = check_documents(&ada, &options, &ENGINE)
        .expect("a report")
        .reports;
    assert!(reports[0].clean, "{:?}", reports[0].findings);
    // A note is not a flaw, a warning is.
    let fall = format!("{ADA}[[section.entry]]\ntext = 'A talk'\ndate = '2024 Fall'\n");
    let fall = written(folder.path(), "fall.toml", fall);
    let reports = check_documents(&fall, &options, &ENGINE)
        .expect("a report")
        .reports;
    let rules: Vec<&str> = reports[0]
        .findings
        .iter()
        .map(|finding| finding.rule.name())
        .collect();
    assert_eq!(rules, [rule::DATE_NOT_RECOGNIZED.name()]);
    assert!(reports[0].clean);
    let written_out = written(
        folder.path(),
        "hidden.toml",
        ADA.replace(
            "name = 'Ada'",
            "name = 'Ada'\nemail = 'ada [at] example.org'",
        ),
    );
    let reports = check_documents(&written_out, &options, &ENGINE)
        .expect("a report")
        .reports;
    assert!(!reports[0].clean);
}
