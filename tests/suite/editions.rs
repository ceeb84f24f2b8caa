//! Profiles that are pinned to an edition have the looks of that edition.

use crate::support::sandbox::Sandbox;

const MANIFEST: &str =
    "name = 'mine'\npurpose = 'a test'\npapers = ['a4']\ncontract = 4\n[ladder]\nrungs = [1]\n";

/// A template that writes which one it is, with a word of the shared files and the name.
fn template(word: &str) -> String {
    format!(
        "#import \"../shared/word.typ\": shared\n#let resume = json(\"/resume.json\")\n\
         #set document(title: resume.document.title)\n{word} #shared #resume.head.heading\n"
    )
}

/// A folder in which `mine` changed after 2025 and again after 2026, and the shared files after 2025.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    for (folder, word) in [
        ("", "newest"),
        ("editions/2026/", "middle"),
        ("editions/2025/", "oldest"),
    ] {
        sandbox
            .write(&format!("templates/{folder}mine/layout.toml"), MANIFEST)
            .write(
                &format!("templates/{folder}mine/template.typ"),
                &template(word),
            );
    }
    sandbox
        .write("templates/shared/word.typ", "#let shared = \"new\"")
        .write(
            "templates/editions/2025/shared/word.typ",
            "#let shared = \"old\"",
        );
    sandbox
}

fn profile(edition: &str) -> String {
    format!("layout = 'mine'\n{edition}[person]\nname = 'Ada'\n")
}

/// Returns the text of the CV, in capitals.
#[track_caller]
fn rendered(sandbox: &Sandbox, edition: &str, arguments: &str) -> String {
    sandbox.write("ada.toml", &profile(edition));
    let run = sandbox.run(&format!("text ada.toml --templates templates {arguments}"));
    run.code(0).text()
}

#[test]
fn pinned_profile_has_the_looks_of_its_edition() {
    let sandbox = sandbox();
    for (edition, arguments, expected) in [
        ("", "", "newest new Ada"),
        ("edition = '2026'\n", "", "middle new Ada"),
        ("edition = '2025'\n", "", "oldest old Ada"),
        ("", "--edition 2025", "oldest old Ada"),
        ("edition = '2025'\n", "--edition 2026", "middle new Ada"),
    ] {
        let text = rendered(&sandbox, edition, arguments);
        assert!(text.contains(expected), "{edition} {arguments}: {text}");
    }
}

#[test]
fn unknown_edition_is_an_error_that_lists_the_known_ones() {
    let sandbox = sandbox();
    sandbox.write("ada.toml", &profile("edition = '2030'\n"));
    let run = sandbox
        .run("check ada.toml --templates templates --message-format short")
        .code(1);
    assert!(
        run.stderr
            .contains("ada.toml:2:11: error[unknown-edition]: unknown edition `2030`"),
        "{}",
        run.stderr
    );
    let run = sandbox
        .run("render ada.toml --templates templates --edition 2024")
        .code(2);
    assert!(
        run.stderr.contains("expected `2025` or `2026`"),
        "{}",
        run.stderr
    );
}
