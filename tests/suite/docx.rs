//! Word documents: every text in reading order, with styles, lists, links, languages and directions.

use std::collections::BTreeSet;

use cvpress::content::{DateFormat, text_groups};
use cvpress::diagnostic::Source;
use cvpress::export::docx;
use cvpress::pipeline::Document;
use cvpress::profile;
use cvpress::selection::{Choice, DocumentKind};

use crate::support::docx::{WordFile, WordList, WordParagraph, WordRun};
use crate::support::rendering::{open, open_choice, shipped, short_messages};
use crate::support::sandbox::Sandbox;

/// Exports a document without its pictures.
fn exported(document: &Document) -> WordFile {
    WordFile::open(&bytes(document))
}

fn bytes(document: &Document) -> Vec<u8> {
    docx(&document.resume, DateFormat::default(), &[])
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

/// Returns a text without the marks of direction, which are not visible.
fn without_marks(text: &str) -> String {
    let marks = ['\u{200e}', '\u{200f}', '\u{ad}'];
    text.chars().filter(|c| !marks.contains(c)).collect()
}

/// Checks that the texts of a document follow each other in its file.
fn check_texts(document: &Document, name: &str) {
    let all = without_marks(&exported(document).text());
    let mut from = 0;
    for group in text_groups(&document.resume, DateFormat::default()) {
        let mut end = from;
        for text in group {
            let text = without_marks(&text);
            let at = all[from..].find(&text);
            let at = at.unwrap_or_else(|| panic!("{name}: no `{text}` in order:\n{all}"));
            end = end.max(from + at + text.len());
        }
        from = end;
    }
}

#[test]
fn every_text_of_every_profile_is_in_its_word_document_in_order() {
    for profile in shipped() {
        let document = open_choice(&profile.reading, &profile.choice);
        check_texts(&document, &profile.name);
    }
}

#[test]
fn entries_are_headings_to_readers_that_go_by_styles() {
    let document = open("[person]\nname = 'A'\n");
    let bases = exported(&document).values("word/styles.xml", "basedOn", "val");
    assert!(bases.iter().any(|base| base == "Heading2"), "{bases:?}");
}

#[test]
fn what_a_document_names_is_in_it() {
    for profile in shipped() {
        let document = open_choice(&profile.reading, &profile.choice);
        let file = exported(&document);
        let styles = file.values("word/styles.xml", "style", "styleId");
        let lists = file.values("word/numbering.xml", "num", "numId");
        for kind in ["pStyle", "rStyle", "tblStyle"] {
            for style in file.values("word/document.xml", kind, "val") {
                assert!(styles.contains(&style), "{}: {style}", profile.name);
            }
        }
        for list in file.values("word/document.xml", "numId", "val") {
            assert!(lists.contains(&list), "{}: list {list}", profile.name);
        }
        let types = file.xml("[Content_Types].xml");
        for (path, _) in &file.parts {
            let is_typed = types.root_element().children().any(|node| {
                let extension = node.attribute("Extension");
                let part = node.attribute("PartName");
                part == Some(&format!("/{path}"))
                    || extension.is_some_and(|extension| path.ends_with(&format!(".{extension}")))
            });
            assert!(is_typed || path == "[Content_Types].xml", "{path}");
        }
    }
}

#[test]
fn same_content_gives_the_same_bytes() {
    let profile = "[person]\nname = \"Ada\"\nurl = \"https://example.org\"\n";
    let one = bytes(&open(profile));
    assert_eq!(one, bytes(&open(profile)));
    // The date of every member, in the form of MS-DOS: 1980-01-01.
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&one)).expect("an archive");
    for index in 0..archive.len() {
        let member = archive.by_index(index).expect("a member");
        let date = member.last_modified().expect("a date");
        assert_eq!((date.year(), date.month(), date.day()), (1980, 1, 1));
        assert_eq!((date.hour(), date.minute(), date.second()), (0, 0, 0));
    }
}

const STRUCTURE: &str = r#"
locale = "de-CH"
date = "2026-03"
[person]
name = "Ada Brandt"
headline = "Ingenieurin"
email = "ada@example.org"
[[section]]
kind = "experience"
title = "Berufserfahrung"
[[section.entry]]
organization = "Beispiel AG"
position = "Leiterin"
location = "Bern"
start = "2020-02"
end = "present"
summary = """
Text mit **fett**, *kursiv* und [Link](https://example.org/ä).

1. eins
2. zwei

   - innen

5. fünf

| A | B |
|---|--:|
| 1 | 2 |
"""
highlights = ["oben", { text = "außen", items = ["innen"] }]
[[section.subsection]]
title = "Unterabschnitt"
[[section.subsection.entry]]
position = "Praktikum"
"#;

