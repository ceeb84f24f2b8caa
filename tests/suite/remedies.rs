//! What newcomers write, the remedy in the message, and what `cvpress fmt --fix` makes of it.

use std::collections::BTreeMap;

use cvpress::content::Locale;
use cvpress::diagnostic::RULES;
use cvpress::pipeline::{RenderOptions, check_profile, fixed};
use cvpress::profile::Input;

use crate::support::rendering::ENGINE;

const PERSON: &str = "[person]\nname = \"Mira Okafor\"\n";

fn input(profile: &str) -> Input {
    Input::Bytes {
        name: "cv.toml".to_owned(),
        files: std::path::PathBuf::from(".").into(),
        bytes: profile.as_bytes().into(),
    }
}

fn hints(profile: &str) -> Vec<String> {
    let problems = check_profile(&input(profile), &RenderOptions::default(), &ENGINE);
    let problems = problems.iter();
    problems.flat_map(|problem| problem.hints.clone()).collect()
}

/// Checks that one of the hints has a text.
#[track_caller]
fn has_hint(profile: &str, expected: &str) {
    let hints = hints(profile);
    assert!(
        hints.iter().any(|hint| hint.contains(expected)),
        "{expected} in {hints:#?} of\n{profile}"
    );
}

/// Checks what the fixes make of a profile, and that nothing is wrong with it then.
#[track_caller]
fn becomes(profile: &str, expected: &str) {
    let text = fixed_text(profile);
    assert_eq!(text, expected, "of\n{profile}\n{:#?}", hints(profile));
    let problems = check_profile(&input(&text), &RenderOptions::default(), &ENGINE);
    assert!(!problems.has_errors(), "{problems:#?} in\n{text}");
}

fn fixed_text(profile: &str) -> String {
    let fixed = fixed(&input(profile), &RenderOptions::default(), &ENGINE);
    fixed.expect("a text").text
}

/// Returns a profile with a job that has some more lines.
fn with_job(lines: &str) -> String {
    format!(
        "{PERSON}[[section]]\nkind = \"experience\"\n[[section.entry]]\n\
         organization = \"Example\"\n{lines}\n"
    )
}

#[test]
fn a_start_is_never_changed_to_the_present() {
    for word in [
        "heute", "now", "current", "ongoing", "today", "至今", "present",
    ] {
        for (end, hint) in [
            ("", "and `end = \"present\"`"),
            ("\nend = \"2024\"", "`start = \"2023-09\"`"),
        ] {
            let profile = with_job(&format!("start = \"{word}\"{end}"));
            has_hint(&profile, hint);
            assert_eq!(fixed_text(&profile), profile);
        }
    }
}

/// Returns a profile with a line in `[design]`.
fn with_option(line: &str) -> String {
    format!("layout = \"compact\"\n\n{PERSON}\n[design]\n{line}\n")
}

#[test]
fn values_of_options_have_one_right_form() {
    for (written, right) in [
        ("size = 11", "size = \"11pt\""),
        ("size = 10.5", "size = \"10.5pt\""),
        ("size = \"11\"", "size = \"11pt\""),
        ("font-size = 11", "size = \"11pt\""),
        ("margin-x = 20", "margin-x = \"20mm\""),
        ("leading = 1.2", "leading = \"12pt\""),
        ("leading = 1.5", "leading = \"15pt\""),
        ("line-spacing = 1.2", "leading = \"12pt\""),
        ("icons = \"yes\"", "icons = true"),
        ("icons = \"no\"", "icons = false"),
        ("icons = \"on\"", "icons = true"),
        ("icons = \"true\"", "icons = true"),
        ("icons = 1", "icons = true"),
        ("header-align = \"left\"", "header-align = \"start\""),
        ("header-align = \"Right\"", "header-align = \"end\""),
        ("header-align = \"centered\"", "header-align = \"center\""),
        ("photo-position = \"left\"", "photo-position = \"start\""),
        ("photo = false", "photo = \"none\""),
        ("page-numbers = true", "page-numbers = \"always\""),
        ("page-numbers = false", "page-numbers = \"never\""),
        (
            "heading-case = \"uppercase\"",
            "heading-case = \"capitals\"",
        ),
        (
            "heading-case = \"lowercase\"",
            "heading-case = \"as-typed\"",
        ),
        ("dates = \"MM/YYYY\"", "dates = \"slashed\""),
        ("dates = \"YYYY-MM\"", "dates = \"iso\""),
        ("dates = \"YYYY.MM\"", "dates = \"numeric\""),
        ("dates = \"MMM YYYY\"", "dates = \"short\""),
        ("justify = \"yes\"", "justify = true"),
        ("fit = false", "fit = \"off\""),
        ("accent = \"0b3d6b\"", "accent = \"#0b3d6b\""),
        ("density = \"0.96\"", "density = 0.96"),
    ] {
        let profile = with_option(written);
        has_hint(&profile, &format!("write `{right}`"));
        becomes(&profile, &with_option(right));
    }
}

