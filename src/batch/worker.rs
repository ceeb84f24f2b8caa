//! Renders tasks in worker processes, which can be killed, or in threads of this process, for users
//! of the library. The command line always uses processes.

use rayon::ThreadPool;

use crate::batch::process::{JobRunner, Workers, serve_jobs};
use crate::batch::render_task::render_task;
use crate::batch::task::{Outcome, Task};
use crate::diagnostic::Diagnostics;
use crate::pipeline::threads::{cores, large_thread};
use crate::typeset::Engine;

/// Runs one task after the other.
pub enum TaskRunner<'a> {
    /// In a process.
    Process(JobRunner),
    /// In a thread.
    Thread(ThreadRunner<'a>),
}

impl TaskRunner<'_> {
    /// Runs a task.
    pub fn run(&mut self, task: &Task) -> Outcome {
        match self {
            Self::Process(runner) => {
                let name = task.source.name().display().to_string();
                match runner.run(task, &name, true, &|| false) {
                    // No newer request takes the place of a task.
                    Ok(outcome) => outcome.unwrap_or_default(),
                    Err(error) => Outcome::failed(task, error),
                }
            }
            Self::Thread(runner) => runner.run(task, &|| ()),
        }
    }
}

/// Returns a runner for each of the jobs that run at once; by default one per core.
///
/// # Errors
/// The threads cannot be started.
pub fn task_runners<'a>(
    workers: Option<&Workers>,
    jobs: Option<usize>,
    engine: &'a Engine,
) -> Result<Vec<TaskRunner<'a>>, Diagnostics> {
    let mut runners = Vec::new();
    for _ in 0..jobs.unwrap_or_else(cores) {
        runners.push(match workers {
            Some(workers) => TaskRunner::Process(JobRunner::new(workers.clone())),
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

    fn run(&self, task: &Task, progress: &(dyn Fn() + Sync)) -> Outcome {
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
    send: impl Fn(&str) -> bool + Sync,
    engine: &Engine,
) -> Result<(), Diagnostics> {
    let runner = ThreadRunner::new(engine)?;
    serve_jobs(lines, send, |task: Task, progress| {
        runner.run(&task, progress)
    })
}
