//! Renders what a page shows, and remembers it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, counted, rule};
use crate::export::{self, Format};
use crate::ide::{EditedProfile, Utf16Offsets};
use crate::layout::Paper;
use crate::pipeline::guarded;
use crate::pipeline::{
    self, Document, Fitted, RenderOptions, RenderPart, check_fitted, check_page_limit,
};
use crate::profile::{self, ParsedProfile};
use crate::selection::{Choice, DEFAULT_LOCALE, DocumentKind};
use crate::session::finding::findings;
use crate::session::messages::{Answer, FileAnswer, PreviewJob, ViewAnswer, ViewJob, ViewSubject};
use crate::session::options::ViewOptions;
use crate::session::picture::pictures;
use crate::session::runner::Runner;
use crate::session::setting::{Setting, settings};
use crate::typeset::Engine;

/// The width of a thumbnail in pixels.
const THUMBNAIL_WIDTH: f64 = 320.0;

/// The fields of a state that describe the document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    layout: &'a str,
    layouts: Vec<LayoutName<'a>>,
    variant: Option<&'a str>,
    variants: Vec<&'a str>,
    locale: String,
    locales: Vec<String>,
    paper: Option<Paper>,
    papers: &'a [Paper],
    letter: bool,
    has_letter: bool,
    settings: Vec<Setting<'a>>,
    overrides: &'a BTreeMap<String, String>,
    message: String,
}

#[derive(Serialize)]
struct LayoutName<'a> {
    name: &'a str,
    purpose: &'a str,
}

impl Runner for View<'_> {
    fn run(
        &mut self,
        job: &PreviewJob,
        _: &str,
        _: &dyn Fn() -> bool,
    ) -> Result<Option<Answer>, Diagnostic> {
        Ok(Some(self.answer(job.clone())))
    }

    fn restart(&mut self) {
        // The layouts are those of the engine.
    }

    fn remembers(&self) -> bool {
        self.shown.is_some()
    }
}

/// A text that was shown.
struct Shown {
    subject: ViewSubject,
    view: ViewOptions,
    /// The options of the command line.
    base: RenderOptions,
    /// Those of the page on top of them.
    options: RenderOptions,
    parsed: ParsedProfile,
    choice: Choice,
    /// The document and its pages; `None` if there were errors.
    fitted: Option<FittedDocument>,
    /// The problems of reading and rendering.
    problems: Diagnostics,
}

struct FittedDocument {
    document: Document,
    layout: String,
    fitted: Fitted,
}

/// Renders for one session, and remembers what it shows.
pub struct View<'a> {
    engine: &'a Engine,
    shown: Option<Shown>,
}

impl<'a> View<'a> {
    /// Creates a view that shows nothing.
    pub fn new(engine: &'a Engine) -> Self {
        Self {
            engine,
            shown: None,
        }
    }

    /// Does a job.
    pub fn answer(&mut self, job: PreviewJob) -> Answer {
        match job {
            PreviewJob::View(job) => Answer::View(Box::new(self.show(*job))),
            PreviewJob::Check => Answer::Findings(self.check()),
            PreviewJob::Thumbnail { layout } => answer(guarded(|| self.thumbnail(&layout))),
            PreviewJob::Export { format, page } => answer(guarded(|| self.export(format, page))),
            PreviewJob::Findings(job) => {
                let profile = EditedProfile {
                    name: &job.name,
                    files: &job.files,
                    text: &job.text,
                };
                let found = guarded(|| Ok(profile.findings(&job.options, self.engine)));
                Answer::Problems(found.unwrap_or_else(|error| error))
            }
        }
    }

