//! Answers that are not results, and reading and writing of parameters.

use lsp_server::ErrorCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// An answer that is not a result.
pub struct AnswerError {
    /// The kind of the error.
    pub code: ErrorCode,
    /// What is wrong.
    pub message: String,
}

impl AnswerError {
    /// Creates an error.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

/// Reads the parameters of a message.
pub fn read<T: DeserializeOwned>(params: Json) -> Result<T, AnswerError> {
    T::deserialize(params)
        .map_err(|error| AnswerError::new(ErrorCode::InvalidParams, error.to_string()))
}

/// Returns a result in JSON.
pub fn result(value: impl Serialize) -> Result<Json, AnswerError> {
    serde_json::to_value(value)
        .map_err(|error| AnswerError::new(ErrorCode::InternalError, error.to_string()))
}
