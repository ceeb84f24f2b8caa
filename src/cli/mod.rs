//! The command line: arguments, terminal output and exit codes.
//!
//! Uses `pipeline`, `batch` and the types that they take.

mod arguments;
mod check_report;
mod commands;
mod exit;
mod folder_settings;
mod invocation;
mod memory;
mod options;
mod output_target;
mod renamed;
mod report;
mod request;
mod signals;
mod terminal;
mod watchdog;

use std::ffi::OsString;
use std::io::{Write, stdout};
use std::process::{ExitCode, exit};

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};
use exit::{CommandError, Exit};
use options::GlobalArgs;
use signals::survive_limits_of_files;
use terminal::Terminal;
use watchdog::Limits;

use crate::layout::Layouts;
use crate::pipeline::threads::start_shared_threads;
use crate::typeset::Engine;

pub use invocation::{Invocation, Program};

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run_as(Invocation::of_process()).into()
}

/// Runs the program in a process that was started as described, and returns its exit code. The
/// process must do nothing else: at a limit, and for a wrong argument, the program ends it.
pub fn run_as(invocation: Invocation) -> u8 {
    let mut arguments = parsed(&invocation);
    arguments.global.invocation = invocation;
    let terminal = Terminal::new(&arguments.global);
    if let Err(error) = prepare() {
        terminal.problems(&error.problems);
        return terminal.finish(error.exit).into();
    }
    let limits = limits(&arguments.command, &arguments.global);
    let mut global = arguments.global;
    let exit = watchdog::run(limits, &global.invocation.clone(), &terminal, || {
        let ended = folder_settings::apply(&arguments.command, &mut global)
            .and_then(|()| run(&arguments.command, &global, &terminal));
        ended.unwrap_or_else(|error| {
            terminal.problems(&error.problems);
            error.exit
        })
    });
    terminal.finish(exit).into()
}

/// Prepares the process. The threads come before the command, whose large stack may leave no room for
/// them.
fn prepare() -> Result<(), CommandError> {
    survive_limits_of_files()?;
    Ok(start_shared_threads()?)
}

/// Parses the arguments. Ends the process if they are wrong, or ask for help.
fn parsed(invocation: &Invocation) -> Arguments {
    let name = OsString::from("cvpress");
    Arguments::try_parse_from(std::iter::once(&name).chain(&invocation.arguments)).unwrap_or_else(
        |error| {
            let error = renamed::explain(error, &Arguments::command(), &invocation.arguments);
            // A help that cannot be written, as to a full disk, is a failure.
            if !error.use_stderr() && (error.print().is_err() || stdout().flush().is_err()) {
                exit(u8::from(Exit::Failure).into());
            }
            if error.use_stderr() {
                error.exit()
            }
            exit(0)
        },
    )
}

/// Returns the limits of the process.
fn limits(command: &Command, global: &GlobalArgs) -> Limits {
    let limits = Limits::from(&global.limits);
    match command {
        Command::Batch(_) => limits.of_batch(),
        Command::Stream(_) | Command::Preview(_) | Command::Edit(_) | Command::Watch(_) => {
            limits.of_parent()
        }
        // It renders what is typed, and has no end.
        Command::Lsp(_) => limits.of_session(),
        Command::Worker | Command::PreviewWorker => limits.of_worker(),
        _ => limits,
    }
}

fn run(command: &Command, global: &GlobalArgs, terminal: &Terminal) -> Result<Exit, CommandError> {
    // Loading fonts takes time: only commands that render do so.
    let engine = || engine(global);
    match command {
        Command::Render(args) => commands::render::render(args, &engine()?, terminal),
        Command::Letter(args) => commands::letter::letter(args, &engine()?, terminal),
        Command::Batch(args) => commands::batch::batch(args, global, &engine()?, terminal),
        Command::Stream(args) => commands::stream::stream(args, global, &engine()?),
        Command::Worker => commands::worker::worker(&engine()?),
        Command::PreviewWorker => commands::worker::preview_worker(&engine()?),
        Command::Preview(args) => {
            commands::preview::preview(args, global, &layouts(global)?, terminal)
        }
        Command::Edit(args) => commands::preview::edit(args, global, &layouts(global)?, terminal),
        Command::Watch(args) => commands::watch::watch(args, global, &engine()?, terminal),
        Command::Check(args) => commands::check::check(args, &engine()?, terminal),
        Command::Text(args) => commands::text::text(args, engine, terminal),
        Command::New(args) => commands::new::new(args, &layouts(global)?, terminal),
        Command::Import(args) => commands::import::import(args, terminal),
        Command::Fmt(args) => commands::fmt::fmt(args, engine, terminal),
        Command::Explain(args) => commands::explain::explain(args, terminal),
        Command::Schema => commands::schema::schema(terminal),
        Command::Lsp(args) => commands::lsp::lsp(args, global, &engine()?),
        Command::Gallery(args) => commands::gallery::gallery(args, &engine()?, terminal),
        Command::Press(args) => commands::press::press(args, engine, terminal),
        Command::Layouts(args) => commands::layouts::layouts(args, &layouts(global)?, terminal),
        Command::Fonts => Ok(commands::fonts::fonts(&engine()?, terminal)),
        Command::Completions(args) => Ok(commands::completions::completions(
            args,
            &Arguments::command(),
            &layouts(global)?,
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
