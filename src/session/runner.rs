//! What renders for a session.

use crate::diagnostic::Diagnostic;
use crate::session::messages::{Answer, PreviewJob};

/// Does the jobs of a session, one after the other.
pub trait Runner {
    /// Does a job that messages call `name`; returns `None` if it was given up because
    /// `is_superseded` tells that a newer request waits.
    ///
    /// # Errors
    /// The job cannot be done.
    fn run(
        &mut self,
        job: &PreviewJob,
        name: &str,
        is_superseded: &dyn Fn() -> bool,
    ) -> Result<Option<Answer>, Diagnostic>;

    /// Reads the layouts again before the next job.
    fn restart(&mut self);

    /// Returns whether the next job finds what the last one left.
    fn remembers(&self) -> bool;
}
