//! How long it takes to print, and how much of that Typst takes by itself.
//!
//! "Typst alone" is Typst's own compiler and PDF export on a world of the same template, data and
//! fonts, which are at hand when the clock starts. It makes the same bytes, so that what is left
//! between the two is ours: reading and checking the profile, making data of it, and giving both to
//! Typst.
//!
//! Typst remembers what it has computed. Where nothing else is said it forgets all before each run,
//! on both sides, so that every run sets a CV it has not seen; fonts stay read. `README.md` says
//! how to run what is here.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot go on is to stop"
)]
#![expect(clippy::print_stdout, reason = "the table is the result")]

use std::collections::HashMap;
use std::fmt;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cvpress::batch::{self, Batch, BatchProfile, FoundProfile, Workers};
use cvpress::diagnostic::Deny;
use cvpress::layout::{DesignOverrides, Layouts, OptionSetting};
use cvpress::pipeline::{self, Document, RenderOptions};
use cvpress::selection::Choice;
use cvpress::typeset::{self, Engine, Fonts};
use cvpress::{diagnostic, profile};
use divan::Bencher;
use divan::counter::ItemsCount;
use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Smart};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

const PROFILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/profiles");
const TEMPLATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates");

/// The profile with the most on a page, and the one with the most pages.
const DENSEST: &str = "compact-engineer";
const LONGEST: &str = "portfolio-engineer";

/// The layouts that a cold process is timed with.
const LAYOUTS: [&str; 2] = ["compact", "narrative"];

/// How this program calls itself to print once.
const FIRST: &str = "--first";

/// How this program is told to write what Typst needs for the densest profile, for other programs
/// to be timed on.
const FILES: &str = "--files";

/// How many CVs a batch has.
const BATCH: u16 = 200;

/// Goals that a CV is made to fit: one that it can keep from either side, one that it cannot, and
/// the one by default.
const GOALS: [(&str, &str, &str); 5] = [
    (DENSEST, "compact", "1"),
    ("readme-developer", "vita", "1"),
    ("homepage-researcher", "vita", "1"),
    (DENSEST, "ats", "1"),
    (LONGEST, "compact", "auto"),
];

/// Words that hardly a sentence lacks.
const COMMON: [&str; 6] = ["a", "and", "of", "the", "to", "with"];

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    Engine::new(Layouts::load(None).expect("the built-in layouts"), None).expect("the base")
});

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(Library::default()));

static FONTS: LazyLock<Fonts> = LazyLock::new(|| Fonts::new(None).expect("the index of the fonts"));

/// The layouts' files, parsed.
static SOURCES: LazyLock<HashMap<FileId, Source>> = LazyLock::new(|| {
    let walk = walkdir::WalkDir::new(TEMPLATES)
        .into_iter()
        .map(|entry| entry.expect("an entry"));
    let parse = |entry: walkdir::DirEntry| {
        let path = entry
            .path()
            .strip_prefix(TEMPLATES)
            .ok()?
            .to_str()?
            .replace('\\', "/");
        let (_, bytes) = ENGINE.layouts().file(&path)?;
        let id = id(&format!("/templates/{path}"));
        Some((
            id,
            Source::new(id, String::from_utf8_lossy(bytes).into_owned()),
        ))
    };
    walk.filter_map(parse).collect()
});

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [mode, layout] if mode == FIRST => println!("{}", first_here(layout).as_nanos()),
        [mode, folder] if mode == FILES => BenchDocument::shipped(DENSEST, "compact")
            .alone
            .write(Path::new(folder)),
        _ if arguments.iter().any(|argument| argument == "--ratios") => {
            let options: Vec<&str> = arguments
                .iter()
                .map(String::as_str)
                .filter(|name| !name.starts_with("--"))
                .collect();
            GROUPS
                .into_iter()
                .filter(|(name, _)| options.is_empty() || options.contains(name))
                .for_each(|(_, rows)| rows());
        }
        _ => divan::main(),
    }
}

/// One process for one CV, from its start to its end, the file written.
#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod cold {
    use super::{BenchDocument, Bencher, DENSEST, LAYOUTS, forget, process, run};

    /// What starting costs before there is anything to print.
    #[divan::bench]
    fn start() {
        run(&["layouts"]);
    }

    #[divan::bench(args = LAYOUTS)]
    fn render(bencher: Bencher, layout: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        bencher.bench_local(|| process(DENSEST, layout, folder.path()));
    }

    /// In this process, so without a start.
    #[divan::bench(args = LAYOUTS)]
    fn typst_alone(bencher: Bencher, layout: &str) {
        let document = BenchDocument::shipped(DENSEST, layout);
        bencher
            .with_inputs(forget)
            .bench_local_values(|()| document.alone.render());
    }
}

