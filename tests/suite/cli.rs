//! The command line as people and scripts use it.

use std::io::Write;
use std::process::Stdio;

use crate::support::pdf;
use crate::support::rendering::ENGINE;
use crate::support::sandbox::{RunOutput, Sandbox, run_command};

const ADA: &str = "layout = 'narrative'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'list'\nhighlights = ['One.']\n";
const BAD: &str = "[person]\nnam = 'Ada'\n";

fn ada() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", ADA);
    sandbox
}

fn is_pdf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"%PDF-1.7") && bytes.trim_ascii_end().ends_with(b"%%EOF")
}

#[test]
fn render_uses_the_layout_of_the_profile_and_reports_it() {
    let sandbox = ada();
    let said = sandbox.run("render ada.toml").code(0).text();
    assert_eq!(sandbox.files("out"), ["ada-narrative.pdf"]);
    assert!(
        said.starts_with("out/ada-narrative.pdf: 1 page, ") && said.ends_with(" % full\n"),
        "{said}"
    );
}

#[test]
fn render_uses_the_named_layouts() {
    let sandbox = ada();
    let _ = sandbox
        .run("render ada.toml --layout compact,narrative -o cv/ -q")
        .code(0);
    assert_eq!(
        sandbox.files("cv"),
        ["ada-compact.pdf", "ada-narrative.pdf"]
    );
    let _ = sandbox.run("render ada.toml --layout all -o all").code(0);
    let built_in = ENGINE
        .layouts()
        .iter()
        .filter(|layout| layout.is_built_in)
        .count();
    assert_eq!(sandbox.files("all").len(), built_in);
    let _ = sandbox
        .run("render ada.toml --layout compact -o one.pdf")
        .code(0);
    assert!(is_pdf(&sandbox.bytes("one.pdf")));
}

#[test]
fn render_reads_standard_input_and_writes_standard_output() {
    let sandbox = Sandbox::new();
    let mut child = sandbox.start("render - -o -");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(ADA.as_bytes())
        .expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert!(is_pdf(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stderr).contains("<stdout>: 1 page"));
    assert_eq!(sandbox.files("."), [] as [String; 0]);
}

#[test]
fn paper_and_options_reach_the_page() {
    let sandbox = ada();
    let size = |arguments: &str| {
        let _ = sandbox
            .run(&format!("render ada.toml {arguments} -o x.pdf"))
            .code(0);
        let bytes = sandbox.bytes("x.pdf");
        let page = &pdf::pages(&bytes)[0];
        (page.width.round(), page.height.round(), bytes)
    };
    let (a4, letter) = (size(""), size("--paper us-letter"));
    assert_eq!((a4.0, a4.1), (595.0, 842.0));
    assert_eq!((letter.0, letter.1), (612.0, 792.0));
    assert_ne!(size("--set accent=#00a000").2, a4.2);
    assert_eq!(size("--set paper=us-letter").2, letter.2);
}

#[test]
fn renamed_options_and_commands_get_a_tip() {
    let sandbox = ada();
    for (arguments, tip) in [
        ("batch . --out x", "use `--output`"),
        ("layouts --format json", "use `--report json`"),
        ("press finish ada.toml", "use `cvpress press pdf`"),
        ("render ada.toml --for press", "use `cvpress press pdf`"),
        (
            "letter ada.toml --for press",
            "use `cvpress press pdf --letter`",
        ),
        ("press preflight x.pdf --for x-1a", "use `--standard x-1a`"),
        ("print ada.toml", "use `cvpress render`"),
    ] {
        let run = sandbox.run(arguments).code(2);
        assert!(run.stderr.contains(tip), "{arguments}: {}", run.stderr);
        assert_eq!(run.stderr.matches("tip:").count(), 1, "{}", run.stderr);
    }
}

