//! Several CVs from one file: languages, variants, public and anonymous CVs.

#![allow(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]

use std::path::Path;

use cvpress::content::{DateFormat, DateStyle, plain, text_groups};
use cvpress::diagnostic::{Deny, MessageFormat, Source, render};
use cvpress::pipeline::Document;
use cvpress::profile;
use cvpress::selection::Choice;
use snapbox::{assert_data_eq, str};

use crate::support::pdf;
use crate::support::rendering::{ENGINE, layouts, render_cv};
use crate::support::sandbox::Sandbox;

const BILINGUAL: &str = r#"
locale = "en"
date = "2026-03"

[person]
name = { en = "Lin Yuanzhi", zh = "林远志" }
email = "lin@example.org"
location = { en = "Suzhou", zh = "江苏苏州" }

[[section]]
kind = "experience"

[[section.entry]]
organization = { en = "Example University", zh = "示例大学" }
position = { en = "Researcher", zh = "研究员" }
start = "2023-09"
end = "present"
meta = [{ label = { en = "Rank", zh = "排名" }, value = "1 / 40" }]
keywords = ["Rust", { en = "acoustics", zh = "声学" }]
highlights = [
  { en = "Measured **rooms**.", zh = "测量**房间**。" },
  { text = { en = "Wrote it down.", zh = "写成论文。" }, tags = ["papers"] },
  "C++.",
]

[section.entry.summary]
en = "Prose of two lines."
zh = "两行文字。"
"#;

#[track_caller]
fn open(text: &str, choice: &Choice) -> Document {
    open_in(None, text, choice)
}

/// Opens a CV of a profile with files in a folder.
#[track_caller]
fn open_in(folder: Option<&Path>, text: &str, choice: &Choice) -> Document {
    let reading = profile::parse(Source::new("test.toml", text), folder, None);
    let reading =
        reading.unwrap_or_else(|problems| panic!("{}", render(&problems, MessageFormat::Short)));
    Document::new(&reading, choice, "test", &Deny::default(), &ENGINE)
}

/// Returns the texts of a CV, concatenated.
#[track_caller]
fn said(text: &str, choice: &Choice) -> Vec<String> {
    let document = open(text, choice);
    let messages = render(&document.problems, MessageFormat::Short);
    assert!(!document.problems.has_errors(), "{messages}");
    text_groups(&document.resume, DateFormat::AS_WRITTEN).concat()
}

/// Returns the messages about the selection, one per line.
fn messages(text: &str, choice: &Choice) -> String {
    anstream::adapter::strip_str(&render(&open(text, choice).problems, MessageFormat::Short))
        .to_string()
}

fn locale(tag: &str) -> Choice {
    Choice {
        locale: Some(tag.to_owned()),
        ..Choice::default()
    }
}

fn variant(name: &str) -> Choice {
    Choice {
        variant: Some(name.to_owned()),
        ..Choice::default()
    }
}

#[test]
fn bilingual_profile_renders_in_each_language() {
    assert_eq!(
        said(BILINGUAL, &Choice::default()),
        [
            "Lin Yuanzhi",
            "lin@example.org",
            "Suzhou",
            "Experience",
            "Researcher",
            "Example University",
            "Rust",
            "acoustics",
            "Rank",
            "1 / 40",
            "2023-09",
            "Present",
            "Prose of two lines.",
            "Measured rooms.",
            "Wrote it down.",
            "C++."
        ]
    );
    assert_eq!(
        said(BILINGUAL, &locale("zh-Hans")),
        [
            "林远志",
            "lin@example.org",
            "江苏苏州",
            "工作经历",
            "研究员",
            "示例大学",
            "Rust",
            "声学",
            "排名",
            "1 / 40",
            "2023-09",
            "至今",
            "两行文字。",
            "测量房间。",
            "写成论文。",
            "C++."
        ]
    );
    let document = open(BILINGUAL, &locale("zh")).resume;
    assert_eq!(document.document.title, "林远志 – 简历");
    assert_eq!(
        (&*document.language, document.script.as_deref()),
        ("zh", Some("hans"))
    );
}

