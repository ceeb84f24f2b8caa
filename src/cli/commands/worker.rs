//! `cvpress worker`: renders for `cvpress batch` and `cvpress stream`, in a process of its own.

use std::ffi::OsString;
use std::sync::mpsc::{Receiver, channel};

use clap::Args;

use crate::batch::{self, Workers};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{GlobalArgs, LimitArgs};
use crate::cli::terminal;
use crate::diagnostic::{Diagnostic, rule};
use crate::typeset::Engine;

/// The name of the command.
const WORKER: &str = "worker";

/// The arguments of `cvpress worker`.
#[derive(Debug, Args)]
pub struct WorkerArgs {
    /// Memory limit of the process, in MiB [default: none]
    #[arg(long)]
    pub max_memory: Option<u64>,
}

/// Renders what the parent process requests, and ends with it.
pub fn worker(args: &WorkerArgs, engine: &Engine) -> Result<Exit, CommandError> {
    #[cfg(unix)]
    if let Some(mebibytes) = args.max_memory {
        limit_memory(mebibytes);
    }
    batch::serve(requests().into_iter(), terminal::answer, engine)?;
    Ok(Exit::Success)
}

#[cfg(unix)]
fn limit_memory(mebibytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let bytes = Some(mebibytes.saturating_mul(1 << 20));
    let limit = Rlimit {
        current: bytes,
        maximum: bytes,
    };
    // A system without this limit renders without it.
    let _ = setrlimit(Resource::As, limit);
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

/// Returns how to start this program as a worker.
pub fn workers(limits: &LimitArgs, global: &GlobalArgs) -> Result<Workers, CommandError> {
    let program = std::env::current_exe().map_err(|error| {
        let message = format!("cannot find the path of this program: {error}");
        Diagnostic::error(rule::INTERNAL, message)
    })?;
    let mut arguments: Vec<OsString> = vec![
        WORKER.into(),
        "--max-memory".into(),
        limits.max_memory.to_string().into(),
    ];
    if let Some(templates) = &global.templates {
        arguments.extend(["--templates".into(), templates.into()]);
    }
    if let Some(fonts) = &global.fonts {
        arguments.extend(["--fonts".into(), fonts.into()]);
    }
    Ok(Workers {
        program,
        arguments,
        timeout: limits.timeout.0,
    })
}
