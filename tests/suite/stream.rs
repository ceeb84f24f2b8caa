//! `cvpress stream`: one job per line, one answer per line; and shards of profiles.

use std::io::{self, BufRead, BufReader, Read, Write};

use base64::prelude::{BASE64_STANDARD, Engine};
use cvpress::batch::{StreamAnswer, stream};
use cvpress::diagnostic::rule;
use cvpress::pipeline::RenderOptions;
use serde_json::{Value as Json, json};
use snapbox::{IntoData, assert_data_eq, str};

use crate::support::pdf;
use crate::support::rendering::{ENGINE, short_messages};
use crate::support::sandbox::Sandbox;

const ADA: &str = "date = \"2026\"\n[person]\nname = \"Ada\"\n";

/// Returns the answers to lines of jobs, without their times.
fn answers(lines: &[String]) -> Vec<Json> {
    let mut replies = Vec::new();
    let mut tell = |answer: &StreamAnswer| {
        let mut answer = serde_json::to_value(answer).expect("JSON");
        assert!(
            answer["seconds"]
                .as_f64()
                .is_some_and(|seconds| seconds >= 0.0)
        );
        answer.as_object_mut().expect("an object").remove("seconds");
        replies.push(answer);
        true
    };
    stream(
        lines.join("\n").as_bytes(),
        &mut tell,
        &RenderOptions::default(),
        Some(2),
        None,
        &ENGINE,
    )
    .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    replies
}

/// An input that fails after its text.
struct BrokenInput(&'static [u8]);

impl Read for BrokenInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the disk is gone")),
            length => Ok(length),
        }
    }
}

#[test]
fn a_job_imports_within_the_limits_of_workers() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "a.json",
        r#"{"basics": {"name": "Ada Berg", "email": "ada@example.org"}, "x": 1}"#,
    );
    let work: Vec<Json> = (0..60_000)
        .map(|number| json!({ "name": format!("x{number}"), "position": "y" }))
        .collect();
    let large = json!({ "basics": { "name": "Ada" }, "work": work });
    sandbox.write("large.json", &large.to_string());
    let jobs = [
        json!({ "id": 1, "import": "a.json", "format": "toml" }),
        json!({ "id": 2, "import": "large.json", "format": "toml" }),
        json!({ "id": 3, "import": "a.json", "output": "out/a.toml" }),
        json!({ "id": 4, "import": "a.json", "output": "out/a.txt" }),
        json!({ "id": 5, "import": "a.json", "output": "a.json", "format": "toml" }),
    ];
    let lines: Vec<String> = jobs.iter().map(Json::to_string).collect();
    sandbox.write("jobs", &lines.join("\n"));
    let mut command = sandbox.command("stream --max-memory 100 --jobs 1");
    let jobs = std::fs::File::open(sandbox.path("jobs")).expect("a file");
    let output = command.stdin(jobs).output().expect("an end");
    let answers = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<Json> = answers
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let profile = answers[0]["toml"].as_str().expect("a profile");
    assert!(profile.contains("name = \"Ada Berg\""), "{profile}");
    // What an import warns of is in its answer.
    assert_eq!(answers[0]["diagnostics"][0]["severity"], "warning");
    assert_eq!(answers[1]["diagnostics"][0]["rule"], "memory-limit");
    assert_eq!(answers[2]["output"], "out/a.toml");
    assert_eq!(sandbox.read("out/a.toml"), profile);
    assert!(sandbox.read("out/a.txt").contains("Ada Berg"));
    assert_eq!(answers[4]["ok"], false);
    assert_eq!(answers.len(), 5);
}

#[test]
fn reports_input_that_cannot_be_read() {
    let mut answers = 0;
    let problems = stream(
        BufReader::new(BrokenInput(b"no JSON\n")),
        |_| {
            answers += 1;
            true
        },
        &RenderOptions::default(),
        Some(2),
        None,
        &ENGINE,
    )
    .expect_err("an input that fails");
    assert_eq!(answers, 1);
    assert_eq!(
        short_messages(&problems),
        "error[unreadable-file]: cannot read the jobs: the disk is gone\n"
    );
}