#[test]
fn wrong_usage_exits_with_2_and_writes_nothing() {
    let sandbox = ada();
    for (arguments, said) in [
        ("render", "required"),
        ("render ada.toml --layout compct", "did you mean `compact`?"),
        ("render ada.toml --set acent=#000", "did you mean `accent`?"),
        ("render ada.toml --set accent=red", "must be a color"),
        ("render ada.toml --set accent", "OPTION=VALUE"),
        (
            "render ada.toml --set size=99pt",
            "no layout admits `99pt` for the option `size`",
        ),
        ("check ada.toml --set size=99pt", "no layout admits"),
        ("batch . --set size=99pt", "no layout admits"),
        (
            "render ada.toml --layout vita --set size=99pt",
            "must be a length",
        ),
        ("render ada.toml --paper a5", "a4"),
        ("render ada.toml --layout all -o -", "choose a folder"),
        ("render ada.toml ada.toml -o x.pdf", "choose a folder"),
        ("rendr ada.toml", "render"),
    ] {
        let run = sandbox.run(arguments).code(2);
        assert!(run.stderr.contains(said), "{arguments}: {}", run.stderr);
    }
    assert_eq!(sandbox.files("."), ["ada.toml"]);
}

#[test]
fn an_output_without_an_ending_is_a_folder() {
    let sandbox = ada();
    sandbox.run("render ada.toml -o new").succeeds();
    assert_eq!(sandbox.files("new"), ["ada-narrative.pdf"]);
    sandbox.write("old", "");
    sandbox.run("render ada.toml -o old").succeeds();
    assert!(is_pdf(&sandbox.bytes("old")));
}

#[test]
fn ending_of_an_output_names_its_format() {
    let sandbox = ada();
    for name in ["cv.odt", "out.d/cv.tex"] {
        let run = sandbox.run(&format!("render ada.toml -o {name}")).code(2);
        assert!(run.stderr.contains("expected `.pdf`"), "{}", run.stderr);
        assert!(!sandbox.path(name).exists());
    }
    sandbox.run("render ada.toml -o out.d/").succeeds();
    assert_eq!(sandbox.files("out.d"), ["ada-narrative.pdf"]);
}

#[test]
fn files_of_a_profile_are_never_overwritten() {
    let sandbox = Sandbox::new();
    let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";
    sandbox.write("me.svg", picture);
    sandbox.write("a.toml", "[person]\nname = 'Ada'\nphoto = 'me.svg'\n");
    let run = sandbox
        .run("render a.toml --layout sidebar -o me.svg")
        .code(1);
    assert!(
        run.stderr.contains("is a file of the profile"),
        "{}",
        run.stderr
    );
    assert_eq!(sandbox.read("me.svg"), picture);
}

#[test]
fn standard_input_is_checked_like_a_file() {
    let sandbox = ada();
    let profile = sandbox.read("ada.toml");
    let from_file = sandbox.run("check ada.toml").code(0);
    let mut check = sandbox.start("check -");
    let mut stdin = check.stdin.take().expect("a pipe");
    stdin.write_all(profile.as_bytes()).expect("written");
    drop(stdin);
    let output = check.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let report = String::from_utf8_lossy(&output.stdout);
    let report = report
        .replace("<stdin>", "ada.toml")
        .replace("profile in", "ada in");
    assert_eq!(report, from_file.text());
}

#[test]
fn invalid_profile_never_replaces_a_pdf() {
    let sandbox = ada();
    let _ = sandbox.run("render ada.toml").code(0);
    let good = sandbox.bytes("out/ada-narrative.pdf");
    sandbox.write("ada.toml", BAD);
    let run = sandbox.run("render ada.toml --layout narrative").code(1);
    assert!(
        run.stderr.contains("did you mean `name`?"),
        "{}",
        run.stderr
    );
    assert_eq!(sandbox.bytes("out/ada-narrative.pdf"), good);
    assert_eq!(sandbox.files("out"), ["ada-narrative.pdf"]);
}

