//! Records the panics of the program's own code, also those that the program catches.

use std::panic::{PanicHookInfo, set_hook, take_hook};
use std::sync::{Mutex, Once, PoisonError};

static RECORDED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Records panics from here on.
pub fn record() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |panic| {
            if is_in_cvpress(panic) {
                let mut recorded = RECORDED.lock().unwrap_or_else(PoisonError::into_inner);
                recorded.push(panic.to_string());
            }
            previous(panic);
        }));
    });
}

/// Cargo compiles the files of a package under their paths inside it, and dependencies under
/// absolute paths.
fn is_in_cvpress(panic: &PanicHookInfo<'_>) -> bool {
    panic
        .location()
        .is_some_and(|location| location.file().starts_with("src/"))
}

/// Returns the panics of the program's own code since [`record`].
pub fn in_cvpress() -> Vec<String> {
    RECORDED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}
