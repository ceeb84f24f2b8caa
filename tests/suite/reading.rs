//! Machine reading: `check` reports on the finished PDF, and `text` shows it.

#![expect(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]

use std::collections::BTreeSet;

use cvpress::content::{Locale, text_groups};
use cvpress::diagnostic::{Diagnostics, MessageFormat, Severity, render, rule};
use cvpress::pipeline::{RenderOptions, check_documents, merge_findings};
use cvpress::profile::Input;
use cvpress::verify::{
    ExpectedContent, Font, Heading, Link, PdfContent, PdfProperties, PlacedGlyph, check_content,
    in_page_order, normalized_text, read,
};
use snapbox::{IntoData, assert_data_eq, str};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::support::handmade::{FURTHER, Handmade};
use crate::support::panics;
use crate::support::pdf::text as pdf_text;
use crate::support::rendering::{
    Cv, ENGINE, layouts, open, render_cv, shipped_profiles, short_messages,
};
use crate::support::sandbox::Sandbox;

/// Known warnings about shipped CVs, each with the reason.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "homepage-researcher",
        "short-page",
        "one page in its own layout, less in `compact` and `sidebar`",
    ),
    (
        "rirekisho-graduate",
        "short-page",
        "one page in its own layout, less in `compact` and `sidebar`",
    ),
    (
        "homepage-researcher",
        "email-not-recognized",
        "it shows an address that is disguised against robots",
    ),
    (
        "example",
        "keep-leaves-space",
        "it shows `keep`, which leaves much of a page empty in `sidebar`",
    ),
    (
        "arabic-engineer",
        "name-not-recognized",
        "the name is in a field of the form `rirekisho`",
    ),
    (
        "example",
        "small-text",
        "the footer of `compact`, and a motto in a field of `rirekisho`",
    ),
];

/// Compares messages with the expected ones literally, without patterns.
#[track_caller]
fn assert_messages(problems: &Diagnostics, expected: impl IntoData) {
    assert_data_eq!(
        render(problems, MessageFormat::Short),
        expected.into_data().raw()
    );
}

/// Returns the findings about a file that was rendered from a CV.
fn findings_of(finished: &PdfContent, cv: &Cv) -> Diagnostics {
    let resume = in_page_order(&cv.document.resume, &cv.typeset);
    let groups = text_groups(&resume, cv.dates);
    let locale = Locale::parse(
        cv.document
            .selection
            .profile
            .locale
            .as_deref()
            .unwrap_or("en"),
    )
    .expect("a language");
    let mut messages = check_content(
        finished,
        &ExpectedContent {
            resume: &resume,
            document: &cv.document.selection.tree,
            groups: &groups,
            dates: cv.dates,
            locale: &locale,
            standards: &["PDF/A-2a", "PDF/UA-1"],
        },
    );
    messages.sort();
    messages
}

fn findings_in(text: &str, layout: &str) -> Diagnostics {
    let cv = render_cv(open(text), layout, None);
    findings_of(&read(&cv.bytes, "test.pdf").expect("a PDF"), &cv)
}

const ADA: &str = "date = '2026'\n[person]\nname = 'Ada Lovelace'\nemail = 'ada@example.org'\nphone = '+1 551 555 0100'\n";

#[test]
fn valid_cv_has_no_findings() {
    for layout in layouts() {
        assert_messages(&findings_in(ADA, layout), "");
    }
}

/// In a line of a language from left to right, words of the other direction keep their place.
#[test]
fn words_from_right_to_left_are_read_in_an_english_cv() {
    let text = format!(
        "{ADA}[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Example Mills'\n\
         position = 'Weaver'\nstart = '2024-09'\nend = '2025-10'\nhighlights = ['Wove with محمد علي on looms of 1850', \
         'Read אב 12 גד, too.']\n[[section]]\nkind = 'reference'\n[[section.entry]]\nname = 'علی رضا'\nposition = 'Head'\n"
    );
    for layout in layouts() {
        let found = findings_in(&text, layout);
        let errors = found
            .iter()
            .filter(|found| found.severity == Severity::Error);
        let errors: Vec<&str> = errors.map(|error| error.message.as_str()).collect();
        assert_eq!(errors, [""; 0], "{layout}");
    }
}

/// The letters of each language that others do not have are in the fonts, and are read from the page.
#[test]
fn every_language_is_read_in_every_layout() {
    const TEXTS: [(&str, &str); 11] = [
        ("da", "Søren Ærø; den \"gode\" overlevering på øen"),
        ("sv", "Åsa Öberg; den \"goda\" överlämningen"),
        ("nb", "Bjørn Ærlig; den \"gode\" overleveringen på Åsgård"),
        ("fi", "Äijö Öhman; \"parempi\" yövuoro"),
        ("cs", "Žluťoučký kůň úpěl ďábelské \"ódy\""),
        ("hu", "Árvíztűrő \"tükörfúrógép\" Őrségből"),
        ("ro", "Ștefan Țurcanu, \"înțelegând\" părerile"),
        ("el", "Άννα Παπαδοπούλου· \"ωραία\" ΐ ΰ"),
        ("id", "Perawat \"gawat darurat\" dengan pengalaman"),
        ("vi", "Nguyễn Thị Ánh; \"bàn giao\" ữ ặ ỹ ưỡn"),
        ("fa", "مسئول ۱۲ بیمار؛ \"نرم‌افزار\" C++ و گزارش‌گیری"),
    ];
    for (locale, text) in TEXTS {
        let text = format!(
            "locale = '{locale}'\n{ADA}birth-date = '1991'\nmarital-status = '{text}'\nsummary = '{text}'\n\
             [[section]]\nkind = 'experience'\n[[section.entry]]\nposition = '{text}'\nstart = '2024-09'\n\
             end = 'present'\nhighlights = ['{text}']\n"
        );
        for layout in layouts() {
            let found = findings_in(&text, layout);
            let mut errors = found
                .iter()
                .filter(|found| found.severity == Severity::Error);
            assert_eq!(
                errors.next().map(|error| &error.message),
                None,
                "{locale} {layout}"
            );
        }
    }
}

