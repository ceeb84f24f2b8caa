//! Parsers of untrusted files terminate and do not panic. They are given valid texts with random
//! changes. A run gives each parser some dozens of texts, the same every time; `FUZZ_SECONDS=60
//! cargo test --test suite fuzz` continues for a minute with each parser. The current text is in
//! `fuzz-PARSER` in Cargo's folder for tests; copy it to `tests/corpus/PARSER` if it reveals a bug.

use std::borrow::Cow;
use std::ops::Range;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cvpress::diagnostic::{Deny, Diagnostics, MessageFormat, Source, render, rule};
use cvpress::ide::edits::in_short_form;
use cvpress::layout::DesignOverrides;
use cvpress::pipeline::Document;
use cvpress::profile;
use cvpress::selection::{Choice, Choices};
use cvpress::typeset;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

use crate::support::panics;
use crate::support::rendering::{ENGINE, open, render_cv};

/// Number of changed texts per parser and round.
const CASES: u32 = 40;

/// Maximum length of a text, in bytes.
const LARGEST: usize = 1 << 16;

/// A change to a text.
#[derive(Debug, Clone)]
enum Edit {
    Remove(Index, u8),
    Repeat(Index, u8, u16),
    Move(Index, Index, u8),
    Insert(Index, &'static [u8]),
    Byte(Index, u8),
}

/// Tokens with a meaning to a parser.
const TOKENS: [&[u8]; 40] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"(",
    b")",
    b"<",
    b">",
    b"\"",
    b"\"\"\"",
    b"'''",
    b"\\",
    b"\\u{0}",
    b"\\uD800",
    b"#",
    b"@",
    b"=",
    b",",
    b"|",
    b"*",
    b"**",
    b"_",
    b"`",
    b"```\n",
    b"> ",
    b"- ",
    b"1. ",
    b"\n",
    b"\r\n",
    b"\t",
    b"&a ",
    b"*a",
    b": ",
    b"99999999999999999999",
    b"-1",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xae",
    b"\xcc\x81",
    b"\xf0\x9f\x91\xa9",
    b"\0",
];

fn edit() -> impl Strategy<Value = Edit> {
    proptest::prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, length)| Edit::Remove(at, length)),
        (any::<Index>(), any::<u8>(), 1..400_u16).prop_map(|(at, length, times)| Edit::Repeat(
            at,
            length % 24,
            times
        )),
        (any::<Index>(), any::<Index>(), any::<u8>())
            .prop_map(|(from, to, length)| Edit::Move(from, to, length)),
        (any::<Index>(), select(&TOKENS[..])).prop_map(|(at, token)| Edit::Insert(at, token)),
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Edit::Byte(at, byte)),
    ]
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Self::Remove(at, length) => drop(bytes.drain(part(bytes.len(), *at, *length))),
            Self::Repeat(at, length, times) => {
                let part = part(bytes.len(), *at, *length);
                let more = bytes[part.clone()].repeat(usize::from(*times));
                bytes.splice(part.end..part.end, more);
            }
            Self::Move(from, to, length) => {
                let moved = bytes[part(bytes.len(), *from, *length)].to_vec();
                let to = to.index(bytes.len());
                bytes.splice(to..to, moved);
            }
            Self::Insert(at, token) => {
                let at = at.index(bytes.len());
                bytes.splice(at..at, token.iter().copied());
            }
            Self::Byte(at, byte) => {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
        }
        bytes.truncate(LARGEST);
    }
}

/// Returns a part of a text of `total` bytes.
fn part(total: usize, at: Index, length: u8) -> Range<usize> {
    let start = at.index(total);
    start..(start + usize::from(length)).min(total)
}

/// Returns the files in these folders that have one of the extensions.
fn corpus(folders: &[&str], endings: &[&str]) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder of the project"));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| {
        endings
            .iter()
            .any(|ending| path.extension().is_some_and(|own| own == *ending))
    });
    files.sort();
    assert!(!files.is_empty(), "no text in {folders:?}");
    files
        .into_iter()
        .map(|path| std::fs::read(path).expect("a file"))
        .collect()
}

