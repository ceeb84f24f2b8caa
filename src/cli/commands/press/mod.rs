//! `cvpress press`: makes and checks files for a print shop.

mod args;
mod booklet;
mod contact;
mod imposed;
mod nup;
mod pdf;
mod preflight;
mod run;
mod sheet;

use clap::{Args, Subcommand};

use crate::cli::exit::{CommandError, Exit};
use crate::cli::terminal::Terminal;
use crate::typeset::Engine;

/// The arguments of `cvpress press`.
#[derive(Debug, Args)]
pub struct PressCommand {
    /// What to do.
    #[command(subcommand)]
    pub action: PressAction,
}

/// What to do for a print shop.
#[derive(Debug, Subcommand)]
pub enum PressAction {
    /// Render CVs as PDF/X with bleed, in the inks of the press
    Pdf(Box<pdf::PressPdfArgs>),
    /// Place each page on a larger sheet with crop marks, registration marks and color patches
    Sheet(Box<args::SheetArgs>),
    /// Place two or four pages on a sheet
    Nup(Box<nup::NupArgs>),
    /// Arrange pages on sheets to fold and stitch as a booklet
    Booklet(Box<booklet::BookletArgs>),
    /// Show a CV in all layouts on one sheet
    #[command(
        mut_arg("layout", |arg| arg.help("Layouts to show, or `all` [default: all]")),
        mut_arg("sheet", |arg| arg.help("Paper size of the sheet [default: A3, or Tabloid for US paper]"))
    )]
    Contact(Box<args::SheetArgs>),
    /// Collect many CVs in one file, with bookmarks
    Run(Box<run::RunArgs>),
    /// Check PDFs from any program before they go to a print shop
    Preflight(preflight::PreflightArgs),
}

/// Makes or checks files for a print shop.
pub fn press(
    args: &PressCommand,
    engine: impl FnOnce() -> Result<Engine, CommandError>,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    match &args.action {
        PressAction::Pdf(args) => pdf::pdf(args, &engine()?, terminal),
        PressAction::Sheet(args) => sheet::sheet(args, &engine()?, terminal),
        PressAction::Nup(args) => nup::nup(args, &engine()?, terminal),
        PressAction::Booklet(args) => booklet::booklet(args, &engine()?, terminal),
        PressAction::Contact(args) => contact::contact(args, &engine()?, terminal),
        PressAction::Run(args) => run::run(args, &engine()?, terminal),
        PressAction::Preflight(args) => Ok(preflight::preflight(args, terminal)),
    }
}
