//! `cvpress layouts new`: creates a small layout.

use std::path::PathBuf;

use clap::Args;

use crate::cli::commands::layouts::folder::{check_name, new_folder, report};
use crate::cli::exit::CommandError;
use crate::cli::terminal::Terminal;
use crate::export::{Output, write};

/// The files of the layout, by name.
const FILES: [(&str, &str); 2] = [
    ("layout.toml", include_str!("starter/layout.toml")),
    ("template.typ", include_str!("starter/template.typ")),
];

/// The arguments of `cvpress layouts new`.
#[derive(Debug, Args)]
pub struct NewLayoutArgs {
    /// Name of the layout
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Folder for layouts, as for `--templates`
    #[arg(value_name = "DIR", default_value = "templates")]
    pub folder: PathBuf,
}

/// Creates a small layout that shows every field of a profile.
pub fn new(args: &NewLayoutArgs, terminal: &Terminal) -> Result<(), CommandError> {
    check_name(&args.name)?;
    let folder = new_folder(&args.folder, &args.name)?;
    for (file, text) in FILES {
        let text = text.replace("{name}", &args.name);
        write(&Output::File(folder.join(file)), text.as_bytes())?;
    }
    report(&args.folder, &args.name, terminal);
    Ok(())
}
