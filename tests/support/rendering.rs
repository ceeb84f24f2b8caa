//! Renders profiles in memory, with one engine for all tests.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::thread;

use cvpress::content::{DateFormat, text_groups};
use cvpress::diagnostic::{Deny, Diagnostics, MessageFormat, Source, render};
use cvpress::export::{self, ExportOptions};
use cvpress::layout::{DesignOverrides, Layouts, OptionSetting, Paper};
use cvpress::pipeline::{Document, Fitted};
use cvpress::profile::{self, ALL, Input, ParsedProfile};
use cvpress::selection::{Choice, Choices, DocumentKind};
use cvpress::typeset::{Engine, TextRun, Typeset, overlaps, runs};
use cvpress::verify::{in_page_order, missing_texts};

use super::geometry::digests;
use super::pdf::{self, bare as normalize, is_mark as is_vowel_sign};

/// The built-in layouts and fonts, and the layouts in the folder that `CVPRESS_TEMPLATES` names:
/// they must pass the same tests.
pub static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let own = std::env::var_os("CVPRESS_TEMPLATES");
    let layouts = Layouts::load(own.as_ref().map(Path::new))
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    Engine::new(layouts, None).unwrap_or_else(|problems| panic!("{}", short_messages(&problems)))
});

/// A CV that was rendered in memory.
pub struct Cv {
    /// The profile.
    pub document: Document,
    /// The pages.
    pub typeset: Typeset,
    /// How its dates are written.
    pub dates: DateFormat,
    /// The top and bottom margins, in pt.
    pub margins: (f64, f64),
    /// The number of densities at which it was typeset.
    pub tries: usize,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// Returns messages as text, without color.
pub fn short_messages(problems: &Diagnostics) -> String {
    render(problems, MessageFormat::Short)
}

/// A shipped CV: one language or variant of a profile.
#[derive(Clone)]
pub struct Shipped {
    /// The parsed profile.
    pub reading: ParsedProfile,
    /// The language or variant.
    pub choice: Choice,
    /// The name in messages.
    pub name: String,
}

impl Shipped {
    /// Removes Arabic and Hebrew vowel signs from the profile.
    pub fn without_vowel_signs(mut self) -> Self {
        let source = self.reading.tree.source();
        let text: String = source
            .text()
            .chars()
            .filter(|c| !is_vowel_sign(*c))
            .collect();
        let files = self.reading.files.clone();
        let reading = profile::parse_with(Source::new(source.name(), text), files, None);
        self.reading = reading.unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
        self
    }
}

/// Returns options as the command line sets them.
pub fn overrides(options: &[(&str, &str)]) -> DesignOverrides {
    let mut settings = DesignOverrides::default();
    for (name, value) in options {
        settings.options.push(OptionSetting {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        });
    }
    settings
}

/// Returns the paths of the shipped profiles.
pub fn shipped_profiles() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
    let profiles = cvpress::batch::find_profiles(&folder)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    profiles.into_iter().map(|found| found.path).collect()
}

/// Returns every shipped CV: each profile in each of its languages, and each of its variants.
pub fn shipped() -> Vec<Shipped> {
    let mut shipped = Vec::new();
    for path in shipped_profiles() {
        let input = Input::File(path);
        let reading = profile::load(&input, None)
            .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
        let mut choices = Choices {
            locales: vec![ALL.to_owned()],
            ..Choices::default()
        }
        .of(&reading);
        if !reading.variants().is_empty() {
            choices.extend(
                Choices {
                    variants: vec![ALL.to_owned()],
                    ..Choices::default()
                }
                .of(&reading),
            );
        }
        for choice in choices {
            let name = format!("{} {}", input.stem(), choice.suffix(&reading));
            shipped.push(Shipped {
                reading: reading.clone(),
                choice,
                name,
            });
        }
    }
    shipped
}

/// Returns the names of the layouts.
pub fn layouts() -> Vec<&'static str> {
    ENGINE.layouts().names().collect()
}

/// Returns the papers of a layout.
pub fn papers(layout: &str) -> Vec<Paper> {
    let layout = ENGINE.layouts().get(layout).expect("a layout");
    layout.manifest.papers.clone()
}

