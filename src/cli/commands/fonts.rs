//! `cvpress fonts`: lists the available font families.

use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use crate::typeset::Engine;

/// Lists the available font families, one per line.
pub fn fonts(engine: &Engine, terminal: &Terminal) -> Exit {
    for family in engine.fonts().families() {
        terminal.line(&family);
    }
    Exit::Success
}
