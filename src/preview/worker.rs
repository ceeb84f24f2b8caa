//! The worker process of a session: reads jobs from one line each, and answers in one.

use crate::batch::{decode, encode};
use crate::diagnostic::Diagnostics;
use crate::preview::messages::PreviewJob;
use crate::preview::view::View;
use crate::typeset::Engine;

/// Does the jobs of a session, until it sends no more or stops reading. `send` writes a line, and
/// returns whether the session still reads.
///
/// # Errors
/// An answer cannot be written as a line, which is an internal error.
pub fn serve(
    lines: impl Iterator<Item = String>,
    send: impl Fn(&str) -> bool,
    engine: &Engine,
) -> Result<(), Diagnostics> {
    let mut view = View::new(engine);
    for line in lines {
        // A line that cannot be read was cut off.
        let Some(job) = decode::<PreviewJob>(&line) else {
            break;
        };
        if !send(&encode(&view.run(job))?) {
            break;
        }
    }
    Ok(())
}
