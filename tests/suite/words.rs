//! Plain American English: help, messages, comments and docs avoid the words in `words.toml`.

use std::ffi::OsStr;
use std::path::Path;

use cvpress::diagnostic::RULES;
use serde::Deserialize;

use crate::support::sandbox::Sandbox;

/// The words to avoid.
const WORDS: &str = include_str!("words.toml");

/// Folders and files whose texts people read.
const TEXTS: [&str; 18] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs",
    "benches",
    "fonts/README.md",
    "packaging",
    "profiles",
    "python/cvpress",
    "python/src",
    "templates",
    "src",
    "tests/browser",
    "tests/profiles",
    "tests/suite",
    "tests/support",
    "tests/main.rs",
    ".ci",
];

/// The list, and this test.
const LIST: &str = "tests/suite/words.";

#[derive(Deserialize)]
struct WordList {
    word: Vec<Word>,
}

/// Words with the same replacement.
#[derive(Deserialize)]
struct Word {
    avoid: Vec<String>,
    #[serde(rename = "use")]
    replacement: String,
    #[serde(default)]
    except: Vec<String>,
}

fn word_list() -> Vec<Word> {
    let list: WordList = toml::from_str(WORDS).expect("a list of words");
    list.word
}

/// Returns what to correct in a text, with the numbers of the lines.
fn findings(name: &str, text: &str, words: &[Word]) -> Vec<String> {
    let mut findings = Vec::new();
    let mut lines = text.lines().peekable();
    let mut number = 0;
    while let Some(line) = lines.next() {
        number += 1;
        let next = lines.peek().copied().unwrap_or_default().to_lowercase();
        let both = format!("{} {}", line.trim_end(), without_mark(&next)).to_lowercase();
        for word in words {
            for avoid in word.avoid.iter().filter(|avoid| contains(&both, avoid)) {
                let is_here = contains(&without_exceptions(&line.to_lowercase(), word), avoid);
                // A phrase may be on two lines.
                let is_divided = contains(&without_exceptions(&both, word), avoid)
                    && !contains(&without_exceptions(&next, word), avoid);
                if is_here || is_divided {
                    let replacement = &word.replacement;
                    findings.push(format!(
                        "{name}:{number}: `{avoid}`: use {replacement}: {}",
                        line.trim()
                    ));
                }
            }
        }
    }
    findings
}

/// Returns a line without the mark of a comment or a list.
fn without_mark(line: &str) -> &str {
    line.trim_start_matches(['/', '!', '#', ' ', '>'])
}

/// Returns a lower-case line without the phrases in which a word is right.
fn without_exceptions(line: &str, word: &Word) -> String {
    let mut line = line.to_owned();
    for phrase in &word.except {
        line = line.replace(&phrase.to_lowercase(), "…");
    }
    line
}

/// Whether a lower-case line contains a whole word, or with `*` a word that starts so.
fn contains(line: &str, pattern: &str) -> bool {
    let (word, is_prefix) = match pattern.strip_suffix('*') {
        Some(prefix) => (prefix, true),
        None => (pattern, false),
    };
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        let starts_word = before.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        let ends_word = after.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        starts_word && (is_prefix || ends_word)
    })
}

/// Returns the help of a command and of the commands in it.
fn help(sandbox: &Sandbox, command: &str) -> String {
    let mut text = sandbox.run(&format!("{command} --help")).code(0).text();
    let listed = text.split("\nCommands:\n").nth(1).unwrap_or_default();
    let names: Vec<String> = listed
        .lines()
        .take_while(|line| line.starts_with("  "))
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(|name| format!("{command} {name}"))
        .collect();
    for name in names {
        text += &help(sandbox, name.trim());
    }
    text
}