#[test]
fn reports_missing_translations_at_their_place() {
    let text = BILINGUAL
        .replace(", zh = \"研究员\"", "")
        .replace(", zh = \"写成论文。\"", "");
    assert_data_eq!(
        messages(&text, &locale("zh")),
        str![[r#"
test.toml:15:12: error[missing-translation]: `position` has no text in `zh`; add `zh = "…"`, or fall back to another language with `--locale-fallback`
test.toml:22:12: error[missing-translation]: `text` has no text in `zh`; add `zh = "…"`, or fall back to another language with `--locale-fallback`

"#]]
    );
    let fallback = Choice {
        fallback: true,
        ..locale("zh")
    };
    let said = said(&text, &fallback);
    assert!(
        said.contains(&"Researcher".to_owned()) && said.contains(&"示例大学".to_owned()),
        "{said:?}"
    );
}

#[test]
fn language_without_any_text_is_reported_once() {
    assert_data_eq!(
        messages(BILINGUAL, &locale("fr")),
        str![[r#"
error[unknown-language]: no text of `test.toml` is in `fr`; its texts are in `en` and `zh`

"#]]
    );
    let single = "[person]\nname = 'Ada'\n[[section]]\nkind = 'education'\nhighlights = ['One.']";
    assert_eq!(said(single, &locale("fr")), ["Ada", "Formation", "One."]);
}

#[test]
fn check_covers_every_variant_in_every_language() {
    let sandbox = Sandbox::new();
    let text = "locale = 'en'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'list'\nhighlights = [{ en = 'One', zh = '一' }]\n\
           [variant.x]\nheadline = { zh = 'See [it](javascript:1)' }\n";
    sandbox.write("ada.toml", text);
    let run = sandbox.run("check ada.toml --message-format short").code(1);
    assert!(
        run.stderr
            .contains("error[missing-translation]: `headline` has no text in `en`"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("error[link-target]"), "{}", run.stderr);
}

const VARIED: &str = r#"
private = ["phone", "secret"]

[person]
name = "Ada Berg"
email = "ada@example.org"
phone = "+1 551 555 0100"

[[section]]
kind = "text"
body = "The whole story."

[[section]]
kind = "experience"

[[section.entry]]
organization = "Chips"
highlights = ["A.", { text = "B.", tags = ["backend"] }, { text = "C.", tags = ["lead", "backend"] }, "D."]
details = [{ label = "Secret", body = "Hush.", tags = ["secret"] }]

[[section.entry]]
organization = "Boats"
tags = ["early"]

[[section]]
kind = "project"
title = "Sailing"
tags = ["leisure"]
[[section.entry]]
name = "A boat"

[variant.backend]
show = ["backend"]
headline = "Backend engineer"
summary = "In short."
layout = "narrative"
[variant.backend.design]
dates = "iso"
[variant.backend.person]
email = "work@example.org"
status = "Free from May"

[variant.lead]
hide = ["backend"]
order = ["Sailing", "experience"]
max-highlights = 1
max-entries = 1
"#;

#[test]
fn variants_select_order_limit_and_replace() {
    assert_eq!(
        said(VARIED, &Choice::default()),
        [
            "Ada Berg",
            "ada@example.org",
            "+1 551 555 0100",
            "The whole story.",
            "Experience",
            "Chips",
            "Secret",
            "Hush.",
            "A.",
            "B.",
            "C.",
            "D.",
            "Boats",
            "Sailing",
            "A boat"
        ]
    );
    assert_eq!(
        said(VARIED, &variant("backend")),
        [
            "Ada Berg",
            "Backend engineer",
            "Free from May",
            "work@example.org",
            "+1 551 555 0100",
            "In short.",
            "Experience",
            "Chips",
            "A.",
            "B.",
            "C.",
            "D."
        ]
    );
    assert_eq!(
        said(VARIED, &variant("lead")),
        [
            "Ada Berg",
            "ada@example.org",
            "+1 551 555 0100",
            "Sailing",
            "A boat",
            "Experience",
            "Chips",
            "Secret",
            "Hush.",
            "A.",
            "The whole story."
        ]
    );
    let backend = open(VARIED, &variant("backend"));
    assert_eq!(backend.layout(), "narrative");
    assert_eq!(backend.name(), "test-backend");
    assert_eq!(backend.variant(), Some("backend"));
    let layout = ENGINE.layouts().get("narrative").expect("a layout");
    assert_eq!(
        backend
            .design(
                layout,
                &cvpress::layout::DesignOverrides::default(),
                &ENGINE
            )
            .design
            .date_format()
            .style,
        DateStyle::Iso
    );
}

#[test]
fn variants_name_sections_as_they_are_printed() {
    let profile = r#"
        locale = "de"
        person.name = "Ada Berg"
        section = [
            { kind = "text", title = "Profil", body = "Text." },
            { kind = "education", entry = [{ institution = "Example University", tags = ["early"] }] },
            { kind = "project", title = "Wellen", tags = ["sea"], entry = [{ name = "Boje" }] },
            { kind = "experience", subsection = [
                { title = "Praktika", entry = [{ organization = "Example Chips" }] },
                { title = "Stellen", entry = [{ organization = "Example Drives" }] },
            ] },
        ]
        variant.printed = { order = ["Berufserfahrung", "AUSBILDUNG"] }
        variant.kinds = { order = ["experience", "sea"] }
        variant.hidden = { hide = ["Ausbildung", "praktika", "project"] }
        variant.shown = { show = ["Wellen"] }
        variant.tagged = { show = ["sea"], hide = ["text"] }
        variant.none = { show = [] }
    "#;
    let titles = |name: &str| -> Vec<String> {
        let document = open(profile, &variant(name));
        let messages = render(&document.problems, MessageFormat::Short);
        assert!(document.problems.is_empty(), "{name}: {messages}");
        let sections = document.resume.sections.iter();
        let titles = sections.flat_map(|section| {
            let parts = section.sections.iter();
            let parts = parts.filter_map(|part| part.title.as_deref().map(plain));
            let title = section.title.as_deref().map(plain);
            title.into_iter().chain(parts).collect::<Vec<_>>()
        });
        titles.collect()
    };
    assert_eq!(
        titles("printed"),
        [
            "Berufserfahrung",
            "Praktika",
            "Stellen",
            "Ausbildung",
            "Profil",
            "Wellen"
        ]
    );
    assert_eq!(
        titles("kinds")[..4],
        ["Berufserfahrung", "Praktika", "Stellen", "Wellen"]
    );
    assert_eq!(titles("hidden"), ["Profil", "Berufserfahrung", "Stellen"]);
    // The entry under Education is of another tag.
    let shown = ["Profil", "Wellen", "Berufserfahrung", "Praktika", "Stellen"];
    assert_eq!(titles("shown"), shown);
    assert_eq!(titles("tagged"), shown[1..]);
    assert_eq!(
        titles("none"),
        ["Profil", "Berufserfahrung", "Praktika", "Stellen"]
    );
}

#[test]
fn reports_unknown_variants() {
    assert_data_eq!(
        messages(VARIED, &variant("backnd")),
        str![[r"
error[unknown-variant]: `test.toml` has no variant `backnd`; did you mean `backend`?

"]]
    );
}

#[test]
fn public_cv_contains_nothing_private() {
    let public = Choice {
        public: true,
        ..Choice::default()
    };
    let text = said(VARIED, &public).join("|");
    assert!(
        !text.contains("555") && !text.contains("Hush") && text.contains("ada@example.org"),
        "{text}"
    );
    for layout in layouts() {
        let bytes = render_cv(open(VARIED, &public), layout, None).bytes;
        assert!(
            !pdf::text(&pdf::pages(&bytes)).contains("5550100"),
            "{layout}"
        );
        assert!(!holds(&bytes, "5550100"), "{layout}");
    }
}

const PERSONAL: &str = r#"
locale = "de"

[person]
name = "Ada Ruiz"
email = "ada@example.org"
birth-date = 1991-07-24
nationality = { en = "Norwegian", de = "norwegisch" }
gender = "weiblich"
postal-address = "Beispielgasse 12, 1010 Wien"
location = "Wien"

[[section]]
kind = "language"

[[section.entry]]
language = "Französisch"
fluency = "sehr gut"
listening = "C2"
spoken-production = "B1"
"#;

#[test]
fn personal_details_follow_their_captions_in_every_layout() {
    for layout in layouts() {
        let cv = render_cv(open(PERSONAL, &Choice::default()), layout, None);
        let text = pdf::text(&pdf::pages(&cv.bytes));
        let details = match layout {
            // The form has its own captions and dates, and cells for other details.
            "rirekisho" => [
                "1991年7月24日",
                "Staatsangehörigkeit norwegisch",
                "weiblich",
            ],
            // Captions are in a column.
            "europass" => [
                "Geburtsdatum 24. Juli 1991",
                "Staatsangehörigkeit norwegisch",
                "Geschlecht weiblich",
            ],
            _ => [
                "Geburtsdatum: 24. Juli 1991",
                "Staatsangehörigkeit: norwegisch",
                "Geschlecht: weiblich",
            ],
        };
        let [birth, nationality, gender] = details;
        for shown in [
            birth,
            nationality,
            gender,
            "Beispielgasse 12, 1010 Wien",
            "sehr gut",
            "C2",
            "B1",
        ] {
            assert!(
                text.contains(&pdf::bare(shown)),
                "{layout}: {shown}: {text}"
            );
        }
    }
}

#[test]
fn personal_details_are_private_unless_asked_for() {
    for choice in [
        Choice {
            public: true,
            ..Choice::default()
        },
        Choice {
            anonymous: true,
            ..Choice::default()
        },
    ] {
        let text = said(PERSONAL, &choice).join("|");
        for private in ["1991", "norwegisch", "weiblich", "Beispielgasse"] {
            assert!(!text.contains(private), "{text}");
        }
        assert!(text.contains("Wien"), "{text}");
    }
    let repeated = PERSONAL.replace("sehr gut", "gelernt in Beispielgasse 12, 1010 Wien");
    let public = Choice {
        public: true,
        ..Choice::default()
    };
    assert!(messages(&repeated, &public).contains("`postal-address` is private"));
}

#[test]
fn residence_in_parts_keeps_its_private_parts() {
    let written = r#"postal-address = "Beispielgasse 12, 1010 Wien""#;
    let parts =
        r#"residence = { street = "Beispielgasse 12", postal-code = "1010", city = "Linz" }"#;
    let text = PERSONAL.replace(written, parts);
    let complete = said(&text, &Choice::default()).join("|");
    assert!(
        complete.contains("Beispielgasse 12, 1010 Linz"),
        "{complete}"
    );
    let public = Choice {
        public: true,
        ..Choice::default()
    };
    let anonymous = Choice {
        anonymous: true,
        ..Choice::default()
    };
    for choice in [&public, &anonymous] {
        let text = said(&text, choice).join("|");
        assert!(!text.contains("Beispielgasse"), "{text}");
        assert!(!text.contains("1010"), "{text}");
        assert!(text.contains("Linz"), "{text}");
    }
    let repeated = text.replace("sehr gut", "gelernt in Beispielgasse 12");
    assert!(messages(&repeated, &public).contains("`residence` is private"));
}

#[test]
fn reports_private_texts_in_other_places() {
    let text = r#"
private = ["phone", "url", "GitHub", "google scholar"]

[person]
name = "Mira Okafor"
phone = "+1 551 555 0100"
url = "https://www.mira.example.org/"
links = [{ network = "github", username = "miraokafor" }, { network = "google-scholar", username = "abcDEF" }]

[[section]]
kind = "list"
highlights = [
  "Call (551) 555-0100 at any time.",
  "More at mira.example.org.",
  "Code: https://github.com/miraokafor/x.",
  "I wrote 551 tests, and 555 more in 0100 hours; miraokafor is a name like any.",
]

[[section.entry]]
text = "Facts"
meta = { phone = "works with Android", "mira.example.org" = "a label" }
"#;
    let public = Choice {
        public: true,
        ..Choice::default()
    };
    assert_data_eq!(
        messages(text, &public),
        str![[r#"
test.toml:13:3: error[private-value-repeated]: `phone` is private, but appears here; remove it here, or add this field, or a tag of this part, to `private`
test.toml:14:3: error[private-value-repeated]: `url` is private, but appears here; remove it here, or add this field, or a tag of this part, to `private`
test.toml:15:3: error[private-value-repeated]: `GitHub` is private, but appears here; remove it here, or add this field, or a tag of this part, to `private`
test.toml:21:40: error[private-value-repeated]: `url` is private, but appears here; remove it here, or add this field, or a tag of this part, to `private`

"#]]
    );
    let clean: String = text
        .lines()
        .filter(|line| !line.ends_with(".\",") && !line.contains("a label"))
        .map(|l| format!("{l}\n"))
        .collect();
    let clean = clean.replace("highlights = [\n]\n", "highlights = ['One.']\n");
    assert_eq!(
        said(&clean, &public),
        ["Mira Okafor", "Further Information", "One.", "Facts"]
    );
}

#[test]
fn reports_private_addresses_in_bibliographies() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "ada.bib",
        "@misc{waves, title = {Waves}, note = {Write to ADA@example.org}, year = 2024}",
    );
    let text = "private = ['email']\n[person]\nname = 'Ada'\nemail = 'ada@example.org'\n[[section]]\nkind = 'publication'\n\
                bibliography = 'ada.bib'\n";
    sandbox.write("ada.toml", text);
    sandbox.run("render ada.toml").succeeds();
    let run = sandbox
        .run("render ada.toml --public --message-format short")
        .code(1);
    let told = "error[private-value-repeated]: `email` is private, but appears in the bibliography entry `waves`";
    assert!(run.stderr.contains(told), "{}", run.stderr);
}

/// What the page shows counts, and not how it is written.
#[test]
fn public_cv_has_no_private_value_in_another_form() {
    let public = Choice {
        public: true,
        ..Choice::default()
    };
    for (text, name) in [
        ("Call +1 551 **555** 0177", "phone"),
        ("Write to ada&#64;mills.example", "email"),
        ("Write to ada@mi\u{200b}lls.example", "email"),
        ("Call +1 551\u{2060} 555 0177", "phone"),
    ] {
        let toml = format!(
            "private = ['phone', 'email']\n[person]\nname = 'Ada'\nphone = '+1 551 555 0177'\n\
             email = 'ada@mills.example'\nsummary = '{text}'\n"
        );
        let problems = open(&toml, &public).problems;
        let messages = render(&problems, MessageFormat::Short);
        let expected =
            format!("test.toml:6:11: error[private-value-repeated]: `{name}` is private");
        assert!(messages.contains(&expected), "{messages}");
    }
}

#[test]
fn anonymous_cv_has_no_name_in_places_and_dates() {
    let anonymous = Choice {
        anonymous: true,
        ..Choice::default()
    };
    let toml = "date = '2026'\n[person]\nname = 'Zelda Quixley'\nfamily-name = 'Quixley'\n\
        residence = { city = 'Zelda Quixley Town', country = 'Zelda Quixley Land' }\n\
        [signature]\nplace = 'House of Zelda Quixley'\ndate = 'with Zelda Quixley'\n\
        [[section]]\nkind = 'project'\n[[section.entry]]\nname = 'A'\ndate = 'with Zelda Quixley'\n\
        highlights = ['See zelda-quixley.pdf', 'See ZeldaQuixley', 'Zelda_Quixley wrote.']\n";
    let document = open(toml, &anonymous);
    let texts = text_groups(&document.resume, DateFormat::AS_WRITTEN).concat();
    let named: Vec<&String> = texts
        .iter()
        .filter(|text| text.contains("Zelda Q"))
        .collect();
    assert_eq!(named, [""; 0]);
    // In another form, it is reported at its place.
    let messages = render(&document.problems, MessageFormat::Short);
    for place in ["14:15", "14:40", "14:60"] {
        let expected = format!("test.toml:{place}: warning[family-name-in-text]");
        assert!(messages.contains(&expected), "{place}: {messages}");
    }
}

#[test]
fn anonymous_cv_contains_no_name() {
    let text = r#"
[person]
name = "Ada Maria Berg"
native-name = "אדה ברג"
email = "ada@example.org"
url = "https://ada.example.org"
links = [{ network = "github", username = "adaberg" }]
location = "Ghent"

[[section]]
kind = "publication"
body = "Ada Maria Berg writes at <https://ada.example.org> and [here](https://ada.example.org/blog)."
[[section.entry]]
title = "Waves"
authors = ["A. M. Berg", "Jörg Müller"]
doi = "10.5555/waves"
url = "https://ada.example.org/waves"
links = [{ label = "code", url = "https://github.com/adaberg/waves" }]
date = "2024"
"#;
    let anonymous = Choice {
        anonymous: true,
        ..Choice::default()
    };
    assert_eq!(
        said(text, &anonymous),
        [
            "Anonymous",
            "Ghent",
            "Publications",
            "Anonymous writes at … and here.",
            "Waves",
            "Anonymous",
            "Jörg Müller",
            "2024"
        ]
    );
    for layout in layouts() {
        let bytes = render_cv(open(text, &anonymous), layout, None).bytes;
        let words = pdf::text(&pdf::pages(&bytes));
        for name in ["Berg", "adaberg", "ada.example", "10.5555"] {
            assert!(
                !words.contains(name) && !holds(&bytes, name),
                "{layout}: {name}"
            );
        }
    }
}

#[test]
fn anonymous_cv_hides_every_spelling_and_reports_the_rest() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "mira.bib",
        "@book{tides, title = {Tides}, author = {Okafor, M. and Lin, Bo}, editor = {Mira Okafor and Bo Lin}, \
         note = {Prize for Mira Okafor, mira@example.org}, year = 2024, url = {https://mira.example.org/tides}}",
    );
    let text = r#"
[person]
name = "Mira"
family-name = "Okafor"
email = "mira@example.org"
url = "https://mira.example.org"
links = [{ network = "github", username = "mirao" }]

[[section]]
kind = "text"
body = """
I, Mira
OKAFOR, wrote **Mira** Okafor's tests; see github.com/mirao and `mira.example.org`, or write to Mira@example.org.
"""

[[section]]
kind = "publication"
bibliography = "mira.bib"
highlights = ["The Okafor method."]
[[section.entry]]
text = "Talk"
meta = { "Mira Okafor" = "speaker" }
"#;
    let anonymous = Choice {
        anonymous: true,
        ..Choice::default()
    };
    let document = open_in(Some(&sandbox.path("")), text, &anonymous);
    assert_eq!(
        text_groups(&document.resume, DateFormat::AS_WRITTEN).concat(),
        [
            "Anonymous",
            "I, Anonymous, wrote Anonymous’s tests; see … and …, or write to ….",
            "Publications",
            "The Okafor method.",
            "Talk",
            "Anonymous",
            "speaker",
            "Tides",
            "Anonymous",
            "Bo Lin",
            "edited by Anonymous and Bo Lin",
            "Prize for Anonymous, …",
            "2024",
        ]
    );
    assert_data_eq!(
        anstream::adapter::strip_str(&render(&document.problems, MessageFormat::Short)).to_string(),
        str![[r#"
test.toml:19:15: warning[family-name-in-text]: the copy for blind review contains `Okafor`: “The Okafor method.”; remove the name, or leave that part out in a variant

"#]]
    );
}

/// Returns whether a file has the text in its uncompressed metadata, links or bookmarks.
fn holds(bytes: &[u8], text: &str) -> bool {
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    [text.as_bytes(), &wide]
        .iter()
        .any(|needle| bytes.windows(needle.len()).any(|window| window == *needle))
}

#[test]
fn one_command_renders_every_variant_in_every_language() {
    let sandbox = Sandbox::new();
    sandbox
        .write("ada.toml", VARIED)
        .write("lin.toml", BILINGUAL);
    sandbox.run("render ada.toml --variant all").succeeds();
    sandbox
        .run("render ada.toml --variant backend --public")
        .succeeds();
    sandbox
        .run("render lin.toml --locale all --anonymous")
        .succeeds();
    assert_eq!(
        sandbox.files("out"),
        [
            "ada-backend-narrative.pdf",
            "ada-backend-public-narrative.pdf",
            "ada-lead-compact.pdf",
            "lin-anonymous-compact.pdf",
            "lin-zh-anonymous-compact.pdf",
        ]
    );
    sandbox
        .run("batch . --variants --output all --quiet")
        .succeeds();
    assert_eq!(
        sandbox.files("all"),
        [
            "ada-backend-narrative.pdf",
            "ada-lead-compact.pdf",
            "lin-compact.pdf"
        ]
    );
    let other = "[person]\nname = 'Ada'\nemail = 'a@example.org'\n[[section]]\nkind = 'list'\n";
    sandbox.write("ada-backend.toml", other);
    // The other renders in another layout, so the two do not conflict.
    sandbox
        .run("batch . --variants --output apart --quiet")
        .succeeds();
    sandbox.write(
        "ada-backend.toml",
        &format!("layout = 'narrative'\n{other}"),
    );
    let run = sandbox
        .run("batch . --variants --output same --quiet --message-format short")
        .code(1);
    let messages =
        "error[same-output]: `./ada.toml` would replace the output of `./ada-backend.toml`";
    assert!(run.stderr.contains(messages), "{}", run.stderr);
    let run = sandbox.run("render lin.toml --locale en_US").code(2);
    assert!(
        run.stderr.contains("expected a language tag"),
        "{}",
        run.stderr
    );
}

#[test]
fn file_allows_warnings_and_command_denies_them() {
    let sandbox = Sandbox::new();
    let text = "date = '2026-01'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'list'\nhighlights = ['One.', 'Two.', 'Three']\n";
    sandbox
        .write("ada.toml", text)
        .write("calm.toml", &format!("allow = ['uneven-bullets']\n{text}"));
    let run = sandbox.run("render ada.toml").code(0);
    assert!(
        run.stderr.contains("warning[uneven-bullets]"),
        "{}",
        run.stderr
    );
    for deny in ["warnings", "uneven-bullets"] {
        let run = sandbox
            .run(&format!("render ada.toml -o denied.pdf --deny {deny}"))
            .code(1);
        assert!(
            run.stderr.contains("error[uneven-bullets]") && !sandbox.path("denied.pdf").exists(),
            "{}",
            run.stderr
        );
    }
    sandbox.run("check ada.toml --deny mixed-quotes").succeeds();
    let run = sandbox.run("check calm.toml --deny warnings").code(0);
    assert_eq!(run.stderr, "");
    let run = sandbox.run("check ada.toml --deny uneven-bulets").code(2);
    assert!(
        run.stderr.contains("did you mean `uneven-bullets`?"),
        "{}",
        run.stderr
    );
}
