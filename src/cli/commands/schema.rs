//! `cvpress schema`: writes the JSON Schema of profiles.

use crate::cli::exit::{CommandError, Exit};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, rule};
use crate::profile;

/// Writes the JSON Schema of profiles.
pub fn schema(terminal: &Terminal) -> Result<Exit, CommandError> {
    terminal.result(&schema_text()?);
    Ok(Exit::Success)
}

/// Returns the JSON Schema of profiles as the text of a file.
pub fn schema_text() -> Result<String, CommandError> {
    match serde_json::to_string_pretty(&profile::schema()) {
        Ok(json) => Ok(json + "\n"),
        Err(error) => {
            let message = format!("cannot write the schema: {error}");
            Err(Diagnostic::error(rule::INTERNAL, message).into())
        }
    }
}
