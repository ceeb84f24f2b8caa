//! The reasons to render a profile again.

use serde::{Deserialize, Serialize};

/// Why a profile is rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RenderReason {
    /// It has not been rendered before.
    New,
    /// `--force` is set.
    Forced,
    /// The options differ from those of the last time.
    Options,
    /// Another version of cvpress rendered it.
    Tool,
    /// Its text has changed.
    Profile,
    /// A file that it names has changed.
    File(String),
    /// A layout has changed.
    Layout(String),
    /// The fonts have changed.
    Fonts,
    /// An output file is missing.
    Missing(String),
    /// The size of an output file differs from what was written.
    Replaced(String),
}

impl std::fmt::Display for RenderReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::New => write!(f, "new"),
            Self::Forced => write!(f, "forced"),
            Self::Options => write!(f, "options changed"),
            Self::Tool => write!(f, "rendered by another version"),
            Self::Profile => write!(f, "profile changed"),
            Self::File(name) => write!(f, "`{name}` changed"),
            Self::Layout(name) => write!(f, "layout `{name}` changed"),
            Self::Fonts => write!(f, "fonts changed"),
            Self::Missing(name) => write!(f, "`{name}` is missing"),
            Self::Replaced(name) => write!(f, "`{name}` was modified"),
        }
    }
}
