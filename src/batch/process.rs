//! A process of this program that does work for this one, line by line.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

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

/// The exit code of a worker that has reached its limit of memory.
pub const MEMORY_EXIT: u8 = 86;

/// A running process, which is killed when this is dropped.
pub struct WorkerProcess {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// Why there is no line of a process.
pub enum WaitError {
    /// It did not send one for this time.
    Timeout(Duration),
    /// It needs more memory than is allowed.
    Memory,
    /// It ended, or its output is wrong.
    Ended(String),
}

impl WorkerProcess {
    /// Starts a process.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(workers: &Workers) -> io::Result<Self> {
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

    /// Sends a text that ends with a line break, and returns the process if it can be written to.
    ///
    /// # Errors
    /// The process does not read.
    pub fn send(mut self, line: &str) -> io::Result<Self> {
        self.input.write_all(line.as_bytes())?;
        self.input.flush()?;
        Ok(self)
    }

    /// Waits for the next line.
    ///
    /// # Errors
    /// The process does not send one in time, or has ended.
    pub fn line(&mut self, timeout: Option<Duration>) -> Result<String, WaitError> {
        match timeout {
            Some(limit) => self.lines.recv_timeout(limit).map_err(|error| match error {
                RecvTimeoutError::Timeout => WaitError::Timeout(limit),
                RecvTimeoutError::Disconnected => self.ended(),
            }),
            None => self.lines.recv().map_err(|_| self.ended()),
        }
    }

    fn ended(&mut self) -> WaitError {
        let status = match self.child.wait() {
            Ok(status) if status.code() == Some(MEMORY_EXIT.into()) => return WaitError::Memory,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        WaitError::Ended(format!("ended before it had finished: {status}"))
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
