//! Checks profiles, and what parsers and people read of their rendered pages.

use std::rc::Rc;

use serde::Serialize;

use crate::content::{Locale, text_groups};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, listed, rule, serialize_json};
use crate::layout::Layout;
use crate::pipeline::document::{Document, letters_of};
use crate::pipeline::fit::Fitted;
use crate::pipeline::options::RenderOptions;
use crate::pipeline::render::export_pdf;
use crate::profile::{self, ALL, Input, ParsedProfile};
use crate::selection::{Choice, Choices};
use crate::typeset::{Engine, Typeset};
use crate::verify::{
    ExpectedContent, PdfContent, PdfProperties, check_content, in_page_order, lines, missing_texts,
    normalized_text, read,
};

/// The pages of a PDF as lines.
pub type PageLines = Vec<Vec<String>>;

/// The standard that every PDF conforms to.
const ACCESSIBLE: &str = "PDF/UA-1";

/// The standard that a PDF conforms to if the CV has a date.
const ARCHIVE: &str = "PDF/A-2a";

/// What parsers read of one document in one layout.
#[derive(Debug, Clone, Serialize)]
pub struct CheckReport {
    /// The profile's name in messages.
    pub profile: String,
    /// The document's name: the profile's, with its variant and language.
    pub name: String,
    /// The layout.
    pub layout: String,
    /// The number of pages.
    pub pages: usize,
    /// The number of texts to find.
    pub texts: usize,
    /// The number of texts found whole and in order.
    pub found: usize,
    /// Whether there are no errors and no warnings.
    pub clean: bool,
    /// The file's metadata.
    pub file: PdfProperties,
    /// What parsers would miss or misread.
    #[serde(serialize_with = "serialize_json")]
    pub findings: Diagnostics,
    /// The texts that were searched, in reading order; those of a group may come in any order.
    pub groups: Vec<Vec<String>>,
    /// Typographic flaws of the pages.
    #[serde(serialize_with = "serialize_json")]
    pub review: Diagnostics,
}

impl CheckReport {
    /// Returns a summary:
    /// `ada.toml in compact: all 124 texts found in order, PDF/A-2a, PDF/UA-1`.
    pub fn line(&self) -> String {
        let mut parts = vec![if self.found == self.texts {
            format!("all {} texts found in order", self.texts)
        } else {
            format!("{} of {} texts found in order", self.found, self.texts)
        }];
        parts.extend(self.file.standards.iter().cloned());
        for severity in [Severity::Error, Severity::Warning, Severity::Note] {
            let number = self.findings.count(severity) + self.review.count(severity);
            if number > 0 {
                parts.push(severity.counted(number));
            }
        }
        format!("{} in {}: {}", self.name, self.layout, parts.join(", "))
    }

    /// Returns the findings and the review. Notes among the findings are included on request
    /// only; those of the review are always of use to the author.
    fn diagnostics(&self, with_notes: bool) -> impl Iterator<Item = &Diagnostic> {
        let findings = self
            .findings
            .iter()
            .filter(move |finding| with_notes || finding.severity != Severity::Note);
        findings.chain(self.review.iter())
    }

    fn has(&self, diagnostic: &Diagnostic, with_notes: bool) -> bool {
        self.diagnostics(with_notes).any(|own| own == diagnostic)
    }
}

/// Returns the problems of several reports, each once. A problem that only some of the layouts have
/// names them in a hint.
pub fn merge_findings(reports: &[CheckReport], with_notes: bool) -> Diagnostics {
    let mut merged = Diagnostics::default();
    for diagnostic in reports
        .iter()
        .flat_map(|report| report.diagnostics(with_notes))
    {
        let affected: Vec<&CheckReport> = reports
            .iter()
            .filter(|report| report.has(diagnostic, with_notes))
            .collect();
        // A letter has layouts of its own.
        let comparable = reports
            .iter()
            .filter(|report| affected.iter().any(|other| other.name == report.name));
        let diagnostic = diagnostic.clone();
        if comparable.count() == affected.len() {
            merged.push(diagnostic);
            continue;
        }
        let mut layouts: Vec<&str> = affected.iter().map(|report| &*report.layout).collect();
        layouts.dedup();
        merged.push(diagnostic.hint(format!("only in {}", listed(layouts))));
    }
    merged.sort();
    merged
}

/// Checks a profile in the layouts of the options, or else in its own, without rendering.
///
/// Unless the options name variants or languages, all of them are checked, and the letters.
pub fn check_profile(input: &Input, options: &RenderOptions, engine: &Engine) -> Diagnostics {
    let parsed = match profile::load(input, options.today) {
        Ok(parsed) => parsed,
        Err(problems) => return problems,
    };
    let stem = input.stem();
    let mut problems = Diagnostics::default();
    for choice in &choices_to_check(&parsed, &options.choices) {
        let document = Document::new(&parsed, choice, &stem, &options.deny, engine);
        problems.extend(document.problems(options, engine));
    }
    problems.sort();
    problems
}

fn choices_to_check(parsed: &ParsedProfile, requested: &Choices) -> Vec<Choice> {
    let mut choices = requested.of(parsed);
    if requested.variants.is_empty() {
        let every_variant = Choices {
            variants: vec![ALL.to_owned()],
            ..requested.clone()
        };
        choices.extend(every_variant.of(parsed));
    }
    if requested.locales.is_empty() {
        for choice in choices.clone() {
            for locale in parsed.languages() {
                choices.push(Choice {
                    locale: Some(locale),
                    // Missing translations matter only if the language is rendered.
                    fallback: true,
                    ..choice.clone()
                });
            }
        }
    }
    choices.extend(letters_of(&choices, parsed));
    choices
}

