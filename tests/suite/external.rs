//! Independent programs accept the PDFs: qpdf, poppler and Ghostscript. The tests are ignored by
//! default, as they need these programs: `cargo test --test suite -- --ignored`.

use std::path::Path;
use std::process::Command;

use cvpress::content::resume::Direction;
use cvpress::layout::Ink;
use cvpress::layout::Paper;
use cvpress::pipeline::PressOptions;

use super::press::render_for_press;
use crate::support::pdf::bare;
use crate::support::rendering::{
    Cv, layouts, not_found, open, papers, render_cv, render_shipped, shipped, shipped_profiles,
};
use crate::support::sandbox::Sandbox;

/// Runs a program on a file, and returns its standard output.
#[track_caller]
fn run_tool(program: &str, options: &[&str], file: &Path, more: &[&str]) -> String {
    let output = Command::new(program)
        .args(options)
        .arg(file)
        .args(more)
        .output()
        .unwrap_or_else(|error| panic!("{program} does not start: {error}"));
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {stdout}{stderr}");
    stdout
}

/// Returns the value of a line such as `Title: Ada`, as `pdfinfo` writes it.
fn info_field<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    info.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
        .map(str::trim)
}

#[track_caller]
fn assert_qpdf_accepts(file: &Path, what: &str) {
    let report = run_tool("qpdf", &["--check"], file, &[]);
    assert!(
        report.contains("No syntax or stream encoding errors found"),
        "{what}: {report}"
    );
}

/// Asserts that all fonts are embedded subsets and map their glyphs to characters.
#[track_caller]
fn assert_fonts_are_complete(file: &Path, what: &str) {
    let table = run_tool("pdffonts", &[], file, &[]);
    let fonts: Vec<&str> = table.lines().skip(2).collect();
    assert!(!fonts.is_empty(), "{what}: no fonts");
    for font in fonts {
        // From the end: generation and number of the object, Unicode map, subset, embedded.
        let columns: Vec<&str> = font.split_whitespace().rev().collect();
        assert_eq!(columns[2..5], ["yes", "yes", "yes"], "{what}: {font}");
    }
}

#[track_caller]
fn assert_poppler_reads_metadata(cv: &Cv, file: &Path, what: &str) {
    let info = run_tool("pdfinfo", &[], file, &[]);
    let document = &cv.document.resume.document;
    let author = document.author.as_deref().unwrap_or_default();
    assert_eq!(info_field(&info, "Title"), Some(&*document.title), "{what}");
    assert_eq!(
        info_field(&info, "Author").unwrap_or_default(),
        author,
        "{what}"
    );
    assert_eq!(info_field(&info, "Tagged"), Some("yes"), "{what}");
    assert!(
        info_field(&info, "Creator").is_some_and(|creator| creator.starts_with("cvpress ")),
        "{what}: {info}"
    );
    assert!(
        info_field(&info, "CreationDate").is_some_and(|date| !date.is_empty()),
        "{what}: {info}"
    );
}

/// Asserts that poppler reads the texts of a CV in their order. The expected texts are those of the
/// program; `.ci/nothing_lost.py` takes them from the TOML instead.
#[track_caller]
fn assert_poppler_reads_texts(cv: &Cv, file: &Path, what: &str) {
    // Poppler reverses Arabic ligatures.
    if cv.document.resume.direction == Direction::Rtl {
        return;
    }
    // Poppler reads header and footer as part of a text that continues on the next page.
    let page = cv.typeset.document.pages()[0].frame.size();
    let (top, bottom) = (cv.margins.0 - 2.0, page.y.to_pt() - cv.margins.1 + 2.0);
    let area = [0.0, top, page.x.to_pt(), bottom - top].map(|length| format!("{length:.0}"));
    let options = [
        "-raw", "-x", &area[0], "-y", &area[1], "-W", &area[2], "-H", &area[3],
    ];
    let text = run_tool("pdftotext", &options, file, &["-"]);
    let pages: Vec<String> = text.split('\u{c}').map(bare).collect();
    let mut missing = not_found(cv, &pages.concat());
    // What a panel or a rail has at the head of a page stands within a text that goes on there.
    missing.retain(|text| !goes_on(text, &pages));
    assert_eq!(missing, [] as [String; 0], "{what}");
}

