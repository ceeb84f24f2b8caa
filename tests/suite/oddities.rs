//! Odd names, arguments and streams: each is taken as it is meant, or refused with a reason.

#![expect(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]
#![cfg(unix)]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

use snapbox::{IntoData, assert_data_eq, str};

use crate::support::sandbox::{RunOutput, Sandbox, run_command};

const GOOD: &str = "date = \"2026\"\n[person]\nname = \"Ada\"\n";

fn short(sandbox: &Sandbox, arguments: &str) -> RunOutput {
    sandbox.run(&format!("{arguments} --message-format short"))
}

#[test]
fn names_of_dots_stay_in_the_folder() {
    let sandbox = Sandbox::new();
    sandbox.write("...toml", GOOD);
    short(&sandbox, "render ...toml").succeeds();
    sandbox.write("list", "...toml\n");
    short(&sandbox, "batch --profiles-from list --output many").succeeds();
    assert_eq!(sandbox.files("out"), ["profile-compact.pdf"]);
    assert_eq!(sandbox.files("many"), ["profile-compact.pdf"]);
}

#[test]
fn names_need_not_be_utf8() {
    let sandbox = Sandbox::new();
    let name = OsStr::from_bytes(b"\xff.toml");
    std::fs::create_dir(sandbox.path("cvs")).expect("a folder");
    // The profile has a warning, which names it.
    let text = format!("{GOOD}[[section]]\nkind = \"skill\"\n[[section.entry]]\nname = \"A\"\n");
    std::fs::write(sandbox.path("cvs").join(name), text).expect("a file");
    for arguments in ["batch cvs", "batch cvs --variants", "batch cvs"] {
        short(&sandbox, arguments).succeeds();
    }
    let mut render = sandbox.command("render -o one.pdf");
    run_command(
        render
            .arg(sandbox.path("cvs").join(name))
            .stdin(Stdio::null()),
    )
    .succeeds();
    assert!(sandbox.bytes("one.pdf").starts_with(b"%PDF"));
}

#[test]
fn names_with_a_meaning_are_not_layouts() {
    let sandbox = Sandbox::new();
    for arguments in [
        "new all",
        "new shared",
        "eject compact own --as all",
        "eject compact own --as shared",
    ] {
        let run = short(&sandbox, &format!("layouts {arguments}")).code(2);
        let name = arguments.rsplit(' ').next().expect("a name");
        assert_eq!(
            run.stderr,
            format!(
                "error[usage]: `{name}` is a reserved name: choose another one for the layout\n"
            )
        );
    }
    short(&sandbox, "layouts eject compact own --as mine --shared").succeeds();
}

#[test]
fn dates_of_the_environment_are_seconds_that_have_a_date() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", GOOD);
    for epoch in ["x", "", "1.5", "99999999999999999"] {
        let mut command = sandbox.command("render ada.toml --message-format short");
        let run = run_command(command.env("SOURCE_DATE_EPOCH", epoch).stdin(Stdio::null())).code(2);
        let expected = format!(
            "error[usage]: SOURCE_DATE_EPOCH must be seconds since 1970, found `{epoch}`\n"
        );
        assert_eq!(run.stderr, expected);
    }
}

#[test]
fn numbers_beyond_the_limits_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("cvs/ada.toml", GOOD);
    let mut messages = String::new();
    for arguments in [
        "batch cvs --jobs 100000",
        "stream --jobs 0",
        "press run cvs --jobs 257",
        "render cvs/ada.toml --timeout 0",
        "render cvs/ada.toml --max-memory 1",
    ] {
        let run = sandbox.run(arguments).code(2);
        messages += run.stderr.lines().next().unwrap_or_default();
        messages += "\n";
    }
    assert_data_eq!(messages, str![[r#"
error: invalid value '100000' for '--jobs <N>': expected a number from 1 to 256
error: invalid value '0' for '--jobs <N>': expected a number from 1 to 256
error: invalid value '257' for '--jobs <N>': expected a number from 1 to 256
error: invalid value '0' for '--timeout <SECONDS>': expected seconds, such as `60`, or `off`
error: invalid value '1' for '--max-memory <MIB>': expected MiB, at least 64, such as `2048`, or `off`

"#]].into_data().raw());
    short(&sandbox, "render cvs/ada.toml --fit 100").succeeds();
    assert!(short(&sandbox, "render cvs/ada.toml --fit 101").code == Some(2));
}

#[test]
fn terminals_get_no_pdf() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", GOOD);
    // Python runs the program in a terminal of its own.
    let script =
        "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
    let run = |arguments: &str| {
        let mut python = Command::new("python3");
        python
            .args(["-c", script, env!("CARGO_BIN_EXE_cvpress")])
            .args(arguments.split(' '))
            .current_dir(sandbox.path(""))
            .env("CVPRESS_TIMEOUT", "off")
            .stdin(Stdio::null());
        run_command(&mut python)
    };
    let refused = run("render ada.toml -o - --message-format short").code(2);
    assert_eq!(
        refused.text().trim_end(),
        "error[usage]: standard output is a terminal, which cannot show the file; \
         write to a file, as with `--output cv.pdf`, or redirect it, as with `> cv.pdf`"
    );
    assert!(
        run("render ada.toml -o - --format svg")
            .code(0)
            .text()
            .contains("<svg")
    );
    // Without a terminal it is written.
    assert!(
        short(&sandbox, "render ada.toml -o -")
            .code(0)
            .stdout
            .starts_with(b"%PDF")
    );
}

#[test]
fn keys_of_jobs_are_not_repeated() {
    let sandbox = Sandbox::new();
    let job = r#"{"text": "[person]\nname = \"Ada\"\n", "layout": "ats", "layout": "vita"}"#;
    sandbox.write("jobs", &format!("{job}\n"));
    let jobs = std::fs::File::open(sandbox.path("jobs")).expect("a file");
    let run = run_command(sandbox.command("stream --jobs 1").stdin(jobs)).code(0);
    let answer = run.text();
    assert!(answer.contains("the key `layout` is repeated"), "{answer}");
}
