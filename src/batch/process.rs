//! Processes of this program that do jobs for this one, and end at their limits.
//!
//! Typst cannot be interrupted, and a lack of memory ends the whole process. A worker process does
//! one job after the other: apart from 20 ms at its start it costs what a thread does, it can be
//! killed and replaced, and no two of them share memory or caches.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::batch::wire::{decode, encode};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};

/// The time between two looks at the limits.
const LOOK: Duration = Duration::from_millis(100);

/// The time that a job may take while a newer request waits. Most end sooner than a new process
/// would be ready.
const PATIENCE: Duration = Duration::from_secs(2);

/// The exit code of a worker that has reached its limit of memory.
pub const MEMORY_EXIT: u8 = 86;

/// How to start worker processes.
#[derive(Debug, Clone, Default)]
pub struct Workers {
    /// The program.
    pub program: PathBuf,
    /// The arguments that make it answer lines of standard input.
    pub arguments: Vec<OsString>,
    /// The time limit of a document, if any.
    pub timeout: Option<Duration>,
    /// The limit of resident memory in bytes, if any, at which the process exits with
    /// [`MEMORY_EXIT`].
    pub memory: Option<u64>,
}

/// What a worker process sends.
#[derive(Serialize, Deserialize)]
enum Message<A> {
    /// It has rendered a document of its job, and goes on.
    Progress,
    /// It has finished its job.
    Finished(A),
}

/// Does the jobs that another process sends, until it sends no more or stops reading the answers.
/// `send` writes a line, and returns whether the other process still reads. `run` does a job, and
/// calls its second argument after each document.
///
/// # Errors
/// An answer cannot be written as a line, which is an internal error.
pub fn serve_jobs<J: DeserializeOwned, A: Serialize>(
    lines: impl Iterator<Item = String>,
    send: impl Fn(&str) -> bool + Sync,
    mut run: impl FnMut(J, &(dyn Fn() + Sync)) -> A,
) -> Result<(), Diagnostics> {
    let progress = encode(&Message::<()>::Progress)?;
    for line in lines {
        // A line that cannot be read was cut off.
        let Some(job) = decode(&line) else {
            break;
        };
        let answer = run(job, &|| {
            send(&progress);
        });
        if !send(&encode(&Message::Finished(answer))?) {
            break;
        }
    }
    Ok(())
}

/// Runs jobs in a worker process, and replaces the process when it must end.
pub struct JobRunner {
    workers: Workers,
    idle: Option<WorkerProcess>,
}

/// Why a process has not finished a job.
enum GivenUp {
    /// A newer request waits.
    Superseded,
    /// It did not finish a document in this time.
    Time(Duration),
    /// It needs more memory than is allowed.
    Memory,
    /// It ended, or its output is wrong.
    Ended(String),
}

impl JobRunner {
    /// Creates a runner, which starts a process for its first job.
    pub fn new(workers: Workers) -> Self {
        Self {
            workers,
            idle: None,
        }
    }

    /// Replaces the process, so that a new one, which reads the layouts again, is ready for the
    /// next job.
    pub fn restart(&mut self) {
        self.idle = WorkerProcess::start(&self.workers).ok();
    }

    /// Returns whether the next job finds what the last one left.
    pub fn remembers(&self) -> bool {
        self.idle.is_some()
    }

    /// Does a job that messages call `name`; returns `None` if it was given up because
    /// `is_superseded` tells that a newer request waits. A job that is whole can be done by any
    /// process, and others only by the one that did the job before.
    ///
    /// # Errors
    /// A limit was reached, or the process has ended.
    pub fn run<A: DeserializeOwned>(
        &mut self,
        job: &impl Serialize,
        name: &str,
        is_whole: bool,
        is_superseded: &dyn Fn() -> bool,
    ) -> Result<Option<A>, Diagnostic> {
        let line = encode(job)? + "\n";
        if let Some(Ok(process)) = self.idle.take().map(|process| process.send(&line)) {
            match self.finish(process, is_superseded) {
                // A process that has died while it was idle, or that earlier jobs have filled, is
                // not the fault of this one.
                Err(GivenUp::Memory | GivenUp::Ended(_)) if is_whole => {}
                finished => return self.answer(finished, name),
            }
        }
        let started = WorkerProcess::start(&self.workers);
        let finished = match started.and_then(|process| process.send(&line)) {
            Ok(process) => self.finish(process, is_superseded),
            Err(error) => Err(GivenUp::Ended(format!("cannot be started: {error}"))),
        };
        self.answer(finished, name)
    }