/// Whether a page has the start of a text, and the next page the rest.
fn goes_on(text: &str, pages: &[String]) -> bool {
    pages.windows(2).any(|pair| {
        text.char_indices().skip(1).any(|(at, _)| {
            let (start, rest) = text.split_at(at);
            pair[0].contains(start) && pair[1].contains(rest)
        })
    })
}

#[test]
#[ignore = "needs qpdf and poppler"]
fn qpdf_and_poppler_accept_every_cv() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cv.pdf");
    for profile in shipped() {
        for layout in layouts() {
            for paper in papers(layout) {
                let what = format!("{} in {layout} on {}", profile.name, paper.name());
                let cv = render_shipped(&profile, layout, Some(paper));
                std::fs::write(&file, &cv.bytes).expect("a file");
                assert_qpdf_accepts(&file, &what);
                assert_fonts_are_complete(&file, &what);
                assert_poppler_reads_metadata(&cv, &file, &what);
                assert_poppler_reads_texts(&cv, &file, &what);
            }
        }
    }
}

/// Returns the text of the tags of a file, as programs read it that know no glyphs' replacements.
fn text_of_tags(file: &Path) -> String {
    let tree = run_tool("pdfinfo", &["-struct-text"], file, &[]);
    let texts = tree.lines().filter_map(|line| {
        let line = line.trim().strip_prefix('"')?;
        line.strip_suffix('"')
    });
    texts.collect()
}

#[test]
#[ignore = "needs poppler"]
fn poppler_reads_every_text_in_the_tags() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cv.pdf");
    let names = ["example", "compact-engineer"];
    for profile in shipped() {
        if !names.iter().any(|name| profile.name.contains(name)) {
            continue;
        }
        for layout in layouts() {
            let what = format!("{} in {layout}", profile.name);
            let cv = render_shipped(&profile, layout, None);
            std::fs::write(&file, &cv.bytes).expect("a file");
            let text = bare(&text_of_tags(&file));
            assert_eq!(not_found(&cv, &text), [] as [String; 0], "{what}");
        }
    }
}

#[test]
#[ignore = "needs poppler"]
fn poppler_reads_spaces_between_the_parts_of_a_line_in_the_tags() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cv.pdf");
    let profile = "[person]\nname = 'Ada Lovelace'\nnative-name = 'Ада Лавлейс'\nemail = 'ada@example.org'\n\
        [[section]]\nkind = 'skill'\n[[section.entry]]\nname = 'Weaving'\nkeywords = ['silk', 'wool']\n\
        [[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Mills'\nposition = 'Weaver'\n\
        location = 'Riga'\nstart = '2024-09'\nend = '2025-10'\nhighlights = ['Wove.']\n";
    for layout in layouts() {
        let cv = render_cv(open(profile), layout, None);
        std::fs::write(&file, &cv.bytes).expect("a file");
        let tree = run_tool("pdfinfo", &["-struct-text"], &file, &[]);
        let lines = tree.lines().map(str::trim).filter_map(|line| {
            let text = line
                .strip_prefix('"')
                .and_then(|line| line.strip_suffix('"'));
            text.or(line.contains("(block)").then_some("\n"))
        });
        let text: String = lines.collect();
        assert!(
            text.contains("Ada Lovelace Ада Лавлейс"),
            "{layout}: {text}"
        );
        for glued in [
            "Weavingsilk",
            "2025Mills",
            "2025Weaver",
            "2025Riga",
            "RigaWeaver",
            "E-mailada",
        ] {
            assert!(!text.contains(glued), "{layout}: {text}");
        }
    }
}

/// Renders some profiles in each layout as PDF/X.
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
            let (bytes, _) = render_for_press(profile, layout, Paper::A4, &press);
            std::fs::write(&file, &bytes).expect("written");
            check(&file, &format!("{profile} in {layout}"));
        }
    }
}

