//! Files for print shops: boxes, PDF/X identification, and unchanged pages.

#![expect(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]

use std::path::Path;

use cvpress::diagnostic::Diagnostics;
use cvpress::layout::{Ink, Length, Paper};
use cvpress::pipeline::{self, PressOptions, RenderOptions, RenderPart};
use cvpress::press::{
    IccProfile, PdfxStandard, PressPdf, PressSettings, PrintingCondition, to_pdfx,
};
use cvpress::profile::{self, Input};
use cvpress::selection::Choice;
use cvpress::verify::preflight;
use cvpress::verify::preflight::{Area, PageFacts};
use snapbox::{assert_data_eq, str};

use crate::support::handmade::{Handmade, TEXT};
use crate::support::pdf::{pages, text};
use crate::support::rendering::{
    ENGINE, layouts, not_found, open_choice, render_cv, short_messages,
};
use crate::support::sandbox::Sandbox;

/// Bleed of the handmade files.
fn settings() -> PressSettings {
    PressSettings {
        bleed: Length::points(10.0),
        ..PressSettings::default()
    }
}

/// A file like those of Typst: with a trim box, without PDF/X.
fn plain() -> Handmade {
    Handmade {
        page: "/MediaBox [0 0 615 862] /TrimBox [10 10 605 852]".to_owned(),
        root: String::new(),
        information: String::new(),
        trailer: String::new(),
        ..Handmade::default()
    }
}

