//! What a machine reads of a CV, and what a person would find wanting on its pages: each is printed
//! in memory, read back, and judged.

use serde::Serialize;
use serde_json::Value;

use crate::content::{Locale, text_groups};
use crate::diagnostic::{Diagnostic, Diagnostics, MessageFormat, Severity, listed, render, rule};
use crate::pipeline::document::{Document, RenderOptions, letters_of, print_set};
use crate::profile::{self, Input};
use crate::typeset::Engine;
use crate::verify::{
    ExpectedContent, PdfContent, PdfProperties, check_content, in_page_order, lines, missing_texts,
    normalized_text, read,
};

/// The pages of a PDF as lines.
pub type Pages = Vec<Vec<String>>;

/// The standards that every PDF keeps, and that of archives, which asks for a date.
const ACCESSIBLE: &str = "PDF/UA-1";
const ARCHIVE: &str = "PDF/A-2a";

/// What a machine reads of one CV in one layout.
#[derive(Debug, Clone, Serialize)]
pub struct CheckReport {
    /// The profile, as messages call it.
    pub profile: String,
    /// What the CV is called: the profile, and what tells this CV from others of it.
    pub name: String,
    /// The layout.
    pub layout: String,
    /// How many pages it has.
    pub pages: usize,
    /// How many texts there are to be found.
    pub texts: usize,
    /// How many of them are found whole and in order.
    pub found: usize,
    /// Whether nothing is wrong with it: there are no errors and no warnings.
    pub clean: bool,
    /// What the file says of itself.
    pub file: PdfProperties,
    /// What a machine would not find or not know, as `--message-format json` writes it.
    #[serde(rename = "findings")]
    told: Vec<Value>,
    /// The texts that were looked for, in the order of reading; those of a group may stand in any
    /// order.
    pub groups: Vec<Vec<String>>,
    /// What a person would find wanting on the pages, in the same form.
    review: Vec<Value>,
    /// What a machine would not find or not know.
    #[serde(skip)]
    pub findings: Diagnostics,
    /// What a person would find wanting on the pages.
    #[serde(skip)]
    pub wanting: Diagnostics,
}

impl CheckReport {
    /// `ada.toml in compact: all 124 texts found in order, PDF/A-2a, PDF/UA-1`
    pub fn line(&self) -> String {
        let texts = match (self.found, self.texts) {
            (found, texts) if found == texts => format!("all {texts} texts found in order"),
            (found, texts) => format!("{found} of {texts} texts found in order"),
        };
        let mut parts = vec![texts];
        parts.extend(self.file.standards.iter().cloned());
        let told = [
            (Severity::Error, "error", "errors"),
            (Severity::Warning, "warning", "warnings"),
            (Severity::Note, "note", "notes"),
        ];
        for (severity, one, many) in told {
            match self.findings.count(severity) + self.wanting.count(severity) {
                0 => {}
                1 => parts.push(format!("1 {one}")),
                count => parts.push(format!("{count} {many}")),
            }
        }
        format!("{} in {}: {}", self.name, self.layout, parts.join(", "))
    }
}

/// The findings of several verdicts, each once. What holds in some of the layouts alone says in
/// which. Notes on what a machine reads are left out unless they are options; those on the pages
/// are for the person who writes.
pub fn merged(verdicts: &[CheckReport], notes: bool) -> Diagnostics {
    let mut merged = Diagnostics::default();
    let all = |verdict: &'_ CheckReport| -> Vec<Diagnostic> {
        let told = verdict
            .findings
            .iter()
            .filter(|finding| notes || finding.severity != Severity::Note);
        told.chain(verdict.wanting.iter()).cloned().collect()
    };
    for finding in &verdicts.iter().flat_map(all).collect::<Vec<_>>() {
        let has = |verdict: &&CheckReport| all(verdict).contains(finding);
        let mut layouts: Vec<&str> = verdicts
            .iter()
            .filter(has)
            .map(|verdict| &*verdict.layout)
            .collect();
        layouts.dedup();
        let finding = finding.clone();
        // A letter says nothing about the layouts of a CV.
        let of_the_same = |verdict: &&CheckReport| {
            verdicts
                .iter()
                .filter(has)
                .any(|other| other.name == verdict.name)
        };
        let is_everywhere =
            verdicts.iter().filter(of_the_same).count() == verdicts.iter().filter(has).count();
        merged.push(if is_everywhere {
            finding
        } else {
            finding.hint(format!("this is so in {}", listed(layouts)))
        });
    }
    merged.sort();
    merged
}

