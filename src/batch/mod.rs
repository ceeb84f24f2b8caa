//! Renders many documents at once: finds profiles, passes them to worker processes, and records the
//! output files.
//!
//! Uses `pipeline`, and the types of its options.

mod discover;
mod environment;
mod fingerprint;
mod import;
mod json;
mod manifest;
mod manifest_changes;
mod ordered_pool;
mod process;
mod reason;
mod render_task;
mod run;
mod stale;
mod stream;
mod stream_job;
mod task;
mod wire;
mod worker;

pub use discover::{FoundFile, Shard, find_profiles, parse_list};
pub use import::{ImportOutcome, ImportTask, find_imports, import_all};
pub use process::{JobRunner, MEMORY_EXIT, Workers, memory_limit, serve_jobs, time_limit};
pub use reason::RenderReason;
pub use run::{Batch, BatchProfile, PlannedProfile, Summary, plan, run};
pub use stale::StaleOutputs;
pub use stream::{StreamAnswer, stream};
pub use task::{FailedDocument, Outcome};
pub use worker::serve;
