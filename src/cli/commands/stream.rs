//! `cvpress stream`: does the jobs that standard input asks for; and the processes that print for
//! it and for `cvpress batch`.

use std::ffi::OsString;
use std::io::BufReader;
use std::sync::mpsc::channel;

use crate::batch::{self, Workers};
use crate::cli::args::{Common, Limits, Stream, Worker};
use crate::cli::commands::{export_options, line, today};
use crate::cli::{Ending, Stop, terminal};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::pipeline::RenderOptions;
use crate::typeset::Engine;

/// The command by which the program is started to print for another one.
pub const WORKER: &str = "worker";

/// Answers every line, and fails only where it cannot go on.
pub fn stream(arguments: &Stream, common: &Common, engine: &Engine) -> Result<Ending, Stop> {
    let export = export_options()?;
    let limits = &arguments.limits;
    let options = RenderOptions {
        today: today(export.source_date_epoch),
        export,
        max_pages: Some(limits.max_pages),
        ..RenderOptions::default()
    };
    let workers = workers(limits, common)?;
    let input = BufReader::new(std::io::stdin());
    let answer = |answer: &batch::StreamAnswer| terminal::answer(&line(answer));
    batch::stream(
        input,
        answer,
        &options,
        limits.jobs.map(Into::into),
        Some(&workers),
        engine,
    )?;
    Ok(Ending::Done)
}

/// How to start this program so that it prints.
pub fn workers(limits: &Limits, common: &Common) -> Result<Workers, Stop> {
    let program = std::env::current_exe().map_err(|error| {
        Diagnostics::from(Diagnostic::error(
            rule::INTERNAL,
            format!("cannot tell which program this is: {error}"),
        ))
    })?;
    let mut arguments: Vec<OsString> = vec![
        WORKER.into(),
        "--max-memory".into(),
        limits.max_memory.to_string().into(),
    ];
    for (name, folder) in [
        ("--templates", &common.templates),
        ("--fonts", &common.fonts),
    ] {
        arguments.extend(
            folder
                .iter()
                .flat_map(|folder| [name.into(), folder.into()]),
        );
    }
    Ok(Workers {
        program,
        arguments,
        timeout: limits.timeout.0,
    })
}

/// Prints what the process that started this one asks for, and ends with it.
pub fn worker(arguments: &Worker, engine: &Engine) -> Result<Ending, Stop> {
    #[cfg(unix)]
    if let Some(mebibytes) = arguments.max_memory {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let bytes = Some(mebibytes.saturating_mul(1 << 20));
        // A system that knows no such limit goes on without.
        let _ = setrlimit(
            Resource::As,
            Rlimit {
                current: bytes,
                maximum: bytes,
            },
        );
    }
    let (ask, asked) = channel();
    std::thread::spawn(move || {
        let lines = std::io::stdin().lines().map_while(Result::ok);
        drop(lines.into_iter().try_for_each(|line| ask.send(line)));
        // Whoever waited for what is still being printed is not there any more.
        std::process::exit(0);
    });
    batch::serve(
        asked.into_iter(),
        |said| terminal::answer(&format!("{said}\n")),
        engine,
    )?;
    Ok(Ending::Done)
}
