//! The summary of a person, several numbers and addresses, and personal details of any label: in
//! every layout, as poppler reads the file. Tests that need poppler are ignored by default: `cargo
//! test --test suite person -- --ignored`.

use std::process::Command;

use cvpress::selection::{Choice, DocumentKind};

use crate::support::rendering::{Cv, layouts, lost, open, open_choice, render_cv, stray};
use crate::support::sandbox::Sandbox;
use cvpress::diagnostic::Source;
use cvpress::profile;

const MIRA: &str = r#"
locale = "en"
date = "2026"
private = ["phone"]

[person]
name = "Mira Okafor"
headline = "Compiler engineer"
email = ["mira@example.org", { label = "University", address = "okafor@uni.example.org" }]
phone = [{ label = "Mobile", number = "+1 551 555 0100" }, { label = "Office", number = "+1 551 555 0101" }, "+44 20 7946 0102"]
birth-date = "1991-07-24"
birth-place = "Tromsø"
nationality = "Norwegian"
marital-status = "single"
children = "none"
driving-license = "class B"
location = "Oslo"
summary = """
I make compilers fast.

- from *single* kernels
- to **whole models**
"""
details = { "Blood type" = "0", "Military service" = "completed 2011" }

[[section]]
kind = "experience"
title = "Experience"
[[section.entry]]
organization = "Example Chips"
position = "Engineer"
start = "2020"
end = "2022"
highlights = ["Wrote a scheduler."]

[letter]
opening = "Dear Sir,"
body = "I write to you."
"#;

