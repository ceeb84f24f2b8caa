//! Imposed sheets: positions exact to 0.01 pt, unchanged text, reproducible bytes.

use std::io::Cursor;
use std::path::Path;

use cvpress::press::imposition::{
    CollateOptions, MILLIMETER, PagesPerSheet, Plan, PressDocument, SheetSetup, Size,
    SourceDocument, Stock, booklet, collate as run, compose, contact_sheet as contact, n_up,
    one_up as single,
};
use cvpress::press::{IccProfile, PdfxStandard, PressSettings, Timestamp};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::PremulRgba8;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{RenderCache, RenderSettings};
use lopdf::encryption::{EncryptionState, EncryptionVersion, Permissions};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use snapbox::{assert_data_eq, str};

use crate::support::handmade::{Handmade, TEXT};
use crate::support::pdf::{self, bare};
use crate::support::rendering::{
    Cv, ENGINE, layouts, open, render_cv, render_shipped, shipped, short_messages,
};
use crate::support::sandbox::Sandbox;

/// Tolerance of positions, in pt.
const EXACT: f64 = 0.01;

const BLEED: f64 = 3.0 * MILLIMETER;

const SETUP: SheetSetup = SheetSetup {
    stock: None,
    bleed: BLEED,
    has_marks: true,
    black_only: false,
};

fn numbered_section(number: usize) -> String {
    let break_before = number > 1;
    format!(
        "[[section]]\nkind = 'text'\ntitle = 'Part {number}'\nbody = 'Page{number}.'\nbreak-before = {break_before}\n"
    )
}

/// Returns a CV with this many pages, each of which contains its number.
fn pages(count: usize) -> Vec<u8> {
    let toml = "date = '2026-03'\n[person]\nname = 'Ada'\n".to_owned()
        + &(1..=count).map(numbered_section).collect::<String>();
    let cv = render_cv(open(&toml), "compact", None);
    assert_eq!(cv.typeset.extent.pages, count);
    cv.bytes
}

/// Adds bleed on each side, with a trim box of the old size.
fn with_bleed(bytes: &[u8], bleed: f64) -> Vec<u8> {
    changed(bytes, |page| {
        let media = edges(page, b"MediaBox");
        let grown = [
            media[0] - bleed,
            media[1] - bleed,
            media[2] + bleed,
            media[3] + bleed,
        ];
        page.set("TrimBox", boxed(media));
        page.set("MediaBox", boxed(grown));
    })
}

/// Changes each page of a PDF.
fn changed(bytes: &[u8], change: impl Fn(&mut Dictionary)) -> Vec<u8> {
    let mut document = Document::load_mem(bytes).expect("a PDF");
    for page in document.page_iter().collect::<Vec<_>>() {
        change(document.get_dictionary_mut(page).expect("a page"));
    }
    saved(document)
}

fn saved(mut document: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).expect("a file");
    bytes
}

fn work(name: &str, bytes: &[u8]) -> PressDocument {
    PressDocument {
        name: name.to_owned(),
        layout: Some("compact".to_owned()),
        purpose: Some("one dense page".to_owned()),
        title: format!("{name} – CV"),
        author: Some(name.to_owned()),
        date: Timestamp::parse_pdf("202603").expect("a date"),
        date_text: "2026-03".to_owned(),
        settings: PressSettings::default(),
        source: SourceDocument::read(bytes, "a.pdf").expect("a PDF whose pages can be placed"),
    }
}

#[track_caller]
fn made(plan: &Plan, works: &[&PressDocument]) -> Vec<u8> {
    compose(plan, works, "Sheets", &PressSettings::default(), &ENGINE).expect("sheets")
}

fn text(bytes: &[u8]) -> String {
    pdf::text(&pdf::pages(bytes))
}

/// Loads a file, and returns the object of each page.
fn sheets(bytes: &[u8]) -> (Document, Vec<ObjectId>) {
    let document = Document::load_mem(bytes).expect("a PDF");
    let pages = document.page_iter().collect();
    (document, pages)
}

fn edges(page: &Dictionary, key: &[u8]) -> [f64; 4] {
    let numbers = page.get(key).and_then(Object::as_array).expect("a box");
    let numbers: Vec<f64> = numbers
        .iter()
        .map(|edge| f64::from(edge.as_float().expect("a number")))
        .collect();
    numbers.try_into().expect("four edges")
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a place on paper is far from the limits"
)]
fn boxed(edges: [f64; 4]) -> Object {
    Object::Array(
        edges
            .iter()
            .map(|edge| Object::Real(*edge as f32))
            .collect(),
    )
}

#[track_caller]
fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    let is_near = found
        .iter()
        .zip(expected)
        .all(|(found, expected)| (found - expected).abs() < EXACT);
    assert!(is_near, "{found:?} is not {expected:?}");
}

/// Returns the position of the first glyph of each `Page…`.
fn first_glyph(bytes: &[u8], page: usize) -> [f64; 2] {
    let pages = pdf::pages(bytes);
    let at = pages[page].glyphs.first().expect("a glyph").origin;
    [at.x, at.y]
}

