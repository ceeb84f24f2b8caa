//! Checks profiles, and what parsers and people read of their rendered pages.

use std::rc::Rc;

use serde::Serialize;

use crate::content::{Locale, text_groups, with_grouped_roles};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, listed, serialize_json};
use crate::layout::{GROUP_ROLES, Ink, Layout};
use crate::pipeline::document::{Document, faults_elsewhere, letters_of};
use crate::pipeline::fit::Fitted;
use crate::pipeline::options::RenderOptions;
use crate::pipeline::render::{export_pdf, joined_warning};
use crate::profile::{self, ALL, Input, ParsedProfile};
use crate::selection::{Choice, Choices};
use crate::typeset::Engine;
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

/// The same of a PDF that carries its data.
const ARCHIVE_WITH_DATA: &str = "PDF/A-3a";

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
    /// The warnings of rendering it.
    #[serde(serialize_with = "serialize_json")]
    pub warnings: Diagnostics,
    /// The texts that were searched, in reading order; those of a group may come in any order.
    pub groups: Vec<Vec<String>>,
    /// Typographic flaws of the pages.
    #[serde(serialize_with = "serialize_json")]
    pub review: Diagnostics,
}

impl CheckReport {
    /// Returns a summary:
    /// `ada.toml in compact: all 124 texts found in the order of the content, PDF/A-2a, PDF/UA-1`.
    pub fn line(&self) -> String {
        let mut parts = vec![if self.found == self.texts {
            format!("all {} texts found in the order of the content", self.texts)
        } else {
            format!(
                "{} of {} texts found in the order of the content",
                self.found, self.texts
            )
        }];
        parts.extend(self.file.standards.iter().cloned());
        for severity in [Severity::Error, Severity::Warning, Severity::Note] {
            let all = [&self.findings, &self.warnings, &self.review];
            let number: usize = all.iter().map(|problems| problems.count(severity)).sum();
            if number > 0 {
                parts.push(severity.counted(number));
            }
        }
        format!("{} in {}: {}", self.name, self.layout, parts.join(", "))
    }

