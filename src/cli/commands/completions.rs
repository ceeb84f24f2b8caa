//! `cvpress completions`: writes a completion script.

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, ValueHint};
use clap_complete::Shell;

use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use crate::layout::Layouts;
use crate::profile::ALL;

/// The name of the program.
const PROGRAM: &str = "cvpress";

/// Options whose values are not files, and cannot be listed.
const OTHERS: [&str; 6] = ["deny", "fit", "locale", "set", "topic", "variant"];

/// The arguments of `cvpress completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Writes the completion script of a shell for the program.
pub fn completions(
    args: &CompletionsArgs,
    program: &Command,
    layouts: &Layouts,
    terminal: &Terminal,
) -> Exit {
    // Names in a command are static; the program ends after this.
    let mut names: Vec<&'static str> = Vec::new();
    for name in layouts.names() {
        names.push(name.to_owned().leak());
    }
    names.push(ALL);
    let mut program = with_values(without_hidden(program), &names);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, PROGRAM, &mut script);
    terminal.result(&String::from_utf8_lossy(&script));
    Exit::Success
}

/// Returns a command without its hidden subcommands, which the script of bash would offer.
fn without_hidden(command: &Command) -> Command {
    let subcommands = command.get_subcommands();
    let shown = subcommands.filter(|subcommand| !subcommand.is_hide_set());
    let mut copy = Command::new(PROGRAM)
        .args(command.get_arguments())
        .subcommands(shown);
    if let Some(about) = command.get_about() {
        copy = copy.about(about.clone());
    }
    // With a version, `--version` is offered.
    if command.get_version().is_some() {
        copy = copy.version(env!("CARGO_PKG_VERSION"));
    }
    copy
}

/// Adds what shells offer for the options of a command: layouts, and no files where none are meant.
fn with_values(command: Command, layouts: &[&'static str]) -> Command {
    command
        .mut_args(|option| match option.get_id().as_str() {
            "layout" => option.value_parser(PossibleValuesParser::new(layouts.iter())),
            name if OTHERS.contains(&name) => option.value_hint(ValueHint::Other),
            _ => option,
        })
        .mut_subcommands(|command| with_values(command, layouts))
}
