//! `cvpress man`: writes the manual page.

use clap_mangen::Man;

use crate::cli::exit::{CommandError, Exit};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, rule};

/// Writes the manual page in roff: the program's, then that of each command.
pub fn man(mut program: clap::Command, terminal: &Terminal) -> Result<Exit, CommandError> {
    program.build();
    let mut page = Vec::new();
    render(&without_hidden(&program), &mut page)?;
    for command in program.get_subcommands() {
        if command.get_name() != "help" && !command.is_hide_set() {
            render(command, &mut page)?;
        }
    }
    terminal.result(&String::from_utf8_lossy(&page));
    Ok(Exit::Success)
}

/// Returns the program without the commands that only the program itself uses.
fn without_hidden(program: &clap::Command) -> clap::Command {
    let visible = program
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    clap::Command::new(env!("CARGO_PKG_NAME"))
        .about(program.get_about().cloned().unwrap_or_default())
        .version(env!("CARGO_PKG_VERSION"))
        .args(program.get_arguments().cloned())
        .subcommands(visible.cloned())
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
}

fn render(command: &clap::Command, page: &mut Vec<u8>) -> Result<(), CommandError> {
    Man::new(command.clone()).render(page).map_err(|error| {
        let message = format!("cannot write the manual page: {error}");
        Diagnostic::error(rule::INTERNAL, message).into()
    })
}
