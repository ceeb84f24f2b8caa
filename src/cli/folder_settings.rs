//! The layouts and fonts of a command without `--templates` or `--fonts`: those of the settings of the
//! folder of its profiles.

use std::path::{Path, PathBuf};

use crate::cli::arguments::Command;
use crate::cli::commands::press::PressAction;
use crate::cli::exit::CommandError;
use crate::cli::options::GlobalArgs;
use crate::diagnostic::Diagnostics;
use crate::profile::{ProfileFiles, SETTINGS_FILE, Settings, settings_file};

/// Takes the folders of layouts and fonts from the settings of the profiles' folder.
///
/// # Errors
/// The profiles are in folders with different ones: a process has one set of each.
pub fn apply(command: &Command, global: &mut GlobalArgs) -> Result<(), CommandError> {
    let mut files: Vec<PathBuf> = inputs(command)
        .into_iter()
        .filter_map(|input| settings_file(folder_of(input)))
        .collect();
    files.sort();
    files.dedup();
    let mut found: Vec<(Option<PathBuf>, Option<PathBuf>)> = Vec::new();
    for file in files {
        // What is wrong with the file is reported with each profile.
        let folder = ProfileFiles::in_folder(file.parent());
        let settings = Settings::of(&folder, &mut Diagnostics::default());
        let folders = settings.map(|settings| (settings.templates.clone(), settings.fonts.clone()));
        let folders = folders.unwrap_or_default();
        if !found.contains(&folders) {
            found.push(folders);
        }
    }
    if found.len() > 1 && (global.templates.is_none() || global.fonts.is_none()) {
        return Err(CommandError::usage(format!(
            "the profiles are in folders whose `{SETTINGS_FILE}` name different layouts or fonts: \
             run a command for each folder"
        )));
    }
    for (templates, fonts) in found {
        global.templates = global.templates.take().or(templates);
        global.fonts = global.fonts.take().or(fonts);
    }
    Ok(())
}

/// Returns the profiles, or the folders of profiles, that a command names.
fn inputs(command: &Command) -> Vec<&Path> {
    let many: &[PathBuf] = match command {
        Command::Render(args) => &args.profiles,
        Command::Letter(args) => &args.render.profiles,
        Command::Batch(args) => &args.folders,
        Command::Watch(args) => &args.inputs,
        Command::Check(args) => &args.profiles,
        Command::Fmt(args) => &args.profiles,
        Command::Press(args) => match &args.action {
            PressAction::Pdf(args) => &args.profiles,
            PressAction::Sheet(args) | PressAction::Contact(args) => &args.inputs,
            PressAction::Nup(args) => &args.sheet.inputs,
            PressAction::Booklet(args) => &args.sheet.inputs,
            PressAction::Run(args) => &args.inputs,
            PressAction::Preflight(_) => &[],
        },
        _ => &[],
    };
    let one: Option<&PathBuf> = match command {
        Command::Preview(args) => Some(&args.profile),
        Command::Edit(args) => args.profile.as_ref(),
        Command::Text(args) => Some(&args.file),
        Command::Gallery(args) => Some(&args.profile),
        _ => None,
    };
    many.iter().chain(one).map(PathBuf::as_path).collect()
}

fn folder_of(input: &Path) -> &Path {
    if input.is_dir() {
        return input;
    }
    input.parent().unwrap_or(Path::new(""))
}
