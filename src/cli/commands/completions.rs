//! `cvpress completions`: writes a completion script.

use clap::Args;
use clap_complete::Shell;

use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;

/// The arguments of `cvpress completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Writes the completion script of a shell for the program.
pub fn completions(
    args: &CompletionsArgs,
    mut program: clap::Command,
    terminal: &Terminal,
) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "cvpress", &mut script);
    terminal.result(&String::from_utf8_lossy(&script));
    Exit::Success
}