#[test]
fn texts_on_one_line_are_recognized() {
    let text = format!(
        "{ADA}[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Example Mills'\n\
         position = 'Weaver'\nstart = '2024-09'\nend = '2025-10'\n"
    );
    for layout in ["ats", "compact"] {
        assert_messages(&findings_in(&text, layout), "");
    }
}

#[test]
fn links_are_described_in_the_language_of_the_document() {
    for (locale, email, phone) in [
        ("en", "Email", "Telephone"),
        ("de", "E-Mail", "Telefon"),
        ("ar", "البريد الإلكتروني", "الهاتف"),
        ("he", "דוא״ל", "טלפון"),
        ("hi", "ईमेल", "फ़ोन"),
        ("ja", "メール", "電話"),
        ("ko", "이메일", "전화"),
        ("tr", "E-posta", "Telefon"),
        ("uk", "Ел. пошта", "Телефон"),
        ("zh", "电子邮件", "电话"),
    ] {
        let cv = render_cv(open(&format!("locale = '{locale}'\n{ADA}")), "ats", None);
        let document = lopdf::Document::load_mem(&cv.bytes).expect("a PDF");
        let annotations = document.objects.values().filter_map(|object| {
            let contents = object.as_dict().ok()?.get(b"Contents").ok()?;
            lopdf::decode_text_string(contents).ok()
        });
        let found: BTreeSet<String> = annotations.collect();
        let expected = [
            format!("{email} ada@example.org"),
            format!("{phone} +15515550100"),
        ];
        assert_eq!(found, BTreeSet::from(expected), "{locale}");
    }
}

/// A CV with jobs, positions at one employer, subsections, lines of awards, and skills.
const CAREER: &str = "[[section]]\nkind = 'experience'\n\
    [[section.entry]]\norganization = 'Example Mills'\nposition = 'Weaver'\nstart = '2024-09'\nend = '2025-10'\n\
    [[section.entry]]\norganization = 'Example Looms'\n\
    [[section.entry.role]]\nposition = 'Engineer'\nstart = '2022-09'\nhighlights = ['Wove.']\n\
    [[section]]\nkind = 'project'\n[[section.subsection]]\ntitle = 'Engines'\n\
    [[section.subsection.entry]]\nname = 'Difference engine'\nsummary = 'It differs.'\n\
    [[section]]\nkind = 'award'\n[[section.entry]]\ntitle = 'Medal'\ndate = '2023'\n\
    [[section]]\nkind = 'skill'\n[[section.entry]]\nname = 'Languages'\nkeywords = ['French']\n";

#[test]
fn headings_are_read_from_their_pages() {
    let bullets = "'Wove a pattern of cards', ".repeat(120);
    let cv = format!(
        "{ADA}[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Example Mills'\n\
         highlights = [{bullets}]\n[[section]]\nkind = 'text'\ntitle = 'Afterwards'\nbody = 'Retired.'\n"
    );
    let cv = render_cv(open(&cv), "compact", None);
    let pdf = read(&cv.bytes, "test.pdf").expect("a PDF");
    let last = pdf.properties.headings.last().expect("a heading");
    assert_eq!(last.text.to_lowercase(), "afterwards");
}

#[test]
fn heads_of_entries_are_headings_but_not_bookmarks() {
    let expected = [
        (1, "ada"),
        (2, "experience"),
        (3, "example mills/weaver"),
        (3, "example looms"),
        (4, "engineer"),
        (2, "projects"),
        (3, "engines"),
        (4, "difference engine"),
        (2, "awards"),
        (2, "skills"),
    ];
    for layout in layouts() {
        let cv = render_cv(open(&format!("{ADA}{CAREER}")), layout, None);
        let pdf = read(&cv.bytes, "test.pdf").expect("a PDF");
        let mut found = pdf.properties.headings;
        let mut expected: Vec<(u8, &str)> = expected.to_vec();
        // The form has awards in its tables.
        expected.retain(|(_, text)| layout != "rirekisho" || *text != "awards");
        assert_eq!(found.len(), expected.len(), "{layout}: {found:?}");
        // `sidebar` and the form have sections in another order. Some layouts have the position on the
        // line of the employer, or above it.
        for (level, text) in expected {
            let is_head = |heading: &Heading| {
                let words = heading.text.to_lowercase();
                heading.level == level && text.split('/').any(|text| words.contains(text))
            };
            let at = found.iter().position(is_head);
            let at = at.unwrap_or_else(|| panic!("{layout}: {text} is not in {found:?}"));
            found.remove(at);
        }
        let document = lopdf::Document::load_mem(&cv.bytes).expect("a PDF");
        let bookmarks: Vec<String> = document
            .objects
            .values()
            .filter_map(|object| {
                let title = object.as_dict().ok()?.get(b"Title").ok()?;
                Some(lopdf::decode_text_string(title).ok()?.to_lowercase())
            })
            .collect();
        assert!(bookmarks.iter().any(|title| title == "skills"), "{layout}");
        let is_entry = |title: &String| title.contains("example");
        assert!(!bookmarks.iter().any(is_entry), "{layout}");
    }
}

/// Layouts with dates in a column before the text.
const DATED_FIRST: [&str; 6] = [
    "europass",
    "homepage",
    "narrative",
    "portfolio",
    "readme",
    "vita",
];