#[test]
fn batch_renders_valid_profiles_and_reports_invalid_ones() {
    let sandbox = Sandbox::new();
    for number in 0..5 {
        sandbox.write(
            &format!("profiles/good{number}.toml"),
            &ADA.replace("Ada", &format!("Ada {number}")),
        );
        sandbox.write(&format!("profiles/sub/bad{number}.toml"), BAD);
    }
    let run = sandbox.run("batch --layout compact,narrative").code(1);
    let wanted: Vec<String> = (0..5)
        .flat_map(|n| {
            [
                format!("good{n}-compact.pdf"),
                format!("good{n}-narrative.pdf"),
            ]
        })
        .collect();
    assert_eq!(sandbox.files("out"), wanted);
    assert_eq!(
        run.stderr.matches("unknown key `nam`").count(),
        5,
        "{}",
        run.stderr
    );
    let table: Vec<(String, String)> = run
        .text()
        .lines()
        .rev()
        .take(5)
        .filter_map(|line| {
            line.rsplit_once("  ")
                .map(|(a, b)| (a.trim().to_owned(), b.trim().to_owned()))
        })
        .collect();
    assert!(
        table.contains(&("rendered".to_owned(), "10".to_owned())),
        "{table:?}"
    );
    assert!(
        table.contains(&("failed".to_owned(), "10".to_owned())),
        "{table:?}"
    );
}

#[test]
fn batch_reports_json() {
    let sandbox = ada();
    let text = sandbox.run("batch . --report json").code(0).text();
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines[0]["kind"], "profile");
    assert_eq!(lines[0]["rendered"][0]["file"], "out/ada-narrative.pdf");
    assert_eq!(lines[0]["rendered"][0]["pages"], 1);
    assert_eq!(
        (&lines[1]["kind"], &lines[1]["rendered"]),
        (&"summary".into(), &1.into())
    );
}

#[test]
fn reports_profiles_with_the_same_output() {
    let sandbox = Sandbox::new();
    sandbox
        .write("a/ada.toml", ADA)
        .write("b/ada.toml", ADA)
        .write("b/c/ada.toml", ADA);
    let run = sandbox.run("batch a b").code(1);
    assert!(
        run.stderr
            .contains("`b/ada.toml` would replace the output of `a/ada.toml`"),
        "{}",
        run.stderr
    );
    assert_eq!(
        sandbox.files("out"),
        ["ada-narrative.pdf", "c/ada-narrative.pdf"]
    );
}

#[test]
fn same_input_gives_same_bytes() {
    let sandbox = Sandbox::new();
    for name in ["compact-engineer", "readme-developer"] {
        sandbox.copy(
            &format!("profiles/{name}.toml"),
            &format!("profiles/{name}.toml"),
        );
    }
    let first = batch_outputs(&sandbox, "--jobs 1", "one");
    assert!(first.len() >= 4);
    let second = batch_outputs(&sandbox, "--jobs 1", "two");
    assert!(first == second, "a second run");
    let parallel = batch_outputs(&sandbox, "--jobs 4", "three");
    assert!(first == parallel, "other jobs");
}

/// Returns the files of a batch in all layouts.
fn batch_outputs(sandbox: &Sandbox, arguments: &str, out: &str) -> Vec<Vec<u8>> {
    let _ = sandbox
        .run(&format!("batch --layout all --output {out} {arguments}"))
        .code(0);
    let files = sandbox.files(out);
    files
        .iter()
        .map(|file| sandbox.bytes(&format!("{out}/{file}")))
        .collect()
}

#[test]
fn date_comes_from_the_profile_or_the_environment() {
    let sandbox = ada();
    let dated = |epoch: Option<&str>, profile: &str| {
        sandbox.write("ada.toml", profile);
        let mut command = sandbox.command("render ada.toml -o x.pdf");
        if let Some(epoch) = epoch {
            command.env("SOURCE_DATE_EPOCH", epoch);
        }
        let run = run_command(&mut command);
        let bytes = std::fs::read(sandbox.path("x.pdf")).unwrap_or_default();
        (run, String::from_utf8_lossy(&bytes).into_owned())
    };
    let (run, pdf) = dated(None, ADA);
    assert!(run.stderr.contains("warning[undated]"), "{}", run.stderr);
    assert!(!pdf.contains("CreationDate") && !pdf.contains("pdfaid:part"));
    let (_, pdf) = dated(Some("951827696"), ADA);
    assert!(pdf.contains("/CreationDate(D:20000229123456Z)"));
    assert!(pdf.contains("<pdfaid:part>2</pdfaid:part>"));
    let (_, pdf) = dated(Some("951827696"), &format!("date = 2024-05-06\n{ADA}"));
    assert!(pdf.contains("/CreationDate(D:20240506000000Z)"));
    assert!(pdf.contains("<pdfuaid:part>1</pdfuaid:part>"));
    assert_eq!(dated(Some("soon"), ADA).0.code, Some(2));
}