#[test]
fn a_value_out_of_range_is_not_changed() {
    for (written, hint) in [
        ("size = 20", "write at most `size = \"11.5pt\"`"),
        ("line-spacing = 1.0", "write at least `leading = \"11pt\"`"),
        ("density = 2", "write at most `density = 1.12`"),
    ] {
        let profile = with_option(written);
        has_hint(&profile, hint);
        assert_eq!(fixed_text(&profile), profile);
    }
}

/// What people write as values, by option and value.
type ValueWords = BTreeMap<String, BTreeMap<String, Vec<String>>>;

#[test]
fn each_word_for_a_value_leads_to_it() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/profile/value_words.toml");
    let text = std::fs::read_to_string(path).expect("the words");
    let words: ValueWords = toml::from_str(&text).expect("lists of words");
    for (option, values) in words {
        if option == "locale" {
            continue;
        }
        let option = if option == "boolean" {
            "icons"
        } else {
            &option
        };
        for (value, words) in values {
            for word in words {
                let line = format!("{option} = \"{word}\"");
                let hints = hints(&with_option(&line));
                let leads = hints.iter().any(|hint| {
                    hint.contains(&format!("`{option} = \"{value}\"`"))
                        || hint.contains(&format!("`{option} = {value}`"))
                });
                assert!(leads, "{line} → {value}: {hints:?}");
            }
        }
    }
}

#[test]
fn a_language_has_one_tag() {
    for (written, tag) in [
        ("German", "de"),
        ("deutsch", "de"),
        ("English", "en"),
        ("français", "fr"),
        ("中文", "zh-Hans"),
        ("en_US", "en-US"),
        ("de_DE.UTF-8", "de-DE"),
        ("cn", "zh-Hans"),
        ("jp", "ja"),
        ("gb", "en-GB"),
        ("us", "en-US"),
    ] {
        let with_locale = |locale| format!("locale = \"{locale}\"\n\n{PERSON}");
        has_hint(
            &with_locale(written),
            &format!("write `locale = \"{tag}\"`"),
        );
        becomes(&with_locale(written), &with_locale(tag));
    }
}

#[test]
fn words_for_locales_are_no_known_tags() {
    let text = include_str!("../../src/profile/value_words.toml");
    let mut words: ValueWords = toml::from_str(text).expect("lists of words");
    for (tag, words) in words.remove("locale").expect("locales") {
        let locale = Locale::parse(&tag).expect("a tag");
        assert!(locale.is_known(), "{tag}");
        for word in words {
            let is_known = Locale::parse(&word).is_some_and(|locale| locale.is_known());
            // A code of three letters can be known by its short form.
            assert!(!is_known || word.len() == 3, "{word}");
        }
    }
}

#[test]
fn the_rule_about_unknown_locales_lists_the_known_ones() {
    let mut rules = RULES.iter();
    let rule = rules
        .find(|rule| rule.name == "unknown-locale")
        .expect("the rule");
    for tag in Locale::known() {
        assert!(rule.about.contains(&format!("`{tag}`")), "{tag}");
    }
    let hints = hints(&format!(
        "locale = \"tlh\"\n{PERSON}[[section]]\nkind = \"list\"\n\
        [[section.entry]]\ntext = \"One.\"\n"
    ));
    let hint = hints.iter().find(|hint| hint.contains("`[words]`"));
    let names = hint.expect("a hint").matches('`').count() / 2;
    assert!(names <= 10, "{hint:?}");
}

#[test]
fn a_language_among_options_is_the_locale() {
    has_hint(
        &with_option("language = \"Deutsch\""),
        "write `locale = \"de\"` at the top of the file",
    );
    let variant = format!("{PERSON}[variant.de]\nlang = \"de\"\n");
    becomes(&variant, &variant.replace("lang", "locale"));
}

