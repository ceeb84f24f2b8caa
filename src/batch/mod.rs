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

pub use discover::{Shard, listed, profiles_in};
pub use manifest::{StaleOutputs, Why};
pub use run::{Batch, Summary, plan, run};
pub use stream::{Answer, stream};
pub use task::Outcome;
pub use worker::{Workers, serve};
