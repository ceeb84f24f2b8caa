//! CVs, and PDFs of others, as what a print shop is to print.

use rayon::prelude::*;

use super::hands::{cores, threads};
use super::job::{Opened, Wanted, identity};
use super::press::Press;
use super::task::guarded;
use crate::content::resume::Direction;
use crate::diagnostic::Diagnostics;
use crate::export;
use crate::layout::Ink;
use crate::press::sheets::{Source, Work};
use crate::press::{Identity, Moment, Settings, undated};
use crate::profile::{self, Input};
use crate::typeset::Base;
use crate::verify;

/// What became of an input: what is to be printed of it, and what is wrong with it.
#[derive(Debug, Default)]
pub struct Works {
    /// What is to be printed, with the name that its outputs begin with.
    pub works: Vec<(String, Work)>,
    /// What is wrong or questionable. With an error among it, something is missing.
    pub problems: Diagnostics,
}

/// What is to be printed of an input, or of all of them on so many threads, in their order.
///
/// # Errors
/// The threads cannot be started.
pub fn all_works(
    inputs: &[Input],
    wanted: &Wanted,
    jobs: Option<usize>,
    base: &Base,
) -> Result<Vec<Works>, Diagnostics> {
    let pool = threads(jobs.unwrap_or_else(cores))?;
    Ok(pool.install(|| {
        inputs
            .par_iter()
            .map(|input| works(input, wanted, base))
            .collect()
    }))
}

/// What is to be printed of an input: the CVs that are wanted of a profile, or a PDF as it is.
fn works(input: &Input, wanted: &Wanted, base: &Base) -> Works {
    let found = guarded(|| match super::find::pdf(input) {
        Some(bytes) => of_pdf(&bytes, input, wanted).map(|work| Works {
            works: vec![work],
            problems: Diagnostics::default(),
        }),
        None => of_profile(input, wanted, base),
    });
    found.unwrap_or_else(|problems| Works {
        problems,
        ..Works::default()
    })
}

fn of_pdf(bytes: &[u8], input: &Input, wanted: &Wanted) -> Result<(String, Work), Diagnostics> {
    // Whoever cannot read it can tell why.
    verify::read(bytes, &input.name())?;
    let source = Source::read(bytes, &input.name())?;
    let name = input.stem();
    let Identity {
        title,
        author,
        date,
    } = source.identity(&name, wanted.options.source_date_epoch)?;
    let day = date.to_xmp().chars().take("2026-03-14".len()).collect();
    let Press { ink, bleed, file } = wanted.press.clone().unwrap_or_default();
    let settings = Settings {
        bleed: bleed.unwrap_or(file.bleed),
        black_only: ink == Some(Ink::K),
        source_date_epoch: wanted.options.source_date_epoch,
        ..file
    };
    let work = Work {
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

fn of_profile(input: &Input, wanted: &Wanted, base: &Base) -> Result<Works, Diagnostics> {
    let reading = profile::load(input, wanted.today)?;
    let mut all = Works::default();
    for choice in &wanted.choices.of(&reading) {
        let opened = Opened::new(&reading, choice, &input.stem(), &wanted.deny, base);
        let problems = opened.problems(wanted, base);
        let is_wrong = problems.has_errors();
        all.problems.extend(problems.without(&all.problems));
        if is_wrong {
            continue;
        }
        for layout in opened.layouts(wanted) {
            match of_cv(&opened, &layout, wanted, base) {
                Ok((work, warnings)) => {
                    all.problems.extend(warnings.without(&all.problems));
                    all.works.push(work);
                }
                Err(problems) => all.problems.extend(problems.without(&all.problems)),
            }
        }
    }
    Ok(all)
}

fn of_cv(
    opened: &Opened,
    layout: &str,
    wanted: &Wanted,
    base: &Base,
) -> Result<((String, Work), Diagnostics), Diagnostics> {
    let found = base
        .layouts()
        .get(layout)
        .ok_or_else(|| base.layouts().unknown(layout))?;
    let press = wanted.press.clone().unwrap_or_default();
    let (settings, file) = press.settings(opened, found, wanted, base);
    let (mut typeset, _) = opened.typeset(found, &settings, base)?;
    let warnings = opened.judged(std::mem::take(&mut typeset.warnings));
    if warnings.has_errors() {
        return Err(warnings);
    }
    let document = &opened.resume.document;
    let (date, day) = date(opened, wanted).ok_or_else(undated)?;
    // The name of the file may tell whose it is.
    let shown = if opened.selection.is_anonymous {
        &*document.title
    } else {
        opened.name()
    };
    let version = super::press::version(&file);
    let bytes = export::press(&typeset, &identity(opened, layout), version, wanted.options)?;
    let mut source = Source::read(&bytes, shown)?;
    source.right_to_left = opened.resume.direction == Direction::Rtl;
    let work = Work {
        name: shown.to_owned(),
        layout: Some(layout.to_owned()),
        purpose: Some(found.manifest.purpose.clone()),
        title: document.title.clone(),
        author: document.author.clone(),
        date,
        day,
        settings: file,
        source,
    };
    Ok(((format!("{}-{layout}", opened.name()), work), warnings))
}

/// The date of a CV, and how it is told, as precise as it is known: its own, or that of
/// `SOURCE_DATE_EPOCH`.
fn date(opened: &Opened, wanted: &Wanted) -> Option<(Moment, String)> {
    let own = opened
        .resume
        .document
        .date
        .as_ref()
        .map(|date| (date.year, date.month, date.day));
    let given = wanted.options.source_date_epoch.and(wanted.today);
    let (year, month, day) = own.or_else(|| given.map(|date| (date.year, date.month, date.day)))?;
    let parts = [
        Some(format!("{year:04}")),
        month.map(|month| format!("{month:02}")),
        day.map(|day| format!("{day:02}")),
    ];
    let parts: Vec<String> = parts.into_iter().map_while(|part| part).collect();
    Some((Moment::of_pdf(&parts.concat())?, parts.join("-")))
}
