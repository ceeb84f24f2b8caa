//! CVs, and PDFs of others, as what a print shop is to print.

use rayon::prelude::*;

use crate::content::resume::Direction;
use crate::diagnostic::Diagnostics;
use crate::export;
use crate::layout::Ink;
use crate::pipeline::document::{Document, RenderOptions, identity};
use crate::pipeline::pdf_input::read_pdf;
use crate::pipeline::press::PressOptions;
use crate::pipeline::threads::{cores, guarded, threads};
use crate::press::imposition::{PressDocument, SourceDocument};
use crate::press::{DocumentInfo, PressSettings, Timestamp, missing_date};
use crate::profile::{self, Input};
use crate::typeset::Engine;
use crate::verify;

/// What became of an input: what is to be printed of it, and what is wrong with it.
#[derive(Debug, Default)]
pub struct PressDocuments {
    /// What is to be printed, with the name that its outputs begin with.
    pub documents: Vec<(String, PressDocument)>,
    /// What is wrong or questionable. With an error among it, something is missing.
    pub problems: Diagnostics,
}

/// What is to be printed of an input, or of all of them on so many threads, in their order.
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
            .map(|input| documents(input, options, engine))
            .collect()
    }))
}

/// What is to be printed of an input: the CVs that are wanted of a profile, or a PDF as it is.
fn documents(input: &Input, options: &RenderOptions, engine: &Engine) -> PressDocuments {
    let found = guarded(|| match read_pdf(input) {
        Some(bytes) => of_pdf(&bytes, input, options).map(|work| PressDocuments {
            documents: vec![work],
            problems: Diagnostics::default(),
        }),
        None => of_profile(input, options, engine),
    });
    found.unwrap_or_else(|problems| PressDocuments {
        problems,
        ..PressDocuments::default()
    })
}

fn of_pdf(
    bytes: &[u8],
    input: &Input,
    options: &RenderOptions,
) -> Result<(String, PressDocument), Diagnostics> {
    // Whoever cannot read it can tell why.
    verify::read(bytes, &input.name())?;
    let source = SourceDocument::read(bytes, &input.name())?;
    let name = input.stem();
    let DocumentInfo {
        title,
        author,
        date,
    } = source.identity(&name, options.export.source_date_epoch)?;
    let day = date.to_xmp().chars().take("2026-03-14".len()).collect();
    let PressOptions { ink, bleed, file } = options.press.clone().unwrap_or_default();
    let settings = PressSettings {
        bleed: bleed.unwrap_or(file.bleed),
        black_only: ink == Some(Ink::K),
        source_date_epoch: options.export.source_date_epoch,
        ..file
    };
    let work = PressDocument {
        name: name.clone(),
        layout: None,
        purpose: None,
        title,
        author,
        date,
        day,
        settings,
        source,
    };
    Ok((name, work))
}

fn of_profile(
    input: &Input,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<PressDocuments, Diagnostics> {
    let reading = profile::load(input, options.today)?;
    let mut all = PressDocuments::default();
    for choice in &options.choices.of(&reading) {
        let document = Document::new(&reading, choice, &input.stem(), &options.deny, engine);
        let problems = document.problems(options, engine);
        let is_wrong = problems.has_errors();
        all.problems.extend(problems.without(&all.problems));
        if is_wrong {
            continue;
        }
        for layout in document.layouts(options) {
            match of_cv(&document, &layout, options, engine) {
                Ok((work, warnings)) => {
                    all.problems.extend(warnings.without(&all.problems));
                    all.documents.push(work);
                }
                Err(problems) => all.problems.extend(problems.without(&all.problems)),
            }
        }
    }
    Ok(all)
}

fn of_cv(
    document: &Document,
    layout: &str,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<((String, PressDocument), Diagnostics), Diagnostics> {
    let found = engine
        .layouts()
        .get(layout)
        .ok_or_else(|| engine.layouts().unknown(layout))?;
    let press = options.press.clone().unwrap_or_default();
    let (settings, file) = press.settings(document, found, options, engine);
    let (mut typeset, _) = document.typeset(found, &settings, engine)?;
    let warnings = document.with_levels(std::mem::take(&mut typeset.warnings));
    if warnings.has_errors() {
        return Err(warnings);
    }
    let metadata = &document.resume.document;
    let (date, day) = date(document, options).ok_or_else(missing_date)?;
    // The name of the file may tell whose it is.
    let shown = if document.selection.is_anonymous {
        &*metadata.title
    } else {
        document.name()
    };
    let version = crate::pipeline::press::version(&file);
    let bytes = export::press_pdf(
        &typeset,
        &identity(document, layout),
        version,
        options.export,
    )?;
    let mut source = SourceDocument::read(&bytes, shown)?;
    source.right_to_left = document.resume.direction == Direction::Rtl;
    let work = PressDocument {
        name: shown.to_owned(),
        layout: Some(layout.to_owned()),
        purpose: Some(found.manifest.purpose.clone()),
        title: metadata.title.clone(),
        author: metadata.author.clone(),
        date,
        day,
        settings: file,
        source,
    };
    Ok(((format!("{}-{layout}", document.name()), work), warnings))
}

/// The date of a CV, and how it is told, as precise as it is known: its own, or that of
/// `SOURCE_DATE_EPOCH`.
fn date(document: &Document, options: &RenderOptions) -> Option<(Timestamp, String)> {
    let own = document
        .resume
        .document
        .date
        .as_ref()
        .map(|date| (date.year, date.month, date.day));
    let given = options.export.source_date_epoch.and(options.today);
    let (year, month, day) = own.or_else(|| given.map(|date| (date.year, date.month, date.day)))?;
    let parts = [
        Some(format!("{year:04}")),
        month.map(|month| format!("{month:02}")),
        day.map(|day| format!("{day:02}")),
    ];
    let parts: Vec<String> = parts.into_iter().map_while(|part| part).collect();
    Some((Timestamp::of_pdf(&parts.concat())?, parts.join("-")))
}
