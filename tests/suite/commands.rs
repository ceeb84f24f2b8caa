//! The commands `new`, `fmt` and `explain`, and custom fonts.

use snapbox::{assert_data_eq, str};

use crate::support::sandbox::Sandbox;

#[test]
fn every_new_profile_renders_unchanged() {
    let sandbox = Sandbox::new();
    let kinds = [
        "student",
        "researcher",
        "academic",
        "engineer",
        "developer",
        "designer",
        "manager",
        "teacher",
    ];
    for kind in kinds {
        sandbox
            .run(&format!(
                "new people/ada-{kind} --like {kind} --layout narrative --locale de"
            ))
            .succeeds();
        let run = sandbox
            .run(&format!(
                "check -q people/ada-{kind}.toml --layout all --deny warnings"
            ))
            .code(0);
        assert_eq!(run.stderr, "", "{kind}");
        let run = sandbox
            .run(&format!("render people/ada-{kind}.toml"))
            .code(0);
        assert!(
            run.text().contains("-narrative.pdf: 1 page"),
            "{kind}: {}",
            run.text()
        );
        let text = sandbox.read(&format!("people/ada-{kind}.toml"));
        assert!(
            text.starts_with("#:schema ./profile.schema.json\n"),
            "{text}"
        );
        assert!(
            text.contains("locale = \"de\"")
                && text.to_lowercase().contains(&format!("\"ada {kind}\"")),
            "{text}"
        );
        for placeholder in ["{schema}", "{layout}", "{locale}", "{name}"] {
            assert!(!text.contains(placeholder), "{kind}: {placeholder}");
        }
        sandbox
            .run(&format!("fmt --check people/ada-{kind}.toml"))
            .succeeds();
    }
    let schema = sandbox.bytes("people/profile.schema.json");
    assert!(
        serde_json::from_slice::<serde_json::Value>(&schema).is_ok_and(|schema| schema.is_object())
    );
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
error[unknown-rule]: unknown rule `end-befor-start`; did you mean `end-before-start`?

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
}
