//! What a command line requests of the pipeline.

use std::path::{Path, PathBuf};

use crate::batch::find_profiles;
use crate::cli::exit::CommandError;
use crate::cli::options::value::WARNINGS;
use crate::cli::options::{DocumentArgs, PressArgs};
use crate::diagnostic::{Deny, Diagnostic, Diagnostics, rule};
use crate::export::ExportOptions;
use crate::layout::{DesignOverrides, Layouts, OptionSetting};
use crate::pdf::Timestamp;
use crate::pipeline::{PressOptions, RenderOptions};
use crate::press::{IccProfile, PressSettings, PrintingCondition};
use crate::profile::{ALL, Input, PartialDate, SETTINGS_FILE};
use crate::selection::{Choice, Choices};

/// Returns the options for rendering that a command line requests.
///
/// # Errors
/// A layout or an edition is unknown, or no layout takes an option that is set.
pub fn render_options(
    document: &DocumentArgs,
    layouts: &Layouts,
) -> Result<RenderOptions, CommandError> {
    let names = layout_names(&document.layout, layouts)?;
    if let Some(edition) = &document.edition {
        layouts
            .check_edition(edition)
            .map_err(CommandError::invalid_argument)?;
    }
    for setting in &document.set {
        layouts
            .check(setting, &names)
            .map_err(CommandError::invalid_argument)?;
    }
    let mut settings = document.set.clone();
    if let Some(goal) = document.fit {
        settings.push(OptionSetting {
            name: "fit".to_owned(),
            value: goal.to_string(),
        });
    }
    let common = Choice {
        fallback: document.locale_fallback,
        public: document.public,
        anonymous: document.anonymous,
        ..Choice::default()
    };
    let export = export_options()?;
    Ok(RenderOptions {
        choices: Choices {
            locales: document.locale.clone(),
            variants: document.variant.clone(),
            common,
        },
        layouts: names,
        settings: DesignOverrides {
            edition: document.edition.clone(),
            paper: document.paper,
            options: settings,
            ..DesignOverrides::default()
        },
        deny: Deny {
            warnings: document.deny.iter().any(|name| name == WARNINGS),
            rules: document.deny.clone(),
        },
        today: today(export.source_date_epoch),
        export,
        formats: Vec::new(),
        ppi: None,
        press: None,
        max_pages: Some(document.max_pages),
    })
}

