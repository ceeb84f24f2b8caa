//! Diagnostics: the three message formats, errors outside profiles, and robustness against damaged
//! profiles.

#![expect(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cvpress::batch::{self, Batch, BatchProfile, find_profiles};
use cvpress::diagnostic::{
    Deny, Diagnostic, Diagnostics, MessageFormat, RULES, Source, render, rules_page,
};
use cvpress::layout::{DesignOverrides, Layouts};
use cvpress::pipeline::{Document, RenderOptions, check_profile};
use cvpress::profile::{self, Input};
use cvpress::selection::Choice;
use snapbox::{IntoData, assert_data_eq, str};

use crate::support::random::Random;
use crate::support::rendering::{ENGINE, overrides};
use crate::support::sandbox::Sandbox;

/// A profile with a problem of each severity, one of them in two places.
const WRONG: &str = "\
[person]
name = \"成泽 𓆉\"

[[section]]
kind = \"experience\"

[[section.entry]]
start = \"2024\"
end = \"2023-05\"
expected = true
links = [{ label = \"code\" }]
";

/// Rules that no expected output contains, each with the reason.
const NOT_SHOWN: &[(&str, &str)] = &[
    (
        "internal",
        "a fault of ours, which no test knows how to bring about",
    ),
    (
        "letters-read-twice",
        "letters with marks in fonts of users whose outlines are not TrueType, which the program cannot add glyphs to",
    ),
    (
        "pdf-standard",
        "a PDF that breaks the standard asked for, which a template would have to want",
    ),
];

fn drawn(problems: &Diagnostics, format: MessageFormat) -> String {
    anstream::adapter::strip_str(&render(problems, format)).to_string()
}

fn of_text(text: &str) -> Diagnostics {
    match profile::parse(Source::new("ada.toml", text), None, None) {
        Ok(reading) => {
            Document::new(
                &reading,
                &Choice::default(),
                "ada",
                &Deny::default(),
                &ENGINE,
            )
            .problems
        }
        Err(problems) => problems,
    }
}

/// Returns the messages about a file or folder of a sandbox.
fn of_file(sandbox: &Sandbox, name: &str, settings: DesignOverrides) -> String {
    let options = RenderOptions {
        settings,
        ..RenderOptions::default()
    };
    let problems = check_profile(&Input::File(sandbox.path(name)), &options, &ENGINE);
    relative(sandbox, &drawn(&problems, MessageFormat::Human))
}

fn relative(sandbox: &Sandbox, text: &str) -> String {
    text.replace(
        &format!(
            "{}/",
            sandbox.path("").display().to_string().trim_end_matches('/')
        ),
        "",
    )
}

/// Compares messages with the expected ones literally, without patterns.
#[track_caller]
fn assert_messages(messages: &str, expected: impl IntoData) {
    assert_data_eq!(messages, expected.into_data().raw());
}

#[test]
fn short_format_suits_problem_matchers() {
    assert_messages(
        &drawn(&of_text(WRONG), MessageFormat::Short),
        str![[r#"
ada.toml:2:12: error[missing-character]: no font has the character `𓆉` (U+13189); download `Noto Sans Egyptian Hieroglyphs` from https://fonts.google.com/noto/specimen/Noto+Sans+Egyptian+Hieroglyphs, and name the folder of its files: `cvpress render … --fonts Noto_Sans_Egyptian_Hieroglyphs/static`
ada.toml:9:7: error[end-before-start]: `end` is before `start`; swap them, or write `end = "present"` if it is ongoing
ada.toml:11:10: warning[link-without-url]: a link without `url` is rendered as plain text; add `url = "https://…"`, or write the text as a fact in `meta`

"#]],
    );
}

#[test]
fn json_format_has_one_object_per_problem() {
    assert_messages(
        &drawn(&of_text(WRONG), MessageFormat::Json),
        str![[r#"
{"severity":"error","rule":"missing-character","message":"no font has the character `𓆉` (U+13189)","place":{"file":"ada.toml","line":2,"column":12,"end_line":2,"end_column":13,"label":""},"also":[],"hints":["download `Noto Sans Egyptian Hieroglyphs` from https://fonts.google.com/noto/specimen/Noto+Sans+Egyptian+Hieroglyphs, and name the folder of its files: `cvpress render … --fonts Noto_Sans_Egyptian_Hieroglyphs/static`"]}
{"severity":"error","rule":"end-before-start","message":"`end` is before `start`","place":{"file":"ada.toml","line":9,"column":7,"end_line":9,"end_column":16,"label":"ends here"},"also":[{"file":"ada.toml","line":8,"column":9,"end_line":8,"end_column":15,"label":"starts here"}],"hints":["swap them, or write `end = \"present\"` if it is ongoing"]}
{"severity":"warning","rule":"link-without-url","message":"a link without `url` is rendered as plain text","place":{"file":"ada.toml","line":11,"column":10,"end_line":11,"end_column":28,"label":""},"also":[],"hints":["add `url = \"https://…\"`, or write the text as a fact in `meta`"]}

"#]],
    );
}

#[test]
fn problem_without_a_place_has_no_snippet() {
    let problems = Diagnostics::from(
        Diagnostic::error(
            cvpress::diagnostic::rule::USAGE,
            "standard input can be read once",
        )
        .hint("name a file"),
    );
    let all = [
        MessageFormat::Human,
        MessageFormat::Short,
        MessageFormat::Json,
    ];
    let messages: String = all
        .into_iter()
        .map(|format| drawn(&problems, format))
        .collect();
    assert_messages(
        &messages,
        str![[r#"
error[usage]: standard input can be read once
 |
 = help: name a file

error[usage]: standard input can be read once; name a file
{"severity":"error","rule":"usage","message":"standard input can be read once","place":null,"also":[],"hints":["name a file"]}

"#]],
    );
}

#[test]
fn rejects_files_that_are_not_text() {
    let sandbox = Sandbox::new();
    std::fs::write(
        sandbox.path("latin1.toml"),
        b"[person]\nname = \"Ren\xe9e\"\n",
    )
    .expect("a file");
    std::fs::write(sandbox.path("utf16.toml"), b"\xff\xfe[\0p\0").expect("a file");
    std::fs::write(sandbox.path("no-mark.toml"), b"[\0p\0e\0r\0s\0").expect("a file");
    sandbox.write("marks.toml", "\u{feff}\u{feff}[person]\nname = \"Ada\"\n");
    std::fs::write(sandbox.path("utf32.toml"), b"\0\0\xfe\xff\0\0\0[").expect("a file");
    std::fs::write(sandbox.path("wide.toml"), b"[\0\0\0p\0\0\0").expect("a file");
    let messages = [
        "latin1.toml",
        "utf16.toml",
        "no-mark.toml",
        "utf32.toml",
        "wide.toml",
        "marks.toml",
    ]
    .map(|name| of_file(&sandbox, name, DesignOverrides::default()))
    .concat();
    assert_messages(
        &messages,
        str![[r#"
error[unreadable-file]: `latin1.toml` is not UTF-8 text
 --> latin1.toml:2:12
  |
2 | name = "Ren�e"
  |            ^
  |
  = help: save it as UTF-8

error[unreadable-file]: `utf16.toml` is UTF-16 text
 |
 = help: save it as UTF-8

error[unreadable-file]: `no-mark.toml` is UTF-16 text
 |
 = help: save it as UTF-8

error[unreadable-file]: `utf32.toml` is UTF-32 text
 |
 = help: save it as UTF-8

error[unreadable-file]: `wide.toml` is UTF-32 text
 |
 = help: save it as UTF-8

error[unreadable-file]: `marks.toml` starts with two byte order marks
 |
 = help: save it as UTF-8 without a mark


"#]],
    );
}

#[test]
fn names_the_field_that_is_too_long_for_the_properties_of_a_pdf() {
    let sandbox = Sandbox::new();
    let long = "word ".repeat(2_000);
    for (field, profile) in [
        ("name", format!("[person]\nname = \"{long}\"\n")),
        (
            "headline",
            format!("[person]\nname = \"A\"\nheadline = \"{long}\"\n"),
        ),
        (
            "email",
            format!(
                "[person]\nname = \"A\"\nemail = \"{}@example.org\"\n",
                "x".repeat(8_000)
            ),
        ),
        (
            "title",
            format!("title = \"{long}\"\n[person]\nname = \"A\"\n"),
        ),
        (
            "keywords",
            format!(
                "[person]\nname = \"A\"\n[[section]]\nkind = \"skill\"\n[[section.entry]]\nname = \"B\"\nkeywords = [\"{long}\"]\n"
            ),
        ),
    ] {
        sandbox.write("long.toml", &profile);
        let messages = of_file(&sandbox, "long.toml", DesignOverrides::default());
        assert!(
            messages.contains(&format!("error[too-large]: `{field}` is too long"))
                && messages.contains("write at most 7000 bytes"),
            "{field}: {messages}"
        );
    }
}

#[test]
fn many_long_keywords_fit_into_the_properties_of_a_pdf() {
    let sandbox = Sandbox::new();
    let keywords: Vec<String> = (0..30)
        .map(|at| format!("\"{} {at}\"", "word ".repeat(400)))
        .collect();
    sandbox.write(
        "many.toml",
        &format!(
            "date = \"2026\"\n[person]\nname = \"A\"\n[[section]]\nkind = \"skill\"\n[[section.entry]]\nname = \"B\"\nkeywords = [{}]\n",
            keywords.join(", ")
        ),
    );
    sandbox.run("render many.toml -o many.pdf").succeeds();
}

#[test]
fn tells_files_of_other_programs_from_profiles() {
    let sandbox = Sandbox::new();
    let starts: [(&str, &[u8], &str); 9] = [
        ("a.pdf.toml", b"%PDF-1.7\n%\xe2\xe3\n", "a PDF"),
        ("a.zip.toml", b"PK\x03\x04\x14\0", "a ZIP archive"),
        (
            "a.doc.toml",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0",
            "an office document",
        ),
        ("a.rtf.toml", b"{\\rtf1 Ada}", "an RTF document"),
        ("a.gz.toml", b"\x1f\x8b\x08\0", "a gzip archive"),
        ("a.png.toml", b"\x89PNG\r\n\x1a\n", "a PNG image"),
        ("a.jpg.toml", b"\xff\xd8\xff\xe0\0", "a JPEG image"),
        ("a.gif.toml", b"GIF89a", "a GIF image"),
        ("a.elf.toml", b"\x7fELF\x02", "a program"),
    ];
    for (name, bytes, format) in starts {
        std::fs::write(sandbox.path(name), bytes).expect("a file");
        let messages = of_file(&sandbox, name, DesignOverrides::default());
        assert!(
            messages.contains(&format!("`{name}` is {format}"))
                && messages.contains(", not a profile"),
            "{messages}"
        );
    }
}

#[test]
fn reports_empty_files() {
    let sandbox = Sandbox::new();
    sandbox
        .write("empty.toml", "")
        .write("blank.toml", "\n\n# nothing yet\n");
    let messages = ["empty.toml", "blank.toml"]
        .map(|name| of_file(&sandbox, name, DesignOverrides::default()))
        .concat();
    assert_messages(
        &messages,
        str![[r#"
error[empty-profile]: the profile is empty
--> empty.toml
 = help: begin with `[person]` and `name = "…"`

error[empty-profile]: the profile is empty
 --> blank.toml:1:1
  |
1 |
  | ^
  |
  = help: begin with `[person]` and `name = "…"`


"#]],
    );
}

#[test]
fn reports_missing_files() {
    let sandbox = Sandbox::new();
    sandbox.write("cvs/ada.toml", "");
    let messages = ["cvs/adda.toml", "cvs/zoe.toml", "cv/ada.toml", "cvs"]
        .map(|name| of_file(&sandbox, name, DesignOverrides::default()))
        .concat();
    assert_messages(
        &messages,
        str![[r#"
error[unreadable-file]: there is no file `cvs/adda.toml`
 |
 = help: did you mean `cvs/ada.toml`?

error[unreadable-file]: there is no file `cvs/zoe.toml`

error[unreadable-file]: there is no file `cv/ada.toml`

error[unreadable-file]: `cvs` is a folder
 |
 = help: name a profile in it, or render all of its profiles with `cvpress batch`


"#]],
    );
}

#[test]
fn accepts_byte_order_marks_and_crlf() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "windows.toml",
        "\u{feff}[person]\r\nname = \"Ada\"\r\n\r\n[[section]]\r\nkind = \"tekst\"\r\n",
    );
    let messages = of_file(&sandbox, "windows.toml", DesignOverrides::default());
    assert_messages(
        &messages,
        str![[r#"
error[unknown-value]: unknown value `tekst` of `kind`
 --> windows.toml:5:8
  |
5 | kind = "tekst"
  |        ^^^^^^^
  |
  = help: expected `text`, `education`, `project`, `skill`, `award`, `news`, `interest`, `list` …; `cvpress explain section` lists all


"#]],
    );
}

#[test]
fn reports_invalid_options_of_the_command_line() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", "[person]\nname = \"Ada\"\n");
    let settings = overrides(&[
        ("tint", "#fff"),
        ("acent", "red"),
        ("size", "9"),
        ("paper", "a5"),
    ]);
    let messages = of_file(&sandbox, "ada.toml", settings);
    assert_messages(
        &messages,
        str![[r#"
error[option-value]: `compact` does not support the paper `a5`
 |
 = help: expected `a4` or `us-letter`

error[option-value]: option `size` must be a length from 9pt to 11.5pt, such as `10pt`, not `9`
 |
 = help: write `size=9pt`

error[unknown-option]: `compact` has no option `acent`
 |
 = help: did you mean `accent`?

warning[option-without-effect]: option `tint` has no effect in `compact`


"#]],
    );
}

#[test]
fn options_of_the_command_line_are_judged_by_the_layout_of_the_profile() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "ada.toml",
        "layout = \"sidebar\"\ndate = \"2026\"\n[person]\nname = \"Ada\"\n",
    );
    // Another layout takes this size.
    let run = sandbox.run("render ada.toml --set size=12pt").code(1);
    let of_sidebar = sandbox.run("render ada.toml --set size=12pt --layout sidebar");
    let of_sidebar = of_sidebar.code(2).stderr;
    assert_eq!(run.stderr, of_sidebar, "the range of the profile's layout");
    let compact = sandbox.run("check ada.toml --set size=12pt --layout compact");
    assert_ne!(run.stderr, compact.code(2).stderr);
    // What no layout takes needs no profile.
    let size = sandbox.run("render ada.toml --set size=20pt").code(2);
    assert!(size.stderr.contains("no layout admits"), "{}", size.stderr);
    let color = sandbox.run("render ada.toml --set accent=reddish").code(2);
    assert!(color.stderr.contains("must be a color"), "{}", color.stderr);
    assert!(sandbox.files("out").is_empty());
}

#[test]
fn reports_empty_folders_and_conflicting_outputs() {
    let sandbox = Sandbox::new();
    sandbox
        .write("empty/readme.txt", "")
        .write("a.toml", "")
        .write("b.toml", "");
    let mut messages = String::new();
    for folder in ["empty", "none"] {
        let problems = find_profiles(&sandbox.path(folder)).expect_err("nothing to find");
        messages += &drawn(&problems, MessageFormat::Short);
    }
    let profiles = ["a.toml", "b.toml"]
        .map(|name| BatchProfile {
            path: sandbox.path(name),
            stem: sandbox.path("out"),
        })
        .to_vec();
    let batch = Batch {
        profiles,
        ..Batch::default()
    };
    let mut problems = Diagnostics::default();
    batch::run(&batch, &ENGINE, |outcome| {
        problems.extend(outcome.problems.clone());
    })
    .expect("threads");
    let same = problems
        .into_iter()
        .filter(|problem| problem.rule == "same-output");
    messages += &same
        .map(|problem| drawn(&problem.into(), MessageFormat::Short))
        .collect::<String>();
    assert_messages(
        &relative(&sandbox, &messages),
        str![[r#"
error[no-profiles]: no profile in `empty`; profiles are files that end in `.toml`
error[unreadable-folder]: cannot read `none`: No such file or directory (os error 2)
error[same-output]: `b.toml` would replace the output of `a.toml`; rename one of the two

"#]],
    );
}

#[test]
fn reports_invalid_custom_layouts() {
    let sandbox = Sandbox::new();
    sandbox
        .write("none/readme.txt", "")
        .write("one/plain/layout.toml", "name = \"plane\"\npurpose = 3\ncontract = 4\n")
        .write(
            "two/plain/layout.toml",
            "name = \"plane\"\npurpose = \"…\"\npapers = []\ncontract = 4\n[ladder]\nrungs = [0.9, 1.1]\n\
         [option.paper]\ntype = \"choice\"\ndefault = \"a\"\nhelp = \"…\"\n",
        );
    let folders = ["absent", "none", "one", "two"];
    let messages = folders
        .map(|folder| Layouts::load(Some(&sandbox.path(folder))).expect_err("a wrong layout"))
        .map(|problems| drawn(&problems, MessageFormat::Human))
        .concat();
    assert_messages(
        &relative(&sandbox, &messages),
        str![[r#"
error[unreadable-layout]: cannot read `absent`: No such file or directory (os error 2)

error[no-layouts]: no layout in `none`
 |
 = help: layouts are folders with `layout.toml` and `template.typ`

error[layout-manifest]: invalid type: integer `3`, expected a string
 --> one/plain/layout.toml:2:11
  |
2 | purpose = 3
  |           ^

error[layout-manifest]: `name` must be that of the folder, `plain`, not `plane`
 --> two/plain/layout.toml:1:1
  |
1 | name = "plane"
  | ^^^^

error[layout-manifest]: a layout needs at least one paper
 --> two/plain/layout.toml:3:1
  |
3 | papers = []
  | ^^^^^^

error[layout-manifest]: `rungs` must descend, be between 0.5 and 2, and contain 1
 --> two/plain/layout.toml:6:1
  |
6 | rungs = [0.9, 1.1]
  | ^^^^^

error[layout-manifest]: `paper` is an option of every layout
 --> two/plain/layout.toml:7:1
  |
7 | [option.paper]
  | ^^^^^^^^^^^^^^

error[layout-manifest]: option `paper`: a choice needs `choices`
 --> two/plain/layout.toml:7:1
  |
7 | [option.paper]
  | ^^^^^^^^^^^^^^


"#]],
    );
}

#[test]
fn template_for_another_contract_is_the_only_error_of_a_layout() {
    let sandbox = Sandbox::new();
    sandbox
        .write("old/slim/layout.toml", "name = \"slender\"\npapers = []\n")
        .write(
            "new/slim/layout.toml",
            "name = \"slim\"\ncontract = 5\nmood = \"calm\"\n",
        );
    let messages = ["old", "new"]
        .map(|folder| Layouts::load(Some(&sandbox.path(folder))).expect_err("another contract"))
        .map(|problems| drawn(&problems, MessageFormat::Human))
        .concat();
    assert_messages(
        &relative(&sandbox, &messages),
        str![[r#"
error[layout-manifest]: `slim` is written for contract 3 of templates, this version has 4
 --> old/slim/layout.toml:1:1
  |
1 | name = "slender"
  | ^
  |
  = help: see `What changed in contract 4` in `templates/README.md`; `cvpress layouts new` and `cvpress layouts eject` write layouts of this contract

error[layout-manifest]: `slim` is written for contract 5 of templates, this version has 4
 --> new/slim/layout.toml:2:12
  |
2 | contract = 5
  |            ^
  |
  = help: use a newer version of cvpress


"#]],
    );
}

#[test]
fn every_rule_is_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = read_all(&root.join("src"), "rs");
    for rule in RULES.iter() {
        let constant = format!("rule::{}", rule.name.to_uppercase().replace('-', "_"));
        assert!(
            sources.iter().any(|source| uses(source, &constant)),
            "no code reports the rule {}",
            rule.name
        );
    }
}

/// Returns whether a source names this path, and not only a longer one.
fn uses(source: &str, path: &str) -> bool {
    source.split(path).skip(1).any(|rest| {
        let next = rest.chars().next();
        next.is_none_or(|c| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '_')
    })
}

#[test]
fn every_rule_appears_in_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut short_messages = read_all(&root.join("tests/profiles/invalid"), "txt");
    short_messages.extend(read_all(&root.join("tests/suite"), "rs"));
    for rule in RULES.iter() {
        let in_brackets = format!("[{}]", rule.name);
        let is_shown = short_messages
            .iter()
            .any(|text| text.contains(&in_brackets));
        let is_excused = NOT_SHOWN.iter().any(|(name, _)| *name == rule.name);
        assert!(
            is_shown != is_excused,
            "{}: show its message in a test, or explain in NOT_SHOWN why not",
            rule.name
        );
    }
    for (rule, _) in NOT_SHOWN {
        assert!(
            cvpress::diagnostic::rule::find(rule).is_some(),
            "unknown rule {rule}"
        );
    }
}

#[test]
fn rules_page_is_current() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    assert_data_eq!(
        rules_page().into_data().raw(),
        snapbox::Data::read_from(&page, None).raw()
    );
}

/// Returns the rules that an example breaks.
fn rules_reported(example: &str) -> BTreeSet<&'static str> {
    // An example that begins with an entry belongs to an experience section.
    let jobs = if example.trim_start().starts_with("[[section.entry") {
        "[[section]]\nkind = \"experience\"\n"
    } else {
        ""
    };
    let name = if example.contains("[person]") || example.contains("name =") {
        ""
    } else {
        "[person]\nname = \"Ada\"\n"
    };
    let top = example.find('[').unwrap_or(example.len());
    // Top-level keys precede the first table.
    let is_key = example[..top].contains('=');
    let text = if is_key {
        format!("{example}\n{name}")
    } else {
        format!("{name}{jobs}{example}")
    };
    match profile::parse(Source::new("ada.toml", text), None, None) {
        Ok(reading) => reading
            .variants()
            .into_iter()
            .map(|name| Some(name.to_owned()))
            .chain([None])
            .flat_map(|variant| {
                let choice = Choice {
                    variant,
                    ..Choice::default()
                };
                Document::new(&reading, &choice, "ada", &Deny::default(), &ENGINE)
                    .problems
                    .into_iter()
                    .map(|p| p.rule.name())
                    .collect::<Vec<_>>()
            })
            .collect(),
        Err(problems) => problems
            .into_iter()
            .map(|problem| problem.rule.name())
            .collect(),
    }
}

// Rules about files, command lines and layouts cannot be tested here.
fn names_a_file(rule: &str) -> bool {
    rule.starts_with("append") || rule.starts_with("bibliography") || rule.starts_with("photo")
}

#[test]
fn rule_examples_break_and_keep_their_rule() {
    let mut broken = 0;
    for rule in RULES
        .iter()
        .filter(|rule| !rule.wrong.is_empty() && !names_a_file(&rule.name))
    {
        let messages = rules_reported(&rule.wrong);
        if messages.contains(rule.name.as_str()) {
            broken += 1;
            let right = rules_reported(&rule.right);
            assert!(
                !right.contains(rule.name.as_str()),
                "{}: the right example breaks it, too: {right:?}",
                rule.name
            );
        }
    }
    assert!(broken > 40, "only {broken} examples break their rule");
}

fn read_all(folder: &Path, ending: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder of the project");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        if path.is_dir() {
            texts.extend(read_all(&path, ending));
        } else if path
            .extension()
            .is_some_and(|extension| extension == ending)
        {
            texts.push(std::fs::read_to_string(path).expect("text"));
        }
    }
    texts
}

/// Parses, checks and renders a text. Problems are expected, panics are not.
fn must_not_fall(text: &str) {
    let problems = of_text(text);
    for format in [
        MessageFormat::Human,
        MessageFormat::Short,
        MessageFormat::Json,
    ] {
        let _ = render(&problems, format);
    }
}

#[test]
fn truncated_profiles_cause_no_panic() {
    let text = include_str!("../profiles/invalid/unclosed-link-behind-escapes.toml").to_owned()
        + include_str!("../profiles/invalid/details.toml")
        + include_str!("../profiles/invalid/links.toml");
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        must_not_fall(&text[..end]);
        must_not_fall(&text[end..]);
    }
}

#[test]
fn one_wrong_character_is_reported_once() {
    let text = include_str!("../../profiles/example.toml");
    let slips: Vec<usize> = text
        .match_indices(['"', '\'', '[', ']', '{', '}', '='])
        .map(|(at, _)| at)
        .collect();
    let messages: Vec<usize> = slips
        .iter()
        .step_by(2)
        .map(|&at| {
            of_text(&[&text[..at], &text[at + 1..]].concat())
                .iter()
                .filter(|p| p.rule == "toml-syntax")
                .count()
        })
        .collect();
    let several = messages.iter().filter(|count| **count > 1).count();
    assert!(
        several * 200 < messages.len(),
        "{several} of {} slips are told several times",
        messages.len()
    );
}

#[test]
fn profiles_with_gaps_cause_no_panic() {
    let text = include_str!("../../profiles/example.toml");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut random = Random::new();
    for _ in 0..100 {
        let gaps: Vec<usize> = (0..=random.below(12))
            .map(|_| random.below(lines.len()))
            .collect();
        let kept = lines
            .iter()
            .enumerate()
            .filter(|(index, _)| !gaps.contains(index))
            .map(|(_, line)| *line);
        let mut kept: String = kept.collect();
        must_not_fall(&kept);
        let at = (0..=random.below(kept.len()))
            .rev()
            .find(|at| kept.is_char_boundary(*at))
            .unwrap_or(0);
        kept.remove(at);
        must_not_fall(&kept);
    }
}

#[test]
fn people_get_as_many_messages_as_they_can_read() {
    let sandbox = Sandbox::new();
    let keys: String = (0..120).map(|number| format!("xy{number} = 1\n")).collect();
    let long = "\u{e4}".repeat(5000);
    sandbox.write(
        "a.toml",
        &format!("{keys}layout = \"{long}\"\n[person]\nname = \"Ada\"\n"),
    );
    for format in ["human", "short"] {
        let run = sandbox
            .run(&format!("check a.toml --message-format {format}"))
            .code(1);
        let count = run.stderr.matches("error[unknown-key]").count();
        assert_eq!(count, 51, "{}", run.stderr);
        assert!(run.stderr.contains("error[unknown-key]: and 70 more"));
        assert!(run.stderr.len() < 50_000, "{}", run.stderr.len());
    }
    let run = sandbox.run("check a.toml --message-format json").code(1);
    assert_eq!(run.stderr.matches("\"unknown-key\"").count(), 120);
    assert!(run.stderr.contains(&long));
}

#[test]
fn a_text_with_thousands_of_faults_is_not_read_again_and_again() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", &"= \n".repeat(20_000));
    let run = sandbox.run("check a.toml --message-format json").code(1);
    let count = run.stderr.matches("toml-syntax").count();
    assert!((1..100).contains(&count), "{count}");
}
