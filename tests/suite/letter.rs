//! Cover letters: every text in every layout, and messages about invalid letters.

#![allow(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]

use std::collections::BTreeSet;
use std::path::Path;

use cvpress::content::{DateFormat, text_groups};
use cvpress::diagnostic::{Deny, MessageFormat, Source, render};
use cvpress::layout::Paper;
use cvpress::pipeline::{Document, RenderOptions, check_profile};
use cvpress::profile::{self, Input};
use cvpress::selection::{Choice, DocumentKind};
use snapbox::{IntoData, assert_data_eq, str};

use super::completeness::renders_whole;
use crate::support::pdf;
use crate::support::rendering::{
    Cv, ENGINE, SHIPPED_LETTERS, layouts, overrides, render_cv, render_cv_with, short_messages,
};
use crate::support::sandbox::Sandbox;
use cvpress::typeset::runs;

const ADA: &str = r#"
locale = "en"
date = "2026-03"
footer = "References on request."

[person]
name = "Ada Berg"

[[section]]
kind = "list"
highlights = ["A bullet of the CV."]

[letter]
recipient = { en = "Dr. Ana Ruiz\nExample Robotics", de = "Dr. Ana Ruiz\nMusterrobotik" }
date = "2026-03-14"
subject = { en = "Application", de = "Bewerbung" }
opening = { en = "Dear Dr. Ruiz,", de = "Sehr geehrte Frau Dr. Ruiz," }
closing = { en = "Yours sincerely,", de = "Mit freundlichen Grüßen" }
enclosures = [{ en = "Curriculum vitae", de = "Lebenslauf" }]

[letter.body]
en = "I build **robots**.\n\nThey work."
de = "Ich baue **Roboter**.\n\nSie laufen."

[variant.acme]
show = ["acme"]

[variant.acme.letter]
recipient = ["Acme", "1 Road"]
opening = "Dear Acme,"
"#;

fn letter() -> Choice {
    Choice {
        document: DocumentKind::Letter,
        ..Choice::default()
    }
}

fn open_in(folder: Option<&Path>, text: &str, choice: &Choice) -> Document {
    let reading = profile::parse(Source::new("test.toml", text), folder, None);
    let reading =
        reading.unwrap_or_else(|problems| panic!("{}", render(&problems, MessageFormat::Short)));
    Document::new(&reading, choice, "test", &Deny::default(), &ENGINE)
}

/// Returns the messages about the letter of a profile.
fn findings_in(folder: Option<&Path>, text: &str) -> String {
    let problems = open_in(folder, text, &letter()).problems;
    anstream::adapter::strip_str(&render(&problems, MessageFormat::Short)).to_string()
}

fn messages(text: &str) -> String {
    findings_in(None, text)
}

/// Returns the messages about the letter of a variant.
fn messages_of_variant(variant: &str, text: &str) -> String {
    let choice = Choice {
        variant: Some(variant.to_owned()),
        ..letter()
    };
    let problems = open_in(None, text, &choice).problems;
    anstream::adapter::strip_str(&render(&problems, MessageFormat::Short)).to_string()
}

/// Compares messages with the expected ones literally, without patterns.
#[track_caller]
fn assert_messages(messages: &str, expected: impl IntoData) {
    assert_data_eq!(messages, expected.into_data().raw());
}

/// Returns the texts of a letter, or of the CV of the same profile.
#[track_caller]
fn texts_of(text: &str, choice: &Choice) -> Vec<String> {
    let document = open_in(None, text, choice);
    assert!(
        !document.problems.has_errors(),
        "{}",
        render(&document.problems, MessageFormat::Short)
    );
    text_groups(&document.resume, DateFormat::AS_WRITTEN).concat()
}

