//! Renders tasks in worker processes, which can be killed, or in threads of this process, for users
//! of the library.
//!
//! Typst cannot be interrupted, and a lack of memory ends the whole process. A
//! worker process renders one profile after the other: apart from 20 ms at its start it costs what
//! a thread does, it can be killed and replaced, and no two of them share memory or caches. The
//! command line always uses processes.

use std::time::Duration;

use rayon::ThreadPool;

use crate::batch::process::{WaitError, WorkerProcess, Workers};
use crate::batch::render_task::render_task;
use crate::batch::task::{Outcome, Task};
use crate::batch::wire::{WorkerMessage, decode, encode};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::pipeline::threads::{cores, large_thread};
use crate::typeset::Engine;

/// Runs one task after the other.
pub enum TaskRunner<'a> {
    /// In a process.
    Process(ProcessRunner<'a>),
    /// In a thread.
    Thread(ThreadRunner<'a>),
}

impl TaskRunner<'_> {
    /// Runs a task.
    pub fn run(&mut self, task: &Task) -> Outcome {
        match self {
            Self::Process(runner) => runner.run(task),
            Self::Thread(runner) => runner.run(task, &|| ()),
        }
    }
}

/// Returns a runner for each of the jobs that run at once; by default one per core.
///
/// # Errors
/// The threads cannot be started.
pub fn task_runners<'a>(
    workers: Option<&'a Workers>,
    jobs: Option<usize>,
    engine: &'a Engine,
) -> Result<Vec<TaskRunner<'a>>, Diagnostics> {
    let mut runners = Vec::new();
    for _ in 0..jobs.unwrap_or_else(cores) {
        runners.push(match workers {
            Some(workers) => TaskRunner::Process(ProcessRunner {
                workers,
                idle: None,
            }),
            None => TaskRunner::Thread(ThreadRunner::new(engine)?),
        });
    }
    Ok(runners)
}

/// Runs tasks in this process.
pub struct ThreadRunner<'a> {
    pool: ThreadPool,
    engine: &'a Engine,
}

impl<'a> ThreadRunner<'a> {
    fn new(engine: &'a Engine) -> Result<Self, Diagnostics> {
        // Typst would spread each document over all cores, which are busy already.
        let pool = large_thread()?;
        Ok(Self { pool, engine })
    }

    fn run(&self, task: &Task, progress: &(impl Fn() + Sync)) -> Outcome {
        self.pool
            .install(|| render_task(task, self.engine, progress))
    }
}

/// Runs the tasks that another process sends, until it sends no more or stops reading the results.
/// `send` writes a line, and returns whether the other process still reads.
///
/// # Errors
/// The thread cannot be started.
pub fn serve(
    lines: impl Iterator<Item = String>,
    send: impl Fn(&str) -> bool + Send + Sync,
    engine: &Engine,
) -> Result<(), Diagnostics> {
    let runner = ThreadRunner::new(engine)?;
    let progress = encode(&WorkerMessage::Progress)?;
    for line in lines {
        // A line that cannot be read was cut off.
        let Some(task) = decode::<Task>(&line) else {
            break;
        };
        let outcome = runner.run(&task, &|| {
            send(&progress);
        });
        let line = match encode_outcome(outcome) {
            Ok(line) => line,
            Err(error) => encode_outcome(Outcome::failed(&task, error))?,
        };
        if !send(&line) {
            break;
        }
    }
    Ok(())
}

fn encode_outcome(outcome: Outcome) -> Result<String, Diagnostic> {
    encode(&WorkerMessage::Finished(Box::new(outcome)))
}

/// Runs tasks in a worker process, which is started when there is none.
pub struct ProcessRunner<'a> {
    workers: &'a Workers,
    idle: Option<WorkerProcess>,
}

impl ProcessRunner<'_> {
    fn run(&mut self, task: &Task) -> Outcome {
        let line = match encode(task) {
            Ok(line) => line + "\n",
            Err(error) => return Outcome::failed(task, error),
        };
        // A process that has died while it was idle, or that earlier tasks have filled, is not this
        // task's fault.
        if let Some(Ok(process)) = self.idle.take().map(|process| process.send(&line)) {
            match self.finish(process) {
                Err(WaitError::Memory) => {}
                finished => return finished.unwrap_or_else(|error| self.failed(task, error)),
            }
        }
        match WorkerProcess::start(self.workers).and_then(|process| process.send(&line)) {
            Ok(process) => {
                let finished = self.finish(process);
                finished.unwrap_or_else(|error| self.failed(task, error))
            }
            Err(error) => lost(task, &format!("cannot be started: {error}")),
        }
    }

    /// Waits for a process that has the task, and keeps it for the next one.
    fn finish(&mut self, mut process: WorkerProcess) -> Result<Outcome, WaitError> {
        let outcome = wait(&mut process, self.workers.timeout)?;
        self.idle = Some(process);
        Ok(outcome)
    }

    /// Returns the outcome of a task that was not finished.
    fn failed(&self, task: &Task, error: WaitError) -> Outcome {
        match error {
            WaitError::Timeout(limit) => timed_out(task, limit),
            WaitError::Memory => out_of_memory(task, self.workers.memory),
            WaitError::Ended(why) => lost(task, &why),
        }
    }
}

fn out_of_memory(task: &Task, limit: Option<u64>) -> Outcome {
    let name = task.source.name().display();
    let limit = limit.map_or(String::new(), |bytes| format!(" of {} MiB", bytes >> 20));
    let message = format!("`{name}` exceeds the memory limit{limit}");
    let error = Diagnostic::error(rule::MEMORY_LIMIT, message)
        .hint("raise the limit, as with `--max-memory 4096`");
    Outcome::failed(task, error)
}

fn lost(task: &Task, why: &str) -> Outcome {
    let name = task.source.name().display();
    let message = format!("the worker process of `{name}` {why}");
    let error = Diagnostic::error(rule::WORKER_FAILED, message)
        .hint("see what `cvpress render` says of the profile");
    Outcome::failed(task, error)
}

fn timed_out(task: &Task, limit: Duration) -> Outcome {
    let name = task.source.name().display();
    let seconds = limit.as_secs_f64();
    let message = format!("`{name}` exceeds the time limit of {seconds} s");
    let error = Diagnostic::error(rule::TIME_LIMIT, message)
        .hint("raise the limit, as with `--timeout 300`");
    Outcome::failed(task, error)
}

/// Waits until a process has finished its task. The limit applies to each document.
fn wait(process: &mut WorkerProcess, timeout: Option<Duration>) -> Result<Outcome, WaitError> {
    loop {
        match decode(&process.line(timeout)?) {
            Some(WorkerMessage::Progress) => {}
            Some(WorkerMessage::Finished(outcome)) => return Ok(*outcome),
            None => {
                let message = "sent a line that cannot be read";
                return Err(WaitError::Ended(message.to_owned()));
            }
        }
    }
}