    /// Renders a text.
    fn show(&mut self, job: ViewJob) -> ViewAnswer {
        self.shown = None;
        let ViewJob {
            subject,
            options: base,
            view,
            known,
        } = job;
        let options = view.render_options(&base);
        let source = Source::new(&*subject.name, &*subject.text);
        let parsed = guarded(|| profile::parse_with(source, subject.files.clone(), options.today));
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(problems) => {
                return ViewAnswer {
                    report: None,
                    findings: findings(&problems, &subject.name, &subject.text),
                    pages: None,
                };
            }
        };
        let mut choice = options
            .choices
            .of(&parsed)
            .into_iter()
            .next()
            .unwrap_or_default();
        // A variant or a letter that was chosen on the page may have been removed from the text.
        choice.variant = choice
            .variant
            .filter(|name| parsed.variants().contains(&name.as_str()));
        if !parsed.has_letter(choice.variant.as_deref()) {
            choice.document = DocumentKind::Cv;
        }
        let mut shown = Shown {
            subject,
            view,
            base,
            options,
            parsed,
            choice,
            fitted: None,
            problems: Diagnostics::default(),
        };
        match guarded(|| self.fitted(&shown)) {
            Ok((fitted, problems)) => {
                shown.fitted = fitted;
                shown.problems = problems;
            }
            Err(problems) => shown.problems = problems,
        }
        let offsets = Utf16Offsets::new(&shown.subject.text);
        let pages = shown
            .fitted
            .as_ref()
            .map(|shown| pictures(&shown.document, &shown.fitted, &offsets, &known));
        let pages = pages.transpose().unwrap_or_else(|error| {
            let message = format!("cannot send the pages: {error}");
            shown
                .problems
                .push(Diagnostic::error(rule::INTERNAL, message));
            None
        });
        let answer = ViewAnswer {
            report: guarded(|| Ok(self.report(&shown))).ok(),
            findings: findings(&shown.problems, &shown.subject.name, &shown.subject.text),
            pages,
        };
        self.shown = Some(shown);
        answer
    }

    /// Typesets the document, and returns its problems; there are no pages if one is an error.
    fn fitted(&self, shown: &Shown) -> Result<(Option<FittedDocument>, Diagnostics), Diagnostics> {
        let Shown {
            subject,
            options,
            parsed,
            choice,
            ..
        } = shown;
        let document = Document::new(parsed, choice, &subject.stem, &options.deny, self.engine);
        let name = layout_name(&document, options);
        let mut problems = document.problems(options, self.engine);
        if problems.has_errors() {
            return Ok((None, problems));
        }
        let layout = document.find_layout(&name, &options.settings, self.engine)?;
        let fitted = document.fit(layout, &options.settings, self.engine)?;
        check_page_limit(&document, &fitted.typeset, options)?;
        problems.extend(document.with_levels(fitted.typeset.warnings.clone()));
        problems.sort();
        let fitted = FittedDocument {
            document,
            layout: name,
            fitted,
        };
        Ok((Some(fitted), problems))
    }

    fn report(&self, shown: &Shown) -> String {
        let Shown {
            view,
            options,
            parsed,
            choice,
            ..
        } = shown;
        let variant = choice.variant.as_deref();
        let own = parsed.layout(variant).unwrap_or(pipeline::DEFAULT_LAYOUT);
        let name = options.layouts.first().map_or(own, String::as_str);
        let layout = match &shown.fitted {
            Some(FittedDocument { document, .. }) => document
                .find_layout(name, &options.settings, self.engine)
                .ok(),
            None => self.engine.layouts().get(name),
        };
        let locale = choice
            .locale
            .as_deref()
            .or_else(|| parsed.locale_of(variant))
            .unwrap_or(DEFAULT_LOCALE);
        let tree = match &shown.fitted {
            Some(fitted) => &fitted.document.selection.tree,
            None => &parsed.tree,
        };
        let fitted = shown.fitted.as_ref();
        let report = Report {
            layout: name,
            layouts: self.layouts(),
            variant,
            variants: parsed.variants(),
            locale: locale.to_owned(),
            locales: locales(parsed, locale),
            paper: fitted.map(|shown| shown.fitted.design.paper),
            papers: layout.map_or(&[], |layout| &layout.manifest.papers),
            letter: choice.document == DocumentKind::Letter,
            has_letter: parsed.has_letter(variant),
            settings: layout.map_or_else(Vec::new, |layout| settings(&layout.manifest, tree, view)),
            overrides: &view.overrides,
            message: fitted.map_or_else(String::new, |shown| message(&shown.fitted)),
        };
        serde_json::to_string(&report).unwrap_or_else(|_| "{}".to_owned())
    }

    fn layouts(&self) -> Vec<LayoutName<'a>> {
        let layouts = self.engine.layouts().iter();
        layouts
            .map(|layout| LayoutName {
                name: &layout.manifest.name,
                purpose: &layout.manifest.purpose,
            })
            .collect()
    }

    /// Returns all findings about the pages that are shown.
    fn check(&self) -> String {
        let Some(shown) = &self.shown else {
            return "[]".to_owned();
        };
        let mut problems = shown.problems.clone();
        if let Some(FittedDocument {
            document,
            layout,
            fitted,
        }) = &shown.fitted
        {
            let name = &shown.subject.name;
            let checked = guarded(|| {
                let settings = &shown.options.settings;
                let layout = document.find_layout(layout, settings, self.engine)?;
                check_fitted(name, document, layout, fitted, &shown.options)
            });
            match checked {
                Ok(report) => problems.extend(pipeline::merge_findings(&[report], false)),
                Err(errors) => problems.extend(errors),
            }
            problems.sort();
        }
        findings(&problems, &shown.subject.name, &shown.subject.text)
    }

    /// Renders the first page in a layout.
    fn thumbnail(&self, layout: &str) -> Result<Option<FileAnswer>, Diagnostics> {
        let Some(shown) = &self.shown else {
            return Ok(None);
        };
        let made;
        let document = if let Some(fitted) = &shown.fitted {
            &fitted.document
        } else {
            // The layout that is shown may be the only one with errors.
            made = self.document(shown);
            &made
        };
        // The options of the page are those of the layout that it shows.
        let mut settings = shown.base.settings.clone();
        let found = document.find_layout(layout, &settings, self.engine)?;
        settings.paper = shown
            .view
            .paper
            .filter(|paper| found.manifest.papers.contains(paper));
        let fitted = document.fit(found, &settings, self.engine)?;
        let Some(page) = fitted.typeset.document.pages().first() else {
            return Ok(None);
        };
        let ppi = THUMBNAIL_WIDTH / page.frame.size().x.to_inches();
        Ok(Some(FileAnswer {
            name: format!("{layout}.png"),
            bytes: export::png(page, ppi)?,
        }))
    }

    fn document(&self, shown: &Shown) -> Document {
        let Shown {
            subject,
            parsed,
            choice,
            options,
            ..
        } = shown;
        Document::new(parsed, choice, &subject.stem, &options.deny, self.engine)
    }

    /// Renders the file that `cvpress render` would write.
    fn export(&self, format: Format, page: usize) -> Result<Option<FileAnswer>, Diagnostics> {
        let Some(shown) = &self.shown else {
            return Ok(None);
        };
        let document = self.document(shown);
        let part = RenderPart {
            layout: layout_name(&document, &shown.options),
            has_pages: format.has_pages(),
        };
        let options = RenderOptions {
            formats: vec![format],
            ..shown.options.clone()
        };
        let rendered = pipeline::render(&document, &part, &options, self.engine)?;
        let mut files = rendered.files.into_iter();
        let Some(file) = files.find(|file| file.page.is_none_or(|found| found.number == page))
        else {
            return Ok(None);
        };
        let stem = document.download_name();
        let name = pipeline::content_path(Path::new(&stem), format);
        Ok(Some(FileAnswer {
            name: file.numbered(&name).display().to_string(),
            bytes: file.bytes,
        }))
    }
}

