//! Makes many documents at once: finds the profiles, hands them to worker processes, and remembers
//! what was written.
//!
//! Uses `pipeline`, and the types that it is called with.

mod discover;
mod fingerprint;
mod manifest;
mod ordered_pool;
mod run;
mod stream;
mod task;
mod worker;

pub use discover::{Shard, find_profiles, listed};
pub use manifest::{RenderReason, StaleOutputs};
pub use run::{Batch, Summary, plan, run};
pub use stream::{StreamAnswer, stream};
pub use task::Outcome;
pub use worker::{Workers, serve};
