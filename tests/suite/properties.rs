//! Property tests: any valid profile renders in every layout and loses nothing. The cases are the
//! same in every run; `PROPTEST_CASES` sets their number.

use cvpress::profile::{self, SectionKind, own_fields};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use toml::{Table, Value};

use crate::support::pdf;
use crate::support::rendering::{layouts, not_found, open, render_cv};

/// Default number of profiles.
const CASES: u32 = 8;

/// Placeholder in a generated text for its number, which identifies it.
const NUMBER: &str = "№";

/// Words in several scripts, and text that looks like code.
const WORDS: [&str; 28] = [
    "kettle",
    "harbour-side",
    "Ångström",
    "naïve",
    "Straße",
    "ﬁnance",
    "Δίκτυο",
    "Система",
    "研究",
    "データ",
    "C#",
    "$3M",
    "a_b_c",
    "vector<int>",
    "AT&T",
    "100*2",
    "~12",
    "@home",
    "[AT]",
    "\\foo",
    "#read('x')",
    "{x}",
    "'quoted'",
    "“so”",
    "50 %",
    "1/2",
    "100\u{a0}km",
    "e\u{301}te\u{301}",
];

/// Generates inline Markdown.
const MARKUP: [&str; 8] = [
    "**strong**",
    "*emphasis*",
    "***both***",
    "`co de`",
    "[label](https://example.org/a_b?c=1#d)",
    "~~struck~~",
    "T<sub>30</sub>",
    "m<sup>2</sup>",
];

fn words() -> impl Strategy<Value = String> {
    vec(select(&WORDS[..]), 0..6).prop_map(|words| [&[NUMBER], &words[..]].concat().join(" "))
}

fn inline() -> impl Strategy<Value = String> {
    let word = proptest::prop_oneof![4 => select(&WORDS[..]), 1 => select(&MARKUP[..])];
    vec(word, 0..12).prop_map(|words| [&[NUMBER], &words[..]].concat().join(" "))
}

fn block() -> impl Strategy<Value = String> {
    (inline(), inline(), 0..6).prop_map(|(a, b, form)| match form {
        0 => format!("- {a}\n- {b}\n  - {NUMBER}"),
        1 => format!("3. {a}\n4. {b}"),
        2 => format!("> {a}\n>\n> {b}"),
        3 => format!("| {NUMBER} | {NUMBER} |\n|---|--:|\n| {NUMBER} | {NUMBER} |"),
        4 => format!("```\n{NUMBER} let a = 1;\n```"),
        _ => format!("{a}\n{b}"),
    })
}

fn prose() -> impl Strategy<Value = String> {
    vec(block(), 1..4).prop_map(|blocks| blocks.join("\n\n"))
}

fn text(strategy: impl Strategy<Value = String> + 'static) -> BoxedStrategy<Value> {
    strategy.prop_map(Value::String).boxed()
}

fn list(strategy: impl Strategy<Value = Value> + 'static, most: usize) -> BoxedStrategy<Value> {
    vec(strategy, 1..=most).prop_map(Value::Array).boxed()
}

/// Fields with generators of their values.
type Fields = Vec<(&'static str, BoxedStrategy<Value>)>;

/// Generates a table with all the fields.
fn table(fields: Fields) -> impl Strategy<Value = Table> {
    let (names, values): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
    values.prop_map(move |values| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .zip(values)
            .collect()
    })
}

/// Generates a table with some of the fields.
fn some(fields: Fields, share: f64) -> impl Strategy<Value = Table> {
    let (names, values): (Vec<_>, Vec<_>) = fields
        .into_iter()
        .map(|(name, value)| (name, weighted(share, value).boxed()))
        .unzip();
    values.prop_map(move |values| {
        names
            .iter()
            .zip(values)
            .filter_map(|(name, value)| Some(((*name).to_owned(), value?)))
            .collect()
    })
}

fn of_all(fields: Fields) -> BoxedStrategy<Value> {
    table(fields).prop_map(Value::Table).boxed()
}

fn url() -> BoxedStrategy<Value> {
    text(Just(format!("https://example.org/{NUMBER}/a_b?c=%20#d")))
}

