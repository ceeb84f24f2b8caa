//! The options of every command.

use std::path::PathBuf;

use clap::{Args, ColorChoice};
use strum::IntoEnumIterator;

use crate::cli::invocation::Invocation;
use crate::cli::options::LimitArgs;
use crate::cli::options::value::one_of;
use crate::diagnostic::MessageFormat;

/// The options of every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArgs {
    /// Only show errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// Format of errors and warnings
    #[arg(
        long,
        global = true,
        value_name = "FORMAT",
        default_value = "human",
        value_parser = one_of(MessageFormat::iter(), MessageFormat::name)
    )]
    pub message_format: MessageFormat,
    /// Folder with custom layouts
    #[arg(long, global = true, value_name = "DIR", env = "CVPRESS_TEMPLATES")]
    pub templates: Option<PathBuf>,
    /// Folder with additional fonts
    #[arg(long, global = true, value_name = "DIR", env = "CVPRESS_FONTS")]
    pub fonts: Option<PathBuf>,
    /// The number of inputs to leave out, which an earlier process has done.
    #[arg(long, hide = true, default_value = "0")]
    pub skip: usize,
    /// The limits.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How the process was started.
    #[arg(skip)]
    pub invocation: Invocation,
}
