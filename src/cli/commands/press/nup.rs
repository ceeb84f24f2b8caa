//! `cvpress press nup`: places two or four pages on a sheet.

use clap::Args;

use crate::cli::commands::press::args::SheetArgs;
use crate::cli::commands::press::imposed::impose_each;
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::value::one_of;
use crate::cli::terminal::Terminal;
use crate::press::imposition::{PagesPerSheet, n_up};
use crate::typeset::Engine;

/// The arguments of `cvpress press nup`.
#[derive(Debug, Args)]
pub struct NupArgs {
    /// Number of pages on a sheet
    #[arg(
        long,
        value_name = "N",
        default_value = "2",
        value_parser = one_of([PagesPerSheet::Two, PagesPerSheet::Four], name)
    )]
    pub up: PagesPerSheet,
    /// Draw marks to cut the pages apart
    #[arg(long)]
    pub marks: bool,
    /// The arguments of `cvpress press sheet`.
    #[command(flatten)]
    pub sheet: SheetArgs,
}

fn name(up: PagesPerSheet) -> &'static str {
    match up {
        PagesPerSheet::Two => "2",
        PagesPerSheet::Four => "4",
    }
}

/// Places two or four pages on a sheet.
pub fn nup(args: &NupArgs, engine: &Engine, terminal: &Terminal) -> Result<Exit, CommandError> {
    impose_each(
        &args.sheet,
        "nup",
        args.marks,
        &|document, setup| n_up(document, args.up, setup),
        engine,
        terminal,
    )
}
