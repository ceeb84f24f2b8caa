//! The JSON Schema of profiles.

/// The schema.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(super::model::Profile).to_value()
}
