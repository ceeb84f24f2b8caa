//! The command line: arguments, terminal output and exit codes.
//!
//! Uses `pipeline`, `batch` and the types that they take.

mod arguments;
mod commands;
mod exit;
mod options;
mod renamed;
mod report;
mod request;
mod terminal;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};
use exit::{CommandError, Exit};
use options::GlobalArgs;
use terminal::Terminal;

use crate::layout::Layouts;
use crate::typeset::Engine;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| renamed::explain(error).exit());
    let terminal = Terminal::new(&arguments.global);
    let exit = run(&arguments.command, &arguments.global, &terminal).unwrap_or_else(|error| {
        terminal.problems(&error.problems);
        error.exit
    });
    exit.into()
}

fn run(command: &Command, global: &GlobalArgs, terminal: &Terminal) -> Result<Exit, CommandError> {
    // Loading fonts takes time: only commands that render do so.
    let engine = || engine(global);
    match command {
        Command::Render(args) => commands::render::render(args, &engine()?, terminal),
        Command::Letter(args) => commands::letter::letter(args, &engine()?, terminal),
        Command::Batch(args) => commands::batch::batch(args, global, &engine()?, terminal),
        Command::Stream(args) => commands::stream::stream(args, global, &engine()?),
        Command::Worker(args) => commands::worker::worker(args, &engine()?),
        Command::Check(args) => commands::check::check(args, &engine()?, terminal),
        Command::Text(args) => commands::text::text(args, engine, terminal),
        Command::New(args) => commands::new::new(args, &layouts(global)?, terminal),
        Command::Fmt(args) => Ok(commands::fmt::fmt(args, terminal)),
        Command::Explain(args) => commands::explain::explain(args, terminal),
        Command::Schema => commands::schema::schema(terminal),
        Command::Gallery(args) => commands::gallery::gallery(args, &engine()?, terminal),
        Command::Press(args) => commands::press::press(args, engine, terminal),
        Command::Layouts(args) => commands::layouts::layouts(args, &layouts(global)?, terminal),
        Command::Fonts => Ok(commands::fonts::fonts(&engine()?, terminal)),
        Command::Completions(args) => Ok(commands::completions::completions(
            args,
            Arguments::command(),
            terminal,
        )),
        Command::Man => commands::man::man(Arguments::command(), terminal),
    }
}

fn layouts(global: &GlobalArgs) -> Result<Layouts, CommandError> {
    Ok(Layouts::load(global.templates.as_deref())?)
}

fn engine(global: &GlobalArgs) -> Result<Engine, CommandError> {
    Ok(Engine::new(layouts(global)?, global.fonts.as_deref())?)
}
