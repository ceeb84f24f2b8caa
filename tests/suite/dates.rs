//! The dates of entries in each language, as CVs show them and as the book lists them.

use std::path::Path;

use cvpress::content::Locale;
use cvpress::diagnostic::{Deny, Source};
use cvpress::layout::{DesignOverrides, OptionSetting, Paper};
use cvpress::pipeline::Document;
use cvpress::profile;
use cvpress::selection::{Choice, DocumentKind};
use cvpress::typeset::template_data;
use serde_json::Value as Json;
use snapbox::Data;

use crate::support::rendering::{ENGINE, short_messages};
use crate::support::sandbox::Sandbox;

/// What each column of the table in the book shows: an entry, and its dates in each language.
const DATES: &str = "\
start = '2022-03'
start = '2022'
start = '2019-09', end = '2022-02'
start = '2019', end = '2021'
start = '2022-03', end = 'present'
start = '2024-09', end = '2027-06', expected = true
end = '2017-06'
date = '2022-03-14'
";

/// For each language: a month, a year, a period of months, a period of years, one that goes on, one
/// that is expected to end, an end alone, and a day, of which the month matters.
const OF_LANGUAGES: &[(&str, [&str; 8])] = &[
    (
        "en",
        [
            "Mar 2022",
            "2022",
            "Sep 2019 – Feb 2022",
            "2019–2021",
            "Mar 2022 – Present",
            "Sep 2024 – Jun 2027 (expected)",
            "Jun 2017",
            "Mar 2022",
        ],
    ),
    (
        "de",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – heute",
            "09/2024 – 06/2027 (voraussichtlich)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "fr",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – aujourd’hui",
            "09/2024 – 06/2027 (date prévue)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "es",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – actualidad",
            "09/2024 – 06/2027 (fecha prevista)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "it",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – oggi",
            "09/2024 – 06/2027 (data prevista)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "pt",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – presente",
            "09/2024 – 06/2027 (previsão)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "nl",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – heden",
            "09/2024 – 06/2027 (verwacht)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "pl",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – obecnie",
            "09/2024 – 06/2027 (planowany termin)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "tr",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – Halen",
            "09/2024 – 06/2027 (beklenen)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "uk",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – дотепер",
            "09/2024 – 06/2027 (очікується)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "da",
        [
            "03.2022",
            "2022",
            "09.2019 – 02.2022",
            "2019–2021",
            "03.2022 – nu",
            "09.2024 – 06.2027 (forventet)",
            "06.2017",
            "03.2022",
        ],
    ),
    (
        "sv",
        [
            "2022-03",
            "2022",
            "2019-09 – 2022-02",
            "2019–2021",
            "2022-03 – nu",
            "2024-09 – 2027-06 (förväntas)",
            "2017-06",
            "2022-03",
        ],
    ),
    (
        "no",
        [
            "03.2022",
            "2022",
            "09.2019 – 02.2022",
            "2019–2021",
            "03.2022 – nå",
            "09.2024 – 06.2027 (forventet)",
            "06.2017",
            "03.2022",
        ],
    ),
    (
        "nb",
        [
            "03.2022",
            "2022",
            "09.2019 – 02.2022",
            "2019–2021",
            "03.2022 – nå",
            "09.2024 – 06.2027 (forventet)",
            "06.2017",
            "03.2022",
        ],
    ),
    (
        "fi",
        [
            "3/2022",
            "2022",
            "9/2019 – 2/2022",
            "2019–2021",
            "3/2022 – nykyhetki",
            "9/2024 – 6/2027 (arvioitu)",
            "6/2017",
            "3/2022",
        ],
    ),
    (
        "cs",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – dosud",
            "09/2024 – 06/2027 (předpoklad)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "hu",
        [
            "2022. 03.",
            "2022",
            "2019. 09. – 2022. 02.",
            "2019–2021",
            "2022. 03. – jelenleg",
            "2024. 09. – 2027. 06. (várható)",
            "2017. 06.",
            "2022. 03.",
        ],
    ),
    (
        "ro",
        [
            "03.2022",
            "2022",
            "09.2019 – 02.2022",
            "2019–2021",
            "03.2022 – prezent",
            "09.2024 – 06.2027 (estimat)",
            "06.2017",
            "03.2022",
        ],
    ),
    (
        "el",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – σήμερα",
            "09/2024 – 06/2027 (αναμένεται)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "id",
        [
            "Mar 2022",
            "2022",
            "Sep 2019 – Feb 2022",
            "2019–2021",
            "Mar 2022 – Sekarang",
            "Sep 2024 – Jun 2027 (perkiraan)",
            "Jun 2017",
            "Mar 2022",
        ],
    ),
    (
        "vi",
        [
            "03/2022",
            "2022",
            "09/2019 – 02/2022",
            "2019–2021",
            "03/2022 – nay",
            "09/2024 – 06/2027 (dự kiến)",
            "06/2017",
            "03/2022",
        ],
    ),
    (
        "fa",
        [
            "2022/03",
            "2022",
            "2019/09 – 2022/02",
            "2019–2021",
            "2022/03 – تاکنون",
            "2024/09 – 2027/06 (پیش‌بینی)",
            "2017/06",
            "2022/03",
        ],
    ),
    (
        "ru",
        [
            "03.2022",
            "2022",
            "09.2019 – 02.2022",
            "2019–2021",
            "03.2022 – настоящее время",
            "09.2024 – 06.2027 (ожидается)",
            "06.2017",
            "03.2022",
        ],
    ),
    (
        "ar",
        [
            "مارس 2022",
            "2022",
            "سبتمبر 2019 – فبراير 2022",
            "2019–2021",
            "مارس 2022 – حتى الآن",
            "سبتمبر 2024 – يونيو 2027 (متوقع)",
            "يونيو 2017",
            "مارس 2022",
        ],
    ),
    (
        "he",
        [
            "מרץ 2022",
            "2022",
            "ספטמבר 2019 – פברואר 2022",
            "2019–2021",
            "מרץ 2022 – היום",
            "ספטמבר 2024 – יוני 2027 (צפוי)",
            "יוני 2017",
            "מרץ 2022",
        ],
    ),
    (
        "hi",
        [
            "मार्च 2022",
            "2022",
            "सितंबर 2019 – फ़रवरी 2022",
            "2019–2021",
            "मार्च 2022 – वर्तमान",
            "सितंबर 2024 – जून 2027 (अपेक्षित)",
            "जून 2017",
            "मार्च 2022",
        ],
    ),
    (
        "ja",
        [
            "2022年3月",
            "2022年",
            "2019年9月〜2022年2月",
            "2019年〜2021年",
            "2022年3月〜現在",
            "2024年9月〜2027年6月（見込み）",
            "2017年6月",
            "2022年3月",
        ],
    ),
    (
        "ko",
        [
            "2022.03",
            "2022",
            "2019.09 ~ 2022.02",
            "2019~2021",
            "2022.03 ~ 현재",
            "2024.09 ~ 2027.06 (예정)",
            "2017.06",
            "2022.03",
        ],
    ),
    (
        "zh-Hans",
        [
            "2022.03",
            "2022",
            "2019.09 – 2022.02",
            "2019–2021",
            "2022.03 – 至今",
            "2024.09 – 2027.06（预计）",
            "2017.06",
            "2022.03",
        ],
    ),
    (
        "zh-Hant",
        [
            "2022.03",
            "2022",
            "2019.09 – 2022.02",
            "2019–2021",
            "2022.03 – 至今",
            "2024.09 – 2027.06（預計）",
            "2017.06",
            "2022.03",
        ],
    ),
];

