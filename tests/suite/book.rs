//! Runs the examples of the README and the book, and checks their links.
//!
//! Each page has a sandbox of its own, with `mira.toml`, the profile of the README, `papers.bib`
//! and a folder `profiles`. Its blocks are run in order:
//!
//! - `sh` blocks are run and must succeed; with `fails`, they must fail;
//! - a `text` block shows the output of the `sh` block before it. `…` stands for any text.
//!   `SNAPSHOTS=overwrite cargo test --test suite book` replaces blocks that differ;
//! - `rust` blocks are examples of the documentation of the crate, where `cargo test --doc` runs them;
//! - `toml` blocks are profiles without errors and warnings; fragments are completed;
//! - `file=NAME` writes a block to a file of the sandbox;
//! - `ignore` marks a block that cannot run here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::markdown::{Block, anchors, blocks, links};
use crate::support::sandbox::Sandbox;

/// Declares a test for each page, and the list of them.
macro_rules! pages {
    ($($name:ident: $path:literal,)*) => {
        const PAGES: &[&str] = &[$($path),*];
        $(
            #[test]
            fn $name() {
                run_page($path);
            }
        )*
    };
}

pages! {
    readme: "README.md",
    start: "docs/start.md",
    install: "docs/install.md",
    writing: "docs/writing.md",
    profile_format: "docs/profile-format.md",
    dates: "docs/dates.md",
    editors: "docs/editors.md",
    layouts: "docs/layouts.md",
    gallery: "docs/gallery.md",
    variants: "docs/variants.md",
    fit: "docs/fit.md",
    machine_reading: "docs/machine-reading.md",
    extractors: "docs/extractors.md",
    posting: "docs/posting.md",
    batch: "docs/batch.md",
    stream: "docs/stream.md",
    ci: "docs/ci.md",
    exports: "docs/exports.md",
    python: "docs/python.md",
    import: "docs/import.md",
    from_linkedin: "docs/from-linkedin.md",
    from_json_resume: "docs/from-json-resume.md",
    from_reactive_resume: "docs/from-reactive-resume.md",
    from_rendercv: "docs/from-rendercv.md",
    from_word: "docs/from-word.md",
    from_yamlresume: "docs/from-yamlresume.md",
    from_europass: "docs/from-europass.md",
    from_orcid: "docs/from-orcid.md",
    from_a_table: "docs/from-a-table.md",
    preview: "docs/preview.md",
    json_resume: "docs/json-resume.md",
    press: "docs/press.md",
    own_layout: "docs/own-layout.md",
    template_contract: "templates/README.md",
    messages: "docs/messages.md",
    upgrades: "docs/upgrades.md",
    commands: "docs/commands.md",
    architecture: "docs/architecture.md",
    releasing: "docs/releasing.md",
}

/// Pages whose examples other tests run, or that only include another page.
const CHECKED_ELSEWHERE: [&str; 3] = ["docs/fill.md", "docs/rules.md", "docs/template-contract.md"];

/// Pages outside of the book whose links are checked too.
const OTHER_PAGES: [&str; 4] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "benches/README.md",
    "fonts/README.md",
];

/// Languages of blocks that are only read, or that become files for a later block.
const NOT_RUN: [&str; 6] = ["", "bibtex", "markdown", "typ", "python", "yaml"];