/// Prints the CVs that are wanted of a profile in memory, and their letters, and judges what a
/// machine reads of each.
///
/// # Errors
/// All that is wrong with the profile, its options or the template.
pub fn inspect(
    input: &Input,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<Vec<CheckReport>, Diagnostics> {
    let mut verdicts = Vec::new();
    for (document, layout) in document(input, options, true, engine)? {
        verdicts.push(verdict(input, &document, &layout, options, engine)?);
    }
    Ok(verdicts)
}

/// The text of the CVs that are wanted of a profile, as a machine reads it: what each is called,
/// and its pages as lines.
///
/// # Errors
/// As [`inspect`].
pub fn machine_text(
    input: &Input,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<Vec<(String, Pages)>, Diagnostics> {
    let mut found = Vec::new();
    for (document, layout) in document(input, options, false, engine)? {
        let (bytes, ..) = print_set(&document, &layout, options, engine)?;
        let name = format!("{} in {layout}", document.name());
        found.push((name.clone(), pages(&read(&bytes, &name)?)));
    }
    Ok(found)
}

/// The pages of a PDF as lines.
pub fn pages(finished: &PdfContent) -> Pages {
    finished.pages.iter().map(lines).collect()
}

/// The CVs wanted of a profile, and their letters if those are too, with the layouts wanted of
/// each.
fn document(
    input: &Input,
    options: &RenderOptions,
    with_letters: bool,
    engine: &Engine,
) -> Result<Vec<(std::rc::Rc<Document>, String)>, Diagnostics> {
    let reading = profile::load(input, options.today)?;
    let mut choices = options.choices.of(&reading);
    if with_letters {
        let letters = letters_of(&choices, &reading);
        choices.extend(letters);
    }
    let mut found = Vec::new();
    for choice in choices {
        let document = std::rc::Rc::new(Document::new(
            &reading,
            &choice,
            &input.stem(),
            &options.deny,
            engine,
        ));
        if document.problems.has_errors() {
            return Err(document.problems.clone());
        }
        found.extend(
            document
                .layouts(options)
                .into_iter()
                .map(|layout| (std::rc::Rc::clone(&document), layout)),
        );
    }
    Ok(found)
}

fn verdict(
    input: &Input,
    document: &Document,
    layout: &str,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<CheckReport, Diagnostics> {
    let (bytes, typeset, date_style) = print_set(document, layout, options, engine)?;
    let finished = read(&bytes, &format!("{}.pdf", document.name()))?;
    let resume = in_page_order(&document.resume, &typeset);
    let groups = text_groups(&resume, date_style);
    let tag = document.selection.profile.locale.as_deref();
    let locale = tag.and_then(Locale::parse).unwrap_or_else(Locale::english);
    // That a CV has no date is told when the PDF is made.
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
    let mut findings = document.judged(check_content(&finished, &subject));
    findings.sort();
    let count = groups.iter().map(Vec::len).sum::<usize>();
    // What is wrong with the options is told of the profile.
    let of_pages =
        |warning: &&Diagnostic| [rule::DOES_NOT_FIT, rule::TEMPLATE].contains(&warning.rule);
    let mut wanting = document.review(&typeset);
    wanting.extend(typeset.warnings.iter().filter(of_pages).cloned());
    wanting.sort();
    let as_json = |problems: &Diagnostics| {
        let told = render(problems, MessageFormat::Json);
        told.lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    };
    let clean = findings
        .iter()
        .all(|problem| problem.severity == Severity::Note);
    Ok(CheckReport {
        profile: input.name(),
        name: document.name().to_owned(),
        layout: layout.to_owned(),
        pages: finished.pages.len(),
        texts: count,
        found: count - missing_texts(&groups, &normalized_text(&finished.pages)).len(),
        clean,
        file: finished.about,
        told: as_json(&findings),
        groups,
        review: as_json(&wanting),
        findings,
        wanting,
    })
}