/// From the text of a profile to the bytes of a PDF, in a process that has printed before.
#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod warm {
    use super::{BenchDocument, Bencher, ENGINE, LazyLock, forget, shipped};

    static DOCUMENTS: LazyLock<Vec<BenchDocument>> = LazyLock::new(|| {
        let in_layouts = |(stem, text): (String, String)| {
            ENGINE
                .layouts()
                .names()
                .map(move |layout| BenchDocument::new(&stem, &text, layout))
                .collect::<Vec<_>>()
        };
        shipped().into_iter().flat_map(in_layouts).collect()
    });

    #[divan::bench(args = DOCUMENTS.iter())]
    fn render(bencher: Bencher, document: &BenchDocument) {
        bencher
            .with_inputs(forget)
            .bench_local_values(|()| document.render());
    }

    #[divan::bench(args = DOCUMENTS.iter())]
    fn typst_alone(bencher: Bencher, document: &BenchDocument) {
        bencher
            .with_inputs(forget)
            .bench_local_values(|()| document.alone.render());
    }

    /// The same CV once more, with all that Typst remembers of it.
    #[divan::bench(args = DOCUMENTS.iter())]
    fn render_again(bencher: Bencher, document: &BenchDocument) {
        bencher.bench_local(|| document.render());
    }

    /// The same CV once more, with all that Typst remembers of it.
    #[divan::bench(args = DOCUMENTS.iter())]
    fn typst_alone_again(bencher: Bencher, document: &BenchDocument) {
        bencher.bench_local(|| document.alone.render());
    }
}

/// A CV that is set so that it fits, against one that is set once.
#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod fits {
    use super::{BenchDocument, Bencher, GOALS, forget};

    #[divan::bench(args = 0..GOALS.len())]
    fn fit(bencher: Bencher, goal: usize) {
        let (stem, layout, goal) = GOALS[goal];
        let document = BenchDocument::shipped(stem, layout);
        bencher
            .with_inputs(forget)
            .bench_local_values(|()| document.fit(goal));
    }

    #[divan::bench(args = 0..GOALS.len())]
    fn once(bencher: Bencher, goal: usize) {
        let (stem, layout, _) = GOALS[goal];
        let document = BenchDocument::shipped(stem, layout);
        bencher
            .with_inputs(forget)
            .bench_local_values(|()| document.render());
    }
}

/// Many CVs, in the threads that the argument counts.
#[divan::bench_group(sample_count = 3, sample_size = 1)]
mod batches {
    use super::{BATCH, Bencher, Copies, ItemsCount, forget, render_alone};

    #[divan::bench(args = [1, 2])]
    fn run(bencher: Bencher, threads: usize) {
        let copies = Copies::new();
        bencher
            .counter(ItemsCount::new(BATCH))
            .with_inputs(forget)
            .bench_local_values(|()| copies.render(threads));
    }

    #[divan::bench(args = [1, 2])]
    fn typst_alone(bencher: Bencher, threads: usize) {
        let documents = Copies::new().documents();
        let render = |()| render_alone(&documents, threads);
        bencher
            .counter(ItemsCount::new(BATCH))
            .with_inputs(forget)
            .bench_local_values(render);
    }
}

/// The tables of `README.md`. The two sides take turns, so that whatever else the machine does
/// slows down both.
const GROUPS: [(&str, fn()); 5] = [
    ("cold", cold),
    ("warm", warm),
    ("batch", many),
    ("fit", fit),
    ("start", start),
];

fn cold() {
    heading("cvpress", "Typst alone");
    let folder = tempfile::tempdir().expect("a folder");
    for layout in LAYOUTS {
        let document = BenchDocument::shipped(DENSEST, layout);
        let ours = || process(DENSEST, layout, folder.path());
        compare(&format!("cold: {document}"), 20, 1, ours, || {
            drop(black_box(document.alone.render()));
        });
    }
}