#[test]
fn date_before_the_head_of_an_entry_is_in_its_heading() {
    let text = format!(
        "{ADA}[[section]]\nkind = 'experience'\n\
         [[section.entry]]\norganization = 'Mills'\nlocation = 'Riga'\nstart = '2024-09'\nend = '2025-10'\n\
         highlights = ['Wove.']\n\
         [[section.entry]]\norganization = 'Looms'\nlocation = 'Oslo'\nstart = '2022-03'\nend = '2023-04'\n\
         [[section]]\nkind = 'project'\n\
         [[section.entry]]\nname = 'Engine'\nstart = '2020-05'\nend = '2021-06'\nsummary = 'It adds.'\n"
    );
    for layout in DATED_FIRST {
        let cv = render_cv(open(&text), layout, None);
        let headings = read(&cv.bytes, "test.pdf")
            .expect("a PDF")
            .properties
            .headings;
        for (date, name) in [("2025", "Mills"), ("2023", "Looms"), ("2021", "Engine")] {
            let heading = headings.iter().find(|heading| heading.text.contains(date));
            let heading = heading.unwrap_or_else(|| panic!("{layout}: {date} in {headings:?}"));
            // The name is a word of its own.
            let words: Vec<&str> = heading.text.split([' ', ',', '\t']).collect();
            assert!(words.contains(&name), "{layout}: {heading:?}");
        }
    }
}

/// Returns how many elements of the structure have a name.
fn count_elements(bytes: &[u8], name: &str) -> usize {
    let document = lopdf::Document::load_mem(bytes).expect("a PDF");
    let elements = document.objects.values().filter(|object| {
        let role = object.as_dict().and_then(|element| element.get(b"S"));
        role.is_ok_and(|role| role.as_name().is_ok_and(|role| role == name.as_bytes()))
    });
    elements.count()
}

#[test]
fn facts_are_a_list_in_the_tags() {
    let award = |title| format!("[[section.entry]]\ntitle = '{title}'\ndate = '2023'\n");
    let awards = ["Medal", "Prize", "Ribbon"].map(award).concat();
    for layout in layouts()
        .into_iter()
        .filter(|layout| *layout != "rirekisho")
    {
        let one = format!("[[section]]\nkind = 'certificate'\n{}", award("Loom"));
        let text = format!("{ADA}[[section]]\nkind = 'award'\n{awards}{one}");
        let cv = render_cv(open(&text), layout, None);
        let lists = ["L", "LI", "LBody"].map(|name| count_elements(&cv.bytes, name));
        assert_eq!(lists, [1, 3, 3], "{layout}");
    }
}

#[test]
fn headings_in_boxes_of_the_form_have_the_language_of_the_cv() {
    let box_of = |title| format!("[[section]]\ntitle = '{title}'\nbody = 'I weave.'\n");
    let text = format!("{ADA}{}{}", box_of("Motive"), box_of("Wishes"));
    let cv = render_cv(open(&text), "rirekisho", None);
    let document = lopdf::Document::load_mem(&cv.bytes).expect("a PDF");
    let elements = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok());
    let headings = elements.filter(|element| {
        let role = element.get(b"S").and_then(lopdf::Object::as_name);
        role.is_ok_and(|role| role == b"H2")
    });
    let languages: Vec<bool> = headings.map(|heading| heading.has(b"Lang")).collect();
    assert_eq!(languages, [false, false]);
}

#[test]
fn rows_of_a_table_without_a_first_header_have_headers() {
    let language = |name| {
        format!(
            "[[section.entry]]\nlanguage = '{name}'\nlistening = 'B2'\nreading = 'C1'\nwriting = 'B1'\n"
        )
    };
    let languages = ["French", "Greek"].map(language).concat();
    let text = format!("{ADA}[[section]]\nkind = 'language'\n{languages}");
    let cv = render_cv(open(&text), "europass", None);
    let cells = ["TH", "TD"].map(|name| count_elements(&cv.bytes, name));
    // Two groups of skills, five skills and two languages; no corner, and no group of writing.
    assert_eq!(cells, [9, 13]);
}

#[test]
fn elements_that_only_arrange_have_no_tags() {
    for layout in layouts() {
        let cv = render_cv(open(&format!("{ADA}{CAREER}")), layout, None);
        assert_eq!(count_elements(&cv.bytes, "Div"), 0, "{layout}");
    }
}

/// Returns the languages that parts of a PDF have.
fn languages_within(bytes: &[u8]) -> BTreeSet<String> {
    let document = lopdf::Document::load_mem(bytes).expect("a PDF");
    let mut languages = BTreeSet::new();
    for object in document.objects.values() {
        if let Ok(element) = object.as_dict()
            && element.has(b"S")
            && let Ok(language) = element.get(b"Lang").and_then(lopdf::Object::as_str)
        {
            languages.insert(String::from_utf8_lossy(language).into_owned());
        }
    }
    for page in document.get_pages().into_values() {
        let content = document.get_and_decode_page_content(page).expect("content");
        for operation in content.operations {
            let properties = operation.operands.last().map(lopdf::Object::as_dict);
            if operation.operator == "BDC"
                && let Some(Ok(properties)) = properties
                && let Ok(language) = properties.get(b"Lang").and_then(lopdf::Object::as_str)
            {
                languages.insert(String::from_utf8_lossy(language).into_owned());
            }
        }
    }
    languages
}

#[track_caller]
fn assert_languages(locale: &str, native: &str, headline: &str, expected: &[&str]) {
    let text = format!(
        "locale = '{locale}'\n[person]\nname = 'Ada Lovelace'\nnative-name = '{native}'\nheadline = {headline}\n"
    );
    let found = languages_within(&render_cv(open(&text), "compact", None).bytes);
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(found, expected, "{native}");
}

#[test]
fn words_in_another_script_have_their_language() {
    let both = "{ en = 'Weaver', zh-Hans = '织工' }";
    assert_languages("en", "王小明", "'Weaver'", &[]);
    assert_languages("en", "王小明", both, &["zh"]);
    assert_languages("en", "やまだ", "'Weaver'", &["ja"]);
    assert_languages("en", "עדה", "'Weaver'", &["he"]);
    assert_languages("zh-Hans", "王小明", both, &["en", "zh-CN"]);
}