/// Returns the text of a file as poppler reads it, in the order of the file, with single spaces.
fn read_by_poppler(cv: &Cv) -> String {
    let sandbox = Sandbox::new();
    let path = sandbox.path("cv.pdf");
    std::fs::write(&path, &cv.bytes).expect("a file");
    let output = Command::new("pdftotext")
        .args(["-raw", "-enc", "UTF-8"])
        .arg(path)
        .arg("-")
        .output()
        .expect("pdftotext starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn chosen(text: &str, choice: &Choice, layout: &str) -> Cv {
    let parsed = profile::parse(Source::new("test.toml", text), None, None).expect("a profile");
    render_cv(open_choice(&parsed, choice), layout, None)
}

#[test]
fn nothing_of_the_person_is_lost_in_any_layout() {
    for layout in layouts() {
        let cv = render_cv(open(MIRA), layout, None);
        assert_eq!(lost(&cv), [] as [String; 0], "{layout}");
        assert_eq!(stray(&cv), [] as [String; 0], "{layout}");
    }
}

#[test]
#[ignore = "needs poppler"]
fn the_summary_is_before_the_first_section() {
    for layout in layouts() {
        let cv = render_cv(open(MIRA), layout, None);
        let text = read_by_poppler(&cv);
        let place = |part: &str| {
            let places: Vec<_> = text.match_indices(part).collect();
            assert_eq!(places.len(), 1, "{layout}: {part}: {text}");
            places[0].0
        };
        // The form has the jobs on its first page, and motives and skills on the second.
        if layout != "rirekisho" {
            assert!(
                place("I make compilers fast.") < place("Wrote a scheduler."),
                "{layout}: {text}"
            );
            assert!(
                place("Mira Okafor") < place("I make compilers fast."),
                "{layout}: {text}"
            );
        }
        assert!(
            place("I make compilers fast.") < place("from single kernels"),
            "{layout}"
        );
        assert!(
            place("from single kernels") < place("to whole models"),
            "{layout}"
        );
    }
}

#[test]
#[ignore = "needs poppler"]
fn every_number_and_address_is_in_every_layout_with_its_label() {
    for layout in layouts() {
        let text = read_by_poppler(&render_cv(open(MIRA), layout, None));
        for part in [
            "mira@example.org",
            "University: okafor@uni.example.org",
            "Mobile: +1 551 555 0100",
            "Office: +1 551 555 0101",
            "+44 20 7946 0102",
            "Place of birth: Tromsø",
            "Marital status: single",
            "Children: none",
            "Driving license: class B",
            "Blood type: 0",
            "Military service: completed 2011",
        ] {
            // The form has cells for details, with their labels as captions.
            let in_cell = part.replace(": ", " ");
            // The captions of `europass` are in a column.
            let value = part.rsplit(": ").next().unwrap_or_default();
            let is_shown = text.contains(part)
                || layout == "rirekisho" && text.contains(&in_cell)
                || layout == "europass" && text.contains(value);
            assert!(is_shown, "{layout}: {part}: {text}");
        }
    }
}

#[test]
fn each_number_and_address_is_a_link() {
    let cv = render_cv(open(MIRA), "compact", None);
    let file = String::from_utf8_lossy(&cv.bytes);
    for link in [
        "mailto:mira@example.org",
        "mailto:okafor@uni.example.org",
        "tel:+15515550100",
        "tel:+15515550101",
        "tel:+442079460102",
    ] {
        assert!(file.contains(link), "{link}");
    }
}

#[test]
#[ignore = "needs poppler"]
fn details_follow_the_other_personal_details() {
    let text = read_by_poppler(&render_cv(open(MIRA), "europass", None));
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    assert!(place("Norwegian") < place("single"), "{text}");
    assert!(place("single") < place("completed 2011"), "{text}");
    assert!(place("completed 2011") < place("Oslo"), "{text}");
}

#[test]
#[ignore = "needs poppler"]
fn a_public_copy_has_no_detail_and_no_private_number() {
    for public in [true, false] {
        let choice = Choice {
            public,
            anonymous: !public,
            ..Choice::default()
        };
        let text = read_by_poppler(&chosen(MIRA, &choice, "compact"));
        for private in ["Marital", "Military", "555 01", "7946", "Mobile"] {
            assert!(!text.contains(private), "{private}: {text}");
        }
        assert!(text.contains("I make compilers fast."), "{text}");
        assert_eq!(text.contains("mira@example.org"), public, "{text}");
        assert_eq!(text.contains("University"), public, "{text}");
    }
}

#[test]
fn a_private_number_of_several_is_found_in_texts() {
    let repeated = MIRA.replace("Wrote a scheduler.", "Call me at 551-555-0101.");
    let parsed = profile::parse(Source::new("a.toml", repeated), None, None).expect("a profile");
    let choice = Choice {
        public: true,
        ..Choice::default()
    };
    let mut problems = cvpress::diagnostic::Diagnostics::default();
    cvpress::selection::select(&parsed, &choice, &mut problems);
    let message = problems.iter().next().map(|problem| &*problem.message);
    assert_eq!(message, Some("`phone` is private, but appears here"));
}

#[test]
#[ignore = "needs poppler"]
fn a_letter_has_no_summary() {
    let letter = Choice {
        document: DocumentKind::Letter,
        ..Choice::default()
    };
    for layout in layouts() {
        let cv = chosen(MIRA, &letter, layout);
        let text = read_by_poppler(&cv);
        assert!(text.contains("I write to you."), "{layout}: {text}");
        assert!(text.contains("Office: +1 551 555 0101"), "{layout}: {text}");
        assert!(!text.contains("compilers fast"), "{layout}: {text}");
    }
}

#[test]
#[ignore = "needs poppler"]
fn a_variant_has_its_own_summary() {
    let text = format!("{MIRA}\n[variant.short]\nsummary = 'In short.'\n");
    let choice = Choice {
        variant: Some("short".to_owned()),
        ..Choice::default()
    };
    let text = read_by_poppler(&chosen(&text, &choice, "compact"));
    assert!(text.contains("In short."), "{text}");
    assert!(!text.contains("compilers fast"), "{text}");
}

#[test]
fn faulty_numbers_and_details_get_the_right_help() {
    let sandbox = Sandbox::new();
    for (written, help) in [
        ("phone = 15515550100", "put it in quotes: `\"15515550100\"`"),
        ("phone = [15515550100]", "put it in quotes"),
        (
            "phone = [{ label = 'a', numbr = '1' }]",
            "did you mean `number`?",
        ),
        (
            "email = { label = 'a', address = 'b' }",
            "put it in brackets: `[{ … }]`",
        ),
        (
            "details = 'married'",
            "write `{ \"Marital status\" = \"…\" }`",
        ),
        ("familienstand = 'ledig'", "use `marital-status` instead"),
        ("about = 'I write.'", "use `summary` instead"),
    ] {
        let text = format!("[person]\nname = 'Ada'\n{written}\n");
        sandbox.write("ada.toml", &text);
        let messages = sandbox.run("check ada.toml").code(1).stderr;
        assert!(messages.contains(help), "{written}: {messages}");
    }
}

/// A profile with all personal details, and a letter.
const PERSONAL: &str = "locale = 'de'\ndate = '27.11.2026'\n[person]\nname = 'Katrin Beispielmann'\n\
    birth-date = '24.07.1991'\nbirth-place = 'Linz'\nnationality = 'österreichisch'\ngender = 'weiblich'\n\
    marital-status = 'ledig'\nchildren = 'keine'\ndriving-license = 'Klasse B'\n[letter]\nbody = 'Guten Tag'\n";

#[test]
fn personal_details_come_back_from_json_resume() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", PERSONAL);
    sandbox
        .run("render a.toml --format json --output a.json")
        .succeeds();
    sandbox.run("import a.json --output b.toml").succeeds();
    let text = sandbox.read("b.toml");
    for line in [
        "birth-date = \"1991-07-24\"",
        "birth-place = \"Linz\"",
        "nationality = \"österreichisch\"",
        "gender = \"weiblich\"",
        "marital-status = \"ledig\"",
        "children = \"keine\"",
        "driving-license = \"Klasse B\"",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn the_date_of_birth_is_found_in_letters_of_a_form() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", PERSONAL);
    let run = sandbox.run("check a.toml --layout rirekisho").code(0);
    assert!(!run.stderr.contains("missing-text"), "{}", run.stderr);
}