#[test]
fn press_sheet_centers_its_page_and_has_exact_boxes() {
    let source = with_bleed(&pages(2), BLEED);
    let work = work("ada", &source);
    let plan = single(&work, &SETUP).expect("a plan");
    let bytes = made(&plan, &[&work]);
    let (document, ids) = sheets(&bytes);
    assert_eq!(ids.len(), 2);
    // A3 has room for A4 with bleed and marks; the page is centered.
    let (width, height) = (297.0 * MILLIMETER, 420.0 * MILLIMETER);
    let (left, bottom) = (43.5 * MILLIMETER, 61.5 * MILLIMETER);
    let trim = [left, bottom, width - left, height - bottom];
    for id in ids {
        let page = document.get_dictionary(id).expect("a page");
        near(&edges(page, b"MediaBox"), &[0.0, 0.0, width, height]);
        near(&edges(page, b"TrimBox"), &trim);
        near(
            &edges(page, b"BleedBox"),
            &[
                trim[0] - BLEED,
                trim[1] - BLEED,
                trim[2] + BLEED,
                trim[3] + BLEED,
            ],
        );
        assert!(!page.has(b"CropBox") && !page.has(b"Annots"));
    }
    let before = first_glyph(&source, 0);
    near(
        &first_glyph(&bytes, 0),
        &[before[0] + left, before[1] + bottom],
    );
}

#[test]
fn us_letter_and_inches_are_exact() {
    let eighth = 9.0;
    let cv = changed(&pages(1), |page| {
        page.set("MediaBox", boxed([0.0, 0.0, 612.0, 792.0]));
    });
    let work = work("ada", &with_bleed(&cv, eighth));
    let plan = single(
        &work,
        &SheetSetup {
            bleed: eighth,
            ..SETUP
        },
    )
    .expect("a plan");
    assert_eq!(plan.paper.map(|paper| paper.stock), Some(Stock::Tabloid));
    let (document, ids) = sheets(&made(&plan, &[&work]));
    let page = document.get_dictionary(ids[0]).expect("a page");
    near(&edges(page, b"TrimBox"), &[90.0, 216.0, 702.0, 1008.0]);
    near(&edges(page, b"BleedBox"), &[81.0, 207.0, 711.0, 1017.0]);
}

#[test]
fn no_kind_of_sheet_loses_or_changes_text() {
    let profile = shipped()
        .into_iter()
        .find(|profile| profile.name.contains("example"))
        .expect("the example");
    let Cv { bytes, .. } = render_shipped(&profile, "portfolio", None);
    let before = text(&bytes);
    let work = work("ada", &bytes);
    let (count, unmarked) = (
        work.source.pages.len(),
        SheetSetup {
            has_marks: false,
            ..SETUP
        },
    );
    assert!(count > 1);
    let alone = made(&run(&[&work], CollateOptions::default(), &SETUP), &[&work]);
    assert_eq!(text(&alone), before);
    for up in [PagesPerSheet::Two, PagesPerSheet::Four] {
        let plan = n_up(&work, up, &unmarked).expect("a plan");
        assert_eq!(text(&made(&plan, &[&work])), before);
    }
    let single = made(&single(&work, &SETUP).expect("a plan"), &[&work]);
    for (page, (before, after)) in pdf::pages(&bytes)
        .iter()
        .zip(pdf::pages(&single))
        .enumerate()
    {
        let slug = bare(&format!(
            "ada · compact · 2026-03 · page {}/{count}",
            page + 1
        ));
        assert_eq!(
            pdf::text(&[after]),
            pdf::text(std::slice::from_ref(before)) + &slug
        );
    }
}

/// Returns the page numbers on a side, from left to right.
fn visible_pages_of(side: &pdf::PageText) -> Vec<u32> {
    let mut found: Vec<(f64, u32)> = Vec::new();
    let text: Vec<String> = side
        .glyphs
        .iter()
        .map(|glyph| glyph.text.clone().unwrap_or_default())
        .collect();
    for start in 0..text.len() {
        let rest = text[start..].concat();
        if let Some(number) = rest.strip_prefix("Page") {
            let end = number.find(|c: char| !c.is_ascii_digit());
            let digits = &number[..end.unwrap_or(number.len())];
            let x = side.glyphs[start].origin.x;
            found.push((x, digits.parse().expect("a number")));
        }
    }
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    found.into_iter().map(|(_, number)| number).collect()
}

/// Returns the page numbers on each side, from left to right; 0 is blank.
fn visible_pages(bytes: &[u8]) -> Vec<Vec<u32>> {
    pdf::pages(bytes).iter().map(visible_pages_of).collect()
}

#[test]
fn booklet_pages_follow_the_fold() {
    let orders: [(usize, &[&[u32]]); 3] = [
        (4, &[&[4, 1], &[2, 3]]),
        (5, &[&[1], &[2], &[3], &[4, 5]]),
        (8, &[&[8, 1], &[2, 7], &[6, 3], &[4, 5]]),
    ];
    for (count, order) in orders {
        let work = work("ada", &pages(count));
        let plan = booklet(&work, 0.0, &SETUP).expect("a plan");
        assert_eq!(plan.paper.map(|paper| paper.stock), Some(Stock::Sra3));
        assert_eq!(visible_pages(&made(&plan, &[&work])), order, "{count}");
    }
}

