//! Runs the whole chain: for one job, or for many at once.
//!
//! Uses all the stages before it.

mod find;
mod fit;
mod gallery;
mod inspect;
mod job;
mod many;
mod savings;

pub use find::profiles_in;
pub use gallery::{Exhibit, exhibits, gallery};
pub use inspect::{Verdict, inspect, machine_text, merged, pages};
pub use job::{DEFAULT_PPI, Opened, Printed, Wanted, check, print, write};
pub use many::{Batch, Outcome, Summary, output_path, outputs_of, run};
