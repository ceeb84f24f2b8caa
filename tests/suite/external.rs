//! What programs of others say about the finished PDFs. They need qpdf, poppler and Ghostscript, so
//! they run only when asked for: `cargo test --test suite -- --ignored`.

use std::path::Path;
use std::process::Command;

use cvpress::content::resume::Direction;
use cvpress::layout::Ink;
use cvpress::layout::Paper;
use cvpress::pipeline::PressOptions;
use strum::IntoEnumIterator;

use super::press::print_for_press;
use crate::support::pdf::bare;
use crate::support::rendering::{
    Cv, layouts, not_found, render_shipped, shipped, shipped_profiles,
};

fn each_shipped(check: impl Fn(&Cv, &Path, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cv.pdf");
    for profile in shipped() {
        for layout in layouts() {
            for paper in Paper::iter() {
                let cv = render_shipped(&profile, layout, Some(paper));
                std::fs::write(&file, &cv.bytes).expect("written");
                check(
                    &cv,
                    &file,
                    &format!("{} in {layout} on {}", profile.name, paper.name()),
                );
            }
        }
    }
}

#[track_caller]
fn said(program: &str, arguments: &[&str], file: &Path, more: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .arg(file)
        .args(more)
        .output();
    let output = output.unwrap_or_else(|error| panic!("{program} does not start: {error}"));
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{program}: {out}{err}");
    out.into_owned()
}

#[test]
#[ignore = "needs qpdf"]
fn qpdf_finds_no_fault() {
    each_shipped(|_, file, what| {
        let said = said("qpdf", &["--check"], file, &[]);
        assert!(
            said.contains("No syntax or stream encoding errors found"),
            "{what}: {said}"
        );
    });
}

#[test]
#[ignore = "needs poppler"]
fn poppler_finds_every_text_in_order() {
    each_shipped(|cv, file, what| {
        // Poppler turns the letters of an Arabic ligature round; what runs from right to left is
        // read by the other test.
        if cv.document.resume.direction == Direction::Rtl {
            return;
        }
        // Poppler reads head and foot of a page as text in the middle of what runs over to the next
        // page.
        let page = cv.typeset.document.pages()[0].frame.size();
        let (top, bottom) = (cv.margins.0 - 2.0, page.y.to_pt() - cv.margins.1 + 2.0);
        let area = [0.0, top, page.x.to_pt(), bottom - top].map(|length| format!("{length:.0}"));
        let area = [
            "-raw", "-x", &area[0], "-y", &area[1], "-W", &area[2], "-H", &area[3],
        ];
        let text = bare(&said("pdftotext", &area, file, &["-"]));
        assert_eq!(not_found(cv, &text), [] as [String; 0], "{what}");
    });
}

#[test]
#[ignore = "needs poppler"]
fn poppler_finds_every_font_embedded_with_its_characters() {
    each_shipped(|_, file, what| {
        let fonts = said("pdffonts", &[], file, &[]);
        for font in fonts.lines().skip(2) {
            // From the end: object number and generation, Unicode map, subset, embedded.
            let columns: Vec<&str> = font.split_whitespace().rev().collect();
            assert_eq!(columns[2..5], ["yes", "yes", "yes"], "{what}: {font}");
        }
        assert!(fonts.lines().count() > 2, "{what}: no fonts");
    });
}

#[test]
#[ignore = "needs poppler"]
fn poppler_sees_title_author_language_and_tags() {
    each_shipped(|cv, file, what| {
        let info = said("pdfinfo", &[], file, &[]);
        let field = |name: &str| {
            let line = info
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.map(str::trim).unwrap_or_default().to_owned()
        };
        let document = &cv.document.resume.document;
        assert_eq!(field("Title"), document.title, "{what}");
        assert_eq!(
            field("Author"),
            document.author.clone().unwrap_or_default(),
            "{what}"
        );
        assert_eq!(field("Tagged"), "yes", "{what}");
        assert!(field("Creator").starts_with("cvpress "), "{what}");
        assert!(!field("CreationDate").is_empty(), "{what}");
    });
}

/// Each layout as a file for a print shop.
fn each_for_press(ink: Ink, check: impl Fn(&Path, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("press.pdf");
    for profile in [
        "profiles/example.toml",
        "profiles/sidebar-consultant.toml",
        "profiles/japanese-designer.toml",
    ] {
        for layout in layouts() {
            let press = PressOptions {
                ink: Some(ink),
                ..PressOptions::default()
            };
            let (bytes, _) = print_for_press(profile, layout, Paper::A4, &press);
            std::fs::write(&file, &bytes).expect("written");
            check(&file, &format!("{profile} in {layout}"));
        }
    }
}

#[test]
#[ignore = "needs qpdf and poppler"]
fn qpdf_and_poppler_take_files_for_a_press() {
    each_for_press(Ink::Cmyk, |file, what| {
        let checked = said("qpdf", &["--check"], file, &[]);
        assert!(
            checked.contains("No syntax or stream encoding errors found"),
            "{what}: {checked}"
        );
        let boxes = said("pdfinfo", &["-box"], file, &[]);
        let area = |name: &str| {
            let line = boxes
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.unwrap_or_else(|| panic!("{what}: {boxes}"))
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(area("MediaBox"), "0.00 0.00 612.28 858.90", "{what}");
        assert_eq!(area("BleedBox"), "0.00 0.00 612.28 858.90", "{what}");
        assert_eq!(area("TrimBox"), "8.50 8.50 603.78 850.39", "{what}");
        assert!(boxes.contains("PDF/X-1a:2003"), "{what}: {boxes}");
    });
}

#[test]
#[ignore = "needs ghostscript"]
fn ghostscript_finds_black_alone() {
    each_for_press(Ink::K, |file, what| {
        let arguments = ["-q", "-o", "-", "-sDEVICE=inkcov"];
        for page in said("gs", &arguments, file, &[]).lines() {
            let inks: Vec<&str> = page.split_whitespace().collect();
            assert_eq!(inks[..3], ["0.00000"; 3], "{what}: {page}");
            assert_ne!(inks[3], "0.00000", "{what}: {page}");
        }
    });
}

/// Sheets of each kind, made of a CV by the program, with what they are.
fn each_sheet(check: impl Fn(&Path, &str)) {
    let sandbox = crate::support::sandbox::Sandbox::new();
    let profile = shipped()
        .into_iter()
        .find(|profile| profile.name.contains("example"))
        .expect("the example");
    let file = profile.reading.tree.source().name().to_owned();
    let commands = [
        ("sheet --layout sidebar", "example-sidebar-sheet.pdf"),
        ("nup --layout vita --marks", "example-vita-nup.pdf"),
        (
            "booklet --layout portfolio --creep 0.1mm",
            "example-portfolio-booklet.pdf",
        ),
        ("contact", "example-contact.pdf"),
        (
            "run --layout all --separators --duplex -o out/run.pdf",
            "run.pdf",
        ),
    ];
    for (command, name) in commands {
        let (kind, options) = command.split_once(' ').unwrap_or((command, ""));
        sandbox
            .run(&format!("press {kind} {file} {options}"))
            .succeeds();
        check(&sandbox.path(&format!("out/{name}")), command);
    }
}

#[test]
#[ignore = "needs qpdf"]
fn qpdf_finds_no_fault_in_sheets() {
    each_sheet(|file, what| {
        let said = said("qpdf", &["--check"], file, &[]);
        assert!(
            said.contains("No syntax or stream encoding errors found"),
            "{what}: {said}"
        );
    });
}

#[test]
#[ignore = "needs poppler"]
fn poppler_sees_boxes_fonts_and_text_of_sheets() {
    each_sheet(|file, what| {
        let boxes = said("pdfinfo", &["-box"], file, &[]);
        let edges = |name: &str| {
            let line = boxes
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
                .expect("a box");
            line.split_whitespace()
                .map(|edge| edge.parse::<f64>().expect("a number"))
                .collect::<Vec<_>>()
        };
        let [media, bleed, trim] = ["MediaBox", "BleedBox", "TrimBox"].map(edges);
        for (outer, inner) in [(&media, &bleed), (&bleed, &trim)] {
            let is_within = outer[0] <= inner[0]
                && outer[1] <= inner[1]
                && outer[2] >= inner[2]
                && outer[3] >= inner[3];
            assert!(is_within, "{what}: {boxes}");
        }
        let fonts = said("pdffonts", &[], file, &[]);
        assert!(
            fonts
                .lines()
                .skip(2)
                .all(|font| font.split_whitespace().rev().nth(4) == Some("yes")),
            "{what}: {fonts}"
        );
        assert!(
            bare(&said("pdftotext", &["-raw"], file, &["-"])).contains("ThaleiaVrontaki"),
            "{what}"
        );
    });
}

#[test]
#[ignore = "needs ghostscript"]
fn ghostscript_sees_black_alone_where_black_alone_is_printed() {
    let sandbox = crate::support::sandbox::Sandbox::new();
    let folder = shipped_profiles()[0]
        .parent()
        .expect("a folder")
        .display()
        .to_string();
    let command = format!(
        "press run {folder}/example.toml {folder}/sidebar-consultant.toml --layout all --separators --ink k"
    );
    sandbox.run(&command).succeeds();
    let said = said(
        "gs",
        &["-q", "-o", "-", "-sDEVICE=inkcov"],
        &sandbox.path("out/run.pdf"),
        &[],
    );
    let pages: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("CMYK OK"))
        .collect();
    assert!(pages.len() > 30, "{said}");
    for page in pages {
        let inks: Vec<&str> = page.split_whitespace().collect();
        assert_eq!(inks[..3], ["0.00000"; 3], "{page}");
    }
}