#[test]
fn photo_is_described_in_the_language_of_the_document() {
    for (locale, expected) in [
        ("en", "Photo of Ada Lovelace"),
        ("de", "Foto von Ada Lovelace"),
        ("ja", "Ada Lovelaceの写真"),
    ] {
        let sandbox = Sandbox::new();
        let text = format!("locale = '{locale}'\n{ADA}photo = 'ada.svg'\n");
        sandbox
            .write("ada.toml", &text)
            .copy("profiles/sidebar-consultant.svg", "ada.svg");
        let _ = sandbox
            .run("render ada.toml --layout compact -o ada.pdf")
            .code(0);
        let bytes = sandbox.bytes("ada.pdf");
        let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
        let described = document.objects.values().find_map(|object| {
            let description = object.as_dict().ok()?.get(b"Alt").ok()?;
            lopdf::decode_text_string(description).ok()
        });
        assert_eq!(described.as_deref(), Some(expected));
    }
}

#[test]
fn spaces_of_pages_are_plain_spaces() {
    // A space that is set apart from its words is lost where programs read the tags.
    let text = format!(
        "{ADA}url = 'https://example.org/ada'\n[[section]]\nkind = 'experience'\n[[section.entry]]\n\
         organization = 'Example\u{a0}Mills'\nposition = 'Weaver'\nstart = '2024-09'\nend = 'present'\n\
         highlights = ['From 900 ms to 140 ms by X-ray, on 5\u{a0}% of\u{3000}all looms']\n"
    );
    for layout in layouts() {
        let cv = render_cv(open(&text), layout, None);
        let pdf = read(&cv.bytes, "test.pdf").expect("a PDF");
        let glyphs = pdf.pages.iter().flat_map(|page| &page.glyphs);
        let spaces: BTreeSet<&str> = glyphs
            .filter_map(|glyph| glyph.text.as_deref())
            .filter(|text| !text.is_empty() && text.trim().is_empty())
            .collect();
        assert_eq!(spaces, BTreeSet::from([" "]), "{layout}");
    }
}

#[test]
fn date_before_its_title_on_the_line_is_apart_from_it() {
    let text = format!(
        "{ADA}[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Example Mills'\n\
         start = '2024-09'\nend = '2025-10'\nhighlights = ['Wove.']\n"
    );
    for layout in layouts()
        .into_iter()
        .filter(|layout| *layout != "rirekisho")
    {
        let cv = render_cv(open(&text), layout, None);
        let pdf = read(&cv.bytes, "test.pdf").expect("a PDF");
        let glyphs = &pdf.pages[0].glyphs;
        let is = |at: usize, text: &str| glyphs[at].text.as_deref() == Some(text);
        let end = (1..glyphs.len()).find(|at| is(at - 1, "l") && is(*at, "s"));
        let end = end.expect("the end of the title");
        // A gap shows programs where the date begins; the way back to the edge does not, not even
        // behind a space.
        let next = (end + 1..glyphs.len()).find(|at| !is(*at, " "));
        let next = &glyphs[next.expect("the bullet or the date")];
        let goes_back = next.origin.x < glyphs[end].origin.x;
        let on_line = (next.origin.y - glyphs[end].origin.y).abs() < 2.0;
        assert!(!(goes_back && on_line), "{layout}");
    }
}