fn styles(paragraphs: &[WordParagraph]) -> Vec<(&str, &str)> {
    let pairs = paragraphs.iter();
    pairs
        .map(|paragraph| (paragraph.style.as_str(), paragraph.text.as_str()))
        .collect()
}

fn run<'a>(paragraph: &'a WordParagraph, text: &str) -> &'a WordRun {
    let mut runs = paragraph.runs.iter();
    runs.find(|run| run.text == text).expect("a run")
}

fn list(paragraph: &WordParagraph) -> &WordList {
    paragraph.list.as_ref().expect("a list")
}

#[test]
fn a_document_has_headings_lists_and_tables() {
    let file = exported(&open(STRUCTURE));
    let paragraphs = file.paragraphs();
    assert_eq!(
        styles(&paragraphs),
        [
            ("Title", "Ada Brandt"),
            ("Subtitle", "Ingenieurin"),
            ("Contact", "ada@example.org"),
            ("Heading1", "Berufserfahrung"),
            ("Entry", "Leiterin\t02/2020 – heute"),
            ("EntryLine", "Beispiel AG, Bern"),
            ("", "Text mit fett, kursiv und Link."),
            ("ListNumber", "eins"),
            ("ListNumber", "zwei"),
            ("ListBullet2", "innen"),
            ("ListNumber", "fünf"),
            ("Cell", "A"),
            ("Cell", "B"),
            ("Cell", "1"),
            ("Cell", "2"),
            ("Cell", ""),
            ("ListBullet", "oben"),
            ("ListBullet", "außen"),
            ("ListBullet2", "innen"),
            ("Heading2", "Unterabschnitt"),
            ("EntryText", "Praktikum"),
        ]
    );
    let prose = &paragraphs[6];
    assert_eq!(run(prose, "fett").properties, ["b", "bCs"]);
    assert_eq!(run(prose, "kursiv").properties, ["i", "iCs"]);
    let link = run(prose, "Link").link.as_deref();
    assert_eq!(link, Some("https://example.org/%C3%A4"));
    let [first, second, inner, third] = [7, 8, 9, 10].map(|index| list(&paragraphs[index]));
    assert_eq!(first, second);
    assert_eq!(first, third);
    assert_eq!(inner.level, "1");
    assert_ne!(inner.number, first.number);
}

#[test]
fn each_numbered_list_begins_with_its_number() {
    let file = exported(&open(
        "[[section]]\nbody = \"\"\"\n3. a\n4. b\n\nBetween.\n\n1. c\n\"\"\"\n",
    ));
    let paragraphs = file.paragraphs();
    let lists: Vec<_> = paragraphs.iter().filter_map(|p| p.list.as_ref()).collect();
    assert_eq!(lists[0], lists[1]);
    assert_ne!(lists[0].number, lists[2].number);
    let starts = file.values("word/numbering.xml", "startOverride", "val");
    assert_eq!(starts, ["3", "1"]);
}

fn property(file: &WordFile, name: &str) -> Option<String> {
    let core = file.xml("docProps/core.xml");
    let mut nodes = core.descendants();
    let node = nodes.find(|node| node.tag_name().name() == name)?;
    node.text().map(str::to_owned)
}

#[test]
fn properties_are_those_of_the_document() {
    let file = exported(&open(STRUCTURE));
    for (name, value) in [
        ("title", "Ada Brandt – Lebenslauf"),
        ("creator", "Ada Brandt"),
        ("language", "de-CH"),
        ("created", "2026-03-01T00:00:00Z"),
    ] {
        assert_eq!(property(&file, name).as_deref(), Some(value));
    }
    let undated = exported(&open("[person]\nname = \"Ada\"\n"));
    assert_eq!(property(&undated, "created"), None);
}

#[test]
fn a_document_has_the_paper_and_the_languages_of_its_region() {
    for (locale, width, latin, east_asian, complex) in [
        ("en-US", "12240", "en-US", "zh-CN", "ar-SA"),
        ("de", "11906", "de-DE", "zh-CN", "ar-SA"),
        ("ja", "11906", "en-US", "ja-JP", "ar-SA"),
        ("zh-Hant", "11906", "en-US", "zh-TW", "ar-SA"),
        ("ar", "11906", "en-US", "zh-CN", "ar-EG"),
        ("he", "11906", "en-US", "zh-CN", "he-IL"),
        ("hi", "11906", "en-US", "zh-CN", "hi-IN"),
    ] {
        let file = exported(&open(&format!(
            "locale = \"{locale}\"\n[person]\nname = \"A\"\n"
        )));
        assert_eq!(
            file.values("word/document.xml", "pgSz", "w"),
            [width],
            "{locale}"
        );
        for (attribute, tag) in [("val", latin), ("eastAsia", east_asian), ("bidi", complex)] {
            let tags = file.values("word/styles.xml", "lang", attribute);
            assert_eq!(tags, [tag], "{locale}");
        }
    }
}