/// Opens the CV of a profile without errors.
#[track_caller]
pub fn open(text: &str) -> Document {
    let reading = profile::parse(Source::new("test.toml", text), None, None)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    open_choice(&reading, &Choice::default())
}

/// Opens one CV of a profile without errors.
#[track_caller]
pub fn open_choice(reading: &ParsedProfile, choice: &Choice) -> Document {
    open_choice_with(&ENGINE, reading, choice)
}

/// Opens one CV of a profile without errors, with another engine.
#[track_caller]
pub fn open_choice_with(engine: &Engine, reading: &ParsedProfile, choice: &Choice) -> Document {
    let document = Document::new(reading, choice, "test", &Deny::default(), engine);
    assert!(
        !document.problems.has_errors(),
        "{}",
        short_messages(&document.problems)
    );
    document
}

/// Renders a CV as designed, without fitting it to pages.
#[track_caller]
pub fn render_cv(document: Document, layout: &str, paper: Option<Paper>) -> Cv {
    // As designed; fitting has its own tests.
    let fit = OptionSetting {
        name: "fit".to_owned(),
        value: "off".to_owned(),
    };
    render_cv_with(
        &ENGINE,
        document,
        layout,
        &DesignOverrides {
            paper,
            options: vec![fit],
            ..DesignOverrides::default()
        },
    )
}

/// Renders a CV with options and another engine.
#[track_caller]
pub fn render_cv_with(
    engine: &Engine,
    document: Document,
    layout: &str,
    settings: &DesignOverrides,
) -> Cv {
    let layout = engine.layouts().get(layout).expect("a layout");
    let Fitted {
        typeset,
        design,
        tries,
        ..
    } = document
        .fit(layout, settings, engine)
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let languages = &document.selection.languages;
    let pdf = export::pdf(&typeset, "test", languages, None, ExportOptions::default())
        .unwrap_or_else(|problems| panic!("{}", short_messages(&problems)));
    let length = |name| {
        design
            .options
            .get(name)
            .and_then(serde_json::Value::as_f64)
            .unwrap_or(0.0)
    };
    let margins = (length("margin-top"), length("margin-bottom"));
    Cv {
        document,
        typeset,
        dates: design.date_format(),
        margins,
        tries,
        bytes: pdf.bytes,
    }
}

/// Renders a shipped CV.
#[track_caller]
pub fn render_shipped(shipped: &Shipped, layout: &str, paper: Option<Paper>) -> Cv {
    render_cv(
        open_choice(&shipped.reading, &shipped.choice),
        layout,
        paper,
    )
}

/// A shipped CV in a layout, on A4.
pub struct ShippedPages {
    /// The name of the CV and its layout.
    pub what: String,
    /// The name of the CV.
    pub profile: String,
    /// The layout.
    pub layout: &'static str,
    /// Whether a section has columns.
    pub has_columns: bool,
    /// The runs of its pages.
    pub runs: Vec<TextRun>,
    /// A digest of each page.
    pub digests: Vec<String>,
    /// Its PDF, without vowel signs.
    pub bytes: Vec<u8>,
    /// The texts that are not in its PDF. Parsers may read vowel signs twice, so it has none.
    pub lost: Vec<String>,
    /// The glyphs of its PDF without text or outside the page.
    pub stray: Vec<String>,
    /// What overlaps something else.
    pub overlaps: Vec<String>,
}

/// All shipped CVs in all layouts on A4: rendered once for all tests, on all cores.
pub static SHIPPED_PAGES: LazyLock<Vec<ShippedPages>> = LazyLock::new(|| {
    let shipped = shipped();
    let mut wanted = Vec::new();
    for layout in layouts() {
        wanted.extend(shipped.iter().map(|shipped| (shipped, layout)));
    }
    on_all_cores(&wanted, |(shipped, layout)| shipped_pages(shipped, layout))
});

/// Returns the result for each item, in their order.
pub fn on_all_cores<T: Sync, R: Send + Sync>(items: &[T], make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let slots: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    slots[index].get_or_init(|| make(item));
                }
            });
        }
    });
    let results = slots.into_iter().map(OnceLock::into_inner);
    results.map(|result| result.expect("a result")).collect()
}

