//! `cvpress completions` and `cvpress man`: what the program says about itself.

use clap::CommandFactory;

use crate::cli::Ending;
use crate::cli::args::Arguments;
use crate::cli::terminal::Terminal;

/// Writes a completion script.
pub fn completions(shell: clap_complete::Shell, terminal: &Terminal) -> Ending {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "cvpress", &mut script);
    terminal.result(&String::from_utf8_lossy(&script));
    Ending::Done
}

/// Writes the manual page, in roff: the program's, then one of each command.
pub fn man(terminal: &Terminal) -> Ending {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    let commands: Vec<clap::Command> = command
        .get_subcommands()
        .filter(|c| c.get_name() != "help")
        .cloned()
        .collect();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(command).render(&mut page);
    for command in commands {
        let _ = clap_mangen::Man::new(command).render(&mut page);
    }
    terminal.result(&String::from_utf8_lossy(&page));
    Ending::Done
}
