//! The commands, a file each.

mod batch;
mod check;
mod describe;
mod explain;
mod fmt;
mod fonts;
mod gallery;
mod layouts;
mod new;
mod own_layout;
mod press;
mod render;
mod schema;
mod sheets;
mod stream;
mod text;

use std::path::{Path, PathBuf};

use icu_calendar::{Date, Gregorian, types::RataDie};

pub use batch::batch;
pub use check::check;
pub use describe::{completions, man};
pub use explain::explain;
pub use fmt::fmt;
pub use fonts::fonts;
pub use gallery::gallery;
pub use layouts::layouts;
pub use new::new;
pub use press::press;
pub use render::render;
pub use schema::schema;
pub use stream::{stream, worker};
pub use text::text;

use crate::cli::Stop;
use crate::cli::args::{Look, WARNINGS};
use crate::cli::terminal::count;
use crate::diagnostic::Deny;
use crate::export::ExportOptions;
use crate::layout::{Density, DesignOverrides, Layouts, OptionSetting};
use crate::pipeline::{RenderOptions, Rendered};
use crate::profile::{Input, PartialDate};
use crate::selection::{Choice, Choices};

/// The first of January 1970.
const UNIX_EPOCH: RataDie = RataDie::new(719_163);

/// The layouts that a command line names; none where it names none.
fn layouts_of(look: &Look, layouts: &Layouts) -> Result<Vec<String>, Stop> {
    let mut names: Vec<String> = Vec::new();
    for name in &look.layout {
        if name == "all" {
            return Ok(layouts.names().map(str::to_owned).collect());
        }
        if layouts.get(name).is_none() {
            return Err(Stop(
                crate::cli::Ending::WrongUsage,
                layouts.unknown(name).into(),
            ));
        }
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    Ok(names)
}

/// What a command line wants of every profile, checked against the layouts there are.
fn render_options(look: &Look, layouts: &Layouts) -> Result<RenderOptions, Stop> {
    let names = layouts_of(look, layouts)?;
    for setting in &look.set {
        layouts
            .check(setting, &names)
            .map_err(|problem| Stop(crate::cli::Ending::WrongUsage, problem.into()))?;
    }
    let common = Choice {
        fallback: look.locale_fallback,
        public: look.public,
        anonymous: look.anonymous,
        ..Choice::default()
    };
    let export = export_options()?;
    let fit = look.fit.map(|fit| OptionSetting {
        name: "fit".to_owned(),
        value: fit.to_string(),
    });
    Ok(RenderOptions {
        choices: Choices {
            locales: look.locale.clone(),
            variants: look.variant.clone(),
            common,
        },
        layouts: names,
        settings: DesignOverrides {
            paper: look.paper.map(Into::into),
            options: look.set.iter().cloned().chain(fit).collect(),
            ..DesignOverrides::default()
        },
        deny: Deny {
            warnings: look.deny.iter().any(|name| name == WARNINGS),
            rules: look.deny.clone(),
        },
        today: today(export.source_date_epoch),
        export,
        formats: Vec::new(),
        ppi: None,
        press: None,
        max_pages: None,
    })
}

/// The day, in UTC: that of `SOURCE_DATE_EPOCH`, else the clock's.
fn today(epoch: Option<i64>) -> Option<PartialDate> {
    let clock = || {
        std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .ok()
    };
    let seconds = epoch.or_else(|| i64::try_from(clock()?.as_secs()).ok())?;
    let date = Date::from_rata_die(UNIX_EPOCH + seconds.div_euclid(86_400), Gregorian);
    let year = u16::try_from(date.era_year().year).ok()?;
    Some(PartialDate {
        year,
        month: Some(date.month().ordinal),
        day: Some(date.day_of_month().0),
    })
}

/// What the environment says about the PDF.
fn export_options() -> Result<ExportOptions, Stop> {
    let Some(epoch) = std::env::var_os("SOURCE_DATE_EPOCH") else {
        return Ok(ExportOptions::default());
    };
    let seconds = epoch.to_str().and_then(|text| text.trim().parse().ok());
    let wrong = || {
        Stop::wrong_usage(format!(
            "SOURCE_DATE_EPOCH must be seconds since 1970, not `{}`",
            epoch.display()
        ))
    };
    Ok(ExportOptions {
        source_date_epoch: Some(seconds.ok_or_else(wrong)?),
    })
}

fn input(path: &PathBuf) -> Input {
    if path == Path::new("-") {
        Input::Stdin
    } else {
        Input::File(path.clone())
    }
}

/// A value as JSON on a line.
fn line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value)
        .map(|json| json + "\n")
        .unwrap_or_default()
}

/// What was changed to make a CV fit: `, density 0.96, spacing 0.8`.
fn setting(setting: Density) -> String {
    let Density {
        density,
        spacing,
        margins,
    } = setting;
    let factors = [
        ("density", density),
        ("spacing", spacing),
        ("margins", margins),
    ];
    // A factor of 1 changes nothing.
    let changed = factors
        .into_iter()
        .filter(|(_, factor)| (factor - 1.0).abs() > 1e-6);
    changed
        .map(|(name, factor)| format!(", {name} {}", (factor * 1000.0).round() / 1000.0))
        .collect()
}

/// `out/ada-compact.pdf: 2 pages, the last 48 % full`, `out/ada-compact-1.png: page 1 of 2`
fn report(printed: &Rendered) -> String {
    if let Some(page) = printed.page {
        return format!("{}: page {page} of {}", printed.file, printed.extent.pages);
    }
    let pages = count(printed.extent.pages, "page", "pages");
    let fill = printed
        .extent
        .fill
        .map(|fill| format!("{:.0} % full", fill * 100.0));
    let length = match fill {
        Some(fill) if printed.extent.pages == 1 => format!("{pages}, {fill}"),
        Some(fill) => format!("{pages}, the last {fill}"),
        None => pages,
    };
    let setting = printed.setting.map(setting).unwrap_or_default();
    format!("{}: {length}{setting}", printed.file)
}