const MIXED: &str = r#"
locale = "ar"
[person]
name = "رنا خليل"
phone = "+962 6 555 0147"
email = "rana@example.org"
[[section]]
kind = "experience"
[[section.entry]]
position = "مهندسة"
organization = "Example Inc."
start = "2020"
end = "2023"
highlights = ["كتبت **بلغة C++** عام 2020.", "שלום"]
"#;

#[test]
fn texts_from_right_to_left_are_marked_as_such() {
    let file = exported(&open(MIXED));
    let paragraphs = file.paragraphs();
    assert!(paragraphs.iter().all(|paragraph| paragraph.is_rtl));
    for run in paragraphs.iter().flat_map(|paragraph| &paragraph.runs) {
        let is_rtl = run.properties.iter().any(|name| name == "rtl");
        let mut letters = run.text.chars().filter(|c| c.is_alphabetic());
        assert!(
            letters.all(|c| is_rtl == ('\u{590}'..='\u{6ff}').contains(&c)),
            "{run:?}"
        );
    }
    let text = file.text();
    assert!(text.contains("\u{200e}+962 6 555 0147\u{200e}"), "{text}");
    assert!(text.contains("Example Inc.\u{200e}"), "{text}");
    assert!(text.contains("C++\u{200e}"), "{text}");
    let hebrew = paragraphs.last().expect("a paragraph");
    assert_eq!(hebrew.runs[0].properties, ["rtl", "lang"]);
    let xml = file.xml("word/document.xml");
    let section = xml
        .descendants()
        .find(|node| node.tag_name().name() == "sectPr");
    let section = section.expect("a section");
    assert!(
        section
            .children()
            .any(|node| node.tag_name().name() == "bidi")
    );
}

#[test]
fn words_from_right_to_left_are_marked_in_other_languages() {
    let file = exported(&open(
        "[person]\nname = \"Noa\"\nnative-name = \"נועה\"\n[[section]]\nbody = \"I say שלום 1.\"\n",
    ));
    let paragraphs = file.paragraphs();
    assert!(paragraphs.iter().all(|paragraph| !paragraph.is_rtl));
    let rtl: BTreeSet<&str> = paragraphs
        .iter()
        .flat_map(|paragraph| &paragraph.runs)
        .filter(|run| run.properties.iter().any(|name| name == "rtl"))
        .map(|run| run.text.as_str())
        .collect();
    assert_eq!(rtl, BTreeSet::from(["נועה", "שלום"]));
}

/// Texts that are code or markup elsewhere.
const HOSTILE: [&str; 5] = [
    "</w:t></w:r><w:r><w:t>x</w:t></w:r>",
    "&lt;&#x41;&unknown; ]]> <!-- --> <?x?>",
    "\\\" onclick='alert(1)' {{x}}",
    "INCLUDEPICTURE \\\\\\\\example.org\\\\x \\\\d MERGEFIELD x",
    "=cmd|'/c calc'!A1",
];

fn elements(file: &WordFile) -> BTreeSet<String> {
    let xml = file.xml("word/document.xml");
    let nodes = xml.descendants().filter(roxmltree::Node::is_element);
    nodes
        .map(|node| node.tag_name().name().to_owned())
        .collect()
}

#[test]
fn hostile_texts_are_text() {
    let mut profile = String::from("[[section]]\nkind = \"experience\"\n");
    for text in HOSTILE {
        profile.push_str(&format!("[[section.entry]]\nposition = \"{text}\"\n"));
        profile.push_str(&format!(
            "organization = \"{text}\"\nhighlights = [\"{text}\"]\n"
        ));
        profile.push_str(&format!("location = \"{text}\"\n"));
    }
    profile.push_str(&format!("[person]\nname = \"{}\"\n", HOSTILE[0]));
    let document = open(&profile);
    check_texts(&document, "hostile");
    // Nothing of them is an element.
    let plain = profile.replace(|c: char| "<>&".contains(c), "x");
    assert_eq!(
        elements(&exported(&document)),
        elements(&exported(&open(&plain)))
    );
}