#[test]
fn inner_sheets_creep_toward_the_fold() {
    let work = work("ada", &with_bleed(&pages(8), BLEED));
    let creep = 0.2 * MILLIMETER;
    let plan = booklet(&work, creep, &SETUP).expect("a plan");
    let fold = 225.0 * MILLIMETER;
    let width = 210.0 * MILLIMETER;
    for (side, inwards) in plan.sheets.iter().zip([0.0, 0.0, creep, creep]) {
        let corners: Vec<f64> = side.placements.iter().map(|place| place.at.x).collect();
        near(&corners, &[fold - width + inwards, fold - inwards]);
        // Nothing crosses the fold.
        near(
            &[side.placements[0].clip.right, side.placements[1].clip.left],
            &[fold, fold],
        );
        let spread = side.trim.edges();
        near(
            &spread,
            &[
                fold - width,
                11.5 * MILLIMETER,
                fold + width,
                308.5 * MILLIMETER,
            ],
        );
    }
}

#[test]
fn pages_shrink_only_to_fit_the_paper() {
    let work = work("ada", &pages(4));
    let unmarked = SheetSetup {
        has_marks: false,
        bleed: 0.0,
        ..SETUP
    };
    let plan = n_up(&work, PagesPerSheet::Two, &unmarked).expect("a plan");
    assert_eq!(
        (plan.paper.map(|paper| paper.stock), plan.scale),
        (Some(Stock::A3), 1.0)
    );
    let plan = n_up(
        &work,
        PagesPerSheet::Two,
        &SheetSetup {
            stock: Some(Stock::A4),
            ..unmarked
        },
    )
    .expect("a plan");
    assert!((plan.scale - 148.5 / 210.0).abs() < 1e-3, "{}", plan.scale);
    let plan = n_up(&work, PagesPerSheet::Four, &unmarked).expect("a plan");
    assert!((plan.scale - 0.707).abs() < 1e-3, "{}", plan.scale);
    let corners: Vec<[f64; 2]> = plan.sheets[0]
        .placements
        .iter()
        .map(|place| [place.at.x, place.at.y])
        .collect();
    let (width, height) = (297.0 / 2.0 * MILLIMETER, 420.0 / 2.0 * MILLIMETER);
    for (corner, expected) in
        corners
            .iter()
            .zip([[0.0, height], [width, height], [0.0, 0.0], [width, 0.0]])
    {
        assert!(
            (corner[0] - expected[0]).abs() < 0.3 && (corner[1] - expected[1]).abs() < 0.3,
            "{corners:?}"
        );
    }
    // A booklet of half the size, on office paper.
    let plan = booklet(
        &work,
        0.0,
        &SheetSetup {
            stock: Some(Stock::A4),
            ..unmarked
        },
    )
    .expect("a plan");
    assert!((plan.scale - 0.707).abs() < 1e-3, "{}", plan.scale);
}

#[test]
fn rotated_and_offset_pages_are_placed_upright() {
    let original = pages(1);
    let [x, y] = first_glyph(&original, 0);
    let (width, height) = (595.2756, 841.8898);
    // After a clockwise turn the left side is at the top.
    let turns = [
        (0, [x, y]),
        (90, [y, width - x]),
        (180, [width - x, height - y]),
        (270, [height - y, x]),
    ];
    for (turn, expected) in turns {
        let turned = changed(&original, |page| page.set("Rotate", turn));
        let work = work("ada", &turned);
        let leaf = &work.source.pages[0];
        assert_eq!(leaf.trim.width > leaf.trim.height, turn % 180 == 90);
        let plan = run(&[&work], CollateOptions::default(), &SETUP);
        near(&first_glyph(&made(&plan, &[&work]), 0), &expected);
    }
    let moved = changed(&original, |page| {
        page.set("MediaBox", boxed([20.0, 30.0, 520.0, 730.0]));
        page.set("CropBox", boxed([700.0, 800.0, 30.0, 40.0]));
    });
    let work = work("ada", &moved);
    near(
        &[
            work.source.pages[0].trim.width,
            work.source.pages[0].trim.height,
        ],
        &[490.0, 690.0],
    );
    near(
        &first_glyph(
            &made(&run(&[&work], CollateOptions::default(), &SETUP), &[&work]),
            0,
        ),
        &[x - 30.0, y - 40.0],
    );
}

#[test]
fn inherited_page_attributes_are_found() {
    let plain = pages(2);
    let (mut document, ids) = sheets(&plain);
    let mut tree = None;
    let mut taken = Vec::new();
    for id in ids {
        let page = document.get_dictionary_mut(id).expect("a page");
        tree = page.get(b"Parent").and_then(Object::as_reference).ok();
        taken = [&b"Resources"[..], b"MediaBox"]
            .map(|key| (key, page.remove(key).expect("its own")))
            .to_vec();
    }
    let tree = document
        .get_dictionary_mut(tree.expect("a tree"))
        .expect("a tree");
    for (key, value) in taken {
        tree.set(key, value);
    }
    let work = work("ada", &saved(document));
    assert!(
        text(&made(
            &run(&[&work], CollateOptions::default(), &SETUP),
            &[&work]
        ))
        .ends_with("Page2.")
    );
}

