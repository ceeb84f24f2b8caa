//! Batches: what renders again, the output manifest, shards and pruning.

#![expect(clippy::needless_raw_string_hashes, reason = "snapbox writes them")]

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use cvpress::batch::{self, Batch, BatchProfile, Outcome, RenderReason, Summary, find_profiles};
use cvpress::diagnostic::Diagnostics;
use cvpress::layout::{Layouts, Paper};
use cvpress::pipeline::RenderOptions;
use cvpress::typeset::Engine;
use snapbox::{IntoData, assert_data_eq, str};

use crate::support::rendering::{ENGINE, short_messages};
use crate::support::sandbox::Sandbox;

/// Returns a profile that renders fast.
fn profile(name: &str) -> String {
    format!("date = \"2026\"\n[person]\nname = \"{name}\"\n")
}

/// Makes a folder of two profiles; one of them refers to other files.
fn two() -> Sandbox {
    let sandbox = Sandbox::new();
    let with_files = "[[section]]\nbibliography = \"papers.bib\"\n";
    sandbox
        .write("cvs/ada.toml", &profile("Ada"))
        .write(
            "cvs/deep/bob.toml",
            &format!("{}{with_files}", profile("Bob")),
        )
        .write(
            "cvs/deep/papers.bib",
            "@book{a, title = {A}, year = 2020}\n",
        );
    sandbox
}

fn batch(sandbox: &Sandbox) -> Batch {
    let out = sandbox.path("out");
    let profiles = find_profiles(&sandbox.path("cvs"))
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let profiles = profiles
        .into_iter()
        .map(|found| BatchProfile {
            stem: out.join(found.relative).with_extension(""),
            path: found.path,
        })
        .collect();
    Batch {
        profiles,
        jobs: Some(2),
        manifest: Some(out),
        ..Batch::default()
    }
}

/// Returns the result of each profile: `ada: new`, `ada: unchanged`, `ada: failed`.
fn run_on(engine: &Engine, batch: &Batch) -> (Vec<String>, Summary) {
    let mut messages = Vec::new();
    let summary = batch::run(batch, engine, |outcome: &Outcome| {
        let name = outcome
            .profile
            .file_stem()
            .expect("a name")
            .to_string_lossy();
        let what = match &outcome.reason {
            _ if !outcome.failed.is_empty() => "failed".to_owned(),
            Some(reason) => reason.to_string(),
            None => format!("{} unchanged", outcome.unchanged.len()),
        };
        messages.push(format!("{name}: {what}"));
    });
    (
        messages,
        summary.unwrap_or_else(|problems| panic!("{}", short_messages(&problems))),
    )
}

fn run(batch: &Batch) -> Vec<String> {
    run_on(&ENGINE, batch).0
}

/// Returns messages with paths relative to the sandbox.
fn relative(sandbox: &Sandbox, problems: &Diagnostics) -> String {
    short_messages(problems).replace(&sandbox.path("").display().to_string(), "")
}

/// Returns why each profile would be rendered.
fn plan(batch: &Batch) -> Vec<Option<RenderReason>> {
    let planned = batch::plan(batch, &ENGINE).expect("a plan");
    planned.map(|profile| profile.reason).collect()
}

#[test]
fn renders_only_what_has_changed() {
    let sandbox = two();
    let all = batch(&sandbox);
    assert_eq!(
        plan(&all),
        [Some(RenderReason::New), Some(RenderReason::New)]
    );
    assert_eq!(run(&all), ["ada: new", "bob: new"]);
    assert_eq!(run(&all), ["ada: 1 unchanged", "bob: 1 unchanged"]);
    assert_eq!(plan(&all), [None, None]);

    sandbox.write("cvs/ada.toml", &profile("Ada L."));
    assert_eq!(run(&all), ["ada: profile changed", "bob: 1 unchanged"]);
    sandbox.write(
        "cvs/deep/papers.bib",
        "@book{a, title = {B}, year = 2020}\n",
    );
    assert_eq!(run(&all), ["ada: 1 unchanged", "bob: `papers.bib` changed"]);

    std::fs::remove_file(sandbox.path("out/ada-compact.pdf")).expect("deleted");
    sandbox.write("out/deep/bob-compact.pdf", "something else");
    let expected = [
        "ada: `ada-compact.pdf` is missing",
        "bob: `deep/bob-compact.pdf` was modified",
    ];
    assert_eq!(run(&all), expected);
    assert_eq!(
        run(&Batch {
            force: true,
            ..all.clone()
        }),
        ["ada: forced", "bob: forced"]
    );
    assert_eq!(
        sandbox.files("out"),
        ["ada-compact.pdf", "deep/bob-compact.pdf"]
    );
    assert_eq!(run(&all), ["ada: 1 unchanged", "bob: 1 unchanged"]);
}

