//! How this process was started, and how it starts another one of this program.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// How this process was started.
#[derive(Debug, Clone, Default)]
pub struct Invocation {
    /// What runs this program; `None` if it is the executable file of the process.
    pub program: Option<Program>,
    /// The arguments, without the name of the program.
    pub arguments: Vec<OsString>,
}

/// An executable file, and the arguments that come before all others: an interpreter has some.
#[derive(Debug, Clone)]
pub struct Program {
    /// The executable file.
    pub file: PathBuf,
    /// Its first arguments.
    pub arguments: Vec<OsString>,
}

impl Invocation {
    /// Returns how a process of the program itself was started.
    pub fn of_process() -> Self {
        Self {
            program: None,
            arguments: std::env::args_os().skip(1).collect(),
        }
    }

    /// Returns what to start for another process of this program.
    ///
    /// # Errors
    /// The system does not know the file of this process.
    pub fn program(&self) -> io::Result<Program> {
        match &self.program {
            Some(program) => Ok(program.clone()),
            None => Ok(Program {
                file: std::env::current_exe()?,
                arguments: Vec::new(),
            }),
        }
    }
}
