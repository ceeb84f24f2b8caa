//! Preflight: what is found in a PDF and reported before it goes to a print shop.

#![expect(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]

use cvpress::verify::preflight::{BaseSpace, Inks, PaintUse};
use cvpress::verify::{PreflightOptions, PreflightReport, Target, preflight, read};
use snapbox::{assert_data_eq, str};

use crate::support::handmade::{FURTHER, Handmade, TEXT};
use crate::support::random::Random;
use crate::support::rendering::short_messages;

const X1A: PreflightOptions = PreflightOptions {
    target: Target::X1a,
    bleed: Some(10.0),
    black_only: false,
};
const X4: PreflightOptions = PreflightOptions {
    target: Target::X4,
    ..X1A
};
const ANY: PreflightOptions = PreflightOptions {
    target: Target::Any,
    bleed: None,
    black_only: false,
};

#[track_caller]
fn preflight_report(pdf: &Handmade, expectation: &PreflightOptions) -> PreflightReport {
    preflight(&pdf.bytes(), "a.pdf", expectation)
        .unwrap_or_else(|error| panic!("{}", short_messages(&error.into())))
}

fn faults(pdf: &Handmade, expectation: &PreflightOptions) -> String {
    short_messages(&preflight_report(pdf, expectation).problems)
}

/// Returns the resource dictionary with a color space.
fn colors(spaces: &str) -> String {
    format!("/ColorSpace << {spaces} >>")
}

