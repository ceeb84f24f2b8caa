//! `cvpress press booklet`: arranges pages as a booklet.

use clap::Args;

use crate::cli::commands::press::args::SheetArgs;
use crate::cli::commands::press::imposed::impose_each;
use crate::cli::exit::{CommandError, Exit};
use crate::cli::terminal::Terminal;
use crate::layout::Length;
use crate::press::imposition::{self, PressDocument, SheetSetup};
use crate::typeset::Engine;

/// The largest creep, in points: 1 in.
const LARGEST_CREEP: f64 = 72.0;

/// The arguments of `cvpress press booklet`.
#[derive(Debug, Args)]
pub struct BookletArgs {
    /// Creep per inner sheet: how far its pages move toward the fold
    #[arg(long, value_name = "LENGTH", default_value = "0mm", value_parser = creep)]
    pub creep: Length,
    /// Draw no marks, so that two pages fill a sheet
    #[arg(long)]
    pub no_marks: bool,
    /// The arguments of `cvpress press sheet`.
    #[command(flatten)]
    pub sheet: SheetArgs,
}

fn creep(text: &str) -> Result<Length, String> {
    Length::parse(text)
        .filter(|length| (0.0..=LARGEST_CREEP).contains(&length.to_points()))
        .ok_or_else(|| "expected a length such as `3mm` or `0.125in`, up to `1in`".to_owned())
}

/// Arranges pages on sheets to fold and stitch as a booklet.
pub fn booklet(
    args: &BookletArgs,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let creep = args.creep.to_points();
    let plan =
        |document: &PressDocument, setup: &SheetSetup| imposition::booklet(document, creep, setup);
    let has_marks = !args.no_marks;
    impose_each(&args.sheet, "booklet", has_marks, &plan, engine, terminal)
}