#[test]
#[ignore = "needs qpdf and poppler"]
fn qpdf_and_poppler_accept_press_files() {
    each_for_press(Ink::Cmyk, |file, what| {
        assert_qpdf_accepts(file, what);
        let boxes = run_tool("pdfinfo", &["-box"], file, &[]);
        assert_eq!(
            edges(&boxes, "MediaBox"),
            [0.0, 0.0, 612.28, 858.90],
            "{what}"
        );
        assert_eq!(
            edges(&boxes, "BleedBox"),
            [0.0, 0.0, 612.28, 858.90],
            "{what}"
        );
        assert_eq!(
            edges(&boxes, "TrimBox"),
            [8.50, 8.50, 603.78, 850.39],
            "{what}"
        );
        assert!(boxes.contains("PDF/X-1a:2003"), "{what}: {boxes}");
    });
}

/// Returns the edges of a box of the first page, as `pdfinfo -box` writes them.
#[track_caller]
fn edges(boxes: &str, name: &str) -> Vec<f64> {
    info_field(boxes, name)
        .unwrap_or_else(|| panic!("no {name}: {boxes}"))
        .split_whitespace()
        .map(|edge| edge.parse().expect("a number"))
        .collect()
}

#[test]
#[ignore = "needs ghostscript"]
fn ghostscript_finds_only_black_ink() {
    each_for_press(Ink::K, |file, what| {
        let arguments = ["-q", "-o", "-", "-sDEVICE=inkcov"];
        for page in run_tool("gs", &arguments, file, &[]).lines() {
            let inks: Vec<&str> = page.split_whitespace().collect();
            assert_eq!(inks[..3], ["0.00000"; 3], "{what}: {page}");
            assert_ne!(inks[3], "0.00000", "{what}: {page}");
        }
    });
}

/// Returns the coverage of a page in percent, by ink.
fn coverage(file: &Path) -> [f64; 4] {
    let page = run_tool("gs", &["-q", "-o", "-", "-sDEVICE=ink_cov"], file, &[]);
    let inks = page.split_whitespace().take(4);
    let inks: Vec<f64> = inks.map(|ink| ink.parse().expect("a number")).collect();
    inks.try_into().expect("four inks")
}

/// The tint of the panel of `sidebar` goes on below its black text.
#[test]
#[ignore = "needs ghostscript"]
fn black_text_overprints_the_tint_below_it() {
    let sandbox = Sandbox::new();
    let profile = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/profiles/sidebar-consultant.toml"
    );
    let make = |overprint: &str| {
        let arguments =
            format!("press pdf {profile} --overprint-black {overprint} --output {overprint}.pdf");
        sandbox.run(&arguments).succeeds();
        coverage(&sandbox.path(&format!("{overprint}.pdf")))
    };
    let [over, below] = [make("on"), make("off")];
    assert!(
        over[0] > below[0] && over[1] > below[1],
        "{over:?} {below:?}"
    );
    assert!(
        (over[3] - below[3]).abs() < f64::EPSILON,
        "{over:?} {below:?}"
    );
}

