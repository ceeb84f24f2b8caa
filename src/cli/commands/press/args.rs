//! The arguments of the commands that place pages on sheets.

use std::path::PathBuf;

use clap::Args;
use strum::IntoEnumIterator;

use crate::cli::options::value::one_of;
use crate::cli::options::{DocumentArgs, PressArgs, ReportArgs};
use crate::press::imposition::Stock;

/// The arguments of `cvpress press sheet`, and of the commands that extend it.
#[derive(Debug, Args)]
pub struct SheetArgs {
    /// Profiles or PDFs
    #[arg(required = true, value_name = "PROFILE|PDF")]
    pub inputs: Vec<PathBuf>,
    /// Folder to write to, or a file that ends in `.pdf`
    #[arg(long, short, value_name = "FILE|DIR", default_value = "out")]
    pub output: PathBuf,
    /// Paper size of the sheet [default: the smallest that holds pages and marks]
    #[arg(
        long,
        value_name = "PAPER",
        ignore_case = true,
        value_parser = one_of(Stock::iter(), Stock::name)
    )]
    pub sheet: Option<Stock>,
    /// The format of the report.
    #[command(flatten)]
    pub report: ReportArgs,
    /// How the files are made.
    #[command(flatten)]
    pub press: PressArgs,
    /// The documents to place.
    #[command(flatten)]
    pub document: DocumentArgs,
}
