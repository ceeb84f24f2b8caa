//! Press inks and bleed change the colors and boxes of a CV, and not its layout.

use cvpress::export::{self, ExportOptions};
use cvpress::layout::Ink;
use cvpress::typeset::{Typeset, runs};
use strum::IntoEnumIterator;

use crate::support::rendering::{
    ENGINE, Shipped, layouts, open_choice, overrides, shipped, short_messages,
};

/// Points per millimeter.
const MILLIMETER: f64 = 72.0 / 25.4;

fn set(profile: &Shipped, layout: &str, options: &[(&str, &str)]) -> Typeset {
    let settings = overrides(options);
    let layout = ENGINE.layouts().get(layout).expect("a layout");
    open_choice(&profile.reading, &profile.choice)
        .fit(layout, &settings, &ENGINE)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
        .typeset
}

/// Returns text and position of each run, without its color.
fn places(typeset: &Typeset) -> Vec<(usize, String, [f64; 3])> {
    runs(&typeset.document)
        .into_iter()
        .map(|run| (run.page, run.text, [run.x, run.y, run.size]))
        .collect()
}

fn with_photo() -> Shipped {
    shipped()
        .into_iter()
        .find(|profile| profile.name.starts_with("sidebar-consultant"))
        .expect("a profile with a photo")
}

fn is_gray([red, green, blue]: [f32; 3]) -> bool {
    (red - green).abs() < 0.05 && (green - blue).abs() < 0.05
}

#[test]
fn inks_and_bleed_do_not_move_content() {
    let profile = with_photo();
    for layout in layouts() {
        let plain = set(&profile, layout, &[]);
        for ink in Ink::iter() {
            let pressed = set(&profile, layout, &[("ink", ink.name()), ("bleed", "3mm")]);
            assert_eq!(
                places(&pressed),
                places(&plain),
                "{layout} in {}",
                ink.name()
            );
            for page in pressed.document.pages() {
                for side in [
                    page.bleed.left,
                    page.bleed.right,
                    page.bleed.top,
                    page.bleed.bottom,
                ] {
                    assert!(
                        (side.to_pt() - 3.0 * MILLIMETER).abs() < 0.001,
                        "{layout}: {side:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn black_ink_renders_nearly_black_text_as_black() {
    let profile = with_photo();
    for layout in layouts() {
        let typeset = set(&profile, layout, &[("ink", "k")]);
        let darkest = runs(&typeset.document)
            .into_iter()
            .map(|run| run.fill)
            .fold([1.0; 3], |darkest: [f32; 3], fill| {
                if fill.iter().sum::<f32>() < darkest.iter().sum() {
                    fill
                } else {
                    darkest
                }
            });
        for run in runs(&typeset.document) {
            assert!(
                is_gray(run.fill),
                "{layout}: `{}` has a hue: {:?}",
                run.text,
                run.fill
            );
        }
        assert!(
            darkest.iter().all(|part| *part < 0.2),
            "{layout}: the darkest text is {darkest:?}"
        );
    }
}

#[test]
fn press_inks_keep_tags_and_drop_pdf_a() {
    let profile = with_photo();
    let press = export::pdf(
        &set(&profile, "compact", &[("ink", "cmyk")]),
        "test",
        &[],
        None,
        ExportOptions::default(),
    )
    .expect("a PDF");
    assert_eq!(
        short_messages(&press.warnings),
        "warning[press-ink]: a CV in the inks of a press cannot be PDF/A; for a print shop, \
         use `cvpress press pdf`; otherwise set `ink` to `screen`\n"
    );
    let text = String::from_utf8_lossy(&press.bytes);
    assert!(
        text.contains("/StructTreeRoot") || text.contains("/MarkInfo"),
        "no tags"
    );
    assert!(!text.contains("pdfaid:part"), "PDF/A is claimed");
    let screen = export::pdf(
        &set(&profile, "compact", &[]),
        "test",
        &[],
        None,
        ExportOptions::default(),
    )
    .expect("a PDF");
    let warnings = short_messages(&screen.warnings);
    assert!(warnings.is_empty(), "{warnings}");
    assert!(String::from_utf8_lossy(&screen.bytes).contains("pdfaid:part"));
}
