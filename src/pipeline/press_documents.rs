//! The documents of press sheets: those of profiles, and existing PDFs.

use rayon::prelude::*;

use crate::content::resume::Direction;
use crate::diagnostic::Diagnostics;
use crate::export;
use crate::layout::Ink;
use crate::pipeline::document::{Document, faults_elsewhere};
use crate::pipeline::guard::guarded;
use crate::pipeline::options::{PressOptions, RenderOptions};
use crate::pipeline::pdf_input::read_pdf;
use crate::pipeline::press::{PressDesign, pdf_version, press_design};
use crate::pipeline::render::identity;
use crate::pipeline::threads::{cores, threads};
use crate::press::imposition::{PressDocument, SourceDocument};
use crate::press::{DocumentInfo, PressSettings, Timestamp, missing_date};
use crate::profile::{self, Input, PartialDate};
use crate::typeset::Engine;
use crate::verify;

/// The documents of one input.
#[derive(Debug, Default)]
pub struct PressDocuments {
    /// The documents.
    pub documents: Vec<NamedPressDocument>,
    /// The problems. If they include errors, some documents are missing.
    pub problems: Diagnostics,
}

/// A document, and the name that its output files start with.
#[derive(Debug)]
pub struct NamedPressDocument {
    /// The name.
    pub name: String,
    /// The document.
    pub document: PressDocument,
}

/// Renders the documents of all inputs on `jobs` threads, and returns them in the order of the
/// inputs.
///
/// # Errors
/// The threads cannot be started.
pub fn press_documents(
    inputs: &[Input],
    options: &RenderOptions,
    jobs: Option<usize>,
    engine: &Engine,
) -> Result<Vec<PressDocuments>, Diagnostics> {
    let pool = threads(jobs.unwrap_or_else(cores))?;
    Ok(pool.install(|| {
        inputs
            .par_iter()
            .map(|input| documents_of(input, options, engine))
            .collect()
    }))
}

/// Returns the documents of an input, which is a profile or a PDF.
fn documents_of(input: &Input, options: &RenderOptions, engine: &Engine) -> PressDocuments {
    let documents = guarded(|| match read_pdf(input)? {
        Some(bytes) => from_pdf(&bytes, input, options),
        None => from_profile(input, options, engine),
    });
    documents.unwrap_or_else(|problems| PressDocuments {
        problems,
        ..PressDocuments::default()
    })
}

fn from_pdf(
    bytes: &[u8],
    input: &Input,
    options: &RenderOptions,
) -> Result<PressDocuments, Diagnostics> {
    // Its errors are more precise than those of the next reader.
    verify::read(bytes, &input.name())?;
    let source = SourceDocument::read(bytes, &input.name())?;
    let name = input.stem();
    let DocumentInfo {
        title,
        author,
        date,
    } = source.info(&name, options.export.source_date_epoch)?;
    let PressOptions { ink, bleed, file } = options.press.clone().unwrap_or_default();
    let settings = PressSettings {
        bleed: bleed.unwrap_or(file.bleed),
        black_only: ink == Some(Ink::K),
        source_date_epoch: options.export.source_date_epoch,
        ..file
    };
    let document = PressDocument {
        name: name.clone(),
        layout: None,
        purpose: None,
        title,
        author,
        date,
        date_text: date.to_day(),
        settings,
        source,
    };
    Ok(PressDocuments {
        documents: vec![NamedPressDocument { name, document }],
        problems: Diagnostics::default(),
    })
}

fn from_profile(
    input: &Input,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<PressDocuments, Diagnostics> {
    let parsed = profile::load(input, options.today)?;
    let mut found = PressDocuments {
        problems: faults_elsewhere(&parsed, &options.choices, &options.deny),
        ..PressDocuments::default()
    };
    for choice in &options.choices.of(&parsed) {
        let document = Document::new(&parsed, choice, &input.stem(), &options.deny, engine);
        let problems = document.problems(options, engine);
        let has_errors = problems.has_errors();
        found.problems.extend(problems.without(&found.problems));
        if has_errors {
            continue;
        }
        for layout in document.layouts(options) {
            let mut warnings = Diagnostics::default();
            match from_document(&document, &layout, options, engine, &mut warnings) {
                Ok(document) => found.documents.push(document),
                Err(errors) => warnings = errors,
            }
            found.problems.extend(warnings.without(&found.problems));
        }
    }
    Ok(found)
}

fn from_document(
    document: &Document,
    layout: &str,
    options: &RenderOptions,
    engine: &Engine,
    warnings: &mut Diagnostics,
) -> Result<NamedPressDocument, Diagnostics> {
    let found = document.find_layout(layout, &options.settings, engine)?;
    let PressDesign { settings, file } = press_design(document, found, options, engine);
    let mut typeset = document.fit(found, &settings, engine)?.typeset;
    *warnings = document.with_levels(std::mem::take(&mut typeset.warnings));
    if warnings.has_errors() {
        return Err(std::mem::take(warnings));
    }
    let Date { timestamp, text } = date_of(document, options).ok_or_else(missing_date)?;
    let identity = identity(document, layout);
    let bytes = export::press_pdf(&typeset, &identity, pdf_version(&file), options.export)?;
    let mut source = SourceDocument::read(&bytes, document.public_name())?;
    source.right_to_left = document.resume.direction == Direction::Rtl;
    let metadata = &document.resume.document;
    Ok(NamedPressDocument {
        name: format!("{}-{layout}", document.name()),
        document: PressDocument {
            name: document.public_name().to_owned(),
            layout: Some(layout.to_owned()),
            purpose: Some(found.manifest.purpose.clone()),
            title: metadata.title.clone(),
            author: metadata.author.clone(),
            date: timestamp,
            date_text: text,
            settings: file,
            source,
        },
    })
}

/// The date of a document.
struct Date {
    timestamp: Timestamp,
    /// The date in ISO 8601, as precise as it is known.
    text: String,
}

/// Returns the document's own date, or else that of `SOURCE_DATE_EPOCH`.
fn date_of(document: &Document, options: &RenderOptions) -> Option<Date> {
    let own = document.resume.document.date.as_ref();
    let given = options.export.source_date_epoch.and(options.today);
    let date = match own {
        Some(own) => PartialDate {
            year: own.year,
            month: own.month,
            day: own.day,
        },
        None => given?,
    };
    let mut parts = vec![format!("{:04}", date.year)];
    if let Some(month) = date.month {
        parts.push(format!("{month:02}"));
        parts.extend(date.day.map(|day| format!("{day:02}")));
    }
    Some(Date {
        timestamp: Timestamp::parse_pdf(&parts.concat())?,
        text: parts.join("-"),
    })
}
