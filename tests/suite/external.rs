//! What programs of others say about the finished PDFs. They need qpdf and poppler, so they run only when asked for:
//! `cargo test --test suite -- --ignored`.

use std::path::Path;
use std::process::Command;

use cvpress::content::resume::Direction;
use cvpress::layout::Paper;

use crate::support::pdf::bare;
use crate::support::printing::{Cv, layouts, not_found, print_shipped, shipped};

fn each_shipped(check: impl Fn(&Cv, &Path, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cv.pdf");
    for profile in shipped() {
        for layout in layouts() {
            for paper in Paper::ALL {
                let cv = print_shipped(&profile, layout, Some(paper));
                std::fs::write(&file, &cv.bytes).expect("written");
                check(&cv, &file, &format!("{} in {layout} on {}", profile.name, paper.name()));
            }
        }
    }
}

#[track_caller]
fn said(program: &str, arguments: &[&str], file: &Path, more: &[&str]) -> String {
    let output = Command::new(program).args(arguments).arg(file).args(more).output();
    let output = output.unwrap_or_else(|error| panic!("{program} does not start: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program}: {out}{err}");
    out.into_owned()
}

#[test]
#[ignore = "needs qpdf"]
fn qpdf_finds_no_fault() {
    each_shipped(|_, file, what| {
        let said = said("qpdf", &["--check"], file, &[]);
        assert!(said.contains("No syntax or stream encoding errors found"), "{what}: {said}");
    });
}

#[test]
#[ignore = "needs poppler"]
fn poppler_finds_every_text_in_order() {
    each_shipped(|cv, file, what| {
        // Poppler turns the letters of an Arabic ligature round; what runs from right to left is read by the other test.
        if cv.opened.resume.direction == Direction::Rtl {
            return;
        }
        // Poppler reads head and foot of a page as text in the middle of what runs over to the next page.
        let page = cv.typeset.document.pages()[0].frame.size();
        let (top, bottom) = (cv.margins.0 - 2.0, page.y.to_pt() - cv.margins.1 + 2.0);
        let area = [0.0, top, page.x.to_pt(), bottom - top].map(|length| format!("{length:.0}"));
        let area = ["-raw", "-x", &area[0], "-y", &area[1], "-W", &area[2], "-H", &area[3]];
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
            let line = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.map(str::trim).unwrap_or_default().to_owned()
        };
        let document = &cv.opened.resume.document;
        assert_eq!(field("Title"), document.title, "{what}");
        assert_eq!(field("Author"), document.author.clone().unwrap_or_default(), "{what}");
        assert_eq!(field("Tagged"), "yes", "{what}");
        assert!(field("Creator").starts_with("cvpress "), "{what}");
        assert!(!field("CreationDate").is_empty(), "{what}");
    });
}
