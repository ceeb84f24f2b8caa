//! The commands `new`, `fmt` and `explain`, and custom fonts.

use cvpress::layout::DesignOverrides;
use cvpress::profile::{self, Input};
use cvpress::selection::Choice;
use snapbox::{assert_data_eq, str};

use crate::support::pdf;
use crate::support::rendering::{ENGINE, lost, open_choice, render_cv_with, short_messages};
use crate::support::sandbox::{Sandbox, run_command};

/// The samples in English, and those in all of [`LANGUAGES`].
const SAMPLES: [&str; 12] = [
    "student",
    "researcher",
    "academic",
    "engineer",
    "developer",
    "designer",
    "manager",
    "teacher",
    "nurse",
    "sales",
    "chef",
    "electrician",
];
const TRANSLATED: [&str; 4] = ["engineer", "teacher", "nurse", "sales"];

/// Each language, a heading that only its CVs have, and words that no text of a hundred lines lacks.
const LANGUAGES: [(&str, &str, [&str; 4]); 5] = [
    ("en", "education", ["the", "and", "of", "with"]),
    ("de", "ausbildung", ["und", "der", "die", "mit"]),
    ("fr", "formation", ["et", "des", "les", "une"]),
    ("es", "experiencia", ["y", "los", "del", "una"]),
    ("zh-CN", "教育背景", ["的", "和", "与", "年"]),
];

/// Returns the language and the sample of each text.
fn texts() -> Vec<(&'static str, &'static str)> {
    let mut texts: Vec<_> = SAMPLES.iter().map(|sample| ("en", *sample)).collect();
    for (language, ..) in &LANGUAGES[1..] {
        texts.extend(TRANSLATED.iter().map(|sample| (*language, *sample)));
    }
    texts
}

#[test]
fn every_new_profile_is_a_full_page_without_a_warning() {
    let sandbox = Sandbox::new();
    for (language, sample) in texts() {
        let path = format!("{language}/ada-{sample}.toml");
        let run = sandbox
            .run(&format!(
                "new {language}/ada-{sample} --like {sample} --locale {language}"
            ))
            .code(0);
        assert_eq!(run.stderr, "", "{path}");
        let text = sandbox.read(&path);
        assert!(
            text.starts_with("#:schema ./profile.schema.json\n#:tombi schema.strict = false\n"),
            "{path}: {text}"
        );
        assert!(
            text.contains(&format!("\nlocale = \"{language}\""))
                && text.to_lowercase().contains(&format!("\"ada {sample}\"")),
            "{path}: {text}"
        );
        // `{{…}}` is an inline table; a placeholder has no space.
        let placeholder = ["{s", "{l", "{n", "{p", "{c"]
            .iter()
            .find(|start| text.contains(**start));
        assert_eq!(placeholder, None, "{path}");
        let reading = profile::load(&Input::File(sandbox.path(&path)), None)
            .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
        let document = open_choice(&reading, &Choice::default());
        let cv = render_cv_with(&ENGINE, document, "compact", &DesignOverrides::default());
        let problems = [
            short_messages(&cv.document.problems),
            short_messages(&cv.typeset.warnings),
        ];
        assert_eq!(problems, ["", ""], "{path}");
        assert_eq!(cv.typeset.extent.pages, 1, "{path}");
        assert_eq!(lost(&cv), [""; 0], "{path}");
        let page = pdf::text(&pdf::pages(&cv.bytes)).to_lowercase();
        for (other, heading, _) in LANGUAGES {
            assert_eq!(
                page.contains(heading),
                other == language,
                "{path}: {heading}"
            );
        }
    }
    let paths: Vec<String> = texts()
        .iter()
        .map(|(language, sample)| format!("{language}/ada-{sample}.toml"))
        .collect();
    sandbox
        .run(&format!("fmt --check {}", paths.join(" ")))
        .succeeds();
    let schema = sandbox.bytes("en/profile.schema.json");
    assert!(
        serde_json::from_slice::<serde_json::Value>(&schema).is_ok_and(|schema| schema.is_object())
    );
}

