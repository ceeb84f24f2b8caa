//! Limits of every command.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;

/// The most documents that are rendered at once.
const MAX_JOBS: usize = 256;

/// Limits of every command. A worker of `cvpress batch` has its own.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Time limit per document, in seconds, or `off`
    #[arg(
        long,
        global = true,
        value_name = "SECONDS",
        default_value = "30",
        env = "CVPRESS_TIMEOUT",
        hide_env_values = true,
        value_parser = timeout
    )]
    pub timeout: Timeout,
    /// Memory limit of the process, or of each worker, in MiB, or `off`
    #[arg(
        long,
        global = true,
        value_name = "MIB",
        default_value = "1024",
        env = "CVPRESS_MAX_MEMORY",
        hide_env_values = true,
        value_parser = memory
    )]
    pub max_memory: MemoryLimit,
}

/// A time limit; `None` means that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeout(pub Option<Duration>);

/// A limit of resident memory in bytes; `None` means that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryLimit(pub Option<u64>);

fn timeout(text: &str) -> Result<Timeout, String> {
    if text == "off" {
        return Ok(Timeout(None));
    }
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .map(|limit| Timeout(Some(limit)))
        .ok_or_else(|| "expected seconds, such as `60`, or `off`".to_owned())
}

fn memory(text: &str) -> Result<MemoryLimit, String> {
    if text == "off" {
        return Ok(MemoryLimit(None));
    }
    let mebibytes: Option<u64> = text.parse().ok();
    mebibytes
        .filter(|mebibytes| *mebibytes >= 64)
        .and_then(|mebibytes| mebibytes.checked_mul(1 << 20))
        .map(|limit| MemoryLimit(Some(limit)))
        .ok_or_else(|| "expected MiB, at least 64, such as `2048`, or `off`".to_owned())
}

/// Parses a number of documents to render at once.
pub fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let number: Option<NonZeroUsize> = text.parse().ok();
    number
        .filter(|number| number.get() <= MAX_JOBS)
        .ok_or_else(|| format!("expected a number from 1 to {MAX_JOBS}"))
}
