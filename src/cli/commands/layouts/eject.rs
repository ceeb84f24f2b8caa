//! `cvpress layouts eject`: copies a layout.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::commands::layouts::folder::{check_name, new_folder, report};
use crate::cli::exit::CommandError;
use crate::cli::request::check_layout;
use crate::cli::terminal::Terminal;
use crate::export::{Output, write};
use crate::layout::{Layouts, SHARED};

/// The arguments of `cvpress layouts eject`.
#[derive(Debug, Args)]
pub struct EjectArgs {
    /// Layout to copy
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Folder for layouts, as for `--templates`
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Name of the copy; without it the copy replaces the layout
    #[arg(long = "as", value_name = "NAME")]
    pub new_name: Option<String>,
    /// Also copy the files that all layouts share
    #[arg(long)]
    pub shared: bool,
}

/// Copies a layout. Never overwrites a folder.
pub fn eject(args: &EjectArgs, layouts: &Layouts, terminal: &Terminal) -> Result<(), CommandError> {
    check_layout(&args.name, layouts)?;
    let new_name = args.new_name.as_deref().unwrap_or(&args.name);
    check_name(new_name)?;
    let folder = new_folder(&args.folder, new_name)?;
    for (path, bytes) in layouts.files_of(&args.name) {
        let bytes = renamed(path, bytes, &args.name, new_name);
        write(&Output::File(folder.join(path)), &bytes)?;
    }
    if args.shared {
        copy_shared(&args.folder, layouts)?;
    }
    report(&args.folder, new_name, terminal);
    Ok(())
}

fn copy_shared(parent: &Path, layouts: &Layouts) -> Result<(), CommandError> {
    let folder = new_folder(parent, SHARED)?;
    for (path, bytes) in layouts.files_of(SHARED) {
        write(&Output::File(folder.join(path)), bytes)?;
    }
    Ok(())
}

/// Returns a file of the copy: the manifest has the name of the copy.
fn renamed<'a>(path: &str, bytes: &'a [u8], name: &str, new_name: &str) -> Cow<'a, [u8]> {
    match std::str::from_utf8(bytes) {
        Ok(text) if path == "layout.toml" => {
            let old = format!("name = \"{name}\"");
            let new = format!("name = \"{new_name}\"");
            Cow::Owned(text.replacen(&old, &new, 1).into_bytes())
        }
        _ => Cow::Borrowed(bytes),
    }
}
