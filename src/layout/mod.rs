//! Knows the layouts and their options: manifests, defaults, ranges, and what a profile or a
//! command line sets.
//!
//! Uses `diagnostic` and, to point at what a profile sets, `profile`.

mod density;
mod design;
mod goal;
mod length;
mod manifest;
mod option;
mod press;
mod registry;

pub use density::{Density, Range};
pub use design::{Design, Setting, Settings, resolve};
pub use goal::{EXPECTED as EXPECTED_GOAL, Goal};
pub use length::Length;
pub use manifest::{Ladder, Manifest, Paper};
pub use option::{OptionKind, OptionSpec};
pub use press::Ink;
pub use registry::{Layout, Layouts, SHARED};