#[test]
fn every_text_of_every_letter_is_in_every_layout() {
    let letters: BTreeSet<&str> = SHIPPED_LETTERS
        .iter()
        .map(|letter| letter.profile.as_str())
        .collect();
    assert!(letters.len() >= 8, "only {letters:?} are shipped");
    for letter in SHIPPED_LETTERS.iter() {
        let what = format!(
            "the letter of {} in {} on {}",
            letter.profile,
            letter.layout,
            letter.paper.name()
        );
        assert_eq!(letter.lost, [] as [String; 0], "{what}: lost");
        assert_eq!(letter.stray, [] as [String; 0], "{what}: stray");
        assert_eq!(letter.digests.len(), 1, "{what}: pages");
        assert!(
            String::from_utf8_lossy(&letter.bytes).contains("<pdfaid:part>2</pdfaid:part>"),
            "{what}"
        );
    }
}

#[test]
fn letter_and_cv_have_their_own_content() {
    let text = "Ada Berg|14 March 2026|Dr. Ana Ruiz|Example Robotics|Application|Dear Dr. Ruiz,|I build robots.|They work.|\
                Yours sincerely,|Ada Berg|Enclosures|Curriculum vitae";
    assert_eq!(texts_of(ADA, &letter()).join("|"), text);
    let cv = texts_of(ADA, &Choice::default()).join("|");
    assert_eq!(
        cv,
        "Ada Berg|Further Information|A bullet of the CV.|References on request."
    );
    // An error in one does not affect the other.
    let wrong = ADA.replace("They work.", "They [work](.");
    assert!(
        !open_in(None, &wrong, &Choice::default())
            .problems
            .has_errors()
    );
    assert!(messages(&wrong).contains("error["), "{}", messages(&wrong));
}

#[test]
fn sender_of_a_japanese_letter_is_below_the_recipient() {
    let text = "locale = 'ja'\n[person]\nname = '例示 花子'\nheadline = '設計'\n\
                email = 'hanako@example.org'\n[letter]\nrecipient = '例示株式会社'\n\
                date = '2026-03-14'\nsubject = '応募の件'\nopening = '拝啓'\nbody = '本文です。'\n\
                closing = '敬具'\n";
    for layout in layouts() {
        let cv = render_cv(open_in(None, text, &letter()), layout, None);
        renders_whole(&cv, layout);
        let page = pdf::text(&pdf::pages(&cv.bytes));
        let order = [
            "2026年",
            "例示株式会社",
            "例示花子",
            "hanako",
            "応募の件",
            "敬具",
        ];
        let places = order.map(|part| page.find(part).unwrap_or_else(|| panic!("{part}: {page}")));
        assert!(places.is_sorted(), "{layout}: {page}");
        assert_eq!(page.matches("例示花子").count(), 1, "{layout}: {page}");
    }
}

#[test]
fn letter_is_available_in_its_languages() {
    let german = Choice {
        locale: Some("de".to_owned()),
        ..letter()
    };
    let document = open_in(None, ADA, &german);
    assert_eq!(document.resume.document.title, "Ada Berg – Anschreiben");
    assert_eq!(
        document.resume.document.subject.as_deref(),
        Some("Bewerbung")
    );
    assert_eq!(document.name(), "test-de-letter");
    let text = texts_of(ADA, &german).join("|");
    assert!(
        text.starts_with("Ada Berg|14. März 2026|Dr. Ana Ruiz|Musterrobotik|Bewerbung|"),
        "{text}"
    );
    assert!(
        text.ends_with("|Mit freundlichen Grüßen|Ada Berg|Anlagen|Lebenslauf"),
        "{text}"
    );
}

#[test]
fn variant_changes_single_fields_of_a_letter() {
    let acme = Choice {
        variant: Some("acme".to_owned()),
        ..letter()
    };
    let text = texts_of(&ADA.replace("show = [\"acme\"]", ""), &acme).join("|");
    assert!(
        text.starts_with(
            "Ada Berg|14 March 2026|Acme|1 Road|Application|Dear Acme,|I build robots.|"
        ),
        "{text}"
    );
    // Only one variant may have a letter.
    let only = "[person]\nname = 'Ada'\n[variant.acme.letter]\nbody = 'Hello.'";
    assert_eq!(texts_of(only, &acme), ["Ada", "Hello.", "Ada"]);
}