/// Runs a batch with other options, and returns the result of the first profile.
fn run_in(batch: &Batch, layouts: &[&str], paper: Option<Paper>) -> String {
    let mut options = RenderOptions {
        layouts: layouts.iter().map(|name| (*name).to_owned()).collect(),
        ..RenderOptions::default()
    };
    options.settings.paper = paper;
    run(&Batch {
        options,
        ..batch.clone()
    })
    .swap_remove(0)
}

#[test]
fn other_options_render_again_and_keep_earlier_outputs() {
    let sandbox = two();
    let all = batch(&sandbox);
    assert_eq!(run_in(&all, &["ats"], None), "ada: new");
    assert_eq!(
        run_in(&all, &["compact", "vita"], None),
        "ada: options changed"
    );
    assert_eq!(run_in(&all, &["ats"], None), "ada: 1 unchanged");
    assert_eq!(run_in(&all, &["compact", "vita"], None), "ada: 2 unchanged");
    // It replaces one of the two.
    assert_eq!(
        run_in(&all, &["vita"], Some(Paper::UsLetter)),
        "ada: options changed"
    );
    assert_eq!(
        run_in(&all, &["compact", "vita"], None),
        "ada: options changed"
    );
}

/// Runs a batch with a layout `plain` that has this text as its template.
fn run_with_template(sandbox: &Sandbox, batch: &Batch, template: &str) -> Vec<String> {
    sandbox.write(
        "own/plain/layout.toml",
        "name = \"plain\"\npurpose = \"…\"\npapers = [\"a4\"]\ncontract = 4\n[ladder]\nrungs = [1.0]\n",
    );
    let text = format!(
        "#let resume = json(\"/resume.json\")\n#set document(title: \"{template}\")\n{template}"
    );
    sandbox.write("own/plain/template.typ", &text);
    let layouts = Layouts::load(Some(&sandbox.path("own")))
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    run_on(&Engine::new(layouts, None).expect("fonts"), batch).0
}

#[test]
fn changed_layout_renders_its_cvs_again() {
    let sandbox = two();
    sandbox.write(
        "cvs/ada.toml",
        &format!("layout = \"plain\"\n{}", profile("Ada")),
    );
    let all = batch(&sandbox);
    assert_eq!(
        run_with_template(&sandbox, &all, "One"),
        ["ada: new", "bob: new"]
    );
    assert_eq!(
        run_with_template(&sandbox, &all, "One"),
        ["ada: 1 unchanged", "bob: 1 unchanged"]
    );
    assert_eq!(
        run_with_template(&sandbox, &all, "Two"),
        ["ada: layout `plain` changed", "bob: 1 unchanged"]
    );
}

#[test]
fn other_fonts_or_another_program_render_again() {
    let sandbox = two();
    let all = batch(&sandbox);
    assert_eq!(run(&all), ["ada: new", "bob: new"]);
    let font = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fonts/core/xcharter/XCharter-BoldItalic.otf");
    std::fs::create_dir(sandbox.path("fonts")).expect("a folder");
    std::fs::copy(font, sandbox.path("fonts/a.otf")).expect("a font");
    let layouts =
        Layouts::load(None).unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let engine = Engine::new(layouts, Some(&sandbox.path("fonts")))
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    assert_eq!(
        run_on(&engine, &all).0,
        ["ada: fonts changed", "bob: fonts changed"]
    );
    assert_eq!(
        run_on(&engine, &all).0,
        ["ada: 1 unchanged", "bob: 1 unchanged"]
    );
    let record = sandbox
        .read("out/.cvpress.json")
        .replace("\"tool\":\"", "\"tool\":\"0.0.");
    sandbox.write("out/.cvpress.json", &record);
    assert_eq!(
        run_on(&engine, &all).0,
        [
            "ada: rendered by another version",
            "bob: rendered by another version"
        ]
    );
}

