//! Threads that render.

use std::error::Error;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::pipeline::guard::STACK;

/// The stack of the thread of a command or a worker, in bytes. Systems reserve it without using
/// memory for it. It is as large as the usual limit of memory.
pub const LARGE_STACK: usize = if cfg!(target_pointer_width = "64") {
    1 << 30
} else {
    STACK
};

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

/// Starts one thread with a large stack, or with a small one where the system does not reserve it.
///
/// # Errors
/// The thread cannot be started.
pub fn large_thread() -> Result<ThreadPool, Diagnostics> {
    match one_thread().stack_size(LARGE_STACK).build() {
        Ok(pool) => Ok(pool),
        Err(_) => threads(1),
    }
}

fn one_thread() -> ThreadPoolBuilder {
    ThreadPoolBuilder::new().num_threads(1)
}

/// Starts the threads that Typst shares, one per core whatever the environment says, with the stacks of
/// [`threads`]. In a program that uses the library they may run already, with smaller ones.
///
/// # Errors
/// The threads cannot be started.
pub fn start_shared_threads() -> Result<(), Diagnostics> {
    let shared = ThreadPoolBuilder::new().num_threads(cores());
    match shared.stack_size(STACK).build_global() {
        // Without a source they run already.
        Err(error) if error.source().is_some() => Err(no_threads(error).into()),
        _ => Ok(()),
    }
}

/// Returns the error that threads cannot be started.
pub fn no_threads(error: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(rule::INTERNAL, format!("cannot start threads: {error}"))
}