#[test]
fn transparency_groups_are_kept_where_the_standard_allows_them() {
    let grouped = changed(&pages(1), |page| {
        page.set(
            "Group",
            dictionary! { "Type" => "Group", "S" => "Transparency", "CS" => "DeviceCMYK" },
        );
    });
    let work = work("ada", &grouped);
    let profile = IccProfile {
        bytes: Vec::new(),
        description: None,
    };
    let fourth = PressSettings {
        standard: PdfxStandard::X4,
        profile: Some(profile),
        ..PressSettings::default()
    };
    for (settings, expected) in [(PressSettings::default(), 0), (fourth, 1)] {
        let plan = run(&[&work], CollateOptions::default(), &SETUP);
        let bytes = compose(&plan, &[&work], "Ada", &settings, &ENGINE).expect("sheets");
        let (document, _) = sheets(&bytes);
        let forms = document
            .objects
            .values()
            .filter_map(|object| object.as_stream().ok());
        let groups: Vec<&Dictionary> = forms
            .filter_map(|form| document.get_dict_in_dict(&form.dict, b"Group").ok())
            .collect();
        assert_eq!(groups.len(), expected);
        assert!(groups.iter().all(|group| {
            group
                .get(b"I")
                .and_then(Object::as_bool)
                .is_ok_and(|isolated| isolated)
        }));
    }
}

#[test]
fn marks_use_all_inks_and_captions_black() {
    let work = work("ada", &pages(1));
    let bytes = made(
        &single(
            &work,
            &SheetSetup {
                black_only: true,
                ..SETUP
            },
        )
        .expect("a plan"),
        &[&work],
    );
    let (document, ids) = sheets(&bytes);
    let content = String::from_utf8(document.get_page_content(ids[0])).expect("operators");
    assert!(
        content.contains("/All CS") && content.contains("1 SCN") && content.contains("0.25 w"),
        "{content}"
    );
    let operators: Vec<&str> = content.split_whitespace().collect();
    assert!(
        !operators
            .iter()
            .any(|word| ["rg", "RG", "g", "G", "cs", "sc", "gs"].contains(word)),
        "{content}"
    );
    let patches: Vec<&[&str]> = operators
        .windows(5)
        .filter(|window| window[4] == "k")
        .collect();
    assert_eq!(patches.len(), 4);
    assert!(
        patches.iter().all(|patch| patch[..3] == ["0", "0", "0"]),
        "{patches:?}"
    );
    let page = document.get_dictionary(ids[0]).expect("a page");
    let resources = document
        .get_dict_in_dict(page, b"Resources")
        .expect("resources");
    let spaces = document
        .get_dict_in_dict(resources, b"ColorSpace")
        .expect("a colour space");
    let space = spaces
        .get_deref(b"All", &document)
        .and_then(Object::as_array)
        .expect("a colour space");
    assert_eq!(
        space[..3],
        ["Separation".into(), "All".into(), "DeviceCMYK".into()]
    );
    // The slug captions.
    let forms = document
        .get_dict_in_dict(resources, b"XObject")
        .expect("forms");
    let slug = forms
        .get_deref(b"S1P0", &document)
        .and_then(Object::as_stream)
        .expect("a slug");
    let content =
        String::from_utf8(slug.get_plain_content().expect("operators")).expect("operators");
    assert!(content.contains("0 0 0 1 k"), "{content}");
}

#[test]
fn marks_of_a_job_in_black_are_black() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", PROFILE);
    for (command, name) in [
        ("sheet", "sheet"),
        ("nup --marks", "nup"),
        ("booklet --layout vita", "booklet"),
    ] {
        for (ink, black_only) in [("k", true), ("cmyk", false)] {
            let output = format!("{name}-{ink}.pdf");
            let _ = output_of(
                &sandbox,
                &format!("{command} ada.toml --ink {ink} -o {output}"),
            );
            let (document, ids) = sheets(&sandbox.bytes(&output));
            let content = document.get_page_content(ids[0]);
            let content = String::from_utf8(content).expect("operators");
            let in_black = content.lines().any(|line| line.ends_with("0 0 0 1 K"));
            assert_eq!(
                (in_black, content.contains("/All CS")),
                (black_only, !black_only)
            );
            let code = i32::from(!black_only);
            let _ = sandbox
                .run(&format!("press preflight {output} --black-only"))
                .code(code);
        }
    }
}

#[test]
fn run_of_several_sizes_names_them() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", PROFILE).write(
        "bob.toml",
        &format!("{PROFILE}\n[design]\npaper = 'us-letter'\n"),
    );
    let run = sandbox
        .run("press run ada.toml bob.toml -o runs --message-format short")
        .code(0);
    assert_eq!(
        run.stderr.lines().next(),
        Some(
            "warning[press-box]: the pages have several sizes, and with them printing conditions: \
             210 × 297 mm (ada), 215.9 × 279.4 mm (bob); choose one with `--paper`, or make a file of each size"
        )
    );
    assert!(
        sandbox.path("runs/run.pdf").is_file(),
        "a name without an ending is a folder"
    );
    let run = sandbox
        .run("press run ada.toml bob.toml --paper a4")
        .code(0);
    assert_eq!(run.stderr, "");
}