/// Gives a parser the unchanged texts, then changed ones.
fn fuzz(name: &str, corpus: &[Vec<u8>], check: fn(&[u8])) {
    let seconds: u64 = std::env::var("FUZZ_SECONDS")
        .ok()
        .and_then(|seconds| seconds.parse().ok())
        .unwrap_or(0);
    let begun = Instant::now();
    for text in corpus {
        run_reader(name, text, check).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for round in 0_u64.. {
        let config = Config {
            cases: CASES,
            failure_persistence: None,
            ..Config::default()
        };
        let mut runner = TestRunner::new_with_rng(
            config,
            TestRng::from_seed(RngAlgorithm::ChaCha, &[round.to_le_bytes(); 4].concat()),
        );
        let outcome = runner.run(&(any::<Index>(), vec(edit(), 1..8)), |(which, edits)| {
            let mut bytes = which.get(corpus).clone();
            for edit in &edits {
                edit.apply(&mut bytes);
            }
            run_reader(name, &bytes, check).map_err(TestCaseError::fail)
        });
        assert!(
            outcome.is_ok(),
            "{name}, round {round}: {}",
            outcome.err().map(|e| e.to_string()).unwrap_or_default()
        );
        if begun.elapsed().as_secs() >= seconds {
            break;
        }
    }
}

/// Runs a reader, and returns what it panics with.
fn run_reader(name: &str, bytes: &[u8], check: fn(&[u8])) -> Result<(), String> {
    // If a parser never returns, its text is here.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
    std::fs::write(&path, bytes).map_err(|error| error.to_string())?;
    let panic = match catch_unwind(|| check(bytes)) {
        Ok(()) => return Ok(()),
        Err(panic) => panic,
    };
    let message = match panic.downcast_ref::<String>() {
        Some(text) => text.as_str(),
        None => panic.downcast_ref::<&str>().copied().unwrap_or_default(),
    };
    Err(format!("{} panics: {message}", path.display()))
}

/// Reads a profile, makes the content of its CVs, and renders all messages about them.
fn read_profile(toml: &str, folder: Option<&Path>) {
    let reading = match profile::parse(Source::new("test.toml", toml), folder, None) {
        Ok(reading) => reading,
        Err(problems) => return check_messages(&problems, true),
    };
    check_messages(&reading.problems, false);
    let public = Choice {
        public: true,
        ..Choice::default()
    };
    let anonymous = Choice {
        anonymous: true,
        ..Choice::default()
    };
    let locales = Choices {
        locales: vec![profile::ALL.to_owned()],
        ..Choices::default()
    };
    let variants = Choices {
        variants: vec![profile::ALL.to_owned()],
        ..Choices::default()
    };
    let mut choices = vec![public, anonymous];
    choices.extend(locales.of(&reading).into_iter().take(3));
    choices.extend(variants.of(&reading).into_iter().take(3));
    for choice in choices {
        let document = Document::new(&reading, &choice, "test", &Deny::default(), &ENGINE);
        check_messages(&document.problems, false);
        let layout = ENGINE.layouts().get("compact").expect("the layout");
        let design = document.design(layout, &DesignOverrides::default(), &ENGINE);
        let data = typeset::template_data(&document.resume, &design.design, layout, &ENGINE);
        serde_json::to_string(&data).expect("data for templates");
    }
}

/// Checks that messages can be shown, and that none is about the program itself.
fn check_messages(problems: &Diagnostics, must_fail: bool) {
    for format in [MessageFormat::Human, MessageFormat::Short] {
        let messages = render(problems, format);
        assert_eq!(messages.is_empty(), problems.is_empty());
    }
    assert!(
        problems.has_errors() || !must_fail,
        "refused without an error"
    );
    assert!(
        problems
            .iter()
            .all(|problem| problem.rule != rule::INTERNAL)
    );
}

/// Appends a value as a TOML string.
fn quoted(before: &str, value: &str) -> String {
    format!("{before}{}\n", toml::Value::String(value.to_owned()))
}

#[test]
fn profiles() {
    let corpus = corpus(
        &["profiles", "tests/profiles/invalid", "tests/corpus/profile"],
        &["toml"],
    );
    fuzz("profile", &corpus, |bytes| {
        read_profile(&String::from_utf8_lossy(bytes), None);
    });
}

/// Returns the characters of the value of a TOML text, sorted. TOML lets parsers normalize line
/// endings in strings.
fn sorted_value(toml: &str) -> Vec<char> {
    let value: toml::Table = toml.replace("\r\n", "\n").parse().expect("TOML");
    let mut characters: Vec<char> = value.to_string().chars().collect();
    characters.sort_unstable();
    characters
}

#[test]
fn formatting() {
    let corpus = corpus(
        &["profiles", "tests/profiles/invalid", "tests/corpus/profile"],
        &["toml"],
    );
    fuzz("profile-format", &corpus, |bytes| {
        let before = String::from_utf8_lossy(bytes);
        let before = before.trim_start_matches('\u{feff}');
        let format = |text: &str| profile::formatted_text("a.toml".to_owned(), text);
        let Ok(after) = format(before) else {
            return;
        };
        // `toml` has no value for an integer out of range, which stays as typed.
        if before.parse::<toml::Table>().is_err() {
            return;
        }
        assert_eq!(
            sorted_value(before),
            sorted_value(&after),
            "something is lost"
        );
        let again = format(&after).unwrap_or_else(|_| panic!("no longer TOML"));
        assert_eq!(after, again, "formatting twice differs");
        let short = in_short_form("a.toml", &after).expect("TOML");
        assert!(format(&short).is_ok(), "the short form is not TOML");
    });
}

#[test]
fn markdown() {
    fuzz(
        "markdown",
        &corpus(&["tests/corpus/markdown"], &["md"]),
        |bytes| {
            let text = String::from_utf8_lossy(bytes);
            read_profile(&quoted("[[section]]\nkind = 'text'\nbody = ", &text), None);
            read_profile(
                &quoted(
                    "[[section]]\nkind = 'list'\n[[section.entry]]\ntext = ",
                    &text,
                ),
                None,
            );
        },
    );
}

#[test]
fn dates() {
    fuzz("date", &corpus(&["tests/corpus/date"], &["txt"]), |bytes| {
        for line in String::from_utf8_lossy(bytes).lines().take(40) {
            let date = quoted(
                "[[section]]\nkind = 'list'\n[[section.entry]]\ntext = 'x'\ndate = ",
                line,
            );
            let period = quoted(
                "[[section]]\nkind = 'list'\n[[section.entry]]\ntext = 'x'\nstart = '2001'\nend = ",
                line,
            );
            let bare = format!(
                "date = {line}\n[[section]]\nkind = 'list'\n[[section.entry]]\ntext = 'x'\nstart = {line}\n"
            );
            for toml in [date, period, bare] {
                read_profile(&toml, None);
            }
        }
    });
}

/// Reads a bibliography of these bytes, and one of their text: parsers see no bytes that are not
/// UTF-8, such as half a character, but they do see the character that stands for them.
fn bibliography(name: &str, bytes: &[u8]) {
    read_bibliography(name, bytes);
    if let Cow::Owned(text) = String::from_utf8_lossy(bytes) {
        read_bibliography(name, text.as_bytes());
    }
}

fn read_bibliography(name: &str, bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), bytes).expect("a file");
    let profile = format!(
        "[person]\nname = 'Jane Doe'\n[[section]]\nkind = 'publication'\nbibliography = '{name}'\n"
    );
    read_profile(&profile, Some(folder.path()));
}