#[test]
fn letter_without_a_date_uses_the_document_date() {
    let text = ADA.replace("date = \"2026-03-14\"", "");
    assert_eq!(texts_of(&text, &letter())[1], "March 2026");
    let text = text.replace("date = \"2026-03\"", "");
    assert_eq!(texts_of(&text, &letter())[1], "Dr. Ana Ruiz");
}

#[test]
fn reports_invalid_letters() {
    let head = "[person]\nname = 'Ada'\n";
    let bodiless =
        format!("{head}[letter]\nopening = 'Dear'\n[variant.a.letter]\nclosing = 'Yours'\n");
    let strange = format!(
        "{head}[letter]\nbody = 3\ngreeting = 'Dear'\ndate = '2026-13'\nrecipient = {{ name = 'a' }}\n"
    );
    let variant = format!("{head}[variant.a.letter]\nclosing = 'Yours'\n");
    let texts = format!("{head}[letter]\nrecipient = \"\"\"\nAna\n[b](c \"\"\"\nbody = 'a 𓆉 b'\n");
    let misplaced = format!("opening = 'a'\n{head}[cover-letter]\nbody = 'a'\n");
    let all = [
        messages(&bodiless),
        messages(&strange),
        messages_of_variant("a", &variant),
        messages(&texts),
        messages(&misplaced),
    ]
    .join("--\n");
    assert_messages(
        &all,
        str![[r#"
test.toml:3:1: error[missing-key]: `body` is missing in `letter`; add `body = "…"`
--
test.toml:4:8: error[wrong-type]: `body` must be a string, not an integer; put it in quotes: `"3"`
test.toml:5:1: error[unknown-key]: unknown key `greeting` in `letter`; use `opening` instead
test.toml:6:8: warning[mistyped-date]: `2026-13` is not a recognized date; it is rendered as written; expected `2023`, `2023-09` or `2023-09-01`
test.toml:7:13: error[wrong-type]: `recipient` must be a string or a list, not a table
--
test.toml:3:1: error[missing-key]: `body` is missing in `letter`; add `body = "…"`
--
test.toml:6:4: error[unclosed-link]: the link target is not closed; add `)` at the end of the address
test.toml:7:11: error[missing-character]: no font has the character `𓆉` (U+13189); download `Noto Sans Egyptian Hieroglyphs` from https://fonts.google.com/noto/specimen/Noto+Sans+Egyptian+Hieroglyphs, and name the folder of its files: `cvpress render … --fonts Noto_Sans_Egyptian_Hieroglyphs/static`
--
test.toml:1:1: error[unknown-key]: unknown key `opening` at the top level; write it under `[letter]`
test.toml:4:2: error[unknown-key]: unknown key `cover-letter` at the top level; use `letter` instead

"#]],
    );
}

#[test]
fn reports_profiles_without_a_letter() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", "[person]\nname = 'Ada'\n");
    sandbox.write(
        "two.toml",
        "[person]\nname = 'Ada'\n[variant.a.letter]\nbody = 'Hello.'\n[variant.b]\n",
    );
    let run = sandbox.run("letter ada.toml two.toml").code(1);
    assert_messages(
        &run.stderr,
        str![[r#"
error[no-letter]: `ada.toml` has no letter
 |
 = help: write `[letter]`, and below it `opening = "Dear …,"` and `body = "…"`

error[no-letter]: `two.toml` has no letter
 |
 = help: select a variant with a letter using `--variant`: `a`


"#]],
    );
    assert!(sandbox.files("out").is_empty());
}

fn signed(path: &str) -> String {
    format!("date = 2026\n[person]\nname = 'Ada'\n[letter]\nbody = 'a'\nsignature = '{path}'\n")
}

#[test]
fn signature_must_be_in_the_profile_folder() {
    let sandbox = Sandbox::new();
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='1'></svg>";
    sandbox
        .write("cv/signature.svg", svg)
        .write("outside.svg", svg)
        .write("cv/signature.txt", "x");
    let folder = sandbox.path("cv");
    for layout in layouts() {
        let document = open_in(Some(&folder), &signed("signature.svg"), &letter());
        assert_eq!(render_cv(document, layout, None).typeset.extent.pages, 1);
    }
    let wrong = ["../outside.svg", "none.svg", "signature.txt", ""]
        .map(|path| findings_in(Some(&folder), &signed(path)));
    assert_messages(
        &wrong.concat(),
        str![[r#"
test.toml:6:13: error[photo-outside]: the signature `../outside.svg` is outside the profile's folder; copy it into the profile's folder
test.toml:6:13: error[photo-missing]: the signature `none.svg` does not exist; write its path relative to the profile's folder
test.toml:6:13: error[photo-format]: the signature `signature.txt` is not in a supported format; use a `.png`, `.jpg`, `.jpeg`, `.gif`, `.webp` or `.svg` file
test.toml:6:13: error[photo-missing]: the signature has an empty path; write its path, or remove the key

"#]],
    );
    // A variant removes it with an empty path.
    let without = signed("signature.svg") + "[variant.a.letter]\nsignature = ''\n";
    let document = open_in(
        Some(&folder),
        &without,
        &Choice {
            variant: Some("a".to_owned()),
            ..letter()
        },
    );
    assert!(document.problems.is_empty());
    assert_eq!(
        document.resume.letter.and_then(|letter| letter.signature),
        None
    );
}

#[test]
fn check_includes_the_letter() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "ada.toml",
        "[person]\nname = 'Ada'\n[letter]\nbody = 'see [this](there'\n",
    );
    let problems = check_profile(
        &Input::File(sandbox.path("ada.toml")),
        &RenderOptions::default(),
        &ENGINE,
    );
    assert!(problems.has_errors());
}

#[test]
fn letters_are_written_beside_the_cvs() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", &ADA.replace("show = [\"acme\"]", ""));
    sandbox
        .run("letter ada.toml --layout compact,vita")
        .succeeds();
    sandbox
        .run("letter ada.toml --variant all --locale all")
        .succeeds();
    sandbox.run("render ada.toml").succeeds();
    let files = [
        "ada-acme-de-letter-compact.pdf",
        "ada-acme-letter-compact.pdf",
        "ada-compact.pdf",
        "ada-letter-compact.pdf",
        "ada-letter-vita.pdf",
    ];
    assert_eq!(sandbox.files("out"), files);
    let run = sandbox
        .run("letter ada.toml --anonymous --message-format short")
        .code(2);
    assert_messages(
        &run.stderr,
        str![[r#"
error[usage]: `--anonymous` is not available for letters

"#]],
    );
}

#[test]
fn a_letter_does_not_replace_the_cv_of_another_profile() {
    let sandbox = Sandbox::new();
    sandbox
        .write("ada.toml", &ADA.replace("show = [\"acme\"]", ""))
        .write("ada-letter.toml", "[person]\nname = 'Other'\n");
    sandbox.run("render ada-letter.toml").succeeds();
    let other = sandbox.bytes("out/ada-letter-compact.pdf");
    let run = sandbox.run("letter ada.toml").code(1);
    assert_messages(
        &run.stderr,
        str![[r#"
error[unwritable-file]: `ada-letter-compact.pdf` is also the name of the CV of `ada-letter.toml`
 |
 = help: choose another file or folder with `--output`, or rename one of the profiles


"#]],
    );
    assert_eq!(sandbox.bytes("out/ada-letter-compact.pdf"), other);
    // Another layout and another folder are no danger.
    sandbox.run("letter ada.toml -o letters/").succeeds();
    drop(sandbox.run("letter ada.toml -o out/").code(1));
    assert_eq!(sandbox.bytes("out/ada-letter-compact.pdf"), other);
    sandbox.write(
        "ada-letter.toml",
        "layout = 'vita'\n[person]\nname = 'Other'\n",
    );
    sandbox.run("letter ada.toml").succeeds();
    drop(sandbox.run("letter ada.toml --layout vita").code(1));
}

#[test]
fn fmt_orders_the_keys_of_a_letter() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "ada.toml",
        "[letter]\nclosing = 'b'\nbody = 'a'\nrecipient = 'c'\n\n[person]\nname = 'Ada'\n",
    );
    sandbox.run("fmt ada.toml").succeeds();
    let text = std::fs::read_to_string(sandbox.path("ada.toml")).expect("a file");
    assert_eq!(
        text,
        "[person]\nname = 'Ada'\n\n[letter]\nrecipient = 'c'\nbody = 'a'\nclosing = 'b'\n"
    );
}

/// Returns the first page with a text.
fn page_of(cv: &Cv, text: &str) -> usize {
    let pages = pdf::pages(&cv.bytes);
    let holds =
        |page: &pdf::PageText| pdf::text(std::slice::from_ref(page)).contains(&pdf::bare(text));
    pages
        .iter()
        .position(holds)
        .unwrap_or_else(|| panic!("`{text}` is not there"))
}

#[test]
fn signature_is_never_alone_on_a_page() {
    for layout in layouts() {
        let mut breaks = 0;
        for paragraphs in (14..32).step_by(2) {
            let body: Vec<String> = (0..paragraphs)
                .map(|n| format!("Paragraph {n} x. {}", "Some words. ".repeat(9)))
                .collect();
            let text = format!(
                "date = 2026\n[person]\nname = 'Ada'\n[letter]\nbody = '''\n{}\n'''\nclosing = 'Yours sincerely,'\nenclosures = ['A plan']\n",
                body.join("\n\n")
            );
            let cv = render_cv(open_in(None, &text, &letter()), layout, None);
            renders_whole(&cv, layout);
            let last = page_of(&cv, &format!("Paragraph {} x.", paragraphs - 1));
            assert_eq!(
                last,
                page_of(&cv, "Yours sincerely,"),
                "{layout}: {paragraphs}"
            );
            assert_eq!(last, page_of(&cv, "A plan"), "{layout}: {paragraphs}");
            breaks += usize::from(cv.typeset.extent.pages > 1);
        }
        assert!(breaks > 2, "{layout}: only {breaks} letters of two pages");
    }
}

#[test]
fn lines_of_a_letter_have_a_readable_length() {
    let examples = SHIPPED_LETTERS
        .iter()
        .filter(|letter| letter.profile.starts_with("example"));
    for letter in examples.filter(|letter| letter.paper == Paper::UsLetter) {
        let mut lines: Vec<(f64, usize)> = Vec::new();
        // The header is that of the CV.
        for run in letter
            .runs
            .iter()
            .skip_while(|run| !run.text.contains("Dear"))
        {
            match lines.iter_mut().find(|(y, _)| (*y - run.y).abs() < 0.5) {
                Some((_, length)) => *length += run.text.chars().count(),
                None => lines.push((run.y, run.text.chars().count())),
            }
        }
        let longest = lines.iter().map(|(_, length)| *length).max();
        assert!(
            longest.is_some_and(|longest| (50..=95).contains(&longest)),
            "{}: {longest:?}",
            letter.layout
        );
    }
}

/// A length in mm, in pt.
fn mm(length: f64) -> f64 {
    length / 25.4 * 72.0
}

fn rendered_letter(layout: &str, options: &[(&str, &str)], text: &str) -> Cv {
    let overrides = overrides(options);
    render_cv_with(&ENGINE, open_in(None, text, &letter()), layout, &overrides)
}

#[test]
fn dates_of_letters_have_their_place() {
    for layout in layouts() {
        let cv = rendered_letter(layout, &[("paper", "a4")], ADA);
        let runs = runs(&cv.typeset.document);
        let line = |text: &str| {
            let run = runs.iter().find(|run| run.text.contains(text));
            run.unwrap_or_else(|| panic!("{layout}: `{text}` is not there"))
        };
        let (date, recipient, text) = (line("2026"), line("Dr."), line("Dear"));
        assert!(
            (mm(50.0)..mm(58.0)).contains(&date.y),
            "{layout}: {} pt",
            date.y
        );
        // The date ends to the right of everything that follows.
        assert!(date.x > recipient.end && recipient.y > date.y, "{layout}");
        // The address and the text begin at the same edge.
        assert!((recipient.x - text.x).abs() < 0.5, "{layout}");
    }
}

#[test]
fn addresses_that_do_not_show_in_the_window_are_reported() {
    let headline = "a rather long text ".repeat(120);
    let tall = ADA.replacen(
        "[person]\n",
        &format!("[person]\nheadline = '{headline}'\n"),
        1,
    );
    let lines: Vec<String> = (0..12).map(|n| format!("'Line {n}'")).collect();
    let long = ADA.replace(
        "recipient = { en = \"Dr. Ana Ruiz\\nExample Robotics\", de = \"Dr. Ana Ruiz\\nMusterrobotik\" }",
        &format!("recipient = [{}]", lines.join(", ")),
    );
    for (text, last, why) in [
        (ADA, "Example Robotics", None),
        (&tall, "Example Robotics", Some("mm too tall")),
        (&long, "Line 11", Some("it has too many lines")),
    ] {
        let options = [("paper", "a4"), ("envelope", "din-5008-b")];
        let cv = rendered_letter("compact", &options, text);
        let warnings = short_messages(&cv.typeset.warnings);
        let runs = runs(&cv.typeset.document);
        let run = runs.iter().find(|run| run.text.contains(last)).expect(last);
        assert_eq!(run.y > mm(90.0), why.is_some(), "{last}: {}", run.y);
        match why {
            None => assert_eq!(warnings, ""),
            Some(why) => {
                assert!(
                    warnings.contains("warning[address-outside-window]"),
                    "{warnings}"
                );
                assert!(warnings.contains(why), "{warnings}");
            }
        }
        let plain = rendered_letter("compact", &options[..1], text);
        assert!(plain.typeset.warnings.is_empty());
    }
}

#[test]
fn addresses_are_in_the_windows_of_envelopes() {
    let address = "recipient = ['Dr. Ana Ruiz', 'Example Robotics', '1 Harbor Street', 'Oakland']";
    let text = ADA.replace(
        "recipient = { en = \"Dr. Ana Ruiz\\nExample Robotics\", de = \"Dr. Ana Ruiz\\nMusterrobotik\" }",
        address,
    );
    // The field of the address of DIN 5008, form B; what always shows of a number 10 envelope's
    // window.
    let windows = [
        (
            "din-5008-b",
            "a4",
            (mm(20.0), mm(105.0)),
            (mm(62.7), mm(90.0)),
        ),
        (
            "us-10",
            "us-letter",
            (mm(22.2), mm(136.0)),
            (mm(59.0), mm(80.5)),
        ),
    ];
    for (envelope, paper, across, down) in windows {
        for layout in layouts() {
            let cv = rendered_letter(layout, &[("paper", paper), ("envelope", envelope)], &text);
            renders_whole(&cv, layout);
            let runs = runs(&cv.typeset.document);
            for line in [
                "Dr.",
                "Ruiz",
                "Example Robotics",
                "1 Harbor Street",
                "Oakland",
            ] {
                let run = runs.iter().find(|run| run.text.contains(line)).expect(line);
                let inside = across.0 <= run.x
                    && run.end <= across.1
                    && down.0 <= run.y - run.size * 0.7
                    && run.y <= down.1;
                assert!(
                    inside,
                    "{layout}, {envelope}: {line} at {} × {}",
                    run.x, run.y
                );
            }
            let text = runs
                .iter()
                .find(|run| run.text.contains("Application"))
                .expect("a subject");
            assert!(text.y > mm(95.0), "{layout}, {envelope}: {}", text.y);
        }
    }
}
