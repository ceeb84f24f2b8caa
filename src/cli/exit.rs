//! How a command ends.

use crate::diagnostic::{Diagnostic, Diagnostics, rule};

/// How a command ended, as its exit code reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything succeeded: 0.
    Success,
    /// A profile or a check failed: 1.
    Failure,
    /// The command line is invalid: 2.
    UsageError,
    /// The user interrupted the command, which finished the work in progress: 130.
    Interrupted,
}

impl From<Exit> for u8 {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Success => 0,
            Exit::Failure => 1,
            Exit::UsageError => 2,
            // The code that shells use for a program ended by SIGINT.
            Exit::Interrupted => 130,
        }
    }
}

/// The errors that end a command early.
#[derive(Debug)]
pub struct CommandError {
    /// The exit code.
    pub exit: Exit,
    /// The errors.
    pub problems: Diagnostics,
}

impl CommandError {
    /// An invalid command line, reported under the rule `usage`.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::invalid_argument(Diagnostic::error(rule::USAGE, message))
    }

    /// An invalid argument, reported as `problem`.
    pub fn invalid_argument(problem: Diagnostic) -> Self {
        Self {
            exit: Exit::UsageError,
            problems: problem.into(),
        }
    }
}

impl From<Diagnostics> for CommandError {
    fn from(problems: Diagnostics) -> Self {
        Self {
            exit: Exit::Failure,
            problems,
        }
    }
}

impl From<Diagnostic> for CommandError {
    fn from(problem: Diagnostic) -> Self {
        Diagnostics::from(problem).into()
    }
}
