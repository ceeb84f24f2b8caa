//! Loads layouts, and resolves their options: manifests, defaults, ranges, and what a profile or a
//! command line sets.
//!
//! Uses `diagnostic`, `profile` (to point at options) and `content` (for date styles).

mod command_option;
mod density;
mod design;
mod edition;
mod file;
mod files;
#[cfg(feature = "native")]
mod folder;
mod ink;
mod length;
mod manifest;
mod option;
mod option_errors;
mod option_values;
mod page_goal;
mod registry;
mod slot;

pub use density::{Density, DensityRange, PanelContent};
pub use design::{Design, DesignOverrides, OptionSetting, WrittenDesign, resolve};
pub use ink::{BLEED, INK, Ink};
pub use length::Length;
pub use manifest::{CONTRACT, FIT, GROUP_ROLES, Ladder, Manifest, Paper};
pub use option::{OptionKind, OptionSpec};
pub use option_values::unquoted;
pub use page_goal::{EXPECTED as EXPECTED_GOAL, PageGoal};
pub use registry::{Layouts, SHARED};
pub use slot::Layout;