#[test]
fn bibtex() {
    let corpus = corpus(
        &[
            "tests/profiles/bibliography",
            "tests/profiles/invalid",
            "tests/corpus/bibtex",
        ],
        &["bib"],
    );
    fuzz("bibtex", &corpus, |bytes| bibliography("a.bib", bytes));
}

#[test]
fn hayagriva() {
    let corpus = corpus(
        &[
            "tests/profiles/bibliography",
            "tests/profiles/invalid",
            "tests/corpus/hayagriva",
        ],
        &["yml"],
    );
    fuzz("hayagriva", &corpus, |bytes| bibliography("a.yml", bytes));
}

/// Imports bytes, which become a profile without errors or have one.
fn import(bytes: &[u8]) {
    let input = cvpress::import::ImportInput::of_bytes("fuzz", bytes);
    match cvpress::import::import(&input, None) {
        Ok(imported) => {
            check_messages(&imported.problems, false);
            let source = Source::new("test.toml", &*imported.profile);
            let parsed = profile::parse(source, None, None).expect("a profile");
            assert!(!parsed.problems.has_errors());
        }
        Err(problems) => check_messages(&problems, true),
    }
}

#[test]
fn imports() {
    let corpus = corpus(&["tests/corpus/import"], &["json"]);
    fuzz("import", &corpus, import);
}

#[test]
fn pdfs() {
    panics::record();
    let profile = "[person]\nname = 'Ada'\nurl = 'https://example.org'\n[[section]]\nkind = 'list'\nhighlights = ['One.']\n";
    let corpus = ["compact", "readme"].map(|layout| render_cv(open(profile), layout, None).bytes);
    fuzz("pdf", &corpus, |bytes| {
        match cvpress::verify::read(bytes, "a.pdf") {
            Ok(content) => assert!(!content.pages.is_empty()),
            Err(problem) => assert_eq!(problem.rule, rule::UNREADABLE_PDF),
        }
        assert_eq!(panics::in_cvpress(), [] as [String; 0]);
    });
}
