//! Limits for one document when many are rendered.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, value_parser};

/// Limits for one document when many are rendered.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Number of profiles to render in parallel [default: the number of cores]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Time limit per profile, in seconds, or `off`
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = timeout)]
    pub timeout: Timeout,
    /// Page limit per document
    #[arg(long, value_name = "N", default_value = "100")]
    pub max_pages: usize,
    /// Memory limit per worker, in MiB
    #[arg(long, value_name = "MIB", default_value = "4096", value_parser = value_parser!(u64).range(256..))]
    pub max_memory: u64,
}

/// A time limit; `None` means that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeout(pub Option<Duration>);

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
