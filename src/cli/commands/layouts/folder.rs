//! The folder of a custom layout.

use std::path::{Path, PathBuf};

use crate::cli::exit::CommandError;
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, rule};
use crate::layout::SHARED;
use crate::profile::ALL;

/// The names that stand for all layouts, and for the files that layouts share.
const RESERVED: [&str; 2] = [ALL, SHARED];

/// Returns the folder of a new layout.
///
/// # Errors
/// The name is not the name of a layout, or the folder exists.
pub fn new_folder(parent: &Path, name: &str) -> Result<PathBuf, CommandError> {
    if name.is_empty() || !name.chars().all(is_name_character) {
        return Err(CommandError::usage(format!(
            "`{name}` is not a layout name: use lower-case letters, digits and hyphens"
        )));
    }
    let folder = parent.join(name);
    if folder.exists() {
        let message = format!("`{}` already exists", folder.display());
        let error = Diagnostic::error(rule::UNWRITABLE_FILE, message);
        return Err(error.hint("choose another name, or move the folder").into());
    }
    Ok(folder)
}

fn is_name_character(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

/// Checks that a new layout can be named on the command line.
///
/// # Errors
/// The name is reserved.
pub fn check_name(name: &str) -> Result<(), CommandError> {
    if RESERVED.contains(&name) {
        return Err(CommandError::usage(format!(
            "`{name}` is a reserved name: choose another one for the layout"
        )));
    }
    Ok(())
}

/// Reports the new layout and how to render with it.
pub fn report(parent: &Path, name: &str, terminal: &Terminal) {
    let parent = parent.display();
    terminal.status(&format!(
        "{parent}/{name}: render with `cvpress render PROFILE --templates {parent} --layout {name}`"
    ));
}
