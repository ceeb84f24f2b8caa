//! `cvpress schema`: the JSON Schema of profiles.

use crate::cli::Ending;
use crate::cli::terminal::Terminal;
use crate::profile;

/// Writes it.
pub fn schema(terminal: &Terminal) -> Ending {
    terminal.result(&(serde_json::to_string_pretty(&profile::schema()).unwrap_or_default() + "\n"));
    Ending::Done
}