#[test]
fn the_text_of_every_sample_is_in_one_language() {
    let sandbox = Sandbox::new();
    for (language, sample) in texts() {
        sandbox
            .run(&format!(
                "new {language}/{sample} --like {sample} --locale {language}"
            ))
            .succeeds();
        let text = sandbox
            .read(&format!("{language}/{sample}.toml"))
            .to_lowercase();
        let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
        let characters = text.chars().filter(|c| is_chinese(*c)).count();
        assert_eq!(
            characters > 500,
            language == "zh-CN",
            "{language} {sample}: {characters} Chinese characters"
        );
        let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).collect();
        for (other, _, usual) in LANGUAGES {
            let count = words.iter().filter(|word| usual.contains(*word)).count();
            let is_fine = if other == language {
                // Chinese has no spaces between words.
                count >= 15 || other == "zh-CN"
            } else {
                count <= 2
            };
            assert!(is_fine, "{language} {sample}: {count} words in {other}");
        }
    }
}

#[test]
fn new_profile_of_another_language_is_english() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("new ada --like chef --locale de-AT").code(0);
    assert_data_eq!(
        run.stderr,
        str![[r#"
note: the sample `chef` is in English only, so the profile is in English; translate it, then set `locale = "de-AT"`

"#]]
    );
    let text = sandbox.read("ada.toml");
    assert!(
        text.contains("\nlocale = \"en\"") && text.contains("\nlocation = \"Wien\""),
        "{text}"
    );
    for tag in ["ja", "zh-TW"] {
        let run = sandbox
            .run(&format!("new {tag} --like nurse --locale {tag}"))
            .code(0);
        assert!(
            run.stderr.contains(
                "is in English, German, French, Spanish and Simplified Chinese, so the profile is"
            ),
            "{}",
            run.stderr
        );
        let text = sandbox.read(&format!("{tag}.toml"));
        assert!(text.contains("\nlocale = \"en\""), "{text}");
    }
    let run = sandbox.run("-q new eva --like chef --locale de").code(0);
    assert_eq!((run.text().as_str(), run.stderr.as_str()), ("", ""));
}

#[test]
fn new_profile_has_the_place_and_phone_of_its_region() {
    let sandbox = Sandbox::new();
    for (tag, city, phone) in [
        ("en", "Portland, OR", "+1 503 555 01"),
        ("en-GB", "London", "+44 20 7946 0"),
        ("en-NZ", "Portland, OR", "+1 503 555 01"),
        ("de", "Berlin", "+49 30 23125 "),
        ("de-CH", "Zürich", "+41 44 "),
        ("fr-CA", "Montréal", "+1 514 555 01"),
        ("es-MX", "Ciudad de México", "+52 55 "),
        ("zh", "上海", "+86 "),
    ] {
        sandbox
            .run(&format!("new {tag} --like teacher --locale {tag}"))
            .succeeds();
        let text = sandbox.read(&format!("{tag}.toml"));
        assert!(
            text.contains(&format!("\nlocale = \"{tag}\""))
                && text.contains(&format!("\nlocation = \"{city}\""))
                && text.contains(&format!("\nphone = \"{phone}")),
            "{tag}: {text}"
        );
        assert_eq!(text.contains('ß'), tag == "de", "{tag}: {text}");
    }
}

#[test]
fn new_names_the_file_as_a_shell_reads_it() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command("new");
    let run = run_command(command.arg("Priya Nair")).code(0);
    let quoted = if cfg!(windows) {
        "cvpress render \"Priya Nair.toml\""
    } else {
        "cvpress render 'Priya Nair.toml'"
    };
    assert!(run.text().contains(quoted), "{}", run.text());
    assert!(
        sandbox
            .read("Priya Nair.toml")
            .contains("name = \"Priya Nair\"")
    );
}

