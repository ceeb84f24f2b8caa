//! Sends jobs to the worker process of a session, and replaces the process when it must end.
//!
//! Typst cannot be interrupted, and a profile may take all memory: only a process of its own can be
//! stopped without the server.

use std::time::{Duration, Instant};

use crate::batch::{WaitError, WorkerProcess, Workers, decode, encode};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::ide::EditedProfile;
use crate::pipeline::RenderOptions;
use crate::preview::messages::{Answer, FindingsJob, PreviewJob};

/// The time between two looks for a newer request.
const LOOK: Duration = Duration::from_millis(100);

/// The time that a job may take while a newer request waits. Most end sooner than a new process
/// would be ready.
const PATIENCE: Duration = Duration::from_secs(2);

/// Runs jobs in a worker process.
pub struct JobRunner {
    workers: Workers,
    idle: Option<WorkerProcess>,
}

/// Why a job has no answer.
pub enum JobError {
    /// A newer request waits.
    Superseded,
    /// It reached a limit, or the process has ended.
    Failed(Diagnostic),
}

/// Why a process has not finished a job.
enum GivenUp {
    Superseded,
    Time(Duration),
    Memory,
    Ended(String),
}

impl JobRunner {
    /// Starts a process, so that it is ready for the first job.
    pub fn new(workers: Workers) -> Self {
        let idle = WorkerProcess::start(&workers).ok();
        Self { workers, idle }
    }

    /// Ends the process: the next job gets a new one, which reads the layouts again.
    pub fn restart(&mut self) {
        self.idle = WorkerProcess::start(&self.workers).ok();
    }

    /// Returns whether the next job finds what the last one showed.
    pub fn remembers(&self) -> bool {
        self.idle.is_some()
    }

    /// Does a job. `is_superseded` tells whether a newer request waits.
    ///
    /// # Errors
    /// The job was given up.
    pub fn run(
        &mut self,
        job: &PreviewJob,
        name: &str,
        is_superseded: &dyn Fn() -> bool,
    ) -> Result<Answer, JobError> {
        let line = encode(job).map_err(JobError::Failed)? + "\n";
        // A process that has died while it was idle, or that earlier jobs have filled, is not the
        // fault of this one.
        if let Some(Ok(process)) = self.idle.take().map(|process| process.send(&line)) {
            match self.finish(process, is_superseded) {
                Err(GivenUp::Memory | GivenUp::Ended(_)) if job.has_text() => {}
                finished => return finished.map_err(|why| self.error(why, name)),
            }
        }
        let started = WorkerProcess::start(&self.workers).and_then(|process| process.send(&line));
        let finished = match started {
            Ok(process) => self.finish(process, is_superseded),
            Err(error) => Err(GivenUp::Ended(format!("cannot be started: {error}"))),
        };
        finished.map_err(|why| self.error(why, name))
    }

    /// Returns what `check` says of a text that is not shown; `None` if a newer request waits.
    ///
    /// # Errors
    /// A limit was reached, or the process has ended.
    pub fn findings(
        &mut self,
        profile: EditedProfile<'_>,
        options: &RenderOptions,
        is_superseded: &dyn Fn() -> bool,
    ) -> Result<Option<Diagnostics>, Diagnostic> {
        let job = PreviewJob::Findings(Box::new(FindingsJob {
            name: profile.name.to_owned(),
            folder: profile.folder.to_path_buf(),
            text: profile.text.to_owned(),
            options: options.clone(),
        }));
        match self.run(&job, profile.name, is_superseded) {
            Ok(Answer::Problems(problems)) => Ok(Some(problems)),
            Ok(_) | Err(JobError::Superseded) => Ok(None),
            Err(JobError::Failed(problem)) => Err(problem),
        }
    }

    /// Waits for a process that has the job, and keeps it for the next one.
    fn finish(
        &mut self,
        mut process: WorkerProcess,
        is_superseded: &dyn Fn() -> bool,
    ) -> Result<Answer, GivenUp> {
        let answer = self.wait(&mut process, is_superseded)?;
        self.idle = Some(process);
        Ok(answer)
    }

    fn wait(
        &self,
        process: &mut WorkerProcess,
        is_superseded: &dyn Fn() -> bool,
    ) -> Result<Answer, GivenUp> {
        let look = self.workers.timeout.map_or(LOOK, |limit| limit.min(LOOK));
        let began = Instant::now();
        loop {
            match process.line(Some(look)) {
                Ok(line) => {
                    let message = "sent a line that cannot be read";
                    let answer = decode(&line);
                    return answer.ok_or_else(|| GivenUp::Ended(message.to_owned()));
                }
                Err(WaitError::Timeout(_)) => {}
                Err(WaitError::Memory) => {
                    return Err(GivenUp::Memory);
                }
                Err(WaitError::Ended(why)) => return Err(GivenUp::Ended(why)),
            }
            let elapsed = began.elapsed();
            if let Some(limit) = self.workers.timeout.filter(|limit| elapsed >= *limit) {
                return Err(GivenUp::Time(limit));
            }
            if elapsed >= PATIENCE && is_superseded() {
                return Err(GivenUp::Superseded);
            }
        }
    }

    fn error(&self, why: GivenUp, name: &str) -> JobError {
        match why {
            GivenUp::Superseded => JobError::Superseded,
            GivenUp::Time(limit) => JobError::Failed(timed_out(name, limit)),
            GivenUp::Memory => JobError::Failed(self.out_of_memory(name)),
            GivenUp::Ended(why) => JobError::Failed(lost(name, &why)),
        }
    }

    fn out_of_memory(&self, name: &str) -> Diagnostic {
        let limit = self.workers.memory;
        let limit = limit.map_or(String::new(), |bytes| format!(" of {} MiB", bytes >> 20));
        let message = format!("`{name}` exceeds the memory limit{limit}");
        Diagnostic::error(rule::MEMORY_LIMIT, message)
            .hint("raise the limit, as with `--max-memory 4096`")
    }
}

fn lost(name: &str, why: &str) -> Diagnostic {
    let message = format!("the worker process of `{name}` {why}");
    Diagnostic::error(rule::WORKER_FAILED, message)
        .hint("see what `cvpress render` says of the profile")
}

fn timed_out(name: &str, limit: Duration) -> Diagnostic {
    let message = format!(
        "`{name}` exceeds the time limit of {} s",
        limit.as_secs_f64()
    );
    Diagnostic::error(rule::TIME_LIMIT, message).hint("raise the limit, as with `--timeout 300`")
}