fn warm() {
    heading("cvpress", "Typst alone");
    for (layout, stem) in ENGINE
        .layouts()
        .names()
        .flat_map(|layout| [(layout, DENSEST), (layout, LONGEST)])
    {
        let document = BenchDocument::shipped(stem, layout);
        assert!(
            document.render() == document.alone.render(),
            "{document}: Typst alone makes another file"
        );
        let ours = || drop(black_box(document.render()));
        compare(&format!("warm: {document}"), 20, 1, ours, || {
            drop(black_box(document.alone.render()));
        });
    }
}

fn many() {
    heading("cvpress", "Typst alone");
    let copies = Copies::new();
    let documents = copies.documents();
    let [one, two] = [1, 2].map(|jobs| {
        let what = format!("each of a batch of {BATCH}, jobs: {jobs}");
        let median = compare(
            &what,
            3,
            BATCH.into(),
            || copies.render(jobs),
            || render_alone(&documents, jobs),
        );
        1.0 / median.as_secs_f64()
    });
    println!(
        "\nA batch: {one:.1} CVs per second with one job, {two:.1} with two, {:.2} times as many.",
        two / one
    );
}

fn fit() {
    heading("fitted", "set once");
    for (stem, layout, goal) in GOALS {
        let document = BenchDocument::shipped(stem, layout);
        let fitted = || drop(black_box(document.fit(goal)));
        compare(&format!("fit = {goal}: {document}"), 20, 1, fitted, || {
            drop(black_box(document.render()));
        });
    }
}

fn start() {
    let start = milliseconds(median(
        (0..20).map(|_| timed(|| run(&["layouts"]))).collect(),
    ));
    let firsts =
        LAYOUTS.map(|layout| milliseconds(median((0..20).map(|_| first(layout)).collect())));
    println!("\nStarting, without a CV: {start:.1} ms.");
    for (layout, first) in LAYOUTS.into_iter().zip(firsts) {
        println!("Typst alone, the first time in a process: {first:.1} ms in {layout}.");
    }
}

fn heading(one: &str, other: &str) {
    println!("\n| | {one}, ms | {other}, ms | ratio | ratio of the fastest |");
    println!("| --- | ---: | ---: | ---: | ---: |");
}

/// Prints a row of the table; returns the median of ours. A run makes `each` CVs.
fn compare(
    what: &str,
    rounds: usize,
    each: u32,
    mut ours: impl FnMut(),
    mut alone: impl FnMut(),
) -> Duration {
    // The first run of each reads fonts and fills caches of the system.
    ours();
    alone();
    let round = |_| {
        forget();
        let ours = timed(&mut ours) / each;
        forget();
        (ours, timed(&mut alone) / each)
    };
    let (ours, alone): (Vec<_>, Vec<_>) = (0..rounds).map(round).unzip();
    let ratio = |ours: Duration, alone: Duration| ours.as_secs_f64() / alone.as_secs_f64();
    let fastest = ratio(
        *ours.iter().min().expect("a round"),
        *alone.iter().min().expect("a round"),
    );
    let (ours, alone) = (median(ours), median(alone));
    let (ours_ms, alone_ms, ratio) = (milliseconds(ours), milliseconds(alone), ratio(ours, alone));
    println!("| {what} | {ours_ms:.1} | {alone_ms:.1} | {ratio:.2} | {fastest:.2} |");
    ours
}

/// How long Typst alone takes in a process that has not printed before, when nothing of it is in
/// memory and no font read.
fn first(layout: &str) -> Duration {
    let program = std::env::current_exe().expect("the path of this program");
    let output = Command::new(program)
        .args([FIRST, layout])
        .output()
        .expect("this program");
    let nanoseconds = String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .expect("a time");
    Duration::from_nanos(nanoseconds)
}

fn first_here(layout: &str) -> Duration {
    let document = BenchDocument::shipped(DENSEST, layout);
    LazyLock::force(&LIBRARY);
    LazyLock::force(&FONTS);
    LazyLock::force(&SOURCES);
    timed(|| drop(document.alone.render()))
}

