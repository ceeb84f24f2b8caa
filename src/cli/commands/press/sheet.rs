//! `cvpress press sheet`: places each page on a larger sheet.

use crate::cli::commands::press::args::SheetArgs;
use crate::cli::commands::press::imposed::impose_each;
use crate::cli::exit::{CommandError, Exit};
use crate::cli::terminal::Terminal;
use crate::press::imposition;
use crate::typeset::Engine;

/// Places each page on a larger sheet, with marks around it.
pub fn sheet(args: &SheetArgs, engine: &Engine, terminal: &Terminal) -> Result<Exit, CommandError> {
    impose_each(args, "sheet", true, &imposition::one_up, engine, terminal)
}
