//! Reads jobs as lines of JSON, and answers each, so that other programs can drive cvpress.
//! `docs/stream.md` specifies the protocol.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Serialize;
use serde_json::Value as Json;

use crate::batch::ordered_pool::{self, PoolWorker};
use crate::batch::process::Workers;
use crate::batch::stream_job::{Job, PROFILE_FORMAT, read_job};
use crate::batch::task::{Destination, Outcome, Task};
use crate::batch::worker::{TaskRunner, task_runners};
use crate::diagnostic::{Diagnostic, Diagnostics, rule, serialize_json};
use crate::layout::Layouts;
use crate::pipeline::RenderOptions;
use crate::pipeline::threads::no_threads;
use crate::typeset::Engine;

/// The maximum length of a line, in bytes.
const LONGEST: usize = 64 << 20;

/// The answer to a job.
#[derive(Debug, Serialize)]
pub struct StreamAnswer {
    id: Json,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<AnswerOutput>,
    /// The file, under the name of its format, if no file was named.
    #[serde(flatten)]
    file: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pages: Option<usize>,
    #[serde(serialize_with = "serialize_json")]
    diagnostics: Diagnostics,
    seconds: f64,
}

/// What was written.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum AnswerOutput {
    /// A file of all pages.
    File(String),
    /// An image per page.
    Images(Vec<String>),
}

/// Runs the jobs of `input`, several at once, and answers them in order, until the input ends or
/// `answer` reports that its reader is gone. `options` apply to all jobs.
///
/// # Errors
/// The threads cannot be started, or the input cannot be read. The jobs before that are answered.
pub fn stream(
    mut input: impl BufRead + Send,
    mut answer: impl FnMut(&StreamAnswer) -> bool + Send,
    options: &RenderOptions,
    jobs: Option<usize>,
    workers: Option<&Workers>,
    engine: &Engine,
) -> Result<(), Diagnostics> {
    let is_read = AtomicBool::new(true);
    let mut pool_workers: Vec<PoolWorker<Line, StreamAnswer>> = Vec::new();
    for mut runner in task_runners(workers, jobs, engine)? {
        let layouts = engine.layouts();
        pool_workers.push(Box::new(move |line| {
            run_job(&line, options, layouts, &mut runner)
        }));
    }
    let mut failure = None;
    let next = || {
        if !is_read.load(Ordering::Relaxed) {
            return None;
        }
        next_job(&mut input).unwrap_or_else(|error| {
            failure = Some(error);
            None
        })
    };
    let report = |result: StreamAnswer| {
        if is_read.load(Ordering::Relaxed) && !answer(&result) {
            is_read.store(false, Ordering::Relaxed);
        }
    };
    ordered_pool::run(pool_workers, next, report).map_err(no_threads)?;
    match failure {
        Some(error) => Err(unreadable(&error).into()),
        None => Ok(()),
    }
}

fn unreadable(error: &io::Error) -> Diagnostic {
    let message = format!("cannot read the jobs: {error}");
    Diagnostic::error(rule::UNREADABLE_FILE, message)
}

fn run_job(
    line: &Line,
    options: &RenderOptions,
    layouts: &Layouts,
    runner: &mut TaskRunner,
) -> StreamAnswer {
    let Job { id, task } = read_job(line.bytes(), options, layouts);
    match task {
        Ok(task) => StreamAnswer::new(id, Some(&task), runner.run(&task)),
        Err(problems) => StreamAnswer::failed(id, problems),
    }
}

impl StreamAnswer {
    fn failed(id: Json, problems: Diagnostics) -> Self {
        let outcome = Outcome {
            problems,
            ..Outcome::default()
        };
        Self::new(id, None, outcome)
    }

    fn new(id: Json, task: Option<&Task>, outcome: Outcome) -> Self {
        let ok = task.is_some() && outcome.failed.is_empty();
        let output = match task.map(|task| &task.destination) {
            Some(Destination::File(_)) => Some(AnswerOutput::of(&outcome)),
            Some(Destination::Profile(Some(path))) => {
                Some(AnswerOutput::File(path.display().to_string()))
            }
            _ => None,
        };
        Self {
            id,
            ok,
            output: output.filter(|_| ok),
            pages: pages(&outcome),
            file: file(task, outcome.bytes),
            diagnostics: outcome.problems,
            seconds: outcome.time.as_secs_f64(),
        }
    }
}

/// Returns the file that goes into the answer: a text as it is, any other in Base64.
fn file(task: Option<&Task>, bytes: Option<Vec<u8>>) -> BTreeMap<&'static str, String> {
    let Some((task, bytes)) = task.zip(bytes) else {
        return BTreeMap::new();
    };
    let (name, is_text) = match (&task.destination, task.options.formats().first()) {
        (Destination::Profile(_), _) => (PROFILE_FORMAT, true),
        (_, Some(format)) => (format.extension(), format.is_text()),
        (_, None) => return BTreeMap::new(),
    };
    let text = if is_text {
        String::from_utf8_lossy(&bytes).into_owned()
    } else {
        BASE64_STANDARD.encode(bytes)
    };
    BTreeMap::from([(name, text)])
}

/// Returns the number of pages, if the files show pages.
fn pages(outcome: &Outcome) -> Option<usize> {
    let extent = outcome.rendered.first()?.extent?;
    Some(extent.pages)
}

impl AnswerOutput {
    fn of(outcome: &Outcome) -> Self {
        let files = outcome.rendered.iter().map(|file| file.file.clone());
        if outcome.rendered.iter().any(|file| file.page.is_some()) {
            Self::Images(files.collect())
        } else {
            Self::File(files.collect())
        }
    }
}

/// A line of the input.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    Bytes(Vec<u8>),
    TooLong,
}

impl Line {
    /// Returns its bytes; `None` if it is too long.
    fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::TooLong => None,
        }
    }

    fn is_blank(&self) -> bool {
        self.bytes()
            .is_some_and(|bytes| bytes.trim_ascii().is_empty())
    }
}

/// Returns the next line that is not blank; `None` at the end.
fn next_job(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    loop {
        match read_line(input)? {
            Some(line) if line.is_blank() => {}
            line => return Ok(line),
        }
    }
}

/// Reads a line, keeping no more than the maximum length in memory; `None` at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let part = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            part => part?,
        };
        let line_break = part.iter().position(|byte| *byte == b'\n');
        let taken = line_break.map_or(part.len(), |index| index + 1);
        if part.is_empty() && line.is_empty() && !is_too_long {
            return Ok(None);
        }
        is_too_long |= line.len() + taken > LONGEST;
        if is_too_long {
            line.clear();
        } else {
            line.extend_from_slice(&part[..taken]);
        }
        let is_end = line_break.is_some() || part.is_empty();
        input.consume(taken);
        if is_end {
            return Ok(Some(if is_too_long {
                Line::TooLong
            } else {
                Line::Bytes(line)
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skips_line_that_is_too_long() {
        let long = vec![b'x'; LONGEST + 1];
        let mut input = &[&long[..], b"\nshort\nlast"].concat()[..];
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).expect("bytes") {
            lines.push(line);
        }
        let short = Line::Bytes(b"short\n".to_vec());
        let last = Line::Bytes(b"last".to_vec());
        assert_eq!(lines, [Line::TooLong, short, last]);
    }
}
