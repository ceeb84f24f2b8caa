//! The time that rendering takes, and the share of it that Typst takes alone.
//!
//! "Typst alone" is Typst's own compiler and PDF export with the same template, data and fonts, all
//! in memory when the clock starts. It produces the same text on the same pages. The difference between
//! the two is the cost of cvpress: parsing and checking the profile, building the data for the template,
//! and adding to the tags.
//!
//! Typst caches what it has computed. Unless a benchmark is named `…_again`, both sides clear these
//! caches before each run; fonts stay loaded. `README.md` explains how to run the benchmarks.

#![expect(clippy::expect_used, reason = "a benchmark that fails must stop")]
#![expect(clippy::print_stdout, reason = "the table is the result")]

use std::collections::HashMap;
use std::fmt;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cvpress::batch::{self, Batch, BatchProfile, Workers};
use cvpress::diagnostic::Deny;
use cvpress::layout::{DesignOverrides, Layouts, OptionSetting};
use cvpress::pipeline::{self, Document, RenderOptions, RenderPart};
use cvpress::selection::Choice;
use cvpress::typeset::{self, Engine, Fonts};
use cvpress::{diagnostic, profile, verify};
use divan::Bencher;
use divan::counter::ItemsCount;
use serde::Serialize;
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

/// The layouts whose cold processes are timed.
const LAYOUTS: [&str; 2] = ["compact", "narrative"];

/// The mode in which this program renders one CV and writes the time.
const FIRST: &str = "--first";

/// The mode in which this program writes the files that Typst needs for the densest profile, so that
/// other programs can be timed with them.
const FILES: &str = "--files";

/// The number of CVs of a batch.
const BATCH: u16 = 200;

/// A CV and its page goal.
struct FitCase {
    stem: &'static str,
    layout: &'static str,
    goal: &'static str,
}

/// Page goals that a CV reaches from below and from above, one that it cannot reach, and the
/// default.
const GOALS: [FitCase; 5] = [
    FitCase::new(DENSEST, "compact", "1"),
    FitCase::new("readme-developer", "vita", "1"),
    FitCase::new("homepage-researcher", "vita", "1"),
    FitCase::new(DENSEST, "ats", "1"),
    FitCase::new(LONGEST, "compact", "auto"),
];

impl FitCase {
    const fn new(stem: &'static str, layout: &'static str, goal: &'static str) -> Self {
        Self { stem, layout, goal }
    }

    fn document(&self) -> BenchDocument {
        BenchDocument::shipped(self.stem, self.layout)
    }
}

/// Words that almost every sentence contains.
const COMMON: [&str; 6] = ["a", "and", "of", "the", "to", "with"];

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    Engine::new(Layouts::load(None).expect("the built-in layouts"), None).expect("the engine")
});

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(Library::default()));

static FONTS: LazyLock<Fonts> =
    LazyLock::new(|| Fonts::built_in().expect("the index of the fonts"));

/// The layouts' files, parsed.
static SOURCES: LazyLock<HashMap<FileId, Source>> = LazyLock::new(|| {
    walkdir::WalkDir::new(TEMPLATES)
        .into_iter()
        .map(|entry| entry.expect("an entry"))
        .filter_map(|entry| template_source(entry.path()))
        .map(|source| (source.id(), source))
        .collect()
});

/// Returns the parsed file of a layout; `None` if the layouts do not contain the path.
fn template_source(path: &Path) -> Option<Source> {
    let relative = path.strip_prefix(TEMPLATES).ok()?.to_str()?;
    let name = relative.replace('\\', "/");
    let (_, bytes) = ENGINE.layouts().file(&name)?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    Some(Source::new(id(&format!("/templates/{name}")), text))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [mode, layout] if mode == FIRST => println!("{}", first_here(layout).as_nanos()),
        [mode, folder] if mode == FILES => BenchDocument::shipped(DENSEST, "compact")
            .alone
            .write(Path::new(folder)),
        _ if arguments.iter().any(|argument| argument == "--ratios") => {
            write_tables(&arguments);
        }
        _ => divan::main(),
    }
}

/// Writes the tables of the named groups, or of all groups if none is named.
fn write_tables(arguments: &[String]) {
    let named: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    for (name, write_rows) in GROUPS {
        if named.is_empty() || named.contains(&name) {
            write_rows();
        }
    }
}

