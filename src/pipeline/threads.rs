//! Threads that render, and what keeps a panic in one document from ending the others.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};

/// The stack of a thread that prints, in bytes: deeply nested text must not overflow it.
const STACK: usize = 32 << 20;

/// How many CVs are printed at once, where nobody says how many.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Threads with room for deeply nested text.
///
/// # Errors
/// They cannot be started.
pub fn threads(count: usize) -> Result<rayon::ThreadPool, Diagnostics> {
    let builder = rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .stack_size(STACK);
    builder.build().map_err(|error| no_threads(error).into())
}

/// That threads cannot be started.
pub fn no_threads(error: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(rule::INTERNAL, format!("cannot start the threads: {error}"))
}

/// A fault of ours in one job must not take the others with it.
pub fn guarded<T>(job: impl FnOnce() -> Result<T, Diagnostics>) -> Result<T, Diagnostics> {
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|panic| {
        let said = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or(panic.downcast_ref::<&str>().copied());
        let message = format!(
            "cvpress made a mistake: {}",
            said.unwrap_or("no reason given")
        );
        Err(Diagnostic::error(rule::INTERNAL, message)
            .hint("please report it with the profile")
            .into())
    })
}
