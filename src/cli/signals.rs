//! What the program does when the system asks it to end, or ends what it writes.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::cli::exit::CommandError;
use crate::diagnostic::{Diagnostic, rule};

/// The exit code of a program that the user ends.
const INTERRUPTED: i32 = 130;

/// Returns what becomes true when the program is asked to end; a second time ends it at once.
///
/// # Errors
/// The system does not let the program know.
pub fn stop_on_signal() -> Result<Arc<AtomicBool>, CommandError> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM].into_iter().chain(hangup()) {
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .map_err(cannot_handle)?;
    }
    Ok(stop)
}

/// Makes a write to a file that must not grow an error, as on a full disk, instead of the end of the
/// program.
///
/// # Errors
/// The system does not let it.
pub fn survive_limits_of_files() -> Result<(), CommandError> {
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::default()).map_err(cannot_handle)?;
    Ok(())
}

/// Returns the signal of a terminal that is closed, unless `nohup` or the like has the program go on.
fn hangup() -> Option<i32> {
    #[cfg(target_os = "linux")]
    {
        use signal_hook::consts::SIGHUP;

        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let ignored = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:"))?;
        let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
        (ignored & (1 << (SIGHUP - 1)) == 0).then_some(SIGHUP)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes the error")]
fn cannot_handle(error: io::Error) -> CommandError {
    let message = format!("cannot handle signals: {error}");
    Diagnostic::error(rule::INTERNAL, message).into()
}