#[cfg(unix)]
#[test]
fn new_replaces_no_symbolic_link() {
    let sandbox = Sandbox::new();
    std::os::unix::fs::symlink("nowhere", sandbox.path("ada.toml")).expect("a link");
    std::os::unix::fs::symlink("nowhere", sandbox.path("profile.schema.json")).expect("a link");
    let run = sandbox.run("new ada").code(1);
    assert!(
        run.stderr.contains("`ada.toml` already exists"),
        "{}",
        run.stderr
    );
    sandbox.run("new eva").succeeds();
    for name in ["ada.toml", "profile.schema.json"] {
        let link = std::fs::read_link(sandbox.path(name)).expect("a link");
        assert_eq!(link.to_str(), Some("nowhere"));
    }
}

#[test]
fn new_overwrites_no_file() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", "mine");
    let run = sandbox.run("new ada").code(1);
    assert!(
        run.stderr.contains("`ada.toml` already exists"),
        "{}",
        run.stderr
    );
    assert_eq!(sandbox.read("ada.toml"), "mine");
    let run = sandbox.run("new ..").code(2);
    assert!(
        run.stderr.contains("`..` is not a file name"),
        "{}",
        run.stderr
    );
    let run = sandbox.run("new bob --layout narative").code(2);
    assert!(
        run.stderr.contains("did you mean `narrative`?"),
        "{}",
        run.stderr
    );
}

const UNTIDY: &str = "\
# Kept at the top.

[person]
email='ada@example.org'   # work
name   =  \"Ada\"
phone = \"+1 551 555 0100\"