fn timed(run: impl FnOnce()) -> Duration {
    let began = Instant::now();
    run();
    began.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn forget() {
    typst::comemo::evict(0);
}

/// Runs the program.
fn run(arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cvpress"));
    command
        .args(arguments)
        .env_remove("CVPRESS_TEMPLATES")
        .env_remove("SOURCE_DATE_EPOCH");
    let status = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the program");
    assert!(
        status.success(),
        "cvpress {}: {status}",
        arguments.join(" ")
    );
}

fn process(stem: &str, layout: &str, folder: &Path) {
    let (profile, output) = (format!("{PROFILES}/{stem}.toml"), folder.join("cv.pdf"));
    run(&[
        "render",
        &profile,
        "--layout",
        layout,
        "--output",
        output.to_str().expect("a path of UTF-8"),
    ]);
}

/// The profiles of the project: stem and text.
fn shipped() -> Vec<(String, String)> {
    let found = batch::find_profiles(Path::new(PROFILES)).expect("profiles");
    let read = |found: FoundProfile| {
        let text = std::fs::read_to_string(found.path).expect("a profile");
        let stem = found.relative.with_extension("");
        (stem.display().to_string(), text)
    };
    found.into_iter().map(read).collect()
}

/// A profile in a layout.
struct BenchDocument {
    stem: String,
    text: String,
    layout: String,
    alone: Alone,
}

impl fmt::Display for BenchDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.stem, self.layout)
    }
}

impl BenchDocument {
    fn new(stem: &str, text: &str, layout: &str) -> Self {
        let alone = Alone::new(&open(stem, text), layout);
        Self {
            stem: stem.to_owned(),
            text: text.to_owned(),
            layout: layout.to_owned(),
            alone,
        }
    }

    fn shipped(stem: &str, layout: &str) -> Self {
        let (stem, text) = shipped()
            .into_iter()
            .find(|(found, _)| found == stem)
            .expect("a profile of this name");
        Self::new(&stem, &text, layout)
    }

    /// Set once, as it is designed.
    fn render(&self) -> Vec<u8> {
        self.fit("off")
    }

    fn fit(&self, goal: &str) -> Vec<u8> {
        let document = open(&self.stem, &self.text);
        let fit = OptionSetting {
            name: "fit".to_owned(),
            value: goal.to_owned(),
        };
        let settings = DesignOverrides {
            options: vec![fit],
            ..DesignOverrides::default()
        };
        pipeline::render(
            &document,
            &self.layout,
            &RenderOptions {
                settings,
                ..RenderOptions::default()
            },
            &ENGINE,
        )
        .expect("a PDF")
        .files
        .swap_remove(0)
        .bytes
    }
}

fn open(stem: &str, text: &str) -> Document {
    let source = diagnostic::Source::new(format!("{stem}.toml"), text);
    let reading = profile::parse(source, Some(Path::new(PROFILES)), None).expect("TOML");
    Document::new(
        &reading,
        &Choice::default(),
        stem,
        &Deny::default(),
        &ENGINE,
    )
}

/// Typst without us: a document of which all is at hand.
struct Alone {
    main: FileId,
    files: HashMap<FileId, Bytes>,
    options: PdfOptions,
}

impl Alone {
    fn new(document: &Document, layout: &str) -> Self {
        let layout = ENGINE.layouts().get(layout).expect("the layout");
        let (design, _) = document.design(layout, &DesignOverrides::default(), &ENGINE);
        let json = |data: serde_json::Result<Vec<u8>>| Bytes::new(data.expect("JSON"));
        let resume = json(serde_json::to_vec(&document.resume));
        let mut files = vec![
            ("/resume.json", resume),
            ("/design.json", json(serde_json::to_vec(&design))),
        ];
        if let Some((name, file)) = document
            .resume
            .person
            .photo
            .as_deref()
            .zip(document.selection.profile.person.photo.as_ref())
        {
            let photo = std::fs::read(Path::new(PROFILES).join(file)).expect("the photo");
            files.push((name, Bytes::new(photo)));
        }
        let standards: &[_] = match document.resume.document.date {
            Some(_) => &[PdfStandard::Ua_1, PdfStandard::A_2a],
            None => &[PdfStandard::Ua_1],
        };
        Self {
            main: id(&format!("/templates/{}", layout.template())),
            files: files
                .into_iter()
                .map(|(path, bytes)| (id(path), bytes))
                .collect(),
            options: PdfOptions {
                ident: Smart::Custom(format!("{} {}", document.name(), layout.manifest.name)),
                creator: Smart::Custom(Some(
                    concat!("cvpress ", env!("CARGO_PKG_VERSION")).to_owned(),
                )),
                standards: PdfStandards::new(standards).expect("standards that go together"),
                ..PdfOptions::default()
            },
        }
    }