/// A shipped letter in a layout.
pub struct ShippedLetter {
    /// The name of the CV.
    pub profile: String,
    /// The layout.
    pub layout: &'static str,
    /// The paper.
    pub paper: Paper,
    /// The runs of its pages.
    pub runs: Vec<TextRun>,
    /// A digest of each page.
    pub digests: Vec<String>,
    /// Its PDF.
    pub bytes: Vec<u8>,
    /// The texts that are not in its PDF.
    pub lost: Vec<String>,
    /// The glyphs of its PDF without text or outside the page.
    pub stray: Vec<String>,
}

/// All shipped letters, of each profile with a letter in each of its languages and variants, in all
/// layouts on all papers, without vowel signs: rendered once for all tests, on all cores.
pub static SHIPPED_LETTERS: LazyLock<Vec<ShippedLetter>> = LazyLock::new(|| {
    let mut letters = shipped();
    letters.retain(|cv| cv.reading.has_letter(cv.choice.variant.as_deref()));
    let mut wanted = Vec::new();
    for mut letter in letters.into_iter().map(Shipped::without_vowel_signs) {
        letter.choice.document = DocumentKind::Letter;
        for layout in layouts() {
            let papers = papers(layout).into_iter();
            wanted.extend(papers.map(|paper| (letter.clone(), layout, paper)));
        }
    }
    on_all_cores(&wanted, |(letter, layout, paper)| {
        shipped_letter(letter, layout, *paper)
    })
});

fn shipped_letter(letter: &Shipped, layout: &'static str, paper: Paper) -> ShippedLetter {
    let cv = render_shipped(letter, layout, Some(paper));
    ShippedLetter {
        profile: letter.name.clone(),
        layout,
        paper,
        runs: runs(&cv.typeset.document),
        digests: digests(&cv.typeset.document),
        lost: lost(&cv),
        stray: stray(&cv),
        bytes: cv.bytes,
    }
}

fn shipped_pages(shipped: &Shipped, layout: &'static str) -> ShippedPages {
    let cv = render_shipped(shipped, layout, Some(Paper::A4));
    let runs = runs(&cv.typeset.document);
    let digests = digests(&cv.typeset.document);
    let overlaps = overlaps(&cv.typeset.document);
    let bare = shipped.clone().without_vowel_signs();
    let has_signs = bare.reading.tree.source().text() != shipped.reading.tree.source().text();
    let columns = cv
        .document
        .resume
        .sections
        .iter()
        .map(|section| section.columns);
    let has_columns = columns.max().is_some_and(|columns| columns > 1);
    let cv = if has_signs {
        render_shipped(&bare, layout, Some(Paper::A4))
    } else {
        cv
    };
    ShippedPages {
        what: format!("{} in {layout}", shipped.name),
        profile: shipped.name.clone(),
        layout,
        has_columns,
        runs,
        digests,
        lost: lost(&cv),
        stray: stray(&cv),
        overlaps: overlaps.into_iter().map(|found| found.message).collect(),
        bytes: cv.bytes,
    }
}

/// Returns the texts of a CV that are not in its PDF.
pub fn lost(cv: &Cv) -> Vec<String> {
    not_found(cv, &pdf::text(&pdf::pages(&cv.bytes)))
}

/// Returns glyphs without text or outside the page.
pub fn stray(cv: &Cv) -> Vec<String> {
    let mut stray = Vec::new();
    for (number, page) in pdf::pages(&cv.bytes).iter().enumerate() {
        for glyph in &page.glyphs {
            let inside = (0.0..=page.width).contains(&glyph.origin.x)
                && (0.0..=page.height).contains(&glyph.origin.y);
            if glyph.text.is_none() || !inside {
                stray.push(format!("page {}: {glyph:?}", number + 1));
            }
        }
    }
    stray
}

/// Returns the texts of a CV that are not, in reading order, in a text that was read from its PDF.
/// Both are compared without white space and hyphens.
pub fn not_found(cv: &Cv, text: &str) -> Vec<String> {
    let resume = in_page_order(&cv.document.resume, &cv.typeset);
    missing_texts(&text_groups(&resume, cv.dates), text)
        .into_iter()
        .map(|missing| normalize(&missing.text))
        .collect()
}