[[section]]
title = \"Work\"
# of jobs
kind=\"experience\"
  [[section.entry]]
  start=\"2024\"
  keywords=[\"Rust\",'C++']
  organization=\"Chips\"
";

const TIDY: &str = "\
# Kept at the top.

[person]
name = \"Ada\"
email = 'ada@example.org' # work
phone = \"+1 551 555 0100\"

[[section]]
# of jobs
kind = \"experience\"
title = \"Work\"

[[section.entry]]
organization = \"Chips\"
start = \"2024\"
keywords = [\"Rust\", 'C++']
";

#[test]
fn fmt_formats_in_place() {
    let sandbox = Sandbox::new();
    sandbox
        .write("ada.toml", UNTIDY)
        .write("tidy.toml", TIDY)
        .write("broken.toml", "[person\n");
    let run = sandbox.run("fmt --check ada.toml tidy.toml").code(1);
    assert_eq!(run.text(), "ada.toml\n");
    let run = sandbox.run("fmt ada.toml broken.toml tidy.toml").code(1);
    assert_eq!(run.text(), "ada.toml: formatted\n");
    assert!(
        run.stderr.contains("error[toml-syntax]") && run.stderr.contains("broken.toml:1"),
        "{}",
        run.stderr
    );
    assert_eq!(sandbox.read("ada.toml"), TIDY);
    assert_eq!(sandbox.read("broken.toml"), "[person\n");
    sandbox.run("fmt --check ada.toml tidy.toml").succeeds();
}

#[test]
fn fmt_leaves_files_of_other_programs_as_they_are() {
    let sandbox = Sandbox::new();
    // The last table has what would be fixed in a profile.
    let settings = "[package]\nversion=\"1\"\n[dependencies]\nserde={version=\"1\"}\n\
                    [[work]]\ncompany=\"Example\"\n";
    sandbox.write("Cargo.toml", settings);
    for command in [
        "fmt",
        "fmt --check",
        "fmt --fix",
        "fmt --short",
        "edit",
        "preview",
    ] {
        let run = sandbox.run(&format!("{command} Cargo.toml")).code(1);
        assert!(
            run.stderr.contains("`Cargo.toml` is not a profile"),
            "{command}: {}",
            run.stderr
        );
        assert_eq!(sandbox.read("Cargo.toml"), settings, "{command}");
    }
}

#[test]
fn fmt_counts_the_columns_of_wide_letters() {
    let sandbox = Sandbox::new();
    let list = |word: &str| {
        format!(
            "keywords = [{}]\n",
            vec![format!("\"{word}\""); 10].join(", ")
        )
    };
    for (word, is_one_line) in [("abcd", true), ("声学器", true), ("声学测量器", false)] {
        let head = "[[section]]\nkind = \"skill\"\n\n[[section.entry]]\nname = \"a\"\n";
        sandbox.write("ada.toml", &format!("{head}{}", list(word)));
        sandbox.run("fmt ada.toml").succeeds();
        let formatted = sandbox.read("ada.toml");
        assert_eq!(formatted.contains(&list(word)), is_one_line, "{formatted}");
        assert!(formatted.lines().count() < 18, "{formatted}");
    }
}

#[cfg(unix)]
#[test]
fn fmt_keeps_symbolic_links_and_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", UNTIDY);
    std::fs::set_permissions(sandbox.path("ada.toml"), PermissionsExt::from_mode(0o640))
        .expect("permissions");
    std::os::unix::fs::symlink("ada.toml", sandbox.path("link.toml")).expect("a link");
    sandbox.run("fmt link.toml").succeeds();
    assert!(sandbox.path("link.toml").is_symlink());
    assert_eq!(sandbox.read("ada.toml"), TIDY);
    let mode = std::fs::metadata(sandbox.path("ada.toml"))
        .expect("a file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn explain_shows_a_rule() {
    let sandbox = Sandbox::new();
    let messages = sandbox.run("explain end-before-start").code(0).text();
    assert!(
        messages.starts_with("end-before-start\n\nError. ") && messages.contains("```toml"),
        "{messages}"
    );
    let list = sandbox.run("explain").code(0).text();
    assert!(
        list.contains("warning  mistyped-date\n") && list.contains("error    end-before-start\n"),
        "{list}"
    );
    let run = sandbox
        .run("explain end-befor-start --message-format short")
        .code(2);
    assert_data_eq!(
        run.stderr,
        str![[r"
error[unknown-rule]: there is no rule or table `end-befor-start`; did you mean `end-before-start`?

"]]
    );
}

#[test]
fn custom_fonts_add_to_the_built_in_ones() {
    let sandbox = Sandbox::new();
    // Korean fonts are an optional feature.
    sandbox.write(
        "ada.toml",
        "date = '2026'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'text'\nbody = '안녕'\n",
    );
    let fonts = concat!(env!("CARGO_MANIFEST_DIR"), "/fonts/kr");
    sandbox
        .run(&format!("render ada.toml -o a.pdf --fonts {fonts}"))
        .succeeds();
    let bytes = sandbox.bytes("a.pdf");
    assert!(
        bytes.windows(13).any(|window| window == b"NotoSansCVKR-"),
        "the font is not in the file"
    );
    for (folder, messages) in [
        ("none", "cannot read the fonts in `none`"),
        (".", "no font in `.`"),
    ] {
        let run = sandbox
            .run(&format!(
                "render ada.toml --message-format short --fonts {folder}"
            ))
            .code(1);
        assert!(
            run.stderr.contains("error[font-folder]") && run.stderr.contains(messages),
            "{}",
            run.stderr
        );
    }
    sandbox.write("damaged/a.ttf", "no font");
    let run = sandbox
        .run("fonts --message-format short --fonts damaged")
        .code(1);
    let expected = "error[font-folder]: the font `damaged/a.ttf` is damaged";
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    // A collection that says that it has more fonts than it has bytes.
    let mut collection = b"ttcf\0\x01\0\0\xff\xff\xff\xff".to_vec();
    collection.resize(112, 0);
    std::fs::write(sandbox.path("damaged/a.ttf"), collection).expect("a file");
    let run = sandbox
        .run("fonts --message-format short --fonts damaged")
        .code(1);
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
}