    fn write(&self, folder: &Path) {
        let sources = SOURCES
            .iter()
            .map(|(id, source)| (*id, source.text().as_bytes().to_vec()));
        let files = self.files.iter().map(|(id, bytes)| (*id, bytes.to_vec()));
        for (id, bytes) in sources.chain(files) {
            let path = folder.join(id.get().vpath().get_without_slash());
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, bytes).expect("written");
        }
    }

    fn render(&self) -> Vec<u8> {
        let document = typst::compile::<PagedDocument>(self).output.expect("pages");
        typst_pdf::pdf(&document, &self.options).expect("a PDF")
    }
}

impl World for Alone {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        FONTS.book()
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        SOURCES.get(&id).cloned().ok_or(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        // The drawings of the layouts are read as files.
        let drawing = || {
            SOURCES
                .get(&id)
                .map(|source| Bytes::from_string(source.text().to_owned()))
        };
        self.files
            .get(&id)
            .cloned()
            .or_else(drawing)
            .ok_or(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        FONTS.font(index)
    }

    fn today(&self, _: Option<typst::foundations::Duration>) -> Option<Datetime> {
        None
    }
}

fn id(path: &str) -> FileId {
    RootedPath::new(
        VirtualRoot::Project,
        VirtualPath::new(path).expect("a path"),
    )
    .intern()
}

/// The profiles of the project under other names, in a folder of their own. A number behind common
/// words makes the sentences different too: Typst would remember those that it has set.
struct Copies {
    folder: tempfile::TempDir,
    /// Stem and text.
    profiles: Vec<(String, String)>,
}

impl Copies {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // The images and bibliographies that profiles name.
        for entry in std::fs::read_dir(PROFILES).expect("the profiles") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|ending| ending != "toml") {
                std::fs::copy(&path, folder.path().join(path.file_name().expect("a name")))
                    .expect("copied");
            }
        }
        let copy = |(number, (stem, text)): (usize, (String, String))| {
            let person = open(&stem, &text)
                .selection
                .profile
                .person
                .name
                .expect("a name");
            let counted = |text: String, word: &str| {
                text.replace(&format!(" {word} "), &format!(" {word} {number} "))
            };
            let text = COMMON.into_iter().fold(
                text.replace(&person, &format!("{person} {number}")),
                counted,
            );
            let stem = format!("{stem}-{number}");
            std::fs::write(folder.path().join(&stem).with_extension("toml"), &text)
                .expect("written");
            (stem, text)
        };
        let profiles = shipped()
            .into_iter()
            .cycle()
            .take(BATCH.into())
            .enumerate()
            .map(copy)
            .collect();
        Self { folder, profiles }
    }

    fn documents(&self) -> Vec<BenchDocument> {
        let document = |(stem, text): &(String, String)| {
            BenchDocument::new(stem, text, open(stem, text).layout())
        };
        self.profiles.iter().map(document).collect()
    }

    fn render(&self, threads: usize) {
        let path = |(stem, _): &(String, String)| BatchProfile {
            path: self.folder.path().join(format!("{stem}.toml")),
            stem: self.folder.path().join("out").join(stem),
        };
        let profiles = self.profiles.iter().map(path).collect();
        // Processes, as the program has them.
        let program = env!("CARGO_BIN_EXE_cvpress").into();
        let workers = Some(Workers {
            program,
            arguments: vec!["worker".into()],
            timeout: None,
        });
        // Typst alone sets each CV once.
        let once = OptionSetting {
            name: "fit".to_owned(),
            value: "off".to_owned(),
        };
        let settings = DesignOverrides {
            options: vec![once],
            ..DesignOverrides::default()
        };
        let options = RenderOptions {
            settings,
            ..RenderOptions::default()
        };
        let batch = Batch {
            profiles,
            options,
            jobs: Some(threads),
            workers,
            ..Batch::default()
        };
        let summary = batch::run(&batch, &ENGINE, |_| ());
        assert_eq!(summary.expect("the threads").done, usize::from(BATCH));
    }
}

/// Prints them in so many threads. Each is a pool of its own for what Typst does in parallel: with
/// one pool for all, a thread that waits for a part of its document would begin another in the
/// meantime.
fn render_alone(documents: &[BenchDocument], threads: usize) {
    let next = AtomicUsize::new(0);
    let worker = || {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(document) = documents.get(index) else {
                break;
            };
            black_box(document.alone.render());
            // As for those of a batch.
            typeset::evict_typst_cache();
        }
        drop(pool);
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
}