fn answer(job: &Json) -> Json {
    answers(&[job.to_string()]).swap_remove(0)
}

/// Returns the messages in the answer to a job.
fn messages_in_answer(line: &str) -> String {
    let answer = answers(&[line.to_owned()]).swap_remove(0);
    assert_eq!(answer["ok"], false);
    let diagnostics = answer["diagnostics"].as_array().expect("an array");
    diagnostics.iter().map(message_line).collect()
}

fn message_line(diagnostic: &Json) -> String {
    let [severity, rule, message] =
        ["severity", "rule", "message"].map(|key| diagnostic[key].as_str().expect("a string"));
    let hints = diagnostic["hints"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str);
    format!(
        "{severity}[{rule}]: {message}{}\n",
        hints.map(|hint| format!("; {hint}")).collect::<String>()
    )
}

#[test]
fn answer_contains_the_pdf_of_a_text() {
    let reply = answer(&json!({ "id": 7, "text": ADA, "layout": "vita" }));
    let bytes = BASE64_STANDARD
        .decode(reply["pdf"].as_str().expect("a PDF"))
        .expect("Base64");
    assert!(pdf::text(&pdf::pages(&bytes)).contains("Ada"));
    assert_eq!(
        (&reply["id"], &reply["ok"], &reply["pages"]),
        (&json!(7), &json!(true), &json!(1))
    );
    assert_eq!(reply["diagnostics"], json!([]));
}

#[test]
fn answer_contains_a_text_under_its_format() {
    let reply = answer(&json!({ "id": 1, "text": ADA, "format": "txt" }));
    assert!(reply["txt"].as_str().expect("a text").contains("Ada"));
    assert_eq!((&reply["ok"], reply.get("pages")), (&json!(true), None));
    let reply = answer(&json!({ "id": 2, "text": ADA, "format": "docx" }));
    let bytes = BASE64_STANDARD
        .decode(reply["docx"].as_str().expect("a document"))
        .expect("Base64");
    assert!(bytes.starts_with(b"PK"));
}

#[test]
fn letter_is_no_json_resume() {
    let text = format!("{ADA}\n[letter]\nopening = \"Dear team,\"\nbody = \"I apply.\"\n");
    let job = json!({ "text": text, "letter": true, "format": "json" });
    assert_eq!(
        messages_in_answer(&job.to_string()),
        "error[usage]: JSON Resume has no letters; a letter can be `pdf`, `png`, `svg`, `docx`, `html`, `md` or `txt`\n"
    );
}

#[test]
fn job_writes_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write("ada.toml", ADA);
    let [profile, pdf, png] = ["ada.toml", "out/a.pdf", "out/a.png"].map(|name| sandbox.path(name));
    let reply = answers(&[
        json!({ "id": "a", "profile": profile, "output": pdf, "paper": "us-letter", "set": { "accent": "#8b0000" } })
            .to_string(),
        json!({ "id": "b", "profile": profile, "output": png, "ppi": 20, "anonymous": true }).to_string(),
    ]);
    assert_eq!(
        reply[0],
        json!({ "id": "a", "ok": true, "output": pdf, "pages": 1, "diagnostics": [] })
    );
    assert_eq!(
        (&reply[1]["id"], &reply[1]["output"]),
        (&json!("b"), &json!([png]))
    );
    assert_eq!(sandbox.files("out"), ["a.pdf", "a.png"]);
}

#[test]
fn answers_follow_the_order_of_the_jobs() {
    let jobs: Vec<String> = (0..12)
        .map(|id| match id % 3 {
            0 => json!({ "id": id, "text": ADA }).to_string(),
            1 => "no JSON".to_owned(),
            _ => json!({ "id": id, "text": "[persn]" }).to_string(),
        })
        .collect();
    let reply = answers(&jobs);
    let ok: Vec<bool> = reply
        .iter()
        .filter_map(|answer| answer["ok"].as_bool())
        .collect();
    assert_eq!(ok, (0..12).map(|id| id % 3 == 0).collect::<Vec<_>>());
    for (id, answer) in reply.iter().enumerate().filter(|(id, _)| id % 3 != 1) {
        assert_eq!(answer["id"], id);
    }
}