fn date(years: std::ops::Range<u16>) -> BoxedStrategy<Value> {
    text(
        (years, 1..13, 1..29, 0..5).prop_map(|(year, month, day, form)| match form {
            0 => format!("{year}"),
            1 => format!("{year}-{month:02}-{day:02}"),
            2 => format!("{year}-{} Fall", year + 1),
            _ => format!("{year}-{month:02}"),
        }),
    )
}

fn highlights() -> BoxedStrategy<Value> {
    let below = of_all(vec![
        ("text", text(inline())),
        ("items", list(text(inline()), 2)),
    ]);
    list(proptest::prop_oneof![3 => text(inline()), 1 => below], 4)
}

/// Generates a value for a field of an entry, apart from fields that select content.
fn value(field: &str) -> Option<BoxedStrategy<Value>> {
    Some(match field {
        "start" => date(1990..2005),
        "end" => {
            proptest::prop_oneof![3 => date(2006..2020), 1 => text(Just("present".to_owned()))]
                .boxed()
        }
        "date" => proptest::prop_oneof![date(1990..2020), text(words())].boxed(),
        "expected" | "break-before" | "keep" => any::<bool>().prop_map(Value::Boolean).boxed(),
        "url" => url(),
        "email" => text(Just(format!("a{NUMBER}@example.org"))),
        "phone" => text(Just(format!("+1 401 555 {NUMBER}"))),
        "doi" => text(Just(format!("10.5555/{NUMBER}.a_b"))),
        "text" | "location" | "employment-type" | "advisor" | "position" | "organization"
        | "institution" | "degree" | "area" | "subtitle" | "title" | "venue" | "venue-short"
        | "type" | "status" | "awarder" | "fluency" => text(inline()),
        "level" => {
            let number = (1_i64..3).prop_map(Value::Integer);
            proptest::prop_oneof![2 => text(inline()), 1 => number].boxed()
        }
        "levels" => (2_i64..11).prop_map(Value::Integer).boxed(),
        "name" | "language" => text(words()),
        "team" | "authors" | "keywords" | "notes" => list(text(words()), 4),
        "meta" => list(
            of_all(vec![("label", text(words())), ("value", text(inline()))]),
            2,
        ),
        "links" => list(of_all(vec![("label", text(words())), ("url", url())]), 2),
        "summary" => text(prose()),
        "details" => {
            let with_body = of_all(vec![("label", text(words())), ("body", text(prose()))]);
            let with_items = of_all(vec![
                ("items", list(text(inline()), 3)),
                ("numbered", any::<bool>().prop_map(Value::Boolean).boxed()),
            ]);
            list(proptest::prop_oneof![with_body, with_items], 2)
        }
        "highlights" => highlights(),
        "project" => of_all(vec![("name", text(inline())), ("url", url())]),
        _ => return None,
    })
}

fn fields_of(names: impl Iterator<Item = &'static str>) -> Fields {
    names
        .filter_map(|name| Some((name, value(name)?)))
        .collect()
}

/// Removes fields that exclude others.
fn consistent(mut entry: Table, kind: SectionKind) -> Table {
    if entry.contains_key("text") {
        for field in own_fields(kind) {
            entry.remove(field);
        }
    }
    if entry.contains_key("date") {
        entry.remove("start");
    }
    let has_words = entry.get("level").is_none_or(Value::is_str);
    if has_words {
        entry.remove("levels");
    }
    if has_words && kind == SectionKind::Language {
        entry.remove("level");
    }
    if !entry.contains_key("start") {
        entry.remove("end");
    }
    let is_dated = ["date", "start"]
        .iter()
        .any(|field| entry.contains_key(*field));
    if !is_dated
        || entry
            .get("end")
            .is_none_or(|end| end.as_str() == Some("present"))
    {
        entry.remove("expected");
    }
    entry
}

fn entry(kind: SectionKind) -> BoxedStrategy<Value> {
    let lead = own_fields(kind).next().unwrap_or("text");
    let others = some(
        fields_of(profile::fields_of(kind).filter(move |field| *field != lead)),
        0.3,
    );
    let roles = fields_of(
        [
            "position",
            "start",
            "end",
            "keywords",
            "highlights",
            "location",
        ]
        .into_iter(),
    );
    let roles = vec(
        some(roles, 0.7),
        if kind == SectionKind::Experience {
            0..3
        } else {
            0..1
        },
    );
    (table(fields_of([lead].into_iter())), others, roles)
        .prop_map(move |(mut entry, others, roles)| {
            entry.extend(others);
            let roles: Vec<Value> = roles
                .into_iter()
                .map(|role| consistent(role, kind))
                .filter(|role| role.contains_key("position"))
                .map(Value::Table)
                .collect();
            if !roles.is_empty() {
                for field in ["text", "position", "date", "start", "end", "expected"] {
                    entry.remove(field);
                }
                entry.insert("role".to_owned(), Value::Array(roles));
            }
            Value::Table(consistent(entry, kind))
        })
        .boxed()
}

