//! Files that a command reads are never replaced by what it writes.

use std::io::Write;

use serde_json::{Value as Json, json};

use crate::support::sandbox::Sandbox;

const ADA: &str = "date = '2026'\n[person]\nname = 'Ada'\nphoto = 'ada-compact-1.png'\n";

/// Returns a folder of a profile and its photo.
fn folder() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", "date = '2026'\n[person]\nname = 'Ada'\n");
    sandbox
        .run("render ada.toml --layout compact -o ada-compact-1.png --ppi 20")
        .succeeds();
    sandbox.write("ada.toml", ADA);
    sandbox
}

/// Runs a job of `cvpress stream` in a folder.
fn stream(sandbox: &Sandbox, job: &Json) -> Json {
    let mut child = sandbox.start("stream --jobs 1");
    let mut stdin = child.stdin.take().expect("a pipe");
    writeln!(stdin, "{job}").expect("written");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    serde_json::from_slice(&output.stdout).expect("an answer")
}

#[test]
fn stream_replaces_no_file_of_its_job() {
    let sandbox = folder();
    sandbox.write("r.json", r#"{"basics": {"name": "Ada"}}"#);
    let photo = sandbox.bytes("ada-compact-1.png");
    for job in [
        json!({ "profile": "ada.toml", "output": "ada.toml", "format": "pdf" }),
        json!({ "profile": "ada.toml", "output": "ada-compact-1.png" }),
        json!({ "text": ADA, "folder": ".", "output": "./ada-compact-1.png" }),
        json!({ "import": "r.json", "output": "r.json" }),
        json!({ "import": "r.json", "output": "r.json", "format": "toml" }),
    ] {
        let answer = stream(&sandbox, &job);
        let problem = &answer["diagnostics"][0];
        assert_eq!(answer["ok"], json!(false), "{job}: {answer}");
        assert_eq!(problem["rule"], json!("unwritable-file"), "{job}: {answer}");
    }
    for name in ["ada.toml", "me.jpg", "p.bib"] {
        let answer = stream(&sandbox, &json!({ "profile": "ada.toml", "output": name }));
        let message = format!("the ending of `{name}` is not that of a format");
        assert_eq!(answer["diagnostics"][0]["message"], json!(message));
    }
    assert_eq!(sandbox.read("ada.toml"), ADA);
    assert_eq!(sandbox.bytes("ada-compact-1.png"), photo);
    assert!(sandbox.read("r.json").contains("basics"));
    assert!(!sandbox.path("me.jpg").exists());
}

#[test]
fn batch_replaces_no_picture_that_a_profile_names() {
    let sandbox = folder();
    let photo = sandbox.bytes("ada-compact-1.png");
    let run = sandbox
        .run("batch . --format png --layout compact --ppi 20 -o .")
        .code(1);
    let message = "`./ada-compact-1.png` is a file of the profile";
    assert!(run.stderr.contains(message), "{}", run.stderr);
    assert_eq!(sandbox.bytes("ada-compact-1.png"), photo);
}

#[test]
fn sheets_do_not_replace_their_pages() {
    let sandbox = folder();
    sandbox
        .run("press pdf ada.toml --standard none -o a.pdf")
        .succeeds();
    let before = sandbox.bytes("a.pdf");
    for command in ["nup", "sheet", "booklet", "run"] {
        let run = sandbox
            .run(&format!("press {command} a.pdf -o ./a.pdf --standard none"))
            .code(2);
        let message = "`./a.pdf` is an input, which it would replace";
        assert!(run.stderr.contains(message), "{command}: {}", run.stderr);
        assert_eq!(sandbox.bytes("a.pdf"), before, "{command}");
    }
}

#[test]
fn profiles_of_one_name_write_nothing() {
    let sandbox = folder();
    sandbox.write("sub/ada.toml", "layout = 'vita'\n[person]\nname = 'Bo'\n");
    let run = sandbox
        .run("render ada.toml sub/ada.toml --format docx -o out/")
        .code(2);
    assert!(
        run.stderr.contains("would be written twice"),
        "{}",
        run.stderr
    );
    assert!(!sandbox.path("out").exists());
    // Files of several layouts have several names.
    sandbox
        .run("render ada.toml sub/ada.toml -o out/")
        .succeeds();
}
