//! Runs every command under limits of time and memory, whatever it reads.
//!
//! The command runs in a thread of its own, and the main thread watches it: Typst cannot be
//! interrupted, so the process ends at a limit. Files are complete or absent even then. A command
//! for several profiles goes on in a new process with those that are left. `batch` and `stream`
//! watch their workers instead, and a worker only its own memory, as its parent watches the time.

use std::io;
use std::process::Command;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::batch;
use crate::cli::exit::Exit;
use crate::cli::invocation::Invocation;
use crate::cli::memory;
use crate::cli::options::LimitArgs;
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, rule};
use crate::export;
use crate::pipeline::STACK;
use crate::pipeline::threads::{LARGE_STACK, no_threads};
use crate::progress;

/// The option by which a command leaves out what an earlier process has done.
const SKIP: &str = "--skip";

/// The time between two looks at the command.
const INTERVAL: Duration = Duration::from_millis(25);

/// The exit code of a command that fails.
const FAILURE: u8 = 1;

/// The limits of a command.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The time that a document may take.
    pub timeout: Option<Duration>,
    /// The resident memory in bytes.
    pub memory: Option<u64>,
    /// The exit code when there is too little memory.
    pub memory_exit: u8,
}

impl From<&LimitArgs> for Limits {
    fn from(args: &LimitArgs) -> Self {
        Self {
            timeout: args.timeout.0,
            memory: args.max_memory.0,
            memory_exit: FAILURE,
        }
    }
}

impl Limits {
    /// Returns the limits of a command that watches its workers instead, and waits meanwhile.
    pub fn of_batch(self) -> Self {
        Self {
            memory: None,
            ..self
        }
    }

    /// Returns the limits of a command that watches its workers instead.
    pub fn of_parent(self) -> Self {
        Self {
            timeout: None,
            memory: None,
            ..self
        }
    }

    /// Returns the limits of a session, in which no single document must end the command.
    pub fn of_session(self) -> Self {
        Self {
            timeout: None,
            ..self
        }
    }

    /// Returns the limits of a worker, whose parent watches the time.
    pub fn of_worker(self) -> Self {
        Self {
            timeout: None,
            memory_exit: batch::MEMORY_EXIT,
            ..self
        }
    }
}

/// Runs a command. At a limit, reports what exceeds it, and ends the process.
pub fn run(
    limits: Limits,
    invocation: &Invocation,
    terminal: &Terminal,
    command: impl FnOnce() -> Exit + Send,
) -> Exit {
    let (sender, finished) = channel();
    let work = Mutex::new(Some((sender, command)));
    std::thread::scope(|scope| {
        let start = |stack| {
            Builder::new().stack_size(stack).spawn_scoped(scope, || {
                let taken = work.lock().ok().and_then(|mut work| work.take());
                if let Some((sender, command)) = taken {
                    // It has no receiver only if the process is about to end.
                    let _ = sender.send(command());
                }
            })
        };
        // A recursion without end meets the limit of memory before it fills a large stack. Where
        // the system does not reserve so much, a small one must do.
        let thread = match start(LARGE_STACK).or_else(|_| start(STACK)) {
            Ok(thread) => thread,
            Err(error) => {
                terminal.problems(&no_threads(error).into());
                return Exit::Failure;
            }
        };
        let mut watch = Watch::new(limits);
        loop {
            match finished.recv_timeout(INTERVAL) {
                Ok(exit) => return exit,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(reached) = watch.look() {
                        end(reached, limits, invocation, terminal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return match thread.join() {
                        Ok(()) => Exit::Failure,
                        Err(panic) => std::panic::resume_unwind(panic),
                    };
                }
            }
        }
    })
}

/// A limit that the command has reached.
#[derive(Clone, Copy)]
enum Reached {
    Time(Duration),
    /// In bytes.
    Memory(u64),
}

/// Watches the limits.
struct Watch {
    limits: Limits,
    /// When the last step was finished.
    since: Instant,
    steps: usize,
}

impl Watch {
    fn new(limits: Limits) -> Self {
        Self {
            limits,
            since: Instant::now(),
            steps: progress::steps(),
        }
    }

    fn look(&mut self) -> Option<Reached> {
        let steps = progress::steps();
        if steps != self.steps || progress::is_waiting() {
            self.steps = steps;
            self.since = Instant::now();
        }
        let elapsed = self.since.elapsed();
        if let Some(limit) = self.limits.timeout.filter(|limit| elapsed >= *limit) {
            return Some(Reached::Time(limit));
        }
        let limit = self.limits.memory?;
        let used = memory::resident()?;
        (used > limit).then_some(Reached::Memory(limit))
    }
}

/// Reports a limit, lets a new process do what is left, and ends this one.
fn end(reached: Reached, limits: Limits, invocation: &Invocation, terminal: &Terminal) -> ! {
    // A file that is being written becomes complete, and no other is begun.
    let files = export::hold_writes();
    let subject = terminal.subject();
    let of = match &subject.name {
        Some(name) => format!("`{name}`"),
        None => "the command".to_owned(),
    };
    let error = match reached {
        Reached::Time(limit) => {
            let mut error = batch::time_limit(&of, limit);
            if let Some(pipe) = progress::opened() {
                let limit = limit.as_secs_f64();
                error.message =
                    format!("no program has opened the other end of `{pipe}` in {limit} s");
            }
            error
        }
        Reached::Memory(limit) => batch::memory_limit(&of, Some(limit)),
    };
    terminal.stopped(&error.into());
    if let Some(next) = subject.next {
        go_on(next, invocation, terminal);
    }
    drop(files);
    let code = match reached {
        Reached::Memory(_) => limits.memory_exit,
        Reached::Time(_) => FAILURE,
    };
    std::process::exit(code.into())
}

/// Starts the program again for the inputs from a number on. On Unix it takes the place of this
/// process, which would use more and more memory until it ends.
fn go_on(next: usize, invocation: &Invocation, terminal: &Terminal) {
    let mut arguments = invocation.arguments.iter().peekable();
    if arguments
        .next_if(|argument| argument.as_os_str() == SKIP)
        .is_some()
    {
        arguments.next();
    }
    let started = invocation.program().and_then(|program| {
        let mut command = Command::new(program.file);
        command.args(program.arguments);
        command.arg(SKIP).arg(next.to_string()).args(arguments);
        start(&mut command)
    });
    if let Err(error) = started {
        let message = format!("cannot go on with the other files: {error}");
        terminal.problems(&Diagnostic::error(rule::INTERNAL, message).into());
    }
}

/// Replaces this process. Returns only an error.
#[cfg(unix)]
fn start(command: &mut Command) -> io::Result<()> {
    Err(std::os::unix::process::CommandExt::exec(command))
}

/// Runs another process until it ends.
#[cfg(not(unix))]
fn start(command: &mut Command) -> io::Result<()> {
    command.status().map(drop)
}
