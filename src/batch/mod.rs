//! Runs the whole chain: for one job, or for many at once.
//!
//! Uses all the stages before it.

mod crew;
mod find;
mod fit;
mod gallery;
mod hands;
mod inputs;
mod inspect;
mod job;
mod many;
#[cfg(feature = "press")]
mod press;
mod record;
mod savings;
mod stream;
mod task;
#[cfg(feature = "press")]
mod works;

pub use find::{Shard, listed, pdf, profiles_in};
pub use gallery::{Exhibit, exhibits, gallery};
pub use hands::{Workers, serve};
pub use inspect::{Verdict, inspect, machine_text, merged, pages};
pub use job::{DEFAULT_PPI, Opened, Printed, Wanted, check, print, write};
pub use many::{Batch, Summary, output_path, outputs_of, plan, run};
#[cfg(feature = "press")]
pub use press::Press;
pub use record::{Gone, Why};
pub use stream::{Answer, stream};
pub use task::Outcome;
#[cfg(feature = "press")]
pub use works::{Works, all_works};