#[test]
fn a_location_in_parts_is_the_residence() {
    let inline = format!("{PERSON}location = {{ city = \"Porto\", country = \"Portugal\" }}\n");
    has_hint(&inline, "write `residence = { city = \"Porto\", … }`");
    becomes(&inline, &inline.replace("location", "residence"));
    let table = format!("{PERSON}[person.location]\ncity = \"Porto\"\npostalCode = \"4000\"\n");
    let expected = table.replace("location", "residence");
    becomes(&table, &expected.replace("postalCode", "postal-code"));
    let basics = table.replace("person", "basics");
    becomes(&basics, &expected.replace("postalCode", "postal-code"));
    let job = with_job("location = { city = \"Porto\", country = \"Portugal\" }");
    becomes(&job, &with_job("location = \"Porto, Portugal\""));
}

#[test]
fn an_account_is_taken_from_its_address() {
    let account = |network: &str, user: &str| {
        format!("{PERSON}links = [{{ network = \"{network}\", username = \"{user}\" }}]\n")
    };
    for (network, address, user) in [
        (
            "mastodon",
            "https://mastodon.social/@ann",
            "ann@mastodon.social",
        ),
        ("x", "https://twitter.com/ann", "ann"),
        ("twitter", "https://x.com/ann", "ann"),
    ] {
        becomes(&account(network, address), &account(network, user));
    }
    has_hint(
        &account("linkedin", "ann@example.org"),
        "and the email address as `email`",
    );
}

#[test]
fn items_of_a_skill_are_keywords() {
    let skill = |key: &str| {
        format!(
            "{PERSON}[[section]]\nkind = \"skill\"\n[[section.entry]]\nname = \"Web\"\n\
             {key} = [\"a\", \"b\"]\n"
        )
    };
    becomes(&skill("items"), &skill("keywords"));
}

#[test]
fn a_day_without_a_year_is_told() {
    has_hint(
        &with_job("start = \"Jan 12th\"\nend = \"2024\""),
        "add the year, as in `\"2023-01-12\"`",
    );
}

#[test]
fn files_of_other_tools_are_imported() {
    for text in [
        "{\n  \"basics\": { \"name\": \"Ann\" }\n}\n",
        "cv:\n  name: Ann\n  sections:\n    Work:\n      - company: A\n",
        "---\nname: Ann\n",
    ] {
        has_hint(text, "`cvpress import cv.toml`");
    }
}

#[test]
fn facts_of_an_entry_are_in_its_meta() {
    becomes(
        &with_job("number = 12\nstart = \"2024\""),
        &with_job("meta.Number = \"12\"\nstart = \"2024\""),
    );
}

#[test]
fn facts_have_labels_in_the_language_of_the_profile() {
    for (locale, kind, written, right) in [
        ("de", "education", "score = \"1,7\"", "meta.Note = \"1,7\""),
        ("de-CH", "education", "gpa = 5.5", "meta.Note = \"5.5\""),
        (
            "fr",
            "education",
            "moyenne = \"15\"",
            "meta.Moyenne = \"15\"",
        ),
        (
            "pl",
            "education",
            "score = \"5\"",
            "meta.\"Średnia\" = \"5\"",
        ),
        (
            "de",
            "certificate",
            "score = 110",
            "meta.Ergebnis = \"110\"",
        ),
        (
            "de",
            "award",
            "betrag = \"100 €\"",
            "meta.Betrag = \"100 €\"",
        ),
        ("en", "education", "score = \"3.9\"", "meta.GPA = \"3.9\""),
    ] {
        let profile = |line| {
            let name = if kind == "education" {
                "institution"
            } else {
                "title"
            };
            let entry = with_entry(kind, &format!("{name} = \"Example\"\n{line}"));
            format!("locale = \"{locale}\"\n{entry}")
        };
        becomes(&profile(written), &profile(right));
    }
}

#[test]
fn facts_go_into_the_table_that_has_others() {
    let profile = |lines: &str| format!("{PERSON}{lines}\n");
    for (written, right) in [
        (
            "religion = \"none\"\nfax = \"1\"",
            "details.Religion = \"none\"\ndetails.Fax = \"1\"",
        ),
        (
            "religion = \"none\"\ndetails = { a = \"b\" }\nfax = \"1\"\nlocation = \"Bath\"",
            "details = { a = \"b\", Religion = \"none\", Fax = \"1\" }\nlocation = \"Bath\"",
        ),
        (
            "fax = \"1\"\n\n[person.details]\na = \"b\" # c",
            "\n[person.details]\na = \"b\"\nFax = \"1\" # c",
        ),
    ] {
        becomes(&profile(written), &profile(right));
    }
    becomes(
        &with_entry(
            "education",
            "degree = \"BA\"\nscore = \"3.9\"\nmeta = { Minor = \"Art\" }",
        ),
        &with_entry(
            "education",
            "degree = \"BA\"\nmeta = { Minor = \"Art\", GPA = \"3.9\" }",
        ),
    );
}