fn identifier(bytes: &[u8]) -> Object {
    let (document, _) = sheets(bytes);
    let identifiers = document.trailer.get(b"ID").and_then(Object::as_array);
    identifiers.expect("an identifier")[0].clone()
}

#[test]
fn sheets_are_reproducible_with_their_own_identifier() {
    let source = pages(2);
    let one = || {
        let work = work("ada", &source);
        made(&single(&work, &SETUP).expect("a plan"), &[&work])
    };
    let first = one();
    assert!(first == one(), "two runs differ");
    let other = work("bob", &source);
    let other = made(&single(&other, &SETUP).expect("a plan"), &[&other]);
    assert_ne!(identifier(&first), identifier(&other));
}

#[test]
fn collated_run_has_bookmarks_separators_and_front_pages() {
    let (three, one) = (pages(3), pages(1));
    let mut works = [work("ada", &three), work("ada", &one), work("bob", &one)];
    works[1].layout = Some("vita".to_owned());
    let works: Vec<&PressDocument> = works.iter().collect();
    let plan = run(
        &works,
        CollateOptions {
            has_separators: true,
            both_sides: true,
        },
        &SETUP,
    );
    let titles: Vec<(&str, usize, usize)> = plan
        .bookmarks
        .iter()
        .map(|mark| (&*mark.title, mark.sheet, mark.children.len()))
        .collect();
    assert_eq!(titles, [("ada – CV", 0, 2), ("bob – CV", 10, 0)]);
    let bytes = made(&plan, &works);
    assert_eq!(
        visible_pages(&bytes),
        [
            &[][..],
            &[],
            &[1],
            &[2],
            &[3],
            &[],
            &[],
            &[],
            &[1],
            &[],
            &[],
            &[],
            &[1]
        ]
    );
    let texts: Vec<String> = pdf::pages(&bytes)
        .into_iter()
        .map(|page| pdf::text(&[page]))
        .collect();
    assert_eq!(texts[6], bare("ada – CV ada vita · 2026-03 · 2 of 3"));
    assert_eq!(texts[1], "");
    let (document, ids) = sheets(&bytes);
    let catalog = document.catalog().expect("a catalog");
    assert_eq!(
        catalog
            .get(b"PageMode")
            .and_then(Object::as_name)
            .expect("a name"),
        b"UseOutlines"
    );
    let outline = document
        .get_dict_in_dict(catalog, b"Outlines")
        .expect("bookmarks");
    assert_eq!(
        outline
            .get(b"Count")
            .and_then(Object::as_i64)
            .expect("a number"),
        4
    );
    let last = document
        .get_dict_in_dict(outline, b"Last")
        .expect("a bookmark");
    let goal = last
        .get(b"Dest")
        .and_then(Object::as_array)
        .expect("a goal")[0]
        .as_reference()
        .expect("a page");
    assert_eq!(goal, ids[10]);
}

#[test]
fn contact_sheet_shows_first_pages_with_captions() {
    let source = pages(2);
    let works: Vec<PressDocument> = layouts()
        .into_iter()
        .map(|layout| {
            let mut work = work("ada", &source);
            work.layout = Some(layout.to_owned());
            work
        })
        .collect();
    let works: Vec<&PressDocument> = works.iter().collect();
    let plan = contact(&works, "Ada – CV", None);
    let sheet = &plan.sheets[0];
    let paper = Size::new(sheet.size.width + EXACT, sheet.size.height + EXACT);
    for place in &sheet.placements {
        assert!(
            place.clip.left > 0.0 && place.clip.bottom > 0.0,
            "{place:?}"
        );
        assert!(
            place.clip.right < paper.width && place.clip.top < paper.height,
            "{place:?}"
        );
    }
    let bytes = made(&plan, &works);
    assert_eq!(visible_pages(&bytes)[0].len(), works.len());
    let text = text(&bytes);
    for layout in layouts() {
        assert!(
            text.contains(&bare(&format!("{layout} 2 pages one dense page"))),
            "{layout}: {text}"
        );
    }
}

#[test]
fn pages_of_one_document_share_its_fonts() {
    let source = pages(3);
    let work = work("ada", &source);
    let plan = run(&[&work], CollateOptions::default(), &SETUP);
    let embedded = font_names(&made(&plan, &[&work]));
    for font in font_names(&source) {
        let copies = embedded.iter().filter(|name| **name == font).count();
        assert_eq!(copies, 1, "{font} in {embedded:?}");
    }
}

/// Returns the name of every font that a file embeds, with the tag of its subset.
fn font_names(bytes: &[u8]) -> Vec<String> {
    let (document, _) = sheets(bytes);
    let names: Vec<String> = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok())
        .filter(|dictionary| dictionary.has_type(b"FontDescriptor"))
        .map(|font| {
            font.get(b"FontName")
                .and_then(Object::as_name)
                .expect("a name")
        })
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    assert!(!names.is_empty());
    names
}

