//! A failure of one CV is reported clearly, leaves no partial file, and affects no other CV.
//!
//! No test depends on the speed of the machine: tests wait for conditions instead of times, and a
//! time limit applies only to profiles that never finish.

#![expect(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]
#![cfg(unix)]

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use snapbox::{IntoData, assert_data_eq, str};

use crate::support::sandbox::{RunOutput, Sandbox, run_command};

const GOOD: &str = "date = \"2026\"\n[person]\nname = \"Ada\"\n";

/// A template that never finishes.
pub(super) const ENDLESS: &str =
    "#for a in range(100000) { for b in range(100000) { str(a * b) } }";

fn has_temporary_files(sandbox: &Sandbox, folder: &str) -> bool {
    sandbox
        .all_files(folder)
        .iter()
        .any(|name| name.contains(".cvpress-"))
}

fn batch(sandbox: &Sandbox, arguments: &str) -> RunOutput {
    sandbox.run(&format!("batch cvs --message-format short {arguments}"))
}

/// Asserts that every file of a folder is a complete PDF, and returns their number.
#[track_caller]
fn count_complete_pdfs(sandbox: &Sandbox, folder: &str) -> usize {
    let files = sandbox.files(folder);
    for file in &files {
        let bytes = sandbox.bytes(&format!("{folder}/{file}"));
        assert!(
            bytes.starts_with(b"%PDF") && bytes.trim_ascii_end().ends_with(b"%%EOF"),
            "{file} is incomplete"
        );
    }
    files.len()
}

/// Writes a layout whose template has this body.
pub(super) fn write_layout(sandbox: &Sandbox, name: &str, body: &str) {
    let manifest = format!(
        "name = \"{name}\"\npurpose = \"…\"\npapers = [\"a4\"]\ncontract = 4\n[ladder]\nrungs = [1.0]\n"
    );
    let template =
        format!("#let resume = json(\"/resume.json\")\n#set document(title: \"x\")\n{body}\n");
    sandbox.write(&format!("own/{name}/layout.toml"), &manifest);
    sandbox.write(&format!("own/{name}/template.typ"), &template);
}

/// Writes a profile that uses a layout of [`write_layout`].
fn write_profile_in(sandbox: &Sandbox, name: &str, layout: &str) {
    sandbox.write(
        &format!("cvs/{name}.toml"),
        &format!("layout = \"{layout}\"\n{GOOD}"),
    );
}