/// Returns a profile with one entry of a kind, which has a line.
fn with_entry(kind: &str, line: &str) -> String {
    format!("{PERSON}[[section]]\nkind = \"{kind}\"\n[[section.entry]]\n{line}\n")
}

#[test]
fn facts_keep_the_value_of_the_user() {
    let degree = "institution = \"Example\"\n";
    for (written, right) in [
        ("Note = \"1,3\"", "meta.Note = \"1,3\""),
        ("note = \"with Ada\"", "notes = [\"with Ada\"]"),
        ("minor = \"Art\"", "meta.Minor = \"Art\""),
        ("mention = \"Bien\"", "meta.Distinction = \"Bien\""),
        ("thesis = \"Waves\"", "meta.Thesis = \"Waves\""),
        ("graduationDate = \"2024-06\"", "end = \"2024-06\""),
    ] {
        becomes(
            &with_entry("education", &format!("{degree}{written}")),
            &with_entry("education", &format!("{degree}{right}")),
        );
    }
    for (kind, name, written, right) in [
        (
            "certificate",
            "title",
            "score = 110",
            "meta.Score = \"110\"",
        ),
        (
            "award",
            "title",
            "amount = \"1000 €\"",
            "meta.Amount = \"1000 €\"",
        ),
        (
            "publication",
            "title",
            "pages = \"1–9\"",
            "meta.Pages = \"1–9\"",
        ),
        ("project", "name", "client = \"A\"", "meta.Client = \"A\""),
    ] {
        let name = format!("{name} = \"Example\"\n");
        becomes(
            &with_entry(kind, &format!("{name}{written}")),
            &with_entry(kind, &format!("{name}{right}")),
        );
    }
}

#[test]
fn switches_of_other_tools_have_the_right_value() {
    becomes(
        &with_job("start = \"2024\"\ncurrent = true"),
        &with_job("start = \"2024\"\nend = \"present\""),
    );
    let shown = with_job("start = \"2024\"\nvisible = false");
    becomes(&shown, &shown.replace("visible = false", "hidden = true"));
    has_hint(
        &with_job("start = \"2024\"\ncurrent = false"),
        "remove it, and write `end`",
    );
    let section = format!("{PERSON}[[section]]\nid = \"work\"\nbody = \"One.\"\n");
    has_hint(&section, "remove it");
}

#[test]
fn halves_of_a_name_become_the_name() {
    becomes(
        "[person]\nVorname = \"Anke\"\nNachname = \"Brandt\"\n",
        "[person]\nname = \"Anke Brandt\"\nfamily-name = \"Brandt\"\n",
    );
    has_hint(
        "[person]\nfirstname = \"Anke\"\n",
        "write the whole name: `name = \"Anke …\"`",
    );
}

#[test]
fn a_period_in_one_field_is_divided() {
    becomes(
        &with_job("Zeitraum = \"2019 - 2021\""),
        &with_job("start = \"2019\"\nend = \"2021\""),
    );
}

#[test]
fn at_most_eight_kinds_are_offered() {
    let profile = format!("{PERSON}[[section]]\nkind = \"zzzz\"\nbody = \"One.\"\n");
    has_hint(&profile, "`cvpress explain section` lists all");
}

#[test]
fn spaces_before_marks_are_those_of_the_language() {
    let list = |locale: &str, text: &str| {
        format!(
            "locale = \"{locale}\"\n\n{PERSON}[[section]]\nkind = \"list\"\n[[section.entry]]\n\
             text = \"{text}\"\n"
        )
    };
    becomes(
        &list("en", "Rust : fast ; safe ! Really ?"),
        &list("en", "Rust: fast; safe! Really?"),
    );
    for (locale, text) in [
        ("fr", "Rust : rapide ; sûr !"),
        ("fr-CA", "Vraiment ?"),
        ("en", "see :smile and a ::b"),
    ] {
        assert_eq!(fixed_text(&list(locale, text)), list(locale, text));
    }
}

#[test]
fn bibliography_belongs_to_a_section() {
    for profile in [
        "[person]\nname = \"Mira Okafor\"\nbibliography = \"a.bib\"\n",
        "bibliography = \"a.bib\"\n[person]\nname = \"Mira Okafor\"\n",
    ] {
        has_hint(
            profile,
            "`kind = \"publication\"` and `bibliography = \"a.bib\"`",
        );
    }
}

#[test]
fn a_phone_number_has_single_spaces() {
    becomes(
        &format!("{PERSON}phone = \"+49  30 1234\"\n"),
        &format!("{PERSON}phone = \"+49 30 1234\"\n"),
    );
}