#[test]
fn failed_profile_is_rendered_again() {
    let sandbox = two();
    let all = batch(&sandbox);
    assert_eq!(run(&all), ["ada: new", "bob: new"]);
    sandbox.write("cvs/ada.toml", "[persn]\n");
    assert_eq!(run(&all), ["ada: failed", "bob: 1 unchanged"]);
    assert_eq!(run(&all), ["ada: failed", "bob: 1 unchanged"]);
    // The earlier output remains, and is still correct.
    sandbox.write("cvs/ada.toml", &profile("Ada"));
    assert_eq!(run(&all), ["ada: 1 unchanged", "bob: 1 unchanged"]);
}

#[test]
fn rejects_too_many_pages() {
    let sandbox = two();
    let options = RenderOptions {
        max_pages: Some(0),
        ..RenderOptions::default()
    };
    let mut messages = String::new();
    let batch = Batch {
        options,
        manifest: None,
        ..batch(&sandbox)
    };
    batch::run(&batch, &ENGINE, |outcome| {
        messages += &relative(&sandbox, &outcome.problems);
    })
    .expect("threads");
    assert_data_eq!(
        messages,
        str![[r#"
cvs/ada.toml:1:1: error[too-many-pages]: 1 page exceeds the limit of 0; shorten the document, or raise the limit, as in `--max-pages 500`
cvs/deep/bob.toml:1:1: error[too-many-pages]: 1 page exceeds the limit of 0; shorten the document, or raise the limit, as in `--max-pages 500`

"#]]
        .into_data()
        .raw()
    );
    assert!(sandbox.all_files("out").is_empty());
}

#[test]
fn damaged_or_deleted_manifest_is_written_again() {
    let sandbox = two();
    let all = batch(&sandbox);
    assert_eq!(run(&all), ["ada: new", "bob: new"]);
    let mut messages = String::new();
    for text in ["{", "{\"version\":0,\"entries\":{}}"] {
        sandbox.write("out/.cvpress.json", text);
        let (outcomes, summary) = run_on(&ENGINE, &all);
        assert_eq!(outcomes, ["ada: new", "bob: new"]);
        messages += &relative(&sandbox, &summary.problems);
    }
    assert_data_eq!(
        messages,
        str![[r#"
note[manifest-ignored]: the output manifest `out/.cvpress.json` is damaged; everything is rendered, and the manifest is replaced
note[manifest-ignored]: the output manifest `out/.cvpress.json` was written by another version of cvpress; everything is rendered, and the manifest is replaced

"#]]
        .into_data()
        .raw()
    );
    std::fs::remove_file(sandbox.path("out/.cvpress.json")).expect("deleted");
    assert_eq!(run(&all), ["ada: new", "bob: new"]);
}

#[test]
fn concurrent_batches_share_one_manifest() {
    let sandbox = Sandbox::new();
    let names: Vec<String> = (0..12).map(|number| format!("p{number:02}")).collect();
    for name in &names {
        sandbox.write(&format!("cvs/{name}.toml"), &profile(name));
    }
    let all = batch(&sandbox);
    let (left, right) = all.profiles.split_at(6);
    let halves = [left, right].map(|profiles| Batch {
        profiles: profiles.to_vec(),
        ..all.clone()
    });
    std::thread::scope(|scope| {
        for half in &halves {
            scope.spawn(|| run(half));
        }
    });
    let expected: Vec<String> = names
        .iter()
        .map(|name| format!("{name}: 1 unchanged"))
        .collect();
    assert_eq!(run(&all), expected);
}

/// Runs a batch, and returns the files of which it reports that they are stale.
fn stale_files(batch: &Batch) -> Vec<PathBuf> {
    let (_, summary) = run_on(&ENGINE, batch);
    let stale = summary.stale.into_iter();
    stale.flat_map(|stale| stale.outputs).collect()
}

#[test]
fn outputs_of_deleted_profiles_are_pruned_only_on_request() {
    let sandbox = two();
    assert_eq!(run(&batch(&sandbox)), ["ada: new", "bob: new"]);
    std::fs::remove_file(sandbox.path("cvs/deep/bob.toml")).expect("deleted");
    let all = batch(&sandbox);
    let bob = sandbox.path("out/deep/bob-compact.pdf");
    for _ in 0..2 {
        assert_eq!(stale_files(&all), [bob.as_path()]);
    }
    assert!(bob.exists());
    let prune = Batch {
        prune: true,
        ..all.clone()
    };
    assert_eq!(stale_files(&prune), [bob.as_path()]);
    assert_eq!(sandbox.files("out"), ["ada-compact.pdf"]);
    assert_eq!(stale_files(&prune), [] as [PathBuf; 0]);
}

/// Runs a batch, and returns the stale outputs, each with whether its profile exists.
fn stale_outputs(batch: &Batch, prune: bool) -> Vec<(bool, PathBuf)> {
    let (_, summary) = run_on(
        &ENGINE,
        &Batch {
            prune,
            ..batch.clone()
        },
    );
    let mut outputs = Vec::new();
    for stale in summary.stale {
        for output in stale.outputs {
            outputs.push((stale.profile_exists, output));
        }
    }
    outputs
}

#[test]
fn outputs_no_longer_requested_are_pruned_only_on_request() {
    let sandbox = two();
    let all = batch(&sandbox);
    assert_eq!(stale_outputs(&all, true), []);
    sandbox.write(
        "cvs/ada.toml",
        &format!("layout = \"ats\"\n{}", profile("Ada")),
    );
    let old = (true, sandbox.path("out/ada-compact.pdf"));
    for _ in 0..2 {
        assert_eq!(stale_outputs(&all, false).first(), Some(&old));
    }
    // The profile requests it again, then no longer.
    sandbox.write("cvs/ada.toml", &profile("Ada"));
    assert_eq!(
        stale_outputs(&all, false),
        [(true, sandbox.path("out/ada-ats.pdf"))]
    );
    sandbox.write(
        "cvs/ada.toml",
        &format!("layout = \"ats\"\n{}", profile("Ada")),
    );
    assert_eq!(stale_outputs(&all, true), [old]);
    assert_eq!(
        sandbox.files("out"),
        ["ada-ats.pdf", "deep/bob-compact.pdf"]
    );
    assert_eq!(stale_outputs(&all, true), []);
    assert_eq!(run(&all), ["ada: 1 unchanged", "bob: 1 unchanged"]);
}

#[test]
fn layouts_of_few_profiles_run_in_parallel_with_one_report() {
    let sandbox = two();
    sandbox.write(
        "cvs/deep/bob.toml",
        &format!("wrong = 1\n{}", profile("Bob")),
    );
    let layouts: Vec<String> = ["ats", "compact", "vita"].map(str::to_owned).to_vec();
    let all = Batch {
        options: RenderOptions {
            layouts: layouts.clone(),
            ..RenderOptions::default()
        },
        ..batch(&sandbox)
    };
    let mut messages = Vec::new();
    let mut run = || {
        let summary = batch::run(&all, &ENGINE, |outcome| {
            let rendered = outcome
                .rendered
                .iter()
                .map(|rendered| rendered.layout.clone())
                .collect::<Vec<_>>();
            messages.push((
                rendered,
                outcome.unchanged.len(),
                outcome
                    .failed
                    .iter()
                    .filter_map(|failed| failed.layout.clone())
                    .collect::<Vec<_>>(),
                outcome.problems.len(),
            ));
        });
        summary.unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
    };
    let first = run();
    assert_eq!(
        (first.done, first.unchanged, first.failed, first.left),
        (3, 0, 3, 0)
    );
    let second = run();
    assert_eq!(
        (second.done, second.unchanged, second.failed, second.left),
        (0, 3, 3, 0)
    );
    let bob = (vec![], 0, layouts.clone(), 1);
    assert_eq!(
        messages,
        [
            (layouts, 0, vec![], 0),
            bob.clone(),
            (vec![], 3, vec![], 0),
            bob
        ]
    );
}

/// Changes the manifest as any program that can write to the folder of the outputs may.
fn forge(sandbox: &Sandbox, change: impl FnOnce(&mut serde_json::Value)) {
    let text = sandbox.read("out/.cvpress.json");
    let mut manifest = serde_json::from_str(&text).expect("a manifest");
    change(&mut manifest);
    sandbox.write("out/.cvpress.json", &manifest.to_string());
}

#[test]
#[cfg(unix)]
fn pruning_deletes_nothing_behind_a_link() {
    let sandbox = two();
    assert_eq!(run(&batch(&sandbox)), ["ada: new", "bob: new"]);
    std::fs::remove_file(sandbox.path("cvs/deep/bob.toml")).expect("deleted");
    sandbox.write("else/v.pdf", "kept");
    std::os::unix::fs::symlink(sandbox.path("else"), sandbox.path("out/deep/bob-ln"))
        .expect("a link");
    forge(&sandbox, |manifest| {
        manifest["entries"]["deep/bob"][0]["outputs"]["deep/bob-ln/v.pdf"] = 4.into();
    });
    let prune = Batch {
        prune: true,
        ..batch(&sandbox)
    };
    let deleted = [sandbox.path("out/deep/bob-compact.pdf")];
    assert_eq!(stale_files(&prune), deleted);
    assert_eq!(sandbox.read("else/v.pdf"), "kept");
}

#[test]
fn manifest_names_only_files_that_a_batch_writes() {
    for name in [
        "notes.txt",
        "../notes.pdf",
        "/notes.pdf",
        "pdf",
        ".cvpress.json",
    ] {
        let sandbox = two();
        assert_eq!(run(&batch(&sandbox)), ["ada: new", "bob: new"]);
        std::fs::remove_file(sandbox.path("cvs/deep/bob.toml")).expect("deleted");
        sandbox
            .write("out/notes.txt", "kept")
            .write("notes.pdf", "kept");
        forge(&sandbox, |manifest| {
            manifest["entries"]["deep/bob"][0]["outputs"][name] = 4.into();
        });
        let prune = Batch {
            prune: true,
            ..batch(&sandbox)
        };
        let (_, summary) = run_on(&ENGINE, &prune);
        let messages = relative(&sandbox, &summary.problems);
        assert!(messages.contains("is damaged"), "{name}: {messages}");
        assert_eq!(sandbox.read("out/notes.txt"), "kept", "{name}");
        assert_eq!(sandbox.read("notes.pdf"), "kept", "{name}");
    }
}

#[test]
fn inputs_of_the_manifest_are_read_only_beside_the_profile() {
    let sandbox = two();
    assert_eq!(run(&batch(&sandbox)), ["ada: new", "bob: new"]);
    let text = sandbox.read("cvs/deep/papers.bib");
    sandbox.write("elsewhere.bib", &text);
    forge(&sandbox, |manifest| {
        let files = &mut manifest["entries"]["deep/bob"][0]["fingerprint"]["files"];
        let digest = files["papers.bib"].clone();
        *files = serde_json::json!({ "../../elsewhere.bib": digest });
    });
    // The digest is right, but the file is not one that the profile can name.
    let expected = ["ada: 1 unchanged", "bob: `../../elsewhere.bib` changed"];
    assert_eq!(run(&batch(&sandbox)), expected);
}

#[test]
#[cfg(unix)]
fn lock_that_is_a_link_creates_nothing() {
    let sandbox = two();
    sandbox.write("out/x", "");
    let target = sandbox.path("created");
    std::os::unix::fs::symlink(&target, sandbox.path("out/.cvpress.lock")).expect("a link");
    let (_, summary) = run_on(&ENGINE, &batch(&sandbox));
    let messages = relative(&sandbox, &summary.problems);
    let expected = "`out/.cvpress.lock` is not a regular file";
    assert!(messages.contains(expected), "{messages}");
    assert!(!target.exists());
}

#[test]
fn replaced_outputs_are_not_pruned() {
    let sandbox = two();
    assert_eq!(run(&batch(&sandbox)), ["ada: new", "bob: new"]);
    std::fs::remove_file(sandbox.path("cvs/deep/bob.toml")).expect("deleted");
    sandbox.write("out/deep/bob-compact.pdf", "somebody's own");
    let (_, summary) = run_on(
        &ENGINE,
        &Batch {
            prune: true,
            ..batch(&sandbox)
        },
    );
    assert!(summary.stale.is_empty(), "{:?}", summary.stale);
    assert_eq!(sandbox.read("out/deep/bob-compact.pdf"), "somebody's own");
}

#[test]
fn old_temporary_files_are_removed() {
    let sandbox = two();
    sandbox
        .write("out/.cvpress-old.tmp", "")
        .write("out/.cvpress-new.tmp", "")
        .write("out/other.tmp", "");
    let long_ago = SystemTime::now() - Duration::from_hours(2);
    for name in ["out/.cvpress-old.tmp", "out/other.tmp"] {
        let file = std::fs::File::options()
            .write(true)
            .open(sandbox.path(name))
            .expect("a file");
        file.set_modified(long_ago).expect("a time");
    }
    run(&batch(&sandbox));
    let left: Vec<String> = sandbox
        .all_files("out")
        .into_iter()
        .filter(|name| name.contains("tmp"))
        .collect();
    assert_eq!(left, [".cvpress-new.tmp", "other.tmp"]);
}

/// Typst's caches for these profiles together would exceed the memory limit.
#[test]
#[ignore = "takes a while"]
fn memory_is_independent_of_the_number_of_cvs() {
    let sandbox = Sandbox::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text =
        std::fs::read_to_string(root.join("profiles/portfolio-engineer.toml")).expect("a profile");
    for number in 0..120 {
        // No two profiles share a sentence, so caches grow.
        let own = ["a", "and", "of", "the", "to"]
            .iter()
            .fold(text.clone(), |text, word| {
                text.replace(&format!(" {word} "), &format!(" {word} {number} "))
            });
        sandbox.write(&format!("cvs/p{number:03}.toml"), &own);
    }
    let messages = sandbox
        .run("batch cvs --jobs 1 --layout ats --fit off --max-memory 2048 --message-format short")
        .text();
    assert_eq!(sandbox.files("out").len(), 120, "{messages}");
}

/// Returns the output of a dry run.
fn dry_run(sandbox: &Sandbox, arguments: &str) -> String {
    let command = format!("batch cvs --dry-run {arguments}");
    sandbox.run(&command).code(0).text()
}

#[test]
fn dry_run_reports_what_would_render_and_why() {
    let sandbox = two();
    assert_data_eq!(
        dry_run(&sandbox, ""),
        str![[r#"
cvs/ada.toml: new
cvs/deep/bob.toml: new
2 profiles would be rendered, 0 profiles unchanged

"#]]
    );
    assert!(sandbox.files("out").is_empty());
    sandbox.run("batch cvs --quiet").succeeds();
    sandbox.write("cvs/ada.toml", &profile("Ada L."));
    assert_data_eq!(
        dry_run(&sandbox, "--report json"),
        str![[r#"
{"kind":"plan","profile":"cvs/ada.toml","why":"profile changed"}
{"kind":"plan","profile":"cvs/deep/bob.toml","why":null}

"#]]
        .into_data()
        .raw()
    );
    assert!(dry_run(&sandbox, "--force").contains("bob.toml: forced"));
    assert!(dry_run(&sandbox, "--paper us-letter").contains("bob.toml: options changed"));
    std::fs::remove_file(sandbox.path("cvs/deep/bob.toml")).expect("deleted");
    let messages = sandbox.run("batch cvs").code(0).text();
    assert!(
        messages.contains("out/deep/bob-compact.pdf: `"),
        "{messages}"
    );
    assert!(
        messages.contains("bob.toml` no longer exists; use `--prune` to delete it\n"),
        "{messages}"
    );
    let messages = sandbox
        .run("batch cvs --report json --prune")
        .code(0)
        .text();
    assert!(
        messages.contains("\"unchanged\":[\"out/ada-compact.pdf\"]"),
        "{messages}"
    );
    assert!(
        messages.contains("\"outputs\":[\"out/deep/bob-compact.pdf\"],\"deleted\":true}"),
        "{messages}"
    );
    assert_eq!(sandbox.files("out"), ["ada-compact.pdf"]);
    sandbox.write(
        "cvs/ada.toml",
        &format!("layout = \"ats\"\n{}", profile("Ada")),
    );
    let messages = sandbox.run("batch cvs --prune").code(0).text();
    assert!(messages.contains("out/ada-compact.pdf: `"), "{messages}");
    assert!(
        messages.contains("ada.toml` no longer requests it; deleted\n"),
        "{messages}"
    );
}
