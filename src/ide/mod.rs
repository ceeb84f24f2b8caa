//! What an editor asks about the text of a profile: completion, hover, symbols, fixes and edits.
//!
//! Offsets are byte offsets into the text without its byte order mark; [`LineIndex`] converts them.
//! Knows neither HTTP nor the Language Server Protocol: the editor in the browser and the language
//! server get the same answers. Uses all stages before it.

mod completion;
mod cursor;
pub mod edits;
mod fixes;
mod guide;
mod hover;
mod position;
mod problems;
pub mod samples;
mod scope;
mod symbols;
mod utf16;

pub use completion::{Completion, CompletionKind, Completions, complete};
pub use fixes::{QuickFix, quick_fixes};
pub use hover::{Hover, hover};
pub use position::{LineColumn, LineIndex};
pub use problems::EditedProfile;
pub use symbols::{Symbol, symbols};
pub use utf16::{Utf16Offsets, byte_offset};
