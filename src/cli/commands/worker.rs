//! `cvpress worker` and `cvpress preview-worker`: render for other commands, in a process of their
//! own.

use std::sync::mpsc::{Receiver, channel};

use crate::batch::{self, Workers};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::GlobalArgs;
use crate::cli::terminal;
use crate::cli::watchdog::Limits;
use crate::diagnostic::{Diagnostic, rule};
use crate::preview;
use crate::typeset::Engine;

/// The name of the command that renders for a batch.
pub const WORKER: &str = "worker";

/// The name of the command that renders for a preview.
pub const PREVIEW_WORKER: &str = "preview-worker";

/// Renders what the parent process requests, and ends with it.
pub fn worker(engine: &Engine) -> Result<Exit, CommandError> {
    batch::serve(requests().into_iter(), terminal::answer, engine)?;
    Ok(Exit::Success)
}

/// Renders what the preview of the parent process shows, and ends with it.
pub fn preview_worker(engine: &Engine) -> Result<Exit, CommandError> {
    preview::serve(requests().into_iter(), terminal::answer, engine)?;
    Ok(Exit::Success)
}

/// Reads the requests of the parent process.
fn requests() -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
        // The parent has ended: no one waits for the work in progress.
        std::process::exit(0);
    });
    receiver
}

/// Returns how to start this program as a worker, with one of the commands for it.
pub fn workers(command: &str, global: &GlobalArgs) -> Result<Workers, CommandError> {
    let program = global.invocation.program().map_err(|error| {
        let message = format!("cannot find the path of this program: {error}");
        Diagnostic::error(rule::INTERNAL, message)
    })?;
    let Limits {
        timeout, memory, ..
    } = Limits::from(&global.limits);
    let mebibytes = memory.map_or("off".to_owned(), |bytes| (bytes >> 20).to_string());
    let mut arguments = program.arguments;
    arguments.extend([command.into(), "--max-memory".into(), mebibytes.into()]);
    if let Some(templates) = &global.templates {
        arguments.extend(["--templates".into(), templates.into()]);
    }
    if let Some(fonts) = &global.fonts {
        arguments.extend(["--fonts".into(), fonts.into()]);
    }
    Ok(Workers {
        program: program.file,
        arguments,
        timeout,
        memory,
    })
}
