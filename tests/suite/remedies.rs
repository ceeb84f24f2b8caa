//! What newcomers write, the remedy in the message, and what `cvpress fmt --fix` makes of it.

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
