use super::*;

const STYLES: [DateStyle; 6] = [
    DateStyle::Auto,
    DateStyle::Short,
    DateStyle::Long,
    DateStyle::Numeric,
    DateStyle::Slashed,
    DateStyle::Iso,
];

fn period(start: Option<&str>, end: Option<&str>) -> Period {
    Period {
        start: start.map(moment),
        end: end.map(moment),
        precision: DatePrecision::AsWritten,
        months: None,
    }
}

fn moment(text: &str) -> Moment {
    DateText(text.to_owned()).moment()
}

fn written(period: &Period, format: DateFormat, tag: &str) -> String {
    let locale = Locale::parse(tag).expect("a tag");
    let shown = DateWriter::new(&locale, format).period(period);
    let dates: Vec<String> = [shown.start, shown.end].into_iter().flatten().collect();
    dates.join(" – ")
}

fn styles(start: &str, end: Option<&str>, tag: &str) -> [String; 6] {
    STYLES.map(|style| {
        let format = DateFormat {
            style,
            ..DateFormat::default()
        };
        written(&period(Some(start), end), format, tag)
    })
}

#[test]
fn writes_a_period_in_every_style() {
    assert_eq!(
        styles("2023-09", Some("2025-12"), "en"),
        [
            "Sep 2023 – Dec 2025",
            "Sep 2023 – Dec 2025",
            "September 2023 – December 2025",
            "2023.9 – 2025.12",
            "09/2023 – 12/2025",
            "2023-09 – 2025-12"
        ]
    );
    assert_eq!(
        styles("2023-09", Some("present"), "zh"),
        [
            "2023.09 – 至今",
            "2023年9月 – 至今",
            "2023年9月 – 至今",
            "2023.9 – 至今",
            "2023/09 – 至今",
            "2023-09 – 至今"
        ]
    );
}

#[test]
fn eras_begin_on_their_days() {
    for (written, expected) in [
        ("2026-04", "令和8年4月"),
        ("2019-05-01", "令和元年5月1日"),
        ("2019-04-30", "平成31年4月30日"),
        ("2019-04", "平成31年4月"),
        ("2019", "令和元年"),
        ("1989-01-08", "平成元年1月8日"),
        ("1989-01-07", "昭和64年1月7日"),
        ("1926-12-25", "昭和元年12月25日"),
        ("1926-12-24", "大正15年12月24日"),
        ("1867-12", "1867年12月"),
    ] {
        let format = DateFormat {
            style: DateStyle::JapaneseEra,
            ..DateFormat::default()
        };
        assert_eq!(written_in(written, format), expected);
    }
    let format = DateFormat {
        style: DateStyle::Japanese,
        ..DateFormat::default()
    };
    assert_eq!(written_in("2026-04-01", format), "2026年4月1日");
    assert_eq!(written_in("present", format), "現在");
}

fn written_in(date: &str, format: DateFormat) -> String {
    let mut point = period(Some(date), None);
    point.precision = DatePrecision::AsWritten;
    written(&point, format, "en")
}

#[test]
fn keeps_the_precision_of_dates() {
    assert_eq!(styles("2019", None, "en"), ["2019"; 6]);
    assert_eq!(
        styles("2024-12-26", None, "en-US"),
        [
            "Dec 26, 2024",
            "Dec 26, 2024",
            "December 26, 2024",
            "2024.12.26",
            "12/26/2024",
            "2024-12-26"
        ]
    );
    assert_eq!(
        styles("2024-12-26", None, "en"),
        [
            "26 Dec 2024",
            "26 Dec 2024",
            "26 December 2024",
            "2024.12.26",
            "26/12/2024",
            "2024-12-26"
        ]
    );
}

#[test]
fn shows_as_much_of_a_date_as_asked() {
    for (precision, expected) in [
        (None, "2024-12-26"),
        (Some(DatePrecision::AsWritten), "2024-12-26"),
        (Some(DatePrecision::Month), "2024-12"),
        (Some(DatePrecision::Year), "2024"),
    ] {
        let format = DateFormat {
            style: DateStyle::Iso,
            precision,
            ..DateFormat::default()
        };
        assert_eq!(
            written(&period(Some("2024-12-26"), None), format, "en"),
            expected
        );
    }
    let short = period(Some("2024-03-04"), Some("2024-11-30"));
    for (precision, expected) in [
        (DatePrecision::Month, "2024-03 – 2024-11"),
        (DatePrecision::Year, "2024"),
    ] {
        let format = DateFormat {
            style: DateStyle::Iso,
            precision: Some(precision),
            ..DateFormat::default()
        };
        assert_eq!(written(&short, format, "en"), expected);
    }
}

#[test]
fn an_end_alone_is_that_date() {
    let ended = period(None, Some("2017-06"));
    assert_eq!(written(&ended, DateFormat::default(), "en"), "Jun 2017");
    assert_eq!(written(&ended, DateFormat::default(), "de"), "06/2017");
}

#[test]
fn every_hyphen_between_digits_of_words_is_a_dash() {
    for (text, expected) in [
        ("2024-2025 Fall", "2024–2025 Fall"),
        ("2024-2025", "2024–2025"),
        (
            "2023–2024 Spring, 2024-2025 Fall",
            "2023–2024 Spring, 2024–2025 Fall",
        ),
        (
            "2022-2023 Fall, 2023-2024 Fall",
            "2022–2023 Fall, 2023–2024 Fall",
        ),
        ("Spring 2019-20", "Spring 2019–20"),
        ("mid-2019", "mid-2019"),
        ("until 2019-03-01", "until 2019-03-01"),
        ("Februray 2025", "Februray 2025"),
    ] {
        assert_eq!(styles(text, None, "en"), [expected; 6], "{text}");
    }
}

#[test]
fn writes_dates_in_every_language() {
    for tag in Locale::known().chain(["ar-EG", "sv"]) {
        for date in ["2023", "2023-09", "2023-09-07", "2024-02-29"] {
            for text in styles(date, Some("present"), tag) {
                assert!(text.contains("20") && text.contains(" – "), "{tag}: {text}");
            }
        }
    }
    assert_eq!(styles("2023-09", None, "de")[2], "September 2023");
    assert_eq!(styles("2023-09", None, "fr")[1], "sept. 2023");
    assert_eq!(styles("2023-09", None, "pt")[2], "setembro de 2023");
    assert_eq!(styles("2023-09-07", None, "pl")[2], "7 września 2023");
}

#[test]
fn dates_of_a_language_without_words_are_in_digits() {
    assert_eq!(
        styles("2023-09-07", None, "tlh"),
        [
            "2023-09-07",
            "2023-09-07",
            "2023-09-07",
            "2023.9.7",
            "07/09/2023",
            "2023-09-07"
        ]
    );
}