/// Returns the layouts that a command line names, each once; none if it names none.
fn layout_names(requested: &[String], layouts: &Layouts) -> Result<Vec<String>, CommandError> {
    let mut names: Vec<String> = Vec::new();
    for name in requested {
        if name == ALL {
            return Ok(all_layouts(layouts));
        }
        check_layout(name, layouts)?;
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    Ok(names)
}

/// Returns the names of all layouts.
pub fn all_layouts(layouts: &Layouts) -> Vec<String> {
    layouts.names().map(str::to_owned).collect()
}

/// Reports a layout that does not exist.
pub fn check_layout(name: &str, layouts: &Layouts) -> Result<(), CommandError> {
    match layouts.find(name) {
        Ok(_) => Ok(()),
        Err(unknown) => Err(CommandError::invalid_argument(unknown)),
    }
}

/// Returns the options for a print shop that a command line requests.
///
/// # Errors
/// The ICC profile cannot be used, or the standard requires one.
pub fn press_options(args: &PressArgs) -> Result<PressOptions, CommandError> {
    let profile = args
        .icc
        .as_deref()
        .map(IccProfile::load)
        .transpose()
        .map_err(Diagnostics::from)?;
    let file = PressSettings {
        standard: args.standard,
        condition: args.condition.as_deref().map(PrintingCondition::named),
        profile,
        overprint_black: args.overprint_black,
        ..PressSettings::default()
    };
    file.check().map_err(CommandError::invalid_argument)?;
    Ok(PressOptions {
        ink: args.ink,
        bleed: args.bleed,
        file,
    })
}

/// Returns the current date in UTC: that of `SOURCE_DATE_EPOCH` if set, else the clock's.
pub fn today(source_date_epoch: Option<i64>) -> Option<PartialDate> {
    let seconds = source_date_epoch.or_else(seconds_since_epoch)?;
    let date = Timestamp::from_unix(seconds)?.date_time();
    Some(PartialDate {
        year: u16::try_from(date.year()).ok()?,
        month: Some(date.month().into()),
        day: Some(date.day()),
    })
}

fn seconds_since_epoch() -> Option<i64> {
    let time = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .ok()?;
    i64::try_from(time.as_secs()).ok()
}

/// Returns the options for PDFs that the environment sets.
///
/// # Errors
/// `SOURCE_DATE_EPOCH` is not a number of seconds.
pub fn export_options() -> Result<ExportOptions, CommandError> {
    let Some(epoch) = std::env::var_os("SOURCE_DATE_EPOCH") else {
        return Ok(ExportOptions::default());
    };
    let seconds = epoch.to_str().and_then(|text| text.trim().parse().ok());
    let seconds = seconds.filter(|seconds: &i64| *seconds >= 0);
    // A year of more than four digits cannot be written.
    match seconds.filter(|seconds| Timestamp::from_unix(*seconds).is_some()) {
        Some(seconds) => Ok(ExportOptions {
            source_date_epoch: Some(seconds),
        }),
        None => Err(CommandError::usage(format!(
            "SOURCE_DATE_EPOCH must be seconds since 1970, found `{}`",
            epoch.display()
        ))),
    }
}

/// Returns the inputs at these paths; `-` is standard input.
///
/// # Errors
/// Standard input is named twice or cannot be read.
pub fn inputs(paths: &[PathBuf]) -> Result<Vec<Input>, CommandError> {
    if paths.iter().filter(|path| is_stdin(path)).count() > 1 {
        return Err(CommandError::usage("standard input can be read only once"));
    }
    let paths: Vec<PathBuf> = paths.iter().flat_map(|path| matching(path)).collect();
    // `profiles/*.toml` has the settings among the profiles.
    let profiles = paths
        .iter()
        .filter(|path| paths.len() == 1 || !is_settings(path));
    let inputs: Result<Vec<Input>, Diagnostic> = profiles.map(|path| input(path)).collect();
    Ok(inputs?)
}

/// Returns the inputs at these paths, and those in the folders among them.
///
/// # Errors
/// Standard input is named twice or cannot be read, or there is no profile in a folder.
pub fn inputs_in_folders(paths: &[PathBuf]) -> Result<Vec<Input>, CommandError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = find_profiles(path)?;
            files.extend(found.into_iter().map(|profile| profile.path));
        } else {
            files.push(path.clone());
        }
    }
    inputs(&files)
}

/// Returns the files that match a path with wildcards: the shells of Windows leave these to programs.
/// Any other path matches itself.
fn matching(path: &Path) -> Vec<PathBuf> {
    let own = vec![path.to_path_buf()];
    let Some(text) = path.to_str().filter(|text| text.contains(['*', '?'])) else {
        return own;
    };
    if path.exists() {
        return own;
    }
    // A bracket is part of a name.
    let Ok(found) = glob::glob(&text.replace('[', "[[]")) else {
        return own;
    };
    let files: Vec<PathBuf> = found.filter_map(Result::ok).collect();
    if files.is_empty() { own } else { files }
}

/// Returns the input at this path; `-` is standard input, which is read.
///
/// # Errors
/// Standard input cannot be read, or the file is not a profile.
pub fn input(path: &Path) -> Result<Input, Diagnostic> {
    if is_stdin(path) {
        return Input::stdin();
    }
    if is_settings(path) {
        let message = format!("`{}` has the settings of its folder", path.display());
        return Err(Diagnostic::error(rule::USAGE, message).hint("name a profile beside it"));
    }
    Ok(Input::File(path.to_path_buf()))
}

fn is_settings(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == SETTINGS_FILE)
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}
