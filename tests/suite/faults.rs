//! Whatever goes wrong with one CV is told clearly, leaves no half of a file, and keeps no other
//! from being printed.

#![expect(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use snapbox::{IntoData, assert_data_eq, str};

use crate::support::sandbox::{RunOutput, Sandbox, run_command};

const GOOD: &str = "date = \"2026\"\n[person]\nname = \"Ada\"\n";

/// Whether a folder holds temporary files.
fn temporary(sandbox: &Sandbox, folder: &str) -> bool {
    sandbox
        .all_files(folder)
        .iter()
        .any(|name| name.contains(".cvpress-"))
}

fn batch(sandbox: &Sandbox, arguments: &str) -> RunOutput {
    sandbox.run(&format!("batch cvs --message-format short {arguments}"))
}

/// Every file of a folder is a whole PDF.
#[track_caller]
fn are_whole(sandbox: &Sandbox, folder: &str) -> usize {
    let files = sandbox.files(folder);
    for file in &files {
        let bytes = sandbox.bytes(&format!("{folder}/{file}"));
        assert!(
            bytes.starts_with(b"%PDF") && bytes.trim_ascii_end().ends_with(b"%%EOF"),
            "{file} is not whole"
        );
    }
    files.len()
}

/// Sends a signal to a process.
fn signal(name: &str, process: u32) {
    let sent = Command::new("kill")
        .args([format!("-{name}"), process.to_string()])
        .status();
    assert!(sent.expect("kill starts").success());
}

/// The processes that were started in a folder and are still there.
fn processes_in(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().expect("a folder");
    let all = std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let own = all
        .filter(|process| std::fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd == folder));
    own.map(|process| process.display().to_string()).collect()
}