/// A document in one of the layouts to check.
struct CheckTarget {
    document: Rc<Document>,
    layout: String,
}

/// Renders the requested CVs of a profile and their letters in memory, and checks each.
///
/// # Errors
/// The profile, its options or the template have errors.
pub fn check_documents(
    input: &Input,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<Vec<CheckReport>, Diagnostics> {
    let mut reports = Vec::new();
    for target in targets(input, options, true, engine)? {
        reports.push(check(input, &target, options, engine)?);
    }
    Ok(reports)
}

/// The text of a rendered document, as parsers read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtractedText {
    /// The document's name, with its layout.
    pub name: String,
    /// The pages.
    pub pages: PageLines,
}

/// Renders the requested CVs of a profile in memory, and returns their text as parsers read it.
///
/// # Errors
/// The profile, its options or the template have errors.
pub fn extract_text(
    input: &Input,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<Vec<ExtractedText>, Diagnostics> {
    let mut extracted = Vec::new();
    for CheckTarget { document, layout } in targets(input, options, false, engine)? {
        let layout = find_layout(&layout, engine)?;
        let name = format!("{} in {}", document.name(), layout.manifest.name);
        let fitted = document.fit(layout, &options.settings, engine)?;
        let pdf = export_pdf(&document, layout, &fitted.typeset, options)?;
        let pages = page_lines(&read(&pdf.bytes, &name)?);
        extracted.push(ExtractedText { name, pages });
    }
    Ok(extracted)
}

/// Returns the pages of a PDF as lines.
pub fn page_lines(pdf: &PdfContent) -> PageLines {
    pdf.pages.iter().map(lines).collect()
}

/// Returns the requested CVs of a profile, and their letters on request, each in each of its
/// layouts.
fn targets(
    input: &Input,
    options: &RenderOptions,
    with_letters: bool,
    engine: &Engine,
) -> Result<Vec<CheckTarget>, Diagnostics> {
    let reading = profile::load(input, options.today)?;
    let mut choices = options.choices.of(&reading);
    if with_letters {
        choices.extend(letters_of(&choices, &reading));
    }
    let mut targets = Vec::new();
    for choice in choices {
        let document = Document::new(&reading, &choice, &input.stem(), &options.deny, engine);
        if document.problems.has_errors() {
            return Err(document.problems);
        }
        let document = Rc::new(document);
        for layout in document.layouts(options) {
            let document = Rc::clone(&document);
            targets.push(CheckTarget { document, layout });
        }
    }
    Ok(targets)
}

fn find_layout<'a>(name: &str, engine: &'a Engine) -> Result<&'a Layout, Diagnostics> {
    let layouts = engine.layouts();
    Ok(layouts.get(name).ok_or_else(|| layouts.unknown(name))?)
}

fn check(
    input: &Input,
    target: &CheckTarget,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<CheckReport, Diagnostics> {
    let document = &target.document;
    let layout = find_layout(&target.layout, engine)?;
    let Fitted {
        typeset, design, ..
    } = document.fit(layout, &options.settings, engine)?;
    let exported = export_pdf(document, layout, &typeset, options)?;
    let pdf = read(&exported.bytes, &format!("{}.pdf", document.name()))?;
    let resume = in_page_order(&document.resume, &typeset);
    let date_style = design.date_style();
    let groups = text_groups(&resume, date_style);
    let tag = document.selection.profile.locale.as_deref();
    let locale = tag.and_then(Locale::parse).unwrap_or_else(Locale::english);
    // A missing date is reported when the PDF is rendered.
    let is_dated = resume.document.date.is_some() || options.export.source_date_epoch.is_some();
    let standards: &[&str] = if is_dated {
        &[ARCHIVE, ACCESSIBLE]
    } else {
        &[ACCESSIBLE]
    };
    let subject = ExpectedContent {
        resume: &resume,
        document: &document.selection.tree,
        groups: &groups,
        date_style,
        locale: &locale,
        standards,
    };
    let mut findings = document.with_levels(check_content(&pdf, &subject));
    findings.sort();
    let number_of_texts = groups.iter().map(Vec::len).sum::<usize>();
    let number_missing = missing_texts(&groups, &normalized_text(&pdf.pages)).len();
    let clean = findings
        .iter()
        .all(|problem| problem.severity == Severity::Note);
    Ok(CheckReport {
        profile: input.name(),
        name: document.name().to_owned(),
        layout: target.layout.clone(),
        pages: pdf.pages.len(),
        texts: number_of_texts,
        found: number_of_texts - number_missing,
        clean,
        file: pdf.properties,
        review: review(document, &typeset),
        findings,
        groups,
    })
}

/// Returns the typographic flaws of the pages, with the warnings of rendering that concern the
/// pages; those about options belong to the profile.
fn review(document: &Document, typeset: &Typeset) -> Diagnostics {
    let mut review = document.review(typeset);
    for warning in typeset.warnings.iter() {
        if [rule::DOES_NOT_FIT, rule::TEMPLATE].contains(&warning.rule) {
            review.push(warning.clone());
        }
    }
    review.sort();
    review
}