/// Waits until a condition holds. There is no upper bound: a condition that never holds is a hang,
/// which the test runner reports.
fn wait_until(mut condition: impl FnMut() -> bool) {
    while !condition() {
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn send(signal: Signal, process: u32) {
    kill_process(pid(process), signal).expect("a process that accepts signals");
}

fn pid(process: u32) -> Pid {
    let raw = i32::try_from(process).expect("a process id");
    Pid::from_raw(raw).expect("a process id")
}

/// Processes as `/proc` shows them.
#[cfg(target_os = "linux")]
mod proc {
    use std::path::{Path, PathBuf};

    use crate::support::sandbox::Sandbox;

    /// Returns the ids of the running processes that were started in the sandbox.
    pub fn in_sandbox(sandbox: &Sandbox) -> Vec<u32> {
        let folder = sandbox.path("").canonicalize().expect("a folder");
        std::fs::read_dir("/proc")
            .expect("/proc")
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
            .filter(|id| runs_in(*id, &folder))
            .collect()
    }

    fn runs_in(id: u32, folder: &Path) -> bool {
        std::fs::read_link(file(id, "cwd")).is_ok_and(|cwd| cwd == folder)
    }

    fn file(id: u32, name: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{id}/{name}"))
    }

    /// Returns a worker of the program, once there is one.
    pub fn worker_of(sandbox: &Sandbox, program: u32) -> Option<u32> {
        in_sandbox(sandbox).into_iter().find(|id| *id != program)
    }

    /// Returns the CPU time that a process has used, in clock ticks, or `None` if it has ended.
    pub fn cpu_ticks(id: u32) -> Option<u64> {
        let stat = std::fs::read_to_string(file(id, "stat")).ok()?;
        let (_, fields) = stat.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        let (user, system) = (fields.get(11)?, fields.get(12)?);
        Some(user.parse::<u64>().ok()? + system.parse::<u64>().ok()?)
    }

    /// Returns whether a process has yet to handle a signal that was sent to it.
    pub fn has_pending_signals(id: u32) -> bool {
        let status = std::fs::read_to_string(file(id, "status")).unwrap_or_default();
        let masks = ["SigPnd:\t", "ShdPnd:\t"];
        status
            .lines()
            .filter_map(|line| masks.iter().find_map(|name| line.strip_prefix(name)))
            .any(|mask| mask.contains(|digit| digit != '0'))
    }
}

/// Returns the inode of each file: a file that was written again has another one.
fn inodes(sandbox: &Sandbox, folder: &str) -> BTreeMap<String, u64> {
    let files = sandbox.files(folder).into_iter();
    files
        .filter_map(|file| {
            // A file can vanish between the listing and this.
            let metadata = std::fs::metadata(sandbox.path(&format!("{folder}/{file}"))).ok()?;
            Some((file, metadata.ino()))
        })
        .collect()
}

#[test]
#[cfg(target_os = "linux")]
fn killed_batch_leaves_only_complete_files() {
    let sandbox = Sandbox::new();
    for number in 0..12 {
        sandbox.write(
            &format!("cvs/p{number:02}.toml"),
            &GOOD.replace("Ada", &format!("Ada {number}")),
        );
    }
    // With this profile the batch never ends by itself.
    write_layout(&sandbox, "endless", ENDLESS);
    write_profile_in(&sandbox, "z", "endless");
    for round in 0..6 {
        let before = inodes(&sandbox, "out");
        let mut child = sandbox
            .command("batch cvs --quiet --jobs 2 --force --templates own --timeout off")
            .spawn()
            .expect("the program starts");
        wait_until(|| proc::worker_of(&sandbox, child.id()).is_some());
        wait_until(|| {
            let now = inodes(&sandbox, "out");
            let written = now
                .iter()
                .filter(|(file, inode)| before.get(*file) != Some(inode));
            written.count() >= 2 * round
        });
        child.kill().expect("a running program");
        child.wait().expect("an end");
        count_complete_pdfs(&sandbox, "out");
    }
    std::fs::remove_file(sandbox.path("cvs/z.toml")).expect("a file");
    sandbox.run("batch cvs --quiet").succeeds();
    assert_eq!(count_complete_pdfs(&sandbox, "out"), 12);
    // Workers end with the program that started them.
    wait_until(|| proc::in_sandbox(&sandbox).is_empty());
}

#[test]
#[cfg(target_os = "linux")]
fn interrupt_finishes_the_current_cv() {
    for signal in [Signal::INT, Signal::HUP] {
        finishes_the_current_cv(signal);
    }
}

#[cfg(target_os = "linux")]
fn finishes_the_current_cv(signal: Signal) {
    let sandbox = Sandbox::new();
    // No two are the same, so that the batch goes on for long after its first outputs.
    for number in 0..1000 {
        let profile = GOOD.replace("Ada", &format!("Ada {number}"));
        sandbox.write(&format!("cvs/p{number:03}.toml"), &profile);
    }
    let mut command = sandbox.command("batch cvs --jobs 1 --timeout off");
    let child = command
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_until(|| sandbox.files("out").len() >= 3);
    // The worker pauses, so that the batch cannot end before the interrupt arrives.
    let worker = proc::worker_of(&sandbox, child.id()).expect("a worker");
    send(Signal::STOP, worker);
    send(signal, child.id());
    wait_until(|| !proc::has_pending_signals(child.id()));
    send(Signal::CONT, worker);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130));
    let summary = String::from_utf8(output.stdout).expect("text");
    let done = count_complete_pdfs(&sandbox, "out");
    assert!(
        summary.contains(&format!(
            "interrupted, {} profiles not started",
            1000 - done
        )),
        "{summary}"
    );
    assert!(!has_temporary_files(&sandbox, "out"));
    // The output manifest has the CVs that were rendered.
    let plan = sandbox.run("batch cvs --dry-run").code(0).text();
    assert!(
        plan.ends_with(&format!("{done} profiles unchanged\n")),
        "{plan}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn second_interrupt_ends_the_batch_at_once() {
    let sandbox = Sandbox::new();
    write_layout(&sandbox, "endless", ENDLESS);
    write_profile_in(&sandbox, "ada", "endless");
    let mut command = sandbox.command("batch cvs --templates own --timeout off --jobs 1");
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let program = child.id();
    wait_until(|| proc::worker_of(&sandbox, program).is_some());
    let worker = proc::worker_of(&sandbox, program).expect("a worker");
    send(Signal::INT, program);
    wait_until(|| !proc::has_pending_signals(program));
    // The current CV never finishes, so the first interrupt must not end the program: the worker
    // goes on for 0.2 s of its own time.
    let ticks = proc::cpu_ticks(worker).expect("a running worker");
    wait_until(|| proc::cpu_ticks(worker).is_none_or(|now| now >= ticks + 20));
    assert_eq!(child.try_wait().expect("a process"), None);
    send(Signal::INT, program);
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    wait_until(|| proc::in_sandbox(&sandbox).is_empty());
}

#[test]
#[cfg(target_os = "linux")]
fn little_room_for_threads_is_enough_or_an_error() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", GOOD);
    let program = env!("CARGO_BIN_EXE_cvpress");
    let run = |limit: &str| {
        let script = format!("{limit}; exec {program} render ada.toml --message-format short");
        let mut limited = Command::new("sh");
        let limited = limited.args(["-c", &script]).current_dir(sandbox.path(""));
        run_command(limited.stdin(Stdio::null()))
    };
    // The stack of the command takes 1 GiB of the addresses if it can.
    run("ulimit -v 1300000").succeeds();
    run("export RAYON_NUM_THREADS=100000; ulimit -v 1300000").succeeds();
    for limit in [300_000, 600_000, 1_200_000] {
        let run = run(&format!("ulimit -v {limit}"));
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    }
}

