//! What an editor asks about the text of a profile: completion, hover, symbols, fixes and edits.
//!
//! Offsets are byte offsets into the text. Knows neither HTTP nor the Language Server Protocol: the
//! editor in the browser and the language server get the same answers. Uses all stages before it.

pub mod edits;
pub mod samples;
