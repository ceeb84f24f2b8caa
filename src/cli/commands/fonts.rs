//! `cvpress fonts`: lists the font families there are.

use crate::cli::Ending;
use crate::cli::terminal::Terminal;
use crate::typeset::Engine;

/// Lists them, one a line.
pub fn fonts(engine: &Engine, terminal: &Terminal) -> Ending {
    let listing: String = engine
        .fonts()
        .families()
        .into_iter()
        .map(|family| family + "\n")
        .collect();
    terminal.result(&listing);
    Ending::Done
}