const BIBLIOGRAPHY: &str = "@article{okafor2024,
  author = {Okafor, Mira},
  title = {Kernels That Wait for No One},
  journal = {Journal of Example Systems},
  year = {2024},
  keywords = {selected},
}
";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
fn read(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// Returns the profile that the README shows.
pub fn profile_of_the_readme() -> String {
    let short_messages = blocks(&read("README.md"));
    let profile = short_messages
        .into_iter()
        .find(|block| block.file() == Some("mira.toml"));
    profile.expect("mira.toml in the README").text
}

fn run_page(page: &str) {
    let mut source = read(page);
    let sandbox = Sandbox::new();
    sandbox.write("mira.toml", &profile_of_the_readme());
    sandbox.write("papers.bib", BIBLIOGRAPHY);
    let shipped = "profiles/compact-engineer.toml";
    sandbox.copy(shipped, shipped);
    let mut output = None;
    let mut stale = Vec::new();
    for block in blocks(&source) {
        let place = format!("{page}:{}", block.line);
        if let Some(name) = block.file() {
            sandbox.write(name, &block.text);
        }
        if block.has("ignore") {
            continue;
        }
        match block.language.as_str() {
            "sh" => output = Some(run_script(&sandbox, &block, &place)),
            "text" => {
                let actual = output.take();
                let actual = actual.unwrap_or_else(|| panic!("{place}: output of no command"));
                if !matches_shown(&block.text, &actual) {
                    stale.push((block, actual));
                }
            }
            "toml" if is_profile(&block) => check_profile(&sandbox, &block, &place),
            "toml" => {}
            "rust" => check_rust(&block, &place),
            language if NOT_RUN.contains(&language) => {}
            language => panic!("{place}: no test checks {language}; mark the block `ignore`"),
        }
    }
    if stale.is_empty() {
        return;
    }
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        for (block, actual) in stale.iter().rev() {
            source = replace_block(&source, block, actual);
        }
        std::fs::write(root().join(page), source).expect("a page");
        return;
    }
    let differences: Vec<String> = stale
        .iter()
        .map(|(block, actual)| difference(page, block, actual))
        .collect();
    panic!(
        "{}\nSNAPSHOTS=overwrite cargo test --test suite book updates {page}",
        differences.join("\n")
    );
}

fn difference(page: &str, block: &Block, actual: &str) -> String {
    let (line, shown) = (block.line, &block.text);
    format!("{page}:{line} shows\n{shown}\nbut the output is\n{actual}")
}

/// Runs a block as a shell script, with the program in the path, and returns its output and errors.
fn run_script(sandbox: &Sandbox, block: &Block, place: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_cvpress"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-e", "-c", &format!("exec 2>&1\n{}", block.text)])
        .current_dir(sandbox.path(""))
        .env("PATH", path)
        .env_remove("SOURCE_DATE_EPOCH")
        .env_remove("CVPRESS_TEMPLATES")
        .env_remove("CVPRESS_FONTS")
        .env("CVPRESS_TIMEOUT", "off")
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        output.status.code(),
        Some(i32::from(block.has("fails"))),
        "{place}: {text}"
    );
    text
}