#[track_caller]
fn refusal(bytes: &[u8]) -> String {
    let refused = SourceDocument::read(bytes, "a.pdf").expect_err("a PDF that cannot be placed");
    short_messages(&refused.into())
}

#[test]
fn reports_pdfs_that_cannot_be_placed() {
    let plain = pages(1);
    let mut document = Document::load_mem(&plain).expect("a PDF");
    let version = EncryptionVersion::V2 {
        document: &document,
        owner_password: "owner",
        user_password: "user",
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).expect("a way to encrypt");
    document.encrypt(&state).expect("encrypted");
    let locked = saved(document);
    let mut document = Document::load_mem(&plain).expect("a PDF");
    document
        .catalog_mut()
        .expect("a catalog")
        .set("OCProperties", Dictionary::new());
    let layered = saved(document);
    let flat = changed(&plain, |page| {
        page.set("MediaBox", boxed([0.0, 0.0, 500.0, 0.0]));
    });
    let boxless = changed(&plain, |page| drop(page.remove(b"MediaBox")));
    let broken = changed(&plain, |page| {
        page.set("Contents", Object::Reference((4_000_000, 0)));
    });
    let messages: String = [&locked, &layered, &flat, &boxless, &broken]
        .into_iter()
        .map(|bytes| refusal(bytes))
        .collect();
    assert_data_eq!(
        messages,
        str![[r"
error[unreadable-pdf]: `a.pdf` uses an encryption that is not supported; save the PDF without encryption
error[unplaceable-pdf]: `a.pdf` has layers, which a sheet would show all at once; save the PDF without layers
error[unplaceable-pdf]: page 1 of `a.pdf` cannot be placed on a sheet: the page is empty
error[unplaceable-pdf]: page 1 of `a.pdf` cannot be placed on a sheet: the page has no MediaBox
error[unreadable-pdf]: `a.pdf` is damaged and cannot be read; export the PDF again from the program that made it

"]]
    );
}

#[test]
fn one_wrong_byte_in_a_font_or_a_page_is_an_error() {
    let whole = lopdf::Document::load_mem(&pages(1)).expect("a PDF");
    let mut damaged = 0;
    for (id, object) in &whole.objects {
        let Ok(stream) = object.as_stream() else {
            continue;
        };
        if stream.content.len() < 100 || stream.filters().is_err() {
            continue;
        }
        let mut document = whole.clone();
        let stream = document
            .objects
            .get_mut(id)
            .map(lopdf::Object::as_stream_mut);
        let content = &mut stream.expect("an object").expect("a stream").content;
        let middle = content.len() / 2;
        content[middle] ^= 0x20;
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).expect("a file");
        let read = SourceDocument::read(&bytes, "a.pdf");
        assert!(read.is_err(), "object {id:?}");
        damaged += 1;
    }
    assert!(damaged > 1, "only {damaged} objects are compressed");
}

#[test]
fn damaged_sources_cause_no_panic() {
    let plain = pages(1);
    for end in (0..plain.len()).step_by(plain.len() / 40) {
        let _ = SourceDocument::read(&plain[..end], "a.pdf");
        let mut damaged = plain.clone();
        damaged[end] ^= 0x55;
        if let Ok(source) = SourceDocument::read(&damaged, "a.pdf") {
            let work = PressDocument {
                source,
                ..work("ada", &plain)
            };
            let _ = compose(
                &run(&[&work], CollateOptions::default(), &SETUP),
                &[&work],
                "Ada",
                &PressSettings::default(),
                &ENGINE,
            );
        }
    }
}

const PROFILE: &str =
    "date = '2026-03'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'list'\nhighlights = ['One.']\n";

/// Returns the output of a press command.
fn output_of(sandbox: &Sandbox, command: &str) -> String {
    let command = format!("press {command}");
    sandbox.run(&command).code(0).text()
}

#[test]
fn press_commands_write_the_reported_files() {
    let sandbox = Sandbox::new();
    sandbox
        .write("people/ada.toml", PROFILE)
        .write("people/bob.toml", &PROFILE.replace("Ada", "Bob"));
    assert_eq!(
        output_of(&sandbox, "sheet people/ada.toml"),
        "out/ada-compact-sheet.pdf: 1 side of A3\n"
    );
    assert_eq!(
        output_of(&sandbox, "nup people/ada.toml --up 4 --sheet a4"),
        "out/ada-compact-nup.pdf: 1 side of A4, pages at 50 %\n"
    );
    assert_eq!(
        output_of(
            &sandbox,
            "booklet people/ada.toml --layout vita --creep 0.1mm"
        ),
        "out/ada-vita-booklet.pdf: 2 sides of SRA3 landscape\n"
    );
    let contact = output_of(&sandbox, "contact people/ada.toml --sheet a4 -o proofs");
    assert!(
        contact.starts_with("proofs/ada-contact.pdf: 1 side of A4 landscape, pages at "),
        "{contact}"
    );
    // It is for looking at, and no file for a press.
    assert!(!claims_pdfx(&sandbox.bytes("proofs/ada-contact.pdf")));
    assert!(claims_pdfx(&sandbox.bytes("out/ada-compact-sheet.pdf")));
    assert_eq!(
        output_of(&sandbox, "run people --separators"),
        "out/run.pdf: 4 pages\n"
    );
    // The commands accept PDFs as well as profiles.
    let _ = sandbox.run("press pdf people/ada.toml -o cv.pdf").code(0);
    let _ = sandbox
        .run("press sheet people/ada.toml -o one/sheet.pdf")
        .code(0);
    assert!(
        sandbox.path("one/sheet.pdf").is_file(),
        "a name is that of the file"
    );
    assert_eq!(
        output_of(&sandbox, "run cv.pdf people/bob.toml --duplex -o all.pdf"),
        "all.pdf: 3 pages\n"
    );
    for jobs in ["1", "4"] {
        let _ = sandbox
            .run(&format!(
                "press run people -q --layout all --jobs {jobs} -o {jobs}.pdf"
            ))
            .code(0);
    }
    assert!(
        sandbox.bytes("1.pdf") == sandbox.bytes("4.pdf"),
        "the order of threads shows"
    );
    let json = output_of(&sandbox, "sheet people/ada.toml --report json");
    assert_eq!(
        json,
        "{\"file\":\"out/ada-compact-sheet.pdf\",\"sides\":1,\"paper\":\"A3\",\"scale\":1.0}\n"
    );
}

/// Returns whether a file has the words by which one calls itself PDF/X.
fn claims_pdfx(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.contains("GTS_PDFX") || text.contains("OutputIntents")
}

#[test]
fn colors_of_screens_get_a_profile_for_pdfx_4() {
    let sandbox = Sandbox::new();
    let mut icc = vec![0; 132];
    icc[3] = 132;
    icc[8] = 2;
    icc[12..24].copy_from_slice(b"prtrCMYKLab ");
    icc[36..40].copy_from_slice(b"acsp");
    std::fs::write(sandbox.path("press.icc"), icc).expect("a file");
    // A form with resources of its own does not have those of the page.
    let source = Handmade::drawing(&format!("1 0 0 rg 0 0 90 90 re f /F Do {TEXT}"))
        .with("/XObject << /F 10 0 R >>")
        .stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /ColorSpace << >> >>",
            b"0 1 0 rg 0 0 9 9 re f",
        );
    std::fs::write(sandbox.path("red.pdf"), source.bytes()).expect("a file");
    sandbox
        .run("press nup red.pdf --standard x-4 --icc press.icc")
        .succeeds();
    let sheets = sandbox.bytes("out/red-nup.pdf");
    let names = String::from_utf8_lossy(&sheets);
    assert_eq!(
        names.matches("/DefaultRGB").count(),
        2,
        "of the page and of the form"
    );
    sandbox
        .run("press preflight out/red-nup.pdf --standard x-4")
        .succeeds();
    // Without the profile, the same colors are refused.
    let bytes: Vec<u8> = replaced(&sheets, b"/DefaultRGB", b"/DefaultXYZ");
    std::fs::write(sandbox.path("bare.pdf"), bytes).expect("a file");
    let refused = sandbox
        .run("press preflight bare.pdf --standard x-4")
        .code(1);
    assert!(refused.stderr.contains("DeviceRGB"), "{}", refused.stderr);
    // PDF/X-1a has no such colors.
    let refused = sandbox.run("press nup red.pdf").code(1);
    assert!(refused.stderr.contains("DeviceRGB"), "{}", refused.stderr);
}