fn answer(made: Result<Option<FileAnswer>, Diagnostics>) -> Answer {
    match made {
        Ok(Some(file)) => Answer::File(Box::new(file)),
        Ok(None) => Answer::None("there is nothing to show yet".to_owned()),
        Err(problems) => Answer::None(
            problems
                .iter()
                .next()
                .map_or_else(String::new, |problem| problem.message.clone()),
        ),
    }
}

/// Returns the layout that is shown.
fn layout_name(document: &Document, options: &RenderOptions) -> String {
    document
        .layouts(options)
        .into_iter()
        .next()
        .unwrap_or_default()
}

/// Returns the languages of the texts, and the one that is shown.
fn locales(parsed: &ParsedProfile, shown: &str) -> Vec<String> {
    let mut codes = parsed.languages();
    if !codes.iter().any(|code| code == shown) {
        codes.insert(0, shown.to_owned());
    }
    codes
}

/// Returns a summary of the pages: `1 page, 93 % full`.
fn message(fitted: &Fitted) -> String {
    let extent = fitted.typeset.extent;
    let mut message = counted(extent.pages, "page", "pages");
    if let Some(fill) = extent.fill {
        let last = if extent.pages == 1 { "" } else { "the last " };
        message += &format!(", {last}{:.0} % full", fill * 100.0);
    }
    message
}