#[track_caller]
fn finished(pdf: &Handmade, settings: &PressSettings) -> PressPdf {
    to_pdfx(&pdf.bytes(), "ada", settings)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

fn refused(pdf: &Handmade, settings: &PressSettings) -> String {
    match to_pdfx(&pdf.bytes(), "ada", settings) {
        Ok(finished) => panic!("{}", finished.report.text()),
        Err(problems) => short_messages(&problems),
    }
}

/// An ICC profile that has only a header.
pub fn profile() -> IccProfile {
    let mut bytes = vec![0; 132];
    bytes[3] = 132;
    bytes[8] = 2;
    bytes[12..24].copy_from_slice(b"prtrCMYKLab ");
    bytes[36..40].copy_from_slice(b"acsp");
    IccProfile::parse(bytes, "a.icc")
        .unwrap_or_else(|problem| panic!("{}", short_messages(&problem.into())))
}

/// Returns the lines of a file that identify it: header, information, catalog and trailer.
fn identification(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().filter(|line| {
        [
            "%PDF",
            "<</Title",
            "<</Type/OutputIntent",
            "<</Type/Catalog",
            "/ID",
            "trailer",
            "<</Root",
            "<<\n",
        ]
        .iter()
        .any(|start| line.starts_with(start))
            || line.starts_with("<</Type/Page/")
    });
    lines.map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn pdf_x_1a_files_have_its_structure() {
    let finished = finished(&plain(), &settings());
    assert_eq!(short_messages(&finished.warnings), "");
    assert_data_eq!(
        identification(&finished.bytes),
        str![[r#"
%PDF-1.4
<</Type/Catalog/Pages 2 0 R/OutputIntents[8 0 R]/Metadata 9 0 R>>
<</Type/Page/Parent 2 0 R/MediaBox[0 0 615 862]/TrimBox[10 10 605 852]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/ExtGState<</CvpressOverprint<</Type/ExtGState/op true/OP false/OPM 1>>/CvpressKnockout<</Type/ExtGState/op false/OP false/OPM 0>>>>>>/BleedBox[0 0 615 862]>>
<</Title(A title)/Creator(cvpress 0.1.0)/Producer(cvpress 0.1.0)/CreationDate(D:20260314000000Z)/ModDate(D:20260314000000Z)/Trapped/False/GTS_PDFXVersion(PDF/X-1a:2003)>>
<</Type/OutputIntent/S/GTS_PDFX/RegistryName(http://www.color.org)/OutputConditionIdentifier(FOGRA39)/Info(ISO 12647-2:2004, offset on coated paper (ISO Coated v2))>>
trailer
<</Root 1 0 R/Info 7 0 R/ID[<B5EE662685E4F63025A8977B43751424><B5EE662685E4F63025A8977B43751424>]/Size 10>>

"#]]
    );
    assert_data_eq!(
        finished.report.text(),
        str![[r#"
ada: PDF 1.4, PDF/X-1a:2003, for FOGRA39
  page 1: media 615 × 862 pt, bleed 615 × 862 pt, trim 595 × 842 pt
    black only: 1 text in DeviceCMYK (black)
    smallest text 10 pt

"#]]
    );
}

#[test]
fn pdf_x_4_files_have_its_structure() {
    let settings = PressSettings {
        standard: PdfxStandard::X4,
        profile: Some(profile()),
        ..settings()
    };
    let finished = finished(&plain(), &settings);
    assert_data_eq!(
        identification(&finished.bytes),
        str![[r#"
%PDF-1.6
<</Type/Catalog/Pages 2 0 R/OutputIntents[9 0 R]/Metadata 10 0 R>>
<</Type/Page/Parent 2 0 R/MediaBox[0 0 615 862]/TrimBox[10 10 605 852]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/ExtGState<</CvpressOverprint<</Type/ExtGState/op true/OP false/OPM 1>>/CvpressKnockout<</Type/ExtGState/op false/OP false/OPM 0>>>>>>/BleedBox[0 0 615 862]>>
<</Title(A title)/Creator(cvpress 0.1.0)/Producer(cvpress 0.1.0)/CreationDate(D:20260314000000Z)/ModDate(D:20260314000000Z)/Trapped/False>>
<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier(Custom)/Info(Custom)/DestOutputProfile 8 0 R>>
trailer
<</Root 1 0 R/Info 7 0 R/ID[<297FC04C43B3FE22C2AE40F307DD02C9><297FC04C43B3FE22C2AE40F307DD02C9>]/Size 11>>

"#]]
    );
    let written = String::from_utf8_lossy(&finished.bytes).into_owned();
    let packet = written.split("<?xpacket").nth(1).expect("metadata");
    assert_data_eq!(
        packet.replace('\u{feff}', ""),
        str![[
            r#" begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="xmp-writer"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"  xmlns:xmp="http://ns.adobe.com/xap/1.0/"  xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"  xmlns:pdf="http://ns.adobe.com/pdf/1.3/"  xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" ><dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title><xmp:CreatorTool>cvpress 0.1.0</xmp:CreatorTool><xmp:CreateDate>2026-03-14T00:00:00Z</xmp:CreateDate><xmp:ModifyDate>2026-03-14T00:00:00Z</xmp:ModifyDate><xmp:MetadataDate>2026-03-14T00:00:00Z</xmp:MetadataDate><xmpMM:DocumentID>uuid:297fc04c-43b3-fe22-c2ae-40f307dd02c9</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass><pdf:Producer>cvpress 0.1.0</pdf:Producer><pdf:Trapped>False</pdf:Trapped><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion></rdf:Description></rdf:RDF></x:xmpmeta>"#
        ]]
    );
}

/// Returns what preflight finds on the first page, finished with a bleed.
fn first_page(pdf: &Handmade, bleed: Length) -> PageFacts {
    let settings = PressSettings {
        bleed,
        ..settings()
    };
    finished(pdf, &settings).report.pages.remove(0)
}

#[track_caller]
fn assert_edges(area: Option<Area>, edges: [f64; 4]) {
    let area = area.expect("a box");
    let found = [area.left, area.bottom, area.right, area.top];
    assert!(
        found
            .iter()
            .zip(edges)
            .all(|(found, edge)| (found - edge).abs() < 0.01),
        "{found:?} {edges:?}"
    );
}

#[test]
fn boxes_are_exact() {
    let found = first_page(&plain(), Length::points(10.0));
    assert_edges(found.trim, [10.0, 10.0, 605.0, 852.0]);
    assert_edges(found.bleed, [0.0, 0.0, 615.0, 862.0]);
    // The requested bleed may be less than the available one.
    let found = first_page(&plain(), Length::points(4.0));
    assert_edges(found.bleed, [6.0, 6.0, 609.0, 856.0]);
    // Edges that differ only by rounding are equal.
    let rounded = Handmade {
        page: "/MediaBox [0 0 615.004 862] /TrimBox [10 10 605 852]".to_owned(),
        ..plain()
    };
    assert_edges(
        first_page(&rounded, Length::points(10.0)).bleed,
        [0.0, 0.0, 615.0, 862.0],
    );
    let whole = Handmade {
        page: "/MediaBox [0 0 595 842]".to_owned(),
        ..plain()
    };
    assert_edges(
        first_page(&whole, Length::points(0.0)).trim,
        [0.0, 0.0, 595.0, 842.0],
    );
}

#[test]
fn press_files_have_no_interactive_content() {
    let mut pdf = plain()
        .object("<< /Type /Annot /Subtype /Link /Rect [72 700 99 720] >>")
        .object("<< >>");
    pdf.page +=
        " /Annots [10 0 R] /Tabs /S /StructParents 0 /Group << /S /Transparency /CS /DeviceRGB >>";
    pdf.root = "/StructTreeRoot 11 0 R /MarkInfo << /Marked true >> /Outlines 11 0 R /Lang (en)"
        .to_owned();
    let finished = finished(&pdf, &settings());
    let written = String::from_utf8_lossy(&finished.bytes).into_owned();
    for word in [
        "Annot",
        "StructTree",
        "MarkInfo",
        "Outlines",
        "Transparency",
        "StructParents",
    ] {
        assert!(!written.contains(word), "{word}");
    }
    assert!(written.contains("/Lang(en)"));
}

#[test]
fn gray_images_become_tints_of_black() {
    let image =
        "/Type /XObject /Subtype /Image /Width 300 /Height 300 /BitsPerComponent 8 /ColorSpace";
    let gray = Handmade::drawing("q 72 0 0 72 0 0 cm /I Do Q")
        .with("/XObject << /I 10 0 R >>")
        .stream(&format!("{image} [/ICCBased 11 0 R]"), b"a")
        .stream("/N 1 /Alternate /DeviceGray", b"profile");
    let pdf = Handmade {
        content: gray.content.clone(),
        resources: gray.resources.clone(),
        objects: gray.objects,
        ..plain()
    };
    let page = finished(&pdf, &settings()).report.pages.remove(0);
    assert_eq!(page.images[0].space, "DeviceGray");
    assert!(page.black_only);
    let mut colour = pdf.clone();
    colour.objects[1] = pdf.objects[1]
        .iter()
        .copied()
        .map(|b| if b == b'1' { b'3' } else { b })
        .collect();
    assert_data_eq!(
        refused(&colour, &settings()),
        str![[r#"
error[press-color]: `ada`: an image in ICCBased 3 on page 1 (object 3); PDF/X-1a allows DeviceCMYK, DeviceGray and spot colors

"#]]
    );
}

#[test]
fn rejects_unsuitable_content_with_page_and_object() {
    let pdf = Handmade {
        content: format!("1 0 0 rg {TEXT} 0 0 0 1 K 0.1 w 0 0 m 9 9 l S"),
        ..plain()
    };
    let no_trim = Handmade {
        page: "/MediaBox [0 0 615 862]".to_owned(),
        ..plain()
    };
    let wide = PressSettings {
        bleed: Length::points(20.0),
        ..settings()
    };
    let messages = [
        refused(&pdf, &settings()),
        refused(&no_trim, &settings()),
        refused(&plain(), &wide),
    ];
    assert_data_eq!(
        messages.concat(),
        str![[r#"
error[press-color]: `ada`: text in DeviceRGB on page 1 (object 3); PDF/X-1a allows DeviceCMYK, DeviceGray and spot colors
error[press-stroke]: `ada`: a stroke of 0.1 pt at 0, 0 pt on page 1 (object 3); below 0.25 pt it may not print
error[press-bleed]: `ada`: expected a bleed of 10 pt, found 0 pt on page 1 (object 3)
error[press-box]: `ada`: the page has no TrimBox on page 1 (object 3)
error[press-bleed]: `ada`: expected a bleed of 20 pt, found 10 pt on page 1 (object 3)

"#]]
    );
}

#[test]
fn reports_impossible_settings() {
    let x4 = PressSettings {
        standard: PdfxStandard::X4,
        ..settings()
    };
    let mut undated = plain();
    undated.information = String::new();
    let bytes = String::from_utf8_lossy(&undated.bytes())
        .replace("CreationDate", "CreationHour")
        .into_bytes();
    let without_date =
        |settings: &PressSettings| to_pdfx(&bytes, "ada", settings).map(|finished| finished.bytes);
    let messages = [
        refused(&plain(), &x4),
        short_messages(&without_date(&settings()).expect_err("no date")),
        short_messages(
            &finished(
                &plain(),
                &PressSettings {
                    condition: Some(PrintingCondition::named("FOGRA93")),
                    ..settings()
                },
            )
            .warnings,
        ),
    ];
    assert_data_eq!(
        messages.concat(),
        str![[r#"
error[press-profile]: PDF/X-4 needs the ICC profile of the press; ask the print shop for the profile and name the file with `--icc FILE`
error[undated]: a file for a print shop needs a date, and the CV has none; add the date of the document at the top: `date = "2026-01"`
warning[press-condition]: unknown printing condition `FOGRA93`; did you mean `FOGRA39`?

"#]]
    );
    let dated = without_date(&PressSettings {
        source_date_epoch: Some(951_827_696),
        ..settings()
    })
    .expect("a date");
    assert!(String::from_utf8_lossy(&dated).contains("(D:20000229123456Z)"));
}

#[test]
fn text_is_kept_and_bytes_are_reproducible() {
    let first = finished(&plain(), &settings());
    assert_eq!(first.bytes, finished(&plain(), &settings()).bytes);
    assert_eq!(text(&pages(&plain().bytes())), text(&pages(&first.bytes)));
}

fn identifier(pdf: &Handmade, settings: &PressSettings) -> String {
    let bytes = finished(pdf, settings).bytes;
    let written = String::from_utf8_lossy(&bytes);
    let identifier = written.rsplit("/ID").next();
    identifier.expect("an identifier").to_owned()
}

#[test]
fn every_document_has_its_own_identifier() {
    let other = Handmade {
        content: format!("0 0 0 1 k {TEXT} {TEXT}"),
        ..plain()
    };
    let all = [
        identifier(&plain(), &settings()),
        identifier(&other, &settings()),
        identifier(
            &plain(),
            &PressSettings {
                condition: Some(PrintingCondition::named("FOGRA52")),
                ..settings()
            },
        ),
    ];
    assert!(
        all[0] != all[1] && all[0] != all[2] && all[1] != all[2],
        "{all:?}"
    );
}

/// Renders a shipped profile for a press.
#[track_caller]
pub fn render_for_press(
    path: &str,
    layout: &str,
    paper: Paper,
    press: &PressOptions,
) -> (Vec<u8>, Diagnostics) {
    let input = Input::File(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
    let reading = profile::load(&input, None)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let document = open_choice(&reading, &Choice::default());
    let settings = cvpress::layout::DesignOverrides {
        paper: Some(paper),
        ..cvpress::layout::DesignOverrides::default()
    };
    let options = RenderOptions {
        settings,
        press: Some(press.clone()),
        ..RenderOptions::default()
    };
    let part = RenderPart {
        layout: layout.to_owned(),
        has_pages: true,
    };
    let rendered = pipeline::render(&document, &part, &options, &ENGINE);
    let mut rendered = rendered
        .unwrap_or_else(|problems| panic!("{path} in {layout}: {}", short_messages(&problems)));
    (rendered.files.swap_remove(0).bytes, rendered.warnings)
}

#[test]
fn every_layout_renders_in_black_within_exact_boxes() {
    let bleeds = [
        (Paper::A4, Length::millimeters(3.0)),
        (Paper::UsLetter, Length::points(9.0)),
    ];
    for layout in layouts() {
        for (paper, bleed) in bleeds {
            let press = PressOptions {
                ink: Some(Ink::K),
                bleed: Some(bleed),
                ..PressOptions::default()
            };
            let (bytes, _) = render_for_press("profiles/example.toml", layout, paper, &press);
            let expectation = PressSettings {
                bleed,
                black_only: true,
                ..PressSettings::default()
            }
            .preflight_options();
            let report = preflight(&bytes, layout, &expectation)
                .unwrap_or_else(|error| panic!("{}", short_messages(&error.into())));
            assert!(
                !report.problems.has_errors(),
                "{layout}: {}",
                short_messages(&report.problems)
            );
            let bleed = bleed.to_points();
            let [width, height] = match paper {
                Paper::A4 => [595.276, 841.89],
                Paper::UsLetter => [612.0, 792.0],
                Paper::JisB5 => [515.906, 728.504],
            };
            for page in &report.pages {
                assert!(page.black_only, "{layout}: {}", report.text());
                let boxes = [
                    (
                        Some(page.media),
                        0.0,
                        [width + 2.0 * bleed, height + 2.0 * bleed],
                    ),
                    (page.bleed, 0.0, [width + 2.0 * bleed, height + 2.0 * bleed]),
                    (page.trim, bleed, [width, height]),
                ];
                for (area, start, [width, height]) in boxes {
                    let area = area.expect("a box");
                    let found = [area.left, area.bottom, area.right, area.top];
                    let exact = [start, start, start + width, start + height];
                    assert!(
                        found.iter().zip(exact).all(|(a, b)| (a - b).abs() < 0.01),
                        "{layout}: {found:?} {exact:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn four_inks_keep_the_text() {
    let press = PressOptions::default();
    // PDF 1.4 has no long ways back, as lines from right to left may have.
    for path in ["profiles/example.toml", "profiles/arabic-engineer.toml"] {
        let input = Input::File(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
        let reading = profile::load(&input, None)
            .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
        for layout in layouts() {
            let (bytes, _) = render_for_press(path, layout, Paper::A4, &press);
            assert_eq!(
                bytes,
                render_for_press(path, layout, Paper::A4, &press).0,
                "{layout}"
            );
            let screen = render_cv(
                open_choice(&reading, &Choice::default()),
                layout,
                Some(Paper::A4),
            );
            let shown = text(&pages(&bytes));
            let mut lost = not_found(&screen, &shown);
            // A paragraph may go on after the foot of its page.
            lost.retain(|paragraph| {
                let mut places = paragraph
                    .char_indices()
                    .map(|(at, _)| paragraph.split_at(at));
                !places.any(|(start, end)| {
                    start.len() > 40 && shown.contains(start) && shown.contains(end)
                })
            });
            assert_eq!(lost, [] as [String; 0], "{layout}");
        }
    }
}

#[test]
fn press_commands_make_and_check_files() {
    let sandbox = Sandbox::new();
    sandbox
        .copy("profiles/example.toml", "example.toml")
        .copy("profiles/signature.svg", "signature.svg");
    let made = sandbox
        .run("press pdf example.toml --layout compact --ink k --bleed 0.125in")
        .code(0);
    assert_eq!(sandbox.files("out"), ["example-compact-press.pdf"]);
    let seen = sandbox
        .run("press preflight out/example-compact-press.pdf --standard x-1a --bleed 9pt --black-only")
        .code(0);
    let wide = sandbox
        .run("press preflight out/example-compact-press.pdf --bleed 10pt -q")
        .code(1);
    assert_data_eq!(
        made.text() + &made.stderr + &seen.text() + &wide.stderr,
        str![[r#"
out/example-compact-press.pdf: 2 pages, the last 96 % full, set tighter (density 0.94, spacing 0.8)
out/example-compact-press.pdf: PDF 1.4, PDF/X-1a:2003, for FOGRA39
  page 1: media 613.28 × 859.89 pt, bleed 613.28 × 859.89 pt, trim 595.28 × 841.89 pt
    black only: 179 texts in DeviceCMYK (black), 4 fills in DeviceCMYK (black)
    smallest text 8.4 pt
  page 2: media 613.28 × 859.89 pt, bleed 613.28 × 859.89 pt, trim 595.28 × 841.89 pt
    black only: 150 texts in DeviceCMYK (black), 10 fills in DeviceCMYK (black), 1 stroke in DeviceCMYK (black)
    thinnest stroke 0.47 pt, smallest text 7.99 pt
error[press-bleed]: `out/example-compact-press.pdf`: expected a bleed of 10 pt, found 9 pt on page 1 (object 11) and page 2 (object 12)


"#]]
    );
    sandbox
        .run("press pdf example.toml --layout compact --set ink=k --set bleed=9pt -o same.pdf")
        .succeeds();
    assert_eq!(
        sandbox.bytes("same.pdf"),
        sandbox.bytes("out/example-compact-press.pdf")
    );
    let messages = [
        sandbox.run("press pdf example.toml --format png").code(2),
        sandbox.run("press pdf example.toml --standard x-4").code(2),
        sandbox
            .run("press pdf example.toml --icc example.toml")
            .code(1),
        sandbox
            .run("press preflight nothing.pdf example.toml")
            .code(1),
        sandbox.run("press pdf example.toml --bleed 3").code(2),
    ];
    assert_data_eq!(
        messages.map(|ran| ran.stderr).concat(),
        str![[r#"
error: unexpected argument '--format' found

  tip: `cvpress press` writes only PDF; use `cvpress render` for other formats

For more information, try '--help'.
error[press-profile]: PDF/X-4 needs the ICC profile of the press
 |
 = help: ask the print shop for the profile and name the file with `--icc FILE`

error[press-profile]: `example.toml` is not the ICC profile of a press: not a valid ICC profile
 |
 = help: use the CMYK output profile that the print shop names

error[unreadable-file]: cannot read `nothing.pdf`: No such file or directory (os error 2)

error[unreadable-pdf]: `example.toml` is not a PDF
 |
 = help: expected a file that starts with `%PDF-`

error: invalid value '3' for '--bleed <LENGTH>': expected a length in pt, mm, cm or in, up to 10mm, such as `3mm`

For more information, try '--help'.

"#]]
    );
    let report = sandbox
        .run("press preflight out/example-compact-press.pdf --report json")
        .code(0);
    let report: serde_json::Value = serde_json::from_str(&report.text()).expect("JSON");
    assert_eq!(
        report["pages"][0]["black_only"],
        serde_json::Value::Bool(true)
    );
}
