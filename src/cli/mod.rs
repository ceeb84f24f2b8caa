//! Arguments, terminal and exit codes; nothing of what a CV is.
//!
//! Uses `batch` and the types that it is called with.

pub mod args;
mod commands;
mod terminal;

use std::process::ExitCode;

use args::{Arguments, Command};
use terminal::Terminal;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::layout::Layouts;
use crate::selection::Piece;
use crate::typeset::Base;

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
            Diagnostic::error("usage", message).into(),
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
    let base = || -> Result<Base, Stop> {
        let layouts = Layouts::load(common.templates.as_deref())?;
        Ok(Base::new(layouts, common.fonts.as_deref())?)
    };
    let ended = match arguments.command {
        Command::Render(render) => {
            base().and_then(|base| commands::render(&render, Piece::Cv, &base, &terminal))
        }
        Command::Letter(letter) => {
            base().and_then(|base| commands::render(&letter, Piece::Letter, &base, &terminal))
        }
        Command::Batch(batch) => {
            base().and_then(|base| commands::batch(&batch, &common, &base, &terminal))
        }
        Command::Stream(stream) => {
            base().and_then(|base| commands::stream(&stream, &common, &base))
        }
        Command::Worker(worker) => base().and_then(|base| commands::worker(&worker, &base)),
        Command::Check(check) => base().and_then(|base| commands::check(&check, &base, &terminal)),
        Command::Text(text) => commands::text(&text, base, &terminal),
        Command::New(new) => Layouts::load(common.templates.as_deref())
            .map_err(Stop::from)
            .and_then(|layouts| commands::new(&new, &layouts, &terminal)),
        Command::Fmt(fmt) => Ok(commands::fmt(&fmt, &terminal)),
        Command::Explain(explain) => commands::explain(&explain, &terminal),
        Command::Schema => Ok(commands::schema(&terminal)),
        Command::Gallery(gallery) => {
            base().and_then(|base| commands::gallery(&gallery, &base, &terminal))
        }
        Command::Press(press) => commands::press(&press, base, &terminal),
        Command::Layouts(layouts) => {
            base().and_then(|base| commands::layouts(&layouts, base.layouts(), &terminal))
        }
        Command::Fonts => base().map(|base| commands::fonts(&base, &terminal)),
        Command::Completions { shell } => Ok(commands::completions(shell, &terminal)),
        Command::Man => Ok(commands::man(&terminal)),
    };
    ended.unwrap_or_else(|Stop(ending, problems)| {
        terminal.problems(&problems);
        ending
    })
}
