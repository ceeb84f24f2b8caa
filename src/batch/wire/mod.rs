//! The messages between cvpress and its worker processes, one per line.
//!
//! Every type that travels has a counterpart here, and every conversion names all fields: a field
//! that is added elsewhere does not compile until it travels too. Lines are Postcard in Base64,
//! which keeps numbers, bytes and paths exact.

mod diagnostics;
mod options;
mod path;
mod task;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use diagnostics::WireDiagnostics;
pub use options::WireOptions;
pub use path::WirePath;
pub use task::{WireOutcome, WireTask};

use crate::diagnostic::{Diagnostic, rule};

/// What a worker process reports.
#[derive(serde::Serialize, serde::Deserialize)]
pub enum WorkerMessage {
    /// It has rendered a document of its task, and goes on.
    Progress,
    /// It has finished its task.
    Finished(Box<WireOutcome>),
}

/// Returns a message as a line, without its line break.
///
/// # Errors
/// The message cannot be serialized, which is an internal error.
pub fn encode(message: &impl Serialize) -> Result<String, Diagnostic> {
    let bytes = postcard::to_allocvec(message).map_err(|error| {
        let message = format!("cannot write a message between processes: {error}");
        Diagnostic::error(rule::INTERNAL, message)
    })?;
    Ok(BASE64_STANDARD.encode(bytes))
}

/// Reads a message from a line; `None` if the line is incomplete. Both processes are the same
/// program, so there are no other errors.
pub fn decode<T: DeserializeOwned>(line: &str) -> Option<T> {
    let bytes = BASE64_STANDARD.decode(line.trim_end()).ok()?;
    postcard::from_bytes(&bytes).ok()
}