fn section() -> impl Strategy<Value = Value> {
    let of_all_kinds = vec![
        ("title", text(inline())),
        ("body", text(prose())),
        ("highlights", highlights()),
    ];
    (
        select(<SectionKind as strum::VariantArray>::VARIANTS),
        some(of_all_kinds, 0.3),
    )
        .prop_flat_map(|(kind, section)| {
            vec(entry(kind), 1..4).prop_map(move |entries| {
                let mut section = section.clone();
                section.insert("kind".to_owned(), Value::String(kind.name().to_owned()));
                section.insert("entry".to_owned(), Value::Array(entries));
                Value::Table(section)
            })
        })
}

fn person() -> impl Strategy<Value = Table> {
    let links = list(of_all(vec![("label", text(words())), ("url", url())]), 3);
    let mut fields = vec![
        ("headline", text(inline())),
        ("epigraph", text(inline())),
        ("status", text(inline())),
        ("links", links),
        ("summary", text(prose())),
        ("details", value("meta").expect("facts")),
    ];
    fields.extend(fields_of(["email", "phone", "url"].into_iter()));
    fields.push(("location", text(words())));
    (table(vec![("name", text(words()))]), some(fields, 0.5)).prop_map(|(mut person, others)| {
        person.extend(others);
        person
    })
}

/// Generates a valid profile in which each text contains a number.
fn profile() -> impl Strategy<Value = (String, usize)> {
    let locales = select(&["en", "de-CH", "fr", "ja", "zh-Hans", "el", "pl"][..]);
    (
        locales,
        person(),
        vec(section(), 1..5),
        weighted(0.5, inline()),
    )
        .prop_map(|(locale, person, sections, footer)| {
            let mut profile = Table::new();
            profile.insert("locale".to_owned(), Value::String(locale.to_owned()));
            profile.extend(footer.map(|footer| ("footer".to_owned(), Value::String(footer))));
            profile.insert("person".to_owned(), Value::Table(person));
            profile.insert("section".to_owned(), Value::Array(sections));
            let text = toml::to_string(&profile).expect("TOML");
            let mut parts = text.split(NUMBER);
            let mut numbered = parts.next().unwrap_or_default().to_owned();
            let mut count = 0;
            for part in parts {
                numbered.push_str(&format!("{}{part}", mark(count)));
                count += 1;
            }
            (numbered, count)
        })
}

/// Returns a number as it is written in a text.
fn mark(number: usize) -> String {
    format!("7{number:04}3")
}

#[test]
fn valid_profiles_lose_nothing_in_any_layout() {
    let cases = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(CASES);
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&profile(), |(toml, count)| {
        for layout in layouts() {
            let cv = render_cv(open(&toml), layout, None);
            let read = pdf::text(&pdf::pages(&cv.bytes));
            let lost = not_found(&cv, &read);
            if !lost.is_empty() {
                return Err(TestCaseError::fail(format!(
                    "{layout} loses {lost:?} of\n{toml}\n{read}"
                )));
            }
            // The target of a link is not text of the page.
            let links = cvpress::verify::read(&cv.bytes, "a.pdf")
                .expect("a PDF that can be read")
                .properties
                .links;
            let targets: String = links.into_iter().map(|link| link.url).collect();
            let lost: Vec<_> = (0..count)
                .map(mark)
                .filter(|mark| !read.contains(mark) && !targets.contains(mark))
                .collect();
            if !lost.is_empty() {
                return Err(TestCaseError::fail(format!(
                    "{layout} never had {lost:?} of\n{toml}\n{read}"
                )));
            }
        }
        Ok(())
    });
    assert!(
        outcome.is_ok(),
        "{}",
        outcome
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    );
}
