//! `cvpress layouts`: lists, copies and creates layouts.

mod eject;
mod folder;
mod list;
mod new;

use clap::{Args, Subcommand};

use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::ReportArgs;
use crate::cli::terminal::Terminal;
use crate::layout::Layouts;

/// The arguments of `cvpress layouts`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct LayoutsArgs {
    /// The format of the list.
    #[command(flatten)]
    pub report: ReportArgs,
    /// What to do instead of listing layouts.
    #[command(subcommand)]
    pub action: Option<LayoutsAction>,
}

/// What to do with layouts.
#[derive(Debug, Subcommand)]
pub enum LayoutsAction {
    /// Copy a layout to a folder, to change it
    Eject(eject::EjectArgs),
    /// Create a small layout, to extend it
    New(new::NewLayoutArgs),
}

/// Lists, copies or creates layouts.
pub fn layouts(
    args: &LayoutsArgs,
    layouts: &Layouts,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    match &args.action {
        None => list::list(args.report.report, layouts, terminal),
        Some(LayoutsAction::Eject(args)) => eject::eject(args, layouts, terminal)?,
        Some(LayoutsAction::New(args)) => new::new(args, terminal)?,
    }
    Ok(Exit::Success)
}
