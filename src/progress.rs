//! What the process has done so far, for a watcher that ends it when it takes too long.

use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(feature = "native")]
use std::sync::{Mutex, PoisonError};

/// The number of steps that were finished.
static STEPS: AtomicUsize = AtomicUsize::new(0);

/// The number of threads that wait for another program.
#[cfg(feature = "native")]
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// The name of the pipe that a thread opens.
#[cfg(feature = "native")]
static OPENING: Mutex<Option<String>> = Mutex::new(None);

/// Reports that a part of the work is finished, such as a document in a layout. The time of the
/// next one starts.
pub fn step() {
    STEPS.fetch_add(1, Ordering::Relaxed);
}

/// Returns the number of steps that were finished.
#[cfg(feature = "native")]
pub fn steps() -> usize {
    STEPS.load(Ordering::Relaxed)
}

/// Calls a function that waits for another program, or for a person: the reader of standard output
/// or the writer of standard input. That time does not count.
#[cfg(feature = "native")]
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.fetch_add(1, Ordering::Relaxed);
    let result = wait();
    step();
    WAITING.fetch_sub(1, Ordering::Relaxed);
    result
}

/// Calls a function that opens a pipe by its name, which waits for the program at the other end. That
/// time counts, as perhaps no program opens it.
#[cfg(feature = "native")]
pub fn opening<T>(name: String, open: impl FnOnce() -> T) -> T {
    let set = |name| *OPENING.lock().unwrap_or_else(PoisonError::into_inner) = name;
    set(Some(name));
    let opened = open();
    set(None);
    opened
}

/// Returns the name of the pipe that a thread opens.
#[cfg(feature = "native")]
pub fn opened() -> Option<String> {
    OPENING
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// Returns whether a thread waits for another program.
#[cfg(feature = "native")]
pub fn is_waiting() -> bool {
    WAITING.load(Ordering::Relaxed) > 0
}
