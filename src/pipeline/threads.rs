//! Threads that render, and a guard that confines a panic to one document.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};

/// The stack of a thread that renders, in bytes: deeply nested text must not overflow it.
const STACK: usize = 32 << 20;

/// Returns the number of documents to render at once by default: one per core.
pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Starts threads with stacks for deeply nested text.
///
/// # Errors
/// The threads cannot be started.
pub fn threads(count: usize) -> Result<ThreadPool, Diagnostics> {
    ThreadPoolBuilder::new()
        .num_threads(count)
        .stack_size(STACK)
        .build()
        .map_err(|error| no_threads(error).into())
}

/// Returns the error that threads cannot be started.
pub fn no_threads(error: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(rule::INTERNAL, format!("cannot start threads: {error}"))
}

/// Runs a job, and turns a panic into an error of this job.
///
/// # Errors
/// Those of the job, and an internal error if it panics.
pub fn guarded<T>(job: impl FnOnce() -> Result<T, Diagnostics>) -> Result<T, Diagnostics> {
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|panic| {
        let message = if let Some(text) = panic.downcast_ref::<String>() {
            text.as_str()
        } else {
            panic
                .downcast_ref::<&str>()
                .copied()
                .unwrap_or("no message")
        };
        let error = Diagnostic::error(rule::INTERNAL, format!("internal error: {message}"));
        Err(error.hint("please report it with the profile").into())
    })
}