/// One process per CV, from its start to the written file.
#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod cold {
    use super::{BenchDocument, Bencher, DENSEST, LAYOUTS, forget, process, run};

    /// Starts the program without rendering.
    #[divan::bench]
    fn start() {
        run(&["layouts"]);
    }

    #[divan::bench(args = LAYOUTS)]
    fn render(bencher: Bencher, layout: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        bencher.bench_local(|| process(DENSEST, layout, folder.path()));
    }

    /// Runs in this process, so that it does not include a start.
    #[divan::bench(args = LAYOUTS)]
    fn typst_alone(bencher: Bencher, layout: &str) {
        let document = BenchDocument::shipped(DENSEST, layout);
        bencher
            .with_inputs(forget)
            .bench_local_values(|()| document.alone.render());
    }
}

/// From the text of a profile to the bytes of a PDF, in a process that has rendered before.
#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod warm {
    use super::{BenchDocument, Bencher, ENGINE, LazyLock, forget, shipped};

    static DOCUMENTS: LazyLock<Vec<BenchDocument>> = LazyLock::new(|| {
        let mut documents = Vec::new();
        for profile in shipped() {
            for layout in ENGINE.layouts().names() {
                documents.push(BenchDocument::new(&profile, layout));
            }
        }
        documents
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

    /// Renders the same CV again, with Typst's caches of it.
    #[divan::bench(args = DOCUMENTS.iter())]
    fn render_again(bencher: Bencher, document: &BenchDocument) {
        bencher.bench_local(|| document.render());
    }

    /// Renders the same CV again, with Typst's caches of it.
    #[divan::bench(args = DOCUMENTS.iter())]
    fn typst_alone_again(bencher: Bencher, document: &BenchDocument) {
        bencher.bench_local(|| document.alone.render());
    }
}

/// A CV that is fitted to its page goal, against one that is typeset once.
#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod fits {
    use super::{Bencher, FitCase, GOALS, forget};

    #[divan::bench(args = 0..GOALS.len())]
    fn fit(bencher: Bencher, case: usize) {
        let FitCase { goal, .. } = GOALS[case];
        let document = GOALS[case].document();
        bencher
            .with_inputs(forget)
            .bench_local_values(|()| document.fit(goal));
    }

    #[divan::bench(args = 0..GOALS.len())]
    fn once(bencher: Bencher, case: usize) {
        let document = GOALS[case].document();
        bencher
            .with_inputs(forget)
            .bench_local_values(|()| document.render());
    }
}

/// A batch, on as many threads as the argument says.
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
        bencher
            .counter(ItemsCount::new(BATCH))
            .with_inputs(forget)
            .bench_local_values(|()| render_alone(&documents, threads));
    }
}

/// The tables of `README.md`. The two sides alternate, so that other load of the machine slows down
/// both.
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
        compare(
            &format!("cold: {document}"),
            &Rounds::OF_ONE,
            || process(DENSEST, layout, folder.path()),
            || drop(black_box(document.alone.render())),
        );
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
            text_of(&document.render()) == text_of(&document.alone.render()),
            "{document}: Typst alone renders other pages"
        );
        compare(
            &format!("warm: {document}"),
            &Rounds::OF_ONE,
            || drop(black_box(document.render())),
            || drop(black_box(document.alone.render())),
        );
    }
}

/// Returns the text of each page of a PDF.
fn text_of(pdf: &[u8]) -> Vec<String> {
    let content = verify::read(pdf, "cv.pdf").expect("a PDF");
    let pages = content.pages.iter();
    pages.map(|page| verify::lines(page).join("\n")).collect()
}

