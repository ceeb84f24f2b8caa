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
const ENDLESS: &str = "#for a in range(100000) { for b in range(100000) { str(a * b) } }";

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
fn write_layout(sandbox: &Sandbox, name: &str, body: &str) {
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
    let sandbox = Sandbox::new();
    for number in 0..200 {
        sandbox.write(&format!("cvs/p{number:03}.toml"), GOOD);
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
    send(Signal::INT, child.id());
    wait_until(|| !proc::has_pending_signals(child.id()));
    send(Signal::CONT, worker);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130));
    let summary = String::from_utf8(output.stdout).expect("text");
    let done = count_complete_pdfs(&sandbox, "out");
    assert!(
        summary.contains(&format!("interrupted, {} profiles not started", 200 - done)),
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
    let script = format!(
        "trap '' XFSZ; ulimit -f 4; exec {program} batch cvs --output full --message-format short"
    );
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
        "--templates own --timeout off --max-memory 2048 --jobs 2",
    )
    .code(1);
    assert_data_eq!(
        run.stderr,
        str![[r#"
error[worker-failed]: the worker process of `cvs/hoards.toml` ended before it had finished: signal: 6 (SIGABRT); it may need more memory, as with `--max-memory 16384`
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
error[time-limit]: a document of `cvs/ada.toml` exceeds the time limit of 1 s; raise the limit, as with `--timeout 300`
error[time-limit]: a document of `cvs/bob.toml` exceeds the time limit of 1 s; raise the limit, as with `--timeout 300`

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
error[worker-failed]: the worker process of `cvs/ada.toml` ended before it had finished: signal: 9 (SIGKILL); it may need more memory, as with `--max-memory 16384`

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

/// Opens something 50,000 times, then closes it as often.
fn nested(open: &str, close: &str) -> String {
    format!("{}{}", open.repeat(50_000), close.repeat(50_000))
}

#[test]
fn rejects_deeply_nested_profiles() {
    let sandbox = Sandbox::new();
    let list: String = (0..2000)
        .map(|depth| format!("{}- a\n", "  ".repeat(depth)))
        .collect();
    let profiles = [
        (
            "arrays",
            format!("{GOOD}[[section]]\nkind = {}\n", nested("[", "]")),
        ),
        (
            "brackets",
            with_text(&nested("[", "](https://example.org)")),
        ),
        ("items", with_text(&list)),
        ("keys", format!("{GOOD}{}x = 1\n", "a.".repeat(50_000))),
        ("quotes", with_text(&">".repeat(50_000))),
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
            "cvs/brackets.toml:7:50024: error[unclosed-link]",
            "cvs/items.toml:23:33: error[nested-too-deep]",
            "cvs/keys.toml:1:1: error[toml-syntax]",
            "cvs/quotes.toml:7:17: error[nested-too-deep]",
            "cvs/tables.toml:4:485: error[toml-syntax]",
        ]
    );
    assert_eq!(sandbox.files("out"), ["zoe-compact.pdf"]);
}

#[test]
fn huge_profiles_meet_a_limit() {
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
        .write("cvs/stars.toml", &with_text(&nested("**a ", " a**")));
    let run = batch(&sandbox, "--timeout 1 --jobs 2").code(1);
    // A fast machine may lay out all pages before the time limit, only to exceed that of pages.
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.stderr);
    for (line, name) in lines.iter().zip(["bullets", "field", "stars"]) {
        assert!(
            line.contains(&format!("cvs/{name}.toml"))
                && (line.contains("error[time-limit]") || line.contains("error[too-many-pages]")),
            "{line}"
        );
    }
    assert_eq!(sandbox.files("out"), [] as [&str; 0]);
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