#[test]
fn accepts_a_valid_press_file() {
    let report = preflight_report(&Handmade::default(), &X1A);
    assert_eq!(short_messages(&report.problems), "");
    assert!(report.clean && report.pages[0].black_only && report.pages[0].nested);
    assert_data_eq!(
        report.text(),
        str![[r#"
a.pdf: PDF 1.4, PDF/X-1a:2003, for FOGRA39
  page 1: media 615 × 862 pt, bleed 615 × 862 pt, trim 595 × 842 pt
    black only: 1 text in DeviceCMYK (black)
    smallest text 10 pt

"#]]
    );
}

#[test]
fn json_report_has_every_finding() {
    let report = preflight_report(
        &Handmade::drawing(&format!("{TEXT} 1 0 0 RG 0.1 w 0 0 m 9 9 l S")),
        &X1A,
    );
    let written = serde_json::to_string(&report)
        .expect("JSON")
        .replace("},\"", "},\n\"")
        .replace("],\"", "],\n\"");
    assert_data_eq!(
        written,
        str![[r#"
{"name":"a.pdf","clean":false,"file":{"version":"1.4","encrypted":false,"pdfx":"PDF/X-1a:2003","trapped":"False","identified":true,"title":"A title","created":"D:20260314","modified":"D:20260314","output_intents":[{"subtype":"GTS_PDFX","condition":"FOGRA39","registry":"http://www.color.org","profile":null}],
"has_lzw":false,"active":[]},
"pages":[{"number":1,"object":3,"media":{"left":0.0,"bottom":0.0,"right":615.0,"top":862.0},
"crop":null,"bleed":{"left":0.0,"bottom":0.0,"right":615.0,"top":862.0},
"trim":{"left":10.0,"bottom":10.0,"right":605.0,"top":852.0},
"art":null,"nested":true,"black_only":false,"paints":[{"used_for":"text","space":"DeviceGray","base":"gray","inks":"black","count":1,"object":3},{"used_for":"stroke","space":"DeviceRGB","base":"rgb","inks":"process","count":1,"object":3}],
"most_ink":100.0,"thinnest_stroke":{"size":0.1,"x":0.0,"y":0.0,"object":3},
"smallest_black_text":{"size":10.0,"x":72.0,"y":700.0,"object":3},
"smallest_other_text":null,"transparency":[],
"special":[],
"annotations":[],
"images":[],
"fonts":[{"name":"Face","embedded":true,"subset":true,"mapped":false,"object":5}],
"unreadable":[]}],
"problems":[{"severity":"error","rule":"press-color","message":"`a.pdf`: a stroke in DeviceRGB on page 1 (object 3)","place":null,"also":[],
"hints":["PDF/X-1a allows DeviceCMYK, DeviceGray and spot colors"]},{"severity":"error","rule":"press-stroke","message":"`a.pdf`: a stroke of 0.1 pt at 0, 0 pt on page 1 (object 3)","place":null,"also":[],
"hints":["below 0.25 pt it may not print"]}]}
"#]]
    );
}

#[test]
fn colors_are_reported_by_space_and_use() {
    let pdf = Handmade::drawing(&format!(
        "0 g {TEXT} 1 0 0 rg 0 0 9 9 re f /Sp cs 1 scn 0 0 9 9 re f /Al CS 1 SCN 0 0 9 9 re S /In cs 0 sc 0 0 9 9 re f \
        /Gr cs 0.5 sc {TEXT} 0 0 0 0 k {TEXT} 0.5 0 0 1 K 0 0 9 9 re S /Sh sh /N cs /Tile scn 0 0 9 9 re f /X Do \
        0 g BT 3 Tr (unseen) Tj ET"
    ))
    .with(&colors(
        "/Sp [/Separation /Gold /DeviceCMYK 10 0 R] /Al [/Separation /All /DeviceCMYK 10 0 R] \
        /In [/Indexed /DeviceRGB 0 <ff0000>] /Gr [/ICCBased 11 0 R] /N /Pattern",
    ))
    .with("/Shading << /Sh << /ShadingType 2 /ColorSpace /DeviceRGB >> >> /Pattern << /Tile 12 0 R >>")
    .with("/XObject << /X 13 0 R >>")
    .object("<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0 0 1] >>")
    .stream("/N 1", b"profile")
    .stream("/PatternType 1 /PaintType 1 /Resources << >>", b"0 1 0 RG 0 0 m 1 1 l S")
    .stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9]", b"0 0 1 rg 0 0 9 9 re f");
    let found = preflight_report(&pdf, &ANY).pages.remove(0).paints;
    let found: String = found
        .iter()
        .map(|paint| {
            format!(
                "{:?} {} {:?} {} {}\n",
                paint.used_for, paint.space, paint.inks, paint.count, paint.object
            )
        })
        .collect();
    assert_data_eq!(
        found,
        str![[r#"
Text DeviceCMYK None 1 3
Text DeviceGray Black 1 3
Text ICCBased 1 Process 1 3
Fill DeviceRGB Process 2 3
Fill Indexed DeviceRGB Process 1 3
Fill Separation Gold Spot 1 3
Stroke DeviceCMYK Process 1 3
Stroke DeviceRGB Process 1 12
Stroke Separation All All 1 3
Shading DeviceRGB Process 1 3

"#]]
    );
}

#[test]
fn type3_glyphs_are_inspected() {
    let mut pdf = Handmade::drawing("BT /F 10 Tf 72 700 Td (a) Tj ET")
        .stream("", b"500 0 d0 1 0 0 rg 0 0 9 9 re f 10 w 0 0 m 9 0 l S");
    pdf.font = format!(
        "/Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 9 9] /CharProcs << /a {FURTHER} 0 R >> \
        /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [500]"
    );
    let page = preflight_report(&pdf, &ANY).pages.remove(0);
    assert_eq!(
        (page.paints[0].used_for, page.paints[0].space.as_str()),
        (PaintUse::Fill, "DeviceRGB")
    );
    // 10 units of 1/1000 of 10 pt.
    assert_eq!(page.thinnest_stroke.map(|stroke| stroke.size), Some(0.1));
}

#[test]
fn sizes_are_measured_on_the_page() {
    let pdf = Handmade::drawing(
        "0 g q 0.5 0 0 0.5 0 0 cm 1 w 0 0 m 9 9 l S BT /F 20 Tf 0.25 0 0 0.25 72 700 Tm (a) Tj ET Q",
    );
    let page = preflight_report(&pdf, &ANY).pages.remove(0);
    assert_eq!(page.thinnest_stroke.map(|stroke| stroke.size), Some(0.5));
    let text = page.smallest_black_text.expect("text");
    assert_eq!((text.size, text.x, text.y), (2.5, 36.0, 350.0));
}

#[test]
fn restored_state_has_the_size_before() {
    let scaled = "q 0.5 0 0 0.5 0 0 cm q 0.5 0 0 0.5 0 0 cm Q Q";
    let pdf = Handmade::drawing(&format!("0 g {scaled} {TEXT}"));
    let page = preflight_report(&pdf, &ANY).pages.remove(0);
    assert_eq!(page.smallest_black_text.map(|text| text.size), Some(10.0));
}

#[test]
fn smallest_text_is_reported_where_it_is_first() {
    let pdf = Handmade::drawing("0 g BT /F 10 Tf 72 700 Td (a) Tj 0 -20 Td (b) Tj ET");
    let page = preflight_report(&pdf, &ANY).pages.remove(0);
    assert_eq!(page.smallest_black_text.map(|text| text.y), Some(700.0));
}

#[test]
fn text_follows_the_operators_of_lines() {
    for (operators, x, y) in [
        ("72 700 Td (a) Tj", 72.0, 700.0),
        ("72 700 Td 3 -20 Td (a) Tj", 75.0, 680.0),
        ("12 TL 72 700 Td T* (a) Tj", 72.0, 688.0),
        ("12 TL 72 700 Td (a) '", 72.0, 688.0),
        ("12 TL 72 700 Td 0 0 (a) \"", 72.0, 688.0),
        ("72 700 Td 3 -20 TD T* (a) Tj", 75.0, 660.0),
        ("72 700 Td 1 0 0 1 7 9 Tm (a) Tj", 7.0, 9.0),
        ("72 700 Td 2 Ts (a) Tj", 72.0, 702.0),
    ] {
        let pdf = Handmade::drawing(&format!("0 g BT /F 10 Tf {operators} ET"));
        let page = preflight_report(&pdf, &ANY).pages.remove(0);
        let text = page.smallest_black_text.expect("text");
        assert_eq!((text.x, text.y), (x, y), "{operators}");
    }
}

/// Returns the inks of the first paint of a page.
fn inks(content: &str) -> Inks {
    let mut report = preflight_report(&Handmade::drawing(content), &ANY);
    report.pages.remove(0).paints[0].inks
}

#[test]
fn inks_are_distinguished() {
    assert_eq!(inks("0 0 0 0.3 k 0 0 9 9 re f"), Inks::Black);
    assert_eq!(inks("0 0 0 0 k 0 0 9 9 re f"), Inks::None);
    assert_eq!(inks("0.1 0 0 1 k 0 0 9 9 re f"), Inks::Process);
    assert_eq!(inks("0.2 g 0 0 9 9 re f"), Inks::Black);
    assert_eq!(inks("0 0 0 rg 0 0 9 9 re f"), Inks::Process);
    assert_eq!(inks("1 0 0 RG 0.5 G 0 0 9 9 re S"), Inks::Black);
    assert_eq!(inks("1 0 0 rg 0.5 g 0 0 9 9 re f"), Inks::Black);
    assert_eq!(
        inks("/DeviceCMYK CS 1 0 0 0 SCN 0 0 9 9 re S"),
        Inks::Process
    );
    assert_eq!(
        inks("/DeviceCMYK CS 1 0 0 0 SC 0 0 9 9 re S"),
        Inks::Process
    );
    assert_eq!(
        inks("/DeviceCMYK cs 1 0 0 0 sc 0 0 9 9 re f"),
        Inks::Process
    );
}

/// Returns the use, the color space and the inks of each paint of the page.
fn paints(pdf: &Handmade) -> Vec<(PaintUse, String, Inks)> {
    let page = preflight_report(pdf, &ANY).pages.remove(0);
    let paints = page.paints.into_iter();
    paints
        .map(|paint| (paint.used_for, paint.space, paint.inks))
        .collect()
}

#[test]
fn inks_of_tints_are_those_of_their_color_space() {
    let image = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8";
    let pdf = Handmade::drawing(
        "/Bk cs 1 scn 0 0 9 9 re f /No cs 1 scn 0 0 9 9 re f /Dn cs 1 1 scn 0 0 9 9 re f q 9 0 0 9 0 0 cm /I Do /J Do Q",
    )
    .with(&colors(
        "/Bk [/Separation /Black /DeviceCMYK 10 0 R] /No [/Separation /None /DeviceCMYK 10 0 R] /Dn [/DeviceN [/Gold /Black] /DeviceCMYK 10 0 R]",
    ))
    .with("/XObject << /I 11 0 R /J 12 0 R >>")
    .object("<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0 0 1] >>")
    .stream(
        &format!("{image} /ColorSpace [/Indexed [/Separation /Gold /DeviceCMYK 10 0 R] 0 <00>]"),
        b"a",
    )
    .stream(
        &format!("{image} /ColorSpace [/Indexed /DeviceGray 0 <00>]"),
        b"a",
    );
    let found = paints(&pdf);
    let expected = [
        (PaintUse::Fill, "DeviceN Gold Black", Inks::Spot),
        (PaintUse::Fill, "Separation Black", Inks::Black),
        (PaintUse::Fill, "Separation None", Inks::None),
        (PaintUse::Image, "Indexed DeviceGray", Inks::Process),
        (PaintUse::Image, "Indexed Separation Gold", Inks::Spot),
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (used_for, space, inks) in expected {
        assert!(
            found.contains(&(used_for, space.to_owned(), inks)),
            "{found:?}"
        );
    }
}

#[test]
fn deeply_nested_color_space_is_unknown() {
    let nested = |depth: usize| {
        let space = format!(
            "{}/DeviceGray{}",
            "[/Pattern ".repeat(depth),
            "]".repeat(depth)
        );
        let pdf =
            Handmade::drawing("/Deep cs 0 0 9 9 re f").with(&colors(&format!("/Deep {space}")));
        paints(&pdf).remove(0).1
    };
    assert_eq!(nested(4), "DeviceGray");
    assert_eq!(nested(12), "a recursive color space");
}

#[test]
fn color_space_that_names_itself_is_unknown() {
    let pdf = Handmade::drawing("/C cs 0 0 9 9 re f /A CS 0 0 9 9 re S")
        .with(&colors("/C /C /A /B /B /A"));
    let spaces: Vec<String> = paints(&pdf).into_iter().map(|paint| paint.1).collect();
    assert_eq!(spaces, ["C", "a recursive color space"]);
    let deep = format!(
        "{}/DeviceGray{}",
        "[/Indexed ".repeat(12),
        " 0 <00>]".repeat(12)
    );
    let pdf = Handmade::drawing("/Deep cs 0 0 9 9 re f").with(&colors(&format!("/Deep {deep}")));
    let space = paints(&pdf).remove(0).1;
    assert!(space.ends_with("a recursive color space"), "{space}");
}

#[test]
fn calibrated_colors_do_not_depend_on_a_device() {
    let pdf = Handmade::drawing("/Cal cs 0 0 9 9 re f")
        .with(&colors("/Cal [/CalRGB << /WhitePoint [0.95 1 1.09] >>]"));
    let page = preflight_report(&pdf, &ANY).pages.remove(0);
    assert_eq!(page.paints[0].base, BaseSpace::Independent);
}

#[test]
fn image_mask_is_painted_in_the_current_color() {
    let mask =
        "/Type /XObject /Subtype /Image /Width 8 /Height 1 /BitsPerComponent 1 /ImageMask true";
    let pdf = Handmade::drawing("1 0 0 0 k q 9 0 0 9 0 0 cm /I Do Q")
        .with("/XObject << /I 10 0 R >>")
        .stream(mask, b"a");
    assert_eq!(
        paints(&pdf),
        [(PaintUse::Image, "DeviceCMYK".to_owned(), Inks::Process)]
    );
}

#[test]
fn empty_text_is_not_painted() {
    for operators in ["() Tj", "() '", "0 0 () \""] {
        let pdf = Handmade::drawing(&format!("0 g BT /F 10 Tf 72 700 Td {operators} ET"));
        assert_eq!(paints(&pdf), [], "{operators}");
    }
}

#[test]
fn white_and_black_are_named() {
    let pdf = Handmade::drawing(&format!("0 0 0 0 k {TEXT} 0 0 0 1 k 0 0 9 9 re f"));
    let report = preflight_report(&pdf, &ANY).text();
    for name in ["text in DeviceCMYK (white)", "fill in DeviceCMYK (black)"] {
        assert!(report.contains(name), "{report}");
    }
}

#[test]
fn three_full_inks_are_not_too_many() {
    let faults = |content: &str| faults(&Handmade::drawing(content), &ANY);
    assert_eq!(faults("1 1 1 0 k 0 0 9 9 re f"), "");
    assert!(faults("1 1 1 0.1 k 0 0 9 9 re f").contains("press-total-ink"));
}

/// Returns a PDF whose page has these entries.
fn with_boxes(page: &str) -> Handmade {
    Handmade {
        page: page.to_owned(),
        ..Handmade::default()
    }
}

#[test]
fn reports_invalid_page_boxes() {
    let messages = [
        faults(&with_boxes("/MediaBox [0 0 595 842]"), &X1A),
        faults(
            &with_boxes("/MediaBox [0 0 595 842] /TrimBox [0 0 595 842] /ArtBox [0 0 595 842]"),
            &X1A,
        ),
        faults(
            &with_boxes("/MediaBox [0 0 595 842] /TrimBox [0 0 600 842]"),
            &ANY,
        ),
        faults(
            &with_boxes("/MediaBox [0 0 615 862] /BleedBox [5 5 610 857] /TrimBox [10 10 605 852]"),
            &X1A,
        ),
    ];
    assert_data_eq!(
        messages.concat(),
        str![[r#"
error[press-bleed]: `a.pdf`: expected a bleed of 10 pt, found 0 pt on page 1 (object 3)
error[press-box]: `a.pdf`: the page has no TrimBox on page 1 (object 3)
error[press-bleed]: `a.pdf`: expected a bleed of 10 pt, found 0 pt on page 1 (object 3)
error[press-box]: `a.pdf`: the page has both a TrimBox and an ArtBox on page 1 (object 3)
error[press-box]: `a.pdf`: the page boxes are not nested on page 1 (object 3); the TrimBox must lie within the BleedBox, and that within the MediaBox
error[press-bleed]: `a.pdf`: expected a bleed of 10 pt, found 5 pt on page 1 (object 3)

"#]]
    );
}

#[test]
fn marks_in_all_inks_are_not_black_alone() {
    let pdf = Handmade::drawing("/Al CS 1 SCN 0 0 9 9 re S").with(&colors(
        "/Al [/Separation /All /DeviceCMYK << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [1 1 1 1] >>]",
    ));
    let black = PreflightOptions {
        black_only: true,
        ..ANY
    };
    assert_data_eq!(
        faults(&pdf, &black),
        str![[r#"
error[press-black]: `a.pdf`: a stroke in Separation All uses other inks than black on page 1 (object 3); use tints of black

"#]]
    );
}

#[test]
fn reports_colors_that_the_standard_forbids() {
    let content = format!("1 0 0 rg {TEXT} /Gr cs 0.5 sc 0 0 9 9 re f 1 0 0 RG 0 0 9 9 re S");
    let pdf = Handmade::drawing(&content)
        .with(&colors("/Gr [/ICCBased 10 0 R]"))
        .stream("/N 1", b"profile");
    let black = PreflightOptions {
        black_only: true,
        ..ANY
    };
    let messages = [faults(&pdf, &X1A), faults(&pdf, &X4), faults(&pdf, &black)];
    assert_data_eq!(
        messages.join("\n"),
        str![[r#"
error[press-color]: `a.pdf`: a fill in ICCBased 1 on page 1 (object 3); PDF/X-1a allows DeviceCMYK, DeviceGray and spot colors
error[press-color]: `a.pdf`: a stroke in DeviceRGB on page 1 (object 3); PDF/X-1a allows DeviceCMYK, DeviceGray and spot colors
error[press-color]: `a.pdf`: text in DeviceRGB on page 1 (object 3); PDF/X-1a allows DeviceCMYK, DeviceGray and spot colors

error[press-color]: `a.pdf`: a stroke in DeviceRGB on page 1 (object 3); PDF/X-4 for a CMYK press does not allow DeviceRGB: use CMYK or an ICC profile
error[press-color]: `a.pdf`: text in DeviceRGB on page 1 (object 3); PDF/X-4 for a CMYK press does not allow DeviceRGB: use CMYK or an ICC profile
error[press-identification]: `a.pdf`: the file does not identify itself as PDF/X-4
error[press-output-intent]: `a.pdf`: the file does not embed the ICC profile of the press

error[press-black]: `a.pdf`: a fill in ICCBased 1 uses other inks than black on page 1 (object 3); use tints of black
error[press-black]: `a.pdf`: a stroke in DeviceRGB uses other inks than black on page 1 (object 3); use tints of black
error[press-black]: `a.pdf`: text in DeviceRGB uses other inks than black on page 1 (object 3); use tints of black

"#]]
    );
}

#[test]
fn reports_thin_lines_small_text_and_excess_ink() {
    let content = format!(
        "0 0 0 1 K 0.2 w 72 100 m 90 100 l S 0 0 0 1 k BT /F 3.5 Tf 72 700 Td (a) Tj ET \
        1 0 0 0 k BT /F 5 Tf 72 600 Td (a) Tj ET 1 1 1 1 k 0 0 9 9 re f 0 0 0 1 k {TEXT} q 144 0 0 144 0 0 cm /I Do Q"
    );
    let image = "/Type /XObject /Subtype /Image /Width 100 /Height 300 /BitsPerComponent 8 /ColorSpace /DeviceGray";
    let pdf = Handmade::drawing(&content)
        .with("/XObject << /I 10 0 R >>")
        .stream(image, b"");
    assert_data_eq!(
        faults(&pdf, &X1A),
        str![[r#"
error[press-stroke]: `a.pdf`: a stroke of 0.2 pt at 72, 100 pt on page 1 (object 3); below 0.25 pt it may not print
error[press-text-size]: `a.pdf`: text in other inks than black of 5 pt at 72, 600 pt on page 1 (object 3); below 6 pt it may not print
error[press-text-size]: `a.pdf`: text of 3.5 pt at 72, 700 pt on page 1 (object 3); below 4 pt it may not print
warning[press-image]: `a.pdf`: an image has a resolution of 50 ppi on page 1 (object 10); pixels are visible below 150 ppi; use 300 ppi
warning[press-total-ink]: `a.pdf`: the total ink exceeds 300 % on page 1 (object 3); reduce the inks of the color, or use black alone

"#]]
    );
}

#[test]
fn reports_transparency() {
    let pdf = Handmade::drawing("/A gs /B gs /M gs 0 g 0 0 9 9 re f /X Do q 9 0 0 9 0 0 cm /I Do Q")
        .with("/ExtGState << /A << /ca 0.5 /CA 1 >> /B << /BM /Multiply >> /M << /SMask << /S /Alpha /G 10 0 R >> >> >>")
        .with("/XObject << /X 10 0 R /I 11 0 R >>")
        .stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >>", b"0 g 0 0 9 9 re f")
        .stream(
            "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 12 0 R",
            b"a",
        )
        .stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", b"a");
    assert_data_eq!(
        faults(&pdf, &X1A),
        str![[r#"
error[press-transparency]: `a.pdf`: transparency: a soft mask on page 1 (object 3); PDF/X-1a does not allow transparency
error[press-transparency]: `a.pdf`: transparency: a transparency group on page 1 (object 10); PDF/X-1a does not allow transparency
error[press-transparency]: `a.pdf`: transparency: an image with a soft mask on page 1 (object 11); PDF/X-1a does not allow transparency
error[press-transparency]: `a.pdf`: transparency: an opacity of 0.5 on page 1 (object 3); PDF/X-1a does not allow transparency
error[press-transparency]: `a.pdf`: transparency: the blend mode Multiply on page 1 (object 3); PDF/X-1a does not allow transparency
warning[press-image]: `a.pdf`: an image has a resolution of 8 ppi on page 1 (object 11); pixels are visible below 150 ppi; use 300 ppi

"#]]
    );
    assert!(!faults(&pdf, &X4).contains("press-transparency"));
    let form = "/Type /XObject /Subtype /Form /BBox [0 0 9 9]";
    for (states, group, is_transparent) in [
        ("/A << /BM [/Multiply /Normal] >>", "", true),
        ("/A << /BM [/Normal] >>", "/Group << /S /Other >>", false),
    ] {
        let pdf = Handmade::drawing("/A gs /X Do")
            .with(&format!(
                "/ExtGState << {states} >> /XObject << /X 10 0 R >>"
            ))
            .stream(&format!("{form} {group}"), b"0 g 0 0 9 9 re f");
        assert_eq!(
            faults(&pdf, &X1A).contains("press-transparency"),
            is_transparent,
            "{states}"
        );
    }
}

#[test]
fn reports_what_devices_treat_differently() {
    let image = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray";
    let form = "/Type /XObject /Subtype /Form /BBox [0 0 9 9]";
    let drawn = || Handmade::drawing(&format!("0 g {TEXT} /A gs q 0.1 0 0 0.1 0 0 cm /X Do Q"));
    let object = |entries: &str| {
        drawn()
            .with("/XObject << /X 10 0 R >>")
            .stream(entries, b"a")
    };
    let transfer = |entry: &str| drawn().with(&format!("/ExtGState << /A << {entry} >> >>"));
    let function = "<< /FunctionType 2 /Domain [0 1] /N 1 >>";
    let unit = Handmade {
        page: format!("{} /UserUnit 2", Handmade::default().page),
        ..drawn()
    };
    for (pdf, what, place) in [
        (
            transfer(&format!("/TR {function}")),
            "a transfer function",
            3,
        ),
        (
            transfer(&format!("/TR2 {function}")),
            "a transfer function",
            3,
        ),
        (
            object(&format!("{image} /Alternates []")),
            "an image with alternates",
            10,
        ),
        (
            object(&format!("{image} /OPI << >>")),
            "a replacement for another image (OPI)",
            10,
        ),
        (
            object("/Type /XObject /Subtype /PS"),
            "a PostScript program",
            10,
        ),
        (
            object(&format!("{form} /Subtype2 /PS")),
            "a PostScript program",
            10,
        ),
        (unit, "a unit of its own (UserUnit)", 3),
    ] {
        let told =
            format!("[press-special]: `a.pdf`: the page has {what} on page 1 (object {place})");
        for (options, severity) in [(&X1A, "error"), (&X4, "error"), (&ANY, "warning")] {
            let faults = faults(&pdf, options);
            assert!(
                faults.contains(&format!("{severity}{told}")),
                "{what}: {faults}"
            );
        }
    }
    let packed = object(&format!("{image} /Filter [/ASCIIHexDecode /LZWDecode]"));
    let faults_of_packed = faults(&packed, &X1A);
    assert!(
        faults_of_packed.contains("error[press-special]: `a.pdf`: the file has streams with LZW"),
        "{faults_of_packed}"
    );
    for usual in [
        object(image),
        object(&format!("{image} /Filter /FlateDecode")),
        transfer("/TR /Identity"),
        transfer("/TR2 /Default"),
    ] {
        let faults = faults(&usual, &X1A);
        assert!(!faults.contains("press-special"), "{faults}");
    }
}

#[test]
fn report_counts_transparency() {
    let transparent = Handmade::drawing("/A gs 0 g 0 0 9 9 re f")
        .with("/ExtGState << /A << /ca 0.5 /BM /Multiply >> >>");
    let text = preflight_report(&transparent, &ANY).text();
    assert!(text.contains("transparency: 2"), "{text}");
    let text = preflight_report(&Handmade::default(), &ANY).text();
    assert!(!text.contains("transparency"), "{text}");
}

#[test]
fn link_that_starts_a_program_is_no_script() {
    let mut pdf = Handmade::default().object(
        "<< /Type /Annot /Subtype /Link /Rect [72 600 99 620] /A << /S /Launch /F (calc.exe) >> >>",
    );
    pdf.page += " /Annots [10 0 R]";
    let faults = faults(&pdf, &X1A);
    assert!(faults.contains("links that start programs"), "{faults}");
    assert!(!faults.contains("scripts"), "{faults}");
}

#[test]
fn line_of_the_smallest_width_is_thick_enough() {
    let faults = |width: &str| {
        faults(
            &Handmade::drawing(&format!("0 G {width} w 0 0 m 9 9 l S")),
            &ANY,
        )
    };
    assert_eq!(faults("0.25"), "");
    assert!(faults("0.24").contains("press-stroke"));
}

#[test]
fn reports_interactive_content() {
    let mut pdf = Handmade::default()
        .object("<< /Type /Annot /Subtype /Link /Rect [72 700 99 720] /A << /S /JavaScript /JS (app.alert(1)) >> >>")
        .object("<< /Type /Annot /Subtype /Text /Rect [900 900 910 910] >>")
        .object("<< /Type /Annot /Subtype /Link /Rect [72 600 99 620] /A << /S /Launch /F (calc.exe) >> >>");
    pdf.page += " /Annots [10 0 R 11 0 R 12 0 R] /AA << >>";
    pdf.root += " /AcroForm << >> /Names << /EmbeddedFiles << >> >> /OCProperties << >>";
    assert_data_eq!(
        faults(&pdf, &X1A),
        str![[r#"
error[press-active-content]: `a.pdf`: the file contains actions; remove them: a print file contains pages only
error[press-active-content]: `a.pdf`: the file contains attached files; remove them: a print file contains pages only
error[press-active-content]: `a.pdf`: the file contains form fields; remove them: a print file contains pages only
error[press-active-content]: `a.pdf`: the file contains layers; remove them: a print file contains pages only
error[press-active-content]: `a.pdf`: the file contains links that start programs; remove them: a print file contains pages only
error[press-active-content]: `a.pdf`: the file contains scripts; remove them: a print file contains pages only
error[press-annotation]: `a.pdf`: a Link annotation in the printed area on page 1 (object 10) and page 1 (object 12); remove links, comments and form fields from the printed area

"#]]
    );
    assert!(!faults(&pdf, &X4).contains("layers"));
}

#[test]
fn reports_fonts_that_are_not_embedded() {
    let font = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica".to_owned();
    assert_data_eq!(
        faults(
            &Handmade {
                font,
                ..Handmade::default()
            },
            &ANY
        ),
        str![[r#"
error[press-font]: `a.pdf`: the font `Helvetica` is not embedded on page 1 (object 5); embed all fonts, including the standard ones

"#]]
    );
}

/// Returns the faults of a file whose output intent has these entries and an RGB profile.
fn faults_of_intent(entries: &str) -> String {
    let root = format!("/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX {entries} >>]");
    let pdf = Handmade {
        root,
        ..Handmade::default()
    };
    let profile = [b"0".repeat(16), b"RGB ".to_vec()].concat();
    faults(&pdf.stream("/N 3", &profile), &X1A)
}

#[test]
fn reports_missing_identification() {
    let pdf = Handmade {
        version: "1.7",
        root: String::new(),
        information: String::new(),
        trailer: "/Encrypt 8 0 R".to_owned(),
        ..Handmade::default()
    };
    assert_data_eq!(
        faults(&pdf, &X1A),
        str![[r#"
error[press-encryption]: `a.pdf`: the file is encrypted; save the PDF without encryption
error[press-identification]: `a.pdf`: the file does not identify itself as PDF/X-1a:2003
error[press-identification]: `a.pdf`: the file does not state whether it is trapped
error[press-identification]: `a.pdf`: the file has no identifier
error[press-identification]: `a.pdf`: the file is PDF 1.7, but PDF/X-1a:2003 allows at most PDF 1.4
error[press-output-intent]: `a.pdf`: the file names no printing condition

"#]]
    );
    let messages = [
        faults_of_intent("/RegistryName (http://www.color.org)"),
        faults_of_intent("/OutputConditionIdentifier (Ours)"),
        faults_of_intent("/OutputConditionIdentifier (Ours) /DestOutputProfile 10 0 R"),
        faults(&Handmade::default(), &X4),
    ];
    assert_data_eq!(
        messages.concat(),
        str![[r#"
error[press-output-intent]: `a.pdf`: the printing condition has no name
error[press-output-intent]: `a.pdf`: the printing condition is not registered, and the file embeds no ICC profile
error[press-output-intent]: `a.pdf`: the ICC profile of the file is not a CMYK profile
error[press-identification]: `a.pdf`: the file does not identify itself as PDF/X-4
error[press-output-intent]: `a.pdf`: the file does not embed the ICC profile of the press

"#]]
    );
}

#[test]
fn reports_missing_title_and_dates() {
    for (key, target, message) in [
        ("/Title", &X1A, "the file has no title"),
        (
            "/CreationDate",
            &X1A,
            "the file has no dates of creation and modification",
        ),
        (
            "/ModDate",
            &X1A,
            "the file has no dates of creation and modification",
        ),
    ] {
        let mut bytes = Handmade::default().bytes();
        let mut parts = bytes.windows(key.len());
        let at = parts
            .position(|part| part == key.as_bytes())
            .expect("a key");
        bytes[at + 1] = b'X';
        let report = preflight(&bytes, "a.pdf", target).expect("a PDF");
        let found = short_messages(&report.problems);
        assert!(
            found.contains(message) && found.lines().count() == 1,
            "{key}: {found}"
        );
    }
    assert!(!faults(&Handmade::default(), &X4).contains("title"));
    // Printing conditions of other standards do not count.
    let root = "/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) >>]";
    let pdf = Handmade {
        root: root.to_owned(),
        ..Handmade::default()
    };
    assert!(faults(&pdf, &X1A).contains("names no printing condition"));
}

#[test]
fn metadata_identify_a_file() {
    let packet = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
        <rdf:Description rdf:about=\"\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\">\
        <pdf:Trapped>False</pdf:Trapped><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>\
        </rdf:Description></rdf:RDF></x:xmpmeta>";
    let mut pdf = Handmade::default().stream("/Type /Metadata /Subtype /XML", packet.as_bytes());
    pdf.information = String::new();
    let message = "does not identify itself as PDF/X-4";
    assert!(faults(&pdf, &X4).contains(message));
    pdf.root += &format!(" /Metadata {FURTHER} 0 R");
    let faults = faults(&pdf, &X4);
    assert!(
        !faults.contains(message) && !faults.contains("trapped"),
        "{faults}"
    );
}

#[test]
fn what_cannot_be_read_is_told() {
    let mut pdf = Handmade::drawing("/X Do").with("/XObject << /X 10 0 R >>");
    let nested = [b"/P << ".repeat(300), b">> ".repeat(300)].concat();
    pdf = pdf.stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9]", &nested);
    assert_data_eq!(
        faults(&pdf, &ANY),
        str![[r#"
error[press-unreadable]: `a.pdf`: a form cannot be read on page 1 (object 10); export the PDF again from the program that made it

"#]]
    );
}

#[track_caller]
fn refused(bytes: &[u8]) -> String {
    match preflight(bytes, "a.pdf", &ANY) {
        Ok(report) => panic!("{}", report.text()),
        Err(error) => short_messages(&error.into()),
    }
}

/// Returns a PDF with nested forms, each of which draws the next one several times.
fn nested_forms(times: usize, depth: usize) -> Handmade {
    let mut pdf = Handmade::drawing("/X Do").with("/XObject << /X 10 0 R >>");
    for next in 1..=depth {
        let resources = format!("/Resources << /XObject << /X {} 0 R >> >>", FURTHER + next);
        pdf = pdf.stream(
            &format!("/Type /XObject /Subtype /Form /BBox [0 0 9 9] {resources}"),
            &b"/X Do ".repeat(times),
        );
    }
    pdf
}

#[test]
fn broken_encrypted_and_hostile_files_end_in_an_error() {
    let whole = Handmade::default().bytes();
    let deep = Handmade {
        page: "[".repeat(100_000),
        ..Handmade::default()
    };
    let messages = [
        refused(b"GIF89a"),
        refused(b""),
        refused(b"%PDF-1.4\n"),
        refused(&whole[..whole.len() / 4]),
        refused(&deep.bytes()),
        refused(&nested_forms(30, 15).bytes()),
    ];
    assert_data_eq!(
        messages.concat(),
        str![[r#"
error[unreadable-pdf]: `a.pdf` is not a PDF; expected a file that starts with `%PDF-`
error[unreadable-pdf]: `a.pdf` is not a PDF; expected a file that starts with `%PDF-`
error[unreadable-pdf]: `a.pdf` is damaged and cannot be read; export the PDF again from the program that made it
error[unreadable-pdf]: `a.pdf` is damaged and cannot be read; export the PDF again from the program that made it
error[unreadable-pdf]: `a.pdf` exceeds the safety limits; export the PDF again from the program that made it
error[unreadable-pdf]: `a.pdf` exceeds the safety limits; export the PDF again from the program that made it

"#]]
    );
    // A form that draws itself is followed to a limited depth.
    let endless = Handmade::drawing("/X Do").with("/XObject << /X 10 0 R >>").stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 10 0 R >> >>",
        b"0 g 0 0 9 9 re f /X Do",
    );
    assert!(preflight_report(&endless, &ANY).pages[0].paints[0].count < 50);
    // Reading the text has the same limit.
    let widths = Handmade {
        font: "/Type /Font /Subtype /Type0 /BaseFont /Face /Encoding /Identity-H /DescendantFonts [<< /Type /Font \
            /Subtype /CIDFontType2 /BaseFont /Face /W [0 [500 500] 7 4294967295 500] >>]"
            .to_owned(),
        ..Handmade::default()
    };
    for pdf in [&deep, &nested_forms(30, 15), &widths] {
        let error = read(&pdf.bytes(), "a.pdf").err().map(|error| error.message);
        assert_eq!(error.as_deref(), Some("`a.pdf` exceeds the safety limits"));
    }
    assert_eq!(
        read(&endless.bytes(), "a.pdf")
            .map(|finished| finished.pages.len())
            .ok(),
        Some(1)
    );
}

/// Returns a PDF whose page joins `times` streams of this content.
fn joined_streams(content: &[u8], times: usize) -> Vec<u8> {
    let streams = format!("[{}]", format!("{} 0 R ", FURTHER + 1).repeat(times));
    let pdf = Handmade {
        page: format!("{} ", Handmade::default().page),
        ..Handmade::default()
    };
    let bytes = pdf.object(&streams).stream("", content).bytes();
    // The length stays, and so do the places of the objects.
    let (from, to) = (b"  /Contents 4 0 R", format!(" /Contents {FURTHER} 0 R"));
    let at = bytes.windows(from.len()).position(|part| part == from);
    let at = at.expect("the contents of the page");
    [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
}

#[test]
fn reading_stops_before_nesting_and_fans() {
    let deep = Handmade::drawing(&"[".repeat(100_000));
    let dictionaries = Handmade::drawing(&"/P << ".repeat(100_000));
    let form = Handmade::drawing("/X Do")
        .with("/XObject << /X 10 0 R >>")
        .stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 9 9]",
            &b"[".repeat(100_000),
        );
    let joined = joined_streams(&b"[".repeat(199), 1000);
    let nodes: Vec<String> = (FURTHER..FURTHER + 30)
        .map(|node| format!("<< /Type /Pages /Kids [{0} 0 R {0} 0 R] >>", node + 1))
        .collect();
    let fan = nodes.iter().fold(
        Handmade {
            root: format!("/Pages {FURTHER} 0 R"),
            ..Handmade::default()
        },
        |pdf, node| pdf.object(node),
    );
    for (name, pdf) in [
        ("arrays", deep.bytes()),
        ("dictionaries", dictionaries.bytes()),
        ("form", form.bytes()),
        ("joined", joined),
        ("fan", fan.bytes()),
    ] {
        let error = read(&pdf, "a.pdf").err().map(|error| error.message);
        assert_eq!(
            error.as_deref(),
            Some("`a.pdf` exceeds the safety limits"),
            "{name}"
        );
    }
    // What is within the limits is read.
    let fine = joined_streams(&b"[ ] ".repeat(199), 10);
    assert!(read(&fine, "a.pdf").is_ok());
}

#[test]
fn damaged_files_cause_no_panic() {
    let whole = Handmade::drawing(&format!("q 1 0 0 1 0 0 cm 0 0 0 1 k {TEXT} /X Do Q"))
        .with("/XObject << /X 10 0 R >> /ColorSpace << /C [/Indexed /C 1 <00>] >>")
        .stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Matrix [1 0 0 1 0 0]",
            b"/C cs 0 sc 0 0 9 9 re f",
        )
        .bytes();
    for end in (0..whole.len()).step_by(7) {
        let _ = preflight(&whole[..end], "a.pdf", &X1A);
    }
    let mut random = Random::new();
    for _ in 0..500 {
        let mut broken = whole.clone();
        for _ in 0..=random.below(6) {
            let at = random.below(broken.len());
            broken[at] = b"[]<>()/ 0919eRq\n\xff"[random.below(17)];
        }
        let _ = preflight(&broken, "a.pdf", &X1A);
    }
}