fn opened(toml: &str) -> Document {
    opened_as(toml, DocumentKind::default())
}

fn opened_as(toml: &str, document: DocumentKind) -> Document {
    let reading = profile::parse(Source::new("test.toml", toml.to_owned()), None, None);
    let reading = reading.unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    Document::new(
        &reading,
        &Choice {
            document,
            ..Choice::default()
        },
        "test",
        &Deny::default(),
        &ENGINE,
    )
}

/// Returns the dates that a layout shows, in order.
fn dates(toml: &str, layout: &str, options: &[(&str, &str)]) -> Vec<String> {
    let document = opened(toml);
    let layout = ENGINE.layouts().get(layout).expect("a layout");
    let overrides = DesignOverrides {
        options: options
            .iter()
            .map(|(name, value)| OptionSetting {
                name: (*name).to_owned(),
                value: (*value).to_owned(),
            })
            .collect(),
        ..DesignOverrides::default()
    };
    let designed = document.design(layout, &overrides, &ENGINE);
    let data = template_data(&document.resume, &designed.design, layout, &ENGINE);
    let data = serde_json::to_value(&data).expect("JSON");
    let mut found = Vec::new();
    collect(&data["sections"], &mut found);
    found
}

fn collect(value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Object(members) => {
            if let Some(text) = members.get("date").and_then(|date| date["text"].as_str()) {
                found.push(text.to_owned());
            }
            for (name, member) in members {
                if name != "date" {
                    collect(member, found);
                }
            }
        }
        Json::Array(items) => {
            for item in items {
                collect(item, found);
            }
        }
        _ => {}
    }
}