fn many() {
    heading("cvpress", "Typst alone");
    let copies = Copies::new();
    let documents = copies.documents();
    let [one, two] = [1, 2].map(|jobs| {
        let what = format!("each of a batch of {BATCH}, jobs: {jobs}");
        let median = compare(
            &what,
            &Rounds::OF_BATCH,
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
    heading("fitted", "typeset once");
    for case in GOALS {
        let document = case.document();
        let goal = case.goal;
        compare(
            &format!("fit = {goal}: {document}"),
            &Rounds::OF_ONE,
            || drop(black_box(document.fit(goal))),
            || drop(black_box(document.render())),
        );
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

/// The number of rounds that both sides run.
struct Rounds {
    number: usize,
    /// The number of CVs that a round renders.
    cvs: u32,
}

impl Rounds {
    const OF_ONE: Self = Self { number: 20, cvs: 1 };

    const OF_BATCH: Self = Self {
        number: 3,
        cvs: BATCH as u32,
    };
}

/// Writes a row of the table. Returns the median time per CV of the first side.
fn compare(
    what: &str,
    rounds: &Rounds,
    mut ours: impl FnMut(),
    mut alone: impl FnMut(),
) -> Duration {
    // The first run of each side loads fonts and fills caches of the system.
    ours();
    alone();
    let mut our_times = Vec::new();
    let mut times_alone = Vec::new();
    for _ in 0..rounds.number {
        forget();
        our_times.push(timed(&mut ours) / rounds.cvs);
        forget();
        times_alone.push(timed(&mut alone) / rounds.cvs);
    }
    let fastest = ratio(fastest(&our_times), fastest(&times_alone));
    let our_median = median(our_times);
    let median_alone = median(times_alone);
    println!(
        "| {what} | {:.1} | {:.1} | {:.2} | {fastest:.2} |",
        milliseconds(our_median),
        milliseconds(median_alone),
        ratio(our_median, median_alone)
    );
    our_median
}

fn fastest(times: &[Duration]) -> Duration {
    *times.iter().min().expect("a round")
}

fn ratio(time: Duration, other: Duration) -> f64 {
    time.as_secs_f64() / other.as_secs_f64()
}

/// Returns the time that Typst alone takes in a process that has not rendered before, with no font
/// loaded.
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

/// A profile that is not parsed.
#[derive(Clone)]
struct ProfileText {
    stem: String,
    text: String,
}

/// Returns the profiles of the project.
fn shipped() -> Vec<ProfileText> {
    let mut profiles = Vec::new();
    for found in batch::find_profiles(Path::new(PROFILES)).expect("profiles") {
        profiles.push(ProfileText {
            stem: found.relative.with_extension("").display().to_string(),
            text: std::fs::read_to_string(found.path).expect("a profile"),
        });
    }
    profiles
}

/// A profile in a layout.
struct BenchDocument {
    profile: ProfileText,
    layout: String,
    alone: TypstAlone,
}

impl fmt::Display for BenchDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.profile.stem, self.layout)
    }
}

impl BenchDocument {
    fn new(profile: &ProfileText, layout: &str) -> Self {
        Self {
            alone: TypstAlone::new(&open(profile), layout),
            profile: profile.clone(),
            layout: layout.to_owned(),
        }
    }

    fn shipped(stem: &str, layout: &str) -> Self {
        let profile = shipped()
            .into_iter()
            .find(|profile| profile.stem == stem)
            .expect("a profile of this name");
        Self::new(&profile, layout)
    }

    /// Typesets the document once, as designed.
    fn render(&self) -> Vec<u8> {
        self.fit("off")
    }

    fn fit(&self, goal: &str) -> Vec<u8> {
        let document = open(&self.profile);
        let part = RenderPart {
            layout: self.layout.clone(),
            has_pages: true,
        };
        pipeline::render(&document, &part, &with_fit(goal), &ENGINE)
            .expect("a PDF")
            .files
            .swap_remove(0)
            .bytes
    }
}

/// Returns options with a page goal.
fn with_fit(goal: &str) -> RenderOptions {
    let fit = OptionSetting {
        name: "fit".to_owned(),
        value: goal.to_owned(),
    };
    let settings = DesignOverrides {
        options: vec![fit],
        ..DesignOverrides::default()
    };
    RenderOptions {
        settings,
        ..RenderOptions::default()
    }
}

fn open(profile: &ProfileText) -> Document {
    let ProfileText { stem, text } = profile;
    let source = diagnostic::Source::new(format!("{stem}.toml"), text.as_str());
    let parsed = profile::parse(source, Some(Path::new(PROFILES)), None).expect("TOML");
    Document::new(&parsed, &Choice::default(), stem, &Deny::default(), &ENGINE)
}

/// Typst's world for a document, with all files in memory.
struct TypstAlone {
    main: FileId,
    files: HashMap<FileId, Bytes>,
    options: PdfOptions,
}

impl TypstAlone {
    fn new(document: &Document, layout: &str) -> Self {
        let layout = ENGINE.layouts().get(layout).expect("the layout");
        let resolved = document.design(layout, &DesignOverrides::default(), &ENGINE);
        let design = &resolved.design;
        let content = typeset::template_data(&document.resume, design, layout, &ENGINE);
        let mut files = vec![
            ("/resume.json", json(&content)),
            ("/design.json", json(design)),
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
                standards: PdfStandards::new(standards).expect("compatible standards"),
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

impl World for TypstAlone {
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
        if let Some(bytes) = self.files.get(&id) {
            return Ok(bytes.clone());
        }
        // Templates read the drawings of the layouts as files.
        let drawing = SOURCES.get(&id).ok_or(FileError::AccessDenied)?;
        Ok(Bytes::from_string(drawing.text().to_owned()))
    }

    fn font(&self, index: usize) -> Option<Font> {
        FONTS.font(index)
    }

    fn today(&self, _: Option<typst::foundations::Duration>) -> Option<Datetime> {
        None
    }
}

fn json(data: &impl Serialize) -> Bytes {
    Bytes::new(serde_json::to_vec(data).expect("JSON"))
}

fn id(path: &str) -> FileId {
    RootedPath::new(
        VirtualRoot::Project,
        VirtualPath::new(path).expect("a path"),
    )
    .intern()
}

/// Copies of the project's profiles in a temporary folder. Each copy has a number after common
/// words, so that no two have the same sentences: Typst would find those in its caches.
struct Copies {
    folder: tempfile::TempDir,
    profiles: Vec<ProfileText>,
}

impl Copies {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        copy_other_files(folder.path());
        let originals = shipped();
        let mut profiles = Vec::new();
        for (number, profile) in originals.iter().cycle().take(BATCH.into()).enumerate() {
            let copy = numbered_copy(profile, number);
            let path = folder.path().join(&copy.stem).with_extension("toml");
            std::fs::write(path, &copy.text).expect("written");
            profiles.push(copy);
        }
        Self { folder, profiles }
    }

    fn documents(&self) -> Vec<BenchDocument> {
        self.profiles
            .iter()
            .map(|profile| BenchDocument::new(profile, open(profile).layout()))
            .collect()
    }

    fn render(&self, threads: usize) {
        let folder = self.folder.path();
        let mut profiles = Vec::new();
        for ProfileText { stem, .. } in &self.profiles {
            profiles.push(BatchProfile {
                path: folder.join(format!("{stem}.toml")),
                stem: folder.join("out").join(stem),
            });
        }
        // Worker processes, as the program starts them.
        let workers = Workers {
            program: env!("CARGO_BIN_EXE_cvpress").into(),
            arguments: vec!["worker".into()],
            timeout: None,
            memory: None,
        };
        let batch = Batch {
            profiles,
            // Typst alone typesets each CV once.
            options: with_fit("off"),
            jobs: Some(threads),
            workers: Some(workers),
            ..Batch::default()
        };
        let summary = batch::run(&batch, &ENGINE, |_| ());
        assert_eq!(summary.expect("the threads").done, usize::from(BATCH));
    }
}

/// Copies the images and bibliographies that profiles name.
fn copy_other_files(folder: &Path) {
    for entry in std::fs::read_dir(PROFILES).expect("the profiles") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending != "toml") {
            let name = path.file_name().expect("a name");
            std::fs::copy(&path, folder.join(name)).expect("copied");
        }
    }
}

/// Returns a profile with a number after the person's name and after common words.
fn numbered_copy(profile: &ProfileText, number: usize) -> ProfileText {
    let name = open(profile).selection.profile.person.name.expect("a name");
    let mut text = profile.text.replace(&name, &format!("{name} {number}"));
    for word in COMMON {
        text = text.replace(&format!(" {word} "), &format!(" {word} {number} "));
    }
    ProfileText {
        stem: format!("{}-{number}", profile.stem),
        text,
    }
}

/// Renders documents on several threads.
fn render_alone(documents: &[BenchDocument], threads: usize) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| render_next(documents, &next));
        }
    });
}

/// Renders documents on this thread until none is left.
///
/// The thread has its own pool for Typst's parallel work: in a shared pool, a thread that waits for
/// a part of its document would start another document.
fn render_next(documents: &[BenchDocument], next: &AtomicUsize) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread()
        .build();
    while let Some(document) = documents.get(next.fetch_add(1, Ordering::Relaxed)) {
        black_box(document.alone.render());
        // As between the CVs of a batch.
        typeset::evict_typst_cache();
    }
    drop(pool);
}