/// Returns bytes with others of the same length instead of some.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut replaced = bytes.to_vec();
    for at in 0..bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            replaced[at..at + from.len()].copy_from_slice(to);
        }
    }
    replaced
}

#[test]
fn sheets_for_office_printers_take_pages_of_any_colors() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", PROFILE);
    sandbox.run("render ada.toml -o own.pdf").succeeds();
    // No bleed, a thin red line, and a font that every reader has.
    let other = Handmade {
        page: "/MediaBox [0 0 595 842]".to_owned(),
        font: "/Type /Font /Subtype /Type1 /BaseFont /Helvetica".to_owned(),
        ..Handmade::drawing(&format!("1 0 0 RG 0.1 w 9 9 m 90 90 l S 1 0 0 rg {TEXT}"))
    };
    std::fs::write(sandbox.path("other.pdf"), other.bytes()).expect("a file");
    for (command, file) in [
        ("nup own.pdf", "own-nup.pdf"),
        ("booklet own.pdf", "own-booklet.pdf"),
        ("nup other.pdf", "other-nup.pdf"),
        ("sheet other.pdf", "other-sheet.pdf"),
    ] {
        let refused = sandbox.run(&format!("press {command}")).code(1);
        assert!(refused.stderr.contains("press-color"), "{}", refused.stderr);
        sandbox
            .run(&format!("press {command} --standard none"))
            .succeeds();
        let file = format!("out/{file}");
        assert!(!claims_pdfx(&sandbox.bytes(&file)), "{file}");
        let strict = format!("press preflight {file} --standard x-1a");
        assert!(sandbox.run(&strict).code(1).stderr.contains("press-color"));
    }
}