#[test]
fn killed_in_the_middle_it_leaves_whole_files_alone() {
    let sandbox = Sandbox::new();
    for number in 0..12 {
        sandbox.write(
            &format!("cvs/p{number:02}.toml"),
            &GOOD.replace("Ada", &format!("Ada {number}")),
        );
    }
    for round in 0..6 {
        let mut child = sandbox
            .command("batch cvs --quiet --jobs 2")
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(120 + 70 * round));
        drop(child.kill());
        drop(child.wait());
        are_whole(&sandbox, "out");
    }
    sandbox.run("batch cvs --quiet").succeeds();
    assert_eq!(are_whole(&sandbox, "out"), 12);
    // Those that printed for it end when it does.
    let began = Instant::now();
    while cfg!(target_os = "linux") && !processes_in(&sandbox.path("")).is_empty() {
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{:?}",
            processes_in(&sandbox.path(""))
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn an_interrupt_lets_what_is_under_way_be_finished() {
    let sandbox = Sandbox::new();
    for number in 0..200 {
        sandbox.write(&format!("cvs/p{number:03}.toml"), GOOD);
    }
    let mut command = sandbox.command("batch cvs --jobs 1");
    let child = command
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    while sandbox.files("out").is_empty() {
        assert!(
            began.elapsed() < Duration::from_mins(1),
            "nothing is printed"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    signal("INT", child.id());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stdout).expect("text");
    let done = are_whole(&sandbox, "out");
    assert!(
        told.contains(&format!("interrupted, {} profiles not begun", 200 - done)),
        "{told}"
    );
    assert!(!temporary(&sandbox, "out"));
    // What was printed is on record.
    let rest = sandbox.run("batch cvs --dry-run").code(0).text();
    assert!(
        rest.ends_with(&format!("{done} profiles unchanged\n"))
            || rest.ends_with("1 profile unchanged\n"),
        "{rest}"
    );
}

#[test]
fn a_second_interrupt_ends_it_at_once() {
    let sandbox = Sandbox::new();
    looping(&sandbox);
    sandbox.write("cvs/ada.toml", &format!("layout = \"loops\"\n{GOOD}"));
    let mut command = sandbox.command("batch cvs --templates own --timeout off --jobs 1");
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    let wait = |what: &str, is_so: &mut dyn FnMut() -> bool| {
        while !is_so() {
            assert!(began.elapsed() < Duration::from_mins(1), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait("nothing is printed", &mut || {
        processes_in(&sandbox.path("")).len() > 1
    });
    let id = child.id();
    signal("INT", id);
    // What is under way has no end, so that the first one cannot end it.
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(
        child
            .try_wait()
            .expect("a process")
            .and_then(|status| status.code()),
        None
    );
    signal("INT", id);
    wait("it goes on", &mut || {
        child.try_wait().expect("a process").is_some()
    });
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    wait("its processes go on", &mut || {
        processes_in(&sandbox.path("")).is_empty()
    });
}

#[test]
fn a_full_disk_and_places_that_cannot_be_written_are_told() {
    let sandbox = Sandbox::new();
    sandbox
        .write("cvs/ada.toml", GOOD)
        .write("cvs/bob.toml", GOOD);
    sandbox
        .write("file", "")
        .write("taken/ada-compact.pdf/x", "");
    let mut told = batch(&sandbox, "--out file").code(1).stderr;
    told += &batch(&sandbox, "--out taken").code(1).stderr;
    assert_eq!(
        sandbox.files("taken"),
        ["ada-compact.pdf/x", "bob-compact.pdf"]
    );
    // A limit on the size of files stops the writing in the middle, as a full disk does.
    let mut limited = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_cvpress");
    let script = format!(
        "trap '' XFSZ; ulimit -f 4; exec {program} batch cvs --out full --message-format short"
    );
    let full = run_command(
        limited
            .args(["-c", &script])
            .current_dir(sandbox.path(""))
            .stdin(Stdio::null()),
    )
    .code(1);
    told += &full.stderr;
    assert!(sandbox.files("full").is_empty());
    assert!(!temporary(&sandbox, "full"));
    assert_data_eq!(
        told,
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
fn a_folder_that_cannot_be_made_is_told() {
    let sandbox = Sandbox::new();
    sandbox.write("cvs/ada.toml", GOOD);
    let run = batch(&sandbox, "--out /proc/cvpress").code(1);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(
        run.stderr
            .starts_with("error[unwritable-file]: cannot write `/proc/cvpress/ada-compact.pdf`"),
        "{}",
        run.stderr
    );
}

#[test]
fn templates_without_end_are_given_up() {
    let sandbox = Sandbox::new();
    let manifest = |name: &str| {
        format!("name = \"{name}\"\npurpose = \"…\"\npapers = [\"a4\"]\n[ladder]\nrungs = [1.0]\n")
    };
    let template = |text: &str| {
        format!("#let resume = json(\"/resume.json\")\n#set document(title: \"x\")\n{text}\n")
    };
    let templates = [
        (
            "loops",
            "#for a in range(100000) { for b in range(100000) { str(a * b) } }",
        ),
        ("many", "#for a in range(150) { [x]; pagebreak() }"),
        ("while", "#let n = 0\n#while n >= 0 { n += 1 }"),
        ("recurses", "#let f(x) = f(x + 1)\n#f(0)"),
        ("hoards", "#range(1000000000).len()"),
    ];
    for (name, text) in templates {
        sandbox.write(&format!("own/{name}/layout.toml"), &manifest(name));
        sandbox.write(&format!("own/{name}/template.typ"), &template(text));
        sandbox.write(
            &format!("cvs/{name}.toml"),
            &format!("layout = \"{name}\"\n{GOOD}"),
        );
    }
    sandbox.write("cvs/zoe.toml", GOOD);
    let run = batch(
        &sandbox,
        "--templates own --timeout 6 --max-memory 2048 --jobs 2",
    )
    .code(1);
    assert_data_eq!(
        run.stderr,
        str![[r#"
error[process-lost]: the process that was to print `cvs/hoards.toml` ended before it was done: signal: 6 (SIGABRT); it may need more memory, as with `--max-memory 16384`
error[time-limit]: a CV of `cvs/loops.toml` took more than 6 s; allow more, as in `--timeout 300`
cvs/many.toml:1:1: error[too-many-pages]: it has 151 pages, and may have 100; shorten it, or allow more, as in `--max-pages 500`
own/recurses/template.typ:3:13: error[template]: maximum function call depth exceeded
own/while/template.typ:4:2: error[template]: loop seems to be infinite

"#]]
        .into_data()
        .raw()
    );
    assert_eq!(sandbox.files("out"), ["zoe-compact.pdf"]);
}

#[test]
fn a_process_that_is_killed_costs_one_profile() {
    let sandbox = Sandbox::new();
    looping(&sandbox);
    sandbox
        .write("cvs/ada.toml", &format!("layout = \"loops\"\n{GOOD}"))
        .write("cvs/bob.toml", GOOD);
    let mut command =
        sandbox.command("batch cvs --templates own --jobs 1 --message-format short --timeout off");
    let child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    let own = format!("/proc/{}", child.id());
    let worker = loop {
        assert!(began.elapsed() < Duration::from_mins(1), "nobody prints");
        if let Some(other) = processes_in(&sandbox.path(""))
            .into_iter()
            .find(|process| *process != own)
        {
            break other;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let id = worker
        .trim_start_matches("/proc/")
        .parse()
        .expect("a process");
    // It has taken its job by then.
    std::thread::sleep(Duration::from_millis(500));
    signal("KILL", id);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(1));
    assert_data_eq!(
        String::from_utf8(output.stderr).expect("text"),
        str![[r#"
error[process-lost]: the process that was to print `cvs/ada.toml` ended before it was done: signal: 9 (SIGKILL); it may need more memory, as with `--max-memory 16384`

"#]]
        .into_data()
        .raw()
    );
    assert_eq!(sandbox.files("out"), ["bob-compact.pdf"]);
}

#[test]
fn a_job_of_a_stream_that_takes_too_long_is_answered_in_its_place() {
    let sandbox = Sandbox::new();
    looping(&sandbox);
    let jobs = [
        serde_json::json!({ "text": GOOD, "layout": "loops" }),
        serde_json::json!({ "text": GOOD }),
    ];
    sandbox.write("jobs", &jobs.map(|job| format!("{job}\n")).concat());
    let jobs = std::fs::File::open(sandbox.path("jobs")).expect("a file");
    let mut command = sandbox.command("stream --templates own --timeout 6 --jobs 2");
    let run = run_command(command.stdin(jobs)).code(0);
    let answers: Vec<serde_json::Value> = run
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(
        (&answers[0]["ok"], &answers[0]["diagnostics"][0]["rule"]),
        (&false.into(), &"time-limit".into())
    );
    assert_eq!((answers.len(), &answers[1]["ok"]), (2, &true.into()));
}

/// Writes a layout that does not come to an end.
fn looping(sandbox: &Sandbox) {
    let manifest =
        "name = \"loops\"\npurpose = \"…\"\npapers = [\"a4\"]\n[ladder]\nrungs = [1.0]\n";
    sandbox.write("own/loops/layout.toml", manifest);
    sandbox.write(
        "own/loops/template.typ",
        "#for a in range(100000) { for b in range(100000) { str(a * b) } }\n",
    );
}

#[test]
fn profiles_that_are_made_to_harm_are_told_of_and_the_others_printed() {
    let sandbox = Sandbox::new();
    let text =
        |text: &str| format!("{GOOD}[[section]]\nkind = \"text\"\nbody = '''\n{text}\n'''\n");
    let bullets = "  \"Bullet with some words.\",\n".repeat(100_000);
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(50_000), close.repeat(50_000));
    let profiles = [
        (
            "bullets",
            format!(
                "{GOOD}[[section]]\nkind = \"list\"\ntitle = \"List\"\nhighlights = [\n{bullets}]\n"
            ),
        ),
        ("field", text(&"word word. ".repeat(1_000_000))),
        ("quotes", text(&">".repeat(50_000))),
        ("brackets", text(&deep("[", "](https://example.org)"))),
        ("stars", text(&deep("**a ", " a**"))),
        (
            "items",
            text(
                &(0..2000)
                    .map(|depth| format!("{}- a\n", "  ".repeat(depth)))
                    .collect::<String>(),
            ),
        ),
        (
            "arrays",
            format!("{GOOD}[[section]]\nkind = {}\n", deep("[", "]")),
        ),
        (
            "tables",
            format!(
                "{GOOD}x = {}1{}\n",
                "{ a = ".repeat(50_000),
                " }".repeat(50_000)
            ),
        ),
        ("keys", format!("{GOOD}{}x = 1\n", "a.".repeat(50_000))),
    ];
    for (name, text) in &profiles {
        sandbox.write(&format!("cvs/{name}.toml"), text);
    }
    sandbox.write("cvs/zoe.toml", GOOD);
    let run = batch(&sandbox, "--timeout 6 --jobs 2 --format json").code(1);
    let lines: Vec<serde_json::Value> = run
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), profiles.len() + 2);
    for line in &lines {
        let (name, errors) = (
            line["profile"].as_str().unwrap_or_default(),
            line["errors"].as_u64(),
        );
        let printed = line["printed"].as_array().map_or(0, Vec::len);
        // What can be read is printed as far as that is possible.
        assert!(
            line["kind"] == "summary" || errors == Some(0) && printed == 1 || errors == Some(1),
            "{line} {}",
            run.stderr
        );
        if name.ends_with("zoe.toml") {
            assert_eq!(printed, 1);
        }
    }
    let rules: Vec<&str> = run
        .stderr
        .lines()
        .filter_map(|line| line.split("error[").nth(1)?.split(']').next())
        .collect();
    assert!(
        !rules.contains(&"process-lost") && !rules.contains(&"internal"),
        "{}",
        run.stderr
    );
    // The others are given up, each after its time, or are fast enough.
    assert!(rules.len() >= 5, "{}", run.stderr);
}

#[test]
fn images_that_are_made_to_harm_are_told_of() {
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
    let svg = |inside: &str| format!("<svg xmlns='http://www.w3.org/2000/svg'>{inside}</svg>");
    let mut uses = "<g id='g0'><path/></g>".to_owned();
    for level in 1..12 {
        let below = level - 1;
        uses += &format!(
            "<g id='g{level}'>{}</g>",
            format!("<use href='#g{below}'/>").repeat(10)
        );
    }
    sandbox
        .write("cvs/bomb.svg", &svg(&uses))
        .write("cvs/reads.svg", &svg("<image href='file:///etc/passwd'/>"));
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
cvs/a.toml:4:9: error[photo-too-large]: the photo `bomb.png` is too large: 65536 × 65536 pixels; save it smaller: 64 million pixels, or 200 000 elements of a drawing, are the most
cvs/b.toml:4:9: error[photo-too-large]: the photo `bomb.svg` is too large: too many elements; save it smaller: 64 million pixels, or 200 000 elements of a drawing, are the most
cvs/c.toml:4:9: error[photo-reference]: the photo `reads.svg` takes a part from `file:///etc/passwd`; embed that part in the drawing, or leave it out
cvs/d.toml:4:9: error[photo-outside]: the photo `link.svg` is outside the profile's folder; copy it into the folder of the profile
cvs/e.toml:4:9: error[photo-outside]: the photo `../secret.svg` is outside the profile's folder; copy it into the folder of the profile

"#]]
        .into_data()
        .raw()
    );
    assert_eq!(sandbox.files("out"), ["zoe-compact.pdf"]);
}
