//! The JSON Schema of a profile, for editors, and the page that documents the format.
//!
//! Both are generated from the tables of `fields`, `network` and `language`. The shape check uses the
//! same tables and reports more than any schema can; a profile without errors is valid in this schema.

mod reference;
mod strict;
mod topic;
mod written;

use serde_json::{Value as Json, json};

pub use reference::reference;
pub use topic::{topic, topics};

/// Returns the JSON Schema of a profile in draft 7, which TOML editors support.
pub fn schema() -> Json {
    let mut schema = written::tables();
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    // A URN, so that no editor fetches it.
    schema["$id"] = json!("urn:cvpress:profile");
    schema["title"] = json!("cvpress profile");
    strict::make(&mut schema);
    schema
}