#[test]
fn reports_unwritable_files() {
    let sandbox = Sandbox::new();
    sandbox
        .write("cvs/ada.toml", GOOD)
        .write("cvs/bob.toml", GOOD);
    sandbox
        .write("file", "")
        .write("taken/ada-compact.pdf/x", "");
    let mut messages = batch(&sandbox, "--output file").code(1).stderr;
    messages += &batch(&sandbox, "--output taken").code(1).stderr;
    assert_eq!(
        sandbox.files("taken"),
        ["ada-compact.pdf/x", "bob-compact.pdf"]
    );
    // A limit on the size of files interrupts a write, as a full disk does.
    let mut limited = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_cvpress");
    let script =
        format!("ulimit -f 4; exec {program} batch cvs --output full --message-format short");
    let full = run_command(
        limited
            .args(["-c", &script])
            .current_dir(sandbox.path(""))
            .stdin(Stdio::null()),
    )
    .code(1);
    messages += &full.stderr;
    assert!(sandbox.files("full").is_empty());
    assert!(!has_temporary_files(&sandbox, "full"));
    assert_data_eq!(
        messages,
        str![[r#"
error[unwritable-file]: cannot write `file/ada-compact.pdf`: File exists (os error 17)
error[unwritable-file]: cannot write `file/bob-compact.pdf`: File exists (os error 17)
error[unwritable-file]: cannot write `taken/ada-compact.pdf`: it is a folder
error[unwritable-file]: cannot write `full/ada-compact.pdf`: File too large (os error 27)
error[unwritable-file]: cannot write `full/bob-compact.pdf`: File too large (os error 27)

"#]]
        .into_data()
        .raw()
    );
}

#[test]
#[cfg(target_os = "linux")]
fn reports_a_folder_that_cannot_be_created() {
    let sandbox = Sandbox::new();
    sandbox.write("cvs/ada.toml", GOOD);
    let run = batch(&sandbox, "--output /proc/cvpress").code(1);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(
        run.stderr
            .starts_with("error[unwritable-file]: cannot write `/proc/cvpress/ada-compact.pdf`"),
        "{}",
        run.stderr
    );
}

#[test]
#[cfg(target_os = "linux")]
fn templates_that_use_too_much_fail_only_their_own_cv() {
    let sandbox = Sandbox::new();
    let templates = [
        ("many", "#for a in range(150) { [x]; pagebreak() }"),
        ("while", "#let n = 0\n#while n >= 0 { n += 1 }"),
        ("recurses", "#let f(x) = f(x + 1)\n#f(0)"),
        ("hoards", "#range(1000000000).len()"),
    ];
    for (name, body) in templates {
        write_layout(&sandbox, name, body);
        write_profile_in(&sandbox, name, name);
    }
    sandbox.write("cvs/zoe.toml", GOOD);
    // Memory, pages and calls have limits here, and time has none.
    let run = batch(
        &sandbox,
        "--templates own --timeout off --max-memory 512 --jobs 2",
    )
    .code(1);
    assert_data_eq!(
        run.stderr,
        str![[r#"
error[memory-limit]: `cvs/hoards.toml` exceeds the memory limit of 512 MiB; raise the limit, as with `--max-memory 4096`
cvs/many.toml:1:1: error[too-many-pages]: 151 pages exceed the limit of 100; shorten the document, or raise the limit, as in `--max-pages 500`
own/recurses/template.typ:3:13: error[template]: maximum function call depth exceeded
own/while/template.typ:4:2: error[template]: loop seems to be infinite

"#]]
        .into_data()
        .raw()
    );
    assert_eq!(sandbox.files("out"), ["zoe-compact.pdf"]);
}

#[test]
fn every_command_has_a_time_limit() {
    let sandbox = Sandbox::new();
    write_layout(&sandbox, "endless", ENDLESS);
    write_profile_in(&sandbox, "ada", "endless");
    for command in [
        "render cvs/ada.toml",
        "check cvs/ada.toml",
        "text cvs/ada.toml",
        "gallery cvs/ada.toml --layout endless",
        "press pdf cvs/ada.toml",
        "press nup cvs/ada.toml",
        "press run cvs",
    ] {
        let options = "--templates own --timeout 1 --message-format short";
        let run = sandbox.run(&format!("{command} {options}")).code(1);
        // On a slow machine, the time is over before the command has come to the profile.
        let named = run
            .stderr
            .replace("the command exceeds", "`cvs/ada.toml` exceeds");
        assert_eq!(
            named,
            "error[time-limit]: `cvs/ada.toml` exceeds the time limit of 1 s; raise the limit, as with `--timeout 300`\n",
            "{command}"
        );
    }
    assert_eq!(sandbox.all_files("out"), [] as [&str; 0]);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_of_every_command_is_limited() {
    let sandbox = Sandbox::new();
    write_layout(&sandbox, "hoards", "#range(1000000000).len()");
    write_profile_in(&sandbox, "ada", "hoards");
    write_profile_in(&sandbox, "cyd", "hoards");
    sandbox
        .write("cvs/bob.toml", GOOD)
        .write("cvs/dan.toml", GOOD);
    let options = "--templates own --max-memory 512 --message-format short";
    let messages = [
        "error[memory-limit]: `cvs/ada.toml` exceeds the memory limit of 512 MiB; raise the limit, as with `--max-memory 4096`\n",
        "error[memory-limit]: `cvs/cyd.toml` exceeds the memory limit of 512 MiB; raise the limit, as with `--max-memory 4096`\n",
    ]
    .concat();
    let profiles = "cvs/ada.toml cvs/bob.toml cvs/cyd.toml cvs/dan.toml";
    for command in [
        "render --output one",
        "check --quiet",
        "press pdf --output press",
    ] {
        let run = sandbox
            .run(&format!("{command} {profiles} {options}"))
            .code(1);
        assert_eq!(run.stderr, messages, "{command}");
    }
    // One profile does not stop the others.
    assert_eq!(sandbox.files("one"), ["bob-compact.pdf", "dan-compact.pdf"]);
    assert_eq!(
        sandbox.files("press"),
        ["bob-compact-press.pdf", "dan-compact-press.pdf"]
    );
    assert!(!has_temporary_files(&sandbox, ""));
}

#[test]
#[cfg(target_os = "linux")]
fn full_standard_output_is_an_error() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", GOOD);
    for command in [
        "schema",
        "fmt -",
        "text ada.toml",
        "render ada.toml -o -",
        "man",
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device");
        let profile = std::fs::File::open(sandbox.path("ada.toml")).expect("a file");
        let mut command = sandbox.command(&format!("{command} --message-format short"));
        let run = run_command(command.stdin(profile).stdout(full)).code(1);
        assert!(
            run.stderr
                .contains("error[unwritable-file]: cannot write `<stdout>`"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn endless_templates_meet_the_time_limit() {
    let sandbox = Sandbox::new();
    write_layout(&sandbox, "endless", ENDLESS);
    write_profile_in(&sandbox, "ada", "endless");
    write_profile_in(&sandbox, "bob", "endless");
    // One worker at a time: that of `bob` replaces the stopped one of `ada`.
    let run = batch(&sandbox, "--templates own --timeout 1 --jobs 1").code(1);
    assert_data_eq!(
        run.stderr,
        str![[r#"
error[time-limit]: `cvs/ada.toml` exceeds the time limit of 1 s; raise the limit, as with `--timeout 300`
error[time-limit]: `cvs/bob.toml` exceeds the time limit of 1 s; raise the limit, as with `--timeout 300`

"#]]
        .into_data()
        .raw()
    );
    assert_eq!(sandbox.files("out"), [] as [&str; 0]);
}

#[test]
#[cfg(target_os = "linux")]
fn killed_worker_fails_only_its_own_cv() {
    let sandbox = Sandbox::new();
    write_layout(&sandbox, "endless", ENDLESS);
    write_profile_in(&sandbox, "ada", "endless");
    sandbox.write("cvs/bob.toml", GOOD);
    let mut command =
        sandbox.command("batch cvs --templates own --jobs 1 --message-format short --timeout off");
    let child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_until(|| proc::worker_of(&sandbox, child.id()).is_some());
    let worker = proc::worker_of(&sandbox, child.id()).expect("a worker");
    // Without its task a worker waits; only with it does it use so much CPU time.
    wait_until(|| proc::cpu_ticks(worker).expect("a running worker") >= 100);
    send(Signal::KILL, worker);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(1));
    assert_data_eq!(
        String::from_utf8(output.stderr).expect("text"),
        str![[r#"
error[worker-failed]: the worker process of `cvs/ada.toml` ended before it had finished: signal: 9 (SIGKILL); see what `cvpress render` says of the profile

"#]]
        .into_data()
        .raw()
    );
    assert_eq!(sandbox.files("out"), ["bob-compact.pdf"]);
}

#[test]
fn stream_reports_the_time_limit_in_the_order_of_the_jobs() {
    let sandbox = Sandbox::new();
    write_layout(&sandbox, "endless", ENDLESS);
    let endless = serde_json::json!({ "text": GOOD, "layout": "endless" });
    // The second job is refused at once, and still answered after the first.
    sandbox.write("jobs", &format!("{endless}\n{{}}\n"));
    let jobs = std::fs::File::open(sandbox.path("jobs")).expect("a file");
    let mut command = sandbox.command("stream --templates own --timeout 1 --jobs 2");
    let run = run_command(command.stdin(jobs)).code(0);
    let rules: Vec<serde_json::Value> = run
        .text()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .map(|answer| answer["diagnostics"][0]["rule"].clone())
        .collect();
    assert_eq!(rules, ["time-limit", "stream-job"]);
}

/// Returns a profile with a section of this Markdown.
fn with_text(markdown: &str) -> String {
    format!("{GOOD}[[section]]\nkind = \"text\"\nbody = '''\n{markdown}\n'''\n")
}

/// Opens something a number of times, then closes it as often.
fn nested(times: usize, open: &str, close: &str) -> String {
    format!("{}{}", open.repeat(times), close.repeat(times))
}

#[test]
fn rejects_deeply_nested_profiles() {
    let sandbox = Sandbox::new();
    let list: String = (0..130)
        .map(|depth| format!("{}- a\n", "  ".repeat(depth)))
        .collect();
    let profiles = [
        (
            "arrays",
            format!("{GOOD}[[section]]\nkind = {}\n", nested(50_000, "[", "]")),
        ),
        (
            "brackets",
            with_text(&nested(800, "[", "](https://example.org)")),
        ),
        ("items", with_text(&list)),
        ("keys", format!("{GOOD}{}x = 1\n", "a.".repeat(50_000))),
        ("quotes", with_text(&">".repeat(15_000))),
        (
            "tables",
            format!(
                "{GOOD}x = {}1{}\n",
                "{ a = ".repeat(50_000),
                " }".repeat(50_000)
            ),
        ),
        ("zoe", GOOD.to_owned()),
    ];
    for (name, text) in &profiles {
        sandbox.write(&format!("cvs/{name}.toml"), text);
    }
    let run = batch(&sandbox, "--timeout off --jobs 2").code(1);
    let places: Vec<&str> = run
        .stderr
        .lines()
        .filter_map(|line| Some(&line[..=line.find(']')?]))
        .collect();
    assert_eq!(
        places,
        [
            "cvs/arrays.toml:5:88: error[toml-syntax]",
            "cvs/brackets.toml:7:824: error[unclosed-link]",
            "cvs/items.toml:15:17: error[nested-too-deep]",
            "cvs/keys.toml:4:1: error[toml-syntax]",
            "cvs/quotes.toml:7:9: error[nested-too-deep]",
            "cvs/tables.toml:4:485: error[toml-syntax]",
        ]
    );
    assert_eq!(sandbox.files("out"), ["zoe-compact.pdf"]);
}

#[test]
fn parts_that_are_too_large_are_named() {
    let sandbox = Sandbox::new();
    let bullets = "  \"Bullet with some words.\",\n".repeat(100_000);
    let list = "[[section]]\nkind = \"list\"\ntitle = \"List\"\n";
    sandbox
        .write(
            "cvs/bullets.toml",
            &format!("{GOOD}{list}highlights = [\n{bullets}]\n"),
        )
        .write(
            "cvs/field.toml",
            &with_text(&"word word. ".repeat(1_000_000)),
        )
        .write(
            "cvs/stars.toml",
            &with_text(&nested(50_000, "**a ", " a**")),
        );
    let run = batch(&sandbox, "--timeout off --jobs 2").code(1);
    assert_data_eq!(run.stderr, str![[r#"
cvs/bullets.toml:1:1: error[too-large]: the profile has 100009 values; a profile may have at most 100000
cvs/bullets.toml:7:14: error[too-large]: the list is too long: 100000 members; a list may have at most 5000 members: split it
error[unreadable-file]: cannot read `cvs/field.toml`: it is larger than 10 MB
cvs/stars.toml:6:8: error[too-large]: the text is too long: 400001 bytes; a text may have at most 100000 bytes: split it

"#]].into_data().raw());
    assert_eq!(sandbox.files("out"), [] as [&str; 0]);
}

#[test]
fn links_out_of_a_folder_are_not_opened() {
    let sandbox = Sandbox::new();
    sandbox.write("secret", "aws_secret_access_key = AKIA123\n");
    sandbox.write("secret.json", r#"{"basics": {"name": "AKIA123"}}"#);
    sandbox.write("cvs/.git/config", "url = AKIA123\n");
    sandbox.write("cvs/ada.toml", GOOD);
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(sandbox.path(target), sandbox.path(name)).expect("a link");
    };
    // A link within the folder is a profile as well.
    link("cvs/ada.toml", "cvs/again.toml");
    sandbox.run("check cvs").succeeds();
    link("secret", "cvs/x.toml");
    link("cvs/.git/config", "cvs/y.toml");
    for command in ["batch cvs", "check cvs", "watch cvs", "press run cvs"] {
        let run = sandbox.run(command).code(1);
        for name in ["x", "y"] {
            let expected = format!("`cvs/{name}.toml` is a link out of `cvs`");
            assert!(run.stderr.contains(&expected), "{command}: {}", run.stderr);
        }
        assert!(!run.stderr.contains("AKIA"), "{}", run.stderr);
    }
    std::fs::create_dir(sandbox.path("resumes")).expect("a folder");
    link("secret.json", "resumes/a.json");
    let run = sandbox.run("import resumes -o made").code(1);
    assert!(
        run.stderr.contains("is a link out of `resumes`"),
        "{}",
        run.stderr
    );
    std::fs::create_dir(sandbox.path("set")).expect("a folder");
    sandbox.write("set/ada.toml", GOOD);
    link("secret", "set/cvpress.toml");
    let run = sandbox.run("check set/ada.toml").code(1);
    assert!(
        run.stderr.contains("it is a link out of its folder"),
        "{}",
        run.stderr
    );
    std::fs::remove_file(sandbox.path("set/cvpress.toml")).expect("a file");
    sandbox.write("set/cvpress.toml", "templates = 'layouts'\n");
    sandbox.run("layouts new mine else").succeeds();
    link("else", "set/layouts");
    let run = sandbox.run("check set/ada.toml").code(1);
    assert!(
        run.stderr.contains("is not inside the folder"),
        "{}",
        run.stderr
    );
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_or_is_before_1970_is_a_failure() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", GOOD);
    for option in ["--help", "--version", "render --help"] {
        let full = std::fs::File::create("/dev/full").expect("a device");
        let status = sandbox
            .command(option)
            .stdout(full)
            .status()
            .expect("an end");
        assert_eq!(status.code(), Some(1), "{option}");
        sandbox.run(option).succeeds();
    }
    let mut command = sandbox.command("render ada.toml");
    let run = run_command(command.env("SOURCE_DATE_EPOCH", "-1")).code(2);
    assert!(
        run.stderr.contains("must be seconds since 1970"),
        "{}",
        run.stderr
    );
}

#[test]
fn what_has_no_end_is_not_read() {
    let sandbox = Sandbox::new();
    sandbox.write("cvs/ada.toml", GOOD);
    let made = Command::new("mkfifo").arg(sandbox.path("pipe")).status();
    assert!(made.expect("mkfifo").success());
    std::os::unix::fs::symlink("/dev/zero", sandbox.path("cvs/zero.png")).expect("a link");
    sandbox.write("cvs/photo.toml", &format!("{GOOD}photo = \"zero.png\"\n"));
    for folder in ["json", "link", "lock"] {
        std::fs::create_dir(sandbox.path(folder)).expect("a folder");
    }
    for link in ["json/.cvpress.json", "lock/.cvpress.lock"] {
        std::fs::hard_link(sandbox.path("pipe"), sandbox.path(link)).expect("a link");
    }
    std::os::unix::fs::symlink("/dev/zero", sandbox.path("link/.cvpress.json")).expect("a link");
    let mut messages = String::new();
    for command in [
        "press preflight /dev/zero",
        "press preflight pipe",
        "press preflight cvs",
        "text /dev/zero",
        "check /dev/zero",
        "press pdf cvs/ada.toml --icc /dev/zero",
        "press pdf cvs/ada.toml --icc pipe",
        "batch --profiles-from /dev/zero",
        "batch cvs/ada.toml --output json",
        "batch cvs/ada.toml --output link",
        "batch cvs/ada.toml --output lock",
        "check cvs/photo.toml",
        "check cvs/ada.toml --posting /dev/zero",
    ] {
        let run = sandbox
            .run(&format!("{command} --message-format short"))
            .code(1);
        messages += &run.stderr;
    }
    assert_data_eq!(messages, str![[r#"
error[unreadable-file]: cannot read `/dev/zero`: it is not a regular file
error[unreadable-file]: cannot read `pipe`: it is not a regular file
error[unreadable-file]: cannot read `cvs`: it is a folder
error[unreadable-file]: cannot read `/dev/zero`: it is larger than 10 MB
error[unreadable-file]: cannot read `/dev/zero`: it is larger than 10 MB
error[unreadable-file]: cannot read `/dev/zero`: it is not a regular file
error[unreadable-file]: cannot read `pipe`: it is not a regular file
error[unreadable-file]: cannot read `/dev/zero`: it is larger than 256 MiB
error[unwritable-file]: cannot write `json/.cvpress.json`: `.cvpress.json` is not a regular file
note[manifest-ignored]: the output manifest `json/.cvpress.json` is not a regular file; everything is rendered, and nothing is recorded: remove it
error[unwritable-file]: cannot write `link/.cvpress.json`: `.cvpress.json` is not a regular file
note[manifest-ignored]: the output manifest `link/.cvpress.json` is not a regular file; everything is rendered, and nothing is recorded: remove it
error[unwritable-file]: cannot write `lock/.cvpress.json`: `lock/.cvpress.lock` is not a regular file
cvs/photo.toml:4:9: error[photo-outside]: the photo `zero.png` is outside the profile's folder; copy it into the profile's folder
error[unreadable-file]: cannot read `/dev/zero`: it is larger than 10 MB

"#]].into_data().raw());
}

#[test]
fn pipes_without_another_end_are_named_when_the_time_is_over() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", GOOD);
    let made = Command::new("mkfifo").arg(sandbox.path("pipe")).status();
    assert!(made.expect("mkfifo").success());
    for command in [
        "render ada.toml -o pipe",
        "render pipe",
        "batch --profiles-from pipe",
    ] {
        let run = sandbox.run(&format!("{command} --timeout 4")).code(1);
        let told = "no program has opened the other end of `pipe` in 4 s";
        assert!(run.stderr.contains(told), "{command}: {}", run.stderr);
    }
}

#[test]
fn held_locks_end_a_batch_with_an_error() {
    let sandbox = Sandbox::new();
    sandbox
        .write("cvs/ada.toml", GOOD)
        .write("out/.cvpress.lock", "");
    let lock = std::fs::File::open(sandbox.path("out/.cvpress.lock")).expect("a file");
    lock.lock().expect("a lock");
    let run = batch(&sandbox, "").code(1);
    assert_data_eq!(
        run.stderr,
        str![[r#"
error[unwritable-file]: cannot write `out/.cvpress.json`: another process holds `.cvpress.lock`

"#]]
        .into_data()
        .raw()
    );
    // The CV is there; only the record of it is missing.
    assert_eq!(sandbox.files("out"), ["ada-compact.pdf"]);
}

#[test]
fn rejects_harmful_images() {
    let sandbox = Sandbox::new();
    let png = [
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".as_slice(),
        &[0, 1, 0, 0, 0, 1, 0, 0],
        &[8, 6, 0, 0, 0],
    ]
    .concat();
    sandbox
        .write("cvs/zoe.toml", GOOD)
        .write("secret.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    std::fs::write(sandbox.path("cvs/bomb.png"), png).expect("a file");
    let mut uses = "<g id='g0'><path/></g>".to_owned();
    for level in 1..12 {
        let below = level - 1;
        uses += &format!(
            "<g id='g{level}'>{}</g>",
            format!("<use href='#g{below}'/>").repeat(10)
        );
    }
    sandbox.write("cvs/bomb.svg", &svg_with(&uses)).write(
        "cvs/reads.svg",
        &svg_with("<image href='file:///etc/passwd'/>"),
    );
    std::os::unix::fs::symlink(sandbox.path("secret.svg"), sandbox.path("cvs/link.svg"))
        .expect("a link");
    for (name, photo) in [
        ("a", "bomb.png"),
        ("b", "bomb.svg"),
        ("c", "reads.svg"),
        ("d", "link.svg"),
        ("e", "../secret.svg"),
    ] {
        sandbox.write(
            &format!("cvs/{name}.toml"),
            &format!("{GOOD}photo = \"{photo}\"\n"),
        );
    }
    let run = batch(&sandbox, "").code(1);
    assert_data_eq!(
        run.stderr,
        str![[r#"
cvs/a.toml:4:9: error[photo-too-large]: the photo `bomb.png` is too large: 65536 × 65536 pixels; reduce it to at most 64 million pixels, or 200 000 elements of an SVG
cvs/b.toml:4:9: error[photo-too-large]: the photo `bomb.svg` is too large: too many elements; reduce it to at most 64 million pixels, or 200 000 elements of an SVG
cvs/c.toml:4:9: error[photo-reference]: the photo `reads.svg` refers to `file:///etc/passwd`; embed that part in the SVG, or remove it
cvs/d.toml:4:9: error[photo-outside]: the photo `link.svg` is outside the profile's folder; copy it into the profile's folder
cvs/e.toml:4:9: error[photo-outside]: the photo `../secret.svg` is outside the profile's folder; copy it into the profile's folder

"#]]
        .into_data()
        .raw()
    );
    assert_eq!(sandbox.files("out"), ["zoe-compact.pdf"]);
}

fn svg_with(elements: &str) -> String {
    format!("<svg xmlns='http://www.w3.org/2000/svg'>{elements}</svg>")
}
