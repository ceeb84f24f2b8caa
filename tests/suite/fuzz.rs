//! Readers of what strangers write come to an end, and do not fall: they are given texts that were
//! right once, changed at random.
//!
//! A run gives each reader some dozens of them, the same every time; `FUZZ_SECONDS=60 cargo test
//! --test suite fuzz` goes on for as long with each reader. What is being read lies in
//! `fuzz-READER` of Cargo's folder for tests, and belongs into `tests/corpus/READER` where it has
//! shown a fault.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use cvpress::diagnostic::{Deny, Source};
use cvpress::pipeline::Document;
use cvpress::profile::{self, Input};
use cvpress::selection::{Choice, Choices};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

use crate::support::rendering::{ENGINE, open, render_cv};

/// How many changed texts a reader is given in a round.
const CASES: u32 = 40;

/// How long a reader may take over a text, in a build that is not optimized.
const LONGEST: Duration = Duration::from_secs(20);

/// How large a text may become, in bytes.
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

/// What readers take for more than a text.
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
        let part = |at: &Index, length: u8| {
            let start = at.index(bytes.len());
            start..(start + usize::from(length)).min(bytes.len())
        };
        match self {
            Self::Remove(at, length) => drop(bytes.drain(part(at, *length))),
            Self::Repeat(at, length, times) => {
                let part = part(at, *length);
                let more = bytes[part.clone()].repeat(usize::from(*times));
                bytes.splice(part.end..part.end, more);
            }
            Self::Move(from, to, length) => {
                let moved = bytes[part(from, *length)].to_vec();
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

/// The files of the project in some folders that have one of the endings.
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

/// Gives a reader the texts as they are, then changed ones.
fn fuzz(name: &str, corpus: &[Vec<u8>], check: fn(&[u8])) {
    let seconds: u64 = std::env::var("FUZZ_SECONDS")
        .ok()
        .and_then(|seconds| seconds.parse().ok())
        .unwrap_or(0);
    let begun = Instant::now();
    for text in corpus {
        watched(name, text.clone(), check).unwrap_or_else(|error| panic!("{name}: {error}"));
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
            watched(name, bytes, check).map_err(TestCaseError::fail)
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

/// Runs a reader on a thread of its own, so that one that never ends is found out.
fn watched(name: &str, bytes: Vec<u8>, check: fn(&[u8])) -> Result<(), String> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
    std::fs::write(&path, &bytes).map_err(|error| error.to_string())?;
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        check(&bytes);
        // Nobody listens any more where it took too long.
        let _ = sender.send(());
    });
    match receiver.recv_timeout(LONGEST) {
        Ok(()) => Ok(()),
        Err(mpsc::RecvTimeoutError::Timeout) => {
            Err(format!("no end after {LONGEST:?} of {}", path.display()))
        }
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            let said = thread
                .join()
                .err()
                .and_then(|said| said.downcast::<String>().ok());
            Err(format!(
                "{} falls: {}",
                path.display(),
                said.map(|said| *said).unwrap_or_default()
            ))
        }
    }
}

/// Reads a profile and makes the data of all its CVs, and tells all that is wrong with it.
fn read(toml: &str, folder: Option<&Path>) {
    let Ok(reading) = profile::parse(Source::new("test.toml", toml), folder, None) else {
        return;
    };
    let all = || vec![profile::ALL.to_owned()];
    let mut choices = vec![
        Choice {
            public: true,
            ..Choice::default()
        },
        Choice {
            anonymous: true,
            ..Choice::default()
        },
    ];
    choices.extend(
        Choices {
            locales: all(),
            ..Choices::default()
        }
        .of(&reading)
        .into_iter()
        .take(3),
    );
    choices.extend(
        Choices {
            variants: all(),
            ..Choices::default()
        }
        .of(&reading)
        .into_iter()
        .take(3),
    );
    for choice in choices {
        drop(Document::new(
            &reading,
            &choice,
            "test",
            &Deny::default(),
            &ENGINE,
        ));
    }
}

/// A profile with a value in quotation marks that suit it.
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
        read(&String::from_utf8_lossy(bytes), None);
    });
}

#[test]
fn formatting() {
    let corpus = corpus(
        &["profiles", "tests/profiles/invalid", "tests/corpus/profile"],
        &["toml"],
    );
    fuzz("profile-format", &corpus, |bytes| {
        let folder = tempfile::tempdir().expect("a folder");
        let format = |text: &str| {
            let path = folder.path().join("a.toml");
            std::fs::write(&path, text).expect("a file");
            profile::formatted(&Input::File(path))
        };
        let text = String::from_utf8_lossy(bytes);
        let Ok((before, after)) = format(&text) else {
            return;
        };
        // TOML leaves it to its readers what a line of a string ends with.
        let plain = |text: &str| text.replace("\r\n", "\n");
        let value = |text: &str| {
            toml::from_str::<toml::Table>(&plain(text))
                .expect("TOML")
                .to_string()
        };
        let sorted = |text: &str| {
            let mut characters: Vec<char> = value(text).chars().collect();
            characters.sort_unstable();
            characters
        };
        assert_eq!(sorted(&before), sorted(&after), "something is lost");
        let (_, again) = format(&after).unwrap_or_else(|_| panic!("no TOML any more"));
        assert_eq!(after, again, "not done at once");
    });
}

#[test]
fn markdown() {
    fuzz(
        "markdown",
        &corpus(&["tests/corpus/markdown"], &["md"]),
        |bytes| {
            let text = String::from_utf8_lossy(bytes);
            read(&quoted("[[section]]\nkind = 'text'\nbody = ", &text), None);
            read(
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
                read(&toml, None);
            }
        }
    });
}

fn bibliography(name: &str, bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), bytes).expect("a file");
    let profile = format!(
        "[person]\nname = 'Jane Doe'\n[[section]]\nkind = 'publication'\nbibliography = '{name}'\n"
    );
    read(&profile, Some(folder.path()));
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

#[test]
fn pdfs() {
    let profile = "[person]\nname = 'Ada'\nurl = 'https://example.org'\n[[section]]\nkind = 'list'\nhighlights = ['One.']\n";
    let corpus = ["compact", "readme"].map(|layout| render_cv(open(profile), layout, None).bytes);
    fuzz("pdf", &corpus, |bytes| {
        drop(cvpress::verify::read(bytes, "a.pdf"));
    });
}
