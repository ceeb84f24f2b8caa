//! `cvpress import` of Word documents: no word is lost, and the fields of invented CVs are found.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::path::Path;

use cvpress::content::DateFormat;
use cvpress::diagnostic::Diagnostics;
use cvpress::export::docx;
use cvpress::import::{Imported, Origin};
use cvpress::pipeline::Document;
use toml::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::support::docx::WordFile;
use crate::support::imports::{assert_profile, import_bytes, long_tables};
use crate::support::rendering::{open, open_choice, shipped, short_messages};
use crate::support::sandbox::Sandbox;

const NAMESPACES: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
    xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships' \
    xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006' \
    xmlns:wp='http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing' \
    xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'";

/// Packs the parts of a document.
fn packed(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in parts {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        writer.start_file(*path, options).expect("a member");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

/// Returns a document with this body.
fn document(body: &str) -> Vec<u8> {
    let main = format!("<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>");
    packed(&[("word/document.xml", main.as_bytes())])
}

/// Returns a paragraph; `**` around it makes it bold, `+` larger, and a tab is a tab.
fn paragraph(text: &str) -> String {
    let (text, size) = text.strip_prefix('+').map_or((text, 20), |rest| (rest, 32));
    let bold = text
        .strip_prefix("**")
        .and_then(|rest| rest.strip_suffix("**"));
    let look = if bold.is_some() { "<w:b/>" } else { "" };
    let text = bold
        .unwrap_or(text)
        .replace('\t', "</w:t><w:tab/><w:t xml:space='preserve'>");
    format!(
        "<w:p><w:r><w:rPr>{look}<w:sz w:val='{size}'/></w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r></w:p>"
    )
}

fn paragraphs(texts: &[&str]) -> String {
    texts.iter().map(|text| paragraph(text)).collect()
}

/// Returns a table; each cell is paragraphs.
fn table(rows: &[&[&[&str]]]) -> String {
    let mut table = "<w:tbl>".to_owned();
    for row in rows {
        table.push_str("<w:tr>");
        for cell in *row {
            let _ = write!(table, "<w:tc>{}</w:tc>", paragraphs(cell));
        }
        table.push_str("</w:tr>");
    }
    table + "</w:tbl>"
}

#[track_caller]
fn imported(bytes: &[u8]) -> Imported {
    let imported = import_bytes("cv.docx", bytes)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    assert_eq!(imported.origin, Origin::Word);
    imported
}

fn error(bytes: &[u8]) -> String {
    error_of("cv.docx", bytes)
}

fn error_of(name: &str, bytes: &[u8]) -> String {
    let problems: Diagnostics = import_bytes(name, bytes).expect_err("an error");
    short_messages(&problems)
}

/// Returns the value at a path: `section.0.entry.0.start`.
#[track_caller]
fn at(profile: &str, path: &str) -> String {
    let root = Value::Table(long_tables(profile));
    let value = path
        .split('.')
        .try_fold(&root, |value, key| match key.parse::<usize>() {
            Ok(index) => value.get(index),
            Err(_) => value.get(key),
        });
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => panic!("no {path} in:\n{profile}"),
    }
}

#[track_caller]
fn assert_fields(imported: &Imported, fields: &[(&str, &str)]) {
    for (path, expected) in fields {
        assert_eq!(
            at(&imported.profile, path),
            *expected,
            "{path} in:\n{}",
            imported.profile
        );
    }
}

fn words(text: &str) -> BTreeSet<String> {
    let text = text.replace(['\u{200e}', '\u{200f}', '\u{ad}', '\u{2060}'], "");
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn strings(value: &Value, texts: &mut String) {
    match value {
        Value::String(text) => texts.push_str(&format!(" {text}")),
        Value::Array(values) => values.iter().for_each(|value| strings(value, texts)),
        Value::Table(table) => {
            for (key, value) in table {
                texts.push_str(&format!(" {key}"));
                strings(value, texts);
            }
        }
        _ => {}
    }
}

/// Returns the words of a document that neither the profile has nor what is exported from it.
fn lost(text: &str, imported: &Imported) -> Vec<String> {
    let mut kept = String::new();
    strings(
        &Value::Table(imported.profile.parse().expect("TOML")),
        &mut kept,
    );
    for comment in imported
        .profile
        .lines()
        .filter(|line| line.starts_with('#'))
    {
        kept.push_str(comment);
    }
    let again = WordFile::open(&exported(&open(&imported.profile)));
    kept.push_str(&again.text());
    let kept = words(&kept);
    // Between a position and its employer.
    let is_kept = |word: &String| kept.contains(word) || word == "at";
    words(text)
        .into_iter()
        .filter(|word| !is_kept(word))
        .collect()
}

fn exported(document: &Document) -> Vec<u8> {
    docx(&document.resume, DateFormat::default(), &[])
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
}

#[test]
fn every_word_of_every_profile_comes_back_from_word() {
    for profile in shipped() {
        let bytes = exported(&open_choice(&profile.reading, &profile.choice));
        let text = WordFile::open(&bytes).text();
        let imported = imported(&bytes);
        assert_profile(&imported);
        assert_eq!(
            lost(&text, &imported),
            Vec::<String>::new(),
            "{}:\n{}",
            profile.name,
            imported.profile
        );
    }
}

/// Documents of `LibreOffice`, of invented people.
fn corpus(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/word");
    std::fs::read(path.join(format!("{name}.docx"))).expect("a document")
}

/// The documents, with the words of their dates, labels and headings that became fields and are shown in
/// other words.
const DOCUMENTS: [(&str, &str); 8] = [
    (
        "de-table",
        "anschrift persönliche daten telefon e mail name in",
    ),
    ("de-sidebar", "kontakt"),
    ("en-academic", ""),
    ("de-tabs", "januar oktober bis dezember seit"),
    ("en-tabs", "march june february"),
    ("es-headings", "correo teléfono dirección marzo"),
    ("fr-bold", "tél née le à depuis janvier septembre décembre"),
    (
        "zh",
        "手机 邮箱 现居地 2012 09 2016 06 2019年7月至今 2016年7月至2019年6月",
    ),
];

#[test]
fn no_word_of_documents_of_libre_office_is_lost() {
    for (name, said) in DOCUMENTS {
        let bytes = corpus(name);
        let text = WordFile::open(&bytes).text();
        assert!(words(&text).len() > 30, "{name}");
        let imported = imported(&bytes);
        assert_profile(&imported);
        let mut lost = lost(&text, &imported);
        lost.retain(|word| !said.split(' ').any(|known| known == word));
        assert_eq!(lost, Vec::<String>::new(), "{name}:\n{}", imported.profile);
        // Nor is a word told to be without a place.
        assert!(
            !imported.profile.starts_with('#'),
            "{name}:\n{}",
            imported.profile
        );
    }
}

/// The fields of the documents, by their paths.
const FIELDS: [(&str, &[(&str, &str)]); 8] = [
    (
        "de-table",
        &[
            ("locale", "de-DE"),
            ("title", "Lebenslauf"),
            ("person.name", "Marlene Tiefenbach"),
            ("person.birth-date", "1988-03-14"),
            ("person.birth-place", "Zwickau"),
            ("person.postal-address", "Beispielweg 7, 04109 Leipzig"),
            ("section.0.kind", "experience"),
            (
                "section.0.entry.0.position",
                "Gesundheits- und Krankenpflegerin",
            ),
            ("section.0.entry.0.organization", "Klinikum Musterstadt"),
            ("section.0.entry.0.location", "Leipzig"),
            ("section.0.entry.0.start", "2016-04"),
            ("section.0.entry.0.end", "present"),
            (
                "section.0.entry.0.highlights.1",
                "Anleitung von Auszubildenden",
            ),
            ("section.1.entry.1.degree", "Abitur"),
        ],
    ),
    (
        "de-tabs",
        &[
            ("person.name", "Jonas Albrechtsberger"),
            ("person.headline", "Dipl.-Ing. (FH) Maschinenbau"),
            ("person.phone.0.number", "0170 5550123"),
            ("section.0.entry.0.position", "Projektleiter Getriebebau"),
            ("section.0.entry.0.organization", "Zahnrad Muster GmbH"),
            ("section.0.entry.1.end", "2014-12"),
        ],
    ),
    (
        "de-sidebar",
        &[
            ("person.name", "Tobias Lindenfels"),
            ("person.postal-address", "Hauptstraße 1, 80331 München"),
            ("section.0.entry.1.language", "Italienisch"),
            ("section.3.entry.0.position", "Sous-Chef"),
            ("section.3.entry.0.organization", "Gasthaus zum Muster"),
            ("section.4.entry.0.start", "2011"),
        ],
    ),
    (
        "en-academic",
        &[
            ("person.phone", "(515) 555-0143"),
            ("section.0.entry.0.degree", "Ph.D. in Plant Biology"),
            ("section.0.entry.1.institution", "Example College"),
            ("section.1.title", "ACADEMIC APPOINTMENTS"),
            ("section.1.entry.0.organization", "Sample State University"),
            ("section.3.entry.0.end", "2027"),
        ],
    ),
    (
        "en-tabs",
        &[
            ("person.name", "Oliver Brackenridge"),
            ("person.links.0.username", "oliver-brackenridge-example"),
            ("section.1.title", "Work Experience"),
            ("section.1.entry.0.position", "Warehouse Operations Manager"),
            ("section.1.entry.0.organization", "Northmoor Foods Ltd"),
            ("section.1.entry.0.start", "2018-03"),
            ("section.2.entry.0.institution", "University of Sampleton"),
            ("section.3.entry.0.keywords.1", "Polish"),
        ],
    ),
    (
        "es-headings",
        &[
            ("person.birth-date", "1986-11-22"),
            ("section.1.entry.0.position", "Ingeniera de proyectos"),
            ("section.1.entry.0.organization", "Puentes del Sur S.L."),
            ("section.1.entry.0.end", "present"),
            ("section.3.entry.1.fluency", "C1"),
            ("section.4.title", "Proyectos solidarios"),
        ],
    ),
    (
        "fr-bold",
        &[
            ("person.birth-place", "Grenoble"),
            ("section.0.entry.0.organization", "Hôpital de l’Exemple"),
            ("section.0.entry.0.start", "2019-01"),
            ("section.1.entry.1.date", "2008"),
            ("section.2.entry.0.fluency", "langue maternelle"),
        ],
    ),
    (
        "zh",
        &[
            ("person.name", "陈示例"),
            ("person.email", "chen.shili@example.org"),
            ("person.location", "杭州"),
            ("section.0.entry.0.institution", "示例大学"),
            ("section.1.entry.0.organization", "示例科技有限公司"),
            ("section.1.entry.0.position", "后端工程师"),
            ("section.1.entry.1.end", "2019-06"),
            ("section.2.entry.1.keywords.0", "MySQL"),
        ],
    ),
];

#[test]
fn fields_of_documents_of_libre_office_are_found() {
    for (name, fields) in FIELDS {
        assert_fields(&imported(&corpus(name)), fields);
    }
}

#[test]
fn a_nurse_in_two_columns_has_her_fields() {
    let body = [
        paragraph("+**Anna Musterfrau**"),
        paragraphs(&[
            "Krankenschwester",
            "Tel.: 030 5550147\tE-Mail: anna@example.org",
            "geboren am 1. Mai 1990",
        ]),
        paragraph("**Berufserfahrung**"),
        table(&[
            &[
                &["März 2019 – heute"],
                &[
                    "Stationsleitung",
                    "Klinikum Muster, Berlin",
                    "• Dienstplan für 18 Kolleginnen",
                ],
            ],
            &[
                &["Sept. 2014 – Feb. 2019"],
                &["Pflegefachkraft, Seniorenzentrum Am Park", "Nachtdienste."],
            ],
        ]),
        paragraph("**Sprachen**"),
        paragraphs(&["Deutsch – Muttersprache", "Polnisch (B2)"]),
        paragraph("**Kenntnisse**"),
        paragraphs(&[
            "Pflege: Wundversorgung, Palliativpflege",
            "Führerschein Klasse B",
        ]),
    ]
    .concat();
    let imported = imported(&document(&body));
    assert_profile(&imported);
    assert_fields(
        &imported,
        &[
            ("locale", "de"),
            ("person.name", "Anna Musterfrau"),
            ("person.headline", "Krankenschwester"),
            ("person.phone", "030 5550147"),
            ("person.email", "anna@example.org"),
            ("person.birth-date", "1990-05-01"),
            ("section.0.entry.0.position", "Stationsleitung"),
            ("section.0.entry.0.organization", "Klinikum Muster"),
            ("section.0.entry.0.location", "Berlin"),
            ("section.0.entry.0.start", "2019-03"),
            (
                "section.0.entry.0.highlights.0",
                "Dienstplan für 18 Kolleginnen",
            ),
            ("section.0.entry.1.position", "Pflegefachkraft"),
            ("section.0.entry.1.organization", "Seniorenzentrum Am Park"),
            ("section.0.entry.1.end", "2019-02"),
            ("section.0.entry.1.summary", "Nachtdienste."),
            ("section.1.entry.0.fluency", "Muttersprache"),
            ("section.1.entry.1.language", "Polnisch"),
            ("section.2.entry.0.keywords.1", "Palliativpflege"),
            ("section.2.entry.1.name", "Führerschein Klasse B"),
        ],
    );
}

#[test]
fn an_engineer_with_tabs_and_employers_first_has_her_fields() {
    let body = paragraphs(&[
        "+Grace Sampleton",
        "grace@example.org | +1 551 555 0100 | https://grace.example.org",
        "+Work History",
        "Example Chips Inc.\tBoston, MA",
        "Compiler Engineer\tJanuary 2020 – Present",
        "- Fused two kernels",
        "- Wrote 3 * 4 tests for *nix",
        "Sample Labs LLC\tAustin, TX",
        "Intern\tSummer of 2019",
        "Software Engineer at Third Example Corp\t06/2017 - 08/2018",
        "Kept the build green for a year, and wrote about it.",
        "+Weaving",
        "Linen, and **wool**.",
    ]);
    let imported = imported(&document(&body));
    assert_profile(&imported);
    assert_fields(
        &imported,
        &[
            ("locale", "en"),
            ("person.url", "https://grace.example.org"),
            ("section.0.entry.0.organization", "Example Chips Inc."),
            ("section.0.entry.0.position", "Compiler Engineer"),
            ("section.0.entry.0.location", "Boston, MA"),
            ("section.0.entry.0.start", "2020-01"),
            (
                "section.0.entry.0.highlights.1",
                r"Wrote 3 * 4 tests for \*nix",
            ),
            ("section.1.title", "Weaving"),
            ("section.1.body", r"Linen, and \*\*wool\*\*."),
        ],
    );
    for text in [
        "Summer of 2019",
        "Sample Labs LLC",
        "Third Example Corp",
        "2017-06",
        "Kept the build green",
    ] {
        assert!(
            imported.profile.contains(text),
            "{text}:\n{}",
            imported.profile
        );
    }
}

#[test]
fn text_boxes_links_notes_and_changes_are_read() {
    let relations =
        "<Relationships><Relationship Id='r1' Target='https://example.org/talk'/></Relationships>";
    let notes = format!(
        "<w:footnotes {NAMESPACES}><w:footnote w:id='2'><w:p><w:r><w:t>with honors</w:t></w:r></w:p></w:footnote></w:footnotes>"
    );
    let text_box = "<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent><w:p><w:r><w:t>Boxed text.</w:t></w:r></w:p></w:txbxContent></w:drawing></mc:Choice>\
        <mc:Fallback><w:pict><w:txbxContent><w:p><w:r><w:t>Boxed text.</w:t></w:r></w:p></w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>";
    let main = format!(
        "<w:document {NAMESPACES}><w:body>{}{}{text_box}\
         <w:p><w:r><w:t xml:space='preserve'>Gave a </w:t></w:r><w:hyperlink r:id='r1'><w:r><w:t>talk</w:t></w:r></w:hyperlink>\
         <w:r><w:footnoteReference w:id='2'/></w:r><w:ins><w:r><w:t xml:space='preserve'> soon.</w:t></w:r></w:ins>\
         <w:del><w:r><w:delText>never</w:delText></w:r></w:del></w:p></w:body></w:document>",
        paragraph("+Ada Example"),
        paragraph("**Profile**"),
    );
    let parts: [(&str, &[u8]); 3] = [
        ("word/document.xml", main.as_bytes()),
        ("word/footnotes.xml", notes.as_bytes()),
        ("word/_rels/document.xml.rels", relations.as_bytes()),
    ];
    let imported = imported(&packed(&parts));
    let body = at(&imported.profile, "section.0.body");
    assert_eq!(
        body,
        "Boxed text.\n\nGave a [talk](<https://example.org/talk>) (with honors) soon."
    );
    assert!(!imported.profile.contains("never"));
}

#[test]
fn the_photo_is_written_beside_the_profile() {
    let sandbox = Sandbox::new();
    // One pixel.
    let png: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";
    let main = format!(
        "<w:document {NAMESPACES}><w:body>{}<w:p><w:r><w:drawing><wp:inline><wp:extent cx='900000' cy='1200000'/><a:blip r:embed='r1'/></wp:inline></w:drawing></w:r></w:p>{}</w:body></w:document>",
        paragraph("+Ada Example"),
        paragraphs(&["**Interests**", "Chess, tea"]),
    );
    let relations =
        "<Relationships><Relationship Id='r1' Target='media/image1.png'/></Relationships>";
    let bytes = packed(&[
        ("word/document.xml", main.as_bytes()),
        ("word/_rels/document.xml.rels", relations.as_bytes()),
        ("word/media/image1.png", png),
    ]);
    let imported = imported(&bytes);
    assert_eq!(
        imported.photo.as_ref().map(|photo| photo.name.as_str()),
        Some("ada-example.png")
    );
    assert_eq!(at(&imported.profile, "person.photo"), "ada-example.png");
    assert!(!imported.profile_alone().contains("\nphoto"));
    std::fs::write(sandbox.path("cv.docx"), bytes).expect("a file");
    sandbox.run("import cv.docx").succeeds();
    assert_eq!(sandbox.bytes("ada-example.png"), png);
}

#[test]
fn documents_that_cannot_be_read_have_one_message() {
    let whole = document(&paragraphs(&["+Ada", "**Skills**", "Rust"]));
    assert!(error(&whole[..whole.len() / 2]).contains("damaged or incomplete"));
    assert!(error(&packed(&[("word/document.xml", b"<w:document>")])).contains("not XML"));
    let entities = "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>";
    assert!(
        error(&packed(&[("word/document.xml", entities.as_bytes())]))
            .contains("document type definition")
    );
    let bomb = vec![b' '; 20 << 20];
    assert!(error(&packed(&[("word/document.xml", &bomb)])).contains("larger than 16 MiB"));
    let deep = "<w:tbl><w:tr><w:tc>".repeat(300) + &"</w:tc></w:tr></w:tbl>".repeat(300);
    assert!(error(&document(&deep)).contains("levels deep"));
    assert!(error(&document("")).contains("nothing for a profile"));
    let many = "<w:p/>".repeat(250_000);
    assert!(error(&document(&many)).contains("values"));
}

#[test]
fn large_tables_and_long_texts_do_no_harm() {
    let row: &[&[&str]] = &[&["2019"], &["Engineer, Example AG"]];
    let rows = vec![row; 2_000];
    let body = paragraphs(&["+Ada", "**Experience**"]) + &table(&rows);
    assert_profile(&imported(&document(&body)));
    let long = paragraphs(&["+Ada", "**Experience**", &"2019 – 2020 x ".repeat(50_000)]);
    let problems = import_bytes("cv.docx", &document(&long));
    assert!(problems.is_err() || problems.is_ok_and(|imported| imported.profile.len() > 100_000));
}

#[test]
fn documents_of_other_programs_say_how_to_save_them() {
    let ole: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old";
    assert!(error_of("cv.doc", ole).contains("`cv.doc` is a document of Word 97"));
    assert!(error_of("cv.doc", ole).contains(".docx"));
    let encrypted: Vec<u8> = "EncryptedPackage"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert!(error_of("cv.docx", &[ole, &encrypted].concat()).contains("is encrypted"));
    let odt = packed(&[("mimetype", b"application/vnd.oasis.opendocument.text")]);
    assert!(error_of("cv.odt", &odt).contains("OpenDocument"));
    assert!(error_of("cv.rtf", b"{\\rtf1 a}").contains("RTF"));
}
