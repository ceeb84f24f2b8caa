//! Messages about invalid profiles: next to each profile of `tests/profiles/invalid` is the
//! expected output. `SNAPSHOTS=overwrite cargo test` writes the outputs again; read the diff before
//! you commit it.

use std::path::{Path, PathBuf};

use cvpress::diagnostic::{Diagnostic, Diagnostics, MessageFormat, Severity, render};
use cvpress::pipeline::{RenderOptions, check_profile};
use cvpress::profile::Input;

use crate::support::rendering::ENGINE;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/profiles/invalid")
}

/// Returns the files of the folder with an extension, sorted.
fn files(ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("the folder of wrong profiles");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == ending));
    files.sort();
    files
}

fn problems(profile: &Path) -> Diagnostics {
    check_profile(
        &Input::File(profile.to_path_buf()),
        &RenderOptions::default(),
        &ENGINE,
    )
}

/// Returns the output of a check of the profile in its folder, without color.
fn messages(profile: &Path) -> String {
    let drawn = render(&problems(profile), MessageFormat::Human);
    anstream::adapter::strip_str(&drawn)
        .to_string()
        .replace(&format!("{}/", folder().display()), "")
}

#[test]
fn invalid_profiles_give_the_expected_messages() {
    let assert = snapbox::Assert::new().action_env("SNAPSHOTS");
    let stale: String = files("toml")
        .iter()
        .filter_map(|profile| {
            let expected = snapbox::Data::read_from(&profile.with_extension("txt"), None).raw();
            assert
                .try_eq(None, messages(profile).into(), expected)
                .err()
        })
        .map(|error| error.to_string())
        .collect();
    assert!(stale.is_empty(), "{stale}");
}

#[test]
fn every_expected_message_belongs_to_a_profile() {
    let orphans: Vec<PathBuf> = files("txt")
        .into_iter()
        .filter(|text| !text.with_extension("toml").exists())
        .collect();
    assert_eq!(orphans, [] as [PathBuf; 0]);
}

#[test]
fn file_names_tell_warnings_from_errors() {
    for profile in files("toml") {
        let problems = problems(&profile);
        let name = profile.file_name().expect("a name").to_string_lossy();
        assert!(!problems.is_empty(), "{name}: nothing is told");
        assert_eq!(
            problems.has_errors(),
            !name.starts_with("warning-"),
            "{name}"
        );
    }
}

/// Returns the name of the file that a problem is in.
fn source_name(problem: &Diagnostic) -> Option<&str> {
    let label = problem.primary.as_ref()?;
    Some(label.source.name())
}

fn start(problem: &Diagnostic) -> Option<usize> {
    let label = problem.primary.as_ref()?;
    Some(label.span.start)
}

#[test]
fn problems_are_reported_once_in_the_order_of_the_file() {
    for profile in files("toml") {
        let problems = problems(&profile);
        let all: Vec<&Diagnostic> = problems.iter().collect();
        // Problems of another file are reported together.
        for of_file in all.chunk_by(|a, b| source_name(a) == source_name(b)) {
            assert!(
                of_file.is_sorted_by_key(|problem| start(problem)),
                "{}",
                profile.display()
            );
        }
        for (index, problem) in all.iter().enumerate() {
            assert!(
                !all[..index].contains(problem),
                "{}: reported twice: {}",
                profile.display(),
                problem.message
            );
        }
    }
}

#[test]
fn every_message_is_a_phrase_with_a_place() {
    for profile in files("toml") {
        for problem in problems(&profile).iter() {
            let name = profile.display();
            assert!(
                problem.primary.is_some(),
                "{name}: no place: {}",
                problem.message
            );
            for phrase in std::iter::once(&problem.message).chain(&problem.hints) {
                let begins_small = phrase.chars().next().is_some_and(|c| !c.is_uppercase());
                assert!(
                    begins_small && !phrase.ends_with('.') && !phrase.contains('\n'),
                    "{name}: {phrase}"
                );
            }
        }
    }
}

#[test]
fn problems_of_all_stages_are_reported_in_one_run() {
    let problems = problems(&folder().join("everything-at-once.toml"));
    let mut rules: Vec<&str> = problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .map(|problem| problem.rule.name())
        .collect();
    rules.sort_unstable();
    rules.dedup();
    assert!(rules.len() >= 12, "{rules:?}");
}
