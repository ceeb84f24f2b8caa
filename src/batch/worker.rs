//! Who prints: processes of their own, so that one can be stopped, or, for callers of the library,
//! threads of this one.
//!
//! Typst cannot be interrupted, a stack that overflows ends its whole process, and so does a lack
//! of memory. A process for each core that prints one profile after the other costs what a thread
//! does, 20 ms at its start apart, and can be killed and replaced; and no two of them wait for each
//! other's memory or caches. The command line always uses them.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::batch::task::{Outcome, Task, run_task};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::pipeline::threads::{cores, threads};
use crate::typeset::Engine;

/// What a process says after each CV of a task: that it is still at work.
const BEAT: &str = "beat";

/// Somebody who prints one task after the other.
pub type TaskRunner<'a> = Box<dyn FnMut(&Task) -> Outcome + Send + 'a>;

/// How to start processes that print.
#[derive(Debug, Clone, Default)]
pub struct Workers {
    /// The program.
    pub program: PathBuf,
    /// What makes it [`serve`].
    pub arguments: Vec<OsString>,
    /// How long a CV may take; any time, where nothing is said.
    pub timeout: Option<Duration>,
}

/// As many who print as there are to be jobs at once.
///
/// # Errors
/// The threads cannot be started.
pub fn task_runners<'a>(
    workers: Option<&'a Workers>,
    jobs: Option<usize>,
    engine: &'a Engine,
) -> Result<Vec<TaskRunner<'a>>, Diagnostics> {
    let one = || -> Result<TaskRunner<'a>, Diagnostics> {
        match workers {
            Some(workers) => {
                let mut process = None;
                Ok(Box::new(move |task| workers.print(task, &mut process)))
            }
            None => Ok(Box::new(here(engine, || ())?)),
        }
    };
    (0..jobs.unwrap_or_else(cores)).map(|_| one()).collect()
}

/// Prints in this process.
fn here(
    engine: &Engine,
    beat: impl Fn() + Send + Sync,
) -> Result<impl FnMut(&Task) -> Outcome + Send, Diagnostics> {
    // Typst would spread each CV over all cores, where others are at work already.
    let pool = threads(1)?;
    Ok(move |task: &Task| pool.install(|| run_task(task, engine, &beat)))
}

/// Prints what another process asks for, line by line, until it asks for nothing more or does not
/// listen to what is said.
///
/// # Errors
/// The thread cannot be started.
pub fn serve(
    asked: impl Iterator<Item = String>,
    say: impl Fn(&str) -> bool + Send + Sync,
    engine: &Engine,
) -> Result<(), Diagnostics> {
    let say = &say;
    let mut print = here(engine, || {
        say(BEAT);
    })?;
    for task in asked {
        // Both sides are the same program: what cannot be read was cut off.
        let Ok(task) = serde_json::from_str(&task) else {
            break;
        };
        let outcome = print(&task);
        if !serde_json::to_string(&outcome).is_ok_and(|line| say(&line)) {
            break;
        }
    }
    Ok(())
}

/// A process that prints.
struct Process {
    child: Child,
    input: ChildStdin,
    said: Receiver<String>,
}

impl Workers {
    /// Prints a task in a process, which is started where there is none.
    fn print(&self, task: &Task, process: &mut Option<Process>) -> Outcome {
        let name = task.origin.name().display();
        let lost = |why: String| {
            let message = format!("the process that was to print `{name}` {why}");
            let error = Diagnostic::error(rule::PROCESS_LOST, message);
            Outcome::failed(
                task,
                error.hint("it may need more memory, as with `--max-memory 16384`"),
            )
        };
        let line = serde_json::to_string(task).unwrap_or_default() + "\n";
        // One that has died since its last task is no fault of this one's.
        let kept = process.take().and_then(|kept| kept.given(&line).ok());
        let started =
            kept.map_or_else(|| Process::start(self).and_then(|new| new.given(&line)), Ok);
        let mut worker = match started {
            Ok(worker) => worker,
            Err(error) => return lost(format!("cannot be started: {error}")),
        };
        loop {
            let said = match self.timeout {
                Some(timeout) => worker.said.recv_timeout(timeout),
                None => worker
                    .said
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected),
            };
            match said {
                Ok(said) if said == BEAT => {}
                Ok(said) => {
                    *process = Some(worker);
                    return serde_json::from_str(&said)
                        .unwrap_or_else(|error| lost(format!("said: {error}")));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.timeout.unwrap_or_default().as_secs_f64();
                    let message = format!("a CV of `{name}` took more than {seconds} s");
                    let error = Diagnostic::error(rule::TIME_LIMIT, message);
                    return Outcome::failed(task, error.hint("allow more, as in `--timeout 300`"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let status = worker
                        .child
                        .wait()
                        .map_or_else(|error| error.to_string(), |status| status.to_string());
                    return lost(format!("ended before it was done: {status}"));
                }
            }
        }
    }
}

impl Process {
    fn start(workers: &Workers) -> io::Result<Self> {
        let mut command = Command::new(&workers.program);
        command
            .args(&workers.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // An interrupt from the keyboard is for whoever gave the task, who lets it be finished.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no input and output"));
        };
        let (say, said) = channel();
        std::thread::Builder::new().spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.into_iter().try_for_each(|line| say.send(line))
        })?;
        Ok(Self { child, input, said })
    }

    /// The process, once it was given a task.
    fn given(mut self, line: &str) -> io::Result<Self> {
        self.input.write_all(line.as_bytes())?;
        self.input.flush()?;
        Ok(self)
    }
}

impl Drop for Process {
    /// It has nothing to do, or does not come to an end.
    fn drop(&mut self) {
        // One that has ended already cannot be killed, and is as it should be.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