#[test]
fn a_letter_is_in_its_order() {
    let text = r#"
date = "2026-03-05"
[person]
name = "Ada Brandt"
email = "ada@example.org"
[letter]
recipient = ["Example Works", "1 Example Street"]
subject = "Application"
opening = "Dear team,"
body = "I write to apply.\n\nPlease *read* on."
closing = "Sincerely,"
enclosures = ["CV"]
"#;
    let reading = profile::parse(Source::new("test.toml", text), None, None)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let choice = Choice {
        document: DocumentKind::Letter,
        ..Choice::default()
    };
    let file = exported(&open_choice(&reading, &choice));
    let paragraphs = file.paragraphs();
    assert_eq!(
        styles(&paragraphs),
        [
            ("Title", "Ada Brandt"),
            ("Contact", "ada@example.org"),
            ("Date", "5 March 2026"),
            ("EnvelopeAddress", "Example Works"),
            ("EnvelopeAddress", "1 Example Street"),
            ("Subject", "Application"),
            ("Salutation", "Dear team,"),
            ("BodyText", "I write to apply."),
            ("BodyText", "Please read on."),
            ("Closing", "Sincerely,"),
            ("Signature", "Ada Brandt"),
            ("Enclosures", "Enclosures"),
            ("EnvelopeAddress", "CV"),
        ]
    );
    let part = "word/document.xml";
    assert_eq!(
        file.values(part, "jc", "val"),
        ["right"],
        "the date is at the end, as on pages"
    );
    let above = file.values(part, "spacing", "before");
    assert_eq!(above, ["760"], "there is room to sign above the name");
}

#[test]
fn a_skill_with_its_level_is_one_line() {
    let file = exported(&open(
        "[[section]]\nkind = \"skill\"\n[[section.entry]]\nname = \"Languages\"\nlevel = \"expert\"\n\
         keywords = [\"Rust\", \"C\"]\n[[section.entry]]\nname = \"Tools\"\nkeywords = [\"Git\"]\n",
    ));
    let paragraphs = file.paragraphs();
    assert_eq!(
        styles(&paragraphs)[1..],
        [
            ("EntryText", "Languages (expert): Rust, C"),
            ("EntryText", "Tools: Git"),
        ]
    );
}

#[test]
fn dates_without_room_have_a_line_of_their_own() {
    fn entry(title: &str) -> String {
        let profile = format!(
            "[[section]]\nkind = \"experience\"\n[[section.entry]]\nposition = \"{title}\"\n\
             start = \"2020-03\"\nend = \"2021-05\"\n"
        );
        let paragraphs = exported(&open(&profile)).paragraphs();
        styles(&paragraphs)[1].1.to_owned()
    }
    let dates = "Mar 2020 – May 2021";
    assert_eq!(entry("Engineer"), format!("Engineer\t{dates}"));
    let long = "word ".repeat(15).trim_end().to_owned();
    assert_eq!(entry(&long), format!("{long}\n\t{dates}"));
    // The last line has room again.
    let longer = "word ".repeat(25).trim_end().to_owned();
    assert_eq!(entry(&longer), format!("{longer}\t{dates}"));
}

/// A drawing whose left half is red.
const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\">\
                       <rect width=\"10\" height=\"10\" fill=\"red\"/></svg>";

#[test]
fn pictures_are_described_and_can_be_read_by_word() {
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(2, 3)
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("a PNG");
    let png = png.into_inner();
    let sandbox = Sandbox::new();
    sandbox.write(
        "ada.toml",
        "date = \"2026\"\n[person]\nname = \"Ada\"\nphoto = \"me.png\"\n[signature]\nimage = \"name.svg\"\n",
    );
    sandbox.write("name.svg", DRAWING);
    std::fs::write(sandbox.path("me.png"), &png).expect("a file");
    sandbox
        .run("render ada.toml --format docx -o ada.docx")
        .succeeds();
    let file = WordFile::open(&sandbox.bytes("ada.docx"));
    let xml = file.xml("word/document.xml");
    let mut shapes = Vec::new();
    for node in xml.descendants() {
        match node.tag_name().name() {
            "docPr" => shapes.push(node.attribute("descr").unwrap_or_default()),
            "blip" => shapes.push("blip"),
            _ => {}
        }
    }
    assert_eq!(shapes, ["Photo of Ada", "blip", "Signature of Ada", "blip"]);
    // The photo is unchanged; the drawing is drawn.
    assert_eq!(file.bytes("word/media/image1.png"), png);
    let drawn = image::load_from_memory(file.bytes("word/media/image2.png")).expect("a PNG");
    assert_eq!((drawn.width(), drawn.height()), (1200, 600));
    let drawn = drawn.to_rgba8();
    assert_eq!(drawn.get_pixel(300, 300).0, [255, 0, 0, 255]);
    assert_eq!(drawn.get_pixel(900, 300).0, [0, 0, 0, 0]);
}