/// Returns a profile with a section of a kind, which has an entry for each line.
fn entries(locale: &str, kind: &str, lines: &str) -> String {
    let name = match kind {
        "experience" => "position",
        "news" => "text",
        "publication" | "award" | "certificate" => "title",
        "education" => "degree",
        _ => "name",
    };
    let mut toml =
        format!("locale = '{locale}'\n[person]\nname = 'A'\n[[section]]\nkind = '{kind}'\n");
    for line in lines.lines() {
        let fields = line.replace(", ", "\n");
        toml += &format!("[[section.entry]]\n{name} = 'x'\n{fields}\n");
    }
    toml
}

#[test]
fn every_language_writes_dates_as_its_readers_do() {
    let mut wrong = String::new();
    for (tag, expected) in OF_LANGUAGES {
        let shown = dates(&entries(tag, "experience", DATES), "compact", &[]);
        if shown != expected {
            wrong += &format!("{tag}: {shown:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    for tag in Locale::known() {
        let is_listed = OF_LANGUAGES.iter().any(|(listed, _)| *listed == tag);
        assert!(is_listed, "{tag} is not in the list");
    }
}

/// Returns the rows of the tables in the book.
fn tables() -> String {
    let mut tables = String::from(
        "| | month | months | years | present | expected |\n|---|---|---|---|---|---|\n",
    );
    for tag in Locale::known() {
        let shown = dates(&entries(tag, "experience", DATES), "compact", &[]);
        let cells = [0, 2, 3, 4, 5]
            .map(|index| shown[index].as_str())
            .join(" | ");
        tables += &format!("| `{tag}` | {cells} |\n");
    }
    tables += "\n| | day | date of a letter | duration |\n|---|---|---|---|\n";
    let regions = ["en-US", "en-GB", "en-CA", "pt-BR", "es-MX"];
    for tag in Locale::known().chain(regions) {
        let day = dates(&entries(tag, "news", "date = '2026-11-05'"), "compact", &[]);
        let job = entries(tag, "experience", "start = '2019-09', end = '2022-10'");
        let lasted = dates(&job, "compact", &[("durations", "true")]);
        tables += &format!(
            "| `{tag}` | {} | {} | {} |\n",
            day[0],
            letter_date(tag),
            lasted[0]
        );
    }
    tables
}

fn letter_date(locale: &str) -> String {
    letter_date_of(locale, "2026-11-05")
}

fn letter_date_of(locale: &str, date: &str) -> String {
    let toml = format!(
        "locale = '{locale}'\n[person]\nname = 'A'\n[letter]\nbody = 'b'\ndate = '{date}'\n"
    );
    let letter = opened_as(&toml, DocumentKind::Letter).resume.letter;
    letter.and_then(|letter| letter.date).expect("a date")
}

#[test]
fn book_lists_the_dates_of_every_language() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/dates.md");
    let page = std::fs::read_to_string(&path).expect("a page");
    let (before, rest) = page.split_once("<!-- dates -->\n").expect("a mark");
    let (_, after) = rest.split_once("<!-- end -->").expect("a mark");
    let current = format!(
        "{before}<!-- dates -->\n\n{}\n<!-- end -->{after}",
        tables()
    );
    snapbox::Assert::new()
        .action_env("SNAPSHOTS")
        .eq(current, Data::read_from(&path, None).raw());
}

#[test]
fn day_and_month_are_shown_where_they_matter() {
    let toml = |kind| entries("en", kind, "date = '2022-03-14'");
    for (kind, expected) in [
        ("experience", "Mar 2022"),
        ("education", "Mar 2022"),
        ("award", "Mar 2022"),
        ("news", "14 Mar 2022"),
        ("publication", "2022"),
    ] {
        assert_eq!(dates(&toml(kind), "compact", &[]), [expected], "{kind}");
    }
    let talk = toml("publication") + "type = 'talk'\n";
    assert_eq!(dates(&talk, "compact", &[]), ["14 Mar 2022"]);
    for (precision, expected) in [
        ("as-written", "14 Mar 2022"),
        ("month", "Mar 2022"),
        ("year", "2022"),
    ] {
        for kind in ["experience", "news", "publication"] {
            let shown = dates(&toml(kind), "compact", &[("date-precision", precision)]);
            assert_eq!(shown, [expected], "{kind}");
        }
    }
}

#[test]
fn period_of_one_month_is_that_month() {
    let toml = entries("en", "project", "start = '2022-03-01', end = '2022-03-30'");
    assert_eq!(dates(&toml, "compact", &[]), ["Mar 2022"]);
}

#[test]
fn style_may_be_chosen_in_any_language() {
    for (style, expected) in [
        ("slashed", "09/2019 – 02/2022"),
        ("numeric", "2019.9 – 2022.2"),
        ("iso", "2019-09 – 2022-02"),
        ("short", "sept. 2019 – févr. 2022"),
        ("long", "septembre 2019 – février 2022"),
    ] {
        let toml = entries("fr", "project", "start = '2019-09', end = '2022-02'");
        assert_eq!(dates(&toml, "compact", &[("dates", style)]), [expected]);
    }
}

#[test]
fn end_after_the_date_of_the_document_is_expected() {
    let dated =
        |date: &str, kind, lines| format!("date = '{date}'\n{}", entries("en", kind, lines));
    let degree = "end = '2027-06'";
    for (date, kind, expected) in [
        ("2026-03", "education", "Jun 2027 (expected)"),
        ("2027-07", "education", "Jun 2027"),
        ("2027", "education", "Jun 2027"),
        ("2026-03", "certificate", "Jun 2027"),
    ] {
        let shown = dates(&dated(date, kind, degree), "compact", &[]);
        assert_eq!(shown, [expected], "{kind} {date}");
    }
    assert_eq!(
        dates(&entries("en", "education", degree), "compact", &[]),
        ["Jun 2027"]
    );
}

#[test]
fn duration_counts_the_first_and_the_last_month() {
    let lines = "start = '2022-03', end = '2022-03'\nstart = '2019-09', end = '2022-08'\n\
        start = '2019-09', end = '2022-10'\nstart = '2019', end = '2022'\nstart = '2025-01', end = 'present'\n";
    let durations = [("durations", "true")];
    let undated = entries("en", "experience", lines);
    let past = [
        "Mar 2022 (1 m)",
        "Sep 2019 – Aug 2022 (3 y)",
        "Sep 2019 – Oct 2022 (3 y 2 m)",
        "2019–2022",
    ];
    let shown = dates(&undated, "compact", &durations);
    assert_eq!(shown, [&past[..], &["Jan 2025 – Present"]].concat());
    let shown = dates(
        &format!("date = '2026-03'\n{undated}"),
        "compact",
        &durations,
    );
    assert_eq!(
        shown,
        [&past[..], &["Jan 2025 – Present (1 y 3 m)"]].concat()
    );
    let studies = entries("en", "education", "start = '2019-09', end = '2022-08'");
    assert_eq!(
        dates(&studies, "compact", &durations),
        ["Sep 2019 – Aug 2022"]
    );
    // Russian has three forms of a year.
    let russian = "start = '2022-01', end = '2022-12'\nstart = '2020-01', end = '2022-12'\nstart = '2018-01', end = '2022-12'";
    let shown = dates(&entries("ru", "experience", russian), "compact", &durations);
    let lasted: Vec<&str> = shown
        .iter()
        .filter_map(|date| date.split('(').nth(1))
        .collect();
    assert_eq!(lasted, ["1 г.)", "3 г.)", "5 л.)"]);
}

#[test]
fn dates_in_usual_notations_are_shown_as_others() {
    let typed = "start = '04/2019', end = 'heute'\nstart = 'März 2019', end = '20.11.2026'\n\
        start = '2019/04', end = 'Mar 2020'\nstart = '04/05/2019', end = 'now'\n";
    for (locale, expected) in [
        (
            "de",
            [
                "04/2019 – heute",
                "03/2019 – 11/2026",
                "04/2019 – 03/2020",
                "04/05/2019 – heute",
            ],
        ),
        (
            "en",
            [
                "Apr 2019 – Present",
                "Mar 2019 – Nov 2026",
                "Apr 2019 – Mar 2020",
                "04/05/2019 – Present",
            ],
        ),
    ] {
        let toml = entries(locale, "project", typed);
        assert_eq!(dates(&toml, "compact", &[]), expected);
        let messages = short_messages(&opened(&toml).problems);
        assert_eq!(messages.lines().count(), 1, "{messages}");
        assert!(
            messages.contains("`04/05/2019` is not a recognized date"),
            "{messages}"
        );
    }
    assert_eq!(letter_date_of("de", "20.11.2026"), "20. November 2026");
}

#[test]
fn months_of_other_calendars_have_no_name() {
    assert_eq!(letter_date_of("fa", "1405-09-06"), "1405-09-06");
    assert_eq!(letter_date_of("fa", "2026-11-27"), "27 نوامبر 2026");
}

#[test]
fn period_has_the_dash_of_its_layout() {
    let months = entries("de", "project", "start = '2019-09', end = '2022-02'");
    let years = entries("de", "project", "start = '2019', end = '2022'");
    for (layout, expected) in [
        ("compact", "09/2019 – 02/2022"),
        ("narrative", "09/2019–02/2022"),
    ] {
        assert_eq!(dates(&months, layout, &[]), [expected], "{layout}");
        assert_eq!(dates(&years, layout, &[]), ["2019–2022"], "{layout}");
    }
}

#[test]
fn paper_is_that_of_the_region() {
    let layout = ENGINE.layouts().get("compact").expect("a layout");
    for (locale, own, expected) in [
        ("en", "", Paper::A4),
        ("en-GB", "", Paper::A4),
        ("en-US", "", Paper::UsLetter),
        ("en-CA", "", Paper::UsLetter),
        ("fr-CA", "", Paper::UsLetter),
        ("es-MX", "", Paper::UsLetter),
        ("es", "", Paper::A4),
        ("en-US", "[design]\npaper = 'a4'\n", Paper::A4),
        ("de", "[design]\npaper = 'us-letter'\n", Paper::UsLetter),
    ] {
        let document = opened(&format!("locale = '{locale}'\n{own}"));
        let designed = document.design(layout, &DesignOverrides::default(), &ENGINE);
        assert_eq!(designed.design.paper, expected, "{locale} {own}");
    }
}

#[test]
fn british_documents_are_called_by_their_name() {
    for (locale, expected) in [
        ("en", "Résumé"),
        ("en-US", "Résumé"),
        ("en-GB", "CV"),
        ("en-IE", "CV"),
    ] {
        let document = opened(&format!("locale = '{locale}'\n[person]\nname = 'A'\n"));
        assert_eq!(document.resume.words.resume, expected, "{locale}");
    }
}

#[test]
fn a_profile_brings_words_of_its_language() {
    let toml = "locale = 'is'\n[person]\nname = 'A'\nmarital-status = 'b'\n[words]\nexperience = 'Starfsreynsla'\n\
        present = 'núna'\nmarital-status = { is = 'Hjúskapur', en = 'Status' }\nresume = 'Ferilskrá'\n\
        [[section]]\nkind = 'experience'\n[[section.entry]]\nposition = 'x'\nstart = '2022-03'\nend = 'present'\n";
    let document = opened(toml);
    assert!(!short_messages(&document.problems).contains("no words"));
    assert_eq!(document.resume.words.resume, "Ferilskrá");
    assert_eq!(dates(toml, "compact", &[]), ["2022-03 – núna"]);
    let html = cvpress_html(toml);
    for text in ["Starfsreynsla", "Hjúskapur"] {
        assert!(html.contains(text), "{html}");
    }
    // What is missing is in English, and is named.
    let other = toml.replace("experience = 'Starfsreynsla'\n", "");
    let messages = short_messages(&opened(&other).problems);
    assert!(
        messages.contains("no words for `is`: `Experience` is in English"),
        "{messages}"
    );
    // Words of a known language are replaced, too.
    let german = toml.replace("locale = 'is'", "locale = 'de'");
    assert_eq!(dates(&german, "compact", &[]), ["03/2022 – núna"]);
}

/// Returns what a profile is as HTML.
fn cvpress_html(toml: &str) -> String {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", toml);
    sandbox
        .run("render a.toml --format html --output a.html")
        .succeeds();
    sandbox.read("a.html")
}

#[test]
fn words_in_english_are_named() {
    let toml = "locale = 'tlh'\n[person]\nname = 'A'\n[[section]]\nkind = 'experience'\n\
        [[section.entry]]\nposition = 'x'\nstart = '2022-03'\nend = 'present'\n\
        [[section]]\ntitle = 'Y'\nkind = 'education'\n[[section.entry]]\ndegree = 'x'\nend = '2027'\nexpected = true\n";
    let with_summary = toml.replace("name = 'A'\n", "name = 'A'\nsummary = 'z'\n");
    for toml in [toml, &with_summary] {
        let messages = short_messages(&opened(toml).problems);
        let expected =
            "no words for `tlh`: `Experience`, `Present`, `expected` and `Résumé` are in English";
        assert!(messages.contains(expected), "{messages}");
    }
    assert_eq!(
        dates(toml, "compact", &[("dates", "long")])[0],
        "2022-03 – Present"
    );
}