#[test]
fn reports_invalid_jobs() {
    let lines = [
        "{",
        "[]",
        "{}",
        r#"{"profile": "a.toml", "text": "x"}"#,
        r#"{"profile": "a.toml", "name": "x"}"#,
        r#"{"text": "x", "lay-out": "vita", "xyzzy": 1}"#,
        r#"{"text": 3, "public": "yes", "ppi": 0, "set": 1}"#,
        r#"{"text": "x", "layout": "vitae", "paper": "a5", "fit": 0, "set": {"acent": "red"}}"#,
        r#"{"text": "x", "locale": "all", "variant": "all", "format": "pfd"}"#,
        r#"{"text": "x", "locale": "?", "letter": true, "anonymous": true, "format": "png"}"#,
    ];
    let all: String = lines
        .iter()
        .map(|line| format!("{line}\n{}\n", messages_in_answer(line)))
        .collect();
    assert_data_eq!(
        all,
        str![[r#"
{
error[stream-job]: the line is not JSON: EOF while parsing an object at line 1 column 1

[]
error[stream-job]: the line is not a JSON object

{}
error[stream-job]: a job needs either `profile`, `text` or `import`; set `profile` to the path of a profile, `text` to its text, or `import` to the path of a file of another tool

{"profile": "a.toml", "text": "x"}
error[stream-job]: a job needs either `profile`, `text` or `import`; set `profile` to the path of a profile, `text` to its text, or `import` to the path of a file of another tool

{"profile": "a.toml", "name": "x"}
error[stream-job]: `name` and `folder` belong to `text`; remove them: the `profile` has its own name and folder

{"text": "x", "lay-out": "vita", "xyzzy": 1}
error[stream-job]: unknown key `lay-out`; did you mean `layout`?
error[stream-job]: unknown key `xyzzy`; expected `id`, `profile`, `text`, `import`, `from`, `name`, `folder`, `output`, `format`, `ppi`, `layout`, `edition`, `paper`, `fit`, `set`, `locale`, `locale-fallback`, `variant`, `public`, `anonymous` or `letter`

{"text": 3, "public": "yes", "ppi": 0, "set": 1}
error[stream-job]: `text` has the wrong type; expected a string
error[stream-job]: `public` has the wrong type; expected `true` or `false`
error[stream-job]: `set` has the wrong type; expected an object of options and their values
error[stream-job]: `ppi` has the wrong type; expected a number from 1 to 2400

{"text": "x", "layout": "vitae", "paper": "a5", "fit": 0, "set": {"acent": "red"}}
error[unknown-layout]: unknown layout `vitae`; did you mean `vita`?
error[stream-job]: unknown paper `a5`; expected `a4` or `us-letter`
error[unknown-option]: no layout has the option `acent`; did you mean `accent`?
error[option-value]: option `fit` must be a number of pages, a range such as `1-2`, `auto` or `off`, not `0`

{"text": "x", "locale": "all", "variant": "all", "format": "pfd"}
error[stream-job]: `locale` cannot be `all`; a job renders one document: send a job for each language and variant
error[stream-job]: `variant` cannot be `all`; a job renders one document: send a job for each language and variant
error[stream-job]: unknown format `pfd`; expected `pdf`, `png`, `svg`, `docx`, `html`, `md`, `txt` or `json`

{"text": "x", "locale": "?", "letter": true, "anonymous": true, "format": "png"}
error[stream-job]: `?` is not a language tag; expected a tag such as `en`, `de-CH` or `zh-Hans`
error[stream-job]: `anonymous` applies to CVs, and letters are signed; remove `letter` or `anonymous`
error[stream-job]: images need an `output`; set it to the path of a file; images of several pages are numbered


"#]]
        .into_data()
        .raw()
    );
    assert!(rule::find("stream-job").is_some_and(|rule| rule.about.contains("stream.md")));
}

#[test]
fn text_without_a_folder_reads_no_file() {
    let sandbox = Sandbox::new();
    sandbox.copy("profiles/signature.svg", "cvs/me.svg");
    let text = format!("{ADA}photo = \"me.svg\"\n");
    let without = answer(&json!({ "text": text }));
    assert_eq!(
        (&without["ok"], &without["diagnostics"][0]["rule"]),
        (&json!(false), &json!("photo-missing"))
    );
    let with = answer(&json!({ "text": text, "folder": sandbox.path("cvs"), "name": "ada.toml" }));
    assert_eq!(with["ok"], true, "{with}");
    let outside = answer(
        &json!({ "text": text.replace("me.svg", "../me.svg"), "folder": sandbox.path("cvs") }),
    );
    assert_eq!(outside["diagnostics"][0]["rule"], "photo-outside");
}

#[test]
fn stream_answers_each_job_when_it_is_done() {
    let sandbox = Sandbox::new();
    let mut child = sandbox.start("stream --jobs 1");
    let mut input = child.stdin.take().expect("an input");
    let mut output = BufReader::new(child.stdout.take().expect("an output"));
    for id in 0..2 {
        writeln!(
            input,
            "{}",
            json!({ "id": id, "text": ADA, "output": format!("out/{id}.pdf") })
        )
        .expect("written");
        let mut line = String::new();
        output.read_line(&mut line).expect("an answer");
        let reply: Json = serde_json::from_str(&line).expect("JSON");
        assert_eq!(
            (&reply["id"], &reply["output"]),
            (&json!(id), &json!(format!("out/{id}.pdf")))
        );
        assert!(sandbox.path(&format!("out/{id}.pdf")).exists());
    }
    drop(input);
    assert!(child.wait().expect("an end").success());
}

#[test]
fn stream_page_shows_the_tested_examples() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("a page");
    let page = read("stream.md");
    for example in ["stream/parallel.sh", "stream/spark.py"] {
        assert!(
            page.contains(&read(example)),
            "{example} is not in docs/stream.md as it is"
        );
    }
}

#[test]
fn closed_output_ends_stream_quietly() {
    let sandbox = Sandbox::new();
    let mut child = sandbox.start("stream --jobs 1");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("an input");
    for _ in 0..2 {
        writeln!(input, "{}", json!({ "text": ADA })).expect("written");
    }
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success());
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    drop(input);
}

#[test]
fn shards_and_lists_render_every_profile_once() {
    let sandbox = Sandbox::new();
    let names: Vec<String> = (0..6).map(|number| format!("p{number}")).collect();
    for name in &names {
        sandbox.write(&format!("cvs/{name}.toml"), ADA);
    }
    for part in ["1/2", "2/2"] {
        sandbox
            .run(&format!("batch cvs --quiet --shard {part} --output {part}"))
            .succeeds();
    }
    let mut both = [sandbox.files("1/2"), sandbox.files("2/2")].concat();
    assert!(sandbox.files("1/2").len() < 6);
    both.sort();
    let files: Vec<String> = names
        .iter()
        .map(|name| format!("{name}-compact.pdf"))
        .collect();
    assert_eq!(both, files);

    sandbox
        .write("list", "cvs/p1.toml\ncvs/p4.toml\ncvs/none.toml\n")
        .write("nul", "cvs/p2.toml\0cvs/p3.toml\0");
    let run = sandbox
        .run("batch --profiles-from list --output listed --message-format short")
        .code(1);
    assert!(
        run.stderr.contains("there is no file `cvs/none.toml`"),
        "{}",
        run.stderr
    );
    assert_eq!(
        sandbox.files("listed"),
        ["p1-compact.pdf", "p4-compact.pdf"]
    );
    let list = std::fs::File::open(sandbox.path("nul")).expect("a file");
    let output = sandbox
        .command("batch -q --profiles-from - --output nul-listed")
        .stdin(list)
        .output()
        .expect("starts");
    assert!(output.status.success());
    assert_eq!(
        sandbox.files("nul-listed"),
        ["p2-compact.pdf", "p3-compact.pdf"]
    );
    assert!(
        sandbox
            .run("batch cvs --shard 3/2")
            .code(2)
            .stderr
            .contains("expected a part of the profiles")
    );
}
