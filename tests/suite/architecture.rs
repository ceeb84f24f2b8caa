//! Data flows one way, and so do the imports.

use std::path::{Path, PathBuf};

/// The stages in the order of the flow. Each may use those before it, and `diagnostic` and
/// `embedded`, which use none.
const STAGES: [&str; 11] = [
    "profile",
    "selection",
    "content",
    "layout",
    "typeset",
    "export",
    "verify",
    "press",
    "pipeline",
    "batch",
    "cli",
];
const BASES: [&str; 2] = ["diagnostic", "embedded"];

/// Crates that only some of the stages may name.
const CRATES: [(&str, &[&str]); 16] = [
    ("biblatex", &["profile"]),
    ("hayagriva", &["profile"]),
    ("hayro", &["verify"]),
    ("image", &["typeset"]),
    ("icu_list", &["content"]),
    ("lopdf", &["press"]),
    ("toml_edit", &["profile"]),
    ("clap", &["cli"]),
    ("indicatif", &["cli"]),
    ("printpdf", &["press"]),
    ("pulldown_cmark", &["content"]),
    ("rayon", &["pipeline", "batch"]),
    ("typst_pdf", &["export"]),
    ("typst_render", &["export", "typeset"]),
    ("typst_svg", &["export"]),
    ("annotate_snippets", &["diagnostic"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The stage that a file belongs to, and its lines.
fn stages() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let stage_of = |path: PathBuf| {
        let inside = path.strip_prefix(&root).expect("below src").to_path_buf();
        let first = inside
            .components()
            .next()?
            .as_os_str()
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        inside
            .parent()
            .is_some_and(|p| !p.as_os_str().is_empty())
            .then_some((first, inside, text))
    };
    sources(&root).into_iter().filter_map(stage_of).collect()
}

#[test]
fn a_stage_uses_only_those_before_it() {
    let mut seen = 0;
    for (stage, file, text) in stages() {
        let at = STAGES.iter().position(|name| *name == stage);
        for used in text.split("crate::").skip(1) {
            let used: String = used
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let before = STAGES.iter().position(|name| *name == used);
            let allowed =
                BASES.contains(&&*used) || used == stage || (before.is_some() && before < at);
            assert!(allowed, "{} uses `{used}`", file.display());
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} uses seen");
}

#[test]
fn a_crate_is_named_only_where_it_belongs() {
    for (name, where_allowed) in CRATES {
        let named = format!(" {name}::");
        let files: Vec<_> = stages()
            .into_iter()
            .filter(|(_, _, text)| text.contains(&named))
            .collect();
        assert!(!files.is_empty(), "nobody uses {name}");
        for (stage, file, _) in files {
            assert!(
                where_allowed.contains(&&*stage),
                "{} uses {name}",
                file.display()
            );
        }
    }
}

#[test]
fn every_module_says_what_it_is_for() {
    for (_, file, text) in stages() {
        assert!(
            text.starts_with("//!"),
            "{} does not say what it is for",
            file.display()
        );
    }
}
