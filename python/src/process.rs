//! What all calls in a process share: the engine, and the threads that render.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cvpress::diagnostic::{Diagnostics, plain};
use cvpress::layout::Layouts;
use cvpress::pipeline::guarded;
use cvpress::pipeline::threads::{cores, threads};
use cvpress::typeset::Engine;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPool;

/// The built-in layouts and fonts.
static ENGINE: LazyLock<Result<Engine, Diagnostics>> =
    LazyLock::new(|| Engine::new(Layouts::load(None)?, None));

/// The threads of a process, which a fork of the process does not have.
struct Threads {
    process: u32,
    pool: Arc<ThreadPool>,
}

static THREADS: Mutex<Option<Threads>> = Mutex::new(None);

/// Returns the engine.
pub fn engine() -> PyResult<&'static Engine> {
    ENGINE.as_ref().map_err(internal)
}

/// Returns the threads that render, which have stacks for deeply nested text.
fn pool() -> Result<Arc<ThreadPool>, Diagnostics> {
    let mut shared = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some(threads) = shared.as_ref()
        && threads.process == process
    {
        return Ok(Arc::clone(&threads.pool));
    }
    let pool = Arc::new(threads(cores())?);
    let own = Threads {
        process,
        pool: Arc::clone(&pool),
    };
    // To drop the threads of the parent would wait for them.
    std::mem::forget(shared.replace(own));
    Ok(pool)
}

/// Runs a job on a thread that renders, while other threads run Python. A panic becomes an internal
/// error among the problems.
pub fn detached<T: Send>(
    py: Python<'_>,
    job: impl FnOnce() -> Result<T, Diagnostics> + Send,
) -> PyResult<Result<T, Diagnostics>> {
    let pool = pool().map_err(|problems| internal(&problems))?;
    Ok(py.detach(|| pool.install(|| guarded(job))))
}

fn internal(problems: &Diagnostics) -> PyErr {
    let messages: Vec<String> = problems.iter().map(plain).collect();
    PyRuntimeError::new_err(messages.join("\n\n"))
}
