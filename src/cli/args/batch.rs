//! What a command line can say about many CVs at once.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::batch::Shard;

/// Which profiles a batch prints.
#[derive(Debug, Args)]
pub struct Part {
    /// Print the Ith of N parts of the profiles; which of them one falls into depends on the name
    /// of its file alone
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Print the profiles that a file lists, or with `-` standard input, in place of those in a
    /// folder: paths, one a line, or each ended by a NUL
    #[arg(long, value_name = "FILE")]
    pub profiles_from: Option<PathBuf>,
}

/// What a batch does about what was printed before.
#[derive(Debug, Args)]
pub struct Renewal {
    /// Print what has not changed since the last time, too
    #[arg(long)]
    pub force: bool,
    /// Print nothing: say what would be printed, and why
    #[arg(long, conflicts_with = "prune")]
    pub dry_run: bool,
    /// Delete what was printed of profiles, layouts and variants that are not there any more
    #[arg(long)]
    pub prune: bool,
}

/// What a CV may take.
#[derive(Debug, Args)]
pub struct Limits {
    /// How many CVs to print at once; by default one for each core
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Seconds that a CV may take, or `off`
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = timeout)]
    pub timeout: Timeout,
    /// Pages that a CV may have
    #[arg(long, value_name = "N", default_value = "100")]
    pub max_pages: usize,
    /// Memory that a process may use which prints one CV after the other, in MiB
    #[arg(long, value_name = "MIB", default_value = "4096", value_parser = clap::value_parser!(u64).range(256..))]
    pub max_memory: u64,
}

/// How long a CV may take; any time, where it is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeout(pub Option<Duration>);

/// `cvpress worker`
#[derive(Debug, Args)]
pub struct Worker {
    /// Memory that it may use, in MiB; by default as much as there is
    #[arg(long)]
    pub max_memory: Option<u64>,
}

/// `cvpress stream`
#[derive(Debug, Args)]
pub struct Stream {
    /// What a CV may take.
    #[command(flatten)]
    pub limits: Limits,
}

fn shard(text: &str) -> Result<Shard, String> {
    Shard::parse(text).ok_or_else(|| "expected a part of so many, such as `1/8`".to_owned())
}

fn timeout(text: &str) -> Result<Timeout, String> {
    if text == "off" {
        return Ok(Timeout(None));
    }
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.map(|time| Timeout(Some(time)))
        .ok_or_else(|| "expected seconds, such as `60`, or `off`".to_owned())
}