/// Checks that the documentation of the crate has the same example, apart from hidden lines.
#[track_caller]
fn check_rust(block: &Block, place: &str) {
    let documentation: String = read("src/lib.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .filter(|line| !line.starts_with("# "))
        .flat_map(|line| [line, "\n"])
        .collect();
    let examples = blocks(&documentation);
    assert!(
        examples.iter().any(|example| example.text == block.text),
        "{place}: src/lib.rs does not have this example"
    );
}

/// Returns whether an output is what a page shows of it.
fn matches_shown(short_messages: &str, actual: &str) -> bool {
    let pieces: Vec<&str> = short_messages.trim_end().split('…').collect();
    let Some((first, rest)) = pieces.split_first() else {
        return false;
    };
    let Some(mut left) = actual.trim_end().strip_prefix(first) else {
        return false;
    };
    let Some((last, middle)) = rest.split_last() else {
        return left.is_empty();
    };
    for piece in middle {
        let Some(at) = left.find(piece) else {
            return false;
        };
        left = &left[at + piece.len()..];
    }
    left.ends_with(last)
}

fn replace_block(source: &str, block: &Block, text: &str) -> String {
    let mut lines: Vec<&str> = source.lines().collect();
    let end = block.line + block.text.lines().count();
    lines.splice(block.line..end, text.trim_end().lines());
    lines.join("\n") + "\n"
}

/// Returns whether a TOML block is a profile, and no manifest of a layout.
fn is_profile(block: &Block) -> bool {
    !block
        .file()
        .is_some_and(|name| name.ends_with("layout.toml"))
}

/// Warnings about fragments: they have no date, and one has the inks of a press.
const OF_FRAGMENTS: [&str; 2] = ["warning[undated]", "warning[press-ink]"];

fn is_of_fragment(message: &str) -> bool {
    OF_FRAGMENTS.iter().any(|rule| message.contains(rule))
}

fn check_profile(sandbox: &Sandbox, block: &Block, place: &str) {
    let name = "example.toml";
    let mut faults = String::new();
    for profile in completions(&block.text) {
        sandbox.write(name, &profile);
        let run = sandbox.run(&format!("check {name} --message-format short"));
        if run.code == Some(0) && run.stderr.lines().all(is_of_fragment) {
            return;
        }
        faults += &run.text();
        faults += &run.stderr;
    }
    panic!("{place}: {faults}");
}

/// Returns the profiles that a fragment may be part of: as it is, with a person and a section if it
/// lacks them; or as keys of a person, a section or an entry.
fn completions(fragment: &str) -> Vec<String> {
    const PERSON: &str = "[person]\nname = 'Ada Ruiz'\n";
    const SECTION: &str = "[[section]]\nkind = 'publication'\n";
    const ENTRY: &str = "[[section]]\nkind = 'experience'\n[[section.entry]]\n";
    let mut profiles = vec![with_missing_tables(fragment, PERSON)];
    for table in ["", SECTION, ENTRY] {
        profiles.push([PERSON, table, fragment].concat());
    }
    profiles
}

/// Inserts a person, and the section of entries, before the first table of a fragment.
fn with_missing_tables(fragment: &str, person: &str) -> String {
    let after_keys = fragment.find("\n[").map_or(fragment.len(), |at| at + 1);
    let start = if fragment.starts_with('[') {
        0
    } else {
        after_keys
    };
    let (keys, tables) = fragment.split_at(start);
    let mut profile = keys.to_owned();
    if !fragment.contains("[person]") {
        profile += person;
    }
    if tables.starts_with("[[section.entry") {
        profile += "[[section]]\nkind = 'experience'\n";
    }
    profile + tables
}

#[test]
fn shown_output_matches_with_gaps() {
    assert!(matches_shown("a\nb\n", "a\nb"));
    assert!(matches_shown("a … c … e\n", "a b c d e\n"));
    assert!(!matches_shown("a … c\n", "a b c d\n"));
    assert!(!matches_shown("a\n", "a\nb\n"));
    assert!(!matches_shown("… c … b …\n", "a b c\n"));
}

#[test]
fn every_page_is_in_the_summary_and_run() {
    let files = std::fs::read_dir(root().join("docs")).expect("the book");
    let pages: BTreeSet<String> = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .filter_map(|path| Some(format!("docs/{}", path.file_name()?.to_str()?)))
        .filter(|page| page != "docs/SUMMARY.md")
        .collect();
    let summary = read("docs/SUMMARY.md");
    let listed: BTreeSet<String> = links(&summary)
        .into_iter()
        .map(|link| format!("docs/{link}"))
        .collect();
    assert_eq!(listed, pages);
    for page in &pages {
        let page = page.as_str();
        assert!(
            PAGES.contains(&page) || CHECKED_ELSEWHERE.contains(&page),
            "{page} is not run"
        );
    }
}

#[test]
fn every_link_has_a_target() {
    let pages = PAGES.iter().chain(&CHECKED_ELSEWHERE).chain(&OTHER_PAGES);
    for page in pages {
        let source = read(page);
        for link in links(&source) {
            if link.contains("://") {
                continue;
            }
            check_link(page, link, &source);
        }
    }
}

fn check_link(page: &str, link: &str, source: &str) {
    let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
    let folder = Path::new(page).parent().expect("a folder");
    let path: PathBuf = root().join(folder).join(file);
    let target = if file.is_empty() {
        source.to_owned()
    } else {
        assert!(path.exists(), "{page} links to {link}");
        String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned()
    };
    if !fragment.is_empty() {
        let has_anchor = anchors(&target).iter().any(|anchor| anchor == fragment);
        assert!(has_anchor, "{page} links to {link}");
    }
}

#[test]
fn the_page_of_the_commands_has_every_command() {
    let page = read("docs/commands.md");
    let help = Sandbox::new().run("--help").code(0).text();
    let commands = listed_commands(&help);
    assert!(commands.contains(&"render"), "{help}");
    for command in commands {
        let entry = format!("| `cvpress {command}");
        assert!(page.contains(&entry), "{command} is not on the page");
    }
}

#[test]
fn the_page_of_the_commands_has_every_press_command() {
    let page = read("docs/press.md");
    let help = Sandbox::new().run("press --help").code(0).text();
    let commands = listed_commands(&help);
    assert!(commands.contains(&"preflight"), "{help}");
    for command in commands {
        let entry = format!("`cvpress press {command}");
        assert!(page.contains(&entry), "{command} is not on the page");
    }
}

/// Returns the names that a help text lists below `Commands:`.
fn listed_commands(help: &str) -> Vec<&str> {
    help.lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect()
}
