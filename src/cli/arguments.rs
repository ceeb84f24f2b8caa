//! The command line. The doc comments are the help texts.

use clap::{Parser, Subcommand};

use crate::cli::commands::batch::BatchArgs;
use crate::cli::commands::check::CheckArgs;
use crate::cli::commands::completions::CompletionsArgs;
use crate::cli::commands::explain::ExplainArgs;
use crate::cli::commands::fmt::FmtArgs;
use crate::cli::commands::gallery::GalleryArgs;
use crate::cli::commands::import::ImportArgs;
use crate::cli::commands::layouts::LayoutsArgs;
use crate::cli::commands::letter::LetterArgs;
use crate::cli::commands::lsp::LspArgs;
use crate::cli::commands::new::NewArgs;
use crate::cli::commands::press::PressCommand;
use crate::cli::commands::preview::{EditArgs, PreviewArgs};
use crate::cli::commands::render::RenderArgs;
use crate::cli::commands::stream::StreamArgs;
use crate::cli::commands::text::TextArgs;
use crate::cli::commands::watch::WatchArgs;
use crate::cli::options::GlobalArgs;

/// Turns TOML profiles into print-ready CVs.
///
/// Exit codes: 0 success, 1 a profile or a check failed, 2 invalid command line, 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "cvpress", version, max_term_width = 100)]
pub struct Arguments {
    /// The options of every command.
    #[command(flatten)]
    pub global: GlobalArgs,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Render CVs to PDF, PNG, SVG, Word, HTML, Markdown, text or JSON
    Render(RenderArgs),
    /// Render cover letters
    Letter(LetterArgs),
    /// Render every profile in a folder
    Batch(BatchArgs),
    /// Read JSON jobs from standard input, one per line, and write a JSON answer for each
    Stream(StreamArgs),
    /// Render for another process
    #[command(hide = true)]
    Worker,
    /// Render for a preview in another process
    #[command(hide = true)]
    PreviewWorker,
    /// Show a CV in the browser, and every save at once
    Preview(PreviewArgs),
    /// Edit a profile in the browser, beside its pages
    Edit(EditArgs),
    /// Render profiles whenever they are saved
    Watch(WatchArgs),
    /// Run the language server, which an editor starts
    Lsp(LspArgs),
    /// Check profiles and how parsers read their PDFs; writes nothing
    Check(CheckArgs),
    /// Show the text that parsers read in a CV or any PDF
    Text(TextArgs),
    /// Create a profile with comments that explain it
    New(NewArgs),
    /// Turn files from LinkedIn, JSON Resume, RenderCV and other tools into profiles
    Import(ImportArgs),
    /// Format profiles: order of keys, spacing and alignment
    Fmt(FmtArgs),
    /// Explain a rule, or list all rules
    Explain(ExplainArgs),
    /// Write the JSON Schema of profiles, for editors
    Schema,
    /// Show a CV in all layouts side by side, as PDF and PNG
    Gallery(GalleryArgs),
    /// Make and check files for a print shop
    Press(PressCommand),
    /// List layouts and their options; copy or create one
    Layouts(LayoutsArgs),
    /// List available font families
    Fonts,
    #[command(hide = true)]
    /// Write a completion script for a shell
    Completions(CompletionsArgs),
    #[command(hide = true)]
    /// Write the manual page
    Man,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        super::Arguments::command().debug_assert();
    }
}
