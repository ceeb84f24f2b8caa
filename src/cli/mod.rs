//! Arguments, terminal and exit codes; nothing of what a CV is.
//!
//! Uses `batch` and the types that it is called with.

pub mod args;
mod commands;
mod terminal;

use std::process::ExitCode;

use args::{Arguments, Command};
use terminal::Terminal;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::layout::Layouts;
use crate::selection::DocumentKind;
use crate::typeset::Engine;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All was done.
    Done,
    /// A profile failed, or a check.
    Failed,
    /// The command was called wrongly.
    WrongUsage,
    /// Somebody interrupted it; what was under way was finished.
    Interrupted,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Done => Self::SUCCESS,
            Ending::Failed => Self::from(1),
            Ending::WrongUsage => Self::from(2),
            // As a shell tells of a program that SIGINT has ended.
            Ending::Interrupted => Self::from(130),
        }
    }
}

/// Why a command stops at once.
#[derive(Debug)]
struct Stop(Ending, Diagnostics);

impl Stop {
    fn wrong_usage(message: impl Into<String>) -> Self {
        Self(
            Ending::WrongUsage,
            Diagnostic::error(rule::USAGE, message).into(),
        )
    }
}

impl From<Diagnostics> for Stop {
    fn from(problems: Diagnostics) -> Self {
        Self(Ending::Failed, problems)
    }
}

/// Runs one command.
pub fn run(arguments: Arguments) -> Ending {
    let terminal = Terminal::new(&arguments.common);
    let common = arguments.common;
    let engine = || -> Result<Engine, Stop> {
        let layouts = Layouts::load(common.templates.as_deref())?;
        Ok(Engine::new(layouts, common.fonts.as_deref())?)
    };
    let ended = match arguments.command {
        Command::Render(render) => engine()
            .and_then(|engine| commands::render(&render, DocumentKind::Cv, &engine, &terminal)),
        Command::Letter(letter) => engine()
            .and_then(|engine| commands::render(&letter, DocumentKind::Letter, &engine, &terminal)),
        Command::Batch(batch) => {
            engine().and_then(|engine| commands::batch(&batch, &common, &engine, &terminal))
        }
        Command::Stream(stream) => {
            engine().and_then(|engine| commands::stream(&stream, &common, &engine))
        }
        Command::Worker(worker) => engine().and_then(|engine| commands::worker(&worker, &engine)),
        Command::Check(check) => {
            engine().and_then(|engine| commands::check(&check, &engine, &terminal))
        }
        Command::Text(text) => commands::text(&text, engine, &terminal),
        Command::New(new) => Layouts::load(common.templates.as_deref())
            .map_err(Stop::from)
            .and_then(|layouts| commands::new(&new, &layouts, &terminal)),
        Command::Fmt(fmt) => Ok(commands::fmt(&fmt, &terminal)),
        Command::Explain(explain) => commands::explain(&explain, &terminal),
        Command::Schema => Ok(commands::schema(&terminal)),
        Command::Gallery(gallery) => {
            engine().and_then(|engine| commands::gallery(&gallery, &engine, &terminal))
        }
        Command::Press(press) => commands::press(&press, engine, &terminal),
        Command::Layouts(layouts) => {
            engine().and_then(|engine| commands::layouts(&layouts, engine.layouts(), &terminal))
        }
        Command::Fonts => engine().map(|engine| commands::fonts(&engine, &terminal)),
        Command::Completions { shell } => Ok(commands::completions(shell, &terminal)),
        Command::Man => Ok(commands::man(&terminal)),
    };
    ended.unwrap_or_else(|Stop(ending, problems)| {
        terminal.problems(&problems);
        ending
    })
}