/// Makes a sheet of each kind.
fn each_sheet(check: impl Fn(&Path, &str)) {
    let sandbox = Sandbox::new();
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
fn qpdf_accepts_sheets() {
    each_sheet(|file, what| {
        assert_qpdf_accepts(file, what);
    });
}

#[test]
#[ignore = "needs poppler"]
fn poppler_reads_boxes_fonts_and_text_of_sheets() {
    each_sheet(|file, what| {
        let boxes = run_tool("pdfinfo", &["-box"], file, &[]);
        let [media, bleed, trim] =
            ["MediaBox", "BleedBox", "TrimBox"].map(|name| edges(&boxes, name));
        for (outer, inner) in [(&media, &bleed), (&bleed, &trim)] {
            let is_within = outer[0] <= inner[0]
                && outer[1] <= inner[1]
                && outer[2] >= inner[2]
                && outer[3] >= inner[3];
            assert!(is_within, "{what}: {boxes}");
        }
        let fonts = run_tool("pdffonts", &[], file, &[]);
        assert!(
            fonts
                .lines()
                .skip(2)
                .all(|font| font.split_whitespace().rev().nth(4) == Some("yes")),
            "{what}: {fonts}"
        );
        assert!(
            bare(&run_tool("pdftotext", &["-raw"], file, &["-"])).contains("ThaleiaVrontaki"),
            "{what}"
        );
    });
}

#[test]
#[ignore = "needs ghostscript"]
fn ghostscript_finds_only_black_ink_in_a_black_run() {
    let sandbox = Sandbox::new();
    let folder = shipped_profiles()[0]
        .parent()
        .expect("a folder")
        .display()
        .to_string();
    let command = format!(
        "press run {folder}/example.toml {folder}/sidebar-consultant.toml --layout all --separators --ink k"
    );
    sandbox.run(&command).succeeds();
    let coverage = run_tool(
        "gs",
        &["-q", "-o", "-", "-sDEVICE=inkcov"],
        &sandbox.path("out/run.pdf"),
        &[],
    );
    let pages: Vec<&str> = coverage
        .lines()
        .filter(|line| line.contains("CMYK OK"))
        .collect();
    assert!(pages.len() > 30, "{coverage}");
    for page in pages {
        let inks: Vec<&str> = page.split_whitespace().collect();
        assert_eq!(inks[..3], ["0.00000"; 3], "{page}");
    }
}

/// A program that knows nothing of ours reads the codes from a page as a phone would, on screen and
/// in black ink for a print shop.
#[test]
#[ignore = "needs poppler and zbar"]
fn qr_codes_are_read_from_the_page() {
    let sandbox = Sandbox::new();
    let profile = "locale = 'de'\n[person]\nname = 'Ada'\nurl = 'https://ada.example.org/cv?from=paper'\nqr = 'url'\n\
         links = [{ label = 'Mappe', url = 'https://example.org/a/portfolio/of/some/length', qr = true }]\n\
         [[section]]\nkind = 'text'\nbody = 'Text.'\n\
         [[section]]\nkind = 'project'\nentry = [{ name = 'Loom', links = [{ label = 'code', url = 'https://example.org/loom', qr = true }] }]\n";
    sandbox.write("ada.toml", profile);
    for layout in layouts() {
        for ink in ["screen", "k"] {
            let command = format!("render ada.toml --layout {layout} --set ink={ink} -o ada.pdf");
            let _ = sandbox.run(&command).code(0);
            let page = sandbox.path("page");
            let page = page.to_str().expect("a path");
            // The codes are at the end.
            let info = run_tool("pdfinfo", &[], &sandbox.path("ada.pdf"), &[]);
            let last = info_field(&info, "Pages").expect("a number of pages");
            run_tool(
                "pdftoppm",
                &["-r", "150", "-png", "-singlefile", "-f", last],
                &sandbox.path("ada.pdf"),
                &[page],
            );
            let found = run_tool(
                "zbarimg",
                &["--quiet", "--raw"],
                &sandbox.path("page.png"),
                &[],
            );
            for url in [
                "https://ada.example.org/cv?from=paper",
                "https://example.org/a/portfolio/of/some/length",
                "https://example.org/loom",
            ] {
                assert!(found.contains(url), "{layout} in {ink}: {found}");
            }
        }
    }
}

#[test]
#[ignore = "needs qpdf and poppler"]
fn attached_data_is_listed() {
    let sandbox = Sandbox::new();
    let text = std::fs::read_to_string(&shipped_profiles()[0]).expect("a profile");
    sandbox.write("cv.toml", &format!("attach = \"json-resume\"\n{text}"));
    sandbox
        .run("render cv.toml --format pdf,json --output cv.pdf")
        .succeeds();
    let path = sandbox.path("cv.pdf");
    assert_qpdf_accepts(&path, "cv.pdf");
    let list = run_tool("pdfdetach", &["-list"], &path, &[]);
    assert!(list.contains("1: resume.json"), "{list}");
    let list = run_tool("qpdf", &["--list-attachments", "--verbose"], &path, &[]);
    assert!(list.contains("mime type: application/json"), "{list}");
    let shown = run_tool("qpdf", &["--show-attachment=resume.json"], &path, &[]);
    assert_eq!(shown, sandbox.read("cv.json"));
}