#[test]
fn check_reports_problems_and_writes_nothing() {
    let sandbox = ada();
    sandbox.write("bad.toml", BAD);
    let run = sandbox
        .run("check ada.toml bad.toml --message-format short")
        .code(1);
    assert_eq!(
        run.text(),
        "ada.toml: 1 warning\n  ada in narrative: all 3 texts found in the order of the content, PDF/UA-1, 1 warning\nbad.toml: 1 error\n"
    );
    assert!(
        run.stderr
            .contains("bad.toml:2:1: error[unknown-key]: unknown key `nam` in `person`"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("warning[undated]"), "{}", run.stderr);
    assert_eq!(sandbox.files("."), ["ada.toml", "bad.toml"]);
}

#[test]
fn color_always_colors_messages() {
    let sandbox = Sandbox::new();
    sandbox.write("bad.toml", BAD);
    assert!(!sandbox.run("check bad.toml").stderr.contains('\u{1b}'));
    assert!(
        sandbox
            .run("check bad.toml --color always")
            .stderr
            .contains('\u{1b}')
    );
}

#[test]
fn quiet_shows_only_errors() {
    let sandbox = ada();
    let run = sandbox.run("--quiet render ada.toml").code(0);
    assert_eq!((run.text(), run.stderr), (String::new(), String::new()));
}

#[test]
fn layouts_are_listed() {
    let sandbox = Sandbox::new();
    let text = sandbox.run("layouts").code(0).text();
    assert!(
        text.contains("compact: ") && text.contains("narrative: ") && text.contains("us-letter"),
        "{text}"
    );
    for line in sandbox.run("layouts --report json").code(0).text().lines() {
        let layout: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(
            layout["options"]
                .as_array()
                .is_some_and(|options| !options.is_empty()),
            "{layout}"
        );
    }
}

#[test]
fn manual_leaves_out_internal_commands() {
    let manual = Sandbox::new().run("man").code(0).text();
    assert!(manual.contains("cvpress\\-render"), "{manual}");
    assert!(
        !manual.contains("worker(1)") && !manual.contains("\\-worker"),
        "{manual}"
    );
}

#[test]
fn completions_and_manual_are_available() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(
            sandbox
                .run(&format!("completions {shell}"))
                .code(0)
                .text()
                .contains("cvpress"),
            "{shell}"
        );
    }
    assert!(sandbox.run("man").code(0).text().contains(".TH cvpress"));
    // Layouts are offered by their names, and for a language no files.
    let script = sandbox.run("completions bash").code(0).text();
    assert!(script.contains("--version") && !script.contains("worker"));
    let offers = |option: &str| {
        let start = script.find(&format!("--{option})")).expect("the option");
        script[start..].lines().nth(1).unwrap_or_default()
    };
    assert!(
        offers("layout").contains("compgen -W"),
        "{}",
        offers("layout")
    );
    assert!(
        offers("layout").contains("europass"),
        "{}",
        offers("layout")
    );
    assert!(
        !offers("locale").contains("compgen -f"),
        "{}",
        offers("locale")
    );
}

#[cfg(unix)]
#[test]
fn closed_pipe_is_not_an_error() {
    let sandbox = ada();
    let mut child = sandbox
        .command("render ada.toml -o -")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let mut child = sandbox
        .command("man")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn reports_unreadable_and_unwritable_files() {
    let sandbox = ada();
    std::fs::create_dir_all(sandbox.path("out/ada-narrative.pdf")).expect("a folder");
    for (arguments, said) in [
        (
            "render ada.toml",
            "cannot write `out/ada-narrative.pdf`: it is a folder",
        ),
        ("render nobody.toml", "there is no file `nobody.toml`"),
        ("batch nowhere", "cannot read `nowhere`"),
        ("batch out", "no profile in `out`"),
        (
            "render ada.toml --templates nowhere",
            "cannot read `nowhere`",
        ),
    ] {
        let RunOutput { stderr, .. } = sandbox.run(arguments).code(1);
        assert!(stderr.contains(said), "{arguments}: {stderr}");
    }
}