#[test]
fn texts_must_be_in_the_tags_too() {
    let text = format!("{ADA}[[section]]\nkind = 'list'\nhighlights = ['one', 'two', 'three']\n");
    let cv = render_cv(open(&text), "compact", None);
    let mut finished = read(&cv.bytes, "test.pdf").expect("a PDF");
    let glyphs = &mut finished.tagged_text[0].glyphs;
    let is = |glyph: &PlacedGlyph, text: &str| glyph.text.as_deref() == Some(text);
    let two = glyphs
        .windows(3)
        .position(|word| is(&word[0], "t") && is(&word[1], "w") && is(&word[2], "o"));
    let two: Vec<PlacedGlyph> = glyphs.drain(two.expect("a word")..).collect();
    assert_messages(
        &findings_of(&finished, &cv),
        str![[r#"
test.toml:8:22: warning[text-not-in-tags]: “two” is missing or split in the tags; use another layout; screen readers read the tags
test.toml:8:29: warning[text-not-in-tags]: “three” is missing or split in the tags; use another layout; screen readers read the tags

"#]],
    );
    finished.tagged_text[0].glyphs.splice(0..0, two);
    assert_messages(
        &findings_of(&finished, &cv),
        str![[r#"
test.toml:8:22: warning[text-not-in-tags]: “two” is out of order in the tags; use another layout; screen readers read the tags
test.toml:8:29: warning[text-not-in-tags]: “three” is out of order in the tags; use another layout; screen readers read the tags

"#]],
    );
}

#[test]
fn replacement_texts_and_odd_spaces_are_reported() {
    let text = format!("{ADA}[[section]]\nkind = 'list'\nhighlights = ['one two']\n");
    let cv = render_cv(open(&text), "compact", None);
    let mut finished = read(&cv.bytes, "test.pdf").expect("a PDF");
    let glyphs = &mut finished.pages[0].glyphs;
    let space = glyphs
        .iter()
        .rposition(|glyph| glyph.text.as_deref() == Some(" "));
    let space = space.expect("a space");
    glyphs[space].text = Some("\u{a0}".to_owned());
    glyphs[space + 1].replaced = Some("d".to_owned());
    assert_messages(
        &findings_of(&finished, &cv),
        str![[r#"
test.toml:1:1: warning[space-not-plain]: spaces that programs may not read as spaces: 1; use another layout, or another font
test.toml:8:15: note[text-needs-replacement]: “one two” is whole only with replacement text; some parsers ignore it; write the usual character, or use another font

"#]],
    );
}

#[test]
fn fonts_outside_of_the_file_have_text() {
    for (font, shown) in [
        ("/Subtype /Type1 /BaseFont /Helvetica", "text"),
        (
            "/Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding",
            "text",
        ),
        (
            "/Subtype /TrueType /BaseFont /Verdana /Encoding /MacRomanEncoding",
            "text",
        ),
        ("/Subtype /Type1 /BaseFont /Symbol", "τεξτ"),
    ] {
        let pdf = Handmade {
            font: format!("/Type /Font {font}"),
            ..Handmade::default()
        };
        let content = read(&pdf.bytes(), "a.pdf").expect("a PDF");
        assert_eq!(pdf_text(&content.pages).trim(), shown, "{font}");
    }
}

/// Returns whether a file with these entries of the catalog is a tagged PDF.
fn is_tagged(catalog: &str) -> bool {
    let pdf = Handmade {
        root: catalog.to_owned(),
        ..Handmade::default()
    };
    let content = read(&pdf.bytes(), "a.pdf").expect("a PDF");
    content.properties.tagged
}

#[test]
fn tagged_file_has_a_structure_and_says_so() {
    assert!(is_tagged(
        "/MarkInfo << /Marked true >> /StructTreeRoot << >>"
    ));
    for catalog in [
        "",
        "/MarkInfo << /Marked true >>",
        "/StructTreeRoot << >>",
        "/MarkInfo << /Marked false >> /StructTreeRoot << >>",
    ] {
        assert!(!is_tagged(catalog), "{catalog}");
    }
}

#[test]
fn replacement_text_belongs_to_the_sequence_that_has_it() {
    let mut pdf = Handmade::drawing(
        "BT /F 10 Tf 72 700 Td /Span BMC (a) Tj EMC \
         /Span << /ActualText (whole) >> BDC (a) Tj EMC ET",
    )
    .stream("", b"500 0 d0 0 0 9 9 re f");
    pdf.font = format!(
        "/Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 9 9] \
         /CharProcs << /a {FURTHER} 0 R >> /Encoding << /Differences [97 /a] >> \
         /FirstChar 97 /LastChar 97 /Widths [500]"
    );
    let content = read(&pdf.bytes(), "a.pdf").expect("a PDF");
    let glyphs = content.pages[0].glyphs.iter();
    let is_whole: Vec<bool> = glyphs
        .map(|glyph| glyph.text.as_deref() == Some("whole"))
        .collect();
    assert_eq!(is_whole, [false, true]);
}

#[test]
fn links_have_the_number_of_their_page() {
    let text = format!(
        "{ADA}[[section]]\nkind = 'list'\nhighlights = ['See [one](https://example.org/1).']\n\
         [[section]]\nkind = 'list'\nbreak-before = true\nhighlights = ['See [two](https://example.org/2).']\n"
    );
    let cv = render_cv(open(&text), "compact", None);
    let links = read(&cv.bytes, "test.pdf").expect("a PDF").properties.links;
    let pages: Vec<(&str, usize)> = links
        .iter()
        .filter(|link| link.url.contains("example.org/"))
        .map(|link| (&*link.text, link.page))
        .collect();
    assert_eq!(pages, [("one", 1), ("two", 2)]);
}

#[test]
fn reports_unrecognized_person() {
    let text = "date = '2026'\n[person]\nname = 'Ada (she/her)'\nemail = 'ada [at] example.org'\nphone = 'ask me'\n";
    assert_messages(
        &findings_in(text, "compact"),
        str![[r#"
test.toml:3:8: warning[name-not-recognized]: `Ada (she/her)` contains characters that parsers do not expect in a name; parsers take the first line that has only letters as the name
test.toml:4:9: warning[email-not-recognized]: parsers may not read `ada [at] example.org` as an email address; write the address alone: `name@example.org`
test.toml:5:9: warning[phone-not-recognized]: parsers may not read `ask me` as a phone number; write seven to fifteen digits, such as `+1 551 555 0100`

"#]],
    );
}

#[test]
fn reports_addresses_broken_by_narrow_columns() {
    let text =
        format!("{ADA}links = []\n").replace("ada@", "ada.augusta.byron.countess.of.lovelace@");
    assert_messages(&findings_in(&text, "ats"), "");
    assert_messages(
        &findings_in(&text, "sidebar"),
        str![[r#"
test.toml:4:9: warning[email-not-recognized]: `ada.augusta.byron.countess.of.lovelace@example.org` is not on one line of the PDF; use another layout

"#]],
    );
}

#[test]
fn reports_unrecognized_sections_and_entries() {
    let long = "Institute for the History of Calculating Engines and of All That They Might One Day Be Made to Weave out of Numbers Alone";
    let text = format!(
        "{ADA}[[section]]\nkind = 'experience'\ntitle = 'Adventures'\n[[section.entry]]\norganization = 'The {long}'\n\
         position = 'Fellow of the {long}'\ndate = '2024-2025 Fall'\n"
    );
    assert_messages(
        &findings_in(&text, "ats"),
        str![[r#"
test.toml:8:9: note[heading-not-standard]: `Adventures` is a heading that parsers may not recognize; parsers look for the word `Experience`
test.toml:10:16: note[organization-not-recognized]: “The Institute for the History of Calculating Engines and of …” is not on one line of the PDF; parsers that read line by line find only a part; use a shorter text
test.toml:11:12: note[title-not-recognized]: “Fellow of the Institute for the History of Calculating Engin…” is not on one line of the PDF; parsers that read line by line find only a part; use a shorter text
test.toml:12:8: note[date-not-recognized]: parsers may not read `2024–2025 Fall` as a date; write year and month, such as `2024-09`

"#]],
    );
}

#[test]
fn reports_hyphens_at_line_ends() {
    let bullet = "a measurement-and-comparison engine and another ".repeat(12);
    let text = format!(
        "{ADA}[[section]]\nkind = 'list'\nhighlights = ['{}']\n",
        bullet.trim()
    );
    let found: Vec<Diagnostics> = layouts()
        .into_iter()
        .map(|layout| findings_in(&text, layout))
        .collect();
    let messages = found
        .into_iter()
        .find(|messages| !messages.is_empty())
        .expect("a line that ends at the hyphen");
    assert_messages(
        &messages,
        str![[r#"
test.toml:8:15: note[hyphen-at-line-end]: a line breaks within `measurement-and-comparison`; some parsers read `measurementand-comparison`; to avoid the line break, change the words before it

"#]],
    );
}

#[test]
fn lines_that_mix_directions_are_told() {
    let text =
        "date = '2026'\nlocale = 'ar'\n[person]\nname = 'رنا'\nheadline = 'مهندسة Rust في عمان'\n";
    assert_messages(
        &findings_in(text, "ats"),
        str![[r#"
test.toml:1:1: note[mixed-directions]: some programs read texts that mix directions in another order: 1; poppler, MuPDF, pdf.js and pypdf read them in order; pdfminer.six does not

"#]],
    );
}

#[test]
fn letters_with_vowel_signs_are_read_once() {
    let text = "date = '2026'\nlocale = 'ar'\n[person]\nname = 'رنا'\nheadline = 'من عمّان'\n";
    for layout in ["ats", "compact"] {
        assert_messages(&findings_in(text, layout), str![[""]]);
    }
}

/// Chrome drops the signs of Hindi if they have codes, and so widths, of their own.
#[test]
fn letters_with_several_marks_are_read_once_without_replacements() {
    let text = "date = '2026'\nlocale = 'yo'\n[person]\nname = 'Adébáyọ̀ Ẹlẹ́rọ'\nemail = 'ada@example.org'\n";
    for layout in layouts() {
        let cv = render_cv(open(text), layout, None);
        let pages = read(&cv.bytes, "test.pdf").expect("a PDF").pages;
        let in_font = pages[0].glyphs.iter().map(|glyph| {
            let text = glyph.replaced.as_deref().or(glyph.text.as_deref());
            text.unwrap_or_default()
        });
        let in_font: String = in_font.collect::<String>().nfc().collect();
        let name: String = "Adébáyọ̀ Ẹlẹ́rọ".nfc().collect();
        assert!(in_font.contains(&name), "{layout}: {in_font}");
        assert!(in_font.contains("@example.org"), "{layout}: {in_font}");
    }
}

#[test]
fn syllables_of_hindi_have_one_text() {
    let text = "date = '2026'\nlocale = 'hi'\n[person]\nname = 'प्रियंका श्रीवास्तव'\nheadline = 'सॉफ़्टवेयर इंजीनियर'\n";
    let cv = render_cv(open(text), "ats", None);
    let file = lopdf::Document::load_mem(&cv.bytes).expect("a PDF");
    let mut syllables = 0;
    for object in file.objects.values() {
        let font = object.as_dict().and_then(|font| font.get(b"ToUnicode"));
        let Ok(map) = font.and_then(lopdf::Object::as_reference) else {
            continue;
        };
        let map = file.get_object(map).and_then(lopdf::Object::as_stream);
        let map = map
            .and_then(lopdf::Stream::decompressed_content)
            .expect("a map");
        for line in String::from_utf8_lossy(&map).lines() {
            let texts = line
                .split('<')
                .skip(2)
                .filter_map(|text| text.split_once('>'));
            for (text, _) in texts {
                let first = text
                    .get(..4)
                    .and_then(|unit| u32::from_str_radix(unit, 16).ok());
                let first = first.and_then(char::from_u32).unwrap_or_default();
                assert!(!is_combining_mark(first), "a sign is alone: {line}");
                syllables +=
                    usize::from(text.len() > 4 && ('\u{900}'..='\u{97f}').contains(&first));
            }
        }
    }
    assert!(syllables > 5, "{syllables}");
}

#[test]
fn reports_lost_and_moved_texts() {
    let list =
        |highlights: &str| format!("{ADA}[[section]]\nkind = 'list'\nhighlights = {highlights}\n");
    let mut cv = render_cv(open(&list("['one thing', 'two things']")), "compact", None);
    let finished = read(&cv.bytes, "test.pdf").expect("a PDF");
    cv.document = open(&list("['two things', 'one thing', 'a third']"));
    assert_messages(
        &findings_of(&finished, &cv),
        str![[r#"
test.toml:8:29: error[text-out-of-order]: “one thing” is out of order in the text of the PDF; use another layout; `cvpress text` shows what parsers read
test.toml:8:42: error[missing-text]: “a third” is missing or split in the text of the PDF; use another layout; `cvpress text` shows what parsers read

"#]],
    );
}

fn unmapped_font(name: &str, embedded: bool) -> Font {
    Font {
        name: name.to_owned(),
        embedded,
        mapped: false,
    }
}

#[test]
fn reports_missing_metadata() {
    let cv = render_cv(open(ADA), "compact", None);
    let mut finished = read(&cv.bytes, "test.pdf").expect("a PDF");
    assert_eq!(finished.properties.standards, ["PDF/A-2a", "PDF/UA-1"]);
    assert!(!finished.properties.fonts.is_empty());
    assert!(
        finished
            .properties
            .fonts
            .iter()
            .all(|font| font.embedded && font.mapped),
        "{:?}",
        finished.properties.fonts
    );
    finished.properties = PdfProperties {
        fonts: vec![
            unmapped_font("Helvetica", false),
            unmapped_font("Runes", true),
        ],
        headings: vec![Heading {
            level: 2,
            text: "Work".to_owned(),
        }],
        links: vec![Link {
            url: "https://example.org".to_owned(),
            text: String::new(),
            page: 1,
        }],
        standards: vec!["PDF/A-2a".to_owned()],
        ..PdfProperties::default()
    };
    finished.pages[0].glyphs[0].text = None;
    let messages: Diagnostics = findings_of(&finished, &cv)
        .into_iter()
        .filter(|p| p.severity == Severity::Warning)
        .fold(Diagnostics::default(), |mut messages, problem| {
            messages.push(problem);
            messages
        });
    assert_messages(
        &messages,
        str![[r#"
test.toml:1:1: warning[font-without-text]: glyphs without text on page 1: 1
test.toml:1:1: warning[font-without-text]: the font `Helvetica` is not embedded in the PDF
test.toml:1:1: warning[font-without-text]: the font `Runes` does not map its glyphs to text
test.toml:1:1: warning[link-without-text]: the link to `https://example.org` on page 1 has no text
test.toml:1:1: warning[pdf-structure]: expected the language `en` in the PDF, found ``
test.toml:1:1: warning[pdf-structure]: expected the title `Ada Lovelace – Résumé` in the PDF, found ``
test.toml:1:1: warning[pdf-structure]: the PDF has no tags
test.toml:1:1: warning[pdf-structure]: the heading “Work” has level 2 after level 0
test.toml:1:1: warning[standard-not-claimed]: the PDF does not claim to conform to PDF/UA-1
test.toml:3:8: warning[name-not-recognized]: `Ada Lovelace` is not on a line of its own at the top of the PDF; parsers take the first line that has only letters as the name

"#]],
    );
}

#[test]
fn headings_and_links_are_read_with_their_words() {
    let text = format!(
        "{ADA}[[section]]\nkind = 'list'\ntitle = 'Work & Play'\nhighlights = ['See [the paper](https://example.org/x).']\n"
    );
    for layout in layouts() {
        let cv = render_cv(open(&text), layout, None);
        let about = read(&cv.bytes, "test.pdf").expect("a PDF").properties;
        let headings = about.headings.iter();
        let headings: Vec<(u8, String)> = headings
            .map(|heading| (heading.level, heading.text.to_lowercase()))
            .collect();
        let expected = [(1, "ada lovelace"), (2, "work & play")];
        assert_eq!(
            headings,
            expected.map(|(level, text)| (level, text.to_owned())),
            "{layout}"
        );
        let words = about
            .links
            .iter()
            .find(|link| link.url == "https://example.org/x")
            .map(|link| &*link.text);
        assert_eq!(words, Some("the paper"), "{layout}: {:?}", about.links);
        assert_eq!(about.language.as_deref(), Some("en"), "{layout}");
    }
}

fn is_known(name: &str, rule: &str) -> bool {
    // Not every text fills the last page of every layout.
    rule == "short-last-page" || KNOWN.iter().any(|known| known.0 == name && known.1 == rule)
}

#[test]
fn shipped_profiles_have_only_known_warnings() {
    let mut seen = Vec::new();
    for path in shipped_profiles() {
        let options = RenderOptions {
            layouts: layouts().into_iter().map(str::to_owned).collect(),
            ..RenderOptions::default()
        };
        let checked = check_documents(&Input::File(path), &options, &ENGINE)
            .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
        assert!(
            !checked.problems.has_errors(),
            "{}",
            short_messages(&checked.problems)
        );
        let verdicts = checked.reports;
        // A profile with a letter has a report on it, too.
        assert!(
            [1, 2]
                .map(|pieces| pieces * layouts().len())
                .contains(&verdicts.len()),
            "{}",
            verdicts.len()
        );
        for verdict in &verdicts {
            assert_eq!(verdict.found, verdict.texts, "{}", verdict.line());
            assert_eq!(
                verdict.file.standards,
                ["PDF/A-2a", "PDF/UA-1"],
                "{}",
                verdict.line()
            );
        }
        let name = verdicts[0].name.clone();
        seen.extend(
            merge_findings(&verdicts, false)
                .iter()
                .filter(|p| p.severity != Severity::Note)
                .map(|p| (name.clone(), p.rule.name())),
        );
    }
    let unknown: Vec<_> = seen
        .iter()
        .filter(|(name, rule)| !is_known(name, rule))
        .collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    for (name, rule, why) in KNOWN {
        assert!(
            seen.contains(&((*name).to_owned(), *rule)),
            "{name}: {rule} is no longer reported; it was known because {why}"
        );
    }
}

#[test]
fn check_reports_each_layout() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "ada.toml",
        &ADA.replace(
            "ada@example.org",
            "ada.augusta.byron.countess.of.lovelace@example.org",
        ),
    );
    let run = sandbox
        .run("check ada.toml --layout compact,sidebar --message-format short")
        .code(0);
    assert_data_eq!(
        run.text(),
        str![[r#"
ada.toml: 1 warning
  ada in compact: all 3 texts found in the order of the content, PDF/A-2a, PDF/UA-1
  ada in sidebar: all 3 texts found in the order of the content, PDF/A-2a, PDF/UA-1, 1 warning

"#]]
    );
    assert_data_eq!(
        run.stderr,
        str![[r#"
ada.toml:4:9: warning[email-not-recognized]: `ada.augusta.byron.countess.of.lovelace@example.org` is not on one line of the PDF; use another layout; only in `sidebar`

"#]]
    );
    sandbox
        .run("check ada.toml --layout sidebar --deny warnings")
        .code(1)
        .text();
    sandbox
        .run("check ada.toml --layout sidebar --deny email-not-recognized")
        .code(1)
        .text();
}

#[test]
fn notes_are_shown_on_request_or_when_denied() {
    let sandbox = Sandbox::new();
    let text =
        format!("{ADA}[[section]]\nkind = 'experience'\ntitle = 'Adventures'\nbody = 'Many.'\n");
    sandbox.write("ada.toml", &text).write(
        "calm.toml",
        &format!("allow = ['heading-not-standard']\n{text}"),
    );
    let run = sandbox.run("check ada.toml --deny warnings").code(0);
    assert_eq!(run.stderr, "");
    assert!(
        run.text().ends_with("PDF/A-2a, PDF/UA-1, 1 note\n"),
        "{}",
        run.text()
    );
    let run = sandbox.run("check ada.toml --notes").code(0);
    assert_data_eq!(
        run.stderr,
        str![[r#"
note[heading-not-standard]: `Adventures` is a heading that parsers may not recognize
 --> ada.toml:8:9
  |
8 | title = 'Adventures'
  |         ^^^^^^^^^^^^
  |
  = help: parsers look for the word `Experience`


"#]]
    );
    let run = sandbox
        .run("check ada.toml --deny heading-not-standard --message-format short")
        .code(1);
    assert!(
        run.stderr
            .starts_with("ada.toml:8:9: error[heading-not-standard]"),
        "{}",
        run.stderr
    );
    let run = sandbox.run("check calm.toml --notes").code(0);
    assert_eq!(run.stderr, "");
}

#[test]
fn check_reports_json() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "ada.toml",
        &format!("{ADA}[[section]]\nkind = 'list'\nhighlights = ['one']\n"),
    );
    let run = sandbox
        .run("check ada.toml --layout ats,vita --report json")
        .code(0);
    let report: serde_json::Value = serde_json::from_str(&run.text()).expect("an object");
    let objects = report["documents"].as_array().expect("documents");
    assert_eq!(objects.len(), 2);
    let object = &objects[1];
    assert_eq!(object["layout"], "vita");
    assert_eq!(
        (&object["texts"], &object["found"], &object["clean"]),
        (&5.into(), &5.into(), &true.into())
    );
    assert_eq!(object["file"]["standards"][1], "PDF/UA-1");
    assert_eq!(object["findings"].as_array().map(Vec::len), Some(0));
    assert_eq!(object["groups"][2][0], "one");
}

#[test]
fn text_shows_what_parsers_read() {
    let sandbox = Sandbox::new();
    let section = "[[section]]\nkind = 'experience'\n[[section.entry]]\norganization = 'Example Chips'\nposition = 'Engineer'\nstart = '2024-09'\nend = 'present'\nhighlights = ['Wove *numbers* well.']\nbreak-before = true\n";
    sandbox.write("ada.toml", &format!("{ADA}{section}"));
    let of_profile = sandbox.run("text ada.toml --layout ats").code(0);
    let expected = "Ada Lovelace\nada@example.org  +1 551 555 0100\n\u{c}EXPERIENCE\nExample Chips Sep 2024 – Present\nEngineer\n• Wove numbers well.\n";
    assert_eq!(of_profile.text(), expected);
    sandbox
        .run("render ada.toml --layout ats -o ada.pdf")
        .succeeds();
    let of_file = sandbox.run("text ada.pdf").code(0);
    assert_eq!(of_file.text(), expected);
    let run = sandbox.run("text ada.toml --layout ats,vita").code(0);
    assert_eq!(run.stderr, "ada in ats\nada in vita\n");
    assert!(
        run.text().starts_with(&format!("{expected}\u{c}")),
        "{}",
        run.text()
    );
}

#[test]
fn text_reports_unreadable_files() {
    let sandbox = Sandbox::new();
    sandbox
        .write("text.pdf", "a text")
        .write("rubbish.pdf", "%PDF-1.7\nrubbish\n")
        .write("locked.pdf", &locked());
    sandbox.write("ada.toml", ADA);
    sandbox.run("render ada.toml -o ada.pdf").succeeds();
    let whole = sandbox.bytes("ada.pdf");
    std::fs::write(sandbox.path("half.pdf"), &whole[..whole.len() / 2]).expect("a file");
    let messages = [
        "text.pdf",
        "rubbish.pdf",
        "locked.pdf",
        "half.pdf",
        "absent.pdf",
    ]
    .map(|name| {
        let run = sandbox
            .run(&format!("text {name} --message-format short"))
            .code(1);
        run.stderr
    });
    assert_data_eq!(
        messages.concat(),
        str![[r#"
error[unreadable-pdf]: `text.pdf` is not a PDF; expected a file that starts with `%PDF-`
error[unreadable-pdf]: `rubbish.pdf` is damaged and cannot be read; export the PDF again from the program that made it
error[unreadable-pdf]: `locked.pdf` is protected by a password; save the PDF without a password
error[unreadable-pdf]: `half.pdf` is damaged and cannot be read; export the PDF again from the program that made it
error[unreadable-file]: there is no file `absent.pdf`

"#]]
    );
}

/// Returns a PDF that requires a password.
fn locked() -> String {
    let key = "00".repeat(32);
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [] /Count 0 >>".to_owned(),
        format!("<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <{key}> /U <{key}> >>"),
    ];
    let mut file = "%PDF-1.7\n".to_owned();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(format!("{:010} 00000 n \n", file.len()));
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let start = file.len();
    let id = "<00112233445566778899aabbccddeeff>";
    file += &format!(
        "xref\n0 4\n0000000000 65535 f \n{}trailer\n<< /Size 4 /Root 1 0 R /Encrypt 3 0 R /ID [{id} {id}] >>\nstartxref\n{start}\n%%EOF\n",
        places.concat()
    );
    file
}

#[test]
fn damaged_pdfs_are_read_or_refused() {
    panics::record();
    let bytes = render_cv(open(ADA), "compact", None).bytes;
    let (mut read_in_full, mut refused) = (0, 0);
    for at in (0..bytes.len()).step_by(bytes.len() / 60) {
        let mut damaged = bytes.clone();
        damaged[at] = damaged[at].wrapping_add(1);
        for file in [&damaged[..], &bytes[..at]] {
            match read(file, "damaged.pdf") {
                Ok(content) => {
                    read_in_full +=
                        usize::from(normalized_text(&content.pages).contains("AdaLovelace"));
                }
                Err(problem) => {
                    assert_eq!(problem.rule, rule::UNREADABLE_PDF);
                    refused += 1;
                }
            }
        }
    }
    // Most changes of one byte leave the text readable, and a file without its end has no pages.
    assert!(read_in_full > 30, "{read_in_full} of 120 are read");
    assert!(refused > 30, "{refused} of 120 are refused");
    assert_eq!(panics::in_cvpress(), [] as [String; 0]);
}