#[test]
fn press_commands_report_their_errors() {
    let sandbox = Sandbox::new();
    sandbox
        .write("ada.toml", PROFILE)
        .write("wrong.toml", "[person]\nnmae = 'Ada'\n")
        .write("no.pdf", "%PDF-1.4\n");
    let run = sandbox
        .run("press sheet ada.toml --sheet a4 --message-format short")
        .code(1);
    assert_data_eq!(
        run.stderr,
        str![[r"
error[sheet-too-small]: `A4` is too small for 216 × 303 mm of pages with bleed and marks around them; use `--sheet a3`

"]]
    );
    let run = sandbox
        .run("press run ada.toml wrong.toml -o all.pdf")
        .code(1);
    assert!(run.stderr.contains("unknown key `nmae`"), "{}", run.stderr);
    assert!(!sandbox.path("all.pdf").exists());
    // A PDF has no profile into which a date could be written.
    sandbox.write("undated.toml", "[person]\nname = 'Ada'\n");
    sandbox.run("render undated.toml -o undated.pdf").succeeds();
    let run = sandbox.run("press nup undated.pdf").code(1);
    assert!(run.stderr.contains("SOURCE_DATE_EPOCH"), "{}", run.stderr);
    // A screen PDF.
    let _ = sandbox.run("render ada.toml -o rgb.pdf").code(0);
    let run = sandbox
        .run("press nup rgb.pdf --message-format short")
        .code(1);
    assert!(
        run.stderr.contains(
            "error[press-color]: `out/rgb-nup.pdf`: text in ICCBased 3 on page 1 (object "
        ),
        "{}",
        run.stderr
    );
    assert!(!sandbox.path("out/rgb-nup.pdf").exists());
    let run = sandbox.run("press nup no.pdf").code(1);
    assert!(
        run.stderr
            .contains("error[unreadable-pdf]: `no.pdf` is damaged"),
        "{}",
        run.stderr
    );
    let run = sandbox.run("press booklet ada.toml --creep 1").code(2);
    assert!(
        run.stderr
            .contains("expected a length such as `3mm` or `0.125in`"),
        "{}",
        run.stderr
    );
    let run = sandbox
        .run("press sheet ada.toml ada.toml -o twice/")
        .code(2);
    assert!(
        run.stderr.contains("would be written twice"),
        "{}",
        run.stderr
    );
    assert!(!sandbox.path("twice").exists());
}

/// Resolution of the picture of a sheet, in pixels per pt.
const SCALE: f32 = 0.9;

/// Renders the first page of a file, with this margin around its trim box.
fn picture(bytes: &[u8], beyond: f64) -> Pixmap {
    let cut = changed(bytes, |page| {
        let [left, bottom, right, top] = edges(page, b"TrimBox");
        page.set(
            "CropBox",
            boxed([left - beyond, bottom - beyond, right + beyond, top + beyond]),
        );
    });
    let file = hayro::hayro_syntax::Pdf::new(cut).unwrap_or_else(|error| panic!("{error:?}"));
    let settings = RenderSettings {
        x_scale: SCALE,
        y_scale: SCALE,
        bg_color: WHITE,
        ..RenderSettings::default()
    };
    hayro::render(
        &file.pages()[0],
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &settings,
    )
}

/// Compares the picture in the book with a new one; `SNAPSHOTS=overwrite cargo test
/// picture_of_a_press_sheet` writes it again.
#[test]
fn picture_of_a_press_sheet_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sandbox = Sandbox::new();
    let profile = root.join("profiles/sidebar-consultant.toml");
    let _ = sandbox
        .run(&format!("press sheet {} -o .", profile.display()))
        .code(0);
    let made = picture(
        &sandbox.bytes("sidebar-consultant-sidebar-sheet.pdf"),
        10.5 * MILLIMETER,
    );
    let kept = root.join("docs/sheet.png");
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        std::fs::write(&kept, made.clone().into_png().expect("a picture")).expect("written");
    }
    let bytes = std::fs::read(&kept).expect("the picture");
    assert!(bytes.len() < 150_000, "{} bytes", bytes.len());
    let kept = Pixmap::from_png(Cursor::new(bytes)).expect("a PNG");
    assert_eq!((kept.width(), kept.height()), (made.width(), made.height()));
    let pixels = kept.data().iter().zip(made.data());
    let differing = pixels
        .filter(|(kept, made)| differ_visibly(**kept, **made))
        .count();
    assert_eq!(differing, 0, "pixels that differ: the picture is stale");
}

/// Returns whether two pixels differ by more than machines do in how they round. A thin crop mark
/// on white paper differs by far more.
fn differ_visibly(kept: PremulRgba8, made: PremulRgba8) -> bool {
    const ROUNDING: u8 = 8;
    [
        kept.r.abs_diff(made.r),
        kept.g.abs_diff(made.g),
        kept.b.abs_diff(made.b),
        kept.a.abs_diff(made.a),
    ]
    .iter()
    .any(|difference| *difference > ROUNDING)
}