/// Returns the lines of a file that are ours, empty lines for the others: the content of CVs and
/// the inputs of tests are in their own English.
fn our_text(path: &str, text: &str) -> String {
    let extension = Path::new(path).extension().and_then(OsStr::to_str);
    let is_input = [
        "profiles/",
        "tests/",
        "src/cli/commands/layouts/starter/",
        "src/ide/edits/placeholders.toml",
        "src/ide/samples/",
        "src/profile/synonyms.toml",
        "src/profile/value_words.toml",
        "src/verify/posting/words/",
    ]
    .iter()
    .any(|folder| path.starts_with(folder));
    let mut is_example = false;
    let mut ours = String::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_example = line == "```toml" || line.starts_with("```toml ") && !is_example;
        }
        match extension {
            Some("rs") if is_input => ours += comment(line, "//"),
            Some("rs" | "typ") => ours += &comments_and_strings(line),
            Some("toml") if is_input => ours += comment(line, "# "),
            Some("txt") => ours += &message(line),
            _ if is_example => {}
            _ => ours += line,
        }
        ours.push('\n');
    }
    ours
}

/// Returns the comment of a line.
fn comment<'a>(line: &'a str, mark: &str) -> &'a str {
    line.split_once(mark).map_or("", |(_, comment)| comment)
}

/// Returns a line of a diagnostic, without the source lines and the words that it quotes.
fn message(line: &str) -> String {
    if line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        return String::new();
    }
    line.split('`').step_by(2).collect::<Vec<_>>().join(" … ")
}

/// Returns the comment and the strings of a line of code.
///
/// A line without signs of code is taken for part of a string.
fn comments_and_strings(line: &str) -> String {
    let code = line.trim_start();
    if code.starts_with("//") || !code.contains(['"', ';', '{', '(', ',', '=']) {
        return code.to_owned();
    }
    let mut readable = comment(line, " // ").to_owned();
    for string in line.split('"').skip(1).step_by(2) {
        readable += " … ";
        readable += string;
    }
    readable
}

/// Returns the files below a path that people read, sorted.
fn files(path: &Path) -> Vec<std::path::PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        let is_text = path.extension().is_some_and(|extension| {
            [
                "css", "html", "js", "md", "mjs", "py", "rs", "sh", "toml", "txt", "typ",
            ]
            .iter()
            .any(|known| extension == *known)
        });
        // Packages of others, and what is built from them.
        let is_ours = !path.ends_with("node_modules") && !path.ends_with("src/preview/web/bundle");
        if path.is_dir() && is_ours {
            found.extend(files(&path));
        } else if is_text && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn help_and_rules_use_plain_words() {
    let words = word_list();
    let sandbox = Sandbox::new();
    let help = help(&sandbox, "");
    assert!(help.contains("Creep per inner sheet"), "{help}");
    let mut wrong = findings("help", &help, &words);
    wrong.extend(findings("man", &sandbox.run("man").code(0).text(), &words));
    for rule in RULES.iter() {
        wrong.extend(findings(&rule.name, &rule.about, &words));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_use_plain_words() {
    let words = word_list();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for file in TEXTS.iter().flat_map(|text| files(&root.join(text))) {
        let name = file.strip_prefix(root).expect("inside").to_string_lossy();
        if name.starts_with(LIST) {
            continue;
        }
        // Words of other languages are right as they are.
        let is_foreign = name.starts_with("src/content/locales") && !name.ends_with("en.toml");
        let is_words = ["src/import/words.toml", "src/import/document/words.toml"];
        if is_foreign || is_words.contains(&&*name) {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("text");
        wrong.extend(findings(&name, &our_text(&name, &text), &words));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn finds_words_and_their_exceptions() {
    let words = word_list();
    for (text, count) in [
        ("The CV is printed in Colours", 2),
        ("It shows what\n/// becomes of a date", 1),
        (
            "there is no PDF, it is printed on paper; the fingerprints",
            0,
        ),
    ] {
        assert_eq!(findings("text", text, &words).len(), count, "{text}");
    }
    let readable = comments_and_strings(r#"printed("a message"); // a comment"#);
    assert_eq!(readable, "a comment … a message");
    assert_eq!(
        message("error: unknown key `colour` in it"),
        "error: unknown key  …  in it"
    );
    assert_eq!(message("8 | colour = 1"), "");
}