    /// Returns the findings, the warnings and the review. Notes among the findings are included on request
    /// only; those of the review are always of use to the author.
    fn diagnostics(&self, with_notes: bool) -> impl Iterator<Item = &Diagnostic> {
        let findings = self
            .findings
            .iter()
            .filter(move |finding| with_notes || finding.severity != Severity::Note);
        findings
            .chain(self.warnings.iter())
            .chain(self.review.iter())
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
    let requested = Choices {
        variants: variants_to_check(&options.choices),
        ..options.choices.clone()
    };
    let mut problems = faults_elsewhere(&parsed, &requested, &options.deny);
    for choice in &choices_to_check(&parsed, &options.choices) {
        let document = Document::new(&parsed, choice, &stem, &options.deny, engine);
        problems.extend(document.problems(options, engine));
    }
    problems.sort();
    problems
}

/// Returns the variants that were requested, or else all.
fn variants_to_check(requested: &Choices) -> Vec<String> {
    if requested.variants.is_empty() {
        vec![ALL.to_owned()]
    } else {
        requested.variants.clone()
    }
}

fn choices_to_check(parsed: &ParsedProfile, requested: &Choices) -> Vec<Choice> {
    let mut choices = requested.of(parsed);
    if requested.variants.is_empty() {
        let every_variant = Choices {
            variants: variants_to_check(requested),
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

/// What parsers read of the documents of a profile.
#[derive(Debug, Default)]
pub struct CheckedDocuments {
    /// The documents, each in each of its layouts.
    pub reports: Vec<CheckReport>,
    /// The errors of documents that cannot be rendered.
    pub problems: Diagnostics,
}

/// Renders the requested CVs of a profile and their letters in memory, and checks each.
///
/// # Errors
/// The profile is not TOML.
pub fn check_documents(
    input: &Input,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<CheckedDocuments, Diagnostics> {
    let mut checked = CheckedDocuments::default();
    for target in targets(input, options, true, engine)? {
        match check(input, &target, options, engine) {
            Ok(report) => checked.reports.push(report),
            Err(problems) => checked.problems.extend(problems),
        }
    }
    Ok(checked)
}

/// Checks a profile, and renders and checks its documents: all that `cvpress check` reports. An
/// error in one document does not keep the others from being read.
pub fn check_everything(
    input: &Input,
    options: &RenderOptions,
    with_notes: bool,
    engine: &Engine,
) -> CheckedDocuments {
    let mut problems = check_profile(input, options, engine);
    // What keeps all documents from being read is among the problems of the profile.
    let checked = check_documents(input, options, engine).unwrap_or_default();
    problems.extend(checked.problems);
    problems.extend(merge_findings(&checked.reports, with_notes));
    problems.sort();
    CheckedDocuments {
        reports: checked.reports,
        problems,
    }
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
        let layout = document.find_layout(&layout, &options.settings, engine)?;
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
        let document = Rc::new(document);
        for layout in document.layouts(options) {
            let document = Rc::clone(&document);
            targets.push(CheckTarget { document, layout });
        }
    }
    Ok(targets)
}

fn check(
    input: &Input,
    target: &CheckTarget,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<CheckReport, Diagnostics> {
    let document = &target.document;
    let layout = document.find_layout(&target.layout, &options.settings, engine)?;
    let fitted = document.fit(layout, &options.settings, engine)?;
    check_fitted(&input.name(), document, layout, &fitted, options)
}

/// Checks what parsers and people read of typeset pages. `profile` is the profile's name in
/// messages.
///
/// # Errors
/// The pages cannot be exported, or the PDF cannot be read.
pub fn check_fitted(
    profile: &str,
    document: &Document,
    layout: &Layout,
    fitted: &Fitted,
    options: &RenderOptions,
) -> Result<CheckReport, Diagnostics> {
    let Fitted {
        typeset, design, ..
    } = fitted;
    let exported = export_pdf(document, layout, typeset, options)?;
    let mut warnings = typeset.warnings.clone();
    warnings.extend(exported.warnings);
    warnings.extend(joined_warning(document));
    let mut warnings = document.with_levels(warnings);
    warnings.sort();
    let mut pdf = read(&exported.bytes, &format!("{}.pdf", document.name()))?;
    if document.has_attachments() {
        // What is checked is the CV; the standards are those of the whole file.
        pdf.properties.standards.clear();
        document.joined(exported.bytes)?;
    }
    let mut resume = in_page_order(&document.resume, typeset);
    if design.flag(GROUP_ROLES) {
        resume = with_grouped_roles(&resume).into_owned();
    }
    let dates = design.date_format();
    let groups = text_groups(&resume, dates);
    let tag = document.selection.profile.locale.as_deref();
    let locale = tag.and_then(Locale::parse).unwrap_or_else(Locale::english);
    // A missing date and the inks of a press are among the warnings of rendering.
    let is_dated = resume.document.date.is_some() || options.export.source_date_epoch.is_some();
    let archive = match document.selection.profile.attach {
        Some(_) => ARCHIVE_WITH_DATA,
        None => ARCHIVE,
    };
    let standards: &[&str] = if document.has_attachments() {
        &[]
    } else if is_dated && design.ink() == Ink::Screen {
        &[archive, ACCESSIBLE]
    } else {
        &[ACCESSIBLE]
    };
    let subject = ExpectedContent {
        resume: &resume,
        document: &document.selection.tree,
        groups: &groups,
        dates,
        locale: &locale,
        standards,
    };
    let mut findings = check_content(&pdf, &subject);
    findings.extend(document.selection.notes.clone());
    let mut findings = document.with_levels(findings);
    findings.sort();
    let texts = groups.iter().map(Vec::len).sum();
    let found = number_found(&groups, &normalized_text(&pdf.pages));
    let review = document.review(typeset);
    let clean = [&findings, &warnings, &review]
        .into_iter()
        .flat_map(Diagnostics::iter)
        .all(|problem| problem.severity == Severity::Note);
    Ok(CheckReport {
        profile: profile.to_owned(),
        name: document.name().to_owned(),
        layout: layout.manifest.name.clone(),
        pages: pdf.pages.len(),
        texts,
        found,
        clean,
        file: pdf.properties,
        review,
        warnings,
        findings,
        groups,
    })
}

/// Returns the number of texts that are found whole and in order.
fn number_found(groups: &[Vec<String>], text: &str) -> usize {
    let texts: usize = groups.iter().map(Vec::len).sum();
    texts - missing_texts(groups, text).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::rule;

    /// Returns the report of a document in a layout, with warnings.
    fn report(name: &str, layout: &str, warnings: &[&str]) -> CheckReport {
        let mut findings = Diagnostics::default();
        for warning in warnings {
            findings.push(Diagnostic::warning(rule::MISSING_TEXT, *warning));
        }
        CheckReport {
            profile: "ada.toml".to_owned(),
            name: name.to_owned(),
            layout: layout.to_owned(),
            pages: 1,
            texts: 1,
            found: 1,
            clean: warnings.is_empty(),
            file: PdfProperties::default(),
            findings,
            groups: Vec::new(),
            warnings: Diagnostics::default(),
            review: Diagnostics::default(),
        }
    }

    #[test]
    fn texts_are_counted_if_they_are_found() {
        let groups = [
            vec!["one".to_owned(), "two".to_owned()],
            vec!["three".to_owned()],
        ];
        assert_eq!(number_found(&groups, "onetwothree"), 3);
        assert_eq!(number_found(&groups, "onethree"), 2);
    }

    #[test]
    fn problem_of_some_layouts_names_them() {
        let reports = [
            report("ada", "vita", &["a", "b"]),
            report("ada", "compact", &["a"]),
            report("ada-letter", "letter", &["c"]),
        ];
        let merged = merge_findings(&reports, false);
        let merged: Vec<(&str, &[String])> = merged
            .iter()
            .map(|problem| (problem.message.as_str(), problem.hints.as_slice()))
            .collect();
        assert_eq!(
            merged,
            [
                ("a", &[][..]),
                ("b", &["only in `vita`".to_owned()]),
                ("c", &[])
            ]
        );
    }
}