    /// Waits for a process that has the job, and keeps it for the next one.
    fn finish<A: DeserializeOwned>(
        &mut self,
        mut process: WorkerProcess,
        is_superseded: &dyn Fn() -> bool,
    ) -> Result<A, GivenUp> {
        let answer = process.answer(self.workers.timeout, is_superseded)?;
        self.idle = Some(process);
        Ok(answer)
    }

    fn answer<A>(&self, finished: Result<A, GivenUp>, name: &str) -> Result<Option<A>, Diagnostic> {
        let subject = format!("`{name}`");
        match finished {
            Ok(answer) => Ok(Some(answer)),
            Err(GivenUp::Superseded) => Ok(None),
            Err(GivenUp::Time(limit)) => Err(time_limit(&subject, limit)),
            Err(GivenUp::Memory) => Err(memory_limit(&subject, self.workers.memory)),
            Err(GivenUp::Ended(why)) => {
                let message = format!("the worker process of {subject} {why}");
                let error = Diagnostic::error(rule::WORKER_FAILED, message);
                Err(error.hint("see what `cvpress render` says of the profile"))
            }
        }
    }
}

/// Returns the error that something, such as `` `ada.toml` ``, takes too much time.
pub fn time_limit(subject: &str, limit: Duration) -> Diagnostic {
    let seconds = limit.as_secs_f64();
    let message = format!("{subject} exceeds the time limit of {seconds} s");
    Diagnostic::error(rule::TIME_LIMIT, message).hint("raise the limit, as with `--timeout 300`")
}

/// Returns the error that something takes too much memory. The limit is in bytes.
pub fn memory_limit(subject: &str, limit: Option<u64>) -> Diagnostic {
    let limit = limit.map_or(String::new(), |bytes| format!(" of {} MiB", bytes >> 20));
    let message = format!("{subject} exceeds the memory limit{limit}");
    Diagnostic::error(rule::MEMORY_LIMIT, message)
        .hint("raise the limit, as with `--max-memory 4096`")
}

/// A running process, which is killed when this is dropped.
struct WorkerProcess {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl WorkerProcess {
    fn start(workers: &Workers) -> io::Result<Self> {
        let mut command = Command::new(&workers.program);
        command
            .args(&workers.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // An interrupt from the keyboard is for the main process, which lets tasks finish.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no input and output"));
        };
        let (sender, lines) = channel();
        std::thread::Builder::new().spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        })?;
        Ok(Self {
            child,
            input,
            lines,
        })
    }

    /// Sends a text that ends with a line break, and returns the process if it reads.
    fn send(mut self, line: &str) -> io::Result<Self> {
        self.input.write_all(line.as_bytes())?;
        self.input.flush()?;
        Ok(self)
    }

    /// Waits for the answer to a job. The limit applies to each document.
    fn answer<A: DeserializeOwned>(
        &mut self,
        limit: Option<Duration>,
        is_superseded: &dyn Fn() -> bool,
    ) -> Result<A, GivenUp> {
        let look = limit.map_or(LOOK, |limit| limit.min(LOOK));
        let began = Instant::now();
        let mut progress = began;
        loop {
            match self.lines.recv_timeout(look) {
                Ok(line) => match decode(&line) {
                    Some(Message::Progress) => progress = Instant::now(),
                    Some(Message::Finished(answer)) => return Ok(answer),
                    None => {
                        let message = "sent a line that cannot be read";
                        return Err(GivenUp::Ended(message.to_owned()));
                    }
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
            if let Some(limit) = limit.filter(|limit| progress.elapsed() >= *limit) {
                return Err(GivenUp::Time(limit));
            }
            if began.elapsed() >= PATIENCE && is_superseded() {
                return Err(GivenUp::Superseded);
            }
        }
    }

    fn ended(&mut self) -> GivenUp {
        let status = match self.child.wait() {
            Ok(status) if status.code() == Some(MEMORY_EXIT.into()) => return GivenUp::Memory,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        GivenUp::Ended(format!("ended before it had finished: {status}"))
    }
}

impl Drop for WorkerProcess {
    /// Kills the process, which is idle or does not finish.
    fn drop(&mut self) {
        // A process that has ended already cannot be killed, which is fine.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
