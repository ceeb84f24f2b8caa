//! A guard that confines a panic to one document, and the stack that a document needs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};

/// The stack of a thread that renders, in bytes: deeply nested text must not overflow it.
pub const STACK: usize = 32 << 20;

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
